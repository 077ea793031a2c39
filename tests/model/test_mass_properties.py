"""Mass properties against those of clouds of point masses."""

from __future__ import annotations

import numpy as np
import pytest

from random_trees import random_pose, random_rotation
from sarrus.model import Body, Box, MassProperties, Pose
from sarrus.model.mass_properties import inertia_at_com, together, total_mass_properties
from sarrus.model.pose import IDENTITY, matrix3, vector3


def cloud(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(0.1, 1.0, 8), rng.normal(size=(8, 3))


def inertia_of(m: np.ndarray, r: np.ndarray, about: np.ndarray) -> np.ndarray:
    """Return sum m (d.d I - d d^T), the definition."""
    d = r - about
    return sum(
        m_i * (d_i @ d_i * np.eye(3) - np.outer(d_i, d_i)) for m_i, d_i in zip(m, d, strict=True)
    )


def properties(m: np.ndarray, r: np.ndarray) -> MassProperties:
    com = m @ r / m.sum()
    return MassProperties(float(m.sum()), vector3(com), matrix3(inertia_of(m, r, com)))


@pytest.mark.parametrize("seed", range(20))
def test_any_point_and_axes_there_and_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, r = cloud(rng)
    own = properties(m, r)
    point, axes = vector3(rng.normal(size=3)), random_rotation(rng)
    given = own.about(point, axes)
    assert np.allclose(given, axes.T @ inertia_of(m, r, np.array(point)) @ axes)
    back = inertia_at_com(given, own.mass, own.com, point, matrix3(axes))
    assert np.allclose(back, own.inertia)


@pytest.mark.parametrize("seed", range(20))
def test_bodies_together_are_one_cloud(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bodies, masses, places = [], [], []
    for i in range(3):
        m, r = cloud(rng)
        pose, own = random_pose(rng), properties(m, r)
        bodies.append(Body(f"b{i}", own.mass, own.com, own.inertia, pose))
        masses.append(m)
        places.append(np.array([pose.transform.point(p) for p in r]))
    whole = properties(np.concatenate(masses), np.concatenate(places))
    found = total_mass_properties(bodies)
    assert found.mass == pytest.approx(whole.mass)
    assert np.allclose(found.com, whole.com) and np.allclose(found.inertia, whole.inertia)


def test_a_box_is_two_half_boxes() -> None:
    whole = MassProperties.of_shape(Box((2, 1, 1)), 10.0)
    halves = [
        MassProperties.of_shape(Box((1, 1, 1)), 10.0, Pose((x, 0.0, 0.0))) for x in (-0.5, 0.5)
    ]
    found = together(halves)
    assert found.mass == whole.mass and np.allclose(found.inertia, whole.inertia)


def test_what_needs_no_arithmetic_stays_exact() -> None:
    inertia = ((0.1, 0.01, 0.0), (0.01, 0.2, 0.0), (0.0, 0.0, 0.3))
    com = (0.1, 0.2, 0.3)
    assert inertia_at_com(inertia, 1.0, com) == inertia
    assert inertia_at_com(inertia, 1.0, com, com, IDENTITY) == inertia
    assert together([]).mass == 0.0
