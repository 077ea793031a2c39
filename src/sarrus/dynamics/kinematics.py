"""Positions, velocities and accelerations of all links, one stage after the other.

Each link's velocity and acceleration are given in its own axes: of the origin of its frame
C, and angular. Accelerations are true ones (of the point, not of the stream of the body), as
in paper 2, (7) and (8); `felt` ones have gravity subtracted, so that a body at rest under
gravity feels -g.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.dynamics.tree import BaseMotion, Tree
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Step, Transform
from sarrus.spatial.arrays import Array, cross, join
from sarrus.spatial.inertia import centripetal_matrix


@dataclass(frozen=True)
class Positions:
    """Where the links are: `steps[i]` from the parent's frame to the frame of link i."""

    tree: Tree
    q: Array
    base: BaseMotion
    steps: tuple[Step, ...]
    subspaces: tuple[Array, ...]

    @cached_property
    def world(self) -> tuple[Transform, ...]:
        """Poses of all link frames: X_WC = X_WP X_PC, the step in its two parts."""
        poses: list[Transform] = []
        for link, step in zip(self.tree.links, self.steps, strict=True):
            X_WP = poses[link.parent] if link.parent >= 0 else self.base.pose
            poses.append(X_WP @ step.first @ step.second)
        return tuple(poses)

    def frame(self, index: int) -> Transform:
        """Return X_WC of a link, or the pose of ground for -1."""
        return self.world[index] if index >= 0 else self.base.pose

    def body(self, name: str) -> Transform:
        """Return the pose X_WB of a body frame."""
        i = self.tree.index[name]
        return self.frame(i) @ self.tree.links[i].X_CB if i >= 0 else self.base.pose


def positions(tree: Tree, q: Array, base: BaseMotion | None = None) -> Positions:
    """Return the positions of all links for the coordinates q."""
    steps = tuple(Step(link.X_PF, link.pose(q[link.q])) for link in tree.links)
    # the frames C of axial joints are turned about z, which S along z does not see
    subspaces = tuple(link.type.subspace(q[link.q]) for link in tree.links)
    return Positions(tree, q, base or BaseMotion.at_rest(), steps, subspaces)


@dataclass(frozen=True)
class Velocities:
    """How fast the links move: angular velocities `w`, in link axes; v as given."""

    positions: Positions
    v: Array
    w: tuple[Array, ...]
    relative: tuple[Array, ...]
    w_base: Array

    @cached_property
    def linear(self) -> tuple[Array, ...]:
        """Velocities of the origins of the link frames, in link axes.

        The linear half of V_C = X V_P + S v: v_C = R^T (v_P + w_P x p) + v_r.
        """
        where = self.positions
        v_base = where.base.pose.rotation.back(where.base.velocity[0:3])
        out: list[Array] = []
        for i, link in enumerate(where.tree.links):
            v_P, w_P = (
                (out[link.parent], self.w[link.parent])
                if link.parent >= 0
                else (v_base, self.w_base)
            )
            step = where.steps[i]
            out.append(step.turned_back(v_P + cross(w_P, step.position)) + self.relative[i][0:3])
        return tuple(out)

    def six(self, i: int) -> Array:
        """Return the six-vector velocity of link i at C in C's axes; ground is -1."""
        if i < 0:
            back = self.positions.base.pose.rotation.back
            return join(back(self.positions.base.velocity[0:3]), self.w_base)
        return join(self.linear[i], self.w[i])


def velocities(where: Positions, v: Array) -> Velocities:
    """Return the velocities of all links for the velocity coordinates v.

    V_C = X V_P + S v, of which only the angular half is computed here: w_C = R^T w_P + w_r.
    Inverse and forward dynamics need no linear velocity; who does asks for `linear`.
    """
    w_base = where.base.pose.rotation.back(where.base.velocity[3:6])
    relative = tuple(
        S @ v[link.v] if link.type.nv else np.zeros(6)
        for link, S in zip(where.tree.links, where.subspaces, strict=True)
    )
    w: list[Array] = []
    for i, link in enumerate(where.tree.links):
        w_P = w[link.parent] if link.parent >= 0 else w_base
        w.append(where.steps[i].turned_back(w_P) + relative[i][3:6])
    return Velocities(where, v, tuple(w), relative, w_base)


