"""Bricard's mechanism (A04): no freedom by counting, one in truth, along the whole motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import acceleration_in_table, in_row
from closeness import assert_close
from sarrus import System
from sarrus.cartesian import CartesianSystem
from sarrus.system.state import State

CASE = "iftomm_A04_bricard"


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference(CASE)


@pytest.fixture(scope="module")
def system(case: dict[str, Any]) -> System:
    return sarrus.load(case).compile()


@pytest.fixture(scope="module")
def table(reference_table: Callable[[str], np.ndarray]) -> np.ndarray:
    return reference_table(f"bench/{CASE}/reference.csv")


@pytest.fixture(scope="module")
def states(system: System, table: np.ndarray) -> list[State]:
    """The states of all rows: R1 turns P3 about y, and the velocity of P3 gives the rate."""
    angles = np.unwrap(np.arctan2(-table["z"], table["x"]))
    found, guess = [], system.initial_state()
    for angle, row in zip(angles, table, strict=True):
        guess = system.assemble({"R1": angle}, guess=guess)
        N = system.compiled.loops.scaled_matrix(
            system.compiled.loops.closure(guess.q)[1]
        ).null_space
        J = system.jacobian("rod2", point(system), guess.q)[0:3] @ N
        rate = np.linalg.lstsq(J, in_row(row, "v"), rcond=None)[0]
        found.append(system.state(guess.q, N @ rate))
    return found


def point(system: System) -> tuple[float, float, float]:
    """P3 is joint R3 on rod2."""
    return system.model.joint("R3").on_parent.position


def test_rank(system: System, case: dict[str, Any]) -> None:
    expected = case["expected"]["constraint_rank"]
    absolute = CartesianSystem(sarrus.load(case))
    rank = absolute.rank(absolute.drawing_state())
    assert (rank.rows, rank.rank, rank.freedom) == tuple(expected[k] for k in expected)
    mobility = system.mobility()
    assert (mobility.rows, mobility.rank, mobility.freedom) == (5, 4, expected["dof"])
    assert mobility.n_redundant == mobility.structural == 1


def test_initial_accelerations(system: System, case: dict[str, Any]) -> None:
    """R4 is cut here and R6 in the reference, which changes nothing."""
    motion = system.accelerations(system.initial_state())
    expected = case["expected"]["initial_joint_accel"]
    assert_close([motion[name] for name in expected], list(expected.values()), 1e-13)
    other = System(sarrus.load(case), cut=["R6"])
    motion = other.accelerations(other.initial_state())
    assert_close([motion[name] for name in expected], list(expected.values()), 1e-13)


def test_places_and_velocities(
    system: System, states: list[State], table: np.ndarray, case: dict[str, Any]
) -> None:
    atol = case["tolerance"]["position_abs"]
    for state, row in zip(states, table, strict=True):
        P3 = system.point("rod2", point(system), state.q, state.v)
        np.testing.assert_allclose(P3.position, in_row(row, ""), rtol=0, atol=1e-3 * atol)
        np.testing.assert_allclose(P3.velocity, in_row(row, "v"), rtol=0, atol=atol)


def test_accelerations_along_the_motion(
    system: System, states: list[State], table: np.ndarray
) -> None:
    """Against derivatives of the table, by the dense solution and in native code."""
    for k in range(3, len(table) - 3, 6):
        state = states[k]
        expected = [acceleration_in_table(table["t"], table[c], table[f"v{c}"], k) for c in "xyz"]
        for vdot in (
            system.accelerations(state).vdot,
            system.forward_dynamics(state.q, state.v, np.zeros(system.nv)),
        ):
            P3 = system.point("rod2", point(system), state.q, state.v, vdot)
            np.testing.assert_allclose(P3.acceleration, expected, rtol=0, atol=1e-9)


def test_energy_is_constant(system: System, states: list[State]) -> None:
    energies = [system.energy(state.q, state.v).total for state in states]
    np.testing.assert_allclose(energies, energies[0], rtol=0, atol=1e-9)
