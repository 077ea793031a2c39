"""Smooth paths through points, run through at an even speed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import ROWS, rows
from sarrus.robotics.trajectory.piecewise import Piecewise
from sarrus.robotics.trajectory.polynomial import hermite
from sarrus.robotics.trajectory.position_path import PositionPath
from sarrus.robotics.trajectory.spline import cubic_pieces
from sarrus.spatial.arrays import Array, Scalar

EVEN = 1e-9
"""How far the speed may be from even, as a part of it."""

PARTS = 8
"""Pieces of the arc length between two points, before they are halved where need be."""

MOST = 2**16
"""Pieces of the arc length at most."""

GAUSS = 12
"""Places at which the length of each piece is measured."""

Axes = tuple[Piecewise, Piecewise, Piecewise]


@dataclass(frozen=True, eq=False)
class SplinePath(PositionPath):
    """A cubic spline of the chord length u through points, p(u), with u(h) by its arc length.

    u(h) is a quintic in each of many pieces, with the exact du/dh = L/|dp/du| and d2u/dh2 at their
    ends. Pieces are halved until |dp/dh| differs from the length L by less than 1e-9 of it; a path
    with a cusp, where this fails, is refused. The path is not bent at its ends (no second
    derivative).
    """

    along: Axes
    chord: Piecewise
    measured: float
    via: tuple[float, ...]

    @staticmethod
    def through(points: Any) -> SplinePath:
        """Return the path through points [m], one per row."""
        p = rows("SplinePath / points", points, 3)
        chords = np.linalg.norm(np.diff(p, axis=0), axis=1)
        if np.any(chords == 0.0):
            k = int(np.argmin(chords)) + 1
            rule = "is the same as the row before it"
            raise ModelError(Problem(ROWS, f"SplinePath / points row {k}", rule, str(p[k])))
        u = np.concatenate([[0.0], np.cumsum(chords)])
        pieces = cubic_pieces(u, p, None, None)
        x, y, z = (Piecewise.of(_knots_beyond_end(u), pieces[:, :, k]) for k in range(3))
        at, reached = _chord_and_arc_lengths((x, y, z), u)
        chord = _even((x, y, z), at, reached)
        via = [float(reached[at.searchsorted(inner)] / reached[-1]) for inner in u[1:-1]]
        return SplinePath((x, y, z), chord, float(reached[-1]), tuple(via))

    @property
    def length(self) -> float:
        return self.measured

    @property
    def knots(self) -> tuple[float, ...]:
        return self.via

    def at(self, h: Scalar) -> Array:
        u = self.chord(h)
        return np.array([axis(u) for axis in self.along])

    def slope(self, h: Scalar) -> Array:
        u, du = self.chord(h), self.chord.rate(h)
        return np.array([axis.rate(u) * du for axis in self.along])

    def curvature(self, h: Scalar) -> Array:
        u, du, ddu = self.chord(h), self.chord.rate(h), self.chord.acceleration(h)
        return np.array(
            [axis.acceleration(u) * du * du + axis.rate(u) * ddu for axis in self.along]
        )


def _chord_and_arc_lengths(along: Axes, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return chord lengths, close enough for even speed between them, and arc lengths there."""
    parts = [np.linspace(a, b, PARTS + 1)[:-1] for a, b in pairwise(u)]
    at = np.append(np.concatenate(parts), u[-1])
    while True:
        lengths = _lengths(along, at)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # at a cusp
            uneven = ~(_unevenness(along, at, lengths) <= EVEN)
        if not np.any(uneven):
            return at, np.concatenate([[0.0], np.cumsum(lengths)])
        if len(at) > MOST or np.min(np.diff(at)) < 1e-9 * u[-1]:
            k = int(u.searchsorted(at[int(np.argmax(uneven))], side="right"))
            rule = "has a cusp before or after it, where no even speed is possible"
            action = "move the point, or put others beside it"
            raise ModelError(Problem(ROWS, f"SplinePath / points row {k}", rule, action=action))
        at = np.sort(np.append(at, (at[:-1] + at[1:])[uneven] / 2.0))


def _lengths(along: Axes, at: np.ndarray) -> np.ndarray:
    """Return the arc lengths between chord lengths, by Gauss' rule."""
    places, weights = np.polynomial.legendre.leggauss(GAUSS)
    half = np.diff(at)[:, None] / 2.0
    inner = at[:-1, None] + half * (1.0 + places)
    speeds = np.sqrt(sum(axis.rate(inner) ** 2 for axis in along))
    return (speeds * half) @ weights


def _pieces(along: Axes, at: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the quintics u(s) of the arc length s from each chord length on; rows c0 to c5."""
    d1 = np.array([axis.rate(at) for axis in along])
    d2 = np.array([axis.acceleration(at) for axis in along])
    square = np.sum(d1 * d1, axis=0)
    du, ddu = 1.0 / np.sqrt(square), -np.sum(d1 * d2, axis=0) / square**2
    start, end = (at[:-1], du[:-1], ddu[:-1]), (at[1:], du[1:], ddu[1:])
    return np.array(hermite(lengths, start, end)).T


def _unevenness(along: Axes, at: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return by how much |dp/ds| differs from 1 inside of each piece."""
    c = _pieces(along, at, lengths)
    worst = np.zeros(len(lengths))
    for part in (0.15, 0.35, 0.5, 0.65, 0.85):
        s = part * lengths
        u = np.polynomial.polynomial.polyval(s, c.T, tensor=False)
        rate = np.polynomial.polynomial.polyval(s, (c[:, 1:] * np.arange(1, 6)).T, tensor=False)
        speed = np.sqrt(sum(axis.rate(u) ** 2 for axis in along))
        worst = np.maximum(worst, np.abs(speed * rate - 1.0))
    return worst


def _even(along: Axes, at: np.ndarray, reached: np.ndarray) -> Piecewise:
    """Return the chord length as a function of the fraction of the arc length."""
    length = reached[-1]
    c = _pieces(along, at, np.diff(reached)) * length ** np.arange(6)
    return Piecewise.of(_knots_beyond_end(reached / length), c)


def _knots_beyond_end(knots: np.ndarray) -> np.ndarray:
    """Return knots whose last is a little later, so that rounding does not end the last piece."""
    return np.append(knots[:-1], knots[-1] * (1.0 + 1e-9))
