"""All isolated solutions of a polynomial system, with what is proven of their count.

Every solution of a start system, of which there are as many as the bound, is led to the system in
question. Ends are points, singular points or at infinity. The count is proven where every path has
come to an end, every point is certified, no two paths have come to the same one, and the points of
a real system are real or come in conjugate pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.certification import certified_balls, newton_points
from sarrus.solvers.homotopy.endgame import ROUGHLY, path_ends
from sarrus.solvers.homotopy.polynomials import Polynomial, PolynomialSystem
from sarrus.solvers.homotopy.projective import Blocks
from sarrus.solvers.homotopy.start_systems import (
    Groups,
    LinearProducts,
    best_groups,
    group_degrees,
    grouped_start,
    multihomogeneous_bound,
    product_start,
)
from sarrus.solvers.homotopy.tracking import Blend, Effort, Homotopy, ends_of_paths

SEED = 1853
MOST_PATHS = 5000
MOST_EVALUATIONS = 30_000
"""Evaluations for each path, on the average, before those that are not at an end are given up.
Systems whose solutions are isolated take 300 to 5,000."""
NEAR_END = 0.05
"""The t at which the end of a path begins to be looked for."""
FAR = 1e-6
"""What is at infinity: the coordinate that is 1 for finite points, for x of length 1."""
SINGULAR = 1e-7
"""Least singular value, in parts of the largest, from which on an end is not singular."""
SAME = 1e-5
ERRORS = (1e-5, 1e-7)
"""Errors of predictions: of the first attempt, and of those for paths that failed or met."""


class TooManyPathsError(ValueError):
    """A start system with more solutions than there may be; `bound`: how many."""

    def __init__(self, bound: int, most: int) -> None:
        super().__init__(f"a start system of {bound} paths is more than the {most} that may be")
        self.bound = bound


@dataclass(frozen=True)
class Solutions:
    """All isolated solutions that were found, and what is known of their count.

    points: the regular ones, (count, n); radius: that of the ball about each (in the largest
    component) that holds exactly one solution, infinite where that is not certified; is_real:
    whether that one is real; singular: ends at which paths meet, with how many in `multiplicity`;
    at_infinity, lost: numbers of paths that ended there, or nowhere; bound: number of paths;
    given_up: whether paths were left because they would not end; proven: whether `points` are all
    there are; reason: why, or why not.
    """

    points: np.ndarray
    radius: np.ndarray
    is_real: np.ndarray
    singular: np.ndarray
    multiplicity: np.ndarray
    at_infinity: int
    lost: int
    bound: int
    proven: bool
    reason: str
    given_up: bool = False

    @property
    def real(self) -> np.ndarray:
        """The regular solutions that are real, as real numbers."""
        return np.real(self.points[self.is_real])

    @property
    def count(self) -> int:
        """The number of regular solutions, complex ones too."""
        return len(self.points)

    def __repr__(self) -> str:
        said = "proven" if self.proven else "searched"
        return (
            f"<Solutions: {self.count}, {int(self.is_real.sum())} of them real, of at most "
            f"{self.bound}; {said}: {self.reason}>"
        )


@dataclass(frozen=True)
class Projective:
    """A square system in homogeneous coordinates, with its start system.

    finite: size of what is 0 at infinity, at points of length 1; chart: which coordinates, one of
    each block, are made 1 at points; partner: the coordinate that is the conjugate of each at real
    points (itself in most cases); is_real: whether conjugation leads solutions to solutions.
    """

    blocks: Blocks
    system: PolynomialSystem
    start: LinearProducts
    finite: Callable[[np.ndarray], np.ndarray]
    chart: Callable[[np.ndarray], np.ndarray]
    partner: np.ndarray
    is_real: bool

    def points_in_charts(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return points with the coordinates of their charts 1, and these (points, blocks)."""
        chart = self.chart(x)
        rows = np.arange(len(x))[:, None]
        return np.asarray(x / x[rows, chart][:, self.blocks.owner]), chart


