"""The gradient of what a run yields, by one pass back whatever the number of inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels, iteration_problem
from sarrus.design.gradients.backward import Backward, Sources, Totals
from sarrus.design.gradients.gradient import Gradient, Objective, value_and_weights
from sarrus.design.gradients.jumps import jump_back
from sarrus.design.gradients.law_numbers import law_numbers
from sarrus.design.gradients.named import Derivatives
from sarrus.design.gradients.payloads import payload_slopes
from sarrus.design.gradients.refinement import refine
from sarrus.design.gradients.start import hold_back, start_back, start_differentials
from sarrus.design.gradients.tape import TapedEvent, TapedLeg, taped_run
from sarrus.design.gradients.variables import parameter_names, system_with, variables_of
from sarrus.errors import ModelError, Problem
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.checks import by_name, check_positive, laws_with_text_read
from sarrus.system.flow.controlled import CONTROLLED, MULTISTEP
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.frictions import exact_frictions
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.simulation import check_method, run_order
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

CODE = "G10"
Tape = list[TapedLeg | TapedEvent]


class RunOutputs(Outputs):
    """Channels at states of a run, those that accumulate among them."""

    of_run = True


class RunAdjoint:
    """A run that can be gone back for any number of objectives.

    by: see `variables`; independent: all coordinates of the start that stay when others follow the
    parameters; stay: some of them, to which pivoting finds the others; settings: `run_settings`.
    """

    def __init__(
        self,
        system: System,
        by: Iterable[str],
        start: State,
        settings: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        events: Sequence[Any] = (),
        independent: Sequence[str] | None = None,
        constants: Any = None,
        keywords: Mapping[str, Any] | None = None,
        stay: Sequence[str] = (),
    ) -> None:
        keywords = dict(keywords or {})
        if "parameters" in keywords:
            keywords["parameters"] = by_name("parameter", keywords["parameters"], system.model)
        inputs, driven, events = laws_with_text_read(system, inputs, driven, tuple(events))
        inputs, driven = dict(inputs or {}), dict(driven or {})
        self.constants = constants
        self.variables = variables_of(system, by, inputs, driven, constants)
        names = parameter_names(self.variables, constants)
        self.system = system_with(system, names)
        self.inputs, self.driven, self.keywords = inputs, driven, keywords
        self.laws = law_numbers(self.system, self.variables, inputs, driven)
        self.stay = tuple(stay)
        self.independent, self.start = independent, replace(start, system=self.system)
        self.method = gradient_method(settings["method"])
        if exact_frictions(system.model):
            listed = ", ".join(f"'{e.name}'" for e in exact_frictions(system.model))
            rule = "sticks and slides by events, across which no gradient goes"
            action = "leave exact out: smooth friction has derivatives"
            raise ModelError(Problem(CODE, f"friction {listed}", rule, action=action))
        mode = Mode.first(self.system, inputs, driven, locked)
        order = run_order(self.system, self.start, {**settings, "method": self.method}, mode,
                          tuple(events), keywords, 0.0)  # fmt: skip
        self.run, self.tape = taped_run(order)
        self._refuse(self.tape)
        if self.laws is not None:
            for part in self.tape:
                if isinstance(part, TapedEvent):
                    self.laws.note(part.after, mode, part.mode_after)
        if self.variables and self.method in CONTROLLED:
            refine(self.tape, AdjointKernels(False, self.laws), CONTROLLED[self.method],
                   settings["rtol"])  # fmt: skip
        self.t = self.run.t
        self.rows = np.concatenate([piece.y for piece in self.run.pieces()])

    def _refuse(self, tape: Tape) -> None:
        problems = []
        for leg in tape:
            if isinstance(leg, TapedLeg):
                sim = leg.sim
                if sim.actuation.sampled:
                    names = ", ".join(repr(n) for n in sim.actuation.sampled)
                    rule = "is a controller in Python, which has no derivatives"
                    action = "write its law with NumPy's functions, as a function of (t, state)"
                    problems.append(Problem("D10", f"input {names}", rule, action=action))
                if sim.lags:
                    rule = "takes its load from the last step, through which no gradient goes"
                    action = "use friction that is not lagged"
                    problems.append(Problem(CODE, "lagged bearing_friction", rule, action=action))
                if not sim.traced:
                    rule = "is a law that cannot be traced, and has no derivatives"
                    action = "write it with NumPy's functions"
                    problems.append(Problem("D08", "inputs", rule, action=action))
                problems += [_singular(t) for t in leg.leaps]
        if problems:
            raise ModelError(list(dict.fromkeys(problems)))

    def gradient(self, objective: Objective) -> Gradient:
        """Return the value of an objective and its derivatives by all names."""
        outputs = RunOutputs(list(objective.channels))
        samples = self.samples(outputs)
        value, weights = value_and_weights(objective, self.t, samples)
        derivatives = self._derivatives(objective, outputs, samples, weights)
        return Gradient(value, derivatives, self.run, self._notices(objective))

    def _notices(self, objective: Objective) -> tuple[Problem, ...]:
        """Return which channels of an objective the loops leave open."""
        if not any(sim.mixing for sim, _ in self.pieces()):
            return ()
        found = [name for name in objective.channels if not np.all(self.run.history[name].unique)]
        return tuple(_not_unique(name) for name in found)

    # --- samples --------------------------------------------------------------------------------

    def pieces(self) -> list[tuple[Simulator, np.ndarray]]:
        """Return the equations of the run's segments with the numbers of their rows."""
        return [(s.sim, np.arange(s.first, s.last)) for s in self.run.segments]

    def kernel_rows(self, sim: Simulator, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return the inputs of kernels that differ from row to row."""
        found = {"y": self.rows[rows], "t": self.t[rows, None]}
        if sim.mixing:
            found["T"] = np.array([sim.choice(y) for y in self.rows[rows]])
        return found

    def _channel_outputs(
        self, outputs: Outputs, weights: np.ndarray | None
    ) -> list[tuple[Simulator, np.ndarray, dict[str, np.ndarray]]]:
        """Return what the kernel of the channels yields, segment by segment."""
        found = []
        for sim, rows in self.pieces():
            if not len(rows):
                continue
            kernel = AdjointKernels(True, self.laws).channels(sim, outputs)
            count = len(outputs.names)
            own = self.kernel_rows(sim, rows)
            own["w"] = np.zeros((len(rows), count)) if weights is None else weights[rows]
            values = {**sim.inputs(None), "laws": np.zeros(len(self.laws or ()))}
            found.append((sim, rows, outputs_of_rows(kernel, own, values)))
        return found

    def samples(self, outputs: Outputs) -> np.ndarray:
        """Return the channels at all states that were kept: (time, channel)."""
        parts = [found["g"] for _, _, found in self._channel_outputs(outputs, None)]
        return np.concatenate(parts)

    # --- derivatives ----------------------------------------------------------------------------

    def _derivatives(
        self, objective: Objective, outputs: Outputs, samples: np.ndarray, weights: np.ndarray
    ) -> dict[str, Any]:
        sources = Sources(self.t, np.zeros(self.rows.shape))
        x_bars = []
        for sim, rows, found in self._channel_outputs(outputs, weights):
            sources.s[rows] = found["y_bar"]
            x_bars.append((sim, found["x_bar"].sum(axis=0)))
        back = Backward(self.method, sources, self.laws)
        for part in self.tape:
            if isinstance(part, TapedEvent) and part.changed:
                full = part.after.system.compiled.full_parameter
                names = frozenset(full(name) for name in part.mode_after.parameters)
                back.totals.overridden[id(part.after)] = names
                back.totals.carried[id(part.after)] = self._payload_shares(part.mode_after)
        for sim, x_bar in x_bars:
            back.totals.add(sim, x_bar)
        w = np.zeros(self.rows.shape[1])
        moved: float | None = None
        for part in reversed(self.tape):
            if isinstance(part, TapedLeg):
                w, moved = back.through(part, w)
            else:
                by_time = self._by_time(objective, samples, part)
                w = jump_back(back, self.tape, part, w, moved, by_time)
                moved = None
        if self.run.order is None or self.run.order.plan.start == self.t[0]:
            w = w + sources.s[0]
        return self._derivatives_by_name(w, back.totals)

    def _payload_shares(self, mode: Mode) -> dict[str, np.ndarray]:
        """Return how mass properties of bodies with payloads follow their own."""
        values = self.system.compiled.by_full_name(self.keywords.get("parameters") or {})
        numbers = {**values, **mode.parameters}
        return {
            body: payload_slopes(self.system, body, numbers,
                                 [p.properties for p in mode.payloads if p.body == body])
            for body in dict.fromkeys(p.body for p in mode.payloads)
        }  # fmt: skip

    def _by_time(self, objective: Objective, samples: np.ndarray, event: TapedEvent) -> float:
        """Return how the value changes with the time of an event, its samples as they are."""
        rows = [k for k in (event.row_before, event.row_after) if k >= 0]
        if not rows:
            return 0.0
        gaps = np.diff(self.t)
        step = 1e-3 * float(np.min(gaps[gaps > 0.0], initial=1.0))
        values = []
        for j in (-2, -1, 1, 2):
            t = self.t.copy()
            t[rows] += j * step
            if np.any(np.diff(t) < 0.0):
                t[rows] = self.t[rows]
            values.append(float(objective.value(t, samples)))
        return (8.0 * (values[2] - values[1]) - (values[3] - values[0])) / (12.0 * step)

    def _derivatives_by_name(self, w: np.ndarray, totals: Totals) -> dict[str, Any]:
        first = self.tape[0].sim
        held = totals.hold.get(id(first))
        if held is not None:
            w = w.copy()
            w[: self.system.nq] += hold_back(first, self.start.q, held)
        of = Derivatives(self.system, self.variables, self.inputs, self.constants, self.laws)
        stay = [k for name in self.stay for k in of.places_of(name)]
        d = start_differentials(first, self.start, self.independent, [*of.wanted, *stay])
        return of.by_name(totals, start_back(d, w, totals))


def _not_unique(name: str) -> Problem:
    return Problem(
        "G25",
        f"channel '{name}'",
        "is not unique: the loops leave it open, and its gradient is that of one of many",
        cause="more constraints than the motion needs share the load in many ways",
        action="take a component that is unique, such as an effort, or free the redundant rows",
        severity="warning",
    )


def _singular(t: float) -> Problem:
    return Problem(
        CODE,
        f"t = {t:.9g} s",
        "is a singular position that the run goes across: which way it goes on there has no "
        "derivative",
        action="end the run before it, or start so that it passes beside it",
    )


def gradient_method(method: str) -> str:
    """Return the method along whose steps a gradient is taken.

    Methods of equal steps and tables of Runge-Kutta pairs are their own; the others with error
    control are gone along by "auto", to the same tolerance.
    """
    check_method(method)
    if method in METHODS:
        if METHODS[method].step is None:
            raise ModelError(iteration_problem(method))
        return method
    if method in CONTROLLED and method not in MULTISTEP:
        return method
    return "auto"


def run_settings(
    until: float | None,
    method: str,
    rtol: float,
    atol: float,
    step: float | None,
    every: float | None,
    times: Any,
) -> dict[str, Any]:
    """Return the settings of a run, checked."""
    check_positive(rtol=rtol, atol=atol, step=step, every=every)
    return {"method": method, "until": until, "rtol": rtol, "atol": atol, "step": step,
            "every": every, "times": times, "certify": False}  # fmt: skip
