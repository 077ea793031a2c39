"""Equations in sines and cosines that inverse kinematics comes down to, and how to solve them."""

from __future__ import annotations

import numpy as np

from sarrus.spatial.arrays import cross

NEAR = 1e-9
"""How far, relatively, a cosine may be beyond 1 and still count as 1: a limit of reach."""
CIRCLE = 1e-3
"""How far from the unit circle a root may be to be tried: double roots are computed inexactly."""
NEARLY = 1e-3
"""Ratio of singular values below which equations are also tried as dependent ones."""
DEPENDENT = 1e-11
"""Ratio of singular values below which equations are taken as dependent."""


def angles_of(a: float, b: float, c: float) -> list[float]:
    """Return the angles x with a cos x + b sin x = c: two, one at a limit, or none."""
    r = float(np.hypot(a, b))
    if r == 0.0 or abs(c) > (1.0 + NEAR) * r:
        return []
    middle = float(np.arctan2(b, a))
    off = float(np.arctan2(np.sqrt(max((r - c) * (r + c), 0.0)), c))
    return [middle] if off in (0.0, np.pi) and abs(c) > r else [middle + off, middle - off]


def angle_about(axis: np.ndarray, a: np.ndarray, b: np.ndarray) -> float:
    """Return the angle about a unit axis that takes the direction of a to that of b."""
    x, y = cross(axis, a), cross(axis, b)  # exact where both nearly fall into the axis too
    return float(np.arctan2(axis @ cross(x, y), x @ y))


def between(a: np.ndarray, b: np.ndarray) -> float:
    """Return the angle between two directions, exact where it is small too."""
    return float(np.arctan2(np.linalg.norm(cross(a, b)), a @ b))


def on_two_circles(A: np.ndarray, B: np.ndarray, d: np.ndarray) -> list[tuple[float, float]]:
    """Return candidates (x, y) with A (cos x, sin x) + B (cos y, sin y) + d = 0, A and B 2 x 2.

    One of the vectors is eliminated, which leaves a quartic for the other; where A is nearly
    singular, the equations are also solved one after the other. All solutions are among the
    candidates; not all candidates are solutions.
    """
    exchanged = _condition(B) < _condition(A)
    first, second = (B, A) if exchanged else (A, B)
    found = _elimination(first, second, d)
    if exchanged:
        found = [(y, x) for x, y in found]
    found += _one_by_one(A, B, d)
    return found + [(x, y) for y, x in _one_by_one(B, A, d)]


def _condition(A: np.ndarray) -> float:
    s = np.linalg.svd(A, compute_uv=False)
    return float(s[0] / s[1]) if s[1] > 0.0 else np.inf


def _elimination(A: np.ndarray, B: np.ndarray, d: np.ndarray) -> list[tuple[float, float]]:
    """Solve A u = -(B v + d) for the unit vector u, whose length then is an equation for v."""
    if _condition(A) > 1.0 / DEPENDENT:
        return []
    C = -np.linalg.solve(A, np.column_stack([B, d]))
    found = []
    for y in _unit_roots(C.T @ C):
        u = C @ np.array([np.cos(y), np.sin(y), 1.0])
        found.append((float(np.arctan2(u[1], u[0])), y))
    return found


def _unit_roots(Q: np.ndarray) -> list[float]:
    """Return the angles y with (c, s, 1) Q (c, s, 1)^T = 1, by a quartic in exp(i y)."""
    second = 0.25 * (Q[0, 0] - Q[1, 1]) - 0.5j * Q[0, 1]
    first = Q[0, 2] - 1j * Q[1, 2]
    constant = 0.5 * (Q[0, 0] + Q[1, 1]) + Q[2, 2] - 1.0
    polynomial = np.array([second, first, constant, np.conj(first), np.conj(second)])
    size = np.max(np.abs(polynomial))
    if size == 0.0:
        return []
    inner = polynomial if abs(second) > 1e-14 * size else polynomial[1:4]
    roots = np.roots(inner)
    return [float(np.angle(z)) for z in roots if abs(abs(z) - 1.0) < CIRCLE]


def _one_by_one(A: np.ndarray, B: np.ndarray, d: np.ndarray) -> list[tuple[float, float]]:
    """Solve with A taken as of rank 1: a combination of the equations has no x in it."""
    U, s, V = np.linalg.svd(A)
    if s[0] == 0.0 or s[1] > NEARLY * s[0]:
        return []
    alone, other = U[:, 1], U[:, 0]
    found = []
    a, b = alone @ B
    for y in angles_of(float(a), float(b), -float(alone @ d)):
        rest = B @ np.array([np.cos(y), np.sin(y)]) + d
        a, b = s[0] * V[0]
        found += [(x, y) for x in angles_of(float(a), float(b), -float(other @ rest))]
    return found