def all_solutions(
    equations: Sequence[Polynomial],
    *,
    groups: Sequence[Groups] = (),
    partner: Sequence[int] | None = None,
    proper: Sequence[Polynomial] = (),
    most_paths: int = MOST_PATHS,
    most_evaluations: int = MOST_EVALUATIONS,
    seed: int = SEED,
) -> Solutions:
    """Return all isolated solutions of equations f_1 = ... = f_m = 0 in n <= m variables.

    groups: partitions of the variables 0 ... n - 1 that may give low bounds (the best of these, of
    one group for all, and of what merging of groups gives is taken); partner: for each variable the
    one that is its conjugate at a real solution, by default itself; proper: polynomials that are
    not 0 at solutions that count: ends where one is 0 are taken as those at infinity; most_paths:
    where the bound is larger, `TooManyPathsError` is raised; most_evaluations: for each path, on
    the average; what has no end by then is lost, and nothing is proven. More equations than
    variables are replaced by random combinations, and points that do not fulfil all of them are
    left out.
    """
    random = np.random.default_rng(seed)
    every = [_unit_polynomial(f) for f in equations if f.terms]
    n = every[0].n if every else 0
    if len(every) < n:
        raise ValueError(f"{len(every)} equations in {n} variables have no isolated solutions")
    chosen = best_groups([_exponents(f) for f in every], n, groups) if len(every) == n else ()
    square = every if len(every) == n else _square_system(every, n, random)
    chosen = chosen or best_groups([_exponents(f) for f in square], n, groups)
    exponents = [_exponents(f) for f in square]
    bound = multihomogeneous_bound(group_degrees(exponents, chosen), [len(g) for g in chosen])
    if bound > most_paths:
        raise TooManyPathsError(bound, most_paths)
    swap = np.arange(n) if partner is None else np.asarray(partner, dtype=int)
    blocks = Blocks([len(g) + 1 for g in chosen])
    first = [part.start for part in blocks.slices]
    kept = np.delete(np.arange(n + len(chosen)), first)
    # place of each variable among the coordinates
    place = np.empty(n, dtype=int)
    place[[k for g in chosen for k in g]] = kept
    partners = np.arange(n + len(chosen))
    partners[place] = place[swap]
    for part, group in zip(blocks.slices, chosen, strict=True):
        partners[part.start] = blocks.slices[blocks.owner[place[swap[group[0]]]]].start
    others = (
        PolynomialSystem([_unit_polynomial(f).homogeneous_form(chosen) for f in proper])
        if proper
        else None
    )

    def finite(x: np.ndarray) -> np.ndarray:
        sizes = [np.abs(x[:, first])]
        sizes += [] if others is None else [np.abs(others.values(x))]
        return np.asarray(np.concatenate(sizes, axis=1).min(axis=1))

    problem = Projective(
        blocks,
        PolynomialSystem([f.homogeneous_form(chosen) for f in square]),
        grouped_start(exponents, chosen, random),
        finite,
        lambda x: np.tile(first, (len(x), 1)),
        partners,
        # random combinations are complex: their other solutions have no conjugates
        len(every) == n and _is_real(every, swap),
    )
    full = (
        None if square is every else PolynomialSystem([f.homogeneous_form(chosen) for f in every])
    )
    return _solutions(problem, random, full, place, most_evaluations)


def homogeneous_solutions(
    equations: Sequence[Polynomial],
    factors: Sequence[Sequence[Sequence[int]]],
    proper: Sequence[int],
    finite: Callable[[np.ndarray], np.ndarray],
    *,
    seed: int = SEED,
) -> Solutions:
    """Return all isolated solutions of n - 1 homogeneous equations in n coordinates.

    factors: for each equation, sets of coordinates of linear forms whose product has all of its
    monomials; proper: coordinates that are not all 0 at solutions that count; finite(x): what else
    is not 0 at these, for x of length 1. Points have their largest proper coordinate 1.
    """
    random = np.random.default_rng(seed)
    every = [_unit_polynomial(f) for f in equations]
    n, among = every[0].n, np.asarray(proper, dtype=int)
    problem = Projective(
        Blocks([n]),
        PolynomialSystem(every),
        product_start(factors, n, proper, random),
        finite,
        lambda x: among[np.argmax(np.abs(x[:, among]), axis=1)][:, None],
        np.arange(n),
        _is_real(every, np.arange(n)),
    )
    return _solutions(problem, random, None, np.arange(n), MOST_EVALUATIONS)


