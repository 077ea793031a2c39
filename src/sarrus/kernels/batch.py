"""Evaluating a kernel over many states: vectors of states, pieces over threads.

The first index of every array counts the states. Where the numbers of a state stand side by side
(rows), a block of as many states as the vectors of the processor have lanes is turned into columns,
evaluated, and turned back; where the states of a number do (columns, as in Fortran), blocks are
read and written as they are. The last block is filled up with its last state. Every lane does the
same arithmetic, so that a result depends neither on the layout, nor on the place of its state, nor
on the threads.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache, cached_property
from typing import Any

import numpy as np

from sarrus.kernels.background import Tiered
from sarrus.kernels.calling import (
    Refusal,
    aligned_array,
    pointers,
    real_arrays,
    refusal,
)
from sarrus.kernels.layout import (
    PAST_THE_CACHE,
    column_pairs,
    given_results,
    input_layout,
    is_columns,
    new_results,
    result_order,
    streams,
)
from sarrus.kernels.program import Port
from sarrus.kernels.workers import processors, together
from sarrus.late_dataclass import dataclass

WORTH = 2_000_000
"""Operations that are worth a thread of their own, a twentieth of a millisecond."""
MOST_LAYOUTS = 64
"""Layouts of arrays that are remembered, after which they are made anew."""
INPUT_WORDS, OUTPUT_WORDS, ROOM = 2, 6, 4
"""Words of a layout for each input and output, and which of the latter is a block's address."""
PIECES = 8
"""Into how many pieces the states of a thread are cut, so that all end at the same time."""


