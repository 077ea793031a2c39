"""Public robots through our own reader: the numbers of the reference cases.

The files belong to other projects; without them the tests skip.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from sarrus import Body, System, load

ROBOTS = ("double_pendulum", "go2", "hyq", "iiwa14", "panda", "simple_humanoid", "solo12", "ur5")


class Robot:
    """A robot, compiled, with the numbers of its case in the order of our coordinates."""

    def __init__(self, case: dict[str, Any], models: Path) -> None:
        self.case = case
        base = "free" if case["base"] == "free" else "weld"
        file = models / Path(case["model_file"]).name
        # the cases leave out damping and friction, and free the joint that follows another
        self.model = load(file, base=base, mimic=False, losses=False)
        self.system: System = self.model.compile()
        root = f"{case['root_link']}_free"
        self.joints = [
            (root if j["name"] == "root_joint" else j["name"], j) for j in case["joints"]
        ]

    def position(self, theirs: list[float]) -> np.ndarray:
        """Return our q: quaternions are x, y, z, w there, and unbounded angles (cos, sin)."""
        q = np.zeros(self.system.nq)
        for name, joint in self.joints:
            own = np.array(theirs[joint["idx_q"] : joint["idx_q"] + joint["nq"]])
            if joint["nq"] == 7:
                own = own[[0, 1, 2, 6, 3, 4, 5]]
            elif joint["nq"] == 2:
                own = np.arctan2(own[1:], own[:1])
            q[self.system.compiled.layout.q_slice[name]] = own
        return q

    @cached_property
    def moving(self) -> list[Body]:
        """The bodies that are not fixed to ground; the cases count no others."""
        fixed = {"ground"}
        welds = [joint for joint in self.model.joints if joint.type.type_name == "weld"]
        for _ in welds:
            fixed |= {joint.child for joint in welds if joint.parent in fixed}
        return [body for body in self.model.bodies if body.name not in fixed]

    def mass_center(self, q: np.ndarray) -> np.ndarray:
        """Return the centre of mass of the moving bodies."""
        poses, total = self.system.poses(q), np.zeros(3)
        for body in self.moving:
            pose = poses[body.name]
            total += body.mass * (pose.position + pose.rotation @ np.array(body.com))
        return total / sum(body.mass for body in self.moving)

    def order(self) -> np.ndarray:
        """Return where each of their velocities stands in ours."""
        slices = [self.system.compiled.layout.v_slice[name] for name, _ in self.joints]
        return np.concatenate([np.arange(part.start, part.stop) for part in slices])


@pytest.fixture(scope="module", params=ROBOTS)
def robot(
    request: pytest.FixtureRequest,
    reference: Callable[[str], dict[str, Any]],
    shared_models: Path,
) -> Robot:
    return Robot(reference(f"robot_{request.param}"), shared_models)


def test_every_message_has_a_place(robot: Robot) -> None:
    assert robot.model.notices
    assert all(notice.location and notice.location.line > 1 for notice in robot.model.notices)


def test_coordinates_and_mass(robot: Robot) -> None:
    assert robot.system.nv == robot.case["nv"]
    assert_close(sum(body.mass for body in robot.moving), robot.case["total_mass"], 1e-12)


def test_efforts_and_energy(robot: Robot) -> None:
    rel, order, system = robot.case["tolerance"]["rel"], robot.order(), robot.system
    for state in robot.case["expected"]["states"]:
        q = robot.position(state["q"])
        v, vdot = np.zeros(system.nv), np.zeros(system.nv)
        v[order], vdot[order] = state["v"], state["a"]
        assert_close(system.inverse_dynamics(q, v, vdot)[order], state["tau"], rel)
        assert_close(system.bias(q, v)[order], state["bias"], rel)
        assert_close((system.mass_matrix(q) @ vdot)[order], state["M_times_a"], rel)
        assert_close(robot.mass_center(q), state["com"], rel)
        assert_close(system.energy(q, v).kinetic, state["T"], rel)


def test_end_effector(robot: Robot) -> None:
    """Links on fixed joints are bodies here, with the frames of the file."""
    name, system = robot.case["ee_frame"], robot.system
    for state in robot.case["expected"]["states"]:
        pose = system.poses(robot.position(state["q"]))[name]
        assert_close(pose.position, state["ee_position"], robot.case["tolerance"]["rel"])
        assert_close(pose.rotation, state["ee_rotation"], robot.case["tolerance"]["rel"])
