"""The tables that Adams has made of one body on one joint, from datasets with the same bodies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from adams.own_decks import BENCH, HEAD
from bench.states import body_of_row, in_row, state_of

SCALE = {"F": 9.80665, "M": 9.80665 * 2.0, "a": 9.80665, "al": 9.80665}
PUBLISHED = 1e-3
"""What the errors of Adams' own integration and its printed digits come to, relatively."""


def deck(name: str) -> str:
    statements = BENCH[name][0]
    return HEAD.format(title=name) + statements + "END\n"


def rows_of(name: str, case: dict[str, Any], table: np.ndarray) -> dict[str, tuple[Any, Any]]:
    """Return by quantity what the model of a dataset gives at the states of a table, beside it."""
    drawn = case["model"]["joints"][0]
    at = drawn["point_a"] if drawn["type"] == "distance" else drawn["point"]
    model = sarrus.load_adams(deck(name))
    body, joint = model.bodies[0].name, BENCH[name][1]
    system = model.compile()
    found: dict[str, list[np.ndarray]] = {key: [] for key in ("", "a", "al", "F", "M")}
    for row in table:
        state = state_of(system, {body: body_of_row(row)})
        motion = system.accelerations(state)
        moved = system.kinematics(state.q, state.v, motion.vdot)[body]
        reaction = system.reactions(motion, axes="world", at=at)[joint]
        found[""].append(moved.position)
        found["a"].append(moved.acceleration)
        found["al"].append(moved.angular_acceleration)
        found["F"].append(reaction.force)
        found["M"].append(reaction.moment)
    return {
        key: (np.array(values), np.array([in_row(row, key) for row in table]))
        for key, values in found.items()
    }


@pytest.mark.parametrize("name", list(BENCH))
def test_rows_of_the_recomputed_table(
    name: str,
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    case = reference(f"adams_{name}")
    table = reference_table(f"bench/adams_{name}/reference.csv")[::10]
    tolerance = case["tolerance"]
    for key, (values, expected) in rows_of(name, case, table).items():
        atol = tolerance["reaction_rel"] * SCALE[key] if key else tolerance["position_abs"]
        np.testing.assert_allclose(values, expected, rtol=0, atol=atol, err_msg=key or "position")


@pytest.mark.parametrize("name", list(BENCH))
def test_runs_follow_the_table_of_adams(name: str, shared_models: Path) -> None:
    path = shared_models.parent / f"adams_{name}" / "adams.csv"
    table = np.genfromtxt(path, delimiter=",", names=True, deletechars="")
    system = sarrus.load_adams(deck(name)).compile()
    start = system.assemble()
    run = system.simulate(start, times=list(table["t"]), rtol=1e-9, atol=1e-11)
    for key, channel, size in (
        ("", "position", 2.0),
        ("v", "velocity", 6.0),
        ("a", "acceleration", 20.0),
    ):
        expected = np.array([in_row(row, key) for row in table])
        np.testing.assert_allclose(
            run.history[f"{BENCH[name][2]}.{channel}"],
            expected,
            rtol=0,
            atol=PUBLISHED * size,
            err_msg=channel,
        )
