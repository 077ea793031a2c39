"""Convex solids with flat faces: corners, faces and edges of a convex mesh, or of a box."""

from __future__ import annotations

import itertools
import os
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.meshes import read_mesh
from sarrus.model.pose import Vector3
from sarrus.model.shapes import Box, Mesh

FLAT = 1e-6
"""Distance of corners from the plane of a face, as a part of the size, that counts as none.

Coordinates of STL files have single precision.
"""
HOLLOW = 1e-3
"""Depth of a corner below the hull, as a part of the size, that is not convex any more."""


@dataclass(frozen=True, eq=False)
class ConvexHull:
    """A convex solid: n . x <= offset for every face. Arrays are in the frame of the shape.

    corners: V x 3 [m]; normals: F x 3, outward; offsets: F [m]; edges: E x 2 numbers of corners;
    beside: E x 2 numbers of the faces along each edge.
    """

    corners: np.ndarray
    normals: np.ndarray
    offsets: np.ndarray
    edges: np.ndarray
    beside: np.ndarray

    @cached_property
    def center(self) -> np.ndarray:
        """The middle of the corners [m], which is inside."""
        return np.asarray(self.corners.mean(axis=0))

    @cached_property
    def size(self) -> float:
        """The largest extent along an axis [m]."""
        return float(np.max(np.ptp(self.corners, axis=0)))

    @cached_property
    def depths(self) -> np.ndarray:
        """How far the center is below each face [m]."""
        return np.asarray(self.offsets - self.normals @ self.center)

    @cached_property
    def middles(self) -> np.ndarray:
        """The middles of the edges, E x 3 [m]."""
        return np.asarray(self.corners[self.edges].mean(axis=1))

    @cached_property
    def halves(self) -> np.ndarray:
        """Half the lengths of the edges [m]."""
        return 0.5 * np.linalg.norm(self._spans, axis=1)

    @cached_property
    def directions(self) -> np.ndarray:
        """Unit vectors along the edges, E x 3: along n_2 x n_1 of the faces beside them."""
        first, second = (self.normals[self.beside[:, k]] for k in (0, 1))
        along = self._spans / (2.0 * self.halves[:, None])
        signs = np.sign(np.sum(along * np.cross(second, first), axis=1))
        return np.asarray(along * signs[:, None])

    @property
    def _spans(self) -> np.ndarray:
        return np.asarray(self.corners[self.edges[:, 1]] - self.corners[self.edges[:, 0]])

    @cached_property
    def most_around_a_face(self) -> int:
        """The largest number of corners of a face: as many touch a plane at once."""
        on = np.abs(self.corners @ self.normals.T - self.offsets) <= FLAT * self.size
        return int(np.max(np.sum(on, axis=0)))


class HalfSpace(ConvexHull):
    """The half space z < 0, a solid with one face."""

    def __init__(self) -> None:
        none = np.zeros((0, 2), dtype=int)
        super().__init__(np.zeros((0, 3)), np.array([[0.0, 0.0, 1.0]]), np.zeros(1), none, none)

    @cached_property
    def center(self) -> np.ndarray:
        """A point of it [m]."""
        return np.zeros(3)

    @cached_property
    def size(self) -> float:
        """A length [m] that stands for its size."""
        return 1.0

    @cached_property
    def depths(self) -> np.ndarray:
        """Nothing has passed it."""
        return np.zeros(1)


HALF_SPACE = HalfSpace()


@dataclass(frozen=True)
class Prism:
    """What a cylinder about z with a radius and a length [m] is taken for, with so many sides.

    Its corners are as far outside of the cylinder as the middles of its sides are inside of it:
    tan(pi/(2 sides))^2 of the radius.
    """

    radius: float
    length: float
    sides: int

    @property
    def corners(self) -> np.ndarray:
        """Its corners [m], the first ones above the x axis."""
        angles = 2.0 * np.pi * np.arange(self.sides) / self.sides
        far = 2.0 * self.radius / (1.0 + np.cos(np.pi / self.sides))
        around = far * np.column_stack([np.cos(angles), np.sin(angles)])
        both = [np.column_stack([around, np.full(self.sides, z)]) for z in (0.5, -0.5)]
        return np.vstack(both) * np.array([1.0, 1.0, self.length])


