"""What a simulation has kept so far."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem, SimulationStopped
from sarrus.kernels.loops.corrections import Tally
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.one_state.data_tolerance import openings
from sarrus.system.quantities.loops import EITHER_SIDE
from sarrus.system.simulation.contact_notices import contact_notices, road_notices
from sarrus.system.simulation.keeping import OPEN, PENDING, Keeping
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.run import Account, Happening, Run, limit_notices, with_energy_notice
from sarrus.system.simulation.states import MemoryStates, Segment, States

if TYPE_CHECKING:
    from sarrus.system.run_files.sink import FileSink
    from sarrus.system.simulation.methods.leg import Leg
    from sarrus.system.simulation.simulation import Order
    from sarrus.system.system import System

SHORT = 5.0
"""Wall time up to which the command line compares a run with a tighter one [s]."""
PASSAGE = 1e-3
"""A regularity below this part of its usual value is the passage of a singular position."""


def _notices_of_elements(run: Run) -> list[Problem]:
    """Return what contacts, roads, gears and limits of joints have to say after a run."""
    from sarrus.system.simulation.tooth_notices import tooth_notices

    touched = [*contact_notices(run), *road_notices(run)]
    return [*touched, *tooth_notices(run), *limit_notices(run)]


def energy_notices(run: Run) -> list[Problem]:
    """Return a notice where energy is missing; the states are read piece by piece."""
    kinetic, lows, highs, first, off = 0.0, np.inf, -np.inf, None, 0.0
    for p in run.pieces():
        rows = {"q": p.q, "v": p.v, **p.sim.rows_at(p.t, p.y)}
        energy = outputs_of_rows(p.sim.system.compiled.kernel("energy"), rows, p.sim.last_values)[
            "energy"
        ]
        work, loss, corrections = p.y[:, -3], p.y[:, -2], p.y[:, -1]
        with np.errstate(invalid="ignore", over="ignore"):
            balance = np.sum(energy, axis=1) - work + loss - corrections
            first = balance[0] if first is None else first
            off = np.maximum(off, np.max(np.abs(balance - first)))
        kinetic = np.maximum(kinetic, np.max(energy[:, 0]))
        lows = np.minimum(lows, np.min(p.y[:, -3:-1], axis=0))
        highs = np.maximum(highs, np.max(p.y[:, -3:-1], axis=0))
    throughput = max(float(kinetic), float(np.max(highs - lows)), 1e-300)
    if not run.account.allowed or off / throughput <= 0.999 * run.account.allowed:
        return []
    return list(with_energy_notice(run).notices)


def comparison_notice(why: str) -> Problem:
    """Return the notice of a run whose errors were to be estimated, and are not."""
    return Problem(
        "W38",
        "second run",
        f"{why}: the errors of the run are not estimated",
        action="ask for run.error, or repeat the run with certify=True",
        severity="notice",
    )


def interrupted_late() -> Problem:
    """Return the notice of a Ctrl-C that came too late."""
    return Problem(
        "E-INTERRUPT",
        "Ctrl-C",
        "came when the run had ended; it is whole",
        action="press it again to end what follows",
        severity="notice",
    )


def open_loops(system: System, t: float, row: np.ndarray) -> list[Problem]:
    """Return the loops that are open beyond the tolerance of the data at a state."""
    loops = system.compiled.loops
    lengths = dict(zip([joint.name for joint in system.topology.cuts], loops.lengths, strict=True))
    allowed = EITHER_SIDE * loops.tolerance
    every = openings(system, row[: system.nq])
    wide = [o for o in every if max(o.gap / lengths[o.joint], o.tilt) > allowed]
    return [
        Problem(
            "E-OPEN",
            f"t = {t:.9g} s, joint '{o.joint}'",
            f"is open by {o}: beyond the tolerance of the data, {loops.tolerance:g} rad and "
            f"{loops.tolerance * lengths[o.joint]:.2g} m, on either side",
            cause="axes or lengths that almost fit: rows of the loop were set aside as redundant, "
            "and do not stay so along the motion",
            action="correct the numbers that the notice of the system names, or widen tolerance=",
        )
        for o in wide or every[:1]
    ]


OPENED = 1e-4
"""Gap [rad, lengths of the model] of rows that are redundant, far beyond what projections leave."""


def _not_redundant(system: System, t: float, row: np.ndarray) -> Problem:
    """Return the problem of loops that open although all rows that count are closed."""
    length = system.compiled.loops.length
    worst = max(openings(system, row[: system.nq]), key=lambda o: max(o.gap / length, o.tilt))
    return Problem(
        "E-OPEN",
        f"t = {t:.9g} s, joint '{worst.joint}'",
        f"is open by {worst}: equations of the loop that were redundant at the start are not",
        cause="the mechanism starts where it has a freedom of an instant only: it is a structure, "
        "or stands at a singular position",
        action="check the axes of the loop, or start from another position",
    )


class Stopped(SimulationStopped):
    """A simulation that could not go on; `run` holds all results up to there."""

    run: Run | None = None


class Kept(NamedTuple):
    """States that follow each other; first: the number of the first of them."""

    first: int
    t: np.ndarray
    rows: np.ndarray


@dataclass
class Recorder:
    """States kept so far, and the account of how they came about."""

    system: System
    account: Account
    order: Order
    sink: FileSink | None = None
    kept: list[Kept] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    happened: list[Happening] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    was_interrupted: bool = False
    keeps_start: bool = True
    """Whether the first state kept is that at which the run starts."""
    tally: Tally | None = None
    """What counts corrections that end below the user's eps, for the account."""
    held: tuple[np.ndarray, ...] = ()
    """Efforts on the tree and on cut joints that hold now, and loads of lagged bearings."""
    following: int = 1
    """The number of the sample until which they hold."""
    keeps_held: bool = False
    """Whether they are kept with the states: where controllers are sampled, or bearings lagged."""
    keeping: Keeping | None = None
    """The loads of joints that are kept with the states, if there are any."""
    _before: tuple[int, float] = (0, -np.inf)
    _passing: bool = False

    @property
    def times(self) -> list[np.ndarray]:
        """Times of the states that are kept here, in the parts in which they came."""
        return [part.t for part in self.kept]

    @property
    def count(self) -> int:
        """The number of states so far, those in the file included."""
        kept = self.kept
        return kept[-1].first + len(kept[-1].t) if kept else self._before[0]

    @property
    def last_time(self) -> float:
        """The time of the last state."""
        kept = self.kept
        return float(kept[-1].t[-1]) if kept else self._before[1]

    def behind(self, count: int, last_time: float) -> None:
        """Note that so many states are in the file, and need not be kept here."""
        self._before = (count, last_time)
        self.kept = [part for part in self.kept if part.first >= count]

    def to(self, sink: FileSink) -> None:
        """Write to a file from here on; the states already in it need not be kept here."""
        self.sink = sink
        if sink.writer.count:
            self.behind(sink.writer.count, self.last_time)

    def begin(self, sim: Simulator) -> None:
        """Begin a segment with another mode; what was kept before is in the file."""
        if self.keeping is not None:
            self.complete_loads()
        if self.segments:
            self.segments[-1] = replace(self.segments[-1], last=self.count)
            if self.sink is not None:
                self.sink.segment()
        self.segments.append(Segment(self.count, self.count, sim))

    def keep(self, times: np.ndarray, rows: np.ndarray) -> None:
        """Add states; stop where rows that were set aside open beyond the tolerance of the data."""
        stop = None
        if self.system.closed and self.system.compiled.loops.set_aside is not None and len(times):
            good = self._within(times, rows)
            if good < len(times):
                stop = open_loops(self.system, float(times[good]), rows[good])
                times, rows = times[:good], rows[:good]
        if len(times):
            t, y = np.array(times, dtype=float), rows[:, : self._size]
            held = self._held[None].repeat(len(t), axis=0)
            parts = [y, held]
            if self.keeping is not None:
                parts.append(self.keeping.unknown_columns(len(t)))
            self.kept.append(Kept(self.count, t, np.concatenate(parts, axis=1)))
            if self.sink is not None:
                self.sink.note_states(len(times))
        if stop is not None:
            raise self.stop_error(*stop)

    def found_loads(self, times: np.ndarray, loads: np.ndarray) -> None:
        """Note the loads of joints at states of this leg, by their times."""
        if self.keeping is None or not len(times):
            return
        columns, width = self.keeping.columns(loads), self.keeping.width
        for part in self._of_leg():
            at = np.minimum(np.searchsorted(part.t, times), len(part.t) - 1)
            here = np.flatnonzero(part.t[at] == times)
            part.rows[at[here], -width:] = columns[here]

    def complete_loads(self) -> None:
        """Evaluate the loads of joints at the states that have none yet."""
        if self.keeping is None or not self.segments:
            return
        width, sim = self.keeping.width, self.segments[-1].sim
        places = [(part, np.flatnonzero(part.rows[:, OPEN - width] == PENDING))
                  for part in self._of_leg()]  # fmt: skip
        places = [(part, rows) for part, rows in places if len(rows)]
        if not places:
            return
        t = np.concatenate([part.t[rows] for part, rows in places])
        states = np.concatenate([part.rows[rows, :-width] for part, rows in places])
        found = self.keeping.columns_of(sim, places[0][0].first, t, states)
        for part, rows in places:
            part.rows[rows, -width:], found = found[: len(rows)], found[len(rows) :]

    def _of_leg(self) -> list[Kept]:
        """Return the parts that belong to the last segment."""
        return [part for part in self.kept if part.first >= self.segments[-1].first]

    def check_closed(self) -> None:
        """Stop where loops are wide open in the end: rows that were redundant are not.

        What is open before is forgotten, unless a file has it already.
        """
        if not self.kept:
            return
        part, segment, order = self.kept[-1], self.segments[-1], self.order
        sim, system = segment.sim, segment.sim.system
        loops = system.compiled.loops
        projected = not order.baumgarte
        if not (system.closed and projected and loops.set_aside is None):
            return
        dynamics = system.compiled.closed_dynamics
        if dynamics.is_drawn and loops.m <= dynamics.rank:
            return
        plain = sim.base is None and not system.compiled.compiler.counts
        last = (
            loops.closure(part.rows[-1, : system.nq], *sim.last)[0]
            if plain
            else self._gaps(part.t[-1:], part.rows[-1:])[0]
        )
        if float(abs(loops.row_scale * last).max()) <= OPENED:
            return
        own = [p for p in self.kept if p.first >= segment.first]
        times, rows = np.concatenate([p.t for p in own]), np.concatenate([p.rows for p in own])
        wide = abs(loops.row_scale * self._gaps(times, rows)).max(axis=1) > OPENED
        k = int(np.argmax(wide))
        problem = _not_redundant(system, float(times[k]), rows[k])
        self.back_to(float(times[max(k - 1, 0)]))
        raise self.stop_error(problem)

    def _gaps(self, times: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the values of all rows of the loops at states of the last segment."""
        sim = self.segments[-1].sim
        loops = sim.system.compiled.loops
        q = np.ascontiguousarray(rows[:, : self.system.nq])
        states = {"q": q, **sim.rows_at(times, rows)}
        return outputs_of_rows(loops.closure_kernel, states, sim.last_values)["phi"]

    def _within(self, times: np.ndarray, rows: np.ndarray) -> int:
        """Return how many states, from the first on, have loops closed within the tolerance."""
        loops = self.system.compiled.loops
        every = enumerate(self._gaps(times, rows))
        wide = (k for k, gap in every if loops.openness(gap) > 1.0)
        return next(wide, len(times))

    @property
    def _size(self) -> int:
        wrapped = len(self.system.compiled.loops.wrapped)
        states = len(self.system.compiled.state_names)
        return self.system.nq + self.system.nv + wrapped + states + ENERGY_BALANCE

    @property
    def _held(self) -> np.ndarray:
        return np.concatenate(self.held) if self.keeps_held else np.zeros(0)

    def note_sample(self, t: float) -> None:
        """Note that other efforts hold from a time on, also at a state just kept for that time."""
        if not self.keeps_held or not self.kept:
            return
        last = self.kept[-1]
        if abs(last.t[-1] - t) <= 4.0 * np.spacing(abs(t)):
            last.rows[-1, self._size : self._size + len(self._held)] = self._held

    def note_exchange(self, t: float, y: np.ndarray) -> None:
        """Note what FMUs yield from a time on, also in a state just kept for that time."""
        if self.kept and abs(self.last_time - t) <= 4.0 * np.spacing(abs(t)):
            self.kept[-1].rows[-1, : self._size] = y[: self._size]

    def back_to(self, t: float) -> None:
        """Forget the states after a time, but never the one at which the leg begins."""
        first = self.segments[-1].first
        least = first + (1 if first or self.keeps_start else 0)
        while self.kept and self.last_time > t and self.count > least:
            part = self.kept[-1]
            stay = int(np.searchsorted(part.t, t, side="right"))
            stay = max(stay, least - part.first)
            if stay > 0:
                self.kept[-1] = Kept(part.first, part.t[:stay], part.rows[:stay])
            else:
                self.kept.pop()

    @property
    def due(self) -> bool:
        """Whether the file should get another block."""
        return self.sink is not None and self.sink.due

    def safe(self, leg: Leg) -> None:
        """Write to the file, if it is time: a leg may go on from here."""
        if self.sink is not None and self.sink.due:
            self.sink.block(self, self.sink.checkpoint(leg))

    def spill(self) -> None:
        """Write to the file, if it is time, where no run can go on from."""
        if self.sink is not None and self.sink.due:
            self.sink.block(self, {})

    def passes(self, t: float, singular: bool) -> None:
        """Note whether a step came near a singular position of the loops."""
        if singular and not self._passing:
            self.account.passages.append(t)
        self._passing = singular

    def count_corrections(self, n: Tally) -> None:
        """Enter what the corrections took so far in the account."""
        a = self.account
        a.eps, a.residual = n.eps, n.residual
        a.corrected, a.corrections, a.most_corrections = n.states, n.made, n.most

    def resume_corrections(self, n: Tally) -> None:
        """Go on counting from the account of a run that was interrupted."""
        a = self.account
        n.residual, n.states = a.residual, a.corrected
        n.made, n.most = a.corrections, a.most_corrections

    def run(self, *reasons: Problem) -> Run:
        """Return the run of all states so far; a file gets its account and is closed.

        reasons: why it could not go on, for the file.
        """
        if self.tally is not None:
            self.count_corrections(self.tally)
        if self.keeping is not None:
            self.complete_loads()
        notices = [*self.notices, *self._passages()]
        if self.account.stiff_at is not None:
            notices.append(self._stiffness(self.account.stiff_at))
        aside = self.system.compiled.loops.set_aside if self.system.closed else None
        if aside is not None:
            notices.append(aside.notice)
        if self.sink is None:
            self._close_segments(self.count)
            width = 0 if self.keeping is None else self.keeping.width
            none = np.zeros((0, self._size + width))
            rows = [part.rows for part in self.kept] or [none]
            states = MemoryStates(np.concatenate(self.times or [none[:, 0]]), np.concatenate(rows))
            found = with_energy_notice(self._run(states))
            touched = _notices_of_elements(found)
            found = self._with_errors(found, reasons)
            return found.with_notices([*touched, *notices])
        try:
            written = self.sink.write_last_states(self)
            self._close_segments(len(written))
            found = self._run(written)
            touched = _notices_of_elements(found)
            energies = energy_notices(found)
            found = self._with_errors(found, reasons)
            notices = [*energies, *found.notices, *touched, *notices]
            self.sink.finish(self, [*reasons, *notices], found.companion)
        except EnvironmentProblem as problem:
            self.abandon(problem)
            raise
        return replace(found, notices=tuple(notices))

    def _with_errors(self, run: Run, reasons: tuple[Problem, ...]) -> Run:
        """Return the run with what a second one says of its errors, if that was asked for."""
        certify = self.order.settings.get("certify")
        if not certify or reasons or self.was_interrupted or not len(run):
            return run
        from sarrus.system.history.global_error import error_of_run

        try:
            error = error_of_run(run, tighter=certify is True or self.account.wall <= SHORT)
        except KeyboardInterrupt:
            return run.with_notices([comparison_notice("was interrupted")])
        except ModelError as problem:
            return run.with_notices(
                [comparison_notice(f"was not made: {problem.problems[0].rule}")]
            )
        return replace(run, companion=error.companion).with_notices(error.notices())

    def _close_segments(self, count: int) -> None:
        self.segments[-1] = replace(self.segments[-1], last=count)
        self.segments = [part for part in self.segments if part.first < part.last]

    def _run(self, states: States) -> Run:
        happened = tuple(self.happened)
        segments = tuple(self.segments)
        return Run(self.system, states, segments, self.account, (), happened, self.order)

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

    def _stiffness(self, t: float) -> Problem:
        return Problem(
            "W39",
            f"t = {t:.4g} s",
            f"from here on stability limits the steps of '{self.account.method}', not the "
            "accuracy asked for: the equations are stiff",
            cause="a strong damper, or a stiff spring whose vibration has died out",
            action="use method='bdf' or 'ida'",
            severity="notice",
        )

    def note_interruption(self) -> None:
        """Note that the user stopped the run."""
        self.was_interrupted = True
        self.notices.append(
            Problem(
                "E-INTERRUPT",
                f"t = {self.last_time:.9g} s",
                "the run was interrupted; all states up to here are kept",
                action="go on from run.final, or by sarrus.resume with its file",
                severity="notice",
            )
        )

    def stop_error(self, *problems: Problem) -> Stopped:
        """Return the error that carries the run so far."""
        error = Stopped(list(problems))
        error.run = self.run(*problems)
        return error
