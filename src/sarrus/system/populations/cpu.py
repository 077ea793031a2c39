"""Populations on this processor: vectors of states, and threads, behind the same calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.loops.lane_run import CROSSED, STOPPED
from sarrus.kernels.loops.lane_steps import LanePlan, step_lanes
from sarrus.late_dataclass import dataclass
from sarrus.system.populations.run import Asked, LaneResults

MOST_BYTES = 64_000_000
"""States that are held at a time, where every step is looked at."""


@dataclass(frozen=True)
class RunParts:
    """The kernels of runs: steps, projection of starts, what is looked at; None: not needed.

    begin: in place of the first `starting` steps, of multistep methods.
    """

    step: Kernel
    closing: Kernel | None = None
    sample: Kernel | None = None
    extreme: Kernel | None = None
    event: Kernel | None = None
    directions: tuple[int, ...] = ()
    begin: Kernel | None = None
    starting: int = 0

    def size(self, name: str) -> int:
        """Return how many numbers a kernel yields, 0 where there is none."""
        kernel: Kernel | None = getattr(self, name)
        return 0 if kernel is None else kernel.outputs[0].size


def run_here(parts: RunParts, asked: Asked, found: LaneResults) -> None:
    """Fill what is found with the runs of all lanes."""
    y = np.array(asked.y, dtype=float)
    if parts.closing is not None:
        for _ in range(asked.closings):
            closed = first_output(parts.closing, y, asked.t0, asked, slice(None))
            y[:, : closed.shape[1]] = closed
    lanes = np.arange(asked.n)
    found.least[...], found.greatest[...] = np.inf, -np.inf
    before = _look(parts, asked, found, lanes, y[:, None], 0, None)
    dense = parts.extreme is not None or parts.event is not None
    first = 0
    while first < asked.steps and len(lanes):
        each = max(1, MOST_BYTES // (8 * y.shape[1] * max(len(lanes), 1))) if dense else asked.every
        last = min(asked.steps, first + (each or asked.steps))
        last = min(last, parts.starting) if first < parts.starting else last
        rows, failed, lowest = _rows_after(parts, asked, lanes, y, first, last, dense)
        low = found.carried["lowest"]
        low[lanes] = np.minimum(low[lanes], lowest)
        bad = failed >= 0
        if np.any(bad) and not dense:  # where it stopped is looked at step by step
            some = lanes[bad]
            rows_bad, where, _ = _rows_after(parts, asked, some, y[bad], first, last, True)
            _stop(asked, found, some, y[bad], rows_bad, where, first)
        elif np.any(bad):
            steps = np.arange(first + 1, last + 1)
            rows[(failed[:, None] >= 0) & (steps > failed[:, None])] = np.nan
            _stop(asked, found, lanes[bad], y[bad], rows[bad], failed[bad], first)
        if dense:
            before = _look(parts, asked, found, lanes, rows, first + 1, before)
        elif asked.every and last % asked.every == 0:
            _sample(parts, asked, found, lanes[~bad], rows[~bad], last)
        y = rows[:, -1]
        going = found.carried["why"][lanes] == 0
        y, lanes = y[going], lanes[going]
        before = None if before is None else before[going]
        first = last
        asked.report(slice(0, asked.n), last)
    found.y[lanes] = y
    found.carried["reached"][lanes] = asked.steps
    found.carried["ended"][lanes] = asked.t0 + asked.steps * asked.h


def _rows_after(
    parts: RunParts, asked: Asked, lanes: np.ndarray, y: np.ndarray, first: int, last: int,
    dense: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Return states at every step or the last, the step at which each lane failed, the watch."""
    values = {n: v[lanes] if n in asked.varied else v for n, v in asked.inputs.items()}
    values["h"] = np.array([asked.h])
    plan = LanePlan(asked.t0, asked.h, first, last, 1 if dense else last, asked.limit, y.shape[1])
    kernel = parts.step if parts.begin is None or first >= parts.starting else parts.begin
    found = step_lanes(kernel.many(), y, values, plan)
    failed = found.failed.copy()
    off = ~np.all(np.isfinite(found.y), axis=2)
    odd = np.any(off, axis=1)
    if dense:  # the first state that is not finite, where the watch has not failed before
        where = first + np.argmax(off, axis=1)
        failed = np.where(odd & ((failed < 0) | (failed > where)), where, failed)
    else:
        failed = np.where(odd & (failed < 0), first, failed)
    return found.y, failed, found.lowest


