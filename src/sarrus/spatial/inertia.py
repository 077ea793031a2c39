"""The inertia of a rigid body, and of a body with everything that hangs on it."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import (
    Array,
    Scalar,
    cross,
    dot,
    join,
    matrix,
    matrix_product,
    skew,
    symmetric_from_upper,
    vector,
)
from sarrus.spatial.transform import Transform


@dataclass(frozen=True)
class Inertia:
    """A rigid body's inertia at the origin O of a frame, in its axes.

    mass m [kg], first moment h = m c [kg m], and J [kg m^2] about O.
    """

    mass: Scalar
    moment: Array
    about_origin: Array

    @staticmethod
    def of(mass: Scalar, com: Array, about_com: Array) -> Inertia:
        """Return the inertia of a body with centre of mass c: J = I_c - m ~c ~c."""
        c = skew(com)
        return Inertia(mass, mass * com, about_com - mass * matrix_product(c, c))

    def momentum(self, V: Array) -> Array:
        """Return M V: the momentum of velocity V, or the inertial force of acceleration V."""
        linear = self.mass * V[0:3] + cross(V[3:6], self.moment)
        return join(linear, self.about_origin @ V[3:6] + cross(self.moment, V[0:3]))

    @property
    def second_moment(self) -> Array:
        """The integral of r r^T dm [kg m^2]: 1/2 tr(J) I - J."""
        half = 0.5 * (self.about_origin[0, 0] + self.about_origin[1, 1] + self.about_origin[2, 2])
        return half * np.eye(3) - self.about_origin

    def inertial_force(self, A: Array, w: Array) -> Array:
        """Return M A + f_c, with A = (acceleration of O, dw/dt): the left side of (23), paper 2.

        A point r of the body has the acceleration a + U r, U = ~al + ~w ~w, so that the force is
        m a + U h, and the moment the integral of r x (a + U r) dm = h x a + axis(U E), with E the
        second moment. It equals J al + w x J w + h x a and takes fewer operations.
        """
        a, U, E = A[0:3], centripetal_matrix(w, A[3:6]), self.second_moment
        turning = vector(
            U[2, :] @ E[:, 1] - U[1, :] @ E[:, 2],
            U[0, :] @ E[:, 2] - U[2, :] @ E[:, 0],
            U[1, :] @ E[:, 0] - U[0, :] @ E[:, 1],
        )
        return join(self.mass * a + U @ self.moment, turning + cross(self.moment, a))

    def centrifugal_force(self, w: Array) -> Array:
        """Return f_c = (w x (w x h), w x J w): the velocity part of `inertial_force`."""
        force = centripetal_matrix(w, np.zeros(3)) @ self.moment
        return join(force, cross(w, self.about_origin @ w))

    def seen_from(self, X_AB: Transform) -> Inertia:
        """Return the inertia of a body of frame B, at A's origin in A's axes.

        X^T M X with the motion matrix X of X_AB: m stays, h_A = R h + m p, and
        J_A = R J R^T - ~p ~(R h) - ~(R h + m p) ~p.
        """
        p = X_AB.position
        h = X_AB.rotation.apply(self.moment)
        moved = h + self.mass * p
        # products of two skew matrices written out: -~a ~b = (a.b) I - b a^T. Only the upper
        # triangle is kept, so that J_A is symmetric to the last bit
        trace = dot(p, h + moved)
        entries = [
            [-(p[i] * moved[j] + h[i] * p[j]) + (trace if i == j else 0.0) for j in range(3)]
            for i in range(3)
        ]
        about = X_AB.rotation.congruence(self.about_origin) + symmetric_from_upper(matrix(*entries))
        return Inertia(self.mass, moved, about)

    def __add__(self, other: Inertia) -> Inertia:
        """Return the inertia of two bodies fixed to each other."""
        return Inertia(
            self.mass + other.mass,
            self.moment + other.moment,
            self.about_origin + other.about_origin,
        )

    def __sub__(self, other: Inertia) -> Inertia:
        """Return what is left of a body when another is taken away from it."""
        return Inertia(
            self.mass - other.mass,
            self.moment - other.moment,
            self.about_origin - other.about_origin,
        )

    @property
    def articulated(self) -> ArticulatedInertia:
        """Return the same inertia as three 3x3 blocks."""
        return ArticulatedInertia(self.mass * np.eye(3), -skew(self.moment), self.about_origin)

    @property
    def matrix(self) -> Array:
        """Return the 6x6 matrix [m I, -~h; ~h, J]."""
        return self.articulated.matrix


@dataclass(frozen=True)
class ArticulatedInertia:
    """A symmetric 6x6 inertia K = [A, B; B^T, C] in 3x3 blocks, linear part first."""

    linear: Array
    mixed: Array
    angular: Array

    @property
    def matrix(self) -> Array:
        """Return the 6x6 matrix."""
        top = np.concatenate([self.linear, self.mixed], axis=1)
        return np.concatenate([top, np.concatenate([self.mixed.T, self.angular], axis=1)], axis=0)

    def seen_from(self, X_AB: Transform) -> ArticulatedInertia:
        """Return X^T K X: the inertia at A's origin in A's axes.

        With X = [R^T, -R^T ~p; 0, R^T] the blocks are A' = R A R^T, B' = R B R^T - A' ~p and
        C' = R C R^T + ~p B' + (~p R B R^T)^T.
        """
        A = X_AB.rotation.congruence(self.linear)
        B = X_AB.rotation.similar(self.mixed)
        C = X_AB.rotation.congruence(self.angular)
        p = skew(X_AB.position)
        moved = B - A @ p
        return ArticulatedInertia(A, moved, symmetric_from_upper(C + p @ moved + (p @ B).T))

    def __add__(self, other: ArticulatedInertia) -> ArticulatedInertia:
        """Return the sum, block by block."""
        return ArticulatedInertia(
            self.linear + other.linear, self.mixed + other.mixed, self.angular + other.angular
        )

    def apply(self, A: Array) -> Array:
        """Return K A."""
        a, al = A[0:3], A[3:6]
        return join(self.linear @ a + self.mixed @ al, self.mixed.T @ a + self.angular @ al)

    def without(self, U: Array, half: Array, free: Array) -> ArticulatedInertia:
        """Return K - half U^T, with the rows and columns of `free` set to their exact zeros.

        U = K S, half = U (S^T K S)^-1; `free` is 0 along coordinate directions that S spans,
        where the difference vanishes, and 1 elsewhere.
        """

        def entry(i: int, j: int, value: Scalar) -> Scalar:
            if free[i] == 0.0 or free[j] == 0.0:
                return 0.0
            return value - half[i, :] @ U[j, :]

        def block(rows: range, cols: range, values: Array, upper: bool) -> Array:
            entries = {
                (i, j): entry(i, j, values[i - rows[0], j - cols[0]])
                for i in rows
                for j in cols
                if not upper or i <= j
            }
            return matrix(
                *[
                    [entries[min(i, j), max(i, j)] if upper else entries[i, j] for j in cols]
                    for i in rows
                ]
            )

        first, last = range(3), range(3, 6)
        return ArticulatedInertia(
            block(first, first, self.linear, True),
            block(first, last, self.mixed, False),
            block(last, last, self.angular, True),
        )


def centripetal_matrix(w: Array, al: Array) -> Array:
    """Return U = ~al + ~w ~w: the acceleration of a fixed point r relative to O is U r."""
    xx, yy, zz = w[0] * w[0], w[1] * w[1], w[2] * w[2]
    xy, yz, xz = w[0] * w[1], w[1] * w[2], w[0] * w[2]
    return matrix(
        (-yy - zz, xy - al[2], xz + al[1]),
        (xy + al[2], -xx - zz, yz - al[0]),
        (xz - al[1], yz + al[0], -xx - yy),
    )