@dataclass(frozen=True)
class BatchKernel:
    """A native function of blocks of states, and how to call it with many.

    Call it with one array for each input: a row for every state, or one value that all share. It
    returns the rows of the output, or a tuple of outputs. zeros: for each output, the numbers of it
    that are zero whatever the inputs.
    """

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    operations: int
    width: int
    work_size: int
    address: int
    rows_address: int
    defaults: dict[str, np.ndarray]
    keeps: Any = field(repr=False, default=None)
    refused: Refusal = field(repr=False, default=refusal)
    zeros: tuple[tuple[int, ...], ...] = ()
    _local: threading.local = field(repr=False, default_factory=threading.local)
    _layouts: dict[Any, Any] = field(repr=False, default_factory=dict)

    def __call__(
        self,
        *arrays: Any,
        threads: int | None = None,
        out: Sequence[np.ndarray] | None = None,
        order: str = "K",
        compressed: bool = False,
    ) -> Any:
        """Evaluate; threads: how many, by default as many as there are processors, or work for.

        out: arrays for the results, one for each output, instead of new ones: large ones cost more
        to get from the system than to fill; order: that of new ones in memory, "C" for rows, "F"
        for columns, "K" as the inputs have it; compressed: of every output only the numbers that
        are not `zeros`, (n, count).
        """
        n, rows = self._rows(arrays)
        shapes = [
            (n, len(self.numbers[k])) if compressed else (n, *port.shape)
            for k, port in enumerate(self.outputs)
        ]
        if out is None:
            results = new_results(shapes, result_order(order, self.inputs, rows, self.refused))
        else:
            results = given_results(out, shapes, rows[: len(arrays)], self.refused)
        written = [x if _is_direct(x) else np.empty(x.shape) for x in results]
        if n:
            count = self._threads(n) if threads is None else threads
            self._share(rows, written, n, count, compressed)
        for result, found in zip(results, written, strict=True):
            if found is not result:
                result[...] = found
        return results[0] if len(results) == 1 else tuple(results)

    @cached_property
    def numbers(self) -> list[np.ndarray]:
        """For each output, its numbers that are not always zero, by their place."""
        found = []
        for k, port in enumerate(self.outputs):
            zeros = self.zeros[k] if self.zeros else ()
            other = np.ones(port.size, dtype=bool)
            other[list(zeros)] = False
            found.append(np.flatnonzero(other).astype(np.int64))
        return found

    def _threads(self, n: int) -> int:
        """Return how many threads are worth their while for so many states."""
        return min(processors(), n * self.operations // WORTH)

    def _rows(self, arrays: Sequence[Any]) -> tuple[int, list[np.ndarray]]:
        """Return the number of states and the arrays, checked, as native code can read them."""
        missing = self.inputs[len(arrays) :]
        filled = (
            *arrays,
            *(self.defaults[port.name] for port in missing if port.name in self.defaults),
        )
        found = real_arrays(self.inputs, filled, self.refused)
        counts = set()
        for port, array in zip(self.inputs, found, strict=True):
            if array.shape != port.shape and array.shape[1:] != port.shape:
                rule = f"must have shape {port.shape}, not {array.shape}; "
                more = "or one more dimension, for rows of states"
                raise self.refused(ValueError, f"'{port.name}'", rule + more)
            if array.ndim > len(port.shape):
                counts.add(len(array))
        if len(counts) != 1:
            rule = f"have different numbers of rows: {sorted(counts)}"
            raise self.refused(ValueError, "arrays", rule)
        pairs = zip(self.inputs, found, strict=True)
        return counts.pop(), [
            x if x.ndim > len(port.shape) and _is_direct(x) else np.ascontiguousarray(x, float)
            for port, x in pairs
        ]

    def _share(
        self,
        rows: list[np.ndarray],
        results: list[np.ndarray],
        n: int,
        threads: int,
        compressed: bool,
    ) -> None:
        """Evaluate all states in some threads, each of which takes the next piece."""
        threads = max(1, min(threads, -(-n // self.width)))
        words = self._words(rows, results, n, compressed)
        taken = np.zeros(1, dtype=np.int64)
        piece = -(-n // (threads * PIECES if threads > 1 else 1))
        piece = -(-piece // self.width) * self.width
        ins, outs = pointers(rows), pointers(results)
        last = (taken.ctypes.data, piece, n)
        function = _rows_function(self.rows_address)

        def work() -> None:
            block = self._block()
            layout = words if not compressed else _with_rooms(words, len(rows), block)
            function(*block.arguments, ins, outs, layout, *last)

        together(work, threads - 1)

    def _words(
        self, rows: list[np.ndarray], results: list[np.ndarray], n: int, compressed: bool
    ) -> Any:
        """Return the words that tell native code how arrays lie in memory; see `llvm.rows`."""
        past = [array.nbytes >= PAST_THE_CACHE and streams(array, self.width) for array in results]
        key = (n > 1, compressed, *past, *[x.strides for x in rows], *[x.strides for x in results])
        found = self._layouts.get(key)
        if found is not None:
            return found[0]
        words: list[int] = []
        tables: list[np.ndarray] = []
        for port, array in zip(self.inputs, rows, strict=True):
            step, places = input_layout(port, array)
            tables.append(places)
            words += [step, places.ctypes.data if len(places) else 0]
        for k, (port, array) in enumerate(zip(self.outputs, results, strict=True)):
            chosen = self.numbers[k]
            pairs = chosen[:0]
            if is_columns(array):
                pairs = column_pairs(chosen, array, compressed, self.width)
            tables.append(pairs)
            some = compressed and len(chosen) < port.size
            step = array.strides[0] // 8 if n > 1 else array[0].size
            words += [step, pairs.ctypes.data if len(pairs) else 0]
            words += [len(pairs) // 2 or (len(chosen) if some else port.size)]
            words += [chosen.ctypes.data if some else 0, 0, int(past[k])]
        made = (ctypes.c_int64 * max(len(words), 1))(*words)
        if len(self._layouts) >= MOST_LAYOUTS:
            self._layouts.clear()
        self._layouts[key] = made, tables
        return made

    def _block(self) -> Block:
        """Return the arrays of this thread."""
        block: Block | None = getattr(self._local, "block", None)
        if block is None:
            block = self._local.block = Block(self)
        return block


def _with_rooms(words: Any, n_inputs: int, block: Block) -> Any:
    """Return words of a layout with the addresses of a thread's blocks for chosen numbers."""
    own = type(words)(*words)
    for k, room in enumerate(block.rooms):
        own[INPUT_WORDS * n_inputs + OUTPUT_WORDS * k + ROOM] = room.ctypes.data
    return own


def _is_direct(array: np.ndarray) -> bool:
    """Return whether native code can read or write an array as it lies in memory."""
    if array.dtype != np.float64 or not array.dtype.isnative or not array.flags.aligned:
        return False
    rows = array.ndim > 1 and len(array) > 0 and array[0].flags.c_contiguous
    return bool(array.flags.c_contiguous or rows or is_columns(array))


class RowByRow(BatchKernel):
    """The same by a kernel that evaluates one state at a time."""

    def _share(
        self,
        rows: list[np.ndarray],
        results: list[np.ndarray],
        n: int,
        threads: int,
        compressed: bool,
    ) -> None:
        from sarrus.kernels.loops.row_by_row import row_function

        run, every = row_function(), zip(self.inputs, rows, strict=True)
        entries = [np.ascontiguousarray(array, dtype=float) for array in rows]
        single = [array.ndim == len(port.shape) for port, array in every]
        found = [np.empty((n, *port.shape)) for port in self.outputs]
        ports = (*self.inputs, *self.outputs)
        steps = np.array([port.size for port in ports], dtype=np.int64)
        steps[: len(entries)][single] = 0
        size = -(-n // (max(threads, 1) * PIECES)) if threads > 1 else n
        pieces = iter(range(0, n, size))  # `next` of it is one step of Python: threads share it

        def work() -> None:
            space = aligned_array(self.work_size)
            for first in pieces:
                ins, outs = _from(entries, steps, first), _from(found, steps[len(entries) :], first)
                counts = (len(entries), len(found), min(size, n - first))
                run(self.address, ins, outs, steps.ctypes.data, space.ctypes.data, *counts)

        together(work, threads - 1)
        for k, (result, values) in enumerate(zip(results, found, strict=True)):
            result[...] = values.reshape(n, -1)[:, self.numbers[k]] if compressed else values


def _from(arrays: list[np.ndarray], steps: np.ndarray, first: int) -> Any:
    """Return the addresses of arrays from a row on, so many numbers being a row."""
    begins = [array.__array_interface__["data"][0] for array in arrays]
    found = [at + 8 * first * int(step) for at, step in zip(begins, steps, strict=False)]
    return (ctypes.c_void_p * max(len(arrays), 1))(*found)


class BeginningRows:
    """Many states one by one at first, and by the kernel of many once it has been made.

    Both give the same bits. one: the kernel of one state, by whatever tier; lanes: makes that of
    many. What is asked for one by one is counted, as calls of an interpreted kernel are
    (`background`): the watcher compiles where that pays, and so does a call with so many rows that
    to wait for the compiler is shorter.
    """

    def __init__(self, one: RowByRow, lanes: Callable[[], BatchKernel]) -> None:
        self.calls, self._one, self._made = 0, one, list[BatchKernel]()
        self.tiered = Tiered(one.operations, self, lambda: self._made.append(lanes()))

    @property
    def replaced(self) -> bool:
        """Whether the kernel of many is there."""
        return bool(self._made)

    def __call__(self, *arrays: Any, compressed: bool = False, **how: Any) -> Any:
        """Evaluate; see `BatchKernel`."""
        if not self._made:
            self.calls += max((len(x) for x in arrays if np.ndim(x)), default=0)
            if compressed or self.tiered.is_worth_compiling:  # what is zero is known to the lanes
                self.tiered.compile()
        kernel = self._made[0] if self._made else self._one
        return kernel(*arrays, compressed=compressed, **how)


class Block:
    """Arrays for one block of states, and the pointers to them; outputs are zero at first."""

    def __init__(self, kernel: BatchKernel) -> None:
        self.inputs = [_columns(kernel.width, port.size) for port in kernel.inputs]
        self.outputs = [_columns(kernel.width, port.size) for port in kernel.outputs]
        some = [k < len(kernel.zeros) and bool(kernel.zeros[k]) for k in range(len(kernel.outputs))]
        self.rooms = [
            _columns(kernel.width, port.size if chosen else 0)
            for port, chosen in zip(kernel.outputs, some, strict=True)
        ]
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


@cache
def _rows_function(address: int) -> Any:
    """Return the function `rows` at an address; its call releases the interpreter lock."""
    kinds = [ctypes.c_void_p] * 7 + [ctypes.c_int64] * 2
    return ctypes.CFUNCTYPE(None, *kinds)(address)
