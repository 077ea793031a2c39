"""Nonlinear programmes with many unknowns and sparse derivatives, by an interior point method.

    min f(z),   lower <= z <= upper,   low <= c(z) <= high

A filter line search on barrier problems (Waechter and Biegler 2006) with exact second derivatives.
Rows with two different bounds get slacks s, so that all rows are equations r(x) = 0, x = (z, s).
Each step solves

    [W + S + d I   A^T] [dx]     [grad f - mu/(x - L) + mu/(U - x) + A^T y]
    [A            -e I] [dy] = - [r                                       ]

by a sparse factorization. d is raised until the curvature along the step is positive, which needs
no inertia of the matrix (Chiang and Zavala 2016). Where no step is accepted, the rows are closed
by Levenberg's method first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from sarrus.late_dataclass import dataclass
from sarrus.solvers.fixed_places import Selection
from sarrus.solvers.kkt import Equations, Singular

MARGIN, RELAXED, LARGEST_SLOPE = 1e-2, 1e-8, 100.0
"""How far inside its bounds a search begins, how far bounds are widened, and to which slope
objective and rows are scaled down."""
WEIGHT_OF_ROWS, WEIGHT_OF_GOAL, LESS, ARMIJO = 1e-5, 1e-5, 1e-4, 1e-8
"""What the filter takes for progress (their gamma_theta, gamma_phi), the rows' part below which the
objective decides, and the part of the predicted descent that is enough."""
SHORTEST = 1e-10
"""Shares of a step that are tried, down to this one."""
NEGATIVE = 1e-11
"""Least curvature along a step, over its length squared."""
CORRECTIONS = 4
"""Second-order corrections of a first trial step."""

Values = Callable[[np.ndarray], tuple[float, np.ndarray]]
Slopes = Callable[[np.ndarray], tuple[np.ndarray, sparse.csr_matrix]]
Curvature = Callable[[np.ndarray, float, np.ndarray], sparse.csr_matrix]


@dataclass(frozen=True)
class SparseProgram:
    """A programme by its functions; rows whose bounds are equal are equations.

    values: (f, c) at z; slopes: (grad f, dc/dz); curvature: the Hessian of w f + y . c, whole, None
    where it is not known; places: where the last two may have numbers, None for anywhere;
    reach: the most by which each unknown may change in a step, None where it does not matter.
    """

    lower: np.ndarray
    upper: np.ndarray
    low: np.ndarray
    high: np.ndarray
    values: Values
    slopes: Slopes
    curvature: Curvature | None
    places: tuple[sparse.csc_matrix, sparse.csc_matrix] | None = None
    reach: np.ndarray | None = None

    def violation(self, z: np.ndarray) -> float:
        """Return by how much the worst bound or row is missed."""
        c = self.values(z)[1]
        off = [self.lower - z, z - self.upper, self.low - c, c - self.high]
        return max(float(np.max(part, initial=0.0)) for part in off)


@dataclass(frozen=True)
class SparseOptimum:
    """Where a search ended: unknowns z, multipliers y of the rows, objective, what is left.

    violation: of the rows, stationarity: of the gradient of the Lagrangian, both as scaled in the
    search; steps: how many; met: whether both are within the tolerance; reason: why not.
    """

    z: np.ndarray
    y: np.ndarray
    objective: float
    violation: float
    stationarity: float
    steps: int
    met: bool
    reason: str = ""


def interior_point(
    program: SparseProgram,
    z: np.ndarray,
    tolerance: float = 1e-8,
    steps: int = 500,
    barrier: float = 0.1,
) -> SparseOptimum:
    """Return where the search from z ends; barrier: the first weight mu of the bounds."""
    search = _Search.of(program, np.asarray(z, dtype=float))
    return search.run(tolerance, steps, barrier)


@dataclass(frozen=True)
class _Bounds:
    """Bounds of the unknowns of a search, of which there may be none on a side."""

    low: np.ndarray
    high: np.ndarray

    @cached_property
    def has_low(self) -> np.ndarray:
        """1 where there is a bound below, else 0."""
        return np.isfinite(self.low).astype(float)

    @cached_property
    def has_high(self) -> np.ndarray:
        """1 where there is one above."""
        return np.isfinite(self.high).astype(float)

    def below(self, x: np.ndarray) -> np.ndarray:
        """Return how far x is from its bounds below, 1 where there is none."""
        return np.where(self.has_low > 0.0, x - self.low, 1.0)

    def above(self, x: np.ndarray) -> np.ndarray:
        """Return the same for the bounds above."""
        return np.where(self.has_high > 0.0, self.high - x, 1.0)

    @property
    def either(self) -> np.ndarray:
        """Which of the bounds below, then above, there are."""
        return np.concatenate([self.has_low, self.has_high]) > 0.0

    def multipliers(self, x: np.ndarray, mu: float) -> tuple[np.ndarray, np.ndarray]:
        """Return mu over these distances, 0 where there is no bound."""
        return mu * self.has_low / self.below(x), mu * self.has_high / self.above(x)

    def share(self, x: np.ndarray, dx: np.ndarray, tau: float) -> float:
        """Return the largest share of a step, at most 1, that keeps a part 1 - tau inside."""
        rows = np.concatenate([self.below(x), self.above(x)])
        change = np.concatenate([self.has_low * dx, -self.has_high * dx])
        return _to_boundary(rows, change, tau)

    def inside(self, x: np.ndarray) -> np.ndarray:
        """Return x moved inside."""
        low, high = (np.where(has > 0.0, bound, 0.0) for has, bound in
                     ((self.has_low, self.low), (self.has_high, self.high)))  # fmt: skip
        width = np.where(self.has_low * self.has_high > 0.0, high - low, np.inf)
        least = low + MARGIN * np.minimum(np.maximum(1.0, np.abs(low)), width)
        most = high - MARGIN * np.minimum(np.maximum(1.0, np.abs(high)), width)
        x = np.where(self.has_low > 0.0, np.maximum(x, least), x)
        return np.asarray(np.where(self.has_high > 0.0, np.minimum(x, most), x))


@dataclass
class _Search:
    """A programme in its scaled form with slacks, and the filter."""

    program: SparseProgram
    z: np.ndarray
    free: np.ndarray
    sloping: np.ndarray
    goal: float
    rows: np.ndarray
    bounds: _Bounds
    filter: list[tuple[float, float]] = field(default_factory=list)
    shift: float = 0.0
    columns: Selection | None = None
    block: Selection | None = None
    equations: Equations | None = None

    @staticmethod
    def of(program: SparseProgram, z: np.ndarray) -> _Search:
        free = np.flatnonzero(program.upper > program.lower)
        z = z.copy()
        fixed = program.upper <= program.lower
        z[fixed] = program.lower[fixed]
        sloping = np.flatnonzero(program.high > program.low)
        low = np.concatenate([program.lower[free], program.low[sloping]])
        high = np.concatenate([program.upper[free], program.high[sloping]])
        gradient, A = program.slopes(z)
        goal = min(1.0, LARGEST_SLOPE / max(float(np.max(np.abs(gradient), initial=0.0)), 1e-30))
        largest = np.ones(A.shape[0])
        if A.nnz:
            largest = np.asarray(abs(A).max(axis=1).todense()).ravel()
        rows = np.minimum(1.0, LARGEST_SLOPE / np.maximum(largest, 1e-30))
        low[len(free) :] *= rows[sloping]
        high[len(free) :] *= rows[sloping]
        low = low - RELAXED * np.maximum(1.0, np.abs(low))
        high = high + RELAXED * np.maximum(1.0, np.abs(high))
        return _Search(program, z, free, sloping, goal, rows, _Bounds(low, high))

    # --- functions --------------------------------------------------------------------------------

    def whole(self, x: np.ndarray) -> np.ndarray:
        """Return z of x = (free unknowns, slacks)."""
        z = self.z.copy()
        z[self.free] = x[: len(self.free)]
        return z

    def values(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        f, c = self.program.values(self.whole(x))
        r = self.rows * (c - self.program.low)
        r[self.sloping] = self.rows[self.sloping] * c[self.sloping] - x[len(self.free) :]
        return self.goal * f, r

    def slopes(self, x: np.ndarray) -> tuple[np.ndarray, sparse.csr_matrix]:
        gradient, A = self.program.slopes(self.whole(x))
        A = A.tocsr()
        if self.columns is None or not self.columns.fits(A):
            slack = len(self.sloping)
            own = (self.sloping, len(self.free) + np.arange(slack), -np.ones(slack))
            self.columns = Selection(A, None, self.free, (A.shape[0], len(x)), own)
        slope = np.concatenate([self.goal * gradient[self.free], np.zeros(len(self.sloping))])
        return slope, self.columns.of(A, self.rows)

    def curvature(self, x: np.ndarray, y: np.ndarray) -> sparse.csr_matrix:
        if self.program.curvature is None:
            raise ValueError("this method needs second derivatives")
        W = self.program.curvature(self.whole(x), self.goal, self.rows * y).tocsr()
        if self.block is None or not self.block.fits(W):
            self.block = Selection(W, self.free, self.free, (len(x), len(x)))
        return self.block.of(W, np.ones(len(x)))

    def phi(self, x: np.ndarray, f: float, mu: float) -> float:
        """Return the objective with its barrier, infinite outside."""
        below, above = self.bounds.below(x), self.bounds.above(x)
        if not np.isfinite(f) or np.any(below <= 0.0) or np.any(above <= 0.0):
            return np.inf
        return f - mu * float(np.sum(np.log(below)) + np.sum(np.log(above)))

    # --- the iteration ----------------------------------------------------------------------------

    def run(self, tolerance: float, steps: int, mu: float) -> SparseOptimum:
        """Return where the iteration ends."""
        b = self.bounds
        c = self.program.values(self.z)[1]
        x = b.inside(np.concatenate([self.z[self.free], (self.rows * c)[self.sloping]]))
        f, r = self.values(x)
        g, A = self.slopes(x)
        zl, zu = b.multipliers(x, mu)
        y = self._first_multipliers(g - zl + zu, A)
        start = max(1.0, float(np.sum(np.abs(r))))
        reason = f"did not end in {steps} steps"
        for k in range(steps + 1):
            size = np.concatenate([np.abs(y), zl, zu])
            factor = max(100.0, float(np.mean(size)) if len(size) else 0.0) / 100.0
            left = float(np.max(np.abs(g + A.T @ y - zl + zu), initial=0.0)) / factor
            closed = float(np.max(np.abs(r), initial=0.0))
            products = np.concatenate([b.below(x) * zl, b.above(x) * zu])[b.either]
            if max(left, closed, _off(products, 0.0) / factor) <= tolerance:
                return self._end(x, y, closed, left, k, True)
            while (
                mu > tolerance / 10.0 and max(left, closed, _off(products, mu) / factor) <= 10 * mu
            ):
                mu = max(tolerance / 10.0, min(0.2 * mu, mu**1.5))
                self.filter = []
            if k == steps:
                break
            W = self.curvature(x, y)
            found = self._direction(x, y, g, A, W, r, zl, zu, mu)
            if found is None:
                reason = "its linear equations have no solution"
                break
            dx, dy, solve = found
            of_low, of_high = b.multipliers(x, mu)
            dzl = of_low - zl - zl * dx / b.below(x)
            dzu = of_high - zu + zu * dx / b.above(x)
            tau = max(0.99, 1.0 - mu)
            at = _Place(x, r, self.phi(x, f, mu), g - of_low + of_high, A.T @ y, mu, tau, start)
            trial = self._line_search(at, dx, solve)
            if trial is None:
                again = self._restoration(x, mu)
                if again is None:
                    reason = "no values keep all conditions: the rows cannot be closed further"
                    break
                x = again
                f, r = self.values(x)
                g, A = self.slopes(x)
                zl, zu = (np.minimum(part, 1e3) for part in b.multipliers(x, mu))
                y = self._first_multipliers(g - zl + zu, A)
                continue
            x, share = trial
            y = y + share * dy
            own = _to_boundary(np.concatenate([zl, zu]), np.concatenate([dzl, dzu]), tau)
            of_low, of_high = b.multipliers(x, mu)
            zl = np.clip(zl + own * dzl, of_low / 1e10, of_low * 1e10)
            zu = np.clip(zu + own * dzu, of_high / 1e10, of_high * 1e10)
            f, r = self.values(x)
            g, A = self.slopes(x)
        return self._end(x, y, closed, left, k, False, reason)

    def _end(self, x: np.ndarray, y: np.ndarray, closed: float, left: float, k: int, met: bool,
             reason: str = "") -> SparseOptimum:  # fmt: skip
        z = np.clip(self.whole(x), self.program.lower, self.program.upper)
        f = self.program.values(z)[0]
        return SparseOptimum(z, self.rows * y / self.goal, f, closed, left, k, met, reason)

    def _first_multipliers(self, g: np.ndarray, A: sparse.csr_matrix) -> np.ndarray:
        """Return the multipliers of the rows that leave least of a gradient, 0 if they are huge."""
        n, m = A.shape[1], A.shape[0]
        K = sparse.bmat([[sparse.identity(n), A.T], [A, -1e-8 * sparse.identity(m)]]).tocsc()
        try:
            y = splu(K).solve(np.concatenate([-g, np.zeros(m)]))[n:]
        except RuntimeError:
            return np.zeros(m)
        return y if np.max(np.abs(y), initial=0.0) <= 1e3 else np.zeros(m)

    def _direction(self, x: np.ndarray, y: np.ndarray, g: np.ndarray, A: sparse.csr_matrix,
                   W: sparse.csr_matrix, r: np.ndarray, zl: np.ndarray, zu: np.ndarray,
                   mu: float) -> tuple[np.ndarray, np.ndarray, Callable] | None:  # fmt: skip
        """Return the step of unknowns and multipliers, and what solves for other rows."""
        n = len(x)
        sigma = zl / self.bounds.below(x) + zu / self.bounds.above(x)
        of_low, of_high = self.bounds.multipliers(x, mu)
        barrier = g - of_low + of_high
        right = -np.concatenate([barrier + A.T @ y, r])
        equations = self.equations = Equations.of(W, A, self.equations)
        shift, soft, first = 0.0, 0.0, True
        for _ in range(40):
            factors = equations.factors(sigma + shift, soft)
            try:
                step = factors.solve(right)
            except Singular:
                soft = 1e-8 * mu**0.25
            else:
                if equations.is_positive(sigma + shift):
                    self.shift = shift if shift else self.shift
                    return step[:n], step[n:], factors.solve
            if first:
                shift = 1e-4 if self.shift == 0.0 else max(1e-20, self.shift / 3.0)
                first = False
            else:
                shift *= 100.0 if self.shift == 0.0 else 8.0
            if shift > 1e40:
                return None
        return None

    def _line_search(self, at: _Place, dx: np.ndarray, solve: Callable
                     ) -> tuple[np.ndarray, float] | None:  # fmt: skip
        """Return the next unknowns and the share of the step, None where none is accepted."""
        slope = float(at.barrier @ dx)
        share = first = min(self.bounds.share(at.x, dx, at.tau), self._reach(dx))
        while share > SHORTEST:
            switching = at.switches(slope, share)
            trial = at.x + share * dx
            f, r = self.values(trial)
            if self._accepts(at, trial, f, r, share * slope, switching):
                self._note(at, switching)
                return trial, share
            open_ = np.all(np.isfinite(r)) and np.sum(np.abs(r)) >= at.theta
            if share == first and open_:
                corrected = self._correction(at, r, share, solve, share * slope, switching)
                if corrected is not None:
                    self._note(at, switching)
                    return corrected, share
            share *= 0.5
        return None

    def _reach(self, dx: np.ndarray) -> float:
        """Return the share of a step that goes as far as it may."""
        if self.program.reach is None:
            return 1.0
        far = np.abs(dx[: len(self.free)]) / self.program.reach[self.free]
        return 1.0 / max(1.0, float(np.max(far, initial=0.0)))

    def _correction(self, at: _Place, r: np.ndarray, share: float, solve: Callable, descent: float,
                   switching: bool) -> np.ndarray | None:  # fmt: skip
        """Return a step whose rows are closed with their curvature, if it is accepted."""
        c, last = share * at.r + r, float(np.sum(np.abs(r)))
        for _ in range(CORRECTIONS):
            d = solve(-np.concatenate([at.barrier + at.pull, c]))[: len(at.x)]
            own = self.bounds.share(at.x, d, at.tau)
            trial = at.x + own * d
            f, r = self.values(trial)
            if self._accepts(at, trial, f, r, descent, switching):
                return np.asarray(trial)
            now = float(np.sum(np.abs(r)))
            if not now <= 0.99 * last:
                return None
            c, last = own * c + r, now
        return None

    def _accepts(self, at: _Place, trial: np.ndarray, f: float, r: np.ndarray, descent: float,
                 switching: bool) -> bool:  # fmt: skip
        """Whether the filter takes a trial."""
        theta, phi = float(np.sum(np.abs(r))), self.phi(trial, f, at.mu)
        if not np.isfinite(theta) or not np.isfinite(phi) or theta > 1e4 * at.start:
            return False
        if any(theta >= a and phi >= b for a, b in self.filter):
            return False
        rounding = 10.0 * float(np.finfo(float).eps) * abs(at.phi)
        if switching:
            return bool(phi <= at.phi + ARMIJO * descent + rounding)
        closes = theta <= (1.0 - WEIGHT_OF_ROWS) * at.theta
        return bool(closes or phi <= at.phi - WEIGHT_OF_GOAL * at.theta)

    def _note(self, at: _Place, switching: bool) -> None:
        """Keep in the filter what has been left for less open rows."""
        if not switching:
            kept = (1.0 - WEIGHT_OF_ROWS) * at.theta, at.phi - WEIGHT_OF_GOAL * at.theta
            self.filter.append(kept)

    def _restoration(self, x: np.ndarray, mu: float) -> np.ndarray | None:
        """Return unknowns near x at which the rows are closed further, that the filter takes."""
        begin, n = None, len(x)
        soft = 1e-6
        for _ in range(100):
            f, r = self.values(x)
            theta = float(np.sum(np.abs(r)))
            begin = theta if begin is None else begin
            goal = self.phi(x, f, mu)
            taken = not any(theta >= a and goal >= b for a, b in self.filter)
            if theta <= 0.9 * begin and taken:
                return x
            A = self.slopes(x)[1]
            near = np.minimum(np.minimum(self.bounds.below(x), self.bounds.above(x)), 1.0)
            H = sparse.diags(soft / near**2)
            K = sparse.bmat([[H, A.T], [A, -sparse.identity(len(r))]], format="csc")
            try:
                d = splu(K).solve(np.concatenate([np.zeros(n), -r]))[:n]
            except RuntimeError:
                return None
            if not np.all(np.isfinite(d)):
                return None
            share = self.bounds.share(x, d, 0.99)
            before = float(r @ r)
            while share > SHORTEST:
                rt = self.values(x + share * d)[1]
                if np.all(np.isfinite(rt)) and float(rt @ rt) < (1.0 - 1e-4 * share) * before:
                    break
                share *= 0.5
            else:
                return None
            x = x + share * d
            soft = max(1e-10, soft / 4.0) if share > 0.9 else soft
        return None


@dataclass(frozen=True)
class _Place:
    """Where a line search begins: rows, barrier function and its gradient, A^T y, mu, tau.

    start: how open the rows were at first.
    """

    x: np.ndarray
    r: np.ndarray
    phi: float
    barrier: np.ndarray
    pull: np.ndarray
    mu: float
    tau: float
    start: float

    @cached_property
    def theta(self) -> float:
        """How open the rows are."""
        return float(np.sum(np.abs(self.r)))

    def switches(self, slope: float, share: float) -> bool:
        """Whether the objective decides, the rows being closed well enough."""
        steep = slope < 0.0 and share * (-slope) ** 2.3 > self.theta**1.1
        return steep and self.theta <= LESS * self.start


def _off(products: np.ndarray, mu: float) -> float:
    """Return how far products of distances and multipliers are from mu."""
    return float(np.max(np.abs(products - mu), initial=0.0))


def _to_boundary(x: np.ndarray, dx: np.ndarray, tau: float) -> float:
    """Return the largest share of dx, at most 1, that leaves a part 1 - tau of x >= 0."""
    falling = dx < 0.0
    if not np.any(falling):
        return 1.0
    return min(1.0, float(np.min(-tau * x[falling] / dx[falling])))
