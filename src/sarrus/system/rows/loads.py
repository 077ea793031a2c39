"""Wrenches and reactions of all joints at rows of states, and which of them are unique.

A component is unique if no self-stress of the loops changes it, in the axes and at the point asked
for. Where it is not, values are those of smallest norm over all joints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.formulations import RECURSIVE
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.loads import Form, seen_from
from sarrus.system.rows.self_stress import (
    WELL,
    Stresses,
    all_stresses,
    own_stresses,
    unique_limit,
)

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.rows.chunk import Chunk


REGULAR = 1e-5
"""Least diagonal of the factor of scaled normal equations, whose rounding can be corrected."""


@dataclass(frozen=True, eq=False)
class RowLoads:
    """Loads of all joints on their children about the world's origin, world axes: n x joints x 6.

    lam: the multipliers that go with them; stresses: what is open about them.
    """

    wrench: np.ndarray
    reaction: np.ndarray
    lam: np.ndarray
    stresses: list[Stresses]


def row_loads(chunk: Chunk) -> RowLoads:
    """Return the loads of all joints at all states of a chunk."""
    loops = chunk.system.compiled.loops
    usual = chunk.formulation == RECURSIVE
    kernel = loops.load_kernel if usual else loops.load_kernel_by(chunk.formulation)
    out = outputs_of_rows(kernel, chunk.rows_of(kernel), chunk.inputs)
    wrench, reaction = out["wrench"], out["reaction"]
    lam = chunk.solution.lam.copy()
    stresses = chunk.once(own_stresses)
    if stresses:
        at_M = chunk.of_all("frames")["at_M"]
        now = np.nan_to_num(_comparable_loads(reaction[:, None], at_M, loops.length))
    for some, own in zip(stresses, chunk.once(_own_reactions), strict=True):
        n, joints, _, k = own.shape
        z = _least_squares(own.reshape(n, 6 * joints, k), -now[some.rows].reshape(n, 6 * joints))
        for load, stress in ((wrench, some.wrench), (reaction, some.reaction)):
            load[some.rows] += (z[:, None] @ stress.reshape(n, k, -1)).reshape(n, joints, 6)
        lam[some.rows] += (some.lam @ z[:, :, None])[..., 0]
    return RowLoads(wrench, reaction, lam, chunk.once(all_stresses))


def _own_reactions(chunk: Chunk) -> list[np.ndarray]:
    """Return the self-stresses of the loops alone at the joints' own points."""
    at_M, length = chunk.of_all("frames")["at_M"], chunk.system.compiled.loops.length
    return [_comparable_loads(x.reaction, at_M[x.rows], length) for x in chunk.once(own_stresses)]


def _comparable_loads(
    loads: np.ndarray, points: np.ndarray, length: float, turn: np.ndarray | None = None
) -> np.ndarray:
    """Return loads about the joints' points, in axes of theirs, moments divided by a length.

    loads: states x k x joints x 6 about the world's origin; points: states x joints x 3; the
    result, whose entries compare, states x joints x 6 x k. One product for each joint,
    [f, n] -> [R^T f, R^T (n - p x f) / L].
    """
    n, joints, _ = points.shape
    R = np.eye(3)[None, None] if turn is None else turn
    R_T = R.swapaxes(2, 3)
    T = np.zeros((n, joints, 6, 6))
    T[..., 0:3, 0:3] = R_T
    T[..., 3:6, 3:6] = R_T / length
    # -R^T (p x f), column by column: those of R^T times those of the cross product
    x, y, z = points[..., 0, None], points[..., 1, None], points[..., 2, None]
    T[..., 3:6, 0] = (y * R[..., 2, :] - z * R[..., 1, :]) / length
    T[..., 3:6, 1] = (z * R[..., 0, :] - x * R[..., 2, :]) / length
    T[..., 3:6, 2] = (x * R[..., 1, :] - y * R[..., 0, :]) / length
    return T @ loads.transpose(0, 2, 3, 1)


