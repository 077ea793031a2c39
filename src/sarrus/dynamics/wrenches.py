"""Joint wrenches as the user reads them: side, axes, point, whole or reaction only."""

from __future__ import annotations

from sarrus.dynamics.kinematics import Positions
from sarrus.late_dataclass import dataclass
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
    outboard = (on == "child") != isinstance(link.type, Reversed)
    F = through if outboard else -through
    X_CJ = link.X_CM if outboard else where.steps[i].second.inverse @ link.X_FI
    r = X_CJ.position if at is None else where.world[i].inverse.point(at)
    force, moment = F[0:3], F[3:6] - cross(r, F[0:3])
    if axes == "world":
        turn = where.world[i].rotation.apply
    else:
        turn = (X_CJ if axes == "joint" else _body(where, i, outboard)).rotation.back
    return JointWrench(turn(force), turn(moment), where.world[i].point(r) if at is None else at)


def _body(where: Positions, i: int, outboard: bool) -> Transform:
    """Return the pose, in the frame of link i, of its own body or of its parent's."""
    link = where.tree.links[i]
    if outboard:
        return link.X_CB
    X_CP = where.steps[i].transform.inverse
    return X_CP @ where.tree.links[link.parent].X_CB if link.parent >= 0 else X_CP


def reaction_part(where: Positions, i: int, through: Array) -> Array:
    """Return W - T S^T W, with S^T T = I: the part of a joint's wrench that does no work."""
    link = where.tree.links[i]
    S = where.subspaces[i]
    T = link.type.effort_directions(where.q[link.q])
    rest = through
    for k in range(link.type.nv):
        rest = rest - T[:, k] * (S[:, k] @ through)
    return join(rest[0:3], rest[3:6])
