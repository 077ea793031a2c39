"""A row of velocities alone by a formula: a knife edge, a skate, the blade of a sleigh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.forces.element import (
    CoordinateLoad,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.user_force import UserForce
from sarrus.model.forces.user_motion import Read
from sarrus.model.options import PARAMETERS, POINTS, ROW, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, vector

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

MOVING = ("velocity", "angular velocity", "rate")
"""What of a motion is a velocity."""


@element
class Nonholonomic(UserForce):
    """A condition of velocities alone: function(motion) is linear in them, and stays 0.

    The `Motion` answers what it answers to force laws: time, position("tip"), velocity("tip"),
    axes("arm"), angular_velocity("arm"), coordinate("A.angle"), rate("A.rate"), parameter("k").
    Positions do not follow from such a row; the force that keeps it acts on what its velocities
    belong to, and does no work. The blade of a sleigh that cannot move sideways:

        lambda motion: motion.axes("sleigh")[:, 1] @ motion.velocity("blade")
    """

    is_row = True
    positional = ("function",)
    more_options = (  # type: ignore[assignment]
        Option("function", ROW, "of the motion, linear in velocities", key="row"),
        Option(
            "points",
            POINTS,
            "names with (body, point in the drawing [m]), beside the named frames",
            None,
        ),
        Option(
            "parameters",
            PARAMETERS,
            "names with numbers or (value, unit), which may become kernel inputs",
            None,
        ),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.nonholonomic import read_nonholonomic

        return read_nonholonomic(reading)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return ()

    def supply(self, scene: Scene) -> Scalar:
        return 0.0

    @property
    def read_velocities(self) -> tuple[Read, ...]:
        """The velocities that the row reads."""
        return tuple(read for read in self.reads if read[0] in MOVING)

    def coefficients(self, scene: Scene) -> dict[Read, Scalar]:
        """Return the factor in front of each velocity: the row is linear in them."""
        still = {
            read: 0.0 if read[0] in MOVING else self.read_number(scene, read) for read in self.reads
        }
        return {read: self.row_value({**still, read: 1.0}) for read in self.read_velocities}

    def read_number(self, scene: Scene, read: Read) -> Scalar:
        """Return a number of the motion that the row reads."""
        return self._argument(scene, *read)

    def row_value(self, values: Mapping[Read, Scalar]) -> Scalar:
        """Return the row for what it reads."""
        return self.formula.values(*[values[read] for read in self.reads])[0]

    def row_loads(self, scene: Scene, effort: Scalar) -> list[Load]:
        """Return the loads of the row, on all that its velocities belong to, for its multiplier."""
        found: list[Load] = []
        for (kind, target, k), factor in self.coefficients(scene).items():
            if kind == "rate":
                found.append(CoordinateLoad(*self.rate_place(target), factor * effort))
                continue
            along = vector(*[factor * effort if j == k else 0.0 for j in range(3)])
            if kind == "angular velocity":
                found.append(MomentLoad(target, along))
            else:
                body, place = self.point_place(target)
                found.append(PointLoad(body, scene.point(body, place).position, along))
        return found

    def point_place(self, name: str) -> tuple[str, tuple[float, float, float]]:
        """Return the body of a point, and where it is on it."""
        return self._point(name)

    def coordinate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a coordinate, and its number."""
        return self._number(self.coordinates, name)

    def rate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a velocity coordinate, and its number."""
        return self._number(self.rates, name)
