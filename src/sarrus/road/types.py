"""Every road that a file may name."""

from sarrus.road.bumps import CosineBump, Flat, HalfRound
from sarrus.road.combined import Scaled, Shifted, SumOfRoads, TrackOf
from sarrus.road.curved import CurvedRoad
from sarrus.road.envelope import WheelEnvelope
from sarrus.road.function import FunctionRoad
from sarrus.road.grid import GridRoad
from sarrus.road.iso8608 import Iso8608
from sarrus.road.mesh import MeshRoad
from sarrus.road.patches import PatchedRoad
from sarrus.road.road import Road
from sarrus.road.sine import SineRoad
from sarrus.road.table import TableRoad
from sarrus.road.tracks import Iso8608Tracks

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
        Iso8608Tracks,
        GridRoad,
        MeshRoad,
        CurvedRoad,
        PatchedRoad,
        Shifted,
        Scaled,
        SumOfRoads,
        TrackOf,
        WheelEnvelope,
    )
}
