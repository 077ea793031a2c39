"""A pin in a slot, and a ball with a pin in a slot."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    axis_gap,
    axis_gap_rows,
    position_rows,
)
from sarrus.model.joints.universal import Universal
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, angle_of, join, matrix, vector


@dataclass(frozen=True)
class PinSlot(JointType):
    """A pin along z that slides along x of F and turns; cut, it has 4 rows."""

    type_name: ClassVar[str] = "pin_slot"
    summary: ClassVar[str] = (
        "A pin of the child along `axis` in a straight slot of the parent along `x_axis`: a shift "
        "[m] and a turn [rad]."
    )
    weight: ClassVar[float] = 2.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("displacement", "m"),
        Coordinate("angle", "rad"),
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("speed", "m/s"),
        Coordinate("rate", "rad/s"),
    )
    row_names: ClassVar[tuple[str, ...]] = ("y", "z", "tilt_y", "tilt_x")
    axes: ClassVar[tuple[str, ...]] = ("axis", "x_axis")

    def pose(self, q: Array) -> Transform:
        return Transform(AxisRotation.about(2, q[1]), vector(q[0], 0.0, 0.0))

    def subspace(self, q: Array) -> Array:
        c, s = np.cos(q[1]), np.sin(q[1])
        return matrix((c, -s, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)).T

    def subspace_rate(self, q: Array, v: Array) -> Array:
        c, s, w = np.cos(q[1]), np.sin(q[1]), v[1]
        return matrix((-w * s, -w * c, 0.0, 0.0, 0.0, 0.0), (0.0,) * 6).T

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 1.0, 1.0, 1.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("cylinder", (0.7, 3.6)),
            Part("box", (12.0, 2.0, 1.6), "parent", material="glass"),
        )

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("x", slides=True), Step("z")

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position[1:3], axis_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([position_rows(X_FM, 1, 2), axis_gap_rows(X_FM)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        angle = angle_of(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1])
        return vector(X_FM.position[0], angle)


@dataclass(frozen=True)
class SlottedSpherical(Universal):
    """A ball of the child whose pin, y of M, stays in the slot across x of F; cut, it has 4 rows.

    The pin swings in the slot, about x of F, and turns about itself: the turns of a Cardan joint.
    """

    type_name: ClassVar[str] = "slotted_spherical"
    summary: ClassVar[str] = (
        "A ball joint with one turn blocked: the pin `axis2` of the child stays in the slot of the "
        "parent, whose normal is `axis`."
    )
    weight: ClassVar[float] = 2.15
    mark: ClassVar[Mark] = Mark(size=6.6, inner="cross")

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("ball", (1.6,)),
            Part("cylinder", (0.35, 6.0), "child", along="y"),
            Part("box", (0.3, 5.0, 5.0), "parent", material="glass"),
        )
