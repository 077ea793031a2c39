"""CHK-D03: end-effector forces, actuators on dependent joints, and the power that they need."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from sarrus import Mechanism, System

MACHINES = {
    "slider_crank": (mechanisms.slider_crank, "crank_pivot.rate", "fork.rate_2", "slider"),
    "four_bar": (mechanisms.four_bar, "A.rate", "C.rate", "coupler"),
    "rssr": (mechanisms.rssr, "A.rate", "D.rate", "coupler"),
    "quick_return": (mechanisms.quick_return, "crank_pivot.rate", "tip.rate", "slider"),
}


@pytest.fixture(scope="module", params=MACHINES)
def machine(request):
    build, *names = MACHINES[request.param]
    return build().compile(), *names


def energy_rate(system: System, state, vdot: np.ndarray) -> float:
    """Return d(T + V)/dt = v^T (M vdot + c) along the motion: what is not conservative."""
    return float(state.v @ (system.mass_matrix(state.q) @ vdot + system.bias(state.q, state.v)))


def test_CHK_D03_power_balance(machine):
    system, crank, dependent, body = machine
    state = system.assemble({crank.split(".")[0]: 0.2}, {crank: 1.3})
    force, moment = np.array([5.0, -7.0, 4.0]), np.array([0.3, -0.2, 0.5])
    efforts = {crank: 1.1, dependent: -2.3}
    moving = system.accelerations(state, efforts=efforts, loads={body: (force, moment)})
    at = system.kinematics(state.q, state.v)[body]
    power = force @ at.velocity + moment @ at.angular_velocity
    power += sum(effort * state[name] for name, effort in efforts.items())
    # the identity needs no formula of the loops: they do no work
    assert energy_rate(system, state, moving.vdot) == pytest.approx(power, rel=1e-9)
    # and it is the rate of the energy: central difference along the motion
    h = 1e-5
    ends = []
    for sign in (1, -1):
        step = sign * h * state.v + 0.5 * h * h * moving.vdot
        energy = system.energy(system.add(state.q, step), state.v + sign * h * moving.vdot)
        ends.append(energy.total)
    scale = abs(power) + abs(system.energy(state.q, state.v).total) * 1e-3
    assert abs((ends[0] - ends[1]) / (2 * h) - power) <= 1e-5 * scale


def test_CHK_D03_driven_motion_needs_that_power(machine):
    system, crank, dependent, body = machine
    joint = crank.split(".")[0]
    load = {body: ((5.0, -7.0, 4.0), (0.0, 0.0, 0.0))}
    run = system.drive(
        {joint: lambda t: 0.2 + 0.7 * np.sin(2 * t)}, until=0.4, every=0.1,
        efforts={dependent: -2.3}, loads=load,
    )  # fmt: skip
    for k, moving in enumerate(run.motions):
        state = moving.state
        at = system.kinematics(state.q, state.v)[body]
        power = run[f"{joint}.power"][k] + np.array(load[body][0]) @ at.velocity
        power += -2.3 * state[dependent]
        assert energy_rate(system, state, moving.vdot) == pytest.approx(power, rel=1e-9, abs=1e-9)


def test_CHK_D03_same_accelerations_as_the_tree():
    """A tree whose loop is closed by a joint that allows everything moves like the tree."""
    m = Mechanism("arm", (0, -9.81, 0))
    upper = m.body("upper", 2.0, (0.5, 0, 0), (0.01, 0.2, 0.2))
    lower = m.body("lower", 1.0, (1.5, 0, 0), (0.01, 0.1, 0.1))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="z")
    m.revolute("B", upper, lower, at=(1, 0, 0), axis="z")
    tree = m.build().compile()
    m.free("loose", m.ground, lower)
    closed = m.build().compile(cut=["loose"])
    assert closed.closed and closed.compiled.loops.m == 0
    q, v, tau = np.array([0.3, -0.8]), np.array([1.0, 2.0]), np.array([0.4, -0.6])
    expected = tree.forward_dynamics(q, v, tau)
    assert_close(closed.forward_dynamics(q, v, tau), expected, 1e-12)
    moving = closed.accelerations(closed.state(q, v), efforts={"A": 0.4, "B": -0.6})
    assert_close(moving.vdot, expected, 1e-12)
