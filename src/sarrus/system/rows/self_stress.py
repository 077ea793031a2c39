"""Self-stresses of loops at many states: what redundant rows leave open.

Loops with redundant rows can be under stress without any load: the left null space of their
rows, all those that their joints have in space. A planar system has fewer, and none of these decide
what passes across its plane. States with equally many self-stresses are looked at together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import TOLERANCE

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.rows.chunk import Chunk

UNIQUE = 1e-7
"""A load that a self-stress changes by more than this, as part of its size, is not unique."""
WELL = 0.1
"""Least diagonal of the factor of scaled normal equations that lose two digits at most, and whose
solutions need no correction."""
LOOSE = 1e-9
"""A drive that takes part in a self-stress by more than this has no effort of its own."""


NOISE = 100.0
"""Parts of a self-stress below so many times the noise of rows that are set aside are noise too."""


def unique_limit(loops: Loops) -> float:
    """Return the part of its size below which a self-stress leaves a load alone."""
    return UNIQUE if loops.set_aside is None else max(UNIQUE, NOISE * loops.set_aside.noise)


@dataclass(frozen=True, eq=False)
class Stresses:
    """The self-stresses of some states.

    rows: the states within their chunk; loops: those whose rows are meant, in space; Z: states x
    rows x k, multipliers and then efforts of drives; lam: multipliers of the system's own rows;
    wrench, reaction: what each does to all joints, states x k x joints x 6.
    """

    rows: np.ndarray
    loops: Loops
    Z: np.ndarray
    lam: np.ndarray
    wrench: np.ndarray
    reaction: np.ndarray


def own_stresses(chunk: Chunk) -> list[Stresses]:
    """Return the self-stresses of the loops alone."""
    return _stresses(chunk, drives=False)


def all_stresses(chunk: Chunk) -> list[Stresses]:
    """Return the self-stresses of the loops together with driven rates."""
    if not chunk.solution.drives.shape[1]:
        return chunk.once(own_stresses)
    return _stresses(chunk, drives=True)


def loose_efforts(chunk: Chunk) -> Mapping[tuple[str, int], np.ndarray]:
    """Return at which states the efforts on driven velocities are not unique."""
    solution, m = chunk.solution, chunk.system.compiled.spatial_loops.m
    if solution.loose is not None:
        return solution.loose
    found = {place: np.zeros(len(chunk), dtype=bool) for place in solution.drive_places}
    for some in chunk.once(all_stresses) if solution.drive_places else ():
        scale = np.maximum(np.max(np.abs(some.Z), axis=(1, 2), keepdims=True), 1e-300)
        free = np.any(np.abs(some.Z[:, m:]) > LOOSE * scale, axis=2)
        for k, place in enumerate(solution.drive_places):
            found[place][some.rows] |= free[:, k]
    return found


def _stresses(chunk: Chunk, drives: bool) -> list[Stresses]:
    system, solution = chunk.system, chunk.solution
    loops = system.compiled.spatial_loops
    if not loops.m:
        return []
    extra = drives and solution.drives.shape[1] > 0
    dynamics = system.compiled.closed_dynamics
    structural = not dynamics.is_drawn or loops.m > dynamics.rank
    which = np.arange(len(chunk)) if structural or extra else np.flatnonzero(~solution.well)
    which = which[np.all(np.isfinite(chunk.closure["Phi"][which]), axis=(1, 2))]
    if not len(which):
        return []
    bases = _left_null_spaces(chunk, which, extra)
    sizes = np.array([Z.shape[1] for Z in bases])
    found = []
    for size in sorted(set(sizes[sizes > 0].tolist())):  # np.unique loads masked arrays
        same = np.flatnonzero(sizes == size)
        found.append(_stresses_of(chunk, which[same], np.stack([bases[k] for k in same]), extra))
    return found


def _left_null_spaces(chunk: Chunk, which: np.ndarray, extra: bool) -> list[np.ndarray]:
    """Return the left null spaces of the rows at some states; those of motions are known.

    But for planar systems, whose motions know the rows in the plane only.
    """
    known, compiled = chunk.solution.null_spaces, chunk.system.compiled
    if compiled.spatial_loops is not compiled.loops:
        known = None
    if known is not None and (extra or not chunk.solution.drives.shape[1]):
        return [known[k] for k in which]
    u, rank = _decomposition(chunk, which, extra)
    return [u[k][:, rank[k] :] for k in range(len(which))]


def _decomposition(chunk: Chunk, which: np.ndarray, extra: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the left singular vectors, times the scales of the rows, and the ranks.

    As `ScaledMatrix`, for many states at once.
    """
    loops, solution = chunk.system.compiled.spatial_loops, chunk.solution
    A = chunk.outputs(loops.closure_kernel)["Phi"][which]
    scale = np.broadcast_to(loops.row_scale, (len(which), loops.m))
    if extra:
        A = np.concatenate([A, solution.drives[which]], axis=1)
        scale = np.concatenate([scale, solution.drive_scale[which]], axis=1)
    if loops.set_aside is not None:
        A = A.copy()
        for k in range(len(A)):
            A[k, : loops.m] = loops.scaled_matrix(A[k, : loops.m]).A
    n, m, nv = A.shape
    if not nv:
        return scale[:, :, None] * np.eye(m), np.zeros(n, dtype=int)
    u, s, _ = np.linalg.svd(scale[:, :, None] * A * loops.column_scale)
    rank = np.sum(s > TOLERANCE * np.maximum(s[:, :1], 1.0), axis=1)
    return scale[:, :, None] * u, rank


def _stresses_of(chunk: Chunk, rows: np.ndarray, Z: np.ndarray, extra: bool) -> Stresses:
    """Return what the columns of Z do to all joints of the states."""
    own, loops = chunk.system.compiled.loops, chunk.system.compiled.spatial_loops
    n, _, k = Z.shape
    # all columns of all states are rows of one call: a self-stress is a load like any other
    each = np.repeat(rows, k)
    columns = np.swapaxes(Z, 1, 2).reshape(n * k, -1)
    tau_cut = np.zeros((n * k, loops.n_cut_v))
    for row, place in chunk.solution.driven_cuts if extra else ():
        tau_cut[:, place] += columns[:, row + loops.m - own.m]
    lam = np.ascontiguousarray(columns[:, : loops.m])
    inputs = {"q": chunk.q[each], "lam": lam, "tau_cut": tau_cut, "t": chunk.t[each, None]}
    more = {name: values[each] for name, values in chunk.own_rows.items()}
    out = outputs_of_rows(loops.stress_kernel, inputs | more, chunk.inputs)
    shape = (n, k, len(loops.joints), 6)
    lam = own.multipliers_of(Z[:, : loops.m])
    loads = (out[name].reshape(shape) for name in ("wrench", "reaction"))
    return Stresses(rows, loops, Z, lam, *loads)
