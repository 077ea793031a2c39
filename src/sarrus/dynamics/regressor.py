"""The regressor of inverse dynamics: M vdot + c = Y(q, v, vdot) pi, linear in inertia parameters.

pi has ten numbers for each body, about the origin O of the body frame in its axes: the mass m, the
first moment h = m c, and the inertia J about O as xx, xy, yy, xz, yz, zz.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Accelerations, point_acceleration
from sarrus.spatial.arrays import Array, Scalar, cross, join
from sarrus.spatial.inertia import centripetal_matrix

PARAMETERS = ("mass", "hx", "hy", "hz", "Jxx", "Jxy", "Jyy", "Jxz", "Jyz", "Jzz")
"""The inertia parameters of a body, in the order of the columns of a regressor."""
PAIRS = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))


def body_regressor(a: Array, w: Array, al: Array) -> Array:
    """Return the force and moment about O of each unit parameter, 6 x 10.

    a: acceleration of O less gravity, w and al: angular velocity and acceleration, body axes.
    With U = ~al + ~w ~w the force is m a + U h, the moment h x a + J al + w x J w.
    """
    U = centripetal_matrix(w, al)
    found: list[Array] = [join(a, np.zeros(3))]
    unit = np.eye(3)
    for k in range(3):
        found.append(join(U[:, k], cross(unit[k], a)))
    for i, j in PAIRS:
        E = np.zeros((3, 3))
        E[i, j] = E[j, i] = 1.0
        found.append(join(np.zeros(3), E @ al + cross(w, E @ w)))
    return np.array([[column[r] for column in found] for r in range(6)])


def regressor(motion: Accelerations) -> Array:
    """Return Y, nv x 10 n, of the n bodies in the order of the tree.

    The wrench F that a unit parameter of a body needs goes inward, F_P = X^T F_C (`step.force`,
    force and moment apart), and leaves Y_b = S_b^T F at every joint on its way.
    """
    where = motion.velocities.positions
    tree = where.tree
    n = len(tree.links)
    Y: list[list[Scalar]] = [[0.0] * (10 * n) for _ in range(tree.nv)]
    for i, link in enumerate(tree.links):
        X = link.X_CB
        A, w = motion.felt[i], motion.velocities.w[i]
        a = X.rotation.back(point_acceleration(A, w, X.position))
        table = body_regressor(a, X.rotation.back(w), X.rotation.back(A[3:6]))
        for p in range(10):
            F = X.force(table[:, p])
            j = i
            while j >= 0:
                other = tree.links[j]
                for b in range(other.v.start, other.v.stop):
                    Y[b][10 * i + p] = where.subspaces[j][:, b - other.v.start] @ F
                F = where.steps[j].force(F)
                j = other.parent
    return np.array(Y) if tree.nv else np.zeros((0, 10 * n))
