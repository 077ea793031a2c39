"""Rotation vectors (axis times angle) of relative rotations, smooth at zero and free of branches.

From a rotation vector phi to its rotation and to angular velocities, with the Stumpff functions
c_k of phi.phi (`stumpff.py`),

    R = exp(~phi) = c_0 1 + c_1 ~phi + c_2 phi phi^T
    w = J_r dphi/dt,    J_r = 1 - c_2 ~phi + c_3 ~phi~phi,    w in the axes that are turned;

the left Jacobian, for w in the axes at rest, is J_r at -phi.

And back: with the unit quaternion (w, v) of a turn by the angle 2 h, w = cos h >= 0 and
t = |v| / (1 + w) is tan(h/2), so that in terms of u = t^2

    A(u) = atan(t) / t,    B(u) = (1 - A) / u
    phi = 4 A v / (1 + w)
    dphi/dt = (I - 1/2 ~phi + c ~phi~phi) w_rel,    c = (1 - h cot h) / (4 h^2) = (A + B) / (16 A^2)

A and B are halved twice by exact formulas without cancellation and then summed as series, whose
terms fall by 1/25 or faster: all derivatives are exact at every angle below 180 degrees, zero too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.spatial.arrays import Array, Scalar, dot, matrix_product, skew
from sarrus.spatial.rotation import orientation_gap, quaternion_of
from sarrus.spatial.stumpff import stumpff

HALVINGS = 2
TERMS = 13


def vector_rotation(phi: Array, c: Sequence[Scalar]) -> Array:
    """Return R = exp(~phi); c: the Stumpff functions of phi.phi."""
    return c[0] * np.eye(3) + c[1] * skew(phi) + c[2] * np.multiply.outer(phi, phi)


def right_jacobian(phi: Array, c: Sequence[Scalar]) -> Array:
    """Return J_r; c: the Stumpff functions of phi.phi."""
    turn = skew(phi)
    return np.eye(3) - c[2] * turn + c[3] * matrix_product(turn, turn)


def turn_rate_matrix(phi: Array) -> Array:
    """Return J_r^-1: dphi/dt of an angular velocity in the axes that are turned."""
    _, _, c2, c3, c4, _ = stumpff(dot(phi, phi))
    turn = skew(phi)
    return np.eye(3) + 0.5 * turn + ((c3 - 2.0 * c4) / (2.0 * c2)) * matrix_product(turn, turn)


def rotation_vector(r: Array) -> tuple[Array, Array]:
    """Return the rotation vector phi of R_AB, and the matrix H with dphi/dt = H w.

    w is the angular velocity of B relative to A in the axes of A: H is the inverse of the left
    Jacobian of the exponential map. |phi| is at most pi; phi jumps where the angle passes pi.
    """
    p = quaternion_of(r)
    base = 1.0 + p[0]
    u = dot(p[1:4], p[1:4]) / (base * base)
    a, b = _arctangent_parts(u)
    phi = (4.0 * a / base) * p[1:4]
    turn = skew(phi)
    c = (a + b) / (16.0 * a * a)
    return phi, np.eye(3) - 0.5 * turn + c * matrix_product(turn, turn)


def rotation_vector_below_half_turn(r: Array) -> Array:
    """Return the rotation vector of a turn by less than 180 degrees, by one formula everywhere.

    Unlike `rotation_vector` it compares no numbers; it loses digits towards half a turn.
    """
    w = 0.5 * np.sqrt(1.0 + r[0, 0] + r[1, 1] + r[2, 2])
    v = 0.5 * orientation_gap(r)
    base = 1.0 + w
    a, _ = _arctangent_parts(dot(v, v) / (base * base))
    return (4.0 * a / base) * v


def _arctangent_parts(u: Scalar, halvings: int = HALVINGS) -> tuple[Scalar, Scalar]:
    """Return A = atan(t)/t and B = (1 - A)/u of u = t^2 in [0, 1]."""
    if halvings:
        s = 1.0 + np.sqrt(1.0 + u)  # tan(x/2) = tan(x) / s
        a, b = _arctangent_parts(u / (s * s), halvings - 1)
        return 2.0 * a / s, (1.0 + 2.0 * b / s) / (s * s)
    b = 0.0
    for n in reversed(range(TERMS)):
        b = 1.0 / (2 * n + 3) - u * b
    return 1.0 - u * b, b
