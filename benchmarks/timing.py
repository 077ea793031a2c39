"""Timing that the benchmarks share: native loops, interleaved rounds, tables of text."""

from __future__ import annotations

import ctypes
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rows import Time

from sarrus.kernels import Kernel
from sarrus.kernels.batch import BatchKernel, Block
from sarrus.kernels.calling import Buffers
from sarrus.kernels.targets.llvm import machine

LOOP = """
define void @repeat(ptr %kernel, i64 %n, ptr %in, ptr %out, ptr %work) {
entry:
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  call void %kernel(ptr %in, ptr %out, ptr %work)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done
done:
  ret void
}
"""
"""Calls a kernel n times from machine code, so that Python takes no part in the time."""

ROUND = 0.02
"""Seconds that one measurement should take."""

Measurement = Callable[[], float]
"""Runs a piece of work often and returns the seconds of one run."""


@cache
def _loop() -> tuple[Any, Any]:
    keeps = machine.Loaded(machine.object_code(LOOP))
    address = keeps.address("repeat")
    pointer = ctypes.c_void_p
    kind = ctypes.CFUNCTYPE(None, pointer, ctypes.c_int64, pointer, pointer, pointer)
    return kind(address), keeps


def native(kernel: Kernel, inputs: Sequence[np.ndarray]) -> Measurement:
    """Return the measurement of a kernel in a native loop; inputs that are left out are zero."""
    loop, _ = _loop()
    buffers = Buffers(kernel.inputs, kernel.outputs, kernel.work_size)
    for buffer, array in zip(buffers.inputs, inputs, strict=False):
        buffer[...] = array

    def run(n: int) -> float:
        started = time.perf_counter()
        loop(ctypes.c_void_p(kernel.address), n, *buffers.arguments)
        return time.perf_counter() - started

    return _of(run)


def block(kernel: BatchKernel, inputs: Sequence[np.ndarray]) -> Measurement:
    """Return the measurement of a kernel of lanes in a native loop, for one of them."""
    loop, _ = _loop()
    lanes = Block(kernel)
    for columns, rows in zip(lanes.inputs, inputs, strict=False):
        columns[...] = rows[: kernel.width].T.ravel()

    def run(n: int) -> float:
        started = time.perf_counter()
        loop(ctypes.c_void_p(kernel.address), n, *map(ctypes.c_void_p, lanes.arguments))
        return time.perf_counter() - started

    one = _of(run)
    return lambda: one() / kernel.width


def call(function: Callable[..., Any], *arguments: Any) -> Measurement:
    """Return the measurement of a Python call."""

    def run(n: int) -> float:
        rounds = range(n)
        started = time.perf_counter()
        for _ in rounds:
            function(*arguments)
        return time.perf_counter() - started

    return _of(run)


def _of(run: Callable[[int], float]) -> Measurement:
    run(1)  # loads what it needs
    n = 1
    while (spent := run(n)) < ROUND / 4:
        n *= 2
    n = max(1, round(n * ROUND / spent))
    return lambda: run(n) / n


def once(work: Callable[[], Any]) -> Measurement:
    """Return the measurement of a single run of a longer piece of work."""
    return lambda: elapsed(work)


def elapsed(work: Callable[[], Any]) -> float:
    """Return the seconds of a piece of work."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def interleaved(work: Mapping[str, Measurement], rounds: int = 7) -> dict[str, Time]:
    """Return the times of each, measured in turns so that all meet the same disturbances."""
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, measure in work.items():
            found[name].append(measure())
    return {name: Time.of(repeats) for name, repeats in found.items()}


def processor() -> str:
    """Return the name of the processor."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def heading(title: str) -> str:
    """Return the title with the machine and the versions that it was measured with."""
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    where = f"{processor()}, {platform.system()} {platform.machine()}, {versions}"
    return (
        f"{title}\n{where}\nmedians of several rounds in turns; other work on the machine disturbs"
    )


def table(title: str, rows: Sequence[Sequence[Any]]) -> str:
    """Return rows, of which the first is the head, with columns aligned to the right."""
    text = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in text) for k in range(len(text[0]))]
    lines = [
        "  "
        + "  ".join(
            f"{c:>{w}}" if k else f"{c:<{w}}"
            for k, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in text
    ]
    return "\n".join([title, lines[0], "  " + "-" * (len(lines[0]) - 2), *lines[1:]])


def micro(seconds: Time | float | None) -> str:
    """Return seconds, the median of a time, as microseconds with three digits."""
    if seconds is None:
        return "n/a"
    return f"{(seconds.median if isinstance(seconds, Time) else seconds) * 1e6:.3g}"


def times(ratio: float | None, digits: str = ".2f") -> str:
    """Return a ratio, n/a where the other program is missing."""
    return "n/a" if ratio is None else format(ratio, digits)
