"""Curves: functions of one variable through the rows of a table.

A curve is a polynomial of degree three or less in every interval between two rows, and beyond the
rows on either side:

    y = c0 + c1 d + c2 d^2 + c3 d^3,    d = x - (row before x)

It is evaluated for numbers, arrays, dual numbers and traced values; a traced one is looked up
(`kernels/functions/look_up.py`), so that the length of the table costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.dual import Dual
from sarrus.spatial.shape_preserving import shape_preserving_cubics

BEYOND = ("hold", "line", "refuse")
FEWEST = {0: 2, 1: 2, 2: 4, 3: 2, 4: 4}
"""Rows that a curve needs, by its smoothness."""

LARGEST = 2.0**1023
"""Arguments count as not larger than this, so that infinite ones give no 0 * infinity."""

INTEGRAL, VALUE, SLOPE, CURVATURE, THIRD = range(-1, 4)
"""Orders of derivatives."""

_TERMS: dict[int, tuple[tuple[int, float], ...]] = {
    INTEGRAL: ((4, 1.0), (0, 1.0), (1, 1.0 / 2.0), (2, 1.0 / 3.0), (3, 1.0 / 4.0)),
    VALUE: ((0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)),
    SLOPE: ((1, 1.0), (2, 2.0), (3, 3.0)),
    CURVATURE: ((2, 2.0), (3, 6.0)),
    THIRD: ((3, 6.0),),
}
"""By order: place of the coefficient of each power of d in a piece, and its factor."""


class PiecewiseCubic:
    """A function of one variable in pieces, each a polynomial of degree three or less.

    Tables of kernels (`kernels/table.py`): with `knots`, `pieces` and a `digest` of both.
    """

    knots: Any
    pieces: Any
    digest: Any

    def __call__(self, x: Any) -> Any:
        """Return y at x."""
        return self.derivative(VALUE, x)

    def slope(self, x: Any) -> Any:
        """Return dy/dx at x."""
        return self.derivative(SLOPE, x)

    def curvature(self, x: Any) -> Any:
        """Return d2y/dx2 at x."""
        return self.derivative(CURVATURE, x)

    def integral(self, x: Any) -> Any:
        """Return the integral of y from the first row to x."""
        return self.derivative(INTEGRAL, x)

    def derivative(self, order: int, x: Any) -> Any:
        """Return the derivative of an order at x, -1 being the integral; at a row, that after it.

        x: a number, an array, a dual number, a traced value, or an array of such.
        """
        if isinstance(x, Dual):
            return Dual(
                self.derivative(order, x.value), self.derivative(order + 1, x.value) * x.rate
            )
        if hasattr(x, "look_up"):
            return x.look_up(self, order)
        if isinstance(x, np.ndarray) and x.dtype == object:
            found = np.empty(x.size, dtype=object)
            found[:] = [self.derivative(order, item) for item in x.flat]
            return found.reshape(x.shape)
        if isinstance(x, (int, float)):
            return self._number(order, float(x))
        at = np.asarray(x, dtype=float)
        values = self.value_in_piece(order, at, self.piece(at))
        return float(values) if values.ndim == 0 else values

    def piece(self, x: Any) -> Any:
        """Return in which piece numbers lie: 0 before the first knot, the last behind the last."""
        return self.knots[:-1].searchsorted(x, side="right") + (x > self.knots[-1])

    def value_in_piece(self, order: int, x: Any, piece: Any) -> Any:
        """Return the derivative of an order at numbers whose pieces are known."""
        d = np.clip(x, -LARGEST, LARGEST) - self.knots[np.maximum(piece - 1, 0)]
        c = self.pieces[piece]
        with np.errstate(over="ignore"):
            return _polynomial(order, d, [c[..., place] for place in range(5)])

    def _number(self, order: int, x: float) -> float:
        """Return the derivative of an order at one number, without the cost of arrays."""
        piece = int(self.piece(x))
        d = min(max(x, -LARGEST), LARGEST) - float(self.knots[max(piece - 1, 0)])
        return float(_polynomial(order, d, self.pieces[piece].tolist()))


class Pieces(PiecewiseCubic):
    """A function whose pieces are given: knots, increasing, and c0, c1, c2, c3 from each on.

    Before the first knot its value is held, or goes on along its slope (line), or is 0 (nothing).
    No integral.
    """

    def __init__(
        self,
        knots: np.ndarray,
        coefficients: np.ndarray,
        *,
        line: bool = False,
        nothing: bool = False,
    ) -> None:
        inner = np.column_stack([coefficients, np.zeros(len(knots))])
        first = inner[:1] * np.array([float(not nothing), float(line), 0.0, 0.0, 0.0])
        self.knots = _read_only(np.array(knots, dtype=float) + 0.0)
        self.pieces = _read_only(np.vstack([first, inner]) + 0.0)

    @cached_property
    def digest(self) -> str:
        """The hash of knots and coefficients."""
        from hashlib import sha256  # for tables alone: it takes long to import

        found = sha256(self.knots.tobytes())
        found.update(self.pieces.tobytes())
        return found.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Pieces) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Pieces({len(self.knots)} knots, {self.digest})"


@dataclass(frozen=True, eq=False, repr=False)
class Curve(PiecewiseCubic):
    """A function y(x) through the rows of a table, differentiable exactly.

    x: increasing; y: as many numbers. smooth: 0, straight lines; 1, monotone cubics (continuous
    slope, no overshoot between rows); 2, a cubic spline (continuous curvature, overshoots); 3, a
    spline that keeps the shape (continuous curvature, no overshoot where rows rise, fall or stay;
    `spatial/shape_preserving.py`); 4, the cubics of Akima (continuous slope, made of the rows
    nearby). beyond the rows:
    "hold", the last value; "line", on with the last slope; "refuse", for a caller who has checked
    the range (the last polynomial goes on). Curves are equal if their rows and options are.

    The monotone cubics are those of Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5, 1984); the
    spline has no knot at the second row and at the last but one; Akima's cubics: J. ACM 17, 1970.
    """

    x: np.ndarray
    y: np.ndarray
    smooth: int = 1
    beyond: str = "hold"

    def __post_init__(self) -> None:
        known = isinstance(self.smooth, int) and isinstance(self.beyond, str)
        if not known or self.smooth not in FEWEST or self.beyond not in BEYOND:
            rule = f"needs smooth = 0, 1, 2, 3 or 4, and beyond = {', '.join(map(repr, BEYOND))}"
            value = f"smooth={self.smooth!r}, beyond={self.beyond!r}"
            raise ModelError(Problem("N14", "curve", rule, value[:80]))
        x, y = checked_rows("curve", self.x, self.y, FEWEST[self.smooth])
        if y.ndim != 1:
            raise ModelError(Problem("N14", "curve", "needs one number y for every x"))
        _check_distances(x, y, 3 if self.smooth else 1)
        object.__setattr__(self, "x", _read_only(x))
        object.__setattr__(self, "y", _read_only(y))

    @cached_property
    def digest(self) -> str:
        """The hash of the rows and options."""
        from hashlib import sha256  # for tables alone: it takes long to import

        found = sha256(f"{self.smooth} {self.beyond} {len(self.x)}|".encode())
        found.update(self.x.tobytes())
        found.update(self.y.tobytes())
        return found.hexdigest()

    @cached_property
    def knots(self) -> np.ndarray:
        """Where the pieces start and the last one ends: the rows, and others between them."""
        if self.smooth != 3:
            return self.x
        return _read_only(shape_preserving_cubics(self.x, self.y)[0])

    @cached_property
    def pieces(self) -> np.ndarray:
        """Coefficients c0, c1, c2, c3 of every piece, and the integral up to its start."""
        inner = _cubics(self.x, self.y, self.smooth)
        h = np.diff(self.knots)
        c0, c1, c2, c3 = inner.T
        areas = h * (c0 + h * (c1 / 2.0 + h * (c2 / 3.0 + h * (c3 / 4.0))))
        before = np.concatenate([[0.0], np.cumsum(areas, dtype=np.longdouble)]).astype(float)
        inner = np.column_stack([inner, before[:-1]])
        first = [*self._end(inner[0], 0.0, self.y[0]), 0.0]
        last = [*self._end(inner[-1], h[-1], self.y[-1]), before[-1]]
        return _read_only(np.vstack([first, inner, last]) + 0.0)

    def _end(self, c: np.ndarray, h: float, y: float) -> tuple[float, float, float, float]:
        """Return the polynomial beyond an end row, h after the start of the piece with c."""
        if self.beyond == "hold":
            return y, 0.0, 0.0, 0.0
        slope = c[1] + h * (2.0 * c[2] + h * (3.0 * c[3]))
        if self.beyond == "line":
            return y, slope, 0.0, 0.0
        return y, slope, c[2] + 3.0 * h * c[3], c[3]

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Curve) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        rows = f"{len(self.x)} rows from {self.x[0]:g} to {self.x[-1]:g}"
        return f"Curve({rows}, smooth={self.smooth}, beyond={self.beyond!r}, {self.digest})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Curve, (self.x, self.y, self.smooth, self.beyond)


def _polynomial(order: int, d: Any, c: Sequence[Any]) -> Any:
    found = 0.0 * d
    for place, factor in reversed(_TERMS.get(order, ())):
        found = factor * c[place] + d * found
    return found


def checked_rows(where: str, x: Any, y: Any, fewest: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows as arrays; those that are not finite or not in order are refused by number."""
    try:
        first, second = real_array(x), real_array(y)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ModelError(Problem("N14", where, f"needs numbers: {problem}")) from None
    if first.ndim != 1 or second.ndim < 1 or len(first) < fewest or len(second) != len(first):
        rule = f"needs at least {fewest} rows, and as many values as arguments"
        raise ModelError(Problem("N14", where, rule))
    values = second.reshape(len(second), -1)
    bad = ~np.isfinite(first) | ~np.all(np.isfinite(values), axis=1)
    bad[1:] |= ~(first[1:] > first[:-1])
    if np.any(bad):
        row = int(np.argmax(bad))
        value = f"({first[row]:g}, {', '.join(f'{v:g}' for v in values[row][:3])})"
        rule = "is not finite or not increasing"
        raise ModelError(Problem("N14", f"{where} row {row}", rule, value))
    return first + 0.0, second + 0.0


