"""A point on a curve, and a curve on a curve: knife edges, pins, rollers, faces, beads on wires.

The parent carries a curve c(u) in the axes of F; M is at the point of the child, or carries the
curve of the child. They only close loops; their coordinates are the parameters, which follow from
the poses, by Newton's method from the nearest of some places along the curve. With n the normal of
a plane curve towards its outside, d = p - c(u) and c'(u) . d = 0,

    gap = n . d - radius,

of a wire in space, gap = (e1 . d, e2 . d) with e1, e2 across it. Two curves c and k touch where

    n . R k'(w) = 0,   c'(u) . (p + R k(w) - c(u)) = 0,   gap = n . (p + R k(w) - c(u)).

A carriage has two points on one curve. A gap does not change, to the first order, with the
parameters: its rows need none. The rates of the parameters are those of what vanishes above:

    c' . dp/dt = (c' . c' - c'' . d) du/dt.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sarrus.curves.curve import STEPS, CircleCurve, LineCurve, still
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.guided_point import HeldPoint
from sarrus.model.joints.joint_type import Coordinate, Placement, parameter
from sarrus.road.choosing import whole
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, columns, cross, join, matrix, select, vector
from sarrus.spatial.dual import duals, rates
from sarrus.spatial.rotation import quaternion_matrix

PARAMETER, RATE = Coordinate("parameter", ""), Coordinate("parameter_rate", "1/s")
PAIRS = 24
"""Places of each of two curves whose pairs are tried, at most."""


@dataclass(frozen=True)
class Touch:
    """Where curves touch: parameters, the outward normal of the parent's curve, the gap."""

    parameter: Scalar
    other_parameter: Scalar
    normal: Array
    gap: Scalar


class OnCurve(HeldPoint):
    """A joint type whose parent carries a curve; `only_pushes`: whether it may lift off."""

    curve: Any
    only_pushes: bool
    coordinates: ClassVar[tuple[Coordinate, ...]] = (PARAMETER,)
    velocities: ClassVar[tuple[Coordinate, ...]] = (RATE,)
    counts_rounds: ClassVar[bool] = False
    placement: ClassVar[Placement] = "curve"
    axes: ClassVar[tuple[str, ...]] = ()

    @property
    def is_one_sided(self) -> bool:
        return self.only_pushes

    @property
    def parameters(self) -> dict[str, float]:
        return {}

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (0.8,)),)

    @property
    def has_plane_curves(self) -> bool:
        """Whether its curves are plane: the mirror image of one is it, seen from behind."""
        return bool(self.curve.is_plane)

    def nearest_pose(self, X_FM: Transform) -> Transform:
        u, _, _, n = self.at(X_FM)
        off = self.residual(X_FM)
        if len(off) == 1:
            return Transform(X_FM.rotation, X_FM.position - off[0] * n)
        first, second = self.curve.frame(u)
        return Transform(X_FM.rotation, X_FM.position - off[0] * first - off[1] * second)

    def subspace(self, q: Array) -> Array:
        # the parameters do not say how the child moves: rates are by `rate_directions`
        return np.zeros((6, self.nv))

    @property
    def periods(self) -> tuple[float, ...]:
        curves = (self.curve, getattr(self, "other", self.curve))
        return tuple(c.period if c.is_closed else 0.0 for c in curves[: self.nq])

    def coordinates_of(self, X_FM: Transform) -> Array:
        curves = (self.curve, getattr(self, "other", self.curve))
        found = zip(curves, self.at(X_FM)[: self.nq], strict=False)
        return vector(*[_in_first_round(curve, u) for curve, u in found])

    def _rate_direction(self, X_FM: Transform) -> Array:
        """Return the gradient of the parameter that is nearest to the origin of M, in M's axes."""
        u = self.curve.nearest(X_FM.position)
        c, d, e = (self.curve.derivative(k, u) for k in range(3))
        flat = vector(1.0, 1.0, 0.0 if self.curve.is_plane else 1.0)
        size = d @ d - e @ (flat * (X_FM.position - c))
        return X_FM.rotation.back(d) / size

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        return columns(join(self._rate_direction(X_FM), np.zeros(3)))

    @abstractmethod
    def at(self, X_FM: Transform) -> tuple[Scalar, Scalar, Array, Array]:
        """Return the parameters, the point that touches and the normal there, in axes of F."""


