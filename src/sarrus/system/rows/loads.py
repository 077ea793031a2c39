"""Wrenches and reactions of all joints at rows of states, and which of them are unique.

A component is unique if no self-stress of the loops changes it, in the axes and at the point asked
for. Where it is not, values are those of smallest norm over all joints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sarrus.system.channels.labels import Labels
from sarrus.system.channels.loads import Form, seen, seen_from
from sarrus.system.rows.self_stress import (
    Stresses,
    all_stresses,
    own_stresses,
    unique_limit,
)

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.rows.chunk import Chunk


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
    out = chunk.outputs(loops.load_kernel)
    at_M = chunk.of_all("frames")["at_M"]
    wrench, reaction = out["wrench"].copy(), out["reaction"].copy()
    lam = chunk.solution.lam.copy()
    for some in chunk.once(own_stresses):
        z = _smallest(some, reaction[some.rows], at_M[some.rows], loops.length)
        wrench[some.rows] += np.einsum("nk,nkji->nji", z, some.wrench)
        reaction[some.rows] += np.einsum("nk,nkji->nji", z, some.reaction)
        lam[some.rows] += np.einsum("nk,nmk->nm", z, some.lam)
    return RowLoads(wrench, reaction, lam, chunk.once(all_stresses))


def _smallest(some: Stresses, reaction: np.ndarray, at_M: np.ndarray, length: float) -> np.ndarray:
    """Return the amounts of the self-stresses that make the reactions smallest together."""

    def flat(loads: np.ndarray, points: np.ndarray) -> np.ndarray:
        moment = loads[..., 3:6] - np.cross(points, loads[..., 0:3])
        both = np.concatenate([loads[..., 0:3], moment / length], axis=-1)
        return both.reshape(*both.shape[:-2], -1)

    S = np.swapaxes(flat(some.reaction, at_M[:, None]), 1, 2)
    now = np.nan_to_num(flat(reaction, at_M))
    return -np.einsum("nkf,nf->nk", np.linalg.pinv(S, rcond=1e-10), now)


def joint_labels(chunk: Chunk, joint: str, form: Form) -> tuple[Labels, Labels]:
    """Return what is unique about force and moment of a joint over all states of a chunk."""
    loads = chunk.once(row_loads)
    loops = chunk.system.compiled.loops
    j = loops.joints.index(joint)
    point, turn, _ = seen_from(chunk, j, form)
    loose = np.zeros((2, 3), dtype=bool)
    because: tuple[set[str], set[str]] = (set(), set())
    for some in loads.stresses:
        stress = some.wrench if form.part == "wrench" else some.reaction
        at, turned = point[some.rows], turn[some.rows]
        force, moment = seen(stress[:, :, j], at[:, None], turned)
        limit = unique_limit(some.loops) * _sizes(stress, at, loops.length)[:, :, None]
        owners = rows_in_stress(some.Z, some.loops)
        for part, change in enumerate((force, moment / loops.length)):
            free = np.abs(change) > limit
            loose[part] |= np.any(free, axis=(0, 1))
            named = np.any(owners & np.any(free, axis=2)[:, None, :], axis=(0, 2))
            because[part].update(some.loops.row_owner[k] for k in np.flatnonzero(named))
    first, second = (
        Labels(tuple(not bool(x) for x in loose[k]), frozenset(because[k])) for k in (0, 1)
    )
    return first, second


def _sizes(stress: np.ndarray, point: np.ndarray, length: float) -> np.ndarray:
    """Return how large each self-stress is anywhere, for telling its zeros: states x k."""
    force = stress[..., 0:3]
    moment = stress[..., 3:6] - np.cross(point[:, None, None], force)
    largest = np.maximum(
        np.max(np.abs(force), axis=(2, 3)), np.max(np.abs(moment), axis=(2, 3)) / length
    )
    return np.maximum(largest, 1e-300)


def rows_in_stress(Z: np.ndarray, loops: Loops) -> np.ndarray:
    """Return which rows of loops take part in each self-stress Z: states x rows x k."""
    size = np.abs(Z[:, : loops.m]) / loops.row_scale[:, None]
    return size > unique_limit(loops) * np.maximum(np.max(size, axis=1, keepdims=True), 1e-300)
