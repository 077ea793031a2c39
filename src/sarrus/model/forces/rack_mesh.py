"""The teeth of a wheel on a rack as springs, with backlash, damping and losses."""

from __future__ import annotations

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
class RackMesh(TeethWithEfficiency):
    """Elastic teeth between a wheel on a and a rack on b, with backlash.

    The flanks push as those of a `gear_mesh`. The rack lies along `axis2`, its pitch line through
    `at2`. Of the power that passes, 1 - efficiency is lost where the wheel drives (and
    1 - efficiency_back where the rack does), by a moment on both against the turning of the wheel.
    """

    teeth: float = tooth_number("the wheel")
    module: float = module()
    helix_angle: float = number(
        "rad", "of the wheel, positive for a right hand", default=0.0, is_input=False
    )
    pressure_angle: float = pressure_angle()
    distance: float = number(
        "m",
        "of the pitch line from the axis; that of the drawing, else of teeth and module, if not "
        "given",
        default=None,
        kept=0.0,
        at_least=0.0,
        is_input=False,
    )

    more_options = places(
        "the direction of the axis of the wheel, in the drawing",
        "the direction of the rack, in the drawing",
    )
    of_pair = ("teeth", "module", "helix_angle", "pressure_angle", "distance")
    handed = ("helix_angle",)

    @classmethod
    def pair_of(cls, numbers: dict[str, Any]) -> GearPair:
        return gears.RackAndPinion(**numbers)

    def drawn_places(self, F: Pose, M: Pose) -> dict[str, Any]:
        e = vector3(np.array(M.rotation).T[0])
        return {**super().drawn_places(F, M), "axis2": letter_or_vector(e)}
