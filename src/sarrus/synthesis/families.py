"""The linkages that are synthesized, each as an order of constructions and a list of links.

`FAMILIES` holds them by name. A linkage of one's own is a `Family` of the same parts, and goes
wherever a name does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import Scalar
from sarrus.synthesis.constructions import (
    Carried,
    Construction,
    Crank,
    Fixed,
    Local,
    Meeting,
    OnLine,
    Point,
    Points,
    SeenFrom,
    less,
)


@dataclass(frozen=True)
class Slide:
    """A slider: its body, the hinge on it, and the line of ground that it moves along."""

    body: str
    point: str
    origin: str
    direction: str


class Placement(ABC):
    """Where the points of a linkage are that is not planar: its circles lie in planes in space."""

    @property
    @abstractmethod
    def sizes(self) -> tuple[str, ...]:
        """Dimensions that it brings in, of all tasks."""

    @property
    @abstractmethod
    def directions(self) -> tuple[str, ...]:
        """Those of them that are angles."""

    @abstractmethod
    def sizes_of(self, kind: str) -> tuple[str, ...]:
        """Return the dimensions that a kind of task needs."""

    @abstractmethod
    def points(self, sizes: Mapping[str, Scalar], flat: Mapping[str, Any]) -> dict[str, Any]:
        """Return the points in space from those in their planes."""

    @abstractmethod
    def followed_points(self, kind: str) -> tuple[str, ...]:
        """Return the points that a kind of task says something about."""

    @abstractmethod
    def targets(self, kind: str, sizes: Mapping[str, Scalar], wanted: Any) -> list[list[Any]]:
        """Return where these are to be; wanted: x, y, z and a rotation matrix by rows."""


@dataclass(frozen=True, eq=False)
class Family:
    """A kind of linkage with one input; planar, unless it has a placement.

    constructions: its points in an order in which each follows from those before; links: points of
    each moving link, the driven one first. driven, output and coupler: two points of the link whose
    direction is the input, the output, the angle of a pose; tracer: the point whose path counts,
    on the link `carrier`. slide: the slider, whose way is the output instead. placement: where the
    points are in space.
    """

    name: str
    constructions: tuple[Construction, ...]
    links: Mapping[str, tuple[str, ...]]
    driven: tuple[str, str]
    output: tuple[str, str]
    coupler: tuple[str, str]
    carrier: str
    tracer: str = "P"
    slide: Slide | None = None
    placement: Placement | None = None

    @property
    def sizes(self) -> tuple[str, ...]:
        """Names of the dimensions, each once."""
        every = [name for part in self.constructions for name in part.sizes]
        every += [] if self.placement is None else self.placement.sizes
        return tuple(dict.fromkeys(every))

    def sizes_of(self, kind: str) -> tuple[str, ...]:
        """Return the dimensions that a kind of task needs."""
        if self.placement is None:
            return self.sizes
        others = set(self.placement.sizes) - set(self.placement.sizes_of(kind))
        return tuple(name for name in self.sizes if name not in others)

    @property
    def lengths(self) -> tuple[str, ...]:
        """The dimensions that are lengths of links and must be positive."""
        every = [name for part in self.constructions for name in part.lengths]
        return tuple(dict.fromkeys(every))

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The dimensions that are coordinates of ground points."""
        parts = self.constructions
        pairs = [p.sizes for p in parts if isinstance(p, Fixed)]
        return (*(n for pair in pairs for n in pair),
                *(n for p in parts if isinstance(p, SeenFrom) for n in p.sizes[:2]))  # fmt: skip

    @property
    def directions(self) -> tuple[str, ...]:
        """The dimensions that are angles."""
        more = () if self.placement is None else self.placement.directions
        return (*(name for part in self.constructions for name in part.directions), *more)

    @property
    def ground(self) -> tuple[str, ...]:
        """The points of ground."""
        parts = self.constructions
        fixed = [p.name for p in parts if isinstance(p, Fixed)]
        return (*fixed, *(n for p in parts if isinstance(p, SeenFrom) for n in (p.origin, p.other)))

    @property
    def dyads(self) -> tuple[str, ...]:
        """The hinges in which links meet: each has two places, signs +1 and -1."""
        return tuple(str(getattr(p, "name", "")) for p in self.constructions if p.is_dyad)

    @property
    def inverted(self) -> bool:
        """Whether the parameter of the motion is another angle than that of the input."""
        return any(isinstance(part, SeenFrom) for part in self.constructions)

    def points(
        self, sizes: Mapping[str, Scalar], angle: Scalar, signs: Sequence[Scalar]
    ) -> tuple[dict[str, Point], list[Scalar]]:
        """Return all points and cos mu of every dyad at an angle of the crank.

        sizes: by name; signs: +1 or -1 for every dyad. All may be arrays of one shape.
        """
        points: dict[str, Point] = {}
        cosines: list[Scalar] = []
        for part in self.constructions:
            sign = signs[len(cosines)] if part.is_dyad else 1.0
            found = part.place(points, sizes, angle, sign)
            if part.is_dyad:
                cosines.append(found)
        return points, cosines

    def points_in_place(
        self, sizes: Mapping[str, Scalar], points: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return points where they are: those of planar linkages are as they were made."""
        return points if self.placement is None else self.placement.points(sizes, points)

    def way(self, sizes: Mapping[str, Scalar], points: Points) -> Scalar:
        """Return how far the slider is from the origin of its line."""
        if self.slide is None:
            raise ModelError(Problem("Y01", f"linkage '{self.name}'", "has no slider"))
        x, y = less(points[self.slide.point], points[self.slide.origin])
        beta = sizes[self.slide.direction]
        return np.cos(beta) * x + np.sin(beta) * y


FOUR_BAR: tuple[Construction, ...] = (
    Fixed("A"), Fixed("D"), Crank("B", "A", "a"), Meeting("C", "B", "b", "D", "c"),
)  # fmt: skip

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family(
            "four-bar",
            (*FOUR_BAR, Carried("P", "B", "C", "b", "p", "q")),
            {"crank": ("A", "B"), "coupler": ("B", "C"), "rocker": ("D", "C")},
            ("A", "B"), ("D", "C"), ("B", "C"), "coupler",
        ),
        Family(
            "slider-crank",
            (Fixed("A"), Fixed("D"), Crank("B", "A", "a"), OnLine("C", "B", "b", "D", "beta"),
             Carried("P", "B", "C", "b", "p", "q")),
            {"crank": ("A", "B"), "rod": ("B", "C"), "slider": ("C",)},
            ("A", "B"), ("D", "C"), ("B", "C"), "rod",
            slide=Slide("slider", "C", "D", "beta"),
        ),
        Family(  # the coupler and the rocker, which meet in C, are ternary
            "watt-1",
            (*FOUR_BAR, Carried("F", "B", "C", "b", "f", "g"),
             Carried("G", "D", "C", "c", "h", "k"),
             Meeting("E", "F", "l", "G", "m"), Carried("P", "F", "E", "l", "p", "q")),
            {"crank": ("A", "B"), "coupler": ("B", "C", "F"), "rocker": ("D", "C", "G"),
             "second_coupler": ("F", "E"), "second_rocker": ("G", "E")},
            ("A", "B"), ("G", "E"), ("F", "E"), "second_coupler",
        ),
        Family(  # ground and the rocker, which meet in D, are ternary
            "watt-2",
            (*FOUR_BAR, Carried("F", "D", "C", "c", "f", "g"), Fixed("G"),
             Meeting("E", "F", "l", "G", "m"), Carried("P", "F", "E", "l", "p", "q")),
            {"crank": ("A", "B"), "coupler": ("B", "C"), "rocker": ("D", "C", "F"),
             "second_coupler": ("F", "E"), "second_rocker": ("G", "E")},
            ("A", "B"), ("G", "E"), ("F", "E"), "second_coupler",
        ),
        Family(  # the links on ground, crank and rocker, are ternary
            "stephenson-1",
            (*FOUR_BAR, Carried("F", "A", "B", "a", "f", "g"),
             Carried("G", "D", "C", "c", "h", "k"),
             Meeting("E", "F", "l", "G", "m"), Carried("P", "F", "E", "l", "p", "q")),
            {"crank": ("A", "B", "F"), "coupler": ("B", "C"), "rocker": ("D", "C", "G"),
             "second_coupler": ("F", "E"), "second_rocker": ("G", "E")},
            ("A", "B"), ("G", "E"), ("F", "E"), "second_coupler",
        ),
        Family(  # the crank (A, B, C) and the floating link (H, K, E) are ternary
            "stephenson-2",
            (Local("A"), Local("B", "a"), Local("C", "f", "g"), Crank("H", "B", "b"),
             Meeting("K", "H", "h", "C", "c"), Carried("E", "H", "K", "h", "l", "m"),
             Meeting("D", "A", "d", "E", "e"), Carried("P", "H", "K", "h", "p", "q"),
             SeenFrom("A", "D", "d", "gamma")),
            {"crank": ("A", "B", "C"), "first_link": ("B", "H"), "second_link": ("C", "K"),
             "coupler": ("H", "K", "E"), "rocker": ("D", "E")},
            ("A", "B"), ("D", "E"), ("H", "K"), "coupler",
        ),
        Family(  # ground and the coupler are ternary
            "stephenson-3",
            (*FOUR_BAR, Carried("F", "B", "C", "b", "f", "g"), Fixed("G"),
             Meeting("E", "F", "l", "G", "m"), Carried("P", "F", "E", "l", "p", "q")),
            {"crank": ("A", "B"), "coupler": ("B", "C", "F"), "rocker": ("D", "C"),
             "second_coupler": ("F", "E"), "second_rocker": ("G", "E")},
            ("A", "B"), ("G", "E"), ("F", "E"), "second_coupler",
        ),
    )
}  # fmt: skip
"""The planar linkages by name."""


def family_of(mechanism: str | Family) -> Family:
    """Return the family of a name, or one that is given as it is."""
    if isinstance(mechanism, Family):
        return mechanism
    if mechanism in FAMILIES:
        return FAMILIES[mechanism]
    if mechanism == "rssr":
        from sarrus.synthesis.spatial import RSSR

        return RSSR
    known = ", ".join((*FAMILIES, "rssr"))
    action = nearest(str(mechanism), [*FAMILIES, "rssr"]) or f"take one of {known}"
    rule = f"is no linkage that is synthesized; there are {known}"
    if str(mechanism).endswith((".yaml", ".yml")):
        action = "fit the constants of a model file by synthesis.fit_path or fit_function"
    raise ModelError(Problem("Y01", f"mechanism {mechanism!r}", rule, action=action))


def direction(points: Mapping[str, Any], pair: tuple[str, str]) -> Point:
    """Return the vector from the first to the second point of a link."""
    return less(points[pair[1]], points[pair[0]])
