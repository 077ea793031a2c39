"""Dry friction that sticks and slips, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from events.sticking_machines import (
    G,
    exact_drawer,
    sliding_block,
    stick_slip_oscillator,
)
from sarrus import Event, ModelError
from sarrus.events import Stop


def test_a_block_slides_out_and_sticks() -> None:
    """It stops after v m/F, on the way v^2 m/(2 F), and what it had is heat."""
    system = sliding_block(3.0, 4.0).compile()
    run = system.simulate(system.assemble({"P": 0.0}, {"P": 1.0}), until=1.0, every=0.1)
    (stop,) = run.events
    assert stop.name == "F comes to rest" and stop.done == ("'F' sticks",)
    assert stop.t == pytest.approx(2.0 / 3.0, abs=1e-11)
    assert run["P.displacement"][-1] == pytest.approx(1.0 / 3.0, abs=1e-12)
    assert run["P.speed"][-1] == 0.0
    assert run["F.sense"][0] == 1.0 and run["F.sense"][-1] == 0.0
    assert run["F.friction"][0] == pytest.approx(-3.0) and run["F.friction"][-1] == 0.0
    assert run["F.margin"][-1] == pytest.approx(4.0)
    assert run.energy_error < 1e-13


@pytest.mark.parametrize("method", ["auto", "rk4", "bdf"])
def test_the_cycle_of_the_stick_slip_oscillator(method: str) -> None:
    """Den Hartog (1930): stick (F_s - F_k) 2/(k V), slip (2 pi - 2 atan(A w/V))/w."""
    k, sliding, static, mass, V = 50.0, 3.0, 5.0, 2.0, 0.1
    system = stick_slip_oscillator(k, sliding, static, mass).compile()
    start = system.assemble({"P": 0.0, "B": 0.0}, {"B": V, "P": 0.0})
    how = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-10, "atol": 1e-12}
    law = {"B": lambda t: V * t}
    run = system.simulate(start, until=5.0, every=0.1, driven=law, method=method, **how)
    w, A = np.sqrt(k / mass), (static - sliding) / k
    slip = (2.0 * np.pi - 2.0 * np.arctan(A * w / V)) / w
    stick = 2.0 * (static - sliding) / (k * V)
    times = np.array([event.t for event in run.events])
    wanted = static / (k * V) + np.cumsum([0.0, slip, stick, slip, stick])
    assert times == pytest.approx(wanted, abs=3e-7 if method == "rk4" else 5e-8)
    stretch = run["P.displacement"] + run["B.displacement"]
    stuck = run["F.sense"] == 0.0
    assert run["F.friction"][stuck] == pytest.approx(k * stretch[stuck], abs=1e-7)
    assert run["F.friction"][~stuck] == pytest.approx(sliding)
    assert np.all(run["F.margin"][stuck] >= -1e-8)


def test_a_block_on_an_incline_that_is_shaken() -> None:
    """Up the slope it stops; then mu < tan lets it slide back, mu_static > tan holds it."""
    tilt, mass = 0.5, 3.0
    down, normal = mass * G * np.sin(tilt), mass * G * np.cos(tilt)
    for mu, static, sense in ((0.3, 0.4, 1.0), (0.3, 0.6, 0.0)):
        system = exact_drawer(mu, static, length=None).compile()
        run = system.simulate(system.state(np.zeros(1), -np.ones(1)), until=1.0, every=0.25)
        (turn,) = run.events
        assert turn.t == pytest.approx(mass / (down + mu * normal), abs=1e-9)
        assert run["F.sense"][-1] == sense
        friction = -mu * normal if sense else -down
        assert run["F.friction"][-1] == pytest.approx(friction, rel=1e-9)
        assert run["F.bound"][-1] == pytest.approx(static * normal, rel=1e-9)
        assert run.energy_error < 1e-9


def test_a_user_sees_it_stick() -> None:
    system = sliding_block(3.0).compile()
    events = [Event("F.sense", at=0.5, direction="down", name="it sticks", do=Stop())]
    run = system.simulate(system.assemble(rates={"P": 1.0}), until=2.0, every=0.1, events=events)
    assert run.t[-1] == pytest.approx(2.0 / 3.0, abs=1e-9)
    assert [event.name for event in run.events] == ["F comes to rest", "it sticks"]


def test_a_table_at_rest_does_not_drift_in_an_hour() -> None:
    system = exact_drawer(0.6, length=None).compile()
    run = system.simulate(system.state(np.zeros(1), np.zeros(1)), until=3600.0, every=600.0)
    assert np.all(run["J.displacement"][:] == 0.0) and run.events == ()


def test_a_drawer_that_jams_is_named_with_its_numbers() -> None:
    system = exact_drawer(0.51).compile()
    with pytest.raises(ModelError, match="E-PAINLEVE") as told:
        system.simulate(system.state(np.zeros(1), np.ones(1)), until=1.0)
    assert "mu = 0.51" in told.value.problems[0].rule
