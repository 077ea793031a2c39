"""Laws of effort that only Python can evaluate, together with events."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from events.machines import TIGHT, assert_consistent, double_pendulum, flywheel
from loops.mechanisms import five_bar
from sarrus import Event, ModelError, System
from sarrus.system.simulation.events import Bounce, Effort, Lock, Release, Stop


def python_law(t: Any, state: Any) -> float:
    """A spring with a dead band, by branches and `math`."""
    angle = float(state["A"])
    if angle > 0.1:
        return -8.0 * math.sin(angle - 0.1)
    return 8.0 * math.sin(-0.1 - angle) if angle < -0.1 else 0.0


def traced_law(t: Any, state: Any) -> Any:
    """The same, in one piece."""
    angle = state["A"]
    out = 0.5 * (np.abs(angle - 0.1) + angle - 0.1)
    back = 0.5 * (np.abs(angle + 0.1) - angle - 0.1)
    return -8.0 * np.sin(out) + 8.0 * np.sin(back)


@pytest.fixture(scope="module")
def wheel() -> System:
    return flywheel().compile(kernels=())


def same(one: Any, other: Any) -> None:
    assert [event.name for event in one.events] == [event.name for event in other.events]
    times = [[event.t for event in run.events] for run in (one, other)]
    np.testing.assert_allclose(times[0], times[1], rtol=0, atol=1e-8)
    np.testing.assert_allclose(one.q[-1], other.q[-1], rtol=0, atol=1e-7)
    np.testing.assert_allclose(one.v[-1], other.v[-1], rtol=0, atol=1e-7)


@pytest.mark.parametrize("method", ["auto", "pece", "adams", "bdf"])
def test_same_events_as_with_a_traced_law(wheel: System, method: str) -> None:
    events = [
        Event("A", at=0.5, direction="up", do=Bounce(0.8), name="stop"),
        Event(0.7, do=Lock("A"), name="lock"),
        Event(0.9, do=[Release("A")], name="free"),
    ]
    runs = [
        wheel.simulate(
            wheel.state([0.0], [2.0]),
            until=2.0,
            every=0.05,
            method=method,
            inputs={"A": law},
            events=events,
            **TIGHT,
        )
        for law in (python_law, traced_law)
    ]
    assert len(runs[0].events) >= 3
    same(*runs)
    assert_consistent(runs[0], 1e-7)
    assert "laws ran in Python" in runs[0].report()
    assert "laws ran in Python" not in runs[1].report()


def test_switch_from_traced_to_python(wheel: System) -> None:
    """The report says so, whichever part of the run it was."""
    runs = [
        wheel.simulate(
            wheel.state([0.0], [1.0]),
            until=1.0,
            inputs={"A": 0.5},
            events=[Event(0.4, do=Effort("A", law))],
            **TIGHT,
        )
        for law in (python_law, traced_law)
    ]
    same(*runs)
    assert "laws ran in Python" in runs[0].report()


def test_in_a_loop() -> None:
    system = five_bar().compile(kernels=())
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.4})
    events = [
        Event("A", at=-0.2, direction="down", do=Bounce(0.5), name="stop"),
        Event(0.3, do=Lock("D"), name="lock"),
        Event(0.4, do=Stop(), name="end"),
    ]
    runs = [
        system.simulate(start, until=0.5, every=0.02, inputs={"A": law}, events=events, **TIGHT)
        for law in (python_law, traced_law)
    ]
    same(*runs)
    assert runs[0].final.t == pytest.approx(0.4)
    assert_consistent(runs[0], 1e-8)


def test_events_see_python_efforts() -> None:
    """The acceleration, and the effort that holds a joint, contain what the law gives."""
    system = double_pendulum().compile(kernels=())
    start = system.state([0.4, 0.1], [0.0, 0.0])
    events = [
        Event("B", at=0.2, direction="up", do=Lock("B"), name="lock"),
        Event(lambda t, s: s.acceleration_of("A"), at=-1.0, name="slow"),
        Event("B.effort", at=0.2, name="effort"),
    ]
    runs = [
        system.simulate(start, until=1.0, every=0.05, inputs={"A": law}, events=events, **TIGHT)
        for law in (python_law, traced_law)
    ]
    assert {event.name for event in runs[1].events} >= {"slow", "lock"}
    same(*runs)


@pytest.mark.parametrize("method", ["rk4", "abm4"])
def test_D08_fixed_steps_need_traced_laws(wheel: System, method: str) -> None:
    """Before the run, also where the law would come in only later."""
    for how in (
        {"inputs": {"A": python_law}},
        {"events": [Event(0.5, do=Effort("A", python_law))]},
    ):
        with pytest.raises(ModelError, match="D08"):
            wheel.simulate(wheel.state([0.0], [1.0]), until=1.0, method=method, step=0.01, **how)


@pytest.mark.parametrize("order", ["into Python", "out of Python"])
def test_the_account_tells_of_a_law_of_python_in_any_leg(wheel: System, order: str) -> None:
    laws = [traced_law, python_law] if order == "into Python" else [python_law, traced_law]
    how = {"until": 1.0, "inputs": {"A": laws[0]}, "events": [Event(0.5, do=Effort("A", laws[1]))]}
    run = wheel.simulate(wheel.state([0.0], [2.0]), **how)
    assert len(run.segments) == 2 and not run.account.traced_inputs
