"""Wrenches through all joints of a mechanism with loops, and the frames that they refer to.

Rows are joints in the order of the model: those of the tree by the inverse dynamics
recursion, or chosen ones without it (`selected_joints`), cut ones by their multipliers. Wrenches
act on the joint's child, about the world's origin in world axes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np

from sarrus.dynamics.bare_rows import bare_loads
from sarrus.dynamics.constraints import ClosedPositions, cut_wrenches, with_cut_wrenches
from sarrus.dynamics.formulations import ARTICULATED, RECURSIVE, STATE_VECTOR
from sarrus.dynamics.inverse import JointEfforts, inverse_dynamics
from sarrus.dynamics.kinematics import Accelerations, Positions, Velocities
from sarrus.dynamics.loads import AppliedLoads, with_loads
from sarrus.dynamics.selected_joints import SelectedJoints
from sarrus.dynamics.wrenches import joint_wrench, reaction_part
from sarrus.model.joints import Reversed
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, join


def all_joint_loads(
    motion: Accelerations,
    loads: AppliedLoads,
    lam: Array,
    tau_cut: Array,
    joints: Sequence[str],
    formulation: str = RECURSIVE,
) -> tuple[Array, Array]:
    """Return (wrenches, reactions) of joints, each n x 6.

    lam: multipliers of all rows; tau_cut: efforts of drives on the coordinates of cut joints.
    """
    wanted = [(name, part) for name in joints for part in ("wrench", "reaction")]
    found = chosen_joint_loads(motion, loads, lam, tau_cut, wanted, formulation)
    pairs = found.reshape(len(joints), 2, 6)
    return pairs[:, 0], pairs[:, 1]


def chosen_joint_loads(
    motion: Accelerations,
    loads: AppliedLoads,
    lam: Array,
    tau_cut: Array,
    wanted: Sequence[tuple[str, str]],
    formulation: str,
    articulated: Sequence[Array] = (),
) -> Array:
    """Return the loads of chosen joints, n x 6; wanted: joint and "wrench" or "reaction" of each.

    lam, tau_cut: as in `all_joint_loads`; articulated: the wrenches of all links by that
    formulation, at C in C's axes.
    """
    where = motion.velocities.positions
    closed = ClosedPositions(where)
    constraint = cut_wrenches(closed, lam)
    driven = constraint + _effort_wrenches(closed, lam, tau_cut)
    through: Callable[[int], Array]
    if formulation == ARTICULATED:
        through = articulated.__getitem__
    elif formulation == STATE_VECTOR:
        nothing = AppliedLoads((None,) * len(where.tree.links), {})
        pushed = _with_bare_rows(closed, motion.velocities, nothing, lam)
        beside = with_cut_wrenches(closed, pushed, driven).on_links
        chosen = SelectedJoints(motion.velocities, motion.vdot, loads, beside)
        through = chosen.wrench
    else:
        all_links = _recursion(closed, motion, loads, driven, lam)
        through = all_links.wrenches.__getitem__
    found: list[Array] = []
    for name, asked in groupby(wanted, lambda pair: pair[0]):
        parts = [part for _, part in asked]
        k = where.tree.cut_index.get(name)
        if k is None:
            i = where.tree.joint_index[name]
            sign = -1.0 if isinstance(where.tree.links[i].type, Reversed) else 1.0
            F = through(i)
            each = [F if part == "wrench" else reaction_part(where, i, F) for part in parts]
            X_W = where.world[i]
        else:
            sign, X_W = 1.0, closed.cuts[k].X_WM
            each = [
                driven[k] + loads.on_cuts.get(k, np.zeros(6)) if part == "wrench" else constraint[k]
                for part in parts
            ]
        found += [X_W.force(sign * F) for F in each]
    return np.array(found).reshape(len(found), 6)


def reactions_at_joints(
    motion: Accelerations, loads: AppliedLoads, lam: Array, tau_cut: Array, joints: Sequence[str]
) -> list[Array]:
    """Return the reactions of joints on their children, at the origins of M in M's axes."""
    where = motion.velocities.positions
    closed = ClosedPositions(where)
    constraint, _, through = _through(closed, motion, loads, lam, tau_cut)
    found: list[Array] = []
    for name in joints:
        k = where.tree.cut_index.get(name)
        if k is None:
            i = where.tree.joint_index[name]
            on_child = joint_wrench(where, i, through.wrenches[i], part="reaction")
            found.append(join(on_child.force, on_child.moment))
        else:
            found.append(constraint[k])
    return found


