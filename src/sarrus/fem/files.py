"""Matrices and nodes from files of other programs: Matrix Market, CalculiX, Abaqus.

CalculiX writes them with `*FREQUENCY, SOLVER=MATRIXSTORAGE`: job.sti and job.mas hold the entries
of one half of stiffness and mass, "row column value" counted from 1, and job.dof the freedom of
each row, "node.direction" (Dhondt, CalculiX CrunchiX user's manual). Nodes stand in blocks `*NODE`
of the input file, "number, x, y, z".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import Location, ModelError, Problem
from sarrus.fem.matrices import MatrixModel, matrix_model
from sarrus.spatial.arrays import Array

File = str | PathLike[str]
HIGHEST = 1_000_000_000
"""Number of a node beyond which it is none."""
DIGITS = 9
"""Of numbers of nodes."""
LARGEST = 20_000_000
"""Rows of a matrix."""


def read_matrix(path: File) -> Any:
    """Return the sparse matrix of a file in the format Matrix Market, with both halves.

    Real numbers, by coordinates or as an array, general or symmetric. Raises ModelError (S97) for a
    file that is none.
    """
    from scipy.sparse import coo_array

    lines = text_lines(path)
    words = (lines[0] if lines else "").lower().split()
    known = len(words) == 5 and words[:2] == ["%%matrixmarket", "matrix"]
    if not known or words[2] not in SIZES or words[3] not in REAL or words[4] not in HALVES:
        rule = "is no real matrix in the format Matrix Market, general or symmetric"
        raise ModelError(unreadable(path, rule, 1, lines[0] if lines else ""))
    _, _, form, _, symmetry = words
    rest = [line for line in lines[1:] if line.strip() and not line.startswith("%")]
    try:
        sizes = [int(word) for word in rest[0].split()]
        numbers = np.array(" ".join(rest[1:]).split(), dtype=float)
    except (ValueError, IndexError, OverflowError) as problem:
        raise ModelError(unreadable(path, f"is no matrix: {problem}")) from None
    if len(sizes) != SIZES[form] or not all(0 < n <= LARGEST for n in sizes[:2]):
        raise ModelError(unreadable(path, "has no size of a matrix", value=rest[0]))
    is_half = symmetry == "symmetric"
    if is_half and sizes[0] != sizes[1]:
        raise ModelError(unreadable(path, "is symmetric, but not square", value=rest[0]))
    n = sizes[0]
    each = 3 if form == "coordinate" else 1
    whole = n * (n + 1) // 2 if is_half else n * sizes[1]
    wanted = sizes[2] if form == "coordinate" else whole
    if len(numbers) != each * wanted:
        rule = f"has {len(numbers) / each:g} entries, not {wanted} as it says"
        raise ModelError(unreadable(path, rule))
    if form == "coordinate":
        rows, columns, values = numbers.reshape(-1, 3).T
    else:
        columns, rows = np.divmod(np.arange(n * sizes[1]), n)
        if is_half:
            columns, rows = columns[rows >= columns], rows[rows >= columns]
        rows, columns, values = rows + 1.0, columns + 1.0, numbers
    places = np.array([rows, columns])
    bounds = np.array(sizes[:2])[:, None]
    if not (np.all(np.isfinite(numbers)) and np.all((places >= 1) & (places <= bounds))):
        raise ModelError(unreadable(path, "has entries outside of the matrix, or not finite"))
    i, j = places.astype(int) - 1
    found = coo_array((values, (i, j)), shape=tuple(sizes[:2])).tocsc()
    if is_half:
        off = i != j
        found = found + coo_array((values[off], (j[off], i[off])), shape=found.shape).tocsc()
    return found


SIZES = {"coordinate": 3, "array": 2}
"""Forms, with the count of the numbers of their sizes."""
REAL = ("real", "double", "integer")
HALVES = ("general", "symmetric")


def read_nodes(path: File) -> dict[int, Array]:
    """Return the places of nodes by number, from the blocks *NODE of an input file."""
    found: dict[int, Array] = {}
    inside = False
    for number, line in enumerate(text_lines(path), 1):
        text = line.strip()
        if text.startswith("**") or not text:
            continue
        if text.startswith("*"):
            inside = text.split(",")[0].strip().upper() == "*NODE"
        elif inside:
            parts = text.rstrip(",").split(",")
            try:
                found[int(parts[0])] = np.array([float(x) for x in parts[1:4]] + [0.0] * 3)[:3]
            except ValueError:
                rule = "is no node: number, x, y, z"
                raise ModelError(unreadable(path, rule, number, text)) from None
    if not found:
        raise ModelError(unreadable(path, "has no block *NODE"))
    return found


def read_faces(path: File) -> Array:
    """Return the triangles on the outside of the solids and shells of an input file.

    Numbers of the nodes as in the file, T x 3: faces in the blocks *ELEMENT that belong to one
    element alone, without nodes between corners. Elements of other kinds have none.
    """
    shells: list[tuple[int, ...]] = []
    of_solids: dict[frozenset[int], list[tuple[int, ...]]] = {}
    for kind, nodes in _elements(path):
        for face in FACES[kind]:
            corners = tuple(nodes[k] for k in face)
            if kind.startswith("S"):
                shells.append(corners)
            else:
                of_solids.setdefault(frozenset(corners), []).append(corners)
    outside = [faces[0] for faces in of_solids.values() if len(faces) == 1]
    found = [
        (face[0], face[k], face[k + 1])
        for face in (*outside, *shells)
        for k in range(1, len(face) - 1)
    ]
    return np.array(found, dtype=int).reshape(-1, 3)


TETRAHEDRON = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))
WEDGE = ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5))
BRICK = (
    (0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7),
)  # fmt: skip
FACES: dict[str, tuple[tuple[int, ...], ...]] = {
    "C3D4": TETRAHEDRON, "C3D10": TETRAHEDRON, "C3D6": WEDGE, "C3D15": WEDGE, "C3D8": BRICK,
    "C3D20": BRICK, "S3": ((0, 1, 2),), "S6": ((0, 1, 2),), "S4": ((0, 1, 2, 3),),
    "S8": ((0, 1, 2, 3),),
}  # fmt: skip
"""Faces of elements by their corners, which are the first of their nodes."""
KIND = re.compile(r"TYPE\s*=\s*(C3D\d+|S\d+)[A-Z]*", re.IGNORECASE)


def _elements(path: File) -> Iterator[tuple[str, list[int]]]:
    """Yield the kind and the nodes of the elements that have faces."""
    kind, own = "", list[int]()
    for number, line in enumerate(text_lines(path), 1):
        text = line.strip()
        if text.startswith("**") or not text:
            continue
        if text.startswith("*"):
            found = KIND.search(text) if text.upper().startswith("*ELEMENT") else None
            kind, own = found[1].upper() if found else "", []
            kind = kind if kind in FACES else ""
            continue
        if not kind:
            continue
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not all(part.isdecimal() and len(part) <= DIGITS for part in parts):
            rule = "is no element: number, nodes"
            raise ModelError(unreadable(path, rule, number, text))
        own += [int(part) for part in parts]
        count = int(re.sub(r".*D|S", "", kind))
        if len(own) > count:
            yield kind, own[1 : count + 1]
            own = []


def read_calculix(job: File, nodes: File | None = None, *, units: str = "m-kg-s") -> MatrixModel:
    """Return the model that CalculiX has written: job.sti, job.mas, job.dof and nodes of job.inp.

    job: the name without an ending; nodes: another file with the nodes; units as in
    `matrix_model`. The nodes keep their order of numbers: node 0 of the model is the lowest. The
    surface is that of the elements of the file with the nodes.
    """
    base = Path(job)
    drawn = base.with_name(base.name + ".inp") if nodes is None else nodes
    places = read_nodes(drawn)
    file = base.with_name(base.name + ".dof")
    pairs = []
    for number, line in enumerate(text_lines(file), 1):
        if line.strip():
            node, _, direction = line.strip().partition(".")
            if not (node.isdigit() and direction in "123" and direction and int(node) in places):
                rule = "is no freedom of a node: node.direction, 1 to 3"
                raise ModelError(unreadable(file, rule, number, line.strip()))
            pairs.append((int(node), int(direction) - 1))
    used = sorted({node for node, _ in pairs})
    index = {node: k for k, node in enumerate(used)}
    size = len(pairs)
    K, M = (_half_matrix(base.with_name(base.name + end), size) for end in (".sti", ".mas"))
    freedoms = [(index[node], k) for node, k in pairs]
    positions = np.array([places[node] for node in used])
    made = matrix_model(K, M, positions, freedoms=freedoms, units=units)
    kept = [[index[k] for k in row] for row in read_faces(drawn).tolist() if {*row} <= {*index}]
    made = replace(made, numbers=tuple(used))
    return replace(made, triangles=np.array(kept)) if kept else made


def _half_matrix(path: Path, size: int) -> Any:
    """Return a symmetric matrix of which a file has one half."""
    from scipy.sparse import coo_array

    rows, columns, values = [], [], []
    for number, line in enumerate(text_lines(path), 1):
        parts = line.split()
        if not parts:
            continue
        try:
            i, j, x = int(parts[0]) - 1, int(parts[1]) - 1, float(parts[2].replace("D", "E"))
        except (ValueError, IndexError):
            rule = "is no entry of a matrix: row, column, value"
            raise ModelError(unreadable(path, rule, number, line.strip())) from None
        if not (0 <= i < size and 0 <= j < size):
            rule = f"is outside of the {size} freedoms"
            raise ModelError(unreadable(path, rule, number, line.strip()))
        pairs = {(i, j), (j, i)}
        rows += [a for a, _ in pairs]
        columns += [b for _, b in pairs]
        values += [x] * len(pairs)
    return coo_array((values, (rows, columns)), shape=(size, size)).tocsc()


def text_lines(path: File) -> list[str]:
    """Return the lines of a file; raises ModelError (S97) where it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as problem:
        raise ModelError(unreadable(path, f"cannot be read: {problem.strerror}")) from None


def unreadable(path: File, rule: str, line: int | None = None, value: str = "") -> Problem:
    """Return the problem of a file that is not as its format asks."""
    location = None if line is None else Location(fspath(path), line, 1)
    action = "write the file again, and compare the line with the format"
    return Problem("S97", f"file '{path}'", rule, value[:80], action=action, location=location)
