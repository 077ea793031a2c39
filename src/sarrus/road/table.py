"""A road through the rows of a table."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import numbers, plain_text, whole
from sarrus.late_dataclass import dataclass
from sarrus.road.road import ENDLESS, Road
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve


@dataclass(frozen=True, eq=False)
class TableRoad(Road):
    """A measured profile: heights z [m] at increasing x [m].

    smooth: 0, straight lines; 1, monotone cubics (no overshoot between rows); 2, a cubic spline.
    beyond the rows: "hold", the last height; "line", on with the last slope. See `Curve`.

    Example:
        road = sarrus.road.TableRoad([0.0, 1.0, 2.0, 3.0], [0.0, 0.02, 0.05, 0.0])
    """

    x: np.ndarray = field(metadata=numbers("m", "increasing"))
    z: np.ndarray = field(metadata=numbers("m", "heights at these x"))
    smooth: int = field(
        default=1,
        metadata=whole("0 straight lines, 1 monotone cubics, 2 a cubic spline", (0, 1, 2)),
    )
    beyond: str = field(
        default="hold",
        metadata=plain_text("the last height, or on with the last slope", ("hold", "line")),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.beyond, str) or self.beyond not in ("hold", "line"):
            rule = "must be 'hold' or 'line'"
            problem = Problem("N14", "road TableRoad / beyond", rule, repr(self.beyond)[:80])
            raise ModelError(problem)
        try:
            curve = Curve(self.x, self.z, self.smooth, self.beyond)
        except ModelError as error:
            raise ModelError([_of_road(problem) for problem in error.problems]) from None
        object.__setattr__(self, "x", curve.x)
        object.__setattr__(self, "z", curve.y)

    @cached_property
    def curve(self) -> Curve:
        """The curve through the rows."""
        return Curve(self.x, self.z, self.smooth, self.beyond)

    def _height(self, x: Scalar) -> Scalar:
        return self.curve(x)

    def _slope(self, x: Scalar) -> Scalar:
        return self.curve.slope(x)

    @property
    def kinks(self) -> tuple[float, ...]:
        """The ends of the table; with straight lines, every row at which the slope changes."""
        ends = (float(self.x[0]), float(self.x[-1]))
        if self.smooth > 0:
            return ends if self.beyond == "hold" else ()
        slopes = np.diff(self.z) / np.diff(self.x)
        outside = [0.0] if self.beyond == "hold" else [slopes[0]]
        after = [0.0] if self.beyond == "hold" else [slopes[-1]]
        jumps = np.diff(np.concatenate([outside, slopes, after]))
        return tuple(float(x) for x in self.x[jumps != 0.0])

    @property
    def extent(self) -> tuple[float, float]:
        return (float(self.x[0]), float(self.x[-1])) if self.beyond == "hold" else ENDLESS

    @property
    def course(self) -> tuple[float, float]:
        return self.extent

    @property
    def detail(self) -> float:
        return float(np.min(np.diff(self.x)))

    @property
    def steepest(self) -> float:
        return steepest_of(self.curve)

    def __eq__(self, other: object) -> bool:
        return self.curve == other.curve if isinstance(other, TableRoad) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.curve)

    def __repr__(self) -> str:
        return f"TableRoad({self.curve!r})"


def steepest_of(curve: Curve) -> float:
    """Return the greatest magnitude of the slope of a curve, at rows or between them."""
    _, c1, c2, c3, _ = curve.pieces[1:-1].T
    h = np.diff(curve.x)
    with np.errstate(divide="ignore", invalid="ignore"):
        d = -c2 / (3.0 * c3)  # where the slope of a piece is extreme
    d = np.where((d > 0.0) & (d < h), d, 0.0)
    inner = c1 + d * (2.0 * c2 + d * (3.0 * c3))
    last = c1 + h * (2.0 * c2 + h * (3.0 * c3))
    return float(np.max(np.abs([c1, inner, last])))


def _of_road(problem: Problem) -> Problem:
    place = problem.element.replace("curve", "road TableRoad", 1)
    return Problem(problem.code, place, problem.rule, problem.value, problem.cause, problem.action)
