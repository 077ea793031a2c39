"""Rotations, transforms and inertia."""

from sarrus.spatial.curve import Curve as Curve
from sarrus.spatial.inertia import (
    ArticulatedInertia as ArticulatedInertia,
)
from sarrus.spatial.inertia import (
    Inertia as Inertia,
)
from sarrus.spatial.rotation import (
    AxisRotation as AxisRotation,
)
from sarrus.spatial.rotation import (
    Rotation as Rotation,
)
from sarrus.spatial.transform import (
    Step as Step,
)
from sarrus.spatial.transform import (
    Transform as Transform,
)
