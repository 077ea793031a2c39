"""CHK-L01 and CHK-L02: limits of joints, with joint, interval, value and margin."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from robotics.puma_task import (
    INERTIA,
    LENGTH,
    MASS,
    puma_model,
    puma_sequence,
    puma_task,
    swing_arm,
)
from sarrus.robotics import (
    JointLimits,
    Sequence,
    Task,
    TaskResult,
    Trapezoid,
    check_limits,
    joint_move,
    violations,
)


@pytest.fixture(scope="module")
def empty() -> TaskResult:
    return puma_task(None).run()


def test_CHK_L01_and_CHK_L02_the_puma_task_is_within_its_limits(empty: TaskResult) -> None:
    checks = check_limits(empty)
    assert len(checks) == 12
    assert not violations(checks)
    by_name = {(c.joint, c.quantity): c for c in checks}
    torque = by_name["joint2", "torque"]
    assert torque.margin == pytest.approx(186.4 - 46.393, abs=1e-3)
    assert torque.relative_margin == pytest.approx(1.0 - 46.393 / 186.4, abs=1e-5)
    position = by_name["joint3", "position"]
    assert np.degrees(position.value) == pytest.approx(-202.8277, abs=1e-4)
    assert np.degrees(position.margin) == pytest.approx(225.0 - 202.8277, abs=1e-4)


def test_CHK_L01_range_of_joint_2(empty: TaskResult) -> None:
    """q2 <= 60 deg: beyond it at the start and at the end; the times by hand."""
    limit = np.radians(60.0)
    checks = check_limits(empty, {"joint2": JointLimits(position=(-1.0, limit))})
    (over,) = violations(checks)
    assert (over.joint, over.quantity, over.unit, over.at) == ("joint2", "position", "rad", 0.0)
    assert np.degrees(over.value) == pytest.approx(70.3391, abs=1e-4)
    assert np.degrees(over.margin) == pytest.approx(-10.3391, abs=1e-4)
    qA, qB, qC = (empty.q[np.argmin(np.abs(empty.t - t)), 1] for t in (0.0, 1.0, 2.0))
    s = (qA - limit) / (qA - qB)  # of the trapezoid: s = (8/3) t^2 up to 1/6, then linear
    leaves = np.sqrt(3.0 * s / 8.0) if s < 1 / 6 else 0.75 * s + 0.125
    s = (qA - limit) / (qA - qC)
    comes_back = 3.0 - (np.sqrt(3.0 * s / 8.0) if s < 1 / 6 else 0.75 * s + 0.125)
    expected = np.array([[0.0, leaves], [comes_back, 3.0]])
    assert np.array(over.intervals) == pytest.approx(expected, abs=1e-9)
    text = str(over.problem)
    assert "joint 'joint2' / position" in text
    assert "exceeds the limit of 1.0472 rad" in text


def test_CHK_L02_torque_of_joint_2(empty: TaskResult) -> None:
    (over,) = violations(check_limits(empty, {"joint2": JointLimits(torque=40.0)}))
    assert over.margin == pytest.approx(40.0 - 46.393, abs=1e-3)
    assert over.at == pytest.approx(1.0, abs=1e-9)
    tau = empty.efforts[:, 1]
    for start, end in over.intervals:
        inside = (empty.t > start + 1e-9) & (empty.t < end - 1e-9)
        assert np.all(tau[inside] > 40.0)
    apart = [(empty.t < a - 1e-9) | (empty.t > b + 1e-9) for a, b in over.intervals]
    assert np.all(tau[np.all(apart, axis=0)] <= 40.0)
    assert over.intervals[0][0] == pytest.approx(0.75)  # where the arm starts to slow down


def test_all_quantities_by_hand() -> None:
    """An arm without weight, 1 rad in 1 s with ramps of 0.25 s: rate 4/3, acceleration 16/3."""
    task = Task(swing_arm(), Sequence([joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))]))
    result = task.run(0.01)
    top, push = 4.0 / 3.0, 16.0 / 3.0
    expected = {
        "speed": top,
        "torque": INERTIA * push,
        "power": INERTIA * push * top,
        "force": MASS * LENGTH * np.hypot(push, top**2),
    }
    limits = {name: 0.9 * value for name, value in expected.items()}
    checks = check_limits(result, {"hinge": JointLimits(**limits)})
    assert {c.quantity for c in checks} == set(expected)
    for check in checks:
        assert abs(check.value) == pytest.approx(expected[check.quantity], rel=1e-12)
        assert check.relative_margin == pytest.approx(-1.0 / 9.0, rel=1e-9)
    spans = {c.quantity: c.intervals for c in checks}
    assert np.array(spans["torque"]) == pytest.approx(np.array([[0.0, 0.25], [0.75, 1.0]]))
    assert np.array(spans["speed"]) == pytest.approx(np.array([[0.225, 0.775]]))
    assert np.array(spans["power"]) == pytest.approx(np.array([[0.225, 0.25], [0.75, 0.775]]))


def test_limits_of_the_model_and_given_ones() -> None:
    model = swing_arm(limits=(-1.0, 0.5), speed_limit=1.0, effort_limit=100.0)
    result = Task(model, Sequence([joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))])).run()
    assert [c.quantity for c in violations(check_limits(result))] == ["position", "speed"]
    wider = {"hinge": JointLimits(position=(-2.0, 2.0), speed=2.0)}
    checks = check_limits(result, wider)
    assert not violations(checks)
    assert {c.quantity: c.allowed for c in checks}["torque"] == (-100.0, 100.0)


def test_unwrapped_angles_are_checked() -> None:
    model = swing_arm(limits=(-np.pi, np.pi))
    turned = Sequence([joint_move([0.0], [2.0 * np.pi], Trapezoid(1.0, 0.25))])
    (over,) = violations(check_limits(Task(model, turned).run()))
    assert over.value == pytest.approx(2.0 * np.pi)
    assert np.array(over.intervals) == pytest.approx(np.array([[0.5, 1.0]]))


def test_wrong_limits_are_refused() -> None:
    for wrong in (
        {"position": (1.0, -1.0)},
        {"speed": -1.0},
        {"torque": np.nan},
        {"position": 3.0},
    ):
        with pytest.raises(sarrus.ModelError, match="limits / "):
            JointLimits(**wrong)
    result = Task(puma_model(), puma_sequence(None)).run(0.1)
    with pytest.raises(sarrus.ModelError, match="is not a joint of this robot"):
        check_limits(result, {"elbow": JointLimits(torque=1.0)})
