"""Displacements that are planted in frames of joints are found again from poses."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from robotics.arms import puma
from robotics.five_bar import five_bar
from sarrus import Model, gallery
from sarrus.identification import Calibrated, MeasuredPoses, calibrate
from sarrus.identification.calibration import (
    _Calibration,
    rotation_of,
    turn_of,
    with_displacement,
)
from sarrus.spatial import Transform

EVERY = ("base", "tool", "offsets", "frames")


def tool() -> np.ndarray:
    """A tool that stands off the last axes, so that its position tells their angles."""
    X = np.eye(4)
    X[:3, 3] = (0.08, -0.05, 0.12)
    return X


def displaced(model: Model, errors: Mapping[str, np.ndarray]) -> Model:
    """Return a model with frames of joints on their parents displaced."""
    from dataclasses import replace

    from sarrus import Pose

    joints = [
        replace(j, on_parent=Pose.of(with_displacement(j.on_parent.transform, errors[j.name])))
        if j.name in errors
        else j
        for j in model.joints
    ]
    return replace(model, joints=tuple(joints))


def poses_of(
    model: Model, frame: str, q: Mapping[str, np.ndarray], sigma: float = 0.0, seed: int = 0,
    turned: bool = True,
) -> MeasuredPoses:  # fmt: skip
    """Return the poses of a machine as if they were measured, by another system of it."""
    system = model.compile(kernels=())
    rng = np.random.default_rng(seed)
    rows = []
    for k in range(len(next(iter(q.values())))):
        here = {model.joint(j).coordinate_names[0]: float(x[k]) for j, x in q.items()}
        rows.append(system.assemble(here).q if system.closed else system.coordinates_of(here))
    motion = system.poses(np.array(rows))[frame]
    n = len(rows)
    position = motion.position + sigma * rng.standard_normal((n, 3))
    spun = np.array([rotation_of(w) for w in sigma * rng.standard_normal((n, 3))])
    return MeasuredPoses(q, position=position, rotation=spun @ motion.rotation if turned else None)


def check_found(found: Calibrated, truth: Model, q: Mapping[str, np.ndarray], most: float) -> None:
    """The calibrated model and the true one bring the frame to the same poses, at other angles."""
    ours = poses_of(found.model, found.frame, q)
    theirs = poses_of(truth, found.frame, q)
    X = found.base_pose
    shifted = np.asarray(X.position) + ours.position @ np.asarray(X.matrix).T
    assert np.max(np.abs(shifted - theirs.position)) < most
    spun = np.asarray(X.matrix) @ ours.rotation
    assert np.max(np.abs(turn_of(theirs.rotation @ np.swapaxes(spun, 1, 2)))) < 10 * most


def test_rotation_vectors_there_and_back() -> None:
    rng = np.random.default_rng(0)
    w = rng.uniform(-1.5, 1.5, (20, 3))
    R = np.array([rotation_of(row) for row in w])
    assert np.allclose(R @ np.swapaxes(R, 1, 2), np.eye(3), atol=1e-14)
    assert np.allclose(turn_of(R), w, atol=1e-12)
    X = with_displacement(Transform.identity(), np.array([1, 2, 3, 0, 0, np.pi / 2]))
    assert np.allclose(X.matrix, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)


def test_arm_from_poses() -> None:
    """Thirty numbers, 4 R + 2 P + 6 (lines, directions, a frame); base and tool merge others."""
    model = puma(tool=tool())
    rng = np.random.default_rng(1)
    errors = {j.name: 2e-3 * rng.standard_normal(6) for j in model.joints}
    truth = displaced(model, errors)
    q = {j.name: rng.uniform(-1.5, 1.5, 25) for j in model.joints}
    found = calibrate(model, poses_of(truth, "tool", q), frame="tool")
    assert len(found.values) == 30
    assert np.max(found.after) < 1e-12
    other = {j.name: rng.uniform(-1.5, 1.5, 5) for j in model.joints}
    check_found(found, truth, other, 1e-10)
    assert found.merged["j1.offset"] == "base.rz" and "tool.rz" in found.merged["j6.offset"]


def test_offsets_alone_are_those_planted() -> None:
    model = puma(tool=tool())
    rng = np.random.default_rng(2)
    wanted = dict(zip((j.name for j in model.joints), 0.02 * rng.standard_normal(6), strict=True))
    truth = displaced(model, {j: np.array([0, 0, 0, 0, 0, x]) for j, x in wanted.items()})
    q = {j.name: rng.uniform(-1.5, 1.5, 12) for j in model.joints}
    found = calibrate(model, poses_of(truth, "tool", q, turned=False), by="offsets")
    for joint, value in wanted.items():
        assert found[f"{joint}.offset"] == pytest.approx(value, abs=1e-10)


def test_intervals_hold_the_offsets() -> None:
    model = puma(tool=tool())
    rng = np.random.default_rng(3)
    wanted = 0.01 * rng.standard_normal(6)
    truth = displaced(model, {
        j.name: np.array([0, 0, 0, 0, 0, x]) for j, x in zip(model.joints, wanted, strict=True)
    })  # fmt: skip
    q = {j.name: rng.uniform(-1.5, 1.5, 16) for j in model.joints}
    system = model.compile(kernels=())
    inside = []
    for seed in range(3):
        found = calibrate(system, poses_of(truth, "tool", q, 1e-4, seed), by="offsets")
        inside.append(np.abs(found.values - wanted) <= found.interval)
        assert found.noise["position"] == pytest.approx(1e-4, rel=0.5)
    assert 0.8 <= np.mean(inside) <= 1.0


def test_parallel_robot_from_positions() -> None:
    """Lengths and zeros of a five-bar; what would part its loop across the plane is held."""
    model = five_bar()
    rng = np.random.default_rng(4)
    plane = np.array([1, 1, 0, 0, 0, 1.0])
    errors = {j: 1e-3 * plane * rng.standard_normal(6) for j in ("M0", "M1", "E0", "E1")}
    truth = displaced(model, errors)
    q = {j: rng.uniform(-0.3, 0.3, 8) for j in ("M0", "M1")}
    found = calibrate(model, poses_of(truth, "tip", q, turned=False), frame="tip",
                      by=["offsets", "E0.x", "E1.x", "E0.rx"])  # fmt: skip
    assert found.held == ("E0.rx",)
    partial = {"M0.offset", "M1.offset", "E0.x", "E1.x"}
    assert {d.name for d in found.parameters} == partial
    assert np.sqrt(np.mean(found.after**2)) < 0.6 * np.sqrt(np.mean(found.before**2))


def test_distances_from_a_point() -> None:
    model = puma(tool=tool())
    rng = np.random.default_rng(5)
    truth = displaced(model, {"j2": np.array([0, 0, 0, 0, 0, 0.01])})
    q = {j.name: rng.uniform(-1.5, 1.5, 40) for j in model.joints}
    position = poses_of(truth, "tool", q).position
    point = (1.0, 0.4, 0.2)
    far = np.linalg.norm(position - np.array(point), axis=1)
    poses = MeasuredPoses(q, distance=far, point=point)
    found = calibrate(model, poses, by=["j2.offset", "j3.offset"])
    assert found["j2.offset"] == pytest.approx(0.01, abs=1e-10)
    assert found["j3.offset"] == pytest.approx(0.0, abs=1e-10)


@pytest.mark.slow
def test_all_lengths_of_a_parallel_robot() -> None:
    model = five_bar()
    rng = np.random.default_rng(4)
    plane = np.array([1, 1, 0, 0, 0, 1.0])
    truth = displaced(model, {j: 1e-3 * plane * rng.standard_normal(6) for j in ("M0", "M1", "E0")})
    q = {j: rng.uniform(-0.3, 0.3, 16) for j in ("M0", "M1")}
    poses = poses_of(truth, "tip", q, turned=False)
    found = calibrate(model, poses, frame="tip", by=["offsets", "frames"])
    assert np.max(found.after) < 1e-11
    other = {j: rng.uniform(-0.3, 0.3, 5) for j in ("M0", "M1")}
    ours, theirs = (poses_of(m, "tip", other) for m in (found.model, truth))
    assert np.max(np.abs(ours.position - theirs.position)) < 1e-9


@pytest.mark.slow
def test_delta_robot_from_positions() -> None:
    model = gallery.delta_robot()
    rng = np.random.default_rng(6)
    drives = ["M0", "M1", "M2"]
    errors = {j: np.array([1e-3, 5e-4, 0, 0, 0, 0.01]) * rng.standard_normal(6) for j in drives}
    truth = displaced(model, errors)
    q = {j: rng.uniform(-0.2, 0.2, 25) for j in drives}
    body = model.bodies[-1].name
    frame = "platform" if "platform" in model.body_index else body
    poses = poses_of(truth, frame, q, turned=False)
    found = calibrate(model, poses, frame=frame, by=["offsets", *(f"{j}.{x}" for j in drives
                                                                  for x in "xyz")])  # fmt: skip
    assert np.max(found.after) < 1e-10 < np.max(found.before)


@pytest.mark.parametrize("name", ["puma", "five_bar"])
def test_columns_are_those_of_differences(name: str) -> None:
    """Far from the model as it is, of base, tool and all joints, with the loops closed again."""
    rng = np.random.default_rng(8)
    model = puma(tool=tool()) if name == "puma" else five_bar()
    frame, planar = ("tool", False) if name == "puma" else ("tip", True)
    drives = [j.name for j in model.joints] if name == "puma" else ["M0", "M1"]
    q = {j: rng.uniform(-0.3, 0.3, 4) for j in drives}
    poses = poses_of(model, frame, q)
    by = ["base", "tool", "offsets", "E0.x", "E1.y"] if planar else EVERY
    search = _Calibration.of(model.compile(kernels=()), poses, frame, by, None, 0)
    delta = 0.05 * rng.standard_normal(len(search.displacements))
    at = search.closed_positions(poses, delta, None)
    J, _ = search.jacobian(at, delta, poses)
    h = 1e-5
    for k in range(len(delta)):
        step = h * np.eye(len(delta))[k]
        moved = []
        for there in (delta + step, delta - step):
            rows = search.closed_positions(poses, there, at)
            moved.append(search.misses(rows, there, poses))
        expected = (moved[1] - moved[0]) / (2.0 * h)
        size = max(1.0, float(np.max(np.abs(expected))))
        assert np.max(np.abs(J[:, :, k] - expected)) < 1e-7 * size, search.displacements[k].name
