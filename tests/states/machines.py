"""Mechanisms whose force elements have states, for the tests of this folder."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus import Mechanism, System

R, L, K, U, J = 2.0, 0.05, 0.3, 12.0, 0.02
"""A DC motor: resistance, inductance, constant, voltage, and the inertia that it turns."""


def motor(energies: bool = True, **more: Any) -> Mechanism:
    """A rotor on a motor that is written as a force law of the user."""
    m = Mechanism("motor")
    m.body("rotor", mass=1.0, inertia=(0.01, 0.01, J))
    m.revolute("A", m.ground, "rotor", at=(0, 0, 0), axis="z")
    powers: dict[str, Any] = {}
    if energies:
        powers = {
            "energy": lambda s: 0.5 * L * s.state("i") ** 2,
            "dissipation": lambda s: R * s.state("i") ** 2,
            "supply": lambda s: s.parameter("u") * s.state("i"),
        }
    m.user_force(
        "motor",
        lambda s: s.effort("A", K * s.state("i")),
        parameters={"u": (U, "V")},
        states={"i": (0.0, "A")},
        rates=lambda s: {"i": (s.parameter("u") - R * s.state("i") - K * s.rate("A")) / L},
        **powers,
    )
    if more:
        raise TypeError(more)
    return m


def motor_solution(t: float, u: float = U, i: float = 0.0, w: float = 0.0) -> np.ndarray:
    """Return rate and current of the motor, in closed form."""
    from scipy.linalg import expm

    A = np.array([[0.0, K / J], [-K / L, -R / L]])
    rest = np.array([u / K, 0.0])
    return np.asarray(rest + expm(A * t) @ (np.array([w, i]) - rest))


def lagging(m: Mechanism, body: str, point: Any, name: str = "lag") -> None:
    """Hold a point of a body by a spring that creeps, and by oil that lags: two states."""
    m.user_force(
        name,
        lambda s: s.force(
            "tip",
            -40.0 * (s.position("tip") - np.array([0.3, 0.1, 0.2])) * (1.0 + s.state("p") ** 2)
            - s.state("f") * s.velocity("tip"),
        ),
        points={"tip": (body, point)},
        states={"f": (2.0, "N*s/m"), "p": (0.1, "dimensionless")},
        rates=lambda s: {
            "f": 3.0 * (s.position("tip")[0] - s.state("f") * s.state("p")),
            "p": np.sin(s.velocity("tip")[2]) - 5.0 * s.state("p") + 0.1 * s.state("f"),
        },
    )


def chain(n: int = 4) -> Mechanism:
    """Hinges about changing axes, the last body held by a force with states."""
    m, inboard = Mechanism("chain"), "ground"
    for k in range(n):
        name = f"b{k}"
        m.body(name, mass=1.0 + 0.2 * k, com=(0.2 + 0.4 * k, 0.05, 0.0), inertia=(0.02, 0.03, 0.04))
        m.revolute(f"J{k}", inboard, name, at=(0.4 * k, 0.0, 0.0), axis="zyx"[k % 3])
        inboard = name
    lagging(m, inboard, (0.4 * n, 0.1, 0.05))
    return m


def four_bar() -> Mechanism:
    """A four-bar whose coupler is held by a force with states."""
    m = Mechanism("four_bar")
    m.body("crank", mass=1.0, com=(0.0, 0.15, 0.0), inertia=(0.01, 0.01, 0.02))
    m.body("coupler", mass=2.0, com=(0.4, 0.45, 0.0), inertia=(0.02, 0.05, 0.06))
    m.body("rocker", mass=1.5, com=(0.9, 0.3, 0.0), inertia=(0.01, 0.02, 0.03))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "coupler", at=(0, 0.3, 0), axis="z")
    m.revolute("C", "coupler", "rocker", at=(0.8, 0.6, 0), axis="z")
    m.revolute("D", m.ground, "rocker", at=(1.0, 0, 0), axis="z")
    lagging(m, "coupler", (0.4, 0.7, 0.0))
    return m


def compiled(m: Mechanism, **options: Any) -> System:
    """Return the system of a mechanism."""
    return m.build().compile(**options)
