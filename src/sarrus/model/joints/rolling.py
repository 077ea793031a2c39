"""Rolling: a wheel, a disc or a ball that touches a surface and does not slip on it.

F is on the body that carries the surface: z is its normal, x runs along it. M is at the centre of
the wheel, z is its axis. The wheel is a torus of total radius R whose tread has the radius rho
across (the crown): a knife edge for rho = 0, a ball for rho = R. With n the normal of the surface
and e the unit vector of the wheel's own plane that is nearest to n,

    contact = centre - (R - rho) e - rho n.

On a road z = h(x) of F, n is that of the road at the place x = s where it touches, which solves

    t . (contact - (s, 0, h(s))) = 0,   t = (1, 0, h'(s)).

On a road z = h(x, y) there are two such equations, with t = (1, 0, h_x) and t = (0, 1, h_y).

One row keeps the wheel on the surface; two say that the point of the wheel that touches has no
velocity along it. These two are rows at the level of velocities: no positions follow from them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Placement, parameter
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, columns, cross, skew, vector
from sarrus.spatial.dual import Dual, value_alone

STEPS = 8
"""Of Newton's method for the place on a road; the last ones make derivatives exact."""


def _normal(slope: Scalar, tilt: Scalar) -> Array:
    """Return the unit normal of a surface by its slopes."""
    size = np.sqrt(1.0 + slope * slope + tilt * tilt)
    return vector(-slope / size, -tilt / size, 1.0 / size)


@dataclass(frozen=True)
class Contact:
    """Where a wheel touches, in the axes of F: the point, the axes there, and the gap.

    axes: columns normal, along, across; gap: distance of the two surfaces along the normal.
    """

    point: Array
    axes: Array
    gap: Scalar


