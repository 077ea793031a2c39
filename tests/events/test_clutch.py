"""A one-way clutch: it holds as soon as the wheel would turn back, and lets go when it is pushed.

The wheel has the torque T (cos x - b), x = w t. It is held from where its rate falls to zero until
the torque is forward again, which is at x = 2 pi n - arccos(b).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from events.machines import METHODS, TIGHT, assert_consistent, flywheel
from loops.mechanisms import five_bar
from sarrus import Event, System
from sarrus.system.simulation.events import Lock, Release

INERTIA, TORQUE, OMEGA, BIAS = 2.0, 3.0, 5.0, 0.2


def law(t: Any) -> Any:
    return TORQUE * (np.cos(OMEGA * t) - BIAS)


def rate(x: float, since: float) -> float:
    """Rate at x = w t of a wheel let go at `since`, in units of T / (I w)."""
    return float((np.sin(x) - BIAS * x) - (np.sin(since) - BIAS * since))


def closed_form(turns: int) -> list[tuple[float, str]]:
    """Times and names of all events."""
    found, since = [], 0.0
    for n in range(1, turns + 1):
        top = 2.0 * np.pi * (n - 1) + np.arccos(BIAS)
        free = 2.0 * np.pi * n - np.arccos(BIAS)
        held = brentq(rate, top, free, args=(since,), xtol=1e-15)
        found += [(held / OMEGA, "hold"), (free / OMEGA, "let go")]
        since = free
    return found


CLUTCH = [
    Event("A.rate", direction="down", do=Lock("A"), name="hold"),
    Event(
        lambda t, state: state.drive_effort("A"), direction="down", do=Release("A"), name="let go"
    ),
]


@pytest.fixture(scope="module")
def wheel() -> System:
    return flywheel(INERTIA).compile(kernels=())


@pytest.mark.parametrize("method", METHODS)
def test_clutch_holds_and_lets_go(wheel: System, method: str) -> None:
    start = wheel.state([0.0], [0.0])
    run = wheel.simulate(
        start, until=6.0, every=0.01, inputs={"A": law}, events=CLUTCH, **METHODS[method]
    )
    expected = closed_form(5)
    expected = [(t, name) for t, name in expected if t < 6.0]
    assert [event.name for event in run.events] == [name for _, name in expected]
    times = np.array([event.t for event in run.events])
    gap = np.max(np.abs(times - [t for t, _ in expected]))
    assert gap <= (1e-9 if method in ("auto", "rk4") else 1e-7)
    assert np.min(run["A.rate"]) >= -1e-9, "it never turns back"
    for k, event in enumerate(run.events):
        since = 0.0 if not k else run.events[k - 1].t
        middle = np.flatnonzero((run.t > since) & (run.t < event.t))
        if event.name == "let go":
            assert np.all(np.abs(run["A.rate"][middle]) <= 1e-12)
            held = [run.motion(int(j)).efforts["A"][0] for j in middle[::20]]
            np.testing.assert_allclose(held, -law(run.t[middle[::20]]), rtol=0, atol=1e-9)
        else:
            x = OMEGA * run.t[middle]
            free = [rate(value, OMEGA * since) for value in x]
            scale = TORQUE / (INERTIA * OMEGA)
            np.testing.assert_allclose(run["A.rate"][middle], np.multiply(scale, free), atol=1e-6)
    assert_consistent(run, 1e-6 if method in ("bdf", "ida", "abm4") else 1e-8)


def test_clutch_by_the_names_of_channels(wheel: System) -> None:
    """`Event("A.drive_effort")`: any channel of a history may be watched, by its name."""
    by_name = Event("A.drive_effort", direction="down", do=Release("A"), name="let go")
    run = wheel.simulate(
        wheel.state([0.0], [0.0]), until=3.0, inputs={"A": law}, events=[CLUTCH[0], by_name]
    )
    expected = [(t, name) for t, name in closed_form(5) if t < 3.0]
    assert [event.name for event in run.events] == [name for _, name in expected]


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "adams"])
def test_clutch_in_a_loop(method: str) -> None:
    """The crank of a five-bar: at each release, the effort that holds it is zero."""
    system = five_bar().compile(kernels=())
    start = system.assemble({"A": 0.1, "D": 0.05})
    inputs = {"A": lambda t: 60.0 * np.cos(6.0 * t), "D": lambda t: 10.0 * np.sin(4.0 * t)}
    how = {"method": "rk4", "step": 5e-4} if method == "rk4" else METHODS[method]
    run = system.simulate(start, until=1.5, every=0.01, inputs=inputs, events=CLUTCH, **how)
    names = [event.name for event in run.events]
    assert len(names) >= 3 and set(names) == {"hold", "let go"}
    assert all(one != other for one, other in pairwise(names))
    for event in run.events:
        k = event.state
        if event.name == "let go":
            assert run.motion(k - 1).efforts["A"][0] == pytest.approx(0.0, abs=1e-6)
            middle = (run.segment(k - 1).first + k) // 2
            assert run.motion(middle).efforts["A"][0] > 1e-3
            assert abs(run.v[k - 1, system.compiled.located_rate("A")[1]][0]) <= 1e-9
        else:
            assert run["A.rate"][k - 1] == pytest.approx(0.0, abs=1e-7)
    assert np.min(run["A.rate"]) >= -1e-7 and run.drift <= 1e-9
    assert_consistent(run, 1e-6 if method == "adams" else 1e-8)


def test_tighter_run_finds_the_same_times(wheel: System) -> None:
    start = wheel.state([0.0], [0.0])
    given = {"until": 4.0, "inputs": {"A": law}, "events": CLUTCH}
    coarse = wheel.simulate(start, **given)
    fine = wheel.simulate(start, **TIGHT, **given)
    times = [[event.t for event in run.events] for run in (coarse, fine)]
    np.testing.assert_allclose(times[0], times[1], rtol=0, atol=1e-6)
