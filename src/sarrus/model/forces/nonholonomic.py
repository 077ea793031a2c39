"""A row of velocities alone by a formula: a knife edge, a skate, the blade of a sleigh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.forces.element import ForceElement, Load, Scene
from sarrus.model.forces.row import Row
from sarrus.model.forces.user_force import UserForce
from sarrus.model.forces.user_motion import Read
from sarrus.model.options import PARAMETERS_OPTION, POINTS_OPTION, ROW, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class Nonholonomic(UserForce, Row):
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
        POINTS_OPTION,
        PARAMETERS_OPTION,
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.nonholonomic import read_nonholonomic

        return read_nonholonomic(reading)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return ()

    def supply(self, scene: Scene) -> Scalar:
        return 0.0

    def read_number(self, scene: Scene, read: Read) -> Scalar:
        """Return a number of the motion that the row reads."""
        return self._argument(scene, *read)

    def row_value(self, values: Mapping[Read, Scalar]) -> Scalar:
        """Return the row for what it reads."""
        return self.formula.values(*[values[read] for read in self.reads])[0]

    def point_place(self, name: str) -> tuple[str, tuple[float, float, float]]:
        """Return the body of a point, and where it is on it."""
        return self._point(name)

    def coordinate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a coordinate, and its number."""
        return self._number(self.coordinates, name)

    def rate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a velocity coordinate, and its number."""
        return self._number(self.rates, name)
