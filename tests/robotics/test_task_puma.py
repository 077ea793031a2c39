"""CHK-D07 and CHK-L04: torques, powers and energies of the task of paper 3."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import sarrus
from closeness import assert_same
from robotics.puma_task import PAYLOAD, QB, puma_model, puma_sequence, puma_task
from sarrus.robotics import Grip, MassProperties, Sequence, Task, TaskResult, Trapezoid, joint_move
from sarrus.robotics.placement import robot_with_payload

Table = Callable[[str], np.ndarray]


@pytest.fixture(scope="module")
def loaded() -> TaskResult:
    return puma_task().run()


@pytest.fixture(scope="module")
def empty() -> TaskResult:
    return puma_task(None).run()


def at(result: TaskResult, t: float, after: bool = True) -> int:
    rows = np.flatnonzero(np.abs(result.t - t) < 1e-9)
    return int(rows[-1 if after else 0])


def test_CHK_D07_torques_of_the_puma(
    loaded: TaskResult, empty: TaskResult, reference_table: Table
) -> None:
    """To 1e-8 N m at all 601 rows; at a switch the table has one of the two sides."""
    table = reference_table("refs/paper3_puma560.csv")
    knots = {0.0, 0.25, 0.75, 1.0, 1.25, 1.75, 2.0, 2.25, 2.75, 3.0}
    for result, what in ((empty, "nopayload"), (loaded, "2kg_in_leg_BC")):
        worst, seen = 0.0, 0
        for row in table:
            t = float(row["t_s"])
            expected = np.array([row[f"tau{k}_Nm_{what}"] for k in range(1, 7)])
            sides = np.flatnonzero(np.abs(result.t - t) < 1e-9)
            assert len(sides) == (2 if round(t, 6) in knots - {0.0, 3.0} else 1)
            gaps = [np.max(np.abs(result.efforts[k] - expected)) for k in sides]
            worst, seen = max(worst, min(gaps)), seen + 1
        assert seen == 601
        assert worst <= 1e-8


def test_CHK_K09_angles_of_the_puma(empty: TaskResult, reference_table: Table) -> None:
    table = reference_table("refs/paper3_puma560.csv")
    rows = [at(empty, float(t)) for t in table["t_s"]]
    for k in range(6):
        assert empty.q[rows, k] == pytest.approx(table[f"q{k + 1}_rad"], abs=1e-9)
        assert empty.qd[rows, k] == pytest.approx(table[f"qd{k + 1}"], rel=1e-8, abs=1e-9)


def test_CHK_D07_gravity_load_at_qn() -> None:
    """A task that stands still at qn: the published 31.6399, 6.0351 and 0.0283 N m."""
    qn = np.array([0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0])
    rest = Sequence([joint_move(qn, qn, Trapezoid(1.0, 0.25))])
    result = Task(puma_model(), rest).run(0.1)
    for row in result.efforts:
        assert row == pytest.approx((0.0, 31.6399, 6.0351, 0.0, 0.0283, 0.0), abs=5e-5)
    assert np.max(np.abs(result.powers)) == 0.0


def test_CHK_L04_payload_in_leg_BC(loaded: TaskResult, empty: TaskResult) -> None:
    k = at(empty, 1.1)
    assert empty["joint2.torque"][k] == pytest.approx(39.0095, abs=5e-5)
    assert loaded["joint2.torque"][k] == pytest.approx(51.2924, abs=5e-5)
    outside = (loaded.t < 1.0 - 1e-9) | (loaded.t > 2.0 + 1e-9)
    assert_same(loaded.efforts[outside], empty.efforts[outside])
    assert empty["joint2.torque"][at(empty, 0.0)] == pytest.approx(12.24348, abs=5e-6)
    assert empty["joint2.torque"][at(empty, 0.5)] == pytest.approx(30.50612, abs=5e-6)
    assert empty["joint2.torque"][at(empty, 1.5)] == pytest.approx(37.80474, abs=5e-6)


def test_payload_jumps_where_it_is_gripped_and_released(
    loaded: TaskResult, empty: TaskResult
) -> None:
    for t in (1.0, 2.0):
        before, after = at(loaded, t, False), at(loaded, t)
        held = [
            k for k in (before, after) if not np.array_equal(loaded.efforts[k], empty.efforts[k])
        ]
        assert held == [after if t == 1.0 else before]


def test_largest_torques(loaded: TaskResult, empty: TaskResult) -> None:
    """Those of section 4.4, whose samples leave out one side of every switch.

    They have the earlier side at 1.75 s, the later ones elsewhere, and no payload at 1 s and 2 s.
    """
    expected = (30.379, 46.393, 6.676, 0.0078, 0.0118, 0.0003)
    assert empty.peak_efforts == pytest.approx(expected, abs=6e-4)
    left_out = np.min(np.abs(loaded.t[:, None] - np.array([1.0, 1.75, 2.0])), axis=1) < 1e-9
    kept = loaded.efforts[~left_out & ~loaded.samples.last]
    peaks = np.max(np.abs(kept), axis=0)
    assert peaks == pytest.approx((36.755, 51.662, 9.385, 0.4955, 0.8332, 0.0003), abs=6e-4)
    assert np.all(loaded.peak_efforts >= peaks)


def test_energy_of_every_step(loaded: TaskResult) -> None:
    """The integral of the power is the change of energy, to 1e-8 J; steps start and end at rest."""
    assert [a.label for a in loaded.accounts] == ["A-B", "B-C", "C-A"]
    for account in loaded.accounts:
        assert abs(account.error) <= 1e-8
        assert abs(account.work) > 5.0
    # over the closed path A-B-C-A all work is in the payload: m g times how far it was lifted
    bare = puma_task().system
    ends = [
        bare.kinematics(q)["link6"] for q in (loaded.q[at(loaded, 1.0)], loaded.q[at(loaded, 2.0)])
    ]
    heights = [pose.position[2] + (pose.rotation @ (0.0, 0.0, 0.10))[2] for pose in ends]
    lifted = 2.0 * 9.81 * (heights[1] - heights[0])
    assert sum(a.work for a in loaded.accounts) == pytest.approx(lifted, abs=1e-8)


def test_energy_with_losses() -> None:
    m = sarrus.Mechanism("damped", gravity=(0.0, 0.0, 0.0))
    arm = m.body("arm", mass=1.0, com=(0.5, 0.0, 0.0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="z")
    m.joint_damper("oil", "A", 0.7)
    result = Task(m.build(), Sequence([joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))])).run()
    account = result.accounts[0]
    squares = 2 * (4 / 3) ** 2 * 0.25 / 3 + (4 / 3) ** 2 * 0.5  # of the rate, over the trapezoid
    assert account.loss == pytest.approx(0.7 * squares, rel=1e-12)
    assert account.change == pytest.approx(0.0, abs=1e-14)
    assert account.error == pytest.approx(0.0, abs=1e-12)


def test_gripped_payload_is_a_welded_body() -> None:
    """A payload with its own inertia, in a turned grip frame, is as a body on a weld."""
    load = MassProperties(
        1.3, (0.05, -0.02, 0.11), ((0.02, 1e-3, 0), (1e-3, 0.03, 0), (0, 0, 0.01))
    )
    grip = {"at": (0.4, 0.03, -0.02), "rpy": (0.3, -0.8, 1.1)}

    def arm(welded: bool) -> sarrus.Model:
        m = sarrus.Mechanism("two links")
        upper = m.body("upper", mass=3.0, com=(0.2, 0, 0.01), inertia=(0.01, 0.05, 0.05))
        fore = m.body(
            "fore", mass=2.0, com=(0.15, 0, 0), inertia=(0.01, 0.03, 0.03), at=(0.5, 0, 0)
        )
        m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
        m.revolute("B", upper, fore, at=(0.5, 0, 0), axis=(0.3, 1.0, 0.0))
        m.frame("grip", fore, **grip)
        if welded:
            plain = m.build()
            X = plain.body("fore").pose.transform @ plain.frames[0].pose.transform
            m.body(
                "load",
                mass=load.mass,
                com=load.com,
                inertia=load.inertia,
                at=tuple(X.position),
                rotation=X.matrix.tolist(),
            )
            m.weld("hand", "fore", "load", at=tuple(X.position))
        return m.build()

    move = joint_move([0.1, -0.4], [1.0, 0.8], Trapezoid(1.0, 0.3))
    moving = Sequence([Grip(load), move])
    result = Task(arm(False), moving, grip="grip").run(0.05)
    system = arm(True).compile(kernels=())
    rows = zip(result.q, result.qd, result.qdd, strict=True)
    expected = np.array([system.inverse_dynamics(*row) for row in rows])
    assert np.max(np.abs(result.efforts - expected)) <= 1e-12 * np.max(np.abs(expected))
    at_frame = robot_with_payload(arm(False), load, "grip").body("fore")
    assert at_frame.mass == pytest.approx(3.3)


def test_reactions_along_the_task(loaded: TaskResult) -> None:
    """Reactions do no work; the base bears the weight of all, payload included, at rest."""
    k = at(loaded, 1.0)
    system = puma_task().with_payload(PAYLOAD)
    wrench = system.wrenches(loaded.q[k], loaded.qd[k], loaded.qdd[k])
    for name in loaded.joints:
        force, moment = (loaded[f"{name}.reaction.{part}"][k] for part in ("force", "moment"))
        assert force == pytest.approx(wrench[name].force, abs=1e-10)
        assert moment[:2] == pytest.approx(wrench[name].moment[:2], abs=1e-10)
        assert moment[2] == pytest.approx(0.0, abs=1e-10)
    rest = Sequence([Grip(PAYLOAD), joint_move(QB, QB, Trapezoid(1.0, 0.25))])
    still = Task(puma_model(), rest).run(0.25)
    weight = (17.4 + 4.8 + 0.82 + 0.34 + 0.09 + 2.0) * 9.81
    assert np.linalg.norm(still.reactions["joint1"][0][0]) == pytest.approx(weight, rel=1e-12)


def test_channels_have_units(loaded: TaskResult) -> None:
    assert loaded["joint2.torque"].label == "joint2.torque [N m]"
    assert loaded["joint2.speed"].unit == "rad/s"
    assert loaded["joint2.power"].unit == "W"
    assert loaded["joint3.reaction.force"].components == ("x", "y", "z")
    assert np.array_equal(loaded["joint2.power"], loaded.efforts[:, 1] * loaded.qd[:, 1])
    assert len(loaded.names) == len(set(loaded.names)) == 48
    with pytest.raises(sarrus.ModelError, match=r"Did you mean 'joint2\.torque'"):
        _ = loaded["joint2.torqe"]


def test_tasks_that_do_not_fit_are_refused() -> None:
    short = Sequence([joint_move([0.0, 0.0], [1.0, 1.0], Trapezoid(1.0, 0.25))])
    with pytest.raises(sarrus.ModelError, match="moves 2 joints, but robot 'robot' has 6"):
        Task(puma_model(), short).run()
    with pytest.raises(sarrus.ModelError, match="is not a frame or body"):
        Task(puma_model(), puma_sequence(), grip="hand").run()
    with pytest.raises(sarrus.ModelError, match="positive"):
        puma_task().run(-0.1)


def test_named_joints_may_stand_in_another_order(empty: TaskResult) -> None:
    order = [3, 0, 5, 1, 4, 2]
    names = [f"joint{k + 1}" for k in order]
    corners = [np.array(q)[order] for q in (empty.q[0], QB)]
    mixed = Sequence([joint_move(*corners, Trapezoid(1.0, 0.25), names=names)])
    result = Task(puma_model(), mixed).run()
    n = len(result.t)
    assert result.efforts == pytest.approx(empty.efforts[:n], abs=1e-12)


def test_payloads_are_read_and_checked(loaded: TaskResult) -> None:
    listed = MassProperties(2.0, [0.0, 0.0, 0.10], np.zeros(3))
    assert puma_task().with_payload(listed) is not None
    again = Task(puma_model(), puma_sequence(listed)).run(0.05)
    k = at(loaded, 1.1)
    assert again.efforts[at(again, 1.1)] == pytest.approx(loaded.efforts[k], rel=1e-12)
    for wrong in (
        MassProperties(-1.0),
        MassProperties(1.0, (0.0, np.nan, 0.0)),
        MassProperties(1.0, (0.0, 0.0, 0.0), (-1.0, 0.0, 0.0)),
        MassProperties(1.0, "up"),
    ):
        with pytest.raises(sarrus.ModelError, match="payload / "):
            puma_task().with_payload(wrong)


def test_other_mechanisms_are_refused() -> None:
    m = sarrus.Mechanism("ball")
    arm = m.body("arm", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.universal("A", m.ground, arm, at=(0, 0, 0), axis="x", axis2="y")
    move = Sequence([joint_move([0.0, 0.0], [1.0, 1.0], Trapezoid(1.0, 0.25))])
    with pytest.raises(sarrus.ModelError, match="not revolute or prismatic"):
        Task(m.build(), move).run()


def test_results_are_shown_shortly(loaded: TaskResult) -> None:
    assert repr(loaded) == "<TaskResult 'robot': 6 joints, 609 samples, 3 s>"
    assert repr(loaded.task) == "<Task 'robot': 3 s>"