def _least_squares(S: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the smallest z with |S z - b| smallest at every state; S is taller than wide.

    By the normal equations, with a correction of their rounding unless they are well conditioned;
    where columns of S are almost dependent, by singular values. Each state is judged by itself, so
    that others do not change its digits.
    """
    transposed = np.swapaxes(S, 1, 2)
    gram = transposed @ S
    scale = np.maximum(np.sqrt(gram.diagonal(axis1=1, axis2=2)), 1e-300)
    gram = gram / (scale[:, :, None] * scale[:, None, :])
    least = _least_pivots(gram)
    z = np.zeros(S.shape[::2])
    poor, fair = ~(least >= REGULAR), (least >= REGULAR) & (least < WELL)
    if np.any(poor):
        z[poor] = (np.linalg.pinv(S[poor], rcond=1e-10) @ b[poor][..., None])[..., 0]
        if np.all(poor):
            return z

    def solution(which: np.ndarray, right: np.ndarray) -> np.ndarray:
        scaled = (transposed[which] @ right[..., None]) / scale[which][..., None]
        return np.linalg.solve(gram[which], scaled)[..., 0] / scale[which]

    z[~poor] = solution(~poor, b[~poor])
    if np.any(fair):
        z[fair] += solution(fair, b[fair] - (S[fair] @ z[fair][..., None])[..., 0])
    return z


def _least_pivots(gram: np.ndarray) -> np.ndarray:
    """Return the least diagonal of the factor of every matrix, 0 where it is not positive."""
    try:
        return np.linalg.cholesky(gram).diagonal(axis1=1, axis2=2).min(axis=1, initial=1.0)
    except np.linalg.LinAlgError:
        if len(gram) == 1:
            return np.zeros(1)
    return np.concatenate([_least_pivots(one) for one in gram[:, None]])


def joint_labels(chunk: Chunk, joint: str, form: Form) -> tuple[Labels, Labels]:
    """Return what is unique about force and moment of a joint at the states of a chunk."""
    if joint not in chunk.system.compiled.loops.joints:  # a contact that has been separated
        n = len(chunk.q)
        sure = Labels(np.ones((n, 3), dtype=bool), (), np.zeros((n, 0), dtype=bool))
        return sure, sure
    j = chunk.system.compiled.loops.joints.index(joint)
    found = uniqueness_of_joints(chunk, slice(j, j + 1), form)
    force, moment = (
        Labels(found.unique[0, :, k], found.owners, found.blamed[k, 0]) for k in (0, 1)
    )
    return force, moment


@dataclass(frozen=True, eq=False)
class Uniqueness:
    """What is unique about the loads of some joints, and which owners of rows are the reason.

    unique: joints x states x (force, moment) x 3; blamed: (force, moment) x joints x states x
    owners.
    """

    unique: np.ndarray
    owners: tuple[str, ...]
    blamed: np.ndarray


def uniqueness_of_joints(chunk: Chunk, which: slice, form: Form) -> Uniqueness:
    """Return what is unique about force and moment of joints that stand in a row."""
    loads, loops = chunk.joint_loads, chunk.system.compiled.spatial_loops
    point, turn, _ = seen_from(chunk, which, form)
    own = chunk.of_all("frames")["at_M"][:, which]
    far = 1.0 + np.linalg.norm(point - own, axis=2) / loops.length
    count = point.shape[1]
    unique = np.ones((count, len(chunk), 2, 3), dtype=bool)
    owners = tuple(dict.fromkeys(loops.row_owner))
    blamed = np.zeros((2, count, len(chunk), len(owners)), dtype=bool)
    sizes = chunk.once(_wrench_sizes if form.part == "wrench" else _reaction_sizes)
    for number, some in enumerate(loads.stresses):
        rows = some.rows
        stress = (some.wrench if form.part == "wrench" else some.reaction)[:, :, which]
        limit = unique_limit(loops) * sizes[number][:, None, :] * far[rows, :, None]
        change = _comparable_loads(stress, point[rows], loops.length, turn[rows])
        free = np.abs(change, out=change) > limit[:, :, None]
        unique[:, rows] &= ~np.swapaxes(np.any(free, axis=3), 0, 1).reshape(count, -1, 2, 3)
        for part in (0, 1):
            of_part = free[:, :, 3 * part : 3 * part + 3]
            taking = (of_part[:, :, 0] | of_part[:, :, 1] | of_part[:, :, 2]).astype(float)
            named = taking @ chunk.once(stress_owners)[number] > 0.0
            blamed[part][:, rows] |= np.swapaxes(named, 0, 1)
    return Uniqueness(unique, owners, blamed)


def _wrench_sizes(chunk: Chunk) -> list[np.ndarray]:
    return _sizes(chunk, [some.wrench for some in chunk.joint_loads.stresses])


def _reaction_sizes(chunk: Chunk) -> list[np.ndarray]:
    own, stresses = chunk.once(own_stresses), chunk.joint_loads.stresses
    if stresses is own:
        return [_largest(x) for x in chunk.once(_own_reactions)]
    return _sizes(chunk, [some.reaction for some in stresses])


def _sizes(chunk: Chunk, loads: list[np.ndarray]) -> list[np.ndarray]:
    """Return how large each self-stress is anywhere, at the joints' own points: states x k."""
    at_M, length = chunk.of_all("frames")["at_M"], chunk.system.compiled.spatial_loops.length
    stresses = chunk.joint_loads.stresses
    pairs = zip(stresses, loads, strict=True)
    return [_largest(_comparable_loads(load, at_M[some.rows], length)) for some, load in pairs]


def _largest(compared: np.ndarray) -> np.ndarray:
    n, joints, _, k = compared.shape
    every = compared.reshape(n, 6 * joints, k)
    return np.maximum(np.maximum(every.max(axis=1), -every.min(axis=1)), 1e-300)


def stress_owners(chunk: Chunk) -> list[np.ndarray]:
    """Return which owners of rows take part in each self-stress, 1 or 0: states x k x owners."""
    loops = chunk.system.compiled.spatial_loops
    owners = {owner: k for k, owner in enumerate(dict.fromkeys(loops.row_owner))}
    belongs = np.eye(len(owners))[[owners[owner] for owner in loops.row_owner]]
    return [
        (np.swapaxes(rows_in_stress(some.Z, loops), 1, 2).astype(float) @ belongs > 0).astype(float)
        for some in chunk.joint_loads.stresses
    ]


def rows_in_stress(Z: np.ndarray, loops: Loops) -> np.ndarray:
    """Return which rows of loops take part in each self-stress Z: states x rows x k."""
    size = np.abs(Z[:, : loops.m]) / loops.row_scale[:, None]
    return size > unique_limit(loops) * np.maximum(np.max(size, axis=1, keepdims=True), 1e-300)
