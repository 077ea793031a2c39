"""Second derivatives of rows by a design, for methods that use them: forward over reverse.

With N(x) the numbers of the model, of the start and of laws that a design x gives, and J the sum of
weighted rows,

    H e_k = N_x^T (J_NN N_x e_k + J_Nx e_k) + (N_xx e_k)^T J_N + J_xN N_x e_k + J_xx e_k :

products with the run are a pass forward and one back for each number that is varied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.gradients.forward_over_reverse import DriveAlong, RunAlong, refusal
from sarrus.design.gradients.instant_gradients import DriveAdjoint, EquilibriumAdjoint
from sarrus.design.optimization.exact import ExactRun, chain, exact_run, inner_slopes
from sarrus.design.optimization.space import DesignSpace
from sarrus.late_dataclass import dataclass

STEP = 1e-3
"""Part of a number by which it is moved to differentiate what follows from it without a run."""


@dataclass(frozen=True, eq=False)
class WeightedRows:
    """The sum of weighted rows at a design; along: how the numbers of the design change."""

    rows: Sequence[Any]
    weights: np.ndarray
    names: Sequence[str]
    x: np.ndarray
    along: np.ndarray | None = None

    @cached_property
    def channels(self) -> tuple[str, ...]:
        """Names of the channels that they read."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.channels))

    def _parts(self, row: Any, x: np.ndarray) -> tuple[list[int], list[int], list[float]]:
        columns = [self.channels.index(name) for name in row.channels]
        places = [self.names.index(name) for name in row.variables]
        return columns, places, [float(x[k]) for k in places]

    def value(self, t: np.ndarray, samples: np.ndarray) -> float:
        """Return the sum."""
        total = 0.0
        for row, weight in zip(self.rows, self.weights, strict=True):
            columns, _, design = self._parts(row, self.x)
            total += weight * row.value(t, samples[:, columns], design)
        return total

    def sensitivity(self, t: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """Return its derivatives by samples."""
        return self.slopes(t, samples, self.x)[0]

    def slopes(
        self, t: np.ndarray, samples: np.ndarray, x: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return derivatives by samples, and by the numbers of the design in the formulas."""
        by_samples, by_design = np.zeros(samples.shape), np.zeros(len(self.names))
        for row, weight in zip(self.rows, self.weights, strict=True):
            if not weight:
                continue
            columns, places, design = self._parts(row, x)
            own = samples[:, columns]
            if columns:
                slopes = row.sensitivity(t, own, design)
                by_samples[:, columns] += weight * slopes
            if places:
                np.add.at(by_design, places, weight * row.design_sensitivity(t, own, design))
        return by_samples, by_design

    def changes(
        self, t: np.ndarray, samples: np.ndarray, change: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how both change along a change of samples and the direction of the design."""
        along = np.zeros(len(self.names)) if self.along is None else self.along
        size = np.max(np.abs(samples), axis=0, initial=0.0)
        parts = [np.abs(change) / np.where(size > 0.0, size, 1.0),
                 np.abs(along) / np.maximum(np.abs(self.x), 1e-300)]  # fmt: skip
        part = max(float(np.max(p, initial=0.0)) for p in parts)
        if not part:
            return np.zeros(samples.shape), np.zeros(len(self.names))
        h = 0.1 * STEP / part
        ends = [self.slopes(t, samples + k * h * change, self.x + k * h * along)
                for k in (-2.0, -1.0, 1.0, 2.0)]  # fmt: skip
        first, second = (
            (8.0 * (e[2] - e[1]) - (e[3] - e[0])) / (12.0 * h) for e in zip(*ends, strict=True)
        )
        return first, second

    def curvature(self, t: np.ndarray, samples: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return how derivatives by samples change."""
        return self.changes(t, samples, change)[0]


@dataclass(frozen=True, eq=False)
class DesignCurvature:
    """Second derivatives at a design that runs: `hessian(weights)` of the sum of weighted rows."""

    space: DesignSpace
    rows: Sequence[Any]
    known: ExactRun

    @staticmethod
    def at(space: DesignSpace, rows: Sequence[Any], x: np.ndarray) -> DesignCurvature | None:
        """Return those at a design; None where they are not exact, as through events."""
        known = exact_run(space, x)
        found = known.adjoint
        if isinstance(found, EquilibriumAdjoint) or refusal(found):
            return None
        return DesignCurvature(space, rows, known)

    @cached_property
    def _along(self) -> list[Any]:
        """The run along each of the numbers that are varied."""
        known = self.known
        kind: Any = DriveAlong if isinstance(known.adjoint, DriveAdjoint) else RunAlong
        return [kind(known.adjoint, {name: s[..., k] for name, s in known.slopes.items()})
                for k in range(len(known.names))]  # fmt: skip

    @cached_property
    def _bends(self) -> list[dict[str, np.ndarray]]:
        """How the derivatives of all numbers by the design change along each of its numbers."""
        x = self.known.x
        found: list[dict[str, np.ndarray]] = []
        for k in range(len(x)):
            if self.space.known is None:
                found.append({})
                continue
            h = STEP * (abs(x[k]) or self.space.span[k])
            ends = []
            for j in (-2.0, -1.0, 1.0, 2.0):
                moved = x.copy()
                moved[k] += j * h
                ends.append(inner_slopes(self.space, moved))
            found.append({
                name: (8.0 * (ends[2][name] - ends[1][name]) - (ends[3][name] - ends[0][name]))
                / (12.0 * h)
                for name in ends[0]
            })  # fmt: skip
        return found

    def hessian(self, weights: np.ndarray) -> np.ndarray:
        """Return the second derivatives (numbers, numbers) of the sum of weighted rows."""
        known, n = self.known, len(self.known.names)
        found = np.zeros((n, n))
        if not np.any(weights):
            return found
        whole = WeightedRows(self.rows, np.asarray(weights, dtype=float), known.names, known.x)
        bars = known.adjoint.gradient(whole) if whole.channels else {}
        for k, along in enumerate(self._along):
            rows = WeightedRows(self.rows, whole.weights, known.names, known.x, np.eye(n)[k])
            t = np.asarray(known.adjoint.t, dtype=float)
            samples = change = np.zeros((len(t), 0))
            if rows.channels:
                product, samples, change = along.product_with_samples(rows)
                for name, slopes in known.slopes.items():
                    found[:, k] += chain(np.asarray(product[name]), slopes)
                for name, bend in self._bends[k].items():
                    found[:, k] += chain(np.asarray(bars[name]), bend)
            found[:, k] += rows.changes(t, samples, change)[1]
        return 0.5 * (found + found.T)
