"""A rig for suspension corners: wheel travel and steer sweeps, and forces at every pickup point."""

from sarrus.suspension.axle import AxlePosition, AxleRig
from sarrus.suspension.contact_load import ContactLoad
from sarrus.suspension.curves import variants_figure, write_report
from sarrus.suspension.elastic import ElasticPosition, ElasticRig
from sarrus.suspension.position import Kinematics, Position
from sarrus.suspension.rig import Rig, Unreachable
from sarrus.suspension.sweep import Column, Sweep
from sarrus.suspension.wheel_angles import SteeringAxis, Wheel

__all__ = [
    "AxlePosition",
    "AxleRig",
    "Column",
    "ContactLoad",
    "ElasticPosition",
    "ElasticRig",
    "Kinematics",
    "Position",
    "Rig",
    "SteeringAxis",
    "Sweep",
    "Unreachable",
    "Wheel",
    "variants_figure",
    "write_report",
]
