"""All joint types in a tree with two loops, closed by a ball and by a distance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import state_of
from closeness import assert_close
from sarrus import System

PARTS = {
    "com": "position",
    "v_com": "velocity",
    "omega": "angular_velocity",
    "a_com": "acceleration",
    "alpha": "angular_acceleration",
}


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("joint_zoo_loop")


@pytest.fixture(scope="module")
def system(case: dict[str, Any]) -> System:
    return sarrus.load(case).compile()


@pytest.fixture(params=range(4))
def expected(request: pytest.FixtureRequest, case: dict[str, Any]) -> dict[str, Any]:
    return case["expected"]["states"][request.param]


def test_accelerations(system: System, case: dict[str, Any], expected: dict[str, Any]) -> None:
    rel, bodies = case["tolerance"]["rel"], expected["bodies"]
    state = state_of(system, bodies)
    motion = system.accelerations(state)
    native = system.forward_dynamics(state.q, state.v, np.zeros(system.nv))
    for vdot in (motion.vdot, native):
        there = system.kinematics(state.q, state.v, vdot)
        for theirs, ours in PARTS.items():
            values = [body[theirs] for body in bodies.values()]
            assert_close([getattr(there[name], ours) for name in bodies], values, rel, ours)
    single = [name for name in expected["expected_accel"] if "." not in name]
    accelerations = [expected["expected_accel"][name] for name in single]
    assert_close([motion[name] for name in single], accelerations, rel, "joints")


def test_reactions(system: System, case: dict[str, Any], expected: dict[str, Any]) -> None:
    found = system.reactions(state_of(system, expected["bodies"]), axes="world")
    joints, rel = expected["reactions_on_b"], case["tolerance"]["rel"]
    assert all(reaction.unique for reaction in found.values())
    for part, ours in (("point", "at"), ("force", "force"), ("torque", "moment")):
        values = [joints[name][part] for name in joints]
        assert_close([getattr(found[name], ours) for name in joints], values, rel, part)


def test_force_of_the_distance(system: System, expected: dict[str, Any]) -> None:
    """It acts along the line between its points, and holds b7 and b5 as the others leave it."""
    state = state_of(system, expected["bodies"])
    motion = system.accelerations(state)
    found = system.reactions(motion, axes="world")
    rod = system.model.joint("loopD")
    there = system.kinematics(state.q, state.v, motion.vdot)
    ends = [
        system.point(body, pose.position, state.q).position
        for body, pose in ((rod.parent, rod.on_parent), (rod.child, rod.on_child))
    ]
    line = (ends[1] - ends[0]) / rod.type.parameters["length"]
    assert np.linalg.norm(line) == pytest.approx(1.0, abs=1e-12)
    force = found["loopD"].force
    assert_close(np.cross(line, force), np.zeros(3), 1e-9 * np.linalg.norm(force))
    mass, gravity = system.model.body("b7").mass, np.array(system.model.gravity)
    balance = mass * (there["b7"].acceleration - gravity)
    assert_close(found["b7"].force - force, balance, 1e-9, "balance of b7")


def test_energy_and_mobility(
    system: System, case: dict[str, Any], expected: dict[str, Any]
) -> None:
    state = state_of(system, expected["bodies"])
    energy = system.energy(state.q, state.v)
    assert_close([energy.kinetic, energy.potential], expected["T_V"], case["tolerance"]["rel"])
    mobility = system.mobility(state)
    assert (mobility.rows, mobility.rank, mobility.freedom) == (4, 4, 11)
    assert mobility.passive == ("b6", "b7")


def test_free_motion_starts_at_the_first_state(
    system: System, case: dict[str, Any], reference_table: Callable[[str], np.ndarray]
) -> None:
    """The table of the free motion has positions only."""
    table = reference_table("bench/joint_zoo_loop/forward.csv")
    bodies = case["expected"]["states"][0]["bodies"]
    state = state_of(system, bodies)
    there = system.poses(state.q)
    first = [[table[f"{name}.{c}"][0] for c in "xyz"] for name in bodies]
    assert_close([there[name].position for name in bodies], first, 1e-12)