def _in_first_round(curve: Any, u: Scalar) -> Scalar:
    """Return the parameter of the same point, of a closed curve within the first period."""
    if not curve.is_closed:
        return u
    return u - curve.period * whole((still(u) - curve.start) / curve.period)


def _normal(curve: Any, u: Scalar) -> Array:
    """Return the unit normal of a plane curve to its outside."""
    d = curve.derivative(1, u)
    size = curve.outward / np.sqrt(d[0] * d[0] + d[1] * d[1])
    return vector(size * d[1], -size * d[0], 0.0)


@dataclass(frozen=True)
class PointOnCurve(OnCurve):
    """A point of the child on a curve of the parent, or beside it: 1 row, in space 2."""

    radius: float = parameter(
        0.0,
        unit="m",
        text="of the roller whose centre the point is, outside of the curve; below 0 inside",
        is_input=False,
    )
    curve: Any = LineCurve()
    only_pushes: bool = False

    type_name: ClassVar[str] = "point_on_curve"
    summary: ClassVar[str] = (
        "A point of the child on a curve of the parent: a knife edge, a pin in a slot, the centre "
        "of a roller, a bead on a wire."
    )

    @property
    def row_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("gap",) if self.curve.is_plane else ("normal", "binormal")

    @property
    def parameters(self) -> dict[str, float]:
        return {"radius": self.radius} if self.radius else {}

    def touch(self, X_FM: Transform) -> Touch:
        """Return where the point is on the curve, of a plane curve."""
        u = self.curve.nearest(X_FM.position)
        n = _normal(self.curve, u)
        d = X_FM.position - self.curve.derivative(0, u)
        return Touch(u, 0.0, n, n[0] * d[0] + n[1] * d[1] - self.radius)

    def at(self, X_FM: Transform) -> tuple[Scalar, Scalar, Array, Array]:
        u = self.curve.nearest(X_FM.position)
        if not self.curve.is_plane:
            return u, 0.0, self.curve.derivative(0, u), np.zeros(3)
        return u, 0.0, self.curve.derivative(0, u), _normal(self.curve, u)

    def _across(self, p: Array) -> Array:
        """Return how far a point is beside a wire, along two directions across it."""
        u = self.curve.nearest(p)
        first, second = self.curve.frame(u)
        d = p - self.curve.derivative(0, u)
        return vector(first @ d, second @ d)

    def residual(self, X_FM: Transform) -> Array:
        if self.curve.is_plane:
            return vector(self.touch(X_FM).gap)
        return self._across(X_FM.position)

    def residual_rows(self, X_FM: Transform) -> Array:
        if self.curve.is_plane:
            gradients = [self.touch(X_FM).normal]
        else:
            p, unit = X_FM.position, np.eye(3)
            columns = [rates(self._across(duals(p, axis))) for axis in unit]
            gradients = [vector(*[column[k] for column in columns]) for k in range(2)]
        return matrix(*[(*X_FM.rotation.back(g), 0.0, 0.0, 0.0) for g in gradients])


