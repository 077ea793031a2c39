"""Small machines whose pictures the tests look at."""

from __future__ import annotations

from typing import Any

import numpy as np

import sarrus

MARKUP = '</script><img src=x onerror="window.harm = 1">'


def four_bar(planar: bool = False, name: str = "four_bar") -> Any:
    """Return the drive of a four-bar linkage of 0.3 m for one turn of its crank."""
    m = sarrus.Mechanism(name)
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    system = m.build().compile(planar=planar)
    return system.drive({"A": lambda t: 2 * np.pi * t}, until=1.0, every=0.02)


def pendulum(rate: float = 0.0, until: float = 1.0, name: str = "bob") -> Any:
    """Return the run of a pendulum on a spring that starts level."""
    m = sarrus.Mechanism("pendulum")
    bob = m.body(name, mass=1.0, com=(0.5, 0, 0), inertia=(1e-3, 2e-2, 2e-2))
    m.revolute("A", m.ground, bob, at=(0, 0, 0), axis="y")
    m.frame("tip", bob, at=(1.0, 0, 0))
    m.spring_damper("S", m.ground, bob, at_a=(1.0, 0, 1.0), at_b=(1.0, 0, 0), k=5.0, c=0.2)
    system = m.build().compile()
    return system.simulate(system.assemble(rates={"A": rate}), until=until, every=0.01)


def sprung_four_bar() -> Any:
    """Return a four-bar linkage on a spring, with a pendulum on its coupler."""
    m = sarrus.Mechanism("sprung_four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    pendulum = m.body("pendulum", mass=0.5, com=(0.3, 0, 0.05), inertia=(1e-4, 1e-3, 1e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.revolute("P", coupler, pendulum, at=(0.3, 0, 0.2), axis="y")
    m.spring_damper("S", m.ground, rocker, at_a=(0.6, 0, 0.2), at_b=(0.3, 0, 0.2), k=2000.0, c=5.0)
    return m.build().compile()
