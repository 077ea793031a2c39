"""Machines whose joints stick and slip."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus import Mechanism, Model

G = 9.81
CUBE = (0.1, 0.1, 0.1)


def sliding_block(sliding: float, static: float | None = None, mass: float = 2.0) -> Model:
    """A block on a level guide along x."""
    m = Mechanism("block", (0.0, 0.0, -G))
    m.body("block", mass, inertia=CUBE)
    m.prismatic("P", m.ground, "block", at=(0, 0, 0), axis="x")
    m.joint_friction("F", "P", sliding, static, exact=True)
    return m.build()


def stick_slip_oscillator(
    k: float = 50.0, sliding: float = 3.0, static: float = 5.0, mass: float = 2.0, d: float = 0.0
) -> Model:
    """A block on a belt (joint B) that a spring holds; friction F between the two (joint P)."""
    m = Mechanism("stick_slip", (0.0, 0.0, -G))
    m.body("belt", 1.0, inertia=CUBE)
    m.body("block", mass, inertia=CUBE)
    m.prismatic("B", m.ground, "belt", at=(0, 0, 0), axis="x")
    m.prismatic("P", "belt", "block", at=(0, 0, 0), axis="x")
    m.spring_damper("S", m.ground, "block", k=k, free_length=1.0, on_a=(-1, 0, 0), on_b=(0, 0, 0))
    m.joint_friction("F", "P", sliding, static, d=d, exact=True)
    return m.build()


def exact_drawer(
    mu: float, static: float | None = None, length: float | None = 0.1, **how: Any
) -> Model:
    """A drawer on a tilted guide along x, its mass above the guide: `forces.bearing_machines`."""
    height, tilt = how.get("height", 0.2), how.get("tilt", 0.5)
    m = Mechanism("drawer", (G * np.sin(tilt), 0.0, -G * np.cos(tilt)))
    m.body("drawer", 3.0, (0, 0, height), CUBE)
    m.prismatic("J", m.ground, "drawer", at=(0, 0, 0), axis="x")
    sizes = {} if length is None else {"length": length}
    m.bearing_friction("F", "J", mu, static, exact=True, **sizes)
    return m.build()


def block_train(sliding: tuple[float, ...], static: float = 1.0) -> Model:
    """Blocks on each other along x, with friction between any two and ground."""
    m = Mechanism("train", (0.0, 0.0, -G))
    for k, F in enumerate(sliding):
        below = f"block{k - 1}" if k else m.ground
        m.body(f"block{k}", 1.0 + k, inertia=CUBE)
        m.prismatic(f"P{k}", below, f"block{k}", at=(0, 0, 0), axis="x")
        m.joint_friction(f"F{k}", f"P{k}", F, static * F, exact=True)
    return m.build()


def parallelogram(at_crank: float, at_rocker: float) -> Model:
    """Two equal cranks that a bar couples, without weight; friction at both pivots of ground."""
    m = Mechanism("parallelogram", (0.0, 0.0, 0.0))
    m.body("crank", 1.0, (0.1, 0, 0), inertia=(0.01,) * 3)
    m.body("bar", 1.0, (0.2, 0, 0), inertia=(0.01,) * 3)
    m.body("rocker", 1.0, (0.1, 0, 0), inertia=(0.01,) * 3, at=(0.4, 0, 0))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "bar", at=(0.2, 0, 0), axis="y")
    m.revolute("C", "bar", "rocker", on_parent=(0.6, 0, 0), on_child=(0.2, 0, 0), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.4, 0, 0), axis="y")
    m.joint_friction("FA", "A", at_crank, exact=True)
    m.joint_friction("FD", "D", at_rocker, exact=True)
    return m.build()


def brick_on_incline(mu: float, slope: float, static: float | None = None) -> Model:
    """An incline that moves along x (joint X), and a brick that slides up it (joint S)."""
    m = Mechanism("brick", (0.0, 0.0, -G))
    m.body("incline", 5.0, inertia=CUBE)
    m.body("brick", 2.0, inertia=CUBE)
    m.prismatic("X", m.ground, "incline", at=(0, 0, 0), axis="x")
    along = (float(np.cos(slope)), 0.0, float(np.sin(slope)))
    m.prismatic("S", "incline", "brick", at=(0, 0, 0), axis=along)
    m.bearing_friction("F", "S", mu, static, exact=True)
    return m.build()


def jamming_rod(mu: float, angle: float) -> Model:
    """Painleve's rod of 1 kg and 1 m, whose end slides in a guide along x, at an angle to it."""
    m = Mechanism("rod", (0.0, -G, 0.0))
    m.body("shoe")
    at = (0.5 * float(np.cos(angle)), 0.5 * float(np.sin(angle)), 0.0)
    m.body("rod", 1.0, (0, 0, 0), (1e-3, 1 / 12, 1 / 12), at=at, rpy=(0, 0, angle))
    m.prismatic("guide", m.ground, "shoe", at=(0, 0, 0), axis="x")
    m.revolute("pin", "shoe", "rod", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "guide", mu, exact=True)
    return m.build()


def rotor(mu: float, radius: float) -> Model:
    """A wheel of 2 kg on a level shaft in a plain bearing."""
    m = Mechanism("rotor", (0.0, 0.0, -G))
    m.body("wheel", 2.0, inertia=(0.02, 0.04, 0.02))
    m.revolute("A", m.ground, "wheel", at=(0, 0, 0), axis="y")
    m.bearing_friction("F", "A", mu, radius=radius, exact=True)
    return m.build()
