"""A rigid body and what is fixed to it."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3
from sarrus.model.shapes import Shape

GROUND = "ground"
"""The name of the fixed (or prescribed) base; it is never in the list of bodies."""


@dataclass(frozen=True)
class Frame:
    """A named frame fixed to a body (or to ground): its pose X_BF."""

    name: str
    body: str
    pose: Pose


@dataclass(frozen=True)
class PlacedShape:
    """A shape to draw, with its pose in the body frame and a color such as "#4477aa"."""

    shape: Shape
    pose: Pose = Pose()
    color: str = ""


@dataclass(frozen=True)
class Body:
    """A rigid body B.

    mass [kg]; com: centre of mass in the body frame [m]; inertia: 3x3 about the centre of
    mass in body axes [kg m^2], tensor signs; pose: X_WB in the drawing.
    """

    name: str
    mass: float
    com: Vector3 = (0.0, 0.0, 0.0)
    inertia: Matrix3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    pose: Pose = Pose(rotation=IDENTITY)
    shapes: tuple[PlacedShape, ...] = ()
