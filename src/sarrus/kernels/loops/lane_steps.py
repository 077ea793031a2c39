"""Equal steps of many states at once: blocks of lanes, each with inputs of its own.

A step kernel (y, t, ...) to (y_next, watch) of blocks is repeated without Python between. Lanes do
not know of each other: one whose watch falls too low, or whose state is not finite, is marked and
goes on, so that the others are as they would be alone.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

import numpy as np

from sarrus.kernels.batch import BatchKernel, Block
from sarrus.kernels.calling import aligned_array
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.native import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compile_function,
    copy,
    native,
    run_kernel,
)
from sarrus.kernels.program import Port
from sarrus.kernels.workers import processors, together
from sarrus.late_dataclass import dataclass

MOST_BLOCKS = 16
"""Blocks that one call steps through, so that Python takes little part."""
MOST_BYTES = 8_000_000
"""Kept states of one call, but for a single block."""


@native
def step_blocks(
    f: Code,
    blocks: int,
    ins: Pointers,
    inputs: int,
    outs: Pointers,
    spare: Floats,
    work: Floats,
    time: Floats,
    watch: Floats,
    lowest: Floats,
    failed: Ints,
    store: Floats,
    width: int,
    size: int,
    room: int,
    every: int,
    wait: int,
    first: int,
    last: int,
    t0: float,
    h: float,
    limit: float,
) -> None:
    """Take steps `first` to `last` of one block of lanes after the other.

    ins: addresses of so many inputs for each block. The first input of the kernel is the state, of
    `size` numbers a lane, and the first output the next one, at `spare`; they change places after
    every step, so that nothing is copied. lowest: gets the least watch; failed: the first step
    whose watch is not at least the limit, or the last one where a number of the last state is not
    finite. The state is kept, `room` numbers of it, after `wait` steps and then after `every`.
    """
    kept = 0
    for block in range(blocks):
        values = at(ins, block * inputs)
        low = at(lowest, block * width)
        bad = at(failed, block * width)
        y = values[0]
        new = spare
        left = wait
        for step in range(first, last):
            values[0] = y
            outs[0] = new
            t = t0 + float(step) * h
            for j in range(width):
                time[j] = t
            run_kernel(f, values, outs, work)
            for j in range(width):
                low[j] = watch[j] if watch[j] < low[j] else low[j]
                bad[j] = step if bad[j] < 0 and not watch[j] >= limit else bad[j]
            left -= 1
            if left == 0:
                copy(at(store, kept), new, room)
                kept += room
                left = every
            before = y
            y = new
            new = before
        if first < last:
            for j in range(width):
                off = 0.0
                for i in range(size):
                    off += y[i * width + j] - y[i * width + j]
                bad[j] = last if bad[j] < 0 and off != 0.0 else bad[j]


@dataclass(frozen=True)
class LaneStates:
    """States after every so many steps, (lanes, times, numbers); failed: lanes that did not do it.

    lowest: the least watch of each lane.
    """

    y: np.ndarray
    failed: np.ndarray
    lowest: np.ndarray


@dataclass(frozen=True)
class LanePlan:
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


def step_lanes(
    kernel: BatchKernel,
    y: np.ndarray,
    inputs: Mapping[str, np.ndarray],
    plan: LanePlan,
    threads: int | None = None,
) -> LaneStates:
    """Return the states of many lanes after their steps.

    y: a row for each lane; inputs: values of the other inputs but t, shared or a row for each lane.
    """
    work = _Blocks(kernel, y, inputs, plan)
    starts = range(0, work.count, work.together)
    left = iter(starts)  # of which each thread takes the next
    count = min(processors() if threads is None else threads, len(starts))

    def run() -> None:
        for first in left:
            work.run(first)

    together(run, count - 1)
    return work.states()


class _Blocks:
    """The blocks of a plan: their inputs as columns, and what is found."""

    def __init__(
        self, kernel: BatchKernel, y: np.ndarray, inputs: Mapping[str, np.ndarray], plan: LanePlan
    ) -> None:
        if kernel.inputs[0].name != "y" or kernel.outputs[0].name != "y_next":
            raise KernelError("the first input of a step is y, its first output y_next")
        self.kernel, self.plan, self.n = kernel, plan, len(y)
        width = kernel.width
        self.count = -(-self.n // width)
        state = 8 * width * plan.size * max(plan.kept, 1)
        self.together = max(1, min(MOST_BLOCKS, MOST_BYTES // max(state, 1)))
        self.y = np.empty((self.n, plan.kept, plan.size))
        self.lowest = np.ones(self.count * width)
        self.failed = np.full(self.count * width, -1, dtype=np.int64)
        rows = {**inputs, "y": y}
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
        columns = aligned_array(turned.size)[: turned.size].reshape(turned.shape)
        columns[...] = turned
        return columns

    def run(self, first: int) -> None:
        """Take the steps of the blocks from one on."""
        plan, kernel, width = self.plan, self.kernel, self.kernel.width
        workspace = self._workspace()
        count = min(self.together, self.count - first)
        ins = np.empty((count, len(kernel.inputs)), dtype=np.uint64)
        ins[:] = workspace.time.ctypes.data
        for k, columns in self.columns.items():
            number = np.arange(first, first + count) if len(columns) > 1 else 0
            ins[:, k] = columns.ctypes.data + number * columns[0].nbytes
        lane = 8 * width * first
        out, work = workspace.block.arguments[1:]
        places = (workspace.block.outputs[0].ctypes.data, work, *workspace.places)
        found = (self.lowest.ctypes.data + lane, self.failed.ctypes.data + lane)
        size = kernel.inputs[0].size
        wait = plan.every - plan.first % plan.every
        counts = (width, size, plan.size * width, plan.every, wait, plan.first, plan.last)
        compile_function(step_blocks)(
            *(kernel.address, count, ins.ctypes.data, ins.shape[1], out),
            *(*places, *found, workspace.store.ctypes.data, *counts),
            *(plan.t0, plan.h, plan.limit),
        )
        kept = workspace.store[:count, : plan.kept].transpose(0, 3, 1, 2)
        lanes = slice(first * width, min((first + count) * width, self.n))
        rows = kept.reshape(count * width, plan.kept, plan.size)
        self.y[lanes] = rows[: lanes.stop - lanes.start]

    def states(self) -> LaneStates:
        """Return what was found, of the lanes that were asked for."""
        return LaneStates(self.y, self.failed[: self.n], self.lowest[: self.n])

    def _workspace(self) -> _Workspace:
        """Return the place of work of this thread."""
        workspace: _Workspace | None = getattr(self._local, "workspace", None)
        if workspace is None:
            workspace = self._local.workspace = _Workspace(self)
        return workspace


class _Workspace:
    """Where one thread works on some blocks after the others."""

    def __init__(self, blocks: _Blocks) -> None:
        kernel, plan = blocks.kernel, blocks.plan
        self.block = Block(kernel)
        self.store = np.empty((blocks.together, max(plan.kept, 1), plan.size, kernel.width))
        self.time = self.block.inputs[[port.name for port in kernel.inputs].index("t")]
        watch = self.block.outputs[[port.name for port in kernel.outputs].index("watch")]
        self.places = (self.time.ctypes.data, watch.ctypes.data)
