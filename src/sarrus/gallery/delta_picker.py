"""A delta robot for picking, with its limits: the stand-in beside the other robots."""

from __future__ import annotations

import math
from dataclasses import replace

from sarrus.gallery.delta_robot import delta_robot
from sarrus.gallery.example import Example
from sarrus.gallery.scara import DOWN
from sarrus.model import Frame, Model, Pose


def delta_picker(*, speed: float = 9.0, effort: float = 90.0) -> Model:
    """Return the delta robot with lighter rods, a frame `tool` that points down, and limits.

    speed and effort: limits of the motors M0, M1, M2 [rad/s, N m], which turn from 50 deg above
    level to 60 deg below it. Its base is at the origin, the tool hangs 0.93 m below. A stand-in:
    plausible numbers of a machine of 0.45 m reach for 3 kg, of no maker.
    """
    drawn = math.radians(25.0)
    model = delta_robot(
        base=0.2,
        arm=0.33,
        rods=0.85,
        platform=0.06,
        spread=0.05,
        angle=drawn,
        masses=(0.9, 0.12, 0.7),
        platform_inertia=(0.0015, 0.0015, 0.003),
    )
    ends = (math.radians(-50.0) - drawn, math.radians(60.0) - drawn)
    joints = tuple(
        replace(joint, limits=(ends,), speed_limits=(speed,), effort_limits=(effort,))
        if joint.name in ("M0", "M1", "M2")
        else joint
        for joint in model.joints
    )
    tool = Frame("tool", "platform", Pose((0.0, 0.0, -0.06), DOWN))
    return replace(model, name="delta picker", joints=joints, frames=(*model.frames, tool))


EXAMPLE = Example(
    "delta_picker",
    delta_picker,
    "delta robot with tool and limits (stand-in of a 3 kg picker)",
    drives={f"M{k}": f"0.1 + 0.4*sin(2*pi*t + {k}*2*pi/3)" for k in range(3)},
    until=2.0,
    outputs=("tool.position", "M0.effort", "M1.effort", "M2.effort"),
)