def _check_distances(x: np.ndarray, y: np.ndarray, degree: int) -> None:
    """Refuse rows between which the coefficients of polynomials are no numbers."""
    with np.errstate(over="ignore", invalid="ignore"):
        h = np.diff(x)
        size = np.diff(y)
        for _ in range(degree):
            size = size / h
    bad = ~np.isfinite(h) | ~np.isfinite(size)
    if np.any(bad):
        rule = "is too close to the row before it, or too far from it, for its value"
        raise ModelError(Problem("N14", f"curve row {int(np.argmax(bad)) + 1}", rule))


def _cubics(x: np.ndarray, y: np.ndarray, smooth: int) -> np.ndarray:
    """Return c0, c1, c2, c3 of the pieces between rows."""
    if smooth == 0:
        zero = np.zeros(len(x) - 1)
        return np.column_stack([y[:-1], np.diff(y) / np.diff(x), zero, zero])
    if smooth == 3:
        return shape_preserving_cubics(x, y)[1]
    from scipy.interpolate import Akima1DInterpolator, CubicSpline, PchipInterpolator

    kinds = {1: PchipInterpolator, 2: CubicSpline, 4: Akima1DInterpolator}
    # The reciprocal of a slope of 1e-313 is no number; the mean of slopes that takes it is zero.
    with np.errstate(over="ignore"):
        return np.array(kinds[smooth](x, y).c[::-1].T)


def _read_only(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
