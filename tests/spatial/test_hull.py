"""Convex hulls: every point is inside, every corner is one of the points and turns left."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from sarrus.spatial.hull import plane_hull


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


@pytest.mark.parametrize("seed", range(5))
def test_hull_of_random_points(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(40, 2))
    corners = plane_hull(points)
    sides = np.roll(corners, -1, axis=0) - corners
    assert np.all(cross(sides, np.roll(sides, -1, axis=0)) > 0.0)
    for corner, side in zip(corners, sides, strict=True):
        assert np.all(cross(side, points - corner) >= -1e-12)
    area = 0.5 * float(np.sum(cross(corners, np.roll(corners, -1, axis=0))))
    assert area == pytest.approx(ConvexHull(points).volume, rel=1e-12)
    assert {*map(tuple, corners)} == {*map(tuple, points[ConvexHull(points).vertices])}


def test_points_on_a_side_and_repeated_ones_are_no_corners() -> None:
    square = [(0, 0), (2, 0), (1, 0), (2, 2), (0, 2), (0, 1), (1, 1), (2, 2)]
    assert plane_hull(square).tolist() == [[0, 0], [2, 0], [2, 2], [0, 2]]
    assert plane_hull([(0, 0), (1, 1), (2, 2)]).tolist() == [[0, 0], [2, 2]]
    assert plane_hull([(1, 2)]).tolist() == [[1, 2]]
