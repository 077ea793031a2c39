"""Trees that the tests of simulation share: the pendulum of paper 4 and the arm of paper 0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynamics.test_robot_arms import MOMENTS, OFFSETS, WEIGHTS, G, inches
from sarrus import Mechanism, Model

STIFFNESS = 1e5
"""Of the spring of paper 0 [lbf/in]."""


def pendulum(more: Callable[[Mechanism], None] | None = None) -> Model:
    """The rod of paper 4: 1 kg, 1 m, drawn horizontal, gravity -y."""
    m = Mechanism("pendulum", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    if more:
        more(m)
    return m.build()


def rrc_arm(spring: float = 0.0) -> Model:
    """The reconstruction of spec 1.4; spring: from the tip to ground [lbf/in], 1 in long."""
    m = Mechanism("RRC K-1207i", gravity=("0", f"{-G} in/s^2", "0"))
    at, inboard = np.zeros(3), "ground"
    for i, (weight, moments, offset) in enumerate(zip(WEIGHTS, MOMENTS, OFFSETS, strict=True)):
        name, here = f"link{i + 1}", inches(at)
        inertia = [f"{value} lbf*in*s^2" for value in moments]
        m.body(name, f"{weight / G!r} lbf*s^2/in", inches(0.5 * np.array(offset)), inertia, at=here)
        m.revolute(f"joint{i + 1}", inboard, name, at=here, axis="z" if i % 2 else "x")
        at, inboard = at + np.array(offset), name
    if spring:
        ends = {"at_a": inches(at - (0, 1, 0)), "at_b": inches(at)}
        k = f"{spring!r} lbf/in"
        m.spring_damper("spring", "ground", inboard, k=k, free_length="1 in", **ends)
    return m.build()
