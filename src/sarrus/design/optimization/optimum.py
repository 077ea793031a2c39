"""The result of an optimization: designs before and after, limits with their prices, pictures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.design.objectives.objective import Constraint
from sarrus.design.objectives.reading import Row
from sarrus.design.optimization.evaluation import Evaluation, Outcome
from sarrus.design.optimization.nonlinear import FEASIBLE, NonlinearProgram
from sarrus.design.optimization.prices import ACTIVE, Multipliers, multipliers
from sarrus.design.optimization.space import DesignSpace
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import OutputUnits, shown_number
from sarrus.study import Study
from sarrus.summaries import html_table, summary
from sarrus.system import System


@dataclass(frozen=True, eq=False)
class Terms:
    """Objectives and constraints as rows: each has one, or one for each part of the time.

    groups: the rows of each objective, then of each constraint.
    """

    objectives: tuple[Row, ...]
    constraints: tuple[Constraint, ...]
    rows: tuple[Row, ...]
    groups: tuple[range, ...]

    @staticmethod
    def of(objectives: Sequence[Row], constraints: Sequence[Constraint], windows: int) -> Terms:
        """Return the rows of objectives and constraints."""
        rows: list[Row] = []
        groups = []
        for one in (*objectives, *constraints):
            parts = one.parts(windows)
            groups.append(range(len(rows), len(rows) + len(parts)))
            rows += parts
        return Terms(tuple(objectives), tuple(constraints), tuple(rows), tuple(groups))

    def objective_rows(self, k: int) -> range:
        """Return the rows of an objective."""
        return self.groups[k]

    def constraint_rows(self, k: int) -> range:
        """Return the rows of a constraint."""
        return self.groups[len(self.objectives) + k]

    @cached_property
    def upper(self) -> tuple[int, ...]:
        """The rows that are to be at most 0."""
        return self._limits(equal=False)

    @cached_property
    def equal(self) -> tuple[int, ...]:
        """The rows that are to be 0."""
        return self._limits(equal=True)

    def _limits(self, equal: bool) -> tuple[int, ...]:
        chosen = [k for k, c in enumerate(self.constraints) if c.equal == equal]
        return tuple(row for k in chosen for row in self.constraint_rows(k))

    def value(self, k: int, values: np.ndarray) -> float:
        """Return an objective of the values of all rows, with the sign that is minimized."""
        return float(np.max(values[list(self.objective_rows(k))]))

    def objective_values(self, values: np.ndarray) -> np.ndarray:
        """Return all objectives."""
        return np.array([self.value(k, values) for k in range(len(self.objectives))])

    def objective(self, k: int, values: np.ndarray) -> float:
        """Return an objective as it was asked for, with its own sign."""
        sign = -1.0 if getattr(self.objectives[k], "maximize", False) else 1.0
        return sign * self.value(k, values)


@dataclass(frozen=True, eq=False)
class Step:
    """One design that was run: its first objective, and its distance where it has no run."""

    x: np.ndarray
    value: float
    distance: float


@dataclass(frozen=True, eq=False)
class Front:
    """Designs of which none is better than another in all objectives, by the first of these.

    designs: (points, numbers); values: (points, objectives), as their words say them.
    """

    terms: Terms
    outcomes: tuple[Outcome, ...]

    @staticmethod
    def of(terms: Terms, found: Sequence[Outcome]) -> Front:
        """Return the front of some designs."""
        table = [terms.objective_values(one.values) for one in found]
        kept = {}
        for one, mine in zip(found, table, strict=True):
            better = any(np.all(t <= mine) and np.any(t < mine) for t in table)
            if not better:
                kept[tuple(np.round(mine, 12))] = one
        ordered = sorted(kept.values(), key=lambda o: terms.value(0, o.values))
        return Front(terms, tuple(ordered))

    @property
    def designs(self) -> np.ndarray:
        """The designs, a row for each point."""
        return np.array([one.x for one in self.outcomes])

    @property
    def values(self) -> np.ndarray:
        """The objectives, a row for each point."""
        count = len(self.terms.objectives)
        return np.array(
            [[self.terms.objective(k, one.values) for k in range(count)] for one in self.outcomes]
        )

    @property
    def middle(self) -> Outcome:
        """The point nearest to the least value of each objective, in parts of the front."""
        table = np.array([self.terms.objective_values(one.values) for one in self.outcomes])
        low, width = table.min(axis=0), np.ptp(table, axis=0)
        off = (table - low) / np.where(width > 0.0, width, 1.0)
        return self.outcomes[int(np.argmin(np.linalg.norm(off, axis=1)))]

    def __len__(self) -> int:
        return len(self.outcomes)

    def __repr__(self) -> str:
        names = [o.text for o in self.terms.objectives]
        parts = {f"point {k}": row for k, row in enumerate(self.values)}
        return summary(f"Front of {len(self)} designs: {' over '.join(names)}", parts)


@dataclass(frozen=True, eq=False)
class Limit:
    """A constraint before and after: the difference of its sides, at most 0 where it holds.

    price: by how much the objective would fall for each unit that the limit gives way.
    """

    text: str
    before: float
    after: float
    equal: bool
    unit: str
    price: float
    size: float

    @property
    def active(self) -> bool:
        """Whether it holds the objective back."""
        return self.equal or self.after >= -ACTIVE * self.size

    @property
    def missed(self) -> float:
        """By how much it does not hold; 0 where it does."""
        off = abs(self.after) if self.equal else self.after
        return off if off > FEASIBLE * self.size else 0.0


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best design of an optimization: `best["crank.mass"]`, `best.value`, `best.study`.

    `constraints` has every limit with its price, `front` the designs of several objectives,
    `run` and `run_before` the motions; `plot()`, `report("x.html")`, `write("better.yaml")`.
    """

    space: DesignSpace
    terms: Terms
    evaluation: Evaluation
    program: NonlinearProgram
    first: Outcome
    last: Outcome
    steps: tuple[Step, ...]
    front: Front | None = None
    notices: tuple[Problem, ...] = ()
    interrupted: bool = False

    @property
    def x(self) -> np.ndarray:
        """The design, in the order of `names`, in SI units."""
        return self.last.x

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what was varied."""
        return tuple(v.name for v in self.space.variables)

    @property
    def design(self) -> dict[str, float]:
        """The design by name, in SI units."""
        return dict(zip(self.names, map(float, self.x), strict=True))

    @property
    def design_before(self) -> dict[str, float]:
        """The design as it was, by name, in SI units."""
        return dict(zip(self.names, map(float, self.space.x0), strict=True))

    def __getitem__(self, name: str) -> float:
        if name not in self.names:
            from sarrus.model.building.references import nearest

            rule = "was not varied"
            raise ModelError(Problem("M09", f"'{name}'", rule, action=nearest(name, self.names)))
        return self.design[name]

    @property
    def value(self) -> float:
        """The objective; of several, the first one."""
        return self.terms.objective(0, self.last.values)

    @property
    def value_before(self) -> float:
        """The objective of the design as it was, or of the first that could be run."""
        return self.terms.objective(0, self.first.values)

    @property
    def unit(self) -> str:
        """The SI unit of the objective, "" where it is not known."""
        return self.terms.objectives[0].unit

    @property
    def evaluations(self) -> int:
        """How many designs were run, those of the ledger among them."""
        return self.evaluation.count

    @property
    def reused(self) -> int:
        """How many of these an earlier call has left in the ledger."""
        return self.evaluation.ledger.reused

    @property
    def feasible(self) -> bool:
        """Whether all constraints hold."""
        return self.program.violation(self.last) <= FEASIBLE

    @cached_property
    def multipliers(self) -> Multipliers:
        """The factors with which gradients balance, in scaled numbers."""
        return multipliers(self.program, self.last)

    @cached_property
    def constraints(self) -> tuple[Limit, ...]:
        """Every constraint, before and after, with its price."""
        sizes, goal = self.program.sizes, self.program.sizes[self.terms.objective_rows(0)[0]]
        found = []
        for k, one in enumerate(self.terms.constraints):
            rows = list(self.terms.constraint_rows(k))
            price = float(np.sum(self.multipliers.rows[rows])) * goal / sizes[rows[0]]
            before, after = (float(np.max(o.values[rows])) for o in (self.first, self.last))
            found.append(Limit(one.text, before, after, one.equal, one.unit, price, sizes[rows[0]]))
        return tuple(found)

    @cached_property
    def bounds(self) -> dict[str, float]:
        """The numbers that lie at a bound, each with its price for each SI unit of the number."""
        goal = self.program.sizes[self.terms.objective_rows(0)[0]]
        found = {}
        for k, v in enumerate(self.space.variables):
            price = (self.multipliers.lower[k] + self.multipliers.upper[k]) * goal / v.span
            end = min(abs(self.x[k] - v.low), abs(self.x[k] - v.high))
            if end <= ACTIVE * v.span:
                found[v.name] = float(price)
        return found

    @cached_property
    def system(self) -> System:
        """The system of the best design: of the same code, with other numbers."""
        return self.space.system_at(self.x)

    @cached_property
    def study(self) -> Study:
        """The study of the best design."""
        found = self.space.study_at(self.x)
        if found is None:
            rule = "has no study: numbers of the model were varied, not constants of a file"
            raise ModelError(Problem("M09", "optimum", rule, action="use its system"))
        return found

    @cached_property
    def run(self) -> Any:
        """The run or drive of the best design."""
        return self._run(self.x)

    @cached_property
    def run_before(self) -> Any:
        """The run or drive of the design as it was, or of the first that could be run."""
        return self._run(self.first.x)

    def _run(self, x: np.ndarray) -> Any:
        study = self.space.study_at(x)
        return self.space.run(x) if study is None else study.run()

    @property
    def units(self) -> OutputUnits:
        """The units in which numbers are shown, those of the file."""
        study = self.space.study
        return OutputUnits.of(study.units if study is not None else ())

    def number_text(self, value: float, unit: str) -> str:
        """Return a number with its unit, in the units of the file."""
        return shown_number(value, unit, self.units, 5).strip() if unit else f"{value:.5g}"

    def plot(self, *, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure: the best value over the designs that were run, or the front.

        Example:
            best.plot(path="progress.png")
        """
        from sarrus.results.plots.optimization import front_plot, progress_plot

        return progress_plot(self, path=path) if self.front is None else front_plot(self, path=path)

    def report(
        self, path: str | os.PathLike[str], *, view: bool = True, overwrite: bool = False
    ) -> Path:
        """Write a page with the design before and after, limits with prices, and both motions.

        Example:
            best.report("better.html", overwrite=True)
        """
        from sarrus.viewer.optimization_report import write_optimization_report

        return write_optimization_report(self, path, view=view, overwrite=overwrite)

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the model file with the numbers of the best design; all else stays as it is.

        Example:
            best.write("better.yaml", overwrite=True)
        """
        from sarrus.design.optimization.writing import write_design

        return write_design(self.space, self.x, path, overwrite)

    @property
    def rows(self) -> dict[str, str]:
        """Objectives, numbers and limits before and after, in words."""
        found = {}
        for k, one in enumerate(self.terms.objectives):
            before, after = (self.terms.objective(k, o.values) for o in (self.first, self.last))
            words = f"{self.number_text(before, one.unit)} -> {self.number_text(after, one.unit)}"
            if before:
                words += f" ({100.0 * (after / before - 1.0):+.3g} %)"
            found[one.text] = words
        for v, before, after in zip(self.space.variables, self.space.x0, self.x, strict=True):
            ends = {v.low: " at its lower bound", v.high: " at its upper bound"}
            end = next((w for b, w in ends.items() if abs(after - b) <= ACTIVE * v.span), "")
            found[v.name] = (
                f"{self.number_text(before, v.unit)} -> {self.number_text(after, v.unit)}{end}"
            )
        for limit in self.constraints:
            if limit.missed:
                found[limit.text] = f"missed by {self.number_text(limit.missed, limit.unit)}"
            elif limit.active:
                found[limit.text] = f"active, price {limit.price:.4g}"
        return found

    def __repr__(self) -> str:
        title = f"Optimum of {self.evaluations} designs"
        if self.interrupted:
            title += ", interrupted"
        return summary(title, self.rows)

    def _repr_html_(self) -> str:
        rows = [(name, words) for name, words in self.rows.items()]
        return html_table("optimum", ("what", "before and after"), rows)
