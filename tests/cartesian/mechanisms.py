"""Mechanisms that the tests of the Cartesian solver share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from random_trees import joint_type, random_body, random_pose
from sarrus import Mechanism, Model, System
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.model import BodyHandle, Joint


def rod(
    machine: Mechanism, name: str, a: Sequence[float], b: Sequence[float], mass: float
) -> BodyHandle:
    """Add a slender rod from a to b, its frame at the middle, in world axes."""
    start, end = np.array(a, dtype=float), np.array(b, dtype=float)
    along = (end - start) / np.linalg.norm(end - start)
    size = mass * float((end - start) @ (end - start)) / 12.0
    inertia = size * (np.eye(3) - np.outer(along, along))
    return machine.body(name, mass, (0, 0, 0), inertia, at=(start + end) / 2)


def rssr() -> Model:
    """The RSSR linkage of paper 1, as reconstructed in spec section 2.4."""
    machine = Mechanism("rssr")
    A, B, C, D = (0, 0, 0), (0, 0.5, 0), (1.0, 0.8, 0.5), (1.0, 0.8, 0)
    crank, coupler = rod(machine, "link1", A, B, 1.0), rod(machine, "coupler", B, C, 1.0)
    rocker = rod(machine, "link3", D, C, 1.0)
    machine.revolute("A", machine.ground, crank, at=A, axis="x")
    machine.spherical("B", crank, coupler, at=B)
    machine.spherical("C", coupler, rocker, at=C)
    machine.revolute("D", machine.ground, rocker, at=D, axis="y")
    return machine.build()


def four_bar() -> Model:
    """The R-U-S-R four-bar of paper 4, as reconstructed in spec section 5.4, at its start."""
    crank_angle, tilt = np.radians(60.0), np.arcsin(0.25)
    A, D = np.zeros(3), np.array([2.0, 0.0, -0.5])
    B = np.array([np.cos(crank_angle), np.sin(crank_angle), 0.0])
    # the coupler's horizontal reach and the follower close a triangle over B - D
    reach, gap = 2.0 * np.cos(tilt), B[:2] - D[:2]
    span = float(np.hypot(*gap))
    corner = np.arccos((1.5**2 + span**2 - reach**2) / (2.0 * 1.5 * span))
    follower_angle = np.arctan2(gap[1], gap[0]) - corner
    C = D + 1.5 * np.array([np.cos(follower_angle), np.sin(follower_angle), 0.0])
    machine = Mechanism("four_bar", gravity=(0, -9.81, 0))
    crank, coupler = rod(machine, "crank", A, B, 1.0), rod(machine, "coupler", B, C, 2.0)
    follower = rod(machine, "follower", D, C, 1.5)
    across = np.cross([0.0, 0.0, 1.0], C - B)
    machine.revolute("A", machine.ground, crank, at=A, axis="z")
    machine.universal("U", crank, coupler, at=B, axis="z", axis2=across)
    machine.spherical("S", coupler, follower, at=C)
    machine.revolute("D", machine.ground, follower, at=D, axis="z")
    return machine.build()


def parallelogram() -> Model:
    """A planar four-bar in space: three redundant constraints."""
    machine = Mechanism("parallelogram", gravity=(0, -9.81, 0))
    left = rod(machine, "left", (0, 0, 0), (0, 1, 0), 1.0)
    top = rod(machine, "top", (0, 1, 0), (2, 1.3, 0), 2.0)
    right = rod(machine, "right", (2, 0, 0), (2, 1.3, 0), 1.5)
    machine.revolute("A", machine.ground, left, at=(0, 0, 0), axis="z")
    machine.revolute("B", left, top, at=(0, 1, 0), axis="z")
    machine.revolute("C", top, right, at=(2, 1.3, 0), axis="z")
    machine.revolute("D", machine.ground, right, at=(2, 0, 0), axis="z")
    return machine.build()


def pair(kind: str, seed: int) -> tuple[Model, Joint]:
    """Two bodies and one joint of a type between them."""
    rng = np.random.default_rng(seed)
    bodies = random_body(rng, "a"), random_body(rng, "b")
    joint = Joint("j", joint_type(kind, rng), "a", "b", random_pose(rng), random_pose(rng))
    return Model("pair", (0.0, 0.0, -9.81), bodies, (joint,)), joint


def placed(model: Model, system: System, q: np.ndarray, v: np.ndarray) -> CartesianState:
    """Return the Cartesian state of the relative coordinates of a tree."""
    motion = system.kinematics(q, v)
    return CartesianSystem(model, compiled=False).state(
        {b.name: (motion[b.name].rotation, motion[b.name].position) for b in model.bodies},
        {b.name: (motion[b.name].velocity, motion[b.name].angular_velocity) for b in model.bodies},
    )
