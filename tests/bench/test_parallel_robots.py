"""Parallel robots: the loads of the drives, and the accelerations under given loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import acceleration_in_table, body_of_row, state_of
from closeness import assert_close
from sarrus import System
from sarrus.system.state import State

ROBOTS = ("parallel_3rrr", "parallel_delta")


class Robot:
    """A case with its system."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.system: System = sarrus.load(case).compile()
        self.drives = case["actuators"]

    def state(self, bodies: dict[str, Any]) -> State:
        return state_of(self.system, bodies)


@pytest.fixture(scope="module", params=ROBOTS)
def robot(request: pytest.FixtureRequest, reference: Callable[[str], dict[str, Any]]) -> Robot:
    return Robot(reference(request.param))


@pytest.mark.parametrize("k", range(4))
def test_loads_of_the_drives(robot: Robot, k: int) -> None:
    expected, system = robot.case["expected"]["states"][k], robot.system
    rel = robot.case["tolerance"]["load_rel"]
    state = robot.state(expected["bodies"])
    for drive in robot.drives:
        assert state[drive] == pytest.approx(expected["coords"][drive], abs=1e-12)
        assert state[f"{drive}.rate"] == pytest.approx(expected["rates"][drive], abs=1e-12)
    motion = system.accelerations(state, driven=expected["actuator_accel"])
    loads = np.array([expected["expected_actuator_load"][drive] for drive in robot.drives])
    found = np.array([motion.efforts[drive][0] for drive in robot.drives])
    assert_close(found, loads, rel, "loads")
    assert all(motion.unique_efforts[drive] for drive in robot.drives)

    there = system.kinematics(state.q, state.v, motion.vdot)
    for theirs, ours in (("a_com", "acceleration"), ("alpha", "angular_acceleration")):
        values = [body[theirs] for body in expected["bodies"].values()]
        moved = [getattr(there[name], ours) for name in expected["bodies"]]
        np.testing.assert_allclose(moved, values, rtol=rel, atol=10 * rel, err_msg=ours)


@pytest.mark.parametrize("k", range(1, 4))
def test_state_from_the_drives_alone(robot: Robot, k: int) -> None:
    """The drives determine the robot, and the loads found reproduce the accelerations."""
    expected, system = robot.case["expected"]["states"][k], robot.system
    wanted, rates = (
        {drive: expected[key][drive] for drive in robot.drives} for key in ("coords", "rates")
    )
    state = system.assemble(wanted, rates)
    platform = system.kinematics(state.q, state.v)["platform"]
    body = expected["bodies"]["platform"]
    np.testing.assert_allclose(platform.position, body["com"], rtol=0, atol=1e-11)
    np.testing.assert_allclose(platform.velocity, body["v_com"], rtol=0, atol=1e-11)
    tau = system.velocities_of(expected["expected_actuator_load"])
    vdot = system.forward_dynamics(state.q, state.v, tau)
    found = [vdot[system.compiled.layout.v_slice[drive]][0] for drive in robot.drives]
    assert_close(found, [expected["actuator_accel"][d] for d in robot.drives], 1e-8)


def test_ranks(robot: Robot) -> None:
    """Redundant rows of the planar robot: three across the plane for each of its two loops."""
    expected = robot.case["expected"]["states"][1]
    mobility = robot.system.mobility(robot.state(expected["bodies"]))
    assert mobility.n_redundant == expected["tree_rows"] - expected["constraint_rank_tree"]
    assert mobility.n_redundant == mobility.structural
    assert mobility.freedom == 3


def test_accelerations_of_the_free_motion(
    robot: Robot, reference_table: Callable[[str], np.ndarray]
) -> None:
    """Derivatives of the table of the motion under constant loads."""
    system, case = robot.system, robot.case
    table = reference_table(f"bench/{case['id']}/forward.csv")
    loads = case["expected"]["forward"]["actuator_load"]
    for k in range(3, len(table) - 3, 2):
        body = body_of_row(table[k])
        state = system.assemble({drive: table[k][drive] for drive in robot.drives})
        J = system.jacobian("platform", np.zeros(3), state.q)
        N = system.compiled.loops.scaled_matrix(
            system.compiled.loops.closure(state.q)[1]
        ).null_space
        rates = np.linalg.lstsq(J @ N, np.r_[body["v_com"], body["omega"]], rcond=None)[0]
        state = system.state(state.q, N @ rates)
        motion = system.accelerations(state, efforts=loads)
        platform = system.kinematics(state.q, state.v, motion.vdot)["platform"]
        np.testing.assert_allclose(platform.position, body["com"], rtol=0, atol=1e-12)
        expected = [acceleration_in_table(table["t"], table[c], table[f"v{c}"], k) for c in "xyz"]
        np.testing.assert_allclose(platform.acceleration, expected, rtol=0, atol=1e-9)