@dataclass(frozen=True)
class TwoPointsOnCurve(OnCurve):
    """Two points of the child on a curve of the parent, or rollers beside it: 2 rows, in space 4.

    The first is the origin of M, the second on its x axis.
    """

    spacing: float = parameter(
        1.0, unit="m", text="of the second point from the first", required=True, above=0.0
    )
    radius: float = parameter(
        0.0,
        unit="m",
        text="of rollers whose centres the points are, outside of the curve; below 0 inside",
        is_input=False,
    )
    curve: Any = LineCurve()
    only_pushes: bool = False

    coordinates: ClassVar[tuple[Coordinate, ...]] = (PARAMETER, Coordinate("parameter_2", ""))
    velocities: ClassVar[tuple[Coordinate, ...]] = (RATE, Coordinate("parameter_2_rate", "1/s"))
    type_name: ClassVar[str] = "two_points_on_curve"
    summary: ClassVar[str] = (
        "Two points of the child on a curve of the parent: a carriage on a bent rail or on a wire."
    )

    @property
    def row_names(self) -> tuple[str, ...]:  # type: ignore[override]
        one = self._one.row_names
        return (*(f"{name}_1" for name in one), *(f"{name}_2" for name in one))

    @property
    def parameters(self) -> dict[str, float]:
        return {"spacing": self.spacing, **self._one.parameters}

    @property
    def _one(self) -> PointOnCurve:
        """The joint of one of the points."""
        return PointOnCurve(self.radius, self.curve)

    def _second(self, X_FM: Transform) -> Transform:
        """Return the pose of M, moved to the second point."""
        return Transform(X_FM.rotation, X_FM.point(vector(self.spacing, 0.0, 0.0)))

    def residual(self, X_FM: Transform) -> Array:
        return join(self._one.residual(X_FM), self._one.residual(self._second(X_FM)))

    def residual_rows(self, X_FM: Transform) -> Array:
        first = self._one.residual_rows(X_FM)
        arm = vector(self.spacing, 0.0, 0.0)
        second = [row[0:3] for row in self._one.residual_rows(self._second(X_FM))]
        return matrix(*[tuple(row) for row in first], *[(*row, *cross(arm, row)) for row in second])

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        first, second = (self._rate_direction(X) for X in (X_FM, self._second(X_FM)))
        arm = vector(self.spacing, 0.0, 0.0)
        return columns(join(first, np.zeros(3)), join(second, cross(arm, second)))

    def at(self, X_FM: Transform) -> tuple[Scalar, Scalar, Array, Array]:
        first, second = self._one.at(X_FM), self._one.at(self._second(X_FM))
        return first[0], second[0], first[2], first[3]

    def nearest_pose(self, X_FM: Transform) -> Transform:
        """Return the pose with the first point on the curve, turned until the second is."""
        X = self._one.nearest_pose(X_FM)
        for _ in range(STEPS):
            arm = self._second(X).position - X.position
            wanted = self._one.nearest_pose(self._second(X)).position - X.position
            turn = cross(arm, wanted) / (arm @ arm)
            size = 1.0 / np.sqrt(1.0 + 0.25 * (turn @ turn))
            turned = Rotation(quaternion_matrix(size * join(vector(1.0), 0.5 * turn)))
            X = Transform(turned @ X.rotation, X.position)
        return X


