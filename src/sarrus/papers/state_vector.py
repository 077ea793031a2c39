"""Paper 0: the recursion in state vectors, and reactions at selected joints without recursion.

The state velocity Yhat = [rdot + ~r w; w] is the velocity of the body's point that passes the
world's origin, in world axes, so that Yhat_j = Yhat_i + B_j qdot_j (6) needs no transform.
Here for trees and all joint types; a serial chain of revolute joints gives the paper's own
equations. `felt` state accelerations have gravity subtracted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import Velocities
from sarrus.dynamics.loads import AppliedLoads
from sarrus.spatial.arrays import Array, Scalar, columns, cross, join, motion_cross, skew


@dataclass(frozen=True)
class StateVectors:
    """All that (15) to (17) need: per link B, D, Mhat, Qhat and the accumulated K, L."""

    speed: Velocities
    B: tuple[Array, ...]
    D: tuple[Array, ...]
    M_hat: tuple[Array, ...]
    Q_hat: tuple[Array, ...]
    K: tuple[Array, ...]
    L: tuple[Array, ...]

    @cached_property
    def KB(self) -> tuple[Array, ...]:
        """The products K_l B_l that (30) and (36) reuse."""
        return tuple(K @ B for K, B in zip(self.K, self.B, strict=True))

    @property
    def base_acceleration(self) -> Array:
        """The state acceleration Yhatdot_0 of ground, less gravity.

        (9) read backwards: the derivative of rdot + ~r w is a + ~r al + ~rdot w.
        """
        where = self.speed.positions
        r, V, A = where.base.pose.position, where.base.velocity, where.base.acceleration
        linear = A[0:3] - where.tree.gravity + cross(r, A[3:6]) + cross(V[0:3], V[3:6])
        return join(linear, A[3:6])

    def mass_matrix(self) -> Array:
        """Return M of (15): M(i, j) = B_i^T K_j B_j for a link i on the path to j."""
        tree = self.speed.positions.tree
        M: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(tree.nv)]
        for j, link in enumerate(tree.links):
            i = j
            while i >= 0:
                other = tree.links[i]
                block = self.B[i].T @ self.KB[j]
                for a in range(other.v.start, other.v.stop):
                    for b in range(link.v.start, link.v.stop):
                        M[a][b] = M[b][a] = block[a - other.v.start, b - link.v.start]
                i = other.parent
        return np.array(M) if tree.nv else np.zeros((0, 0))

    def force_vector(self) -> Array:
        """Return P of (15): P_i = B_i^T (L_i - K_i (Yhatdot_0 + sum of D_k on the path to i))."""
        tree = self.speed.positions.tree
        bias: list[Array] = []
        P: list[Scalar] = [0.0] * tree.nv
        for i, link in enumerate(tree.links):
            before = bias[link.parent] if link.parent >= 0 else self.base_acceleration
            bias.append(before + self.D[i])
            force = self.L[i] - self.K[i] @ bias[i]
            for k in range(link.v.start, link.v.stop):
                P[k] = self.B[i][:, k - link.v.start] @ force
        return as_vector(P)

    def accelerations(self, vdot: Array) -> list[Array]:
        """Return the state accelerations of all links (8), less gravity."""
        felt: list[Array] = []
        for i, link in enumerate(self.speed.positions.tree.links):
            before = felt[link.parent] if link.parent >= 0 else self.base_acceleration
            felt.append(before + self.B[i] @ vdot[link.v] + self.D[i] if link.type.nv else before)
        return felt

    def outboard(self, i: int) -> list[int]:
        """Return the links that link i carries, without itself."""
        return self.speed.positions.tree.outboard(i)

    def wrench(self, i: int, felt: Array, vdot: Array) -> Array:
        """Return the state wrench through the joint of link i by (30), from its own terms only."""
        tree = self.speed.positions.tree
        moving = [k for k in self.outboard(i) if tree.links[k].type.nv]
        return selected_wrench(
            self.K[i],
            self.L[i],
            felt,
            [(self.KB[k], vdot[tree.links[k].v]) for k in moving],
        )

    def driving_effort(self, i: int, wrench: Array) -> Array:
        """Return tau_i = B_i^T Rhat_i (36)."""
        return self.B[i].T @ wrench


def state_vectors(speed: Velocities, loads: AppliedLoads) -> StateVectors:
    """Return B, D, Mhat, Qhat of all links (6), (8), (11), (12), and K, L (16), (17)."""
    where = speed.positions
    tree = where.tree
    B, D, M_hat, Q_hat = [], [], [], []
    for i, link in enumerate(tree.links):
        X_WC = where.world[i]
        S, v = where.subspaces[i], speed.v[link.v]
        B.append(
            columns(*[X_WC.motion_back(S[:, k]) for k in range(link.type.nv)])
            if link.type.nv
            else np.zeros((6, 0))
        )
        Y_hat = X_WC.motion_back(speed.six(i))
        M_hat.append(link.inertia.seen_from(X_WC).matrix)
        Q_hat.append(_force(speed, loads, i))
        D.append(_drift(speed, i, B[i], Y_hat, v))
    K, L = list(M_hat), list(Q_hat)
    for i in range(len(tree.links) - 1, -1, -1):
        parent = tree.links[i].parent
        if parent >= 0:
            K[parent] = K[parent] + K[i]
            L[parent] = L[parent] + (L[i] - K[i] @ D[i])
    return StateVectors(speed, tuple(B), tuple(D), tuple(M_hat), tuple(Q_hat), tuple(K), tuple(L))


def _drift(speed: Velocities, i: int, B: Array, Y_hat: Array, v: Array) -> Array:
    """Return D = Bdot v: B moves with the body, and S may change in it."""
    link = speed.positions.tree.links[i]
    if link.type.nv == 0:
        return np.zeros(6)
    S_rate = link.type.subspace_rate(speed.positions.q[link.q], v)
    return motion_cross(Y_hat, B @ v) + speed.positions.world[i].motion_back(S_rate @ v)


def _force(speed: Velocities, loads: AppliedLoads, i: int) -> Array:
    """Return Qhat (12): applied loads and the velocity terms of the body, without gravity."""
    where = speed.positions
    X_WC, inertia = where.world[i], where.tree.links[i].inertia
    r, w = X_WC.position, X_WC.rotation.apply(speed.w[i])
    rdot = X_WC.rotation.apply(speed.linear[i])
    h = X_WC.rotation.apply(inertia.moment)
    J = X_WC.rotation.congruence(inertia.about_origin)
    # with the reference point at C instead of the CG: m rc = m r + h, and likewise its rate
    m_rcdot_w = cross(inertia.mass * rdot + cross(w, h), w)
    turning = cross(r, m_rcdot_w) + cross(h, cross(rdot, w)) - cross(w, J @ w)
    Q = join(m_rcdot_w, turning)
    load = loads.on_links[i]
    return Q if load is None else Q + X_WC.force(load)


def selected_wrench(
    K: Array, L: Array, acceleration: Array, outboard: list[tuple[Array, Array]]
) -> Array:
    """Return Rhat = K Yhatdot - L + sum (K_l B_l) qddot_l (30), 6 products an outboard axis."""
    wrench = K @ acceleration - L
    for KB, vdot in outboard:
        for k in range(KB.shape[1]):
            wrench = wrench + KB[:, k] * vdot[k]
    return wrench


def recursive_wrench(
    M_hat: Array, Q_hat: Array, acceleration: Array, carried: list[Array]
) -> Array:
    """Return Rhat_i = Mhat_i Yhatdot_i - Qhat_i + sum of Rhat of the carried links (28)."""
    wrench = M_hat @ acceleration - Q_hat
    for Rhat in carried:
        wrench = wrench + Rhat
    return wrench


def newton_euler_wrenches(state: StateVectors, felt: list[Array]) -> list[Array]:
    """Return the state wrenches of all joints by the conventional backward recursion (27), (28)."""
    tree = state.speed.positions.tree
    wrenches: list[Array] = [None] * len(tree.links)
    for i in range(len(tree.links) - 1, -1, -1):
        carried = [wrenches[k] for k in tree.children[i]]
        wrenches[i] = recursive_wrench(state.M_hat[i], state.Q_hat[i], felt[i], carried)
    return wrenches


def at_joint(wrench: Array, r: Array) -> Array:
    """Return [I 0; -~r I] Rhat: force and moment about the point r (31), in world axes."""
    return join(wrench[0:3], wrench[3:6] - skew(r) @ wrench[0:3])