def _stop(
    asked: Asked, found: LaneResults, lanes: np.ndarray, y: np.ndarray, rows: np.ndarray,
    failed: np.ndarray, first: int,
) -> None:  # fmt: skip
    """Let lanes end before the step that failed, unless an event has ended them."""
    for k, lane in enumerate(lanes):
        done = int(failed[k]) - first
        found.y[lane] = y[k] if done == 0 else rows[k, done - 1]
        found.carried["why"][lane] = STOPPED
        found.carried["reached"][lane] = failed[k]
        found.carried["ended"][lane] = asked.t0 + failed[k] * asked.h


def first_output(
    kernel: Kernel, y: np.ndarray, t: Any, asked: Asked, lanes: Any, times: int = 1
) -> np.ndarray:
    """Return a kernel's first output for rows y at times t; each lane has so many rows."""
    own = next(port.size for port in kernel.inputs if port.name == "y")
    values: dict[str, Any] = {"y": y[:, :own], "t": np.broadcast_to(t, (len(y),)).reshape(-1, 1)}
    for port in kernel.inputs:
        if port.name not in values:
            entries = asked.inputs[port.name]
            if port.name in asked.varied:
                entries = np.repeat(entries[lanes], times, axis=0)
            values[port.name] = entries
    found = kernel.call(*[values[port.name] for port in kernel.inputs])
    return np.asarray(found[0] if isinstance(found, tuple) else found)


def _sample(
    parts: RunParts,
    asked: Asked,
    found: LaneResults,
    lanes: np.ndarray,
    rows: np.ndarray,
    step: int,
) -> None:
    if parts.sample is not None and len(lanes):
        t = asked.t0 + step * asked.h
        found.samples[lanes, step // asked.every] = first_output(
            parts.sample, rows[:, -1], t, asked, lanes
        )


def _look(
    parts: RunParts, asked: Asked, found: LaneResults, lanes: np.ndarray, rows: np.ndarray,
    first: int, before: np.ndarray | None,
) -> np.ndarray | None:  # fmt: skip
    """Keep what is asked for of states at steps from `first` on; return the last event values.

    An event ends a lane at the step after it.
    """
    count, times = len(lanes), rows.shape[1]
    steps = first + np.arange(times)
    t = asked.t0 + steps * asked.h
    inside = np.all(np.isfinite(rows), axis=2)
    carried: Mapping[str, np.ndarray] = found.carried
    last = before
    if parts.event is not None:
        flat = rows.reshape(count * times, -1)
        g = first_output(parts.event, flat, np.tile(t, count), asked, lanes, times)
        g = g.reshape(count, times, -1)
        old = np.concatenate([g[:, :1] if before is None else before[:, None], g[:, :-1]], axis=1)
        sign = np.array(parts.directions)
        up = (old < 0.0) & (g >= 0.0) & (sign >= 0)
        down = (old > 0.0) & (g <= 0.0) & (sign <= 0)
        crossed = (up | down) & inside[:, :, None]
        hit = np.any(crossed, axis=2)
        for k in np.flatnonzero(np.any(hit, axis=1)):
            j = int(np.argmax(hit[k]))
            which = crossed[k, j]
            part = np.min(old[k, j, which] / (old[k, j, which] - g[k, j, which]))
            lane = lanes[k]
            carried["why"][lane], carried["reached"][lane] = CROSSED, float(steps[j])
            carried["ended"][lane] = t[j] - (1.0 - min(part, 1.0)) * asked.h
            found.y[lane] = rows[k, j]
            inside[k, j + 1 :] = False
        last = g[:, -1]
    if parts.extreme is not None:
        w = first_output(parts.extreme, rows.reshape(count * times, -1), np.tile(t, count), asked,
                      lanes, times).reshape(count, times, -1)  # fmt: skip
        mask = inside[:, :, None]
        found.least[lanes] = np.minimum(found.least[lanes], np.where(mask, w, np.inf).min(axis=1))
        found.greatest[lanes] = np.maximum(
            found.greatest[lanes], np.where(mask, w, -np.inf).max(axis=1)
        )
    if parts.sample is not None and asked.every:
        for j in np.flatnonzero(steps % asked.every == 0).tolist():
            some = inside[:, j]
            found.samples[lanes[some], steps[j] // asked.every] = first_output(
                parts.sample, rows[some, j], t[j], asked, lanes[some]
            )
    return last
