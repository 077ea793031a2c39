"""A joint that stands for another one: what both have in common."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.joint_type import Coordinate, JointType
from sarrus.spatial.arrays import Array


@dataclass(frozen=True)
class WrappedJoint(JointType):
    """The joint `joint` with its names, coordinates and rows; subclasses change how it moves."""

    joint: JointType

    @property
    def type_name(self) -> str:  # type: ignore[override]
        return self.joint.type_name

    @property
    def weight(self) -> float:  # type: ignore[override]
        return self.joint.weight

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:  # type: ignore[override]
        return self.joint.coordinates

    @property
    def velocities(self) -> tuple[Coordinate, ...]:  # type: ignore[override]
        return self.joint.velocities

    @property
    def n_rows(self) -> int:
        return self.joint.n_rows

    @property
    def row_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.joint.row_names

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return self.joint.holonomic

    @property
    def parameters(self) -> dict[str, float]:
        return self.joint.parameters

    @property
    def axes(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.joint.axes

    @property
    def axes_enclose(self) -> str:  # type: ignore[override]
        return self.joint.axes_enclose

    @property
    def in_tree(self) -> bool:  # type: ignore[override]
        return self.joint.in_tree

    @property
    def axial(self) -> bool:  # type: ignore[override]
        return self.joint.axial

    @property
    def quaternion_at(self) -> int | None:
        return self.joint.quaternion_at

    @property
    def looks_up(self) -> bool:
        return self.joint.looks_up

    @property
    def periods(self) -> tuple[float, ...]:
        return self.joint.periods

    @property
    def counts_rounds(self) -> bool:  # type: ignore[override]
        return self.joint.counts_rounds

    def rate(self, q: Array, v: Array) -> Array:
        return self.joint.rate(q, v)

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        return self.joint.velocity_of(q, qdot)

    def add(self, q: Array, dv: Array) -> Array:
        return self.joint.add(q, dv)

    def difference(self, q1: Array, q0: Array) -> Array:
        return self.joint.difference(q1, q0)

    def neutral(self) -> Array:
        return self.joint.neutral()

    def with_unit_quaternion(self, q: Array) -> Array:
        return self.joint.with_unit_quaternion(q)