@dataclass(frozen=True)
class Rolling(JointType):
    """A wheel touches a surface, 1 row, and does not slip on it, 2 rows; never in the tree."""

    radius: float = parameter(
        1.0, unit="m", text="radius of the wheel, over its tread", required=True, above=0.0
    )
    crown: float = parameter(
        0.0, unit="m", text="radius of the tread across; 0 for a knife edge, as the ball's for one"
    )
    mu: float = parameter(
        np.inf,
        unit="dimensionless",
        text="coefficient of friction; more grip than this is an event (slip)",
        above=0.0,
    )
    road: Any = None

    type_name: ClassVar[str] = "rolling"
    summary: ClassVar[str] = "A wheel, a disc or a ball that rolls on a plane or road without slip."
    weight: ClassVar[float] = 100.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    velocities: ClassVar[tuple[Coordinate, ...]] = ()
    row_names: ClassVar[tuple[str, ...]] = ("touch", "slip_along", "slip_across")
    placement: ClassVar[Placement] = "contact"
    axes: ClassVar[tuple[str, ...]] = ()
    in_tree: ClassVar[bool] = False

    @property
    def is_one_sided(self) -> bool:
        return True

    @property
    def n_rows(self) -> int:
        return 3

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return (True, False, False)

    @property
    def is_ball(self) -> bool:
        """Whether the wheel is a ball, which has no axis."""
        return self.crown == self.radius

    @property
    def parameters(self) -> dict[str, float]:
        found = {"radius": self.radius, "crown": self.crown, "mu": self.mu}
        usual = {"crown": 0.0, "mu": np.inf}
        return {name: value for name, value in found.items() if value != usual.get(name)}

    def pose(self, q: Array) -> Transform:
        raise ModelError(Problem("T04", "joint type rolling", "has no coordinates and no pose"))

    def subspace(self, q: Array) -> Array:
        return np.zeros((6, 0))

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()

    def contact(self, X_FM: Transform) -> Contact:
        """Return where the wheel touches."""
        across, axis = vector(0.0, 1.0, 0.0), X_FM.matrix[:, 2]
        if self.road is None:
            n = vector(0.0, 0.0, 1.0)
            point = X_FM.position - self._arm(n, axis)
            return Contact(point, columns(n, vector(1.0, 0.0, 0.0), across), point[2])
        if self.road.varies_across:
            return self._on_surface(X_FM.position, axis)
        s = self._place(X_FM.position, axis)
        height, slope = self.road.height(s), self.road.slope(s)
        size = np.sqrt(1.0 + slope * slope)
        n = vector(-slope / size, 0.0, 1.0 / size)
        point = X_FM.position - self._arm(n, axis)
        gap = n @ (point - vector(s, 0.0, height))
        along = vector(1.0 / size, 0.0, slope / size)
        return Contact(point, columns(n, along, across - n * (across @ n)), gap)

    def _on_surface(self, center: Array, axis: Array) -> Contact:
        """Return where the wheel touches a road over x and y, by Newton's method as `_place`."""
        still = tuple(vector(*[value_alone(a) for a in x]) for x in (center, axis))
        s, w = center[0], center[1]
        for _ in range(STEPS):
            ahead, aside = self._apart(s, w, center, axis)
            at = value_alone(s), value_alone(w)
            a, c = (x.rate for x in self._apart(Dual(at[0], 1.0), Dual(at[1], 0.0), *still))
            b, d = (x.rate for x in self._apart(Dual(at[0], 0.0), Dual(at[1], 1.0), *still))
            size = a * d - b * c
            s = s - (d * ahead - b * aside) / size
            w = w - (a * aside - c * ahead) / size
        height, slope, tilt = self.road.surface_at(s, w)
        n = _normal(slope, tilt)
        point = center - self._arm(n, axis)
        along = vector(1.0, 0.0 * slope, slope) / np.sqrt(1.0 + slope * slope)
        gap = n @ (point - vector(s, w, height))
        return Contact(point, columns(n, along, cross(n, along)), gap)

    def _apart(self, s: Scalar, w: Scalar, center: Array, axis: Array) -> tuple[Scalar, Scalar]:
        """Return how far, along both tangents, the wheel's point is from a place of the road."""
        height, slope, tilt = self.road.surface_at(s, w)
        arm = self._arm(_normal(slope, tilt), axis)
        up = center[2] - height - arm[2]
        return center[0] - s - arm[0] + slope * up, center[1] - w - arm[1] + tilt * up

    def _place(self, center: Array, axis: Array) -> Scalar:
        """Return the x of the road at which it touches, by Newton's method from below the centre.

        The slope of the equation is taken at numbers that do not change with derivatives: a step
        from a place that solves it, and is known with its first k derivatives, has k + 1 right.
        """
        fixed, turned = (vector(*[Dual(value_alone(a), 0.0) for a in x]) for x in (center, axis))
        s: Scalar = center[0]
        for _ in range(STEPS):
            change = self._beside(Dual(value_alone(s), 1.0), fixed, turned).rate
            s = s - self._beside(s, center, axis) / change
        return s

    def _beside(self, s: Scalar, center: Array, axis: Array) -> Scalar:
        """Return how far the point of the wheel with the road's normal is ahead of the road's."""
        height, slope = self.road.height(s), self.road.slope(s)
        size = np.sqrt(1.0 + slope * slope)
        n = vector(-slope / size, 0.0 * s, 1.0 / size)
        ahead = center[0] - s + slope * (center[2] - height)
        if self.is_ball:
            return ahead
        arm = self._arm(n, axis)
        return ahead - (arm[0] + slope * arm[2])

    def _arm(self, n: Array, axis: Array) -> Array:
        """Return the way from the point that touches to the centre, (R - rho) e + rho n."""
        ring = self.radius - self.crown
        if self.is_ball:
            return self.crown * n
        across = n - axis * (axis @ n)
        return (ring / np.sqrt(across @ across)) * across + self.crown * n

    def residual(self, X_FM: Transform) -> Array:
        return vector(self.contact(X_FM).gap, 0.0, 0.0)

    def residual_rows(self, X_FM: Transform) -> Array:
        # the velocity, along the axes of the contact, of the point of the wheel that touches
        at = self.contact(X_FM)
        arm = X_FM.rotation.back(at.point - X_FM.position)
        turned = at.axes.T @ X_FM.matrix
        return np.concatenate([turned, -(turned @ skew(arm))], axis=1)

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        return bool(abs(self.contact(X_FM).gap) <= tolerance)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.zeros(0)
