"""Roads: the height under a wheel by its place, along a track or over x and y."""

from sarrus.road.bumps import CosineBump as CosineBump
from sarrus.road.bumps import Flat as Flat
from sarrus.road.bumps import HalfRound as HalfRound
from sarrus.road.combined import Scaled as Scaled
from sarrus.road.combined import Shifted as Shifted
from sarrus.road.combined import SumOfRoads as SumOfRoads
from sarrus.road.combined import TrackOf as TrackOf
from sarrus.road.curved import CenterLine as CenterLine
from sarrus.road.curved import CurvedRoad as CurvedRoad
from sarrus.road.envelope import WheelEnvelope as WheelEnvelope
from sarrus.road.function import FunctionRoad as FunctionRoad
from sarrus.road.grid import GridRoad as GridRoad
from sarrus.road.iso8608 import Iso8608 as Iso8608
from sarrus.road.mesh import MeshRoad as MeshRoad
from sarrus.road.patches import PatchedRoad as PatchedRoad
from sarrus.road.road import Road as Road
from sarrus.road.road import Surface as Surface
from sarrus.road.sine import SineRoad as SineRoad
from sarrus.road.table import TableRoad as TableRoad
from sarrus.road.tracks import Iso8608Tracks as Iso8608Tracks
from sarrus.road.types import TYPES as TYPES
