"""The force elements: a line for each; its file is imported when something of it is named."""

from sarrus.model.forces.aerodynamics import Aerodynamics as Aerodynamics
from sarrus.model.forces.beam import Beam as Beam
from sarrus.model.forces.bearing_friction import BearingFriction as BearingFriction
from sarrus.model.forces.belt_drive import BeltDrive as BeltDrive
from sarrus.model.forces.bevel_mesh import BevelMesh as BevelMesh
from sarrus.model.forces.body_damper import BodyDamper as BodyDamper
from sarrus.model.forces.brake import Brake as Brake
from sarrus.model.forces.bushing import Bushing as Bushing
from sarrus.model.forces.cable import (
    Cable as Cable,
)
from sarrus.model.forces.cable import (
    InextensibleCable as InextensibleCable,
)
from sarrus.model.forces.clearance_prismatic import ClearancePrismatic as ClearancePrismatic
from sarrus.model.forces.clearance_revolute import ClearanceRevolute as ClearanceRevolute
from sarrus.model.forces.clearance_spherical import ClearanceSpherical as ClearanceSpherical
from sarrus.model.forces.clutch import (
    Clutch as Clutch,
)
from sarrus.model.forces.clutch import (
    Gearbox as Gearbox,
)
from sarrus.model.forces.contact import Contact as Contact
from sarrus.model.forces.curve_contact import CurveContact as CurveContact
from sarrus.model.forces.dc_motor import DCMotor as DCMotor
from sarrus.model.forces.driver import Driver as Driver
from sarrus.model.forces.electric_motor import ElectricMotor as ElectricMotor
from sarrus.model.forces.element import (
    CoordinateLoad as CoordinateLoad,
)
from sarrus.model.forces.element import (
    ElementState as ElementState,
)
from sarrus.model.forces.element import (
    ForceElement as ForceElement,
)
from sarrus.model.forces.element import (
    Load as Load,
)
from sarrus.model.forces.element import (
    Measure as Measure,
)
from sarrus.model.forces.element import (
    MomentLoad as MomentLoad,
)
from sarrus.model.forces.element import (
    PointLoad as PointLoad,
)
from sarrus.model.forces.element import (
    PointMotion as PointMotion,
)
from sarrus.model.forces.element import (
    Scene as Scene,
)
from sarrus.model.forces.end_stop import EndStop as EndStop
from sarrus.model.forces.engine import Engine as Engine
from sarrus.model.forces.fmu import Fmu as Fmu
from sarrus.model.forces.formula import Formula as Formula
from sarrus.model.forces.gas_spring import GasSpring as GasSpring
from sarrus.model.forces.gear_mesh import GearMesh as GearMesh
from sarrus.model.forces.ground_contact import GroundContact as GroundContact
from sarrus.model.forces.hydraulic_cylinder import HydraulicCylinder as HydraulicCylinder
from sarrus.model.forces.joint_damper import JointDamper as JointDamper
from sarrus.model.forces.joint_friction import JointFriction as JointFriction
from sarrus.model.forces.joint_gas_spring import JointGasSpring as JointGasSpring
from sarrus.model.forces.joint_spring import JointSpring as JointSpring
from sarrus.model.forces.joint_torque import JointTorque as JointTorque
from sarrus.model.forces.limited_slip import LimitedSlip as LimitedSlip
from sarrus.model.forces.modal_elasticity import ModalElasticity as ModalElasticity
from sarrus.model.forces.moment import Moment as Moment
from sarrus.model.forces.nonholonomic import Nonholonomic as Nonholonomic
from sarrus.model.forces.pid import PID as PID
from sarrus.model.forces.pneumatic_cylinder import PneumaticCylinder as PneumaticCylinder
from sarrus.model.forces.point_contact import PointContact as PointContact
from sarrus.model.forces.point_force import PointForce as PointForce
from sarrus.model.forces.polynomial_coupler import PolynomialCoupler as PolynomialCoupler
from sarrus.model.forces.rack_mesh import RackMesh as RackMesh
from sarrus.model.forces.rail_contact import RailContact as RailContact
from sarrus.model.forces.relaxation import Relaxation as Relaxation
from sarrus.model.forces.segment_elasticity import SegmentElasticity as SegmentElasticity
from sarrus.model.forces.speed_control import SpeedControl as SpeedControl
from sarrus.model.forces.spring_damper import SpringDamper as SpringDamper
from sarrus.model.forces.strut import Strut as Strut
from sarrus.model.forces.synchronous_motor import SynchronousMotor as SynchronousMotor
from sarrus.model.forces.torque import Torque as Torque
from sarrus.model.forces.torsion_bar import TorsionBar as TorsionBar
from sarrus.model.forces.track import Track as Track
from sarrus.model.forces.track_links import TrackLinks as TrackLinks
from sarrus.model.forces.tyre import TyreContact as TyreContact
from sarrus.model.forces.user_force import UserForce as UserForce
from sarrus.model.forces.user_state_force import UserStateForce as UserStateForce
from sarrus.model.forces.varying_force import VaryingForce as VaryingForce
from sarrus.model.forces.wheel_contact import WheelContact as WheelContact
from sarrus.model.forces.wheels import WHEELS as WHEELS
from sarrus.model.forces.window_force import (
    PointWindowForce as PointWindowForce,
)
from sarrus.model.forces.window_force import (
    WindowForce as WindowForce,
)
from sarrus.model.forces.worm_mesh import WormMesh as WormMesh