def _solutions(
    problem: Projective,
    random: np.random.Generator,
    full: PolynomialSystem | None,
    place: np.ndarray,
    most_evaluations: int,
) -> Solutions:
    gamma = complex(np.exp(2j * np.pi * random.uniform()))
    starts = problem.start.solutions
    effort = Effort(most_evaluations * len(starts))
    homotopy = Blend(problem.system, problem.start, gamma, problem.blocks, effort)
    paths = _Paths(problem, homotopy, starts)
    paths.follow(np.arange(len(starts)), ERRORS[0])
    for error in ERRORS[1:]:
        again = paths.in_doubt()
        if not again.size or effort.is_used_up:
            break
        paths.follow(again, error)
    return _account(problem, paths, full, place, effort)


class _Paths:
    """All paths of a homotopy with their ends, as far as they are known."""

    def __init__(self, problem: Projective, homotopy: Homotopy, starts: np.ndarray) -> None:
        self.problem, self.homotopy, self.starts = problem, homotopy, starts
        count = len(starts)
        self.x = starts.astype(complex)
        self.regular = np.zeros(count, dtype=bool)
        self.far = np.zeros(count, dtype=bool)
        self.meeting = np.zeros(count, dtype=bool)

    @property
    def lost(self) -> np.ndarray:
        """Paths that have come to no end."""
        return ~(self.regular | self.far | self.meeting)

    def follow(self, rows: np.ndarray, error: float) -> None:
        """Lead some paths from their starts to their ends."""
        if not rows.size:
            return
        self.regular[rows] = self.far[rows] = self.meeting[rows] = False
        begin = np.ones(rows.size, dtype=complex)
        first = ends_of_paths(
            self.homotopy, self.starts[rows], begin, NEAR_END * begin, error, most_steps=4000
        )
        rows, near = rows[first.arrived], first.x[first.arrived]
        if not rows.size:
            return
        finite = self.problem.finite
        ends = path_ends(self.homotopy, near, NEAR_END, self._is_regular, finite, FAR, error)
        self.x[rows] = ends.x
        known = ends.error < ROUGHLY
        close = finite(ends.x) < np.maximum(FAR, 10.0 * ends.error)
        far = (known & close) | ends.diverges
        regular = known & ~far & (ends.winding == 1) & self._is_regular(ends.x)
        self.far[rows], self.regular[rows] = far, regular
        self.meeting[rows] = known & ~far & ~regular

    def _is_regular(self, x: np.ndarray) -> np.ndarray:
        slope = self.problem.system.values_and_jacobians(x)[1]
        slope = np.concatenate([slope, self.problem.blocks.patches(x)], axis=1)
        size = np.linalg.svd(np.nan_to_num(slope), compute_uv=False)
        return (size[:, -1] > SINGULAR * size[:, 0]) & (self.problem.finite(x) > FAR)

    def in_doubt(self) -> np.ndarray:
        """Return the paths that were lost, and those that have come to the same regular end."""
        rows = np.flatnonzero(self.regular)
        met = np.zeros(len(self.x), dtype=bool)
        for members in _clusters(self.problem.blocks, self.x[rows], SAME):
            if len(members) > 1:
                met[rows[members]] = True
        return np.flatnonzero(self.lost | met)


def _account(
    problem: Projective,
    paths: _Paths,
    full: PolynomialSystem | None,
    place: np.ndarray,
    effort: Effort,
) -> Solutions:
    """Return the distinct ends with what is proven of them."""
    system = problem.system
    blocks = problem.blocks
    ends = paths.x[paths.regular]
    firsts = [members[0] for members in _clusters(blocks, ends, SAME)]
    doubles = len(ends) - len(firsts)
    x, chart = problem.points_in_charts(ends[firsts])
    x = newton_points(system, x, chart)
    balls = certified_balls(system, x, chart)
    kept = np.ones(len(x), dtype=bool) if full is None else _fulfils(blocks, full, x)
    apart = _disjoint(x, balls.radius)
    mirrored = x.conj()[:, problem.partner]
    off = np.abs(x - mirrored).max(axis=1, initial=0.0)
    limit = np.where(balls.certified, balls.radius, 1e-9 * np.abs(x).max(axis=1, initial=1.0))
    real = off <= limit
    meeting = paths.x[paths.meeting]
    groups = _clusters(blocks, meeting, 1e-4)
    singular = problem.points_in_charts(meeting[[members[0] for members in groups]])[0]
    if full is not None and len(singular):
        fits = np.linalg.norm(full.values(blocks.unit_blocks(singular)), axis=1) < 1e-4
        singular = singular[fits]
        groups = [g for g, fit in zip(groups, fits, strict=True) if fit]
    lost, multiple = int(paths.lost.sum()), len(singular)
    certified = bool(np.all(balls.certified[kept]))
    paired = not problem.is_real or _has_partners(blocks, x, mirrored, real)
    reasons = [
        text
        for told, text in (
            (lost > 0, f"{lost} paths were lost"),
            (
                effort.is_used_up,
                f"{effort.most:,} evaluations were made before all paths had come to an end",
            ),
            (doubles > 0, f"{doubles} paths came to an end that another has"),
            (multiple > 0, f"{multiple} ends are singular, where several paths meet"),
            (not certified, f"{int((~balls.certified[kept]).sum())} ends are not certified"),
            (not apart, "balls about ends overlap"),
            (not paired, "a complex end has no conjugate"),
        )
        if told
    ]
    bound = len(paths.starts)
    reason = f"all {bound} paths of the start system tracked, every end certified"
    return Solutions(
        x[kept][:, place], np.where(balls.certified, balls.radius, np.inf)[kept], real[kept],
        singular[:, place], np.array([len(m) for m in groups], dtype=int),
        int(paths.far.sum()), lost, bound, not reasons, "; ".join(reasons) or reason,
        effort.is_used_up,
    )  # fmt: skip


