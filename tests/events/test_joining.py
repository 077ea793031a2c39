"""Joints that events make and part: momentum, energy, and the motion of one that was built so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events.machines import METHODS, TIGHT, assert_consistent, mass_matrix
from random_trees import joint_type, random_pose, random_rotation, random_tree
from sarrus import Event, Mechanism, State, System
from sarrus.errors import SarrusError
from sarrus.events import Attach, Join, Lock, Part, SetParameter
from sarrus.model.body import Frame
from sarrus.model.joints import TYPES, Openable
from sarrus.spatial import Transform
from sarrus.system import ResultFile, Run
from sarrus.system.simulation.recording import Stopped

KINDS = ("fixed", "revolute", "prismatic", "cylindrical", "universal", "spherical", "planar",
         "helical", "distance")  # fmt: skip


def chain(closed: bool = False, free: bool = False) -> Mechanism:
    """Three links in the plane whose tip is drawn at a pin of ground; free: beside a body."""
    m = Mechanism("chain", (0.0, -9.81, 0.0))
    points = [(0.0, 0.0, 0.0), (0.3, 0.8, 0.0), (1.2, 1.1, 0.0), (1.6, 0.1, 0.0)]
    for k, name in enumerate(("one", "two", "three")):
        a, b = np.array(points[k]), np.array(points[k + 1])
        m.body(name, 1.0 + 0.3 * k, tuple(0.4 * (b - a)), (0.02, 0.03, 0.05), at=points[k])
        m.revolute("ABC"[k], m.ground if k == 0 else points_of(k), name, at=points[k], axis="z")
    m.frame("tip", "three", at=tuple(np.array(points[3]) - np.array(points[2])))
    m.frame("pin", m.ground, at=points[3])
    if closed:
        m.revolute("hold", "three", m.ground, at=points[3], axis="z")
    if free:
        m.body("load", 0.7, (0.05, 0.02, 0.0), (0.01, 0.02, 0.015), at=points[3])
        m.free("air", m.ground, "load", at=points[3])
        m.frame("handle", "load", at=(0.0, 0.0, 0.0))
    return m


def points_of(k: int) -> str:
    return ("one", "two", "three")[k - 1]


@pytest.fixture(scope="module")
def arm() -> System:
    return chain().build().compile(kernels=())


@pytest.fixture(scope="module")
def arm_with_load() -> System:
    return chain(free=True).build().compile(kernels=())


def check_impact(run: Run, k: int, driven: bool = False) -> None:
    """Momentum with the impulse of ground, and the loss by Carnot: half of jump^T M jump.

    driven: impulses of drives do work beside it.
    """
    event = next(e for e in run.events if e.state == k)
    ground = event.impulse("ground")
    change = run.momentum[k] - run.momentum[k - 1]
    size = 1.0 + np.max(np.abs(run.momentum[k - 1]))
    assert np.max(np.abs(change - [*ground.linear, *ground.angular])) <= 1e-12 * size
    jump = run.v[k] - run.v[k - 1]
    lost = 0.5 * jump @ mass_matrix(run, k) @ jump
    scale = 1.0 + abs(run.energies[k - 1, 0])
    assert driven or abs(event.energy + lost) <= 1e-12 * scale
    booked = run.corrections[k] - run.corrections[k - 1]
    assert abs(np.diff(run.energy)[k - 1] - booked) <= 1e-12 * scale
    sim = run.segment(k).sim
    slip = sim.system.compiled.loops.closure(run.q[k].copy(), *sim.last)[1] @ run.v[k]
    assert np.max(np.abs(slip), initial=0.0) <= 1e-11


def random_gripper(seed: int) -> tuple[System, State, list[Event]]:
    """Return a random tree and events that make and part a joint of its random frames."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 5))
    bodies = ["ground", *(f"b{i}" for i in range(n))]
    a, b = (str(x) for x in rng.choice(bodies, 2, replace=False))
    frames = (Frame("fa", a, random_pose(rng)), Frame("fb", b, random_pose(rng)))
    system = replace(random_tree(seed, n), frames=frames).compile(kernels=())
    kind, numbers = KINDS[seed % len(KINDS)], {}
    q = system.add(system.neutral(), rng.uniform(-1.0, 1.0, system.nv))
    start = system.state(q, rng.uniform(-1.0, 1.0, system.nv))
    if kind == "helical":
        numbers = {"lead": 0.2}
    if kind == "distance":
        poses = system.poses(q)
        apart = np.linalg.norm(poses["fa"].position - poses["fb"].position)
        numbers = {"length": float(apart)}
    join = Join("hold", kind, "fa", "fb", where_it_is=True, numbers=numbers)
    when = 0.0 if kind == "distance" else 0.02
    return system, start, [Event(when, join), Event(0.045, Part("hold"))]


