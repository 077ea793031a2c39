"""How the motion of a tree changes with each of its velocity coordinates.

A displacement along coordinate k moves all links that it carries by a twist S_k. Kept up while the
tree moves with the given v and vdot, it changes positions, velocities and accelerations by

    S r,   dS/dt r + S rdot,   d2S/dt2 r + 2 dS/dt rdot + S rddot

A change of v_k changes accelerations by `drift` r + 2 S rdot, one of vdot_k by S r. (Twists act
on points like velocity fields.) So the derivatives of all motion are three twists of each
coordinate, as in Singh, Russo and Wensing, 'Efficient analytical derivatives of rigid-body
dynamics using spatial vector algebra' (2022); here for S that depends on q as well.
"""

from __future__ import annotations

from functools import cached_property

from sarrus.dynamics.derivatives.joint_shape import JointShape
from sarrus.dynamics.derivatives.rigid_field import RigidField
from sarrus.dynamics.kinematics import Accelerations, Positions
from sarrus.dynamics.tree import Tree
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, cross, join, motion_cross


@dataclass(frozen=True)
class Tangent:
    """One velocity coordinate of the joint of `link`; six-vectors in the link's frame R.

    S: its twist; twice: 2 dS/dt; second: d2S/dt2; drift: see above; bends[a]: how column a of the
    joint's own S changes, in the link's axes, with a displacement along this coordinate.
    """

    link: int
    S: Array
    twice: Array
    second: Array
    drift: Array
    bends: tuple[Array, ...]


@dataclass(frozen=True)
class Tangents:
    """The tangents of all velocity coordinates, and the links in their frames R.

    R is where the frame of the first link on the way from ground is: bodies far from the world's
    origin lose no digits, and that link's own twist is mostly zeros. references: X_WR of every
    link; poses: X_RC; fields: motion of every link in R; tangents: in the order of v.
    """

    motion: Accelerations
    references: tuple[Transform, ...]
    poses: tuple[Transform, ...]
    fields: tuple[RigidField, ...]
    tangents: tuple[Tangent, ...]

    @property
    def where(self) -> Positions:
        """Where the links are."""
        return self.motion.velocities.positions

    @property
    def tree(self) -> Tree:
        """The tree."""
        return self.where.tree

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """For every link, itself and all that carry it, inward."""
        found: list[tuple[int, ...]] = []
        for i, link in enumerate(self.tree.links):
            found.append((i, *(found[link.parent] if link.parent >= 0 else ())))
        return tuple(found)

    def carries(self, k: int, i: int) -> bool:
        """Tell whether coordinate k moves link i; ground is -1."""
        return i >= 0 and self.tangents[k].link in self.paths[i]

    def columns(self, i: int) -> range:
        """Return the velocity coordinates of the joint of link i."""
        return range(self.tree.links[i].v.start, self.tree.links[i].v.stop)

    def reference(self, i: int) -> Transform:
        """Return X_WR of a link; for ground, -1, the pose of ground."""
        return self.references[i] if i >= 0 else self.where.base.pose

    def field(self, i: int) -> RigidField:
        """Return the motion of a link in its R; of ground, -1, in its own frame."""
        return self.fields[i] if i >= 0 else ground_field(self.motion)


def ground_field(motion: Accelerations) -> RigidField:
    """Return the motion of ground in its own frame, with gravity subtracted."""
    V, felt = motion.velocities.six(-1), motion.felt_base
    return RigidField(V, join(felt[0:3] - cross(V[3:6], V[0:3]), felt[3:6]))


def tangents(motion: Accelerations) -> Tangents:
    """Return the tangents of all velocity coordinates at a motion.

    V_C = V_P + S v and A_C = A_P + S vdot + V_P x S v + Sdot v, as fields of motion in a frame R
    that does not move: only the poses of S need X. `RigidField` keeps both halves of V and A.
    """
    where = motion.velocities.positions
    links = where.tree.links
    ground = ground_field(motion)
    references: list[Transform] = []
    poses: list[Transform] = []
    fields: list[RigidField] = []
    found: list[Tangent | None] = [None] * where.tree.nv
    for i, link in enumerate(links):
        step = where.steps[i]
        if link.parent < 0:
            carrier = RigidField(step.motion(ground.V), step.motion(ground.A))
            references.append(where.world[i])
            poses.append(Transform.identity())
        else:
            carrier = fields[link.parent]
            references.append(references[link.parent])
            poses.append(poses[link.parent] @ step.first @ step.second)
        field, own = joint_tangents(motion, i, poses[i], carrier)
        fields.append(field)
        found[link.v] = own
    return Tangents(
        motion,
        tuple(references),
        tuple(poses),
        tuple(fields),
        tuple(tangent for tangent in found if tangent is not None),
    )


def joint_tangents(
    motion: Accelerations, i: int, X_RC: Transform, carrier: RigidField
) -> tuple[RigidField, list[Tangent]]:
    """Return the motion of link i and the tangents of its joint."""
    speed = motion.velocities
    link = speed.positions.tree.links[i]
    v, vdot = speed.v[link.v], motion.vdot[link.v]
    shape = JointShape(link.type, speed.positions.q[link.q], v, vdot)
    n = link.type.nv
    S = [X_RC.motion_back(speed.positions.subspaces[i][:, k]) for k in range(n)]
    twice = [carrier.twice_rate(S[k]) for k in range(n)]
    V, A = carrier.V, carrier.A
    for k in range(n):
        V = V + S[k] * v[k]
        A = A + S[k] * vdot[k] + twice[k] * (0.5 * v[k])
    if not shape.constant:
        A = A + X_RC.motion_back(shape.drift)
    field = RigidField(V, A)
    own: list[Tangent] = []
    for k in range(n):
        second = carrier.second_rate(S[k], twice[k])
        # with several columns, the joint's own velocity carries each of them along too
        drift = twice[k] if n == 1 else motion_cross(V + carrier.V, S[k])
        if shape.constant:
            own.append(Tangent(i, S[k], twice[k], second, drift, ()))
            continue
        eta = X_RC.motion_back(shape.first(k))
        second = second + motion_cross(carrier.twice, eta) + X_RC.motion_back(shape.second(k))
        drift = drift + eta + X_RC.motion_back(shape.rate[:, k])
        bends = tuple(X_RC.motion_back(shape.change(k)[:, a]) for a in range(n))
        own.append(Tangent(i, S[k], twice[k] + 2.0 * eta, second, drift, bends))
    return field, own
