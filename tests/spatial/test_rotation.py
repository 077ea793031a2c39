"""CHK-T10 and its neighbours: rotations, Euler parameters, exponential and logarithm."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_close
from random_trees import random_rotation
from sarrus.spatial import AxisRotation, Rotation
from sarrus.spatial.arrays import skew
from sarrus.spatial.rotation import (
    euler_e,
    euler_g,
    exponential,
    logarithm,
    orientation_gap,
    orientation_gap_rows,
    quaternion_matrix,
    quaternion_of,
    quaternion_product,
    rotation_about,
    triad,
    turn_between,
    unit_vector,
)

seeds = st.integers(0, 10**6)


def unit(rng: np.random.Generator, n: int = 3) -> np.ndarray:
    return unit_vector(rng.normal(size=n))


def scipy_matrix(p: np.ndarray) -> np.ndarray:
    return Scipy.from_quat([p[1], p[2], p[3], p[0]]).as_matrix()


# Elementary turns ---------------------------------------------------------------------------


@given(seeds, st.sampled_from((0, 1, 2)))
def test_an_elementary_turn_acts_like_its_matrix(seed: int, axis: int) -> None:
    rng = np.random.default_rng(seed)
    angle, a, any_matrix = rng.uniform(-4, 4), rng.normal(size=3), rng.normal(size=(3, 3))
    quick = AxisRotation.about(axis, angle)
    plain = Rotation(Scipy.from_rotvec(angle * np.eye(3)[axis]).as_matrix())
    even = any_matrix + any_matrix.T
    assert quick.matrix == pytest.approx(plain.matrix, abs=1e-15)
    assert quick.apply(a) == pytest.approx(plain.apply(a), abs=1e-14)
    assert quick.back(a) == pytest.approx(plain.back(a), abs=1e-14)
    assert quick.congruence(even) == pytest.approx(plain.matrix @ even @ plain.matrix.T, abs=1e-13)
    assert plain.congruence(even) == pytest.approx(plain.matrix @ even @ plain.matrix.T, abs=1e-13)
    expected = plain.matrix @ any_matrix @ plain.matrix.T
    assert quick.similar(any_matrix) == pytest.approx(expected, abs=1e-13)
    assert plain.similar(any_matrix) == pytest.approx(expected, abs=1e-13)


@given(seeds, st.sampled_from((0, 1, 2)), st.sampled_from((0, 1, 2)))
def test_products_and_inverses_of_turns(seed: int, first: int, second: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-4, 4, 2)
    known = AxisRotation.about(first, a) @ AxisRotation.about(second, b)
    by_sine = AxisRotation.of(first, np.cos(a), np.sin(a)) @ AxisRotation.about(second, b)
    expected = AxisRotation.about(first, a).matrix @ AxisRotation.about(second, b).matrix
    assert known.matrix == pytest.approx(expected, abs=1e-15)
    assert by_sine.matrix == pytest.approx(expected, abs=1e-15)
    assert isinstance(known, AxisRotation) == (first == second)
    for turn in (AxisRotation.about(first, a), AxisRotation.of(first, np.cos(a), np.sin(a))):
        assert isinstance(turn.inverse, AxisRotation)
        assert turn.inverse.matrix == pytest.approx(turn.matrix.T, abs=1e-15)
        assert (turn.inverse @ turn).matrix == pytest.approx(np.eye(3), abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_a_turn_times_any_rotation(seed: int) -> None:
    rng = np.random.default_rng(seed)
    turn, other = AxisRotation.about(seed % 3, rng.uniform(-4, 4)), Rotation(random_rotation(rng))
    assert (turn @ other).matrix == pytest.approx(turn.matrix @ other.matrix, abs=1e-15)
    assert (other @ turn).matrix == pytest.approx(other.matrix @ turn.matrix, abs=1e-15)
    assert other.inverse.matrix == pytest.approx(np.linalg.inv(other.matrix), abs=1e-14)
    assert Rotation.identity().apply(other.matrix[:, 0]) == pytest.approx(other.matrix[:, 0])


# Euler parameters ---------------------------------------------------------------------------


@given(seeds)
def test_CHK_T10_e_times_g_is_a_rotation(seed: int) -> None:
    p = unit(np.random.default_rng(seed), 4)
    A = euler_e(p) @ euler_g(p).T
    assert_close(A @ A.T, np.eye(3), 1e-14)
    assert np.linalg.det(A) == pytest.approx(1.0, abs=1e-14)
    assert quaternion_matrix(p) == pytest.approx(A, abs=4e-16)  # `@` rounds as the processor does
    assert_close(A, scipy_matrix(p), 1e-14)
    assert np.array_equal(quaternion_matrix(-p), quaternion_matrix(p))


@given(seeds)
def test_CHK_T10_identities_of_e_and_g(seed: int) -> None:
    p = unit(np.random.default_rng(seed), 4)
    for K in (euler_e(p), euler_g(p)):
        assert K @ p == pytest.approx(np.zeros(3), abs=1e-15)
        assert_close(K @ K.T, np.eye(3), 1e-14)
        assert_close(K.T @ K, np.eye(4) - np.outer(p, p), 1e-14)


@given(seeds)
def test_CHK_T10_normalization(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = unit_vector(rng.normal(size=4) * 10.0 ** rng.uniform(-8, 8))
    assert abs(p @ p - 1.0) <= 1e-15 * 4


@given(seeds)
def test_CHK_T10_parameters_of_a_rotation_and_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0.0, np.radians(179.0))
    p = exponential(angle * unit(rng))
    assert quaternion_of(quaternion_matrix(p)) == pytest.approx(p, abs=1e-14)
    e = 0.5 * orientation_gap(quaternion_matrix(p))  # paper 2, (18)
    assert e == pytest.approx(p[1:4], abs=1e-14 / np.cos(angle / 2))


@pytest.mark.parametrize("angle", [0.0, 1e-200, 1e-9, 1.0, np.pi / 2, 3.0, np.pi - 1e-9, np.pi])
@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (-1, 2, 3)])
def test_CHK_T10_quaternion_of_every_angle(angle: float, axis: tuple[float, ...]) -> None:
    R = Scipy.from_rotvec(angle * unit_vector(np.array(axis, dtype=float))).as_matrix()
    p = quaternion_of(R)
    assert p[0] >= 0.0
    assert abs(p @ p - 1.0) <= 4e-16
    assert quaternion_matrix(p) == pytest.approx(R, abs=1e-15 * 4)


@given(seeds)
def test_quaternion_product_is_the_product_of_rotations(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = unit(rng, 4), unit(rng, 4)
    expected = quaternion_matrix(a) @ quaternion_matrix(b)
    assert quaternion_matrix(quaternion_product(a, b)) == pytest.approx(expected, abs=1e-14)


@given(seeds)
def test_CHK_T10_rate_of_the_parameters(seed: int) -> None:
    """pdot = 1/2 G^T w' turns with the angular velocity w' in body axes."""
    rng = np.random.default_rng(seed)
    p, w, h = unit(rng, 4), rng.normal(size=3), 1e-5
    ahead, behind = (quaternion_product(p, exponential(s * h * w)) for s in (1.0, -1.0))
    assert 0.5 * euler_g(p).T @ w == pytest.approx((ahead - behind) / (2 * h), abs=1e-9)
    R_rate = (quaternion_matrix(ahead) - quaternion_matrix(behind)) / (2 * h)
    assert quaternion_matrix(p).T @ R_rate == pytest.approx(skew(w), abs=1e-8)


# Exponential and logarithm ------------------------------------------------------------------


@given(seeds, st.sampled_from((0.0, 1e-160, 1e-12, 1e-6, 1.0, 3.1, np.pi)))
def test_exponential_and_logarithm_are_inverse(seed: int, angle: float) -> None:
    phi = angle * unit(np.random.default_rng(seed))
    p = exponential(phi)
    assert scipy_matrix(p) == pytest.approx(Scipy.from_rotvec(phi).as_matrix(), abs=1e-15 * 4)
    back = logarithm(p)
    if angle == np.pi:  # half a turn about an axis or its opposite
        back = back * np.sign(back @ phi)
    assert np.max(np.abs(back - phi)) <= 1e-14 * angle
    if angle < 3.0:
        assert logarithm(-p) == pytest.approx(back, abs=0)


@given(seeds)
def test_logarithm_is_the_shortest_turn(seed: int) -> None:
    p = unit(np.random.default_rng(seed), 4)
    phi = logarithm(p)
    assert np.linalg.norm(phi) <= np.pi + 1e-15
    assert phi == pytest.approx(Scipy.from_matrix(quaternion_matrix(p)).as_rotvec(), abs=1e-13)


# The gap of orientation ---------------------------------------------------------------------


@given(seeds)
def test_orientation_gap_and_its_rows(seed: int) -> None:
    """d(2e)/dt = rows w, at any orientation: the factor 2 of paper 2, 3.3 (3)."""
    rng = np.random.default_rng(seed)
    R = Scipy.from_rotvec(rng.uniform(0.0, 2.8) * unit(rng)).as_matrix()
    w, h = rng.normal(size=3), 1e-5
    turned = [R @ Scipy.from_rotvec(s * h * w).as_matrix() for s in (1.0, -1.0)]
    slope = (orientation_gap(turned[0]) - orientation_gap(turned[1])) / (2 * h)
    assert orientation_gap_rows(R) @ w == pytest.approx(slope, abs=1e-8)
    assert orientation_gap_rows(np.eye(3)) == pytest.approx(np.eye(3), abs=0)
    half = Scipy.from_matrix(R).as_quat(canonical=True)[0:3]
    assert orientation_gap(R) == pytest.approx(2.0 * half, abs=1e-13)


# Axes ---------------------------------------------------------------------------------------


@given(seeds)
def test_triad_is_right_handed_with_the_given_axis(seed: int) -> None:
    rng = np.random.default_rng(seed)
    z, x = rng.normal(size=(2, 3))
    for axes in (triad(z), triad(z, x), triad(np.eye(3)[seed % 3])):
        assert axes.T @ axes == pytest.approx(np.eye(3), abs=1e-14)
        assert np.linalg.det(axes) == pytest.approx(1.0, abs=1e-14)
    assert triad(z, x)[:, 2] == pytest.approx(unit_vector(z), abs=1e-15)
    assert triad(z, x)[:, 0] @ x > 0.0
    assert triad(z, x)[:, 1] @ x == pytest.approx(0.0, abs=1e-14 * np.linalg.norm(x))


@given(seeds)
def test_turn_between_is_the_shortest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = unit(rng), unit(rng)
    R = turn_between(a, b)
    near_opposite = 1.0 / (1.0 + a @ b)
    assert R @ a == pytest.approx(b, abs=1e-14 * near_opposite)
    assert_close(R @ R.T, np.eye(3), 1e-14 * near_opposite)
    angle = np.linalg.norm(Scipy.from_matrix(R).as_rotvec())
    assert angle == pytest.approx(np.arccos(np.clip(a @ b, -1, 1)), abs=1e-7)


@given(seeds)
def test_rotation_about_an_axis(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k, angle = unit(rng), rng.uniform(-7, 7)
    expected = Scipy.from_rotvec(angle * k).as_matrix()
    assert rotation_about(k, angle) == pytest.approx(expected, abs=1e-14)
