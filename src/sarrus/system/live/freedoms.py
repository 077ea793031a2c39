"""Which coordinates are held while one is driven, so that a mechanism has one way to go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model import GROUND
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

INDEPENDENT = 1e-6
"""What a coordinate must add to those chosen before, as a part of its own freedom."""


def held_with(
    system: System, state: State, name: str, driven: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the coordinates that are held while a coordinate is driven.

    One for each freedom that is left, of joints with one coordinate in the tree: those that are
    driven anyway, those at the ground, then the others. Freedoms that no such joint has stay free.
    """
    loops, layout = system.compiled.loops, system.compiled.layout
    Phi = loops.scaled_matrix(loops.closure(state.q)[1])
    free = _null_space(
        Phi.A * Phi.rows[:, None] * Phi.columns if loops.m else np.zeros((0, system.nv))
    )
    single = {
        joint.coordinate_names[0]: (joint, layout.v_slice[joint.name].start)
        for joint in system.model.joints
        if joint.name in layout.v_slice and joint.type.nv == 1 and joint.type.nq == 1
    }
    vector, place = system.compiled.located_rate(name)
    if vector == "v":
        rows = [free[place.start]]
    else:
        rows = [(loops.closure(state.q)[3][place.start] * loops.column_scale) @ free]
    order = sorted(
        (key for key in single if key != name),
        key=lambda key: (key not in driven, single[key][0].parent != GROUND),
    )
    held = []
    for key in order:
        if len(rows) == free.shape[1]:
            break
        row = free[single[key][1]]
        basis = np.linalg.qr(np.array(rows).T)[0]
        rest = row - basis @ (basis.T @ row)
        if np.linalg.norm(rest) > INDEPENDENT * max(1.0, float(np.linalg.norm(row))):
            rows.append(row)
            held.append(key)
    return tuple(held)


def _null_space(A: np.ndarray) -> np.ndarray:
    """Return orthonormal columns that A maps to zero."""
    if not A.size:
        return np.eye(A.shape[1])
    _, values, vt = np.linalg.svd(A)
    rank = int(np.sum(values > 1e-9 * max(values[0], 1e-300)))
    return np.asarray(vt[rank:].T)
