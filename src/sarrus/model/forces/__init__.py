"""The force elements, one file each, all with the same interface.

A file that is imported here is all that builder, model files, schema, writers and pages need.
"""

from sarrus.model.forces.aerodynamics import Aerodynamics
from sarrus.model.forces.bearing_friction import BearingFriction
from sarrus.model.forces.brake import Brake
from sarrus.model.forces.bushing import Bushing
from sarrus.model.forces.clutch import Clutch, Gearbox
from sarrus.model.forces.dc_motor import DCMotor
from sarrus.model.forces.driver import Driver
from sarrus.model.forces.electric_motor import ElectricMotor
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.forces.end_stop import EndStop
from sarrus.model.forces.engine import Engine
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.gas_spring import GasSpring
from sarrus.model.forces.ground_contact import GroundContact
from sarrus.model.forces.hydraulic_cylinder import HydraulicCylinder
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.forces.joint_gas_spring import JointGasSpring
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.forces.joint_torque import JointTorque
from sarrus.model.forces.limited_slip import LimitedSlip
from sarrus.model.forces.moment import Moment
from sarrus.model.forces.nonholonomic import Nonholonomic
from sarrus.model.forces.pid import PID
from sarrus.model.forces.point_contact import PointContact
from sarrus.model.forces.point_force import PointForce
from sarrus.model.forces.relaxation import Relaxation
from sarrus.model.forces.speed_control import SpeedControl
from sarrus.model.forces.spring_damper import SpringDamper
from sarrus.model.forces.strut import Strut
from sarrus.model.forces.torque import Torque
from sarrus.model.forces.torsion_bar import TorsionBar
from sarrus.model.forces.track import Track
from sarrus.model.forces.track_links import TrackLinks
from sarrus.model.forces.tyre import TyreContact
from sarrus.model.forces.user_force import UserForce
from sarrus.model.forces.user_state_force import UserStateForce
from sarrus.model.forces.varying_force import VaryingForce
from sarrus.model.forces.wheel_contact import WheelContact
from sarrus.model.forces.window_force import PointWindowForce, WindowForce
from sarrus.model.registry import FORCES

FORCES.own = frozenset(FORCES)
TYPES = FORCES
"""Every force element that a model may hold, by its type; those of users join it."""

WHEELS = (TyreContact, WheelContact)
"""Elements that are a wheel on a road: with `body`, `point`, `radius` and `road`."""

__all__ = [
    "PID",
    "TYPES",
    "WHEELS",
    "Aerodynamics",
    "BearingFriction",
    "Brake",
    "Bushing",
    "Clutch",
    "CoordinateLoad",
    "DCMotor",
    "Driver",
    "ElectricMotor",
    "ElementState",
    "EndStop",
    "Engine",
    "ForceElement",
    "Formula",
    "GasSpring",
    "Gearbox",
    "GroundContact",
    "HydraulicCylinder",
    "JointDamper",
    "JointFriction",
    "JointGasSpring",
    "JointSpring",
    "JointTorque",
    "LimitedSlip",
    "Load",
    "Measure",
    "Moment",
    "MomentLoad",
    "Nonholonomic",
    "PointContact",
    "PointForce",
    "PointLoad",
    "PointMotion",
    "PointWindowForce",
    "Relaxation",
    "Scene",
    "SpeedControl",
    "SpringDamper",
    "Strut",
    "Torque",
    "TorsionBar",
    "Track",
    "TrackLinks",
    "TyreContact",
    "UserForce",
    "UserStateForce",
    "VaryingForce",
    "WheelContact",
    "WindowForce",
]