def _clusters(blocks: Blocks, x: np.ndarray, near: float) -> list[list[int]]:
    """Return the points that are apart, each as the list of those that are near it."""
    close = blocks.distances(x, x) <= near if len(x) else np.zeros((0, 0), dtype=bool)
    free, found = np.ones(len(x), dtype=bool), []
    for i in range(len(x)):
        if free[i]:
            members = np.flatnonzero(close[i] & free)
            free[members] = False
            found.append([int(k) for k in members])
    return found


def _disjoint(x: np.ndarray, radius: np.ndarray) -> bool:
    """Tell whether no two certified balls overlap; points in other charts are far apart."""
    apart = np.abs(x[:, None] - x[None]).max(axis=2, initial=0.0)
    known = np.where(np.isfinite(radius), radius, 0.0)
    overlap = apart <= known[:, None] + known[None]
    return not bool(np.any(overlap & ~np.eye(len(x), dtype=bool)))


def _has_partners(blocks: Blocks, x: np.ndarray, mirrored: np.ndarray, real: np.ndarray) -> bool:
    apart = blocks.distances(mirrored, x).min(axis=1, initial=np.inf) if len(x) else np.zeros(0)
    return bool(np.all(real | (apart < SAME)))


def _fulfils(blocks: Blocks, full: PolynomialSystem, x: np.ndarray) -> np.ndarray:
    """Tell which points fulfil all equations, not only combinations of them."""
    values = full.values(blocks.unit_blocks(x)) if len(x) else np.zeros((0, 1))
    return np.asarray(np.abs(values).max(axis=1, initial=0.0) < 1e-8)


def _unit_polynomial(f: Polynomial) -> Polynomial:
    clean = f.without_noise()
    return clean * (1.0 / clean.size) if clean.terms else clean


def _exponents(f: Polynomial) -> np.ndarray:
    return np.array(list(f.terms), dtype=int).reshape(-1, f.n)


def _is_real(equations: Sequence[Polynomial], partner: np.ndarray) -> bool:
    """Tell whether the conjugate of every equation is a combination of the equations."""
    keys = sorted({key for f in equations for key in f.terms})
    index = {key: i for i, key in enumerate(keys)}
    rows = np.zeros((2 * len(equations), len(keys)), dtype=complex)
    m = len(equations)
    for i, f in enumerate(equations):
        for key, c in f.terms.items():
            rows[i, index[key]] = c
            swapped = tuple(key[k] for k in partner)
            if swapped not in index:
                return False
            rows[m + i, index[swapped]] = c.conjugate()
    return bool(np.linalg.matrix_rank(rows, tol=1e-9) == np.linalg.matrix_rank(rows[:m], tol=1e-9))


def _square_system(
    equations: Sequence[Polynomial], n: int, random: np.random.Generator
) -> list[Polynomial]:
    """Return n random combinations of more equations, of degrees as low as may be."""
    order = sorted(equations, key=lambda f: (-f.degree, -len(f.terms)))
    found = []
    for f in order[:n]:
        mixed = f
        for other in order[n:]:
            if other.degree <= f.degree:
                mixed = mixed + complex(np.exp(2j * np.pi * random.uniform())) * other
        found.append(_unit_polynomial(mixed))
    return found
