"""Kinds of values in native functions, and what they are in LLVM."""

from __future__ import annotations

from typing import NamedTuple

KINDS = {
    "float": "double",
    "int": "i64",
    "Floats": "floats",
    "Ints": "ints",
    "Pointers": "pointers",
    "Code": "code",
    "None": "void",
}
"""What annotations stand for. Comparisons are of one more kind, i1."""
ELEMENT = {"floats": "double", "ints": "i64", "pointers": "ptr"}
"""What the entries of arrays are."""


class Untranslatable(TypeError):
    """A native function that uses what cannot be compiled."""


class Value(NamedTuple):
    """A value: its kind, and its name in LLVM.

    address: read from an array of addresses, and so possibly one of a kernel or of addresses.
    """

    kind: str
    name: str
    address: bool = False


def llvm(kind: str) -> str:
    """Return the type in LLVM: arrays and code are addresses."""
    return kind if kind in ("double", "i64", "i1", "void") else "ptr"
