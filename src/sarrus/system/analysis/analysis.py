"""Linearisation, equilibrium and sensitivities, as a system is asked for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.system import requests
from sarrus.system.analysis.branch import Branch, followed
from sarrus.system.analysis.contents import Content, laws_of
from sarrus.system.analysis.differentials import Differentials, differentials
from sarrus.system.analysis.equilibrium import Equilibrium, closed, solved
from sarrus.system.analysis.linearization import Linearization, linearized
from sarrus.system.analysis.outputs import Outputs, Wanted
from sarrus.system.analysis.sensitivities import (
    Gradients,
    equilibrium_gradients,
    gradients,
    parameter_columns,
)
from sarrus.system.analysis.sensitivity_run import SensitivityRun, in_time
from sarrus.system.flow.driven_rows import joint_laws
from sarrus.system.given import checked_state
from sarrus.system.quantities.parameters import Parameters, chosen_parameters
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System


def at_rest(system: System, guess: Any, given: Mapping[str, Any]) -> State:
    """Return the state of rest from which an equilibrium is looked for."""
    if isinstance(guess, State):
        still = np.zeros(system.nv)
        return State(system, checked_state(system, guess).q, still, guess.t, own_z=guess.own_z)
    if isinstance(guess, Mapping):
        return system.assemble(dict(guess), **given)
    return system.assemble(guess=guess, **given)


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
        given: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        span: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        if len(names) > 1:
            chosen_parameters(system.model, names)  # refuses what is named twice
        missing = tuple(n for n in names if not system.compiled.has_parameter(n))
        self.system = system
        if missing:
            make = partial(system.compiled.variant, parameters=missing)
            self.system = system.compiled.variants.get(missing, make)
        self.modes = Modes(self.system, dict(given or {}), span)
        self.mode = Mode.first(system, inputs, driven, locked)
        self.names = tuple(names)
        self._laws: Content | None = None
        self._made: dict[Outputs, dict[str, Kernel]] = {}

    def simulator(self, q: np.ndarray, numbers: Mapping[str, Any] | None = None) -> Simulator:
        """Return the equations at a position, with other values of some parameters."""
        mode = self.mode
        for name, value in (numbers or {}).items():
            mode = mode.with_parameter(name, value)
        return self.modes.simulator(mode, q)

    def at(
        self,
        state: State,
        outputs: Outputs,
        independent: Sequence[str] | None = None,
        numbers: Mapping[str, Any] | None = None,
    ) -> Differentials:
        """Return all derivatives at a state."""
        sim = self.simulator(state.q, numbers)
        sim = replace(sim, kernels=self._kernels(sim, outputs), keeps=False)
        here = replace(state, system=self.system)
        columns = parameter_columns(sim, self.names)[0]
        return differentials(sim, here, outputs, independent, sim.held(here), columns)

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
        return linearized(d, _effort_places(self.system, inputs), tuple(chosen.names))

    def equilibrium(
        self, guess: State, outputs: Outputs | None = None, stable: bool = False,
        numbers: Mapping[str, Any] | None = None,
    ) -> Equilibrium:  # fmt: skip
        """Return the equilibrium near a guess."""
        chosen = outputs or Outputs([])
        at = self._at(chosen, numbers)
        first = at(guess, None)
        _refuse_moving(first.sim, guess.t)
        return solved(at, closed(first, guess.q, guess.t), self._finish, stable)

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
        requests.check_positive(steps=steps)
        if first == last:
            rule = f"is followed from {first:g} to the same value"
            raise ModelError(Problem("S02", f"parameter '{parameter}'", rule))
        nothing = Outputs([])
        number = self._number(parameter, guess)
        begin = self.equilibrium(guess, nothing, stable, number.set_to(first))
        at = self._at(nothing, None, number)
        return followed(at, parameter, begin, first, last, steps, self._finish, number.among)

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
        if isinstance(at, Equilibrium):
            d = self.at(at.state, chosen, independent)
            return equilibrium_gradients(d, chosen.names, self.names)
        d = self.at(at, chosen, independent)
        return gradients(d, chosen.names, self.names)

    def in_time(
        self, start: State, until: float, every: float | None, rtol: float, atol: float
    ) -> SensitivityRun:
        """Return a motion and its derivatives."""
        times = requests.grid(start.t, until, every)
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
    jets = {d.name: d.law(t) for d in sim.driven if d.law is not None}
    for law in joint_laws(sim.driven):
        _, v, vdot = law.without_state(t)
        jets |= {n: (0.0, v[k], vdot[k]) for n, k in zip(law.names(), law.parts, strict=True)}
    problems = [
        Problem(
            "D11",
            f"driven '{name}'",
            f"moves at t = {t:g} s: rate {float(rate):.6g}, acceleration {float(more):.6g}",
            action="an equilibrium needs drives that stand still; give a number",
        )
        for name, (_, rate, more) in jets.items()
        if rate != 0.0 or more != 0.0
    ]
    if problems:
        raise ModelError(problems)


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
