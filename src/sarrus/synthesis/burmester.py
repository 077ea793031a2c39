"""Motion generation in closed form: dyads that carry a link through poses (Burmester 1888).

A dyad is a fixed pivot A, a moving pivot w in the frame of the link, and a bar between them. With
poses (z_j, theta_j), e_j = exp(i theta_j), the bar keeps its length:

    |z_j + e_j w - A|^2 = |z_1 + e_1 w - A|^2,   j = 2 ... n,

which is linear in A for a given w and linear in w for a given A. Three poses give one dyad for
each fixed pivot, or for each moving pivot. Four give two curves, the center points A and the circle
points w. Five give at most four dyads, so that there are at most six four-bars.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.synthesis.families import FAMILIES
from sarrus.synthesis.linkage import Linkage
from sarrus.synthesis.solution import Solution
from sarrus.synthesis.tasks import Task

REAL = 1e-6
"""Imaginary part, beside the size of the poses, up to which a dyad is real."""
EXACT = 1e-8
"""Change of the length of a bar, beside the size of the poses, up to which it is constant."""
NEWTON = 12


@dataclass(frozen=True)
class Dyad:
    """A bar between a pivot of ground and one of the moving link.

    fixed: in ground; moving: in the frame of the link; both as complex numbers x + iy [m].
    """

    fixed: complex
    moving: complex


@dataclass(frozen=True, eq=False)
class BurmesterCurves:
    """Center points and circle points of four poses, in corresponding order.

    centers: pivots of ground; circles: pivots of the moving link, where they are at the first
    pose; moving: the same in the frame of the link. Complex numbers x + iy [m]; the curves pass
    infinity, so that neighbors may be far apart.
    """

    centers: np.ndarray
    circles: np.ndarray
    moving: np.ndarray

    @property
    def dyads(self) -> list[Dyad]:
        """The dyads along the curves."""
        pairs = zip(self.centers, self.moving, strict=True)
        return [Dyad(complex(a), complex(w)) for a, w in pairs]


@dataclass(frozen=True, eq=False)
class Poses:
    """Poses as complex numbers about their middle, in parts of their size."""

    z: np.ndarray
    e: np.ndarray
    center: complex
    scale: float

    @staticmethod
    def of(task: Task) -> Poses:
        """Return the poses of a task."""
        z = task.points[:, 0] + 1j * task.points[:, 1]
        center = complex(z.mean())
        spread = float(np.abs(z - center).max())
        scale = spread if spread > 0.0 else 1.0
        return Poses((z - center) / scale, np.exp(1j * task.angles), center, scale)

    def dyad(self, fixed: complex, moving: complex) -> Dyad:
        """Return the dyad of pivots in these parts."""
        return Dyad(self.center + self.scale * fixed, self.scale * moving)

    def rows_of_fixed_pivot(self, w: complex) -> tuple[np.ndarray, np.ndarray]:
        """Return M, b of the equations M (Ax, Ay) = b for a moving pivot."""
        g = self.z[1:] - self.z[0] + (self.e[1:] - self.e[0]) * w
        h = self.e[1:].conj() * self.z[1:] - self.e[0].conj() * self.z[0]
        squares = 0.5 * (np.abs(self.z[1:]) ** 2 - np.abs(self.z[0]) ** 2)
        return np.stack([g.real, g.imag], axis=-1), (np.conj(w) * h).real + squares

    def rows_of_moving(self, A: complex) -> tuple[np.ndarray, np.ndarray]:
        """Return M, b of the equations M (wx, wy) = b for a fixed pivot."""
        h = self.e[1:].conj() * (self.z[1:] - A) - self.e[0].conj() * (self.z[0] - A)
        squares = 0.5 * (np.abs(self.z[1:] - A) ** 2 - np.abs(self.z[0] - A) ** 2)
        return np.stack([h.real, h.imag], axis=-1), -squares

    def change(self, fixed: complex, moving: complex) -> float:
        """Return how much the length of a bar changes between the poses, beside its length."""
        lengths = np.abs(self.z + self.e * moving - fixed)
        return float(np.ptp(lengths) / max(1.0, lengths.max()))


def dyad_of_fixed_pivot(poses: Poses, fixed: complex) -> Dyad | None:
    """Return the dyad of three poses with a given pivot of ground; None if it is at infinity."""
    A = (fixed - poses.center) / poses.scale
    M, b = poses.rows_of_moving(A)
    if np.linalg.cond(M) > 1e12:
        return None
    x, y = np.linalg.solve(M, b)
    return poses.dyad(A, complex(x, y))


def dyad_of_moving(poses: Poses, moving: complex) -> Dyad | None:
    """Return the dyad of three poses with a given pivot of the link; None if at infinity."""
    w = moving / poses.scale
    M, b = poses.rows_of_fixed_pivot(w)
    if np.linalg.cond(M) > 1e12:
        return None
    x, y = np.linalg.solve(M, b)
    return poses.dyad(complex(x, y), w)


def curves_of(poses: Poses, count: int = 360) -> BurmesterCurves:
    """Return the Burmester curves of four poses.

    In standard form the dyad W, Z turns by beta_j and alpha_j: W (exp(i beta_j) - 1) +
    Z (exp(i alpha_j) - 1) = z_j - z_1. These equations are compatible where
    D_2 exp(i beta_2) + D_3 exp(i beta_3) + D_4 exp(i beta_4) = D_2 + D_3 + D_4, a four-bar whose
    crank angle beta_2 is the parameter: `count` values of it, two assemblies each (Sandor and
    Erdman 1984).
    """
    shift = poses.z[1:] - poses.z[0]
    alpha = poses.e[1:] / poses.e[0]
    a = alpha - 1.0
    D = np.array([
        a[1] * shift[2] - a[2] * shift[1],
        a[2] * shift[0] - a[0] * shift[2],
        a[0] * shift[1] - a[1] * shift[0],
    ])  # fmt: skip
    if np.abs(D).min() <= 1e-12:
        none = np.empty(0, dtype=complex)
        return BurmesterCurves(none, none, none)  # such as poses that do not turn
    beta = (np.arange(count) + 0.5) * 2.0 * np.pi / count
    first = np.exp(1j * beta)
    rest = D.sum() - D[0] * first
    found = []
    for side in (1.0, -1.0):
        cosine = (np.abs(rest) ** 2 + abs(D[1]) ** 2 - abs(D[2]) ** 2) / (
            2.0 * np.abs(rest) * abs(D[1])
        )
        there = np.abs(cosine) <= 1.0
        turn = side * np.arccos(np.clip(cosine, -1.0, 1.0))
        second = rest / np.abs(rest) * np.exp(1j * turn) * (D[1] / abs(D[1])).conj()
        determinant = (first - 1.0) * a[1] - (second - 1.0) * a[0]
        there &= np.abs(determinant) > 1e-9
        safe = np.where(there, determinant, 1.0)
        W = (shift[0] * a[1] - shift[1] * a[0]) / safe
        Z = ((first - 1.0) * shift[1] - (second - 1.0) * shift[0]) / safe
        found.append(np.stack([poses.z[0] - Z - W, -Z / poses.e[0]])[:, there])
    fixed, moving = np.concatenate(found, axis=-1)
    good = [poses.change(A, w) < EXACT for A, w in zip(fixed, moving, strict=True)]
    fixed, moving = fixed[good], moving[good]
    return BurmesterCurves(
        poses.center + poses.scale * fixed,
        poses.center + poses.scale * (poses.z[0] + poses.e[0] * moving),
        poses.scale * moving,
    )


def dyads_of_five(poses: Poses) -> list[Dyad]:
    """Return all real dyads of five poses: at most four.

    For a circle point the four equations [M(w) | b(w)] (A, -1) = 0 have rank 2: each three of them
    have a determinant, of degree 3 in w, that is 0. Two combinations of the equations give two
    cubics; the common zeros of these are the eigenvalues of their resultant, and hold all dyads.
    """
    turn = np.exp(0.7j)  # axes in which no root is special
    mixing = np.random.default_rng(5).normal(size=(2, 3, 4))
    grid = np.array([(i, j) for i in range(4) for j in range(4 - i)])
    at = np.cos(np.pi * (2 * grid + 1) / 9.0)  # unisolvent for cubics, of size 1
    monomials = np.stack([at[:, 0] ** i * at[:, 1] ** j for i, j in grid], axis=-1)
    cubics = []
    for mix in mixing:
        values = []
        for u, v in at:
            M, b = poses.rows_of_fixed_pivot(complex(u, v) * turn)
            values.append(np.linalg.det(mix @ np.column_stack([M, b])))
        form = np.zeros((4, 4))
        form[grid[:, 0], grid[:, 1]] = np.linalg.solve(monomials, values)
        cubics.append(form)
    found: list[tuple[complex, complex]] = []
    if min(np.abs(form).max() for form in cubics) <= 1e-12:
        return []  # such as poses that do not turn: no dyad is isolated
    for u, v in _common_zeros(*cubics):
        pivots = _refined_pivots(poses, complex(u) * turn.real - complex(v) * turn.imag,
                          complex(u) * turn.imag + complex(v) * turn.real)  # fmt: skip
        if pivots is None:
            continue
        A, w = pivots
        if all(abs(A - x) + abs(w - y) > 1e-6 * (1.0 + abs(A) + abs(w)) for x, y in found):
            found.append((A, w))
    return [poses.dyad(A, w) for A, w in found]


def _common_zeros(first: np.ndarray, second: np.ndarray) -> list[tuple[complex, complex]]:
    """Return the common zeros (u, v) of two cubics c[i, j] u^i v^j by their Sylvester matrix.

    The matrix S(v) = S_0 + v S_1 + v^2 S_2 + v^3 S_3 is singular at a common zero, and its null
    vector is (u^5, ..., u, 1).
    """
    from scipy.linalg import eig

    S = np.zeros((4, 6, 6))
    for power in range(4):
        for k, form in enumerate((first, second)):
            for row in range(3):
                S[power, 3 * k + row, row : row + 4] = form[::-1, power]
    n = 6
    left, right = np.eye(3 * n), np.zeros((3 * n, 3 * n))
    left[2 * n :, 2 * n :] = S[3]
    right[:n, n : 2 * n] = right[n : 2 * n, 2 * n :] = np.eye(n)
    right[2 * n :, :n], right[2 * n :, n : 2 * n], right[2 * n :, 2 * n :] = -S[0], -S[1], -S[2]
    (alpha, beta), vectors = eig(right, left, homogeneous_eigvals=True)
    zeros = []
    for k in range(3 * n):
        vector = vectors[:n, k]
        if abs(beta[k]) <= 1e-10 * abs(alpha[k]) or abs(vector[-1]) <= 1e-10 * abs(vector).max():
            continue
        zeros.append((complex(vector[-2] / vector[-1]), complex(alpha[k] / beta[k])))
    return zeros


def _refined_pivots(poses: Poses, u: complex, v: complex) -> tuple[complex, complex] | None:
    """Return real pivots A, w near a circle point u + iv after Newton's steps; None if not real."""
    if max(abs(u.imag), abs(v.imag)) > 1e-3 * (1.0 + abs(u) + abs(v)):
        return None
    w = complex(u.real, v.real)
    M, b = poses.rows_of_fixed_pivot(w)
    A = complex(*np.linalg.lstsq(M, b, rcond=None)[0])
    for _ in range(NEWTON):
        M, b = poses.rows_of_fixed_pivot(w)
        N = poses.rows_of_moving(A)[0]
        # the equations are bilinear: their derivatives are the rows of the two linear forms
        gap = M @ [A.real, A.imag] - b
        step = np.linalg.lstsq(np.column_stack([M, -N]), -gap, rcond=None)[0]
        A += complex(step[0], step[1])
        w += complex(step[2], step[3])
        if not np.isfinite([A, w]).all():
            return None
    return (A, w) if poses.change(A, w) < EXACT else None


