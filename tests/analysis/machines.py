"""Mechanisms that the tests of analyses share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from loops.mechanisms import bricard, five_bar, four_bar, rod, rssr, slider_crank
from sarrus import Mechanism, Model, analysis
from sarrus.system import State, System
from simulation.machines import pendulum
from system.machines import crane

G = 9.81


def raft() -> Model:
    """A free body on three springs with dampers."""
    m = Mechanism("raft", (0.2, -0.1, -G))
    m.body("hull", 4.0, (0.05, 0.02, -0.03), (0.3, 0.5, 0.6))
    m.free("float", m.ground, "hull")
    for k, (x, y) in enumerate(((0.6, 0.0), (-0.4, 0.5), (-0.4, -0.5))):
        ends = {"at_a": (x, y, 1.2), "at_b": (0.6 * x, 0.6 * y, 0.0)}
        m.spring_damper(f"spring{k}", m.ground, "hull", k=150.0 + 20 * k, c=3.0, **ends)
    return m.build()


def floating() -> Model:
    """A free body on three springs, with an arm on a ball joint and a slider."""
    m = Mechanism("floating", (0.2, -0.1, -G))
    hull = m.body("hull", 4.0, (0.05, 0.02, -0.03), (0.3, 0.5, 0.6))
    arm = m.body("arm", 1.5, (0.5, 0.1, 0.2), (0.05, 0.08, 0.06))
    cart = m.body("cart", 0.7, (-0.4, 0.2, 0.1), (0.01, 0.02, 0.03))
    m.free("float", m.ground, hull)
    m.spherical("ball", hull, arm, at=(0.3, 0.0, 0.1))
    m.prismatic("rail", hull, cart, at=(-0.3, 0.1, 0.1), axis=(0.3, 1.0, 0.2))
    for k, (x, y) in enumerate(((0.6, 0.0), (-0.4, 0.5), (-0.4, -0.5))):
        m.spring_damper(
            f"spring{k}", m.ground, hull, at_a=(x, y, 1.2), at_b=(0.6 * x, 0.6 * y, 0.0),
            k=150.0 + 20 * k, c=3.0, free_length=0.9,
        )  # fmt: skip
    m.spring_damper("strut", hull, arm, at_a=(0.1, 0.3, 0.4), at_b=(0.6, 0.2, 0.3), k=60.0, c=0.5)
    m.spring_damper("return", hull, cart, at_a=(-0.3, -0.6, 0.0), at_b=(-0.4, 0.2, 0.1), k=90.0)
    return m.build()


def spring_mass_chain(n: int, m: float = 2.0, k: float = 300.0, c: float = 0.0) -> Model:
    """N equal masses in a row between walls, n + 1 equal springs: no gravity."""
    chain = Mechanism("chain", (0.0, 0.0, 0.0))
    ends = ["ground", *(f"mass{i}" for i in range(n)), "ground"]
    for i in range(n):
        chain.body(f"mass{i}", m, (0, 0, 0), (0.01, 0.01, 0.01), at=(i + 1.0, 0, 0))
        chain.prismatic(f"slide{i}", chain.ground, f"mass{i}", at=(i + 1.0, 0, 0), axis="x")
    for i in range(n + 1):
        chain.spring_damper(
            f"spring{i}",
            ends[i],
            ends[i + 1],
            at_a=(float(i), 0, 0),
            at_b=(i + 1.0, 0, 0),
            k=k,
            c=c,
        )
    return chain.build()


def double_pendulum(m: float = 1.3, l: float = 0.7) -> Model:
    """Two equal point masses on massless rods, drawn hanging: in the x-y plane."""
    p = Mechanism("double pendulum", (0.0, -G, 0.0))
    for i in range(2):
        p.body(f"bob{i}", m, (0, -l, 0), (0.0, 0.0, 0.0), at=(0, -i * l, 0))
    p.revolute("A", p.ground, "bob0", at=(0, 0, 0), axis="z")
    p.revolute("B", "bob0", "bob1", at=(0, -l, 0), axis="z")
    return p.build()


def catenary(n: int = 6) -> Mechanism:
    """N equal links between two points at the same height, drawn as an arc that hangs."""
    m = Mechanism("chain", (0.0, -G, 0.0))
    angles = np.linspace(-0.9, 0.9, n)
    corners = np.vstack([np.zeros(3), np.cumsum(
        np.column_stack([np.cos(angles), np.sin(angles), np.zeros(n)]) * 0.4, axis=0)])  # fmt: skip
    for k in range(n):
        rod(m, f"link{k}", corners[k], corners[k + 1], 1.5)
    bodies = [m.ground, *(f"link{k}" for k in range(n)), m.ground]
    for k in range(n + 1):
        m.revolute(f"J{k}", bodies[k], bodies[k + 1], at=tuple(corners[k]), axis="z")
    return m


def sprung_four_bar() -> Model:
    """A four-bar held by a diagonal spring with a damper."""

    def spring(m: Mechanism) -> None:
        m.spring_damper(
            "S", m.ground, "coupler", at_a=(0, 0, 0), at_b=(2.0, 1.6, 0), k=300.0, c=25.0,
            free_length=2.4,
        )  # fmt: skip

    return four_bar(more=spring)


def sprung_slider_crank() -> Model:
    """The spatial slider-crank of paper 2 with a spring on its slider and a brake."""

    def extras(m: Mechanism) -> None:
        m.spring_damper(
            "S", m.ground, "slider", at_a=(0.6, 0, 0), at_b=(0.19, 0, 0), k=120.0, c=4.0,
            free_length=0.3,
        )  # fmt: skip
        m.joint_damper("brake", "crank_pivot", 0.02)

    return slider_crank(more=extras)


def moving(system: System, seed: int = 5, size: float = 0.4, speed: float = 0.8) -> State:
    """A consistent state away from the drawing, in motion."""
    random = np.random.default_rng(seed)
    scale = system.compiled.loops.column_scale
    q = system.add(system.drawing(), size * random.uniform(-1, 1, system.nv) * scale)
    state = system.assemble(guess=q)
    v = speed * random.uniform(-1, 1, system.nv) * scale
    return analysis.project(system, state.q, v) if system.closed else system.state(state.q, v)


def resting(system: System, seed: int = 5, size: float = 0.4) -> State:
    """The same position at rest."""
    return system.state(moving(system, seed, size).q)


MACHINES: dict[str, Callable[[], Any]] = {
    "pendulum": pendulum,
    "crane": crane,
    "floating": floating,
    "raft": raft,
    "double_pendulum": double_pendulum,
    "four_bar": sprung_four_bar,
    "slider_crank": sprung_slider_crank,
    "five_bar": five_bar,
    "rssr": rssr,
    "bricard": bricard,
}


def compiled(name: str) -> System:
    """A machine by name."""
    return MACHINES[name]().compile(kernels=())
