"""Evaluating a kernel over many states: vectors of states, blocks over threads.

States are rows. A block of as many rows as the vectors of the processor have lanes is turned into
columns, evaluated, and turned back; the last block is filled up with its last row. Every lane does
the same arithmetic, so that a result depends neither on the place of its row nor on the threads.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.calling import (
    Refusal,
    aligned_array,
    native_function,
    pointers,
    real_arrays,
    refusal,
)
from sarrus.kernels.program import Port
from sarrus.late_dataclass import dataclass

WORTH = 8_000_000
"""Operations that are worth a thread of their own: to wake one takes as long as a fifth of them."""


@dataclass(frozen=True)
class BatchKernel:
    """A native function of blocks of states, and how to call it with rows.

    Call it with one array for each input: a row for every state, or one value that all share. It
    returns the rows of the output, or a tuple of outputs.
    """

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    operations: int
    width: int
    work_size: int
    address: int
    rows_address: int
    given: dict[str, np.ndarray]
    keeps: Any = field(repr=False, default=None)
    refused: Refusal = field(repr=False, default=refusal)
    _local: threading.local = field(repr=False, default_factory=threading.local)

    def __call__(
        self,
        *arrays: Any,
        threads: int | None = None,
        out: Sequence[np.ndarray] | None = None,
    ) -> Any:
        """Evaluate; threads: how many, by default as many as there are processors, or work for.

        out: arrays for the results, one for each output, instead of new ones: large ones cost more
        to get from the system than to fill.
        """
        n, rows = self._rows(arrays)
        shapes = [(n, *port.shape) for port in self.outputs]
        results = [np.empty(shape) for shape in shapes] if out is None else list(out)
        good = [x.flags.c_contiguous and x.dtype == np.float64 for x in results]
        if [x.shape for x in results] != shapes or not all(good):
            raise ValueError(f"out must be contiguous arrays of shapes {shapes}")
        parts = _parts(n, self.width, self._threads(n) if threads is None else threads)
        others = [_pool().submit(self._evaluate, rows, results, *part) for part in parts[1:]]
        self._evaluate(rows, results, *parts[0])
        for one in others:
            one.result()
        return results[0] if len(results) == 1 else tuple(results)

    def _threads(self, n: int) -> int:
        """Return how many threads are worth their while for so many rows."""
        return min(processors(), n * self.operations // WORTH)

    def _rows(self, arrays: Sequence[Any]) -> tuple[int, list[np.ndarray]]:
        """Return the number of states and the arrays, checked."""
        missing = self.inputs[len(arrays) :]
        filled = (*arrays, *(self.given[port.name] for port in missing if port.name in self.given))
        found = real_arrays(self.inputs, filled, self.refused)
        rows = [np.ascontiguousarray(array, dtype=float) for array in found]
        counts = set()
        for port, given, array in zip(self.inputs, found, rows, strict=True):
            if given.shape != port.shape and given.shape[1:] != port.shape:
                rule = f"must have shape {port.shape}, not {given.shape}; "
                more = "or one more dimension, for rows of states"
                raise self.refused(ValueError, f"'{port.name}'", rule + more)
            if array.ndim > len(port.shape):
                counts.add(len(array))
        if len(counts) != 1:
            rule = f"have different numbers of rows: {sorted(counts)}"
            raise self.refused(ValueError, "arrays", rule)
        return counts.pop(), rows

    def _evaluate(
        self, rows: list[np.ndarray], results: list[np.ndarray], first: int, last: int
    ) -> None:
        if first >= last:
            return
        block = self._block()
        strides = [
            port.size if array.ndim > len(port.shape) else 0
            for port, array in zip(self.inputs, rows, strict=True)
        ]
        steps = (ctypes.c_int64 * max(len(strides), 1))(*strides)
        _rows_function(self.rows_address)(
            *block.arguments, pointers(rows), pointers(results), steps, first, last
        )

    def _block(self) -> Block:
        """Return the arrays of this thread."""
        block: Block | None = getattr(self._local, "block", None)
        if block is None:
            block = self._local.block = Block(self)
        return block


class RowByRow(BatchKernel):
    """The same for a target whose kernels evaluate one state at a time."""

    def _evaluate(
        self, rows: list[np.ndarray], results: list[np.ndarray], first: int, last: int
    ) -> None:
        work, function = aligned_array(self.work_size), native_function(self.address)
        varies = [a.ndim > len(p.shape) for p, a in zip(self.inputs, rows, strict=True)]
        for i in range(first, last):
            given = [a[i] if v else a for a, v in zip(rows, varies, strict=True)]
            found = [result[i] for result in results]
            function(pointers(given), pointers(found), work.ctypes.data)


class Block:
    """Arrays for one block of states, and the pointers to them."""

    def __init__(self, kernel: BatchKernel) -> None:
        self.inputs = [_columns(kernel.width, port.size) for port in kernel.inputs]
        self.outputs = [_columns(kernel.width, port.size) for port in kernel.outputs]
        self.work = aligned_array(kernel.work_size)
        self.ins, self.outs = pointers(self.inputs), pointers(self.outputs)
        self.arguments = (
            ctypes.addressof(self.ins),
            ctypes.addressof(self.outs),
            self.work.ctypes.data,
        )


def _columns(width: int, size: int) -> np.ndarray:
    """Return an array for columns, with room behind it for whole squares."""
    return aligned_array(width * -(-size // width) * width)[: width * size]


def _parts(n: int, width: int, threads: int) -> list[tuple[int, int]]:
    """Return ranges of rows, whole blocks each, one for every thread."""
    blocks = -(-n // width)
    count = max(1, min(threads, blocks))
    ends = [min(n, width * (blocks * k // count)) for k in range(count + 1)]
    return [(a, b) for a, b in zip(ends[:-1], [*ends[1:-1], n], strict=True)]


@cache
def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@cache
def _rows_function(address: int) -> Any:
    """Return the function `rows` at an address; its call releases the interpreter lock."""
    kinds = [ctypes.c_void_p] * 6 + [ctypes.c_int64] * 2
    return ctypes.CFUNCTYPE(None, *kinds)(address)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="sarrus-batch")
