"""The planar parallel robot 3-RRR: three driven arms move and turn a platform."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, ORANGE, SAND, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import foot, hinge, meeting, polar, rod, round_bar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def planar_3rrr(
    *,
    base: float = 0.5,
    platform: float = 0.12,
    lengths: tuple[float, float] = (0.3, 0.35),
    turn: float = 0.2,
    masses: tuple[float, float, float] = (0.8, 0.6, 1.5),
    radius: float = 0.02,
) -> Model:
    """Return the model: motors M0, M1, M2, elbows E0, E1, E2 and corners C0, C1, C2, about z.

    base, platform: radii of the circles of motors and corners, lengths of inner and outer arms
    [m]; turn: of the corners against the motors in the drawing [rad]; masses of inner arm, outer
    arm and platform [kg]; radius: of the arms, round bars [m]; the platform is a thin disc. y is
    up. Generic numbers, those of the reference case.
    """
    m = Mechanism("3-RRR", (0.0, -GRAVITY, 0.0))
    I = masses[2] * platform**2 / 4.0
    plate = m.body("platform", masses[2], (0, 0, 0), (I, I, 2.0 * I))
    pin(plate, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.4 * platform, radius, SAND)
    for k in range(3):
        angle = math.pi / 2.0 + 2.0 * math.pi * k / 3.0
        motor, corner = polar(base, angle), polar(platform, angle + turn)
        elbow = meeting(motor, lengths[0], corner, lengths[1], 1.0, f"arms of motor {k}")
        inner = rod(m, f"prox{k}", motor, elbow, masses[0], radius=radius, color=BLUE,
                    inertia=round_bar(masses[0], lengths[0], radius))  # fmt: skip
        outer = rod(m, f"dist{k}", elbow, corner, masses[1], radius=0.8 * radius, color=ORANGE,
                    inertia=round_bar(masses[1], lengths[1], radius))  # fmt: skip
        link(plate, (0.0, 0.0, 0.0), corner, 0.8 * radius, SAND)
        hinge(m, f"M{k}", m.ground, inner, motor)
        hinge(m, f"E{k}", inner, outer, elbow)
        hinge(m, f"C{k}", outer, plate, corner)
        foot(m, motor, radius)
    return m.build()


EXAMPLE = Example(
    "planar_3rrr",
    planar_3rrr,
    "planar parallel robot: three driven arms move and turn a platform",
    drives={f"M{k}": f"0.2*sin(2*pi*t + {k}*2*pi/3)" for k in range(3)},
    until=2.0,
    outputs=("platform.position", "M0.effort", "M1.effort", "M2.effort"),
)
