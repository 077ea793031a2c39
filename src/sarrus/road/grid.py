"""Surfaces through the heights of a grid: a bicubic patch in every cell."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.file_fields import numbers, rows, whole
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad
from sarrus.road.choosing import select
from sarrus.road.choosing import whole as floor_of
from sarrus.road.road import Surface
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve, Pieces

# rows: powers 0 to 3 of d; columns: value at 0, at 1, slope at 0, at 1
HERMITE = np.array(
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [-3.0, 3.0, -2.0, -1.0], [2.0, -2.0, 1.0, 1.0]]
)
EVEN = 1e-9
"""How far places may be from equally spaced ones, as a part of their distance, to count so."""


@dataclass(frozen=True, eq=False)
class GridRoad(Surface):
    """A surface through heights z [m] at the crossings of lines x and y [m], both increasing.

        h = sum a_mk d^m e^k,  m, k = 0 ... 3,   d, e: place in the cell, from 0 to 1

    z: a row for each x, in it a height for each y. smooth: 1, slopes at the crossings that are
    monotone along both lines (continuous slope, no overshoot on the lines); 2, the bicubic spline
    (continuous curvature). Beyond the grid the heights of its rim are held.

    Example:
        road = sarrus.road.GridRoad([0, 1, 2], [-1, 1], [[0, 0], [0.1, 0.05], [0, 0]])
    """

    x: np.ndarray = field(metadata=numbers("m", "increasing"))
    y: np.ndarray = field(metadata=numbers("m", "increasing"))
    z: np.ndarray = field(metadata=rows("m", "heights: a row for each x, in it one for each y"))
    smooth: int = field(
        default=1, metadata=whole("1 monotone on the lines, 2 a bicubic spline", (1, 2))
    )

    def __post_init__(self) -> None:
        problems: list[Problem] = []
        if type(self.smooth) is not int or self.smooth not in (1, 2):
            problems.append(bad("GridRoad", "smooth", "must be 1 or 2", self.smooth))
        fewest = 4 if self.smooth == 2 else 2
        lines = {name: _line(name, getattr(self, name), fewest, problems) for name in ("x", "y")}
        if problems:
            raise ModelError(problems)
        z = heights(
            "road GridRoad / z", self.z, (len(lines["x"]), len(lines["y"])), *lines.values()
        )
        for name, value in (*lines.items(), ("z", z)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)

    @cached_property
    def patches(self) -> Pieces:
        """The coefficients a_mk, as one function of an unrolled place.

        With cells numbered i along x and j along y, and v = j + e, the polynomial of e in front of
        d^m stands at m N + i n_y + v, N = (n_x - 1) n_y: a look-up in two variables is four in one.
        """
        a = bicubic(self.x, self.y, self.z, self.smooth)
        # behind the last line of y the polynomial of the last cell goes on, for e = 1
        last = a[:, :, -1:]
        p0, p1, p2, p3 = (last[..., k] for k in range(4))
        end = np.stack([p0 + p1 + p2 + p3, p1 + 2.0 * p2 + 3.0 * p3, p2 + 3.0 * p3, p3], axis=-1)
        rows_of = np.concatenate([a, end], axis=2).reshape(-1, 4)
        return Pieces(np.arange(float(len(rows_of))), rows_of)

    @cached_property
    def _lines(self) -> tuple[Any, Any]:
        """What numbers the lines: equal distances as (first, distance), else a curve."""
        return tuple(_cell_number(line) for line in (self.x, self.y))

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        u, u_x = _number_of(self._lines[0], len(self.x), x)
        v, v_y = _number_of(self._lines[1], len(self.y), y)
        i = floor_of(u)
        i = select(i > len(self.x) - 2.0, len(self.x) - 2.0, i)
        d = u - i
        place = i * float(len(self.y)) + v
        step = float((len(self.x) - 1) * len(self.y))
        c = [self.patches(place + m * step) for m in range(4)]
        c_v = [self.patches.slope(place + m * step) for m in range(4)]
        h = c[0] + d * (c[1] + d * (c[2] + d * c[3]))
        h_u = c[1] + d * (2.0 * c[2] + d * (3.0 * c[3]))
        h_v = c_v[0] + d * (c_v[1] + d * (c_v[2] + d * c_v[3]))
        return h, h_u * u_x, h_v * v_y

    @property
    def extent(self) -> tuple[float, float]:
        return (float(self.x[0]), float(self.x[-1]))

    @property
    def course(self) -> tuple[float, float]:
        return self.extent

    @property
    def sides(self) -> tuple[float, float]:
        return (float(self.y[0]), float(self.y[-1]))

    @property
    def detail(self) -> float:
        return float(min(np.min(np.diff(self.x)), np.min(np.diff(self.y))))

    @cached_property
    def digest(self) -> str:
        """The hash of the grid."""
        import hashlib

        found = hashlib.sha256(f"{self.smooth} {self.z.shape}|".encode())
        for part in (self.x, self.y, self.z):
            found.update(part.tobytes())
        return found.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, GridRoad) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        size = f"{len(self.x)} x {len(self.y)}"
        return f"GridRoad({size}, smooth={self.smooth}, {self.digest})"


def bicubic(x: np.ndarray, y: np.ndarray, z: np.ndarray, smooth: int) -> np.ndarray:
    """Return a_mk by power m, cell along x, cell along y, and power k; d and e from 0 to 1."""
    z_x, z_y = _slopes(x, z, smooth), _slopes(y, z.T, smooth).T
    z_xy = _slopes(x, z_y, smooth)
    if smooth == 1:
        z_xy = 0.5 * (z_xy + _slopes(y, z_x.T, smooth).T)
    h, g = np.diff(x)[:, None], np.diff(y)[None, :]

    def corners(f: np.ndarray) -> np.ndarray:
        return np.array([[f[:-1, :-1], f[:-1, 1:]], [f[1:, :-1], f[1:, 1:]]])

    F = _corner_matrix(corners(z), g * corners(z_y), h * corners(z_x), h * g * corners(z_xy))
    return np.einsum("ma,abij,kb->mijk", HERMITE, F, HERMITE)


def _corner_matrix(f: np.ndarray, f_e: np.ndarray, f_d: np.ndarray, f_de: np.ndarray) -> np.ndarray:
    """Return values and slopes at the corners as the matrix that HERMITE stands before."""
    above = np.concatenate([f, f_e], axis=1)
    below = np.concatenate([f_d, f_de], axis=1)
    return np.concatenate([above, below], axis=0)


def _slopes(x: np.ndarray, z: np.ndarray, smooth: int) -> np.ndarray:
    """Return dz/dx at the lines x, for each column of z."""
    from scipy.interpolate import CubicSpline, PchipInterpolator

    if len(x) == 2:
        return np.repeat(np.diff(z, axis=0) / np.diff(x)[:, None], 2, axis=0)
    kind = PchipInterpolator if smooth == 1 else CubicSpline
    return np.asarray(kind(x, z, axis=0).derivative()(x))


def _line(name: str, value: Any, fewest: int, problems: list[Problem]) -> np.ndarray:
    """Return increasing numbers; report what they are not."""
    rule = f"must be at least {fewest} increasing finite numbers"
    try:
        found = real_array(value) + 0.0
    except (TypeError, ValueError, OverflowError):
        found = np.zeros(0)
    if found.ndim != 1 or len(found) < fewest or not np.all(np.isfinite(found)):
        problems.append(Problem("M04", f"road GridRoad / {name}", rule, repr(value)[:80]))
        return np.arange(float(fewest))
    if np.any(np.diff(found) <= 0.0):
        k = int(np.argmax(np.diff(found) <= 0.0)) + 1
        value = f"{found[k]:g} after {found[k - 1]:g}"
        problems.append(Problem("M04", f"road GridRoad / {name}", rule, value))
    return np.array(found)


def heights(where: str, z: Any, shape: tuple[int, int], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return heights as an array; refuse (M38) those with holes, by the place of the first."""
    try:
        found = np.array(z, dtype=float) + 0.0
    except (TypeError, ValueError, OverflowError):
        rule = "must be numbers: a row for each x, in it one for each y"
        raise ModelError(Problem("M25", where, rule, repr(z)[:80])) from None
    if found.shape != shape:
        size = " x ".join(map(str, found.shape))
        rule = f"must have a row for each of the {shape[0]} x, in it one for each of {shape[1]} y"
        raise ModelError(Problem("M04", where, rule, size))
    holes = ~np.isfinite(found)
    if holes.any():
        i, j = np.argwhere(holes)[0]
        count = int(np.count_nonzero(holes))
        rule = (
            f"has {count} hole{'s' if count > 1 else ''} (no finite height), the first in row "
            f"{i}, column {j}: x = {x[i]:g} m, y = {y[j]:g} m"
        )
        action = "fill it from the heights around, or leave out rows and columns that are not known"
        raise ModelError(Problem("M38", where, rule, action=action))
    return found


def _cell_number(line: np.ndarray) -> Any:
    step = float((line[-1] - line[0]) / (len(line) - 1))
    equal = line[0] + step * np.arange(len(line))
    if np.max(np.abs(line - equal)) <= EVEN * step:
        return float(line[0]), step
    return Curve(line, np.arange(float(len(line))), smooth=0, beyond="hold")


def _number_of(line: Any, count: int, x: Scalar) -> tuple[Scalar, Scalar]:
    """Return the number of the line at x, with its fraction, and the rate of it by x."""
    if isinstance(line, Curve):
        return line(x), line.slope(x)
    first, step = line
    u = (x - first) / step
    low, high = u < 0.0, u > count - 1.0
    held = select(low, 0.0, select(high, count - 1.0, u))
    return held, select(low, 0.0, select(high, 0.0, 1.0 / step + 0.0 * x))
