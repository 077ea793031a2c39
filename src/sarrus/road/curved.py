"""Roads that follow a centre line: bends, hills and banking under any other road."""

from __future__ import annotations

from dataclasses import field
from functools import cache, cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import inner_road, number, numbers, rows, truth
from sarrus.late_dataclass import dataclass
from sarrus.road.bumps import Flat
from sarrus.road.checking import bad, real, settle
from sarrus.road.choosing import select, whole
from sarrus.road.road import ENDLESS, Road, Surface
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve, Pieces

ERROR = 1e-7
"""Of the cubics between rows of a centre line [m]."""
STEPS = (0.02, 2.0)
"""Least and greatest distance of these rows [m]."""
MOST_ROWS, MOST_CELLS = 400_000, 1 << 20
NEWTON = 6
"""Steps from the nearest row to the foot of the perpendicular; the last make derivatives exact."""
LEAST = 0.1
"""Least 1 - n kappa that Newton's method divides by, for places far from the road."""
TIGHTEST = 0.9
"""Greatest product of curvature and half the width."""
CLOSING = 1e-3
"""Gap [m] and angle [rad] that a closed line may have; they are spread over its length."""


@cache
def _gauss() -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of Gauss's rule of order 12, made when a curve is integrated."""
    nodes, weights = np.polynomial.legendre.leggauss(6)
    return nodes, weights


