"""The object that the user calls: a model with its topology, equations and native kernels."""

from sarrus.system.driven.driving import Drive
from sarrus.system.driven.instant import PointDrive
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.history import Channel, History
from sarrus.system.one_state.assembling import AssemblyError
from sarrus.system.one_state.mobility import Mobility
from sarrus.system.one_state.reducing import Reduced
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.results import BodyMotion, Energy, HybridMotion, Momentum, PointMotion, Wrench
from sarrus.system.rows.motion import Motion
from sarrus.system.run_files import ResultFile, open_run, rerun, resume
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.events import Event
from sarrus.system.simulation.recording import Stopped
from sarrus.system.simulation.run import Run
from sarrus.system.state import State
from sarrus.system.system import System

__all__ = [
    "AssemblyError",
    "BodyMotion",
    "Channel",
    "Drive",
    "Energy",
    "Event",
    "GroundMotion",
    "History",
    "HybridMotion",
    "Mobility",
    "Momentum",
    "Motion",
    "PointDrive",
    "PointMotion",
    "PoseLaw",
    "Reduced",
    "ResultFile",
    "Run",
    "Sampled",
    "State",
    "Stopped",
    "System",
    "Wrench",
    "open_run",
    "rerun",
    "resume",
]
