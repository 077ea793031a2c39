"""Joints to spare: motions whose rates and accelerations belong together, and null-space goals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

import sarrus
from robotics.arms import PANDA, by_frames
from robotics.test_work_maps import planar_arm
from sarrus import Mechanism, ModelError, System, robotics
from sarrus.robotics import NullSpaceGoal, PathFollower, Quintic, Trapezoid, reach_many
from sarrus.spatial import Transform

START = np.array([0.0, -0.3, 0.3, -2.0, 0.2, 1.9, 0.5])
GOALS = {
    "none": None,
    "posture": START + np.array([0.3, 0.0, -0.4, 0.0, 0.2, 0.0, 0.1]),
    "limits": NullSpaceGoal(limits=0.1),
    "singularities": NullSpaceGoal(singularities=1.0),
}


def panda() -> System:
    return by_frames("panda", PANDA).compile(kernels=())


def moved(X: Any, shift: tuple[float, float, float]) -> Transform:
    return Transform.of(X.rotation, X.position + np.array(shift))


def line_of(system: System, frame: str, q: np.ndarray, law: Any) -> robotics.Sequence:
    X, a = system.poses(q)[frame], q[0]  # turned with the first joint
    x, y = -0.1 * np.cos(a) - 0.25 * np.sin(a), -0.1 * np.sin(a) + 0.25 * np.cos(a)
    line = robotics.line_move(moved(X, (0, 0, 0)), moved(X, (x, y, 0.1)), law)
    return robotics.Sequence([line])


def slope(rows: np.ndarray, h: float) -> np.ndarray:
    """Differences of the fourth order."""
    return np.asarray((8.0 * (rows[3:-1] - rows[1:-3]) - rows[4:] + rows[:-4]) / (12.0 * h))


@pytest.mark.parametrize("name", GOALS)
def test_rates_are_those_of_the_positions(name: str) -> None:
    """dq/dt = v and dv/dt = vdot, whose parts in the null space no row of the frame tells."""
    system = panda()
    frame = system.model.bodies[-1].name
    follower = PathFollower(
        system, line_of(system, frame, START, Quintic(1.0)), frame, START, goal=GOALS[name]
    )
    t = np.linspace(0.0, 1.0, 121)
    q, v, vdot = follower.jets(t, t == 1.0)
    assert np.max(np.abs(slope(q, t[1]) - v[2:-2])) < 2e-5 * np.max(np.abs(v))
    assert np.max(np.abs(slope(v, t[1]) - vdot[2:-2])) < 1e-4 * np.max(np.abs(vdot))
    again = PathFollower(system, follower.sequence, frame, START, goal=GOALS[name])
    assert again.jets(t[::5], t[::5] == 1.0)[0][-1] == pytest.approx(q[-1], abs=2e-6)
    slower = line_of(system, frame, START, Trapezoid(2.0, ramp=0.5))
    other = PathFollower(system, slower, frame, START, goal=GOALS[name])
    times = np.linspace(0.0, 2.0, 81)
    assert other.jets(times, times == 2.0)[0][-1] == pytest.approx(q[-1], abs=2e-6)


def test_the_work_of_drives_is_the_energy_that_is_gained() -> None:
    """Along a line, with a law whose acceleration jumps, from rest to rest and with inertia."""
    model = by_frames("panda", PANDA)
    system = model.compile(kernels=())
    frame = model.bodies[-1].name
    for goal in (None, NullSpaceGoal(limits=0.05, singularities=0.5)):
        sequence = line_of(system, frame, START, Trapezoid(0.5, ramp=0.2))
        task = robotics.Task(system, sequence, frame=frame, start=START, goal=goal)
        result = task.run(0.01)
        (account,) = result.accounts
        assert abs(account.error) < 1e-6 * abs(account.work)


def measures(system: System, frame: str, q: np.ndarray) -> float:
    J = system.jacobian(frame, (0, 0, 0), q)
    return float(np.log(np.linalg.det(J @ J.T)) / 2.0)


@pytest.mark.parametrize("name", ["posture", "limits", "singularities"])
def test_goals_are_reached_as_a_general_search_does(name: str) -> None:
    """The least H of all joints that hold the pose, by sequential quadratic programmes."""
    system = panda()
    frame = system.model.bodies[-1].name
    X = system.poses(START)[frame]
    bounds = [(limit[0] + 1e-3, limit[1] - 1e-3) for *_, limit in PANDA]
    low, high = (np.array(column) for column in zip(*(row[3] for row in PANDA), strict=True))

    def H(q: np.ndarray) -> float:
        if name == "posture":
            return 0.5 * float(np.sum((q - GOALS["posture"]) ** 2))
        if name == "limits":
            return float(np.sum((high - low) ** 2 / (4.0 * (high - q) * (q - low))))
        return -measures(system, frame, q)

    def off(q: np.ndarray) -> np.ndarray:
        Y = system.poses(q)[frame]
        R = Y.rotation @ X.rotation.T
        turn = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        return np.concatenate([Y.position - X.position, turn])

    goal = GOALS[name] if name == "posture" else NullSpaceGoal(**{name: 1.0})
    found = reach_many(system, frame, [moved(X, (0, 0, 0))], start=START, goal=goal)
    best = minimize(
        H, START, method="SLSQP", bounds=bounds, constraints={"type": "eq", "fun": off},
        options={"ftol": 1e-13, "maxiter": 300},
    )  # fmt: skip
    assert found.reached.all() and np.max(np.abs(off(found.q[0]))) < 1e-8
    assert H(found.q[0]) < H(START) - 1e-3
    assert H(found.q[0]) == pytest.approx(H(best.x), abs=1e-6)


def test_goals_keep_an_arm_away_from_what_they_say() -> None:
    system = panda()
    frame = system.model.bodies[-1].name
    low, high = (np.array(column) for column in zip(*(row[3] for row in PANDA), strict=True))
    t = np.linspace(0.0, 1.0, 31)
    best: dict[str, tuple[float, float]] = {}
    start = START + np.eye(7)[0] * 2.6  # 0.3 rad from the end of the first joint
    for name in ("none", "limits", "singularities"):
        sequence = line_of(system, frame, start, Quintic(1.0))
        q, _, _ = PathFollower(system, sequence, frame, start, goal=GOALS[name]).jets(t, t == 1.0)
        room = float(np.min(np.minimum(q - low, high - q)[-1]))
        best[name] = room, min(measures(system, frame, row) for row in q)
    assert best["singularities"][1] > best["none"][1] + 0.03
    assert best["limits"][0] > best["none"][0] + 0.1


def strutted_arm() -> System:
    """Three links in a plane; a strut between ground and the first turns it: a loop."""
    m = Mechanism("strutted", gravity=(0, -9.81, 0))
    at, carrier = 0.0, "ground"
    for k, length in enumerate((0.5, 0.4, 0.3)):
        m.body(f"b{k}", 1.0, com=(at + 0.5 * length, 0, 0), inertia=(0.01,) * 3)
        m.revolute(f"J{k}", carrier, f"b{k}", at=(at, 0, 0), axis="z")
        carrier, at = f"b{k}", at + length
    m.frame("tip", carrier, at=(at, 0, 0))
    m.body("tube", 0.2, com=(0.1, -0.2, 0), inertia=(0.001,) * 3)
    m.body("rod", 0.2, com=(0.2, -0.1, 0), inertia=(0.001,) * 3)
    m.revolute("base", "ground", "tube", at=(0.1, -0.3, 0), axis="z")
    m.prismatic("strut", "tube", "rod", at=(0.1, -0.3, 0), axis=(0.2, 0.3, 0))
    m.revolute("pin", "rod", "b0", at=(0.3, 0, 0), axis="z")
    return m.build().compile(kernels=(), planar=True)


def test_a_robot_with_a_loop_has_goals_too() -> None:
    system = strutted_arm()
    drives = ("strut", "J1", "J2")
    q0 = system.assemble({"J0": 0.3, "J1": 1.2, "J2": -0.9}).q
    tip = np.array(system.poses(q0)["tip"].position)
    goal = NullSpaceGoal(singularities=1.0, limits=0.0)
    found = reach_many(system, "tip", [tip], start=q0, goal=goal)
    assert found.reached.all()

    def size(q: np.ndarray) -> float:  # by J of the plane arm: hinges at 0, 0.5, 0.9
        a = np.cumsum([system.state(q)[f"J{k}.angle"] for k in range(3)])
        arms = np.array([[-np.sin(x), np.cos(x)] for x in a]) * [[0.5], [0.4], [0.3]]
        own = np.array([arms[k:].sum(axis=0) for k in range(3)]).T
        # the strut's slide and the tube's turn belong to unit turns of the first link
        h, columns = 1e-5, system.compiled.loops.column_scale
        first = system.state(q)["J0.angle"]
        ends = [system.assemble({"J0": first + s * h, "J1": a[1] - a[0], "J2": a[2] - a[1]},
                                guess=q).q for s in (1, -1)]  # fmt: skip
        along = np.linalg.norm(system.difference(*ends) / (2 * h) / columns)
        own[:, 0] /= along
        return float(np.prod(np.linalg.svd(own, compute_uv=False)))

    best = size(found.q[0])
    assert best > 1.05 * size(q0)
    for step in (-0.02, 0.02):  # nothing near it, with the tip where it is, is better
        near = {"J2": system.state(found.q[0])["J2.angle"] + step}
        other = robotics.reach(system, {"tip": tip}, start=found.q[0])
        q = other.q.copy()
        held = system.assemble(near, guess=q)
        q = robotics.reach(system, {"tip": tip}, start=held.q).q
        assert size(q) < best
    line = robotics.line_move(tip, tip + np.array([-0.15, 0.1, 0.0]), Quintic(1.0))
    t = np.linspace(0.0, 1.0, 41)
    follower = PathFollower(system, robotics.Sequence([line]), "tip", q0, "position", drives, goal)
    q, v, vdot = follower.jets(t, t == 1.0)
    assert np.max(np.abs(slope(q, t[1]) - v[2:-2])) < 1e-4 * np.max(np.abs(v))
    assert np.max(np.abs(slope(v, t[1]) - vdot[2:-2])) < 1e-3 * np.max(np.abs(vdot))


def test_an_arm_in_a_plane_is_led_by_its_tip() -> None:
    """Three hinges, a position with three components, of which the plane has two."""
    system = planar_arm(links=3)
    q0 = np.array([0.2, 0.5, 0.6])
    tip = np.array(system.poses(q0)["tip"].position)
    line = robotics.line_move(tip, tip + np.array([-0.2, 0.1, 0.0]), Quintic(1.0))
    task = robotics.Task(
        system, robotics.Sequence([line]), frame="tip", start=q0, follow="position"
    )
    result = task.run(0.02)
    assert system.poses(result.q[-1])["tip"].position == pytest.approx(line.end.position, abs=1e-10)
    stretched = robotics.line_move((1.2, 0, 0), (1.0, 0.1, 0.0), Quintic(1.0))
    task = robotics.Task(
        system, robotics.Sequence([stretched]), frame="tip", start=0 * q0, follow="position"
    )
    with pytest.raises(ModelError, match="singular"):
        task.run(0.02)


def test_slides_count_by_the_length_of_the_robot() -> None:
    """A rail under an arm: the same posture, whatever the unit of length."""
    found = []
    for scale in (1.0, 1000.0):
        m = Mechanism("rail", gravity=(0, 0, 0))
        m.body("car", 1.0, inertia=(1, 1, 1))
        m.body("arm", 1.0, inertia=(1, 1, 1))
        m.prismatic("S", "ground", "car", at=(0, 0, 0), axis="x")
        m.revolute("A", "car", "arm", at=(0, 0, 0), axis="z")
        m.body("fore", 1.0, inertia=(1, 1, 1), at=(scale, 0, 0))
        m.revolute("B", "arm", "fore", at=(scale, 0, 0), axis="z")
        m.frame("tip", "fore", at=(scale, 0, 0))
        system = m.build().compile(kernels=())
        start = np.array([0.0, 0.4, 0.6])
        target = system.poses(start)["tip"].position
        goal = np.array([0.3 * scale, 0.2, 0.9])
        one = reach_many(system, "tip", [target], start=start, goal=goal, tolerance=1e-9 * scale)
        assert one.reached.all()
        found.append(one.q[0] / [scale, 1.0, 1.0])
    assert found[0] == pytest.approx(found[1], abs=1e-6)


TASK = """
sarrus: 1
robot: panda.yaml
frame: {frame}
goal: {{posture: ready, limits: 0.05, singularities: 1, gain: 6}}
poses:
  ready: {{joints: [0, -0.3, 0.3, -2.0, 0.2, 1.9, 0.5]}}
  there: {{at: {there}, rotation: {rotation}}}
