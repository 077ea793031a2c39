"""The quick-return shaper of paper 2: crank, block in a slotted rocker, coupler, tool slider."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, RED, STEEL, block, link, pin, rail
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import foot, hinge, polar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import norm

VARIANTS = {"A": (2.5, 5.0, 2.0, 5.0), "B": (2.0, 4.0, 2.0, 4.0)}
"""Height of the crank's centre, lengths of rocker and coupler, height of the guide [m]."""
WINDOW = (-4.0, 1.2)
"""Where the tool cuts, by the place of the slider along x [m]."""
TORQUE = 165_521.0
"""Of the motor [N m]: over a turn it does the work of one cut."""
THICK = 0.1


def quick_return(
    *,
    variant: str = "A",
    angle: float = math.pi,
    crank: float = 1.5,
    height: float | None = None,
    rocker: float | None = None,
    coupler: float | None = None,
    guide: float | None = None,
    J: float = 2000.0,
    masses: tuple[float, float, float, float, float] = (1000.0, 5.0, 100.0, 30.0, 50.0),
    inertias: tuple[float, float, float, float] = (0.5, 100.0, 10.0, 1.5),
    cutting: float = 200_000.0,
    edge: float = 1e-3,
) -> Model:
    """Return the model: crank_pivot, pin, slot, rocker_pivot, tip, wrist and guide.

    variant: of the lengths that the paper does not print; neither A nor B is claimed to be its
    own. angle: of the crank in the drawing [rad]; crank: its length; height: of its pivot above
    that of the rocker, guide: of the guide, and the lengths of rocker and coupler, where they are
    not those of the variant [m]. J: inertia of the crank, and those of block, rocker, coupler and
    slider [kg m^2]; masses in this order [kg]. cutting: force on the slider while it moves left in
    the window [N], 0 for none; edge: way over which it comes and goes [m]. y is up.
    """
    own = zip((height, rocker, coupler, guide), VARIANTS[variant], strict=True)
    height, rocker, coupler, guide_height = (x if value is None else value for value, x in own)
    m = Mechanism("quick return", (0.0, -GRAVITY, 0.0))
    center = np.array([0.0, height, 0.0])
    crankpin = center + polar(crank, angle)
    along = crankpin / norm(crankpin)
    top = rocker * along
    end = np.array(
        [top[0] - math.sqrt(coupler**2 - (guide_height - top[1]) ** 2), guide_height, 0.0]
    )
    places = (center, crankpin, 0.5 * top, 0.5 * (top + end), end)
    names = ("crank", "block", "rocker", "coupler", "slider")
    bodies = {
        name: m.body(name, mass, (0.0, 0.0, 0.0), (I, I, I), at=place)
        for name, mass, I, place in zip(names, masses, (J, *inertias), places, strict=True)
    }
    hinge(m, "crank_pivot", m.ground, bodies["crank"], center)
    hinge(m, "pin", bodies["crank"], bodies["block"], crankpin)
    m.prismatic("slot", bodies["block"], bodies["rocker"], at=crankpin, axis=along)
    hinge(m, "tip", bodies["rocker"], bodies["coupler"], top)
    hinge(m, "wrist", bodies["coupler"], bodies["slider"], end)
    hinge(m, "rocker_pivot", m.ground, bodies["rocker"], (0.0, 0.0, 0.0))
    m.prismatic("guide", m.ground, bodies["slider"], at=end, axis="x")
    if cutting:
        m.window_force("cut", cutting, WINDOW, joint="guide", offset=float(end[0]), moving=-1,
                       width=edge)  # fmt: skip
    front, back = np.array([0.0, 0.0, 2.5 * THICK]), np.array([0.0, 0.0, -2.5 * THICK])
    pin(bodies["crank"], back, front, 1.1 * crank, THICK, BLUE)
    pin(bodies["crank"], crankpin - center, front, THICK, 5.0 * THICK, DARK)
    pin(bodies["block"], (0.0, 0.0, 0.0), front, 2.0 * THICK, 1.5 * THICK, ORANGE)
    link(bodies["rocker"], -0.5 * top, 0.5 * top, THICK, GREEN)
    link(bodies["coupler"], 0.5 * (top - end) + front, 0.5 * (end - top) + front, THICK, ORANGE)
    block(bodies["slider"], (0.0, 0.0, 0.0), (0.8, 0.4, 4.0 * THICK), STEEL)
    block(bodies["slider"], (-0.5, -0.3, 0.0), (0.2, 0.5, 2.0 * THICK), RED)
    rail(m, (-1.7, guide_height - 0.3, 0.0), (1.0, 0.0, 0.0), 7.5, 0.5 * THICK)
    foot(m, (0.0, 0.0, 0.0), THICK)
    foot(m, center + 2.0 * back, THICK)
    return m.build()


def _example(name: str, variant: str) -> Example:
    return Example(
        name,
        quick_return,
        f"shaper under its cutting force, lengths {variant} (paper 2)",
        parameters={
            "variant": variant,
            **dict(zip(("height", "rocker", "coupler", "guide"), VARIANTS[variant], strict=True)),
        },
        rates={"crank_pivot": 12.566370614359172},
        inputs={"crank_pivot": TORQUE},
        until=2.0,
        every=0.002,
        outputs=("crank_pivot.rate", "guide.displacement", "slider.acceleration"),
    )


EXAMPLE = _example("quick_return", "A")
VARIANT_B = _example("quick_return_b", "B")
