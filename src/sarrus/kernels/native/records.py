"""Records: numbers, arrays and kernels that belong together, by name, in native code too.

    @record
    class Walk(Record):
        '''A walk over some rows.'''

        t: float
        steps: int
        y: Floats
        slope: KernelCall

A native function takes a record (`def go(w: Walk) -> None`) and reads and writes its fields:
`w.t += 1.0`, `w.y[0]`, `run_kernel(w.slope)`. The fields stand in memory in the order of their
declaration, 8 bytes each, a kernel 32; nothing but the declaration knows where. Numbers are set as
attributes; arrays, kernels and other records by `bind`, which keeps them alive.
"""

from __future__ import annotations

import ctypes
import inspect
import sys
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np

from sarrus.kernels.native.tree import (
    FLOAT,
    FLOATS,
    INT,
    INTS,
    KERNEL,
    POINTERS,
    WORDS,
    Kind,
    RecordKind,
)

KernelCall = Any
"""A field that holds a kernel with its arrays: something with `arguments` (code, inputs, outputs,
work), as `BoundKernel` and `PythonKernel` are."""

_FIELDS = {
    "float": FLOAT,
    "int": INT,
    "Floats": FLOATS,
    "Ints": INTS,
    "Pointers": POINTERS,
    "KernelCall": KERNEL,
}
_TYPES: dict[Any, Any] = {FLOAT: ctypes.c_double, INT: ctypes.c_int64}
_DTYPES = {FLOATS: np.float64, INTS: np.int64, POINTERS: np.uint64}


class Record(ctypes.Structure):
    """The base of records; see the module."""

    kind: ClassVar[RecordKind]
    _bound: ClassVar[dict[str, Kind]]

    def bind(self, **parts: Any) -> None:
        """Set arrays, kernels and other records, by name; they live as long as the record."""
        for name, part in parts.items():
            kind = self._bound.get(name)
            if kind is None:
                raise AttributeError(f"{self.kind.name} has no array, kernel or record '{name}'")
            if kind == KERNEL:
                words = [word if isinstance(word, int) else 0 for word in part.arguments]
                getattr(self, f"_at_{name}")[:] = words
            elif isinstance(kind, RecordKind):
                if part.kind is not kind:
                    raise TypeError(f"{self.kind.name}.{name} is no {part.kind.name}")
                setattr(self, f"_at_{name}", part.address)
            elif part.dtype == _DTYPES[kind] and part.flags.c_contiguous:
                setattr(self, f"_at_{name}", part.__array_interface__["data"][0])
            else:
                wanted = np.dtype(_DTYPES[kind])
                raise TypeError(f"{self.kind.name}.{name} must be a contiguous array of {wanted}")
            self.__dict__[name] = part

    @property
    def address(self) -> int:
        """Where the record stands in memory."""
        return ctypes.addressof(self)

    @property
    def numbers(self) -> dict[str, float | int]:
        """The values of all numbers, by name."""
        return {name: getattr(self, name) for name, kind in self.kind.fields if kind in _TYPES}

    def restore(self, numbers: Mapping[str, float | int]) -> None:
        """Set numbers by name; ValueError names what is missing or unknown."""
        own = {name: kind for name, kind in self.kind.fields if kind in _TYPES}
        if set(own) != set(numbers):
            odd = ", ".join(sorted(set(own) ^ set(numbers)))
            raise ValueError(f"{self.kind.name} has other numbers: {odd}")
        for name, kind in own.items():
            setattr(self, name, int(numbers[name]) if kind == INT else float(numbers[name]))


Declared = TypeVar("Declared", bound=type[Record])


def record(declared: Declared) -> Declared:
    """Lay out a record by its annotations."""
    names = sys._getframe(1).f_globals  # of the module, where other records have their names
    fields: list[tuple[str, Kind]] = []
    for name, note in inspect.get_annotations(declared).items():
        fields.append((name, _kind(declared, name, note, names)))
    declared.kind = RecordKind(f"{declared.__module__}.{declared.__qualname__}", tuple(fields))
    declared._bound = {name: kind for name, kind in fields if kind not in _TYPES}
    declared._fields_ = [
        (name if kind in _TYPES else f"_at_{name}", _c_type(kind)) for name, kind in fields
    ]
    return declared


def _kind(declared: type[Record], name: str, note: Any, names: dict[str, Any]) -> Kind:
    found = _FIELDS.get(note)
    if found is None:
        other = names.get(note)
        if isinstance(other, type) and issubclass(other, Record):
            return other.kind
        raise TypeError(f"{declared.__qualname__}.{name} cannot be of kind {note}")
    return found


def _c_type(kind: Kind) -> Any:
    if kind == KERNEL:
        return ctypes.c_void_p * WORDS[KERNEL]
    return _TYPES.get(kind, ctypes.c_void_p)
