"""Nonlinear programs over a design: minimize one row, or the largest of several, under limits.

The numbers are fractions u of their ranges, from 0 to 1, and where the largest of some rows is
minimized, a bound s above all of them:

    min s   with   w_i (F_i(u) - z_i) <= s,   G_j(u) <= 0,   H_k(u) = 0,   0 <= u <= 1.

So a peak that passes from one instant to another, or from one objective to another, is a smooth
problem. A design without a run has values that are worse by its distance to one, so that the
search turns back before it.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.optimization.evaluation import Evaluation, Outcome
from sarrus.errors import SarrusError
from sarrus.late_dataclass import dataclass

WORSE = 10.0
"""How much worse than the design before a design without a run is, in sizes of the rows."""
TOLERANCE = 1e-9
"""Change of the scaled objective at which a local method ends."""
FEASIBLE = 1e-6
"""Part of the size of a constraint by which it may be missed."""
ROUNDS = 4
"""How often a local method begins again where it has ended, with derivatives of there."""
STEPS = 100
METHOD = "G26"
"""The code of methods and settings that are not there."""


@dataclass(frozen=True)
class Goal:
    """A row that is minimized: weight (F - offset)."""

    row: int
    weight: float
    offset: float = 0.0


@dataclass(frozen=True, eq=False)
class NonlinearProgram:
    """What is minimized, and what is held; upper: rows that are at most 0, equal: that are 0.

    sizes: of the rows, by which they are divided; slack: whether `upper` and `equal` are what is
    minimized, where no design fulfils them.
    """

    evaluation: Evaluation
    goals: tuple[Goal, ...]
    upper: tuple[int, ...]
    equal: tuple[int, ...]
    sizes: np.ndarray
    slack: bool = False
    _good: list[Outcome] = field(default_factory=list)

    @property
    def bounded(self) -> bool:
        """Whether the largest of several rows is minimized, by a number above them."""
        return self.slack or len(self.goals) != 1

    @cached_property
    def n(self) -> int:
        """The count of numbers that are varied."""
        return len(self.evaluation.space.variables)

    def design(self, z: np.ndarray) -> np.ndarray:
        """Return the design of fractions, within its bounds to the last bit."""
        space = self.evaluation.space
        u = np.clip(z[: self.n], 0.0, 1.0)
        return np.clip(space.low + u * space.span, space.low, space.low + space.span)

    def fractions(self, x: np.ndarray) -> np.ndarray:
        """Return the fractions of a design."""
        space = self.evaluation.space
        return np.clip((x - space.low) / space.span, 0.0, 1.0)

    def values(self, z: np.ndarray) -> np.ndarray:
        """Return all rows by their sizes; of a design without a run, worse than any before."""
        made = self.evaluation.outcome(self.design(z))
        if made.runs:
            self._good.append(made)
            return made.values / self.sizes
        last = self._good[-1].values / self.sizes if self._good else np.zeros(len(self.sizes))
        return np.abs(last) + WORSE * (1.0 + made.distance)

    def slopes(self, z: np.ndarray) -> np.ndarray:
        """Return the derivatives of the scaled rows by the fractions."""
        x = self.design(z)
        if not self.evaluation.outcome(x).runs:
            return np.zeros((len(self.sizes), self.n))
        span = self.evaluation.space.span
        return self.evaluation.slopes(x) * span / self.sizes[:, None]

    def first(self, x: np.ndarray) -> np.ndarray:
        """Return the vector of unknowns at a design; the bound is just above what it bounds."""
        u = self.fractions(x)
        return u if not self.bounded else np.append(u, np.max(self._bounded_rows(u)))

    def _bounded_rows(self, z: np.ndarray) -> np.ndarray:
        values = self.values(z)
        if self.slack:
            return np.concatenate([values[list(self.upper)], np.abs(values[list(self.equal)])])
        return np.array([g.weight * (values[g.row] - g.offset) for g in self.goals])

    def objective(self, z: np.ndarray) -> float:
        """Return what is minimized."""
        if self.bounded:
            return float(z[-1])
        (goal,) = self.goals
        return float(goal.weight * (self.values(z)[goal.row] - goal.offset))

    def objective_slopes(self, z: np.ndarray) -> np.ndarray:
        """Return its derivatives."""
        if self.bounded:
            return np.append(np.zeros(self.n), 1.0)
        (goal,) = self.goals
        return np.asarray(goal.weight * self.slopes(z)[goal.row])

    def limits(self, z: np.ndarray) -> np.ndarray:
        """Return what is to be at most 0."""
        values = self.values(z)
        upper, equal = values[list(self.upper)], values[list(self.equal)]
        if self.slack:
            return np.concatenate([upper, equal, -equal]) - z[-1]
        if not self.bounded:
            return np.asarray(upper)
        above = np.array([g.weight * (values[g.row] - g.offset) for g in self.goals]) - z[-1]
        return np.concatenate([upper, above])

    def limit_slopes(self, z: np.ndarray) -> np.ndarray:
        """Return the derivatives of what is to be at most 0."""
        slopes = self.slopes(z)
        upper, equal = slopes[list(self.upper)], slopes[list(self.equal)]
        if self.slack:
            return _with_bound(np.vstack([upper, equal, -equal]), -1.0)
        if not self.bounded:
            return np.asarray(upper)
        above = np.array([g.weight * slopes[g.row] for g in self.goals])
        return np.vstack([_with_bound(upper, 0.0), _with_bound(above, -1.0)])

    def equations(self, z: np.ndarray) -> np.ndarray:
        """Return what is to be 0."""
        return np.zeros(0) if self.slack else self.values(z)[list(self.equal)]

    def equation_slopes(self, z: np.ndarray) -> np.ndarray:
        """Return its derivatives."""
        if self.slack:
            return np.zeros((0, self.n + 1))
        found = self.slopes(z)[list(self.equal)]
        return _with_bound(found, 0.0) if self.bounded else found

    @cached_property
    def curved(self) -> bool:
        """Whether second derivatives are exact, of rows without kinks, so that methods use them."""
        if not all(row.is_smooth for row in self.evaluation.rows):
            return False
        made = next((o for o in self.evaluation.found.values() if o.runs), None)
        if made is None:
            return False
        try:
            return self.evaluation.hessian(made.x, np.zeros(len(self.sizes))) is not None
        except SarrusError:
            return False

    def lagrangian_hessian(
        self, z: np.ndarray, goal: float, limits: np.ndarray, equations: np.ndarray
    ) -> np.ndarray:
        """Return the second derivatives of what is minimized, limits and equations, weighted."""
        weights = np.zeros(len(self.sizes))
        upper, equal = list(self.upper), list(self.equal)
        np.add.at(weights, upper, limits[: len(upper)])
        rest = limits[len(upper) :]
        if self.slack:
            np.add.at(weights, equal, rest[: len(equal)] - rest[len(equal) :])
        else:
            np.add.at(weights, equal, equations)
            factors = rest if self.bounded else [goal]
            for g, factor in zip(self.goals, factors, strict=True):
                weights[g.row] += factor * g.weight
        found = np.zeros((len(z), len(z)))
        x = self.design(z)
        if self.evaluation.outcome(x).runs:
            span = self.evaluation.space.span
            own = self.evaluation.hessian(x, weights / self.sizes)
            if own is not None:
                found[: self.n, : self.n] = own * np.outer(span, span)
        return found

    def violation(self, made: Outcome) -> float:
        """Return the largest part by which limits and equations are missed; 0 where all hold."""
        if not made.runs:
            return WORSE * (1.0 + made.distance)
        values = made.values / self.sizes
        missed = [0.0, *values[list(self.upper)], *np.abs(values[list(self.equal)])]
        return float(max(missed))

    def merit(self, made: Outcome) -> tuple[float, float]:
        """Return what designs are compared by: the violation, and then what is minimized."""
        missed = self.violation(made)
        if not made.runs:
            return missed, np.inf
        if self.slack:
            return 0.0, missed
        values = made.values / self.sizes
        worst = max(g.weight * (values[g.row] - g.offset) for g in self.goals)
        return (missed if missed > FEASIBLE else 0.0), float(worst)


def _with_bound(slopes: np.ndarray, by: float) -> np.ndarray:
    """Return derivatives with a column for the bound."""
    return np.hstack([slopes, np.full((len(slopes), 1), by)])


def solve(program: NonlinearProgram, x: np.ndarray, method: str) -> Outcome:
    """Return the best design that a local method finds from a design that runs.

    It begins again where it has ended, as long as that is of use: the second derivatives that a
    method has gathered may be of another place.
    """
    best = program.evaluation.outcome(x)
    for _ in range(ROUNDS):
        before = program.merit(best)
        found = LOCAL[method](program, program.first(best.x))
        # the best of all designs that were run counts, whatever the method says of its end
        best = min((best, program.evaluation.outcome(program.design(found))), key=program.merit)
        after = program.merit(best)
        if after >= before or (before[0] == after[0] and before[1] - after[1] < 10 * TOLERANCE):
            break
    return best


def _slsqp(program: NonlinearProgram, z: np.ndarray) -> np.ndarray:
    """Return where sequential quadratic programming ends (Kraft 1988)."""
    from scipy.optimize import minimize

    limits: list[Any] = []
    if len(program.limits(z)):
        limits.append({"type": "ineq", "fun": lambda z: -program.limits(z),
                       "jac": lambda z: -program.limit_slopes(z)})  # fmt: skip
    if len(program.equations(z)):
        limits.append({"type": "eq", "fun": program.equations, "jac": program.equation_slopes})
    with np.errstate(all="ignore"):
        found = minimize(
            program.objective,
            z,
            jac=program.objective_slopes,
            bounds=_bounds(program),
            constraints=limits,
            method="SLSQP",
            options={"maxiter": STEPS, "ftol": TOLERANCE},
        )
    return np.asarray(found.x)


def _trust_region(program: NonlinearProgram, z: np.ndarray) -> np.ndarray:
    """Return where the interior point method with trust regions of SciPy ends."""
    from warnings import catch_warnings, simplefilter

    from scipy.optimize import NonlinearConstraint, minimize

    count, equations = len(program.limits(z)), len(program.equations(z))
    none, no_equations = np.zeros(count), np.zeros(equations)
    of_goal = of_limits = of_equations = None
    if program.curved:

        def of_goal(z: np.ndarray) -> np.ndarray:
            return program.lagrangian_hessian(z, 1.0, none, no_equations)

        def of_limits(z: np.ndarray, v: np.ndarray) -> np.ndarray:
            return program.lagrangian_hessian(z, 0.0, np.asarray(v), no_equations)

        def of_equations(z: np.ndarray, v: np.ndarray) -> np.ndarray:
            return program.lagrangian_hessian(z, 0.0, none, np.asarray(v))

    limits: list[Any] = []
    if count:
        own = {} if of_limits is None else {"hess": of_limits}
        limits.append(
            NonlinearConstraint(program.limits, -np.inf, 0.0, jac=program.limit_slopes, **own)
        )
    if equations:
        own = {} if of_equations is None else {"hess": of_equations}
        limits.append(
            NonlinearConstraint(program.equations, 0.0, 0.0, jac=program.equation_slopes, **own)
        )
    with catch_warnings(), np.errstate(all="ignore"):
        simplefilter("ignore")  # of quasi-Newton updates that are skipped
        found = minimize(
            program.objective,
            z,
            jac=program.objective_slopes,
            hess=of_goal,
            bounds=_bounds(program),
            constraints=limits,
            method="trust-constr",
            options={"maxiter": STEPS, "gtol": 1e-8, "xtol": 1e-9},
        )
    return np.asarray(found.x)


def _bounds(program: NonlinearProgram) -> list[tuple[float | None, float | None]]:
    ends: list[tuple[float | None, float | None]] = [(0.0, 1.0)] * program.n
    return [*ends, (None, None)] if program.bounded else ends


def _ipopt(program: NonlinearProgram, z: np.ndarray) -> np.ndarray:
    """Return where IPOPT ends, which comes with CasADi."""
    from sarrus.design.optimization.ipopt import ipopt_end

    return ipopt_end(program, z, STEPS)


LOCAL = {"slsqp": _slsqp, "trust-constr": _trust_region, "ipopt": _ipopt}
"""Local methods by name."""
