"""The outcome of a simulation: states on a grid of times, by name, and an account of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks as checked_arguments
from sarrus.errors import ModelError, Problem, SarrusError, count, number_from_start
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.model.pose import vector3
from sarrus.public_names import with_limits
from sarrus.system.motion_pages import MotionPages
from sarrus.system.output_settings import OutputSettings
from sarrus.system.rows.motion import Motion
from sarrus.system.simulation.keeping import Keeping
from sarrus.system.simulation.states import Piece, Segment, States, pieces
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.history import History
    from sarrus.system.history.global_error import GlobalError
    from sarrus.system.history.second_run import Companion
    from sarrus.system.simulation.simulation import Order
    from sarrus.system.system import System

LONG = 10.0
"""Wall time of a run above which its report does not make a second run by itself [s]."""
SHOWN = 6
"""Events that a report lists."""


@dataclass
class Account:
    """What a simulation took and how well it kept its laws.

    smallest_watch: least pivot watch of the loops; choices: how often their rows were chosen anew;
    allowed: energy error above which the run says so (0: it is not looked at). independent:
    velocities that were integrated, with the times from which on, by methods that choose them;
    iterations: of the closure of the dependent ones; orders: how many steps were of order 1, 2,
    ..., for "pece"; stiff_at: when stability began to limit its steps; kept: which loads of joints
    were recorded, and by which formulation. With eps: corrected: states whose loops were corrected,
    at least one a step; corrections: how many they needed together, most_corrections: a single one;
    residual: the largest sum of gaps and their rates that was left.
    """

    method: str
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    wall: float = 0.0
    preparation: float = 0.0
    smallest_watch: float = 1.0
    choices: int = 0
    passages: list[float] = field(default_factory=list)
    jacobians: int = 0
    traced_inputs: bool = True
    allowed: float = 0.0
    independent: list[Any] = field(default_factory=list)
    iterations: int = 0
    orders: list[int] = field(default_factory=list)
    stiff_at: float | None = None
    kept: str = ""
    eps: float | None = None
    corrected: int = 0
    corrections: int = 0
    most_corrections: int = 0
    residual: float = 0.0

    @staticmethod
    def of(record: Mapping[str, Any]) -> Account:
        """Return the account of a record; what a later version added is left out."""
        known = Account.__dataclass_fields__
        return Account(**{name: value for name, value in record.items() if name in known})

    @property
    def steps_by_order(self) -> str:
        """How many steps were of each order that was used, as text."""
        used = [f"{n:,} of order {k}" for k, n in enumerate(self.orders, 1) if n]
        return ", ".join(used)

    @property
    def corrections_needed(self) -> str:
        """How many corrections eps took, as text."""
        if not self.corrected:
            return "no loops, nothing to correct"
        return (
            f"{self.corrections:,} corrections of {count(self.corrected, 'state')}, at most "
            f"{self.most_corrections} of one; largest residual {self.residual:.2g}"
        )


@dataclass(frozen=True)
class Impulse:
    """The impulse of a joint that is made on its second body, or of ground on the mechanism.

    linear [N s] and angular [N m s] about `at` [m], in world axes.
    """

    name: str
    linear: tuple[float, float, float]
    angular: tuple[float, float, float]
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @staticmethod
    def of(record: Mapping[str, Any]) -> Impulse:
        """Return the impulse of a record of a file."""
        parts = (vector3(record[key]) for key in ("linear", "angular", "at"))
        return Impulse(record["name"], *parts)


@dataclass(frozen=True)
class Happening:
    """An event of a run: its name, time, what it did, and the energy that this changed [J].

    state: the number of the first state after it, or of the one recorded; impulses: where it has
    made joints, theirs and that of ground.
    """

    name: str
    t: float
    done: tuple[str, ...] = ()
    energy: float = 0.0
    state: int = -1
    impulses: tuple[Impulse, ...] = ()

    def impulse(self, name: str) -> Impulse:
        """Return the impulse of a joint that it made, or of "ground" on the mechanism."""
        found = {impulse.name: impulse for impulse in self.impulses}
        if name not in found:
            known = ", ".join(f"'{other}'" for other in found) or "none"
            rule = f"has no impulse here; there are {known}"
            raise ModelError(Problem("M09", f"'{name}' at the event '{self.name}'", rule))
        return found[name]


PASSED = 1e-9
"""By how much, over its size, a limit of a joint is passed before it is told."""


@with_limits
@checked_arguments
@dataclass(frozen=True, eq=False)
class Run(MotionPages):
    """States over time, and an account of how they came about.

    `run["A.angle"]` reads any coordinate or velocity of any joint over time, and any other channel
    of `run.history`. t, q, v: times and
    rows of coordinates and velocities. The energy balance up to each [J] is work: done by efforts
    and supplied by elements; loss: turned into heat; corrections: changed by projections on the
    loops and by impacts. segments: the parts of the run that share a mode, one unless events
    changed it. order: what was asked for; companion: the second run with which it was compared, if
    that was asked for (`error` makes one else); shown: channels and units that the model file asks
    for; lost: spans of time between whose ends states of a damaged file are lost.
    """

    system: System
    states: States
    segments: tuple[Segment, ...]
    account: Account
    notices: tuple[Problem, ...] = ()
    events: tuple[Happening, ...] = ()
    order: Order | None = field(default=None, repr=False)
    companion: Companion | None = field(default=None, repr=False)
    shown: OutputSettings = field(default_factory=OutputSettings, repr=False)
    lost: tuple[tuple[float, float], ...] = field(default=(), repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what the run is made of, without what is computed of it."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def __len__(self) -> int:
        return len(self.states)

    def pieces(self, first: int = 0, last: int | None = None) -> Iterator[Piece]:
        """Go through the states, a bounded number at a time, none across segments.

        Example:
            pieces = list(run.pieces())
        """
        if self.order is None or "keep" not in self.order.settings or self.keeping is None:
            return pieces(self.states, self.segments, first, last)
        return pieces(self.states, self.segments, first, last, self.keeping.width)

    @cached_property
    def keeping(self) -> Keeping | None:
        """The loads of joints that were recorded with the states, None where there are none."""
        return None if self.order is None else Keeping.of(self.order.settings)

    @cached_property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.states.times(0, len(self))

    @cached_property
    def _rows(self) -> np.ndarray:
        found = [piece.y for piece in self.pieces()]
        return np.concatenate(found) if found else np.zeros((0, self.system.nq + self.system.nv))

    @property
    def q(self) -> np.ndarray:
        """Coordinates, a row for each time."""
        return self._rows[:, : self.system.nq]

    @property
    def v(self) -> np.ndarray:
        """Velocities, a row for each time."""
        return self._rows[:, self.system.nq : self.system.nq + self.system.nv]

    @property
    def work(self) -> np.ndarray:
        """Work of efforts and supplies of elements up to each time [J]."""
        return self._rows[:, -3]

    @property
    def loss(self) -> np.ndarray:
        """Energy turned into heat up to each time [J]."""
        return self._rows[:, -2]

    @property
    def corrections(self) -> np.ndarray:
        """Energy changed by projections and impacts up to each time [J]."""
        return self._rows[:, -1]

    def segment(self, k: int) -> Segment:
        """Return the segment of state number k (negative from the end).

        Example:
            first = run.segment(0)
        """
        k = number_from_start(k, len(self), "state", "the run")
        return next(s for s in self.segments if s.first <= k < s.last)

    @cached_property
    def history(self) -> History:
        """Every quantity of the run over time, by name, with unit and description."""
        from sarrus.system.history import History

        return History(self)

    def __getitem__(self, name: str) -> Any:
        return self.history.read(name)[name]

    def __contains__(self, name: object) -> bool:
        return name in self.history

    @cached_property
    def error(self) -> GlobalError:
        """Estimated errors of all channels: `run.error["A.angle"]` at the times `run.error.t`.

        By comparison with a second run, which is made when this is first asked for: with a looser
        tolerance or larger steps, and where that says too little with a tighter one. A run with
        `certify=True` has been compared with a tighter one already.
        """
        from sarrus.system.history.global_error import GlobalError, error_of_run

        if self.companion is not None:
            return GlobalError(self, self.companion)
        return error_of_run(self)

    @property
    def says_error(self) -> bool:
        """Whether the account of the run states its errors, without being asked for them.

        Not for runs that did not come to their end, that took long, or whose controllers have a
        memory of their own that cannot be set back.
        """
        if self.companion is not None:
            return True
        if self.order is None or not len(self) or self.order.settings.get("certify") is False:
            return False
        ended = any(event.t >= self.t[-1] for event in self.events)
        whole = ended or float(self.t[-1]) >= self.order.plan.end
        return whole and self.account.wall <= LONG and self.order.repeatable

    @cached_property
    def stated_error(self) -> GlobalError | None:
        """The errors that the account states, None where it does not, or no second run is known."""
        try:
            return self.error if self.says_error else None
        except SarrusError:  # a run of a single step, or of the tightest tolerance
            return None

    @property
    def undecided_from(self) -> float | None:
        """The time from which on answers are not decided (W37) [s], None where all are."""
        return None if self.stated_error is None else self.stated_error.undecided_from

    def _closures(self, piece: Piece) -> dict[str, np.ndarray]:
        kernel = piece.sim.system.compiled.loops.closure_kernel
        return outputs_of_rows(
            kernel, {"q": piece.q, **piece.sim.rows_at(piece.t, piece.y)}, piece.sim.last_values
        )

    def state(self, k: int) -> State:
        """Return the state number k (negative from the end).

        Example:
            last = run.state(-1)
        """
        k = number_from_start(k, len(self), "state", "the run")
        piece = next(self.pieces(k, k + 1))
        return piece.sim.state_of(piece.y[0], float(piece.t[0]))

    def motion(self, k: int) -> Motion:
        """Return accelerations, multipliers and efforts of the drives at state number k.

        Example:
            vdot = run.motion(-1).vdot
        """
        k = number_from_start(k, len(self), "state", "the run")
        piece = next(self.pieces(k, k + 1))
        return piece.sim.motion(piece.sim.state_of(piece.y[0], float(piece.t[0])), piece.held[0])

    @property
    def final(self) -> State:
        """The last state."""
        if not len(self):
            raise ModelError(
                Problem(
                    "S14",
                    f"run of '{self.system.model.name}'",
                    "has no states",
                    cause="it was interrupted before its first block was written",
                    action="make it again, or `sarrus.resume` it with its file",
                )
            )
        return self.state(-1)

    @cached_property
    def energies(self) -> np.ndarray:
        """Kinetic energy, energy of gravity and of force elements at every time [J]."""
        return self._quantity("energy")

    def _quantity(self, name: str) -> np.ndarray:
        """Return the output of a kernel of (q, v) over time, by the equations of each mode."""
        return np.concatenate([self._quantity_of(p, name) for p in self.pieces()])

    @staticmethod
    def _quantity_of(p: Piece, name: str) -> np.ndarray:
        rows = {"q": p.q, "v": p.v, **p.sim.rows_at(p.t, p.y)}
        return outputs_of_rows(p.sim.system.compiled.kernel(name), rows, p.sim.last_values)[name]

    @property
    def energy(self) -> np.ndarray:
        """Total energy at every time [J]; not a number where a run that failed overflows."""
        with np.errstate(invalid="ignore", over="ignore"):
            return np.sum(self.energies, axis=1)

    @property
    def imbalance(self) -> np.ndarray:
        """Energy that no work, loss, projection or impact explains, since the start [J]."""
        explained = self.work - self.loss + self.corrections
        return (self.energy - self.energy[0]) - (explained - explained[0])

    @cached_property
    def energy_error(self) -> float:
        """The largest imbalance, as part of the energy exchanged.

        A bounded number of states is read at a time: the run may be larger than the memory.
        """
        first = np.zeros(2)
        most: list[Any] = []
        ends: list[Any] = []
        for p in self.pieces():
            energies, work, loss = self._quantity_of(p, "energy"), p.y[:, -3], p.y[:, -2]
            with np.errstate(invalid="ignore", over="ignore"):
                account = np.stack([np.sum(energies, axis=1), work - loss + p.y[:, -1]])
                if not ends:
                    first = account[:, 0]
                change = account - first[:, None]
                most.append((np.max(energies[:, 0]), np.max(np.abs(change[0] - change[1]))))
            ends += [(np.min(work), np.min(loss)), (np.max(work), np.max(loss))]
        kinetic, imbalance = (float(x) for x in np.max(most, axis=0))
        throughput = max(kinetic, *(float(x) for x in np.ptp(ends, axis=0)), 1e-300)
        return imbalance / throughput

    @cached_property
    def momentum(self) -> np.ndarray:
        """Linear momentum [kg m/s] and angular momentum about the world's origin, world axes."""
        return self._quantity("momentum")

    @cached_property
    def smallest_singular_value(self) -> float:
        """The least singular value of the loops that counts, relative, over the states kept."""
        rows = (
            (p.sim.system.compiled.loops, Phi)
            for p in self.pieces()
            for Phi in self._closures(p)["Phi"]
        )
        return min((loops.scaled_matrix(Phi).smallest for loops, Phi in rows), default=1.0)

    @property
    def closed(self) -> bool:
        """Whether there are loops, at least for a while: events may make joints."""
        return any(segment.sim.system.closed for segment in self.segments)

    @property
    def drift(self) -> float:
        """The largest opening of the loops, in model lengths or radians."""
        gaps = []
        for p in self.pieces():  # a contact that is separated has no rows from then on
            scale = p.sim.system.compiled.loops.row_scale
            gaps.append(float(np.max(np.abs(scale * self._closures(p)["phi"]), initial=0.0)))
        return max(gaps, default=0.0)

    def report(self) -> str:
        """Return the account of the run as text."""
        a = self.account
        lines = [
            f"{self.system.model.name}: {self.t[0]:g} to {self.t[-1]:g} s, "
            f"{count(len(self), 'state')} by {a.method}",
            f"  steps {a.steps}, rejected {a.rejected}, evaluations {a.evaluations}, "
            f"{1e3 * a.wall:.3g} ms (plus {1e3 * a.preparation:.3g} ms preparation)",
            f"  energy error {self.energy_error:.2g} of the energy exchanged; work "
            f"{self.work[-1]:.4g}, loss {self.loss[-1]:.4g}, "
            f"corrections {self.corrections[-1]:.2g} J",
        ]
        if self.closed:
            lines.append(
                f"  max. loop-closure error {self.drift:.2g}, smallest singular value "
                f"{self.smallest_singular_value:.2g}, pivot watch {a.smallest_watch:.2g}, "
                f"rows chosen {a.choices} times"
            )
        if a.eps is not None:
            lines.append(f"  eps {a.eps:g}: {a.corrections_needed}")
        if a.independent:
            lines.append(f"  independent: {independent_text(a)}; {a.iterations} steps of closure")
        if a.orders:
            lines.append(f"  steps: {a.steps_by_order}")
        if not a.traced_inputs:
            lines.append("  input laws ran in Python, not in native code")
        if a.kept:
            lines.append(f"  kept {a.kept}")
        lines += [f"  {e.name} at t = {e.t:.6g} s" for e in self.events[:SHOWN]]
        if len(self.events) > SHOWN:
            lines.append(f"  and {count(len(self.events) - SHOWN, 'more event')}")
        return "\n".join([*lines, *self._judgement()])

    def _judgement(self) -> list[str]:
        """Return how many digits are right, and all notices, in lines."""
        lines, notices = [], list(self.notices)
        if self.stated_error is not None:
            lines += self.stated_error.lines()
            notices += [n for n in self.stated_error.notices() if n not in notices]
        return [f"  {line}" for line in [*lines, *map(str, notices)]]

    def with_notices(self, notices: list[Problem]) -> Run:
        """Return the run with more notices."""
        return replace(self, notices=(*self.notices, *notices)) if notices else self

    def __str__(self) -> str:
        return "\n".join([repr(self), *(self._judgement() if len(self) else [])])

    def __repr__(self) -> str:
        if not len(self):
            return f"<Run of '{self.system.model.name}' without states>"
        return (
            f"<Run of '{self.system.model.name}': {count(len(self), 'state')} to {self.t[-1]:g} s>"
        )


