"""Helical (screw) joint: a turn about z that advances along z."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    axis_gap,
    axis_gap_rows,
    parameter,
    position_rows,
    unit_directions,
)
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, join, matrix, vector


@dataclass(frozen=True)
class Helical(JointType):
    """One angle about z with an advance of `lead` metres per turn; cut, it has 5 rows."""

    lead: float = parameter(
        0.01,
        unit="m",
        text="advance per turn; negative: left-hand",
        required=True,
        zero="a screw must advance",
        instead="give the advance per turn in m, or use a revolute joint",
        is_input=True,
    )

    type_name: ClassVar[str] = "helical"
    summary: ClassVar[str] = "A screw about `axis` that advances by `lead` per turn."
    weight: ClassVar[float] = 1.5
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("angle", "rad"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("rate", "rad/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "tilt_y", "tilt_x", "thread")
    axial: ClassVar[bool] = True

    @property
    def advance(self) -> float:
        """Metres along z per radian."""
        return self.lead / (2.0 * np.pi)

    def mirror_image(self) -> Helical:
        return Helical(-self.lead)

    def pose(self, q: Array) -> Transform:
        return Transform(AxisRotation.about(2, q[0]), vector(0.0, 0.0, self.advance * q[0]))

    def subspace(self, q: Array) -> Array:
        return np.array([[0.0, 0.0, self.advance, 0.0, 0.0, 1.0]]).T

    def effort_directions(self, q: Array) -> Array:
        return unit_directions(5)  # an actuator on a screw turns it

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("cylinder", (0.8, 12.0), "parent", material="steel"),
            Part("thread", (0.85, 8.0), "parent", pitch=self.lead),
        )

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("z"), Step("z", slides=True, follows=0, ratio=self.advance)

    def residual(self, X_FM: Transform) -> Array:
        # advance * sin(turn of M - turn that its shift stands for): zero on the thread,
        # whatever the number of whole turns
        r, p = X_FM.matrix, X_FM.position
        along = p[2] / self.advance
        thread = self.advance * (r[1, 0] * np.cos(along) - r[0, 0] * np.sin(along))
        return join(p[0:2], axis_gap(X_FM), vector(-thread))

    def residual_rows(self, X_FM: Transform) -> Array:
        r, p = X_FM.matrix, X_FM.position
        along = p[2] / self.advance
        c, s = np.cos(along), np.sin(along)
        # d(r10)/dt = r11 w_z - r12 w_y, d(r00)/dt = r01 w_z - r02 w_y, dp_z/dt = R_2 . v
        level = r[1, 0] * s + r[0, 0] * c
        turn_y = self.advance * (-r[1, 2] * c + r[0, 2] * s)
        turn_z = self.advance * (r[1, 1] * c - r[0, 1] * s)
        row = (level * r[2, 0], level * r[2, 1], level * r[2, 2], 0.0, -turn_y, -turn_z)
        return np.concatenate([position_rows(X_FM, 0, 1), axis_gap_rows(X_FM), matrix(row)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.array([X_FM.position[2] / self.advance])
