"""Quantities of two bodies together with their first and second time derivative.

A constraint is written once, as a value; its Jacobian and its acceleration bias follow from
the product and chain rules. All is arithmetic in the vocabulary of `sarrus.spatial.arrays`.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import TINY, Array

WIDTH = 12
"""Velocities of a pair of bodies: rdot and w' of the parent, then of the child."""


@dataclass(frozen=True)
class Moving:
    """A scalar or vector x that depends on the poses of the two bodies of a joint.

    With V the twelve velocities of the pair, xdot = rows V = rate and xddot = rows Vdot + bias.
    rows: 12, or 3 x 12.
    """

    value: Array
    rows: Array
    rate: Array
    bias: Array

    def __add__(self, other: Moving) -> Moving:
        """Return x + y."""
        return Moving(
            self.value + other.value,
            self.rows + other.rows,
            self.rate + other.rate,
            self.bias + other.bias,
        )

    def __sub__(self, other: Moving) -> Moving:
        """Return x - y."""
        return self + other.times(-1.0)

    def times(self, factor: float) -> Moving:
        """Return a constant times x."""
        return Moving(
            factor * self.value, factor * self.rows, factor * self.rate, factor * self.bias
        )

    def plus(self, constant: float) -> Moving:
        """Return x plus a constant."""
        return Moving(self.value + constant, self.rows, self.rate, self.bias)

    def nearest_to(self, value: Array) -> Moving:
        """Return an angle with the whole turns that bring it nearest to a value."""
        gap = self.value - value
        turned = value + np.arctan2(np.sin(gap), np.cos(gap))
        return Moving(turned, self.rows, self.rate, self.bias)

    @property
    def components(self) -> tuple[Moving, ...]:
        """The scalars of a vector."""
        return tuple(
            Moving(self.value[k], self.rows[k], self.rate[k], self.bias[k])
            for k in range(len(self.value))
        )


def dot(a: Moving, b: Moving) -> Moving:
    """Return the scalar product of two vectors."""
    return Moving(
        a.value @ b.value,
        a.value @ b.rows + b.value @ a.rows,
        a.value @ b.rate + b.value @ a.rate,
        a.value @ b.bias + b.value @ a.bias + 2.0 * (a.rate @ b.rate),
    )


def product(a: Moving, b: Moving) -> Moving:
    """Return the product of two scalars."""
    return Moving(
        a.value * b.value,
        a.value * b.rows + b.value * a.rows,
        a.value * b.rate + b.value * a.rate,
        a.value * b.bias + b.value * a.bias + 2.0 * (a.rate * b.rate),
    )


def cosine(a: Moving) -> Moving:
    """Return the cosine of a scalar."""
    return smooth(a, np.cos(a.value), -np.sin(a.value), -np.cos(a.value))


def sine(a: Moving) -> Moving:
    """Return the sine of a scalar."""
    return smooth(a, np.sin(a.value), np.cos(a.value), -np.sin(a.value))


def reciprocal(a: Moving) -> Moving:
    """Return one over a scalar."""
    f = 1.0 / a.value
    return smooth(a, f, -f * f, 2.0 * f * f * f)


def arctangent(s: Moving, c: Moving) -> Moving:
    """Return the angle of the scalars (c, s), which need not have the length one."""
    square = s.value * s.value + c.value * c.value + TINY
    rate = (c.value * s.rate - s.value * c.rate) / square
    swell = 2.0 * (s.value * s.rate + c.value * c.rate)
    return Moving(
        np.arctan2(s.value, c.value),
        (c.value * s.rows - s.value * c.rows) / square,
        rate,
        (c.value * s.bias - s.value * c.bias - rate * swell) / square,
    )


def smooth(a: Moving, f: Array, slope: Array, bend: Array) -> Moving:
    """Return a function f(a) of a scalar, given its value and derivatives f' and f''."""
    return Moving(f, slope * a.rows, slope * a.rate, slope * a.bias + bend * (a.rate * a.rate))
