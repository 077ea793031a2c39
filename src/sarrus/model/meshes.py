"""Triangles of mesh files, read with limits and nothing else.

STL (text and binary), OBJ, PLY, DAE (COLLADA), glTF (.gltf and .glb) and MSH of MuJoCo. Only
vertices and faces are read; materials and textures are not followed, and of other files only the
numbers of a .gltf file, beside it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.late_dataclass import dataclass

MOST_BYTES = 64 * 2**20
MOST_TRIANGLES = 200_000
SOLIDS = (".step", ".stp")
"""Endings of files with solids in place of triangles."""
FARTHEST = 1e9
"""Coordinates of vertices are below, in the unit of the file."""
DAMAGE = (
    *(ValueError, LookupError, TypeError, ArithmeticError),
    *(struct.error, RecursionError, StopIteration),
)
"""What reading a damaged file may raise."""
HEAD, ROW = 84, 50
"""Bytes of the head of a binary STL file, and of each triangle."""


@dataclass(frozen=True, eq=False)
class Triangles:
    """Vertices [units of the file], n x 3, and faces by their numbers, m x 3.

    first: how many of the faces are those of the first object of the file; None for all.
    """

    vertices: np.ndarray
    faces: np.ndarray
    first: int | None = None


def read_mesh(file: str, part: str = "") -> Triangles:
    """Return the triangles of a mesh file, by its ending; of a part of a STEP file, in metres."""
    from sarrus.model.mesh_formats import dae, gltf, ply  # few files are such

    kind = Path(file).suffix.lower()
    if kind in SOLIDS:
        from sarrus.model.step_files import step_triangles  # few files are such

        return _check(file, step_triangles(file, part))
    if part:
        raise _mesh_error(file, f"has no parts by name, such as '{part[:60]}'; STEP files have")
    readers: dict[str, Callable[[bytes], Triangles]] = {
        **{".stl": _stl, ".obj": _obj, ".msh": _msh, ".ply": ply, ".dae": dae},
        **{ending: lambda data: gltf(data, file) for ending in (".gltf", ".glb")},
    }
    if kind not in readers:
        action = f"use one of {', '.join([*readers, *SOLIDS])}"
        raise _mesh_error(file, "is not a mesh that can be read", action)
    data = read_bytes(file, MOST_BYTES)
    try:
        with np.errstate(all="ignore"):  # numbers that are no places are refused below
            found = readers[kind](data)
    except DAMAGE:
        raise _mesh_error(file, "is damaged, or not what its ending says") from None
    return _check(file, found)


def _check(file: str, found: Triangles) -> Triangles:
    if not len(found.faces):
        raise _mesh_error(file, "has no triangles")
    if len(found.faces) > MOST_TRIANGLES:
        raise _mesh_error(file, f"has more than {MOST_TRIANGLES} triangles", "reduce it")
    inside = found.faces.min() >= 0 and found.faces.max() < len(found.vertices)
    with np.errstate(invalid="ignore"):
        if not inside or not np.all(np.abs(found.vertices) < FARTHEST):
            raise _mesh_error(file, "has faces without vertices, or vertices that are no places")
    return found


def _stl(data: bytes) -> Triangles:
    if len(data) >= HEAD:
        (count,) = struct.unpack_from("<I", data, HEAD - 4)
        if len(data) == HEAD + ROW * count:
            return _binary_stl(data, count)
    return _text_stl(data)


def _binary_stl(data: bytes, count: int) -> Triangles:
    rows = np.frombuffer(data, dtype=np.uint8, offset=HEAD).reshape(count, ROW)
    numbers = np.ascontiguousarray(rows[:, :48]).view("<f4").reshape(count, 4, 3)
    return _weld(numbers[:, 1:].reshape(-1, 3).astype(float))


def _text_stl(data: bytes) -> Triangles:
    text = data.decode("ascii", errors="strict")
    words = text.split()
    if not words or words[0].lower() != "solid" or "endsolid" not in map(str.lower, words):
        raise ValueError
    rows = (line.split() for line in text.splitlines())
    found = [[float(x) for x in row[1:4]] for row in rows if row and row[0].lower() == "vertex"]
    return _weld(np.array(found, dtype=float).reshape(-1, 3))


def _weld(corners: np.ndarray) -> Triangles:
    """Return triangles of which three corners follow each other; equal corners are one vertex."""
    if len(corners) % 3:
        raise ValueError
    vertices, numbers = np.unique(corners, axis=0, return_inverse=True)
    return Triangles(vertices, numbers.reshape(-1, 3))


def _obj(data: bytes) -> Triangles:
    vertices: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    first: int | None = None
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    for line in text.replace("\\\n", " ").splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            x, y, z = (float(word) for word in words[1:4])
            vertices.append([x, y, z])
        elif words[0] == "f":
            around = [_number(word, len(vertices)) for word in words[1:]]
            if len(around) == 4 and _second_is_shorter(vertices, around):
                around = [*around[1:], around[0]]
            faces += [(around[0], b, c) for b, c in pairwise(around[1:])]
            if len(faces) > MOST_TRIANGLES:
                break
        elif words[0] in ("o", "g") and faces and first is None:
            first = len(faces)
    first = None if first == len(faces) else first
    corners = np.array(faces, dtype=int).reshape(-1, 3)
    return Triangles(np.array(vertices).reshape(-1, 3), corners, first)


def _second_is_shorter(vertices: list[list[float]], around: list[int]) -> bool:
    """Tell whether four corners, which need not be in one plane, are cut from the second on."""
    a, b, c, d = (np.array(vertices[i]) for i in around)
    return bool((a - c) @ (a - c) >= (b - d) @ (b - d))


def _msh(data: bytes) -> Triangles:
    """Return the triangles of MuJoCo's binary format: four counts, then floats, then faces."""
    if len(data) < 16:
        raise ValueError
    vertices, normals, texture, faces = struct.unpack_from("<4i", data)
    floats = 3 * vertices + 3 * normals + 2 * texture
    if min(vertices, normals, texture, faces) < 0 or len(data) != 16 + 4 * (floats + 3 * faces):
        raise ValueError
    numbers = np.frombuffer(data, "<f4", 3 * vertices, 16).astype(float)
    corners = np.frombuffer(data, "<i4", 3 * faces, 16 + 4 * floats).astype(int)
    return Triangles(numbers.reshape(-1, 3), corners.reshape(-1, 3))


def _number(word: str, known: int) -> int:
    """Return the vertex that a corner of a face names: from 1, or negative from the last one."""
    number = int(word.split("/")[0])
    return number - 1 if number > 0 else known + number


def _mesh_error(file: str, rule: str, action: str = "") -> ModelError:
    return ModelError(Problem("F10", f"mesh '{Path(file).name}'", rule, action=action))
