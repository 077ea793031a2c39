"""The spatial four-bar RSSR: two hinges about skew axes and a rod with two balls.

In the axes of the linkage the input axis is z through the origin. The common normal of both axes is
x, of length d; the output axis is turned about it by alpha. e and f are the distances of the
circles of the balls from the normal, along the axes. The linkage is placed in space by (x, y, z)
and the angles rx, ry, rz, about x, then y, then z.

The rod spins freely about the line through its balls. So its tracer P lies on this line, p from the
ball B, and a pose of the rod is where its two balls are: points of the body that is to be moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar
from sarrus.synthesis.constructions import (
    Construction,
    Crank,
    Points,
    Sizes,
    positive,
    root,
)
from sarrus.synthesis.families import Family, Placement
from sarrus.synthesis.formula import Formula
from sarrus.synthesis.tasks import FUNCTION, MOTION, PATH


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


PLACE, TURNS = ("x", "y", "z"), ("rx", "ry", "rz")
ALONG = "p"
BALLS = ("Bu", "Bv", "Bw", "Cu", "Cv", "Cw")
"""Places of both balls in the body that is moved."""


def rotation(sizes: Mapping[str, Any]) -> list[list[Any]]:
    """Return the columns of the rotation by rx about x, then ry about y, then rz about z."""
    (cx, sx), (cy, sy), (cz, sz) = ((np.cos(sizes[n]), np.sin(sizes[n])) for n in TURNS)
    return [
        [cz * cy, sz * cy, -sy],
        [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
        [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
    ]


def turns_of(R: np.ndarray) -> np.ndarray:
    """Return rx, ry, rz of rotation matrices (..., 3, 3)."""
    ry = np.arcsin(np.clip(-R[..., 2, 0], -1.0, 1.0))
    rx = np.arctan2(R[..., 2, 1], R[..., 2, 2])
    rz = np.arctan2(R[..., 1, 0], R[..., 0, 0])
    return np.stack([rx, ry, rz], axis=-1)


def spatial_points(sizes: Mapping[str, Any], points: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return A, B, C, D in the axes of the linkage, of numbers or of formulas."""
    d, alpha, e, f = (sizes[name] for name in ("d", "alpha", "e", "f"))
    (bx, by), (cx, cy) = points["B"], points["C"]
    cosine, sine = np.cos(alpha), np.sin(alpha)
    return {
        "A": [0.0, 0.0, e],
        "B": [bx, by, e],
        "D": [d, -(f * sine), f * cosine],
        "C": [d + cx, cy * cosine - f * sine, cy * sine + f * cosine],
    }


@dataclass(frozen=True)
class RodInSpace(Placement):
    """Where the points of the RSSR are in space."""

    def sizes_of(self, kind: str) -> tuple[str, ...]:
        """Return the dimensions that a task has besides those of the linkage itself."""
        more = {FUNCTION: (), PATH: (ALONG,), MOTION: BALLS}[kind]
        return (*PLACE, *TURNS, *more) if kind != FUNCTION else ()

    @property
    def sizes(self) -> tuple[str, ...]:
        """All dimensions of all tasks."""
        return (*PLACE, *TURNS, ALONG, *BALLS)

    @property
    def directions(self) -> tuple[str, ...]:
        """Those of them that are angles."""
        return TURNS

    def points(self, sizes: Sizes, flat: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
        """Return A, B, C, D and the tracer P in space, from the circles in their planes."""
        R, found = rotation(sizes), {}
        for name, local in spatial_points(sizes, flat).items():
            found[name] = tuple(
                sizes[axis] + sum(R[j][k] * local[j] for j in range(3))
                for k, axis in enumerate(PLACE)
            )
        part = sizes[ALONG] / sizes["b"]
        B, C = found["B"], found["C"]
        found["P"] = tuple(u + part * (v - u) for u, v in zip(B, C, strict=True))
        return found

    def followed_points(self, kind: str) -> tuple[str, ...]:
        """Return the points that a task says something about."""
        return ("B", "C") if kind == MOTION else ("P",)

    def targets(self, kind: str, sizes: Sizes, wanted: Any) -> list[list[Any]]:
        """Return where the tracked points are to be; wanted: x, y, z, then R by rows."""
        z = [wanted[k] for k in range(3)]
        if kind != MOTION:
            return [z]
        found = []
        for ball in (BALLS[:3], BALLS[3:]):
            w = [sizes[name] for name in ball]
            found.append([z[k] + sum(wanted[3 + 3 * k + j] * w[j] for j in range(3))
                          for k in range(3)])  # fmt: skip
        return found


RSSR = Family(
    "rssr",
    (Origin("A"), Crank("B", "A", "a"), BallOfOutput()),
    {"crank": ("A", "B"), "coupler": ("B", "C"), "rocker": ("D", "C")},
    ("A", "B"),
    ("D", "C"),
    ("A", "B"),
    "coupler",
    placement=RodInSpace(),
)
"""The spatial four-bar; the cosine that closes it stands for that of the transmission angle."""


def model_points(sign: int, kind: str) -> list[str]:
    """Return the points of the model file: circles first, each in its plane, then in space."""
    sizes = {name: Formula(name) for name in RSSR.sizes}
    flat: dict[str, Any] = {}
    lines = []
    for part in RSSR.constructions:
        part.place(flat, sizes, Formula("theta"), sign)
        name = str(getattr(part, "name", ""))
        lines.append(f'  {name}_circle: ["{flat[name][0]!r}", "{flat[name][1]!r}", 0]')
        flat[name] = Formula(f"{name}_circle.x"), Formula(f"{name}_circle.y")
    local = spatial_points(sizes, flat)
    if kind == FUNCTION:
        return [*lines, *(_line(name, xyz) for name, xyz in local.items())]
    for name, xyz in local.items():
        lines.append(_line(f"{name}_linkage", xyz))
        place = [
            Formula(f"{axis} + e1{axis}*{name}_linkage.x + e2{axis}*{name}_linkage.y + "
                    f"e3{axis}*{name}_linkage.z")
            for axis in PLACE
        ]  # fmt: skip
        lines.append(_line(name, place))
    along = "0" if kind == MOTION else f"{ALONG}/b"
    P = [Formula(f"B.{axis} + {along}*(C.{axis} - B.{axis})") for axis in PLACE]
    return [*lines, _line("P", P)]


def model_constants(kind: str) -> list[str]:
    """Return the constants of the model file that follow from others: axes of the linkage."""
    columns = rotation({name: Formula(name) for name in TURNS}) if kind != FUNCTION else []
    return [
        f'  e{k + 1}{axis}: "{value!r}"'
        for k, column in enumerate(columns)
        for axis, value in zip(PLACE, column, strict=True)
    ]


def model_axes(kind: str) -> tuple[str, str]:
    """Return the axes of both hinges in the model file."""
    if kind == FUNCTION:
        return "z", '[0, "-sin(alpha)", "cos(alpha)"]'
    second = [f'"cos(alpha)*e3{axis} - sin(alpha)*e2{axis}"' for axis in PLACE]
    return "[e3x, e3y, e3z]", f"[{', '.join(second)}]"


def _line(name: str, xyz: Any) -> str:
    quoted = [f'"{value!r}"' for value in xyz]
    return f"  {name}: [{', '.join(quoted)}]"