def random_grip(seed: int) -> None:
    """A joint of a random type between random frames of a random tree, made and parted."""
    system, start, events = random_gripper(seed)
    run = system.simulate(start, until=0.06, every=0.02, events=events, method="rk4", step=1e-3)
    made, parted = (event.state for event in run.events)
    check_impact(run, made)
    assert run.events[0].energy <= 1e-12
    np.testing.assert_allclose(run.v[parted], run.v[parted - 1], rtol=0, atol=1e-12)
    assert run.drift <= 1e-10
    assert_consistent(run, 1e-6)


@pytest.mark.parametrize("seed", [14, 27])
def test_random_grips(seed: int) -> None:
    random_grip(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_hundred_random_grips(seed: int) -> None:
    random_grip(seed)


def held_for_a_while(arm: System, **how: Any) -> Run:
    """The tip pinned, redundantly in space, from the start to 0.2 s."""
    start = arm.state(arm.drawing(), [0.4, -0.7, 0.3])
    events = [Event(0.0, Join("hold", "revolute", "tip", "pin")), Event(0.2, Part("hold"))]
    return arm.simulate(start, until=0.3, every=0.1, events=events, **how)


@pytest.fixture(scope="module")
def held(arm: System) -> Run:
    return held_for_a_while(arm, **TIGHT)


def test_it_moves_like_one_that_was_built_so(arm: System, held: Run) -> None:
    """With the loop cut elsewhere; then like the open chain."""
    made, parted = (event.state for event in held.events)
    check_impact(held, made)
    assert_consistent(held, 1e-8)
    built = chain(closed=True).build().compile(kernels=(), cut=["B"])
    rates = {name: float(held[f"{name}.rate"][made]) for name in "AC"}
    start = built.assemble({"A": 0.0, "C": 0.0}, rates)
    again = built.simulate(start, until=0.2, every=0.1, **TIGHT)
    for name in ("A.angle", "C.rate", "three.position.x"):
        assert held[name][parted - 1] == pytest.approx(again[name][-1], abs=1e-9), name
    np.testing.assert_allclose(
        held["hold.reaction.force"][parted - 1, :2],
        again["hold.reaction.force"][-1, :2],
        rtol=0,
        atol=1e-6,
    )
    # as it is open: no load, no motion
    assert np.all(held["hold.reaction.force"][parted:] == 0.0)
    assert np.all(np.isnan(held["hold.angle"][parted:]))
    free = arm.simulate(held.state(parted), until=0.3, **TIGHT)
    np.testing.assert_allclose(held.q[-1], free.q[-1], rtol=0, atol=1e-9)


SLOW = pytest.param("partitioned", marks=pytest.mark.slow)


@pytest.mark.parametrize("method", [*sorted({*METHODS, "pece", "reduced"} - {"auto"}), SLOW])
def test_by_every_method(arm: System, held: Run, method: str) -> None:
    run = held_for_a_while(arm, **METHODS.get(method, {"method": method, **TIGHT}))
    check_impact(run, run.events[0].state)
    np.testing.assert_allclose(run.q[-1], held.q[-1], rtol=0, atol=1e-8)
    np.testing.assert_allclose(run.v[-1], held.v[-1], rtol=0, atol=1e-7)
    assert run.drift <= 1e-10


@pytest.mark.slow
def test_loops_of_the_model_may_be_cut_anywhere() -> None:
    """The same joint made in a closed mechanism, cut at two places."""
    model = chain(closed=True, free=True).build()
    events = [Event(0.02, Join("grip", "spherical", "tip", "handle", where_it_is=True))]
    ends = []
    for cut in ("hold", "B"):
        system = model.compile(kernels=(), cut=[cut])
        start = system.assemble({"A": 0.0}, {"A": 0.5})
        run = system.simulate(start, until=0.06, events=events, method="rk4", step=1e-3)
        check_impact(run, run.events[0].state)
        ends.append([*run["load.position"][-1], run["A.rate"][-1], run.energy[-1]])
    np.testing.assert_allclose(ends[1], ends[0], rtol=0, atol=1e-9)


def test_a_load_is_carried(arm_with_load: System) -> None:
    """Fixed where it is, it moves like a payload that the link catches with its velocity."""
    system = arm_with_load
    start = system.state(
        system.drawing(), system.velocities_of({"A": 0.5, "B": -0.4, "C": 0.8, "air.vy": 0.4})
    )
    join = Join("grip", "fixed", "tip", "handle", where_it_is=True)
    run = system.simulate(
        start, until=0.4, events=[Event(0.1, join, name="grip"), Event(0.3, Part("grip"))], **TIGHT
    )
    made, parted = (event.state for event in run.events)
    check_impact(run, made)
    tool, load = (run.state(k) for k in (made, parted - 1))
    seen = []
    for state in (tool, load):
        poses = system.poses(state.q)
        R, p = poses["three"].rotation, poses["three"].position
        at = R.T @ (poses["load"].position - p)
        seen.append(np.concatenate([at, (R.T @ poses["load"].rotation).ravel()]))
    np.testing.assert_allclose(seen[1], seen[0], rtol=0, atol=1e-10)
    # beside it: the same catch by a payload
    bare = chain().build().compile(kernels=())
    body = system.model.body("load")
    X, before = system.poses(run.q[made].copy()), system.kinematics(run.q[made], run.v[made - 1])
    R = X["three"].rotation.T @ X["load"].rotation
    arm_to = X["load"].position + X["load"].rotation @ np.array(body.com) - X["three"].position
    moving = before["load"]
    arm_of = X["load"].rotation @ np.array(body.com)
    caught = Attach(
        "load", "three", body.mass, tuple(X["three"].rotation.T @ arm_to),
        tuple(map(tuple, R @ np.array(body.inertia) @ R.T)),
        tuple(moving.velocity + np.cross(moving.angular_velocity, arm_of)),
        tuple(moving.angular_velocity),
    )  # fmt: skip
    begun = bare.state(run.q[made, :3], run.v[made - 1, :3], t=float(run.t[made]))
    beside = bare.simulate(begun, until=0.3, events=[Event(float(begun.t), caught)], **TIGHT)
    np.testing.assert_allclose(run.q[parted - 1, :3], beside.q[-1], rtol=0, atol=1e-9)


def test_a_driven_chain_grips(arm_with_load: System) -> None:
    """Joints that follow laws stay on them; the load follows the tip, and falls when let go."""
    system = arm_with_load
    laws = {name: (lambda t, k=k: 0.1 * k * t) for k, name in enumerate("ABC", 1)}
    start = system.state(
        system.drawing(), system.velocities_of({name: 0.1 * k for k, name in enumerate("ABC", 1)})
    )
    join = Join("grip", "fixed", "tip", "handle")
    events = [Event(0.0, join), Event(0.2, Part("grip"))]
    run = system.simulate(start, until=0.3, every=0.05, events=events, driven=laws, **TIGHT)
    made, parted = (event.state for event in run.events)
    check_impact(run, made, driven=True)
    for k in range(made, parted):
        poses = system.poses(run.q[k].copy())
        np.testing.assert_allclose(poses["tip"].position, poses["handle"].position, atol=1e-9)
    np.testing.assert_allclose(run["C.angle"], 0.3 * run.t, rtol=0, atol=1e-12)
    assert np.all(run["grip.reaction.force"][parted:] == 0.0)


def test_a_joint_that_says_the_same_again(arm: System, held: Run) -> None:
    """Two joints between the same frames: the motion of one, and reactions that are shared."""
    one, two = (Join(name, "revolute", "tip", "pin") for name in ("hold", "also"))
    events = [Event(0.0, one), Event(0.05, two)]
    start = arm.state(arm.drawing(), [0.4, -0.7, 0.3])
    both = arm.simulate(start, until=0.1, events=events, **TIGHT)
    k = int(np.searchsorted(held.t, 0.1))
    np.testing.assert_allclose(both.q[-1], held.q[k], rtol=0, atol=1e-10)
    total = both["hold.reaction.force"][-1] + both["also.reaction.force"][-1]
    np.testing.assert_allclose(total, held["hold.reaction.force"][k], rtol=0, atol=1e-6)
    assert not np.all(both.history["also.reaction.force"].unique)
    assert abs(both.events[1].energy) <= 1e-12


def test_a_structure_stands_still() -> None:
    """Two links and a pin leave nothing to move."""
    m = Mechanism("two links", (0.0, -9.81, 0.0))
    m.body("upper", 2.0, (0.5, 0, 0), (0.01, 0.2, 0.2))
    m.body("lower", 1.0, (0.4, 0, 0), (0.01, 0.1, 0.1), at=(1, 0, 0))
    m.revolute("A", m.ground, "upper", at=(0, 0, 0), axis="z")
    m.revolute("B", "upper", "lower", at=(1, 0, 0), axis="z")
    m.frame("tip", "lower", at=(0.8, 0, 0))
    system = m.build().compile(kernels=())
    grip = Event(0.1, Join("hold", "revolute", "tip", "ground", where_it_is=True))
    run = system.simulate(system.state([0.3, -0.8], [1.0, 0.5]), until=0.3, every=0.05,
                          events=[grip])  # fmt: skip
    k = run.events[0].state
    assert np.max(np.abs(run.v[k:])) <= 1e-12
    np.testing.assert_allclose(run.q[-1], run.q[k], rtol=0, atol=1e-12)
    on_upper, on_ground = (run.history.wrench(j, axes="world").force for j in ("A", "hold"))
    held = np.asarray(on_upper)[:, 1] - np.asarray(on_ground)[:, 1]
    np.testing.assert_allclose(held[k:], 3.0 * 9.81, rtol=1e-9)


def test_joints_of_the_model_part_and_are_made_again() -> None:
    """The pin of a closed chain breaks; stopped where it was, it is put in again."""
    system = chain(closed=True).build().compile(kernels=(), cut=["hold"])
    start = system.assemble({"A": 0.0}, {"A": 0.6})
    events = [Event(0.05, Part("hold")), Event(0.1, Join("hold", gap=0.5, angle=1.0))]
    run = system.simulate(start, until=0.15, every=0.05, events=events, **TIGHT)
    parted, made = (event.state for event in run.events)
    np.testing.assert_allclose(run.v[parted], run.v[parted - 1], rtol=0, atol=1e-12)
    check_impact(run, made)
    assert_consistent(run, 1e-8)
    assert "made, " in run.events[1].done[0] and run.drift <= 1e-10


def test_numbers_that_events_change_beside_it(arm: System) -> None:
    """The frame of the joint is one of the numbers of a mode, like others that events set."""
    start = arm.state(arm.drawing(), [0.4, -0.7, 0.3])
    events = [
        Event(0.02, SetParameter("three.mass", 3.0)),
        Event(0.05, Join("hold", "spherical", "tip", "pin", where_it_is=True)),
        Event(0.1, [Part("hold"), Join("hold", "spherical", "tip", "pin", where_it_is=True)]),
        Event(0.12, SetParameter("three.mass", 1.0)),
    ]
    run = arm.simulate(start, until=0.15, every=0.05, events=events, **TIGHT)
    check_impact(run, run.events[1].state)
    again = run.events[2]
    assert abs(again.energy) <= 1e-10, "it is made where it was"
    assert_consistent(run, 1e-8)


@pytest.mark.parametrize("name", [name for name in TYPES if TYPES[name].row_names])
def test_a_type_that_can_be_open(name: str) -> None:
    """Closed, it is the type; open, it has its coordinates and nothing else."""
    rng = np.random.default_rng(5)
    kind = joint_type(name, rng)
    closed, opened = Openable(kind, closed=True), Openable(kind, closed=False)
    X = Transform.of(random_rotation(rng), rng.normal(size=3))
    np.testing.assert_array_equal(closed.residual(X), kind.residual(X))
    np.testing.assert_array_equal(closed.residual_rows(X), kind.residual_rows(X))
    np.testing.assert_array_equal(closed.coordinates_of(X), kind.coordinates_of(X))
    assert (closed.row_names, closed.periodic) == (kind.row_names, kind.periodic)
    assert opened.residual(X).shape == (0,) and opened.residual_rows(X).shape == (0, 6)
    assert (opened.coordinates, opened.n_rows, opened.row_names) == (kind.coordinates, 0, ())
    assert opened.effort_directions(kind.neutral()).shape == (6, kind.nv)
    assert not np.any(opened.effort_directions(kind.neutral()))


# --- files ---------------------------------------------------------------------------------------


def test_runs_are_opened_resumed_and_repeated(arm: System, tmp_path: Path) -> None:
    start = arm.state(arm.drawing(), [0.4, -0.7, 0.3])
    events = [
        Event(0.1, Join("hold", "revolute", "tip", "pin", where_it_is=True), name="grip"),
        Event(0.25, Part("hold"), name="let go"),
    ]
    how: dict[str, Any] = {"until": 0.35, "every": 0.01, "events": events}
    whole = arm.simulate(start, **how)
    path = tmp_path / "run.sarrus"
    run = arm.simulate(start, file=ResultFile(path, states=4), **how)
    again = sarrus.open_run(path)
    assert again.events == whole.events == run.events
    assert again.events[0].impulse("hold").linear == whole.events[0].impulse("hold").linear
    for name in ("hold.reaction.force", "hold.angle", "C.angle"):
        np.testing.assert_array_equal(again[name], whole[name])
    assert len(sarrus.rerun(path)) == len(whole)
    from sarrus.storage import RunReader

    with RunReader.open(path) as reader:
        blocks = [block.block for block in reader.blocks]
    inside = sarrus.resume(path, block=blocks[len(blocks) // 2])
    assert inside.events == whole.events
    np.testing.assert_array_equal(inside.q, whole.q)
    np.testing.assert_array_equal(inside["hold.reaction.force"], whole["hold.reaction.force"])


# --- what is refused -----------------------------------------------------------------------------


def test_frames_that_do_not_meet_are_refused_with_gap_and_angle(arm: System) -> None:
    start = arm.state(arm.drawing(), [0.4, -0.7, 0.3])
    far = [Event(0.1, Join("hold", "fixed", "tip", "pin"))]
    with pytest.raises(
        Stopped, match=r"E-JOIN.*'tip' and 'pin' are apart by 0\.\d+ m and turned by 0\.\d+ rad"
    ) as stopped:
        arm.simulate(start, until=0.2, every=0.01, events=far)
    run = stopped.value.run
    assert run is not None and run.t[-1] == pytest.approx(0.1) and len(run) > 10


def test_axes_that_do_not_match_are_refused() -> None:
    m = chain()
    m.frame("tilted", m.ground, at=(1.6, 0.1, 0.0), rpy=(0.3, 0.0, 0.0))
    system = m.build().compile(kernels=())
    start = system.state(system.drawing(), np.zeros(3))
    with pytest.raises(Stopped, match=r"turned by 0\.3 rad = 17\.19 deg"):
        tilted = Join("hold", "revolute", "tip", "tilted")
        system.simulate(start, until=0.1, events=[Event(0.0, tilted)])
    ball = Join("hold", "spherical", "tip", "tilted", axis="x")
    run = system.simulate(start, until=0.01, events=[Event(0.0, ball)], method="euler", step=0.005)
    assert len(run.events) == 1


JOIN, PART = Join("hold", "revolute", "tip", "pin"), Part("hold")
PLANS: dict[str, list[Any]] = {
    "is made already at t = 0.01 s": [Event(0.0, JOIN), Event(0.01, JOIN)],
    "is open already at t = 0 s": [Event(0.0, PART), Event(0.01, JOIN)],
    "is driven, locked": [Event(0.0, [JOIN, Lock("hold.angle")]), Event(0.01, PART)],
    "is not among the joints": [Event(0.0, lambda t, state: JOIN)],
}


@pytest.mark.parametrize("said", PLANS)
def test_what_cannot_be_at_that_moment_is_refused(arm: System, said: str) -> None:
    start = arm.state(arm.drawing(), np.zeros(3))
    with pytest.raises(Stopped, match=said) as stopped:
        arm.simulate(start, until=0.1, events=PLANS[said])
    assert stopped.value.run is not None


def test_drives_that_move_against_it_are_refused(arm: System) -> None:
    start = arm.state(arm.drawing(), [0.1, 0.2, 0.3])
    laws = {name: (lambda t, k=k: 0.1 * k * t) for k, name in enumerate("ABC", 1)}
    with pytest.raises(Stopped, match=r"D03.*contradict each other after the event"):
        arm.simulate(start, until=0.1, events=[Event(0.0, JOIN)], driven=laws)


def test_what_cannot_be_made_is_refused_before_the_run(arm: System) -> None:
    start = arm.state(arm.drawing(), np.zeros(3))
    wrong: dict[str, Any] = {
        "'one' with itself": Join("hold", "fixed", "one", "body:one"),
        "is no frame or body": Join("hold", "fixed", "tipp", "pin"),
        "is no joint type": Join("hold", "fixd", "tip", "pin"),
        "holds nothing": Join("hold", "free", "tip", "pin"),
        "rolls on a surface": Join("hold", "rolling", "tip", "pin"),
        "name of a joint of the model": Join("A", "fixed", "tip", "pin"),
        "is not a direction": Join("hold", "fixed", "tip", "pin", axis="w"),
        "is missing: ": Join("hold", "distance", "tip", "pin"),
        "is not a number of a fixed joint|is not a number of a weld": Join(
            "hold", "fixed", "tip", "pin", numbers={"lead": 1.0}
        ),
        "is no joint that can be parted": Part("holdd"),
        "is in the tree": Part("B"),
        "two different joints": [
            Join("hold", "fixed", "tip", "pin"),
            Join("hold", "revolute", "tip", "pin"),
        ],
    }
    for said, action in wrong.items():
        with pytest.raises(SarrusError, match=said):
            arm.simulate(start, until=0.1, events=[Event(0.05, action)])
    with pytest.raises(SarrusError, match="gap must be at least 0"):
        Join("hold", "fixed", "tip", "pin", gap=-1.0)
    with pytest.raises(SarrusError, match="by no type of joint"):
        Join("hold", a="tip", b="pin")
