"""The force elements, one file each, all with the same interface."""

from sarrus.model.forces.element import (
    CoordinateLoad,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_torque import JointTorque
from sarrus.model.forces.point_force import PointForce
from sarrus.model.forces.spring_damper import SpringDamper
from sarrus.model.forces.torque import Torque

TYPES: dict[str, type[ForceElement]] = {
    element.type_name: element
    for element in (SpringDamper, JointTorque, JointDamper, PointForce, Torque)
}
"""Every force element that a model may name."""

__all__ = [
    "TYPES",
    "CoordinateLoad",
    "ForceElement",
    "JointDamper",
    "JointTorque",
    "Load",
    "MomentLoad",
    "PointForce",
    "PointLoad",
    "PointMotion",
    "Scene",
    "SpringDamper",
    "Torque",
]