def independent_text(account: Account) -> str:
    """Return which velocities were integrated, and how often they were chosen anew."""
    (_, first), *later = account.independent
    text = ", ".join(first) or "none (all is driven)"
    changes = [f"; from t = {t:.6g} s {', '.join(names)}" for t, names in later[:SHOWN]]
    more = f"; and {count(len(later) - SHOWN, 'more choice')}" if len(later) > SHOWN else ""
    return f"{text}{''.join(changes)}{more}"


def with_energy_notice(run: Run) -> Run:
    """Return the run, with a notice where energy is missing."""
    allowed = run.account.allowed
    if not allowed or run.energy_error <= allowed:
        return run
    return run.with_notices([_missing_energy(run)])


def limit_notices(run: Run) -> list[Problem]:
    """Return a notice for each limit of range or speed that a joint of the tree has passed.

    Limits are numbers of the model, not stops: nothing holds a joint there unless an element does.
    """
    limited = run.system.compiled.limited_columns
    if not limited or not len(run):
        return []
    columns = [column for column, *_ in limited]
    low, high = (np.array([entry[k] for entry in limited]) for k in (1, 2))
    most, at, value = (np.zeros(len(limited)) for _ in range(3))
    first = np.full(len(limited), np.nan)
    for p in run.pieces():
        y = p.y[:, columns]
        over = np.nan_to_num(np.maximum(y - high, low - y), nan=0.0)
        for k in np.flatnonzero(np.any(over > 0.0, axis=0)).tolist():
            worst = int(np.argmax(over[:, k]))
            if np.isnan(first[k]):
                first[k] = p.t[int(np.argmax(over[:, k] > 0.0))]
            if over[worst, k] > most[k]:
                most[k], at[k], value[k] = over[worst, k], p.t[worst], y[worst, k]
    found = []
    for k, (_, a, b, name, what, unit) in enumerate(limited):
        size = max(abs(bound) for bound in (a, b) if np.isfinite(bound))
        if most[k] > PASSED * max(size, PASSED):
            rule = (
                f"passes its limits, {a:.6g} to {b:.6g} {unit}, from t = {first[k]:.6g} s on; the "
                f"worst is {value[k]:.6g} {unit} at t = {at[k]:.6g} s"
            )
            action = "limits hold nothing: give the joint an end_stop, or another control"
            found.append(Problem("W53", f"'{name}' / {what}", rule, action=action,
                                 severity="notice"))  # fmt: skip
    return found


def _missing_energy(run: Run) -> Problem:
    return Problem(
        "E-ENERGY",
        "energy balance",
        f"does not close: {run.energy_error:.2g} of the energy exchanged is unaccounted for",
        cause="steps too large, a wrong branch at a singular position, or an element whose "
        "potential, loss and supply do not add up to its power",
        action="repeat with a smaller rtol or step and compare",
        severity="warning",
    )
