"""Sweeps on several machines, through `dask.distributed`: pieces of work, kernels, workers."""
