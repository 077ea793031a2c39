"""The arm with seven joints of paper 0, after the RRC K-1207i."""

from __future__ import annotations

import numpy as np

from sarrus.gallery.drawing import BLUE, ORANGE, bearing, link, pin, point
from sarrus.gallery.example import Example
from sarrus.model import BodyHandle, Mechanism, Model

INCH = 0.0254
POUND_FORCE = 0.45359237 * 9.80665
"""[N]"""
INCHES_PER_SECOND_2 = 386.0886
"""Gravity of the paper's units [in/s^2]."""
WEIGHTS = (229.5, 122.0, 63.5, 45.0, 24.5, 12.5, 8.0)
"""Table 2 of the paper, which calls them slugs: they can only be pounds."""
MOMENTS = ((6.907, 10.0), (3.056, 7.0), (1.773, 4.868), (1.559, 1.7823), (0.374, 1.197),
           (0.299, 0.37), (0.2, 0.2))  # fmt: skip
"""About the long axis and across it [lbf in s^2], table 2."""
OFFSETS = ((20.0, -4.0, 0.0), (0.0, 4.0, 0.0), (21.5, 3.375, 0.0), (0.0, -3.375, 0.0),
           (21.5, 3.325, 0.0), (0.0, -3.325, 0.0), (7.0, 0.0, 0.0))  # fmt: skip
"""From each joint to the next, those of the K-1207i [in]."""
ROLLS = ("joint1", "joint3", "joint5", "joint7")
SPRING = 1e5 * POUND_FORCE / INCH
"""1e5 lb/in, which the paper prints as 1.7513e7 lb/in [N/m]."""


def rrc_arm(*, spring: float = 0.0, target: bool = False) -> Model:
    """Return the model: links link1 to link7 on joint1 to joint7, in turn about x and z.

    spring: stiffness between the tip and ground 1 inch below it [N/m], 0 for none; target: whether
    that place of ground is a frame, `object`, which an event may grip. Drawn straight
    along x with all angles zero; y is up. The frame `tip` is the end. Weights and inertias are the
    paper's; lengths are those of the K-1207i, which it may have been, and centres of mass in the
    middle of the links are assumed.
    """
    g = INCHES_PER_SECOND_2 * INCH
    m = Mechanism("RRC arm", (0.0, -g, 0.0))
    at, inner = np.zeros(3), m.ground
    unit = POUND_FORCE * INCH
    for k, (weight, (long, across), offset) in enumerate(
        zip(WEIGHTS, MOMENTS, OFFSETS, strict=True)
    ):
        way = INCH * np.array(offset)
        inertia = (long * unit, across * unit, across * unit)
        mass = weight * POUND_FORCE / g
        body = m.body(f"link{k + 1}", mass, point(0.5 * way), inertia, at=point(at))
        m.revolute(f"joint{k + 1}", inner, body, at=point(at), axis="z" if k % 2 else "x")
        _draw(body, k, way)
        at, inner = at + way, body
    m.frame("tip", inner, point(INCH * np.array(OFFSETS[-1])))
    bearing(m, (-0.1, 0.0, 0.0), (1.0, 0.0, 0.0), 0.16, 0.2)
    if target:
        m.frame("object", m.ground, point(at - (0.0, INCH, 0.0)))
    if spring:
        m.spring_damper("spring", m.ground, inner, at_a=point(at - (0.0, INCH, 0.0)),
                        at_b=point(at), k=spring, free_length=INCH)  # fmt: skip
    return m.build()


def _draw(body: BodyHandle, k: int, way: np.ndarray) -> None:
    """Draw a roll as a bar to the next joint, a pitch as a hub about z."""
    size = 0.09 - 0.009 * k
    if k % 2:
        pin(body, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 1.15 * size, 2.6 * size, ORANGE)
        link(body, (0.0, 0.0, 0.0), way, 0.7 * size, ORANGE)
    else:
        knee = np.array([way[0], 0.0, 0.0])
        link(body, (0.0, 0.0, 0.0), knee, size, BLUE)
        if way[1]:
            link(body, knee, way, 0.7 * size, BLUE)


EXAMPLE = Example(
    "rrc_arm",
    rrc_arm,
    "seven joints: one driven, the rolls locked, two swing free (paper 0, simulation 1)",
    drives={"joint2": "pi/3*sin(pi*t/5)"},
    locked=ROLLS,
    until=5.0,
    outputs=("joint4.angle", "joint2.effort", "joint2.reaction.force"),
)
STIFF = Example(
    "rrc_arm_spring",
    rrc_arm,
    "its tip on a stiff spring to ground, 330 Hz (paper 0, simulation 2)",
    parameters={"spring": SPRING},
    drives={"joint4": "pi/30*sin(pi*t - pi)"},
    locked=(*ROLLS, "joint2"),
    until=1.0,
    every=0.001,
    outputs=("joint6.angle", "joint4.effort", "tip.position"),
)
