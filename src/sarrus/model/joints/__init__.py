"""The joint types, one file each; algorithms never ask which type a joint is."""

from sarrus.model.joints.cylindrical import Cylindrical
from sarrus.model.joints.distance import Distance
from sarrus.model.joints.free import Free
from sarrus.model.joints.helical import Helical
from sarrus.model.joints.joint_type import Coordinate, JointType
from sarrus.model.joints.planar import Planar
from sarrus.model.joints.prismatic import Prismatic
from sarrus.model.joints.reversed import Reversed
from sarrus.model.joints.revolute import Revolute
from sarrus.model.joints.spherical import Spherical
from sarrus.model.joints.universal import Universal
from sarrus.model.joints.weld import Weld

TYPES: dict[str, type[JointType]] = {
    joint.type_name: joint
    for joint in (
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
    )
}
"""Every joint type that a model may name."""

__all__ = [
    "TYPES",
    "Coordinate",
    "Cylindrical",
    "Distance",
    "Free",
    "Helical",
    "JointType",
    "Planar",
    "Prismatic",
    "Reversed",
    "Revolute",
    "Spherical",
    "Universal",
    "Weld",
]
