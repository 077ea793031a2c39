"""What a disc feels of any road, as a table."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import inner_road, number, numbers
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle, span
from sarrus.road.choosing import whole
from sarrus.road.road import TOLERANCE, Road
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

LARGEST_STEP, MOST_ANGLES = np.pi / 64.0, 4096
"""Steps of the angle [rad] at which the search begins, and their number on either side."""

GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0
GOLDEN_STEPS = 20
CLIMBS = 3
"""Places of the rim from which the search climbs."""

CHUNK = 2_000_000
"""Heights that are looked at together."""

ROUNDS = 40
CHECKS = np.linspace(0.04, 0.96, 9)
"""Where between two rows the table is checked."""

MOST_ROWS = 20_000_000


@dataclass(frozen=True)
class WheelEnvelope(Road):
    """e(x) = max { h(x + s) + sqrt(R^2 - s^2) - R, |s| <= R } of a road h; see `felt_by_wheel`.

    The table is refined until its error at several places between any two rows is below half the
    tolerance [m]. Where the disc leaves one place of the road as it meets another, e has a kink;
    the table rounds it off over a few tolerances.

    Example:
        felt = sarrus.road.CosineBump(0.1, 0.5, at=2.0).felt_by_wheel(0.3)
    """

    road: Road = field(metadata=inner_road("the road that the wheel rolls on"))
    radius: float = field(metadata=number("m", "of the wheel", above=0.0))
    tolerance: float = field(default=TOLERANCE, metadata=number("m", "of the table", above=0.0))
    between: tuple[float, float] | None = field(
        default=None, metadata=numbers("m", "the x that are tabulated", 2)
    )

    def __post_init__(self) -> None:
        if not isinstance(self.road, Road):
            raise ModelError(bad("WheelEnvelope", "road", "must be a road", self.road))
        settle(self)
        if self.between is not None:
            object.__setattr__(self, "between", span("WheelEnvelope", "between", self.between))
        elif np.isinf(self.road.extent).any() and self.road.period is None:
            problem = Problem(
                "M04",
                "road WheelEnvelope / between",
                "is needed: the road has no ends, and a table of what a wheel feels must have",
                action="give the first and last x, such as between=(0, 100)",
            )
            raise ModelError(problem)

    @property
    def extent(self) -> tuple[float, float]:
        if self.between is not None:
            return self.between
        first, last = self.road.extent
        return (first - self.radius, last + self.radius)

    @property
    def course(self) -> tuple[float, float]:
        first, last = self.road.course
        low, high = self.between or (-np.inf, np.inf)
        return (max(first, low), min(last, high))

    @property
    def detail(self) -> float:
        return min(self.road.detail, self.radius / 8.0)

    @property
    def steepest(self) -> float:
        return self.road.steepest

    @property
    def period(self) -> float | None:
        return self.road.period if self.between is None else None

    @property
    def is_bump(self) -> bool:
        return self.road.is_bump and self.between is None

    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        """Return what a disc on the disc feels: a disc with both radii on the road."""
        limits = self.between if between is None else between
        return WheelEnvelope(self.road, self.radius + radius, tolerance, limits)

    def _height(self, x: Scalar) -> Scalar:
        return self.curve(self._table_x(x))

    def _slope(self, x: Scalar) -> Scalar:
        return self.curve.slope(self._table_x(x))

    def _table_x(self, x: Scalar) -> Scalar:
        """Return the x of the table that stands for another one."""
        return x if self.period is None else x - self.period * whole(x / self.period)

    @cached_property
    def curve(self) -> Curve:
        """The table of e, with rows as close as they need to be."""
        x = self._first_rows()
        e = self.exact(x)
        left = np.arange(len(x) - 1)
        for _ in range(ROUNDS):
            curve = Curve(x, e, smooth=1, beyond="hold")
            inside = x[left] + CHECKS[:, None] * (x[left + 1] - x[left])
            found = self.exact(inside.ravel()).reshape(inside.shape)
            wrong = np.max(abs(curve(inside) - found), axis=0)
            off = (wrong > 0.5 * self.tolerance) & (x[left + 1] - x[left] > self.tolerance)
            if not off.any():
                break
            places = left[off] + 1
            x = np.insert(x, places, inside[len(CHECKS) // 2][off])
            e = np.insert(e, places, found[len(CHECKS) // 2][off])
            if len(x) > MOST_ROWS:
                raise ModelError(self._too_long())
            new = places + np.arange(len(places))
            near = np.unique(np.concatenate([new + k for k in (-3, -2, -1, 0, 1, 2)]))
            left = near[(near >= 0) & (near < len(x) - 1)]
        return Curve(x, e, smooth=1, beyond="hold")

    def _first_rows(self) -> np.ndarray:
        if self.period is None:
            first, last = self.extent
        else:
            first, last = -0.25 * self.period, 1.25 * self.period
        if not first < last:
            last = first + self.radius
        count = (last - first) / self.detail
        if count > MOST_ROWS:
            raise ModelError(self._too_long())
        rows = np.linspace(first, last, int(np.ceil(count)) + 2)
        kinks = [x for x in self.road.kinks if first < x < last]
        x = np.unique(np.append(rows, kinks))
        return x[np.append(True, np.diff(x) > 1e-9 * self.radius)]

    def _too_long(self) -> Problem:
        rule = f"needs more than {MOST_ROWS:,} rows"
        action = "give a larger tolerance, or a shorter road"
        return Problem(
            "M04", "road WheelEnvelope / tolerance", rule, f"{self.tolerance:g}", "", action
        )

    def exact(self, x: np.ndarray) -> np.ndarray:
        """Return e at numbers x, by search over the points of the disc, to 1e-10 of its radius.

        The search starts from equal angles at the disc, up to the steepest slope of the road; it
        finds the highest place if the road has no features finer than `road.detail`.
        """
        reach = min(np.arctan(self.road.steepest) + LARGEST_STEP, 0.5 * np.pi)
        step = min(LARGEST_STEP, 0.25 * self.road.detail / self.radius)
        half = int(np.clip(np.ceil(reach / step), CLIMBS, MOST_ANGLES))
        angles = np.linspace(-reach, reach, 2 * half + 1)
        size = max(1, CHUNK // len(angles))
        parts = [self._best_angles(x[k : k + size], angles) for k in range(0, len(x), size)]
        found = np.concatenate(parts)
        if not np.all(np.isfinite(found)):
            at = float(x[np.argmin(np.isfinite(found))])
            rule = f"has no finite height near x = {at:g} m"
            raise ModelError(Problem("M04", f"road {type(self.road).__name__}", rule))
        return found

    def _best_angles(self, x: np.ndarray, angles: np.ndarray) -> np.ndarray:
        reach = self._reach(x[:, None], angles[None, :])
        step = angles[1] - angles[0]
        found = np.max(reach, axis=1)
        for best in _highest(reach):
            low = np.maximum(angles[best] - step, angles[0])
            high = np.minimum(angles[best] + step, angles[-1])
            found = np.maximum(found, self._greatest_reach(x, low, high))
        for kink in self.road.kinks:
            found = np.maximum(found, self._at_kink(x, kink))
        return found

    def _greatest_reach(self, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the greatest reach between two angles, by golden section."""
        one, other = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        first, second = self._reach(x, one), self._reach(x, other)
        for _ in range(GOLDEN_STEPS):
            rising = second > first
            low, high = np.where(rising, one, low), np.where(rising, high, other)
            new = np.where(rising, low + GOLDEN * (high - low), high - GOLDEN * (high - low))
            at_new = self._reach(x, new)
            one, other = np.where(rising, other, new), np.where(rising, new, one)
            first, second = np.where(rising, second, at_new), np.where(rising, at_new, first)
        return np.maximum(first, second)

    def _reach(self, x: np.ndarray, angle: np.ndarray) -> np.ndarray:
        """Return how high the disc must be over x for its point at an angle to be on the road."""
        point = x + self.radius * np.sin(angle)
        return self.road.height(point) + self.radius * (np.cos(angle) - 1.0)

    def _at_kink(self, x: np.ndarray, kink: float) -> np.ndarray:
        """Return how high the disc must be to touch a kink, which a search may miss."""
        s = np.clip(kink - x, -self.radius, self.radius)
        sides = self.road.height(np.nextafter(kink, np.array([-np.inf, np.inf])))
        top = max(float(np.max(sides)), float(self.road.height(kink)))
        lift = top + np.sqrt(self.radius**2 - s * s) - self.radius
        return np.where(abs(kink - x) <= self.radius, lift, -np.inf)


def _highest(reach: np.ndarray) -> np.ndarray:
    """Return the columns of the highest tops of each row, by parabolas through three columns."""
    inner, before, after = reach[:, 1:-1], reach[:, :-2], reach[:, 2:]
    bend = 2.0 * inner - before - after
    with np.errstate(divide="ignore", invalid="ignore"):
        vertex = inner + np.where(bend > 0.0, (after - before) ** 2 / (8.0 * bend), 0.0)
    top = (inner >= before) & (inner >= after)
    ends = reach[:, :1], reach[:, -1:]
    guess = np.concatenate([ends[0], np.where(top, vertex, -np.inf), ends[1]], axis=1)
    return np.argpartition(-guess, CLIMBS, axis=1)[:, :CLIMBS].T
