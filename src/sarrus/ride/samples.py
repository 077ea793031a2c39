"""Samples of a signal, checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem

EVEN = 1e-6
"""Steps of evenly spaced samples differ by less than this part of a step."""


def samples(where: str, t: Any, a: Any, fewest: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return times and values as arrays; rows that are not usable are refused by number."""
    try:
        times, values = real_array(t), real_array(a)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ModelError(Problem("N14", where, f"needs numbers: {problem}")) from None
    if times.ndim != 1 or values.shape != times.shape or len(times) < fewest:
        rule = f"needs at least {fewest} samples, and as many values as times"
        value = f"shapes {times.shape} and {values.shape}"
        raise ModelError(Problem("N14", where, rule, value))
    bad = ~np.isfinite(times) | ~np.isfinite(values)
    bad[1:] |= ~(times[1:] > times[:-1])
    if np.any(bad):
        row = int(np.argmax(bad))
        value = f"({times[row]:g}, {values[row]:g})"
        rule = "is not finite or not increasing"
        raise ModelError(Problem("N14", f"{where} row {row}", rule, value))
    return times, values


def even_samples(
    where: str, t: Any, a: Any, fewest: int = 2
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return times, values and step of evenly spaced samples; others are refused."""
    times, values = samples(where, t, a, fewest)
    step = (times[-1] - times[0]) / (len(times) - 1)
    off = abs(np.diff(times) - step)
    row = int(np.argmax(off))
    if off[row] > EVEN * step + 4.0 * np.spacing(max(abs(times[0]), abs(times[-1]))):
        problem = Problem(
            "N14",
            f"{where} row {row + 1}",
            f"is not evenly spaced: {times[row + 1] - times[row]:g} after the row before it, "
            f"while the mean is {step:g}",
            action="sample on an even grid first, such as history.at(np.arange(t0, t1, 0.002))",
        )
        raise ModelError(problem)
    return times, values, float(step)
