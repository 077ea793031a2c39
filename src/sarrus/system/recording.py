"""What a simulation has kept so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sarrus.errors import Problem, SimulationStopped
from sarrus.system.run import Account, Run, checked
from sarrus.system.simulator import Simulator
from sarrus.system.states import MemoryStates, Segment

PASSAGE = 1e-3
"""A watch below this counts as the passage of a singular position."""


class Stopped(SimulationStopped):
    """A simulation that could not go on; `run` holds all results up to there."""

    run: Run | None = None


@dataclass
class Recorder:
    """States kept so far, and the account of how they came about."""

    sim: Simulator
    account: Account
    times: list[float] = field(default_factory=list)
    rows: list[np.ndarray] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    _passing: bool = False

    def keep(self, times: np.ndarray, rows: np.ndarray) -> None:
        """Add states."""
        self.times += [float(t) for t in times]
        self.rows += [row[: self.sim.size].copy() for row in rows]

    def back_to(self, t: float) -> None:
        """Forget the states after a time."""
        while len(self.times) > 1 and self.times[-1] > t:
            self.times.pop()
            self.rows.pop()

    def watched(self, t: float, watch: float) -> None:
        """Note a step that came near a singular position of the loops."""
        if watch < PASSAGE and (not self.account.passages or not self._passing):
            self.account.passages.append(t)
        self._passing = watch < PASSAGE

    def run(self) -> Run:
        """Return the run of all states so far."""
        states = MemoryStates(np.array(self.times), np.array(self.rows))
        segments = (Segment(0, len(states), self.sim),)
        done = checked(Run(self.sim.system, states, segments, self.account))
        return done.with_notices([*self.notices, *self._passages()])

    def _passages(self) -> list[Problem]:
        times = self.account.passages
        if not times:
            return []
        listed = ", ".join(f"{t:.4g}" for t in times[:6]) + (", ..." if len(times) > 6 else "")
        return [
            Problem(
                "W31",
                f"t = {listed} s",
                f"the loops passed {len(times)} singular positions, where another branch begins",
                cause="links of a loop come into line",
                action="compare the energy error, and the motion after it, with what you expect",
                severity="warning",
            )
        ]

    def interrupted(self) -> None:
        """Note that the user stopped the run."""
        self.notices.append(
            Problem(
                "E-INTERRUPT",
                f"t = {self.times[-1]:.9g} s",
                "the run was interrupted; all states up to here are kept",
                action="go on from run.final",
                severity="notice",
            )
        )

    def stopped(self, problem: Problem) -> Stopped:
        """Return the error that carries the run so far."""
        error = Stopped(problem)
        error.run = self.run()
        return error
