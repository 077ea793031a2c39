"""CHK-D04 and the curves of paper 4: the R-U-S-R four-bar with its multipliers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from loops.mechanisms import rusr
from sarrus import System
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.state import State

REFS = Path(__file__).parents[1] / "reference" / "refs"
ANGLES = {
    "th2": "crank_pivot.angle",
    "th31": "cross.angle_1",
    "th32": "cross.angle_2",
    "th4": "follower_pivot.angle",
}


@pytest.fixture(scope="module")
def system() -> System:
    return rusr().compile()


def placed(system: System, row) -> State:
    guess = {name: float(row[column]) for column, name in ANGLES.items()}
    return system.assemble(
        {"crank_pivot.angle": row["th2"]}, {"crank_pivot.rate": row["th2d"]}, guess=guess
    )


def papers_lambda(system: System, moving) -> np.ndarray:
    """The multipliers of M qdd + Phi_q^T lambda = Q, Phi = coupler's point - follower's, in W.

    -lambda acts on the coupler, so +lambda on the follower, the child of our joint.
    """
    return joint_reactions(system, moving, ["ball"], axes="world")["ball"].force


def test_CHK_D04_multipliers_at_the_start(system: System, reference_table):
    row = reference_table("refs/paper4_fourbar.csv")[0]
    state = placed(system, row)
    for column, name in ANGLES.items():
        assert state[name] == pytest.approx(row[column], abs=1e-9)
    moving = system.accelerations(state)
    expected = (-1.66430632, -7.78953998, -0.56659734)
    assert papers_lambda(system, moving) == pytest.approx(expected, abs=1e-7)
    # ours are in the axes of F; our rows are child minus parent, which turns the sign once more
    cut = system.topology.cuts[0]
    R = system.poses(state.q)[cut.parent].rotation
    assert R @ moving.lam == pytest.approx(expected, abs=1e-7)


def test_CHK_D04_accelerations_and_multipliers_along_the_reference(system: System, reference_table):
    for row in reference_table("refs/paper4_fourbar.csv")[::25]:
        state = placed(system, row)
        moving = system.accelerations(state)
        for column, name in ANGLES.items():
            assert state[name] == pytest.approx(row[column], abs=1e-8)
            rate = name.replace("angle", "rate")
            assert state[rate] == pytest.approx(row[f"{column}d"], abs=1e-7)
            assert moving[rate] == pytest.approx(row[f"{column}dd"], abs=1e-6)
        expected = (row["lambda1"], row["lambda2"], row["lambda3"])
        assert papers_lambda(system, moving) == pytest.approx(expected, abs=1e-6)
        terms = system.compiled.loops.terms(state.q, state.v)
        assert np.max(np.abs(terms.Phi @ moving.vdot - terms.gamma)) <= 1e-11


def test_CHK_D04_mass_matrix_of_the_reference(system: System):
    data = json.loads((REFS / "paper4_fourbar_jacobian.json").read_text(encoding="utf-8"))
    order = [list(system.coordinates).index(name) for name in ANGLES.values()]
    for case in data["states"]:
        q = np.zeros(4)
        q[order] = case["q"]
        M = system.mass_matrix(q)[np.ix_(order, order)]
        assert np.max(np.abs(M - np.array(case["dG_dudot"]))) <= 1e-10
