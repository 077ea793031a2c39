"""Values and derivatives of all objectives and constraints at designs, each computed once.

What was computed is kept by the bits of the design, in the ledger too where there is one: an
optimization that was killed goes the same way again, and finds the values of its first part there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.objectives.reading import Row
from sarrus.design.optimization.curvature import DesignCurvature
from sarrus.design.optimization.exact import exact_slopes, has_gradient
from sarrus.design.optimization.ledger import DesignLedger
from sarrus.design.optimization.space import DesignSpace, Missing
from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass

STEP = 1e-4
"""Part of the range of a number by which designs are moved for differences."""
AUTO, GRADIENT, DIFFERENCES = "auto", "gradient", "differences"
"""Derivatives of runs: adjoint gradients that are checked once, gradients alone, differences."""
ALIKE = 1e-2
"""Part by which a gradient may differ from the difference of two designs."""
NOT_UNIQUE = "G25"
"""The code of objectives on components that the loops do not determine."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Values of all rows at a design; distance: 0 for a design that runs, else how far it is off.

    reason: why it does not run.
    """

    x: np.ndarray
    values: np.ndarray
    distance: float = 0.0
    reason: str = ""

    @property
    def runs(self) -> bool:
        """Whether the design has a run."""
        return self.distance == 0.0


class Halt(Exception):
    """The number of designs that may be run is reached."""


@dataclass(eq=False)
class Evaluation:
    """Rows of numbers of runs, with derivatives; rows: objectives and constraints, in parts."""

    space: DesignSpace
    rows: Sequence[Row]
    ledger: DesignLedger
    limit: int
    told: Callable[[Outcome], None] = lambda outcome: None
    derivatives: str = AUTO
    count: int = 0
    """Designs that were run, those of the ledger among them."""
    found: dict[bytes, Outcome] = field(default_factory=dict)
    slopes_found: dict[bytes, np.ndarray] = field(default_factory=dict)
    curvatures: dict[bytes, DesignCurvature | None] = field(default_factory=dict)
    notices: dict[str, Problem] = field(default_factory=dict)

    def outcome(self, x: np.ndarray) -> Outcome:
        """Return the values at a design."""
        return self.outcomes([x])[0]

    def outcomes(self, designs: Sequence[np.ndarray]) -> list[Outcome]:
        """Return the values at designs; those that are not known are run side by side."""
        missing = {x.tobytes(): x for x in designs if x.tobytes() not in self.found}
        fresh = {}
        for key, x in missing.items():
            record = self.ledger.design(key)
            if record is None:
                fresh[key] = x
            else:
                self._keep(Outcome(x, *record))
        if fresh:
            self._check_limit(len(fresh))
            listed = list(fresh.values())
            for x, run in zip(listed, self.space.outcomes(listed), strict=True):
                made = self._outcome(x, run)
                self.ledger.add_design(made.x, made.values, made.distance, made.reason)
                self._keep(made)
        return [self.found[x.tobytes()] for x in designs]

    def _check_limit(self, more: int) -> None:
        if self.count + more > self.limit and self.count:
            raise Halt

    def _keep(self, made: Outcome) -> None:
        self.found[made.x.tobytes()] = made
        self.count += 1
        self.told(made)

    def _outcome(self, x: np.ndarray, run: Any) -> Outcome:
        """Return the values of a run."""
        if isinstance(run, Missing):
            return Outcome(x, np.full(len(self.rows), np.nan), run.distance, run.reason)
        t, table = np.asarray(run.t, dtype=float), self._table(run)
        early = next((p for p in (row.missing(t) for row in self.rows) if p is not None), None)
        if early is not None:
            return Outcome(x, np.full(len(self.rows), np.nan), 1.0, str(early))
        values = np.array([row.value(t, *self._arguments(row, table, x)) for row in self.rows])
        if not np.all(np.isfinite(values)):
            bad = self.rows[int(np.argmin(np.isfinite(values)))].text
            return Outcome(x, np.full(len(self.rows), np.nan), 1.0, f"'{bad}' has no finite value")
        return Outcome(x, values)

    def _table(self, run: Any) -> dict[str, np.ndarray]:
        """Return the samples of all channels that rows read."""
        names = dict.fromkeys(name for row in self.rows for name in row.channels)
        found = {}
        for name in names:
            channel = run[name]
            if not np.all(channel.unique):
                self.notices.setdefault(name, _not_unique(name, channel.because))
            found[name] = np.asarray(channel, dtype=float)
        return found

    def _arguments(
        self, row: Row, table: dict[str, np.ndarray], x: np.ndarray
    ) -> tuple[np.ndarray, list[float]]:
        """Return the samples of a row and the numbers of the design in it."""
        length = len(next(iter(table.values()))) if table else 0
        columns = [table[name] for name in row.channels]
        samples = np.stack(columns, axis=1) if columns else np.zeros((length, 0))
        names = [v.name for v in self.space.variables]
        return samples, [float(x[names.index(name)]) for name in row.variables]

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """Return the derivatives of all rows by all numbers that are varied, at a design that runs.

        Of shape (rows, numbers): by adjoint gradients where there are any, else by differences.
        """
        key = x.tobytes()
        if key not in self.slopes_found:
            self.slopes_found[key] = self._exact(x) if self._is_exact else self._differences(x)
        return self.slopes_found[key]

    @cached_property
    def _is_exact(self) -> bool:
        """Whether derivatives are adjoint gradients: those of the first design are checked."""
        if self.derivatives == DIFFERENCES:
            return False
        if not has_gradient(self.space):
            if self.derivatives == GRADIENT:
                rule = "is not available for what is varied here, or for this kind of run"
                action = "take derivatives='auto' or 'differences'"
                raise ModelError(Problem("G26", "optimize / derivatives", rule, action=action))
            return False
        if self.derivatives == GRADIENT:
            return True
        x = next(o.x for o in self.found.values() if o.runs)
        try:
            return self._agrees(x, self._exact(x))
        except SarrusError:  # of a channel or an element without one
            return False

    def hessian(self, x: np.ndarray, weights: np.ndarray) -> np.ndarray | None:
        """Return the second derivatives of the sum of weighted rows at a design that runs.

        None where they are not exact.
        """
        if not self._is_exact:
            return None
        key = x.tobytes()
        if key not in self.curvatures:
            self.curvatures.clear()  # those of one design are asked for, one after the other
            self.curvatures[key] = DesignCurvature.at(self.space, self.rows, x)
        known = self.curvatures[key]
        return None if known is None else known.hessian(weights)

    def _exact(self, x: np.ndarray) -> np.ndarray:
        """Return adjoint gradients, from the ledger where they are there."""
        found = self.ledger.slopes(x.tobytes())
        if found is None:
            found = exact_slopes(self.space, self.rows, x)
            self.ledger.add_slopes(x, found)
        return found

    def _agrees(self, x: np.ndarray, slopes: np.ndarray) -> bool:
        """Whether gradients are those of the runs, in one direction that moves all numbers.

        A start that does not follow the design as the gradient takes it would be seen. A row whose
        peak passes to another instant between the two designs says nothing about the others.
        """
        space = self.space
        step = STEP * space.span * np.where(x - space.low < 0.5 * space.span, 1.0, -1.0)
        here, there = self.outcomes([x, x + step])  # one-sided, within the bounds
        if not (here.runs and there.runs):
            return True
        along = there.values - here.values
        if _are_alike(slopes, step, along):
            return True
        beyond = self.outcome(x + 2.0 * step)  # where rows are bent, a difference of second order
        along = 2.0 * along - 0.5 * (beyond.values - here.values)
        return not beyond.runs or _are_alike(slopes, step, along)

    def _differences(self, x: np.ndarray) -> np.ndarray:
        """Return central differences; an end without a run, or out of bounds, is left out."""
        here, n = self.outcome(x), len(x)
        low, span = self.space.low, self.space.span
        designs = []
        for k in range(n):
            for sign in (1.0, -1.0):
                end = np.clip(x[k] + sign * STEP * span[k], low[k], low[k] + span[k])
                moved = x.copy()
                moved[k] = end
                designs.append(moved)
        around = self.outcomes(designs)
        found = np.zeros((len(self.rows), n))
        for k in range(n):
            ends = [e if e.runs else here for e in around[2 * k : 2 * k + 2]]
            width = ends[0].x[k] - ends[1].x[k]
            if width:
                found[:, k] = (ends[0].values - ends[1].values) / width
        return found


def _are_alike(slopes: np.ndarray, step: np.ndarray, along: np.ndarray) -> bool:
    """Whether most rows change along a step as their derivatives say."""
    off = np.abs(slopes @ step - along)
    size = np.maximum(np.abs(slopes) @ np.abs(step), np.abs(along))
    return bool(np.mean(off <= ALIKE * size + 1e-12) >= 0.75)


def _not_unique(name: str, because: Sequence[str]) -> Problem:
    loops = f" (redundant: {', '.join(because)})" if because else ""
    return Problem(
        NOT_UNIQUE,
        f"channel '{name}'",
        f"is not unique: the loops leave it undecided{loops}, so that its least value says little",
        cause="more constraints than the motion needs share the load in many ways",
        action="take a component that is unique, such as an effort, or free the redundant rows",
        severity="warning",
    )
