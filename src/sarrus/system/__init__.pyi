"""The object that the user calls: a model with its topology, equations and native kernels."""

from sarrus.system.driven.driving import Drive as Drive
from sarrus.system.driven.instant import PointDrive as PointDrive
from sarrus.system.flow.pose_law import PoseLaw as PoseLaw
from sarrus.system.history import Channel as Channel
from sarrus.system.history import History as History
from sarrus.system.one_state.assembling import AssemblyError as AssemblyError
from sarrus.system.one_state.mobility import Mobility as Mobility
from sarrus.system.one_state.reducing import Reduced as Reduced
from sarrus.system.quantities.base_input import GroundMotion as GroundMotion
from sarrus.system.results import BodyMotion as BodyMotion
from sarrus.system.results import Energy as Energy
from sarrus.system.results import HybridMotion as HybridMotion
from sarrus.system.results import Momentum as Momentum
from sarrus.system.results import PointMotion as PointMotion
from sarrus.system.results import Wrench as Wrench
from sarrus.system.rows.motion import Motion as Motion
from sarrus.system.run_files import ResultFile as ResultFile
from sarrus.system.run_files import open_run as open_run
from sarrus.system.run_files import rerun as rerun
from sarrus.system.run_files import resume as resume
from sarrus.system.simulation.actuation import Sampled as Sampled
from sarrus.system.simulation.events import Event as Event
from sarrus.system.simulation.recording import Stopped as Stopped
from sarrus.system.simulation.run import Run as Run
from sarrus.system.state import State as State
from sarrus.system.system import System as System
