"""Transforms: letters cancel, motion and force are dual."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_trees import random_rotation
from sarrus.spatial import AxisRotation, Step, Transform
from sarrus.spatial.arrays import skew

seeds = st.integers(0, 10**6)


def random_transform(rng: np.random.Generator) -> Transform:
    if rng.random() < 0.3:
        turn = AxisRotation.about(int(rng.integers(3)), rng.uniform(-4, 4))
        return Transform(turn, rng.normal(size=3))
    return Transform.of(random_rotation(rng), rng.normal(size=3))


def homogeneous(X: Transform) -> np.ndarray:
    T = np.eye(4)
    T[0:3, 0:3], T[0:3, 3] = X.matrix, X.position
    return T


@given(seeds)
def test_letters_cancel(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X_WA, X_AB, r_B = random_transform(rng), random_transform(rng), rng.normal(size=3)
    X_WB = X_WA @ X_AB
    assert homogeneous(X_WB) == pytest.approx(homogeneous(X_WA) @ homogeneous(X_AB), abs=1e-14)
    assert X_WB.point(r_B) == pytest.approx(X_WA.point(X_AB.point(r_B)), abs=1e-14)
    assert homogeneous(X_WB.inverse) == pytest.approx(np.linalg.inv(homogeneous(X_WB)), abs=1e-13)
    assert homogeneous(X_WB.inverse @ X_WA) == pytest.approx(homogeneous(X_AB.inverse), abs=1e-14)


@given(seeds)
def test_power_does_not_depend_on_the_frame(seed: int) -> None:
    """V . F is the same at A and at B: motion and force are dual."""
    rng = np.random.default_rng(seed)
    X_AB, V_A, F_B = random_transform(rng), rng.normal(size=6), rng.normal(size=6)
    assert X_AB.motion(V_A) @ F_B == pytest.approx(V_A @ X_AB.force(F_B), abs=1e-13)
    assert X_AB.motion_matrix @ V_A == pytest.approx(X_AB.motion(V_A), abs=1e-14)
    assert F_B @ X_AB.motion_matrix == pytest.approx(X_AB.force(F_B), abs=1e-14)
    assert X_AB.motion_back(X_AB.motion(V_A)) == pytest.approx(V_A, abs=1e-14)
    assert X_AB.inverse.motion(V_A) == pytest.approx(X_AB.motion_back(V_A), abs=1e-14)


@given(seeds)
def test_motion_is_the_velocity_of_another_point_of_the_body(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, V = random_transform(rng), rng.normal(size=6)
    moved = X.matrix @ X.motion(V)[0:3]
    assert moved == pytest.approx(V[0:3] + np.cross(V[3:6], X.position), abs=1e-14)


@given(seeds)
def test_transforms_of_products_are_products(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X_AF, X_FB = random_transform(rng), random_transform(rng)
    V, F = rng.normal(size=(2, 6))
    step, X_AB = Step(X_AF, X_FB), X_AF @ X_FB
    assert X_AB.motion_matrix == pytest.approx(X_FB.motion_matrix @ X_AF.motion_matrix, abs=1e-13)
    assert homogeneous(step.transform) == pytest.approx(homogeneous(X_AB), abs=1e-14)
    assert step.position == pytest.approx(X_AB.position, abs=1e-14)
    assert step.motion(V) == pytest.approx(X_AB.motion(V), abs=1e-13)
    assert step.motion_back(V) == pytest.approx(X_AB.motion_back(V), abs=1e-13)
    assert step.force(F) == pytest.approx(X_AB.force(F), abs=1e-13)
    assert step.turned_back(V[0:3]) == pytest.approx(X_AB.matrix.T @ V[0:3], abs=1e-14)


def test_identity_moves_nothing() -> None:
    V = np.arange(6.0)
    X = Transform.identity()
    assert X.motion(V) == pytest.approx(V, abs=0)
    assert X.force(V) == pytest.approx(V, abs=0)
    assert X.motion_matrix == pytest.approx(np.eye(6), abs=0)


def test_a_force_has_a_moment_about_the_new_origin() -> None:
    X = Transform.of(np.eye(3), np.array([0.0, 2.0, 0.0]))
    assert X.force(np.array([1.0, 0, 0, 0, 0, 0])).tolist() == [1.0, 0, 0, 0, 0, -2.0]
    assert X.motion_matrix[0:3, 3:6] == pytest.approx(-skew(X.position), abs=0)
