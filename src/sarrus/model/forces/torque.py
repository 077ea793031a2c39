"""A constant torque between two bodies about an axis fixed in the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import body_name, time_law, unit_vector
from sarrus.model.forces.element import ForceElement, Load, MomentLoad, Scene
from sarrus.model.forces.moment import Moment
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class Torque(ForceElement):
    """A torque on b, and the opposite on a, about an axis of the drawing that is fixed in a.

    One that changes with time becomes a `Moment`.
    """

    name: str
    body_a: str = body_name("the body that carries the axis, or ground", option="a")
    body_b: str = body_name("the body that the torque turns, or ground", option="b")
    axis: Vector3 = unit_vector("the axis, in the drawing", body="body_a", axial=True)
    torque: float = time_law("N*m", "a law of time", law="torque_law")

    positional = ("a", "b", "axis", "torque")

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        values = reading.attributes(cls)
        if reading.failed or "body_a" not in values or "torque_law" not in values:
            return super().read(reading)
        a, terms = values["body_a"], ((values["axis"], values["torque_law"]),)
        return Moment(reading.name, values["body_b"], terms, axes=a, reaction=a)

    def loads(self, scene: Scene) -> Sequence[Load]:
        moment = scene.value(self, "torque") * scene.direction(self.body_a, self.axis)
        return (MomentLoad(self.body_a, -moment), MomentLoad(self.body_b, moment))

    def supply(self, scene: Scene) -> Scalar:
        turning = scene.angular_velocity(self.body_b) - scene.angular_velocity(self.body_a)
        axis = scene.direction(self.body_a, self.axis)
        return scene.value(self, "torque") * dot(axis, turning)
