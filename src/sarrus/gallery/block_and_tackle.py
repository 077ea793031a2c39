"""A block and tackle: a rope that does not stretch over four sheaves lifts four times the pull."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def block_and_tackle(
    *, load: float = 42.0, counterweight: float = 10.0, radius: float = 0.08, drop: float = 1.0
) -> Model:
    """Return the model: the load on `A`, the counterweight on `B`, the rope `rope`.

    The rope runs from the counterweight over four sheaves, two of them on the load, to the ground:
    four parts carry the load. load, counterweight [kg]; radius of the sheaves, drop of the load
    below the beam [m]. y is up.
    """
    r, d = radius, 2.0 * radius
    m = Mechanism("block and tackle", (0.0, -GRAVITY, 0.0))
    weight = m.body("counterweight", counterweight, (0, 0, 0), (0.1, 0.1, 0.1),
                    at=(-r, -0.6 * drop, 0.0))  # fmt: skip
    middle = 2.5 * d
    lower = m.body("load", load, (0, 0, 0), (1.0, 1.0, 1.0), at=(middle, -drop, 0.0))
    m.prismatic("A", m.ground, lower, at=(middle, -drop, 0.0), axis="y")
    m.prismatic("B", m.ground, weight, at=(-r, -0.6 * drop, 0.0), axis="y")
    top = [(0.0, 0.0, 0.0), (2.0 * d, 0.0, 0.0)]
    bottom = [(d, -drop, 0.0), (3.0 * d, -drop, 0.0)]
    end = (3.0 * d + r, 0.0, 0.0)
    m.inextensible_cable("rope", [(weight, (-r, -0.6 * drop, 0.0), 0.0),
                                  (m.ground, top[0], -r), (lower, bottom[0], r),
                                  (m.ground, top[1], -r), (lower, bottom[1], r),
                                  (m.ground, end, 0.0)])  # fmt: skip
    for x, y, _ in top:
        pin(m.ground, (x, y, 0.0), (0.0, 0.0, 1.0), 0.96 * r, 0.5 * r, BLUE)
    for x, _, _ in bottom:
        pin(lower, (x - middle, 0.0, 0.0), (0.0, 0.0, 1.0), 0.96 * r, 0.5 * r, ORANGE)
    block(m.ground, (middle - r, 1.6 * r, 0.0), (7.0 * d, 0.6 * r, r), DARK)
    for x, y, _ in top:
        link(m.ground, (x, y, 0.4 * r), (x, 1.6 * r, 0.4 * r), 0.12 * r, DARK)
    link(m.ground, end, (end[0], 1.6 * r, 0.0), 0.12 * r, DARK)
    link(lower, (-1.5 * d, 0.0, 0.4 * r), (0.5 * d, 0.0, 0.4 * r), 0.2 * r, DARK)
    block(lower, (-0.5 * d, -3.0 * r, 0.0), (2.5 * d, 3.0 * r, 2.0 * r), GREEN)
    link(lower, (-0.5 * d, 0.0, 0.4 * r), (-0.5 * d, -2.0 * r, 0.4 * r), 0.2 * r, DARK)
    block(weight, (0.0, -1.5 * r, 0.0), (1.2 * r, 3.0 * r, 1.2 * r), GREEN)
    return m.build()


EXAMPLE = Example(
    "block_and_tackle",
    block_and_tackle,
    "block and tackle: four parts of a rope carry the load",
    until=1.0,
    every=0.01,
    outputs=("A.displacement", "B.displacement", "rope.effort"),
)
