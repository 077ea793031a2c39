"""How the mass of a flexible body moves: second moments of places and shapes, and bodies for them.

A point of the body at r moves with the modal coordinates q by Phi(r) q, so that its velocity is, in
axes of the reference frame,

    v = v_0 + w x (r + Phi q) + Phi dq/dt.

The kinetic energy is then a sum over second moments of the 4 + 3 n numbers u = (1, r, Phi_1, ...
Phi_n) of each point: G = sum of m u u^T. All shape integrals of the literature (Shabana, Dynamics
of multibody systems, 2013, chapter 5) are entries of G. Whatever points have the same G have the
same kinetic energy, so that a body of any number of nodes is replaced by a rigid body on the
reference frame and few point masses, with no error.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, skew

SMALL = 1e-12
"""Part of the greatest eigenvalue, of moments scaled to 1, below which one counts as zero."""
NEGATIVE = 1e-7
"""Part of it beyond which a negative one is no rounding."""
FAINT = 1e-6
"""Part of the largest shift below which others are no longer scaled up to it: rounding is less."""
LEFT = 1e-9
"""Part of the mass that must be left on the reference frame."""
OF_LIGHT = 0.3
"""Part of the mass of points that those without shifts of second order have."""
COUNTS = 1e-4
"""Part of the greatest moment of shifts of second order below which a direction does not count."""
ON_REFERENCE = 0.5
"""Part of the mass that does not move with any mode which stays on the reference frame."""


@dataclass(frozen=True, eq=False)
class MassSplit:
    """A rigid body on the reference frame, and point masses that move by shapes.

    mass [kg], com [m] and inertia about it [kg m^2] of the rigid body; point_masses: N [kg], equal
    where shapes are of first order; positions: at rest, N x 3 [m]; shapes: N x 3 x n; second: N x 3
    x n x n, by half the products of the modal coordinates, None where there are none.
    """

    mass: float
    com: Array
    inertia: Array
    point_masses: Array
    positions: Array
    shapes: Array
    second: Array | None = None


def moments_of_points(masses: Array, positions: Array, shapes: Array) -> Array:
    """Return G of points: masses, N; positions, N x 3; shapes, N x 3 x n."""
    count = len(masses)
    ones = np.ones((count, 1))
    # shapes of one mode stand together: (1, x, y, z, Phi_1x, Phi_1y, Phi_1z, Phi_2x, ...)
    flat = np.swapaxes(shapes, 1, 2).reshape(count, -1)
    u = np.concatenate([ones, positions, flat], axis=1)
    found: Array = (u * np.asarray(masses)[:, None]).T @ u
    return found


def moments_of_nodes(
    masses: Array, positions: Array, shapes: Array, turns: Array, inertias: Array
) -> Array:
    """Return G of nodes with inertia about themselves: turns, N x 3 x n; inertias, N x 3 x 3.

    Points d around a node move by Phi + turn x d; the second moments of d are tr(J)/2 - J.
    """
    G = moments_of_points(masses, positions, shapes)
    for turn, J in zip(turns, inertias, strict=True):
        spread = 0.5 * np.trace(J) * np.eye(3) - J
        # d -> (0, d, turn_k x d): columns are those of d = e_x, e_y, e_z
        crossed = [np.cross(column, np.eye(3)).T for column in turn.T]
        u = np.concatenate([np.zeros((1, 3)), np.eye(3), *crossed])
        G = G + u @ spread @ u.T
    return G


def mass_matrix(G: Array) -> Array:
    """Return the mass matrix, (6 + n) square, of (v_0, w, dq/dt) at rest, of moments G."""
    return np.tensordot(G, _kinetic(len(G)), axes=([0, 1], [0, 1]))


def _kinetic(size: int) -> Array:
    """Return the map from G to the mass matrix: M_ab = sum over i, j of G_ij K_ijab."""
    # the velocity of a point is the sum over i of u_i (V_i z), z = (v_0, w, dq/dt)
    n = (size - 4) // 3
    V = np.zeros((size, 3, 6 + n))
    V[0, :, :3] = np.eye(3)
    for axis in range(3):
        V[1 + axis, :, 3:6] = -skew(np.eye(3)[axis])  # w x r
    for k in range(n):
        V[4 + 3 * k : 7 + 3 * k, :, 6 + k] = np.eye(3)
    return np.einsum("ica,jcb->ijab", V, V)


def fitted_moments(G: Array, M: Array) -> Array:
    """Return the moments nearest to G whose mass matrix at rest is M; M: (6 + n) square.

    With G = L L^T they are L (1 + Z) L^T with the least sum of squares of Z: changes in proportion
    to what there is. So masses lumped at the nodes get the mass, inertia, coupling and modal masses
    of a consistent matrix.
    """
    values, V = np.linalg.eigh(G)
    kept = values > SMALL * values[-1]
    L = V[:, kept] * np.sqrt(values[kept])
    count = L.shape[1]
    K = np.einsum("ijab,ip,jq->pqab", _kinetic(len(G)), L, L, optimize=True)
    K = 0.5 * (K + K.swapaxes(0, 1))
    rows, pairs = np.triu_indices(len(M)), np.triu_indices(count)
    scale = np.sqrt(np.abs(np.diag(M)))
    weights = 1.0 / np.maximum(np.outer(scale, scale)[rows], 1e-300)
    # both entries of a pair change; sqrt(2) makes the square count for both
    share = np.where(pairs[0] == pairs[1], 1.0, np.sqrt(2.0))
    A = (K[pairs][:, rows[0], rows[1]] * share[:, None]).T * weights[:, None]
    wanted = (M - mass_matrix(G))[rows] * weights
    z = np.linalg.lstsq(A, wanted, rcond=1e-11)[0]
    Z = np.zeros((count, count))
    Z[pairs] = z * share / np.where(pairs[0] == pairs[1], 1.0, 2.0)
    Z = Z + Z.T - np.diag(np.diag(Z))
    found: Array = G + L @ Z @ L.T
    return found


def least_moment(G: Array) -> float:
    """Return the least eigenvalue of G in units of its diagonal: 0 at least, but for rounding."""
    units = np.sqrt(np.maximum(np.diag(G), 1e-14 * np.max(np.diag(G))))
    return float(np.linalg.eigvalsh(G / np.outer(units, units))[0])


def mass_split(G: Array, second: Array | None = None) -> MassSplit | None:
    """Return a rigid body and point masses with the moments G; None where no mass is rigid.

    What of the moments of (1, r) is not explained by the shapes belongs to the reference frame.
    second: integrals of (1, r) times the shifts of second order, 4 x 3 x n x n: few of the masses,
    which are heavier than the others, have these moments.
    """
    n = (len(G) - 4) // 3
    A, B, C = G[:4, :4], G[:4, 4:], G[4:, 4:]
    units = np.sqrt(np.maximum(np.diag(C), FAINT**2 * np.max(np.diag(C), initial=1e-300)))
    values, V = np.linalg.eigh(C / np.outer(units, units))
    kept = values > SMALL * max(float(values[-1]), 0.0)
    values, V = values[kept], V[:, kept]
    of_shapes = units[:, None] * V * np.sqrt(values)
    of_places = (B / units) @ V / np.sqrt(values)
    rest = A - of_places @ of_places.T
    if rest[0, 0] <= LEFT * A[0, 0]:
        return None
    com = rest[1:, 0] / rest[0, 0]
    spread = rest[1:, 1:] - rest[0, 0] * np.outer(com, com)
    held = (1.0 - ON_REFERENCE) * rest[0, 0]
    still = np.sqrt(held) * np.concatenate([[1.0], com])
    W = np.concatenate(
        [
            np.concatenate([of_places, still[:, None]], axis=1),
            np.concatenate([of_shapes, np.zeros((3 * n, 1))], axis=1),
        ]
    )
    if second is None:
        W = _with_first_row(W, np.ones(W.shape[1]))
        shifts = None
    else:
        W, shifts = _with_heavy_masses(W, second)
    roots = W[0]
    values, axes = np.linalg.eigh(0.5 * (spread + spread.T))
    spread = axes @ np.diag(np.maximum(values, 0.0)) @ axes.T
    return MassSplit(
        float(ON_REFERENCE * rest[0, 0]),
        com,
        np.trace(spread) * np.eye(3) - spread,
        roots**2,
        W[1:4].T / roots[:, None],
        np.swapaxes(W[4:].T.reshape(-1, n, 3), 1, 2) / roots[:, None, None],
        shifts,
    )


def _with_first_row(W: Array, row: Array) -> Array:
    """Return W Q with an orthogonal Q that makes the first row proportional to the given one."""
    u = W[0] / np.linalg.norm(W[0]) - row / np.linalg.norm(row)
    if u @ u < 1e-30:
        return W
    found: Array = W - np.multiply.outer(W @ u, 2.0 * u / (u @ u))
    return found


def _with_heavy_masses(W: Array, second: Array) -> tuple[Array, Array]:
    """Return W Q with few heavy masses first, and shifts of second order of all, N x 3 x n x n.

    The heavy ones would have all moments of 1 and of the places along the directions that matter,
    did they not leave a part to the others, which have shapes alone.
    """
    along = _directions(second)
    needed = np.concatenate([W[:1], along @ W[1:4]])
    count = min(len(needed), W.shape[1])
    Q = np.linalg.qr(needed.T, mode="complete")[0]
    W = W @ Q
    W[:, :count] = _with_first_row(W[:, :count], np.ones(count))
    light = W.shape[1] - count
    if light:
        share = np.concatenate(
            [
                np.full(count, np.sqrt((1.0 - OF_LIGHT) / count)),
                np.full(light, np.sqrt(OF_LIGHT / light)),
            ]
        )
        W = _with_first_row(W, share)
    roots = W[0]
    X = np.concatenate([roots[None] ** 2, (along @ W[1:4]) * roots])[:, :count]
    wanted = np.concatenate([second[:1], np.tensordot(along, second[1:], 1)])
    found = np.zeros((W.shape[1], *second.shape[1:]))
    solved = np.linalg.pinv(X, rcond=LEFT) @ wanted.reshape(len(wanted), -1)
    solved[np.abs(solved) < LEFT * np.max(np.abs(solved))] = 0.0
    found[:count] = solved.reshape(count, *second.shape[1:])
    return W, found


def _directions(second: Array) -> Array:
    """Return the directions along which places count for shifts of second order, k x 3."""
    moments = second[1:].reshape(3, -1)
    values, axes = np.linalg.eigh(moments @ moments.T)
    found: Array = axes.T[np.sqrt(np.maximum(values, 0.0)) > COUNTS * np.max(np.abs(moments))]
    return found
