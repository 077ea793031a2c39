"""The pendulum of paper 4: a rod on a hinge."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, link
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import foot, hinge
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def pendulum(*, length: float = 1.0, mass: float = 1.0, thickness: float = 0.0) -> Model:
    """Return the model: a uniform rod, drawn level along x, on the hinge A about z; y is up.

    length [m], mass [kg]. thickness: radius of the rod [m]; 0 for a line, as in the paper, whose
    length and mass are not printed and assumed here. The frame `end` is the free end.
    """
    m = Mechanism("pendulum", (0.0, -GRAVITY, 0.0))
    drawn = 0.02 * length
    I = mass * (length**2 / 12.0 + thickness**2 / 4.0)
    rod = m.body("rod", mass, (0.5 * length, 0.0, 0.0), (0.5 * mass * thickness**2, I, I))
    link(rod, (0.0, 0.0, 0.0), (length, 0.0, 0.0), thickness or drawn, BLUE)
    foot(m, (0.0, 0.0, 0.0), thickness or drawn)
    hinge(m, "A", m.ground, rod, (0.0, 0.0, 0.0))
    m.frame("end", rod, (length, 0.0, 0.0))
    return m.build()


EXAMPLE = Example(
    "pendulum",
    pendulum,
    "a rod on a hinge, released from horizontal (paper 4)",
    until=5.0,
    outputs=("A.angle", "A.rate", "A.reaction.force"),
)
