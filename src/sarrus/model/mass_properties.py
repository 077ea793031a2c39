"""Mass, centre of mass and inertia: of a body, of a shape, of several bodies together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.spatial.arrays import matrix_product, skew
from sarrus.spatial.tracking import TAPE, real, reals

if TYPE_CHECKING:
    from sarrus.model.body import Body
    from sarrus.model.shapes import Shape

ZERO: Vector3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class MassProperties:
    """Mass m [kg], centre of mass c [m] and inertia [kg m^2] about c, all in one frame."""

    mass: float
    com: Vector3 = ZERO
    inertia: Matrix3 = (ZERO, ZERO, ZERO)

    def about(self, point: Sequence[float], axes: Any = None) -> Matrix3:
        """Return the inertia about a point: I_c - m ~d ~d with d = c - point.

        point: in the same frame [m]; axes: a rotation matrix whose columns are the axes that
        the result is given in, else those of the frame.
        """
        moved = np.array(self.inertia) + _shift(self.mass, np.subtract(self.com, point))
        if axes is not None:
            turn = reals(axes)
            moved = matrix_product(matrix_product(turn.T, moved), turn)
        return matrix3(moved)

    def in_frame(self, pose: Pose) -> MassProperties:
        """Return the same properties in frame A, where pose = X_AB and these are given in B."""
        if pose.rotation == IDENTITY and TAPE.get() is None and _is_symmetric(self.inertia):
            com = [c + p for c, p in zip(self.com, pose.position, strict=True)]
            return MassProperties(self.mass, vector3(com), self.inertia)
        com = pose.transform.point(np.array(self.com))
        turned = pose.transform.rotation.similar(np.array(self.inertia))
        return MassProperties(self.mass, vector3(com), matrix3(_symmetric_part(turned)))

    @staticmethod
    def of_body(body: Body) -> MassProperties:
        """Return the mass properties of a body in its own frame."""
        return MassProperties(body.mass, body.com, body.inertia)

    @staticmethod
    def of_shape(shape: Shape, density: float, pose: Pose | None = None) -> MassProperties:
        """Return those of a uniform solid of a density [kg/m^3], at pose X_BS, in frame B."""
        mass = density * (shape.volume or 0.0)
        placed = Pose() if pose is None else pose
        return of_solid(shape, mass, placed)


def of_solid(shape: Shape, mass: float, pose: Pose) -> MassProperties:
    """Return the mass properties of a uniform solid of a mass [kg], at pose X_BS, in frame B."""
    own = MassProperties(mass, ZERO, shape.inertia(mass))
    if pose.rotation == IDENTITY:
        return MassProperties(mass, pose.position, own.inertia)
    return own.in_frame(pose)


def together(parts: Iterable[MassProperties]) -> MassProperties:
    """Return the mass properties of parts fixed to each other, all given in one frame."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0]
    mass = sum(part.mass for part in listed)
    moment = sum((part.mass * np.array(part.com) for part in listed), np.zeros(3))
    com = vector3(moment / mass) if mass > 0.0 else ZERO
    inertia = sum((np.array(part.about(com)) for part in listed), np.zeros((3, 3)))
    return MassProperties(real(mass), com, matrix3(inertia))


def total_mass_properties(bodies: Iterable[Body]) -> MassProperties:
    """Return the mass properties of bodies together, in world axes of the drawing."""
    return together(MassProperties.of_body(body).in_frame(body.pose) for body in bodies)


def inertia_at_com(
    inertia: Matrix3,
    mass: float,
    com: Vector3,
    about: Vector3 | None = None,
    axes: Matrix3 | None = None,
) -> Matrix3:
    """Return I_c in body axes of an inertia that is given about any point and axes.

    I_c = R I R^T + m ~d ~d, d = c - about; about: a point of the body frame [m], else the
    centre of mass c; axes: R, whose columns are the given axes in body axes.
    """
    if (axes is None or axes == IDENTITY) and (about is None or about == com):
        return inertia
    result = np.array(inertia)
    if axes is not None and axes != IDENTITY:
        turn = np.array(axes)
        result = _symmetric_part(matrix_product(matrix_product(turn, result), turn.T))
    if about is not None and about != com:
        result = result - _shift(mass, np.subtract(com, about))
    return matrix3(result)


def _shift(mass: float, d: Any) -> Any:
    """Return -m ~d ~d, what the parallel axis theorem adds away from the centre of mass."""
    cross = skew(reals(d))
    return -mass * matrix_product(cross, cross)


def _is_symmetric(rows: Matrix3) -> bool:
    (_, xy, xz), (yx, _, yz), (zx, zy, _) = rows
    return xy == yx and xz == zx and yz == zy


def _symmetric_part(a: Any) -> Any:
    return (a + a.T) / 2
