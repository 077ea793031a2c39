"""N02: events that happen without end are recognised, named, and never waited for."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from events.machines import METHODS, G, assert_consistent, ball, double_pendulum, flywheel
from sarrus import Event, System
from sarrus.system.simulation.events import Bounce, Effort, Lock, Release, SetParameter
from sarrus.system.simulation.recording import Stopped

HEIGHT = 1.0
FALL = np.sqrt(2.0 * HEIGHT / G)


@pytest.fixture(scope="module")
def system() -> System:
    return ball().compile(kernels=())


def floor(*actions: Any) -> Event:
    return Event("J", direction="down", do=actions, name="floor")


@pytest.mark.parametrize("method", METHODS)
def test_N02_bouncing_ball_comes_to_rest(system: System, method: str) -> None:
    """Restitution 1/2: infinitely many impacts until t* = 3 times the first fall.

    The end is found to 1e-6, or to the error of the speed by which the ball still moves.
    """
    start = system.state([HEIGHT], [0.0])
    began = time.perf_counter()
    with pytest.raises(Stopped, match="E-ZENO") as stopped:
        system.simulate(start, until=10.0, events=[floor(Bounce(0.5))], **METHODS[method])
    assert time.perf_counter() - began < 2.0
    run = stopped.value.run
    allowed = 1e-5 if method in ("bdf", "ida") else 1e-6
    assert run is not None and run.final.t == pytest.approx(3.0 * FALL, abs=allowed)
    assert "'floor'" in str(stopped.value) and "rest=" in str(stopped.value)
    assert len(run.events) > 15 and np.min(run.q) > -1e-9
    assert_consistent(run, 1e-8)


@pytest.mark.parametrize("e", [0.1, 0.7, 0.9])
def test_N02_other_restitutions(system: System, e: float) -> None:
    with pytest.raises(Stopped, match="E-ZENO") as stopped:
        system.simulate(system.state([HEIGHT], [0.0]), until=20.0, events=[floor(Bounce(e))])
    run = stopped.value.run
    assert run is not None
    expected = FALL * (1.0 + 2.0 * e / (1.0 - e))
    assert run.final.t == pytest.approx(expected, abs=1e-6 * 20.0), "1e-6 of the run"


@pytest.mark.parametrize("method", METHODS)
def test_rest_ends_the_run_with_a_notice(system: System, method: str) -> None:
    rest = 1e-3
    run = system.simulate(
        system.state([HEIGHT], [0.0]),
        until=10.0,
        events=[floor(Bounce(0.5, rest=rest))],
        **METHODS[method],
    )
    assert [notice.code for notice in run.notices] == ["W32"]
    assert "'floor'" in str(run.notices[0]) and "W32" in run.report()
    assert run.final.t == pytest.approx(3.0 * FALL, abs=2e-3) and run.final.t < 3.0 * FALL
    assert run.final["J.speed"] == 0.0 and abs(run.final["J"]) < 1e-9
    k = run.events[-1].state
    assert abs(run.v[k - 1, 0]) <= rest < abs(run.v[run.events[-2].state - 1, 0])
    assert_consistent(run, 1e-8)


def test_plastic_impact_is_the_same_wherever_it_happens(system: System) -> None:
    """Restitution 0 and nothing that holds: it is named or rests, and never falls through."""
    outcomes = set()
    for height in np.linspace(0.1, 1.5, 40):
        start = system.state([height], [0.0])
        try:
            run = system.simulate(start, until=2.0, every=0.1, events=[floor(Bounce(0.0))])
            outcomes.add(tuple(notice.code for notice in run.notices))
        except Stopped as stopped:
            assert stopped.run is not None
            run = stopped.run
            outcomes.add(("E-ZENO",))
        assert np.min(run.q) >= -1e-9, f"from {height} m it fell through the floor"
    assert outcomes in ({("E-ZENO",)}, {("W32",)})


def test_two_events_that_undo_each_other_are_both_named() -> None:
    """A wheel that is pushed back as soon as it is ahead, and forward as soon as it is behind."""
    wheel = flywheel().compile(kernels=())
    events = [
        Event("A.rate", at=1.0, direction="up", do=Effort("A", -5.0), name="ahead"),
        Event("A.rate", at=1.0, direction="down", do=Effort("A", 5.0), name="behind"),
    ]
    began = time.perf_counter()
    with pytest.raises(Stopped, match="E-ZENO") as stopped:
        wheel.simulate(wheel.state([0.0], [0.0]), until=1.0, inputs={"A": 5.0}, events=events)
    assert time.perf_counter() - began < 2.0
    assert "'ahead' and 'behind'" in str(stopped.value)
    run = stopped.value.run
    assert run is not None and run.final.t == pytest.approx(1.0 * 2.0 / 5.0, abs=1e-5)


def test_lock_that_is_released_at_once() -> None:
    system = double_pendulum().compile(kernels=())
    events = [
        Event("A.rate", direction="down", do=Lock("A"), name="held"),
        Event(lambda t, s: s.effort("A"), at=-1e-9, direction="down", do=Release("A"), name="let"),
        Event(lambda t, s: s.effort("A"), at=1e-9, direction="up", do=Release("A"), name="let go"),
    ]
    start = system.state([0.4, 0.1], [0.5, 0.0])
    began = time.perf_counter()
    try:
        run = system.simulate(start, until=3.0, events=events)
    except Stopped as stopped:
        assert "E-ZENO" in str(stopped) and stopped.run is not None
        run = stopped.run
    assert time.perf_counter() - began < 2.0
    assert_consistent(run, 1e-6)


STORMS: dict[str, Any] = {
    "between walls that close": [
        Event(lambda t, s: s["J"] - 0.2 * t, direction="down", do=Bounce(1.0), name="floor"),
        Event(lambda t, s: s["J"] - 0.6 + 0.2 * t, direction="up", do=Bounce(1.0), name="lid"),
    ],
    "rattling": [
        Event("J", at=0.1, direction="down", do=Bounce(0.3), name="floor"),
        Event("J", at=0.2, direction="up", do=Bounce(0.3), name="lid"),
    ],
    "fast oscillation": [
        Event(lambda t: np.sin(1.0 / (1.05 - t)), name="oscillation"),
    ],
    "gravity switched by its own speed": [
        Event("J.speed", at=-1.0, do=lambda t, s: SetParameter("ball.mass", 2.0 + t), name="speed")
    ],
}


@pytest.mark.parametrize("storm", STORMS)
def test_N02_storms_end(storm: str) -> None:
    """All end within two seconds: at the end of the run, or with a name."""
    system = ball().compile(kernels=(), parameters=["ball.mass"])
    start = system.state([0.4], [0.0])
    began = time.perf_counter()
    try:
        run = system.simulate(start, until=1.0, events=STORMS[storm])
    except Stopped as stopped:
        assert "E-ZENO" in str(stopped) and stopped.run is not None
        assert any(f"'{event.name}'" in str(stopped) for event in STORMS[storm])
        run = stopped.run
    assert time.perf_counter() - began < 2.0
    assert np.all(np.diff(run.t) >= 0.0)
