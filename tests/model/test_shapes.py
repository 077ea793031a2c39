"""Volume and inertia of the shapes against sums over many points."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.model.gear_teeth import wheel_surface
from sarrus.model.shapes import TYPES, Box, Capsule, Cylinder, GearWheel, Mesh, Shape, Sphere


def inside(shape: Shape, p: np.ndarray) -> np.ndarray:
    """Return which points lie in the shape: its definition, independent of its formulas."""
    x, y, z = p.T
    if isinstance(shape, Box):
        return np.all(np.abs(p) <= np.array(shape.size) / 2, axis=1)
    if isinstance(shape, Cylinder):
        across, rim = np.hypot(x, y), getattr(shape, "rim", 0.0)
        ring = (across >= shape.radius) & (across <= rim) if rim else across <= shape.radius
        return ring & (np.abs(z) <= shape.length / 2)
    if isinstance(shape, Sphere):
        return np.linalg.norm(p, axis=1) <= shape.radius
    beyond = np.maximum(np.abs(z) - shape.length / 2, 0.0)
    return x * x + y * y + beyond * beyond <= shape.radius**2


@pytest.mark.parametrize(
    "shape",
    [
        Box((0.3, 0.5, 0.9)),
        Cylinder(0.3, 0.8),
        Sphere(0.6),
        Capsule(0.3, 0.5),
        GearWheel(0.3, 0.4, 30),
        GearWheel(0.3, 0.4, 30, rim=0.5),
    ],
    ids=repr,
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
    assert set(TYPES) == {"box", "cylinder", "sphere", "capsule", "gear_wheel", "mesh"}


@pytest.mark.parametrize("size", [(0, 1, 1), (1, 1), "1 m", (1, 1, "2 s"), (1, 1, float("nan")), 5])
def test_impossible_sizes_are_refused(size: object) -> None:
    with pytest.raises(ModelError, match="shape Box / size"):
        Box(size)
    with pytest.raises(ModelError, match="shape Sphere / radius"):
        Sphere(-1)


@pytest.mark.parametrize("wheel", [GearWheel(0.3, 0.4, 30, 0.4), GearWheel(0.3, 0.4, 30, rim=0.5)])
def test_the_surface_of_a_wheel_is_closed_and_looks_outwards(wheel: GearWheel) -> None:
    """Its volume, by the faces, is that of the wheel with as much tooth as gap, but for roots."""
    corners, faces = wheel_surface(wheel)
    a, b, c = (corners[faces[:, k]] for k in range(3))
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    assert np.all(np.unique(edges, axis=0, return_counts=True)[1] == 2)
    volume = np.sum(a * np.cross(b, c)) / 6
    bore = 0.0 if wheel.rim else np.pi * (0.1 * 0.3) ** 2 * 0.4
    assert volume == pytest.approx(wheel.volume - bore, rel=0.06)


def test_wheels_that_cannot_be() -> None:
    with pytest.raises(ModelError, match="teeth"):
        GearWheel(0.1, 0.1, 2)
    with pytest.raises(ModelError, match="rim"):
        GearWheel(0.1, 0.1, 20, rim=0.1)
    assert GearWheel(0.1, 0.1, 20, 0.3).mirror_image((1, -1, 1)).helix_angle == -0.3
