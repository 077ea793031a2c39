"""The Puma 560 arm: published torques, inertias and accelerations, and their recomputation.

The published numbers include the inertia of the rotors, G^2 Jm on the diagonal of M, and where
joints move also friction; the model has neither, so the tests add both by the case's formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close

QN = np.array([0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0])
ONE, ZERO = np.ones(6), np.zeros(6)
RAMP = np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0])
ACCEL_QD = np.array([0.1, 0.2, 0.8, 0.2, 0.5, 1.0])
ACCEL_TAU = np.array([1.0, 3.2, 1.8, 0.1, 0.7, 4.6])


class Puma:
    """The rigid arm, its rotors and its friction."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.system = sarrus.load(case).compile(parameters=["gravity"])
        numbers = case["parameters"]
        self.G, self.Jm, self.B, Tc = (np.array(numbers[key]) for key in ("G", "Jm", "B", "Tc"))
        self.rotors = self.G**2 * self.Jm
        self.up, self.down = Tc[:, 0], Tc[:, 1]

    def rne(self, qd: np.ndarray, qdd: np.ndarray, **given: Any) -> np.ndarray:
        return self.system.inverse_dynamics(QN, qd, qdd, **given) + self.rotors * qdd

    def friction(self, qd: np.ndarray) -> np.ndarray:
        """Return what friction adds to the drives."""
        coulomb = np.where(qd > 0.0, self.up, 0.0) + np.where(qd < 0.0, self.down, 0.0)
        return self.B * self.G**2 * qd + np.abs(self.G) * coulomb

    def mass_matrix(self) -> np.ndarray:
        return self.system.mass_matrix(QN) + np.diag(self.rotors)

    def acceleration(self, friction: float) -> np.ndarray:
        h = self.rne(ACCEL_QD, ZERO) + friction * self.friction(ACCEL_QD)
        return np.linalg.solve(self.mass_matrix(), ACCEL_TAU - h)

    def answers(self) -> dict[str, np.ndarray]:
        moving, weightless = self.friction(ONE), {"gravity": ZERO[:3]}
        return {
            "rne_qn_0_0": self.rne(ZERO, ZERO),
            "rne_qn_0_1": self.rne(ZERO, ONE),
            "rne_qn_1_1": self.rne(ONE, ONE) + moving,
            "rne_qn_1_0": self.rne(ONE, ZERO) + moving,
            "rne_qn_1_1_nograv": self.rne(ONE, ONE, parameters=weightless) + moving,
            "gravload_qn": self.system.bias(QN, ZERO),
            "itorque_qn": self.mass_matrix() @ RAMP,
            "accel_qn": self.acceleration(friction=1.0),
            "accel_qn_nofriction": self.acceleration(friction=0.0),
            "coriolis_times_qd": self.system.bias(QN, RAMP, parameters=weightless),
        }


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("puma560")


@pytest.fixture(scope="module")
def puma(case: dict[str, Any]) -> Puma:
    return Puma(case)


def test_published_numbers(puma: Puma, case: dict[str, Any]) -> None:
    answers, atol = puma.answers(), case["tolerance"]["published_abs"]
    for name, expected in case["expected"]["published"].items():
        np.testing.assert_allclose(answers[name], expected, rtol=0, atol=atol, err_msg=name)
    published = case["expected"]["published_M"]
    np.testing.assert_allclose(puma.mass_matrix(), published, rtol=0, atol=atol)


def test_published_coriolis_matrix(puma: Puma, case: dict[str, Any]) -> None:
    """The matrix is not unique and its entries are rounded to 5e-5; its product with qd is."""
    C = np.array(case["expected"]["published_C_at_qd_123123"])
    rounding = 5e-5 * np.sum(RAMP)
    answer = puma.answers()["coriolis_times_qd"]
    np.testing.assert_allclose(answer, C @ RAMP, rtol=0, atol=rounding)


def test_recomputed_numbers(puma: Puma, case: dict[str, Any]) -> None:
    answers, rel = puma.answers(), case["tolerance"]["recomputed_rel"]
    for name, expected in case["expected"]["recomputed"].items():
        assert_close(answers[name], expected, rel, name)
    assert_close(puma.mass_matrix(), case["expected"]["recomputed_M"], rel, "M")


@pytest.mark.parametrize("k", (0, 1))
def test_random_states(puma: Puma, case: dict[str, Any], k: int) -> None:
    state, rel = case["expected"]["random_states"][k], case["tolerance"]["recomputed_rel"]
    q, v, vdot = (np.array(state[key]) for key in ("q", "qd", "qdd"))
    tau = puma.system.inverse_dynamics(q, v, vdot)
    assert_close(tau, state["tau_rigid"], rel, "tau")
    assert_close(tau + puma.rotors * vdot, state["tau_with_rotor_inertia"], rel, "with rotors")
    assert_close(puma.system.mass_matrix(q), state["M_rigid"], rel, "M")
    assert_close(puma.system.bias(q, v), state["bias_rigid"], rel, "bias")
    assert_close(puma.system.forward_dynamics(q, v, tau), vdot, rel, "forward")


def test_denavit_hartenberg_table_is_the_same_robot(puma: Puma, case: dict[str, Any]) -> None:
    numbers = case["parameters"]
    rows = [{"d": row["d"], "a": row["a"], "alpha": row["al"]} for row in numbers["DH"]]
    keys = ("m", "r_com_in_link", "I_com_diag")
    links = [
        {"mass": m, "com": com, "inertia": inertia}
        for m, com, inertia in zip(*(numbers[key] for key in keys), strict=True)
    ]
    robot = sarrus.from_dh(rows, "classic", links=links).compile()
    assert_close(robot.mass_matrix(QN), puma.system.mass_matrix(QN), 1e-13)
    assert_close(robot.bias(QN, RAMP), puma.system.bias(QN, RAMP), 1e-13)
