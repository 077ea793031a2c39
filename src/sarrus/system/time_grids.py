"""Times of runs and drives: where they end, equal steps, the states that are kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.resources import require_memory
from sarrus.system.checks import is_positive, numbers
from sarrus.system.text_numbers import seconds

MOST = 1e12
"""Steps or states of a run; more than this is a mistake."""

FEW = 100_000
"""Times for which nobody asks how much memory is free."""


def end_of(until: Any, start: float) -> float:
    """Return the time at which a simulation ends: a finite number after the start."""
    end = float(until) if isinstance(until, Real) else math.nan
    if not math.isfinite(end):
        rule = "must be a time in seconds, a finite number"
        raise ModelError(Problem("S08", "until", rule, f"{until!r}"[:80]))
    if not end > start:
        rule = f"is not after the start at {start:g} s"
        raise ModelError(Problem("S08", "until", rule, f"{end:g}"))
    return end


def count_of(what: str, size: float, kind: str, n: float) -> int:
    """Return how many whole steps or states n are, which must be possible."""
    if not n <= MOST:
        raise ModelError(Problem("S08", what, f"makes more than {MOST:g} {kind}", f"{size:g} s"))
    return int(n)


def equal_times(spacing: float, n: int) -> np.ndarray:
    """Return the times 0, spacing, ... n spacing; refuses more than there is memory for."""
    if n > FEW:
        for_what = f"the times of {n + 1:,} states, one every {spacing:g} s"
        action = "give a larger spacing (every), or an earlier end"
        require_memory("every", 16.0 * (n + 1), for_what, action)
    return spacing * np.arange(n + 1)


def last_time(times: Any) -> float | None:
    """Return the last of given times, None where there is none."""
    found = numbers("times", seconds("times", times))
    return float(np.max(found)) if np.size(found) else None


def driving_times(until: Any, every: Any, times: Any) -> np.ndarray:
    """Return the times at which a driven mechanism is solved: none goes back, at least one."""
    if times is None:
        spacing = end_of(until, 0.0) / 200 if every is None else every
        if not is_positive(spacing):
            raise ModelError(Problem("S08", "every", "must be a positive number", f"{every!r}"))
        n = count_of("every", spacing, "states", np.round(end_of(until, 0.0) / spacing))
        return equal_times(spacing, n)
    found = numbers("times", seconds("times", times))
    if found.ndim != 1 or not found.size or np.any(np.diff(found) < 0.0):
        rule = "must be one or more numbers in a row, none less than the one before"
        raise ModelError(Problem("S08", "times", rule, repr(times)[:80]))
    return found


def kept_times(start: float, until: float, every: float | None) -> np.ndarray:
    """Return the times of the states kept: start + k every, exactly, and the end."""
    until = end_of(until, start)
    spacing = (until - start) / 200 if every is None else min(float(every), until - start)
    n = count_of("every", spacing, "states", (until - start) / spacing * (1.0 + 1e-12))
    times = start + equal_times(spacing, n)
    if until - times[-1] > 1e-9 * spacing:
        return np.append(times, until)
    times[-1] = until
    return times


def increasing_times(start: float, settings: Mapping[str, Any]) -> np.ndarray:
    """Return the times at which states are wanted: they increase, from the start on."""
    other = [name for name in ("until", "every") if settings.get(name) is not None]
    if other:
        rule = f"say which states are kept, and so {' and '.join(other)} cannot be given too"
        raise ModelError(Problem("S08", "times", rule, action="leave one of them out"))
    found = numbers("times", seconds("times", settings["times"]))
    if found.ndim != 1 or not found.size or np.any(np.diff(found) <= 0.0):
        rule = "must be numbers in a row, each greater than the one before"
        raise ModelError(Problem("S08", "times", rule, repr(settings["times"])[:80]))
    if found[0] < start or not found[-1] > start:
        rule = f"must not be before the start at {start:g} s, and the last one after it"
        raise ModelError(Problem("S08", "times", rule, f"{found[0]:g} to {found[-1]:g} s"))
    return found


def steps_at(start: float, times: np.ndarray, step: float | None) -> tuple[float, np.ndarray]:
    """Return the step size, and after how many equal steps from the start each time comes."""
    h = needed_step(step)
    count_of("step", h, "steps", np.round((times[-1] - start) / h))
    k = np.round((times - start) / h).astype(np.int64)
    off = np.abs(start + k * h - times)
    wrong = off > 1e-9 * h * np.maximum(k, 1)
    if np.any(wrong):
        first = float(times[wrong][0])
        rule = f"has {first:.9g} s, which is no whole number of steps of {h:g} s from the start"
        action = "choose times on the steps, another step, or method='auto'"
        raise ModelError(Problem("S08", "times", rule, action=action))
    return h, k


def needed_step(step: float | None) -> float:
    """Return the size of equal steps, which must be given."""
    if step is None:
        action = "for instance step=1e-3, or use method='auto'"
        raise ModelError(Problem("S08", "step", "is needed by a fixed-step method", action=action))
    return step


def fixed_grid(
    start: float, until: float, step: float | None, every: float | None
) -> tuple[float, int, int]:
    """Return step size, number of steps, and how many steps there are between states kept."""
    step = needed_step(step)
    until = end_of(until, start)
    steps = count_of("step", step, "steps", np.round((until - start) / step))
    if steps < 1 or abs(steps * step - (until - start)) > 1e-9 * step * steps:
        raise ModelError(
            Problem("S08", "step", f"does not divide {until - start:g} s evenly", f"{step:g} s")
        )
    stride = max(1, steps // 200) if every is None else round(min(every / step, steps + 1))
    if every is not None and stride <= steps and abs(stride * step - every) > 1e-9 * every:
        raise ModelError(
            Problem("S08", "every", f"is not a multiple of the step {step:g} s", f"{every:g} s")
        )
    return step, steps, stride
