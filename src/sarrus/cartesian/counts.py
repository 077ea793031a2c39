"""Numbers of coordinates and equations, counted in the ways of the papers."""

from __future__ import annotations

from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.joints import cartesian_joint
from sarrus.late_dataclass import dataclass
from sarrus.model import Model

PLANAR = 3
"""Coordinates of a body in the plane."""


@dataclass(frozen=True)
class Counting:
    """Coordinates, and equations of joints, of couplers, that fix ground and that set p . p = 1."""

    coordinates: int
    joint_equations: int
    coupler_equations: int
    ground_equations: int
    normalizations: int

    @property
    def equations(self) -> int:
        """All equations together."""
        own = self.joint_equations + self.coupler_equations
        return own + self.ground_equations + self.normalizations


@dataclass(frozen=True)
class Counts:
    """The same mechanism counted in different ways.

    moving: the moving bodies alone (the tracked vehicle's 91 and 60 in paper 1); with_ground:
    ground as one more body (28 and 16 joint equations of the RSSR in paper 1, 28 and 27 equations
    in all of the slider-crank in paper 2); planar: three coordinates per body, ground included (18
    and 17 of the quick return in paper 2), None where a joint type is not planar.
    """

    moving: Counting
    with_ground: Counting
    planar: Counting | None


def counts(model: Model, joint_equations: int) -> Counts:
    """Return the countings of a model with a number of joint equations."""
    n, c = len(model.bodies), len(model.couplers)
    in_plane = [cartesian_joint(joint.type).planar for joint in model.joints]
    flat = [k for k in in_plane if k is not None]
    planar = Counting(PLANAR * (n + 1), sum(flat), c, PLANAR, 0)
    return Counts(
        Counting(POSITIONS * n, joint_equations, c, 0, n),
        Counting(POSITIONS * (n + 1), joint_equations, c, VELOCITIES, n + 1),
        planar if len(flat) == len(in_plane) else None,
    )
