"""Public robots, read by Pinocchio's parser: all of tree dynamics at random states.

The cases are in Pinocchio's order (siblings by name), as are our models, which are made from
its models. A free base is ours: the parser's root, which the model lets move.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from sarrus import System

pin_models = pytest.importorskip("peers.pin_models", reason="needs Pinocchio (package pin)")

ROBOTS = ("double_pendulum", "go2", "hyq", "iiwa14", "panda", "simple_humanoid", "solo12", "ur5")


class Robot:
    """A robot, compiled, and the states of its case in our coordinates."""

    def __init__(self, case: dict[str, Any], models: Path) -> None:
        self.case = case
        self.rel = case["tolerance"]["rel"]
        base = "free" if case["base"] == "free" else "weld"
        parsed = pin_models.robot_of_urdf(models / Path(case["model_file"]).name)
        self.model = pin_models.from_pinocchio(parsed, base, frames=[case["ee_frame"]])
        self.system: System = self.model.compile()
        self.states = case["expected"]["states"]
        self.motions = [
            (
                pin_models.coordinates_from(parsed, np.array(state["q"]), base),
                np.array(state["v"]),
                np.array(state["a"]),
            )
            for state in self.states
        ]

    def close(self, name: str, ours: Callable[..., Any]) -> None:
        """Compare ours(q, v, vdot) with the expected value of that name, where it is given."""
        for state, motion in zip(self.states, self.motions, strict=True):
            if name in state:
                assert_close(ours(*motion), state[name], self.rel, name)


@pytest.fixture(scope="module", params=ROBOTS)
def robot(
    request: pytest.FixtureRequest,
    reference: Callable[[str], dict[str, Any]],
    shared_models: Path,
) -> Robot:
    return Robot(reference(f"robot_{request.param}"), shared_models)


def test_joints_and_mass(robot: Robot) -> None:
    case = robot.case
    assert [joint.name for joint in robot.model.joints] == [j["name"] for j in case["joints"]]
    assert robot.system.nv == case["nv"]
    assert_close(robot.model.mass_properties().mass, case["total_mass"], 1e-12)


def test_efforts(robot: Robot) -> None:
    system = robot.system
    robot.close("tau", system.inverse_dynamics)
    robot.close("bias", lambda q, v, vdot: system.bias(q, v))
    robot.close("gravity", lambda q, v, vdot: system.bias(q, np.zeros_like(v)))


def test_mass_matrix(robot: Robot) -> None:
    M = robot.system.mass_matrix
    robot.close("M", lambda q, v, vdot: M(q))
    robot.close("M_diag", lambda q, v, vdot: np.diag(M(q)))
    robot.close("M_first_row", lambda q, v, vdot: M(q)[0])
    robot.close("M_times_a", lambda q, v, vdot: M(q) @ vdot)


def test_forward_dynamics(robot: Robot) -> None:
    rel = robot.case["tolerance"]["forward_dynamics_rel"]
    for state, (q, v, vdot) in zip(robot.states, robot.motions, strict=True):
        found = robot.system.forward_dynamics(q, v, np.array(state["tau"]))
        assert_close(found, vdot, rel)


def test_mass_center_momentum_and_energy(robot: Robot) -> None:
    system = robot.system
    robot.close("com", lambda q, v, vdot: system.momentum(q, v).com)
    robot.close("vcom", lambda q, v, vdot: system.momentum(q, v).com_velocity)
    robot.close("T", lambda q, v, vdot: system.energy(q, v).kinetic)
    robot.close("V", lambda q, v, vdot: system.energy(q, v).potential)

    def centroidal(q: np.ndarray, v: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        momentum = system.momentum(q, v)
        return np.concatenate([momentum.linear, momentum.angular])

    robot.close("centroidal_momentum", centroidal)


def test_end_effector(robot: Robot) -> None:
    system, name = robot.system, robot.case["ee_frame"]
    frame = next(frame for frame in robot.model.frames if frame.name == name)
    at = np.array(frame.pose.position)

    def motion(q: np.ndarray, v: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        found = system.kinematics(q, v)[name]
        return np.concatenate([found.velocity, found.angular_velocity])

    def jacobian(q: np.ndarray) -> np.ndarray:
        if frame.body == "ground":
            return np.zeros((6, system.nv))
        return system.jacobian(frame.body, at, q)

    robot.close("ee_position", lambda q, v, vdot: system.poses(q)[name].position)
    robot.close("ee_rotation", lambda q, v, vdot: system.poses(q)[name].rotation)
    robot.close("ee_J_times_v", motion)
    robot.close("ee_J", lambda q, v, vdot: jacobian(q))
    robot.close("ee_J_times_v", lambda q, v, vdot: jacobian(q) @ v)


def test_joint_wrenches(robot: Robot) -> None:
    for state, motion in zip(robot.states, robot.motions, strict=True):
        expected = state.get("joint_wrench", {})
        if not expected:
            continue
        found = robot.system.wrenches(*motion, axes="body", joints=list(expected))
        sixes = [np.concatenate([found[name].force, found[name].moment]) for name in expected]
        assert_close(sixes, list(expected.values()), robot.rel)
