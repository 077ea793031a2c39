"""The KUKA iiwa of MotionGenesis: pose, torques and what passes through every joint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import System

pin_models = pytest.importorskip("peers.pin_models", reason="needs Pinocchio (package pin)")

LINK = "iiwa_link_7"


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("kuka_iiwa_motiongenesis")


@pytest.fixture(scope="module")
def system(case: dict[str, Any], shared_models: Path) -> System:
    robot = pin_models.robot_of_urdf(shared_models / Path(case["model_file"]).name)
    return pin_models.from_pinocchio(robot, frames=[LINK]).compile(parameters=["gravity"])


def test_pose(system: System, case: dict[str, Any]) -> None:
    expected, atol = case["expected"], case["tolerance"]["abs"]
    pose = system.poses(np.radians(expected["q_deg"]))[LINK]
    np.testing.assert_allclose(pose.rotation, expected["R"], rtol=0, atol=atol)
    np.testing.assert_allclose(pose.position, expected["p"], rtol=0, atol=atol)


def test_torques(system: System, case: dict[str, Any]) -> None:
    expected, atol = case["expected"], case["tolerance"]["abs"]
    rest, spin = np.zeros(7), np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1000.0])
    heavy = system.inverse_dynamics(rest, rest, spin)
    np.testing.assert_allclose(heavy, expected["tau_q0_qdd7_1000_gravity"], rtol=0, atol=atol)
    light = system.inverse_dynamics(rest, rest, spin, parameters={"gravity": np.zeros(3)})
    np.testing.assert_allclose(light, expected["tau_q0_qdd7_1000_no_gravity"], rtol=0, atol=atol)


def test_moment_of_one_goes_through_all_joints(system: System, case: dict[str, Any]) -> None:
    """Without gravity: a moment of 1 N m along the world's z axis, and no force, in every joint."""
    rest, spin = np.zeros(7), np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1000.0])
    atol = 10 * case["tolerance"]["abs"]  # forces of links that turn at 1000 rad/s^2
    weightless = {"gravity": np.zeros(3)}
    for wrench in system.wrenches(rest, rest, spin, axes="world", parameters=weightless).values():
        np.testing.assert_allclose(np.abs(wrench.moment), [0.0, 0.0, 1.0], rtol=0, atol=atol)
        np.testing.assert_allclose(wrench.force, np.zeros(3), rtol=0, atol=atol)


@pytest.mark.parametrize("k", (0, 1))
def test_joint_wrenches(system: System, case: dict[str, Any], k: int) -> None:
    state, rel = case["expected"]["states"][k], case["tolerance"]["abs"]
    q, v, vdot = (np.array(state[key]) for key in ("q", "v", "a"))
    tau = system.inverse_dynamics(q, v, vdot)
    np.testing.assert_allclose(tau, state["tau"], rtol=0, atol=rel)
    found = system.wrenches(q, v, vdot, axes="body")
    for joint, expected in state["joint_wrench"].items():
        six = np.concatenate([found[joint].force, found[joint].moment])
        np.testing.assert_allclose(six, expected, rtol=0, atol=rel, err_msg=joint)
