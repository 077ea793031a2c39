"""Loops around kernels, written in a small part of Python and compiled.

A function with the decorator `native` runs as it is in Python, on NumPy arrays, and
`compiled(function)` returns the same in machine code. Its text is ours alone: nothing of the
user's gets into it.
"""

from sarrus.kernels.native.function import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compiled,
    copy,
    native,
    root,
    run_kernel,
)
from sarrus.kernels.native.kinds import Untranslatable

__all__ = [
    "Code",
    "Floats",
    "Ints",
    "Pointers",
    "Untranslatable",
    "at",
    "compiled",
    "copy",
    "native",
    "root",
    "run_kernel",
]
