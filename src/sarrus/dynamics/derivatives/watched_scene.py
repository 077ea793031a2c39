"""A scene that notes which bodies and joints a force element looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from sarrus.dynamics.loads import TreeScene
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, PointMotion
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar


@dataclass(frozen=True)
class WatchedScene:
    """A `Scene`; `bodies` and `joints` are those that were looked at or loaded."""

    still: TreeScene
    bodies: set[str] = field(default_factory=set)
    joints: set[str] = field(default_factory=set)

    def note(self, loads: Sequence[Load]) -> None:
        """Note where the loads act: a load that stands still changes on a body that moves."""
        for load in loads:
            if isinstance(load, CoordinateLoad):
                if load.joint in self.still.speed.positions.tree.cut_index:
                    self.joints.add(load.joint)
            else:
                self.bodies.add(load.body)

    @property
    def time(self) -> Scalar:
        """Time."""
        return self.still.time

    def value(self, element: ForceElement, parameter: str) -> Any:
        """Return a parameter of an element."""
        return self.still.value(element, parameter)

    def pose(self, body: str) -> Transform:
        """Return X_WB."""
        self.bodies.add(body)
        return self.still.pose(body)

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return position and velocity of a point of a body."""
        self.bodies.add(body)
        return self.still.point(body, r_B)

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body."""
        self.bodies.add(body)
        return self.still.direction(body, u_B)

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body."""
        self.bodies.add(body)
        return self.still.angular_velocity(body)

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint."""
        self.joints.add(joint)
        return self.still.coordinate(joint, index)

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""
        self.joints.add(joint)
        return self.still.rate(joint, index)

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return a state of an element."""
        return self.still.state(element, name)

    def element(self, name: str) -> ForceElement | None:
        """Return another element."""
        return self.still.element(name)
