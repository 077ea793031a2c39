"""Polynomials in pieces: what all motions of time are made of.

Between two knots a motion is a polynomial of any degree in the time since the knot before,

    y = c0 + c1 d + c2 d^2 + ...,    d = t - (knot before t)

and it is held beyond the first and the last knot. It is evaluated for numbers, arrays, dual
numbers and traced values; those of kernels are looked up, so that the number of pieces costs
nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from math import factorial
from typing import Any

import numpy as np

from sarrus.kernels.symbol import Symbol
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.dual import Dual

SMOOTH = 1e-9
"""Jumps of a derivative below this part of its size are rounding."""

LOW = 4
"""Coefficients that one table of a kernel holds."""


class TimeFunction(ABC):
    """A function y(t) with its derivatives, all found by one method.

    t [s] is a number, an array, a dual number or a traced value.
    """

    @abstractmethod
    def derivative(self, order: int, t: Any) -> Any:
        """Return the derivative of an order at t."""

    def __call__(self, t: Any) -> Any:
        """Return y at t."""
        return self.derivative(0, t)

    def rate(self, t: Any) -> Any:
        """Return dy/dt."""
        return self.derivative(1, t)

    def acceleration(self, t: Any) -> Any:
        """Return d2y/dt2; at a knot, that after it (at the end, that before it)."""
        return self.derivative(2, t)

    def jerk(self, t: Any) -> Any:
        """Return d3y/dt3 between knots."""
        return self.derivative(3, t)

    def jet(self, t: Any) -> tuple[Any, Any, Any]:
        """Return y, dy/dt and d2y/dt2."""
        return self.derivative(0, t), self.derivative(1, t), self.derivative(2, t)


@dataclass(frozen=True)
class Piecewise(TimeFunction):
    """A function y(t) of polynomials between knots, held beyond them, differentiable exactly.

    knots: n + 1 increasing times [s]; coefficients: n rows c0, c1, ..., all equally long; end: the
    value held after the last knot, computed unless given.
    """

    knots: tuple[float, ...]
    coefficients: tuple[tuple[float, ...], ...]
    end: float | None = None
    orders: tuple[_Pieces, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        t = np.array(self.knots, dtype=float)
        c = np.array(self.coefficients, dtype=float)
        found = []
        for order in range(c.shape[1]):
            powers = np.arange(order, c.shape[1])
            factors = [factorial(p) / factorial(p - order) for p in powers]
            found.append(_Pieces.of(t, c[:, order:] * factors, self.end, held=order == 0))
        object.__setattr__(self, "end", float(found[0].c[-1, 0]))
        object.__setattr__(self, "orders", tuple(found))

    @staticmethod
    def of(knots: Any, coefficients: Any, end: float | None = None) -> Piecewise:
        """Return the polynomials of arrays; pieces without a length are left out."""
        t, c = np.asarray(knots, dtype=float), np.asarray(coefficients, dtype=float)
        kept = np.flatnonzero(np.diff(t) > 0.0)
        times = np.append(t[kept], t[-1])
        return Piecewise(tuple(times.tolist()), tuple(map(tuple, c[kept].tolist())), end)

    @property
    def duration(self) -> float:
        """The time [s] from the first to the last knot."""
        return self.knots[-1] - self.knots[0]

    def derivative(self, order: int, t: Any) -> Any:
        """Return the derivative of an order at t."""
        if isinstance(t, Dual):
            rate = self.derivative(order + 1, t.value)
            return Dual(self.derivative(order, t.value), rate * t.rate)
        if isinstance(t, (list, tuple)):
            t = np.array(t)
        if isinstance(t, np.ndarray) and t.dtype == object:
            found = np.empty(t.size, dtype=object)
            found[:] = [self.derivative(order, item) for item in t.flat]
            return found.reshape(t.shape)
        if order >= len(self.orders):
            return 0.0 * t
        if isinstance(t, Symbol):
            return self.orders[order].looked_up(t)
        if isinstance(t, (int, float, complex, np.ndarray, np.generic)):
            return self.orders[order].at(t)
        return self.orders[order].value_by_choices(t)

    @property
    def corners(self) -> tuple[float, ...]:
        """The knots at which a derivative jumps, and the first and the last one."""
        jumping = np.zeros(len(self.knots), dtype=bool)
        jumping[[0, -1]] = True
        for pieces in self.orders:
            before, after = pieces.sides()
            size = max(float(np.max(np.abs(before))), float(np.max(np.abs(after))))
            jumping |= np.abs(after - before) > SMOOTH * size
        return tuple(np.array(self.knots)[jumping].tolist())

    def peak(self, order: int) -> float:
        """Return the largest magnitude of a derivative, exactly: at knots and between them."""
        if order >= len(self.orders):
            return 0.0
        h = np.diff(self.knots)
        return max(
            float(np.max(np.abs(np.polynomial.polynomial.polyval(_places(c, length), c))))
            for c, length in zip(self.orders[order].c[1:-1], h, strict=True)
        )

    def jump(self, order: int) -> float:
        """Return by how much a derivative jumps at most at a knot, from rest and to rest too."""
        if order >= len(self.orders):
            return 0.0
        before, after = self.orders[order].sides()
        return float(np.max(np.abs(after - before)))

    def with_gain(self, gain: float, offset: float, end: float | None = None) -> Piecewise:
        """Return offset + gain y."""
        c = gain * np.array(self.coefficients)
        c[:, 0] += offset
        last = offset + gain * self.orders[0].c[-1, 0] if end is None else end
        return Piecewise(self.knots, tuple(map(tuple, c.tolist())), float(last))

    def with_time_scale(self, factor: float) -> Piecewise:
        """Return y(t / factor), the same shape in another time."""
        c = np.array(self.coefficients)
        c = c * factor ** -np.arange(c.shape[1], dtype=float)
        return Piecewise(
            tuple(factor * t for t in self.knots), tuple(map(tuple, c.tolist())), self.end
        )

    @staticmethod
    def in_sequence(parts: Iterable[Piecewise]) -> Piecewise:
        """Return motions that start at 0 s, one after the other."""
        listed = list(parts)
        width = max(len(part.coefficients[0]) for part in listed)
        knots, rows = [0.0], []
        for part in listed:
            first = knots[-1]
            knots += [first + t for t in part.knots[1:]]
            rows += [(*row, *[0.0] * (width - len(row))) for row in part.coefficients]
        return Piecewise.of(knots, rows, listed[-1].end)


def distinct(times: Iterable[float]) -> tuple[float, ...]:
    """Return times in order, those that differ by rounding only once."""
    found: list[float] = []
    for t in sorted(times):
        if not found or t - found[-1] > 1e-12 * abs(t):
            found.append(t)
    return tuple(found)


def constant(value: float, duration: float) -> Piecewise:
    """Return a value that stays for a time."""
    return Piecewise((0.0, duration), ((value,),), value)


def _places(c: np.ndarray, length: float) -> np.ndarray:
    """Return the ends of a piece and where its derivative vanishes between them."""
    slope = np.polynomial.polynomial.polyder(c)
    scaled = slope * length ** np.arange(len(slope))  # roots as parts of the length
    scaled = np.trim_zeros(np.where(np.abs(scaled) > 1e-14 * np.max(np.abs(scaled)), scaled, 0.0))
    roots = np.polynomial.polynomial.polyroots(scaled) if len(scaled) > 1 else np.zeros(0)
    inner = roots.real[(np.abs(roots.imag) < 1e-6) & (roots.real > 0.0) & (roots.real < 1.0)]
    return np.concatenate([[0.0], inner, [1.0]]) * length


@dataclass(frozen=True, eq=False)
class _Pieces:
    """One derivative of a motion: the knots, and the polynomials before, between and after them."""

    knots: np.ndarray
    start: np.ndarray
    c: np.ndarray

    @staticmethod
    def of(t: np.ndarray, c: np.ndarray, end: float | None, held: bool) -> _Pieces:
        zero = np.zeros((1, c.shape[1]))
        first, last = zero.copy(), zero.copy()
        if held:
            reached = float(np.polynomial.polynomial.polyval(t[-1] - t[-2], c[-1]))
            first[0, 0], last[0, 0] = c[0, 0], reached if end is None else end
        all_c = np.vstack([first, c, last])
        start = np.concatenate([[t[0]], t])
        return _Pieces(t, start, all_c)

    @cached_property
    def tables(self) -> tuple[_Table, ...]:
        """The coefficients by groups of four, and the knot before t, for kernels."""
        groups = [self.c[:, k : k + LOW] for k in range(0, self.c.shape[1], LOW)]
        found = [_Table.of(self.knots, group) for group in groups]
        if len(groups) > 1:
            found.append(_Table.of(self.knots, self.start[:, None]))
        return tuple(found)

    def piece(self, t: Any) -> Any:
        return self.knots[:-1].searchsorted(t, side="right") + (t > self.knots[-1])

    def sides(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivative before and after every knot."""
        h = np.diff(self.knots)
        ends = np.polynomial.polynomial.polyval(h, self.c[1:-1].T, tensor=False)
        return np.append(self.c[0, 0], ends), self.c[1:, 0]

    def at(self, t: Any) -> Any:
        """Return the derivative at numbers; complex ones lie in the piece of their real part."""
        piece = self.piece(np.real(t))
        d = t - self.start[piece]
        c = self.c[piece]
        found = c[..., -1] + 0.0 * d
        for power in reversed(range(c.shape[-1] - 1)):
            found = c[..., power] + d * found
        return found if isinstance(found, np.ndarray) and found.ndim else found.item()

    def looked_up(self, t: Symbol) -> Scalar:
        """Return the derivative at a traced value by tables of cubics: y = low + d^4 high."""
        if len(self.tables) == 1:
            return t.look_up(self.tables[0], 0)
        *groups, start = self.tables
        d = t - t.look_up(start, 0)
        fourth = (d * d) * (d * d)
        found = t.look_up(groups[-1], 0)
        for group in reversed(groups[:-1]):
            found = t.look_up(group, 0) + fourth * found
        return found

    def value_by_choices(self, t: Scalar) -> Scalar:
        """Return the derivative at a value that can only be compared, by a chain of choices."""
        c, start = list(self.c[0]), self.start[0]
        for k in range(1, len(self.start)):
            beyond = t > self.knots[-1] if k == len(self.start) - 1 else t >= self.knots[k - 1]
            c = [select(beyond, float(b), a) for a, b in zip(c, self.c[k], strict=True)]
            start = select(beyond, float(self.start[k]), start)
        d = t - start
        found = c[-1]
        for a in reversed(c[:-1]):
            found = a + d * found
        return found


@dataclass(frozen=True)
class _Table:
    """A table of cubics as kernels look it up (`kernels/table.py`), equal by content."""

    rows: tuple[float, ...]
    content: tuple[tuple[float, ...], ...]
    knots: np.ndarray = field(init=False, repr=False, compare=False)
    pieces: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "knots", np.array(self.rows))
        object.__setattr__(self, "pieces", np.array(self.content))

    @staticmethod
    def of(t: np.ndarray, c: np.ndarray) -> _Table:
        full = np.zeros((len(c), LOW + 1))  # the integral is not asked for
        full[:, : c.shape[1]] = c
        return _Table(tuple(t.tolist()), tuple(map(tuple, full.tolist())))

    def piece(self, x: Any) -> Any:
        return self.knots[:-1].searchsorted(x, side="right") + (x > self.knots[-1])

    def value_in_piece(self, order: int, x: Any, piece: Any) -> Any:
        """Return the derivative of an order in a known piece."""
        d = x - self.knots[np.maximum(piece - 1, 0)]
        found = 0.0 * d
        for power in reversed(range(order, LOW)):
            factor = factorial(power) / factorial(power - order)
            found = factor * self.pieces[piece][..., power] + d * found
        return found
