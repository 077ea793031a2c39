"""Angles of cut joints as sums of angles of the tree, which count whole turns.

The pose of a cut joint tells its angle but for whole turns. In a loop whose hinges are all
parallel, as in plane linkages and screws, the turn of the child relative to the parent is the sum
of the turns on the way from one to the other, however far they go:

    angle = offset + sum of s_k q_k,  s_k = 1 or -1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.dynamics.kinematics import Positions, positions
from sarrus.dynamics.tree import AngleSum, Cut, Tree
from sarrus.model.joints import JointType

PARALLEL, NEARLY = 1e-9, 1e-2
"""Sines of angles between axes that count as parallel, and as parallel but for real data."""


@dataclass(frozen=True)
class _Turn:
    """The only direction in which a joint turns: its velocity, and the axis in the world."""

    place: int
    axis: np.ndarray


def angle_sums(tree: Tree, exactly: bool = True) -> tuple[AngleSum | None, ...]:
    """Return the sum of each cut joint of a tree in numbers, None where there is none.

    exactly: whether axes are those of the model, and no inputs of kernels.
    """
    if not tree.cuts:
        return ()
    at_zero = [link.type.neutral() for link in tree.links]
    where = positions(tree, np.concatenate(at_zero) if at_zero else np.zeros(0))
    return tuple(_angle_sum(where, cut, exactly) for cut in tree.cuts)


def _angle_sum(where: Positions, cut: Cut, exactly: bool) -> AngleSum | None:
    X_WF = where.frame(cut.parent) @ cut.X_PF
    own = _turns(cut.type, X_WF.matrix)
    if not cut.type.is_drawn:  # its angle in the drawing says nothing
        return None
    if own is None or len(own) != 1 or not cut.type.periodic[own[0].place]:
        return None
    axis, terms, off = own[0].axis, {}, 0.0
    for i, way in _loop(where.tree, cut):
        link = where.tree.links[i]
        turns = _turns(link.type, where.world[i].matrix)
        if turns is None:
            return None
        for turn in turns:
            off = max(off, float(np.linalg.norm(np.cross(turn.axis, axis))))
            terms[link.q.start + turn.place] = way * float(np.sign(turn.axis @ axis))
    if off > NEARLY:
        return None
    X_FM = X_WF.inverse @ (where.frame(cut.child) @ cut.X_CM)
    offset = float(cut.type.coordinates_of(X_FM)[own[0].place])
    offset = 0.0 if abs(offset) < PARALLEL else offset
    exact = exactly and off <= PARALLEL
    return AngleSum(own[0].place, offset, tuple(sorted(terms.items())), exact)


def _loop(tree: Tree, cut: Cut) -> list[tuple[int, float]]:
    """Return the links of a loop: 1 for those on the child's side of it, -1 on the parent's."""
    child, parent = (_to_ground(tree, i) for i in (cut.child, cut.parent))
    return [
        *((i, 1.0) for i in child if i not in parent),
        *((i, -1.0) for i in parent if i not in child),
    ]


def _to_ground(tree: Tree, index: int) -> list[int]:
    found, i = [], index
    while i >= 0:
        found.append(i)
        i = tree.links[i].parent
    return found


def _turns(kind: JointType, R_WC: np.ndarray) -> list[_Turn] | None:
    """Return the one direction in which a joint turns, or none; None if there are several.

    The axis must be fixed in both bodies, and the coordinate the angle about it.
    """
    if kind.quaternion_at is not None:
        return None
    anywhere = np.linspace(0.31, 0.73, kind.nq)
    here, there = kind.subspace(np.zeros(kind.nq))[3:6], kind.subspace(anywhere)[3:6]
    places = [k for k in range(kind.nv) if np.any(np.abs(there[:, k]) > 1e-12)]
    if not places:
        return []
    k = places[0]
    steady = np.allclose(here[:, k], there[:, k], rtol=0.0, atol=1e-12)
    unit = abs(float(np.linalg.norm(there[:, k])) - 1.0) < 1e-12
    if len(places) > 1 or not steady or not unit or kind.nq != kind.nv:
        return None
    return [_Turn(k, R_WC @ there[:, k])]
