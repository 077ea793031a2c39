"""The heavy top on its fixed point: the joint force and the acceleration at rows of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sarrus
from bench.states import in_row, state_of
from closeness import assert_close
from sarrus.spatial.rotation import quaternion_matrix


def test_force_and_turning_at_rows_of_the_table(
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    """Angular velocities of the table are in body axes; so are our rates of a ball joint."""
    case = reference("heavy_top")
    table = reference_table("bench/heavy_top/reference.csv")
    system = sarrus.load(case).compile()
    rows, forces, rates = table[::8], [], []
    for row in rows:
        R, com = np.asarray(quaternion_matrix(in_row(row, "q", "0123"))), in_row(row, "")
        omega = R @ in_row(row, "w")
        body = {"com": com, "R": R, "v_com": np.cross(omega, com), "omega": omega}
        state = state_of(system, {"top": body})
        forces.append(system.reactions(state, axes="world")["O"].force)
        rates.append(state.v)
    tolerance = case["tolerance"]
    assert_close(rates, [in_row(row, "w") for row in rows], tolerance["omega_rel"], "omega")
    assert_close(forces, [in_row(row, "F") for row in rows], tolerance["force_rel"], "force")


def test_energy_is_constant(
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    system = sarrus.load(reference("heavy_top")).compile()
    table = reference_table("bench/heavy_top/reference.csv")
    energies = []
    for row in table[::8]:
        q = system.coordinates_of({"O": in_row(row, "q", "0123")})
        energies.append(system.energy(q, in_row(row, "w")).total)
    assert_close(energies, np.full(len(energies), energies[0]), 1e-10, "energy")
