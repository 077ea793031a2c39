"""Rates of change by dual numbers: a value and its time derivative, carried through a formula.

`rate_of(f, x, xdot)` evaluates f once on x + eps xdot and returns the derivative of the result,
exactly, for numbers and for symbols.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.spatial.arrays import Array, Scalar, angle_of, select


class Dual:
    """value + eps rate, with eps^2 = 0."""

    # Formulas make millions: a frozen data class takes three times as long to be made.
    __slots__ = ("rate", "value")

    def __init__(self, value: Scalar, rate: Scalar) -> None:
        self.value = value
        self.rate = rate

    def __repr__(self) -> str:
        return f"Dual(value={self.value!r}, rate={self.rate!r})"

    def __add__(self, other: Scalar) -> Dual:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then goes through its elements
        b = _dual(other)
        return Dual(self.value + b.value, self.rate + b.rate)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.rate)

    def __sub__(self, other: Scalar) -> Dual:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then goes through its elements
        b = _dual(other)
        return Dual(self.value - b.value, self.rate - b.rate)

    def __rsub__(self, other: Scalar) -> Dual:
        return _dual(other) - self

    def __mul__(self, other: Scalar) -> Dual:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then goes through its elements
        b = _dual(other)
        return Dual(self.value * b.value, self.rate * b.value + self.value * b.rate)

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Dual:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then goes through its elements
        b = _dual(other)
        quotient = self.value / b.value
        return Dual(quotient, (self.rate - quotient * b.rate) / b.value)

    def __rtruediv__(self, other: Scalar) -> Dual:
        return _dual(other) / self

    def __pow__(self, power: Scalar) -> Dual:
        if isinstance(power, Dual):
            whole = self**power.value
            return Dual(whole.value, whole.rate + (self.value**power).rate)
        if isinstance(power, (int, float, np.integer)):  # a traced power has no value
            if power == 2:
                return self * self
            if power == 1:
                return self
            if power == 0:  # x^-1 of the rule below is not defined at 0
                return Dual(self.value**power, 0.0 * self.rate)
        return Dual(self.value**power, power * self.value ** (power - 1) * self.rate)

    def __rpow__(self, base: Scalar) -> Dual:
        whole = base**self.value
        return Dual(whole, whole * np.log(base) * self.rate)

    def __gt__(self, other: Scalar) -> bool:
        return self.value > _dual(other).value

    def __lt__(self, other: Scalar) -> bool:
        return self.value < _dual(other).value

    def __ge__(self, other: Scalar) -> bool:
        return self.value >= _dual(other).value

    def __le__(self, other: Scalar) -> bool:
        return self.value <= _dual(other).value

    def __abs__(self) -> Dual:
        return select(self.value < 0.0, -self, self)

    @staticmethod
    def parts(x: Scalar) -> tuple[Scalar, Scalar]:
        """Return value and rate of a dual or plain number."""
        return (x.value, x.rate) if isinstance(x, Dual) else (x, 0.0)

    def sqrt(self) -> Dual:
        """Return the root."""
        root = np.sqrt(self.value)
        return Dual(root, 0.5 * self.rate / root)

    def sin(self) -> Dual:
        """Return the sine."""
        return Dual(np.sin(self.value), np.cos(self.value) * self.rate)

    def cos(self) -> Dual:
        """Return the cosine."""
        return Dual(np.cos(self.value), -np.sin(self.value) * self.rate)

    def tan(self) -> Dual:
        """Return the tangent."""
        t = np.tan(self.value)
        return Dual(t, (1.0 + t * t) * self.rate)

    def exp(self) -> Dual:
        """Return the exponential."""
        e = np.exp(self.value)
        return Dual(e, e * self.rate)

    def log(self) -> Dual:
        """Return the natural logarithm."""
        return Dual(np.log(self.value), self.rate / self.value)

    def tanh(self) -> Dual:
        """Return the hyperbolic tangent."""
        t = np.tanh(self.value)
        return Dual(t, (1.0 - t * t) * self.rate)

    def arcsin(self) -> Dual:
        """Return the angle of a sine."""
        x = self.value
        return Dual(np.arcsin(x), self.rate / np.sqrt(1.0 - x * x))

    def arccos(self) -> Dual:
        """Return the angle of a cosine."""
        x = self.value
        return Dual(np.arccos(x), -self.rate / np.sqrt(1.0 - x * x))

    def arctan(self) -> Dual:
        """Return the angle of a tangent."""
        x = self.value
        return Dual(np.arctan(x), self.rate / (1.0 + x * x))

    def arctan2(self, other: Scalar) -> Dual:
        """Return the angle of the point (other, self)."""
        x = _dual(other)
        square = self.value * self.value + x.value * x.value
        turning = self.rate * x.value - self.value * x.rate
        return Dual(angle_of(self.value, x.value), turning / square)


def _dual(x: Scalar) -> Dual:
    return x if isinstance(x, Dual) else Dual(x, 0.0)


def duals(value: Array, rate: Array) -> Array:
    """Return the array of dual numbers of two arrays of one shape."""
    flat = np.empty(np.size(value), dtype=object)
    flat[:] = [Dual(a, b) for a, b in zip(np.ravel(value), np.ravel(rate), strict=True)]
    return flat.reshape(np.shape(value))


def rates(array: Array) -> Array:
    """Return the rates of an array of dual numbers; plain numbers in it have rate zero."""
    found = [x.rate if isinstance(x, Dual) else 0.0 for x in np.ravel(array)]
    return np.array(found).reshape(np.shape(array))


def values(array: Array) -> Array:
    """Return the values of an array of dual numbers."""
    found = [x.value if isinstance(x, Dual) else x for x in np.ravel(array)]
    return np.array(found).reshape(np.shape(array))


def value_alone(x: Scalar) -> Scalar:
    """Return a number without its rates."""
    while isinstance(x, Dual):
        x = x.value
    return x


def rate_of(function: Callable[[Array], Array], x: Array, xdot: Array) -> Array:
    """Return d f(x)/dt for dx/dt = xdot."""
    return rates(function(duals(x, xdot)))
