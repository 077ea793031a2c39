"""Equal steps of many states at once: blocks of lanes, each with inputs of its own.

A step kernel (y, t, ...) to (y_next, watch) of blocks is repeated without Python between. Lanes do
not know of each other: one whose watch falls too low, or whose state is not finite, is marked and
goes on, so that the others are as they would be alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from sarrus.kernels.batch import BatchKernel, Block, processors
from sarrus.kernels.native import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compiled,
    copy,
    native,
    run_kernel,
)

Y, NEW, TIME, WATCH, STORE, LOWEST = range(6)
T0, H, LIMIT = range(3)
N, FROM, TO, EVERY, WIDTH, KEPT = range(6)


@native
def marched(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    a: Pointers,
    failed: Ints,
    x: Floats,
    k: Ints,
) -> int:
    """Take steps FROM to TO of a block; `failed` gets the step that each lane fails in."""
    width = k[WIDTH]
    size = k[N] * width
    room = k[KEPT] * width
    kept = 0
    for step in range(k[FROM], k[TO]):
        t = x[T0] + float(step) * x[H]
        for lane in range(width):
            a[TIME][lane] = t
        run_kernel(f, ins, outs, work)
        for lane in range(width):
            watch = a[WATCH][lane]
            if watch < a[LOWEST][lane]:
                a[LOWEST][lane] = watch
            if not watch >= x[LIMIT] and failed[lane] < 0:
                failed[lane] = step
        copy(a[Y], a[NEW], size)
        if (step + 1) % k[EVERY] == 0:
            copy(at(a[STORE], kept * room), a[Y], room)
            kept += 1
    for lane in range(width):
        total = 0.0
        for i in range(k[N]):
            total += a[Y][i * width + lane] - a[Y][i * width + lane]
        if total != 0.0 and failed[lane] < 0:
            failed[lane] = k[TO]
    return 0


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
    n = len(y)
    found = Marched(np.empty((n, plan.kept, plan.size)), np.full(n, -1), np.ones(n))
    starts = range(0, n, kernel.width)

    def run(first: int) -> None:
        _block(kernel, y, given, plan, found, first)

    count = min(processors() if threads is None else threads, len(starts))
    if count <= 1:
        for first in starts:
            run(first)
    else:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(run, starts))
    return found


def _block(
    kernel: BatchKernel,
    y: np.ndarray,
    given: Mapping[str, np.ndarray],
    plan: March,
    found: Marched,
    first: int,
) -> None:
    """Take the steps of one block of lanes; lanes beyond the last repeat it."""
    width, (n, size) = kernel.width, y.shape
    lanes = np.minimum(np.arange(first, first + width), n - 1)
    block = Block(kernel)
    arrays = dict(zip([port.name for port in kernel.inputs], block.inputs, strict=True))
    results = dict(zip([port.name for port in kernel.outputs], block.outputs, strict=True))
    for port in kernel.inputs:
        if port.name in ("y", "t"):
            continue
        value = np.asarray(given[port.name], dtype=float)
        rows = value[lanes] if value.ndim > len(port.shape) else np.stack([value] * width)
        arrays[port.name][: rows.size] = rows.reshape(width, port.size).T.ravel()
    arrays["y"][...] = y[lanes].T.ravel()
    store = np.empty((max(plan.kept, 1), plan.size, width))
    lowest, failed = np.ones(width), np.full(width, -1, dtype=np.int64)
    named = [arrays["y"], results["y_next"], arrays["t"], results["watch"], store, lowest]
    a = np.array([array.ctypes.data for array in named], dtype=np.uint64)
    x = np.array([plan.t0, plan.h, plan.limit])
    k = np.array([size, plan.first, plan.last, plan.every, width, plan.size], dtype=np.int64)
    places = [array.ctypes.data for array in (a, failed, x, k)]
    compiled(marched)(kernel.address, *block.arguments, *places)
    count = min(width, n - first)
    found.y[first : first + count] = store[: plan.kept, :, :count].transpose(2, 0, 1)
    found.failed[first : first + count] = failed[:count]
    found.lowest[first : first + count] = lowest[:count]
