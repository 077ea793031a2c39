"""A small part of Python that is compiled: loops around kernels, functions, look-ups.

A function with the decorator `native` runs as it is in Python, on NumPy arrays, and
`compile_function` returns the same in machine code, by any target. Its text is ours alone: nothing
of the user's gets into it.
"""

from sarrus.kernels.native.language import (
    Code,
    Floats,
    Ints,
    Pointers,
    address_of,
    at,
    bits,
    compact,
    compile_function,
    copy,
    exact,
    floor,
    fma,
    horner,
    native,
    number,
    polynomial,
    root,
    run_kernel,
    send_output,
)
from sarrus.kernels.native.records import KernelCall, Record, record
from sarrus.kernels.native.tree import Untranslatable

__all__ = [
    "Code",
    "Floats",
    "Ints",
    "KernelCall",
    "Pointers",
    "Record",
    "Untranslatable",
    "address_of",
    "at",
    "bits",
    "compact",
    "compile_function",
    "copy",
    "exact",
    "floor",
    "fma",
    "horner",
    "native",
    "number",
    "polynomial",
    "record",
    "root",
    "run_kernel",
    "send_output",
]
