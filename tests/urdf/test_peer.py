"""Robot files of our own in both programs: efforts, mass matrix and gravity at random states."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from sarrus import System, load_urdf
from urdf.own_robots import random_motion, text_of

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (package pin)")
peer_robot = pytest.importorskip("urdf.peer_robot")

pytestmark = pytest.mark.peer
REL = 1e-10
CASES = {
    "two_link_arm": ("weld", ""),
    "gripper": ("weld", ""),
    "all_joints": ("weld", ""),
    "walker": ("free", "pelvis_free"),
}


@pytest.fixture(scope="module", params=[(n, m) for n in CASES for m in (False, True)], ids=str)
def both(request: pytest.FixtureRequest) -> tuple[System, peer_robot.PeerRobot]:
    """The robot in both programs, with its fixed joints as welds or merged away."""
    name, merged = request.param
    base, root = CASES[name]
    model = load_urdf(text_of(name), base=base, mimic=False, losses=False, merge_fixed=merged)
    system = model.compile()
    return system, peer_robot.PeerRobot(text_of(name), system, root)


def test_all_coordinates_are_there(both) -> None:
    system, peer = both
    assert system.nv == peer.robot.nv


def test_inverse_dynamics(both) -> None:
    system, peer = both
    for seed in range(5):
        q, v, vdot = random_motion(system, seed)
        assert_close(system.inverse_dynamics(q, v, vdot), peer.inverse_dynamics(q, v, vdot), REL)


def test_gravity(both) -> None:
    system, peer = both
    rest = np.zeros(system.nv)
    for seed in range(5):
        q, _, _ = random_motion(system, seed)
        assert_close(system.bias(q, rest), peer.inverse_dynamics(q, rest, rest), REL)


def test_mass_matrix(both) -> None:
    system, peer = both
    for seed in range(5):
        q, _, _ = random_motion(system, seed)
        assert_close(system.mass_matrix(q), peer.mass_matrix(q), REL)


def test_mimic_joints_follow() -> None:
    """The effort on the leading joint carries the followers, as in Pinocchio's mimic joints."""
    text = text_of("gripper")
    system = load_urdf(text, losses=False).compile()
    robot = pin.buildModelFromXML(text, True)
    assert robot.nv == 3 == system.mobility().freedom
    data, rng = robot.createData(), np.random.default_rng(4)
    names = ("lift", "roll", "left")
    places = [robot.joints[robot.getJointId(name)].idx_v for name in names]
    for _ in range(5):
        q, v, vdot = rng.uniform(-0.5, 0.5, (3, 3))
        theirs = np.zeros((3, 3))
        theirs[:, places] = (q, v, vdot)
        expected = pin.rnea(robot, data, *theirs)[places]
        state = system.assemble(dict(zip(names, q, strict=True)), dict(zip(names, v, strict=True)))
        moving = system.accelerations(state, driven=dict(zip(names, vdot, strict=True)))
        assert_close(np.ravel([moving.efforts[name] for name in names]), expected, REL)
        assert state["right"] == pytest.approx(1.1 * q[2] + 0.002, abs=1e-12)
        assert state["thumb_bend"] == pytest.approx(-18 * q[2] + 0.3, abs=1e-12)
