"""What a simulation has kept so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import EnvironmentProblem, Problem, SimulationStopped
from sarrus.system.flow import LEDGER
from sarrus.system.run import Account, Happening, Run, checked
from sarrus.system.simulator import Simulator
from sarrus.system.states import MemoryStates, Segment, States

if TYPE_CHECKING:
    from sarrus.system.legs import Leg
    from sarrus.system.run_files.sink import FileSink
    from sarrus.system.system import System

PASSAGE = 1e-3
"""A watch below this counts as the passage of a singular position."""


class Stopped(SimulationStopped):
    """A simulation that could not go on; `run` holds all results up to there."""

    run: Run | None = None


@dataclass
class Recorder:
    """States kept so far, and the account of how they came about."""

    system: System
    account: Account
    sink: FileSink | None = None
    times: list[np.ndarray] = field(default_factory=list)
    rows: list[np.ndarray] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    happened: list[Happening] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    count: int = 0
    last_time: float = -np.inf
    _passing: bool = False

    def begin(self, sim: Simulator) -> None:
        """Begin a segment with another mode; what was kept before is in the file."""
        if self.segments:
            self.segments[-1] = replace(self.segments[-1], last=self.count)
            if self.sink is not None:
                self.sink.segment()
        self.segments.append(Segment(self.count, self.count, sim))

    def keep(self, times: np.ndarray, rows: np.ndarray) -> None:
        """Add states."""
        if len(times):
            size = self.system.nq + self.system.nv + LEDGER
            self.times.append(np.array(times, dtype=float))
            self.rows.append(np.array(rows[:, :size]))
            self.count += len(times)
            self.last_time = float(times[-1])
            if self.sink is not None:
                self.sink.kept(len(times))

    def back_to(self, t: float) -> None:
        """Forget the states after a time, but never the first of the leg."""
        first = self.segments[-1].first
        while self.times and self.last_time > t and self.count > first + 1:
            stay = int(np.searchsorted(self.times[-1], t, side="right"))
            stay = max(stay, first + 1 - (self.count - len(self.times[-1])))
            self.count -= len(self.times[-1]) - stay
            self.times[-1], self.rows[-1] = self.times[-1][:stay], self.rows[-1][:stay]
            if not stay:
                self.times.pop()
                self.rows.pop()
            self.last_time = float(self.times[-1][-1])

    @property
    def due(self) -> bool:
        """Whether the file should get another block."""
        return self.sink is not None and self.sink.due

    def safe(self, leg: Leg) -> None:
        """Write to the file, if it is time: a leg may go on from here."""
        if self.sink is not None and self.sink.due:
            self.sink.block(self, self.sink.checkpoint(leg))

    def watched(self, t: float, watch: float) -> None:
        """Note a step that came near a singular position of the loops."""
        if watch < PASSAGE and (not self.account.passages or not self._passing):
            self.account.passages.append(t)
        self._passing = watch < PASSAGE

    def run(self) -> Run:
        """Return the run of all states so far; a file gets its account and is closed."""
        self.segments[-1] = replace(self.segments[-1], last=self.count)
        notices = [*self.notices, *self._passages()]
        if self.sink is not None:
            return self._run(self.sink.finish(self, notices)).with_notices(notices)
        states = MemoryStates(np.concatenate(self.times), np.concatenate(self.rows))
        return checked(self._run(states)).with_notices(notices)

    def _run(self, states: States) -> Run:
        happened = tuple(self.happened)
        return Run(self.system, states, tuple(self.segments), self.account, (), happened)

    def abandon(self, problem: EnvironmentProblem) -> None:
        """Close the file as it is, and let the error carry the run of what is safe in it."""
        if self.sink is not None:
            states = self.sink.close()
            last = [replace(s, last=min(s.last or self.count, len(states))) for s in self.segments]
            self.segments = [s for s in last if s.first < s.last]
            problem.run = self._run(states)  # type: ignore[attr-defined]

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
                f"t = {self.last_time:.9g} s",
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
