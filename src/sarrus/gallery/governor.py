"""The flyball governor with stiff couplers: benchmark A05 of IFToMM."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, ball, bearing, block, link
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def governor(
    *,
    arm: float = 1.0,
    angle: float = math.radians(30.0),
    axis_to_arm: float = 0.05,
    height: float = 0.5,
    ball_mass: float = 5.0,
    density: float = 3000.0,
    width: float = 0.01,
    slider: float = 0.1,
    stiffness: float = 8e5,
    damping: float = 4e4,
    free_length: float = 0.5,
) -> Model:
    """Return the model: `shaft` turns about z, `slider` runs on it, arms on rodAC and rodBD.

    arm: length of shaft and arms, angle: of the arms below level in the drawing [rad];
    axis_to_arm: of their hinges from the shaft, height: of the slider in the drawing [m]. Shaft
    and arms are square bars of `width` and `density` [kg/m^3], the slider a cube with edges
    `slider` [m]; a point of `ball_mass` [kg] ends each arm. Springs with dampers join the slider
    with the middles of the arms: stiffness [N/m], damping [N s/m], free_length [m]. The numbers
    are those of the benchmark.
    """
    m = Mechanism("governor", (0.0, 0.0, -GRAVITY))
    beam, cube = density * arm * width**2, density * slider**3
    across, about = beam * (arm**2 + width**2) / 12.0, beam * width**2 / 6.0
    shaft = m.body("shaft", beam, (0, 0, 0), (across, across, about), at=(0.0, 0.0, 0.5 * arm))
    block(shaft, (0.0, 0.0, 0.0), (2.0 * width, 2.0 * width, arm), STEEL)
    block(shaft, (0.0, 0.0, 0.5 * arm), (2.0 * axis_to_arm, 2.0 * width, 2.0 * width), STEEL)
    I = cube * slider**2 / 6.0
    collar = m.body("slider", cube, (0, 0, 0), (I, I, I), at=(0.0, 0.0, height))
    block(collar, (0.0, 0.0, 0.0), (slider,) * 3, BLUE)
    m.revolute("shaft", m.ground, shaft, at=(0.0, 0.0, 0.0), axis="z")
    m.prismatic("slider", shaft, collar, at=(0.0, 0.0, height), axis="z")
    mass = beam + ball_mass
    com = (0.5 * beam + ball_mass) * arm / mass
    swing = across + beam * (com - 0.5 * arm) ** 2 + ball_mass * (arm - com) ** 2
    for name, sign in (("rodAC", 1.0), ("rodBD", -1.0)):
        pivot = (sign * axis_to_arm, 0.0, arm)
        tilt = angle if sign > 0.0 else math.pi - angle
        rod = m.body(name, mass, (com, 0.0, 0.0), (about, swing, swing), at=pivot,
                     rpy=(0.0, tilt, 0.0))  # fmt: skip
        link(rod, (0.0, 0.0, 0.0), (arm, 0.0, 0.0), width, ORANGE)
        ball(rod, (arm, 0.0, 0.0), 0.6 * slider, DARK)
        m.revolute(name, shaft, rod, at=pivot, axis="y")
        reach = axis_to_arm + 0.5 * arm * math.cos(angle)
        middle = (sign * reach, 0.0, arm - 0.5 * arm * math.sin(angle))
        m.spring_damper(f"coupler {name}", collar, rod, at_a=(sign * axis_to_arm, 0.0, height),
                        at_b=middle, k=stiffness, c=damping, free_length=free_length)  # fmt: skip
    bearing(m, (0.0, 0.0, -0.02), (0.0, 0.0, 1.0), 0.08, 0.04)
    return m.build()


EXAMPLE = Example(
    "governor",
    governor,
    "flyball governor with stiff couplers (IFToMM benchmark A05)",
    rates={"shaft": 6.283185307179586},
    until=10.0,
    method="bdf",
    outputs=("slider.displacement", "shaft.rate", "rodAC.angle"),
)
