"""M03 and M04: the verdict on an inertia is that of its eigenvalues."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sarrus.errors import Problem
from sarrus.model.building.entry import Entry
from sarrus.model.pose import matrix3
from sarrus.model.validation import check_inertia


def verdict(inertia: np.ndarray, mass: float = 1.0) -> list[Problem]:
    problems: list[Problem] = []
    check_inertia(Entry("body 'b'", {}, problems), mass, matrix3(inertia))
    return problems


def oracle(inertia: np.ndarray) -> tuple[str | None, float]:
    """Return the severity that the eigenvalues ask for, and the relative distance to a border."""
    p = np.sort(np.linalg.eigvals(inertia).real)
    scale = np.abs(p).max() or 1.0
    slack = (p[0] + p[1] - p[2]) / scale
    if p[0] < 0:
        return "error", -p[0] / scale
    return (None if slack >= 0 else "warning"), min(p[0] / scale, abs(slack))


def check(inertia: np.ndarray) -> None:
    expected, margin = oracle(inertia)
    found = [p.severity for p in verdict(inertia) if p.code == "M03"]
    if margin >= 1e-12:
        assert found == ([expected] if expected else []), inertia


def test_ten_thousand_random_matrices() -> None:
    rng = np.random.default_rng(3)
    for _ in range(10_000):
        a = rng.normal(size=(3, 3))
        check(10.0 ** rng.uniform(-9, 6) * ((a + a.T) / 2 + rng.uniform(0, 3) * np.eye(3)))


@given(st.lists(st.floats(-10, 10), min_size=6, max_size=6))
def test_any_six_numbers(six: list[float]) -> None:
    xx, yy, zz, xy, yz, xz = six
    assume(max(map(abs, six)) > 1e-6)
    check(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_border_is_sharp(sign: float) -> None:
    q, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))
    inertia = q @ np.diag([1.0, 2.0, 3.0 - sign * 2e-12 * 3]) @ q.T
    assert [p.code for p in verdict(inertia)] == ([] if sign > 0 else ["M03"])


def test_numbers_and_causes_are_in_the_message() -> None:
    text = str(verdict(np.diag([0.1, 0.1, 0.35]))[0])
    assert "0.1 + 0.1 < 0.35, by 0.15 kg m^2" in text and "another frame" in text
    assert "-1, 1, 1 kg m^2" in str(verdict(np.diag([-1.0, 1.0, 1.0]))[0])


def test_inertia_without_mass_is_a_warning() -> None:
    assert [(p.code, p.severity) for p in verdict(np.eye(3), 0.0)] == [("M04", "warning")]
    assert verdict(np.zeros((3, 3)), 0.0) == []
