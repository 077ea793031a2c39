"""Locking joints that move: velocities jump in the mass norm; releasing them changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from events.machines import (
    METHODS,
    TIGHT,
    assert_consistent,
    double_pendulum,
    mass_matrix,
    slider_crank,
)
from loops.mechanisms import bricard, five_bar, four_bar
from sarrus import Event, Mechanism, Model, System
from sarrus.system import Run
from sarrus.system.simulation.events import Bounce, Drive, Lock, Release, Stop
from sarrus.system.simulation.modes import Mode


def kkt(M: np.ndarray, v: np.ndarray, rows: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Return v+ that minimises |v+ - v|_M subject to rows v+ = rates, redundant rows or not."""
    n, m = len(v), len(rows)
    K = np.zeros((n + m, n + m))
    K[:n, :n], K[:n, n:], K[n:, :n] = M, rows.T, rows
    found = np.linalg.lstsq(K, np.concatenate([M @ v, rates]), rcond=None)[0]
    return found[:n]


def rows_of(system: System, q: np.ndarray, names: list[str]) -> np.ndarray:
    """All loop rows, and a row for each velocity of the named joints."""
    _, Phi, _, C = system.compiled.loops.closure(q.copy())
    rows = [Phi]
    for name in names:
        vector, place = system.compiled.located_rate(name)
        rows.append((np.eye(system.nv) if vector == "v" else C)[place])
    return np.vstack(rows)


def check_impact(run: Run, held: list[str], event: int = 0) -> None:
    """The velocities after the event are nearest to those before, among all that are allowed."""
    happened = run.events[event]
    k, system = happened.state, run.system
    M, rows = mass_matrix(run, k), rows_of(system, run.q[k], held)
    before, after = run.v[k - 1], run.v[k]
    expected = kkt(M, before, rows, np.zeros(len(rows)))
    np.testing.assert_allclose(after, expected, rtol=0, atol=1e-10 * np.max(np.abs(before)))
    assert np.max(np.abs(rows @ after)) <= 1e-12 * (1.0 + np.max(np.abs(before)))
    lost = 0.5 * (after @ M @ after - before @ M @ before)
    assert happened.energy == pytest.approx(lost, rel=1e-10, abs=1e-12) and lost <= 0.0
    # in the mass norm, what is lost is the energy of the jump itself
    jump = after - before
    assert lost == pytest.approx(-0.5 * jump @ M @ jump, rel=1e-9, abs=1e-12)


@pytest.fixture(scope="module")
def double() -> System:
    return double_pendulum().compile(kernels=())


@pytest.fixture(scope="module")
def bars() -> System:
    return five_bar().compile(kernels=())


def ball_joints() -> Model:
    """A body on a ball joint that carries another on a ball joint."""
    m = Mechanism("balls", (0.0, 0.0, -9.81))
    m.body("one", 1.0, (0.2, 0.05, -0.1), (0.05, 0.06, 0.04))
    m.body("two", 0.6, (0.1, -0.05, -0.2), (0.02, 0.01, 0.02), at=(0.4, 0.1, -0.2))
    m.spherical("S", m.ground, "one", at=(0, 0, 0))
    m.spherical("T", "one", "two", at=(0.4, 0.1, -0.2))
    return m.build()


# --- trees ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("joint", ["A", "B"])
def test_joint_of_a_tree(double: System, joint: str, method: str) -> None:
    system = double
    lock = Event(0.3, do=Lock(joint), name="lock")
    start = system.state([0.9, 0.3], [0.5, -0.5])
    run = system.simulate(start, until=0.6, every=0.02, events=[lock], **METHODS[method])
    check_impact(run, [joint])
    k = run.events[0].state
    assert np.ptp(run[joint][k:]) <= 1e-12 and np.ptp(run["AB".replace(joint, "")][k:]) > 0.1
    assert_consistent(run, 1e-7 if method == "abm4" else 1e-8)


def test_ball_joint() -> None:
    system = ball_joints().compile(kernels=())
    for held in (["S"], ["T"], ["S", "T"], ["T.omega_y"]):
        start = system.state(system.neutral(), [1.0, -2.0, 0.5, 0.7, 0.9, -1.1])
        lock = Event(0.25, do=[Lock(name) for name in held], name="lock")
        run = system.simulate(start, until=0.5, every=0.05, events=[lock], **TIGHT)
        check_impact(run, held)
        k = run.events[0].state
        for name in held:
            place = system.compiled.located_rate(name)[1]
            assert np.max(np.abs(run.v[k:, place])) <= 1e-12
            if "." not in name:
                assert np.max(np.ptp(run[name][k:], axis=0)) <= 1e-12
        assert_consistent(run, 1e-8)


