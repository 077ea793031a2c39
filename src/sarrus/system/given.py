"""What a user gives to a system, checked before it is used: numbers, states, laws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.kinematic import KinematicModel


def numbers(what: str, value: Any, size: int | None = None) -> np.ndarray:
    """Return finite numbers, `size` of them if that is known, or refuse what is given (M25)."""
    try:
        found = np.array(value, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(_no_numbers(what, value, size)) from None
    if not np.all(np.isfinite(found)) or (size is not None and found.size != size):
        raise ModelError(_no_numbers(what, value, size))
    return found


def by_name(kind: str, values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return values by name, each of which must be finite numbers; all problems at once."""
    problems: list[Problem] = []
    if not isinstance(values or {}, Mapping):
        rule = "must be given by name, such as {'A': 0.1}"
        raise ModelError(Problem("M25", f"{kind}s", rule, value=repr(values)[:80]))
    for name, value in (values or {}).items():
        try:
            numbers(f"{kind} '{name}'", value)
        except ModelError as error:
            problems += error.problems
    if problems:
        raise ModelError(problems)
    return dict(values or {})


def checked_state(system: KinematicModel, state: Any) -> State:
    """Return a state of this system, or refuse what is none."""
    if isinstance(state, State) and (state.q.shape, state.v.shape) == ((system.nq,), (system.nv,)):
        return state
    raise ModelError(
        Problem(
            "M25",
            "start",
            "must be a state of this system",
            value=repr(state)[:80],
            action="use system.assemble(...), system.initial_state() or system.state(q, v)",
        )
    )


def is_positive(value: Any) -> bool:
    """Return whether something is a positive, finite number."""
    try:
        return bool(np.isfinite(value) and value > 0.0)
    except (TypeError, ValueError):
        return False


def end_of(until: Any, start: float) -> float:
    """Return the time at which a simulation ends: a finite number after the start."""
    end = float(until) if isinstance(until, Real) else math.nan
    if not math.isfinite(end):
        rule = "must be a time in seconds, a finite number"
        raise ModelError(Problem("S08", "until", rule, f"{until!r}"[:80]))
    if not end > start:
        rule = f"is not after the start at {start:g} s"
        raise ModelError(Problem("S08", "until", rule, f"{end:g}"))
    return end


def _no_numbers(what: str, value: Any, size: int | None) -> Problem:
    count = "numbers" if size is None else "1 number" if size == 1 else f"{size} numbers"
    return Problem("M25", what, f"must be {count}, all finite", value=repr(value)[:80])
