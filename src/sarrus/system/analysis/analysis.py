"""Linearization, equilibrium and sensitivities, as a system is asked for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.analysis.branch import Branch, branch_of
from sarrus.system.analysis.contents import Content, laws_of
from sarrus.system.analysis.differentials import Differentials, differentials
from sarrus.system.analysis.equilibrium import Equilibrium, closed_state_at, equilibrium_near
from sarrus.system.analysis.gradients import (
    Gradients,
    equilibrium_gradients,
    gradients,
    parameter_columns,
)
from sarrus.system.analysis.linearization import Linearization, linear_equations
from sarrus.system.analysis.outputs import Outputs, Wanted
from sarrus.system.analysis.root_locus import RootLocus, locus_of
from sarrus.system.analysis.sensitivity_run import SensitivityRun, in_time
from sarrus.system.analysis.steady import (
    Change,
    SteadyMotion,
    SteadyProblem,
    known_values,
    linearized_along,
    steady_slopes,
)
from sarrus.system.analysis.steady import steady_motion_near as solved_steadily
from sarrus.system.analysis.symmetries import symmetries
from sarrus.system.checks import check_positive, checked_state, closed_state
from sarrus.system.flow.driven_rows import joint_laws
from sarrus.system.quantities.parameters import (
    Parameters,
    chosen_parameters,
    parameter_units,
)
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.state import State
from sarrus.system.time_grids import kept_times

if TYPE_CHECKING:
    from sarrus.system.system import System


def unknown_numbers(system: System, names: Sequence[str]) -> list[str]:
    """Return those of some names that are numbers of the model, not efforts; by parameter."""
    system.compiled.check_once("unknown", names)
    found = [n.partition("[")[0] for n in names if system.compiled.locate(n) is None]
    return list(dict.fromkeys(found))


def at_rest(system: System, guess: Any, keywords: Mapping[str, Any]) -> State:
    """Return the state of rest from which an equilibrium is looked for."""
    if isinstance(guess, State):
        still = np.zeros(system.nv)
        return State(system, checked_state(system, guess).q, still, guess.t, own_z=guess.own_z)
    if isinstance(guess, Mapping):
        return system.assemble(dict(guess), **keywords)
    return system.assemble(guess=guess, **keywords)


def moving_guess(
    system: System, guess: Any, moving: Mapping[str, float], keywords: Mapping[str, Any]
) -> State:
    """Return the state from which a steady motion is looked for, near its conditions."""
    if isinstance(guess, State) and (np.any(guess.v) or not moving):
        return closed_state(system, guess, keywords)
    places = {name: (system.compiled.locate(name) or ("", None))[0] for name in moving}
    rates = {name: moving[name] for name, vector in places.items() if vector in ("v", "cut_v")}
    wanted = {name: moving[name] for name, vector in places.items() if vector in ("q", "cut_q")}
    if isinstance(guess, Mapping):
        same = system.compiled.same_coordinates
        known = {n: x for n, x in guess.items() if not any(same(n, other) for other in wanted)}
        return system.assemble({**known, **wanted}, rates, **keywords)
    at = {"t": guess.t} if isinstance(guess, State) else {}
    return system.assemble(wanted, rates, guess=guess, **{**at, **keywords})


class Analysis:
    """One system with laws, drives, locks and values; makes its modes where it is asked for.

    names: parameters by which derivatives are taken, which are made inputs; span: the times that
    are looked at, which tables must cover.
    """

    def __init__(
        self,
        system: System,
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        keywords: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        span: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        reason = "its derivatives and its states at rest are not known"
        refuse_outside_code(system.model, "equilibria, linearization and sensitivities", reason)
        if len(names) > 1:
            chosen_parameters(system.model, names)  # refuses what is named twice
        missing = tuple(n for n in names if not system.compiled.has_parameter(n))
        self.system = system
        if missing:
            make = partial(system.compiled.variant, parameters=missing)
            self.system = system.compiled.variants.get(missing, make)
        self.modes = Modes(self.system, dict(keywords or {}), span)
        self.mode = Mode.first(system, inputs, driven, locked)
        self.names = tuple(names)
        self._laws: Content | None = None
        self._made: dict[Outputs, dict[str, Kernel]] = {}

    def simulator(
        self,
        q: np.ndarray,
        numbers: Mapping[str, Any] | None = None,
        efforts: Mapping[str, float] | None = None,
    ) -> Simulator:
        """Return the equations at a position, with other values of some parameters or efforts."""
        mode = self.mode
        for name, value in (efforts or {}).items():
            mode = mode.with_input(name, value)
        for name, value in (numbers or {}).items():
            mode = mode.with_parameter(name, value)
        return self.modes.simulator(mode, q)

    def at(
        self,
        state: State,
        outputs: Outputs,
        independent: Sequence[str] | None = None,
        numbers: Mapping[str, Any] | None = None,
        efforts: Mapping[str, float] | None = None,
    ) -> Differentials:
        """Return all derivatives at a state."""
        sim = self.simulator(state.q, numbers, efforts)
        sim = replace(sim, kernels=self._kernels(sim, outputs), keeps=False)
        here = replace(state, system=self.system)
        columns = parameter_columns(sim, self.names)[0]
        return differentials(sim, here, outputs, independent, sim.held_efforts(here), columns)

    def _kernels(self, sim: Simulator, outputs: Outputs) -> dict[str, Kernel]:
        """Return the kernels made so far with the same functions of the user."""
        if self._laws is None:
            self._laws = laws_of(sim)
        if outputs not in self._made:
            content = None if sim.base is not None else outputs.content(sim)
            known = self.system.compiled.law_kernels
            self._made[outputs] = {} if content is None else known.get((self._laws, content), dict)
        return self._made[outputs]

    # --- what can be asked --------------------------------------------------------------------

    def linearization(
        self,
        state: State,
        inputs: Sequence[str],
        outputs: Wanted,
        independent: Sequence[str] | None,
    ) -> Linearization:
        """Return small motions about a state."""
        chosen = Outputs(outputs)
        d = self.at(state, chosen, independent)
        return linear_equations(d, _effort_places(self.system, inputs), tuple(chosen.names))

    def equilibrium(
        self, guess: State, outputs: Outputs | None = None, stable: bool = False,
        numbers: Mapping[str, Any] | None = None,
    ) -> Equilibrium:  # fmt: skip
        """Return the equilibrium near a guess."""
        chosen = outputs or Outputs([])
        at = self._at(chosen, numbers)
        first = at(guess, None)
        _refuse_moving(first.sim, guess.t)
        return equilibrium_near(at, closed_state_at(first, guess.q, guess.t), self._finish, stable)

    def steady_motion(
        self,
        guess: State,
        moving: Mapping[str, float],
        aside: Iterable[str] | None = None,
        unknown: Sequence[str] = (),
        numbers: Mapping[str, float] | None = None,
        near: SteadyMotion | None = None,
    ) -> SteadyMotion:
        """Return the steady motion near a guess; numbers: other values of parameters, by label.

        near: one with the same coordinates aside, from which the search begins.
        """
        conditions, fixed = Outputs(list(moving)), dict(numbers or {})
        held = tuple(n for n in unknown if self.system.compiled.locate(n) is not None)
        begin = np.array([self._first_value(name, guess) for name in unknown])
        if near is not None:
            begin = np.array(list(near.found.values()))

        def at(state: State, p: np.ndarray) -> Differentials:
            values = known_values(unknown, p)
            efforts = {name: values.pop(name) for name in held}
            changed = self._numbers({**fixed, **values}, state)
            return self.at(state, conditions, None, changed, efforts)

        first = at(guess, begin)
        _refuse_accelerating(first.sim, guess.t)
        targets = np.array([float(value) for value in moving.values()])
        if len(first.found["g"]) != len(targets):
            raise ModelError([_several(n) for n in moving if n not in conditions.names])
        known, neutral = near.symmetries if near is not None else None, None
        if known is None:
            first = at(closed_state_at(first, guess.q, guess.t, guess.v), begin)
            states = [at(state, begin) for state in _nearby(first)]
            known, problems = symmetries(states, aside)
            if problems:
                raise ModelError(problems)
            neutral = None if aside is None else symmetries(states)[0]
        change = partial(self._change, held)
        wanted = (tuple(moving), targets, tuple(unknown))
        problem = SteadyProblem(at, known, *wanted, change, neutral)

        def finish(d: Differentials, k: int, c: np.ndarray, p: np.ndarray) -> SteadyMotion:
            rest = self._finish(d, k)
            left = d.found["vdot"] - known.turn(c) @ d.state.v
            off = float(np.max(np.abs(left), initial=0.0))
            return SteadyMotion(
                rest.state, rest.motion, d, off, k, known_values(known.names, c),
                known_values(unknown, p), known_values(tuple(moving), targets), known,
            )  # fmt: skip

        found = solved_steadily(problem, first, begin, finish, near is None)
        if near is None:
            _refuse_time(found, at)
        return found

    def _first_value(self, name: str, guess: State) -> float:
        """Return where the search for an unknown effort or number begins."""
        if self.system.compiled.locate(name) is None:
            sim = self.simulator(guess.q)
            columns, labels = parameter_columns(sim, self.names)
            if name not in labels:
                raise ModelError(_several_numbers(name, labels))
            return float(sim.last_values["p"][columns[labels.index(name)]])
        law = self.mode.inputs.get(name, 0.0)
        if callable(law) or np.ndim(law):
            rule = "has a law of effort already: it cannot be unknown as well"
            raise ModelError(Problem("S30", f"unknown '{name}'", rule, action="leave one out"))
        return float(law)

    def _numbers(self, values: Mapping[str, float], state: State) -> dict[str, Any]:
        """Return all parameters, with other values of some of their numbers, by label."""
        if not values:
            return {}
        sim = self.simulator(state.q)
        columns, labels = parameter_columns(sim, self.names)
        flat = sim.last_values["p"].copy()
        for label, value in values.items():
            flat[columns[labels.index(label)]] = value
        return self.system.compiled.compiler.parameters.split(flat)

    def _change(self, held: Sequence[str], d: Differentials, name: str) -> Change:
        """Return the derivatives by an unknown effort or number."""
        if name in held:
            (_, place), *more = _effort_places(self.system, [name])
            if more:
                raise ModelError(_several(name))
            still = np.zeros(d.sim.system.nv)
            zdot = d.found["zdot_tau"][:, place] if d.sim.nz else still[:0]
            by_effort = (d.found["vdot_tau"][:, place], d.found["g_tau"][:, place])
            return Change(*by_effort, still, still, zdot)
        k = parameter_columns(d.sim, self.names)[1].index(name)
        zdot = d.by_parameters("zdot")[:, k] if d.sim.nz else np.zeros(0)
        return Change(d.by_parameters("vdot")[:, k], d.by_parameters("g")[:, k], d.B_p[:, k],
                      d.C_p[:, k], zdot)  # fmt: skip

    def about(
        self,
        steady: SteadyMotion,
        inputs: Sequence[str],
        outputs: Wanted,
        independent: Sequence[str] | None,
    ) -> Linearization:
        """Return small motions about a steady motion."""
        chosen = Outputs(outputs)
        located = self.system.compiled.locate
        numbers = {n: x for n, x in steady.found.items() if located(n) is None}
        efforts = {n: x for n, x in steady.found.items() if n not in numbers}
        changed = self._numbers(numbers, steady.state)
        d = self.at(steady.state, chosen, independent, changed, efforts)
        places = _effort_places(self.system, inputs)
        return linearized_along(d, steady.symmetries, steady.rates, places, tuple(chosen.names))

    def _at(
        self,
        outputs: Outputs,
        numbers: Mapping[str, Any] | None = None,
        number: _Number | None = None,
    ) -> Callable[[State, Any], Differentials]:
        def at(state: State, value: Any) -> Differentials:
            changed = dict(numbers or {})
            if value is not None and number is not None:
                changed |= number.set_to(value)
            return self.at(state, outputs, None, changed)

        return at

    @staticmethod
    def _finish(d: Differentials, iterations: int) -> Equilibrium:
        motion = d.sim.motion(d.state)
        left = float(np.max(np.abs(d.found["vdot"]), initial=0.0))
        return Equilibrium(d.state, motion, d, left, iterations)

    def branch(
        self, parameter: str, first: float, last: float, steps: int, guess: State, stable: bool
    ) -> Branch:
        """Return equilibria from one value of a parameter to another."""
        check_positive(steps=steps)
        if first == last:
            rule = f"is followed from {first:g} to the same value"
            raise ModelError(Problem("S02", f"parameter '{parameter}'", rule))
        nothing = Outputs([])
        number = self._number(parameter, guess)
        begin = self.equilibrium(guess, nothing, stable, number.set_to(first))
        at = self._at(nothing, None, number)
        return branch_of(at, parameter, begin, first, last, steps, self._finish, number.among)

    def root_locus(
        self,
        over: str,
        values: np.ndarray,
        guess: State,
        moving: Mapping[str, float] | None,
        aside: Iterable[str] | None,
        unknown: Sequence[str],
        stable: bool,
    ) -> RootLocus:
        """Return the eigenvalues over a condition or a number of the model."""
        condition = moving is not None and over in moving
        compiled = self.system.compiled
        number = None if condition else self._number(over, guess)
        if condition:
            unit = compiled.catalogue.find(over).unit
        else:
            full = compiled.full_parameter(over.partition("[")[0])
            unit = parameter_units(self.system.model, full)[0]

        def at(value: float, near: Equilibrium | None) -> Equilibrium:
            begin = guess if near is None else near.state
            if moving is None and number is not None:
                return self.equilibrium(begin, None, stable, number.set_to(value))
            conditions = {**(moving or {}), **({over: value} if condition else {})}
            numbers = {} if condition else {over: value}
            known = near if isinstance(near, SteadyMotion) else None
            return self.steady_motion(begin, conditions, aside, unknown, numbers, known)

        return locus_of(at, over, unit, values)

    def _number(self, parameter: str, guess: State) -> _Number:
        """Return the one number that a name means, such as "S.k" or "B.parent_point[0]"."""
        sim = self.simulator(guess.q)
        columns, labels = parameter_columns(sim, self.names)
        if parameter not in labels:
            rule = f"has {len(labels)} numbers; one can be followed"
            action = f"name one of them: {', '.join(repr(label) for label in labels)}"
            raise ModelError(Problem("S02", f"parameter '{parameter}'", rule, action=action))
        known = self.system.compiled.compiler.parameters
        among = labels.index(parameter)
        return _Number(known, sim.last_values["p"], columns[among], among)

    def gradients(
        self, at: State | Equilibrium, outputs: Wanted, independent: Sequence[str] | None
    ) -> Gradients:
        """Return derivatives of outputs by the parameters."""
        chosen = Outputs(outputs)
        if isinstance(at, SteadyMotion):
            return self._steady_gradients(at, chosen, independent)
        if isinstance(at, Equilibrium):
            d = self.at(at.state, chosen, independent)
            return equilibrium_gradients(d, chosen.names, self.names)
        d = self.at(at, chosen, independent)
        return gradients(d, chosen.names, self.names)

    def _steady_gradients(
        self, at: SteadyMotion, outputs: Outputs, independent: Sequence[str] | None
    ) -> Gradients:
        """Return derivatives when the motion stays steady and keeps its conditions."""
        held = tuple(n for n in at.found if self.system.compiled.locate(n) is not None)
        efforts = {n: at.found[n] for n in held}
        values = {n: x for n, x in at.found.items() if n not in held}
        numbers = self._numbers(values, at.state)
        conditions, how = Outputs(list(at.moving)), (independent, numbers, efforts)
        d, other = self.at(at.state, conditions, *how), self.at(at.state, outputs, *how)
        both = {n: np.concatenate([x, other.found[n]]) for n, x in d.found.items()
                if n == "g" or n.startswith("g_")}  # fmt: skip
        labels = [n for n in parameter_columns(d.sim, self.names)[1] if n not in values]
        whole = replace(d, found={**d.found, **both})
        problem = SteadyProblem(
            lambda state, p: whole, at.symmetries, (*at.moving, *outputs.names),
            np.append(list(at.moving.values()), other.found["g"]), (*at.found, *labels),
            partial(self._change, held),
        )  # fmt: skip
        p = np.array(list(at.found.values()))
        matrix = steady_slopes(problem, whole, at.rates, p, len(at.moving))
        return Gradients(tuple(outputs.names), tuple(labels), other.found["g"], matrix)

    def in_time(
        self, start: State, until: float, every: float | None, rtol: float, atol: float
    ) -> SensitivityRun:
        """Return a motion and its derivatives."""
        times = kept_times(start.t, until, every)
        here = replace(start, system=self.system)
        d = self.at(here, Outputs([]))
        return in_time(d.sim, d, here, times, self.names, rtol, atol)


@dataclass(frozen=True)
class _Number:
    """One number among the parameters that are inputs; among: those that were chosen."""

    known: Parameters
    flat: np.ndarray
    column: int
    among: int

    def set_to(self, value: float) -> dict[str, Any]:
        """Return all parameters, with another value of this number."""
        flat = self.flat.copy()
        flat[self.column] = value
        return self.known.split(flat)


def _refuse_moving(sim: Simulator, t: float) -> None:
    """Refuse drives that move: nothing stays at rest then."""
    problems = [
        Problem(
            "D11",
            f"driven '{name}'",
            f"moves at t = {t:g} s: rate {float(rate):.6g}, acceleration {float(more):.6g}",
            action="an equilibrium needs drives that stand still; give a number",
        )
        for name, (rate, more) in _prescribed_rates(sim, t).items()
        if rate != 0.0 or more != 0.0
    ]
    if problems:
        raise ModelError(problems)


def _prescribed_rates(sim: Simulator, t: float) -> dict[str, tuple[float, float]]:
    """Return rates and accelerations of all that follows a law; of poses without rounding."""
    found = {d.name: d.law(t)[1:] for d in sim.driven if d.law is not None}
    for law in joint_laws(sim.driven):
        _, v, vdot = (np.asarray(part, dtype=float) for part in law.without_state(t))
        v, vdot = (np.where(np.abs(x) > ROUNDING * (1.0 + v @ v), x, 0.0) for x in (v, vdot))
        for name, k in zip(law.names(), law.parts, strict=True):
            found[name] = v[k], vdot[k]
    return found


ROUNDING = 1e-14
"""Rates and accelerations of poses below this are none."""


def _refuse_accelerating(sim: Simulator, t: float) -> None:
    """Refuse drives that accelerate: nothing is steady then."""
    problems = [
        Problem(
            "D11",
            f"driven '{name}'",
            f"accelerates at t = {t:g} s by {float(more):.6g}",
            action="a steady motion needs drives of constant rate; give a law such as 3*t",
        )
        for name, (_, more) in _prescribed_rates(sim, t).items()
        if more != 0.0
    ]
    if problems:
        raise ModelError(problems)


LATER = 0.6180339887
"""Time [s] after which a steady motion must be as it was."""


def _refuse_time(found: SteadyMotion, at: Callable[[State, np.ndarray], Differentials]) -> None:
    """Refuse laws of time that change what is steady."""
    d, p = found.derivatives, np.array(list(found.found.values()))
    later = at(closed_state_at(d, d.state.q, d.state.t + LATER, d.state.v), p)
    chosen = list(d.independent)
    change = np.abs(later.found["vdot"] - d.found["vdot"])[chosen]
    slope = float(np.max(np.abs(d.by_independent("vdot")[0]), initial=0.0))
    gravity = float(np.linalg.norm(d.sim.system.model.gravity))
    if float(np.max(change, initial=0.0)) <= 1e-7 * max(1.0, gravity, slope):
        return
    worst = d.sim.system.velocities[chosen[int(np.argmax(change))]]
    raise ModelError(
        Problem(
            "D11",
            "steady motion",
            f"does not last: {LATER:.2g} s later '{worst}' accelerates by {np.max(change):.3g}",
            cause="an effort, a drive or a force element with a law of time",
            action="hold it constant, or drive a coordinate on which nothing depends",
        )
    )


STATES, NEAR = 3, 0.03
"""Number of states at which symmetries are looked for; how far apart they are, in radians or model
lengths."""


def _nearby(d: Differentials) -> list[State]:
    """Return states near one, with other velocities too; always the same ones."""
    system, start, random = d.sim.system, d.state, np.random.default_rng(20)
    loops = system.compiled.loops
    gravity = float(np.linalg.norm(system.model.gravity))
    rate = max(1.0, (gravity / loops.length) ** 0.5)
    found = []
    for k in range(STATES):
        along = d.B @ random.normal(0.0, NEAR * min(k, 1), len(d.independent))
        shift = along * loops.column_scale
        v = start.v + rate * loops.column_scale * random.normal(0.0, 1.0, system.nv)
        q = np.asarray(system.compiled.layout.add(start.q, shift))
        found.append(closed_state_at(d, q, start.t, v))
    return found


def _several(name: str) -> Problem:
    rule = "has several numbers; a condition or an unknown is one"
    return Problem("S30", f"'{name}'", rule, action="name one of them, such as 'chassis.vx'")


def _several_numbers(name: str, labels: Sequence[str]) -> Problem:
    action = f"name one of them: {', '.join(repr(label) for label in labels)}"
    return Problem("S02", f"parameter '{name}'", "has several numbers", action=action)


def _effort_places(system: System, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return names and places of efforts: on the tree, then on cut joints."""
    system.compiled.check_once("input", names)
    found = []
    for name in names:
        vector, place = system.compiled.located_rate(name)
        first = 0 if vector == "v" else system.nv
        for k in range(place.start, place.stop):
            number = "" if place.stop - place.start == 1 else f"[{k - place.start}]"
            found.append((f"{name}{number}", first + k))
    return found
