"""All solutions by continuation in complex numbers: five points with given pivots, five poses.

Vectors of the plane are pairs of complex numbers (u, u'), conjugate where the solution is real; so
equations that hold squares of lengths are bilinear in them.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.polynomials import Polynomial, variables
from sarrus.solvers.homotopy.solutions import MOST_EVALUATIONS, all_solutions
from sarrus.solvers.homotopy.solutions import Solutions as Roots
from sarrus.synthesis.burmester import Poses
from sarrus.synthesis.families import FAMILIES
from sarrus.synthesis.linkage import Linkage
from sarrus.synthesis.solution import Solution
from sarrus.synthesis.tasks import Task

DEGENERATE = 1e-5
"""Length of a link of size 1 below which a hinge lies on the tracer: no four-bar."""
EXACT = 1e-8
SEEDS = (1853, 1990, 1992)
"""Start systems that are tried, one after the other, until every path has come to a clear end."""


@dataclass(frozen=True, eq=False)
class Count:
    """What continuation says of a count.

    roots: all isolated solutions, complex ones too; proven: whether every path has come to a
    certified end, at infinity, or at a solution that is no linkage; reason: in words.
    """

    roots: Roots
    proven: bool
    reason: str


def five_point_four_bars(
    task: Task, A: complex, D: complex, most_evaluations: int = MOST_EVALUATIONS
) -> tuple[list[Solution], Count]:
    """Return all four-bars with given pivots whose tracer passes five points, without a timing.

    With u and v from the tracer to the hinges B and C at the first point, Theta_j = exp(i theta_j)
    the turn of the coupler, a_j = P_j - A and d_j = P_j - D:

        a_j' u Theta_j + a_j u' / Theta_j = R_j,  R_j = |a_1|^2 - |a_j|^2 + a_1' u + a_1 u',

    and the same for v, d_j and S_j. Theta_j and 1/Theta_j follow from these two linear equations;
    their product is 1: (R d v' - S a u')(a' u S - d' v R) = (a' d u v' - a d' u' v)^2 for each of
    four j, of degree 2 in (u, u') and in (v, v'), so that 96 paths bound the count, of which 36 end
    in four-bars (Morgan and Wampler 1990). Where whole families of four-bars pass the points, as
    through points of a line, paths do not end; they are given up, and nothing is proven.
    """
    P = task.points[:, 0] + 1j * task.points[:, 1]
    scale = float(np.abs(P - A).max() + np.abs(P - D).max()) / 2.0
    a, d = (P - A) / scale, (P - D) / scale
    u, u_, v, v_ = variables(4)
    R = [abs(a[0]) ** 2 - abs(x) ** 2 + a[0].conjugate() * u + a[0] * u_ for x in a[1:]]
    S = [abs(d[0]) ** 2 - abs(x) ** 2 + d[0].conjugate() * v + d[0] * v_ for x in d[1:]]
    equations = []
    for j in range(1, 5):
        r, s, x, y = R[j - 1], S[j - 1], complex(a[j]), complex(d[j])
        turn = r * y * v_ - s * x * u_
        back = x.conjugate() * u * s - y.conjugate() * v * r
        whole = x.conjugate() * y * u * v_ - x * y.conjugate() * u_ * v
        equations.append(turn * back - whole * whole)
    for seed in SEEDS:
        roots = all_solutions(
            equations, groups=[((0, 1), (2, 3))], partner=[1, 0, 3, 2],
            most_evaluations=most_evaluations, seed=seed,
        )  # fmt: skip
        regular = _linkages(roots.points, roots.is_real)
        count = _count(roots, len(regular))
        if count.proven or roots.given_up:
            break
    found = [
        solution
        for x in regular
        if (solution := _four_bar_of_hinges(task, A, D, x[0] * scale, x[2] * scale)) is not None
    ]
    return found, count


def _linkages(points: np.ndarray, is_real: np.ndarray) -> np.ndarray:
    """Return the real solutions whose hinges do not lie on the tracer."""
    real = points[is_real]
    return real[np.abs(real[:, (0, 2)]).min(axis=1, initial=np.inf) > DEGENERATE]


def _count(roots: Roots, real: int) -> Count:
    """Return the account; singular ends at which both hinges lie on the tracer are no linkages."""
    # u = v = 0 or u' = v' = 0 solves the equations without their product Theta / Theta = 1
    size = np.abs(roots.singular)
    proper = np.minimum(size[:, (0, 2)].max(axis=1), size[:, (1, 3)].max(axis=1)) > DEGENERATE
    certified = bool(np.isfinite(roots.radius).all())
    all_ended = roots.lost == 0 and not roots.given_up
    proven = roots.proven or (all_ended and not proper.any() and certified)
    tracked = (
        f"all {roots.bound} paths tracked: {roots.count} isolated solutions, {real} of them real "
        f"linkages, {roots.at_infinity} paths at infinity, {int(roots.multiplicity.sum())} at "
        "points without a coupler"
    )
    return Count(roots, proven, tracked if proven else f"searched: {roots.reason}")


def _four_bar_of_hinges(
    task: Task, A: complex, D: complex, u: complex, v: complex
) -> Solution | None:
    """Return the four-bar of the vectors from the tracer to its hinges at the first point."""
    P = task.points[:, 0] + 1j * task.points[:, 1]
    turns = [1.0 + 0.0j]
    a, d = P - A, P - D
    for j in range(1, len(P)):
        M = np.array([[a[j].conjugate() * u, a[j] * u.conjugate()],
                      [d[j].conjugate() * v, d[j] * v.conjugate()]])  # fmt: skip
        right = [
            abs(a[0]) ** 2 - abs(a[j]) ** 2 + 2.0 * (a[0].conjugate() * u).real,
            abs(d[0]) ** 2 - abs(d[j]) ** 2 + 2.0 * (d[0].conjugate() * v).real,
        ]
        if abs(np.linalg.det(M)) == 0.0:
            return None
        turns.append(complex(np.linalg.solve(M, right)[0]))
    turn = np.array(turns)
    turn = turn / np.abs(turn)
    B, C = P + u * turn, P + v * turn
    bar = v - u
    a_, b, c = abs(complex(B[0] - A)), abs(bar), abs(complex(C[0] - D))
    if min(a_, b, c) <= 1e-9 * abs(D - A):
        return None
    tracer = -u * np.conj(bar) / b
    values = {
        "Ax": A.real, "Ay": A.imag, "Dx": D.real, "Dy": D.imag, "a": a_, "b": b, "c": c,
        "p": float(tracer.real), "q": float(tracer.imag),
    }  # fmt: skip
    signs = np.where(((D - B).conj() * (C - B)).imag >= 0.0, 1, -1)[:, None]
    linkage = Linkage(FAMILIES["four-bar"], values, (int(signs[0, 0]),))
    solution = Solution(task, linkage, np.angle(B - A), signs)
    return solution if solution.errors.max() < EXACT * max(task.size, b) else None


def dyad_count(poses: Poses) -> Count:
    """Return all dyads of five poses, complex ones too, by continuation.

    Four equations, bilinear in the fixed and the moving pivot: 6 paths, of which 2 go to infinity.
    """
    A, A_, w, w_ = variables(4)
    equations: list[Polynomial] = []
    for j in range(1, 5):
        z, e = complex(poses.z[j]), complex(poses.e[j])
        z0, e0 = complex(poses.z[0]), complex(poses.e[0])
        fixed = (z - z0) * A_ + (z - z0).conjugate() * A
        moving = (e.conjugate() * z - e0.conjugate() * z0) * w_
        moving = moving + (e * z.conjugate() - e0 * z0.conjugate()) * w
        both = (e - e0) * A_ * w + (e - e0).conjugate() * A * w_
        equations.append(fixed + both - moving - (abs(z) ** 2 - abs(z0) ** 2))
    roots = all_solutions(equations, groups=[((0, 1), (2, 3))], partner=[1, 0, 3, 2])
    reason = f"{roots.bound} paths, {roots.count} dyads, {int(roots.is_real.sum())} of them real"
    return Count(roots, roots.proven, reason if roots.proven else f"searched: {roots.reason}")
