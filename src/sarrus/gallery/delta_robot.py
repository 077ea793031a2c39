"""The delta robot: three arms and six rods carry a platform that does not turn."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, GROUND, SAND, STEEL, axes_along, bearing, pin, point
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import rod, round_bar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import matrix_product


def delta_robot(
    *,
    base: float = 0.3,
    arm: float = 0.35,
    rods: float = 0.8,
    platform: float = 0.1,
    spread: float = 0.06,
    angle: float = math.radians(35.0),
    masses: tuple[float, float, float] = (0.6, 0.15, 1.2),
    radii: tuple[float, float] = (0.02, 0.006),
    platform_inertia: tuple[float, float, float] = (0.003, 0.003, 0.006),
) -> Model:
    """Return the model: motors M0, M1, M2, universals U0a, U0b, ... below the arms, balls S0a, ...

    base, platform: radii of the circles of motors and of the rods' lower ends, arm, rods: lengths,
    spread: half the distance of the two rods of an arm [m]; angle: of the arms below level in the
    drawing [rad]; masses of an arm, a rod and the platform [kg]; radii of arms and rods [m], round
    bars; platform_inertia [kg m^2]. z is up, the platform hangs. Generic numbers, those of the
    reference case.
    """
    m = Mechanism("delta robot", (0.0, 0.0, -GRAVITY))
    reach = base + arm * math.cos(angle) - platform
    low = -arm * math.sin(angle) - math.sqrt(rods**2 - reach**2)
    plate = m.body("platform", masses[2], (0, 0, 0), platform_inertia, at=(0.0, 0.0, low))
    pin(plate, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 1.1 * platform, 0.02, SAND)
    pin(m.ground, (0.0, 0.0, 0.05), (0.0, 0.0, 1.0), 1.1 * base, 0.03, GROUND)
    for k in range(3):
        turn = 2.0 * math.pi * k / 3.0
        out = np.array([math.cos(turn), math.sin(turn), 0.0])
        axis = np.array([-math.sin(turn), math.cos(turn), 0.0])
        hip = base * out
        elbow = hip + arm * (math.cos(angle) * out - (0.0, 0.0, math.sin(angle)))
        upper = rod(m, f"arm{k}", hip, elbow, masses[0], radius=radii[0], color=BLUE,
                    inertia=round_bar(masses[0], arm, radii[0]))  # fmt: skip
        m.revolute(f"M{k}", m.ground, upper, at=point(hip), axis=point(axis))
        bearing(m, hip, axis, 2.0 * radii[0], 4.0 * radii[0])
        across = matrix_product(np.array(axes_along(elbow - hip)).T, axis)  # in the axes of the arm
        pin(upper, (0.0, 0.0, 0.5 * arm), across, 0.5 * radii[0], 2.2 * spread)
        for side, shift in (("a", -spread * axis), ("b", spread * axis)):
            start = elbow + shift
            end = platform * out + shift + (0.0, 0.0, low)
            lower = rod(m, f"rod{k}{side}", start, end, masses[1], radius=radii[1], color=STEEL,
                        inertia=round_bar(masses[1], rods, radii[1]))  # fmt: skip
            m.universal(f"U{k}{side}", upper, lower, at=point(start), axis=point(axis),
                        axis2=point(np.cross(end - start, axis)))  # fmt: skip
            m.spherical(f"S{k}{side}", lower, plate, at=point(end))
    return m.build()


EXAMPLE = Example(
    "delta_robot",
    delta_robot,
    "three arms and six rods carry a platform that does not turn",
    drives={f"M{k}": f"0.35*sin(2*pi*t + {k}*2*pi/3)" for k in range(3)},
    until=2.0,
    outputs=("platform.position", "M0.effort", "M1.effort", "M2.effort"),
)
