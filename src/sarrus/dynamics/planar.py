"""The rows of cut joints that matter in a planar mechanism.

In a machine that moves in one plane, the rows that forbid motion out of it are redundant: the
other joints forbid it already. Keeping only shifts in the plane and turns about its normal makes
the reactions in the plane unique.
"""

from __future__ import annotations

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Joint, Model
from sarrus.spatial import Transform
from sarrus.topology import Topology

PARALLEL = 1e-9
SHIFTS = {"x": 0, "y": 1, "z": 2}
TILTS = {"tilt_x": (0, 1.0), "tilt_y": (1, 1.0), "tilt_z": (2, 1.0)}


def planar_mixes(topology: Topology) -> dict[str, np.ndarray]:
    """Return, for every cut joint, the combinations of its rows that act in the plane."""
    normal = plane_normal(topology.model)
    return {joint.name: _mix(topology.model, joint, normal) for joint in topology.cuts}


def plane_normal(model: Model) -> np.ndarray:
    """Return the normal of the plane in which the mechanism moves, in world axes of the drawing.

    All revolute axes must be parallel to it and all prismatic ones perpendicular.
    """
    axes = {j.name: _drawn_frame(model, j).matrix for j in model.joints}
    turning = [
        axes[j.name][:, 2] for j in model.joints if j.type.type_name in ("revolute", "planar")
    ]
    if not turning:
        raise ModelError(Problem("T05", "planar=True", "needs at least one revolute joint"))
    normal = turning[0]
    problems = [
        _not_planar(j)
        for j in model.joints
        if not _fits(j.type.type_name, axes[j.name][:, 2], normal)
    ]
    if problems:
        raise ModelError(problems)
    return normal


def _fits(kind: str, z: np.ndarray, normal: np.ndarray) -> bool:
    if kind in ("revolute", "planar"):
        return bool(np.linalg.norm(np.cross(z, normal)) <= PARALLEL)
    if kind == "prismatic":
        return bool(abs(z @ normal) <= PARALLEL)
    return kind in ("weld", "spherical", "distance")


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


def _mix(model: Model, joint: Joint, normal: np.ndarray) -> np.ndarray:
    """Return the rows of the joint's type, combined: shifts across the normal, turns about it."""
    names = joint.type.row_names
    if names == ("length",):
        return np.eye(1)
    n = _drawn_frame(model, joint).matrix.T @ normal
    rows = []
    shifts = [k for k, name in enumerate(names) if name in SHIFTS]
    across = np.array([[n[SHIFTS[names[k]]] for k in shifts]])
    for direction in _null_rows(across):
        row = np.zeros(len(names))
        row[shifts] = direction
        rows.append(row)
    tilts = {TILTS[name][0]: k for k, name in enumerate(names) if name in TILTS}
    if all(abs(n[axis]) <= PARALLEL for axis in range(3) if axis not in tilts):
        row = np.zeros(len(names))
        for axis, k in tilts.items():
            row[k] = n[axis]
        if np.linalg.norm(row) > 0.5:
            rows.append(row)
    return np.array(rows).reshape(len(rows), len(names))


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
