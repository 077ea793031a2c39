"""Followers of cams against their laws of lift, the equations of the textbook, other cuts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from curves.followers import KINDS, machine, profile
from loops.free_bodies import imbalance
from loops.test_against_cartesian import absolute
from sarrus import analysis
from sarrus.curves.cam import LAWS
from sarrus.events import lift_off
from sarrus.system.simulation.recording import Stopped
from sarrus.system.system import System

SPEED = 20.0


@pytest.fixture(scope="module", params=KINDS)
def case(request: pytest.FixtureRequest) -> tuple[str, System]:
    return request.param, machine(request.param).compile()


def law_of(kind: str, t: np.ndarray, order: int = 0) -> np.ndarray:
    return profile(kind).law_of_lift.lift(SPEED * t, order) * SPEED**order


def test_lift_is_the_law(case: tuple[str, System]) -> None:
    kind, system = case
    run = system.drive({"A": lambda t: SPEED * t}, until=0.31, every=0.00317)
    name = "angle" if kind.startswith("swinging") else "displacement"
    assert np.max(np.abs(run[f"B.{name}"] - law_of(kind, run.t))) < 1e-10
    rate = "rate" if kind.startswith("swinging") else "speed"
    size = np.max(np.abs(law_of(kind, run.t, 1)))
    assert np.max(np.abs(run[f"B.{rate}"] - law_of(kind, run.t, 1))) < 1e-6 * size
    angle = np.abs(profile(kind).pressure_angle(SPEED * run.t))
    moving = np.abs(law_of(kind, run.t, 1)) > 1e-2 * size
    assert np.max(np.abs(run["touch.pressure_angle"] - angle)[moving]) < 1e-6


@pytest.mark.parametrize("law", [name for name in LAWS if name != "3-4-5"])
def test_other_laws(law: str) -> None:
    cam = profile("roller", law)
    system = machine("roller", law).compile()
    for angle in np.linspace(0.05, 6.2, 11):
        state = system.assemble({"A": angle})
        assert abs(state["B.displacement"] - cam.law_of_lift.lift(angle)) < 1e-10


def test_force_is_that_of_newton() -> None:
    """The contact carries what the follower, its spring and its weight need, along the normal."""
    kind = "flat"
    system = machine(kind).compile()
    run = system.drive({"A": lambda t: SPEED * t}, until=0.3, every=0.0031)
    s, a = law_of(kind, run.t), law_of(kind, run.t, 2)
    inside = np.min(np.abs(SPEED * run.t[:, None] - np.array(profile(kind).angles)), axis=1) > 0.1
    force = 0.3 * (a + 9.81) + 2000.0 * s + 20.0
    assert np.max(np.abs(run["touch.normal_force"] - force)[inside]) < 1e-3 * np.max(force)


def moving(system: System) -> Any:
    return system.assemble({"A": 0.7}, rates={"A": 3.0})


def test_bodies_are_in_balance(case: tuple[str, System]) -> None:
    _, system = case
    motion = system.accelerations(moving(system))
    assert imbalance(system, motion, system.reactions(motion)) < 1e-9


def test_rows_and_their_bias(case: tuple[str, System]) -> None:
    """Both by differences."""
    _, system = case
    state = moving(system)
    terms = system.compiled.loops.terms(state.q, state.v)
    h = 1e-5
    ends = [
        system.compiled.loops.closure(system.add(state.q, sign * h * state.v)) for sign in (1, -1)
    ]
    rate = (ends[0][1] - ends[1][1]) / (2 * h)
    assert np.max(np.abs(terms.gamma + rate @ state.v)) < 1e-6
    for k, unit in enumerate(np.eye(system.nv)):
        phi = [
            system.compiled.loops.closure(system.add(state.q, s * 1e-6 * unit))[0] for s in (1, -1)
        ]
        assert np.max(np.abs((phi[0] - phi[1]) / 2e-6 - terms.Phi[:, k])) < 1e-7


def test_absolute_coordinates_agree(case: tuple[str, System]) -> None:
    """Accelerations and reactions by other equations, made of the values of the gap alone."""
    _, system = case
    state = moving(system)
    solver, there = absolute(system, state)
    ours = system.kinematics(state.q, state.v, system.accelerations(state).vdot)
    for body, theirs in solver.accelerations(there).items():
        size = 1.0 + np.max(np.abs(theirs.acceleration))
        assert np.max(np.abs(ours[body].acceleration - theirs.acceleration)) < 1e-9 * size
    mine, others = system.reactions(state, axes="world"), solver.reactions(there)
    size = max(np.max(np.abs(reaction.force)) for reaction in others.values())
    for joint, reaction in others.items():
        assert np.max(np.abs(mine[joint].force - reaction.force)) < 1e-9 * size


def test_energy_and_derivatives(case: tuple[str, System]) -> None:
    _, system = case
    state = moving(system)
    run = system.simulate(state, until=0.2, rtol=1e-10, atol=1e-12)
    assert np.ptp(run["energy.total"]) < 1e-6 * np.max(run["energy.kinetic"])
    found = analysis.forward_derivatives(system, state.q, state.v, np.zeros(2))
    h = 1e-4

    def motion(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return the accelerations of the equations, whether the gap is closed or not."""
        at = system.compiled.loops.terms(q, v)
        rows = np.vstack([np.hstack([at.M, -at.Phi.T]), np.hstack([at.Phi, np.zeros((1, 1))])])
        return np.asarray(np.linalg.solve(rows, np.append(at.h, at.gamma))[:2])

    def slope(moved: Any) -> np.ndarray:
        """Return a derivative by six points."""
        values = {k: moved(k * h) for k in (-3, -2, -1, 1, 2, 3)}
        total = 45.0 * (values[1] - values[-1]) - 9.0 * (values[2] - values[-2])
        return np.asarray((total + values[3] - values[-3]) / (60.0 * h))

    for k, e in enumerate(np.eye(2)):
        by_q = slope(lambda t, e=e: motion(system.add(state.q, t * e), state.v))
        by_v = slope(lambda t, e=e: motion(state.q, state.v + t * e))
        for numeric, exact in ((by_q, found.dvdot_dq[:, k]), (by_v, found.dvdot_dv[:, k])):
            assert np.max(np.abs(numeric - exact)) < 1e-7 * (1.0 + np.max(np.abs(exact)))


def test_a_fast_cam_throws_its_follower() -> None:
    system = machine("roller", pushes=True).compile()
    slow = system.drive({"A": lambda t: SPEED * t}, until=0.31, every=0.001)
    assert np.min(slow["touch.normal_force"]) > 0.0
    fast = system.assemble({"A": 0.0}, rates={"A": 400.0})
    with pytest.raises(Stopped, match=r"E-LIFT.*'touch'") as stop:
        system.simulate(fast, until=0.02)
    thrown: Any = stop.value.run
    left = thrown.t[-1]
    run = system.simulate(fast, until=left + 0.002, events=[lift_off("touch")], every=1e-4)
    after = run.t > left + 1e-6
    assert np.all(run["touch.normal_force"][after] == 0.0)
    s, v = run["B.displacement"][after], run["B.speed"][after]
    # free of the cam it is a mass on its spring
    wanted = -(9.81 + (2000.0 * s + 20.0) / 0.3)
    numeric = np.gradient(v, run.t[after])
    assert np.max(np.abs(numeric - wanted)[1:-1]) < 1e-3 * np.max(np.abs(wanted))
