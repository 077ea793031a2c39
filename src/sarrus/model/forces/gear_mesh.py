"""The teeth of two wheels on parallel axes as springs, with backlash, damping and losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.model.fields import flag, number
from sarrus.model.forces.elastic_teeth import (
    TeethWithEfficiency,
    module,
    places,
    pressure_angle,
    tooth_number,
)
from sarrus.model.registry import element
from sarrus.public_names import LateModule

if TYPE_CHECKING:
    from sarrus.model.joints import gears
    from sarrus.model.joints.gears import GearPair
else:
    gears = LateModule("sarrus.model.joints.gears")


@element(kw_only=True)
class GearMesh(TeethWithEfficiency):
    """Elastic teeth between wheel 1 on a and wheel 2 on b, on parallel axes, with backlash.

    Each flank pushes where it presses d > 0 into the other, along the normal of the involutes,

        push = k d max(0, 1 + damping dd/dt),   k = stiffness (1 + variation (N/contact ratio - 1))

    with N the pairs of teeth that touch now. d is 0 in the drawing, less half of the backlash.
    Of the power that passes, 1 - efficiency is lost (efficiency_back where wheel 2 drives), by a
    moment on both wheels against their turning on each other.
    """

    teeth_1: float = tooth_number("wheel 1")
    teeth_2: float = tooth_number("wheel 2")
    module: float = module()
    helix_angle: float = number(
        "rad", "of wheel 1, positive for a right hand", default=0.0, is_input=False
    )
    pressure_angle: float = pressure_angle()
    internal: bool = flag("wheel 2 is a ring, in which wheel 1 rolls", default=False)
    distance: float = number(
        "m",
        "of the axes; that of the drawing, else of teeth and module, if not given",
        default=None,
        kept=0.0,
        at_least=0.0,
        is_input=False,
    )

    more_options = places("the direction of both axes, in the drawing")
    of_pair = (
        "teeth_1",
        "teeth_2",
        "module",
        "helix_angle",
        "pressure_angle",
        "internal",
        "distance",
    )
    handed = ("helix_angle",)

    @classmethod
    def pair_of(cls, numbers: dict[str, Any]) -> GearPair:
        internal = numbers.get("internal", False)
        given = {name: x for name, x in numbers.items() if name != "internal"}
        return gears.InternalGears(**given) if internal else gears.HelicalGears(**given)
