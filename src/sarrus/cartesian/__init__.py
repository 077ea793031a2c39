"""An independent solver in absolute coordinates, to check the relative ones against.

Every moving body has seven coordinates, every joint its constraint equations, and the
reactions are Lagrange multipliers, as in the papers' DADS. It shares the description of the
mechanism, the compiler and the integrators with the rest, but no formula of the dynamics.
"""

from sarrus.cartesian.counts import Counting, Counts
from sarrus.cartesian.run import CartesianRun, Operations
from sarrus.cartesian.state import (
    BodyAcceleration,
    BodyState,
    CartesianEnergy,
    CartesianState,
    Rank,
    Reaction,
)
from sarrus.cartesian.system import CartesianSystem

__all__ = [
    "BodyAcceleration",
    "BodyState",
    "CartesianEnergy",
    "CartesianRun",
    "CartesianState",
    "CartesianSystem",
    "Counting",
    "Counts",
    "Operations",
    "Rank",
    "Reaction",
]