def test_free_joint() -> None:
    m = Mechanism("thrown", (0.0, 0.0, -9.81))
    m.body("plate", 2.0, (0.1, 0.0, 0.05), (0.1, 0.2, 0.25))
    m.body("arm", 0.5, (0.2, 0.0, 0.0), (0.01, 0.03, 0.03), at=(0.3, 0, 0))
    m.free("F", m.ground, "plate", at=(0, 0, 0))
    m.revolute("R", "plate", "arm", at=(0.3, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    start = system.state(system.drawing(), [1.0, -0.5, 2.0, 0.3, 0.2, 1.5, -3.0])
    run = system.simulate(start, until=0.5, events=[Event(0.2, do=Lock("F"))], **TIGHT)
    check_impact(run, ["F"])
    k = run.events[0].state
    assert np.max(np.abs(run.v[k:, system.compiled.located_rate("F")[1]])) <= 1e-12
    assert np.ptp(run["R"][k:]) > 0.05, "the arm goes on about its hinge"
    assert_consistent(run, 1e-8)


def test_momentum_left_in_the_rest_by_hand() -> None:
    """Two equal disks on one axle turn as one with the mean of their rates."""
    m = Mechanism("disks", (0.0, 0.0, 0.0))
    for name, parent, joint in (("one", m.ground, "A"), ("two", "one", "B")):
        m.body(name, 1.0, (0, 0, 0), (0.1, 0.1, 0.4))
        m.revolute(joint, parent, name, at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    start = system.state([0.0, 0.0], [3.0, 4.0])  # rates 3 and 7 rad/s
    run = system.simulate(start, until=1.0, events=[Event(0.5, do=Lock("B"))])
    assert run.v[-1] == pytest.approx([5.0, 0.0], abs=1e-12)
    assert run.events[0].energy == pytest.approx(0.2 * (2 * 25.0 - 9.0 - 49.0), rel=1e-12)
    assert run.q[-1] == pytest.approx([0.5 * 3.0 + 0.5 * 5.0, 0.5 * 4.0], rel=1e-9)


# --- loops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_crank_of_a_five_bar(bars: System, method: str) -> None:
    """One freedom is left; the locked crank stays exactly."""
    system = bars
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 1.0, "D": -0.7})
    lock, free = Event(0.2, do=Lock("A")), Event(0.4, do=Release("A"))
    run = system.simulate(start, until=0.5, every=0.02, events=[lock, free], **METHODS[method])
    check_impact(run, ["A"])
    on, off = (event.state for event in run.events)
    assert np.ptp(run["A"][on : off - 1]) <= 1e-11 and np.ptp(run["D"][on:off]) > 1e-3
    np.testing.assert_allclose(run.v[off], run.v[off - 1], rtol=0, atol=1e-12)
    assert np.ptp(run["A"][off:]) > 1e-3
    assert run.drift <= 1e-9
    assert_consistent(run, 1e-6 if method in ("bdf", "ida", "abm4") else 1e-8)


@pytest.mark.parametrize("cut", ["B", "D"])
def test_joint_that_closes_the_loop(cut: str) -> None:
    """The slider is locked where it is, whether its guide is in the tree or cut."""
    system = slider_crank().compile(kernels=(), cut=[cut])
    start = system.assemble({"A": 0.7}, {"A": 3.0})
    run = system.simulate(start, until=0.5, events=[Event(0.2, do=Lock("D"))], **TIGHT)
    check_impact(run, ["D"])
    k = run.events[0].state
    for joint in "ABCD":
        assert np.ptp(run[joint][k:]) <= 1e-10, "nothing can move any more"
    assert run.final["D.speed"] == pytest.approx(0.0, abs=1e-12)
    assert_consistent(run, 1e-8)


def test_two_joints_where_one_would_do() -> None:
    """Locks that say the same twice, at once and one after the other."""
    system = four_bar().compile(kernels=(), cut=["D"])
    start = system.assemble({"A": 0.9}, {"A": 2.0})
    for events in (
        [Event(0.1, do=[Lock("A"), Lock("D"), Lock("B")])],
        [Event(0.1, do=Lock("A")), Event(0.2, do=Lock("D")), Event(0.3, do=Lock("B"))],
    ):
        run = system.simulate(start, until=0.5, every=0.02, events=events, **TIGHT)
        check_impact(run, ["A"])
        k = run.events[0].state
        assert np.max(np.abs(run.v[k:])) <= 1e-10 and run.drift <= 1e-11
        assert_consistent(run, 1e-8)
    run = system.simulate(
        start,
        until=0.5,
        events=[Event(0.1, do=[Lock("A"), Lock("D")]), Event(0.3, do=Release("A"))],
    )
    assert np.max(np.abs(run.v[-1])) <= 1e-10, "the other lock still holds"


def test_redundant_loop_with_a_lock() -> None:
    """Bricard's mechanism: one row too many, one freedom, which the lock takes."""
    system = bricard().compile(kernels=())
    start = system.assemble({"R1": 0.1}, {"R1": 0.8})
    events = [Event(0.2, do=Lock("R3")), Event(0.4, do=Release("R3"))]
    run = system.simulate(start, until=0.6, every=0.02, events=events, rtol=1e-10, atol=1e-12)
    check_impact(run, ["R3"])
    on, off = (event.state for event in run.events)
    assert np.max(np.abs(run.v[on:off])) <= 1e-10
    assert np.max(np.abs(run.v[off:])) > 1e-3, "it falls again"
    assert run.drift <= 1e-11
    assert_consistent(run, 1e-8)


# --- what locks and drives have to do with each other --------------------------------------------


def test_N15_freedoms_change_with_the_locks(bars: System) -> None:
    """The freedom of every segment is that of its locks: 2, 1, 0, 1, 2."""
    system = bars
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.4})
    events = [
        Event(0.1, do=Lock("A")),
        Event(0.2, do=Lock("D")),
        Event(0.3, do=Release("A")),
        Event(0.4, do=Release("D")),
    ]
    run = system.simulate(start, until=0.5, every=0.02, events=events, **TIGHT)
    freedom = [system.nv - segment.sim.rows for segment in run.segments]
    assert freedom == [2, 1, 0, 1, 2]
    assert [segment.sim.locked for segment in run.segments] == [(), ("A",), ("A", "D"), ("D",), ()]
    assert_consistent(run, 1e-8)


