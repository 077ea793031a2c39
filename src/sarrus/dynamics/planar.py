"""The rows of cut joints that matter in a planar mechanism.

In a machine that moves in one plane, the rows that forbid motion out of it are redundant: the
other joints forbid it already. Keeping only shifts in the plane and turns about its normal makes
the reactions in the plane unique.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Joint, Model
from sarrus.model.joints import JointType
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, dot, join, matrix_product, norm
from sarrus.topology import Topology

PARALLEL = 1e-9
SHIFTS = {"x": 0, "y": 1, "z": 2}
TILTS = {"tilt_x": (0, 1.0), "tilt_y": (1, 1.0), "tilt_z": (2, 1.0)}


def planar_mixes(topology: Topology, tolerance: float = 0.0) -> dict[str, np.ndarray]:
    """Return, for every cut joint, the combinations of its rows that act in the plane.

    tolerance: of the data [rad], within which axes count as parallel.
    """
    normal = plane_normal(topology.model, tolerance)
    parallel = max(PARALLEL, tolerance)
    held = topology.holding
    return {joint.name: _mix(topology.model, joint, normal, parallel) for joint in held}


def joint_normals(
    model: Model, joints: Iterable[str], tolerance: float = 0.0
) -> dict[str, np.ndarray]:
    """Return the normal of the plane in the axes of joints, which it keeps in every position."""
    normal = plane_normal(model, tolerance)
    return {name: _drawn_frame(model, model.joint(name)).rotation.back(normal) for name in joints}


def in_plane(wrench: Array, normal: Array) -> Array:
    """Return what of a wrench acts in the plane: the force across its normal, the moment about it.

    F - n (n . F), n (n . M).
    """
    force, moment = wrench[0:3], wrench[3:6]
    return join(force - normal * dot(normal, force), normal * dot(normal, moment))


def plane_normal(model: Model, tolerance: float = 0.0) -> np.ndarray:
    """Return the normal of the plane in which the mechanism moves, in world axes of the drawing.

    It is the direction about which the first joint with one direction of turning turns. All joints
    must move in the plane across it: revolute axes along it, prismatic ones across.
    """
    frames = {j.name: _drawn_frame(model, j).matrix for j in model.joints}
    own = {j.name: _own_normal(j.type) for j in model.joints}
    found = [matrix_product(frames[name], n) for name, n in own.items() if n is not None]
    if not found:
        raise ModelError(Problem("T05", "planar=True", "needs at least one revolute joint"))
    normal = found[0]
    problems = [
        _not_planar(j)
        for j in model.joints
        if not _fits(j.type, matrix_product(frames[j.name].T, normal), max(PARALLEL, tolerance))
    ]
    if problems:
        raise ModelError(problems)
    return normal


def _own_normal(kind: JointType) -> np.ndarray | None:
    """Return the normal, in F, of the plane in which a joint moves; None if it has none."""
    _, turns = _motions(kind)
    if np.linalg.matrix_rank(turns, tol=PARALLEL) != 1:
        return None
    normal = turns[:, int(np.argmax(np.linalg.norm(turns, axis=0)))]
    normal = normal / norm(normal)
    return normal if _fits(kind, normal) else None


def _fits(kind: JointType, normal: np.ndarray, parallel: float = PARALLEL) -> bool:
    """Tell whether a joint shifts across a normal, in F, and turns about it or about all axes."""
    shifts, turns = _motions(kind)
    if np.max(np.abs(normal @ shifts), initial=0.0) > parallel:
        return False
    at_once = kind.subspace(kind.neutral())[3:6] if kind.nv else turns
    ball = np.linalg.matrix_rank(at_once, tol=PARALLEL) == 3
    along = np.max(np.abs(np.cross(turns.T, normal)), initial=0.0) <= parallel
    return bool(ball or along)


def _motions(kind: JointType) -> tuple[np.ndarray, np.ndarray]:
    """Return shifts and turns that a joint allows at some positions, 3 x n each, in F's axes."""
    if not kind.nv:
        return np.zeros((3, 0)), np.zeros((3, 0))
    shifts, turns = [], []
    for size in (0.0, 0.2, -0.3):
        q = kind.add(kind.neutral(), np.full(kind.nv, size))
        R, S = kind.pose(q).matrix, kind.subspace(q)
        shifts.append(matrix_product(R, S[0:3]))
        turns.append(matrix_product(R, S[3:6]))
    return np.concatenate(shifts, axis=1), np.concatenate(turns, axis=1)


def _not_planar(joint: Joint) -> Problem:
    return Problem(
        "T05",
        f"joint '{joint.name}'",
        f"a {joint.type.type_name} joint with this axis does not move in the plane of the others",
        action="leave out planar=True, or correct the axis",
    )


def _drawn_frame(model: Model, joint: Joint) -> Transform:
    X_WP = (
        Transform.identity() if joint.parent == GROUND else model.body(joint.parent).pose.transform
    )
    return X_WP @ joint.on_parent.transform


def _mix(model: Model, joint: Joint, normal: np.ndarray, parallel: float) -> np.ndarray:
    """Return the rows of the joint's type, combined: shifts across the normal, turns about it."""
    names = joint.type.row_names
    n = _drawn_frame(model, joint).rotation.back(normal)
    rows = [row for k, row in enumerate(np.eye(len(names))) if _acts(joint, k, n, parallel)]
    shifts = [k for k, name in enumerate(names) if name in SHIFTS]
    across = np.array([[n[SHIFTS[names[k]]] for k in shifts]])
    for direction in _null_rows(across) if shifts else ():
        row = np.zeros(len(names))
        row[shifts] = direction
        rows.append(row)
    tilts = {TILTS[name][0]: k for k, name in enumerate(names) if name in TILTS}
    if all(abs(n[axis]) <= parallel for axis in range(3) if axis not in tilts):
        row = np.zeros(len(names))
        for axis, k in tilts.items():
            row[k] = n[axis]
        if np.linalg.norm(row) > 0.5:
            rows.append(row)
    return np.array(rows).reshape(len(rows), len(names))


def _acts(joint: Joint, k: int, n: np.ndarray, parallel: float) -> bool:
    """Tell whether a row that is neither a shift nor a tilt, such as a length, acts in the plane.

    It does unless it forbids nothing but shifts along the normal n and turns across it.
    """
    kind = joint.type
    if kind.row_names[k] in SHIFTS or kind.row_names[k] in TILTS:
        return False
    if not kind.in_tree:
        return True
    row = kind.residual_rows(kind.pose(kind.neutral()))[k]
    out_of_it = np.concatenate([n * dot(n, row[0:3]), row[3:6] - n * dot(n, row[3:6])])
    return bool(np.max(np.abs(row - out_of_it)) > parallel)


def _null_rows(row: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis of the directions across one row, along axes where it can be."""
    n = row.shape[1]
    kept = [k for k in range(n) if abs(row[0, k]) <= PARALLEL]
    simple = [np.eye(n)[k] for k in kept]
    rest = [k for k in range(n) if k not in kept]
    if len(rest) < 2:
        return np.array(simple).reshape(len(simple), n)
    u = np.zeros((len(rest) - 1, n))
    u[:, rest] = np.linalg.svd(row[:, rest])[2][1:]
    return np.vstack([*simple, u]) if simple else u
