"""Tasks of robots with loops and with joints that have no drives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import ModelError, System
from sarrus import robotics as r

Case = dict[str, Any]
DRIVES = ("M0", "M1", "M2")


@pytest.fixture(scope="module")
def delta(reference: Callable[[str], Case]) -> System:
    return sarrus.load(reference("parallel_delta")).compile()


@pytest.fixture(scope="module")
def rrr(reference: Callable[[str], Case]) -> System:
    return sarrus.load(reference("parallel_3rrr")).compile(planar=True)


def crank_task(system: System, load: float = 0.7) -> r.Task:
    law = r.Trapezoid(0.4, 0.1)
    here, there = np.zeros(3), np.array([0.2, -0.15, 0.1])
    out, back = (r.joint_move(a, b, law, names=DRIVES) for a, b in ((here, there), (there, here)))
    steps = [r.Move(out, "out"), r.Grip(load), r.Move(back, "back"), r.Release()]
    return r.Task(system, r.Sequence(steps), grip="platform", driven=DRIVES)


def platform_task(system: System) -> r.Task:
    pose = system.poses(system.assemble().q)["platform"]
    start = np.vstack([np.column_stack([pose.rotation, pose.position]), [0, 0, 0, 1]])
    end = start.copy()
    end[:3, 3] += (0.05, -0.04, 0.06)
    move = r.line_move(start, end, r.Quintic(0.5))
    return r.Task(system, r.Sequence([move]), frame="platform", driven=DRIVES)


def test_drives_of_a_delta_robot_do_the_work_of_its_motion(delta: System) -> None:
    result = crank_task(delta).run(0.01)
    assert result.joints == DRIVES and result.units == ("rad",) * 3
    for account in result.accounts:
        assert abs(account.error) < 1e-6 * max(abs(account.work), 0.1)


def test_efforts_are_those_of_virtual_work(delta: System) -> None:
    """tau = T^T (M dv/dt - h), T being the rates of all joints for each drive alone."""
    task = crank_task(delta)
    result = task.run(0.05)
    for k in range(0, len(result.t), 3):
        moving = result.motions[k]
        system = task.with_payload(task.sequence.spans[result.spans[k]].held)
        q, v = moving.state.q, moving.state.v
        Phi = system.compiled.loops.closure(q)[1]
        rows = np.zeros((3, system.nv))
        for i, name in enumerate(DRIVES):
            rows[i, system.compiled.layout.v_slice[name].start] = 1.0
        right = np.vstack([np.zeros((len(Phi), 3)), np.eye(3)])
        T = np.linalg.lstsq(np.vstack([Phi, rows]), right, rcond=None)[0]
        left = system.mass_matrix(q) @ moving.vdot + system.bias(q, v)
        left = left - system.applied_efforts(q, v)
        assert np.allclose(result.efforts[k], T.T @ left, rtol=1e-8, atol=1e-9)
        assert np.allclose(result.inertias[k], np.diag(T.T @ system.mass_matrix(q) @ T), rtol=1e-8)


def test_payload_makes_the_drives_work_harder(delta: System) -> None:
    light, heavy = crank_task(delta, 0.1).run(0.02), crank_task(delta, 5.0).run(0.02)
    held = light.spans > 0
    assert np.allclose(light.efforts[~held], heavy.efforts[~held], rtol=1e-12)
    assert np.max(np.abs(heavy.efforts[held])) > 2 * np.max(np.abs(light.efforts[held]))


def test_platform_follows_its_path(delta: System) -> None:
    task = platform_task(delta)
    result = task.run(0.01)
    for t, moving in zip(result.t, result.motions, strict=True):
        now = delta.kinematics(moving.state.q, moving.state.v, moving.vdot)["platform"]
        assert np.allclose(now.position, task.sequence(t).position, atol=1e-9)
        assert np.allclose(now.velocity, task.sequence.rate(t)[:3], atol=1e-8)
        assert np.allclose(now.acceleration, task.sequence.acceleration(t)[:3], atol=1e-7)
    tau, work = result.efforts, result.accounts[0]
    assert abs(work.error) < 1e-6 * max(abs(work.work), 0.1)
    laws = {name: (result.t, result.q[:, k]) for k, name in enumerate(DRIVES)}
    again = delta.drive(laws, times=[0.25], guess=result.motions[len(result.t) // 2].state)
    middle = int(np.argmin(np.abs(result.t - 0.25)))
    assert np.allclose([again[f"{n}.effort"][0] for n in DRIVES], tau[middle], rtol=1e-3)


def test_three_rrr_moves_and_turns_its_platform(rrr: System) -> None:
    names = [joint.name for joint in rrr.model.joints]
    driven = tuple(n for n in names if rrr.model.joint(n).parent == "ground")
    move = r.joint_move(np.zeros(3), [0.1, -0.05, 0.08], r.Quintic(0.4), names=driven)
    result = r.Task(rrr, r.Sequence([move]), driven=driven).run(0.01)
    assert abs(result.accounts[0].error) < 1e-6 * max(abs(result.accounts[0].work), 1e-3)
    passive = next(n for n in names if n not in driven)
    assert result[f"{passive}.reaction.force"].unit == "N"
    assert set(result.unique) == set(names)


def test_motors_are_chosen_for_a_parallel_robot(delta: System) -> None:
    result = crank_task(delta).run(0.02)
    report = r.report_task(result, drives=r.Catalogue.generic())
    assert [choice.joint for choice in report.choices] == list(DRIVES)
    assert "M0" in report.html


def test_without_drives_a_robot_with_loops_is_refused(delta: System) -> None:
    move = r.joint_move(np.zeros(3), np.ones(3), r.Quintic(1.0))
    with pytest.raises(ModelError, match=r"R42.*no drives are given.*driven=.*M0"):
        r.Task(delta, r.Sequence([move])).run()


@pytest.mark.parametrize(
    ("driven", "said"),
    [
        (("M0", "U0a"), "not a revolute or prismatic"),
        (("M0", "M0"), "twice"),
        (("M0", "M1"), "D02"),
    ],
)
def test_drives_that_cannot_be(delta: System, driven: tuple[str, ...], said: str) -> None:
    move = r.joint_move(np.zeros(2), np.full(2, 0.1), r.Quintic(1.0))
    with pytest.raises(ModelError, match=said):
        r.Task(delta, r.Sequence([move]), driven=driven).run()


def test_poses_that_the_loops_do_not_allow(delta: System) -> None:
    pose = delta.poses(delta.assemble().q)["platform"]
    start = np.vstack([np.column_stack([pose.rotation, pose.position]), [0, 0, 0, 1]])
    end = start.copy()
    end[:3, :3] = start[:3, :3] @ [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    task = r.Task(
        delta,
        r.Sequence([r.line_move(start, end, r.Quintic(0.5))]),
        frame="platform",
        driven=DRIVES,
    )
    with pytest.raises(ModelError, match="R43"):
        task.run(0.05)