def test_lock_takes_the_place_of_a_drive(double: System) -> None:
    """The driven crank stops at once, as by a brake: its energy is booked."""
    start = double.state([0.2, 0.1], [2.0, 0.0])
    driven = {"A": lambda t: 0.2 + 2.0 * t}
    run = double.simulate(start, until=0.5, driven=driven, events=[Event(0.25, do=Lock("A"))])
    check_impact(run, ["A"])
    k = run.events[0].state
    assert run["A"][k:] == pytest.approx(0.7, abs=1e-12)
    assert_consistent(run, 1e-6)


def test_names_of_joints_and_their_coordinates_mean_the_same() -> None:
    mode = Mode({}, {"A.angle": 1.0, "B": 2.0}, ("C", "D.angle", "AB"))
    assert mode.without_drive("A").driven == {"B": 2.0}
    assert mode.without_drive("B.angle").driven == {"A.angle": 1.0}
    assert mode.without_drive("D").locked == ("C", "AB")
    assert mode.without_drive("C.rate").locked == ("D.angle", "AB")
    assert mode.without_drive("A").locked == mode.locked, "AB is another joint"


@pytest.mark.parametrize("hold", [Lock("A"), Drive("A", 0.2)])
def test_plastic_impact_that_is_held(double: System, hold: Lock | Drive) -> None:
    """Restitution zero and a lock: it sticks, and the run goes on."""
    stop = Event("A", at=0.2, direction="down", do=[Bounce(0.0), hold], name="stop")
    run = double.simulate(double.state([0.9, 0.1], [0.0, 0.0]), until=1.0, events=[stop], **TIGHT)
    assert len(run.events) == 1 and run.final.t == 1.0
    k = run.events[0].state
    assert run["A"][k:] == pytest.approx(0.2, abs=1e-9)
    assert np.ptp(run["B"][k:]) > 0.1
    check_impact(run, ["A"])
    assert_consistent(run, 1e-8)


def test_plastic_impact_that_ends_the_run(double: System) -> None:
    for at in np.linspace(0.0, 0.6, 13):
        stop = Event("A", at=at, direction="down", do=[Bounce(0.0), Stop()], name="stop")
        run = double.simulate(double.state([0.9, 0.1], [0.0, 0.0]), until=1.0, events=[stop])
        assert len(run.events) == 1 and run.final["A.rate"] == pytest.approx(0.0, abs=1e-14)
