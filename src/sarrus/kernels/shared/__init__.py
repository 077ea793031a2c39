"""Code that is shared by like elements: a program for one of them, run over all by a native loop.

A `Sweep` is the program of one element (of a kind) with the places of its numbers in memory: in the
inputs and outputs of the kernel, in a row of constants, in a record of its own in the work array
and in the record of its parent. `SweepLibrary` keeps the machine code of sweeps under a key of
their kind; `SharedKernel` strings sweeps together to the kernel of a whole.
"""
