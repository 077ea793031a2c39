"""Controllers from a linearization: state feedback, observers, and feedback along a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.model.forces import Formula
from sarrus.solvers import riccati
from sarrus.spatial.curve import Curve
from sarrus.summaries import with_summary
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.continuous_control import TURN, ContinuousFeedback
from sarrus.system.analysis.linearization import Linearization
from sarrus.system.analysis.outputs import Outputs, output_kernel
from sarrus.system.analysis.weights import noise_matrix, signal_matrix, state_matrix
from sarrus.system.checks import check_positive
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.state_law import StateLaw
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

BALANCE = 1e-6
"""Of the accelerations that the inputs cannot hold, relative to those without them."""


@with_summary
@dataclass(frozen=True, eq=False)
class StateFeedback:
    """u = u0 - K (x - x0), from a linearization; every: its sampling time [s], 0 for none.

    P: x^T P x is what it costs to come back from x. `inputs` are laws for `simulate`, `linearize`
    (as `efforts`) and result files: traced formulas, or `Sampled` where it is called at samples.
    """

    linearization: Linearization
    K: np.ndarray
    P: np.ndarray
    hold: np.ndarray
    """u0: the efforts that keep the state of the linearization [N m or N]."""
    every: float = 0.0

    @cached_property
    def poles(self) -> np.ndarray:
        """Eigenvalues of A - B K [1/s], or of a sample."""
        A, B = self.linearization.A, self.linearization.B
        if self.every:
            A, B = riccati.sampled_matrices(A, B, self.every)
        return np.linalg.eigvals(A - B @ self.K)

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The laws by name of the effort."""
        read, names = _Reading.of(self.linearization), effort_names(self.linearization)
        if self.every:
            return {
                name: Sampled(_SampledRow(read, row, float(u0)), self.every)
                for name, row, u0 in zip(names, self.K, self.hold, strict=True)
            }
        return {
            name: read.law(name, float(u0), row)
            for name, row, u0 in zip(names, self.K, self.hold, strict=True)
        }

    def deviation(self, state: State) -> np.ndarray:
        """Return x - x0 of a state, as the linearization counts it."""
        return _Reading.of(self.linearization).values(state)

    def cost(self, state: State) -> float:
        """Return what the integral of x^T Q x + u^T R u will be from a state, to first order."""
        x = self.deviation(state)
        return float(x @ self.P @ x)


@with_summary
@dataclass(frozen=True, eq=False)
class Observer:
    """Estimates the states of a linearization from its outputs; every: sampling time [s], or 0.

    L: gain of y - C x, on dx/dt, or on x at a sample; P: covariance of the error.
    """

    linearization: Linearization
    L: np.ndarray
    P: np.ndarray
    every: float = 0.0

    @cached_property
    def poles(self) -> np.ndarray:
        """Eigenvalues of A - L C [1/s], or of a sample."""
        A, C = self.linearization.A, self.linearization.C
        if not self.every:
            return np.linalg.eigvals(A - self.L @ C)
        Ad, _ = riccati.sampled_matrices(A, self.linearization.B, self.every)
        return np.linalg.eigvals(Ad @ (np.eye(len(A)) - self.L @ C))


@with_summary
@dataclass(frozen=True, eq=False)
class OutputFeedback:
    """State feedback on estimates of an observer; `inputs` are `Sampled` laws for `simulate`.

    It remembers its estimate from sample to sample, and begins anew when time goes back.
    """

    feedback: StateFeedback
    observer: Observer

    @cached_property
    def regulator(self) -> Regulator:
        """What is called at the samples, with its memory."""
        return Regulator(self.feedback, self.observer)

    @cached_property
    def inputs(self) -> dict[str, Sampled]:
        """The laws by name of the effort."""
        return {
            name: Sampled(_RegulatorRow(self.regulator, k), self.feedback.every)
            for k, name in enumerate(effort_names(self.feedback.linearization))
        }

    @cached_property
    def poles(self) -> np.ndarray:
        """Those of the feedback and of the observer."""
        return np.concatenate([self.feedback.poles, self.observer.poles])


@with_summary
@dataclass(frozen=True, eq=False)
class TrackingFeedback:
    """u = u*(t) - K(t) (x - x*(t)) along a motion; t: instants of K and P [s]; inputs: laws."""

    t: np.ndarray
    states: tuple[str, ...]
    K: np.ndarray
    P: np.ndarray
    inputs: Mapping[str, StateLaw] = field(repr=False)


