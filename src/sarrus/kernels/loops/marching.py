"""Equal steps of many states at once: blocks of lanes, each with inputs of its own.

A step kernel (y, t, ...) to (y_next, watch) of blocks is repeated without Python between. Lanes do
not know of each other: one whose watch falls too low, or whose state is not finite, is marked and
goes on, so that the others are as they would be alone.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels import llvm
from sarrus.kernels.batch import BatchKernel, Block, processors
from sarrus.kernels.calling import aligned
from sarrus.kernels.code.lanes import Lanes
from sarrus.kernels.code.march_text import march_text
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.program import Port


@cache
def _march(width: int) -> Any:
    """Return the function `march`; its call releases the interpreter lock."""
    address, keeps = llvm.loaded(llvm.assembled(march_text(Lanes(width))), "march")
    kinds = [ctypes.c_void_p] * 9 + [ctypes.c_int64] * 5 + [ctypes.c_double] * 3
    function = ctypes.CFUNCTYPE(None, *kinds)(address)
    function.code = keeps  # type: ignore[attr-defined]
    return function


@dataclass(frozen=True)
class Marched:
    """States after every so many steps, (lanes, times, numbers); failed: lanes that did not do it.

    lowest: the least watch of each lane.
    """

    y: np.ndarray
    failed: np.ndarray
    lowest: np.ndarray


@dataclass(frozen=True)
class March:
    """Steps number `first` to `last` of size h, counted from t0.

    Every `every`-th state is kept, `size` numbers of it; limit: the watch below which a lane fails.
    """

    t0: float
    h: float
    first: int
    last: int
    every: int
    limit: float
    size: int

    @property
    def kept(self) -> int:
        """How many states are kept."""
        return self.last // self.every - self.first // self.every


def march(
    kernel: BatchKernel,
    y: np.ndarray,
    given: Mapping[str, np.ndarray],
    plan: March,
    threads: int | None = None,
) -> Marched:
    """Return the states of many lanes after their steps.

    y: a row for each lane; given: values of the other inputs but t, shared or a row for each lane.
    """
    work = _Blocks(kernel, y, given, plan)
    starts = range(0, len(y), kernel.width)
    count = min(processors() if threads is None else threads, len(starts))
    if count <= 1:
        for first in starts:
            work.run(first)
    else:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(work.run, starts))
    return work.found


class _Blocks:
    """The blocks of a march: their inputs as columns, and what is found."""

    def __init__(
        self, kernel: BatchKernel, y: np.ndarray, given: Mapping[str, np.ndarray], plan: March
    ) -> None:
        if kernel.inputs[0].name != "y" or kernel.outputs[0].name != "y_next":
            raise KernelError("the first input of a step is y, its first output y_next")
        self.kernel, self.plan, self.n = kernel, plan, len(y)
        n = self.n
        self.found = Marched(np.empty((n, plan.kept, plan.size)), np.full(n, -1), np.ones(n))
        rows = {**given, "y": y}
        self.columns = {
            k: self._columns(port, rows[port.name])
            for k, port in enumerate(kernel.inputs)
            if port.name != "t"
        }
        self._local = threading.local()

    def _columns(self, port: Port, value: np.ndarray) -> np.ndarray:
        """Return an input for all blocks, or for the one that all share; the last row fills up."""
        width = self.kernel.width
        array = np.asarray(value, dtype=float)
        rows = array.reshape(len(array) if array.ndim > len(port.shape) else 1, port.size)
        lanes = np.minimum(np.arange(-(-len(rows) // width) * width), len(rows) - 1)
        turned = rows[lanes].reshape(len(lanes) // width, width, port.size).swapaxes(1, 2)
        columns = aligned(turned.size)[: turned.size].reshape(turned.shape)
        columns[...] = turned
        return columns

    def run(self, first: int) -> None:
        """Take the steps of the block that begins with a lane."""
        plan, found, width = self.plan, self.found, self.kernel.width
        bench = self._bench()
        for k, columns in self.columns.items():
            bench.block.ins[k] = columns[min(first // width, len(columns) - 1)].ctypes.data
        end = bench.marched(plan, self.columns[0][first // width])
        lanes = slice(first, min(first + width, self.n))
        count = lanes.stop - first
        found.y[lanes] = bench.store[: plan.kept, :, :count].transpose(2, 0, 1)
        bench.failed[(bench.failed < 0) & ~np.isfinite(end).all(axis=0)] = plan.last
        found.failed[lanes] = bench.failed[:count]
        found.lowest[lanes] = bench.lowest[:count]

    def _bench(self) -> _Bench:
        """Return the place of work of this thread."""
        bench: _Bench | None = getattr(self._local, "bench", None)
        if bench is None:
            bench = self._local.bench = _Bench(self.kernel, self.plan)
        return bench


class _Bench:
    """Where one thread works on one block after the other."""

    def __init__(self, kernel: BatchKernel, plan: March) -> None:
        width = kernel.width
        self.kernel, self.block = kernel, Block(kernel)
        self.store = np.empty((max(plan.kept, 1), plan.size, width))
        self.lowest, self.failed = np.ones(width), np.full(width, -1, dtype=np.int64)
        names = [port.name for port in kernel.inputs]
        results = [port.name for port in kernel.outputs]
        time = self.block.inputs[names.index("t")]
        watch = self.block.outputs[results.index("watch")]
        arrays = (time, watch, self.lowest, self.failed, self.store)
        self._places = [array.ctypes.data for array in arrays]

    def marched(self, plan: March, y: np.ndarray) -> np.ndarray:
        """Take the steps from y, whose place the next state takes by turns; return the last."""
        new = self.block.outputs[0]
        self.block.outs[0] = new.ctypes.data
        self.lowest[...], self.failed[...] = 1.0, -1
        wait = plan.every - plan.first % plan.every
        counts = (plan.size * self.kernel.width * 8, plan.every, wait, plan.first, plan.last)
        numbers = (plan.t0, plan.h, plan.limit)
        march = _march(self.kernel.width)
        march(self.kernel.address, *self.block.arguments, *self._places, *counts, *numbers)
        return new.reshape(y.shape) if (plan.last - plan.first) % 2 else y
