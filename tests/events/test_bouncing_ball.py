"""Impacts against closed forms: when they happen, and what they take."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from events.machines import METHODS, OWN, G, assert_consistent, ball, oscillator
from sarrus import Event, System
from sarrus.system.simulation.events import Bounce

HEIGHT, RESTITUTION, MASS = 1.0, 0.9, 2.0
IMPACTS = 20
ALLOWED = dict.fromkeys(METHODS, 1e-9)


@pytest.fixture(scope="module")
def system() -> System:
    return ball(MASS).compile(kernels=())


@pytest.fixture(scope="module")
def spring() -> System:
    return oscillator().compile(kernels=())


def impacts(e: float, n: int) -> np.ndarray:
    """Times of the impacts of a ball that falls from HEIGHT."""
    fall = np.sqrt(2.0 * HEIGHT / G)
    return fall * (1.0 + 2.0 * np.cumsum([0.0, *e ** np.arange(1.0, n)]))


@pytest.mark.parametrize("method", METHODS)
def test_times_of_impacts(system: System, method: str) -> None:
    times = impacts(RESTITUTION, IMPACTS + 1)
    until = round(float(times[-1] + times[-2]) / 2, 2)
    floor = Event("J", direction="down", do=Bounce(RESTITUTION), name="floor")
    start = system.state([HEIGHT], [0.0])
    run = system.simulate(start, until=until, events=[floor], **METHODS[method])
    assert [event.name for event in run.events] == ["floor"] * IMPACTS
    found = np.array([event.t for event in run.events])
    assert np.max(np.abs(found - times[:IMPACTS])) <= ALLOWED[method]
    assert len(run.segments) == IMPACTS + 1
    assert_consistent(run, 1e-9)
    k = np.array([event.state for event in run.events])
    speeds = np.sqrt(2.0 * G * HEIGHT) * RESTITUTION ** np.arange(IMPACTS)
    np.testing.assert_allclose(run.v[k - 1, 0], -speeds, rtol=1e-9)
    np.testing.assert_allclose(run.v[k, 0], -RESTITUTION * run.v[k - 1, 0], rtol=1e-15)
    losses = 0.5 * MASS * speeds**2 * (1.0 - RESTITUTION**2)
    np.testing.assert_allclose([event.energy for event in run.events], -losses, rtol=1e-9)
    np.testing.assert_allclose(run.corrections[k] - run.corrections[k - 1], -losses, rtol=1e-9)
    assert run.corrections[-1] == pytest.approx(-np.sum(losses), rel=1e-9)
    assert np.min(run.q) > -1e-9, "it never sinks into the floor"


@pytest.mark.parametrize("method", METHODS)
def test_spring_that_throws_its_block_on_a_wall(spring: System, method: str) -> None:
    """At the wall in its middle the block arrives after half a period, whatever its speed."""
    omega, e = np.sqrt(50.0 / 0.5), 0.95
    times = np.pi / omega * (0.5 + np.arange(IMPACTS))
    wall = Event("J", direction="down", do=Bounce(e), name="wall")
    start = spring.state([0.2], [0.0])
    how = METHODS[method] if "step" not in METHODS[method] else {"method": method, "step": 2e-4}
    run = spring.simulate(start, until=6.4, events=[wall], **how)
    found = np.array([event.t for event in run.events])
    assert np.max(np.abs(found[:IMPACTS] - times)) <= (1e-8 if method == "bdf" else 1e-9)
    k = np.array([event.state for event in run.events])[:IMPACTS]
    speeds = 0.2 * omega * e ** np.arange(IMPACTS)
    np.testing.assert_allclose(run.v[k - 1, 0], -speeds, rtol=1e-7)
    expected = -0.25 * (1.0 - e**2) * speeds**2
    np.testing.assert_allclose([event.energy for event in run.events][:IMPACTS], expected, 1e-7)
    assert_consistent(run, 1e-8)


@pytest.mark.parametrize("method, order", [("rk4", 4), ("abm4", 4), ("ab3", 3)])
def test_methods_keep_their_order_across_events(spring: System, method: str, order: int) -> None:
    """Halving the step; the impacts fall between the steps, each time elsewhere."""
    omega, e = np.sqrt(50.0 / 0.5), 0.9
    wall = Event("J", at=-0.05, direction="down", do=Bounce(e))
    given = {"until": 1.0, "every": 0.25, "events": [wall]}
    start = spring.state([0.2], [0.0])
    exact = flight(0.2, 0.0, -0.05, omega, e, 1.0)
    errors = []
    for step in (0.01, 0.005, 0.0025, 0.00125):
        run = spring.simulate(start, method=method, step=step, **given)
        assert len(run.events) == 3
        errors.append(np.max(np.abs([run.q[-1, 0] - exact[0], run.v[-1, 0] / omega - exact[1]])))
    rates = [np.log2(a / b) for a, b in pairwise(errors)]
    assert np.mean(rates) > order - 0.3 and min(rates) > order - 0.8, (errors, rates)


def flight(x: float, u: float, wall: float, omega: float, e: float, until: float) -> Any:
    """Position, and velocity by omega, of an oscillator over a wall, arc by arc."""
    t = 0.0
    while True:
        amplitude, phase = np.hypot(x, u), np.arctan2(-u, x)  # x = a cos(phase + omega t)
        hit = np.arccos(wall / amplitude)  # downwards through the wall
        wait = ((hit - phase) % (2.0 * np.pi)) / omega
        if t and wait < 1e-9:
            wait += 2.0 * np.pi / omega
        if t + wait > until:
            angle = phase + omega * (until - t)
            return amplitude * np.cos(angle), -amplitude * np.sin(angle)
        t += wait
        x, u = wall, e * amplitude * np.sin(hit)


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "abm4", "adams"])
def test_nothing_is_lost_with_restitution_one(system: System, method: str) -> None:
    floor = Event("J", direction="down", do=Bounce(1.0))
    run = system.simulate(
        system.state([HEIGHT], [0.0]), until=5.0, events=[floor], **METHODS[method]
    )
    assert len(run.events) == 6
    np.testing.assert_allclose([event.energy for event in run.events], 0.0, atol=1e-12)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-9)


@pytest.mark.parametrize("method", [*OWN, "ab3", "euler", "adams", "bdf", "ida"])
def test_default_settings(system: System, method: str) -> None:
    """Nothing but the method is chosen: all impacts are there, in all methods."""
    step = {"step": 0.01} if method in ("rk4", "abm4", "ab3") else {}
    if method == "euler":  # of order 1: every flight loses g h of its speed
        step = {"step": 1e-4}
    floor = Event("J", direction="down", do=Bounce(RESTITUTION), name="floor")
    run = system.simulate(
        system.state([HEIGHT], [0.0]), until=6.0, events=[floor], method=method, **step
    )
    times = impacts(RESTITUTION, IMPACTS + 1)
    times = times[times < 6.0]
    assert len(run.events) == len(times)
    np.testing.assert_allclose(
        [event.t for event in run.events], times, atol=0.1 if method == "euler" else 1e-6
    )


def test_wall_that_moves() -> None:
    """The wall goes up with speed w: the ball leaves it with v+ = w + e (w - v-)."""
    system = ball().compile(kernels=())
    w, e = 0.4, 0.7
    lift = Event(lambda t, state: state["J"] - w * t, direction="down", do=Bounce(e))
    run = system.simulate(system.state([HEIGHT], [0.0]), until=0.9, events=[lift])
    first = (-w + np.sqrt(w * w + 2.0 * G * HEIGHT)) / G
    assert run.events[0].t == pytest.approx(first, abs=1e-9)
    k = run.events[0].state
    assert run.v[k, 0] == pytest.approx(w + e * (w - run.v[k - 1, 0]), rel=1e-12)
    assert_consistent(run, 1e-9)
