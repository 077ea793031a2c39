"""The platform of Gough and Stewart: six legs that change their length."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, GROUND, ORANGE, SAND, STEEL, ball, pin, point
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import polar, rod, round_bar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import norm


def stewart_platform(
    *,
    base: float = 0.6,
    top: float = 0.35,
    height: float = 0.7,
    gap: float = math.radians(20.0),
    platform: float = 8.0,
    cylinder: float = 1.2,
    piston: float = 0.8,
    radius: float = 0.02,
    pose: bool = False,
) -> Model:
    """Return the model: fork1 to fork6 (universal), leg1 to leg6 (prismatic), ball1 to ball6.

    base, top: radii of the circles of the lower and upper joints, height: of the platform in the
    drawing [m]; gap: half the angle between two joints of a pair [rad]; masses of platform,
    cylinder and piston [kg]; radius: of the legs [m]. Each leg is a cylinder below and a piston
    above, each of half its length in the drawing; the platform is a disc. pose: with a free joint
    "pose" from ground to platform, which measures its pose, and along which it can be driven. All
    numbers are assumed.
    """
    m = Mechanism("Stewart platform", (0.0, 0.0, -GRAVITY))
    disc = 1.1 * top
    I = platform * disc**2 / 4.0
    plate = m.body("platform", platform, (0, 0, 0), (I, I, 2.0 * I), at=(0.0, 0.0, height))
    pin(plate, (0.0, 0.0, 0.5 * radius), (0.0, 0.0, 1.0), disc, radius, SAND)
    pin(m.ground, (0.0, 0.0, -0.5 * radius), (0.0, 0.0, 1.0), 1.1 * base, radius, GROUND)
    up = np.array([0.0, 0.0, height])
    for k in range(6):
        pair, sign = k // 2, 1.0 if k % 2 else -1.0
        low = polar(base, 2.0 * math.pi * pair / 3.0 + sign * gap)
        turn = 2.0 * math.pi * pair / 3.0 + sign * (math.pi / 3.0 - gap)
        high = up + polar(top, turn)
        way = high - low
        middle, length = 0.5 * (low + high), float(norm(way))
        lower = rod(m, f"cylinder{k + 1}", low, middle, cylinder, color=BLUE, radius=radius,
                    inertia=round_bar(cylinder, 0.5 * length, radius))  # fmt: skip
        upper = rod(m, f"piston{k + 1}", middle, high, piston, color=ORANGE, radius=0.6 * radius,
                    inertia=round_bar(piston, 0.5 * length, 0.6 * radius))  # fmt: skip
        first = np.cross(way, (0.0, 0.0, 1.0))
        m.universal(f"fork{k + 1}", m.ground, lower, at=point(low), axis=point(first),
                    axis2=point(np.cross(way, first)))  # fmt: skip
        m.prismatic(f"leg{k + 1}", lower, upper, at=point(middle), axis=point(way))
        m.spherical(f"ball{k + 1}", upper, plate, at=point(high))
        ball(m.ground, low, 1.3 * radius, GROUND)
        ball(plate, high - up, 1.1 * radius, STEEL)
    if pose:
        m.free("pose", m.ground, plate)
    return m.build()


EXAMPLE = Example(
    "stewart_platform",
    stewart_platform,
    "platform on six legs that change their length",
    drives={f"leg{k + 1}": f"0.06*sin(2*pi*t + {k // 2}*2*pi/3)" for k in range(6)},
    until=2.0,
    outputs=("platform.position", "leg1.effort", "leg2.effort"),
)
