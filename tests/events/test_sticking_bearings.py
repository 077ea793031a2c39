"""Exact friction by the loads of bearings: closed forms, and the paradox of Painleve."""

from __future__ import annotations

import numpy as np
import pytest

from events.sticking_machines import G, brick_on_incline, exact_drawer, jamming_rod, rotor
from sarrus import ModelError, SimulationStopped


def critical(angle: float) -> float:
    """Coefficient from which on Painleve's rod jams: (1 + 3 cos^2)/(3 sin cos), at least 4/3."""
    s, c = np.sin(angle), np.cos(angle)
    return float((1.0 + 3.0 * c * c) / (3.0 * s * c))


def test_a_rotor_runs_out_in_its_bearing() -> None:
    mu, radius, rate = 0.2, 0.03, 5.0
    system = rotor(mu, radius).compile()
    run = system.simulate(system.assemble(rates={"A": rate}), until=30.0, every=5.0)
    torque = mu * radius * 2.0 * G
    (stop,) = run.events
    assert stop.t == pytest.approx(0.04 * rate / torque, rel=1e-9)
    assert run["A.angle"][-1] == pytest.approx(0.04 * rate**2 / (2.0 * torque), rel=1e-9)
    assert run["F.bound"][-1] == pytest.approx(torque, rel=1e-9)


@pytest.mark.parametrize("static", [None, 0.7])
def test_a_brick_slides_up_an_incline_that_is_pushed(static: float | None) -> None:
    """It breaks away where the acceleration is g tan(slope + angle of friction)."""
    mu, slope, growth = 0.5, 0.4, 6.0
    system = brick_on_incline(mu, slope, static).compile()
    law = {"X": lambda t: -growth * t**3 / 6.0}
    run = system.simulate(system.assemble(), until=4.0, every=0.5, driven=law, rtol=1e-9)
    largest = np.arctan(static or mu)
    leaves = G * np.tan(slope + largest) / growth
    (away,) = run.events
    assert away.t == pytest.approx(leaves, abs=1e-7) and away.done == ("'F' slides (+)",)
    T = float(run.t[-1])
    normal = G * np.cos(slope) + growth * T * np.sin(slope)
    a = growth * T * np.cos(slope) - G * np.sin(slope) - mu * normal
    assert run["S.acceleration"][-1] == pytest.approx(a, rel=1e-7)
    assert run["F.friction"][-1] == pytest.approx(-mu * 2.0 * normal, rel=1e-7)
    t = run.t[run.t < 1.5]
    needed = 2.0 * (G * np.sin(slope) - growth * t * np.cos(slope))
    still = run["F.sense"][: len(t)] == 0.0
    assert run["F.friction"][: len(t)][still] == pytest.approx(needed[still], abs=1e-8)


@pytest.mark.parametrize("angle", [0.8, np.arctan(2.0), 1.3])
def test_a_rod_jams_from_the_coefficient_of_painleve_on(angle: float) -> None:
    """In a guide with two sides it has no motion one way, and two the other way."""
    for factor, jams in ((0.99, False), (1.01, True)):
        system = jamming_rod(factor * critical(angle), angle).compile()
        rates = []
        for v in (-0.5, 0.5):
            start = system.state(np.zeros(2), np.array([v, 0.0]))
            try:
                system.simulate(start, until=1e-3)
                rates.append(v)
            except ModelError as problem:
                assert problem.problems[0].code == "E-PAINLEVE"
        assert len(rates) == (0 if jams else 2)


def test_a_run_is_not_integrated_through_the_paradox() -> None:
    mu, angle = 2.0, float(np.arctan(0.3))
    system = jamming_rod(mu, angle).compile()
    start = system.state(np.zeros(2), np.array([-3.0, -3.0]))
    with pytest.raises(SimulationStopped, match="E-PAINLEVE") as told:
        system.simulate(start, until=2.0)
    run = told.value.run
    assert run is not None
    reached = abs(critical(angle + float(run["pin.angle"][-1])))
    assert reached == pytest.approx(mu, rel=3e-2) and reached > mu
    assert run.energy_error < 1e-5


def test_a_drawer_in_a_short_guide_stays_where_it_is() -> None:
    """At rest it is held, however steep; moved, it would need a friction that there is not."""
    system = exact_drawer(0.51).compile()
    run = system.simulate(system.state(np.zeros(1), np.zeros(1)), until=10.0, every=5.0)
    assert np.all(run["J.displacement"] == 0.0) and run["F.margin"][-1] > 0.0
