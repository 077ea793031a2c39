"""Inertia: a rigid body as a cloud of points, the 6x6 congruence, and the articulated body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_trees import random_body, random_rotation
from sarrus.spatial import AxisRotation, Inertia, Transform
from sarrus.spatial.arrays import skew

seeds = st.integers(0, 10**6)


class Cloud(NamedTuple):
    """Point masses: what a rigid body is by definition."""

    mass: np.ndarray
    at: np.ndarray

    @property
    def inertia(self) -> Inertia:
        total = self.mass.sum()
        com = self.mass @ self.at / total
        from_com = self.at - com
        about = sum(-m * skew(r) @ skew(r) for m, r in zip(self.mass, from_com, strict=True))
        return Inertia.of(total, com, about)

    def force(self, accelerations: np.ndarray) -> np.ndarray:
        """Return sum m a and sum r x m a."""
        f = self.mass[:, None] * accelerations
        return np.concatenate([f.sum(axis=0), np.cross(self.at, f).sum(axis=0)])


def cloud(rng: np.random.Generator) -> Cloud:
    return Cloud(rng.uniform(0.1, 2.0, 6), rng.normal(size=(6, 3)))


def random_inertia(rng: np.random.Generator) -> Inertia:
    body = random_body(rng, "b")
    return Inertia.of(body.mass, np.array(body.com), np.array(body.inertia))


def random_transform(rng: np.random.Generator) -> Transform:
    if rng.random() < 0.4:
        turn = AxisRotation.about(int(rng.integers(3)), rng.uniform(-4, 4))
        return Transform(turn, rng.normal(size=3))
    return Transform.of(random_rotation(rng), rng.normal(size=3))


@given(seeds)
def test_momentum_is_that_of_the_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, V = cloud(rng), rng.normal(size=6)
    velocities = V[0:3] + np.cross(V[3:6], points.at)
    inertia = points.inertia
    assert inertia.momentum(V) == pytest.approx(points.force(velocities), abs=1e-12)
    assert inertia.matrix @ V == pytest.approx(inertia.momentum(V), abs=1e-12)
    energy = 0.5 * np.sum(points.mass[:, None] * velocities**2)
    assert 0.5 * V @ inertia.momentum(V) == pytest.approx(energy, rel=1e-13)


@given(seeds)
def test_inertial_force_is_that_of_the_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, A, w = cloud(rng), rng.normal(size=6), rng.normal(size=3)
    accelerations = A[0:3] + np.cross(A[3:6], points.at) + np.cross(w, np.cross(w, points.at))
    inertia, expected = points.inertia, points.force(accelerations)
    assert inertia.inertial_force(A, w) == pytest.approx(expected, abs=1e-11)
    J, h = inertia.about_origin, inertia.moment
    textbook = J @ A[3:6] + np.cross(w, J @ w) + np.cross(h, A[0:3])
    assert inertia.inertial_force(A, w)[3:6] == pytest.approx(textbook, abs=1e-11)
    velocity_part = inertia.inertial_force(np.zeros(6), w)
    assert inertia.centrifugal_force(w) == pytest.approx(velocity_part, abs=1e-12)
    assert inertia.momentum(A) + velocity_part == pytest.approx(expected, abs=1e-11)


@given(seeds)
def test_second_moment_is_the_sum_of_r_r(seed: int) -> None:
    points = cloud(np.random.default_rng(seed))
    expected = np.einsum("k,ki,kj->ij", points.mass, points.at, points.at)
    assert points.inertia.second_moment == pytest.approx(expected, abs=1e-12)


@given(seeds)
def test_seen_from_is_the_congruence_of_the_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, X_AB = cloud(rng), random_transform(rng)
    inertia = points.inertia
    expected = X_AB.motion_matrix.T @ inertia.matrix @ X_AB.motion_matrix
    moved = inertia.seen_from(X_AB)
    assert moved.matrix == pytest.approx(expected, abs=1e-11)
    again = Cloud(points.mass, points.at @ X_AB.matrix.T + X_AB.position).inertia
    assert moved.matrix == pytest.approx(again.matrix, abs=1e-11)
    assert moved.about_origin == pytest.approx(moved.about_origin.T, abs=0)
    assert inertia.articulated.seen_from(X_AB).matrix == pytest.approx(expected, abs=1e-11)


@given(seeds)
def test_bodies_add_up(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = cloud(rng), cloud(rng)
    both = Cloud(np.concatenate([a.mass, b.mass]), np.concatenate([a.at, b.at])).inertia
    assert (a.inertia + b.inertia).matrix == pytest.approx(both.matrix, abs=1e-12)
    assert (both - b.inertia).matrix == pytest.approx(a.inertia.matrix, abs=1e-12)


def test_inertia_of_a_body_is_about_its_center_of_mass() -> None:
    about_com = np.diag([1.0, 2.0, 3.0])
    inertia = Inertia.of(2.0, np.array([0.0, 0.0, 0.5]), about_com)
    assert inertia.about_origin == pytest.approx(np.diag([1.5, 2.5, 3.0]), abs=1e-15)


# The articulated body -----------------------------------------------------------------------


def assembled(rng: np.random.Generator) -> np.ndarray:
    """Return a symmetric positive 6x6 matrix that no rigid body has."""
    half = rng.normal(size=(6, 6))
    return half @ half.T + np.eye(6)


@given(seeds)
def test_articulated_congruence_and_product(seed: int) -> None:
    rng = np.random.default_rng(seed)
    K, X_AB, A = random_inertia(rng).articulated, random_transform(rng), rng.normal(size=6)
    inner = assembled(rng)
    K = K + type(K)(inner[0:3, 0:3], inner[0:3, 3:6], inner[3:6, 3:6])
    X = X_AB.motion_matrix
    assert K.apply(A) == pytest.approx(K.matrix @ A, abs=1e-12)
    assert K.seen_from(X_AB).matrix == pytest.approx(X.T @ K.matrix @ X, abs=1e-10)


@given(seeds, st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True))
def test_without_takes_out_the_free_directions(seed: int, spanned: list[int]) -> None:
    """K - K S (S^T K S)^-1 S^T K is symmetric, and nothing is felt along S."""
    rng = np.random.default_rng(seed)
    inner = assembled(rng)
    K = random_inertia(rng).articulated
    K = type(K)(inner[0:3, 0:3], inner[0:3, 3:6], inner[3:6, 3:6])
    S = np.eye(6)[:, spanned] @ rng.uniform(0.5, 2.0, (len(spanned), len(spanned)))
    S = np.eye(6)[:, spanned] if np.linalg.cond(S) > 1e3 else S
    U = K.matrix @ S
    half = U @ np.linalg.inv(S.T @ U)
    expected = K.matrix - half @ U.T
    free = np.ones(6)
    free[spanned] = 0.0
    for marks in (np.ones(6), free):
        left = K.without(U, half, marks).matrix
        assert left == pytest.approx(expected, abs=1e-8)
        assert left @ S == pytest.approx(np.zeros_like(S), abs=1e-8)
        assert left == pytest.approx(left.T, abs=1e-9)
    assert np.all(K.without(U, half, free).matrix[spanned, :] == 0.0)
