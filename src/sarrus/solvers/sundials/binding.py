"""The memory that a compiled function is called with: pointer arrays, work, words for adapters."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from sarrus.solvers.sundials.adapter_text import BINDING
from sarrus.solvers.sundials.native import NativeFunction, Part

_BASES = {"y": 0, "yp": 1, "value": 2}


class Binding:
    """One native function with memory of its own, so that solvers in threads do not meet.

    Calling it evaluates the function from Python; the address of its words is for adapters.
    """

    def __init__(self, what: str, function: NativeFunction, n: int, value_size: int) -> None:
        function.check(what, n, value_size)
        self.function = function
        self.value_size = value_size
        self._cells = {"t": np.zeros(1), "cj": np.zeros(1)}
        self._matrix = np.zeros(max(value_size, 1))
        self._work = _aligned_array(function.work_size)
        self._in, in_patches = self._pointers(function.inputs, function.table)
        self._out, out_patches = self._pointers(function.outputs)
        self._patches = in_patches + out_patches
        flat = [word for patch in self._patches for word in patch]
        self._table = (ctypes.c_int64 * max(len(flat), 1))(*flat)
        self._words = (ctypes.c_int64 * len(BINDING))(*self._contents(n))
        pointer = ctypes.c_void_p
        self._kernel = ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(function.address)

    @property
    def address(self) -> int:
        """Where the words start that the adapters read."""
        return ctypes.addressof(self._words)

    @property
    def refused(self) -> int:
        """How often a value was not finite."""
        return int(self._words[BINDING.index("refused")])

    def __call__(
        self, t: float, y: np.ndarray, yp: np.ndarray | None = None, cj: float = 0.0
    ) -> np.ndarray:
        """Evaluate; return the value as one flat array."""
        value = np.zeros(self.value_size)
        self._cells["t"][0], self._cells["cj"][0] = t, cj
        y = np.ascontiguousarray(y, float)
        yp = y if yp is None else np.ascontiguousarray(yp, float)
        bases = (y.ctypes.data, yp.ctypes.data, value.ctypes.data)
        for slot, base, offset in self._patches:
            ctypes.c_void_p.from_address(slot).value = bases[base] + offset
        self._kernel(
            ctypes.addressof(self._in), ctypes.addressof(self._out), self._work.ctypes.data
        )
        return value

    def _pointers(
        self, arrays: tuple[Part | np.ndarray, ...], place: int = 0
    ) -> tuple[Any, list[tuple[int, int, int]]]:
        """Return a kernel's pointer array, and which of its slots the solver's vectors fill.

        place: where it stands, if it is there already.
        """
        kind = ctypes.c_void_p * max(len(arrays), 1)
        table = kind.from_address(place) if place else kind()
        patches = []
        for i, array in enumerate(arrays):
            if not isinstance(array, Part):
                table[i] = array.ctypes.data
            elif array.role in self._cells:
                table[i] = self._cells[array.role].ctypes.data
            else:
                slot = ctypes.addressof(table) + i * ctypes.sizeof(ctypes.c_void_p)
                patches.append((slot, _BASES[array.role], 8 * array.start))
        return table, patches

    def _contents(self, n: int) -> list[int]:
        words = {
            "kernel": self.function.address,
            "in": ctypes.addressof(self._in),
            "out": ctypes.addressof(self._out),
            "work": self._work.ctypes.data,
            "t_cell": self._cells["t"].ctypes.data,
            "cj_cell": self._cells["cj"].ctypes.data,
            "patches": len(self._patches),
            "patch_table": ctypes.addressof(self._table),
            "value_size": self.value_size,
            "matrix": self._matrix.ctypes.data,
            "n": n,
        }
        return [words.get(name, 0) for name in BINDING]


def _aligned_array(size: int) -> np.ndarray:
    """Return a work array that starts at a multiple of 64 bytes."""
    raw = np.zeros(size + 9)
    skip = (-raw.ctypes.data % 64) // 8
    return raw[skip : skip + max(size, 1)]
