"""The joint types, one file each; algorithms never ask which type a joint is.

A type of your own is a class like these, with `register` above it.
"""

from sarrus.model.joints.consistency import contradictions
from sarrus.model.joints.constant_velocity import ConstantVelocity
from sarrus.model.joints.cylindrical import Cylindrical
from sarrus.model.joints.directions import Angle, Orientation, Parallel, Perpendicular
from sarrus.model.joints.distance import Distance
from sarrus.model.joints.double_joints import (
    CylindricalSpherical,
    RevoluteCylindrical,
    RevoluteRevolute,
    RevoluteSpherical,
)
from sarrus.model.joints.free import Free
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.guided_point import PointInPlane, PointOnLine
from sarrus.model.joints.helical import Helical
from sarrus.model.joints.joint_type import Coordinate, JointType, Step, parameter
from sarrus.model.joints.openable import Openable
from sarrus.model.joints.planar import Planar
from sarrus.model.joints.prismatic import Prismatic
from sarrus.model.joints.registry import Registry
from sarrus.model.joints.reversed import Reversed
from sarrus.model.joints.revolute import Revolute
from sarrus.model.joints.rolling import Rolling
from sarrus.model.joints.slots import PinSlot, SlottedSpherical
from sarrus.model.joints.spherical import Spherical
from sarrus.model.joints.universal import Universal
from sarrus.model.joints.weld import Weld

TYPES = Registry(
    (
        Revolute,
        Prismatic,
        Cylindrical,
        Universal,
        Spherical,
        Planar,
        Helical,
        Free,
        Weld,
        Distance,
        Rolling,
        PinSlot,
        SlottedSpherical,
        ConstantVelocity,
        PointInPlane,
        PointOnLine,
        Orientation,
        Parallel,
        Perpendicular,
        Angle,
        RevoluteRevolute,
        RevoluteCylindrical,
        RevoluteSpherical,
        CylindricalSpherical,
    )
)
"""Every joint type that a model may name; users' types among them."""

register = TYPES.register
"""Decorator of a joint type of one's own: models may name it from then on."""

__all__ = [
    "TYPES",
    "Angle",
    "ConstantVelocity",
    "Coordinate",
    "Cylindrical",
    "CylindricalSpherical",
    "Distance",
    "Free",
    "Helical",
    "JointType",
    "Mark",
    "Openable",
    "Orientation",
    "Parallel",
    "Part",
    "Perpendicular",
    "PinSlot",
    "Planar",
    "PointInPlane",
    "PointOnLine",
    "Prismatic",
    "Reversed",
    "Revolute",
    "RevoluteCylindrical",
    "RevoluteRevolute",
    "RevoluteSpherical",
    "Rolling",
    "SlottedSpherical",
    "Spherical",
    "Step",
    "Universal",
    "Weld",
    "contradictions",
    "parameter",
    "register",
]
