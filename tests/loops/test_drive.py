"""Prescribed motion: laws of every kind, points, loads, and too few or too many drives."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from loops.free_bodies import imbalance
from loops.mechanisms import five_bar, four_bar, rssr
from sarrus import Mechanism, ModelError, System
from sarrus.system.driven.driving import PointDrive
from sarrus.system.one_state.reactions import joint_reactions


@pytest.fixture(scope="module")
def bar() -> System:
    return four_bar().compile()


@pytest.fixture(scope="module")
def five() -> System:
    return five_bar().compile()


def codes(caught) -> set[str]:
    return {problem.code for problem in caught.value.problems}


# laws --------------------------------------------------------------------------------------------


def swing(t):
    return 0.2 + 0.3 * np.sin(2 * t) - 0.1 * t**2


LAWS = {
    "three functions": (
        swing,
        lambda t: 0.6 * np.cos(2 * t) - 0.2 * t,
        lambda t: -1.2 * np.sin(2 * t) - 0.2,
    ),
    "table": (np.linspace(-0.1, 1.1, 400), swing(np.linspace(-0.1, 1.1, 400))),
}


def answers(run) -> np.ndarray:
    return np.concatenate(
        [run["D.angle"], run["C.rate"], run.accelerations("D"), run["A.effort"], run["A.power"]]
    )


def test_laws_of_every_kind_agree(bar: System):
    times = np.linspace(0, 1, 5)
    exact = bar.drive({"A": swing}, times=times)
    assert_close(exact["A.angle"], swing(times), 1e-12)
    assert_close(exact.accelerations("A"), LAWS["three functions"][2](times), 1e-12)
    assert_close(
        answers(bar.drive({"A": LAWS["three functions"]}, times=times)), answers(exact), 1e-10
    )
    assert_close(answers(bar.drive({"A.angle": LAWS["table"]}, times=times)), answers(exact), 1e-4)


def test_number_is_a_lock(bar: System):
    run = bar.drive({"A": 0.2}, until=0.2, every=0.1)
    assert np.max(np.abs(run["D.rate"])) <= 1e-12 and np.ptp(run["A.effort"]) <= 1e-9
    assert run["A.angle"] == pytest.approx(0.2)
    assert run.state(-1).t == run.state(2).t == 0.2
    with pytest.raises(IndexError, match=r"S03 .state 3.*3 states") as told:
        run.state(3)
    assert isinstance(told.value, ModelError)


def test_tables_are_twice_continuously_differentiable(bar: System):
    knots = np.linspace(0, 1, 6)
    run = bar.drive({"A": (knots, swing(knots))}, times=[0.4 - 1e-7, 0.4 + 1e-7])
    assert abs(np.diff(run["A.rate"])[0]) <= 1e-6
    assert abs(np.diff(run.accelerations("A"))[0]) <= 1e-4
    with pytest.raises(ModelError, match="covers 0 to 1 s") as caught:
        bar.drive({"A": (knots, swing(knots))}, until=1.2)
    assert codes(caught) == {"N14"}
    with pytest.raises(ModelError, match="row 2"):
        bar.drive({"A": ([0, 1, 0.5, 2], [0, 0, 0, 0])})


def test_functions_of_math_are_told(bar: System):
    with pytest.raises(ModelError, match=r"np\.sin") as caught:
        bar.drive({"A": lambda t: math.sin(t)})
    assert codes(caught) == {"D05"}
    with pytest.raises(ModelError, match="neither a number") as caught:
        bar.drive({"A": [1.0]})
    assert codes(caught) == {"D04"}
    with pytest.raises(ModelError, match="Did you mean 'A"):
        bar.drive({"A.angel": swing})


# too few, too many -------------------------------------------------------------------------------


def test_under_actuated(five: System):
    with pytest.raises(ModelError, match="1 of the mechanism's freedoms") as caught:
        five.drive({"A": swing})
    assert codes(caught) == {"D02"}
    with pytest.raises(ModelError, match="2 of the mechanism's freedoms"):
        five.drive()


def test_over_actuated(bar: System):
    alone = bar.drive({"A": 0.2}, times=[0.0])
    D = alone["D.angle"][0]
    with pytest.raises(ModelError, match="'A', 'D'") as caught:
        bar.drive({"A": 0.2, "D": D}, times=[0.0])
    assert codes(caught) == {"D01"} and "share=True" in str(caught.value)
    shared = bar.drive({"A": 0.2, "D": D}, times=[0.0], share=True)
    ratio = bar.assemble({"A": 0.2}, {"A": 1.0})["D.rate"]
    # both together do the work of the one, with the smallest sum of squares
    total = alone["A.effort"][0]
    expected = np.array([1.0, ratio]) * total / (1 + ratio**2)
    assert_close([shared["A.effort"][0], shared["D.effort"][0]], expected, 1e-9)
    assert not any(shared.motions[0].unique_efforts.values())
    assert all(alone.motions[0].unique_efforts.values())


def test_shared_efforts_move_it_the_same(bar: System):
    state = bar.assemble({"A": 0.2}, {"A": 1.5})
    one = bar.accelerations(state, driven={"A": -2.0})
    both = bar.accelerations(state, driven={"A": -2.0, "D": one["D"]}, share=True)
    assert_close(both.vdot, one.vdot, 1e-10)
    power = sum(both.efforts[j][0] * state[f"{j}.rate"] for j in ("A", "D"))
    assert power == pytest.approx(one.efforts["A"][0] * 1.5, rel=1e-9)
    assert imbalance(bar, both) <= 1e-10
    # the split of the torques changes the pins' forces as well
    assert not joint_reactions(bar, both)["B"].unique_force[0]
    assert joint_reactions(bar, one)["B"].unique_force[0]


def test_contradictory_drives(bar: System):
    state = bar.assemble({"A": 0.2}, {"A": 1.5})
    with pytest.raises(ModelError, match="contradict") as caught:
        bar.accelerations(state, driven={"A": -2.0, "D": 50.0}, share=True)
    assert codes(caught) == {"D03"}
    with pytest.raises(ModelError, match="cannot be reached at t = 0 s") as caught:
        bar.drive({"A": 0.2, "D": 1.0})
    assert codes(caught) == {"D07"}


def test_leaving_the_reach_is_told_with_the_time(bar: System):
    with pytest.raises(ModelError, match="t = ") as caught:
        bar.drive({"D": lambda t: 3.0 * t}, until=2.0)
    assert codes(caught) == {"D07"}


def test_passive_spin_is_noted():
    run = rssr().compile().drive({"A": lambda t: 0.2 * np.sin(t)}, times=[0.0, 0.1])
    assert [n.code for n in run.notices] == ["D06"] and "'coupler'" in str(run.notices[0])


# points and loads --------------------------------------------------------------------------------


def circle(t):
    return (0.5 + 0.15 * np.cos(3 * t), 1.45 + 0.15 * np.sin(3 * t), 0.0)


def test_point_follows_a_path(five: System):
    half = five.model.joint("P").on_parent.position
    point = PointDrive("rod_l", half, circle, "xy")
    run = five.drive(points=[point], until=1.0, every=0.1)
    for t, p in zip(run.t, run.point("rod_l", half), strict=True):
        x = np.array([0.5 + 0.15 * np.cos(3 * t), 1.45 + 0.15 * np.sin(3 * t), 0])
        out = x - (0.5, 1.45, 0)
        assert np.max(np.abs(p.position - x)) <= 1e-10
        assert np.max(np.abs(p.velocity - 3 * np.array([-out[1], out[0], 0]))) <= 1e-9
        assert np.max(np.abs(p.acceleration + 9 * out)) <= 1e-8
    # the same motion by the cranks: the force at the point does the work of both torques
    k = 4
    moving, state = run.motions[k], run.motions[k].state
    force = moving.efforts["point of rod_l"]
    torques = five.accelerations(state, driven={"A": moving["A"], "D": moving["D"]})
    assert_close(torques.vdot, moving.vdot, 1e-9)
    power = sum(torques.efforts[j][0] * state[f"{j}.rate"] for j in ("A", "D"))
    assert force @ run.point("rod_l", half)[k].velocity[:2] == pytest.approx(power, rel=1e-9)


def test_point_and_coordinate_together(five: System):
    half = five.model.joint("P").on_parent.position
    y = PointDrive("rod_l", half, lambda t: (0, 1.5 + 0.05 * t, 0), "y")
    run = five.drive({"A": lambda t: 0.1 * t}, points=[y], until=0.2, every=0.1)
    heights = [p.position[1] for p in run.point("rod_l", half)]
    assert heights == pytest.approx([1.5, 1.505, 1.51], abs=1e-10)
    with pytest.raises(ModelError, match="body 'rod'"):
        five.drive(points=[PointDrive("rod", half, circle)])


def test_loads_and_efforts_as_functions_of_time(bar: System):
    def load(t):
        return {"coupler": ((1.0, 10 * t, -2.0), (0, 0, 0.3))}

    run = bar.drive(
        {"A": swing}, until=0.4, every=0.2, loads=load, efforts={"D": lambda t: 2 * t}
    )  # fmt: skip
    for t, moving in zip(run.t, run.motions, strict=True):
        state = moving.state
        again = bar.accelerations(
            state, driven={"A": moving["A"]}, loads=load(t), efforts={"D": 2 * t}
        )
        assert_close(again.efforts["A"], moving.efforts["A"], 1e-12)
        loaded = {"coupler": tuple(np.array(part) for part in load(t)["coupler"])}
        assert imbalance(bar, moving, loaded) <= 1e-10
    assert run["D.effort"] == pytest.approx([0.0, 0.4, 0.8])
    with pytest.raises(ModelError, match="body 'couple'"):
        bar.drive({"A": swing}, loads={"couple": ((0, 0, 1), (0, 0, 0))})


def test_results_by_name(bar: System):
    run = bar.drive({"A": swing}, until=0.1, every=0.05)
    assert len(run) == 3 and len(run.reactions("C", axes="world")) == 3
    assert len(run.body("coupler")) == 3
    with pytest.raises(ModelError, match="driven are A"):
        run["D.effort"]


def test_open_chain_is_driven_like_a_loop():
    m = Mechanism("arm", (0, -9.81, 0))
    upper = m.body("upper", 2.0, (0.5, 0, 0), (0.01, 0.2, 0.2))
    lower = m.body("lower", 1.0, (0.5, 0, 0), (0.01, 0.1, 0.1), at=(1, 0, 0))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="z")
    m.revolute("B", upper, lower, at=(1, 0, 0), axis="z")
    system = m.build().compile()
    run = system.drive({"A": swing, "B": lambda t: t * t}, until=0.4, every=0.2)
    for k, moving in enumerate(run.motions):
        tau = system.inverse_dynamics(moving.state.q, moving.state.v, moving.vdot)
        assert_close([run["A.effort"][k], run["B.effort"][k]], tau, 1e-12)
    hand = PointDrive("lower", (1, 0, 0), lambda t: (1.2 + 0.1 * t, 1.1, 0.0), "xy")
    led = system.drive(points=[hand], until=0.2, every=0.1, guess={"A": 1.2, "B": -1.0})
    assert led.point("lower", (1, 0, 0))[2].position == pytest.approx([1.22, 1.1, 0], abs=1e-10)


def test_reactions_where_a_point_is_led() -> None:
    """The force that leads it is a load on the mechanism: free-body balance, by hand."""
    m = Mechanism("arm", (0.0, 0.0, -9.81))
    m.body("arm", 2.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    tip = PointDrive("arm", (1.0, 0.0, 0.0), lambda t: (1.0 + 0.0 * t, 0.0 * t, 0.0 * t), "z")
    led = system.drive({}, until=0.1, every=0.1, points=[tip])
    assert led.motions[0].efforts["point of arm"] == pytest.approx([9.81])
    np.testing.assert_allclose(led.reactions("A", axes="world")[0].force, (0, 0, 9.81), atol=1e-10)
    moment = led.reactions("A", axes="world")[0].moment
    np.testing.assert_allclose(moment, (0, 0, 0), atol=1e-10)


def test_parameters_that_move_joints_move_the_loops() -> None:
    system = four_bar().compile(kernels=(), parameters=["B.child_point", "crank.mass"])
    how = {"until": 0.2, "every": 0.1}
    law = {"A": lambda t: 0.1 + t}
    own = np.array(system.model.joint("B").on_child.position)
    usual = system.drive(law, parameters={"crank.mass": 2.0, "B.child_point": own}, **how)
    moved = system.drive(law, parameters={"B.child_point": own + np.array([0.1, 0, 0])}, **how)
    assert np.min(np.abs(np.asarray(moved["D.angle"]) - np.asarray(usual["D.angle"]))) > 1e-3
    for m in moved.motions:
        assert system.state(m.state.q, m.state.v, parameters=moved.keywords["parameters"])


def test_laws_are_evaluated_once_an_instant() -> None:
    """Of coordinates, of points and of efforts."""
    calls = {"angle": 0, "path": 0, "effort": 0}

    def counted(name: str, value: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def law(t: Any) -> Any:
            calls[name] += 1
            return value(t)

        return law

    bar = four_bar().compile(kernels=())
    laws = {"A": counted("angle", lambda t: 0.4 + t)}
    bar.drive(laws, efforts={"D": counted("effort", lambda t: 1.0)}, until=0.4, every=0.1)
    start = bar.assemble({"A": 0.4})
    r = bar.model.joint("C").on_parent.position
    x0 = bar.point("coupler", r, start.q).position[0]
    led = PointDrive("coupler", r, counted("path", lambda t: np.array([x0 - 0.1 * t, 0, 0])), "x")
    bar.drive({}, points=[led], guess=start, until=0.4, every=0.1)
    assert calls == {"angle": 5, "path": 5, "effort": 5}
