"""Mechanisms that the tests of the system share."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus import Mechanism, Model
from sarrus.system import System

BOOM_INERTIA = ((0.02, 0.003, 0.001), (0.003, 0.3, 0.002), (0.001, 0.002, 0.31))


def crane(
    *,
    gravity: Any = (0.0, 0.0, -9.81),
    boom_mass: float = 5.0,
    boom_com: Any = (0.5, 0.02, 0.6),
    boom_inertia: Any = BOOM_INERTIA,
    hinge_point: Any = (0.3, 0.0, 0.5),
    hinge_axis: Any = (0.1, 1.0, 0.2),
    swivel_on_hook: Any = (1.2, 0.1, 0.2),
    swivel_on_load: Any = (0.0, 0.0, 0.3),
    k: float = 800.0,
    c: float = 12.0,
    free_length: float = 0.3,
    damping: float = 3.0,
    wind: Any = (4.0, -2.0, 1.0),
    prescribed: bool = False,
) -> Model:
    """A turret with a boom, a hook that slides along it and a load that swings from the hook.

    Revolute, prismatic and spherical joints; a spring-damper, a joint damper and a force.
    """
    machine = Mechanism("crane", gravity)
    turret = machine.body("turret", 20.0, (0.0, 0.0, 0.25), (0.9, 0.8, 0.5))
    boom = machine.body("boom", boom_mass, boom_com, boom_inertia)
    hook = machine.body("hook", 2.0, (1.2, 0.0, 0.4), (0.02, 0.03, 0.01), at=(0, 0, 0))
    load = machine.body("load", 8.0, (0.05, 0.02, -0.1), (0.2, 0.25, 0.15), at=(1.2, 0.1, -0.1))
    machine.revolute("waist", machine.ground, turret, at=(0, 0, 0), axis="z")
    machine.revolute("hinge", turret, boom, at=hinge_point, axis=hinge_axis)
    machine.prismatic("hoist", boom, hook, at=(1.2, 0, 0.6), axis=(1.0, 0.0, -0.3))
    machine.spherical("swivel", hook, load, on_parent=swivel_on_hook, on_child=swivel_on_load)
    machine.spring_damper(
        "strut",
        turret,
        boom,
        at_a=(0.1, 0, 0.2),
        at_b=(0.8, 0, 0.55),
        k=k,
        c=c,
        free_length=free_length,
    )
    machine.joint_damper("brake", "hoist", damping)
    machine.point_force("wind", load, wind, on=(0.1, 0.0, 0.0))
    machine.frame("tip", boom, at=(1.4, 0, 0.6), rpy=(0.1, 0.2, 0.3))
    machine.frame("eye", load, at=(0.0, 0.1, -0.2))
    if prescribed:
        machine.prescribe_base()
    return machine.build()


def four_bar() -> Model:
    """A closed loop: two cranks and a coupler, planar."""
    machine = Mechanism("four_bar")
    inertia = (0.01, 0.01, 0.01)
    crank = machine.body("crank", 1.0, (0.0, 0.5, 0.0), inertia)
    coupler = machine.body("coupler", 1.0, (1.0, 1.0, 0.0), inertia)
    rocker = machine.body("rocker", 1.0, (2.0, 0.5, 0.0), inertia)
    machine.revolute("A", machine.ground, crank, at=(0, 0, 0), axis="z")
    machine.revolute("B", crank, coupler, at=(0, 1, 0), axis="z")
    machine.revolute("C", coupler, rocker, at=(2, 1, 0), axis="z")
    machine.revolute("D", machine.ground, rocker, at=(2, 0, 0), axis="z")
    return machine.build()


def pointer() -> Model:
    """An arm with a hand that has neither mass nor inertia."""
    machine = Mechanism("pointer")
    arm = machine.body("arm", 2.0, (0.3, 0, 0), (0.01, 0.1, 0.1))
    hand = machine.body("hand")
    machine.revolute("shoulder", machine.ground, arm, at=(0, 0, 0), axis="y")
    machine.revolute("wrist", arm, hand, at=(0.6, 0, 0), axis="y")
    machine.frame("tip", hand, at=(0.9, 0, 0))
    return machine.build()


def state(system: System, seed: int = 7) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a random q, v and vdot."""
    rng = np.random.default_rng(seed)
    q = system.add(system.neutral(), rng.uniform(-0.7, 0.7, system.nv))
    v, vdot = rng.normal(size=(2, system.nv))
    return q, v, vdot