def _through(
    closed: ClosedPositions, motion: Accelerations, loads: AppliedLoads, lam: Array, tau_cut: Array
) -> tuple[Array, Array, JointEfforts]:
    """Return the wrenches of cut joints, by their rows and in all, and those of the tree."""
    constraint = cut_wrenches(closed, lam)
    driven = constraint + _effort_wrenches(closed, lam, tau_cut)
    return constraint, driven, _recursion(closed, motion, loads, driven, lam)


def _recursion(
    closed: ClosedPositions, motion: Accelerations, loads: AppliedLoads, driven: Array, lam: Array
) -> JointEfforts:
    """Return what passes through all joints of the tree, cut ones passing `driven`."""
    loads = _with_bare_rows(closed, motion.velocities, loads, lam)
    return inverse_dynamics(motion, with_cut_wrenches(closed, loads, driven))


def _with_bare_rows(
    closed: ClosedPositions, speed: Velocities, loads: AppliedLoads, lam: Array
) -> AppliedLoads:
    """Return loads with those of bare rows."""
    tree = closed.where.tree
    if not tree.bare:
        return loads
    first = tree.n_rows - len(tree.bare)
    pushes = [
        load
        for k, row in enumerate(tree.bare)
        for load in bare_loads(closed.where, row, lam[first + k])
    ]
    return with_loads(speed, loads, pushes)


def _effort_wrenches(closed: ClosedPositions, lam: Array, tau_cut: Array) -> Array:
    """Return the wrenches of drives and couplers on cut joints, at M in M's axes."""
    tree = closed.where.tree
    row = sum(cut.n_rows for cut in tree.cuts)
    efforts = [list(tau_cut[at]) for at in cut_slices(closed.where)]
    for c, coupler in enumerate(tree.couplers):
        for term in coupler.terms:
            if term.joint in tree.cut_index:
                k = tree.cut_index[term.joint]
                efforts[k][term.index] = efforts[k][term.index] + term.factor * lam[row + c]
    found = []
    for cut, values in zip(closed.cuts, efforts, strict=True):
        W = np.zeros(6)
        for j, value in enumerate(values):
            W = W + cut.efforts[:, j] * value
        found.append(W)
    return np.array(found).reshape(len(found), 6)


def cut_slices(where: Positions) -> list[slice]:
    """Return where the velocities of every cut joint stand among those of all cut joints."""
    places, at = [], 0
    for cut in where.tree.cuts:
        places.append(slice(at, at + cut.type.nv))
        at += cut.type.nv
    return places


def joint_frames(where: Positions, joints: Sequence[str]) -> tuple[Array, Array, Array, Array]:
    """Return rotations of (F, M) and (parent, child) of every joint, and positions of F and M."""
    closed = ClosedPositions(where)
    rotations, positions = [], []
    for name in joints:
        F, M, parent, child = _frames(closed, name)
        rotations.append([F.matrix, M.matrix, parent.matrix, child.matrix])
        positions.append([F.position, M.position])
    n = len(joints)
    turned: Array = np.array(rotations).reshape(n, 4, 3, 3)
    placed: Array = np.array(positions).reshape(n, 2, 3)
    return turned[:, 0:2], turned[:, 2:4], placed[:, 0], placed[:, 1]


def _frames(
    closed: ClosedPositions, name: str
) -> tuple[Transform, Transform, Transform, Transform]:
    where = closed.where
    k = where.tree.cut_index.get(name)
    if k is not None:
        cut = closed.cuts[k]
        return cut.X_WF, cut.X_WM, _body(where, cut.cut.parent), _body(where, cut.cut.child)
    i = where.tree.joint_index[name]
    link = where.tree.links[i]
    outer = where.world[i] @ link.X_CM
    inner = where.frame(link.parent) @ link.X_PF @ link.X_FI
    if isinstance(link.type, Reversed):
        return outer, inner, _body(where, i), _body(where, link.parent)
    return inner, outer, _body(where, link.parent), _body(where, i)


def _body(where: Positions, i: int) -> Transform:
    return where.world[i] @ where.tree.links[i].X_CB if i >= 0 else where.base.pose
