"""The same motion and efforts with fewer inertia parameters.

What a link has in common with a body of revolution about its joint axis (its mass, the
position of its centre along the axis, and one transverse moment) moves in the same way
whether it turns with the link or not: it may as well belong to the parent. Moving it there,
link by link from the tips inward, leaves zeros that need no arithmetic (Khalil's base
parameters). Efforts and accelerations are unchanged; the wrenches inside the joints are not,
so this is for those who do not ask for them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.dynamics.tree import Link, Tree
from sarrus.spatial import AxisRotation, Inertia, Transform


def with_base_parameters(tree: Tree) -> Tree:
    """Return a tree with the same M(q) and c(q, v), and fewer inertia parameters."""
    return base_parameters(tree)[0]


def base_parameters(tree: Tree) -> tuple[Tree, dict[int, Inertia]]:
    """Return that tree, and by link what has moved from it to its parent, at C in C's axes.

    What moves between two links beyond a joint does not change what the joint carries: its wrench
    lacks the inertial force of what has moved across the joint itself, and no more. With M_s, the
    part that does not notice the joint: M_C <- M_C - M_s, M_P <- M_P + X^T M_s X (`seen_from`).
    """
    links = list(tree.links)
    crossed: dict[int, Inertia] = {}
    for i in range(len(links) - 1, -1, -1):
        link = links[i]
        if not _numeric(link.inertia):
            continue
        shared = _shared_inertia(link)
        if shared is None:
            continue
        crossed[i] = shared
        links[i] = replace(link, inertia=link.inertia - shared)
        if link.parent >= 0:
            parent = links[link.parent]
            # the link's frame is turned about z against the joint's, which a slider keeps
            turn = Transform(AxisRotation.about(2, link.turn), np.zeros(3))
            moved = shared.seen_from(turn).seen_from(link.X_PF)
            links[link.parent] = replace(parent, inertia=parent.inertia + moved)
    return replace(tree, links=tuple(links)), crossed


def _numeric(inertia: Inertia) -> bool:
    parts = (np.asarray(inertia.mass), inertia.moment, inertia.about_origin)
    return all(np.asarray(part).dtype != object for part in parts)


def _shared_inertia(link: Link) -> Inertia | None:
    """Return the part of the link's inertia that does not notice its joint's motion."""
    S = link.type.subspace(link.type.neutral()) if link.type.axial else None
    if S is None or S.shape[1] != 1 or _fixed_parent(link):
        return None
    turns = S[5, 0] != 0.0
    if turns and S[2, 0] == 0.0:  # revolute: mass on the axis, and E_zz
        along = np.array([0.0, 0.0, link.inertia.moment[2]])
        e_zz = link.inertia.second_moment[2, 2]
        return Inertia(link.inertia.mass, along, np.diag([e_zz, e_zz, 0.0]))
    if not turns:  # prismatic: all that only turns
        return Inertia(0.0, np.zeros(3), link.inertia.about_origin)
    return None


def _fixed_parent(link: Link) -> bool:
    """Symbolic geometry in front of the joint: moving the inertia would cost operations."""
    return any(np.asarray(part).dtype == object for part in (link.X_PF.matrix, link.X_PF.position))
