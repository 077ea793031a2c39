"""The double four-bar (A02): redundant rows, singular positions, a closed form.

The couplers translate, so that the mechanism is a pendulum: with theta from the vertical,
3 m L^2 thetadd = 7/2 m g L sin(theta). When the links are horizontal both loops are singular.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import System
from sarrus.cartesian import CartesianSystem

CASE = "iftomm_A02_double_fourbar"
CRANKS = ("A0", "A1", "A2")


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference(CASE)


@pytest.fixture(scope="module")
def system(case: dict[str, Any]) -> System:
    return sarrus.load(case).compile()


@pytest.fixture(scope="module")
def table(reference_table: Callable[[str], np.ndarray]) -> np.ndarray:
    return reference_table(f"bench/{CASE}/reference.csv")


def turned(system: System, theta: float) -> np.ndarray:
    """Return q with the cranks turned by theta, clockwise from the vertical."""
    cranks = dict.fromkeys(CRANKS, -theta)
    return system.coordinates_of({**cranks, "B0a": theta, "B1a": theta})


def test_rows_and_rank(system: System, case: dict[str, Any]) -> None:
    """Of 35 rows in absolute coordinates 6 are redundant, and of our 10 the same 6."""
    absolute = CartesianSystem(sarrus.load(case))
    rank = absolute.rank(absolute.drawing_state())
    assert (rank.rows, rank.rank, rank.freedom) == (35, 29, 1)
    mobility = system.mobility(system.initial_state())
    assert (mobility.rows, mobility.rank, mobility.freedom) == (10, 4, 1)
    assert mobility.n_redundant == mobility.structural == rank.redundant
    assert not mobility.singular
    assert {row.split(".")[1] for row in mobility.redundant} == {"z", "tilt_x", "tilt_y"}


@pytest.mark.parametrize("side", (1.0, -1.0))
def test_horizontal_links_are_singular(system: System, side: float) -> None:
    mobility = system.mobility(system.state(turned(system, side * np.pi / 2)))
    assert mobility.singular
    assert (mobility.rank, mobility.generic_rank, mobility.freedom) == (2, 4, 3)
    assert mobility.structural == 6


def test_the_motion_stays_on_the_parallelogram(
    system: System, table: np.ndarray, case: dict[str, Any]
) -> None:
    """From row to row through all singular positions: places, velocities, energy, acceleration."""
    L, g = case["parameters"]["L"], case["parameters"]["g"]
    angles = -np.unwrap(np.arctan2(table["B0x"], table["B0y"]))
    q = system.drawing()
    tips, speeds, energies, accelerations = [], [], [], []
    on_crank = system.model.joint("B0a").on_parent.position
    for angle, row in zip(angles, table, strict=True):
        state = system.assemble({"A0": angle}, {"A0": -row["thetad"]}, guess=q)
        cranks = [state[name] for name in CRANKS]
        np.testing.assert_allclose(cranks, angle, rtol=0, atol=1e-9)
        tip = system.point("crank0", on_crank, state.q, state.v)
        tips.append(tip.position[0:2])
        speeds.append(tip.velocity[0:2])
        energies.append(system.energy(state.q, state.v).total)
        accelerations.append(system.accelerations(state)["A0"])
        q = system.add(state.q, 0.05 * state.v)
    tolerance = case["tolerance"]["position_abs"]
    expected = np.column_stack([table["B0x"], table["B0y"]])
    np.testing.assert_allclose(tips, expected, rtol=0, atol=1e-3 * tolerance)
    expected = np.column_stack([table["B0vx"], table["B0vy"]])
    np.testing.assert_allclose(speeds, expected, rtol=0, atol=tolerance)
    assert_close(energies, np.full(len(table), energies[0]), 1e-9, "energy")
    assert_close(accelerations, 7 * g / (6 * L) * np.sin(angles), 1e-6, "acceleration")


def test_native_code_agrees(system: System, table: np.ndarray, case: dict[str, Any]) -> None:
    g = case["parameters"]["g"]
    for row in table[:180:9]:
        theta = np.arctan2(row["B0x"], row["B0y"])
        v = system.velocities_of(dict.fromkeys(CRANKS, -row["thetad"]))
        v += system.velocities_of({"B0a": row["thetad"], "B1a": row["thetad"]})
        vdot = system.forward_dynamics(turned(system, theta), v, np.zeros(system.nv))
        expected = -7 * g / 6 * np.sin(theta) * np.array([1.0, 1.0, 1.0, -1.0, -1.0])
        np.testing.assert_allclose(vdot, expected, rtol=0, atol=1e-7)