law: {{type: quintic, duration: 1}}
steps:
  - {{line: there}}
"""


def test_task_files_say_what_joints_to_spare_are_for(tmp_path: Path) -> None:
    system = panda()
    frame = system.model.bodies[-1].name
    X = system.poses(START)[frame]
    there = (X.position + np.array([-0.1, 0.25, 0.1])).tolist()
    text = TASK.format(frame=frame, there=there, rotation=X.rotation.tolist())
    sarrus.save(system.model, tmp_path / "panda.yaml")
    path = tmp_path / "task.yaml"
    path.write_text(text, encoding="utf-8")
    task = robotics.load_task(path).task
    assert isinstance(task.goal, NullSpaceGoal) and task.goal.gain == 6.0
    assert task.goal.posture == pytest.approx(START)
    result = task.run(0.05)
    assert result.q[0] == pytest.approx(START, abs=1e-6)  # joints that are written are kept
    alone = robotics.Task(task.system, task.sequence, frame=frame, start=START).run(0.05)
    assert measures(system, frame, result.q[-1]) > measures(system, frame, alone.q[-1])
    for wrong, words in (
        ("posture: redy", "ready"),
        ("limits: -1", "must not be below 0"),
        ("gain: 2", "wants nothing"),
        ("singularity: 1", "singularities"),
    ):
        bad = text.replace("posture: ready, limits: 0.05, singularities: 1, gain: 6", wrong)
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(ModelError, match=words):
            robotics.load_task(path)


def test_a_goal_holds_on_the_fastest_line() -> None:
    system = panda()
    frame = system.model.bodies[-1].name
    line = line_of(system, frame, START, Quintic(1.0)).spans[0].step
    assert isinstance(line, robotics.Move)
    limits = {
        j.name: robotics.JointLimits(acceleration=10.0, speed=2.0) for j in system.model.joints
    }
    found = {}
    for name in ("none", "singularities"):
        work = robotics.Workplace(system, frame=frame, start=START, goal=GOALS[name])
        found[name] = robotics.fastest(work, line.motion, limits, tolerance=1e-2)
        rows = robotics.check_limits(found[name].task().run(0.005), limits)
        assert not robotics.violations(rows)
    assert measures(system, frame, found["singularities"].dynamics.q[-1]) > (
        measures(system, frame, found["none"].dynamics.q[-1]) + 0.2
    )
