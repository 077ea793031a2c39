"""Efforts during a simulation: numbers, or functions of time and state that can be traced."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, message_of
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.channels.traced_state import Reader
from sarrus.system.checks import efforts_on, no_efforts
from sarrus.system.flow.prescribed import table_law
from sarrus.system.quantities.equations import Inputs
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_checks
@dataclass(frozen=True)
class Sampled:
    """A controller in plain Python: effort = function(t, state), called every `every` seconds.

    Between the calls the effort is constant. The function sees a `State` and may keep a memory.
    delay [s], a whole number of periods: what is computed acts so much later, and 0 before.
    For several joints, it returns their efforts in a row, or by name: `inputs=Sampled(...)` is for
    all velocities, `inputs={("A", "B"): Sampled(...)}` for some.
    """

    function: Callable[[float, State], Any]
    every: float
    delay: float = 0.0


@dataclass(frozen=True)
class Actuation:
    """Efforts by name: constants, and laws of (t) or (t, state)."""

    system: System
    laws: Mapping[str, Any]

    @property
    def constant(self) -> bool:
        """Whether no law is traced, so that all efforts are kernel inputs."""
        return not any(callable(law) for law in self.laws.values())

    @property
    def sampled(self) -> dict[str, Sampled]:
        """The sampled controllers by name."""
        return {name: law for name, law in self.laws.items() if isinstance(law, Sampled)}

    @property
    def period(self) -> float:
        """The sampling time: all controllers must share it."""
        periods = {law.every for law in self.sampled.values()}
        if len(periods) > 1:
            raise ModelError(
                Problem("D10", "sampled controllers", f"have different periods {sorted(periods)}")
            )
        return periods.pop() if periods else 0.0

    def held_efforts(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Return constants and sampled efforts at a state, which hold until the next sample."""
        tau, tau_cut = self.vectors()
        for name, law in self.sampled.items():
            vector, place = self.system.compiled.located_rate(name)
            value = efforts_on(self.system, name, _sample(name, law, state))
            (tau if vector == "v" else tau_cut)[place] += value
        return tau, tau_cut

    def vectors(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the constants over the tree's and the cut joints' velocities."""
        tau, tau_cut = np.zeros(self.system.nv), np.zeros(self.system.compiled.loops.n_cut_v)
        for name, law in self.laws.items():
            if not callable(law) and not isinstance(law, Sampled):
                vector, place = self.system.compiled.located_rate(name)
                value = efforts_on(self.system, name, law)
                (tau if vector == "v" else tau_cut)[place] += value
        return tau, tau_cut

    def efforts(self, x: Inputs) -> tuple[Array, Array]:
        """Return the laws' efforts at a state, in numbers or symbols."""
        return self.read(x.time, Reader(self.system, x))

    def read(self, t: Scalar, reader: Reader) -> tuple[Array, Array]:
        """Return the laws' efforts at a time, for what they read."""
        tau: list[Scalar] = [0.0] * self.system.nv
        tau_cut: list[Scalar] = [0.0] * self.system.compiled.loops.n_cut_v
        for name, law in self.laws.items():
            if callable(law):
                vector, place = self.system.compiled.located_rate(name)
                target = tau if vector == "v" else tau_cut
                values = np.ravel(np.array(_value_of_law(name, law, t, reader), dtype=object))
                raw = sum(x is not None for x in values)
                if len(values) != place.stop - place.start or raw < len(values):
                    raise ModelError(no_efforts(self.system, name, raw))
                for k, value in enumerate(values):
                    target[place.start + k] = target[place.start + k] + value
        return np.array(tau), np.array(tau_cut)


@dataclass(frozen=True)
class LawPart:
    """One of the efforts of a law on a whole joint, as a law on one velocity."""

    law: Callable[..., Any]
    number: int

    def __call__(self, t: Any, state: Any) -> Any:
        found = self.law(t, state) if takes_state(self.law) else self.law(t)
        values = np.ravel(np.array(found, dtype=object))
        return values[self.number] if self.number < len(values) else None


def part_of_law(name: str, law: Any, number: int) -> Any:
    """Return the part of a law on a whole joint that acts on one of its velocities."""
    if callable(law):
        return LawPart(law.law if isinstance(law, LawPart) else law, number)
    if isinstance(law, Sampled):
        rule = "is the effort of one controller on several velocities, which cannot be parted"
        action = f"switch the effort on '{name}' as a whole, or give a controller to each velocity"
        raise ModelError(Problem("V01", f"effort on '{name}'", rule, action=action))
    values = np.ravel(np.asarray(law, dtype=float))
    return float(values[number if values.size > 1 else 0])


def with_tables(inputs: Mapping[str, Any], span: tuple[float, float]) -> dict[str, Any]:
    """Return the inputs with tables (times, values) made into functions of t."""
    if not isinstance(inputs, Mapping):
        rule = "must be given by name, such as {'A': 1.0}"
        raise ModelError(Problem("M25", "inputs", rule, value=repr(inputs)[:80]))
    laws = {name: numbers_of_velocities(law) for name, law in inputs.items()}
    return {
        name: table_law(name, law, span) if isinstance(law, (tuple, list)) else law
        for name, law in laws.items()
    }


def numbers_of_velocities(law: Any) -> Any:
    """Return a list of numbers, one for each velocity, as an array: it is no table."""
    listed = isinstance(law, (tuple, list)) and len(law) > 0
    return np.array(law, float) if listed and all(isinstance(x, Real) for x in law) else law


def _sample(name: str, law: Sampled, state: State) -> Any:
    """Call a controller; what it raises is told with the time."""
    try:
        return law.function(state.t, state)
    except ModelError:
        raise
    except Exception as problem:
        rule = f"fails at t = {state.t:.9g} s: {type(problem).__name__}: {problem}"
        raise ModelError(Problem("D08", f"controller of '{name}'", rule)) from problem


def takes_state(law: Callable[..., Any]) -> bool:
    """Tell whether a law is one of (t, state); keywords with values are numbers of its own."""
    values = inspect.signature(law).parameters.values()
    return sum(p.default is p.empty or not isinstance(p.default, Real) for p in values) > 1


def _value_of_law(name: str, law: Callable[..., Any], t: Scalar, reader: Reader) -> Any:
    """Call a law with what it asks for; what cannot be traced is refused with the reason."""
    try:
        return law(t, reader) if takes_state(law) else law(t)
    except ModelError:
        raise
    except Exception as problem:
        raise ModelError(
            Problem(
                "D08",
                f"effort on '{name}'",
                f"cannot be traced: {message_of(problem)}",
                cause="the law branches on a value, or uses `math` or another library",
                action="use NumPy's functions and `select` from sarrus.spatial.arrays",
            )
        ) from problem
