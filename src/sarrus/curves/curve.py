"""Curves as tables: splines x(u), y(u), z(u), and the point of a curve that is nearest to another.

Whatever a curve is made of, equations see three splines of its parameter u, of degree five or
seven, which cost the same for any number of points. A closed curve begins anew after a period; the
splines go on a little over the seam on either side. An open one goes on straight beyond its ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, parametric, rows, truth
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import settle
from sarrus.road.choosing import whole as floor_of
from sarrus.spatial.arrays import Array, Scalar, cross, select, vector
from sarrus.spatial.curve import Pieces
from sarrus.spatial.dual import Dual
from sarrus.spatial.high_degree import HighDegreePieces, spline_pieces

FEWEST_WAYS, MOST_WAYS = 240, 8000
"""Pieces of the table of the parameter by arc length: at least, and where doubling them ends."""
UNIT_SPEED = 1e-10
"""How far |c'| du/ds of that table may be from 1, before Newton's step."""
LENGTH_ORDER = 5
"""Nodes of Gauss's rule for arc lengths within a piece."""
SEAM = 0.15
"""Part of the period by which the splines of a closed curve go on over the seam."""
STEPS = 8
"""Of Newton's method for the nearest point; the last ones make derivatives exact."""
FEWEST_STARTS, MOST_STARTS, TURN_OF_START = 16, 96, 0.2
"""Places from which the nearest point is sought: least, most, and the turn between them [rad]."""
CLOSING = 1e-9
"""Gap between the ends of a closed curve, as part of its size, that counts as none."""
CUSP = 1e-6
"""Speed over u, as part of the mean, below which a curve has a cusp."""
CORNER = 0.5
"""Turn [rad] between three points in a row of a fine polygon above which they are a corner."""


Table = Pieces | HighDegreePieces
"""A function of the parameter, by a table."""


@cache
def length_rule() -> tuple[tuple[float, float], ...]:
    """Return nodes and weights of Gauss's rule for arc lengths, from -1/2 to 1/2."""
    nodes, weights = np.polynomial.legendre.leggauss(LENGTH_ORDER)
    return tuple((0.5 * float(x), 0.5 * float(w)) for x, w in zip(nodes, weights, strict=True))


def still(x: Scalar) -> Scalar:
    """Return a number without its rates."""
    while isinstance(x, Dual) or hasattr(x, "moving"):
        x = x.value if isinstance(x, Dual) else x.moving.value  # of absolute coordinates
    return x


