"""Linearisation, equilibrium and sensitivities, as a system is asked for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system import requests
from sarrus.system.analysis.differentials import Differentials, differentials
from sarrus.system.analysis.equilibrium import Branch, Equilibrium, closed, followed, solved
from sarrus.system.analysis.linearization import Linearization, linearized
from sarrus.system.analysis.outputs import Outputs, Wanted
from sarrus.system.analysis.sensitivities import (
    Gradients,
    SensitivityRun,
    equilibrium_gradients,
    gradients,
    in_time,
)
from sarrus.system.modes import Mode, Modes
from sarrus.system.simulator import Simulator
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

FOREVER = (-np.inf, np.inf)


class Analysis:
    """One system with laws, drives, locks and values; makes its modes where it is asked for.

    names: parameters by which derivatives are taken, which are made inputs.
    """

    def __init__(
        self,
        system: System,
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        given: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
    ) -> None:
        missing = [n for n in names if not system.has_parameter(n)]
        self.system = system.variant(parameters=missing) if missing else system
        self.modes = Modes(self.system, dict(given or {}), FOREVER)
        self.mode = Mode(inputs or {}, driven or {}, tuple(locked))
        self.names = tuple(names)

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
        here = replace(state, system=self.system)
        return differentials(sim, here, outputs, independent, sim.held(here))

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
        at = self._at(chosen, "", numbers)
        first = at(guess, None)
        start = closed(first, guess.q, guess.t)
        return solved(at, start, self._finish, stable)

    def _at(
        self, outputs: Outputs, parameter: str, numbers: Mapping[str, Any] | None = None
    ) -> Callable[[State, Any], Differentials]:
        def at(state: State, value: Any) -> Differentials:
            changed = dict(numbers or {})
            if value is not None:
                changed[parameter] = value
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
        nothing = Outputs([])
        begin = self.equilibrium(guess, nothing, stable, {parameter: first})
        at = self._at(nothing, parameter)
        known = self.system.compiler.parameters
        full = self.system.full_parameter(parameter)
        column = 0
        for name, default in zip(known.names, known.defaults, strict=True):
            if name == full:
                if default.size != 1:
                    rule = f"has {default.size} numbers; one can be followed"
                    raise ModelError(Problem("S02", f"parameter '{parameter}'", rule))
                break
            column += default.size
        return followed(at, parameter, begin, first, last, steps, self._finish, column)

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


def _effort_places(system: System, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return names and places of efforts: on the tree, then on cut joints."""
    found = []
    for name in names:
        vector, place = system.located_rate(name)
        first = 0 if vector == "v" else system.nv
        for k in range(place.start, place.stop):
            number = "" if place.stop - place.start == 1 else f"[{k - place.start}]"
            found.append((f"{name}{number}", first + k))
    return found
