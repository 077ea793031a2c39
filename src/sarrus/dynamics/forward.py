"""Forward and hybrid dynamics in O(n): the articulated-body recursion.

Every velocity coordinate is either free (its effort is given, its acceleration is found) or
driven (its acceleration is given, zero when locked, and its effort is found). With all free
this is forward dynamics; the papers' K and L, (16) and (17), are what remains of the
recursion when all are driven.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import Velocities, centripetal, felt_base, joint_bias
from sarrus.dynamics.loads import AppliedLoads
from sarrus.dynamics.tree import Link
from sarrus.late_dataclass import dataclass
from sarrus.spatial import ArticulatedInertia
from sarrus.spatial.arrays import Array, Scalar, columns, is_zero, vector
from sarrus.spatial.linear import ldl_factors, ldl_solution


@dataclass(frozen=True)
class HybridResult:
    """Accelerations of all velocity coordinates, efforts of all, and wrenches at C."""

    vdot: Array
    tau: Array
    wrenches: tuple[Array, ...]


def hybrid_dynamics(
    speed: Velocities,
    loads: AppliedLoads,
    tau: Array,
    vdot: Array,
    driven: Collection[int] = (),
) -> HybridResult:
    """Return accelerations and efforts; `driven` are velocity coordinates with given vdot.

    tau is read for the free coordinates and vdot for the driven ones. Inward, with S the free
    columns, gamma = bias + S_d vdot_d and X of the step (V_C = X V_P):

        U = K S,   D = S^T U,   u = tau + f - S^T p
        K_P <- K_P + X^T (K - U D^-1 U^T) X
        p_P <- p_P + X^T (p + (K - U D^-1 U^T) gamma + U D^-1 u)

    and outward, with A' = X A_P + gamma:  vdot = D^-1 (u - U^T A'),  A = A' + S vdot,
    F = K A + p. K is symmetric and kept in three 3 x 3 blocks. The armature of a joint is added to
    its D, and taken from the effort of a driven one.
    """
    links = speed.positions.tree.links
    joints = [_joint(speed, loads, tau, vdot, i, driven) for i in range(len(links))]
    K: list[ArticulatedInertia] = [link.inertia.articulated for link in links]
    p = [link.inertia.centrifugal_force(speed.w[i]) for i, link in enumerate(links)]
    for i, load in enumerate(loads.on_links):
        if load is not None:
            p[i] = p[i] - load
    for i in range(len(links) - 1, -1, -1):
        joints[i].project(K[i], p[i])
        parent = links[i].parent
        if parent >= 0:
            step = speed.positions.steps[i]
            K_up, p_up = joints[i].passed_on(K[i], p[i])
            K[parent] = K[parent] + K_up.seen_from(step.second).seen_from(step.first)
            p[parent] = p[parent] + step.force(p_up)
    return _outward(speed, loads, joints, K, p, tau)


def _outward(
    speed: Velocities,
    loads: AppliedLoads,
    joints: list[ArticulatedJoint],
    K: list[ArticulatedInertia],
    p: list[Array],
    given_tau: Array,
) -> HybridResult:
    """Return motion and loads from ground outward: A_C = X A_P + gamma + S vdot, F = K A + p."""
    tree = speed.positions.tree
    base = felt_base(speed)
    applied = loads.efforts(tree.nv)
    felt: list[Array] = []
    vdot: list[Scalar] = [0.0] * tree.nv
    tau: list[Scalar] = [given_tau[k] for k in range(tree.nv)]
    wrenches: list[Array] = []
    for i, link in enumerate(tree.links):
        A_P = felt[link.parent] if link.parent >= 0 else base
        A, found = joints[i].motion(speed.positions.steps[i].motion(A_P))
        for k, value in found:
            vdot[k] = value
        felt.append(A)
        wrenches.append(K[i].apply(felt[i]) + p[i])
        for k, value in joints[i].driven:
            vdot[k] = value
            tau[k] = joints[i].column(k) @ wrenches[i] - applied[k]
            if k in tree.armatures:
                tau[k] = tau[k] + tree.armatures[k] * value
    return HybridResult(as_vector(vdot), as_vector(tau), tuple(wrenches))


def _joint(
    speed: Velocities,
    loads: AppliedLoads,
    tau: Array,
    vdot: Array,
    i: int,
    driven: Collection[int],
) -> ArticulatedJoint:
    """Return joint i of the recursion."""
    link = speed.positions.tree.links[i]
    rows = range(link.v.start, link.v.stop)
    efforts = {k: tau[k] + loads.on_coordinates.get(k, 0.0) for k in rows if k not in driven}
    values = [(k, vdot[k]) for k in rows if k in driven]
    return ArticulatedJoint(
        link, speed.positions.subspaces[i], joint_drift(speed, i), efforts, values
    )


def joint_drift(speed: Velocities, i: int) -> Array:
    """Return the acceleration of link i that velocities alone cause, its parent's left out."""
    parent = speed.positions.tree.links[i].parent
    w_P = speed.w[parent] if parent >= 0 else speed.w_base
    return centripetal(speed.positions.steps[i], w_P) + joint_bias(speed, i)