# --- what can be asked ----------------------------------------------------------------------------


@with_checks
def lqr(
    small: Linearization,
    Q: Any,
    R: Any,
    *,
    every: float | None = None,
    efforts: Mapping[str, Any] | None = None,
) -> StateFeedback:
    """Return the feedback that makes the integral of x^T Q x + u^T R u smallest.

    small: from `linearize`, with the inputs that the controller has. Q: weights of states and
    outputs by name ({"A.angle": 10.0, "tip.position.x": 1.0}), a number for all states, or a
    matrix; R: the same of inputs, positive. every: sampling time [s], for a controller that is
    called at samples and holds its efforts between them. efforts: what else acts at the state, as
    in `linearize`. Raises S19 with the modes that no input reaches, or that cost nothing.

    Example:
        small = swing.linearize(swing.equilibrium().state, inputs=["A"])
        law = analysis.lqr(small, {"A.angle": 10.0}, 0.1)
        held = swing.simulate(swing.assemble({"A": 0.2}), until=0.1, inputs=law.inputs)
    """
    check_positive(every=every)
    Qm = state_matrix("Q", Q, small)
    Rm = signal_matrix("R", R, small.inputs, "input")
    _need_inputs(small)
    _refuse_unreached(small, riccati.unreached_modes(small.A, small.B), "no input reaches")
    free = riccati.unreached_modes(small.A.T, _root(Qm), border=True)
    _refuse_unreached(small, free, "Q gives no weight to")
    try:
        K, P = (
            riccati.sampled_lqr_gain(small.A, small.B, Qm, Rm, every)
            if every
            else riccati.lqr_gain(small.A, small.B, Qm, Rm)
        )
    except riccati.NoGain as error:
        raise ModelError(_no_gain("lqr", error)) from None
    return StateFeedback(small, K, P, _holding_efforts(small, efforts or {}), every or 0.0)


@with_checks
def observer(
    small: Linearization, process: Any, measurement: Any, *, every: float | None = None
) -> Observer:
    """Return Kalman's observer of the outputs of a linearization.

    process: intensities of white noise on the rates of states, or on inputs, by name ({"cart":
    0.1}), a number for all states, or a matrix; measurement: of the outputs, intensities, or with
    `every` [s], the sampling time, variances of one measurement. Raises S19 with the modes that
    no output shows.
    """
    check_positive(every=every)
    if not small.outputs:
        rule = "has no outputs to measure"
        action = 'linearize(state, inputs, outputs=["A.angle", ...])'
        raise ModelError(Problem("S02", "linearization", rule, action=action))
    W = noise_matrix("process", process, small)
    V = signal_matrix("measurement", measurement, small.outputs, "output")
    _refuse_unreached(small, riccati.unreached_modes(small.A.T, small.C.T), "no output shows")
    disturbed = riccati.unreached_modes(small.A, _root(W), border=True)
    _refuse_unreached(small, disturbed, "no noise of the process reaches")
    try:
        L, P = (
            riccati.sampled_kalman_gain(small.A, small.C, W, V, every)
            if every
            else riccati.kalman_gain(small.A, small.C, W, V)
        )
    except riccati.NoGain as error:
        raise ModelError(_no_gain("observer", error)) from None
    return Observer(small, L, P, every or 0.0)


@with_checks
def output_feedback(
    feedback: StateFeedback, observer: Observer, *, name: str = "controller"
) -> OutputFeedback | ContinuousFeedback:
    """Return a controller that sees the outputs only: feedback of the observer's estimate (LQG).

    With sampling times it is called at samples, and its `inputs` are laws for `simulate`. Without,
    it is a law with states of its own: simulate its `system` from `start(state)`. name: that of
    this law among the force elements.
    """
    problems = []
    if feedback.every != observer.every:
        rule = f"have the sampling times {feedback.every:g} and {observer.every:g} s"
        action = "give both the same every=... [s], or none"
        problems.append(Problem("S02", "feedback and observer", rule, action=action))
    a, b = feedback.linearization, observer.linearization
    if a.states != b.states or a.inputs != b.inputs:
        rule = "are of linearizations with other states or inputs"
        problems.append(Problem("S02", "feedback and observer", rule))
    for output, row in zip(b.outputs, b.D, strict=True):
        if np.any(row):
            rule = "depends on the efforts of the same instant, which a controller decides later"
            action = "measure positions, velocities or states instead"
            problems.append(Problem("S02", f"output '{output}'", rule, action=action))
    if not feedback.every and name in [e.name for e in a.state.system.model.forces]:
        rule = "is the name of a force element already"
        problems.append(Problem("S02", f"controller '{name}'", rule, action="give name=..."))
    if problems:
        raise ModelError(problems)
    if not feedback.every:
        made = ContinuousFeedback(feedback, observer, name)
        made.element  # noqa: B018 outputs that no law can read are refused here
        return made
    return OutputFeedback(feedback, observer)


