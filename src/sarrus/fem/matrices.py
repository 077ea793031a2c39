"""Mode sets from the matrices of other programs: stiffness, mass, places of the nodes.

The masses at the nodes are those of the rows of the mass matrix; their moments are then changed as
little as possible so that mass, inertia, modal masses and the coupling of both are those of the
matrix itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.fem.reduction import Nodes, reduction
from sarrus.fem.structure import FREEDOMS, stiff_freedoms
from sarrus.late_dataclass import dataclass
from sarrus.model.mode_set import SYMMETRIC, ModeSet, Outline, modes_of_nodes
from sarrus.spatial.arrays import Array

UNITS: dict[str, tuple[float, float, float]] = {
    "m-kg-s": (1.0, 1.0, 1.0),
    "mm-t-s": (1e-3, 1e3, 1.0),
    "mm-kg-ms": (1e-3, 1.0, 1e-3),
    "mm-kg-s": (1e-3, 1.0, 1.0),
    "in-lbf-s": (0.0254, 175.126835, 1.0),
}
"""Length [m], mass [kg] and time [s] of systems of units; forces follow. The mass of the last is
lbf s^2/in = 4.4482216 N s^2/(0.0254 m)."""
ARM = 0.05
"""Part of the length of a body at which turns of its nodes count as shifts."""
RIGID = 1e-6
"""Part of the forces of single entries that rigid motions may leave."""


@dataclass(frozen=True, eq=False)
class MatrixModel:
    """Nodes with stiffness and mass matrices over six freedoms each, in SI units.

    triangles: of the surface, numbers of three nodes each, None where it is not known; numbers: of
    the nodes in their file, None where they have none.
    """

    positions: Array
    stiffness: Any
    mass_matrix: Any
    triangles: Array | None = None
    numbers: tuple[int, ...] | None = None

    @cached_property
    def active(self) -> Array:
        """Places of freedoms that have stiffness."""
        return stiff_freedoms(self.stiffness)

    def rigid_motions(self) -> Array:
        """Return the shifts and turns of all nodes, 6 N x 6, about the origin."""
        found = np.zeros((len(self.positions), FREEDOMS, FREEDOMS))
        found[:] = np.eye(FREEDOMS)
        for node, r in enumerate(self.positions):
            found[node, :3, 3:] = np.cross(np.eye(3), r).T
        return found.reshape(-1, FREEDOMS)


def matrix_model(
    stiffness: Any,
    mass: Any,
    positions: Any,
    *,
    freedoms: Sequence[tuple[int, int]] | None = None,
    units: str = "m-kg-s",
) -> MatrixModel:
    """Return the model of matrices, dense or sparse, of a body that nothing holds.

    positions: of the nodes, N x 3; freedoms: node and direction, 0 to 5, of each row; without it
    all nodes have three, or six, in order. units: m-kg-s, mm-t-s, mm-kg-ms, mm-kg-s or in-lbf-s, of
    all three.
    """
    from scipy.sparse import coo_array, csc_array, diags_array

    if units not in UNITS:
        rule = f"is no system of units; there are {', '.join(UNITS)}"
        raise ModelError(Problem("S95", "matrices / units", rule, repr(units)))
    length, kilograms, seconds = UNITS[units]
    r = np.asarray(positions, dtype=float)
    K, M = csc_array(stiffness, dtype=float), csc_array(mass, dtype=float)
    for name, numbers in (("stiffness", K.data), ("mass", M.data), ("positions", r)):
        if not np.all(np.isfinite(numbers)):
            raise ModelError(
                Problem("S94", f"matrices / {name}", "has numbers that are not finite")
            )
    for name, A in (("stiffness", K), ("mass", M)):
        if A.shape != K.shape or A.shape[0] != A.shape[1]:
            rule = f"has the size {A.shape}, while that of the stiffness is {K.shape}"
            raise ModelError(Problem("S94", f"matrices / {name}", rule))
        if abs(A - A.T).max() > SYMMETRIC * abs(A).max():
            rule = "is not symmetric"
            cause = "only one half of it was written"
            raise ModelError(Problem("S92", f"matrices / {name}", rule, cause=cause))
    rows = _rows(freedoms, K.shape[0], r)
    size = FREEDOMS * len(r)
    put = coo_array((np.ones(len(rows)), (rows, np.arange(len(rows)))), shape=(size, len(rows)))
    put = (diags_array(np.tile([1.0] * 3 + [length] * 3, len(r))) @ put).tocsc()
    made = MatrixModel(
        length * r,
        (kilograms / seconds**2 * (put @ K @ put.T)).tocsc(),
        (kilograms * (put @ M @ put.T)).tocsc(),
    )
    _check_rigid(made)
    return made


def _rows(freedoms: Sequence[tuple[int, int]] | None, size: int, r: Array) -> Array:
    """Return the places of the rows among six freedoms of each node."""
    if r.ndim != 2 or r.shape[1] != 3:
        rule = "must have three numbers for each node"
        raise ModelError(Problem("S94", "matrices / positions", rule, f"{r.shape}"))
    if freedoms is None:
        each = size / len(r)
        if each not in (3, FREEDOMS):
            rule = f"has {size} rows, not 3 or 6 for each of {len(r)} nodes"
            action = "give freedoms: node and direction of each row"
            raise ModelError(Problem("S94", "matrices / stiffness", rule, action=action))
        freedoms = [(node, k) for node in range(len(r)) for k in range(int(each))]
    found = np.array([FREEDOMS * node + k for node, k in freedoms], dtype=int)
    known = all(0 <= node < len(r) and 0 <= k < FREEDOMS for node, k in freedoms)
    if len(found) != size or not known or len(set(found.tolist())) != size:
        rule = f"must be {size} different pairs of node and direction"
        raise ModelError(Problem("S94", "matrices / freedoms", rule, f"{len(found)} pairs"))
    return found


def _check_rigid(model: MatrixModel) -> None:
    """Refuse a stiffness that resists rigid motions."""
    is_active = np.zeros(FREEDOMS * len(model.positions))
    is_active[model.active] = 1.0
    motions = model.rigid_motions() * is_active[:, None]
    K, magnitude = model.stiffness, abs(model.stiffness)
    found = [
        float(np.linalg.norm(K @ u) / max(float(np.linalg.norm(magnitude @ abs(u))), 1e-300))
        for u in motions.T
    ]
    turns = found[3:]
    if max(found[:3]) > RIGID:
        rule = "resists rigid shifts, as that of a body that is held"
        action = "export the matrices of the free body, without supports"
        value = f"{max(found[:3]):.3g} of the largest forces"
        raise ModelError(Problem("S95", "matrices / stiffness", rule, value, action=action))
    if max(turns) > RIGID:
        rule = "resists rigid turns, although not rigid shifts: the places of the nodes do not fit"
        cause = "positions in another unit than the matrices, or nodes in another order"
        value = f"{max(turns):.3g} of the largest forces"
        raise ModelError(Problem("S95", "matrices / positions", rule, value, cause=cause))


def modes_of_matrices(
    model: MatrixModel,
    interfaces: Mapping[str, Nodes],
    *,
    modes: int,
    reference: str | None = None,
    keep: int | None = None,
    stresses: Mapping[str, Any] | None = None,
    triangles: Any = None,
) -> ModeSet:
    """Return the mode set of a model of matrices; options as those of `craig_bampton`.

    stresses: names of places with the stress there by the six freedoms of all nodes, 6 N numbers
    [Pa/m, Pa]; triangles: of the surface by which the body is drawn, numbers of three nodes each,
    those of the model without it.
    """

    def largest(shapes: Array) -> Array:
        by_node = np.max(np.abs(shapes.reshape(-1, FREEDOMS, shapes.shape[1])), axis=0)
        # turns alone, as of twist, count at an arm across the body
        arm = ARM * float(np.max(np.ptp(model.positions, axis=0)))
        found: Array = np.max(by_node * np.array([[1.0]] * 3 + [[arm]] * 3), axis=0)
        return found

    found = reduction(model, interfaces, largest, modes, reference, keep)
    T = found.basis.shapes
    rows_of_stress = {name: _stress_row(name, row, T) for name, row in (stresses or {}).items()}
    triangles = model.triangles if triangles is None else triangles
    surface = None if triangles is None else _surface(triangles, model, found.origin, T)
    M = model.mass_matrix
    n = T.shape[1]
    R = MatrixModel(model.positions - found.origin, M, M).rigid_motions()
    by_node = T.reshape(-1, FREEDOMS, n)
    rows = (M @ R[:, :3]).reshape(-1, FREEDOMS, 3)
    masses = np.maximum(np.mean([rows[:, k, k] for k in range(3)], axis=0), 0.0)
    made = modes_of_nodes(
        masses=masses,
        inertias=_node_inertias(model),
        positions=model.positions - found.origin,
        shapes=by_node[:, :3],
        turns=by_node[:, 3:],
        stiffness=found.stiffness,
        interfaces=found.interfaces,
        mass=T.T @ (M @ T),
        rigid=np.concatenate([R.T @ (M @ R), R.T @ (M @ T)], axis=1),
        stresses=rows_of_stress,
    )
    return made if surface is None else replace(made, outline=surface)


def _stress_row(name: str, row: Any, T: Array) -> Array:
    """Return the stress at a place by the modal coordinates, from that by all freedoms."""
    found = np.asarray(row, dtype=float).ravel()
    if len(found) != len(T):
        rule = f"has {len(found)} numbers, not six for each of {len(T) // FREEDOMS} nodes"
        raise ModelError(Problem("S94", f"matrices / stress '{name}'", rule))
    return found @ T


def _surface(triangles: Any, model: MatrixModel, origin: Array, T: Array) -> Outline:
    """Return the surface of triangles between nodes."""
    count = len(model.positions)
    corners = np.asarray(triangles)
    fits = corners.ndim == 2 and corners.shape[1] == 3 and corners.dtype.kind in "iu"
    if not fits or np.min(corners, initial=0) < 0 or np.max(corners, initial=0) >= count:
        rule = f"must be three numbers of nodes each, from 0 to {count - 1}"
        raise ModelError(Problem("S94", "matrices / triangles", rule))
    used, numbers = np.unique(corners, return_inverse=True)
    shapes = T.reshape(count, FREEDOMS, -1)[used, :3]
    return Outline(
        model.positions[used] - origin, shapes, np.zeros((0, T.shape[1])), numbers.reshape(-1, 3)
    )


def _node_inertias(model: MatrixModel) -> Array:
    """Return the inertia of nodes about themselves: sums of rows over turns alone, N x 3 x 3."""
    count = len(model.positions)
    turns = np.zeros((count, FREEDOMS, 3))
    turns[:, 3:] = np.eye(3)
    rows = (model.mass_matrix @ turns.reshape(-1, 3)).reshape(count, FREEDOMS, 3)
    J = np.array([np.maximum(np.diag(block), 0.0) for block in rows[:, 3:]])
    # no mass is spread by less than nothing along an axis
    spread = np.maximum(0.5 * np.sum(J, axis=1)[:, None] - J, 0.0)
    diagonals = np.sum(spread, axis=1)[:, None] - spread
    return np.array([np.diag(row) for row in diagonals])
