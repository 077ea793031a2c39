"""One body on one joint of every type: a row of the table gives the state, and what follows.

Position and velocity in a row determine acceleration and reaction in the same row; the moment
of the reaction is about the joint point on ground.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import body_of_row, in_row, state_of
from closeness import assert_close

CASES = (
    "cylindrical_case01",
    "cylindrical_case02",
    "distance_case01",
    "prismatic_case01",
    "revolute_case01",
    "spherical_case01",
    "universal_case01",
)
BODY, JOINT = "pend", "J"


@pytest.mark.parametrize("name", CASES)
def test_rows_of_the_table(
    name: str,
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    case = reference(f"adams_{name}")
    table = reference_table(f"bench/adams_{name}/reference.csv")
    drawn = case["model"]["joints"][0]
    at = drawn["point_a"] if drawn["type"] == "distance" else drawn["point"]
    system = sarrus.load(case).compile()
    found: dict[str, list[np.ndarray]] = {key: [] for key in ("", "a", "al", "F", "M")}
    rows = table[::5]
    for row in rows:
        state = state_of(system, {BODY: body_of_row(row)})
        motion = system.accelerations(state)
        body = system.kinematics(state.q, state.v, motion.vdot)[BODY]
        reaction = system.reactions(motion, axes="world", at=at)[JOINT]
        assert reaction.unique
        found[""].append(body.position)
        found["a"].append(body.acceleration)
        found["al"].append(body.angular_acceleration)
        found["F"].append(reaction.force)
        found["M"].append(reaction.moment)
    tolerance = case["tolerance"]
    scale = {"F": 9.80665, "M": 9.80665 * 2.0, "a": 9.80665, "al": 9.80665}
    for key, values in found.items():
        expected = np.array([in_row(row, key) for row in rows])
        atol = tolerance["reaction_rel"] * scale[key] if key else tolerance["position_abs"]
        np.testing.assert_allclose(values, expected, rtol=0, atol=atol, err_msg=key or "position")


def test_initial_state_is_that_of_the_first_row(
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    system = sarrus.load(reference("adams_distance_case01")).compile()
    row = reference_table("bench/adams_distance_case01/reference.csv")[0]
    state = system.initial_state()
    body = system.kinematics(state.q, state.v, system.accelerations(state).vdot)[BODY]
    assert_close(body.position, in_row(row, ""), 1e-14)
    assert_close(body.acceleration, in_row(row, "a"), 1e-14)
