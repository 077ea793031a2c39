"""W05: numbers in wrong units are doubted, good ones are not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.model import Box, Cylinder, Mechanism


def robot(seed: int, length: float = 1.0, inertia: float = 1.0, angle: float = 1.0) -> Mechanism:
    """Return a plausible arm; the factors spoil its units. Two bodies have no shape."""
    rng = np.random.default_rng(seed)
    m = Mechanism(f"robot{seed}")
    previous, x = m.ground, 0.0
    for i in range(int(rng.integers(4, 8))):
        size, radius = rng.uniform(0.1, 0.5), rng.uniform(0.03, 0.08)
        solid = Cylinder(radius, size)
        mass = 0.4 * 2700 * solid.volume
        moments = np.array([solid.inertia(mass)[k][k] for k in (2, 1, 0)]) * inertia
        shape = [(Cylinder(radius * length, size * length), ((x + size / 2) * length, 0, 0))]
        com = ((x + size * rng.uniform(0.3, 0.6)) * length, 0.01 * length, 0)
        body = m.body(f"l{i}", mass, com, tuple(moments), shapes=shape if i % 2 else [])
        limits = tuple(np.array([-1.0, 1.0]) * rng.uniform(1.5, 3.1) * angle)
        m.revolute(f"j{i}", previous, body, at=(x * length, 0, 0), axis="yzx"[i % 3], limits=limits)
        previous, x = body, x + size
    rotor = m.body("rotor", 0.5, (x * length, 1e-6, 0), tuple(np.array([4e-4] * 3) * inertia))
    m.revolute("spin", previous, rotor, at=(x * length, 0, 0), axis="x")
    return m


def doubts(m: Mechanism) -> list[str]:
    return [str(p) for p in m.build().notices if p.code == "W05"]


@pytest.mark.parametrize("seed", range(30))
def test_clean_robots_raise_no_doubt(seed: int) -> None:
    assert doubts(robot(seed)) == []


def test_robots_in_other_units_are_doubted() -> None:
    spoilt = [{"length": 1000.0}, {"inertia": 1e6}, {"angle": 180 / math.pi}]
    flagged = sum(bool(doubts(robot(seed, **wrong))) for seed in range(30) for wrong in spoilt)
    assert flagged >= 86


def test_the_density_is_told() -> None:
    m = Mechanism()
    m.body("b", 2.7, inertia=(1e-4, 1e-4, 1e-4), shape=Box((0.01, 0.01, 0.01)))
    m.revolute("A", m.ground, "b", at=(0, 0, 0), axis="z")
    assert "2.7e+06 kg/m^3" in doubts(m)[0] and "lengths in mm" in doubts(m)[0]


def test_no_geometry_no_doubt() -> None:
    m = Mechanism()
    m.body("flywheel", 1.0, (1e-4, 0, 0), (0.5, 0.5, 1.0))
    m.revolute("A", m.ground, "flywheel", at=(0, 0, 0), axis="z")
    m.body("satellite", 1000.0, inertia=(1e4, 1e4, 1e4))
    m.body("bob", 1.0, (0, 0, -1))
    m.revolute("B", m.ground, "bob", at=(0, 0, 0), axis="y")
    assert doubts(m) == []


def test_place_holders_raise_no_doubt() -> None:
    m = robot(1)
    m.body("dummy", 1e-6, (0.5, 0, 0), (1e-6, 1e-6, 1e-6), shape=Box((0.1, 0.1, 0.1)))
    m.revolute("J", "l0", "dummy", at=(0.4, 0, 0), axis="z")
    assert doubts(m) == []
