"""The teeth of two bevel gears as springs, with backlash, damping and losses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.drawing import letter_or_vector
from sarrus.model.fields import number
from sarrus.model.forces.elastic_teeth import (
    TeethWithEfficiency,
    module,
    places,
    pressure_angle,
    tooth_number,
)
from sarrus.model.pose import Pose, vector3
from sarrus.model.registry import element
from sarrus.public_names import LateModule

if TYPE_CHECKING:
    from sarrus.model.joints import gears
    from sarrus.model.joints.gears import GearPair
else:
    gears = LateModule("sarrus.model.joints.gears")


@element(kw_only=True)
class BevelMesh(TeethWithEfficiency):
    """Elastic teeth between two bevel gears, wheel 1 on a and wheel 2 on b, whose axes cross.

    The flanks push as those of a `gear_mesh`, along the normal of straight teeth at the mean
    diameters. What is lost, 1 - efficiency of the power that passes, is lost by a moment on both
    wheels about the line where their pitch cones touch. The contact ratio, for `variation`, is
    that of spur gears with the radii of the back cones.
    """

    teeth_1: float = tooth_number("wheel 1")
    teeth_2: float = tooth_number("wheel 2")
    module: float = module("at the mean diameters: these over the teeth")
    pressure_angle: float = pressure_angle()
    angle: float = number(
        "rad",
        "between the axes; that of the drawing, else a right angle, if not given",
        default=None,
        kept=0.5 * math.pi,
        above=0.0,
        is_input=False,
    )

    more_options = places(
        "the direction of the axis of wheel 1, in the drawing",
        "the direction of the axis of wheel 2, in the drawing",
    )
    of_pair = ("teeth_1", "teeth_2", "module", "pressure_angle", "angle")
    of_drawing = ("angle",)

    @classmethod
    def pair_of(cls, numbers: dict[str, Any]) -> GearPair:
        return gears.BevelGears(**numbers)

    def drawn_places(self, F: Pose, M: Pose) -> dict[str, Any]:
        z, e = (np.array(X.rotation).T[2] for X in (F, M))
        pair = self.pair(1.0)
        first = np.array(F.position) + pair.reach * math.cos(pair.cone) * z
        second = np.array(M.position) + pair.reach * math.cos(pair.angle - pair.cone) * e
        return {
            "at": vector3(first),
            "at2": vector3(second),
            "axis": letter_or_vector(vector3(z)),
            "axis2": letter_or_vector(vector3(e)),
        }
