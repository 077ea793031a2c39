"""Rotations, transforms and inertia, written once for numbers and for symbols.

Everything here is pure arithmetic on small arrays in the vocabulary of
`sarrus.spatial.arrays`, so that the same function evaluates on floats and is
traced into machine code. Six-vectors are linear part first, then angular.
"""

from sarrus.spatial.curve import Curve
from sarrus.spatial.inertia import ArticulatedInertia, Inertia
from sarrus.spatial.rotation import AxisRotation, Rotation
from sarrus.spatial.transform import Step, Transform

__all__ = [
    "ArticulatedInertia",
    "AxisRotation",
    "Curve",
    "Inertia",
    "Rotation",
    "Step",
    "Transform",
]
