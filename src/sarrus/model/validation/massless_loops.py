"""M01: a loop that can move although none of its bodies has mass or inertia.

What is left of a mechanism when its branches are taken off are loops. Where no body of connected
loops has inertia, that of its branches included, nothing opposes their motion: there are positions
and velocities, but no accelerations. A structure without freedom needs no inertia.

In a model that has mass elsewhere, such a loop is a mistake, and refused; a model without any mass
is one of kinematics, and its loops get a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.spatial import Transform

if TYPE_CHECKING:
    from sarrus.model.validation.physics import Places

RANK = 1e-9
"""Part of the greatest singular value below which one is taken as zero."""


def check_loops(
    model: Model, places: Places, branches: Iterable[str], inertia: Mapping[str, Any]
) -> None:
    """Report connected loops that can move without moving any mass.

    branches: the joints of the branches; inertia: the spatial inertia of every body together with
    its branches.
    """
    taken = set(branches)
    groups = _joint_groups([joint for joint in model.joints if joint.name not in taken])
    empty = [group for group in groups if _bodies(group) and not _has_inertia(group, inertia)]
    if not empty:
        return
    names = [{joint.name for joint in group} for group in empty]
    moved = {j.name for j in model.joints if _has_inertia([j], inertia)} - set().union(*names)
    while True:  # couplers to what has inertia, directly or through other loops
        tied = [{term.joint for term in coupler.terms} for coupler in model.couplers]
        more = {n for own in names for n in own if any(own & t and moved & t for t in tied)} - moved
        if not more:
            break
        moved |= more
    for group, own in zip(empty, names, strict=True):
        if not own & moved and _freedom(model, group) > 0:
            _report(model, places, group)


def _bodies(joints: Sequence[Joint]) -> set[str]:
    return {name for joint in joints for name in (joint.parent, joint.child)} - {GROUND}


def _has_inertia(joints: Sequence[Joint], inertia: Mapping[str, Any]) -> bool:
    rotors = any(joint.armature for joint in joints)
    return rotors or any(np.any(inertia[name]) for name in _bodies(joints))


def _joint_groups(joints: Sequence[Joint]) -> list[list[Joint]]:
    """Return the joints in groups that have no body in common but ground."""
    groups: list[tuple[set[str], list[Joint]]] = []
    for joint in joints:
        ends = {joint.parent, joint.child} - {GROUND}
        meets = [group for group in groups if group[0] & ends]
        bodies = ends.union(*(group[0] for group in meets))
        listed = [j for group in meets for j in group[1]]
        groups = [group for group in groups if group not in meets]
        groups.append((bodies, [*listed, joint]))
    return [listed for _, listed in groups]


def _freedom(model: Model, joints: Sequence[Joint]) -> int:
    """Return the freedom of bodies in the drawing: six for each, less the rank of their joints.

    A row of a joint is a direction in which the twists of its bodies, in its axes, are equal.
    """
    poses = {GROUND: Transform.identity()}
    poses |= {body.name: body.pose.transform for body in model.bodies}
    names = sorted({n for joint in joints for n in (joint.parent, joint.child)} - {GROUND})
    points = [(poses[joint.child] @ joint.on_child.transform).position for joint in joints]
    length = float(np.max(np.linalg.norm(np.array(points) - points[0], axis=1))) or 1.0
    rows = [np.zeros((0, 6 * len(names)))]
    for joint, point in zip(joints, points, strict=True):
        X_WF = poses[joint.parent] @ joint.on_parent.transform
        X_WM = poses[joint.child] @ joint.on_child.transform
        fixed = _fixed_directions(joint, X_WF.inverse @ X_WM)
        scaled = Transform.of(X_WM.matrix, (np.array(point) - points[0]) / length)
        part = fixed @ scaled.motion_matrix  # twists in the world to those in the joint
        row = np.zeros((len(part), 6 * len(names)))
        for name, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
            if name != GROUND:
                k = 6 * names.index(name)
                row[:, k : k + 6] = sign * part
        rows.append(row)
    return 6 * len(names) - int(np.linalg.matrix_rank(np.vstack(rows), tol=RANK))


def _fixed_directions(joint: Joint, X_FM: Transform) -> np.ndarray:
    """Return the directions, in the axes of M, along which a joint holds its bodies together."""
    if not joint.type.in_tree:
        return np.asarray(joint.type.residual_rows(X_FM), dtype=float)
    q = joint.type.coordinates_of(X_FM)
    U, sizes, _ = np.linalg.svd(np.asarray(joint.type.subspace(q), dtype=float).reshape(6, -1))
    return np.asarray(U[:, int(np.sum(sizes > RANK)) :].T)


def _report(model: Model, places: Places, joints: Sequence[Joint]) -> None:
    order = [joint.name for joint in model.joints]
    listed = sorted(joints, key=lambda joint: order.index(joint.name))
    ends = {name for joint in listed for name in (joint.parent, joint.child)}
    bodies = ", ".join(f"'{body.name}'" for body in model.bodies if body.name in ends)
    named = ", ".join(f"'{joint.name}'" for joint in listed)
    rule = (
        f"belongs to a loop (joints {named}) that can move, but none of its bodies {bodies} has "
        "mass or inertia: mass 0 kg"
    )
    action = "give at least one of them mass and inertia"
    mixed = any(body.mass or np.any(body.inertia) for body in model.bodies)
    if mixed:
        action += ", however small where a drive moves them; or give no body any, for kinematics"
    else:
        action += "; until then there are no dynamics, only kinematics"
    places.entry("joint", listed[0].name).report(
        "M01",
        "",
        rule,
        cause="masses are missing",
        action=action,
        severity="error" if mixed else "warning",
    )
