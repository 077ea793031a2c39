"""Between two states: polynomials with their values, rates and second rates at both ends."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass

Coefficients = tuple[float, ...]
"""Of 1, s, s^2, ..."""

# In s = (t - t0)/h: value, rate and second rate at s = 0, then at s = 1.
_FIFTH = (
    (1.0, 0.0, 0.0, -10.0, 15.0, -6.0),
    (0.0, 1.0, 0.0, -6.0, 8.0, -3.0),
    (0.0, 0.0, 0.5, -1.5, 1.5, -0.5),
    (0.0, 0.0, 0.0, 10.0, -15.0, 6.0),
    (0.0, 0.0, 0.0, -4.0, 7.0, -3.0),
    (0.0, 0.0, 0.0, 0.5, -1.0, 0.5),
)
_THIRD = (
    (1.0, 0.0, -3.0, 2.0),
    (0.0, 1.0, -2.0, 1.0),
    (0.0, 0.0, 3.0, -2.0),
    (0.0, 0.0, -1.0, 1.0),
)


@dataclass(frozen=True, eq=False)
class Ends:
    """Values at the two ends of n intervals of lengths h, with their rates: n x size each."""

    h: np.ndarray
    x0: np.ndarray
    x1: np.ndarray
    rate0: np.ndarray
    rate1: np.ndarray

    def third(self, s: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Return the cubic through values and rates, or a rate of it, at s in [0, 1]."""
        h = self.h[:, None]
        ends = (self.x0, h * self.rate0, self.x1, h * self.rate1)
        return _combination(_THIRD, ends, s, derivative) / h**derivative

    def fifth(
        self, s: np.ndarray, second0: np.ndarray, second1: np.ndarray, derivative: int = 0
    ) -> np.ndarray:
        """Return the quintic through second rates as well; cubic where these are not known."""
        h = self.h[:, None]
        ends = (self.x0, h * self.rate0, h**2 * second0, self.x1, h * self.rate1, h**2 * second1)
        found = _combination(_FIFTH, ends, s, derivative) / h**derivative
        known = np.all(np.isfinite(found), axis=1, keepdims=True)
        return np.where(known, found, self.third(s, derivative))


def _combination(
    basis: tuple[Coefficients, ...],
    ends: tuple[np.ndarray, ...],
    s: np.ndarray,
    derivative: int,
) -> np.ndarray:
    weights = [_value(_derivative(p, derivative), s)[:, None] for p in basis]
    return np.sum([w * x for w, x in zip(weights, ends, strict=True)], axis=0)


def _derivative(p: Coefficients, order: int) -> Coefficients:
    """Return a derivative of a polynomial."""
    for _ in range(order):
        p = tuple(k * c for k, c in enumerate(p))[1:] or (0.0,)
    return p


def _value(p: Coefficients, s: np.ndarray) -> np.ndarray:
    """Return a polynomial at some places, by Horner's scheme."""
    found = np.full_like(s, p[-1])
    for c in p[-2::-1]:
        found = c + found * s
    return found
