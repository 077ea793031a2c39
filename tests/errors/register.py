"""The register of triggers: for every code a small act that makes Sarrus give it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sarrus.errors import Problem, SarrusError

CLASSES = ("ModelError", "SimulationStopped", "EnvironmentProblem", "InternalError")


@dataclass(frozen=True)
class Place:
    """Where a trigger acts: a folder of its own, and what it may patch."""

    folder: Path
    patch: pytest.MonkeyPatch


Trigger = Callable[[Place], Iterable[Problem] | None]
TRIGGERS: dict[str, Trigger] = {}


def triggers(code: str) -> Callable[[Trigger], Trigger]:
    """Register what makes Sarrus give a code: it raises, or returns notices."""

    def registered(trigger: Trigger) -> Trigger:
        if code in TRIGGERS:
            raise ValueError(f"{code} has two triggers")
        TRIGGERS[code] = trigger
        return trigger

    return registered


def given(trigger: Trigger, place: Place) -> list[tuple[str, Problem]]:
    """Return all problems that a trigger causes, each with the class or severity it comes as."""
    try:
        return [(problem.severity, problem) for problem in trigger(place) or ()]
    except SarrusError as error:
        names = [base.__name__ for base in type(error).__mro__]
        kind = next(name for name in CLASSES if name in names)
        return [(kind if p.severity == "error" else p.severity, p) for p in error.problems]
