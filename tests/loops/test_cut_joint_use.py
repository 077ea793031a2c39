"""A cut joint is used like any other: coordinate, rate, drive, torque, damper, coupler, wish."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops.mechanisms import four_bar, rssr, slider_crank
from sarrus import Model, System, analysis
from sarrus.system.one_state.reactions import joint_reactions

JOINTS = ("A", "B", "C", "D")


def loaded(m) -> None:
    m.joint_torque("motor", "C", 3.0)
    m.joint_damper("friction", "C", 0.8)
    m.joint_damper("bearing", "A", 0.5)


@pytest.fixture(scope="module")
def by_cut() -> dict[str, System]:
    model: Model = four_bar(more=loaded)
    return {name: model.compile(cut=[name]) for name in JOINTS}


def start(system: System):
    return system.assemble({"A": 0.3}, {"A": 2.0})


def test_values_and_rates_read_by_name(by_cut):
    first = start(by_cut["C"])
    for system in by_cut.values():
        state = start(system)
        for joint in JOINTS:
            assert state[joint] == pytest.approx(first[joint], abs=1e-10)
            assert state[f"{joint}.angle"] == state[joint]
            assert state[f"{joint}.rate"] == pytest.approx(first[f"{joint}.rate"], abs=1e-10)


def test_torque_and_damper_on_the_cut_joint(by_cut):
    moves = {name: s.accelerations(start(s), efforts={"D": 0.4}) for name, s in by_cut.items()}
    native = {
        name: s.forward_dynamics(start(s).q, start(s).v, np.zeros(s.nv))
        for name, s in by_cut.items()
    }
    first = moves["A"]
    for name, moving in moves.items():
        assert_close([moving[j] for j in JOINTS], [first[j] for j in JOINTS], 1e-10)
        dense = by_cut[name].accelerations(start(by_cut[name])).vdot
        assert_close(native[name], dense, 1e-10)
        one = joint_reactions(by_cut[name], moving, part="wrench")
        other = joint_reactions(by_cut["A"], first, part="wrench")
        for joint in JOINTS:
            assert_close(one[joint].force, other[joint].force, 1e-9)
            assert one[joint].moment[2] == pytest.approx(other[joint].moment[2], abs=1e-9)
        # the moment about the axis is what the force elements put there
        rate = moving.state["C.rate"]
        assert one["C"].moment[2] == pytest.approx(3.0 - 0.8 * rate, abs=1e-9)


@pytest.mark.parametrize("joint", JOINTS)
def test_driving_any_joint_cut_or_not(by_cut, joint: str):
    angle = start(by_cut["A"])[joint]
    found = {}
    for name, system in by_cut.items():
        run = system.drive(
            {joint: lambda t: angle + 0.2 * np.sin(2 * t)},
            until=0.4,
            every=0.2,
            guess={"A": 0.3} if name != "A" else None,
        )
        found[name] = np.concatenate(
            [run[f"{joint}.effort"], run[f"{joint}.power"]]
            + [run[j] for j in JOINTS]
            + [run.accelerations(j) for j in JOINTS]
        )
    for name in JOINTS:
        assert_close(found[name], found["D" if joint == "C" else "C"], 1e-9, name)


def test_locked_cut_joint(by_cut):
    for system in by_cut.values():
        state = system.assemble({"A": 0.3})
        moving = system.accelerations(state, locked=["C"])
        assert np.max(np.abs([moving[j] for j in JOINTS])) <= 1e-10
        first = by_cut["A"].accelerations(by_cut["A"].assemble({"A": 0.3}), locked=["C"])
        assert moving.efforts["C"] == pytest.approx(first.efforts["C"], rel=1e-10)


def test_hybrid_dynamics_of_a_loop(by_cut):
    system = by_cut["C"]
    state = start(system)
    found = analysis.hybrid_dynamics(system, state.q, state.v, driven={"A.rate": -3.0})
    moving = system.accelerations(state, driven={"A.rate": -3.0})
    assert_close(found.vdot, moving.vdot, 1e-12)
    place = list(system.velocities).index("A.rate")
    assert found.tau[place] == pytest.approx(moving.efforts["A.rate"][0])
    again = system.forward_dynamics(state.q, state.v, found.tau)
    assert_close(again, found.vdot, 1e-9)


@pytest.mark.parametrize("pair", [("A", "D"), ("C", "A")])
def test_coupler_on_a_cut_joint(pair):
    """A link between crank and rocker takes the last freedom; so does a gear on the joints."""

    def more(m):
        m.couple("gears", {f"{pair[0]}.angle": 1.0, f"{pair[1]}.angle": -0.7}, offset=0.0)

    model = four_bar(more=more)
    for cut in JOINTS:
        system = model.compile(cut=[cut])
        state = system.assemble()
        assert state[pair[0]] == pytest.approx(0.7 * state[pair[1]], abs=1e-12)
        moving = system.accelerations(state)
        assert system.mobility(state).freedom == 0
        assert np.max(np.abs([moving[j] for j in JOINTS])) <= 1e-9
        reactions = joint_reactions(system, moving)
        in_plane = np.array([reactions[j].force[:2] for j in JOINTS])
        if cut == "A":
            first = in_plane
        assert all(reactions[j].unique_force[0] for j in JOINTS)
        assert_close(in_plane, first, 1e-9)


def test_angles_of_cut_joints_are_unwrapped():
    system = four_bar(
        {"A": (0, 0, 0), "B": (0.5, 0, 0), "C": (1.5, 1.8, 0), "D": (2.0, 0, 0)}
    ).compile(cut=["A"])
    run = system.drive({"A": lambda t: 4 * np.pi * t}, until=1.0, every=0.01)
    assert run["A.angle"][-1] == pytest.approx(4 * np.pi, abs=1e-9)
    assert np.max(np.abs(np.diff(run["A.angle"]))) < 0.2
    other = system.model.compile(cut=["C"]).drive({"A": lambda t: 4 * np.pi * t}, every=0.01)
    for joint in ("B", "C", "D"):
        assert np.max(np.abs(run[joint] - other[joint])) <= 1e-9


def test_wanted_value_of_a_cut_joint():
    slider = slider_crank().compile(cut=["guide"])
    assert slider.assemble({"guide": 0.03})["guide.displacement"] == pytest.approx(0.03, abs=1e-12)
    ball = rssr().compile()  # C is cut
    state = ball.assemble({"C": (0.96, 0.2, -0.1, 0.15)}, weights={"C": 1.0})
    assert np.linalg.norm(state["C"]) == pytest.approx(1.0)
