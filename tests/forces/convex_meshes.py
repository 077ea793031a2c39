"""Files of convex meshes for tests."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path

import numpy as np
from scipy.spatial import ConvexHull

from sarrus.model.shapes import Mesh

FOLDER = tempfile.TemporaryDirectory(prefix="convex")


def mesh_of(points: np.ndarray, faces: np.ndarray | None = None) -> Mesh:
    """A mesh file with points and faces, those of their hull if not given; in a folder of ours."""
    lines = ["v {!r} {!r} {!r}".format(*map(float, p)) for p in points]
    faces = hull_faces(points) if faces is None else faces
    lines += ["f {} {} {}".format(*(np.array(corners) + 1)) for corners in faces]
    text = "\n".join(lines)
    path = Path(FOLDER.name) / f"{sha256(text.encode()).hexdigest()[:16]}.obj"
    if not path.exists():
        path.write_text(text)
    return Mesh(str(path))


def hull_faces(points: np.ndarray) -> np.ndarray:
    """The triangles of a hull, seen from outside."""
    hull = ConvexHull(points)
    a, b, c = (points[hull.simplices[:, k]] for k in range(3))
    inward = np.sum(np.cross(b - a, c - a) * hull.equations[:, :3], axis=1) < 0.0
    return np.where(inward[:, None], hull.simplices[:, ::-1], hull.simplices)


def box_mesh(size: tuple[float, float, float]) -> Mesh:
    """The mesh of a box."""
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    return mesh_of(0.5 * signs * np.array(size))


def random_mesh(rng: np.random.Generator, count: int = 8) -> Mesh:
    """The hull of points on an ellipsoid of some tenths of a metre."""
    points = rng.normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return mesh_of(points * rng.uniform(0.25, 0.5, 3))
