"""Joint wrenches as the user reads them: side, axes, point, whole or reaction only."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.dynamics.kinematics import Positions
from sarrus.model.joints import Reversed
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, cross, join


@dataclass(frozen=True)
class JointWrench:
    """Force and moment about the point `at` (world coordinates), in the axes asked for."""

    force: Array
    moment: Array
    at: Array


def joint_wrench(
    where: Positions,
    i: int,
    through: Array,
    on: str = "child",
    axes: str = "joint",
    at: Array | None = None,
    part: str = "wrench",
) -> JointWrench:
    """Return what passes through the joint of link i, `through` being given at C in C's axes.

    on="child": on the joint's child, at its joint point (the origin of M), in M's or the child
    body's axes; on="parent": on the parent, at the origin of F, in F's or its body's axes.
    part="reaction" leaves out what actuators and joint forces do along the free directions,
    so that the rest does no work (paper 2, (25)).
    """
    link = where.tree.links[i]
    if part == "reaction":
        through = reaction_part(where, i, through)
    backwards = isinstance(link.type, Reversed)
    X_WO = where.world[i] @ link.X_CM
    X_WI = where.frame(link.parent) @ link.X_PF @ link.X_FI
    X_WM, X_WF = (X_WI, X_WO) if backwards else (X_WO, X_WI)
    sign = 1.0 if (on == "child") != backwards else -1.0
    joint_frame = X_WM if on == "child" else X_WF
    about_origin = where.world[i].force(sign * through)
    point = joint_frame.position if at is None else at
    force, moment = about_origin[0:3], about_origin[3:6] - cross(point, about_origin[0:3])
    if axes != "world":
        inboard_body, outboard_body = _body(where, link.parent), _body(where, i)
        body = outboard_body if (on == "child") != backwards else inboard_body
        turn = (joint_frame if axes == "joint" else body).rotation
        force, moment = turn.back(force), turn.back(moment)
    return JointWrench(force, moment, point)


def _body(where: Positions, i: int) -> Transform:
    return where.world[i] @ where.tree.links[i].X_CB if i >= 0 else where.base.pose


def reaction_part(where: Positions, i: int, through: Array) -> Array:
    """Return W - T S^T W, with S^T T = I: the part of a joint's wrench that does no work."""
    link = where.tree.links[i]
    S = where.subspaces[i]
    T = link.type.effort_directions(where.q[link.q])
    rest = through
    for k in range(link.type.nv):
        rest = rest - T[:, k] * (S[:, k] @ through)
    return join(rest[0:3], rest[3:6])