@with_checks
def tracking_lqr(
    system: System,
    motion: Any,
    inputs: Sequence[str],
    Q: Any,
    R: Any,
    *,
    independent: Sequence[str] | None = None,
    final: Any = None,
    periods: int = 0,
    **keywords: Any,
) -> TrackingFeedback:
    """Return feedback that keeps a mechanism on a motion: Riccati's equation along it.

    motion: a `Drive` or `Run`, whose states are where K is computed and whose efforts on `inputs`
    are u*(t). Q, R: as in `lqr`; states that have no coordinate, of ball and free joints, are turns
    and shifts on the tangent at the motion ("S.omega_x (turn)"). final: weights at the end, by
    default those with which the last instant would go on for ever; periods: of a periodic motion,
    whose first and last states agree, for how many of them the laws last (P is periodic then, and
    `final` not used).
    """
    count_of = len(motion.t)
    if count_of < 5:
        rule = f"has {count(count_of, 'state')}; at least 5 are needed"
        raise ModelError(Problem("S02", "motion", rule))
    times = np.asarray(motion.t, dtype=float)
    wanted = _wanted_efforts(system, motion, inputs)
    lines = []
    for k in range(count_of):
        acting = {name: float(u[k]) for name, u in wanted.items()}
        here = motion.state(k)
        lines.append(
            system.linearize(here, inputs, independent=independent, efforts=acting, **keywords)
        )
        independent = independent or lines[0].states[len(lines[0].coordinates[0]) :]
    first = lines[0]
    Qm = state_matrix("Q", Q, first)
    Rm = signal_matrix("R", R, first.inputs, "input")
    _need_inputs(first)
    A, B = (_spline(times, np.array([getattr(x, name) for x in lines])) for name in ("A", "B"))
    try:
        last = lines[-1]
        P = (
            riccati.lqr_gain(last.A, last.B, Qm, Rm)[1]
            if final is None
            else state_matrix("final", final, last)
        )
        if periods:
            K, along = riccati.periodic_gains(times, A, B, Qm, Rm, P)
        else:
            K, along = riccati.gains_along(times, A, B, Qm, Rm, P)
    except riccati.NoGain as error:
        _refuse_unreached(last, riccati.unreached_modes(last.A, last.B), "no input reaches")
        raise ModelError(_no_gain("tracking_lqr", error)) from None
    readings = _continuous([_Reading.of(line) for line in lines])
    channels, groups = readings[0].names, readings[0].quaternions
    columns = {
        name: np.array([r.reference[k] for r in readings]) for k, name in enumerate(channels)
    }
    columns |= {f"u {name}": u for name, u in wanted.items()}
    gains = np.array([k @ reading.rows for k, reading in zip(K, readings, strict=True)])
    for i in range(gains.shape[1]):
        columns |= {f"K {i} {name}": gains[:, i, k] for k, name in enumerate(channels)}
    span, tables = _periodic(times, columns, groups, periods)
    laws = {
        effort: _tracking_law(effort, span, tables, channels, groups, i)
        for i, effort in enumerate(effort_names(first))
    }
    return TrackingFeedback(times, first.states, K, along, laws)


