"""A four-bar with a diagonal spring: it rests at the equilibrium, and swings about it as given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import state_of
from closeness import assert_close
from sarrus import System


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("fourbar_diagonal_spring")


@pytest.fixture(scope="module")
def system(case: dict[str, Any]) -> System:
    return sarrus.load(case).compile()


def test_equilibrium(system: System, case: dict[str, Any]) -> None:
    expected, atol = case["expected"], case["tolerance"]["angle_abs"]
    state = state_of(system, expected["bodies"])
    for joint, angle in expected["joint_angles_from_model_configuration"].items():
        assert state[joint] == pytest.approx(angle, abs=atol)
    moved = system.accelerations(system.initial_state()).vdot
    still = system.accelerations(state).vdot
    assert np.max(np.abs(still)) < 1e-11 * np.max(np.abs(moved))
    spring = case["model"]["loads"][0]
    drawn = case["model"]["bodies"][1]
    r = np.array(drawn["R"]).T @ (np.array(spring["point_b"]) - drawn["com"])
    end = system.point("coupler", r, state.q).position
    length = np.linalg.norm(end - spring["point_a"])
    assert length == pytest.approx(expected["spring_length"], abs=atol)


def test_eigenvalues(system: System, case: dict[str, Any]) -> None:
    """The motion in terms of the crank's angle, linearised by central differences."""
    rest = case["expected"]["joint_angles_from_model_configuration"]["A"]
    h = 1e-4

    def acceleration(angle: float, rate: float) -> float:
        state = system.assemble({"A": rest + angle}, {"A": rate})
        return system.accelerations(state)["A"]

    def slope(f: Callable[[float], float]) -> float:
        return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)

    by_angle = slope(lambda x: acceleration(x, 0.0))
    by_rate = slope(lambda x: acceleration(0.0, x))
    found = np.linalg.eigvals([[0.0, 1.0], [by_angle, by_rate]])
    found = found[np.argsort(-found.imag)]
    expected = np.array(case["expected"]["eigenvalues"])
    rel = case["tolerance"]["eigenvalue_rel"]
    assert_close(np.column_stack([found.real, found.imag]), expected, rel)
