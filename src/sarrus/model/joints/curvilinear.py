"""Curvilinear joint: a carriage on a curve of the parent that turns with its tangent.

With the curve c(u) in axes C of the parent, u(s) by the arc length s, and the direction `up`,

    x = t/|t|,   z ~ up - x (x . up),   y = z x x,   R_C = (x, y, z).

t = c'(u). Accelerations contain the third derivative of c, their slopes the fourth: splines of
degree five have both without jumps.

F is where the child is in the drawing, s = start, and M goes along: X_FM = X_C(start)^-1 X_C(s).
Per unit of s, in M's axes, the carriage moves and turns by

    (1, 0, 0),   (k_y a, -k_z, k_y),   k_i = (e_i . t')/|t|^2,   a = (x . up)/|up - x (x . up)|.

Cut, u follows from the place of M as that of the nearest point, as of `on_curve.py`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sarrus.curves.curve import CircleCurve, LineCurve, still
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Placement, parameter
from sarrus.road.choosing import whole
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, columns, cross, join, matrix, vector
from sarrus.spatial.dual import rate_of
from sarrus.spatial.rotation import orientation_gap, orientation_gap_rows


@dataclass(frozen=True)
class Curvilinear(JointType):
    """A shift along a curve of the parent, turning with its tangent; cut, it has 5 rows."""

    start: float = parameter(
        0.0,
        unit="m",
        text="arc length from the start of the curve to where the child is in the drawing",
    )
    curve: Any = LineCurve()
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)

    type_name: ClassVar[str] = "curvilinear"
    summary: ClassVar[str] = (
        "A carriage on a curve of the parent, which turns with its tangent: a shift [m] along it."
    )
    weight: ClassVar[float] = 1.3
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("displacement", "m"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("speed", "m/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("y", "z", "tilt_x", "tilt_y", "tilt_z")
    axes: ClassVar[tuple[str, ...]] = ()
    placement: ClassVar[Placement] = "curve"
    mark: ClassVar[Mark] = Mark(size=5.4, inner="circle")

    @property
    def parameters(self) -> dict[str, float]:
        return {"start": self.start} if self.start else {}

    @property
    def looks_up(self) -> bool:
        return not isinstance(self.curve, (CircleCurve, LineCurve))

    @property
    def periods(self) -> tuple[float, ...]:
        return (self.curve.length if self.curve.is_closed else 0.0,)

    @property
    def has_plane_curves(self) -> bool:
        """Whether the mirror image of its curve is it, seen from behind, and `up` across it."""
        return bool(self.curve.is_plane) and self.up == (0.0, 0.0, 1.0)

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("box", (3.0, 1.8, 1.8)),)

    @cached_property
    def at_start(self) -> Transform:
        """The pose of F in the axes of the curve."""
        return self._on_curve(self.curve.parameter_at(self.start))

    def axes_of_curve(self, F: Transform) -> Transform:
        """Return the pose of the axes of the curve on the body that has F at a pose."""
        return F @ self.at_start.inverse

    def _on_curve(self, u: Scalar) -> Transform:
        """Return the pose of a carriage in the axes of the curve."""
        x, across, _ = self._directions(u)
        z = across / np.sqrt(across @ across)
        return Transform(Rotation(columns(x, cross(z, x), z)), self.curve.derivative(0, u))

    def _directions(self, u: Scalar) -> tuple[Array, Array, Scalar]:
        """Return the tangent, `up` less its part along the tangent, and that part."""
        d = self.curve.derivative(1, u)
        x = d / np.sqrt(d @ d)
        up = vector(*self.up)
        along = x @ up
        return x, up - along * x, along

    def _motion(self, u: Scalar) -> tuple[Array, Array]:
        """Return velocity and angular velocity in M's axes, per unit of s."""
        d, e = self.curve.derivative(1, u), self.curve.derivative(2, u)
        x, across, along = self._directions(u)
        size = np.sqrt(across @ across)
        z = across / size
        y = cross(z, x)
        square = d @ d
        k_y, k_z = (y @ e) / square, (z @ e) / square
        return vector(1.0, 0.0, 0.0), vector(k_y * along / size, -k_z, k_y)

    def pose(self, q: Array) -> Transform:
        return self.at_start.inverse @ self._on_curve(self.curve.parameter_at(self.start + q[0]))

    def subspace(self, q: Array) -> Array:
        return columns(join(*self._motion(self.curve.parameter_at(self.start + q[0]))))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        return rate_of(self.subspace, q, v)

    def _nearest(self, X_FM: Transform) -> tuple[Transform, Scalar, Transform]:
        """Return M in the axes of the curve, the nearest parameter, and M seen from there."""
        X = self.at_start @ X_FM
        u = self.curve.nearest(X.position)
        return X, u, self._on_curve(u).inverse @ X

    def residual(self, X_FM: Transform) -> Array:
        off = self._nearest(X_FM)[2]
        return join(off.position[1:3], orientation_gap(off.matrix))

    def residual_rows(self, X_FM: Transform) -> Array:
        X, u, off = self._nearest(X_FM)
        ahead, turn = self._motion(u)
        d, e = self.curve.derivative(1, u), self.curve.derivative(2, u)
        # c' . (p - c) = 0, of a plane curve in its plane, gives the rate of s = |c'| that of u
        flat = vector(1.0, 1.0, 0.0 if self.curve.is_plane else 1.0)
        beside = flat * (X.position - self.curve.derivative(0, u))
        s_row = X.rotation.back(d) * (np.sqrt(d @ d) / (d @ d - e @ beside))
        swept = ahead + cross(turn, off.position)
        E = off.matrix
        shifts = [E[i] - swept[i] * s_row for i in (1, 2)]
        gaps = orientation_gap_rows(E)
        turned = off.rotation.back(turn)
        lag = [gaps[i] @ turned for i in range(3)]
        return matrix(
            *[(*row, 0.0, 0.0, 0.0) for row in shifts],
            *[(*(-lag[i] * s_row), *gaps[i]) for i in range(3)],
        )

    def coordinates_of(self, X_FM: Transform) -> Array:
        s = self.curve.arc_length(self._nearest(X_FM)[1]) - self.start
        if self.curve.is_closed:
            length = self.curve.length
            s = s - length * whole(still(s) / length + 0.5)
        return vector(s)
