"""The spatial slider-crank: unique reactions at A and B along the motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import in_row
from closeness import assert_close
from sarrus import System
from sarrus.system.state import State

CASE = "iftomm_spatial_slider_crank"


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference(CASE)


@pytest.fixture(scope="module")
def table(reference_table: Callable[[str], np.ndarray]) -> np.ndarray:
    return reference_table(f"bench/{CASE}/reference.csv")[::5]


def states(system: System, table: np.ndarray) -> list[State]:
    found = [system.initial_state()]
    for row in table:
        wanted, rates = {"A": row["theta"]}, {"A": row["omega"]}
        found.append(system.assemble(wanted, rates, guess=found[-1]))
    return found[1:]


@pytest.mark.parametrize("cut", ([], ["A"], ["D"], ["C"]))
def test_reactions_and_slider(cut: list[str], case: dict[str, Any], table: np.ndarray) -> None:
    """The crank's angle and rate determine all else, whichever joint is cut."""
    system = System(sarrus.load(case), cut=cut)
    rows = table if not cut else table[::10]
    tolerance, start = case["tolerance"], table["x"][0]
    found: dict[str, list[np.ndarray]] = {"FB": [], "FA": [], "MA": []}
    for state, row in zip(states(system, rows), rows, strict=True):
        assert state["D"] + start == pytest.approx(row["x"], abs=tolerance["position_abs"])
        assert state["D.speed"] == pytest.approx(row["vx"], abs=tolerance["velocity_abs"])
        reactions = system.reactions(state, axes="world")
        assert all(reaction.unique for reaction in reactions.values())
        found["FB"].append(reactions["B"].force)
        found["FA"].append(reactions["A"].force)
        found["MA"].append(reactions["A"].moment)
    for key, values in found.items():
        expected = [in_row(row, key) for row in rows]
        assert_close(values, expected, tolerance["reaction_rel"], key)


def test_initial_velocities(case: dict[str, Any]) -> None:
    system = sarrus.load(case).compile()
    state = system.initial_state()
    rod = system.kinematics(state.q, state.v)["rod"]
    assert state["A.rate"] == pytest.approx(case["parameters"]["omega0"], abs=1e-13)
    np.testing.assert_allclose(rod.angular_velocity, (1.92, -0.96, 0.48), atol=1e-13)
