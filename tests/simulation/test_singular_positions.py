"""Parallelograms through their flat positions: right, or said to be not."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import SimulationStopped
from sarrus.system import System

SPOKEN = {"E-ENERGY", "W31"}


def parallelogram(error: float, seed: int) -> System:
    """A parallelogram whose lengths are off by up to `error`, spinning fast enough to turn over."""
    rng = np.random.default_rng(seed)
    crank, coupler, rocker = np.array([1.0, 2.0, 1.0]) + error * rng.uniform(-1.0, 1.0, 3)
    m = sarrus.Mechanism("parallelogram", gravity=(0, -9.81, 0))

    def rod(name: str, length: float) -> object:
        inertia = (0, length**2 / 12, length**2 / 12)
        return m.body(name, 1.0, com=(length / 2, 0, 0), inertia=inertia)

    a, c, b = rod("crank", crank), rod("coupler", coupler), rod("rocker", rocker)
    origin = (0, 0, 0)
    m.revolute("A", m.ground, a, on_parent=origin, on_child=origin, axis="z")
    m.revolute("B", a, c, on_parent=(crank, 0, 0), on_child=origin, axis="z")
    m.revolute("C", c, b, on_parent=(coupler, 0, 0), on_child=(rocker, 0, 0), axis="z")
    m.revolute("D", m.ground, b, on_parent=(2, 0, 0), on_child=origin, axis="z")
    return m.build().compile(kernels=())


def check(error: float, seed: int) -> None:
    """Run ten seconds: finished with its energy, or finished and said so, or stopped by name."""
    system = parallelogram(error, seed)
    upright = {"A": np.pi / 2, "B": -np.pi / 2, "C": np.pi / 2, "D": np.pi / 2}
    start = system.assemble({"A": np.pi / 2}, {"A": 8.0}, guess=upright)
    try:
        run = system.simulate(start, until=10.0, every=0.1)
    except SimulationStopped as stop:
        assert stop.problems[0].code in ("E-SINGULAR", "E-STEP")
        assert stop.run is not None and len(stop.run) > 1  # type: ignore[attr-defined]
        return
    said = {notice.code for notice in run.notices}
    assert "W31" in said, "the flat positions were not noticed"
    if run.energy_error > 1e-3:
        assert "E-ENERGY" in said


@pytest.mark.parametrize("power", range(-15, -5, 2))
@pytest.mark.parametrize("seed", range(2))
def test_rounded_parallelograms_are_right_or_say_so(power: int, seed: int) -> None:
    check(10.0**power, seed)


@pytest.mark.slow
@pytest.mark.parametrize("power", range(-15, -5))
@pytest.mark.parametrize("seed", range(2, 26))
def test_all_240_rounded_parallelograms(power: int, seed: int) -> None:
    check(10.0**power, seed)


@pytest.mark.parametrize("seed", range(30))
def test_regular_mechanisms_raise_no_alarm(seed: int) -> None:
    """Crank-rockers far from flat positions, ten seconds each."""
    rng = np.random.default_rng(seed)
    m = sarrus.Mechanism("crank_rocker", gravity=(0, -9.81, 0))
    crank, coupler, rocker, ground = np.array([1.0, 3.2, 2.8, 3.5]) * rng.uniform(0.97, 1.03, 4)

    def rod(name: str, length: float) -> object:
        inertia = (0, length**2 / 12, length**2 / 12)
        return m.body(name, 1.0, com=(length / 2, 0, 0), inertia=inertia)

    a, c, b = rod("crank", crank), rod("coupler", coupler), rod("rocker", rocker)
    origin = (0, 0, 0)
    m.revolute("A", m.ground, a, on_parent=origin, on_child=origin, axis="z")
    m.revolute("B", a, c, on_parent=(crank, 0, 0), on_child=origin, axis="z")
    m.revolute("C", c, b, on_parent=(coupler, 0, 0), on_child=(rocker, 0, 0), axis="z")
    m.revolute("D", m.ground, b, on_parent=(ground, 0, 0), on_child=origin, axis="z")
    system = m.build().compile(kernels=())
    start = system.assemble({"A": 1.0}, {"A": 6.0}, guess={"A": 1.0, "B": -0.6, "D": 1.6, "C": 1.2})
    run = system.simulate(start, until=10.0, every=0.1)
    assert run.energy_error <= 1e-4
    assert not [notice for notice in run.notices if notice.code in SPOKEN]


@pytest.mark.slow
def test_an_hour_of_motion_stays_closed() -> None:
    """3.6 million steps of 1 ms: gaps of round-off, no energy lost."""
    system = parallelogram(0.05, 3)
    upright = {"A": np.pi / 2, "B": -np.pi / 2, "C": np.pi / 2, "D": np.pi / 2}
    start = system.assemble({"A": np.pi / 2}, {"A": 0.5}, guess=upright)
    run = system.simulate(start, until=3600.0, method="rk4", step=1e-3, every=10.0)
    assert run.drift <= 1e-10
    assert run.energy_error <= 1e-5
