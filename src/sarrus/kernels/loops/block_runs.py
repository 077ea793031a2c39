"""Whole runs of equal steps of many states here: blocks of lanes, what `run_lane` does for one.

A block of lanes takes its steps together. What is asked for (samples of channels, their least and
greatest values, events, the last state) is looked at after each of them, while the block is in the
cache, so that nothing else is kept. A lane that an event has ended, or whose step is singular or
not finite, keeps its state and is not looked at any more; the others go on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.kernels.batch import BatchKernel, Block
from sarrus.kernels.calling import aligned_array
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.loops.lane_run import CROSSED, DONE, STOPPED
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)
from sarrus.kernels.workers import processors, together
from sarrus.late_dataclass import dataclass

MOST_BLOCKS = 16
"""Blocks that one call steps through, so that Python takes little part."""
MOST_BYTES = 8_000_000
"""Samples of one call, but for a single block."""
MOST_STEPS = 50_000
"""Steps of blocks that one call takes, so that the caller is heard in between."""


@record
class BlockRun(Record):
    """Steps number `first` to `last` of size h, counted from t0, of so many blocks of lanes.

    begins: whether this is the first piece. An array of a block has the numbers of lane 0 to
    width - 1 side by side; those of the next block follow. states: n numbers; varied: n_varied
    inputs that lanes have of their own, copied to `own`, where kernels read them. step, begin,
    sample, extreme and event are the kernels of `LaneRun`, of blocks; `starting`, `every`, limit,
    `directions` are its numbers. samples: `kept` times n_samples numbers; least, greatest:
    n_extremes; before: n_events values at the step before. lowest, ended, reached, why: a number
    of each lane, as there.
    """

    t0: float
    h: float
    limit: float
    blocks: int
    width: int
    n: int
    n_varied: int
    n_samples: int
    n_extremes: int
    n_events: int
    starting: int
    first: int
    last: int
    every: int
    kept: int
    begins: int
    states: Floats
    varied: Floats
    samples: Floats
    least: Floats
    greatest: Floats
    before: Floats
    lowest: Floats
    ended: Floats
    reached: Floats
    why: Ints
    directions: Ints
    time: Floats
    y: Floats
    y_next: Floats
    watch: Floats
    own: Floats
    sampled: Floats
    shown: Floats
    values: Floats
    step: KernelCall
    begin: KernelCall
    sample: KernelCall
    extreme: KernelCall
    event: KernelCall


@native
def run_blocks(s: BlockRun) -> None:
    """Take the steps of one block after the other."""
    for b in range(s.blocks):
        lane = b * s.width
        copy(s.y, at(s.states, lane * s.n), s.n * s.width)
        copy(s.own, at(s.varied, lane * s.n_varied), s.n_varied * s.width)
        going = 0
        for j in range(s.width):
            if s.why[lane + j] == DONE:
                going += 1
        step = s.first
        look = s.begins
        while going > 0:
            t = s.t0 + float(step) * s.h
            for j in range(s.width):
                s.time[j] = t
            if look > 0:
                going -= observe_block(s, lane, step)
            look = 1
            if step >= s.last or going == 0:
                break
            if step < s.starting:
                run_kernel(s.begin)
            else:
                run_kernel(s.step)
            going -= stop_lanes(s, lane, step)
            copy(s.y, s.y_next, s.n * s.width)
            step += 1
        for j in range(s.width):
            if s.why[lane + j] == DONE:
                s.reached[lane + j] = float(step)
                s.ended[lane + j] = s.time[j]
                keep_lane(s, lane, j)


@native
def keep_lane(s: BlockRun, lane: int, j: int) -> None:
    """Keep the state of one lane of the block that begins with a lane."""
    for i in range(s.n):
        s.states[lane * s.n + i * s.width + j] = s.y[i * s.width + j]


@native
def stop_lanes(s: BlockRun, lane: int, step: int) -> int:
    """End lanes whose step is singular or not finite, before it, and return how many."""
    found = 0
    for j in range(s.width):
        if s.why[lane + j] == DONE:
            watch = s.watch[j]
            if watch < s.lowest[lane + j]:
                s.lowest[lane + j] = watch
            total = 0.0  # finite where all numbers are
            for i in range(s.n):
                total += s.y_next[i * s.width + j]
            if not watch >= s.limit or total - total != 0.0:
                s.why[lane + j] = STOPPED
                s.reached[lane + j] = float(step)
                s.ended[lane + j] = s.time[j]
                keep_lane(s, lane, j)
                found += 1
    return found


@native
def observe_block(s: BlockRun, lane: int, step: int) -> int:
    """Keep what is asked for of the states at a step; return how many lanes an event ends there."""
    if s.every > 0 and step % max(s.every, 1) == 0:
        run_kernel(s.sample)
        first = (lane * s.kept + step // max(s.every, 1) * s.width) * s.n_samples
        for i in range(s.n_samples):
            for j in range(s.width):
                if s.why[lane + j] == DONE:
                    s.samples[first + i * s.width + j] = s.sampled[i * s.width + j]
    if s.n_extremes > 0:
        run_kernel(s.extreme)
        first = lane * s.n_extremes
        for i in range(s.n_extremes):
            for j in range(s.width):
                k = i * s.width + j
                if s.why[lane + j] == DONE:
                    if s.shown[k] < s.least[first + k]:
                        s.least[first + k] = s.shown[k]
                    if s.shown[k] > s.greatest[first + k]:
                        s.greatest[first + k] = s.shown[k]
    ended = 0
    if s.n_events > 0:
        run_kernel(s.event)
        old = at(s.before, lane * s.n_events)
        for j in range(s.width):
            part = 2.0
            for i in range(s.n_events):
                k = i * s.width + j
                up = old[k] < 0.0 and s.values[k] >= 0.0 and s.directions[i] >= 0
                down = old[k] > 0.0 and s.values[k] <= 0.0 and s.directions[i] <= 0
                if up or down:
                    part = min(part, old[k] / (old[k] - s.values[k]))
                old[k] = s.values[k]
            if part < 2.0 and s.why[lane + j] == DONE and (s.begins == 0 or step > s.first):
                s.why[lane + j] = CROSSED
                s.reached[lane + j] = float(step)
                s.ended[lane + j] = s.time[j] - (1.0 - min(part, 1.0)) * s.h
                keep_lane(s, lane, j)
                ended += 1
    return ended


@dataclass(frozen=True)
class RunKernels:
    """The kernels of blocks of a run, as `LaneRun` has them; None: not needed."""

    step: BatchKernel
    begin: BatchKernel | None = None
    sample: BatchKernel | None = None
    extreme: BatchKernel | None = None
    event: BatchKernel | None = None

    @property
    def named(self) -> dict[str, BatchKernel]:
        """Those that there are, by name."""
        every = {
            name: getattr(self, name) for name in ("step", "begin", "sample", "extreme", "event")
        }
        return {name: kernel for name, kernel in every.items() if kernel is not None}

    def size(self, name: str) -> int:
        """Return how many numbers a kernel yields, 0 where there is none."""
        kernel = getattr(self, name)
        return 0 if kernel is None else int(kernel.outputs[0].size)


@dataclass(frozen=True)
class RunPlan:
    """`steps` steps of size h from t0; samples after every so many, 0: never; see `LaneRun`."""

    t0: float
    h: float
    steps: int
    every: int
    limit: float
    starting: int = 0
    directions: tuple[int, ...] = ()

    @property
    def kept(self) -> int:
        """Samples of each lane."""
        return self.steps // self.every + 1 if self.every else 0


@dataclass(frozen=True)
class LanesFound:
    """What is found of each lane, a row each: see `LaneRun`. What comes in is written over."""

    y: np.ndarray
    samples: np.ndarray
    least: np.ndarray
    greatest: np.ndarray
    lowest: np.ndarray
    ended: np.ndarray
    reached: np.ndarray
    why: np.ndarray


def run_lanes(
    kernels: RunKernels,
    plan: RunPlan,
    inputs: Mapping[str, np.ndarray],
    varied: frozenset[str],
    found: LanesFound,
    report: Callable[[int], None] = lambda lanes: None,
    threads: int | None = None,
) -> None:
    """Run all lanes from the states `found.y`, and fill what is found.

    inputs: values of the inputs but y, t and h, for all, or a row for each lane (`varied`); report:
    told how many lanes are done, by the thread that has called.
    """
    work = _Lanes(kernels, plan, inputs, varied, found)
    count = min(processors() if threads is None else threads, len(work.starts))
    left = iter(work.starts)  # of which each thread takes the next
    caller, done = threading.get_ident(), [0]

    def run() -> None:
        for first in left:
            lanes = work.run(first)
            done[0] += lanes
            if threading.get_ident() == caller:
                report(min(done[0], work.n))

    together(run, count - 1)
    report(work.n)


class _Lanes:
    """The lanes of a run: their inputs, and where each thread works on some blocks."""

    def __init__(
        self,
        kernels: RunKernels,
        plan: RunPlan,
        inputs: Mapping[str, np.ndarray],
        varied: frozenset[str],
        found: LanesFound,
    ) -> None:
        if len({kernel.width for kernel in kernels.named.values()}) > 1:
            raise KernelError("the kernels of a run are of blocks of one width")
        self.kernels, self.plan, self.found = kernels, plan, found
        self.n, self.width = len(found.y), kernels.step.width
        read = {port.name for kernel in kernels.named.values() for port in kernel.inputs}
        self.shared = {k: v for k, v in inputs.items() if k in read and k not in varied}
        self.shared["h"] = np.array([plan.h])
        self.varied = {k: v.reshape(self.n, -1) for k, v in inputs.items() if k in varied & read}
        blocks = -(-self.n // self.width)
        sampled = 8 * self.width * plan.kept * kernels.size("sample")
        each = min(MOST_BLOCKS, MOST_BYTES // max(sampled, 1), -(-blocks // processors()))
        self.blocks = max(1, each)
        self.starts = range(0, self.n, self.blocks * self.width)
        self._local = threading.local()

    def run(self, first: int) -> int:
        """Run the lanes of some blocks from one on, and return how many they are."""
        space: _Space | None = getattr(self._local, "space", None)
        if space is None:
            space = self._local.space = _Space(self)
        lanes = slice(first, min(first + self.blocks * self.width, self.n))
        space.run(lanes)
        return lanes.stop - lanes.start


class _Bound:
    """A kernel with its arrays, for a field of a record."""

    def __init__(self, kernel: BatchKernel, block: Block) -> None:
        self.kernel, self.block = kernel, block
        self.arguments = (kernel.address, *block.arguments)


class _Space:
    """Where one thread runs some blocks."""

    def __init__(self, lanes: _Lanes) -> None:
        self.lanes = lanes
        kernels, plan, width = lanes.kernels, lanes.plan, lanes.width
        n, blocks = lanes.found.y.shape[1], lanes.blocks
        sizes = {name: rows.shape[1] for name, rows in lanes.varied.items()}
        counts = {name: kernels.size(name) for name in ("sample", "extreme", "event")}
        per_block = {
            "states": n, "varied": sum(sizes.values()), "samples": plan.kept * counts["sample"],
            "least": counts["extreme"], "greatest": counts["extreme"], "before": counts["event"],
            "lowest": 1, "ended": 1, "reached": 1,
        }  # fmt: skip
        self.arrays = {name: np.zeros((blocks, size, width)) for name, size in per_block.items()}
        self.arrays["why"] = np.zeros((blocks, 1, width), dtype=np.int64)
        own = {"time": 1, "y": n, "own": per_block["varied"]}
        parts: dict[str, Any] = {k: aligned_array(max(size, 1) * width) for k, size in own.items()}
        places, begin = {}, 0
        for name, size in sizes.items():
            places[name] = parts["own"][begin * width :]
            begin += size
        places |= {"y": parts["y"], "t": parts["time"]}
        outputs = {"sample": "sampled", "extreme": "shown", "event": "values"}
        for name, kernel in kernels.named.items():
            block = Block(kernel)
            for k, port in enumerate(kernel.inputs):
                if port.name in places:
                    block.ins[k] = places[port.name].ctypes.data
                else:
                    value = np.asarray(lanes.shared[port.name], dtype=float).reshape(-1, 1)
                    block.inputs[k].reshape(port.size, width)[...] = value
            parts[name] = _Bound(kernel, block)
            if name in outputs:
                parts[outputs[name]] = block.outputs[0]
        step = parts["step"]
        watch = [port.name for port in kernels.step.outputs].index("watch")
        parts |= {"y_next": step.block.outputs[0], "watch": step.block.outputs[watch]}
        if kernels.begin is not None:  # both yield their numbers in the same places
            for k in range(len(kernels.begin.outputs)):
                parts["begin"].block.outs[k] = step.block.outputs[k].ctypes.data
        self.record = BlockRun(
            t0=plan.t0, h=plan.h, limit=plan.limit, width=width, n=n,
            n_varied=per_block["varied"], n_samples=counts["sample"],
            n_extremes=counts["extreme"], n_events=counts["event"], starting=plan.starting,
            every=plan.every if kernels.sample is not None else 0, kept=plan.kept,
        )  # fmt: skip
        directions = np.array(plan.directions, dtype=np.int64)
        self.record.bind(directions=directions, **self.arrays, **parts)

    def run(self, lanes: slice) -> None:
        """Run some lanes; those that fill the last block up are as the last one."""
        found, plan, arrays, s = self.lanes.found, self.lanes.plan, self.arrays, self.record
        count = lanes.stop - lanes.start
        s.blocks = -(-count // self.lanes.width)
        self._fill("states", found.y[lanes])
        if self.lanes.varied:
            rows = [values[lanes] for values in self.lanes.varied.values()]
            self._fill("varied", np.concatenate(rows, axis=1))
        for name, value in (("samples", np.nan), ("least", np.inf), ("greatest", -np.inf),
                            ("before", 0.0), ("lowest", 1.0), ("why", DONE)):  # fmt: skip
            arrays[name][...] = value
        each = max(1, MOST_STEPS // s.blocks)
        call = compile_function(run_blocks)
        for first in range(0, max(plan.steps, 1), each):
            s.first, s.last, s.begins = first, min(first + each, plan.steps), int(first == 0)
            call(s.address)
        found.y[lanes] = self._rows("states", count)
        for name in ("samples", "least", "greatest", "lowest", "ended", "reached", "why"):
            room = getattr(found, name)[lanes]
            if room.size:
                room[...] = self._rows(name, count).reshape(room.shape)

    def _fill(self, name: str, rows: np.ndarray) -> None:
        """Put rows into the columns of blocks; the last one fills the rest up."""
        array = self.arrays[name]
        blocks, size, width = self.record.blocks, array.shape[1], self.lanes.width
        every = rows[np.minimum(np.arange(blocks * width), len(rows) - 1)]
        array[:blocks] = every.reshape(blocks, width, size).swapaxes(1, 2)

    def _rows(self, name: str, count: int) -> np.ndarray:
        """Return the rows of some lanes from the columns of blocks."""
        array = self.arrays[name]
        return array.swapaxes(1, 2).reshape(-1, array.shape[1])[:count]
