"""The biped Cassie with its four loops: accelerations of all hinges and bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import state_of
from closeness import assert_close
from sarrus import System


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("cassie_loops")


@pytest.fixture(scope="module")
def system(case: dict[str, Any]) -> System:
    return sarrus.load(case).compile()


@pytest.mark.parametrize("k", (0, 1))
def test_accelerations(system: System, case: dict[str, Any], k: int) -> None:
    expected, rel = case["expected"]["states"][k], case["tolerance"]["rel"]
    hinges, bodies = expected["hinges"], expected["bodies"]
    state = state_of(system, bodies)
    angles, rates, torques, accelerations = np.array(list(hinges.values())).T
    np.testing.assert_allclose([state[name] for name in hinges], angles, rtol=0, atol=1e-12)
    found = [state[f"{name}.rate"] for name in hinges]
    np.testing.assert_allclose(found, rates, rtol=0, atol=1e-12)

    motion = system.accelerations(state, efforts=dict(zip(hinges, torques, strict=True)))
    assert_close([motion[name] for name in hinges], accelerations, rel, "hinges")
    there = system.kinematics(state.q, state.v, motion.vdot)
    for theirs, ours in (
        ("v_com", "velocity"),
        ("expected_a_com", "acceleration"),
        ("expected_alpha", "angular_acceleration"),
    ):
        values = [body[theirs] for body in bodies.values()]
        assert_close([getattr(there[name], ours) for name in bodies], values, rel, ours)


def test_redundant_components_and_passive_rods(system: System, case: dict[str, Any]) -> None:
    """One row across each planar loop is redundant; the Achilles rods spin freely."""
    expected = case["expected"]["states"][1]
    mobility = system.mobility(state_of(system, expected["bodies"]))
    assert mobility.n_redundant == expected["rows"] - expected["rank"] == 2
    assert mobility.structural == 2
    assert mobility.passive == ("left-achilles-rod", "right-achilles-rod")
    assert mobility.freedom == 32 - expected["rank"]


def test_which_reactions_are_unique(system: System, case: dict[str, Any]) -> None:
    """The spatial loops are unique; across the planar ones the ball's force is not."""
    expected = case["expected"]["states"][1]
    motion = system.accelerations(state_of(system, expected["bodies"]))
    found = system.reactions(motion)
    for side in ("left", "right"):
        loop = f"loop{0 if side == 'left' else 2}_{side}-plantar-rod"
        assert not found[loop].unique
        assert found[loop].because == (loop,)
        assert found[f"loop{1 if side == 'left' else 3}_{side}-achilles-rod"].unique
        assert found[f"{side}-hip-pitch"].unique
