"""What a user gives to a system, checked before it is used: numbers, states, laws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.system.state import State
from sarrus.system.text_numbers import holds_text, named_in_unit, seconds

if TYPE_CHECKING:
    from sarrus.model import Model
    from sarrus.system.system import System

MOST = 1e12
"""Steps or states of a run; more than this is a mistake."""


def numbers(what: str, value: Any, size: int | None = None) -> np.ndarray:
    """Return finite numbers, `size` of them if that is known, or refuse what is given (M25)."""
    try:
        found = real_array(value)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(_no_numbers(what, value, size)) from None
    if (
        isinstance(value, (str, bytes))
        or value is None
        or not np.isfinite(found).all()
        or (size is not None and found.size != size)
    ):
        raise ModelError(_no_numbers(what, value, size))
    return found if size is None else found.ravel()


def fitting(what: str, value: Any, size: int) -> np.ndarray:
    """Return finite numbers: one for all of `size` places, or one for each."""
    found = numbers(what, value)
    if not found.ndim:
        return found
    if found.size != size:
        raise ModelError(_no_numbers(what, value, size))
    return found.ravel()


def efforts_on(system: System, name: str, value: Any) -> np.ndarray:
    """Return finite efforts on the velocities of a name, one for each; 0 stands for all.

    One other number on several velocities is refused: it would be a force along one, a moment about
    another, or both.
    """
    found = numbers(f"effort on '{name}'", value).ravel()
    place = system.compiled.located_rate(name)[1]
    if found.size != place.stop - place.start and not (found.size == 1 and found[0] == 0.0):
        raise ModelError(no_efforts(system, name, found.size, repr(value)[:80]))
    return found


def no_efforts(system: System, name: str, given: int, value: str = "") -> Problem:
    """Return the problem of efforts that are not one for each velocity of a name."""
    velocities = system.compiled.rate_names(name)
    n, rule, action = len(velocities), f"must be 1 number, not {given}", ""
    if n > 1:
        rule = f"must be {n} numbers, one for each of {', '.join(velocities)}, not {given}"
        action = f"give {n} numbers in this order, or name one velocity, such as '{velocities[0]}'"
    return Problem("M25", f"effort on '{name}'", rule, value=value, action=action)


def by_name(
    kind: str, values: Mapping[str, Any] | None, model: Model | None = None
) -> dict[str, Any]:
    """Return values by name, each of which must be finite numbers; all problems at once.

    model: where it is given, text with a unit is read in the unit of what the name means.
    """
    problems: list[Problem] = []
    if values is None:
        return {}
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
        rule = "must be given by name, such as {'A': 0.1}"
        raise ModelError(Problem("M25", f"{kind}s", rule, value=repr(values)[:80]))
    found = dict(values)
    for name, value in values.items():
        try:
            numbers(f"{kind} '{name}'", value)
        except ModelError as error:
            try:
                known = model is not None and holds_text(value)
                read = named_in_unit(model, kind, name, value) if known else None  # type: ignore[arg-type]
            except ModelError as other:
                problems += other.problems
                continue
            if read is None:
                problems += error.problems
            found[name] = read
    if problems:
        raise ModelError(problems)
    return found


def checked_state(system: System, state: Any) -> State:
    """Return a state of this system, or refuse what is none."""
    if isinstance(state, State) and (state.q.shape, state.v.shape) == ((system.nq,), (system.nv,)):
        if state.own_z is not None:
            numbers("z of the state", state.own_z, len(system.compiled.state_names))
        if np.isfinite(state.q).all() and np.isfinite(state.v).all():
            return state
        numbers("q of the state", state.q)
        numbers("v of the state", state.v)
    raise ModelError(
        Problem(
            "M25",
            "start",
            "must be a state of this system",
            value=repr(state)[:80],
            action="use system.assemble(...), system.initial_state() or system.state(q, v)",
        )
    )


def checked_states(system: System, states: Sequence[Any]) -> list[State]:
    """Return states of this system, or refuse the first that is none; all at once where it can."""
    shapes = ((system.nq,), (system.nv,))
    plain = all(
        isinstance(x, State) and x.own_z is None and (x.q.shape, x.v.shape) == shapes
        for x in states
    )
    if plain and states:
        whole = (np.array([x.q for x in states]), np.array([x.v for x in states]))
        if all(np.isfinite(x).all() for x in whole):
            return list(states)
    return [checked_state(system, state) for state in states]


def closed_state(system: System, state: Any, given: Mapping[str, Any]) -> State:
    """Return a state of this system whose loops are closed with the parameters given, too."""
    here, raw = checked_state(system, state), given.get("parameters")
    values = {} if raw is None else by_name("parameter", raw)
    names = [system.compiled.full_parameter(name) for name in values]
    moved = [name for name in names if name.startswith("joint:")]
    if not moved or not system.closed:
        return here
    loops, last = system.compiled.loops, system.compiled.last_inputs(parameters=values)
    phi, Phi, _, _ = loops.closure(here.q, *last)
    if loops.is_consistent(phi, Phi @ here.v, here.v):
        return here
    worst = int(np.argmax(np.abs(loops.row_scale * phi)))
    slip = Phi @ here.v
    fastest = int(np.argmax(np.abs(loops.row_scale * slip)))
    raise ModelError(
        Problem(
            "D15",
            f"state at t = {here.t:g} s",
            f"is no state of the mechanism with {', '.join(moved)} as given: row "
            f"'{loops.row_names[worst]}' is open by {abs(phi[worst]):.3g} "
            f"{loops.row_units[worst]}, and row '{loops.row_names[fastest]}' opens at "
            f"{abs(slip[fastest]):.3g} {loops.row_units[fastest]}/s",
            cause="it was assembled with other points or axes",
            action="assemble it with the same parameters: "
            "system.assemble({...}, rates={...}, parameters={...})",
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


def count_of(what: str, size: float, kind: str, n: float) -> int:
    """Return how many whole steps or states n are, which must be possible."""
    if not n <= MOST:
        raise ModelError(Problem("S08", what, f"makes more than {MOST:g} {kind}", f"{size:g} s"))
    return int(n)


def equal_times(spacing: float, n: int) -> np.ndarray:
    """Return the times 0, spacing, ... n spacing; refuses more than there is memory for."""
    try:
        return spacing * np.arange(n + 1)
    except MemoryError:
        rule = f"makes {n:,} states, more than there is memory for"
        action = "give a larger spacing"
        raise ModelError(Problem("S08", "every", rule, f"{spacing:g} s", action=action)) from None


def driving_times(until: Any, every: Any, times: Any) -> np.ndarray:
    """Return the times at which a driven mechanism is solved: none goes back, at least one."""
    if times is None:
        spacing = end_of(until, 0.0) / 200 if every is None else every
        if not is_positive(spacing):
            raise ModelError(Problem("S08", "every", "must be a positive number", f"{every!r}"))
        n = count_of("every", spacing, "states", np.round(end_of(until, 0.0) / spacing))
        return equal_times(spacing, n)
    found = numbers("times", seconds("times", times))
    if found.ndim != 1 or not found.size or np.any(np.diff(found) < 0.0):
        rule = "must be one or more numbers in a row, none less than the one before"
        raise ModelError(Problem("S08", "times", rule, repr(times)[:80]))
    return found


def has_text(value: Any) -> bool:
    """Tell whether a law is given as text, or in parts of which some are."""
    if isinstance(value, str) or getattr(value, "has_text", False):
        return True
    return isinstance(value, (list, tuple)) and any(isinstance(part, str) for part in value)


def is_plain_name(text: str) -> bool:
    """Tell whether a text is a name with dots, so that it is no formula."""
    return text.replace(".", "_").replace(":", "_").isidentifier()


def laws_with_text_read(
    system: System,
    efforts: Mapping[str, Any] | None,
    driven: Mapping[str, Any] | None,
    events: tuple[Any, ...] = (),
) -> tuple[Mapping[str, Any], Mapping[str, Any], tuple[Any, ...]]:
    """Return laws and events with all text read, as that of model files is."""
    from sarrus.system.simulation.events.event import Event

    efforts, driven = efforts or {}, driven or {}
    laws = [law for some in (efforts, driven) if isinstance(some, Mapping) for law in some.values()]
    for event in events:
        if isinstance(event, Event):
            laws += [
                x
                for a in event.actions or ()
                for x in (getattr(a, "law", None), getattr(a, "value", None))
            ]
            if isinstance(event.when, str) and not is_plain_name(event.when):
                laws.append(event.when)
            laws.append(event.at)
    if not any(map(has_text, laws)):
        return efforts, driven, events
    from sarrus.study.python_laws import laws_of_run
    from sarrus.system.simulation.events.joining import joining_system

    return laws_of_run(joining_system(system, events), efforts, driven, events)


def _no_numbers(what: str, value: Any, size: int | None) -> Problem:
    count = "numbers" if size is None else "1 number" if size == 1 else f"{size} numbers"
    return Problem("M25", what, f"must be {count}, all finite", value=repr(value)[:80])