@dataclass(frozen=True)
class CurveOnCurve(OnCurve):
    """A plane curve of the child touches one of the parent: 1 row."""

    curve: Any = CircleCurve(1.0)
    other: Any = LineCurve()
    only_pushes: bool = False

    coordinates: ClassVar[tuple[Coordinate, ...]] = (PARAMETER, Coordinate("other_parameter", ""))
    velocities: ClassVar[tuple[Coordinate, ...]] = (RATE, Coordinate("other_parameter_rate", "1/s"))
    type_name: ClassVar[str] = "curve_on_curve"
    summary: ClassVar[str] = (
        "A curve of the child that touches a curve of the parent from outside: a flat face, if "
        "`other` is not given, or two profiles."
    )
    row_names: ClassVar[tuple[str, ...]] = ("gap",)

    def _start(self, X_FM: Transform) -> tuple[Scalar, Scalar]:
        """Return parameters near those at which the curves touch, without rates."""
        R = matrix(*[[still(x) for x in row] for row in X_FM.matrix])
        p = vector(*[still(x) for x in X_FM.position])
        if self.other.is_straight:
            down = vector(R[0, 1], R[1, 1])  # -n of the face, which is outward to -y
            best: Scalar = self.curve.starts[0]
            most = self.curve.derivative(0, best)[0:2] @ -down
            for u in self.curve.starts[1:]:
                here = self.curve.derivative(0, u)[0:2] @ -down
                farther = here < most
                best, most = select(farther, u, best), select(farther, here, most)
            c = self.curve.derivative(0, best)
            return best, R[0, 0] * (c[0] - p[0]) + R[1, 0] * (c[1] - p[1])
        ours, theirs = (_fewer(curve.starts) for curve in (self.curve, self.other))
        placed = [(w, p + R @ self.other.derivative(0, w)) for w in theirs]
        best, beside, least = ours[0], theirs[0], 1e300
        for u in ours:
            c = self.curve.derivative(0, u)
            for w, k in placed:
                x, y = k[0] - c[0], k[1] - c[1]
                here = x * x + y * y
                nearer = here < least
                best, beside = select(nearer, u, best), select(nearer, w, beside)
                least = select(nearer, here, least)
        return best, beside

    def _apart(self, X_FM: Transform, u: Scalar, w: Scalar) -> tuple[Scalar, Scalar]:
        """Return what vanishes where the curves touch: n . R k' and c' . (p + R k - c)."""
        c, d = (self.curve.derivative(k, u) for k in range(2))
        k, e = (X_FM.rotation.apply(self.other.derivative(i, w)) for i in range(2))
        D = X_FM.position + k - c
        return d[1] * e[0] - d[0] * e[1], d[0] * D[0] + d[1] * D[1]

    def touch(self, X_FM: Transform) -> Touch:
        """Return where the curves touch, or are nearest to touching."""
        u, w = (0.0 * X_FM.position[0] + x for x in self._start(X_FM))  # of the kind of the pose
        R = matrix(*[[still(x) for x in row] for row in X_FM.matrix])
        p = vector(*[still(x) for x in X_FM.position])
        for _ in range(STEPS):
            turned, ahead = self._apart(X_FM, u, w)
            c, d, b = (self.curve.derivative(k, still(u)) for k in range(3))
            k, e, f = (R @ self.other.derivative(i, still(w)) for i in range(3))
            D = p + k - c
            turned_u, turned_w, ahead_u, ahead_w = _slopes(d, b, D, e, f)
            size = turned_u * ahead_w - turned_w * ahead_u
            u = u - (turned * ahead_w - ahead * turned_w) / size
            w = w - (ahead * turned_u - turned * ahead_u) / size
        n = _normal(self.curve, u)
        D = X_FM.position + X_FM.rotation.apply(self.other.derivative(0, w))
        D = D - self.curve.derivative(0, u)
        return Touch(u, w, n, n[0] * D[0] + n[1] * D[1])

    def at(self, X_FM: Transform) -> tuple[Scalar, Scalar, Array, Array]:
        at = self.touch(X_FM)
        point = self.curve.derivative(0, at.parameter)
        return at.parameter, at.other_parameter, point, at.normal

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        at = self.touch(X_FM)
        c, d, b = (self.curve.derivative(k, at.parameter) for k in range(3))
        arm, own, bend = (self.other.derivative(k, at.other_parameter) for k in range(3))
        k, e, f = (X_FM.rotation.apply(x) for x in (arm, own, bend))
        D = X_FM.position + k - c
        turned_u, turned_w, ahead_u, ahead_w = _slopes(d, b, D, e, f)
        size = turned_u * ahead_w - turned_w * ahead_u
        # of a velocity V of M: d turned/dt = across . (w x k'), d ahead/dt = c' . (v + w x k)
        across, along = (X_FM.rotation.back(x) for x in (vector(d[1], -d[0], 0.0), d))
        turned, ahead = join(np.zeros(3), cross(own, across)), join(along, cross(arm, along))
        return columns(
            (turned_w * ahead - ahead_w * turned) / size,
            (ahead_u * turned - turned_u * ahead) / size,
        )

    def residual(self, X_FM: Transform) -> Array:
        return vector(self.touch(X_FM).gap)

    def residual_rows(self, X_FM: Transform) -> Array:
        at = self.touch(X_FM)
        n = X_FM.rotation.back(at.normal)
        arm = self.other.derivative(0, at.other_parameter)
        return matrix((*n, *cross(arm, n)))


def _slopes(d: Array, b: Array, D: Array, e: Array, f: Array) -> tuple[Scalar, ...]:
    """Return the slopes of `_apart` by both parameters: of its first part, then of its second.

    d, b: first and second derivative of the parent's curve; e, f: those of the child's, turned; D:
    from the point of the one to that of the other.
    """
    turned_u, turned_w = b[1] * e[0] - b[0] * e[1], d[1] * f[0] - d[0] * f[1]
    ahead_u = b[0] * D[0] + b[1] * D[1] - d[0] * d[0] - d[1] * d[1]
    return turned_u, turned_w, ahead_u, d[0] * e[0] + d[1] * e[1]


def _fewer(starts: tuple[float, ...]) -> tuple[float, ...]:
    """Return at most `PAIRS` of some places."""
    return starts[:: max(1, -(-len(starts) // PAIRS))]
