"""Gripping a moving load in the middle of a move, and letting it go: momentum is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from events.machines import METHODS, TIGHT, G, assert_consistent, double_pendulum, pendulum
from loops.mechanisms import five_bar
from sarrus import Event, Mechanism, System
from sarrus.errors import SarrusError
from sarrus.system import Run
from sarrus.system.simulation.events import Attach, Detach, Lock, Release

LOAD_INERTIA = ((0.05, 0.004, -0.002), (0.004, 0.07, 0.003), (-0.002, 0.003, 0.06))


def spacecraft() -> System:
    """A hand that floats, with a finger, and a load in free flight beside it."""
    m = Mechanism("spacecraft", (0.0, 0.0, 0.0))
    m.body("hand", 5.0, (0.1, 0.0, 0.05), (0.5, 0.7, 0.6))
    m.body("finger", 1.0, (0.2, 0.02, 0.0), (0.02, 0.05, 0.05), at=(0.5, 0.0, 0.0))
    m.body("load", 2.0, (0.03, 0.01, -0.02), LOAD_INERTIA, at=(1.1, 0.2, 0.1))
    m.free("base", m.ground, "hand", at=(0, 0, 0))
    m.revolute("knuckle", "hand", "finger", at=(0.5, 0, 0), axis="z")
    m.free("grip", "finger", "load", at=(1.1, 0.2, 0.1))
    return m.build().compile(kernels=())


@pytest.fixture(scope="module")
def craft() -> System:
    return spacecraft()


def momentum(system: System, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Linear and angular momentum about the origin, body by body."""
    total = np.zeros(6)
    for body in system.model.bodies:
        X = system.kinematics(q.copy(), v.copy())[body.name]
        arm = X.rotation @ np.array(body.com)
        p = body.mass * (X.velocity + np.cross(X.angular_velocity, arm))
        spin = X.rotation @ np.array(body.inertia) @ X.rotation.T @ X.angular_velocity
        total += np.concatenate([p, np.cross(X.position + arm, p) + spin])
    return total


def floating(system: System, events: list[Event], method: str = "auto") -> Run:
    random = np.random.default_rng(3)
    start = system.state(system.drawing(), random.uniform(-1.0, 1.0, system.nv))
    return system.simulate(start, until=1.0, every=0.05, events=events, **METHODS[method])


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "abm4", "adams"])
def test_load_in_flight_is_gripped(craft: System, method: str) -> None:
    run = floating(craft, [Event(0.437, do=Lock("grip"), name="grip")], method)
    k = run.events[0].state
    assert run.events[0].t == pytest.approx(0.437, abs=1e-14)
    before = momentum(craft, run.q[k - 1], run.v[k - 1])
    after = momentum(craft, run.q[k], run.v[k])
    assert np.max(np.abs(after - before)) <= 1e-12 * np.max(np.abs(before))
    place = craft.compiled.located_rate("grip")[1]
    assert np.max(np.abs(run.v[k - 1, place])) > 0.1 and np.all(np.abs(run.v[k:, place]) <= 1e-14)
    kinetic = [craft.energy(run.q[j].copy(), run.v[j].copy()).kinetic for j in (k - 1, k)]
    assert run.events[0].energy == pytest.approx(kinetic[1] - kinetic[0], rel=1e-12)
    assert kinetic[1] < kinetic[0] - 0.1
    # they go on as one body: momentum, and how the load lies in the finger
    end = momentum(craft, run.q[-1], run.v[-1])
    assert np.max(np.abs(end - before)) <= 1e-8
    part = craft.compiled.layout.q_slice["grip"]
    np.testing.assert_allclose(run.q[k:, part], run.q[k, part][None, :].repeat(len(run) - k, 0))
    assert_consistent(run, 1e-8)


def test_gripped_and_released(craft: System) -> None:
    events = [Event(0.3, do=Lock("grip")), Event(0.6, do=Release("grip"))]
    run = floating(craft, events)
    k = run.events[1].state
    np.testing.assert_allclose(run.v[k], run.v[k - 1], rtol=0, atol=1e-13)
    assert abs(run.events[1].energy) <= 1e-13 and len(run.segments) == 3
    before = momentum(craft, run.q[0], run.v[0])
    np.testing.assert_allclose(momentum(craft, run.q[-1], run.v[-1]), before, rtol=0, atol=1e-9)
    assert_consistent(run, 1e-8)


# --- payloads ------------------------------------------------------------------------------------


