"""Comparison of the machine code of a sweep with an interpreter of its program, for one element."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.calling import pointers
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.shared.sweep import ANGLE, COLUMN, COSINE, OWN, ROW, SINE, UP, Place, Sweep

TOLERANCE = 1e-9
"""Largest difference, as part of the largest number of all outputs."""


def check_sweep(name: str, sweep: Sweep, call: Callable[..., None]) -> None:
    """Refuse code that does not do what the program says; `call` is the function of the sweep."""
    program, random = sweep.program, np.random.default_rng(20240229)
    values = [random.uniform(0.1, 0.9, port.shape) for port in program.inputs]
    expected = interpret(program, values)
    memory = _Memory(sweep)
    for place, value in zip(sweep.inputs, values, strict=True):
        memory.numbers(place, value.size)[:] = value.ravel()
    call(*memory.arguments())
    scale = max((float(np.max(np.abs(x), initial=0.0)) for x in expected), default=0.0)
    for port, place, value in zip(program.outputs, sweep.outputs, expected, strict=True):
        off = np.abs(memory.numbers(place, value.size) - value.ravel())
        if not np.all(off <= TOLERANCE * scale):
            raise KernelError(f"the shared code '{name}' of output '{port.name}' fails its test")


class _Memory:
    """The arrays of one element."""

    def __init__(self, sweep: Sweep) -> None:
        ports = [
            *zip(sweep.inputs, sweep.program.inputs, strict=True),
            *zip(sweep.outputs, sweep.program.outputs, strict=True),
        ]
        self.size = 1 + max((place.offset + port.size for place, port in ports), default=0)
        columns = [int(p.array.removeprefix(COLUMN)) for p, _ in ports if _is_column(p)]
        # angles, sines, cosines, the two records, and the arrays of velocities
        self.work = np.zeros(self.size * (6 + max(columns, default=0)))
        self.rows = np.zeros(self.size)
        self.places = np.array([0, 0, 0, 4 * self.size], dtype=np.int64)
        kernel = [p.array for p, _ in ports if p.array.startswith(("in", "out"))]
        count = 1 + max((_number(name) for name in kernel), default=0)
        self.ins = [np.zeros(self.size) for _ in range(count)]
        self.outs = [np.zeros(self.size) for _ in range(count)]

    def numbers(self, place: Place, size: int) -> np.ndarray:
        """Return the numbers of a place."""
        return self._array(place)[place.offset : place.offset + size]

    def _array(self, place: Place) -> np.ndarray:
        if place.array == ROW:
            return self.rows
        if place.array.startswith("in"):
            return self.ins[_number(place.array)]
        if place.array.startswith("out"):
            return self.outs[_number(place.array)]
        order: Sequence[str] = (ANGLE, SINE, COSINE, OWN, UP)
        if _is_column(place):
            k = len(order) + int(place.array.removeprefix(COLUMN))
        else:
            k = order.index(place.array)
        return self.work[k * self.size : (k + 1) * self.size]

    def arguments(self) -> tuple[Any, ...]:
        """Return the words of the call and the pointers to all arrays."""
        n = self.size
        tables = (self.places.ctypes.data, self.rows.ctypes.data, n)
        words = (0, 0, 1, *tables, 0, n, 3 * n, n, 5 * n, n)
        call = (ctypes.c_int64 * len(words))(*words)
        return call, pointers(self.ins), pointers(self.outs), self.work.ctypes.data


def _is_column(place: Place) -> bool:
    return place.array.startswith(COLUMN)


def _number(array: str) -> int:
    return int(array.removeprefix("in").removeprefix("out"))
