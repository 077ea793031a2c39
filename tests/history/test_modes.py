"""Runs of several modes: other parameters, locks and laws, and two states at one time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from history.oracle import Oracle
from history.test_free_bodies import imbalance
from loops import mechanisms
from sarrus import Event, GroundMotion, Mechanism, open_run
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.simulation.events import Enable, Lock, Release
from sarrus.system.simulation.run import Account
from sarrus.system.simulation.states import MemoryStates, Segment


def joined(*runs: Run) -> Run:
    """One run of several, each a mode of its own: what events make of a simulation."""
    t = np.concatenate([run.t for run in runs])
    y = np.concatenate([piece.y for run in runs for piece in run.pieces()])
    ends = np.cumsum([len(run) for run in runs])
    segments = [
        Segment(int(end) - len(run), int(end), run.segments[0].sim)
        for run, end in zip(runs, ends, strict=True)
    ]
    return Run(runs[0].system, MemoryStates(t, y), tuple(segments), Account("joined"))


@pytest.fixture(scope="module")
def gripping() -> Run:
    """A five-bar that is light, then heavy, then locked at one crank, with a motor at the end."""
    system = mechanisms.five_bar().compile(kernels=(), parameters=["rod_r.mass"])
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5})
    first = system.simulate(start, until=0.2, every=0.01)
    second = system.simulate(
        first.final, until=0.4, every=0.01, parameters={"rod_r.mass": 5.0}, inputs={"A": 2.0}
    )
    held = system.assemble({}, {"A": 0.0, "D": 1.0}, guess=second.final, t=second.final.t)
    third = system.simulate(held, until=0.5, every=0.01, locked=["A"])
    return joined(first, second, third)


def test_every_segment_has_its_own_equations(gripping: Run) -> None:
    history = History(gripping)
    assert len(history) == 21 + 21 + 11 and np.sum(np.diff(history.t) == 0.0) == 2
    for k in (3, 20, 21, 30, 41, 42, 50):
        oracle = Oracle(gripping, k)
        given = gripping.segment(k).sim.kept_keywords
        expected = joint_reactions(gripping.system, oracle.motion, **given)
        for joint in "ABPCD":
            for name in ("angle_acceleration", "effort"):
                value = oracle.value("joint", f"{joint}.{name}")
                assert history[f"{joint}.{name}"][k] == pytest.approx(value, abs=1e-8), (k, joint)
            found = history[f"{joint}.reaction.force"][k]
            np.testing.assert_allclose(found, expected[joint].force, rtol=0, atol=1e-8)
        mass = 0.7 if k < 21 or k >= 42 else 5.0
        speed = history["rod_r.com_velocity"][k]
        np.testing.assert_allclose(history["rod_r.momentum"][k], mass * speed, rtol=1e-12)
    assert np.all(history["A.effort"][:21] == 0.0) and np.all(history["A.effort"][21:42] == 2.0)
    assert np.all(np.abs(history["A.effort"][42:]) > 0.0)


def test_nothing_is_interpolated_across_an_event(gripping: Run) -> None:
    history = History(gripping)
    t1, t2 = 0.2, 0.4
    names = ["A.angle_acceleration", "C.reaction.force", "D.rate"]
    both = history.at([0.195, t1, t1, 0.205, t2, t2, 0.405])
    for name in names:
        values = np.asarray(history[name])
        np.testing.assert_allclose(both[name][1], values[20], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(both[name][2], values[21], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(both[name][4], values[41], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(both[name][5], values[42], rtol=1e-12, atol=1e-12)
    jump = history["D.rate"][42] - history["D.rate"][41]
    assert abs(jump) > 0.1
    assert abs(both["D.rate"][6] - history["D.rate"][42]) < 0.5 * abs(jump)
    after = history.at([t2])["D.rate"][0]
    assert after == pytest.approx(history["D.rate"][42], rel=1e-12)
    assert len(history.between(t1, t2)) == 22 + 1
    found = history.compare(history.at(history.t), names)
    assert found.worst.largest <= 1e-9


def test_events_at_the_very_end() -> None:
    """The last two states have the same time: what is asked for there is the last."""
    system = mechanisms.four_bar().compile(kernels=())
    first = system.simulate(system.assemble({"A": 0.1}, {"A": 1.0}), until=0.1, every=0.05)
    stopped = system.assemble({}, {"A": 0.0}, guess=first.final, t=0.1)
    last = system.simulate(stopped, until=0.2, every=0.1)
    run = joined(first, last)
    whole = Run(
        system,
        MemoryStates(run.t[:4], run.states.rows(0, 4)),
        (run.segments[0], Segment(3, 4, run.segments[1].sim)),
        run.account,
    )
    history = History(whole)
    assert list(history.t) == pytest.approx([0.0, 0.05, 0.1, 0.1])
    assert history.at([0.1])["A.rate"][0] == pytest.approx(0.0, abs=1e-12)
    assert history.at([0.1, 0.1])["A.rate"][0] == pytest.approx(history["A.rate"][2])


def test_moving_ground() -> None:
    """Frames of a prescribed base, and points on it, move as it does: steadily accelerated."""
    m = Mechanism("cart")
    m.prescribe_base()
    m.body("pole", 1.0, (0, 0, 0.5), (0.1, 0.1, 0.01))
    m.revolute("hinge", m.ground, "pole", at=(0, 0, 0), axis="y")
    m.frame("deck", m.ground, (1.0, 0.0, 0.0))
    system = m.build().compile(kernels=())
    base = GroundMotion(
        position=(0.1, 0.2, 0.3),
        velocity=(1.0, 0.0, 0.0),
        angular_velocity=(0.0, 0.0, 2.0),
        acceleration=(0.5, 0.0, 0.0),
        angular_acceleration=(0.0, 0.0, 3.0),
    )
    run = system.simulate(system.assemble({"hinge": 0.1}), until=0.1, every=0.05, base=base)
    history = History(run)
    k = 1
    moving = run.motion(k)
    t, angle = 0.05, 2.0 * 0.05 + 1.5 * 0.05**2
    c, s, w = np.cos(angle), np.sin(angle), 2.0 + 3.0 * t
    now = GroundMotion(
        position=(0.1 + t + 0.25 * t**2, 0.2, 0.3),
        rotation=[[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
        velocity=(1.0 + 0.5 * t, 0.0, 0.0),
        angular_velocity=(0.0, 0.0, w),
        acceleration=(0.5, 0.0, 0.0),
        angular_acceleration=(0.0, 0.0, 3.0),
    )
    expected = system.kinematics(moving.state.q, moving.state.v, moving.vdot, base=now)
    for name in ("pole", "deck"):
        for what in ("position", "velocity", "acceleration", "angular_velocity"):
            found = history[f"{name}.{what}"][k]
            np.testing.assert_allclose(found, getattr(expected[name], what), atol=1e-12)
    np.testing.assert_allclose(history["ground.velocity"][k], (1.0 + 0.5 * t, 0.0, 0.0))
    arm = np.array([-s, c, 0.0])
    tip = history.point("ground", (0.0, 1.0, 0.0))
    around = np.array([-c, -s, 0.0])
    speed = np.array([1.0 + 0.5 * t, 0.0, 0.0]) + w * around
    np.testing.assert_allclose(tip.velocity[k], speed, atol=1e-14)
    bent = np.array([0.5, 0.0, 0.0]) + 3.0 * around - w**2 * arm
    np.testing.assert_allclose(tip.acceleration[k], bent, atol=1e-14)


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Run, Path]]:
    """A five-bar whose crank is locked while it moves, and released; its states are in a file."""
    system = mechanisms.five_bar().compile(kernels=())
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.3})
    events = [
        Event(0.1234, do=Lock("A"), name="lock"),
        Event(0.25, do=Release("A"), name="release"),
    ]
    path = tmp_path_factory.mktemp("runs") / "run.sarrus"
    run = system.simulate(start, until=0.4, every=0.01, events=events, file=path)
    yield run, path
    run.states.close()


def test_events_of_a_simulation(eventful: tuple[Run, Path]) -> None:
    run, _ = eventful
    history = run.history
    assert len(run.segments) == 3 and len(run.events) == 2
    assert imbalance(history) <= 1e-9
    k = run.events[0].state
    for place in (k - 1, k, k + 3, len(run) - 1):
        oracle = Oracle(run, place)
        expected = oracle.loads("reaction")
        for joint in "ABPCD":
            for name in ("angle", "rate", "angle_acceleration", "effort"):
                value = oracle.value("joint", f"{joint}.{name}")
                off = history[f"{joint}.{name}"][place] - value
                off -= 2.0 * np.pi * np.round(off / (2.0 * np.pi)) if name == "angle" else 0.0
                assert abs(off) <= 1e-8, (place, joint, name)
            found = history[f"{joint}.reaction.force"][place]
            np.testing.assert_allclose(found, expected[joint].force, rtol=0, atol=1e-7)
    assert history.t[k] == history.t[k - 1]
    assert abs(history["A.rate"][k - 1]) > 0.1 > 1e-9 > abs(history["A.rate"][k])
    assert history["A.effort"][k - 1] == 0.0 != history["A.effort"][k]
    both = history.at([history.t[k], history.t[k]])
    np.testing.assert_array_equal(both["D.rate"], history["D.rate"][k - 1 : k + 1])


def test_a_run_in_a_file_has_the_same_history(eventful: tuple[Run, Path]) -> None:
    run, path = eventful
    opened = open_run(path)
    again = History(opened)
    names = ["A.angle", "P.reaction.force", "rod_l.acceleration", "work", "A.effort", "C.angle"]
    for name, channel in run.history.read(*names).items():
        np.testing.assert_array_equal(again[name], channel)
        assert again[name].unique == channel.unique
    assert run.history.compare(again).worst.largest == 0.0
    opened.states.close()


def test_elements_that_are_switched_off() -> None:
    """Their loads are zero meanwhile, and their length is not known; before and after it is."""
    m = Mechanism("slide", gravity=(0, 0, 0))
    block = m.body("block", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, block, at=(0, 0, 0), axis="x")
    m.spring_damper("S", m.ground, block, at_a=(-2, 0, 0), at_b=(0, 0, 0), k=50.0, free_length=2.0)
    m.joint_damper("D", "J", 0.2)
    system = m.build().compile(kernels=())
    off = [Event(t, do=Enable("S", t > 0.5)) for t in (0.35, 0.65)]
    run = system.simulate(system.state([0.2], [0.0]), until=1.0, every=0.1, events=off)
    middle = np.array([bool(run.segment(k).sim.system is not system) for k in range(len(run))])
    assert middle.any() and not middle.all()
    assert np.all(run["S.force"][middle] == 0.0) and np.all(np.isnan(run["S.length"][middle]))
    expected = 50.0 * (run["S.length"][~middle] - 2.0)
    assert run["S.force"][~middle] == pytest.approx(expected, rel=1e-12)
    assert run["D.effort"] == pytest.approx(-0.2 * run["J.speed"], rel=1e-12, abs=1e-15)
    assert run.energy_error < 1e-6


def test_other_times_of_a_mode_without_an_element() -> None:
    """An element that is switched off takes the number that is an input with it."""
    m = Mechanism("bob")
    bob = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=(1e-3, 2e-2, 2e-2))
    m.revolute("A", m.ground, bob, at=(0, 0, 0), axis="y")
    m.spring_damper("S", m.ground, bob, at_a=(1.0, 0, 1.0), at_b=(1.0, 0, 0), k=5.0, c=0.2)
    system = m.build().compile(parameters=["S.k"])
    run = system.simulate(
        system.assemble(), until=0.4, every=0.1, events=[Event(0.2, Enable("S", False))]
    )
    fine = system.simulate(
        system.assemble(), until=0.4, every=0.01, events=[Event(0.2, Enable("S", False))]
    )
    times = np.array([0.05, 0.15, 0.25, 0.35])
    found, wanted = run.history.at(times)["A.angle"], fine.history.at(times)["A.angle"]
    assert found == pytest.approx(wanted, abs=1e-4)
