"""One number of a quantity over time, with its derivative by each sample.

A quantity e is known at the times t of a run. Every reduction here is, near given samples, a smooth
function of them: `weights` is its gradient. A maximum is the top of the parabola through the
largest sample and its neighbours, at the time t*; since the parabola is level there, the
derivative by a sample is the Lagrange polynomial of that sample at t*. An integral is the sum of
parabolas over the steps of the run, whatever their sizes. Where a time stands twice, at an event,
quantities may jump, and nothing reaches across.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np

from sarrus.late_dataclass import dataclass

Weights = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Reduction:
    """A number of samples e at times t: `value(t, e)`, and its gradient `weights(t, e)`.

    word: as it is written; unit_power: what it does to the unit, (of e, of s); peaks: whether it
    is a largest or smallest value, so that windows of time have one each; sign: +1 for the largest
    value, -1 for the smallest, 0 for the largest magnitude; at: the time, where it is one value.
    """

    word: str
    unit_power: tuple[int, int] = (1, 0)
    sign: int | None = None
    at: float | None = None

    @property
    def peaks(self) -> bool:
        """Whether it is a largest or smallest value, or the largest magnitude."""
        return self.sign is not None

    def value(self, t: np.ndarray, e: np.ndarray) -> float:
        """Return the number."""
        if self.word == "rms":
            w = quadrature(t)
            return float(np.sqrt(max(w @ (e * e), 0.0) / np.sum(w)))
        return float(self.weights(t, e) @ e)

    def weights(self, t: np.ndarray, e: np.ndarray) -> np.ndarray:
        """Return the derivative of the number by each sample."""
        if self.at is not None:
            return interpolation(t, self.at)
        if self.sign is not None:
            return peak_weights(t, e, self.sign)
        return _WEIGHTS[self.word](t, e)


def quadrature(t: np.ndarray) -> np.ndarray:
    """Return the weights w of an integral, sum of w e, by parabolas over the steps.

    Over each step the mean of the two parabolas through its ends and a neighbour is integrated,
    which is of fourth order for equal steps.
    """
    return _quadrature(np.ascontiguousarray(t, dtype=float).tobytes())


@lru_cache(maxsize=16)  # the runs of an optimization mostly have the same times
def _quadrature(times: bytes) -> np.ndarray:
    t = np.frombuffer(times)
    w = np.zeros(len(t))
    for first, stop in _pieces(t):
        _add_piece(w[first:stop], t[first:stop])
    w.setflags(write=False)
    return w


def _pieces(t: np.ndarray) -> list[tuple[int, int]]:
    """Return the ranges of samples between which time goes on, from event to event."""
    cuts = np.flatnonzero(np.diff(t) <= 0.0) + 1
    ends = [0, *cuts.tolist(), len(t)]
    return [(a, b) for a, b in pairwise(ends) if b > a]


def _add_piece(w: np.ndarray, t: np.ndarray) -> None:
    """Add the weights of one piece; w: a view of them."""
    n = len(t)
    if n < 3:
        if n == 2:
            w += 0.5 * (t[1] - t[0])
        return
    h = np.diff(t)
    for k in range(n - 1):
        places = [j for j in (k - 1, k) if 0 <= j <= n - 3]
        for j in places:
            w[j : j + 3] += _parabola_integral(t[j : j + 3], t[k], t[k] + h[k]) / len(places)


def _parabola_integral(x: np.ndarray, a: float, b: float) -> np.ndarray:
    """Return the integrals from a to b of the three Lagrange polynomials of the nodes x."""
    found = np.empty(3)
    for i in range(3):
        p, q = np.delete(x, i) - a  # exact by Simpson's rule: the polynomials are of degree two
        scale = (x[i] - a - p) * (x[i] - a - q)
        h = b - a
        found[i] = h / 6.0 * (p * q + 4.0 * (0.5 * h - p) * (0.5 * h - q) + (h - p) * (h - q))
        found[i] /= scale
    return found


def interpolation(t: np.ndarray, at: float) -> np.ndarray:
    """Return the weights of the value at a time: a cubic through the nearest samples.

    At an instant that stands twice, the value after the event is meant. Beyond the first and the
    last sample there is no value.
    """
    if not covers(t, at):
        return np.full(len(t), np.nan)
    w = np.zeros(len(t))
    k = int(np.searchsorted(t, at, side="right")) - 1
    k = min(max(k, 0), len(t) - 1)
    first, stop = next((a, b) for a, b in _pieces(t) if a <= k < b)
    low = min(max(k - 1, first), max(stop - 4, first))
    places = np.arange(low, min(low + 4, stop))
    w[places] = _lagrange(t[places], at)
    return w


def covers(t: np.ndarray, at: float) -> bool:
    """Tell whether a time is within those of a motion, to rounding."""
    near = 1e-9 * max(abs(float(t[0])), abs(float(t[-1])), 1e-12)
    return bool(t[0] - near <= at <= t[-1] + near)


def _lagrange(x: np.ndarray, at: float) -> np.ndarray:
    """Return the Lagrange polynomials of the nodes x at a place."""
    found = np.ones(len(x))
    for i in range(len(x)):
        for j in range(len(x)):
            if i != j:
                found[i] *= (at - x[j]) / (x[i] - x[j])
    return found


def peak_weights(t: np.ndarray, e: np.ndarray, sign: int) -> np.ndarray:
    """Return the weights of the largest value; sign: -1 of the smallest, 0 of the magnitude.

    Of all parabolas about samples that are larger than their neighbours, the highest top counts.
    """
    sides = (1.0, -1.0) if sign == 0 else (float(sign),)
    found = max((_highest(t, side * e, side) for side in sides), key=lambda one: one[0])
    _, side, places, weights = found
    w = np.zeros(len(t))
    w[places] = weights if sign else side * weights
    return w


def _highest(
    t: np.ndarray, e: np.ndarray, side: float
) -> tuple[float, float, np.ndarray, np.ndarray]:
    """Return the highest top of samples, the side, the samples that it is made of, and weights."""
    k = int(np.argmax(e))
    best = (float(e[k]), side, np.array([k]), np.ones(1))
    rises = np.diff(e) > 0.0
    inner = np.flatnonzero(rises[:-1] & ~rises[1:]) + 1
    for k in inner.tolist():
        places = np.arange(k - 1, k + 2)
        if t[k] - t[k - 1] <= 0.0 or t[k + 1] - t[k] <= 0.0:
            continue  # an event between them
        weights = _lagrange(t[places], peak_time(t[places], e[places]))
        top = float(weights @ e[places])
        if top > best[0]:
            best = (top, side, places, weights)
    return best


def peak_time(t: np.ndarray, e: np.ndarray) -> float:
    """Return where the parabola through three samples is level, between the outer two.

    The middle sample is the largest or the smallest of the three.
    """
    left, right = t[1] - t[0], t[2] - t[1]
    rise, fall = (e[1] - e[0]) / left, (e[2] - e[1]) / right
    bend = rise - fall
    if bend == 0.0:
        return float(t[1])
    # slopes at the middles of the two intervals, between which it vanishes linearly
    early, late = t[1] - 0.5 * left, t[1] + 0.5 * right
    at = early + rise / bend * (late - early)
    return float(min(max(at, t[0]), t[2]))


def windows(count: int, pieces: int) -> list[slice]:
    """Return parts of the samples that overlap by one step, so that no peak falls between them."""
    if count <= 3 or pieces <= 1:
        return [slice(0, count)]
    edges = np.unique(np.linspace(0, count - 1, min(pieces, (count - 1) // 2) + 1).astype(int))
    return [slice(max(int(a) - 1, 0), min(int(b) + 2, count)) for a, b in pairwise(edges)]


def _of_range(t: np.ndarray, e: np.ndarray) -> np.ndarray:
    return peak_weights(t, e, 1) - peak_weights(t, e, -1)


def _of_mean(t: np.ndarray, e: np.ndarray) -> np.ndarray:
    w = quadrature(t)
    return w / np.sum(w) if np.sum(w) else np.full(len(t), 1.0 / len(t))


def _of_rms(t: np.ndarray, e: np.ndarray) -> np.ndarray:
    w = _of_mean(t, e)
    size = np.sqrt(max(w @ (e * e), 0.0))
    return w * e / size if size else np.zeros(len(t))


def _unit_vector(place: int) -> Weights:
    def weights(t: np.ndarray, e: np.ndarray) -> np.ndarray:
        w = np.zeros(len(t))
        w[place] = 1.0
        return w

    return weights


_WEIGHTS: dict[str, Weights] = {
    "range": _of_range,
    "mean": _of_mean,
    "rms": _of_rms,
    "integral": lambda t, e: quadrature(t),
    "final": _unit_vector(-1),
    "initial": _unit_vector(0),
}

WORDS: dict[str, Reduction] = {
    "max": Reduction("max", sign=1),
    "min": Reduction("min", sign=-1),
    "max abs": Reduction("max abs", sign=0),
    "mean": Reduction("mean"),
    "rms": Reduction("rms"),
    "range": Reduction("range"),
    "integral": Reduction("integral", (1, 1)),
    "final": Reduction("final"),
    "initial": Reduction("initial"),
}
"""What is taken of a quantity over time."""
ALSO: dict[str, str] = {"peak": "max abs", "last": "final", "first": "initial"}
"""Other words for the same, those of sweeps."""


def at_time(t: float) -> Reduction:
    """Return the value at a time [s]."""
    return Reduction("at", at=float(t))
