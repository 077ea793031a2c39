"""Parameters that move joints: every call has them, and states of other lengths are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from sarrus import GroundMotion, Mechanism, Model, ModelError, State, System, analysis
from sarrus.analysis import reduced_equations
from sarrus.robotics import inverse_kinematics as reaching
from sarrus.system.driven.instant import PointDrive

OTHER = {"B.point": (0.12, 0.0, 0.0)}
SEVERAL = {"B.point": [(0.1, 0.0, 0.0), (0.12, 0.0, 0.0)]}


def four_bar(B: float, moving: bool = False) -> Model:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(B, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    if moving:
        m.prescribe_base()
    return m.build()


@pytest.fixture(scope="module")
def one() -> System:
    return four_bar(0.1).compile(kernels=(), parameters=["B.point"])


@pytest.fixture(scope="module")
def built() -> System:
    return four_bar(0.12).compile(kernels=())


@pytest.fixture(scope="module")
def state(one: System) -> State:
    return one.assemble({"A": 0.4}, rates={"A": 10.0})


@pytest.fixture(scope="module")
def moved(one: System) -> State:
    return one.assemble({"A": 0.4}, rates={"A": 10.0}, parameters=OTHER)


def test_states_are_those_of_a_mechanism_built_with_the_lengths(
    one: System, built: System, moved: State
) -> None:
    there = built.assemble({"A": 0.4}, rates={"A": 10.0})
    names = ("A.angle", "B.angle", "C.angle", "D.angle", "B.rate", "C.rate", "D.rate")
    assert_close([moved[n] for n in names], [there[n] for n in names], 1e-10)
    again = one.state(moved.q, moved.v, parameters=OTHER)
    assert_close(again.cut_q, moved.cut_q, 1e-12)
    near = analysis.project(one, moved.q + 1e-6, moved.v, parameters=OTHER)
    assert_close(near.q, moved.q, 1e-5)
    assert one.mobility(moved, parameters=OTHER).freedom == 1
    assert one.mobility(parameters=OTHER) == built.mobility()
    assert len(one.assemblies({"A": 0.4}, tries=8, parameters=OTHER)) == 2
    assert "redundant" in one.explain("C", moved, parameters=OTHER)


def test_runs_and_drives_are_those_of_a_mechanism_built_with_the_lengths(
    one: System, built: System, moved: State
) -> None:
    how = {"until": 0.5, "every": 0.1, "rtol": 1e-9, "atol": 1e-11}
    run = one.simulate(moved, parameters=OTHER, **how)
    there = built.simulate(built.assemble({"A": 0.4}, rates={"A": 10.0}), **how)
    assert_close(np.asarray(run["A.angle"]), np.asarray(there["A.angle"]), 1e-6)
    driven = one.drive({"A": lambda t: 6.0 * t}, until=1.0, every=0.1, parameters=OTHER)
    really = built.drive({"A": lambda t: 6.0 * t}, until=1.0, every=0.1)
    for name in ("D.angle", "C.rate", "A.effort", "C.reaction.force.x"):
        assert_close(np.asarray(driven[name]), np.asarray(really[name]), 1e-8)
    rest = one.equilibrium({"A": 0.4}, parameters=OTHER, stable=True)
    assert rest.state["D.angle"] == pytest.approx(
        built.equilibrium({"A": 0.4}, stable=True).state["D.angle"], abs=1e-7
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda s, x: s.simulate(x, until=0.1, parameters=OTHER),
        lambda s, x: s.simulate([x, x], until=0.1, method="rk4", step=0.01, parameters=OTHER),
        lambda s, x: s.simulate(x, until=0.1, method="rk4", step=0.01, parameters=SEVERAL),
        lambda s, x: s.accelerations(x, parameters=OTHER),
        lambda s, x: s.reactions(x, parameters=OTHER),
        lambda s, x: s.mobility(x, parameters=OTHER),
        lambda s, x: s.explain("C", x, parameters=OTHER),
        lambda s, x: s.linearize(x, parameters=OTHER),
        lambda s, x: analysis.sensitivities(s, x, ["D.angle"], ["crank.mass"], parameters=OTHER),
        lambda s, x: s.initial_state(at=x, parameters=OTHER),
        lambda s, x: reduced_equations(s, x, parameters=OTHER),
    ],
)  # fmt: skip
def test_a_state_of_other_lengths_is_refused(one: System, state: State, ask: Any) -> None:
    with pytest.raises(ModelError, match=r"D15.*joint:B\.point.*open by 0\.011") as caught:
        ask(one, state)
    assert "assemble" in caught.value.problems[0].action


def test_vectors_of_other_lengths_are_refused(one: System, state: State) -> None:
    with pytest.raises(ModelError, match="M13"):
        one.state(state.q, state.v, parameters=OTHER)
    with pytest.raises(ModelError, match="M13"):
        analysis.hybrid_dynamics(one, state.q, state.v, driven={"A": 1.0}, parameters=OTHER)


def test_other_masses_are_no_matter(one: System, state: State) -> None:
    system = four_bar(0.1).compile(kernels=(), parameters=["crank.mass", "B.point"])
    here = system.assemble({"A": 0.4}, rates={"A": 10.0})
    system.simulate(here, until=0.01, parameters={"crank.mass": 2.0})
    system.simulate(here, until=0.01, parameters={"B.point": (0.1, 0.0, 0.0)})


def test_a_pose_is_reached_with_the_lengths(one: System, moved: State) -> None:
    target = one.poses(moved.q, parameters=OTHER)["coupler"].position
    found = reaching.reach(one, {"coupler": target}, start=moved, parameters=OTHER)
    assert found.success
    assert_close(found.state.q, moved.q, 1e-7)


def test_points_are_led_from_a_base_that_moves() -> None:
    """What a point does in the world is what the base does, and the rest its joints."""
    system = four_bar(0.1, moving=True).compile(kernels=())
    base = GroundMotion(position=(1.0, 2.0, 3.0), velocity=(0.5, 0.0, 0.0))
    path = lambda t: np.array([1.0, 2.0, 3.0]) + np.array([0.0, 0.0, -0.1 * np.sin(0.4 + t)])  # noqa: E731
    tip = PointDrive("crank", (0.1, 0.0, 0.0), path, "z")
    run = system.drive(points=[tip], times=[0.0], guess={"A": 0.4}, base=base)
    assert run["A.angle"][0] == pytest.approx(0.4)
    assert run["A.rate"][0] == pytest.approx(1.0)
    assert system.assemble({"A": 0.4}, base=base)["D.angle"] == pytest.approx(run["D.angle"][0])
