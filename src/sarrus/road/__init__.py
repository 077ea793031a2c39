"""Roads: the height under a wheel as a function of the distance along its track.

A road answers `height(x)`, `slope(x)` and `switches(x)`, for numbers, arrays, dual numbers and
traced values; `felt_by_wheel(radius)` is the road that a disc feels. Theory: docs/theory/roads.md.
"""

from sarrus.road.bumps import CosineBump, Flat, HalfRound
from sarrus.road.combined import Scaled, Shifted, SumOfRoads
from sarrus.road.envelope import WheelEnvelope
from sarrus.road.function import FunctionRoad
from sarrus.road.iso8608 import Iso8608
from sarrus.road.road import Road
from sarrus.road.sine import SineRoad
from sarrus.road.table import TableRoad

TYPES: dict[str, type[Road]] = {
    kind.__name__: kind
    for kind in (
        Flat,
        HalfRound,
        CosineBump,
        SineRoad,
        TableRoad,
        FunctionRoad,
        Iso8608,
        Shifted,
        Scaled,
        SumOfRoads,
        WheelEnvelope,
    )
}
"""Every road that a file may name."""

__all__ = [
    "TYPES",
    "CosineBump",
    "Flat",
    "FunctionRoad",
    "HalfRound",
    "Iso8608",
    "Road",
    "Scaled",
    "Shifted",
    "SineRoad",
    "SumOfRoads",
    "TableRoad",
    "WheelEnvelope",
]
