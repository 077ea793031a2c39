"""Cams with followers of every kind, made of their laws of lift."""

from __future__ import annotations

import numpy as np

from sarrus import Mechanism
from sarrus.curves import CamCurve
from sarrus.model import Model

ANGLES = tuple(np.radians([0.0, 120.0, 180.0, 300.0]))
BASE, ROLLER, OFFSET, LIFT, SWING = 0.03, 0.008, 0.004, 0.01, 0.2
PIVOT, ARM = (0.08, 0.02), 0.07
KINDS = ("knife", "roller", "flat", "swinging roller", "swinging flat")


def profile(kind: str, law: str = "3-4-5", angles: tuple[float, ...] = ANGLES) -> CamCurve:
    """Return the profile for a follower of a kind."""
    size = SWING if kind.startswith("swinging") else LIFT
    more: dict[str, float] = {}
    if "roller" in kind:
        more["roller_radius"] = ROLLER
    if kind in ("knife", "roller"):
        more["offset"] = OFFSET
    if kind.startswith("swinging"):
        more |= {"pivot_x": PIVOT[0], "pivot_y": PIVOT[1]}
    if kind == "swinging roller":
        more["arm"] = ARM
    return CamCurve(kind, angles, (0.0, size, size, 0.0), BASE, law, **more)


def machine(kind: str, law: str = "3-4-5", pushes: bool = False, spring: float = 2000.0) -> Model:
    """Return the cam on `A`, the follower on `B`, and their contact `touch`."""
    cam = profile(kind, law)
    m = Mechanism(kind, gravity=(0.0, -9.81, 0.0))
    disc = m.body("cam", 1.0, (0.003, 0.001, 0.0), (1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, disc, at=(0, 0, 0), axis="z")
    swings = kind.startswith("swinging")
    height = np.sqrt(cam.trace_base**2 - OFFSET**2)
    start = (*PIVOT, 0.0) if swings else (OFFSET if kind != "flat" else 0.0, 0.0, 0.0)
    arm = m.body("follower", 0.3, (0.01, 0.02, 0.0), (1e-4, 1e-4, 2e-4), at=start)
    joint = m.revolute if swings else m.prismatic
    joint("B", m.ground, arm, at=start, axis=(0, 0, -1) if swings else "y")
    stiffness = 0.01 * spring if swings else spring
    m.joint_spring("spring", "B", k=stiffness, preload=-0.01 * stiffness)
    if kind in ("flat", "swinging flat"):
        angle = 0.0 if kind == "flat" else cam.zero_angle + np.pi
        point = (0.0, BASE, 0.0) if kind == "flat" else (*PIVOT, 0.0)
        m.curve_on_curve("touch", disc, arm, curve=cam, point=point, only_pushes=pushes,
                         x_axis_other=(np.cos(angle), np.sin(angle), 0))  # fmt: skip
        return m.build()
    tip = (OFFSET, height, 0.0)
    if swings:
        tip = (PIVOT[0] + ARM * np.cos(cam.zero_angle), PIVOT[1] + ARM * np.sin(cam.zero_angle), 0)
    m.point_on_curve("touch", disc, arm, curve=cam, radius=cam.roller_radius, point=tip,
                     only_pushes=pushes)  # fmt: skip
    return m.build()
