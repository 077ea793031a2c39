"""The complex chain of paper 2, figure 2: thirteen links, two loops, two end effectors."""

from __future__ import annotations

from sarrus.gallery.drawing import (
    BLUE,
    DARK,
    GREEN,
    ORANGE,
    RED,
    SAND,
    STEEL,
    axes_along,
    bearing,
    link,
    pin,
)
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import round_bar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model

PLACES = {
    1: (0.0, 0.0, 0.30), 2: (0.0, 0.0, 0.60), 3: (0.80, 0.0, 1.00), 4: (1.00, 0.0, 1.50),
    5: (0.20, 0.0, 1.40), 6: (-0.35, 0.0, 0.70), 7: (0.0, 0.0, 0.10), 8: (0.45, 0.0, 1.45),
    9: (0.30, 0.0, 0.90), 10: (1.60, 0.0, 1.50), 11: (1.90, 0.0, 1.45), 12: (2.00, 0.25, 1.45),
    13: (2.00, -0.25, 1.45),
}  # fmt: skip
"""Of the joints in the drawing [m]."""
SECTIONS = ((0.15, 0.0, 0.75), (0.0, 0.0, 0.05))
"""Where link 2 and the base are cut [m]."""
ENDS = ((2.35, 0.25, 1.40), (2.35, -0.25, 1.40))
"""End effectors [m]."""
PARENTS = (0, 1, 2, 3, 4, 5, 6, 4, 8, 4, 10, 11, 11)
"""Inner link of every link, as the index sets of the paper say."""
AXES = {1: (0.0, 0.0, 1.0), 7: (0.0, 0.0, 1.0), 11: (1.0, 0.0, 0.0), 12: (0.0, 0.0, 1.0),
        13: (0.0, 0.0, 1.0)}  # fmt: skip
"""Of joints that do not turn about y."""
BARS: dict[int, tuple[tuple[float, float, float], tuple[float, float, float], float, str]] = {
    1: (PLACES[1], PLACES[2], 12.0, STEEL),
    2: (PLACES[2], PLACES[3], 14.0, BLUE),
    3: (PLACES[3], PLACES[4], 5.0, ORANGE),
    4: (PLACES[5], PLACES[10], 10.0, GREEN),
    5: (PLACES[5], PLACES[6], 4.0, ORANGE),
    6: (PLACES[6], PLACES[7], 8.0, STEEL),
    7: (PLACES[7], SECTIONS[1], 2.0, DARK),
    8: (PLACES[8], PLACES[9], 5.0, ORANGE),
    9: (PLACES[9], SECTIONS[0], 3.0, BLUE),
    10: (PLACES[10], PLACES[11], 3.0, SAND),
    11: (PLACES[12], PLACES[13], 2.5, SAND),
    12: (PLACES[12], ENDS[0], 1.0, RED),
    13: (PLACES[13], ENDS[1], 1.0, RED),
}
"""Ends of the bar that carries the mass of a link [m], its mass [kg] and color."""


def two_arm_chain(
    *,
    first: tuple[float, float, float] = (-20.0, 5.0, -60.0),
    second: tuple[float, float, float] = (-15.0, -8.0, -40.0),
    radius: float = 0.03,
) -> Model:
    """Return the model: links L1 to L13 with their inner joints J1 to J13, cut sections C1 and C2.

    The printed index sets of figure 2 fix how the links are connected, and nothing else is
    printed: kinds, places and axes of joints, masses and forces are stand-ins. L1 and L6 turn on
    the base about the vertical z; the loops L2, L3, L4, L8 and base, L1, L2, L3, L4, L5, L6 lie in
    the plane that turns with them; L10 and L11 carry two arms with the end effectors E1 and E2,
    on which the forces `first` and `second` act [N, world axes]. As in the paper, two links are
    cut: L9 is the far piece of L2 and L7 that of the base, welded to them by C1 and C2. radius: of
    the bars [m]. z is up; six degrees of freedom.
    """
    m = Mechanism("two-arm chain", (0.0, 0.0, -GRAVITY))
    links = {0: m.ground}
    for number, (a, b, mass, color) in BARS.items():
        way = tuple(y - x for x, y in zip(a, b, strict=True))
        length = sum(x * x for x in way) ** 0.5
        across, about = round_bar(mass, length, radius)
        middle = tuple(0.5 * (x + y) for x, y in zip(a, b, strict=True))
        body = m.body(f"L{number}", mass, (0.0, 0.0, 0.0), (across, across, about), at=middle,
                      rotation=axes_along(way))  # fmt: skip
        half = (0.0, 0.0, 0.5 * length)
        link(body, (0.0, 0.0, -0.5 * length), half, radius, color)
        links[number] = body
    for number, parent in enumerate(PARENTS, start=1):
        m.revolute(f"J{number}", links[parent], links[number], at=PLACES[number],
                   axis=AXES.get(number, (0.0, 1.0, 0.0)))  # fmt: skip
    m.weld("C1", links[2], links[9], at=SECTIONS[0])
    m.weld("C2", m.ground, links[7], at=SECTIONS[1])
    for k, (number, at, force) in enumerate(zip((12, 13), ENDS, (first, second), strict=True), 1):
        a, b = BARS[number][:2]
        tip = 0.5 * sum((y - x) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
        m.frame(f"E{k}", links[number], (0.0, 0.0, tip))
        m.point_force(f"F{k}", links[number], force, at=at)
    bearing(m, (0.0, 0.0, 0.15), (0.0, 0.0, 1.0), 4.0 * radius, 0.3)
    pin(m.ground, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 8.0 * radius, radius)
    return m.build()


DRIVES = {
    1: "0.6*sin(2*t)",
    2: "0.15*(1 - cos(2*t))",
    10: "0.4*sin(3*t)",
    11: "0.5*sin(2*t)",
    12: "0.3*(1 - cos(4*t))",
    13: "-0.3*(1 - cos(4*t))",
}
"""Laws of the angles of six joints, one for each degree of freedom [rad]."""

EXAMPLE = Example(
    "two_arm_chain",
    two_arm_chain,
    "13 links, two loops, forces on two end effectors; all freedoms driven (paper 2, figure 2)",
    drives={f"J{joint}": law for joint, law in DRIVES.items()},
    inputs={"J5": "40*sin(2*t)", "J7": "-25*cos(3*t)"},
    until=3.0,
    outputs=("E1.position", "E2.position", "J1.effort", "J2.effort", "J6.reaction.force"),
)
