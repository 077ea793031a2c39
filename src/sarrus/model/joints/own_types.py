"""Every joint type that a model may name."""

from sarrus.model.joints.registry import Registry

OWN = (
    "Revolute",
    "Prismatic",
    "Cylindrical",
    "Universal",
    "Spherical",
    "Planar",
    "Helical",
    "Free",
    "Weld",
    "Distance",
    "Rolling",
    "PinSlot",
    "SlottedSpherical",
    "ConstantVelocity",
    "PointInPlane",
    "PointOnLine",
    "PointOnCurve",
    "TwoPointsOnCurve",
    "CurveOnCurve",
    "Curvilinear",
    "Orientation",
    "Parallel",
    "Perpendicular",
    "Angle",
    "RevoluteRevolute",
    "RevoluteCylindrical",
    "RevoluteSpherical",
    "CylindricalSpherical",
    "SpurGears",
    "HelicalGears",
    "InternalGears",
    "RackAndPinion",
    "BevelGears",
    "WormGears",
    "BeamSegment",
    "TimoshenkoSegment",
    "ModeShape",
)
"""The classes of the package, by their names in it."""

TYPES = Registry(OWN)
"""Every joint type that a model may name; users' types among them."""

register = TYPES.register
"""Decorator of a joint type of one's own: models may name it from then on."""