def generalized(system: System, q: np.ndarray, v: np.ndarray, bodies: Any) -> np.ndarray:
    """Sum of J^T (m velocity, R I R^T omega) over bodies (name, mass, com, inertia)."""
    total = np.zeros(system.nv)
    for name, mass, com, inertia in bodies:
        J = system.jacobian(name, np.array(com), q.copy())
        R = system.poses(q.copy())[name].rotation
        moving = J @ v
        spin = R @ np.array(inertia) @ R.T @ moving[3:6]
        total += J.T @ np.concatenate([mass * moving[0:3], spin])
    return total


def own_bodies(system: System) -> list[Any]:
    return [(b.name, b.mass, b.com, b.inertia) for b in system.model.bodies]


MASS, COM = 1.5, (0.1, -0.4, 0.05)
COMING, TURNING = np.array([0.7, -0.3, 0.2]), np.array([0.1, -0.4, 2.0])


def brought(system: System, q: np.ndarray, body: str) -> np.ndarray:
    """The momentum of the load as it comes, in coordinates."""
    J = system.jacobian(body, np.array(COM), q.copy())
    R = system.poses(q.copy())[body].rotation
    spin = R @ np.array(LOAD_INERTIA) @ R.T @ TURNING
    return J.T @ np.concatenate([MASS * COMING, spin])


def test_load_that_comes_flying_onto_a_chain() -> None:
    system = double_pendulum().compile(kernels=())
    load = Attach("load", "lower", MASS, COM, LOAD_INERTIA, COMING, TURNING)
    start = system.state([0.8, 0.4], [-1.0, 2.0])
    run = system.simulate(start, until=0.6, every=0.05, events=[Event(0.31, do=load)], **TIGHT)
    k = run.events[0].state
    q, v0, v1 = run.q[k], run.v[k - 1], run.v[k]
    own = own_bodies(system)
    expected = generalized(system, q, v0, own) + brought(system, q, "lower")
    found = generalized(system, q, v1, [*own, ("lower", MASS, COM, LOAD_INERTIA)])
    assert np.max(np.abs(found - expected)) <= 1e-12 * np.max(np.abs(expected))
    assert np.max(np.abs(v1 - v0)) > 0.1
    assert_consistent(run, 1e-8)


def test_load_that_comes_flying_onto_a_loop() -> None:
    """The loop keeps its share: what is missing in the balance is Phi_v^T Lambda, no more."""
    system = five_bar().compile(kernels=())
    load = Attach("load", "rod_r", MASS, COM, LOAD_INERTIA, COMING, TURNING)
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.7})
    run = system.simulate(start, until=0.3, every=0.05, events=[Event(0.123, do=load)], **TIGHT)
    k = run.events[0].state
    q, v0, v1 = run.q[k], run.v[k - 1], run.v[k]
    Phi = system.compiled.loops.closure(q.copy())[1]
    assert np.max(np.abs(Phi @ v1)) <= 1e-12
    own = own_bodies(system)
    expected = generalized(system, q, v0, own) + brought(system, q, "rod_r")
    found = generalized(system, q, v1, [*own, ("rod_r", MASS, COM, LOAD_INERTIA)])
    free = np.linalg.svd(Phi)[2][np.linalg.matrix_rank(Phi, tol=1e-9) :]
    assert free.shape[0] == 2
    assert np.max(np.abs(free @ (found - expected))) <= 1e-12 * np.max(np.abs(expected))
    assert_consistent(run, 1e-8)
    assert run.drift <= 1e-12


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "abm4", "adams"])
def test_pendulum_that_catches_a_point_mass_by_hand(method: str) -> None:
    """(I + m l^2) omega+ = I omega- + m l u, with the tangential speed u of the mass."""
    numbers = ["rod.mass", "rod.com", "rod.inertia"]
    system = pendulum(1.0, 1.0).compile(kernels=(), parameters=numbers)
    load, u = 0.8, 2.5

    def catching(t: float, state: Any) -> Attach:
        angle = state["A"]
        along = np.array([np.cos(angle), np.sin(angle), 0.0])
        across = np.array([-np.sin(angle), np.cos(angle), 0.0])
        return Attach("load", "rod", load, (0, -1.0, 0), velocity=u * along + 0.9 * across)

    start = system.state([0.9], [0.0])
    events = [Event("A", at=0.2, direction="down", do=catching, name="catch", most=1)]
    run = system.simulate(start, until=1.0, events=events, **METHODS[method])
    k = run.events[0].state
    I = 1.0 / 3.0
    expected = (I * run.v[k - 1, 0] + load * u) / (I + load)
    assert run.v[k, 0] == pytest.approx(expected, rel=1e-12)
    heavy = (0.5 * (I + load) * run.v[k, 0] ** 2) - 0.5 * I * run.v[k - 1, 0] ** 2
    lifted = -load * G * np.cos(run.q[k, 0])
    assert run.events[0].energy == pytest.approx(heavy + lifted, rel=1e-9)
    assert_consistent(run, 1e-7 if method == "abm4" else 1e-8)