class SpaceCurve(ABC):
    """A curve by its parameter u, in axes of its own. Subclasses are frozen dataclasses."""

    degree: ClassVar[int] = 5
    """Of the splines of its tables: 5, or 7."""
    natural: ClassVar[bool] = False
    """Whether the splines of an open curve are smoothest, or free, at its ends."""

    @property
    @abstractmethod
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        """Parameters, increasing, and points (n x 3) [m]; of a closed one the last is the first."""

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """Whether the end is the start."""

    @property
    def start(self) -> float:
        """The first parameter."""
        return float(self.samples[0][0])

    @property
    def period(self) -> float:
        """The length of the range of the parameter; of a closed curve its period."""
        u = self.samples[0]
        return float(u[-1] - u[0])

    @cached_property
    def is_plane(self) -> bool:
        """Whether it stays in the plane z = 0."""
        return not np.any(self.samples[1][:, 2])

    @cached_property
    def size(self) -> float:
        """The largest extent of the points [m]."""
        return float(np.max(np.ptp(self.samples[1], axis=0)))

    @cached_property
    def tables(self) -> tuple[Table, Table, Table]:
        """x(u), y(u), z(u)."""
        u, points = self.samples
        found = [
            _spline(u, column, self.is_closed, self.degree, self.natural) for column in points.T
        ]
        return found[0], found[1], found[2]

    def derivative(self, order: int, u: Any) -> Array:
        """Return the point (order 0), or its derivative of an order, at a parameter."""
        x, y, z = self.tables
        last: Any = 0.0 if self.is_plane else z.derivative(order, u)
        return vector(x.derivative(order, u), y.derivative(order, u), last)

    def points(self, u: np.ndarray, order: int = 0) -> np.ndarray:
        """Return points or derivatives at several parameters, n x 3."""
        u = np.asarray(u, dtype=float)
        return np.column_stack(
            [np.broadcast_to(t.derivative(order, u), u.shape) for t in self.tables]
        )

    @cached_property
    def area(self) -> float:
        """The area that a closed plane curve encloses [m^2], positive anticlockwise."""
        p = self.points(self.fine)
        x, y = p[:-1, 0], p[:-1, 1]
        return float(0.5 * np.sum(x * p[1:, 1] - y * p[1:, 0]))

    @cached_property
    def outward(self) -> float:
        """The sign with which the normal to the right of the way points outward.

        Of an open curve the right is outward.
        """
        return -1.0 if self.is_closed and self.area < 0.0 else 1.0

    @cached_property
    def fine(self) -> np.ndarray:
        """Parameters close to each other, from start to end."""
        u = self.samples[0]
        between = 8 if len(u) < 400 else 2
        parts = u[:-1, None] + np.diff(u)[:, None] * np.arange(between) / between
        return np.append(np.ravel(parts), u[-1])

    def curvature(self, u: np.ndarray) -> np.ndarray:
        """Return 1/radius [1/m] of a plane curve, positive where it is convex outward."""
        d, e = self.points(u, 1), self.points(u, 2)
        size = np.hypot(d[:, 0], d[:, 1])
        return np.asarray(self.outward * (d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]) / size**3)

    def normals(self, u: np.ndarray) -> np.ndarray:
        """Return the outward unit normals of a plane curve, n x 3."""
        d = self.points(u, 1)
        n = np.column_stack([d[:, 1], -d[:, 0], 0.0 * d[:, 0]])
        return np.asarray(self.outward * n / np.hypot(d[:, 0], d[:, 1])[:, None])

    @cached_property
    def _by_length(self) -> tuple[Table, Pieces, Pieces]:
        """u(s) by the arc length s, of a closed curve less what is linear; rows of u, and s there.

        The latter two are steps: the last row before a parameter.
        """
        rows = len(self.samples[0]) - 1
        between = -(-FEWEST_WAYS // rows)
        best, least = self._rows_by_length(between)
        while least > UNIT_SPEED and 2 * between * rows <= MOST_WAYS:
            between *= 2
            finer, error = self._rows_by_length(between)
            if error < least:
                best, least = finer, error
        table, u, s = best
        steps = (np.column_stack([y, np.zeros((len(y), 3))]) for y in (u, s))
        first, second = (Pieces(u, row) for row in steps)
        return table, first, second

    def _rows_by_length(self, between: int) -> tuple[tuple[Table, np.ndarray, np.ndarray], float]:
        """Return u(s), u and s with so many pieces between two rows, and how far |c'| u' is off."""
        nodes, weights = np.polynomial.legendre.leggauss(10)
        knots = self.samples[0]
        parts = knots[:-1, None] + np.diff(knots)[:, None] * np.arange(between) / between
        u = np.append(np.ravel(parts), knots[-1])
        half = 0.5 * np.diff(u)
        at = 0.5 * (u[1:] + u[:-1])[:, None] + half[:, None] * nodes
        speed = np.linalg.norm(self.points(np.ravel(at), 1), axis=1).reshape(at.shape)
        s = np.append(0.0, np.cumsum(half * (speed @ weights), dtype=np.longdouble).astype(float))
        rate, off = 0.0, u
        if self.is_closed:
            rate = self.period / s[-1]
            off = u - u[0] - s * rate
            off[-1] = off[0]
        table = _spline(s, off, self.is_closed)
        middle = 0.5 * (s[1:] + s[:-1])
        there = table(middle) + (u[0] + rate * middle if self.is_closed else 0.0)
        speed = np.linalg.norm(self.points(there, 1), axis=1)
        error = float(np.max(np.abs(speed * (rate + table.slope(middle)) - 1.0)))
        return (table, u, s), error

    @property
    def length(self) -> float:
        """The length of the curve, of a closed one that of a round [m]."""
        return float(self._by_length[2].pieces[-1, 0])

    def speed(self, u: Scalar) -> Scalar:
        """Return |c'(u)|, the length per unit of the parameter."""
        d = self.derivative(1, u)
        return np.sqrt(d @ d)

    def parameter_at(self, s: Scalar) -> Scalar:
        """Return the parameter u at the arc length s from the start [m].

        From a table, with a step of Newton's method on the arc length itself: its derivatives are
        those of the curve, and not those of the table. Rounds of closed curves count on; u is in
        the first of them.
        """
        table, _, _ = self._by_length
        if self.is_closed:
            whole = self.length
            part = s - whole * floor_of(still(s) / whole)
            u = self.start + (self.period / whole) * part + table(part)
        else:
            part, u = s, table(s)
        return u - (self._length_to(u) - part) / self.speed(u)

    def arc_length(self, u: Scalar) -> Scalar:
        """Return the arc length s from the start to a parameter [m]; rounds count on."""
        if not self.is_closed:
            return self._length_to(u)
        rounds = floor_of((still(u) - self.start) / self.period)
        return self._length_to(u - rounds * self.period) + rounds * self.length

    def _length_to(self, u: Scalar) -> Scalar:
        """Return the length from the start to a parameter: that to a row, and Gauss's rule on."""
        _, rows, lengths = self._by_length
        row = rows(still(u))
        ahead = u - row
        middle = 0.5 * ahead + row
        speeds = [w * self.speed(middle + x * ahead) for x, w in length_rule()]
        return ahead * sum(speeds[1:], speeds[0]) + lengths(still(u))

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """Parameters from which points are sought, evenly over length and turns."""
        u = self.fine
        d = self.points(u, 1)
        t = d / np.linalg.norm(d, axis=1)[:, None]
        turns = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(t, axis=0), axis=1)))
        steps = np.linalg.norm(np.diff(self.points(u), axis=0), axis=1)
        way = np.append(0.0, np.cumsum(steps))
        count = int(np.clip(turns[-1] / TURN_OF_START, FEWEST_STARTS, MOST_STARTS))
        if self.is_straight:
            return (0.5 * (self.start + float(u[-1])),)
        share = way / way[-1] + turns / max(turns[-1], 1e-9)
        at = np.linspace(0.0, share[-1], count + 1)
        at = at[:-1] if self.is_closed else at
        return tuple(float(x) for x in np.interp(at, share, u))

    @property
    def is_straight(self) -> bool:
        """Whether it is a straight line."""
        return False

    def start_nearest(self, p: Array) -> Scalar:
        """Return the parameter of the start that is nearest to a point."""
        p = vector(*[still(x) for x in p])
        best: Scalar = self.starts[0]
        least = self._square(best, p)
        for u in self.starts[1:]:
            here = self._square(u, p)
            nearer = here < least
            best, least = select(nearer, u, best), select(nearer, here, least)
        return best

    def _square(self, u: float, p: Array) -> Scalar:
        d = p - self.derivative(0, u)
        planar = d[0] * d[0] + d[1] * d[1]
        return planar if self.is_plane else planar + d[2] * d[2]

    def nearest(self, p: Array) -> Scalar:
        """Return the parameter of the point that is nearest to p, by Newton's method.

        It solves c'(u) . (p - c(u)) = 0, of a plane curve in its plane. The slope of the equation
        is taken at numbers that do not change with derivatives: a step from a place that solves it,
        and is known with its first k derivatives, has k + 1 right.
        """
        if self.is_plane:
            p = vector(p[0], p[1], 0.0)
        fixed = vector(*[still(x) for x in p])
        u = 0.0 * p[0] + self.start_nearest(p)  # of the kind that p is
        for _ in range(STEPS):
            at = still(u)
            c, d, e = (self.derivative(k, at) for k in range(3))
            u = u + (self.derivative(1, u) @ (p - self.derivative(0, u))) / (
                d @ d - e @ (fixed - c)
            )
        return u

    def frame(self, u: Scalar) -> tuple[Array, Array]:
        """Return two unit vectors across a curve in space, that turn as little as they can."""
        d = self.derivative(1, u)
        t = d / np.sqrt(d @ d)
        x, y, z = self._across
        b = vector(x(u), y(u), z(u))
        b = b - t * (t @ b)
        first = b / np.sqrt(b @ b)
        return first, cross(t, first)

    @cached_property
    def _across(self) -> tuple[Table, Table, Table]:
        """A direction across the curve, carried on along it without a turn, closed over its length.

        Double reflection: Wang, Juettler, Zheng, Liu, ACM Trans. Graphics 27, 2008.
        """
        u = self.samples[0]
        p, d = self.points(u), self.points(u, 1)
        t = d / np.linalg.norm(d, axis=1)[:, None]
        least = np.eye(3)[int(np.argmin(np.abs(t[0])))]
        r = np.cross(t[0], least)
        found = [r / np.linalg.norm(r)]
        for k in range(len(u) - 1):
            v = p[k + 1] - p[k]
            r, s = (a - 2.0 / (v @ v) * (v @ a) * v for a in (found[-1], t[k]))
            w = t[k + 1] - s
            size = w @ w
            found.append(r if size == 0.0 else r - 2.0 / size * (w @ r) * w)
        across = np.array(found)
        if self.is_closed:
            beside = np.cross(t[0], across[0])
            off = np.arctan2(across[-1] @ beside, across[-1] @ across[0])
            back = -off * (u - u[0]) / (u[-1] - u[0])
            beside = np.cross(t, across)
            across = np.cos(back)[:, None] * across + np.sin(back)[:, None] * beside
            across[-1] = across[0]
        made = [_spline(u, column, self.is_closed) for column in across.T]
        return made[0], made[1], made[2]


