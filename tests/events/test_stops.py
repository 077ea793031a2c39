"""Mechanisms that hit a stop: what the impulse may do, and what it must not."""

from __future__ import annotations

import numpy as np
import pytest

from events.machines import METHODS, TIGHT, assert_consistent, double_pendulum, slider_crank
from sarrus import Event, System
from sarrus.system import Run
from sarrus.system.simulation.events import Bounce, Stop

RESTITUTIONS = (0.4, 0.8, 1.0)
TIP = (0.0, -0.6, 0.0)


@pytest.fixture(scope="module")
def pendulum() -> System:
    return double_pendulum().compile(kernels=())


@pytest.fixture(scope="module", params=["B", "D"])
def crank(request: pytest.FixtureRequest) -> System:
    """The slider is in the tree, or its guide closes the loop."""
    system = slider_crank().compile(kernels=(), cut=[request.param])
    assert [cut.name for cut in system.topology.cuts] == [request.param]
    return system


def hit(system: System, event: Event, method: str = "auto", until: float = 1.0) -> Run:
    """The double pendulum falling from the side, until shortly after its stop."""
    start = system.state([1.2, -0.3], [0.0, 0.5])
    return system.simulate(start, until=until, every=0.01, events=[event], **METHODS[method])


def momenta(run: Run, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """M at state k, and the velocities just before and in it."""
    return run.system.mass_matrix(run.q[k].copy()), run.v[k - 1], run.v[k]


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "abm4", "adams"])
@pytest.mark.parametrize("e", [0.0, *RESTITUTIONS])
def test_elbow_at_its_limit(pendulum: System, e: float, method: str) -> None:
    stop = Event("B", at=0.4, direction="up", do=[Bounce(e), Stop()], name="limit")
    run = hit(pendulum, stop, method)
    assert [event.name for event in run.events] == ["limit"] and run.final.t == run.events[0].t
    k = run.events[0].state
    assert run["B"][k] == pytest.approx(0.4, abs=1e-12)
    M, before, after = momenta(run, k)
    assert before[1] > 0.1 and after[1] == pytest.approx(-e * before[1], rel=1e-14, abs=1e-15)
    impulse = M @ (after - before)
    assert abs(impulse[0]) <= 1e-14 * abs(impulse[1]), "nothing acts on the shoulder"
    change = 0.5 * (after @ M @ after - before @ M @ before)
    assert run.events[0].energy == pytest.approx(change, rel=1e-12, abs=1e-14)
    # the effective mass at the stop takes (1 - e^2) of its energy, whatever else moves
    inertia = 1.0 / np.linalg.inv(M)[1, 1]
    assert change == pytest.approx(-0.5 * (1.0 - e * e) * inertia * before[1] ** 2, abs=1e-13)
    assert_consistent(run, 1e-7 if method == "abm4" else 1e-9)


@pytest.mark.parametrize("e", RESTITUTIONS)
def test_tip_at_a_wall(pendulum: System, e: float) -> None:
    """The impulse acts along the normal of the wall, at the tip, and nowhere else."""
    wall = Event(
        lambda t, state: state.position("lower", TIP)[0] - 0.5,
        direction="down",
        do=[Bounce(e), Stop()],
    )
    run = hit(pendulum, wall)
    k = run.events[0].state
    M, before, after = momenta(run, k)
    J = pendulum.jacobian("lower", TIP, run.q[k].copy())[0]
    assert pendulum.point("lower", TIP, run.q[k].copy()).position[0] == pytest.approx(0.5, abs=1e-9)
    assert J @ before < -0.1
    assert J @ after == pytest.approx(-e * (J @ before), rel=1e-13, abs=1e-15)
    impulse = M @ (after - before)
    along = J * (impulse @ J) / (J @ J)
    np.testing.assert_allclose(impulse, along, rtol=0, atol=1e-14 * np.max(np.abs(impulse)))
    assert run.events[0].energy <= 1e-14
    if e == 1.0:
        assert abs(run.events[0].energy) <= 1e-13
    assert_consistent(run, 1e-9)


