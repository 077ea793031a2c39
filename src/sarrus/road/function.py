"""A road given by a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

import numpy as np

from sarrus.errors import ModelError
from sarrus.file_fields import function, number, numbers
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, real, settle
from sarrus.road.fingerprint import fingerprint
from sarrus.road.road import Road
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.dual import Dual


@dataclass(frozen=True, repr=False)
class FunctionRoad(Road):
    """h = function(x), written with NumPy's functions and `select`; x and h in metres.

    The slope is its exact derivative, by dual numbers. kinks_at: where the slope jumps. finest:
    the length [m] that shows the finest features, for what a wheel feels.

    Example:
        road = sarrus.road.FunctionRoad(lambda x: 0.05 * np.sin(x) ** 2)
    """

    function: Callable[[Scalar], Scalar] = field(metadata=function("height, a function of x"))
    kinks_at: tuple[float, ...] = field(
        default=(), metadata=numbers("m", "the x where the slope jumps", is_input=True)
    )
    finest: float = field(
        default=0.05, metadata=number("m", "length that shows the finest features", above=0.0)
    )

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise ModelError(bad("FunctionRoad", "function", "must be a function", self.function))
        settle(self)
        listed = self.kinks_at if isinstance(self.kinks_at, Iterable) else [None]
        places = [real(x) for x in listed]
        if None in places:
            rule = "must be finite numbers"
            raise ModelError(bad("FunctionRoad", "kinks_at", rule, self.kinks_at))
        object.__setattr__(self, "kinks_at", tuple(places))

    @property
    def input_fields(self) -> tuple[str, ...]:
        """The kinks, and the numbers of a formula; powers of one stay in the code."""
        fixed = getattr(self.function, "has_power", True)
        return ("kinks_at",) if fixed else ("function", "kinks_at")

    def _height(self, x: Scalar) -> Scalar:
        if isinstance(x, np.ndarray):
            return np.array([float(self.function(item)) for item in x.flat]).reshape(x.shape)
        return self.function(x)

    def _slope(self, x: Scalar) -> Scalar:
        if isinstance(x, np.ndarray):
            return np.array([float(self._slope(item)) for item in x.flat]).reshape(x.shape)
        found = self.function(Dual(x, 1.0))
        return found.rate if isinstance(found, Dual) else 0.0

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.kinks_at

    @property
    def detail(self) -> float:
        return self.finest

    def __repr__(self) -> str:
        print_ = fingerprint(self.function)
        return f"FunctionRoad({print_}, kinks_at={self.kinks_at}, finest={self.finest})"
