"""What inverse kinematics answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.summaries import with_summary
from sarrus.system import State, System


@with_summary
@dataclass(frozen=True)
class Miss:
    """How far a target is from being met: distance [m] and angle [rad], 0 where it has none."""

    distance: float
    angle: float


@with_summary
@dataclass(frozen=True)
class Reached:
    """The outcome of inverse kinematics.

    state: the solution, or the nearest that was found; success: whether all targets are met within
    tolerance (and limits, where these are kept); misses: by target; iterations: steps of all starts
    together; restarts: starts beyond the first; active: coordinates at a limit, "lower" or "upper";
    reason: why it failed, empty if it did not. rows: J of targets and loops; measures: weights of
    the rows in singular values, negative for loops.
    """

    state: State
    success: bool
    misses: Mapping[str, Miss]
    iterations: int
    restarts: int
    active: Mapping[str, str]
    reason: str
    rows: np.ndarray = field(repr=False)
    measures: np.ndarray = field(repr=False)
    system: System = field(repr=False)

    @property
    def q(self) -> np.ndarray:
        """The coordinates of the state."""
        return self.state.q

    @cached_property
    def singular_values(self) -> np.ndarray:
        """How far the targets move with the joints, largest first.

        Of the rows of all targets, lengths over that of the mechanism, for motions that the loops
        allow (of length 1).
        """
        counted, loops = self.measures > 0.0, self.rows[self.measures < 0.0]
        scale = self.system.compiled.loops.column_scale
        rows = self.measures[counted, None] * self.rows[counted] * scale
        if loops.size:
            A = ScaledMatrix(loops, np.ones(len(loops)), scale)
            N = A.null_space / scale[:, None]
            rows = rows @ np.linalg.qr(N)[0] if N.shape[1] else np.zeros((len(rows), 0))
        return np.linalg.svd(rows, compute_uv=False)

    @property
    def manipulability(self) -> float:
        """The product of the singular values: 0 in a singular position (Yoshikawa 1985)."""
        return float(np.prod(self.singular_values))

    @property
    def condition(self) -> float:
        """Largest over smallest singular value; infinite in a singular position."""
        s = self.singular_values
        return float(s[0] / s[-1]) if s.size and s[-1] > 0.0 else np.inf
