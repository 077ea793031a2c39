"""The shape of a closed belt around wheels in a plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar

Planar = tuple[Scalar, Scalar]
"""Two components in the plane of a belt."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Belt:
    """A belt at one instant.

    spans: unit vectors along the straight parts, from each wheel to the next; length [m]: of
    spans and arcs together.
    """

    spans: tuple[Planar, ...]
    length: Scalar

    def slopes(self) -> list[Planar]:
        """Return by how much the belt grows with the place of each wheel: u_before - u_after.

        The arcs do not show: where a wheel moves, what the belt gains on them it has lost at their
        ends.
        """
        found = []
        for before, after in zip(rotated_row(self.spans), self.spans, strict=True):
            found.append((before[0] - after[0], before[1] - after[1]))
        return found


def belt(centers: Sequence[Planar], radii: Sequence[float], wraps: Sequence[float]) -> Belt:
    """Return the belt around wheels, anticlockwise.

    radii [m]: negative for wheels outside the loop; wraps [rad]: angles of contact in the drawing,
    from which those here differ by less than a half turn. A wheel from which the belt would lift
    off keeps it: its angle becomes negative (for one outside, positive).

    With D from one wheel to the next and r the difference of their radii, the straight part has
    the length s = sqrt(D.D - r^2) and, in complex numbers, the direction u = D/(s + i r).
    """
    spans, total = _straight(centers, radii)
    for before, after, radius, wrap in zip(rotated_row(spans), spans, radii, wraps, strict=True):
        total = total + radius * (wrap + _turn(before, after, wrap))
    return Belt(tuple(spans), total)


def wrap_angles(centers: Sequence[Planar], radii: Sequence[float]) -> tuple[float, ...]:
    """Return the angles of contact [rad] in numbers: of wheels inside between -90 and 270 deg."""
    spans, _ = _straight(centers, radii)
    found = []
    for before, after, radius in zip(rotated_row(spans), spans, radii, strict=True):
        sine, cosine = _products(before, after)
        middle = float(np.copysign(0.5 * np.pi, radius))
        angle = float(np.arctan2(sine, cosine))
        found.append(middle + float(np.remainder(angle - middle + np.pi, 2.0 * np.pi)) - np.pi)
    return tuple(found)


def run_shares(
    centers: Sequence[Planar], radii: Sequence[float], wraps: Sequence[float]
) -> tuple[float, ...]:
    """Return the parts of the whole length from each wheel to the next, in numbers.

    The run from a wheel to the next is the straight part and half of the arc on either.
    """
    spans = [
        float(np.sqrt((c - a) ** 2 + (d - b) ** 2 - (s - r) ** 2))
        for (a, b), (c, d), r, s in zip(
            centers, rotated_row(centers, -1), radii, rotated_row(radii, -1), strict=True
        )
    ]
    arcs = [r * wrap for r, wrap in zip(radii, wraps, strict=True)]
    runs = [
        span + 0.5 * (before + after)
        for span, before, after in zip(spans, arcs, rotated_row(arcs, -1), strict=True)
    ]
    return tuple(run / sum(runs) for run in runs)


def rotated_row(items: Sequence[Item], by: int = 1) -> list[Item]:
    """Return a closed row of items that starts `by` places earlier."""
    return [*items[-by:], *items[:-by]]


def _straight(centers: Sequence[Planar], radii: Sequence[float]) -> tuple[list[Planar], Scalar]:
    """Return the directions of the straight parts, and the sum of their lengths."""
    spans: list[Planar] = []
    total: Scalar = 0.0
    pairs = zip(centers, rotated_row(centers, -1), radii, rotated_row(radii, -1), strict=True)
    for (a, b), (c, d), one, other in pairs:
        x, y, r = c - a, d - b, other - one
        square = x * x + y * y
        s = np.sqrt(square - r * r)
        spans.append(((x * s + y * r) / square, (y * s - x * r) / square))
        total = total + s
    return spans, total


def _products(before: Planar, after: Planar) -> tuple[Scalar, Scalar]:
    """Return sine and cosine of the angle from one unit vector to another."""
    sine = before[0] * after[1] - before[1] * after[0]
    return sine, before[0] * after[0] + before[1] * after[1]


def _turn(before: Planar, after: Planar, less: float) -> Scalar:
    """Return the angle from one unit vector to another, less a known part of it."""
    sine, cosine = _products(before, after)
    c, s = np.cos(less), np.sin(less)
    return 2.0 * np.arctan((sine * c - cosine * s) / (1.0 + cosine * c + sine * s))