class ArticulatedJoint:
    """One joint in the recursion, with its free and driven columns of S told apart.

    bias: acceleration of the link that velocities alone cause; efforts: on the free velocities, by
    place in v; values: accelerations of the driven ones.
    """

    def __init__(
        self,
        link: Link,
        S: Array,
        bias: Array,
        efforts: Mapping[int, Scalar],
        values: Sequence[tuple[int, Scalar]],
    ) -> None:
        self.link, self.S, self.bias = link, S, bias
        self.free, self.driven, self.efforts = list(efforts), values, efforts
        self.driven_part: Array = np.zeros(6)
        for k, value in self.driven:
            self.driven_part = self.driven_part + self.column(k) * value
        self.gamma = self.bias + self.driven_part

    @property
    def has_rotor(self) -> bool:
        """Whether a rotor turns with the joint, which then has one coordinate."""
        return not is_zero(self.link.armature)

    def column(self, k: int) -> Array:
        """Return the column of S that belongs to velocity coordinate k."""
        return self.S[:, k - self.link.v.start]

    def project(self, K: ArticulatedInertia, p: Array) -> None:
        """Compute U = K S, the factors of D = S^T U, and u = tau - S^T p."""
        self.U = [K.apply(self.column(k)) for k in self.free]
        self.u = [self.efforts[k] - self.column(k) @ p for k in self.free]
        if self.free:
            D = np.array([[self.column(k) @ U for U in self.U] for k in self.free])
            self.factors = ldl_factors(D + self.link.armature * np.eye(1) if self.has_rotor else D)

    def passed_on(self, K: ArticulatedInertia, p: Array) -> tuple[ArticulatedInertia, Array]:
        """Return the inertia and bias force that the parent feels through the joint."""
        if not self.free:
            return K, p + K.apply(self.gamma)
        U = columns(*self.U)
        half = np.array([ldl_solution(self.factors, list(U[r, :])) for r in range(6)])  # U D^-1
        # S^T (K - U D^-1 U^T) = 0 exactly: where S is a unit vector, that row is written as zeros.
        # A driven column is no part of S here, so that nothing is known of its row; a rotor keeps
        # part of the effort, so that the row is not zero.
        complement = np.ones(6) if self.driven or self.has_rotor else self.link.type.complement
        K_up = K.without(U, half, complement)
        return K_up, p + K_up.apply(self.gamma) + half @ vector(*self.u)

    def accelerations(self, A: Array) -> list[tuple[int, Scalar]]:
        """Return the accelerations of the free coordinates, the parent's part A being known."""
        if not self.free:
            return []
        A_all = A + self.driven_part
        right = [u - U @ A_all for u, U in zip(self.u, self.U, strict=True)]
        return list(zip(self.free, ldl_solution(self.factors, right), strict=True))

    def motion(self, A: Array) -> tuple[Array, list[tuple[int, Scalar]]]:
        """Return the acceleration of the link, X A_P being given, and those of free coordinates."""
        A = A + self.bias  # X A_P + bias
        found = self.accelerations(A)
        for k, value in found:
            A = A + self.column(k) * value
        return A + self.driven_part, found