# --- how a state is read --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Reading:
    """x - x0 as sums of channels: x_k = sum of rows[k, j] (channel j - reference j)."""

    names: tuple[str, ...]
    rows: np.ndarray
    reference: np.ndarray
    quaternions: tuple[tuple[int, ...], ...] = ()
    """Where the four channels of each quaternion are."""

    @staticmethod
    def of(small: Linearization) -> _Reading:
        """Return how the states of a linearization are read."""
        system, state = small.state.system, small.state
        layout = system.compiled.layout
        terms: list[dict[str, float]] = []
        for name in small.states:
            if not name.endswith(TURN):
                terms.append({name: 1.0})
                continue
            k = system.velocities.index(name.removesuffix(TURN))
            joint = next(j for j, at in layout.v_slice.items() if at.start <= k < at.stop)
            at, along = layout.q_slice[joint], layout.v_slice[joint]
            kind = system.model.joint(joint).type
            tangent = np.array(
                [kind.rate(state.q[at], unit) for unit in np.eye(along.stop - along.start)]
            ).T
            row = np.linalg.pinv(tangent)[k - along.start]
            terms.append(dict(zip(system.coordinates[at], map(float, row), strict=True)))
        names = tuple(dict.fromkeys(name for term in terms for name in term))
        rows = np.array([[term.get(name, 0.0) for name in names] for term in terms])
        reference = np.array([float(state[name]) for name in names])
        found: dict[str, list[int]] = {}
        for k, name in enumerate(names):
            joint, _, coordinate = name.rpartition(".")
            if coordinate.startswith("quat_"):
                found.setdefault(joint, []).append(k)
        return _Reading(names, rows, reference, tuple(tuple(at) for at in found.values()))

    def values(self, state: State) -> np.ndarray:
        """Return x - x0 of a state."""
        read = np.array([float(state[name]) for name in self.names])
        return np.asarray(self.rows @ (read - self.reference))

    def law(self, effort: str, constant: float, gains: np.ndarray) -> StateLaw:
        """Return constant - gains (x - x0), as a formula of what is read."""
        row = gains @ self.rows
        total = constant + float(row @ self.reference)
        steps: list[tuple[Any, ...]] = [("number", total)]
        place = 0
        for k, gain in enumerate(row, 1):
            steps += [("argument", k), ("number", float(-gain))]
            steps.append(("mul", len(steps) - 2, len(steps) - 1))
            steps.append(("add", place, len(steps) - 1))
            place = len(steps) - 1
        arguments = ("t", *(f"x{k}" for k in range(1, len(self.names) + 1)))
        formula = Formula(f"feedback on {effort}", arguments, tuple(steps), (place,))
        return StateLaw(formula, tuple((name,) for name in self.names))


@dataclass(frozen=True, eq=False)
class _SampledRow:
    """One effort of a feedback that is called at samples."""

    reading: _Reading
    gains: np.ndarray
    constant: float

    def __call__(self, t: float, state: State) -> float:
        return self.constant - float(self.gains @ self.reading.values(state))

    def get_state(self) -> dict[str, Any]:
        """Return its memory: none."""
        return {}

    def set_state(self, memory: Mapping[str, Any]) -> None:
        """Take its memory back."""


class _Sensors:
    """Channels of a state by name, as numbers; without efforts, on which they must not depend."""

    __slots__ = ("analysis", "outputs")  # no part of the fingerprint of a law

    def __init__(self, system: System, names: list[str], keywords: Mapping[str, Any]) -> None:
        self.analysis, self.outputs = Analysis(system, keywords=keywords), Outputs(names)

    def values(self, state: State) -> np.ndarray:
        """Return the numbers, one after the other."""
        sim = self.analysis.simulator(state.q)
        kernel, y = output_kernel(sim, self.outputs), sim.start(state)
        entries = {
            **sim.inputs(sim.choice(y), sim.held_efforts(state)),
            "y": y,
            "t": np.array([state.t]),
        }
        return np.ravel(kernel(*[entries[port.name] for port in kernel.inputs]))


def output_values(small: Linearization) -> np.ndarray:
    """Return the outputs of a linearization at its state."""
    return _sensors_of(small).values(small.state)


def _sensors_of(small: Linearization) -> _Sensors:
    channels = dict.fromkeys(name.partition("[")[0] for name in small.outputs)
    return _Sensors(small.state.system, list(channels), small.keywords)


