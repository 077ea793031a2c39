"""Motion of bodies, frames and points, and Jacobians, against differences of positions."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import Mechanism, ModelError
from sarrus.system import System
from system.machines import crane, state

H = 1e-3
R = np.array([0.2, -0.1, 0.3])


@pytest.fixture(scope="module", params=["crane", "zoo"])
def system(request: pytest.FixtureRequest) -> System:
    return System(crane() if request.param == "crane" else random_tree(5, 9), kernels=())


def last_body(system: System) -> str:
    return system.model.bodies[-1].name


def path(system: System, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
    """Return q at time t of a motion that has the velocity v at t = 0."""
    return system.add(q, t * v)


def rate(values: list[np.ndarray]) -> np.ndarray:
    """Return the derivative of values at -2H, -H, H, 2H; error of fourth order."""
    a, b, c, d = values
    return (8 * (c - b) - (d - a)) / (12 * H)


TIMES = (-2 * H, -H, H, 2 * H)


def test_motion_of_a_point(system: System) -> None:
    q, v, vdot = state(system)
    body = last_body(system)
    found = system.point(body, R, q, v, vdot)
    along = [system.point(body, R, path(system, q, v, t), v + t * vdot) for t in TIMES]
    assert_close(found.velocity, rate([point.position for point in along]), 1e-8)
    assert_close(found.acceleration, rate([point.velocity for point in along]), 1e-8)


def test_motion_of_bodies_and_frames(system: System) -> None:
    q, v, vdot = state(system)
    along = [system.kinematics(path(system, q, v, t), v + t * vdot) for t in TIMES]
    for name, found in system.kinematics(q, v, vdot).items():

        def change(part: str, name: str = name) -> np.ndarray:
            return rate([getattr(at[name], part) for at in along])

        assert_close(found.velocity, change("position"), 1e-8, name)
        turn = change("rotation") @ found.rotation.T
        spin = np.array([turn[2, 1], turn[0, 2], turn[1, 0]])
        np.testing.assert_allclose(found.angular_velocity, spin, rtol=0, atol=1e-8)
        assert_close(found.acceleration, change("velocity"), 1e-7, name)
        spin_rate = change("angular_velocity")
        np.testing.assert_allclose(found.angular_acceleration, spin_rate, rtol=0, atol=1e-7)


def test_point_moves_with_its_body(system: System) -> None:
    q, v, vdot = state(system)
    name = last_body(system)
    body, point = system.kinematics(q, v, vdot)[name], system.point(name, R, q, v, vdot)
    arm = body.rotation @ R
    w, alpha = body.angular_velocity, body.angular_acceleration
    centripetal = np.cross(w, np.cross(w, arm))
    assert_close(point.position, body.position + arm, 1e-13)
    assert_close(point.velocity, body.velocity + np.cross(w, arm), 1e-13)
    expected = body.acceleration + np.cross(alpha, arm) + centripetal
    assert_close(point.acceleration, expected, 1e-12)


def test_jacobian(system: System) -> None:
    q, v, _ = state(system)
    name = last_body(system)
    J = system.jacobian(name, R, q)
    assert J.shape == (6, system.nv)
    expected = [
        system.point(name, R, q, v).velocity,
        system.kinematics(q, v)[name].angular_velocity,
    ]
    assert_close(J @ v, np.concatenate(expected), 1e-13)
    h = 1e-6
    for k, direction in enumerate(np.eye(system.nv)):
        there, here = (
            system.point(name, R, system.add(q, s * h * direction)).position for s in (1, -1)
        )
        np.testing.assert_allclose(J[:3, k], (there - here) / (2 * h), atol=1e-8)


def test_only_what_the_arguments_allow() -> None:
    system = System(crane(), kernels=())
    q, v, vdot = state(system)
    positions, velocities = system.poses(q)["boom"], system.kinematics(q, v)["tip"]
    assert positions.velocity is None and positions.acceleration is None
    assert velocities.velocity is not None and velocities.acceleration is None
    assert system.point("boom", R, q).velocity is None
    assert system.point("boom", R, q, v).acceleration is None
    assert system.kinematics(q, v, vdot)["tip"].angular_acceleration is not None


def test_rotation_and_quaternion_agree() -> None:
    system = System(crane(), kernels=())
    pose = system.poses(state(system)[0])["load"]
    w, x, y, z = pose.quat_wxyz
    assert np.linalg.norm(pose.quat_wxyz) == pytest.approx(1.0)
    assert_close(pose.rotation @ pose.rotation.T, np.eye(3), 1e-14)
    assert pose.rotation[2, 1] - pose.rotation[1, 2] == pytest.approx(4 * w * x)
    assert pose.rotation[0, 0] == pytest.approx(1 - 2 * (y * y + z * z))


def test_drawing_is_the_neutral_position() -> None:
    """Joints that are given in the drawing have zero coordinates there."""
    system = System(crane(), kernels=())
    for body in system.model.bodies:
        pose = system.poses(system.neutral())[body.name]
        np.testing.assert_allclose(pose.position, body.pose.position, atol=1e-15)
        np.testing.assert_allclose(pose.rotation, body.pose.rotation, atol=1e-15)


def test_ground_does_not_move() -> None:
    system = System(crane(), kernels=())
    q, v, vdot = state(system)
    found = system.point("ground", R, q, v, vdot)
    np.testing.assert_array_equal(found.position, R)
    np.testing.assert_array_equal([*found.velocity, *found.acceleration], np.zeros(6))
    np.testing.assert_array_equal(system.jacobian("ground", R, q), np.zeros((6, 6)))


def test_frames_of_ground_are_among_the_results() -> None:
    machine = Mechanism("post")
    rod = machine.body("rod", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    machine.revolute("A", machine.ground, rod, at=(0, 0, 0), axis="z")
    machine.frame("camera", machine.ground, at=(1, 2, 3))
    system = machine.build().compile(kernels=())
    np.testing.assert_array_equal(system.poses([0.3])["camera"].position, [1, 2, 3])


def test_momentum() -> None:
    system = System(crane(), kernels=())
    q, v, _ = state(system)
    found, motions = system.momentum(q, v), system.kinematics(q, v)
    bodies = system.model.bodies
    points = [system.point(b.name, b.com, q, v) for b in bodies]
    masses = np.array([body.mass for body in bodies])
    assert found.mass == pytest.approx(masses.sum(), rel=1e-15)
    assert_close(found.com, masses @ [p.position for p in points] / found.mass, 1e-13)
    assert_close(found.linear, masses @ [p.velocity for p in points], 1e-13)
    assert_close(found.com_velocity, found.linear / found.mass, 1e-15)
    total = np.zeros(3)
    for body, point in zip(bodies, points, strict=True):
        turn, spin = motions[body.name].rotation, motions[body.name].angular_velocity
        total += turn @ np.array(body.inertia) @ turn.T @ spin
        total += body.mass * np.cross(point.position, point.velocity)
    assert_close(found.angular_about_origin, total, 1e-12)
    about_com = total - np.cross(found.com, found.linear)
    assert_close(found.angular, about_com, 1e-12)


# Names ----------------------------------------------------------------------------------------


def test_unknown_names_are_answered_with_the_nearest() -> None:
    system = System(crane(), kernels=())
    q = system.neutral()
    with pytest.raises(ModelError, match=r"'tipp'.*Did you mean 'tip'"):
        system.poses(q)["tipp"]
    with pytest.raises(ModelError, match="There are turret, boom"):
        system.poses(q)["nothing like it"]
    with pytest.raises(ModelError, match=r"body 'bom'.*Did you mean 'boom'"):
        system.point("bom", R, q)
    with pytest.raises(ModelError, match=r"body 'bom'.*Did you mean 'boom'"):
        system.jacobian("bom", R, q)
