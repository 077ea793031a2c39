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
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.calling import Refusal, aligned, pointers, real_arrays, refusal
from sarrus.kernels.native import Code, Floats, Ints, Pointers, compiled, native, run_kernel
from sarrus.kernels.program import Port

FEWEST_ROWS = 512
"""Rows that are worth a thread of their own."""

FIRST, LAST, WIDTH, N_IN, N_OUT = range(5)


@native
def over_rows(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    rows: Pointers,
    results: Pointers,
    sizes: Ints,
    strides: Ints,
    k: Ints,
) -> int:
    """Evaluate rows FIRST to LAST; a stride of 0 is an input that all rows share."""
    width = k[WIDTH]
    start = k[FIRST]
    while start < k[LAST]:
        for p in range(k[N_IN]):
            source = rows[p]
            block = ins[p]
            size = sizes[p]
            if strides[p] > 0 or start == k[FIRST]:
                for lane in range(width):
                    row = start + lane
                    if row >= k[LAST]:
                        row = k[LAST] - 1
                    place = row * strides[p]
                    for i in range(size):
                        block[i * width + lane] = source[place + i]
        run_kernel(f, ins, outs, work)
        lanes = width
        if start + width > k[LAST]:
            lanes = k[LAST] - start
        for p in range(k[N_OUT]):
            result = results[p]
            found = outs[p]
            count = sizes[k[N_IN] + p]
            for lane in range(lanes):
                there = (start + lane) * count
                for i in range(count):
                    result[there + i] = found[i * width + lane]
        start += width
    return 0


@dataclass(frozen=True)
class BatchKernel:
    """A native function of blocks of states, and how to call it with rows.

    Call it with one array for each input: a row for every state, or one value that all share. It
    returns the rows of the output, or a tuple of outputs.
    """

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    width: int
    work_size: int
    address: int
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
        """Evaluate; threads: how many at most, by default as many as there are processors.

        out: arrays for the results, one for each output, instead of new ones: large ones cost more
        to get from the system than to fill.
        """
        n, rows = self._rows(arrays)
        shapes = [(n, *port.shape) for port in self.outputs]
        results = [np.empty(shape) for shape in shapes] if out is None else list(out)
        good = [x.flags.c_contiguous and x.dtype == np.float64 for x in results]
        if [x.shape for x in results] != shapes or not all(good):
            raise ValueError(f"out must be contiguous arrays of shapes {shapes}")
        parts = _parts(n, self.width, processors() if threads is None else threads)
        if len(parts) == 1:
            self._evaluate(rows, results, *parts[0])
        else:
            work = [_pool().submit(self._evaluate, rows, results, *part) for part in parts]
            for one in work:
                one.result()
        return results[0] if len(results) == 1 else tuple(results)

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
        shared = [
            array.ndim == len(port.shape) for port, array in zip(self.inputs, rows, strict=True)
        ]
        ports = (*self.inputs, *self.outputs)
        sizes = np.array([port.size for port in ports], dtype=np.int64)
        strides = np.where([*shared, *[False] * len(self.outputs)], 0, sizes)
        k = np.array([first, last, self.width, len(self.inputs), len(self.outputs)], dtype=np.int64)
        given, taken = pointers(rows), pointers(results)
        places = [ctypes.addressof(given), ctypes.addressof(taken)]
        places += [array.ctypes.data for array in (sizes, strides, k)]
        compiled(over_rows)(self.address, *block.arguments, *places)

    def _block(self) -> Block:
        """Return the arrays of this thread."""
        block: Block | None = getattr(self._local, "block", None)
        if block is None:
            block = self._local.block = Block(self)
        return block


class Block:
    """Arrays for one block of states, and the pointers to them."""

    def __init__(self, kernel: BatchKernel) -> None:
        self.inputs = [aligned(kernel.width * port.size) for port in kernel.inputs]
        self.outputs = [aligned(kernel.width * port.size) for port in kernel.outputs]
        self.work = aligned(kernel.work_size)
        self._ins, self._outs = pointers(self.inputs), pointers(self.outputs)
        self.arguments = (
            ctypes.addressof(self._ins),
            ctypes.addressof(self._outs),
            self.work.ctypes.data,
        )


def _parts(n: int, width: int, threads: int) -> list[tuple[int, int]]:
    """Return ranges of rows, whole blocks each, one for every thread that is worth it."""
    count = max(1, min(threads, n // FEWEST_ROWS))
    blocks = -(-n // width)
    ends = [min(n, width * (blocks * k // count)) for k in range(count + 1)]
    return [(a, b) for a, b in zip(ends[:-1], [*ends[1:-1], n], strict=True)]


@cache
def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="sarrus-batch")
