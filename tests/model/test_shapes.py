"""Volume and inertia of the shapes against sums over many points."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.model.shapes import TYPES, Box, Capsule, Cylinder, Mesh, Shape, Sphere


def inside(shape: Shape, p: np.ndarray) -> np.ndarray:
    """Return which points lie in the shape: its definition, independent of its formulas."""
    x, y, z = p.T
    if isinstance(shape, Box):
        return np.all(np.abs(p) <= np.array(shape.size) / 2, axis=1)
    if isinstance(shape, Cylinder):
        return (np.hypot(x, y) <= shape.radius) & (np.abs(z) <= shape.length / 2)
    if isinstance(shape, Sphere):
        return np.linalg.norm(p, axis=1) <= shape.radius
    beyond = np.maximum(np.abs(z) - shape.length / 2, 0.0)
    return x * x + y * y + beyond * beyond <= shape.radius**2


@pytest.mark.parametrize(
    "shape", [Box((0.3, 0.5, 0.9)), Cylinder(0.3, 0.8), Sphere(0.6), Capsule(0.3, 0.5)], ids=repr
)
def test_volume_and_inertia_are_those_of_its_points(shape: Shape) -> None:
    edge = np.linspace(-1.0, 1.0, 121)[:-1] + 1.0 / 120
    points = np.stack(np.meshgrid(edge, edge, edge), axis=-1).reshape(-1, 3) * shape.extent
    chosen = points[inside(shape, points)]
    volume = len(chosen) * (2 * shape.extent / 120) ** 3
    assert shape.volume == pytest.approx(volume, rel=0.03)
    second = chosen.T @ chosen / len(chosen) * 3.0
    inertia = np.trace(second) * np.eye(3) - second
    assert np.allclose(shape.inertia(3.0), inertia, atol=0.03 * np.max(inertia))
    assert np.linalg.norm(chosen, axis=1).max() <= shape.extent * (1 + 1e-12)


def test_a_capsule_lies_between_its_limits() -> None:
    assert np.allclose(Capsule(0.2, 1e-9).inertia(2.0), Sphere(0.2).inertia(2.0), rtol=1e-7)
    assert np.allclose(Capsule(1e-6, 1.0).inertia(2.0), Cylinder(1e-6, 1.0).inertia(2.0), rtol=1e-4)


def test_shapes_are_values() -> None:
    box = Box(["250 mm", 0.5, "1 ft"])
    assert box == Box((0.25, 0.5, 0.3048)) and hash(box) == hash(Box((0.25, 0.5, 0.3048)))
    assert pickle.loads(pickle.dumps(box)) == box
    assert repr(Box([1, 2, 3])) == "Box(size=(1.0, 2.0, 3.0))"
    mesh = Mesh("a.stl", 0.001)
    assert mesh.volume is None and mesh.scale == (0.001, 0.001, 0.001)
    assert set(TYPES) == {"box", "cylinder", "sphere", "capsule", "mesh"}


@pytest.mark.parametrize("size", [(0, 1, 1), (1, 1), "1 m", (1, 1, "2 s"), (1, 1, float("nan")), 5])
def test_impossible_sizes_are_refused(size: object) -> None:
    with pytest.raises(ModelError, match="shape Box / size"):
        Box(size)
    with pytest.raises(ModelError, match="shape Sphere / radius"):
        Sphere(-1)
