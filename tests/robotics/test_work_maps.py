"""Many targets at once, and maps of where a robot can work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System, gallery
from sarrus.robotics import JointLimits, Workplace, reach_many, work_map
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.work_maps import drive_jacobian

L1, L2 = 0.5, 0.4


def planar_arm(scale: float = 1.0, links: int = 2) -> System:
    """Hinges about z; no weight in the plane."""
    m = Mechanism("arm", gravity=(0, -9.81, 0))
    carrier, at = "ground", 0.0
    for k in range(links):
        length = (L1, L2, 0.3)[k] * scale
        m.body(f"b{k}", 1e-9 if scale == 1.0 else 1.0, inertia=(1e-9,) * 3, at=(at, 0, 0))
        m.revolute(f"J{k}", carrier, f"b{k}", at=(at, 0, 0), axis="z")
        carrier, at = f"b{k}", at + length
    m.frame("tip", carrier, at=(length, 0, 0))
    return m.build().compile(kernels=())


def test_many_targets_are_met_within_limits() -> None:
    system = gallery.puma560().compile(kernels=())
    bounds = Limits.of(system)
    rng = np.random.default_rng(0)
    low, high = np.maximum(bounds.lower, -np.pi), np.minimum(bounds.upper, np.pi)
    known = rng.uniform(low, high, (100, 6))
    poses = system.poses(known)["L6"]
    by_position = reach_many(system, "L6", poses.position)
    assert by_position.reached.all()
    targets = np.zeros((100, 4, 4))
    targets[:, :3, :3], targets[:, :3, 3], targets[:, 3, 3] = poses.rotation, poses.position, 1.0
    by_pose = reach_many(system, "L6", targets, restarts=30)
    assert np.mean(by_pose.reached) > 0.97
    found = system.poses(by_pose.q)["L6"]
    ok = by_pose.reached
    assert np.max(np.abs(found.position - poses.position)[ok]) < 1e-9
    assert np.max(np.abs(found.rotation - poses.rotation)[ok]) < 2e-9
    assert np.all((by_pose.q >= bounds.lower) & (by_pose.q <= bounds.upper))


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_what_is_out_of_reach_is_told(scale: float) -> None:
    system = planar_arm(scale)
    radii = np.array([0.05, 0.11, 0.5, 0.89, 0.95]) * scale
    targets = np.stack([radii, 0.0 * radii, 0.0 * radii], axis=1)
    found = reach_many(system, "tip", targets, tolerance=1e-9 * scale)
    assert found.reached.tolist() == [False, True, True, True, False]
    assert found.misses[4] == pytest.approx(0.05 * scale, rel=1e-3)


def test_joints_to_spare_keep_near_a_posture() -> None:
    """The least distance to the goal: the gradient has no part along the null space."""
    system = planar_arm(links=3)
    goal = np.array([0.4, 0.5, 0.6])
    targets = np.array([[0.7, 0.3, 0.0], [0.6, 0.5, 0.0], [0.9, 0.1, 0.0]])
    found = reach_many(system, "tip", targets, goal=goal, start=goal)
    assert found.reached.all()
    for q in found.q:
        J = system.jacobian("b2", (0.3, 0.0, 0.0), q)[:2]
        null = np.linalg.svd(J)[2][2]
        assert abs(null @ (goal - q)) < 1e-6
    other = reach_many(system, "tip", targets, start=goal)
    assert np.all(
        np.linalg.norm(found.q - goal, axis=1) <= np.linalg.norm(other.q - goal, axis=1) + 1e-9
    )


def test_a_map_is_that_of_formulas() -> None:
    """Of two hinges: |det J| = l1 l2 |sin q2|, and a ring from l1 - l2 to l1 + l2."""
    work = Workplace(planar_arm(), frame="tip", follow="position")
    x = np.linspace(-1.0, 1.0, 21)
    limits = {f"J{k}": JointLimits(torque=t, speed=2.0) for k, t in enumerate((20.0, 8.0))}
    stiffness, errors = {"J0": 1e4, "J1": 4e3}, {"J0": 1e-3, "J1": 2e-3}
    found = work_map(work, x, x, 0.0, limits=limits, stiffness=stiffness, errors=errors)
    r = np.hypot(*np.meshgrid(x, x, indexing="ij"))[:, :, None]
    sure = (np.abs(r - L1 + L2) > 1e-6) & (np.abs(r - L1 - L2) > 1e-6)
    inside = (r > L1 - L2) & (r < L1 + L2)
    assert np.array_equal(found["reached"][sure] > 0.0, inside[sure])
    assert found.volume == pytest.approx(np.pi * ((L1 + L2) ** 2 - (L1 - L2) ** 2), rel=0.03)
    for i, j in ((12, 14), (5, 16), (13, 4)):
        q = found.q[i, j, 0]
        J = np.array(
            [
                [-L1 * np.sin(q[0]) - L2 * np.sin(q.sum()), -L2 * np.sin(q.sum())],
                [L1 * np.cos(q[0]) + L2 * np.cos(q.sum()), L2 * np.cos(q.sum())],
            ]
        )
        assert drive_jacobian(work, q)[:2] == pytest.approx(J, abs=1e-9)
        weight = np.abs(J.T @ [0.0, -9.81])
        assert found["payload"][i, j, 0] == pytest.approx(np.min([20.0, 8.0] / weight), rel=1e-5)
        C = J @ np.diag([1e-4, 2.5e-4]) @ J.T
        assert found["stiffness"][i, j, 0] == pytest.approx(1.0 / np.linalg.eigvalsh(C)[-1])
        worst = max(np.linalg.norm(J @ [1e-3, s * 2e-3]) for s in (1.0, -1.0))
        assert found["error"][i, j, 0] == pytest.approx(worst)


def test_a_map_of_a_delta_robot(tmp_path: Path) -> None:
    """Its Jacobian against differences of poses that close the loops."""
    drives = ("M0", "M1", "M2")
    work = Workplace(gallery.delta_robot(), driven=drives, frame="platform", follow="position")
    limits = {name: JointLimits(torque=20.0, speed=5.0) for name in drives}
    found = work_map(work, [-0.1, 0.0, 0.1], [0.0, 0.1], -0.7, limits=limits)
    assert found["reached"].all()
    assert np.all(found["payload"] > 1.0)
    assert np.all((found["isotropy"] > 0.2) & (found["isotropy"] <= 1.0))
    q = found.q[2, 1, 0]
    J, h = drive_jacobian(work, q), 1e-5
    state = work.system.state(q)
    for k in range(3):
        ends = []
        for step in (h, -h):
            wanted = {n: state[f"{n}.angle"] + step * (n == drives[k]) for n in drives}
            moved = work.system.assemble(wanted, guess=q, strict=True)
            ends.append(work.system.poses(moved.q)["platform"].position)
        assert (ends[0] - ends[1]) / (2.0 * h) == pytest.approx(J[:, k], abs=1e-8)
    found.plot("payload", path=tmp_path / "map.png")
    assert (tmp_path / "map.png").stat().st_size > 5000


def test_dexterity_counts_orientations() -> None:
    work = Workplace(gallery.puma560(), frame="L6")
    turns = [np.eye(3), np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0])]
    found = work_map(work, [0.5, 5.0], 0.15, 0.3, turns=turns)
    assert found["dexterity"][1, 0, 0] == 0.0
    assert found["dexterity"][0, 0, 0] in (1.0 / 3.0, 2.0 / 3.0, 1.0)
    with pytest.raises(ModelError, match="not a quantity"):
        found["paylod"]


def test_names_that_are_no_drives_are_refused() -> None:
    with pytest.raises(ModelError, match=r"(?s)limits / 'K'.*stiffness / 'J1'.*above 0"):
        work_map(
            planar_arm(), 0.5, 0.1, 0.0, limits={"K": JointLimits(speed=1.0)}, stiffness={"J1": 0.0}
        )
    with pytest.raises(ModelError, match="rows of three numbers"):
        reach_many(planar_arm(), "tip", [1.0, 2.0])
    with pytest.raises(ModelError, match=r"targets\[1\].*finite"):
        reach_many(planar_arm(), "tip", [[0.1, 0.0, 0.0], [np.nan, 0.0, 0.0]])
