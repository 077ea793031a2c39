"""Consistent states from rough guesses: branches, wishes, rates, flipped axes, names."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import bricard, delta, four_bar, rssr, slider_crank
from sarrus import Mechanism, ModelError, System
from sarrus.study import Study
from sarrus.system.one_state.assembling import AssemblyError


@pytest.fixture(scope="module")
def bar() -> System:
    return four_bar().compile()


def side(system: System, state) -> float:
    """On which side of the line from B to D the pin C is: the branch of a four-bar."""
    poses = system.poses(state.q)
    at = {
        name: system.point(body, model_point(system, name, body), state.q).position
        for name, body in (("B", "coupler"), ("C", "coupler"), ("D", "rocker"))
    }
    assert set(poses) == {"crank", "coupler", "rocker"}
    return float(np.cross(at["D"] - at["B"], at["C"] - at["B"])[2])


def model_point(system: System, joint: str, body: str):
    j = system.model.joint(joint)
    return (j.on_child if j.child == body else j.on_parent).position


# branches ----------------------------------------------------------------------------------------


def test_branch_by_guess(bar: System):
    drawn = bar.assemble({"A": 0.2})
    other = bar.assemble({"A": 0.2}, guess={"B": -1.5, "D": 2.0})
    assert drawn["A"] == other["A"] == pytest.approx(0.2, abs=1e-12)
    assert side(bar, drawn) * side(bar, other) < 0


@pytest.mark.parametrize("angle", [-0.4, 0.0, 0.5])
def test_assemblies_are_enumerated(bar: System, angle: float):
    found = bar.assemblies({"A": angle})
    assert len(found) == 2
    assert side(bar, found[0]) * side(bar, found[1]) < 0
    for state in found:
        assert state["A"] == pytest.approx(angle, abs=1e-12)
        assert np.max(np.abs(bar.compiled.loops.closure(state.q)[0])) <= 1e-12
    assert side(bar, found[0]) * side(bar, bar.assemble()) > 0  # nearest to the drawing first


@pytest.mark.parametrize("build", [four_bar, slider_crank, rssr, bricard, delta])
def test_rough_guesses(build):
    """Angles 0.3 rad off, lengths 20 % off."""
    system = build().compile()
    scale = np.where(
        system.compiled.loops.column_scale == 1.0, 0.3, 0.2 * system.compiled.loops.length
    )
    for seed in range(10):
        rng = np.random.default_rng(seed)
        guess = system.add(system.drawing(), rng.uniform(-1, 1, system.nv) * scale)
        state = system.assemble(guess=guess)
        assert np.max(np.abs(system.compiled.loops.closure(state.q)[0])) <= 1e-12


# wishes ------------------------------------------------------------------------------------------


def test_wanted_values_with_weights(bar: System):
    wanted = {"A": 0.2, "D": 0.1}
    states = {w: bar.assemble(wanted, weights={"A": w}) for w in (1e-2, 1.0, 1e2)}
    off = [abs(states[w]["A"] - 0.2) for w in (1e-2, 1.0, 1e2)]
    assert off[0] > off[1] > off[2] > 0
    assert abs(states[1e-2]["D"] - 0.1) < 1e-3 and off[2] < 1e-3
    # the compromise is stationary: no motion along the loop makes the misses smaller
    for w, state in states.items():
        tangent = bar.assemble({}, {"A": 1.0}, guess=state)
        miss = w**2 * (state["A"] - 0.2) + (state["D"] - 0.1) * tangent["D.rate"]
        assert abs(miss) <= 1e-9 * max(w**2, 1.0)


def test_wanted_value_of_every_joint_type():
    system = slider_crank().compile()
    assert system.assemble({"guide": 0.05})["guide"] == pytest.approx(0.05, abs=1e-12)
    assert system.assemble({"fork.angle_2": 0.1})["fork.angle_2"] == pytest.approx(0.1, abs=1e-12)


def test_rates_that_contradict_each_other(bar: System):
    with pytest.raises(ModelError) as caught:
        bar.assemble(rates={"A": 1.0, "D": 1.0})
    assert {p.code for p in caught.value.problems} == {"M13"}
    assert "rate 'A'" in str(caught.value) and "weights" in str(caught.value)
    state = bar.assemble(rates={"A": 1.0, "D": 1.0}, weights={"A": 100.0, "D": 1.0})
    assert state["A.rate"] == pytest.approx(1.0, abs=1e-3)
    good = bar.assemble(rates={"A": 1.0})
    again = bar.assemble(rates={"A": 1.0, "D": good["D.rate"]})
    assert again["C.rate"] == pytest.approx(good["C.rate"])


# states ------------------------------------------------------------------------------------------


def test_state_is_read_by_name(bar: System):
    state = bar.assemble({"A": 0.2}, {"A": 1.5})
    cut = bar.topology.cuts[0].name
    assert state["A"] == state["A.angle"] and state["A.rate"] == pytest.approx(1.5)
    assert isinstance(state[cut], float) and isinstance(state[f"{cut}.rate"], float)
    assert state.at(3.0).t == 3.0 and "A.angle" in repr(state)
    with pytest.raises(ModelError, match="Did you mean"):
        state["A.angel"]


def test_state_of_vectors_must_be_consistent(bar: System):
    good = bar.assemble({"A": 0.2}, {"A": 1.5})
    again = bar.state(good.q, good.v, t=2.0)
    assert again.t == 2.0 and again["C"] == pytest.approx(good["C"])
    cut = bar.topology.cuts[0].name
    with pytest.raises(ModelError, match=f"{cut}.x") as caught:
        bar.state(good.q + 1e-3, good.v)
    assert all(p.code == "M13" for p in caught.value.problems)
    with pytest.raises(ModelError, match="moves apart"):
        bar.state(good.q, good.v + 1e-3)


@pytest.mark.parametrize("bodies", [("crank",), ("crank", "rocker")])
def test_initial_state_from_the_velocities_of_bodies(bodies):
    """The loops give the velocities of the bodies that are not named."""
    plain = four_bar().compile()
    moving = plain.assemble(rates={"A": 2.0})
    motion = plain.kinematics(moving.q, moving.v)

    def more(m, off=0.0):
        for name in bodies:
            turn = np.add(motion[name].angular_velocity, (0.0, 0.0, off))
            m.start_velocity(name, tuple(motion[name].velocity), tuple(turn))

    state = four_bar(more=more).compile().initial_state()
    assert state["A.rate"] == pytest.approx(2.0, abs=1e-12)
    assert np.max(np.abs(state.v - moving.v)) <= 1e-12
    with pytest.raises(ModelError, match="initial velocities"):
        four_bar(more=lambda m: more(m, 0.1)).compile().initial_state()


# wrong ways to close -----------------------------------------------------------------------------


def held_by_a_ball() -> System:
    """A body on a ball joint whose hinge, at the same point, is cut: it can close upside down."""
    m = Mechanism("ball")
    body = m.body("body", 1.0, (0.2, 0.1, 0.3), (0.1, 0.1, 0.1))
    m.spherical("ball", m.ground, body, at=(0, 0, 0))
    m.revolute("hinge", m.ground, body, at=(0, 0, 0), axis="z")
    return m.build().compile(cut=["hinge"])


def test_flipped_axis_is_no_assembly():
    system = held_by_a_ball()
    flipped = {"ball": (0.0, 1.0, 0.0, 0.0)}  # half a turn about x: all five rows vanish
    q = system.coordinates_of(flipped)
    assert np.max(np.abs(system.compiled.loops.closure(q)[0])) <= 1e-15
    with pytest.raises(AssemblyError, match="turned round"):
        system.assemble(guess=flipped, starts=1)
    state = system.assemble(guess=flipped)  # other starts find the right way
    assert system.poses(state.q)["body"].rotation[2, 2] == pytest.approx(1.0)


@pytest.mark.parametrize("angle", [np.pi, np.pi - 1e-9, -np.pi, 3.0])
def test_cut_link_that_starts_half_a_turn_off(angle: float):
    """e0 = 0: the Euler parameters of the cut have no direction there; still it closes."""
    m = Mechanism("turned")
    body = m.body("body", 1.0, (0.2, 0.1, 0.3), (0.1, 0.1, 0.1))
    m.revolute("hinge", m.ground, body, at=(0, 0, 0), axis="z")
    m.weld("seam", m.ground, body, at=(0, 0, 0))
    system = m.build().compile(cut=["seam"])
    with np.errstate(all="ignore"):
        state = system.assemble(guess={"hinge": angle})
    assert np.cos(state["hinge"]) == pytest.approx(1.0, abs=1e-12)


def test_assembly_error_holds_the_nearest_state():
    with pytest.raises(AssemblyError) as caught:
        _torn().assemble()
    assert caught.value.state is not None
    assert isinstance(caught.value.state["A"], float)


def _torn() -> System:
    m = Mechanism("torn")
    crank = m.body("crank", 1.0, (0.2, 0, 0), (0.1, 0.1, 0.1))
    rod = m.body("rod", 1.0, (0.2, 0, 0), (0.1, 0.1, 0.1), at=(0.4, 0, 0))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("B", crank, rod, at=(0.4, 0, 0), axis="z")
    m.spherical("C", m.ground, rod, on_parent=(2.0, 0, 0.3), on_child=(0.5, 0, 0))
    return m.build().compile()


# what cannot be met ------------------------------------------------------------------------------

CRANK_ROCKER = {"A": (0, 0, 0), "B": (0.1, 0, 0), "C": (0.3, 0.2, 0), "D": (0.3, 0, 0)}


@pytest.fixture(scope="module")
def crank_rocker() -> System:
    return four_bar(CRANK_ROCKER).compile(kernels=())


def rocker_ends() -> list[float]:
    """Return the ends of the rocker's swing: crank and coupler in line, by the law of cosines."""
    ground, rocker, coupler, crank = 0.3, 0.2, np.hypot(0.2, 0.2), 0.1
    reach = np.array([coupler - crank, coupler + crank])
    inner = np.arccos((ground**2 + rocker**2 - reach**2) / (2 * ground * rocker))
    return sorted(np.pi / 2 - inner)  # the rocker is drawn at a right angle to ground


