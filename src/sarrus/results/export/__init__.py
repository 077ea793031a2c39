"""Histories as files of other programs: CSV, workbooks, NetCDF-4 and HDF5, MAT, Parquet."""

from sarrus.results.export.exporting import WRITERS, export_history

__all__ = ["WRITERS", "export_history"]
