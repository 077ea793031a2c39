"""What a mesh encloses: volume, centre and inertia, after a look at whether it is closed.

A surface bounds a solid if every edge is run through as often one way as the other. Corners at one
place are one corner. Holes, and faces that are turned against their neighbours, are refused; a mesh
that is inside out as a whole is turned round, which is told.
"""

from __future__ import annotations

import os
from functools import lru_cache

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import together
from sarrus.model.mesh_mass import mesh_mass
from sarrus.model.meshes import SOLIDS, Triangles, read_mesh
from sarrus.model.pose import Matrix3, Vector3, matrix3, vector3
from sarrus.model.shapes import Mesh, Shape

NEAR = 1e-6
"""Corners nearer than this part of the size are one, if the mesh is open without it."""
FLAT = 1e-12
"""Volume of a mesh, per volume of the box around it, below which it encloses nothing."""


@dataclass(frozen=True)
class EnclosedSolid(Shape):
    """The solid that a mesh bounds, about its centre: volume [m^3], inertia for 1 kg [m^2]."""

    enclosed: float
    moments: Matrix3
    center: Vector3
    """In the frame of the mesh."""
    notices: tuple[str, ...] = ()
    size: float = 0.0

    @property
    def volume(self) -> float:
        return self.enclosed

    @property
    def extent(self) -> float:
        return self.size

    def inertia(self, mass: float) -> Matrix3:
        return matrix3(mass * np.array(self.moments))


def enclosed_solid(mesh: Mesh) -> EnclosedSolid:
    """Return the solid that a mesh bounds, in metres; raise ModelError F10 if it bounds none."""
    try:
        changed = os.stat(mesh.path).st_mtime_ns
    except (OSError, ValueError):
        changed = 0  # the reader says what is wrong with the file
    if mesh.path.lower().endswith(SOLIDS):
        return _solid_of_parts(mesh)
    if mesh.part:
        read_mesh(mesh.path, mesh.part)  # tells that only STEP files have parts
    return _solid(mesh.path, mesh.scale, changed)


def _solid_of_parts(mesh: Mesh) -> EnclosedSolid:
    """Return the solids of a STEP file as one, exactly, scaled along the axes of the file."""
    from sarrus.model.step_files import parts_of_name, refusal  # few files are such

    parts = parts_of_name(mesh.path, mesh.part)
    for part in parts:
        if part.refusal:
            raise refusal(part.name, part.refusal)
    scale = np.array(mesh.scale)
    size = abs(float(np.prod(scale)))
    whole = together(part.mass_properties(density=1.0) for part in parts)
    center, volume = scale * np.array(whole.com), size * whole.mass
    # the scale acts on the integrals of r r^T, which the inertia is made of
    inertia = np.array(whole.inertia)
    spread = np.diag(scale) @ (0.5 * np.trace(inertia) * np.eye(3) - inertia) @ np.diag(scale)
    moments = (np.trace(spread) * np.eye(3) - spread) / whole.mass
    notices = tuple(f"{notice} (part '{p.name}')" for p in parts for notice in p.notices)
    drawn = read_mesh(mesh.path, mesh.part).vertices * scale
    extent = float(np.max(np.linalg.norm(drawn - center, axis=1)))
    return EnclosedSolid(volume, matrix3(moments), vector3(center), notices, extent)


@lru_cache(maxsize=256)
def _solid(file: str, scale: Vector3, changed: int) -> EnclosedSolid:
    del changed  # a file that was written anew is read anew
    read = read_mesh(file)
    faces = read.faces[:, ::-1] if np.prod(scale) < 0.0 else read.faces
    vertices = read.vertices * np.array(scale)
    return solid_of(Triangles(vertices, faces), os.path.basename(file))


def solid_of(mesh: Triangles, name: str) -> EnclosedSolid:
    """Return the solid that triangles bound, in their unit of length."""
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    size = float(np.max(high - low))
    notices = []
    faces, flat = _faces_with_area(_weld(mesh, 0.0))
    if flat:
        notices.append(f"has {flat} triangles without area, which are left out")
    problem = _open_edges(mesh, faces)
    if problem is not None:
        nearly = _weld(mesh, NEAR * size)
        again, _ = _faces_with_area(nearly)
        if _open_edges(mesh, again) is not None:
            raise _refusal(name, problem)
        notices.append(
            f"has gaps below {NEAR * size:.2g} m between its corners, which count as none"
        )
        faces = again
    corners = Triangles(mesh.vertices, faces)
    found = mesh_mass(corners.vertices, corners.faces, "exact")
    if found is None:
        found = mesh_mass(corners.vertices, corners.faces[:, ::-1], "exact")
        if found is not None:
            notices.append("is inside out; its faces are turned round")
    box = float(np.prod(np.maximum(high - low, 1e-3 * size)))
    if found is None or not found.volume > FLAT * box:
        raise _refusal(name, "encloses no volume: it is flat, or its parts cancel each other")
    moments = matrix3(found.inertia / found.volume)
    extent = float(np.max(np.linalg.norm(mesh.vertices - found.center, axis=1)))
    return EnclosedSolid(found.volume, moments, vector3(found.center), tuple(notices), extent)


def _refusal(name: str, rule: str) -> ModelError:
    action = "repair it where it was made, or give mass, centre of mass and inertia"
    return ModelError(Problem("F10", f"mesh '{name}'", rule, action=action))


def _weld(mesh: Triangles, near: float) -> np.ndarray:
    """Return the faces with corners at one place as one; near: how far apart they may be."""
    places = mesh.vertices if not near else np.round(mesh.vertices / near)
    _, first, same = np.unique(places, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first[same.reshape(-1)][mesh.faces])


def _faces_with_area(faces: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the faces with three different corners, and how many others there are."""
    a, b, c = faces.T
    kept = (a != b) & (b != c) & (c != a)
    return faces[kept], int(np.sum(~kept))


def _open_edges(mesh: Triangles, faces: np.ndarray) -> str | None:
    """Return what is wrong with the edges of a surface; None if it is closed."""
    if not len(faces):
        return "has no triangles with an area"
    edges = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    forward = edges[:, 0] < edges[:, 1]
    ways = np.where(forward, 1, -1)
    ends = np.sort(edges, axis=1)
    keys, same = np.unique(ends, axis=0, return_inverse=True)
    balance = np.bincount(same.reshape(-1), weights=ways, minlength=len(keys))
    wrong = np.flatnonzero(balance != 0)
    if not len(wrong):
        return None
    uses = np.bincount(same.reshape(-1), minlength=len(keys))
    middle = mesh.vertices[keys[wrong[0]]].mean(axis=0)
    at = ", ".join(f"{x:.4g}" for x in middle)
    if np.all(uses[wrong] % 2 == 0):
        return f"has faces turned against their neighbours, at {len(wrong)} edges, one at ({at}) m"
    return f"is open: {len(wrong)} edges have no neighbour, one at ({at}) m"
