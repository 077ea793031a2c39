"""One linkage: a family with its dimensions and the side on which each dyad is assembled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.synthesis.families import Family, direction, family_of

TURN = 2.0 * np.pi
SAMPLES = 720
"""Angles of a turn at which closure is looked at; extremes between them are refined."""
FINER = 101
"""Angles between two samples, in each of two rounds about an extreme: to 1e-11 of a cosine."""
CHANGE_POINT = 1e-9
"""Part of the sum of the links within which the condition of Grashof is an equality."""


@dataclass(frozen=True)
class Motion:
    """Positions of a linkage at angles of its crank.

    points: coordinates by name, of shape (angles, 2), in space (angles, 3) [m]; cosines: cos mu of
    every dyad, of shape (angles, dyads), beyond -1 to 1 where it does not close; driven, output and
    coupler: directions of these links [rad], or the way of a slider as output [m].
    """

    angles: np.ndarray
    points: Mapping[str, np.ndarray]
    cosines: np.ndarray
    driven: np.ndarray
    output: np.ndarray
    coupler: np.ndarray

    @property
    def closes(self) -> np.ndarray:
        """Where all dyads close."""
        return np.asarray((np.abs(self.cosines) <= 1.0 + 1e-12).all(axis=-1))


@dataclass(frozen=True)
class Linkage:
    """A linkage with its numbers.

    values: dimensions by name, lengths and coordinates of ground points [m], angles [rad]; signs:
    the side, +1 left and -1 right, on which every dyad is assembled.

    Example:
        best = synthesis.Linkage.of("four-bar", a=0.1, b=0.25, c=0.22, Dx=0.26, p=0.1, q=0.1)
    """

    family: Family
    values: Mapping[str, float]
    signs: tuple[int, ...]

    @staticmethod
    def of(
        mechanism: str | Family, signs: tuple[int, ...] | None = None, **values: float
    ) -> Linkage:
        """Return a linkage of dimensions by name; those that are not given are 0."""
        family = family_of(mechanism)
        problems = [
            Problem("Y01", f"dimension {name!r}", f"is none of the {family.name}, which has "
                    f"{', '.join(family.sizes)}", action=nearest(name, list(family.sizes)))
            for name in values if name not in family.sizes
        ]  # fmt: skip
        for name in family.lengths:
            if not values.get(name, 0.0) > 0.0:
                rule = "is the length of a link and must be positive"
                problems.append(Problem("Y01", f"dimension {name!r}", rule, repr(values.get(name))))
        if problems:
            raise ModelError(problems)
        sizes = {name: float(values.get(name, 0.0)) for name in family.sizes}
        return Linkage(family, sizes, signs or (1,) * len(family.dyads))

    def motion(self, angles: Any, signs: Any = None) -> Motion:
        """Return the positions at angles of the crank [rad], from x counterclockwise.

        signs: for every angle those of the dyads, where they are not those of the linkage. The
        angle of Stephenson II is that of the first link BH against the crank; `Motion.driven`
        has that of the crank.

        Example:
            motion = linkage.motion(np.linspace(0.0, 6.28, 60))
        """
        s = np.atleast_1d(np.asarray(angles, dtype=float))
        chosen = np.broadcast_to(self.signs if signs is None else signs, (s.size, len(self.signs)))
        points, cosines = self.family.points(self.values, s, list(chosen.T.astype(float)))
        whole = {
            name: np.stack([np.broadcast_to(x, s.shape) for x in point], axis=-1)
            for name, point in self.family.points_in_place(self.values, points).items()
        }
        if self.family.slide is None:
            output = _angles(points, self.family.output)
        else:
            output = self.family.way(self.values, points)
        return Motion(
            s,
            whole,
            np.stack(cosines, axis=-1),
            _angles(points, self.family.driven),
            output,
            _angles(points, self.family.coupler),
        )

    @cached_property
    def turn(self) -> Motion:
        """The motion over one turn of the crank."""
        return self.motion(np.linspace(0.0, TURN, SAMPLES, endpoint=False))

    @cached_property
    def worst_cosine(self) -> float:
        """The largest |cos mu| of all dyads over one turn, refined between the samples."""
        return self.worst_cosine_over(0.0, TURN)

    def worst_cosine_over(self, first: float, last: float) -> float:
        """Return the largest |cos mu| of all dyads from one angle of the crank to another."""
        angles = np.linspace(first, last, SAMPLES)
        worst = 0.0
        for _ in range(3):  # finer about the largest
            found = np.abs(self.motion(angles).cosines).max(axis=-1)
            k = int(found.argmax())
            worst = max(worst, float(found[k]))
            low, high = angles[max(k - 1, 0)], angles[min(k + 1, len(angles) - 1)]
            angles = np.linspace(low, high, FINER)
        return worst

    @property
    def turns_round(self) -> bool:
        """Whether the crank can turn round: all dyads close at every angle of it."""
        if self.family.inverted:
            return False  # the parameter is not the input
        return self.worst_cosine < 1.0

    @property
    def links(self) -> tuple[float, float, float, float]:
        """Lengths of crank, coupler, rocker and frame of the four-bar that drives the linkage."""
        v = self.values
        if not {"a", "b", "c", "Ax", "Dx"} <= set(v):
            rule = "has no four-bar that is driven by its crank"
            raise ModelError(Problem("Y01", f"linkage '{self.family.name}'", rule))
        return v["a"], v["b"], v["c"], float(np.hypot(v["Dx"] - v["Ax"], v["Dy"] - v["Ay"]))

    @property
    def kind(self) -> str:
        """The type after Grashof of a four-bar, else whether the crank turns round."""
        if self.family.name == "four-bar":
            return grashof_type(*self.links)
        return "crank" if self.turns_round else "no full turn"

    @property
    def size(self) -> float:
        """The largest distance of two points of the linkage that are no tracer [m]."""
        motion = self.turn
        held = [p[motion.closes] for n, p in motion.points.items() if n != self.family.tracer]
        every = np.concatenate(held)
        if not every.size:
            return max(self.values[name] for name in self.family.lengths)
        return float(np.linalg.norm(every.max(axis=0) - every.min(axis=0)))


def grashof_type(crank: float, coupler: float, rocker: float, frame: float) -> str:
    """Return the type of a four-bar by its lengths, after Grashof (1883).

    The shortest link turns round against its neighbors if s + l <= p + q. It is named after what
    is driven: "crank-rocker", "rocker-crank", "double crank", "double rocker", or "triple rocker"
    where none turns round; "change point" where the sums are equal.

    Example:
        synthesis.grashof_type(0.1, 0.25, 0.22, 0.26)  # "crank-rocker"
    """
    links = {"crank": crank, "coupler": coupler, "rocker": rocker, "frame": frame}
    total, ends = sum(links.values()), min(links.values()) + max(links.values())
    if abs(2.0 * ends - total) <= CHANGE_POINT * total:
        return "change point"
    if 2.0 * ends > total:
        return "triple rocker"
    shortest = min(links, key=lambda name: links[name])
    return {
        "crank": "crank-rocker",
        "frame": "double crank",
        "coupler": "double rocker",
        "rocker": "rocker-crank",
    }[shortest]


def _angles(points: Any, pair: tuple[str, str]) -> np.ndarray:
    x, y = direction(points, pair)
    return np.asarray(np.arctan2(y, x), dtype=float)