@dataclass(frozen=True)
class Accelerations:
    """Accelerations (of C, angular) of all links in link axes, with gravity subtracted."""

    velocities: Velocities
    vdot: Array
    felt: tuple[Array, ...]
    felt_base: Array

    def true(self, i: int) -> Array:
        """Return the acceleration (of C, angular) of link i without gravity, in link axes."""
        felt = self.felt[i] if i >= 0 else self.felt_base
        where = self.velocities.positions
        return felt + join(where.frame(i).rotation.back(where.tree.gravity), np.zeros(3))


def felt_base(speed: Velocities) -> Array:
    """Return the acceleration of ground less gravity, in its axes."""
    where = speed.positions
    back = where.base.pose.rotation.back
    a = where.base.acceleration
    return join(back(a[0:3] - where.tree.gravity), back(a[3:6]))


def accelerations(speed: Velocities, vdot: Array) -> Accelerations:
    """Return the accelerations of all links for the rates vdot of the velocity coordinates.

    The six-dimensional line for spatial accelerations is A_C = X A_P + S vdot + Sdot v + V_C x S v.
    Here A is the true acceleration of the origin, which adds w x v to the linear half on both
    sides: `carried` is X A_P with that of the parent, `joint_bias` the rest, (7), (8) of paper 2.
    """
    where = speed.positions
    base = felt_base(speed)
    felt: list[Array] = []
    for i, link in enumerate(where.tree.links):
        A_P, w_P = (
            (felt[link.parent], speed.w[link.parent]) if link.parent >= 0 else (base, speed.w_base)
        )
        A = rigid_acceleration(where.steps[i], A_P, w_P) + joint_bias(speed, i)
        if link.type.nv:
            A = A + where.subspaces[i] @ vdot[link.v]
        felt.append(A)
    return Accelerations(speed, vdot, tuple(felt), base)


def rigid_acceleration(step: Step, A_P: Array, w_P: Array) -> Array:
    """Return the acceleration that link C would have if it were fixed to its parent.

    X A_P + (R^T w x (w x p), 0): a_C = R^T (a_P + U p) with U = ~al + ~w ~w, al_C = R^T al_P.
    """
    a = A_P[0:3] + centripetal_matrix(w_P, A_P[3:6]) @ step.position
    return join(step.turned_back(a), step.turned_back(A_P[3:6]))


def point_velocity(V: Array, r_C: Array) -> Array:
    """Return the velocity of the point r of a link that moves with V, in link axes."""
    return V[0:3] + cross(V[3:6], r_C)


def point_acceleration(A: Array, w: Array, r_C: Array) -> Array:
    """Return the acceleration of the point r of a link with acceleration A, in link axes."""
    return A[0:3] + cross(A[3:6], r_C) + cross(w, cross(w, r_C))


def centripetal(step: Step, w_P: Array) -> Array:
    """Return the part w x (w x p) of `carried`, which does not depend on accelerations."""
    turning = centripetal_matrix(w_P, np.zeros(3)) @ step.position
    return join(step.turned_back(turning), np.zeros(3))


def joint_bias(speed: Velocities, i: int) -> Array:
    """Return what the joint's own velocity adds to the acceleration of link i.

    With (vr, wr) = S v in C's axes and w_P the parent's angular velocity there:
    2 w_P x vr + wr x vr + (dS/dt v)_linear, and w_P x wr + (dS/dt v)_angular.
    """
    link = speed.positions.tree.links[i]
    if link.type.nv == 0:
        return np.zeros(6)
    vr, wr = speed.relative[i][0:3], speed.relative[i][3:6]
    w = speed.w[i]
    v = speed.v[link.v]
    drift = link.type.subspace_rate(speed.positions.q[link.q], v) @ v
    # w_P in C's axes is w - wr, so that 2 w_P x vr + wr x vr = (2 w - wr) x vr
    return join(cross(2.0 * w - wr, vr), cross(w, wr)) + drift