def _spline(
    u: np.ndarray, y: np.ndarray, closed: bool, degree: int = 5, natural: bool = False
) -> Table:
    """Return the spline through values, over the seam of a closed curve, else straight on."""
    if not np.any(y != y[0]):
        return Pieces(u[[0, -1]], np.array([[y[0], 0.0, 0.0, 0.0]] * 2))
    knots, inner = spline_pieces(u, y, closed, degree, natural)
    if closed:
        return HighDegreePieces(*periodic(knots, inner))
    d = knots[-1] - knots[-2]
    end = np.zeros(inner.shape[1])
    slope = np.polynomial.polynomial.polyder(inner[-1])
    end[0], end[1] = y[-1], np.polynomial.polynomial.polyval(d, slope)
    return HighDegreePieces(knots, np.vstack([inner, end]), line=True)


def periodic(u: np.ndarray, inner: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return knots and coefficients of one period, and of some more over the seam."""
    period = u[-1] - u[0]
    before, after = u[:-1] >= u[-1] - SEAM * period, u[:-1] <= u[0] + SEAM * period
    knots = [u[:-1][before] - period, u[:-1], u[:-1][after] + period]
    return np.concatenate(knots), np.vstack([inner[before], inner, inner[after]])


def check_curve(curve: SpaceCurve) -> None:
    """Refuse (N16) a curve with a cusp, where it has no direction, or with corners."""
    u = curve.fine
    speed = np.linalg.norm(curve.points(u, 1), axis=1)
    worst = int(np.argmin(speed))
    where = f"curve {type(curve).__name__}"
    if speed[worst] <= CUSP * float(np.mean(speed)):
        x, y, z = curve.points(u[worst : worst + 1])[0]
        raise ModelError(
            Problem(
                "N16",
                where,
                f"has a cusp at u = {u[worst]:.6g}, at ({x:.6g}, {y:.6g}, {z:.6g}) m: it stops and "
                "has no direction there",
                cause="a formula that turns back, or points out of order",
                action="give another formula or range of u, or points in the order of the way",
            )
        )


@dataclass(frozen=True, eq=False)
class PointCurve(SpaceCurve):
    """A curve through points, by splines over the length of the chords between them [m].

    Of degree five, with four continuous derivatives: of all such curves through points that are
    not closed those with the least square of the third, which keep close to few or uneven points.

    points: rows of two or three lengths. closed: whether it goes on from the last to the first.

    Example:
        guide = sarrus.curves.PointCurve([[0, 0], [0.1, 0.02], [0.2, 0], [0.3, -0.02]])
    """

    through: Any = field(metadata=rows("m", "the points, of two or three lengths"))
    closed: bool = field(default=False, metadata=truth("whether it closes"))
    natural: ClassVar[bool] = True

    def __post_init__(self) -> None:
        where = "curve PointCurve / through"
        try:
            points = real_array([list(row) for row in self.through])
        except (TypeError, ValueError, OverflowError) as problem:
            raise ModelError(Problem("N14", where, f"needs rows of numbers: {problem}")) from None
        fewest = 5 if self.closed else 2
        if points.ndim != 2 or points.shape[1] not in (2, 3) or len(points) < fewest:
            rule = f"needs at least {fewest} points of two or three lengths"
            raise ModelError(Problem("N14", where, rule))
        bad = np.flatnonzero(~np.all(np.isfinite(points), axis=1))
        if len(bad):
            raise ModelError(Problem("N14", f"{where} row {bad[0]}", "is not finite"))
        points = np.column_stack([points, np.zeros((len(points), 3 - points.shape[1]))]) + 0.0
        if self.closed and np.max(np.abs(points[-1] - points[0])) > CLOSING * np.max(
            np.ptp(points, axis=0)
        ):
            points = np.vstack([points, points[:1]])
        same = np.flatnonzero(np.all(np.diff(points, axis=0) == 0.0, axis=1))
        if len(same):
            rule = f"row {same[0]} and row {same[0] + 1} are the same point"
            value = f"({points[same[0], 0]:g}, {points[same[0], 1]:g})"
            raise ModelError(Problem("N14", where, rule, value))
        if self.closed:
            points[-1] = points[0]
        plane = not np.any(points[:, 2])
        kept = points[: -1 if self.closed else None, : 2 if plane else 3]
        object.__setattr__(self, "through", tuple(tuple(float(x) for x in row) for row in kept))
        object.__setattr__(self, "closed", bool(self.closed))
        steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
        u = np.concatenate([[0.0], np.cumsum(steps)])
        object.__setattr__(self, "_samples", (u, points))
        check_curve(self)

    @property
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        found: tuple[np.ndarray, np.ndarray] = self._samples  # type: ignore[attr-defined]
        return found

    @property
    def is_closed(self) -> bool:
        return self.closed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PointCurve):
            return NotImplemented
        return (self.through, self.closed) == (other.through, other.closed)

    def __hash__(self) -> int:
        return hash((self.through, self.closed))

    def __repr__(self) -> str:
        from hashlib import sha256  # for records alone: it takes long to import

        digest = sha256(repr(self.through).encode()).hexdigest()
        return f"PointCurve({len(self.through)} points, closed={self.closed}, {digest})"


@dataclass(frozen=True)
class FormulaCurve(SpaceCurve):
    """A curve by formulas x(u), y(u), z(u), from u = start to end, kept as splines of `rows` rows.

    Example:
        ellipse = sarrus.curves.FormulaCurve(
            lambda u: 0.04 * np.cos(u), lambda u: 0.02 * np.sin(u), end=2 * np.pi, closed=True)
    """

    x: Callable[[Scalar], Scalar] = field(metadata=parametric("a function of u"))
    y: Callable[[Scalar], Scalar] = field(metadata=parametric("a function of u"))
    z: Callable[[Scalar], Scalar] | None = field(
        default=None, metadata=parametric("a function of u, 0 if not given")
    )
    start_at: float = field(default=0.0, metadata=number("dimensionless", "the first u"))
    end: float = field(default=2.0 * np.pi, metadata=number("dimensionless", "the last u"))
    closed: bool = field(default=False, metadata=truth("whether the end is the start"))
    rows: float = field(
        default=240.0, metadata=number("dimensionless", "of the splines", above=0.0)
    )
    degree: ClassVar[int] = 7

    def __post_init__(self) -> None:
        settle(self, "curve")
        where = "curve FormulaCurve"
        for name in ("x", "y", "z"):
            law = getattr(self, name)
            if not callable(law) and not (name == "z" and law is None):
                raise ModelError(Problem("M25", f"{where} / {name}", "must be a function of u"))
        if not self.end > self.start_at:
            rule, value = "must be above start_at", f"{self.end:g}"
            raise ModelError(Problem("M04", f"{where} / end", rule, value))
        _, points = self.samples
        bad = np.flatnonzero(~np.all(np.isfinite(points), axis=1))
        if len(bad):
            rule = f"is not finite at u = {self.samples[0][bad[0]]:g}"
            raise ModelError(Problem("N14", where, rule))
        check_curve(self)

    @cached_property
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        u = np.linspace(self.start_at, self.end, int(np.clip(self.rows, 4, 100_000)) + 1)
        laws = (self.x, self.y, self.z)
        columns = [[0.0 if law is None else float(law(float(a))) for a in u] for law in laws]
        points = np.array(columns).T + 0.0
        if self.closed:
            gap, size = np.max(np.abs(points[-1] - points[0])), np.max(np.ptp(points, axis=0))
            if not gap <= CLOSING * size:
                rule = f"does not close: its ends are {gap:.4g} m apart"
                action = "give the range of u of one whole round, or leave out closed"
                raise ModelError(Problem("N16", "curve FormulaCurve", rule, action=action))
            points[-1] = points[0]
        return u, points

    @property
    def is_closed(self) -> bool:
        return self.closed


@dataclass(frozen=True)
class CircleCurve(SpaceCurve):
    """A circle about the origin of its axes, by the angle u from x, anticlockwise.

    Example:
        disc = sarrus.curves.CircleCurve(0.03)
    """

    radius: float = field(metadata=number("m", "of the circle", above=0.0))

    def __post_init__(self) -> None:
        settle(self, "curve")

    @cached_property
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        u = np.linspace(0.0, 2.0 * np.pi, 1001)
        points = self.radius * np.column_stack([np.cos(u), np.sin(u), 0.0 * u])
        points[-1] = points[0]
        return u, points

    def derivative(self, order: int, u: Any) -> Array:
        """Return the point, or its derivative of an order, exactly."""
        c, s = self.radius * np.cos(u), self.radius * np.sin(u)
        x, y = ((c, s), (-s, c), (-c, -s), (s, -c))[order % 4]
        return vector(x, y, 0.0)

    @property
    def length(self) -> float:
        return 2.0 * np.pi * self.radius

    def parameter_at(self, s: Scalar) -> Scalar:
        return s / self.radius

    def arc_length(self, u: Scalar) -> Scalar:
        return u * self.radius

    @property
    def is_closed(self) -> bool:
        return True


@dataclass(frozen=True)
class LineCurve(SpaceCurve):
    """A straight line along x of its axes, by the distance u; its outside is towards -y.

    Example:
        face = sarrus.curves.LineCurve()
    """

    @cached_property
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        return np.array([0.0, 1.0]), np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])

    @property
    def is_closed(self) -> bool:
        return False

    @property
    def is_straight(self) -> bool:
        return True

    def parameter_at(self, s: Scalar) -> Scalar:
        return s

    def arc_length(self, u: Scalar) -> Scalar:
        return u
