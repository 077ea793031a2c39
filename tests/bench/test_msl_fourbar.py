"""The spatial four-bar of the Modelica library: a crank that turns over, at rows of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sarrus
from bench.states import acceleration_in_table, energy_rate

CASE = "msl_fourbar1"


def test_rows_of_the_table(
    reference: Callable[[str], dict[str, Any]],
    reference_table: Callable[[str], np.ndarray],
) -> None:
    case = reference(CASE)
    table = reference_table(f"bench/{CASE}/reference.csv")
    system = sarrus.load(case).compile()
    atol = case["tolerance"]["abs"]
    t, phi, w = table["t"], table["j1.phi"], table["j1.w"]
    state = system.initial_state()
    np.testing.assert_allclose([state["j1"], state["j1.rate"]], [phi[0], w[0]], rtol=0, atol=1e-12)
    energy = system.energy(state.q, state.v).total
    for k in range(3, len(t) - 3, 4):
        state = system.assemble({"j1": phi[k]}, {"j1": w[k]}, guess=state)
        motion = system.accelerations(state)
        here = system.energy(state.q, state.v).total
        np.testing.assert_allclose(here, energy, rtol=1e-10, err_msg=f"energy, row {k}")
        expected = acceleration_in_table(t, phi, w, k)
        np.testing.assert_allclose(motion["j1"], expected, rtol=0, atol=atol, err_msg=f"row {k}")
        assert abs(energy_rate(system, state, motion.vdot)) < 1e-4


def test_initial_motion(reference: Callable[[str], dict[str, Any]]) -> None:
    case = reference(CASE)
    system = sarrus.load(case).compile()
    mobility = system.mobility()
    assert (mobility.rows, mobility.rank, mobility.freedom) == (3, 3, 1)
    state = system.initial_state()
    there = system.kinematics(state.q, state.v)
    for body in case["model"]["bodies"]:
        found = there[body["name"]]
        np.testing.assert_allclose(found.position, body["com"], rtol=0, atol=1e-12)
        np.testing.assert_allclose(found.velocity, body["v_com"], rtol=0, atol=1e-12)
        np.testing.assert_allclose(found.angular_velocity, body["omega_world"], atol=1e-12)
