"""One controller for several joints, and controllers whose efforts come late.

Efforts of a run are laws by name. A function of all joints, or of some, becomes a law for each,
which read one value: a sampled function is called once at every sample.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import KIND
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.simulation.actuation import Sampled, takes_state

if TYPE_CHECKING:
    from sarrus.system.system import System

WHOLE = 1e-9
"""By how much a delay may differ from a whole number of samples, over the period."""


@dataclass(frozen=True)
class EffortOfAll:
    """The effort of one joint by a traced law that yields those of several."""

    law: Callable[..., Any]
    names: tuple[str, ...]
    number: int

    def __call__(self, t: Any, state: Any) -> Any:
        found = self.law(t, state) if takes_state(self.law) else self.law(t)
        return _one_of(found, self.names, self.number)


class SharedController:
    """A sampled function for several joints, called once for each state, with its late efforts.

    delay: number of samples by which efforts come late; before the first they are 0.
    """

    def __init__(self, function: Callable[..., Any], names: tuple[str, ...], delay: int) -> None:
        self.function, self.names, self.delay = function, names, delay
        self.waiting: list[list[float]] = []
        self.held: list[float] = []
        self.seen: Any = None

    def efforts(self, t: float, state: Any) -> list[float]:
        """Return the efforts from a sample on."""
        if state is not self.seen:
            self.seen = state
            found = self.function(t, state)
            now = [_one_of(found, self.names, k) for k in range(len(self.names))]
            self.waiting.append([np.ravel(x).tolist() for x in now] if self._wide(now) else now)
            late = len(self.waiting) > self.delay
            self.held = self.waiting.pop(0) if late else [0.0] * len(self.names)
        return self.held

    def get_state(self) -> dict[str, Any]:
        """Return the efforts that wait and hold, and the memory of the function."""
        own = self.function.get_state() if hasattr(self.function, "get_state") else {}
        waiting = [list(row) for row in self.waiting]
        return {"waiting": waiting, "held": list(self.held), "seen": None, "own": own}

    def set_state(self, memory: Mapping[str, Any]) -> None:
        """Set the efforts that wait and hold, and the memory of the function."""
        self.waiting = [list(row) for row in memory["waiting"]]
        self.held, self.seen = list(memory["held"]), None
        if hasattr(self.function, "set_state"):
            self.function.set_state(memory["own"])

    @staticmethod
    def _wide(values: list[Any]) -> bool:
        return any(np.ndim(value) > 0 for value in values)


class ControllerPart:
    """The effort of one joint by a controller of several; the first keeps their memory."""

    def __init__(self, controller: SharedController, number: int) -> None:
        self.controller, self.number = controller, number

    def __call__(self, t: float, state: Any) -> Any:
        return self.controller.efforts(t, state)[self.number]

    @property
    def repeatable(self) -> bool:
        """Whether all of the memory can be set back."""
        return hasattr(self.controller.function, "set_state")

    def get_state(self) -> dict[str, Any]:
        """Return the memory of the controller, once."""
        return {} if self.number else self.controller.get_state()

    def set_state(self, memory: Mapping[str, Any]) -> None:
        """Set the memory of the controller, once."""
        if not self.number:
            self.controller.set_state(memory)


def laws_by_name(system: System, inputs: Any) -> Any:
    """Return the laws of a run by single names, those of several joints or with delays parted."""
    if callable(inputs) or isinstance(inputs, Sampled):
        inputs = {tuple(system.velocities): inputs}
    if not isinstance(inputs, Mapping):
        rule = "must be values by name, such as {'A': 1.0}, or one law or controller of all"
        raise ModelError(Problem(KIND, "inputs", rule, reprlib.repr(inputs)[:80]))
    strange = [name for name in inputs if not isinstance(name, (str, tuple))]
    if strange:
        rule = "must be named by texts, or by tuples of them, such as {'A': 1.0}"
        raise ModelError(Problem(KIND, "inputs", rule, reprlib.repr(strange[0])[:80]))
    late = [law for law in inputs.values() if isinstance(law, Sampled) and law.delay]
    several = [names for names in inputs if isinstance(names, tuple)]
    if not late and not several:
        return inputs
    found: dict[str, Any] = {}
    for key, law in inputs.items():
        names = key if isinstance(key, tuple) else (key,)
        problem = _problem(names, law, several=isinstance(key, tuple))
        twice = [name for name in names if name in found]
        if twice:
            rule = "is named in two laws"
            problem = Problem("M28", f"inputs / '{twice[0]}'", rule, action="name it once")
        if problem is not None:
            raise ModelError(problem)
        if isinstance(law, Sampled) and (law.delay or isinstance(key, tuple)):
            shared = SharedController(law.function, names if isinstance(key, tuple) else (),
                                      round(law.delay / law.every))  # fmt: skip
            if not isinstance(key, tuple):
                shared.names = (key,)
            for k, name in enumerate(names):
                found[name] = Sampled(ControllerPart(shared, k), law.every)
        elif isinstance(key, tuple) and callable(law):
            found |= {name: EffortOfAll(law, names, k) for k, name in enumerate(names)}
        elif isinstance(key, tuple):
            found |= dict(zip(names, np.ravel(law).tolist(), strict=True))
        else:
            found[key] = law
    return found


def _problem(names: tuple[Any, ...], law: Any, several: bool) -> Problem | None:
    """Return what is wrong with a law of several joints, or a delay."""
    where = f"inputs / {names!r}"[:80]
    if not names or not all(isinstance(name, str) for name in names):
        return Problem("M25", where, "must be names of joints or velocities")
    if isinstance(law, Sampled):
        steps = law.delay / law.every if law.every > 0.0 else -1.0
        if not 0.0 <= steps < np.inf or abs(steps - round(steps)) > WHOLE:
            rule = f"must be 0 or a whole number of periods of {law.every:g} s"
            action = "make the period a part of the delay, such as 0.5 ms for 1.5 ms"
            return Problem("D10", f"{where} / delay", rule, f"{law.delay:g} s", action=action)
    elif several and not callable(law):
        try:
            size = np.asarray(law, dtype=float).size
        except (TypeError, ValueError):
            size = -1
        if size != len(names):
            rule = f"must be a function, a Sampled, or {len(names)} numbers"
            return Problem("M25", where, rule, repr(law)[:80])
    return None


def _one_of(found: Any, names: tuple[str, ...], number: int) -> Any:
    """Return one of the efforts that a law of several joints yields: a row, or a mapping."""
    if isinstance(found, Mapping):
        strange = [name for name in found if name not in names]
        if strange:
            rule = f"yields an effort on {strange[0]!r}, which it is not for: {', '.join(names)}"
            raise ModelError(Problem("M25", "inputs", rule[:200]))
        return found.get(names[number], 0.0)
    if len(names) == 1:
        return found
    values = np.ravel(np.array(found, dtype=object))
    if len(values) != len(names):
        rule = f"must yield {len(names)} numbers, not {len(values)}: {', '.join(names)}"
        raise ModelError(Problem("M25", "inputs", rule[:200]))
    return values[number]