def four_bar_of(task: Task, first: Dyad, second: Dyad) -> Solution | None:
    """Return the four-bar of two dyads, the first with the crank; None if they share a pivot."""
    z, e = task.points[:, 0] + 1j * task.points[:, 1], np.exp(1j * task.angles)
    B, C = z + e * first.moving, z + e * second.moving
    A, D = first.fixed, second.fixed
    bar = second.moving - first.moving
    a, b, c = float(np.abs(B - A).mean()), abs(bar), float(np.abs(C - D).mean())
    least = 1e-9 * max(a, b, c, abs(D - A))
    if min(a, b, c, abs(D - A)) <= least:
        return None
    tracer = -first.moving * np.conj(bar) / b
    values = {
        "Ax": A.real, "Ay": A.imag, "Dx": D.real, "Dy": D.imag, "a": a, "b": b, "c": c,
        "p": float(tracer.real), "q": float(tracer.imag),
    }  # fmt: skip
    signs = np.where(((D - B).conj() * (C - B)).imag >= 0.0, 1, -1)[:, None]
    linkage = Linkage(FAMILIES["four-bar"], values, (int(signs[0, 0]),))
    return Solution(task, linkage, np.angle(B - A), signs, float(np.angle(bar)))


def four_bars_of_dyads(task: Task, dyads: list[Dyad]) -> list[Solution]:
    """Return the four-bar of every pair of dyads, driven at the side that suits better.

    That is: without defects, else with the crank that turns round, else with the larger least
    transmission angle.
    """
    found = []
    for pair in combinations(dyads, 2):
        both = [four_bar_of(task, *pair), four_bar_of(task, *pair[::-1])]
        sides = [solution for solution in both if solution is not None]
        if sides:
            found.append(max(sides, key=_merit))
    return found


def _merit(solution: Solution) -> tuple[bool, bool, float]:
    turns = solution.linkage.turns_round
    return not solution.defects, turns, solution.transmission_angle
