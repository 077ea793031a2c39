"""A wheelset on rails: two conical wheels on an axle, which hunts from side to side."""

from __future__ import annotations

import math

from sarrus.curves import CircleCurve
from sarrus.gallery.drawing import DARK, GROUND, ORANGE, STEEL, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model

CONE = 0.0262
"""Angle of the cones [rad]."""


def wheelset(
    *, speed: float = 30.0, stiffness: float = 1e9, exact: bool = False, mass: float = 16.08
) -> Model:
    """Return the model: a body `wheelset` that a carriage of constant speed draws along the track.

    It is the wheelset of the Test Set for IVP Solvers (B. Simeon, C. Fuehrer, P. Rentrop:
    Introduction to differential-algebraic equations in vehicle system dynamics, Surv. Math. Ind.
    1:1-37, 1991) in axes that go along with the carriage: joints `forward`, `lateral`, `vertical`,
    `yaw`, `roll`, `spin`; contacts `left` and `right`. speed [m/s]; stiffness [N/m] of wheel on
    rail, which is rigid there; exact: whether creepages are, or those of the test set. x is
    forward, z up, the origin the middle of the axle.
    """
    radius, half, head, guide = 0.1, 0.1506, 0.06, 6400.0
    m = Mechanism("wheelset", (0.0, 0.0, -GRAVITY))
    before = m.ground
    for joint, axis in (("forward", "x"), ("lateral", "y"), ("vertical", "z"), ("yaw", "z"),
                        ("roll", "x"), ("spin", "y")):  # fmt: skip
        if joint == "spin":
            body = m.body("wheelset", mass, (0, 0, 0), (0.366, 0.0605, 0.366))
        else:
            body = m.body(f"{joint} carrier", 0.0, (0, 0, 0), (0.0, 0.0, 0.0))
        turns = joint in ("yaw", "roll", "spin")
        (m.revolute if turns else m.prismatic)(joint, before, body, at=(0, 0, 0), axis=axis)
        before = body
    m.joint_spring("guide along", "forward", k=2.0 * guide)
    m.joint_spring("guide across", "lateral", k=2.0 * guide)
    yaw_stiffness = 2.0 * 0.19**2 * guide
    if exact:
        m.joint_spring("guide in yaw", "yaw", k=yaw_stiffness)
    else:  # not through the bearings of the axle, but on the wheelset itself
        m.user_force("guide in yaw", lambda motion: motion.moment(
            "wheelset", (0.0, 0.0, -yaw_stiffness * motion.coordinate("yaw"))))  # fmt: skip
    damping = math.sqrt(2.0 * stiffness * mass) / (0.5 * mass * GRAVITY)
    for name, side in (("left", 1.0), ("right", -1.0)):
        rail = (0.0, side * (half + math.sin(CONE) * head), -radius - math.cos(CONE) * head)
        m.rail_contact(
            name, before, on=(0.0, side * half, 0.0), axle=(0.0, side, 0.0), radius=radius,
            conicity=math.tan(CONE), curve=CircleCurve(head), origin=rail, axis="x", x_axis="y",
            k=stiffness, a=0.5 * damping, mu=0.12, shear_modulus=7.92e10, poisson=0.28,
            ellipse=0.7115218, c11=4.72772197, c22=4.27526987, c23=1.97203505, speed=speed,
            creepages="exact" if exact else "linear",
        )  # fmt: skip
        pin(before, (0.0, side * half, 0.0), (0.0, 1.0, 0.0), radius, 0.04, STEEL)
        pin(before, (0.0, side * (half - 0.025), 0.0), (0.0, 1.0, 0.0), 1.15 * radius, 0.01, DARK)
        pin(before, (0.06, side * (half + 0.02), 0.0), (0.0, 1.0, 0.0), 0.015, 0.01, ORANGE)
        pin(m.ground, rail, (1.0, 0.0, 0.0), head, 1.0, GROUND)
        block(m.ground, (0.0, rail[1], rail[2] - 0.06), (1.0, 0.03, 0.1), GROUND)
    pin(before, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.02, 2.6 * half, DARK)
    return m.build()


EXAMPLE = Example(
    "wheelset",
    wheelset,
    "wheelset that hunts on its rails (Test Set for IVP Solvers)",
    start={"forward": 0.11241e-5, "lateral": 0.14941e-2, "vertical": 0.322e-6,
           "yaw": -0.28573e-3, "roll": 0.26459e-3},
    rates={"spin": 300.0},
    until=1.0,
    every=0.005,
    method="bdf",
    outputs=("lateral.displacement", "yaw.angle", "left.normal_force", "right.normal_force"),
)  # fmt: skip
