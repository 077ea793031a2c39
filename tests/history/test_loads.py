"""Wrenches and reactions over time: values, labels, forms, and the load history as a file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import simpson

from closeness import assert_close
from history import machines
from loops import mechanisms
from sarrus import Mechanism, Model, ModelError
from sarrus.cartesian import CartesianSystem
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.simulation.run import Account
from sarrus.system.simulation.states import MemoryStates, Segment

FORMS = [
    {},
    {"axes": "world"},
    {"axes": "body"},
    {"on": "parent"},
    {"on": "parent", "axes": "world"},
    {"axes": "world", "at": (0.3, -0.2, 0.5)},
    {"on": "parent", "axes": "body", "at": (0.3, -0.2, 0.5)},
]


@pytest.mark.parametrize("how", FORMS, ids=str)
@pytest.mark.parametrize("machine", ["swing", "turn", "four_bar", "bricard"])
def test_loads_and_labels_equal_those_of_single_states(
    histories: dict[str, History], machine: str, how: dict[str, object]
) -> None:
    history = histories[machine]
    run, system = history.part.source.run, history.system
    for part in ("reaction", "wrench"):
        ours = {j: getattr(history, part)(j, **how) for j in system.compiled.loops.joints}
        single = {}
        for k in (0, 23, 100):
            single = joint_reactions(system, run.motion(k), part=part, **how)
            size = max(np.max(np.abs([w.force, w.moment])) for w in single.values())
            for joint, expected in single.items():
                for name in ("force", "moment", "at"):
                    off = getattr(ours[joint], name)[k] - getattr(expected, name)
                    assert np.max(np.abs(off)) <= 1e-10 * max(size, 1.0), (joint, name, k)
        for joint, expected in single.items():
            assert ours[joint].force.unique == expected.unique_force, joint
            assert ours[joint].moment.unique == expected.unique_moment, joint
            assert ours[joint].because == expected.because
            assert ours[joint].unique is expected.unique


def test_labels_of_the_planar_four_bar(four_bar: Run) -> None:
    """In the plane forces are unique; across it they are not, and nor are the tilting moments."""
    history = History(four_bar)
    cut = history.system.topology.cuts[0].name
    for joint in "ABCD":
        assert history[f"{joint}.reaction.force"].unique == (True, True, False)
        assert history[f"{joint}.reaction.moment"].unique == (False, False, True)
        assert history[f"{joint}.reaction.force"].because == (cut,)
        assert history[f"{joint}.reaction.force.x"].unique is True
        assert history[f"{joint}.reaction.force.x"].because == ()
        assert history[f"{joint}.reaction.force.z"].unique is False
        assert history[f"{joint}.reaction.force.norm"].unique is False
    assert history["A.angle"].unique is True


def test_labels_hold_at_all_states_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallelogram whose bars lie in line is singular there only: then it says not unique."""
    system = mechanisms.parallelogram(2, angle=1.0).compile(kernels=(), planar=True)
    sim = system.simulate(system.assemble(), until=0.01, every=0.01).segments[0].sim
    states = [system.assemble({"A0": -angle}) for angle in (0.0, 0.5)]
    states.append(system.state([-1.0, 1.0, -1.0]))  # exact: an assembly is near it only
    rows = np.array([sim.start(state) for state in states])
    assert system.mobility(states[2]).singular and not system.mobility(states[1]).singular
    labels = {}
    for n in (2, 3):
        memory = MemoryStates(np.arange(float(n)), rows[:n])
        run = Run(system, memory, (Segment(0, n, sim),), Account("by hand"))
        labels[n] = History(run)["B0.reaction.force"].unique
        for k in range(n):
            expected = system.reactions(run.motion(k))["B0"]
            found = History(run).reaction("B0")
            np.testing.assert_allclose(found.force[k], expected.force, rtol=0, atol=1e-9)
            assert expected.unique_force[:2] == (True, True) or k == 2
    assert labels[2] == (True, True, False)
    assert labels[3][:2] != (True, True)
    # wherever the singular state stands, and in however many chunks the states are read
    turned = MemoryStates(np.arange(3.0), rows[::-1])
    run = Run(system, turned, (Segment(0, 3, sim),), Account("by hand"))
    monkeypatch.setattr("sarrus.system.history.run_source.chunk_size", lambda system: 1)
    assert History(run)["B0.reaction.force"].unique == labels[3]


