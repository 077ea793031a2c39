"""Moves of joints: the task of paper 3, limits, via points."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline, make_interp_spline

from sarrus.robotics import (
    Cubic,
    Limits,
    Linear,
    Quintic,
    SCurve,
    Septic,
    Sequence,
    Trapezoid,
    joint_blend,
    joint_move,
    joint_spline,
)

POSES = Path(__file__).parents[1] / "reference" / "refs" / "paper3_puma560_poses.json"


def test_CHK_K09_the_task_of_paper_3(reference_table: Callable[[str], np.ndarray]) -> None:
    """A to B to C to A in a second each; angles, rates and accelerations of the reference."""
    table = reference_table("refs/paper3_puma560.csv")
    given_joints = json.loads(POSES.read_text(encoding="utf-8"))
    at = {name: np.array(given_joints[f"q{name}"]) for name in "ABC"}
    law = Trapezoid(1.0, given_joints["ta"])
    task = Sequence([joint_move(at[a], at[b], law) for a, b in ("AB", "BC", "CA")])
    t = table["t_s"]
    assert task.duration == 3.0 and len(t) == 601
    q = np.stack([table[f"q{k}_rad"] for k in range(1, 7)], axis=-1)
    assert np.max(np.abs(task(t) - q)) < 1e-9
    far = np.min(np.abs(t[:, None] - np.array(task.knots)), axis=1) > 1e-9
    qd = np.stack([table[f"qd{k}"] for k in range(1, 7)], axis=-1)
    qdd = np.stack([table[f"qdd{k}"] for k in range(1, 7)], axis=-1)
    assert np.max(np.abs(task.rate(t) - qd)) < 2e-9  # ten digits are printed
    assert np.max(np.abs(task.acceleration(t) - qdd)[far]) < 5e-9
    rpm = np.max(np.abs(task.rate(t)[:, 1])) * 60.0 / (2.0 * np.pi)
    assert rpm == pytest.approx(11.079, abs=5e-4)


def test_a_way_too_short_to_divide_by_goes_with_the_others() -> None:
    end = [1.0, 1.3634135275576955e-236]
    for together in ("time", "path"):
        move = joint_move([0.0, 0.0], end, limits=Limits(1.0, 1.0), together=together)
        alone = joint_move([0.0], [1.0], limits=Limits(1.0, 1.0))
        assert move.duration == alone.duration and move(move.duration).tolist() == end


def test_one_law_moves_all_joints_on_a_line() -> None:
    q0, q1 = np.array([0.3, -1.0, 2.0]), np.array([1.3, -1.0, -0.4])
    law = SCurve(0.9, 0.3, 0.1)
    move = joint_move(q0, q1, law)
    t = np.linspace(-0.1, 1.0, 57)
    s = law(t)[:, None]
    assert move(t) == pytest.approx(q0 + s * (q1 - q0), abs=1e-15)
    assert move.jerk(t) == pytest.approx(law.jerk(t)[:, None] * (q1 - q0), rel=1e-13, abs=1e-13)
    assert np.array_equal(move.start, q0) and np.array_equal(move.end, q1)
    assert move.knots == law.knots and move.duration == 0.9
    assert np.array_equal(move(5.0), q1)


number = st.floats(-3.0, 3.0)
positive = st.floats(0.05, 20.0)
joints = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        *[st.lists(number, min_size=n, max_size=n) for _ in range(2)],
        *[st.lists(positive, min_size=n, max_size=n) for _ in range(3)],
    )
)


@given(joints, st.sampled_from(["path", "time"]), st.booleans())
def test_fastest_moves_keep_the_limits_of_all_joints(
    case: Any, together: str, smooth: bool
) -> None:
    q0, q1, v, a, j = (np.array(x) for x in case)
    if np.max(np.abs(q1 - q0)) < 1e-3:
        return
    limits = Limits(v, a, j if smooth else None)
    move = joint_move(q0, q1, limits=limits, together=together)
    use = move.peaks / np.array([v, a, j])
    kept = use if smooth else use[:2]
    assert np.max(kept) <= 1.0 + 1e-9
    assert np.max(kept) == pytest.approx(1.0, rel=1e-9)
    assert move(move.duration) == pytest.approx(q1, abs=1e-12)
    alone = [  # the slowest joint decides
        joint_move([x], [y], limits=Limits(vk, ak, jk if smooth else None)).duration
        for x, y, vk, ak, jk in zip(q0, q1, v, a, j, strict=True)
        if abs(y - x) > 1e-50
    ]
    if together == "time":
        assert move.duration == pytest.approx(max(alone), rel=1e-12)
    else:
        assert move.duration >= max(alone) * (1.0 - 1e-9)


def test_joints_in_time_are_faster_than_on_a_line() -> None:
    """One joint is slow to start, the other slow to run."""
    limits = Limits((1.0, 10.0), (50.0, 2.0))
    line = joint_move((0, 0), (1, 1), limits=limits)
    free = joint_move((0, 0), (1, 1), limits=limits, together="time")
    assert free.duration < line.duration - 0.05
    both = line(np.linspace(0, line.duration, 9))
    assert both[:, 0] == pytest.approx(both[:, 1], abs=1e-15)


@pytest.mark.parametrize("law", [Quintic(1.0), Septic(7.0), SCurve(1.0, 0.3, 0.1)])
def test_limits_make_any_law_as_fast_as_they_allow(law: Any) -> None:
    limits = Limits((1.0, 2.0), 3.0, (10.0, 40.0))
    move = joint_move((0.0, 1.0), (2.0, 0.5), law, limits=limits)
    assert np.max(move.peaks / limits.of_joints(2)) == pytest.approx(1.0, rel=1e-9)


def test_duration_stretches_a_move() -> None:
    limits = Limits(1.0, 2.0)
    fast = joint_move([0.0], [3.0], limits=limits)
    slow = joint_move([0.0], [3.0], limits=limits, duration=10.0)
    assert slow.duration == 10.0
    assert slow.peaks[0] == pytest.approx(fast.peaks[0] * fast.duration / 10.0, rel=1e-12)
    assert joint_move([0.0], [3.0], Cubic(1.0), duration=4.0).duration == 4.0


def test_continuous_joints_take_the_shorter_way() -> None:
    q0 = [np.radians(170.0), np.radians(170.0), 0.2]
    q1 = [np.radians(-170.0), np.radians(-170.0), 0.3]
    move = joint_move(q0, q1, Linear(1.0), continuous=(True, False, False))
    assert np.degrees(move.end[:2]) == pytest.approx([190.0, -170.0], abs=1e-12)
    assert np.degrees(move(0.5)[:2]) == pytest.approx([180.0, 0.0], abs=1e-12)
    turns = joint_spline(np.radians([[350.0], [10.0], [50.0], [340.0]]), range(4), continuous=True)
    assert np.degrees(turns([0.0, 1.0, 2.0, 3.0])).ravel() == pytest.approx([350, 370, 410, 340])


# --- via points ----------------------------------------------------------------------------------


def via(n: int, joints: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.normal(size=(n, joints)), np.cumsum(random.uniform(0.1, 1.0, n))


@pytest.mark.parametrize("n", [2, 3, 4, 9])
@pytest.mark.parametrize("ends", ["rates", "natural", "mixed"])
def test_cubic_spline_is_that_of_scipy(n: int, ends: str) -> None:
    q, t = via(n, 3, n)
    v0, v1 = np.array([0.1, -0.3, 2.0]), np.array([0.5, 0.0, -1.0])
    start = v0 if ends != "natural" else None
    end = v1 if ends == "rates" else None
    peer = CubicSpline(
        t,
        q,
        bc_type=(
            (1, v0) if start is not None else (2, np.zeros(3)),
            (1, v1) if end is not None else (2, np.zeros(3)),
        ),
    )
    move = joint_spline(q, t, start_rate=start, end_rate=end)
    at = np.linspace(t[0], t[-1], 201)[1:-1]
    for order in range(3):
        size = np.ptp(q) / np.min(np.diff(t)) ** order
        assert np.max(np.abs(move.derivative(order, at - t[0]) - peer(at, order))) < 1e-11 * size
    assert move(t - t[0]) == pytest.approx(q, abs=1e-14)


@pytest.mark.parametrize("n", [2, 3, 4, 9])
def test_quintic_spline_is_that_of_scipy(n: int) -> None:
    q, t = via(n, 2, 10 + n)
    ends = np.random.default_rng(n).normal(size=(4, 2))
    peer = make_interp_spline(
        t, q, k=5, bc_type=([(1, ends[0]), (2, ends[1])], [(1, ends[2]), (2, ends[3])])
    )
    move = joint_spline(
        q,
        t,
        degree=5,
        start_rate=ends[0],
        start_acceleration=ends[1],
        end_rate=ends[2],
        end_acceleration=ends[3],
    )
    at = np.linspace(t[0], t[-1], 203)[1:-1]
    for order in range(5):
        size = np.max(np.abs(peer(at, order)))
        assert np.max(np.abs(move.derivative(order, at - t[0]) - peer(at, order))) < 1e-9 * size


@pytest.mark.parametrize("degree", [3, 5])
def test_splines_start_and_end_at_rest_and_pass_all_points(degree: int) -> None:
    q, t = via(7, 2, 5)
    move = joint_spline(q, t, degree=degree, names=("A", "B"))
    assert move(t - t[0]) == pytest.approx(q, abs=1e-13)
    assert move.rate(0.0) == pytest.approx([0.0, 0.0], abs=1e-13)
    assert move.rate(move.duration) == pytest.approx([0.0, 0.0], abs=1e-11)
    assert set(move.drives) == {"A", "B"} and move["B"](0.3) == move(0.3)[1]
    assert move.knots == pytest.approx(t - t[0], abs=1e-14)


def test_splines_run_as_fast_as_limits_allow() -> None:
    q, _ = via(6, 3, 8)
    limits = Limits((1.0, 2.0, 3.0), 5.0, 60.0)
    move = joint_spline(q, degree=5, limits=limits)
    assert np.max(move.peaks / limits.of_joints(3)) == pytest.approx(1.0, rel=1e-9)
    assert move.start == pytest.approx(q[0]) and move.end == pytest.approx(q[-1])


@pytest.mark.parametrize("smooth", [True, False])
def test_blends_round_the_corners_of_lines(smooth: bool) -> None:
    q, t = via(5, 2, 21)
    t = np.arange(5) * 1.0
    b = 0.3
    move = joint_blend(q, t, blend=b, smooth=smooth)
    assert move.start == pytest.approx(q[0], abs=1e-15)
    assert move(move.duration) == pytest.approx(q[-1], abs=1e-14)
    assert move.duration == pytest.approx(4.0)
    for k in range(2):
        assert move[k].jump(0) < 1e-14 and move[k].jump(1) < 1e-13
        assert (move[k].jump(2) < 1e-12) is smooth
    v = np.diff(q, axis=0)  # of the inner lines
    corner = (v[2] - v[1]) * b / 8.0 * (0.75 if smooth else 1.0)
    assert move(2.0) - q[2] == pytest.approx(corner, abs=1e-13)
    middle = move([1.3, 1.5, 1.7])  # between blends: straight, at the points' speed
    assert middle == pytest.approx(q[1] + np.array([[0.3], [0.5], [0.7]]) * v[1], abs=1e-13)
    first = (q[1] - q[0]) / (1.0 - b / 2.0)
    assert move.rate(0.5) == pytest.approx(first, abs=1e-13)


def test_a_blend_of_two_points_is_the_trapezoid() -> None:
    move = joint_blend([[0.0], [2.0]], [0.0, 1.0], blend=0.25, smooth=False)
    law = Trapezoid(1.0, 0.25, distance=2.0)
    t = np.linspace(0.0, 1.0, 33)
    assert move(t)[:, 0] == pytest.approx(law(t), abs=1e-14)
    assert move.rate(t)[:, 0] == pytest.approx(law.rate(t), abs=1e-14)
