"""Defects: whether the positions wanted lie on one circuit, on one branch and in order.

A linkage that has all positions may not go through them: they may belong to assemblies between
which it must be taken apart (circuit), be separated by a dead point of the driven link (branch), or
follow each other in another order (Filemon 1972, Waldron 1975, Chase and Mirth 1993).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.synthesis.linkage import FINER, SAMPLES, TURN, Linkage

CLOSE = 1e-7
"""|cos mu| up to which a dead point counts as reached: positions wanted may be dead points."""


@dataclass(frozen=True)
class Defects:
    """What keeps a linkage from going through its positions one after the other."""

    circuit: bool
    branch: bool
    order: bool

    def __bool__(self) -> bool:
        return self.circuit or self.branch or self.order

    def __str__(self) -> str:
        named = (("circuit", self.circuit), ("branch", self.branch), ("order", self.order))
        return ", ".join(name for name, there in named if there) or "none"


@dataclass(frozen=True)
class Reach:
    """Angles of the crank that are reached from one without a dead point.

    low and high: its ends around the angle, or a whole turn.
    """

    low: float
    high: float

    @property
    def whole(self) -> bool:
        """Whether the crank turns round."""
        return self.high - self.low >= TURN

    def place(self, angle: float) -> float | None:
        """Return how far an angle is from the lower end; None if it is not reached."""
        along = (angle - self.low) % TURN
        for candidate in (along, along - TURN):
            if -1e-6 <= candidate <= self.high - self.low + 1e-6:
                return candidate
        return None


def reach_of(linkage: Linkage, angle: float, signs: Sequence[int]) -> Reach:
    """Return the angles that are reached from one with all dyads on the same side."""
    steps = np.linspace(0.0, TURN, SAMPLES + 1)[1:]
    ends = []
    for way in (1.0, -1.0):
        cosines = np.abs(linkage.motion(angle + way * steps, signs).cosines).max(axis=-1)
        open_ = cosines > 1.0 + CLOSE
        if not open_.any():
            return Reach(angle, angle + TURN)
        k = int(open_.argmax())
        low, high = (steps[k - 1] if k else 0.0), steps[k]
        for _ in range(4):  # the end of the range, a hundred times closer in each round
            finer = np.linspace(low, high, FINER)
            cosines = np.abs(linkage.motion(angle + way * finer, signs).cosines).max(axis=-1)
            n = int((cosines > 1.0 + CLOSE).argmax())
            low, high = finer[max(n - 1, 0)], finer[n]
        ends.append(angle + way * low)
    return Reach(ends[1], ends[0])


def defects_of(linkage: Linkage, angles: np.ndarray, signs: np.ndarray) -> Defects:
    """Return the defects of positions at angles of the crank with signs of the dyads at each.

    Example:
        angles = np.linspace(0.0, 6.0, 5)
        found = synthesis.defects_of(linkage, angles, np.ones((5, 1)))
    """
    reach = reach_of(linkage, float(angles[0]), signs[0])
    places = [reach.place(float(angle)) for angle in angles]
    same = bool((signs == signs[0]).all())
    outside = any(place is None for place in places)
    circuit = outside or (not same and reach.whole)
    branch = not circuit and (not same or _input_turns_back(linkage, reach, places, signs[0]))
    order = not circuit and not branch and not _in_order([p or 0.0 for p in places], reach.whole)
    return Defects(circuit, branch, order)


def _input_turns_back(
    linkage: Linkage, reach: Reach, places: Sequence[float | None], signs: Sequence[int]
) -> bool:
    """Whether a dead point of the input lies between positions, where it is not the parameter."""
    if not linkage.family.inverted:
        return False
    known = [place for place in places if place is not None]
    between = reach.low + np.linspace(min(known), max(known), SAMPLES)
    steps = np.diff(np.unwrap(linkage.motion(between, signs).driven))
    return bool((steps > 0.0).any() and (steps < 0.0).any())


def _in_order(places: list[float], whole: bool) -> bool:
    """Whether a crank that turns one way comes to the places one after the other."""
    steps = np.diff(places)
    if not whole:
        return bool((steps > 0.0).all() or (steps < 0.0).all())
    return any(np.sum(way * steps % TURN) < TURN for way in (1.0, -1.0))
