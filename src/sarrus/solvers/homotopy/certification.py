"""Proof that a ball about a point holds exactly one solution, in floating point.

Krawczyk's test (1969) in the norm of the largest component: with Y near f'(x)^-1 and the ball B of
radius r about x, if

    |Y f(x)| + |I - Y f'(B)| r < r,

then Newton's map with Y leads B into itself and contracts: there is one solution in B and no other.
f'(B) differs from f'(x) by no more than F'(|x| + r) - F'(|x|), where F has the absolute values of
the coefficients; the bounds of rounding are those of sums of products (Higham, chapter 3).
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.polynomials import PolynomialSystem

UNIT = 2.0**-53
RADII = tuple(8.0**k for k in range(1, 13))
"""Radii that are tried, in sizes of the last correction of Newton."""


@dataclass(frozen=True)
class Balls:
    """For each point: whether it is certified, and the radius within which the solution is."""

    certified: np.ndarray
    radius: np.ndarray


def newton_points(system: PolynomialSystem, x: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """Return points after Newton's steps with some coordinates of each, which are 1, kept.

    fixed: which ones, for each point, of the homogeneous coordinates x.
    """
    rows, x = np.arange(len(x)), x.copy()
    for _ in range(4):
        value, slope = system.values_and_jacobians(x)
        for i in rows:
            free = np.delete(np.arange(system.n), fixed[i])
            step = np.linalg.lstsq(slope[i][:, free], -value[i], rcond=None)[0]
            if np.all(np.isfinite(step)) and np.abs(step).max(initial=0.0) < 1e-3:
                x[i, free] += step
    return x


def certified_balls(system: PolynomialSystem, x: np.ndarray, fixed: np.ndarray) -> Balls:
    """Return balls about points, with coordinates `fixed` 1, that hold one solution each."""
    found, radius = np.zeros(len(x), dtype=bool), np.full(len(x), np.inf)
    for i, (point, k) in enumerate(zip(x, fixed, strict=True)):
        free = np.delete(np.arange(system.n), k)
        least = _radius(system, point, free)
        found[i], radius[i] = least is not None, np.inf if least is None else least
    return Balls(found, radius)


def _radius(system: PolynomialSystem, x: np.ndarray, free: np.ndarray) -> float | None:
    """Return the radius of a ball that passes the test, or None."""
    values, slopes = system.values_and_jacobians(x[None])
    size = np.abs(x)
    absolute, growth = (np.real(a[0]) for a in system.absolute.values_and_jacobians(size[None]))
    f, J = values[0], slopes[0][:, free]
    # a complex product costs up to 2 sqrt(2) roundings, a monomial degree of them, a sum one each
    rounding = 4.0 * (system.monomials + max(system.degrees) + 4) * UNIT
    if not (np.all(np.isfinite(J)) and np.linalg.matrix_rank(J) == len(free) == system.m):
        return None
    Y = np.linalg.inv(J)
    Y_size = np.abs(Y)
    n = len(free)
    shift = float(np.max(np.abs(Y @ f) + Y_size @ (rounding * absolute)
                         + 4.0 * (n + 2) * UNIT * (Y_size @ np.abs(f))))  # fmt: skip
    J_size = np.abs(J)
    here = np.abs(np.eye(n) - Y @ J) + 4.0 * (n + 2) * UNIT * (Y_size @ J_size)
    here = here + Y_size @ (rounding * growth[:, free])
    for factor in RADII:
        r = max(factor * shift, 4.0 * UNIT)
        wide = size.copy()
        wide[free] += r
        beyond = np.real(system.absolute.values_and_jacobians(wide[None])[1][0])
        spread = np.maximum(beyond - growth, 0.0)[:, free] + rounding * beyond[:, free]
        contraction = float(np.max(np.sum(here + Y_size @ spread, axis=1)))
        if (shift + contraction * r) * (1.0 + 8.0 * UNIT) < r and contraction < 1.0:
            return r
    return None
