"""CHK-R01 to CHK-R06 through the public calls: loads of joints recorded while a run goes on.

Each is compared with what the history computes from the states afterwards, by the recursion (28).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_above, assert_close
from random_trees import random_tree
from run_files.machines import SETUPS
from sarrus import Mechanism, ModelError, System, gallery, resume
from sarrus.cartesian import CartesianSystem
from sarrus.events import Event, Lock
from sarrus.system import ResultFile, Run
from sarrus.system.run_files import open_run, rerun
from sarrus.system.simulation.states import MemoryStates
from study.models import PENDULUM, study

SMALL = 1e-12


def without(run: Run) -> Run:
    """Return a run as if nothing had been recorded with its states."""
    n, width = len(run), run.keeping.width
    settings = {k: v for k, v in run.order.settings.items() if k != "keep"}
    states = MemoryStates(run.states.times(0, n), run.states.rows(0, n)[:, :-width])
    return replace(run, states=states, order=replace(run.order, settings=settings))


def six(run: Run, load: str) -> np.ndarray:
    """Return force and moment of a load, side by side."""
    return np.hstack([np.asarray(run[f"{load}.{part}"]) for part in ("force", "moment")])


def assert_recorded(run: Run, rel: float = SMALL) -> None:
    """Fail unless all that was recorded is what follows from the states, labels too."""
    plain = without(run)
    assert plain.keeping is None and run.keeping is not None
    for joint, part in run.keeping.wanted:
        name = f"{joint}.{part}"
        assert_close(six(run, name), six(plain, name), rel, name)
        for of in ("force", "moment"):
            a, b = run[f"{name}.{of}"], plain[f"{name}.{of}"]
            assert (a.unique, a.because) == (b.unique, b.because), name


@pytest.fixture(scope="module")
def arm() -> System:
    """A chain of three hinges."""
    return System(random_tree(3, 3, ["revolute"], chain=True, reversals=False), kernels=())


@pytest.fixture(scope="module")
def first(arm: System) -> Any:
    random = np.random.default_rng(5)
    return arm.state(*random.normal(scale=0.5, size=(2, arm.nv)))


def keeps(system: System, *joints: int) -> list[str]:
    """Return a reaction and a wrench of some joints, by their numbers."""
    names = system.compiled.loops.joints
    return [f"{names[k]}.{part}" for k in joints for part in ("reaction", "wrench")]


# --- trees ----------------------------------------------------------------------------------------

FORMULATIONS = ("state_vector", "articulated", "recursive")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_CHK_R01_recorded_by_every_formulation(arm: System, first: Any, formulation: str) -> None:
    how = {"until": 0.02, "method": "rk4", "step": 1e-3, "formulation": formulation}
    run = arm.simulate(first, keep=keeps(arm, 0, 2), **how)
    assert_recorded(run)
    assert "in the evaluations of the steps" in run.account.kept
    words = {"state_vector": "(30)", "articulated": "K A + p", "recursive": "(28)"}
    assert words[formulation] in run.account.kept and run.account.kept in run.report()
    plain = arm.simulate(first, until=0.02, method="rk4", step=1e-3)
    assert plain.account.kept == "" and plain.keeping is None
    assert_close(run.q, plain.q, SMALL)


SLOW = pytest.mark.slow
METHODS = {
    "euler": {"step": 1e-3, "every": 5e-3},
    "ab3": {"step": 1e-3},
    "abm4": {"step": 1e-3},
    "midpoint": {"step": 1e-3},
    "auto": {"every": 4e-3},
    "adams": {"every": 4e-3},
    "bdf": {"every": 4e-3},
    "ida": {"every": 4e-3},
}


@pytest.mark.parametrize(
    "method", [pytest.param(m, marks=[SLOW] if m in ("midpoint", "bdf") else []) for m in METHODS]
)
def test_CHK_R01_recorded_by_every_method(arm: System, first: Any, method: str) -> None:
    run = arm.simulate(first, until=0.02, method=method, keep=keeps(arm, 1), **METHODS[method])
    assert_recorded(run)
    inside = "in the evaluations of the steps" in run.account.kept
    assert inside == (method in ("euler", "ab3"))


def test_states_at_given_times_and_a_part_of_a_step_at_the_end(arm: System, first: Any) -> None:
    keep = keeps(arm, 2)
    run = arm.simulate(first, times=[0.002, 0.005, 0.02], method="rk4", step=1e-3, keep=keep)
    assert len(run) == 3
    assert_recorded(run)
    run = arm.simulate(first, until=0.01, every=3e-3, method="rk4", step=1e-3, keep=keep)
    assert run.t[-1] == pytest.approx(0.01)
    assert_recorded(run)


def test_CHK_R02_driving_torque_is_the_wrench_along_the_axis(arm: System, first: Any) -> None:
    """tau_i = B_i^T Rhat_i (36)."""
    joint, other = arm.compiled.loops.joints[1:3]
    q0, v0 = float(first.q[1]), float(first.v[1])
    start = arm.state(first.q, [first.v[0], v0, 0.0])
    run = arm.simulate(
        start, until=0.02, method="rk4", step=1e-3, keep=[f"{joint}.wrench", f"{other}.wrench"],
        formulation="state_vector", driven={joint: lambda t: q0 + v0 * t + 0.3 * t * t},
        locked=[other],
    )  # fmt: skip
    assert_recorded(run)
    plain = without(run)
    for name in (joint, other):
        moment = np.asarray(run[f"{name}.wrench.moment"])[:, 2]
        needed = [
            arm.inverse_dynamics(run.q[k], run.v[k], run.motion(k).vdot) for k in range(len(run))
        ]
        k = arm.velocities.index(f"{name}.rate")
        assert_close(moment, np.array(needed)[:, k], SMALL)
        assert_close(moment, np.asarray(plain[f"{name}.effort"]), SMALL)


def test_CHK_R03_any_side_axes_and_point_of_a_recorded_load(arm: System, first: Any) -> None:
    joint = arm.compiled.loops.joints[2]
    run = arm.simulate(first, until=0.01, method="rk4", step=1e-3, keep=[f"{joint}.reaction"])
    plain = without(run)
    body = run.system.model.bodies[0].name
    for form in (
        {"axes": "world"},
        {"on": "parent", "axes": "body"},
        {"at": (0.1, -0.2, 0.3), "axes": "world"},
        {"axes": body, "at": body},
    ):
        mine, other = (r.history.reaction(joint, **form) for r in (run, plain))
        for a, b in ((mine.force, other.force), (mine.moment, other.moment)):
            scale = float(np.max(np.abs(np.asarray(other.force))))
            np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=0, atol=SMALL * scale)
    on_child = run.history.reaction(joint, axes="world")
    on_parent = run.history.reaction(joint, axes="world", on="parent")
    assert_close(np.asarray(on_child.force), -np.asarray(on_parent.force), 1e-13)


def test_recorded_values_are_read_and_not_computed(
    arm: System, first: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    joint = arm.compiled.loops.joints[0]
    run = arm.simulate(first, until=0.01, method="rk4", step=1e-3, keep=[f"{joint}.reaction"])
    calls: list[Any] = []
    monkeypatch.setattr("sarrus.system.rows.chunk.row_loads", calls.append)
    monkeypatch.setattr("sarrus.system.rows.loads.row_loads", calls.append)
    assert np.all(np.isfinite(six(run, f"{joint}.reaction"))) and not calls


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_trees_with_all_joint_types(seed: int) -> None:
    types = ["revolute", "prismatic", "spherical", "cylindrical", "universal", "planar"]
    system = System(random_tree(seed, 6, types), kernels=())
    v = 0.3 * np.random.default_rng(seed).normal(size=system.nv)
    start = system.state(system.neutral(), v)
    every = [f"{joint}.reaction" for joint in system.compiled.loops.joints]
    for formulation in ("state_vector", "auto"):
        how = {"formulation": formulation, "certify": False}
        assert_recorded(
            system.simulate(start, until=0.01, step=2e-3, method="rk4", keep=every, **how)
        )


def test_branches_sliders_balls_and_force_elements() -> None:
    m = Mechanism("tree", gravity=(0.1, 0.2, -9.81))
    hull = m.body("hull", mass=2.0, com=(0.1, 0.2, 0.0), inertia=(0.1, 0.2, 0.15))
    arm = m.body("arm", mass=1.0, com=(0.3, 0.0, 0.1), inertia=(0.02, 0.03, 0.01))
    ball = m.body("ball", mass=0.5, com=(0.0, 0.1, 0.2), inertia=(0.01, 0.02, 0.02))
    m.prismatic("slide", m.ground, hull, at=(0, 0, 0), axis=(1, 0, 1))
    m.revolute("hinge", hull, arm, at=(0.5, 0, 0), axis=(0, 1, 0.2))
    m.spherical("socket", hull, ball, at=(-0.4, 0.1, 0))
    m.joint_spring("coil", "slide", k=50.0)
    m.spring_damper("strut", arm, ball, at_a=(0.6, 0, 0), at_b=(-0.3, 0, 0.2), k=80.0, c=2.0)
    system = m.build().compile(kernels=())
    random = np.random.default_rng(2)
    start = system.state(system.neutral(), 0.4 * random.normal(size=system.nv))
    keep = keeps(system, 0, 1, 2)
    for formulation in ("state_vector", "articulated"):
        how = {"method": "rk4", "step": 1e-3, "formulation": formulation}
        assert_recorded(system.simulate(start, until=5e-3, keep=keep, **how))


# --- loops ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def regular() -> System:
    """A crank, a rocker that carries another link, and a rod of constant length between them."""
    m = Mechanism("rod", gravity=(0.0, 0.3, -9.81))
    crank = m.body("crank", mass=1.0, com=(0.1, 0.0, 0.05), inertia=(0.01, 0.02, 0.02))
    rocker = m.body("rocker", mass=2.0, com=(1.0, 0.3, 0.1), inertia=(0.03, 0.01, 0.02))
    flap = m.body("flap", mass=0.5, com=(1.1, 0.6, 0.0), inertia=(0.01, 0.01, 0.01))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis=(0, 0.2, 1))
    m.revolute("B", m.ground, rocker, at=(1, 0, 0), axis=(0.3, 0, 1))
    m.revolute("C", rocker, flap, at=(1, 0.5, 0), axis=(1, 0, 0.2))
    m.distance("rod", crank, rocker, at_a=(0.2, 0.1, 0), at_b=(1, 0.4, 0.1))
    m.joint_damper("grease", "C", d=0.1)
    return m.build().compile(kernels=())


@pytest.mark.parametrize("formulation", ["state_vector", "recursive", "auto"])
def test_CHK_R04_loops_without_redundant_rows(regular: System, formulation: str) -> None:
    start = regular.assemble(rates={"A": 2.0, "C": -1.0})
    keep = keeps(regular, 1, 3)
    for how in ({"method": "rk4", "step": 1e-3}, {"every": 4e-3}):
        run = regular.simulate(start, until=0.012, keep=keep, formulation=formulation, **how)
        assert_recorded(run)
        assert ("in the evaluations of the steps" in run.account.kept) == ("step" in how)


def test_CHK_R04_driven_loops(regular: System) -> None:
    start = regular.assemble(rates={"A": 2.0})
    angle = float(start.q[0])
    for how in ({"method": "rk4", "step": 1e-3}, {"method": "ida", "every": 4e-3}):
        run = regular.simulate(
            start, until=0.012, keep=keeps(regular, 0, 3), driven={"A": lambda t: angle + 2 * t},
            **how,
        )  # fmt: skip
        assert_recorded(run)


@pytest.mark.parametrize("planar", [False, True])
def test_CHK_R04_redundant_rows_share_loads_and_say_so(planar: bool) -> None:
    system = gallery.four_bar().compile(kernels=(), planar=planar)
    start = system.assemble(rates={"A": 2.0})
    for formulation in ("auto", "state_vector"):
        how = {"method": "rk4", "step": 1e-3, "formulation": formulation}
        run = system.simulate(start, until=0.01, keep=keeps(system, 1, 3), **how)
        assert_recorded(run)
        assert "redundant rows" in run.account.kept
        assert not all(run["B.reaction.force"].unique) and run["B.reaction.force"].because


def test_CHK_R04_rolling_contact_as_cut_joint() -> None:
    system = gallery.rolling_coin().compile(kernels=())
    start = system.initial_state()
    for how in ({"method": "rk4", "step": 1e-3}, {"every": 2e-3}):
        run = system.simulate(start, until=0.01, keep=["edge.reaction"], **how)
        assert_recorded(run)
        assert_above(float(np.max(np.abs(run["edge.reaction.force"]))), 0.05)


def test_CHK_R01_equal_to_the_multipliers_of_absolute_coordinates(arm: System, first: Any) -> None:
    run = arm.simulate(
        first, until=0.01, method="ab3", step=1e-3, formulation="state_vector",
        keep=[f"{joint}.reaction" for joint in arm.compiled.loops.joints],
    )  # fmt: skip
    solver = CartesianSystem(arm.model)
    k = len(run) - 1
    there = arm.kinematics(run.q[k], run.v[k])
    names = [body.name for body in arm.model.bodies]
    state = solver.state(
        {n: (there[n].rotation, there[n].position) for n in names},
        {n: (there[n].velocity, there[n].angular_velocity) for n in names},
    )
    expected = solver.reactions(state)
    for joint in arm.compiled.loops.joints:
        mine = run.history.reaction(joint, axes="world")
        assert_close(np.asarray(mine.force)[k], expected[joint].force, 1e-10)


# --- what was asked for only ----------------------------------------------------------------------


def test_CHK_R05_a_selected_joint_costs_few_operations() -> None:
    """Beside the terms of (15), (30) costs less than (28), and least near the base."""
    system = gallery.puma560().compile(kernels=())
    start = system.state(0.1 * np.ones(6), np.zeros(6))
    joints = system.compiled.loops.joints
    cost: dict[tuple[str, int], int] = {}
    for formulation in ("state_vector", "recursive"):
        for count in (0, 1, 3):
            keep = [f"{joint}.reaction" for joint in joints[:count]]
            how = formulation if keep or formulation == "state_vector" else "auto"
            run = system.simulate(
                start, until=2e-3, method="ab3", step=1e-3, keep=keep, formulation=how,
                certify=False,
            )  # fmt: skip
            cost[formulation, count] = _operations(run)
    added = {f: [cost[f, n] - cost[f, 0] for n in (1, 3)] for f in ("state_vector", "recursive")}
    assert added["state_vector"][0] < 0.5 * added["recursive"][0]
    assert added["state_vector"][1] < added["recursive"][1]
    # with its reactions, a step by (15) costs less than one by articulated bodies without them
    assert cost["state_vector", 1] < cost["recursive", 0]


def _operations(run: Run) -> int:
    sim, method = run.segments[0].sim, run.account.method
    composite = run.order.settings.get("formulation") == "state_vector"
    if run.keeping is None:
        return sim.step_kernel(method, composite).operations
    return run.keeping.step_kernel(sim, method).operations


def test_CHK_R06_auto_takes_the_formulation_of_fewest_operations(
    arm: System, first: Any, regular: System
) -> None:
    loops = regular.assemble(rates={"A": 2.0})
    for system, start in ((arm, first), (regular, loops)):
        run = system.simulate(
            start, until=4e-3, method="rk4", step=1e-3, keep=keeps(system, 1), certify=False
        )
        sim = run.segments[0].sim
        asked = [f for f in FORMULATIONS if f != "articulated" or not system.closed]
        counts = {f: run.keeping.operations(sim, f) for f in asked}
        assert counts[run.keeping.formulation_in(sim)] == min(counts.values())


def test_CHK_R01_chosen_joints_of_a_state(regular: System, arm: System, first: Any) -> None:
    loops = regular.assemble(rates={"A": 2.0})
    for system, state in ((regular, loops), (arm, first)):
        names = list(system.compiled.loops.joints[1:3])
        for call in (system.wrenches, system.reactions):
            every = call(state)
            scale = max(float(np.max(np.abs(every[n].force))) for n in names)
            for formulation in ("auto", "state_vector", "recursive"):
                found = call(state, joints=names, formulation=formulation, axes="world")
                expected = call(state, axes="world")
                assert list(found) == names
                assert found.formulation == formulation.replace("auto", "recursive")
                for n in names:
                    np.testing.assert_allclose(
                        found[n].force, expected[n].force, rtol=0, atol=SMALL * scale
                    )
                    np.testing.assert_allclose(
                        found[n].moment, expected[n].moment, rtol=0, atol=SMALL * scale
                    )
                    assert found[n].unique


def test_CHK_R01_chosen_joints_of_rows_of_states(arm: System) -> None:
    q, v, vdot = np.random.default_rng(1).normal(size=(3, 5, arm.nv))
    joint = arm.compiled.loops.joints[1]
    for form in ({}, {"axes": "world", "at": (0.1, 0.2, 0.3)}, {"at": arm.model.bodies[0].name}):
        by = {
            f: arm.wrenches(q, v, vdot, joints=[joint], formulation=f, **form)[joint]
            for f in ("auto", "state_vector")
        }
        assert_close(by["state_vector"].force, by["auto"].force, SMALL)
        assert_close(by["state_vector"].moment, by["auto"].moment, SMALL)


def test_only_chosen_joints_are_in_the_kernel(regular: System) -> None:
    loops = regular.compiled.loops
    one = loops.chosen_load_kernel(loops.joints[-1:], "reaction", "recursive")
    assert one.operations < 0.7 * loops.load_kernel.operations


def test_recursion_is_least_where_accelerations_are_given(arm: System) -> None:
    q, v, vdot = np.random.default_rng(1).normal(size=(3, arm.nv))
    for joint in arm.compiled.loops.joints:
        for formulation in ("recursive", "state_vector"):
            arm.wrenches(q, v, vdot, joints=[joint], formulation=formulation)
        made = arm.compiled._kernels
        place = arm.compiled.compiler.tree.joint_index[joint]
        name = f"wrench [{place}] child joint True"
        assert made[name].operations <= made[f"{name} state_vector"].operations


# --- files, events, many runs ---------------------------------------------------------------------


def test_files_resume_and_rerun(arm: System, first: Any, tmp_path: Path) -> None:
    keep = keeps(arm, 0, 2)
    for method, more in (("ab3", {"step": 1e-3}), ("auto", {"every": 1e-3})):
        path = tmp_path / f"{method}.sarrus"
        how = {"until": 0.03, "method": method, "keep": keep, **more}
        file = ResultFile(path, every=0.0, states=4)
        run = arm.simulate(first, file=file, **how)
        whole = arm.simulate(first, **how)
        assert_recorded(run)
        opened = open_run(path)
        again = rerun(path)
        for load in keep:
            assert np.array_equal(six(opened, load), six(run, load))
            assert np.array_equal(six(again, load), six(run, load))
            assert np.array_equal(six(whole, load), six(run, load))
        assert opened.account.kept == run.account.kept
        before = [six(run, load) for load in keep]
        del run, opened
        resumed = resume(path, block=4)
        for load, expected in zip(keep, before, strict=True):
            assert np.array_equal(six(resumed, load), expected)


def test_where_blocks_of_a_file_end_changes_no_digit(tmp_path: Path) -> None:
    """Rows of loops are chosen at every state, also where loads are shared among all joints."""
    setup = SETUPS["bricard rk4"]
    keep = keeps(setup.system(), 1)
    whole = setup.run(keep=keep, until=0.2, certify=False)
    path = tmp_path / "run.sarrus"
    run = setup.run(keep=keep, until=0.2, certify=False, file=ResultFile(path, states=3))
    assert_recorded(whole)
    for load in keep:
        assert np.array_equal(six(whole, load), six(run, load))


def test_events_change_what_is_recorded(arm: System, first: Any) -> None:
    joint = arm.compiled.loops.joints[2]
    lock = Event(0.0055, Lock(joint))
    for how in ({"method": "rk4", "step": 1e-3}, {"every": 1e-3}):
        run = arm.simulate(first, until=0.012, events=[lock], keep=keeps(arm, 1, 2), **how)
        assert len(run.segments) == 2
        assert_recorded(run)


def test_runs_side_by_side(arm: System, first: Any) -> None:
    keep = keeps(arm, 1)
    runs = arm.simulate([first, first], until=5e-3, method="rk4", step=1e-3, keep=keep)
    assert_recorded(runs[1])
    alone = arm.simulate(first, until=5e-3, method="rk4", step=1e-3, keep=keep)
    assert_close(six(runs[1], keep[0]), six(alone, keep[0]), SMALL)


def test_errors_are_estimated_beside_what_is_kept(arm: System, first: Any) -> None:
    load = keeps(arm, 1)[0]
    run = arm.simulate(first, until=0.02, every=4e-3, keep=[load], certify=True)
    assert_recorded(run)
    assert np.all(np.isfinite(run.error[f"{load}.force"]))


# --- input ----------------------------------------------------------------------------------------


def test_names_that_are_no_loads_are_refused_with_the_nearest(arm: System, first: Any) -> None:
    joint = arm.compiled.loops.joints[0]
    with pytest.raises(ModelError) as refused:
        arm.simulate(first, until=0.01, keep=[f"{joint}.reation", joint, "nobody.wrench"])
    assert [p.code for p in refused.value.problems] == ["M09"] * 3
    text = str(refused.value)
    assert f"id you mean '{joint}.reaction'?" in text
    assert f"'{joint}.reaction' or '{joint}.wrench'" in text
    with pytest.raises(ModelError, match="S03"):
        arm.simulate(first, until=0.01, keep=[f"{joint}.reaction"], formulation="recursiv")
    with pytest.raises(ModelError, match="S03"):
        arm.wrenches(first, formulation="articulated")
    for how in ({"formulation": "recursive"}, {"formulation": "state_vector"}):
        with pytest.raises(ModelError, match="and none are kept"):
            arm.simulate(first, until=0.01, **how)


def test_channels_of_a_load_mean_the_whole(arm: System, first: Any) -> None:
    joint = arm.compiled.loops.joints[0]
    names = [f"{joint}.reaction.force.x", f"joint:{joint}.reaction", f"{joint}.reaction.moment"]
    run = arm.simulate(first, until=2e-3, method="rk4", step=1e-3, keep=names)
    assert run.keeping.wanted == ((joint, "reaction"),)
    alone = arm.simulate(first, until=2e-3, method="rk4", step=1e-3, keep=f"{joint}.reaction")
    assert alone.keeping.wanted == run.keeping.wanted


def test_articulated_bodies_are_of_trees(regular: System) -> None:
    start = regular.assemble()
    with pytest.raises(ModelError, match="is of trees"):
        regular.simulate(start, until=0.01, formulation="articulated")


def test_study_files(tmp_path: Path) -> None:
    how = "run: {until: 0.05, method: rk4, step: 1 ms, keep: [A.reaction], "
    run = study(tmp_path, PENDULUM, f"{how}formulation: state_vector}}\n").run()
    assert isinstance(run, Run)
    assert_recorded(run)
    assert "(30)" in run.account.kept
    with pytest.raises(ModelError) as refused:
        study(tmp_path, PENDULUM, "run: {until: 0.05, keep: [A.reactoin, B.wrench]}\n")
    assert [p.code for p in refused.value.problems] == ["M09", "M09"]
    assert "A.reaction" in str(refused.value) and "model.yaml:" in str(refused.value)
