"""Volume, centre of mass and inertia of what a mesh of triangles encloses."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True, eq=False)
class MeshMass:
    """Volume [m^3] (of a shell: area [m^2]), centre [m], and inertia about it for density 1."""

    volume: float
    center: np.ndarray
    inertia: np.ndarray


WAYS = ("exact", "legacy", "shell", "convex")
"""How MuJoCo may take a mesh: exact volume; all tetrahedra counted as positive, about the centre of
its surface; the surface alone; its convex hull."""


def mesh_mass(vertices: np.ndarray, faces: np.ndarray, way: str) -> MeshMass | None:
    """Return the mass properties of a mesh for density 1; None where it encloses nothing.

    The body is a sum of tetrahedra over the faces, all with one corner at a point p. With corners
    a, b, c from there and V = a.(b x c)/6,

        integral of r r^T = V/20 (a a^T + b b^T + c c^T + s s^T),   s = a + b + c

    exact for every closed surface, whatever p is. A shell has triangles with a corner less:
    A/12 (a a^T + b b^T + c c^T + s s^T).
    """
    if way == "convex":
        vertices, faces = convex_hull(vertices)
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = 0.5 * np.linalg.norm(cross, axis=1)
    area = float(areas.sum())
    if not area > 0.0:
        return None
    start = (areas @ corners.sum(axis=1)) / (3.0 * area)
    if way == "legacy":
        # counted as positive, tetrahedra depend on where they meet: in the centre found so far
        first = _sum_over_faces(corners - start, np.abs(_volumes(corners - start)))
        if first is None:
            return None
        start = start + first.center
        second = _sum_over_faces(corners - start, np.abs(_volumes(corners - start)))
        return None if second is None else MeshMass(second.volume, start, second.about_origin)
    if way == "shell":
        found = _sum_over_faces(corners - start, areas, parts=3.0, divisor=12.0)
    else:
        found = _sum_over_faces(corners - start, _volumes(corners - start))
    if found is None:
        return None
    m, c = found.volume, found.center
    shift = m * ((c @ c) * np.eye(3) - np.outer(c, c))
    return MeshMass(m, c + start, found.about_origin - shift)


@dataclass(frozen=True, eq=False)
class _Sum:
    volume: float
    center: np.ndarray
    about_origin: np.ndarray


def _volumes(corners: np.ndarray) -> np.ndarray:
    """Return the volumes of the tetrahedra from the origin to the faces, with signs."""
    across = np.cross(corners[:, 1], corners[:, 2])
    return np.asarray(np.einsum("ij,ij->i", corners[:, 0], across) / 6.0)


def _sum_over_faces(
    corners: np.ndarray, weights: np.ndarray, parts: float = 4.0, divisor: float = 20.0
) -> _Sum | None:
    """Return volume, centre and inertia about the origin of tetrahedra, or of triangles."""
    total = corners.sum(axis=1)
    volume = float(np.sum(weights))
    if not volume > 0.0:
        return None
    center = (weights @ total) / (parts * volume)
    second = np.einsum("i,ikj,ikl->jl", weights, corners, corners)
    second = (second + np.einsum("i,ij,il->jl", weights, total, total)) / divisor
    inertia = np.trace(second) * np.eye(3) - second
    return _Sum(volume, center, (inertia + inertia.T) / 2)


def convex_hull(vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the convex hull of points, its faces seen from outside."""
    from scipy.spatial import ConvexHull

    hull = ConvexHull(vertices)
    faces = hull.simplices.copy()
    corners = vertices[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ij,ij->i", normals, hull.equations[:, :3]) < 0.0
    faces[inward] = faces[inward][:, ::-1]
    return vertices, faces