def test_load_that_moves_along_changes_no_velocity() -> None:
    system = pendulum().compile(kernels=())
    events = [
        Event(0.3, do=Attach("load", "rod", 0.8, (0, -1.0, 0)), name="on"),
        Event(0.7, do=Detach("load", "rod"), name="off"),
    ]
    run = system.simulate(system.state([0.9], [0.4]), until=1.2, events=events, **TIGHT)
    on, off = (event.state for event in run.events)
    for k in (on, off):
        np.testing.assert_allclose(run.v[k], run.v[k - 1], rtol=1e-14)
    # what the load has is booked as it comes and as it goes
    weight = [-0.8 * G * np.cos(run.q[k, 0]) + 0.4 * run.v[k, 0] ** 2 for k in (on, off)]
    assert run.events[0].energy == pytest.approx(weight[0], rel=1e-12)
    assert run.events[1].energy == pytest.approx(-weight[1], rel=1e-12)
    assert_consistent(run, 1e-8)


@pytest.mark.parametrize("method", ["auto", "rk4", "abm4", "bdf"])
def test_with_its_load_it_moves_like_one_built_with_it(method: str) -> None:
    """While it carries, and after it has let go."""
    bare, loaded = pendulum().compile(kernels=()), pendulum(load=0.8).compile(kernels=())
    events = [
        Event(0.3, do=Attach("load", "rod", 0.8, (0, -1.0, 0))),
        Event(0.7, do=Detach("load", "rod")),
    ]
    how = {"every": 0.05, **METHODS[method]}
    run = bare.simulate(bare.state([0.9], [0.4]), until=1.2, events=events, **how)
    on, off = (event.state for event in run.events)
    with_it = loaded.simulate(run.state(on), until=0.7, **how)
    np.testing.assert_allclose(run.q[off - 1], with_it.q[-1], rtol=0, atol=1e-8)
    np.testing.assert_allclose(run.v[off - 1], with_it.v[-1], rtol=0, atol=1e-7)
    without = bare.simulate(run.state(off), until=1.2, **how)
    np.testing.assert_allclose(run.q[-1], without.q[-1], rtol=0, atol=1e-8)
    np.testing.assert_allclose(run.v[-1], without.v[-1], rtol=0, atol=1e-7)


def test_several_loads_on_one_body() -> None:
    """Their order does not matter."""
    system = double_pendulum().compile(kernels=())
    one = Attach("one", "lower", 0.5, (0.1, -0.2, 0), (0.01, 0.02, 0.03))
    two = Attach("two", "lower", 0.3, (-0.1, -0.5, 0.1), LOAD_INERTIA)
    plans = [
        [Event(0.1, do=[one, two])],
        [Event(0.1, do=[two, one])],
        [Event(0.1, do=one), Event(0.1, do=two)],
    ]
    start = system.state([0.8, 0.4], [-1.0, 2.0])
    ends = [system.simulate(start, until=0.5, events=plan, **TIGHT).q[-1] for plan in plans]
    np.testing.assert_allclose(ends[1], ends[0], rtol=0, atol=1e-10)
    np.testing.assert_allclose(ends[2], ends[0], rtol=0, atol=1e-10)


def test_a_load_is_attached_once_and_leaves_the_body_that_carries_it() -> None:
    """Twice, from another body, before it is there: refused, before the run where it can be."""
    system = double_pendulum().compile(kernels=())
    start = system.state([0.8, 0.4], [-1.0, 2.0])
    on, off = Attach("one", "lower", 0.5), Detach("one", "lower")
    wrong = {
        "is attached already, to 'lower'": [Event(0.1, do=on), Event(0.2, do=on)],
        "is attached to 'lower'; 'upper' cannot": [
            Event(0.1, do=on),
            Event(0.2, do=Detach("one", "upper")),
        ],
        "is attached to nothing at t = 0.1 s": [Event(0.1, do=off), Event(0.2, do=on)],
    }
    for said, plan in wrong.items():
        with pytest.raises(SarrusError, match=said):
            system.simulate(start, until=0.3, events=plan)
    again = [Event(0.1, do=on), Event(0.15, do=off), Event(0.2, do=on)]
    assert len(system.simulate(start, until=0.3, events=again).events) == 3