@pytest.mark.parametrize("machine", ["turn", "bricard"])
def test_reactions_equal_cartesian_multipliers(histories: dict[str, History], machine: str) -> None:
    """Absolute coordinates, another formulation and other code: values, and smallest norms."""
    history = histories[machine]
    system, run = history.system, history.part.source.run
    if machine == "turn":  # without laws of effort, which the other solver does not have
        start = system.assemble({"crank_pivot": 0.3}, {"crank_pivot": 8.0})
        run = system.simulate(start, until=0.4, every=0.05)
        history = History(run)
    solver = CartesianSystem(system.model, length=system.compiled.loops.length)
    for k in (0, len(run) // 2, len(run) - 1):
        state = run.state(k)
        motion = system.kinematics(state.q, state.v)
        names = [body.name for body in system.model.bodies]
        there = solver.state(
            {n: (motion[n].rotation, motion[n].position) for n in names},
            {n: (motion[n].velocity, motion[n].angular_velocity) for n in names},
        )
        theirs = solver.reactions(there)
        size = max(np.max(np.abs(w.force)) for w in theirs.values())
        for joint, expected in theirs.items():
            ours = history.reaction(joint, axes="world")
            assert np.max(np.abs(ours.force[k] - expected.force)) <= 1e-8 * size, joint
            assert np.max(np.abs(ours.moment[k] - expected.moment)) <= 1e-8 * size, joint
        for body, expected in solver.accelerations(there).items():
            off = history[f"body:{body}.acceleration"][k] - expected.acceleration
            assert np.max(np.abs(off)) <= 1e-8 * (1.0 + np.max(np.abs(expected.acceleration)))


def read_csv(path: Path) -> dict[str, np.ndarray]:
    with path.open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    return dict(zip(head, np.array(rows, dtype=float).T, strict=True))


def vectors(table: dict[str, np.ndarray], name: str, unit: str) -> np.ndarray:
    return np.column_stack([table[f"{name}.{axis} [{unit}]"] for axis in "xyz"])


def test_CHK_R07_load_history_integrates_to_the_momentum_change(
    histories: dict[str, History], tmp_path: Path
) -> None:
    """The wrench of the shoulder, from its file, moves all that is outboard of it."""
    system = histories["swing"].system
    history = History(machines.swing(system, until=0.5, every=5e-4))
    history.load("shoulder", axes="world", at=(0, 0, 0)).to_csv(tmp_path / "shoulder.csv")
    table = read_csv(tmp_path / "shoulder.csv")
    t = table["t [s]"]
    np.testing.assert_array_equal(t, history.t)
    outboard = ["upper", "fore", "hand"]
    force = vectors(table, "shoulder.wrench.force", "N")
    moment = vectors(table, "shoulder.wrench.moment", "N m")
    for body in outboard:
        weight = system.model.body(body).mass * np.array(system.model.gravity)
        force = force + weight
        moment = moment + np.cross(history[f"{body}.com"], np.tile(weight, (len(t), 1)))
        for element in system.model.forces:
            name = f"{element.name}.{body}.force"
            if name in history:
                f = np.asarray(history[name])
                force = force + f
                arm = np.cross(history[f"{body}.position"], f)
                moment = moment + arm + history[f"{element.name}.{body}.moment"]
    for load, name in ((force, "momentum"), (moment, "angular_momentum")):
        change = sum(history[f"{b}.{name}"][-1] - history[f"{b}.{name}"][0] for b in outboard)
        found = simpson(load, x=t, axis=0)
        assert np.max(np.abs(change)) > 0.1
        assert_close(found, change, 1e-6, name)


def test_CHK_R07_in_a_closed_loop(histories: dict[str, History], tmp_path: Path) -> None:
    """Slider and rod are outboard of guide and ball: both load histories together move them."""
    system = histories["turn"].system
    history = History(machines.turn(system, until=0.5, every=5e-4))
    total = np.zeros((len(history), 3))
    for joint, on in (("guide", "child"), ("ball", "child")):
        path = history.load(joint, axes="world", on=on).to_csv(tmp_path / f"{joint}.csv")
        total += vectors(read_csv(path), f"{joint}.wrench.force", "N")
    for body in ("slider", "rod"):
        total += system.model.body(body).mass * np.array(system.model.gravity)
    total += history["spring.slider.force"] + history["buffer.slider.force"]
    momenta = [history[f"{body}.momentum"] for body in ("slider", "rod")]
    change = sum(p[-1] - p[0] for p in momenta)
    found = simpson(total, x=history.t, axis=0)
    assert np.max(np.abs(change)) > 0.1
    assert_close(found, change, 1e-6)


def test_unknown_joints_and_forms_are_refused(four_bar: Run) -> None:
    history = History(four_bar)
    with pytest.raises(ModelError, match="is not a joint"):
        history.reaction("Q")
    with pytest.raises(ModelError, match="none of 'joint', 'body', 'world'"):
        history.reaction("A", axes="moon")
    with pytest.raises(ModelError, match="none of 'child', 'parent'"):
        history.wrench("A", on="side")


def geared() -> Model:
    """Two wheels and a gear: a coupler's row, which is no joint's."""
    m = Mechanism("geared")
    for k in range(2):
        m.body(f"wheel{k}", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1), at=(k, 0, 0))
        m.revolute(f"J{k}", m.ground, f"wheel{k}", at=(k, 0, 0), axis="y")
    m.gear("G", "J0", "J1", ratio=-2.0)
    return m.build()


