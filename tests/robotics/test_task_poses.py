"""Tasks by poses: base Z, tool E, inverse kinematics along lines, poses out of reach."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from closeness import assert_above
from robotics.puma_task import (
    LAW,
    PA,
    PAYLOAD,
    PB,
    PC,
    QA,
    QB,
    QC,
    puma_model,
    puma_sequence,
    puma_task,
)
from sarrus.robotics import Grip, Sequence, Task, joints_at, line_move
from sarrus.spatial import Transform

TURN = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
Z = Transform.of(TURN, np.array([0.4, -0.3, 0.8]))
E = Transform.of(np.diag([1.0, -1.0, -1.0]), np.array([0.02, 0.01, 0.15]))


def placed(pose: np.ndarray) -> Transform:
    """P = Z T6 E (paper 3, (4))."""
    return Z @ Transform.of(pose[:3, :3], pose[:3, 3]) @ E


def test_CHK_K07_joints_of_the_postures() -> None:
    system = puma_model().compile(kernels=())
    q = QA + 0.1
    for pose, expected in ((PA, QA), (PB, QB), (PC, QC)):
        q = joints_at(system, "link6", pose, q)
        assert q == pytest.approx(expected, abs=1e-12)


def test_line_with_base_and_tool() -> None:
    """The same joint motion as without base and tool, where Z turns about the vertical only."""
    line = Sequence([Grip(PAYLOAD), line_move(PA, PB, LAW)])
    plain = Task(puma_model(), line, start=QA, grip="link6").run(0.02)
    moved = Sequence([Grip(PAYLOAD), line_move(placed(PA), placed(PB), LAW)])
    task = Task(puma_model(), moved, base=Z, tool=E, start=QA, grip="link6")
    result = task.run(0.02)
    assert result.q == pytest.approx(plain.q, abs=1e-10)
    # the tool runs along its own line, so the flange moves along a parallel one: same rates
    assert result.qd == pytest.approx(plain.qd, abs=1e-9)
    assert result.efforts == pytest.approx(plain.efforts, abs=1e-7)
    for k in range(0, len(result.t), 7):
        pose = task.system.kinematics(result.q[k])["tool"]
        wanted = moved(float(result.t[k]))
        assert pose.position == pytest.approx(wanted.position, abs=1e-11)
        assert pose.rotation == pytest.approx(wanted.matrix, abs=1e-11)


def test_rates_along_a_line_are_derivatives() -> None:
    line = Sequence([line_move(PA, PC, LAW, turn="drive")])
    result = Task(puma_model(), line, start=QA).run(0.002)
    inner = (result.t > 0.3) & (result.t < 0.7)
    t, q, qd, qdd = (x[inner] for x in (result.t, result.q, result.qd, result.qdd))
    h = (t[1] - t[0])[None]
    slope = (8 * (q[3:-1] - q[1:-3]) - (q[4:] - q[:-4])) / (12 * h)
    assert np.max(np.abs(slope - qd[2:-2])) <= 1e-7
    bend = (8 * (qd[3:-1] - qd[1:-3]) - (qd[4:] - qd[:-4])) / (12 * h)
    assert np.max(np.abs(bend - qdd[2:-2])) <= 1e-5
    assert abs(result.accounts[0].error) <= 1e-8


def test_tilted_base_is_tilted_weight() -> None:
    """On a wall the robot feels what it would feel upright under a turned gravity."""
    wall = Transform.of(np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]), np.array([0.0, 0.0, 2.0]))
    tilted = Task(puma_model(), puma_sequence(), base=wall).run(0.05)
    gravity = tuple(wall.matrix.T @ (0.0, 0.0, -9.81))
    upright = Task(puma_model(gravity=gravity), puma_sequence()).run(0.05)
    assert tilted.efforts == pytest.approx(upright.efforts, abs=1e-11)
    plain = puma_task().run(0.05)
    assert np.max(np.abs(tilted.efforts - plain.efforts)) > 10.0


def test_CHK_L01_unreachable_pose_is_reported() -> None:
    system = puma_model().compile(kernels=())
    far = PC.copy()
    far[0, 3] = 0.95
    arm = np.hypot(0.4318 + np.hypot(0.0203, 0.4318), 0.15005)  # stretched, beside the shoulder
    assert_above(np.linalg.norm(far[:3, 3]) / arm, 1.0, "the wrist's distance over the reach")
    assert np.linalg.norm(PC[:3, 3]) < arm
    with pytest.raises(
        sarrus.ModelError, match=r"pose C\]: \(0.95, 0.55, -0.15\) m cannot be reached"
    ):
        joints_at(system, "link6", far, QB, "C")
    with pytest.raises(
        sarrus.ModelError,
        match=r"pose at t = 0\.\d+ s, 64\.\d+ % of the way of step 1\].*cannot be reached",
    ):
        Task(puma_model(), Sequence([line_move(PB, far, LAW)]), start=QB).run(0.05)


def test_base_cannot_leave_springs_behind() -> None:
    m = sarrus.Mechanism("tied")
    arm = m.body("arm", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="z")
    m.bushing("tie", m.ground, arm, [1.0] * 6, at=(0, 0, 0))
    line = puma_task().sequence
    with pytest.raises(sarrus.ModelError, match="tie hold on to ground"):
        _ = Task(m.build(), line, base=Z).model
