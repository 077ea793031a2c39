"""The spatial four-bar RSSR: two hinges about skew axes and a rod with two balls.

The input axis is z through the origin. The common normal of both axes is x, of length d; the output
axis is turned about it by alpha. e and f are the distances of the circles of the balls from the
normal, along the axes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar
from sarrus.synthesis.constructions import (
    Carried,
    Construction,
    Crank,
    Points,
    Sizes,
    positive,
    root,
)
from sarrus.synthesis.families import Family
from sarrus.synthesis.formula import Formula


@dataclass(frozen=True)
class Origin(Construction):
    """The pivot of the input in the plane of its circle."""

    name: str

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point."""
        points[self.name] = 0.0, 0.0


@dataclass(frozen=True)
class BallOfOutput(Construction):
    """The ball of the output link, in the plane of its circle: first axis along the common normal.

    With R from the ball of the crank to the center of the circle, E = R_u and F = R_v in that
    plane, |R + c (u cos psi + v sin psi)| = b gives cos(psi - atan2(F, E)) =
    (b^2 - |R|^2 - c^2) / (2 c sqrt(E^2 + F^2)), which closes where it lies in -1 to 1.
    """

    is_dyad: ClassVar[bool] = True
    name: str = "C"
    pivot: str = "D"

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return "b", "c", "d", "alpha", "e", "f"

    @property
    def lengths(self) -> tuple[str, ...]:
        """Those of the dimensions that are lengths of links, and positive."""
        return "b", "c"

    @property
    def directions(self) -> tuple[str, ...]:
        """Those of the dimensions that are angles."""
        return ("alpha",)

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point and return the cosine that closes it."""
        x, y = points["B"]
        b, c, d, alpha, e, f = (sizes[name] for name in self.sizes)
        cosine, sine = np.cos(alpha), np.sin(alpha)
        Rx, Ry, Rz = d - x, -(f * sine) - y, f * cosine - e
        E, F = Rx, Ry * cosine + Rz * sine
        square = positive(E * E + F * F)
        length = root(square)
        total = Rx * Rx + Ry * Ry + Rz * Rz
        closing = (b * b - total - c * c) / (2.0 * c * length)
        along = c * closing / length
        across = sign * c * root(1.0 - closing * closing) / length
        points[self.pivot] = 0.0, 0.0
        points[self.name] = along * E - across * F, along * F + across * E
        return closing


RSSR = Family(
    "rssr",
    (Origin("A"), Crank("B", "A", "a"), BallOfOutput(), Carried("P", "A", "B", "a", "p", "q")),
    {"crank": ("A", "B"), "coupler": ("B", "C"), "rocker": ("D", "C")},
    ("A", "B"),
    ("D", "C"),
    ("A", "B"),
    "crank",
)
"""Function generation only: what a tracer or a coupler does is not planar."""


def spatial_points(sizes: Mapping[str, Any], points: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return A, B, C, D in space, of numbers or of formulas."""
    d, alpha, e, f = (sizes[name] for name in ("d", "alpha", "e", "f"))
    (bx, by), (cx, cy) = points["B"], points["C"]
    cosine, sine = np.cos(alpha), np.sin(alpha)
    return {
        "A": [0.0, 0.0, e],
        "B": [bx, by, e],
        "D": [d, -(f * sine), f * cosine],
        "C": [d + cx, cy * cosine - f * sine, cy * sine + f * cosine],
    }


def formula_points(sign: int) -> list[str]:
    """Return the points of the model file: circles first, each in its plane, then in space."""
    sizes = {name: Formula(name) for name in RSSR.sizes}
    flat: dict[str, Any] = {}
    lines = []
    for part in RSSR.constructions[:3]:
        part.place(flat, sizes, Formula("theta"), sign)
        name = str(getattr(part, "name", ""))
        lines.append(f'  {name}_circle: ["{flat[name][0]!r}", "{flat[name][1]!r}", 0]')
        flat[name] = Formula(f"{name}_circle.x"), Formula(f"{name}_circle.y")
    space = spatial_points(sizes, flat)
    lines += [f"  {name}: [{', '.join(_quote(v) for v in xyz)}]" for name, xyz in space.items()]
    return lines


def _quote(value: Any) -> str:
    return f'"{value!r}"'
