"""What all optimal motions say of themselves."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.collocation.solution import Round, Solution


@dataclass(frozen=True, eq=False, repr=False)
class SearchResult:
    """A motion that makes an objective smallest.

    solution: on the last mesh; minimized: the objective in words; tolerance: to which the mesh was
    to be refined.
    """

    solution: Solution
    minimized: str
    tolerance: float

    @property
    def duration(self) -> float:
        """How long the motion takes [s]."""
        return float(np.sum(self.solution.T))

    @property
    def durations(self) -> np.ndarray:
        """How long its phases take [s], from one place that is passed to the next."""
        return self.solution.T

    @property
    def objective(self) -> float:
        """What the objective amounts to."""
        return float(self.solution.optimum.objective)

    @property
    def error(self) -> float:
        """By how much the motion integrated over an interval misses its end, in usual sizes."""
        return self.solution.error

    @property
    def change(self) -> float:
        """By how much the objective differs from that of the mesh before, over its size."""
        return self.rounds[-1].change if self.rounds else float("inf")

    @property
    def rounds(self) -> tuple[Round, ...]:
        """What the meshes have yielded."""
        return self.solution.rounds

    @property
    def others(self) -> tuple[float, ...]:
        """Objectives of worse motions to which other guesses have led."""
        return self.solution.others

    @property
    def is_refined(self) -> bool:
        """Whether the error is below the tolerance."""
        return self.error <= self.tolerance

    @property
    def is_best(self) -> bool:
        """Whether the search has ended at a motion that none nearby is better than."""
        return self.solution.optimum.met

    @property
    def t(self) -> np.ndarray:
        """The times of the nodes [s]."""
        return self.solution.times

    def account(self, title: str) -> list[str]:
        """Return what was found on which meshes, in words."""
        shown = self.rounds if len(self.rounds) < 5 else (self.rounds[0], *self.rounds[-3:])
        steps = ", ".join(
            f"{r.intervals} intervals {r.objective:.8g} (error {r.error:.1g})" for r in shown
        )
        lines = [
            f"optimal motion{title}: {self.duration:.6g} s, least {self.minimized}: "
            f"{self.objective:.8g}",
            f"  meshes: {steps}",
        ]
        if self.others:
            worse = ", ".join(f"{f:.6g}" for f in self.others)
            lines.append(f"  other guesses have led to worse motions: {worse}")
        if not self.is_best:
            lines.append("  the search has ended early: all limits are kept, but there are better")
        if not self.is_refined:
            lines.append(f"  the last mesh does not reach the tolerance {self.tolerance:g}")
        return lines