class Regulator:
    """The estimate of an observer and the efforts that follow from it, once for each sample."""

    def __init__(self, feedback: StateFeedback, observer: Observer) -> None:
        small = feedback.linearization
        self.K, self.L, self.hold = feedback.K, observer.L, feedback.hold
        seen = observer.linearization
        self.C = seen.C
        self.Ad, self.Bd = riccati.sampled_matrices(small.A, small.B, feedback.every)
        self.sensors = _sensors_of(seen)
        self.reference = self.sensors.values(seen.state)
        self.memory = self._fresh()

    def _fresh(self) -> dict[str, Any]:
        return {"t": None, "x": np.zeros(len(self.Ad)), "efforts": self.hold.copy()}

    def efforts(self, t: float, state: State) -> np.ndarray:
        """Return the efforts from a sample on."""
        if self.memory["t"] is not None and t < self.memory["t"]:
            self.memory = self._fresh()
        if self.memory["t"] != t:
            x = self.memory["x"]
            y = self.sensors.values(state) - self.reference
            x = x + self.L @ (y - self.C @ x)
            u = -self.K @ x
            ahead = self.Ad @ x + self.Bd @ u
            self.memory = {"t": t, "x": ahead, "efforts": self.hold + u, "estimate": x}
        return np.asarray(self.memory["efforts"])


@dataclass(frozen=True, eq=False)
class _RegulatorRow:
    """One effort of a regulator, which others share."""

    regulator: Regulator
    number: int

    def __call__(self, t: float, state: State) -> float:
        return float(self.regulator.efforts(t, state)[self.number])

    def get_state(self) -> dict[str, Any]:
        """Return the memory of the regulator."""
        return deepcopy(self.regulator.memory)

    def set_state(self, memory: Mapping[str, Any]) -> None:
        """Take it back."""
        self.regulator.memory = deepcopy(dict(memory))


# --- along a motion -------------------------------------------------------------------------------


def _spline(times: np.ndarray, values: np.ndarray) -> Callable[[float], np.ndarray]:
    from scipy.interpolate import CubicSpline

    return CubicSpline(times, values, axis=0)


def _wanted_efforts(system: System, motion: Any, inputs: Sequence[str]) -> dict[str, np.ndarray]:
    """Return the efforts of a motion on single velocities, by name of the effort."""
    found: dict[str, np.ndarray] = {}
    for name in inputs:
        u = np.asarray(motion[f"{name}.effort"], dtype=float)
        single = u.ndim == 1
        names = [name] if single else system.compiled.rate_names(name)
        columns = [u] if single else list(u.T)
        found |= dict(zip(names, columns, strict=True))
    return found


def _continuous(readings: list[_Reading]) -> list[_Reading]:
    """Return readings along a motion whose quaternions do not jump to their opposites."""
    found = readings[:1]
    for reading in readings[1:]:
        rows, reference = reading.rows.copy(), reading.reference.copy()
        for at in reading.quaternions:
            columns = list(at)
            if found[-1].reference[columns] @ reference[columns] < 0.0:
                rows[:, columns], reference[columns] = -rows[:, columns], -reference[columns]
        found.append(_Reading(reading.names, rows, reference, reading.quaternions))
    return found


