"""Moves of a pose: the drive transformation of paper 3, lines, arcs, splines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from sarrus.errors import ModelError
from sarrus.robotics import (
    Arc,
    AxisAngle,
    DriveAngles,
    DriveTurn,
    Linear,
    PathLimits,
    Quintic,
    SCurve,
    SplinePath,
    Trapezoid,
    arc_move,
    line_move,
    spline_move,
)
from sarrus.spatial.dual import Dual
from sarrus.spatial.transform import Transform

POSES = Path(__file__).parents[1] / "reference" / "refs" / "paper3_puma560_poses.json"
FLIP = np.diag([1.0, -1.0, -1.0])


def turns(n: int, seed: int) -> np.ndarray:
    return Rotation.random(n, rng=seed).as_matrix()


def pairs() -> list[tuple[np.ndarray, np.ndarray]]:
    """2000 pairs of postures; some with parallel and with opposite approach vectors."""
    found = list(zip(turns(1900, 1), turns(1900, 2), strict=True))
    angles = np.random.default_rng(3).uniform(-np.pi, np.pi, 100)
    for k, first in enumerate(turns(100, 4)):
        about_z = Rotation.from_rotvec([0.0, 0.0, angles[k]]).as_matrix()
        found.append((first, first @ about_z if k % 2 else first @ FLIP @ about_z))
    return found


def printed(eta: float, xi: float) -> np.ndarray:
    """R_a element by element, (14) of the paper."""
    Se, Ce, Sx, Cx = np.sin(eta), np.cos(eta), np.sin(xi), np.cos(xi)
    Vx = 1.0 - Cx
    return np.array(
        [
            [Se * Se * Vx + Cx, -Se * Ce * Vx, Ce * Sx],
            [-Se * Ce * Vx, Ce * Ce * Vx + Cx, Se * Sx],
            [-Ce * Sx, -Se * Sx, Cx],
        ]
    )


def test_CHK_K08_the_drive_transformation() -> None:
    listed = pairs()
    worst, backward, parallel, opposite = 0.0, 0, 0, 0
    for first, second in listed:
        drive = DriveAngles.between(first, second)
        about_z = Rotation.from_rotvec([0.0, 0.0, drive.zeta]).as_matrix()
        gap = printed(drive.eta, drive.xi) @ about_z - first.T @ second
        worst = max(worst, float(np.max(np.abs(gap))))
        assert 0.0 <= drive.xi <= np.pi
        backward += first[:, 2] @ second[:, 2] < 0.0
        parallel += drive.xi < 1e-7
        opposite += drive.xi > np.pi - 1e-7
    assert len(listed) == 2000 and backward > 800 and parallel == 50 and opposite == 50
    assert worst < 1e-14


def test_CHK_K08_of_the_task_of_paper_3() -> None:
    given = json.loads(POSES.read_text(encoding="utf-8"))
    A, B, C = (np.array(given[f"P{name}"])[:3, :3] for name in "ABC")
    assert DriveAngles.between(A, B) == DriveAngles(0.0, 0.0, 0.0)
    turn = DriveAngles.between(B, C)
    assert (turn.eta, turn.xi) == (0.0, 0.0)
    assert np.degrees(turn.zeta) == pytest.approx(-90.0, abs=1e-13)


@pytest.mark.parametrize("kind", [AxisAngle, DriveTurn])
def test_CHK_K10_the_whole_way_leads_to_the_second_posture(kind: Any) -> None:
    for first, second in pairs()[1700:]:
        path = kind(first, second)
        assert np.max(np.abs(path.at(1.0) - second)) < 1e-14
        assert np.max(np.abs(path.at(0.0) - first)) < 1e-15


def test_CHK_K10_the_approach_vector_moves_in_one_plane() -> None:
    for first, second in pairs()[:100]:
        path = DriveTurn(first, second)
        way = np.array([path.at(h)[:, 2] for h in np.linspace(0.0, 1.0, 21)])
        normal = np.cross(way[0], way[-1])
        normal /= np.linalg.norm(normal)
        # A normal of two nearly parallel vectors has lost digits, as many as their sine says.
        sine = np.linalg.norm(np.cross(way[0], way[-1]))
        assert np.max(np.abs(way @ normal)) < 1e-14 / min(1.0, sine)
        turned = np.arccos(np.clip(way @ way[0], -1.0, 1.0))
        assert turned == pytest.approx(np.linspace(0.0, turned[-1], 21), abs=1e-7)


def test_axis_angle_is_the_shortest_turn() -> None:
    for first, second in pairs()[:200]:
        path = AxisAngle(first, second)
        slerp = Slerp([0.0, 1.0], Rotation.from_matrix(np.array([first, second])))
        for h in (0.2, 0.5, 0.9):
            assert path.at(h) == pytest.approx(slerp(h).as_matrix(), abs=1e-12)
        assert path.angle <= np.pi + 1e-14


def pose(k: int) -> Transform:
    return Transform.of(turns(9, 12)[k], np.random.default_rng(k).normal(size=3))


VIA = [(0.4, 0.3, 0.6), (0.8, 0.0, 0.3), (1.2, 0.5, -0.4)]
MOVES = {
    "line, axis-angle": line_move(pose(0), pose(1), SCurve(1.0, 0.4, 0.1)),
    "line, drive": line_move(pose(2), pose(3), Quintic(0.8), turn="drive"),
    "arc, drive": arc_move(pose(4), (0.3, 0.2, 0.9), pose(5), Trapezoid(1.2, 0.3), turn="drive"),
    "spline, axis-angle": spline_move(pose(6), VIA, pose(7), Quintic(1.5)),
    "no turn": line_move((0.0, 0.0, 1.0), (1.0, 0.0, 0.5), Quintic(1.0), turn="drive"),
    "turn only": line_move(
        pose(1), Transform.of(pose(3).matrix, pose(1).position), Quintic(1.0), turn="drive"
    ),
}
every_move = pytest.mark.parametrize("move", MOVES.values(), ids=MOVES.keys())


@every_move
def test_velocities_are_the_derivatives_of_the_pose(move: Any) -> None:
    """By dual numbers of the pose: dR/dt = ~w R; and of the velocity."""
    random = np.random.default_rng(8)
    for t in random.uniform(0.0, move.duration, 25).tolist():
        if np.min(np.abs(t - np.array(move.knots))) < 1e-6:
            continue
        X, velocity, acceleration = move.jet(t)
        moving = move(Dual(t, 1.0))
        p = np.array([x.rate if isinstance(x, Dual) else 0.0 for x in moving.position])
        R = np.array([x.rate if isinstance(x, Dual) else 0.0 for x in np.ravel(moving.matrix)])
        spin = R.reshape(3, 3) @ np.asarray(X.matrix).T
        w = [spin[2, 1], spin[0, 2], spin[1, 0]]
        assert spin == pytest.approx(-spin.T, abs=1e-12)
        assert velocity == pytest.approx([*p, *w], rel=1e-12, abs=1e-12)
        rates = [x.rate if isinstance(x, Dual) else 0.0 for x in move.rate(Dual(t, 1.0))]
        assert acceleration == pytest.approx(rates, rel=1e-11, abs=1e-11)


@every_move
def test_velocities_against_differences(move: Any) -> None:
    """A formulation without dual numbers."""
    e = 1e-6
    for t in (0.31 * move.duration, 0.77 * move.duration):
        before, after, here = move(t - e), move(t + e), move(t)
        turn = Rotation.from_matrix(after.matrix @ before.matrix.T).as_rotvec()
        V = np.concatenate([after.position - before.position, turn]) / (2.0 * e)
        assert move.rate(t) == pytest.approx(V, abs=1e-7)
        A = (move.rate(t + e) - move.rate(t - e)) / (2.0 * e)
        assert move.acceleration(t) == pytest.approx(A, abs=1e-6)
        assert here.matrix.T @ here.matrix == pytest.approx(np.eye(3), abs=1e-14)


def test_ends_of_moves_are_the_poses_given() -> None:
    for kind in ("axis-angle", "drive"):
        for move in (
            line_move(pose(0), pose(1), Quintic(1.0), turn=kind),
            arc_move(pose(0), (9.0, 1.0, 0.0), pose(1), Quintic(1.0), turn=kind),
            spline_move(pose(0), VIA, pose(1), Quintic(1.0), turn=kind),
        ):
            for X, given in ((move.start, pose(0)), (move.end, pose(1))):
                assert np.max(np.abs(X.position - given.position)) < 1e-14 * 10
                assert np.max(np.abs(X.matrix - given.matrix)) < 1e-14


def test_an_arc_is_a_circle_through_three_points() -> None:
    random = np.random.default_rng(17)
    for _ in range(200):
        a, b, c = random.normal(size=(3, 3))
        arc = Arc.through(a, b, c)
        h = np.linspace(0.0, 1.0, 41)
        p = np.array([arc.at(x) for x in h])
        assert np.linalg.norm(p - arc.center, axis=1) == pytest.approx(arc.radius, rel=1e-12)
        normal = np.cross(b - a, c - a)
        assert (p - a) @ normal == pytest.approx(0.0, abs=1e-11 * (1.0 + arc.radius))
        assert p[0] == pytest.approx(a, abs=1e-12) and p[-1] == pytest.approx(c, abs=1e-9)
        # The point between is passed on the way: its angle is between 0 and that of the end.
        w = b - arc.center
        turned = float(np.arctan2(w @ arc.y, w @ arc.x)) % (2.0 * np.pi)
        assert 0.0 < turned < arc.angle < 2.0 * np.pi
        assert arc.at(turned / arc.angle) == pytest.approx(b, abs=1e-9)


def test_arcs_about_an_axis_turn_fully() -> None:
    arc = Arc.about((1.0, 0.0, 0.5), (0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 2.0 * np.pi)
    assert arc.length == pytest.approx(2.0 * np.pi) and arc.radius == pytest.approx(1.0)
    assert arc.at(0.25) == pytest.approx([0.0, 1.0, 0.5], abs=1e-15)
    assert arc.at(1.0) == pytest.approx([1.0, 0.0, 0.5], abs=1e-15)


def test_the_law_is_the_speed_on_the_path() -> None:
    law = Trapezoid(1.0, 0.25)
    for move in (
        line_move(pose(0), pose(1), law),
        arc_move(pose(0), (0.5, 0.1, 0.2), pose(1), law),
        spline_move(pose(0), VIA, pose(1), law),
    ):
        for t in (0.1, 0.4, 0.6, 0.95, 1.0):
            speed = np.linalg.norm(move.rate(t)[:3])
            assert speed == pytest.approx(law.rate(t) * move.path.length, rel=1e-8, abs=1e-12)


SMOOTH = [(0, 0, 0), (0.5, 0.4, 0.1), (0.9, 0.2, 0.5), (1.0, -0.5, 0.2)]
PATHS = [SMOOTH, *[np.random.default_rng(k).normal(size=(6, 3)) for k in range(8)], SMOOTH[:2]]


@pytest.mark.parametrize("points", PATHS, ids=range(len(PATHS)))
def test_a_spline_path_passes_its_points_at_an_even_speed(points: Any) -> None:
    path = SplinePath.through(points)
    h = np.linspace(0.0, 1.0, 2001)
    p = np.array([path.at(float(x)) for x in h])
    polygon = np.sum(np.linalg.norm(np.diff(p, axis=0), axis=1))
    assert polygon == pytest.approx(path.length, rel=1e-4)
    speeds = np.array([np.linalg.norm(path.slope(float(x))) for x in h])
    assert np.max(np.abs(speeds / path.length - 1.0)) < 2e-9
    for x, point in zip((0.0, *path.knots, 1.0), points, strict=True):
        assert path.at(x) == pytest.approx(point, abs=1e-13)


def test_a_cusp_is_refused() -> None:
    """There and back along one line: the spline turns round at a point."""
    with pytest.raises(ModelError, match="cusp"):
        SplinePath.through([(0, 0, 0), (1, 0, 0), (0, 0, 0)])


def test_limits_of_the_path_decide_about_the_time() -> None:
    limits = PathLimits(speed=0.5, acceleration=1.0, turn_speed=2.0, turn_acceleration=8.0)
    move = line_move(pose(0), pose(1), limits=limits, turn="drive")
    t = np.linspace(0.0, move.duration, 401)[1:-1].tolist()
    V = np.array([move.rate(x) for x in t])
    speed, turning = np.linalg.norm(V[:, :3], axis=1), np.linalg.norm(V[:, 3:], axis=1)
    assert np.max(speed) <= 0.5 * (1 + 1e-9) and np.max(turning) <= 2.0 * (1 + 1e-9)
    assert max(np.max(speed) / 0.5, np.max(turning) / 2.0) == pytest.approx(1.0, rel=1e-6)


def test_the_law_can_be_put_on_the_joints_instead() -> None:
    """A crane of three slides: its joints are the position."""
    move = line_move((0, 0, 0), (1, 2, 3), Trapezoid(1.0, 0.25))
    joints = move.on_joints(lambda X: X.position, names=("x", "y", "z"))
    assert joints(0.3) == pytest.approx(move(0.3).position, abs=1e-15)
    assert joints.rate(0.3) == pytest.approx(move.rate(0.3)[:3], abs=1e-15)


def test_poses_are_taken_in_several_forms() -> None:
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = pose(0).matrix, pose(0).position
    one = line_move(X, pose(1), Linear(1.0))
    two = line_move(pose(0), pose(1), Linear(1.0))
    assert np.array_equal(one(0.4).matrix, two(0.4).matrix)
    assert np.array_equal(one.position(0.4), two.position(0.4))
    assert one.with_duration(2.0)(0.8).position == pytest.approx(one(0.4).position, abs=1e-15)