def test_two_walls_at_once(pendulum: System) -> None:
    """Both limits are reached at the same instant: both rates are reversed."""
    start = pendulum.state([0.5, 0.5], [-1.0, -1.0])
    events = [
        Event(lambda t: t - 0.1, do=[], name="unrelated"),
        Event(lambda t, s: s["A"] + s["B"] - 0.3, direction="down", do=Bounce(0.5), name="sum"),
        Event(lambda t, s: 2.0 * (s["A"] + s["B"] - 0.3), direction="down", do=Stop(), name="same"),
    ]
    run = pendulum.simulate(start, until=1.0, events=events, **TIGHT)
    last = [event for event in run.events if event.name != "unrelated"]
    assert {event.name for event in last} == {"sum", "same"} and last[0].t == last[1].t
    k = last[0].state
    assert np.sum(run.v[k]) == pytest.approx(-0.5 * np.sum(run.v[k - 1]), rel=1e-13)


# --- with loops ----------------------------------------------------------------------------------


def slide(system: System, event: Event, method: str = "auto") -> Run:
    """The slider-crank turning, with an event on its way."""
    start = system.assemble({"A": 0.6}, {"A": 3.0})
    return system.simulate(start, until=1.0, every=0.01, events=[event], **METHODS[method])


@pytest.mark.parametrize("method", ["auto", "abm4", "ida"])
@pytest.mark.parametrize("e", RESTITUTIONS)
def test_slider_at_a_stop(crank: System, e: float, method: str) -> None:
    """The loop stays closed in velocity: impulse = Phi_v^T Lambda + J^T p."""
    stop = Event("D", at=-0.2, direction="down", do=[Bounce(e), Stop()], name="stop")
    run = slide(crank, stop, method)
    assert len(run.events) == 1
    k = run.events[0].state
    state, earlier = run.state(k), run.state(k - 1)
    assert state["D"] == pytest.approx(-0.2, abs=1e-9)
    assert earlier["D.speed"] < -0.1
    assert state["D.speed"] == pytest.approx(-e * earlier["D.speed"], rel=1e-11, abs=1e-12)
    _, Phi, _, C = crank.compiled.loops.closure(state.q)
    assert np.max(np.abs(Phi @ state.v)) <= 1e-12
    place = crank.compiled.located_rate("D")
    J = np.eye(crank.nv)[place[1].start] if place[0] == "v" else C[place[1].start]
    impulse = crank.mass_matrix(state.q) @ (state.v - earlier.v)
    rows = np.vstack([Phi, J])
    missing = impulse - rows.T @ np.linalg.lstsq(rows.T, impulse, rcond=None)[0]
    assert np.max(np.abs(missing)) <= 1e-12 * np.max(np.abs(impulse))
    change = crank.energy(state.q, state.v).kinetic - crank.energy(earlier.q, earlier.v).kinetic
    assert run.events[0].energy == pytest.approx(change, rel=1e-9, abs=1e-13) and change < 1e-12
    if e == 1.0:
        assert abs(change) <= 1e-12
    assert run.drift <= 1e-12
    assert_consistent(run, 1e-7)


def test_slider_thrown_back_and_forth(crank: System) -> None:
    """Many impacts with loops: the ledger closes, and nothing opens."""
    near = Event("D", at=-0.2, direction="down", do=Bounce(0.9), name="near")
    far = Event("D", at=-0.05, direction="up", do=Bounce(0.9), name="far")
    start = crank.assemble({"A": 0.9}, {"A": 3.0})
    run = crank.simulate(start, until=3.0, every=0.01, events=[near, far], **TIGHT)
    assert len(run.events) > 6 and {event.name for event in run.events} == {"near", "far"}
    assert np.min(run["D"]) >= -0.2 - 1e-9 and np.max(run["D"]) <= -0.05 + 1e-9
    assert run.drift <= 1e-12
    for q, v in zip(run.q, run.v, strict=True):
        assert np.max(np.abs(crank.compiled.loops.closure(q)[1] @ v)) <= 1e-11
    assert_consistent(run, 1e-8)
    assert run.corrections[-1] == pytest.approx(sum(event.energy for event in run.events), abs=1e-9)
