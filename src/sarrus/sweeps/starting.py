"""Where the runs of a sweep start: a state, or what is wanted of one that is then assembled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.sweeps.plans import key_of
from sarrus.sweeps.tasks import state_record
from sarrus.system import State, System
from sarrus.system.run_files.user_functions import fingerprint
from sarrus.system.text_numbers import holds_text

START = "S23"
"""The code of starts that do not fit the runs."""


@dataclass(frozen=True, eq=False)
class Start:
    """A state, coordinates that are wanted, or a function of the system; rates: velocities."""

    at: State | Mapping[str, Any] | Callable[[System], State] | None = None
    rates: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fits = self.at is None or isinstance(self.at, (State, Mapping)) or callable(self.at)
        if not fits:
            rule = "must be a state, coordinates by name, or a function of the system"
            raise ModelError(Problem(START, "start", rule, value=repr(self.at)[:80]))
        if self.rates and (isinstance(self.at, State) or callable(self.at)):
            rule = "are given beside a start that has velocities already"
            raise ModelError(Problem(START, "rates", rule, action="give one of the two"))

    @property
    def is_state(self) -> bool:
        """Whether it is the same state for all."""
        return isinstance(self.at, State)

    def state(self, system: System, guess: State | None = None) -> State:
        """Return the state in a system, on the branch of the guess."""
        if isinstance(self.at, State):
            return state_in(self.at, system)
        if callable(self.at):
            found = self.at(system)
            if not isinstance(found, State):
                rule = "must return a state"
                raise ModelError(Problem(START, "start", rule, value=repr(found)[:80]))
            return found
        near = None if guess is None or guess.q.shape != (system.nq,) else guess.q
        return system.assemble(dict(self.at or {}), dict(self.rates), guess=near, strict=True)

    @property
    def key(self) -> str:
        """What tells it from others."""
        if isinstance(self.at, State):
            return key_of(state_record(self.at))
        if callable(self.at):
            return key_of(fingerprint(self.at))
        wanted = self.at if isinstance(self.at, Mapping) else {}
        parts = [[[k, _record(x)] for k, x in m.items()] for m in (wanted, self.rates)]
        return key_of(parts)


def _record(value: Any) -> Any:
    return repr(value) if holds_text(value) else np.asarray(value, float)


def state_in(state: State, system: System) -> State:
    """Return a state as one of another system with the same coordinates."""
    if state.q.shape != (system.nq,) or state.v.shape != (system.nv,):
        rule = f"must be a state of this system, with {system.nq} coordinates"
        raise ModelError(Problem(START, "start", rule, value=repr(state)[:80]))
    return replace(state, system=system, notices=())