@pytest.mark.parametrize(
    ("build", "joint"),
    [
        (lambda: mechanisms.slider_crank(style="chain"), "crank_pivot"),
        (lambda: mechanisms.quick_return(cut_links=True), "crank_pivot"),
        (mechanisms.sarrus_linkage, "foot_x"),
        (lambda: mechanisms.parallelogram(3), "A0"),
        (mechanisms.door, "low"),
        (geared, "J0"),
    ],
    ids=["massless", "quick_return", "sarrus", "parallelogram", "door", "geared"],
)
def test_other_mechanisms(build: Callable[[], Model], joint: str) -> None:
    """Massless pieces, many redundant rows, couplers."""
    system = build().compile(kernels=())
    run = system.simulate(system.assemble({joint: 0.1}, {joint: 0.5}), until=0.2, every=0.02)
    history = History(run)
    names = [f"{j}.{part}.{what}" for j in system.compiled.loops.joints for part, what in PARTS]
    values = history.read(*names)
    for k in (0, 10):
        for part in ("reaction", "wrench"):
            expected = joint_reactions(system, run.motion(k), part=part)
            size = max(np.max(np.abs([w.force, w.moment])) for w in expected.values())
            for name, w in expected.items():
                for what in ("force", "moment"):
                    found = values[f"{name}.{part}.{what}"]
                    assert np.max(np.abs(found[k] - getattr(w, what))) <= 1e-10 * (size + 1e-3)
                    assert found.unique == getattr(w, f"unique_{what}"), (name, part, what)


PARTS = [(part, what) for part in ("reaction", "wrench") for what in ("force", "moment")]


def test_efforts_of_couplers() -> None:
    """A gear turns its wheels by its effort times its factors; nothing else is in these hinges."""
    system = geared().compile(kernels=())
    run = system.simulate(system.assemble({"J0": 0.1}, {"J0": 0.5}), until=0.2, every=0.02)
    history = History(run)
    effort = history["G.effort"]
    assert effort.unit == "N m" and effort.unique is True and np.min(np.abs(effort)) > 0.01
    for term in system.model.couplers[0].terms:
        about = history[f"{term.joint}.wrench.moment.z"]
        np.testing.assert_allclose(about, term.factor * effort, rtol=1e-10)
        still = history[f"{term.joint}.reaction.moment.z"]
        np.testing.assert_allclose(still, 0.0, atol=1e-12)
    np.testing.assert_array_equal(history["coupler:G.effort"], effort)


def test_efforts_of_couplers_that_say_what_a_loop_says() -> None:
    """A gear beside a parallelogram: how they share is open, but values belong together."""
    plain = mechanisms.parallelogram(2)
    gear = Coupler("G", (CouplerTerm("A0", 0, 1.0), CouplerTerm("A1", 0, -1.0)))
    system = replace(plain, couplers=(gear,)).compile(kernels=())
    run = system.simulate(system.assemble({"A0": 0.1}, {"A0": 0.5}), until=0.2, every=0.02)
    history = History(run)
    effort = history["G.effort"]
    assert effort.unique is False and effort.because == ("G",)
    for term in gear.terms:
        about = history[f"{term.joint}.wrench.moment.z"]
        np.testing.assert_allclose(about, term.factor * effort, rtol=0, atol=1e-9)
        assert about.unique is False
