"""Numbers of two bodies with operators, so that any formula of a pose can be differentiated.

A joint type that this package has no conditions of its own for gives its equations as values
(`residual`, `coordinates_of`); what they mean for velocities and accelerations follows here, by the
product and chain rules of `moving.py`, independently of the subspaces of the joint coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.cartesian.markers import JointMarkers
from sarrus.cartesian.moving import WIDTH, Moving, arctangent, product, reciprocal, smooth
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar


@dataclass(frozen=True, eq=False)
class MovingScalar:
    """A scalar quantity that formulas can use like a number."""

    moving: Moving

    def __add__(self, other: Any) -> MovingScalar:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then goes through its elements
        return MovingScalar(self.moving + moving_of(other))

    __radd__ = __add__

    def __neg__(self) -> MovingScalar:
        return MovingScalar(self.moving.times(-1.0))

    def __sub__(self, other: Any) -> MovingScalar:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return MovingScalar(self.moving - moving_of(other))

    def __rsub__(self, other: Any) -> MovingScalar:
        return MovingScalar(moving_of(other) - self.moving)

    def __mul__(self, other: Any) -> MovingScalar:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return MovingScalar(product(self.moving, moving_of(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> MovingScalar:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return MovingScalar(product(self.moving, reciprocal(moving_of(other))))

    def __rtruediv__(self, other: Any) -> MovingScalar:
        return MovingScalar(product(moving_of(other), reciprocal(self.moving)))

    def __pow__(self, power: float) -> MovingScalar:
        x = self.moving.value
        bend = power * (power - 1.0) * x ** (power - 2) if power not in (0, 1) else 0.0 * x
        return self._of(x**power, power * x ** (power - 1), bend)

    def sqrt(self) -> MovingScalar:
        """Return the square root; `numpy.sqrt` calls it."""
        root = np.sqrt(self.moving.value)
        return self._of(root, 0.5 / root, -0.25 / (root * self.moving.value))

    def sin(self) -> MovingScalar:
        """Return the sine."""
        s, c = np.sin(self.moving.value), np.cos(self.moving.value)
        return self._of(s, c, -s)

    def cos(self) -> MovingScalar:
        """Return the cosine."""
        s, c = np.sin(self.moving.value), np.cos(self.moving.value)
        return self._of(c, -s, -c)

    def tan(self) -> MovingScalar:
        """Return the tangent."""
        return self.sin() / self.cos()

    def exp(self) -> MovingScalar:
        """Return the exponential."""
        e = np.exp(self.moving.value)
        return self._of(e, e, e)

    def log(self) -> MovingScalar:
        """Return the natural logarithm."""
        x = self.moving.value
        return self._of(np.log(x), 1.0 / x, -1.0 / (x * x))

    def arctan(self) -> MovingScalar:
        """Return the arc tangent."""
        return self.arctan2(1.0)

    def arctan2(self, other: Any) -> MovingScalar:
        """Return the angle of (other, self)."""
        return MovingScalar(arctangent(self.moving, moving_of(other)))

    def arcsin(self) -> MovingScalar:
        """Return the arc sine."""
        return self.arctan2((1.0 - self * self).sqrt())

    def arccos(self) -> MovingScalar:
        """Return the arc cosine."""
        return (1.0 - self * self).sqrt().arctan2(self)

    def look_up(self, table: Any, order: int) -> MovingScalar:
        """Return a table of cubics, or its derivative of an order, there."""
        x = self.moving.value
        return self._of(*[table.derivative(order + k, x) for k in range(3)])

    def find(self, op: str, table: Any, operands: Sequence[Any]) -> Any:
        """Return the feature that an operation finds in a table of them, which does not move."""
        values = [moving_of(x).value for x in operands]
        return table.find(op, *values)

    def _of(self, f: Scalar, slope: Scalar, bend: Scalar) -> MovingScalar:
        return MovingScalar(smooth(self.moving, f, slope, bend))


def moving_of(x: Any) -> Moving:
    """Return a scalar, or a number as one that does not move."""
    if isinstance(x, MovingScalar):
        return x.moving
    return Moving(x, np.zeros(WIDTH), 0.0, 0.0)


def relative_pose(joint: JointMarkers) -> Transform:
    """Return X_FM with entries that know their derivatives."""
    R = [[MovingScalar(joint.cosine(f, m)) for m in range(3)] for f in range(3)]
    p = [MovingScalar(joint.shift(f)) for f in range(3)]
    return Transform.of(np.array(R, dtype=object), np.array(p, dtype=object))


def formula_values(f: Callable[[Transform], Array], joint: JointMarkers) -> tuple[Moving, ...]:
    """Return what a formula of the pose X_FM gives for the two frames of a joint."""
    return tuple(moving_of(x) for x in np.ravel(f(relative_pose(joint))))