def _periodic(
    times: np.ndarray,
    columns: Mapping[str, np.ndarray],
    quaternions: Sequence[Sequence[int]],
    periods: int,
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return times and tables of all that a law needs, repeated for periods.

    Angles rise by whole turns; a quaternion, and the gains of it, may come back as the opposite.
    """
    if periods < 2:
        return times, dict(columns)
    length = times[-1] - times[0]
    span = np.concatenate(
        [times[:-1] + p * length for p in range(periods)] + [[times[0] + periods * length]]
    )
    names = list(columns)
    opposite: set[str] = set()
    for at in quaternions:
        own = [names[k] for k in at]  # channels come first
        if sum(columns[name][0] * columns[name][-1] for name in own) < 0.0:
            opposite |= {n for n in names if n in own or n.rpartition(" ")[2] in own}
    found = {}
    for name, y in columns.items():
        if name in opposite:
            parts = [(-1.0) ** p * y[:-1] for p in range(periods)] + [[(-1.0) ** periods * y[0]]]
        else:
            rise = y[-1] - y[0]
            parts = [y[:-1] + p * rise for p in range(periods)] + [[y[0] + periods * rise]]
        found[name] = np.concatenate(parts)
    return span, found


def _tracking_law(
    effort: str,
    times: np.ndarray,
    tables: Mapping[str, np.ndarray],
    channels: Sequence[str],
    quaternions: Sequence[Sequence[int]],
    i: int,
) -> StateLaw:
    """Return u*(t) - sum of K_ic(t) (x_c - x*_c(t)) over channels, as a formula with tables.

    A quaternion q is taken as q/(q . q*): it means the same as its opposite.
    """

    def table(name: str) -> tuple[Any, ...]:
        return ("curve", Curve(times, tables[name], smooth=2), 0, 0)

    steps: list[tuple[Any, ...]] = [("argument", 0), table(f"u {effort}")]
    place = 1
    along: dict[int, int] = {}
    for at in quaternions:
        total = -1
        for k in at:
            first = len(steps)
            steps += [("argument", k + 1), table(channels[k]), ("mul", first, first + 1)]
            if total >= 0:
                steps.append(("add", total, first + 2))
            total = len(steps) - 1
        along |= dict.fromkeys(at, total)
    for k, name in enumerate(channels):
        steps.append(("argument", k + 1))
        if k in along:
            steps.append(("div", len(steps) - 1, along[k]))
        first = len(steps)
        steps += [
            table(name), ("sub", first - 1, first), table(f"K {i} {name}"),
            ("mul", first + 1, first + 2), ("sub", place, first + 3),
        ]  # fmt: skip
        place = first + 4
    arguments = ("t", *(f"x{k}" for k in range(1, len(channels) + 1)))
    formula = Formula(f"feedback on {effort}", arguments, tuple(steps), (place,))
    return StateLaw(formula, tuple((name,) for name in channels))


# --- checks ---------------------------------------------------------------------------------------


def _root(Q: np.ndarray) -> np.ndarray:
    """Return H with Q = H H^T."""
    values, vectors = np.linalg.eigh(Q)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def effort_names(small: Linearization) -> list[str]:
    """Return the names of efforts, of single velocities where a joint has several."""
    found = []
    for name in small.inputs:
        joint, bracket, number = name.partition("[")
        names = small.state.system.compiled.rate_names(joint) if bracket else ()
        found.append(names[int(number.rstrip("]"))] if bracket else name)
    return found


def _need_inputs(small: Linearization) -> None:
    if not small.inputs:
        action = 'name the efforts that the controller has: linearize(state, inputs=["A"])'
        raise ModelError(Problem("S02", "linearization", "has no inputs", action=action))


def _holding_efforts(small: Linearization, efforts: Mapping[str, Any]) -> np.ndarray:
    """Return the efforts on the inputs that keep the state of a linearization."""
    system, state = small.state.system, small.state
    vdot = system.accelerations(state, efforts=efforts, **small.keywords).vdot
    qdot = system.compiled.layout.rate(state.q, state.v)
    rates = dict(zip(system.coordinates, qdot, strict=True))
    rates |= dict(zip(system.velocities, vdot, strict=True))
    if system.states:
        own = _Sensors(system, [f"{name}_rate" for name in system.states], small.keywords)
        rates |= dict(zip(system.states, own.values(state), strict=True))
    rates |= {f"{name}{TURN}": v for name, v in zip(system.velocities, state.v, strict=True)}
    right = -np.array([float(rates[name]) for name in small.states])
    held = np.linalg.lstsq(small.B, right, rcond=None)[0]
    left = np.abs(small.B @ held - right)
    if np.max(left, initial=0.0) > BALANCE * max(1.0, float(np.max(np.abs(right)))):
        rule = (
            f"cannot be held: '{small.states[np.argmax(left)]}' changes by {max(left):.3g} a second"
        )
        action = "linearize about an equilibrium; along a motion use tracking_lqr"
        raise ModelError(Problem("S19", "state of the linearization", rule, action=action))
    return np.asarray(held)


def _refuse_unreached(small: Linearization, modes: Sequence[riccati.Unreached], words: str) -> None:
    problems = []
    for mode in modes:
        order = np.argsort(-mode.shares)
        named = [small.states[k] for k in order if mode.shares[k] > 1e-3][:4]
        s = mode.eigenvalue
        value = f"{s.real:.4g}" if abs(s.imag) < 1e-9 else f"{s.real:.4g} +- {abs(s.imag):.4g}i"
        problems.append(
            Problem(
                "S19",
                f"mode of {', '.join(named)}",
                f"has the eigenvalue {value} 1/s, and {words} it",
                action="choose other inputs, outputs or weights, or lock what does not matter",
            )
        )
    if problems:
        raise ModelError(problems)


def _no_gain(what: str, error: Exception) -> Problem:
    return Problem(
        "S19",
        what,
        f"has no solution: {error}",
        action="scale weights and units, or change Q and R",
    )
