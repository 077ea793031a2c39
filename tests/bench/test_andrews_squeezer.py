"""Andrews' squeezer: accelerations, and the published multipliers as forces of the hinge E.

The published equations are M qdd = f - G^T lambda; their lambda are the forces of the hinge on
the links K3, K4 and K6, which are the children of the joints E3, E4 and E6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import System
from sarrus.system.rows.motion import Motion

CASE = "ivp_andrews_squeezer"
JOINTS = ("O", "F", "B", "G", "A5", "H", "A7")
"""The joints that have the seven angles of the case, in its order."""
HINGES = ("E3", "E4", "E6")


class Squeezer:
    """The system with the angles of the case, which are not zero in the drawing."""

    def __init__(self, case: dict[str, Any], planar: bool = False) -> None:
        self.system = System(sarrus.load(case), cut=HINGES, planar=planar)
        self.start = np.array(case["initial"]["q"])

    def motion(self, q: Any, qd: Any) -> Motion:
        angles = dict(zip(JOINTS, np.array(q) - self.start, strict=True))
        rates = dict(zip(JOINTS, qd, strict=True))
        there = self.system.coordinates_of(angles), self.system.velocities_of(rates)
        return self.system.accelerations(self.system.state(*there))

    def answers(self, q: Any, qd: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return qdd and lambda of the case."""
        motion = self.motion(q, qd)
        found = self.system.reactions(motion, HINGES, axes="world")
        assert all(found[name].unique_force[0:2] == (True, True) for name in HINGES)
        forces = np.concatenate([found[name].force[0:2] for name in HINGES])
        return np.array([motion[name] for name in JOINTS]), forces


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference(CASE)


@pytest.fixture(scope="module", params=(False, True), ids=("spatial", "planar"))
def squeezer(case: dict[str, Any], request: pytest.FixtureRequest) -> Squeezer:
    return Squeezer(case, request.param)


def test_rows(squeezer: Squeezer) -> None:
    """Three hinges give 15 rows in space, 6 in the plane; 6 are independent."""
    mobility = squeezer.system.mobility()
    rows = 6 if squeezer.system.compiled.compiler.planar else 15
    assert (mobility.rows, mobility.rank, mobility.freedom) == (rows, 6, 1)


def test_initial_accelerations_and_multipliers(squeezer: Squeezer, case: dict[str, Any]) -> None:
    initial = case["initial"]
    qdd, lam = squeezer.answers(initial["q"], initial["qd"])
    assert_close(qdd, initial["qdd"], 1e-12, "qdd")
    assert_close(lam, initial["lam"], 1e-12, "lambda")


@pytest.mark.parametrize(
    "which, rel", [("recomputed_t0_03", 1e-12), ("at_end", 1e-12), ("published_t0_03", 1e-6)]
)
def test_at_the_end(squeezer: Squeezer, case: dict[str, Any], which: str, rel: float) -> None:
    """The published digits are consistent with each other to 1e-7 only, as the case says."""
    end = case["expected"][which]
    qdd, lam = squeezer.answers(end["q"], end["qd"])
    assert rel <= case["tolerance"]["qdd_lam_rel"]
    assert_close(qdd, end["qdd"], rel, "qdd")
    assert_close(lam, end["lam"], rel, "lambda")


def test_rows_of_the_table(
    squeezer: Squeezer, case: dict[str, Any], reference_table: Callable[[str], np.ndarray]
) -> None:
    names = case["coordinates"]
    for row in reference_table(f"bench/{CASE}/reference.csv")[::4]:
        q, qd, expected = ([row[f"{n}{end}"] for n in names] for end in ("", "_d", "_dd"))
        qdd, lam = squeezer.answers(q, qd)
        assert_close(qdd, expected, 1e-10, "qdd")
        assert_close(lam, [row[f"lam{k}"] for k in range(1, 7)], 1e-10, "lambda")


def test_native_code_agrees(squeezer: Squeezer, case: dict[str, Any]) -> None:
    end, system = case["expected"]["recomputed_t0_03"], squeezer.system
    state = squeezer.motion(end["q"], end["qd"]).state
    vdot = system.forward_dynamics(state.q, state.v, np.zeros(system.nv))
    found = [vdot[system.compiled.layout.v_slice[name]][0] for name in JOINTS]
    assert_close(found, end["qdd"], 1e-11, "qdd")
