"""What elements on a shaft share: one joint, or the two of an open differential."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import joint_coordinate, number, other_joint
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class ShaftElement(ForceElement):
    """An element on a shaft that turns `gear` times as fast as a joint.

    With `other` the shaft drives both joints by an open differential: it turns gear times as fast
    as they do on average, and each gets half of its torque times gear, exactly. The shaft itself
    has no inertia; one that has is a body, with the coupler `couple`.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    other: str = other_joint(
        "the second joint of an open differential, none if not given", default=None
    )
    gear: float = number(NO_UNIT, "turns of the shaft for one of the joint", default=1.0)
    index: int = 0

    def check(self, reading: Reading) -> None:
        """Report a differential of a joint and itself, or of one that slides."""
        check_turning(self, reading)
        if self.other == self.joint:
            reading.entry.report("M28", "other", "is the same joint", value=f"'{self.other}'")

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint, self.other) if self.other else (self.joint,)

    def shaft_speed(self, scene: Scene) -> Scalar:
        """Return the speed of the shaft [rad/s]."""
        rate = scene.rate(self.joint, self.index)
        if self.other:
            rate = 0.5 * (rate + scene.rate(self.other, 0))
        return scene.value(self, "gear") * rate

    def shaft_loads(self, scene: Scene, torque: Scalar) -> Sequence[Load]:
        """Return the loads on the joints of a torque on the shaft [N m]."""
        effort = scene.value(self, "gear") * torque
        if not self.other:
            return (CoordinateLoad(self.joint, self.index, effort),)
        half = 0.5 * effort
        return (CoordinateLoad(self.joint, self.index, half), CoordinateLoad(self.other, 0, half))

    def shaft_torque(self, scene: Scene) -> Scalar:
        """Return the torque on the shaft [N m]."""
        return 0.0

    def axle_torque(self, scene: Scene) -> Scalar:
        """Return the torque on the joints together [N m]."""
        return scene.value(self, "gear") * self.shaft_torque(scene)


def check_turning(of: ForceElement, reading: Reading) -> None:
    """Report a coordinate that slides where the element needs one that turns."""
    if reading.is_angle is False:
        rule, action = "slides, and must turn", "name a revolute joint, such as a hub"
        reading.entry.report("M09", "joint", rule, value=f"'{of.joints[0]}'", action=action)