def convex_hull(shape: Any) -> ConvexHull:
    """Return faces, edges and corners of a box, a prism or a convex mesh.

    Raises ModelError where the file cannot be read (F10), or the mesh is not convex (S81).
    """
    if isinstance(shape, Box):
        return _hull_of_box(shape.size)
    if isinstance(shape, Prism):
        return _hull_of_prism(shape)
    mesh: Mesh = shape
    try:
        changed = os.stat(mesh.path).st_mtime_ns
    except (OSError, ValueError):
        changed = 0  # the reader says what is wrong with the file
    return _hull_of_mesh(mesh.path, mesh.part, mesh.scale, changed)


@lru_cache(maxsize=256)
def _hull_of_mesh(file: str, part: str, scale: Vector3, changed: int) -> ConvexHull:
    del changed  # a file that was written anew is read anew
    mesh = read_mesh(file, part)
    used = np.unique(mesh.faces)
    return hull_of(mesh.vertices[used] * np.array(scale), os.path.basename(file))


@lru_cache(maxsize=256)
def _hull_of_box(size: Vector3) -> ConvexHull:
    points = np.array(list(itertools.product((0.5, -0.5), repeat=3))) * np.array(size)
    return hull_of(points, "box")


@lru_cache(maxsize=256)
def _hull_of_prism(prism: Prism) -> ConvexHull:
    return hull_of(prism.corners, "prism")


def hull_of(points: np.ndarray, name: str) -> ConvexHull:
    """Return the convex solid with these points on its surface; raise ModelError S81 if none is."""
    from scipy.spatial import ConvexHull as Hull  # takes long to import
    from scipy.spatial import QhullError

    size = float(np.max(np.ptp(points, axis=0)))
    try:
        hull = Hull(points)
    except (QhullError, ValueError):
        raise _refusal(name, "is flat: it bounds no solid") from None
    heights = points @ hull.equations[:, :3].T + hull.equations[:, 3]
    inside = -np.max(heights, axis=1)
    if np.max(inside) > HOLLOW * size:
        at = ", ".join(f"{x:.4g}" for x in points[int(np.argmax(inside))])
        rule = f"is not convex: its corner at ({at}) m is {np.max(inside):.4g} m below its hull"
        raise _refusal(name, rule)
    planes, faces = _flat_faces(points, hull, FLAT * size)
    meeting = np.bincount(np.concatenate([sorted(face) for face in faces]), minlength=len(points))
    corners = np.flatnonzero(meeting >= 3)  # others lie in a face, or on an edge
    number = {int(corner): k for k, corner in enumerate(corners)}
    kept = [{number[c] for c in face if c in number} for face in faces]
    places = points[corners]
    edges, beside = [], []
    for (i, a), (j, b) in itertools.combinations(enumerate(kept), 2):
        shared = sorted(a & b)
        if len(shared) >= 2:
            pairs = itertools.combinations(shared, 2)
            edges.append(
                max(pairs, key=lambda p: float(np.sum((places[p[0]] - places[p[1]]) ** 2)))
            )
            beside.append((i, j))
    normals = np.array([plane[:3] for plane in planes])
    offsets = np.max(normals @ places.T, axis=1)
    return ConvexHull(places, normals + 0.0, offsets, np.array(edges), np.array(beside))


def _flat_faces(
    points: np.ndarray, hull: Any, near: float
) -> tuple[list[np.ndarray], list[set[int]]]:
    """Return the planes of the faces, and the points in each: triangles in one plane are one."""
    corners = points[hull.simplices]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    order = np.argsort(-np.linalg.norm(across, axis=1), kind="stable")
    free = np.ones(len(order), dtype=bool)
    planes, faces = [], []
    for first in order:
        if not free[first]:
            continue
        plane, open_ = hull.equations[first], [int(first)]
        found: set[int] = set()
        free[first] = False
        while open_:
            triangle = open_.pop()
            found.update(int(c) for c in hull.simplices[triangle])
            for other in hull.neighbors[triangle]:
                height = corners[other] @ plane[:3] + plane[3]
                if free[other] and np.max(np.abs(height)) <= near:
                    free[other] = False
                    open_.append(int(other))
        planes.append(plane)
        faces.append(found)
    return planes, faces


def _refusal(name: str, rule: str) -> ModelError:
    action = "give convex pieces of it, with a contact each, or a box, capsule or sphere"
    return ModelError(Problem("S81", f"mesh '{name}'", rule, action=action))
