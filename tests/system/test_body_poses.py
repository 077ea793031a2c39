"""States from body poses: there and back, rounding is closed, gaps are refused by joint."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from sarrus import Mechanism, Model, ModelError, Pose, System
from system.machines import crane, state


def moving(model: Model) -> tuple[System, np.ndarray, np.ndarray]:
    """Return a system with a consistent position and velocity."""
    system = System(model, kernels=())
    if not system.closed:
        q, v, _ = state(system)
        return system, q, v
    q = system.assemble().q
    A = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(q)[1])
    return system, q, A.null_space @ np.random.default_rng(5).normal(size=A.null_space.shape[1])


MODELS = {
    "crane": crane,
    "four_bar": mechanisms.four_bar,
    "delta": mechanisms.delta,
    "sarrus": mechanisms.sarrus_linkage,
}


@pytest.mark.parametrize("name", MODELS)
def test_there_and_back(name: str) -> None:
    system, q, v = moving(MODELS[name]())
    back = system.state(poses=system.kinematics(q, v))
    turns = system.difference(back.q, q) / (2.0 * np.pi)
    assert np.max(np.abs(turns - np.round(turns)) * 2.0 * np.pi) <= 1e-11
    assert_close(back.v, v, 1e-10)
    again = system.state(q, poses=system.poses(q))
    assert np.max(np.abs(system.difference(again.q, q))) <= 1e-11
    assert not np.any(again.v)


def test_rounded_poses_are_closed() -> None:
    system, q, _ = moving(mechanisms.delta())
    rough = {
        name: Pose(tuple(np.round(x.position, 8)), tuple(map(tuple, np.round(x.rotation, 8))))
        for name, x in system.poses(q).items()
    }
    found = system.state(poses=rough)
    phi = system.compiled.loops.closure(found.q)[0]
    assert np.max(np.abs(phi)) <= 1e-12
    assert np.max(np.abs(system.difference(found.q, q))) <= 1e-6


def test_gaps_are_named_with_joint_and_size() -> None:
    system, q, _ = moving(mechanisms.four_bar())
    poses = {
        name: (x.position, x.quat_wxyz)
        for name, x in system.poses(q).items()
        if name in system.model.body_index
    }
    off = dict(poses, rocker=(poses["rocker"][0] + [0.0, 0.01, 0.0], poses["rocker"][1]))
    with pytest.raises(ModelError) as caught:
        system.state(poses=off)
    text = str(caught.value)
    assert "joint 'C'" in text
    assert "joint 'D'" in text
    assert "0.01 m and" in text
    assert "joint 'A'" not in text
    with pytest.raises(ModelError, match=r"not given for 1 body: 'rocker'"):
        system.state(poses={name: x for name, x in poses.items() if name != "rocker"})


def test_velocities_that_loops_forbid_are_refused() -> None:
    system, q, v = moving(mechanisms.four_bar())
    motions = dict(system.kinematics(q, v))
    motions["rocker"] = system.kinematics(q, 2.0 * v)["rocker"]
    with pytest.raises(ModelError, match="rad/s away from all that joints and loops allow"):
        system.state(poses=motions)


def test_welded_bodies_frames_and_ground() -> None:
    m = Mechanism("welded")
    stand = m.body("stand", mass=5.0, com=(0, 0, 1), inertia=(1, 1, 1))
    m.weld("W", m.ground, stand)
    arm = m.body("arm", mass=1.0, com=(0, 0, -1), inertia=(1, 1, 1))
    m.revolute("J", stand, arm, at=(0, 0, 1), axis="x")
    m.frame("tip", arm, at=(0, 0, -1), rpy=(0.1, 0.2, 0.3))
    system = m.build().compile(kernels=())
    tip = system.poses([0.7])["tip"]
    assert system.state(poses={"tip": tip})["J"] == pytest.approx(0.7, abs=1e-12)
    up = np.array([0.0, 0.0, 3.0])
    lifted = {"tip": (tip.position + up, tip.rotation), "ground": (up, np.eye(3))}
    assert system.state(poses=lifted)["J"] == pytest.approx(0.7, abs=1e-12)
    with pytest.raises(ModelError, match="a rotation matrix, or a quaternion"):
        system.state(poses={"tip": (tip.position, 2.0 * tip.rotation)})
    with pytest.raises(ModelError, match="away from that of 'arm'"):
        system.state(poses={"arm": system.poses([0.7])["arm"], "tip": system.poses([0.8])["tip"]})


def test_bodies_welded_to_ground_count_in_energy_and_momentum() -> None:
    """The numbers of the page of conventions."""
    m = Mechanism("stand")
    stand = m.body("stand", mass=5.0, com=(0, 0, 1), inertia=(1, 1, 1))
    m.weld("W", m.ground, stand)
    arm = m.body("arm", mass=1.0, com=(0, 0, -1), inertia=(1, 1, 1))
    m.revolute("J", stand, arm, at=(0, 0, 0), axis="x")
    system = m.build().compile(kernels=())
    momentum = system.momentum([0.0], [1.0])
    assert momentum.mass == 6.0
    assert momentum.com[2] == pytest.approx(2 / 3)
    assert system.energy([0.0], [1.0]).gravity == pytest.approx(39.24)