@dataclass(frozen=True, eq=False)
class CurvedRoad(Surface):
    """A road that follows a centre line: h(s, n) of another road, bent, raised and banked.

        z = h(s, n) + elevation(s) + n banking(s)

    s: distance along the line, n: to the left of it [m], of the foot of the perpendicular. The line
    has segments of (length, curvature at the start, at the end): straights, arcs and, where the two
    differ, clothoids; curvature is positive to the left. Or it is a spline through points (x, y).
    elevation: rows (s, z); banking: rows (s, dz/dn), positive where the left side is higher; both
    are joined by curves that keep the shape. width: where it is known, from side to side. closed:
    the line ends where it starts.

    Example:
        bend = sarrus.road.CurvedRoad(segments=[[50, 0, 0], [30, 0, 0.02], [80, 0.02, 0.02]])
    """

    road: Road = field(
        default=Flat(), metadata=inner_road("heights over s and n, flat if not given")
    )
    segments: Any = field(
        default=(),
        metadata=rows("m, 1/m, 1/m", "length, curvature at the start and at the end", 3),
    )
    points: Any = field(
        default=(),
        metadata=rows("m", "places (x, y) of a spline, instead of segments", 2),
    )
    start: tuple[float, float] = field(
        default=(0.0, 0.0), metadata=numbers("m", "x and y where segments start", 2)
    )
    heading: float = field(
        default=0.0, metadata=number("rad", "direction in which segments start, from x to y")
    )
    elevation: Any = field(
        default=(),
        metadata=rows("m", "rows of s and height", 2),
    )
    banking: Any = field(
        default=(),
        metadata=rows("m, dimensionless", "rows of s and slope across, left side up", 2),
    )
    width: float = field(
        default=12.0, metadata=number("m", "of what is known, both sides together", above=0.0)
    )
    closed: bool = field(default=False, metadata=truth("whether the line ends where it starts"))

    turns = True

    def __post_init__(self) -> None:
        settle(self)
        problems: list[Problem] = []
        if not isinstance(self.road, Road) or getattr(self.road, "turns", False):
            rule = "must be a road that has no centre line of its own"
            problems.append(bad("CurvedRoad", "road", rule, self.road))
        if not isinstance(self.closed, bool):
            problems.append(bad("CurvedRoad", "closed", "must be true or false", self.closed))
        columns = {"segments": 3, "points": 2, "elevation": 2, "banking": 2}
        for name, count in columns.items():
            table = _table(name, getattr(self, name), count, problems)
            object.__setattr__(self, name, table)
        start = [real(x) for x in self.start] if isinstance(self.start, (tuple, list)) else []
        if len(start) != 2 or None in start:
            problems.append(bad("CurvedRoad", "start", "must be two numbers, x and y", self.start))
        object.__setattr__(self, "start", tuple(start))
        problems += self._of_line()
        if problems:
            raise ModelError(problems)
        self._check_course()

    def _of_line(self) -> list[Problem]:
        """Return what is wrong with the numbers of the line."""
        found = []
        if (len(self.segments) == 0) == (len(self.points) == 0):
            rule = "must be given, or points, but not both"
            action = "give segments of (length, curvature at the start, at the end), or points"
            found.append(Problem("M28", "road CurvedRoad / segments", rule, action=action))
        if len(self.segments) and np.any(self.segments[:, 0] <= 0.0):
            k = int(np.argmin(self.segments[:, 0]))
            rule = f"must have lengths above 0; that of segment {k} is not"
            value = f"{self.segments[k, 0]:g}"
            found.append(Problem("M04", "road CurvedRoad / segments", rule, value))
        least = 4 if self.closed else 3
        if 0 < len(self.points) < least:
            rule = f"must be at least {least} places"
            found.append(Problem("M04", "road CurvedRoad / points", rule, str(len(self.points))))
        for name in ("elevation", "banking"):
            s = getattr(self, name)[:, 0]
            if np.any(np.diff(s) <= 0.0) or len(s) == 1:
                rule = "must be two or more rows whose s increases"
                found.append(Problem("M04", f"road CurvedRoad / {name}", rule))
        return found

    # --- the line -------------------------------------------------------------------------------

    @cached_property
    def line(self) -> CenterLine:
        """The centre line, as rows with cubics between them."""
        if len(self.points):
            return line_of_points(self.points, closed=self.closed)
        return line_of_segments(self.segments, self.start, self.heading, closed=self.closed)

    @cached_property
    def _curves(self) -> tuple[Curve | None, Curve | None]:
        """The curves of elevation and banking."""
        found: list[Curve | None] = []
        for name in ("elevation", "banking"):
            table = getattr(self, name)
            if len(table) == 0:
                found.append(None)
                continue
            if self.closed and table[0, 0] == 0.0 and abs(table[-1, 0] - self.line.length) < 1e-6:
                round_ = np.array([self.line.length, 0.0])
                table = np.vstack([table[:-1] + k * round_ for k in (-1, 0, 1)])  # over the seam
            found.append(Curve(table[:, 0], table[:, 1], smooth=3, beyond="hold"))
        return found[0], found[1]

    @cached_property
    def _nearest(self) -> tuple[float, float, float, int, int, Pieces]:
        """Cells of the plane with the s of the row of the line that is nearest."""
        from scipy.spatial import cKDTree

        line, margin = self.line, 0.5 * self.width + 5.0
        low, high = np.min(line.place, axis=0) - margin, np.max(line.place, axis=0) + margin
        tight = 0.25 / line.tightest if line.tightest > 0.0 else np.inf
        cell = min(max(0.25 * self.width, 0.5), tight, 5.0)
        cell = max(cell, float(np.sqrt(np.prod(high - low) / MOST_CELLS)))
        n_x, n_y = (int(np.ceil(size / cell)) + 1 for size in high - low)
        x = low[0] + cell * (np.arange(n_x) + 0.5)
        y = low[1] + cell * (np.arange(n_y) + 0.5)
        inside = line.s < line.length if self.closed else np.full(len(line.s), fill_value=True)
        inside &= line.s >= 0.0
        tree = cKDTree(line.place[inside])
        _, row = tree.query(np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2))
        s = line.s[inside][row]
        flat = np.column_stack([s, np.zeros((len(s), 3))])
        return low[0], low[1], cell, n_x, n_y, Pieces(np.arange(float(len(s))), flat)

    def _foot(self, x: Scalar, y: Scalar) -> tuple[Scalar, ...]:
        """Return s and n, and their gradients (s_x, s_y, n_x, n_y)."""
        x0, y0, cell, n_x, n_y, cells = self._nearest
        i, j = _cell(x, x0, cell, n_x), _cell(y, y0, cell, n_y)
        s = cells(i * float(n_y) + j + 0.5)
        X, Y = self.line.X, self.line.Y
        for _ in range(NEWTON):
            r_x, r_y = x - X(s), y - Y(s)
            t_x, t_y = X.slope(s), Y.slope(s)
            s = s + (r_x * t_x + r_y * t_y) / _steady(self._divisor(s, r_x, r_y, t_x, t_y))
        r_x, r_y = x - X(s), y - Y(s)
        t_x, t_y = X.slope(s), Y.slope(s)
        size = np.sqrt(t_x * t_x + t_y * t_y)
        n_x_, n_y_ = -t_y / size, t_x / size
        n = r_x * n_x_ + r_y * n_y_
        change = _steady(self._divisor(s, r_x, r_y, t_x, t_y))
        return s, n, t_x / change, t_y / change, n_x_, n_y_

    def _divisor(self, s: Scalar, r_x: Scalar, r_y: Scalar, t_x: Scalar, t_y: Scalar) -> Scalar:
        """Return t.t - r.t', which is 1 - n kappa where rows are dense."""
        bent = r_x * self.line.X.curvature(s) + r_y * self.line.Y.curvature(s)
        return t_x * t_x + t_y * t_y - bent

    def _wrap(self, s: Scalar) -> Scalar:
        return s - self.line.length * whole(s / self.line.length) if self.closed else s

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        s, n, s_x, s_y, n_x, n_y = self._foot(x, y)
        s = self._wrap(s)
        h, h_s, h_n = self.road._at(s, n)
        elevation, banking = self._curves
        if elevation is not None:
            h, h_s = h + elevation(s), h_s + elevation.slope(s)
        if banking is not None:
            bank = banking(s)
            h, h_s, h_n = h + n * bank, h_s + n * banking.slope(s), h_n + bank
        return h, h_s * s_x + h_n * n_x, h_s * s_y + h_n * n_y

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        return self.road._friction(*self.station(x, y))

    def station(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        s, n = self._foot(x, y)[:2]
        return self._wrap(s), n

    def place(self, s: Any, n: Any = 0.0) -> tuple[Any, Any, Any]:
        """Return x, y and z [m] at stations s and n [m], numbers or arrays."""
        s, n = np.asarray(s, dtype=float), np.asarray(n, dtype=float)
        x, y = self._beside(s, n)
        return x, y, self.height(x, y)

    def switches(self, x: Scalar, y: Scalar = 0.0) -> tuple[Scalar, ...]:
        if not self.road.kinks:
            return ()
        return self.road.switches(*self.station(x, y))

    # --- what is known of it --------------------------------------------------------------------

    @property
    def has_patches(self) -> bool:
        return self.road.has_patches

    @property
    def length(self) -> float:
        """Length of the centre line [m]."""
        return self.line.length

    @property
    def course(self) -> tuple[float, float]:
        if self.closed:
            return ENDLESS
        first, last = self.road.course
        return (max(first, 0.0), min(last, self.line.length))

    @property
    def sides(self) -> tuple[float, float]:
        first, last = self.road.sides
        return (max(first, -0.5 * self.width), min(last, 0.5 * self.width))

    @property
    def detail(self) -> float:
        return min(self.road.detail, 0.5)

    def _check_course(self) -> None:
        """Refuse (M39) bends within the width, and a line that comes back on itself."""
        line, half = self.line, 0.5 * self.width
        if line.tightest * half > TIGHTEST:
            rule = (
                f"turns with a radius of {1.0 / line.tightest:.4g} m near s = {line.tight_at:.4g} "
                f"m, too tight for the width of {self.width:g} m"
            )
            action = f"give a width below {2.0 * TIGHTEST / line.tightest:.4g} m, or a wider bend"
            raise ModelError(Problem("M39", "road CurvedRoad", rule, action=action))
        inside = (line.s >= 0.0) & (line.s <= line.length)
        s = line.s[inside][:: max(1, int(np.count_nonzero(inside)) // 20_000)]
        for n in (0.0, -0.98 * half, 0.98 * half):
            x, y = self._beside(s, n)
            found, across = self.station(x, y)
            away = np.abs(found - s)
            if self.closed:
                away = np.minimum(away, line.length - away)
            wrong = ~((away < 1e-6) & (np.abs(across - n) < 1e-6))
            if np.any(wrong):
                k = int(np.argmax(wrong))
                rule = (
                    f"comes within its width of {self.width:g} m of itself, at s = {s[k]:.4g} m "
                    f"and s = {found[k]:.4g} m: a height over x and y has no bridges"
                )
                action = "give a smaller width, or end the road before"
                raise ModelError(Problem("M39", "road CurvedRoad", rule, action=action))

    def _beside(self, s: np.ndarray, n: Any) -> tuple[np.ndarray, np.ndarray]:
        t_x, t_y = self.line.X.slope(s), self.line.Y.slope(s)
        size = np.hypot(t_x, t_y)
        return self.line.X(s) - n * t_y / size, self.line.Y(s) + n * t_x / size

    def _key(self) -> tuple[Any, ...]:
        tables = (self.segments, self.points, self.elevation, self.banking)
        parts = tuple((part.shape, part.tobytes()) for part in tables)
        return (self.road, self.start, self.heading, self.width, self.closed, *parts)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, CurvedRoad) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        import hashlib

        digest = hashlib.sha256(repr(self._key()[1:]).encode()).hexdigest()
        return f"CurvedRoad({self.road!r}, {self.length:.6g} m, {digest})"


@dataclass(frozen=True, eq=False)
class CenterLine:
    """A line in the plane: rows s, places and unit tangents, and cubics X(s), Y(s) between them.

    Of a closed line, rows before 0 and behind its length repeat those at the other end.
    """

    s: np.ndarray
    place: np.ndarray
    tangent: np.ndarray
    length: float
    tightest: float
    tight_at: float

    @cached_property
    def X(self) -> Pieces:
        """X over s."""
        return self._cubics(0)

    @cached_property
    def Y(self) -> Pieces:
        """Y over s."""
        return self._cubics(1)

    def _cubics(self, axis: int) -> Pieces:
        value, slope = self.place[:, axis], self.tangent[:, axis]
        h = np.diff(self.s)
        chord = np.diff(value) / h
        c2 = (3.0 * chord - 2.0 * slope[:-1] - slope[1:]) / h
        c3 = (slope[:-1] + slope[1:] - 2.0 * chord) / (h * h)
        zero = np.zeros(1)
        rows_of = [value, slope, np.append(c2, zero), np.append(c3, zero)]
        return Pieces(self.s, np.column_stack(rows_of), line=True)


def line_of_segments(
    segments: np.ndarray, start: tuple[float, float], heading: float, *, closed: bool
) -> CenterLine:
    """Return the line of straights, arcs and clothoids: heading is the integral of curvature."""
    length, first, last = segments.T
    ends = np.concatenate([[0.0], np.cumsum(length)])
    theta0 = np.concatenate([[0.0], np.cumsum(0.5 * (first + last) * length)])
    steps = [_row_distance(kappa) for kappa in np.max(np.abs([first, last]), axis=0)]
    s = np.append(_divisions(ends, np.ceil(length / steps).astype(int)), ends[-1])
    _check_rows(len(s))
    turn = 2.0 * np.pi * np.round(theta0[-1] / (2.0 * np.pi))
    off = theta0[-1] - turn if closed else 0.0

    def angle(at: np.ndarray) -> np.ndarray:
        k = np.clip(np.searchsorted(ends, at, side="right") - 1, 0, len(segments) - 1)
        u = at - ends[k]
        bend = (last - first)[k] / length[k]
        return heading + theta0[k] + u * (first[k] + 0.5 * u * bend) - off * at / ends[-1]

    h = np.diff(s)[:, None]
    inner = angle((s[:-1, None] + 0.5 * h * (1.0 + _gauss()[0])).ravel()).reshape(len(h), -1)
    ways = [0.5 * h[:, 0] * (f(inner) @ _gauss()[1]) for f in (np.cos, np.sin)]
    place = np.stack([np.concatenate([[0.0], np.cumsum(way)]) for way in ways], axis=1) + start
    theta = angle(s)
    tangent = np.stack([np.cos(theta), np.sin(theta)], axis=1)
    if closed:
        gap = place[-1] - place[0]
        if abs(off) > CLOSING or float(np.hypot(*gap)) > CLOSING:
            rule = (
                f"is closed, but ends {np.hypot(*gap):.4g} m from where it starts, turned by "
                f"{theta0[-1]:.6g} rad, which is not a multiple of 2 pi within {CLOSING:g}"
            )
            action = "change lengths or curvatures until the line ends where it starts"
            raise ModelError(Problem("M39", "road CurvedRoad / segments", rule, action=action))
        place = place - gap * (s / ends[-1])[:, None]
    curvature = np.abs([first, last])
    worst = int(np.argmax(np.max(curvature, axis=0)))
    found = (float(ends[-1]), float(np.max(curvature)), float(ends[worst]))
    return _round(s, place, tangent, *found) if closed else CenterLine(s, place, tangent, *found)


def line_of_points(points: np.ndarray, *, closed: bool) -> CenterLine:
    """Return the line of a cubic spline through points, over the length of its chords."""
    return _spline(points, closed=closed)[0]


def stations_of_points(points: np.ndarray, *, closed: bool) -> np.ndarray:
    """Return the s of each of the points on their line."""
    return _spline(points, closed=closed)[1]


def _spline(points: np.ndarray, *, closed: bool) -> tuple[CenterLine, np.ndarray]:
    """Return the line of points and the s of each of them."""
    from scipy.interpolate import CubicSpline

    points = np.asarray(points, dtype=float)
    if closed and np.any(points[0] != points[-1]):
        points = np.vstack([points, points[:1]])
    chord = np.hypot(*np.diff(points, axis=0).T)
    if np.any(chord <= 0.0):
        k = int(np.argmin(chord))
        rule = f"has the same place twice, points {k} and {k + 1}"
        raise ModelError(Problem("M04", "road CurvedRoad / points", rule))
    u = np.concatenate([[0.0], np.cumsum(chord)])
    spline = CubicSpline(u, points, bc_type="periodic" if closed else "not-a-knot")
    slope, bend = spline.derivative(), spline.derivative(2)

    def curvature(at: np.ndarray) -> np.ndarray:
        d, dd = slope(at), bend(at)
        return (d[:, 0] * dd[:, 1] - d[:, 1] * dd[:, 0]) / np.hypot(*d.T) ** 3

    fine = np.append(_divisions(u, np.full(len(chord), 8)), u[-1])
    kappa = np.abs(curvature(fine))
    step = _row_distance(float(np.max(kappa)))
    at = np.append(_divisions(u, np.ceil(chord / step).astype(int)), u[-1])
    _check_rows(len(at))
    h = np.diff(at)[:, None]
    speed = np.linalg.norm(slope((at[:-1, None] + 0.5 * h * (1.0 + _gauss()[0])).ravel()), axis=1)
    s = np.concatenate(
        [[0.0], np.cumsum(0.5 * h[:, 0] * (speed.reshape(len(h), -1) @ _gauss()[1]))]
    )
    d = slope(at)
    tangent = d / np.hypot(*d.T)[:, None]
    worst = int(np.argmax(kappa))
    tight_at = float(np.interp(fine[worst], at, s))
    found = (float(s[-1]), float(kappa[worst]), tight_at)
    place, stations = np.asarray(spline(at)), s[np.searchsorted(at, u)]
    whole_line = _round if closed else CenterLine
    return whole_line(s, place, tangent, *found), stations


def _divisions(ends: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return places that divide each interval into a number of equal parts, but the last end."""
    parts = zip(ends[:-1], np.diff(ends), counts, strict=True)
    return np.concatenate([a + h * np.arange(n) / n for a, h, n in parts])


def _round(s: np.ndarray, place: np.ndarray, tangent: np.ndarray, *known: float) -> CenterLine:
    """Return a closed line, with some rows of its other end before and behind it."""
    length = known[0]
    reach = min(0.25 * length, 40.0)
    before, behind = s[:-1] > length - reach, s[1:] < reach
    parts = (s[:-1][before] - length, s, s[1:][behind] + length)
    places = (place[:-1][before], place, place[1:][behind])
    tangents = (tangent[:-1][before], tangent, tangent[1:][behind])
    joined = (np.concatenate(parts), np.concatenate(places), np.concatenate(tangents))
    return CenterLine(*joined, *known)


def _row_distance(curvature: float) -> float:
    """Return the distance of rows at which cubics are right to ERROR: kappa^3 h^4/384 of it."""
    if curvature == 0.0:
        return STEPS[1]
    return float(np.clip((384.0 * ERROR / curvature**3) ** 0.25, *STEPS))


def _check_rows(count: int) -> None:
    if count > MOST_ROWS:
        rule = f"needs {count:,} rows; at most {MOST_ROWS:,} are made"
        raise ModelError(Problem("M04", "road CurvedRoad / segments", rule))


def _cell(x: Scalar, first: float, size: float, count: int) -> Scalar:
    """Return the number of the cell in which x lies, of the nearest one outside."""
    i = whole((x - first) / size)
    return select(i < 0.0, 0.0, select(i > count - 1.0, count - 1.0, i))


def _steady(divisor: Scalar) -> Scalar:
    return select(divisor > LEAST, divisor, LEAST)


def _table(name: str, value: Any, count: int, problems: list[Problem]) -> np.ndarray:
    """Return rows of finite numbers, none of them where nothing is given."""
    try:
        found = np.array(value, dtype=float) + 0.0
    except (TypeError, ValueError, OverflowError):
        found = np.full((1, 1), np.nan)
    if found.size == 0:
        found = np.zeros((0, count))
    if found.ndim != 2 or found.shape[1] != count or not np.all(np.isfinite(found)):
        rule = f"must be rows of {count} finite numbers"
        problems.append(Problem("M25", f"road CurvedRoad / {name}", rule, repr(value)[:80]))
        found = np.zeros((0, count))
    found.setflags(write=False)
    return found