@pytest.mark.parametrize("cut", ["A", "B", "C", "D"])
@pytest.mark.parametrize("wanted", [-0.5, -2.0, 1.0])
def test_a_value_out_of_reach_gives_the_nearest(wanted: float, cut: str) -> None:
    system = four_bar(CRANK_ROCKER).compile(kernels=(), cut=[cut])
    state = system.assemble({"D": wanted})
    assert state["D"] == pytest.approx(np.clip(wanted, *rocker_ends()), abs=1e-9)
    (notice,) = state.notices
    assert (notice.code, notice.severity, notice.element) == ("M12", "warning", "wanted 'D'")
    assert notice.value.startswith(f"{wanted:g} rad (")
    assert f"{state['D']:.9g} rad" in notice.rule
    assert "wanted 'D'" in repr(state)


def test_strict_refuses_what_cannot_be_met(crank_rocker: System) -> None:
    with pytest.raises(AssemblyError, match=r"M12.*out of reach by 1\.86.*-0\.1385") as caught:
        crank_rocker.assemble({"D": -2.0}, strict=True)
    assert caught.value.state is not None and "gap" not in str(caught.value)
    assert crank_rocker.assemble({"D": -0.1}, strict=True).notices == ()


def test_values_that_contradict_each_other_are_told(crank_rocker: System) -> None:
    state = crank_rocker.assemble({"A": 0.4, "D": 2.0})
    assert [notice.element for notice in state.notices] == ["wanted 'A'", "wanted 'D'"]
    assert all("2 values are wanted" in notice.cause for notice in state.notices)
    tangent = crank_rocker.assemble({}, {"A": 1.0}, guess=state)
    # no motion along the loop makes the misses smaller
    assert abs((state["A"] - 0.4) + (state["D"] - 2.0) * tangent["D.rate"]) <= 1e-6
    with pytest.raises(AssemblyError, match="nearest compromise"):
        crank_rocker.assemble({"A": 0.4, "D": 2.0}, strict=True)
    same = crank_rocker.assemble({"A": 0.4})
    assert crank_rocker.assemble({"A": 0.4, "D": same["D"]}).notices == ()
    asked = crank_rocker.assemble({"A": 0.4, "D": 2.0}, weights={"A": 10.0})
    assert {notice.severity for notice in asked.notices} == {"notice"}


def test_runs_and_studies_tell_what_was_not_met(crank_rocker: System) -> None:
    run = crank_rocker.simulate(crank_rocker.assemble({"D": -0.5}), until=0.01)
    assert [p.code for p in run.notices if p.element == "wanted 'D'"] == ["M12"]
    sections = {"assembly": {"wanted": {"D": -0.5}}, "run": {"until": 0.01}}
    study = Study.of(crank_rocker.model, sections)
    assert "wanted 'D'" in {p.element for p in study.run().notices}
    sections["assembly"]["strict"] = True
    with pytest.raises(AssemblyError, match="out of reach"):
        Study.of(crank_rocker.model, sections).run()
    with pytest.raises(ModelError, match="out of reach"):
        crank_rocker.sweep(
            {"crank.mass": [1.0]}, start={"D": -0.5}, measure="max A.rate", until=0.01
        )


def test_assemblies_have_what_is_wanted(crank_rocker: System) -> None:
    assert len(crank_rocker.assemblies({"A": 0.4}, tries=8)) == 2
    assert crank_rocker.assemblies({"A": 0.4, "D": 2.0}, tries=4) == []
