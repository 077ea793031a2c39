"""Checks of what users give to calls of a system: numbers, states, laws, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.model.model import MOST_TOLERANCE
from sarrus.system.state import State
from sarrus.system.text_numbers import holds_text, named_in_unit
from sarrus.topology import Layout

if TYPE_CHECKING:
    from sarrus.model import Model
    from sarrus.system.compiled import CompiledModel
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.system import System

FOLLOWING = 1e-8
"""By how much [rad or m, and their rates] coordinates may miss what couplers ask of them."""
STARTS = 24
"""Positions from which closed loops are looked for."""


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


def one_or_each(what: str, value: Any, size: int) -> np.ndarray:
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


def no_efforts(system: System, name: str, raw: int, value: str = "") -> Problem:
    """Return the problem of efforts that are not one for each velocity of a name."""
    velocities = system.compiled.rate_names(name)
    n, rule, action = len(velocities), f"must be 1 number, not {raw}", ""
    if n > 1:
        rule = f"must be {n} numbers, one for each of {', '.join(velocities)}, not {raw}"
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


def closed_state(system: System, state: Any, keywords: Mapping[str, Any]) -> State:
    """Return a state of this system whose loops are closed with the parameters given, too."""
    here, raw = checked_state(system, state), keywords.get("parameters")
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


def check_positive(**numbers: float | None) -> None:
    """Refuse settings that are not positive numbers, all at once."""
    problems = [
        Problem("S08", name, "must be a positive number", f"{value!r}")
        for name, value in numbers.items()
        if value is not None and not is_positive(value)
    ]
    if problems:
        raise ModelError(problems)


def check_tolerance(tolerance: float) -> None:
    """Refuse a tolerance of the data that is negative or as wide as the data themselves."""
    if not isinstance(tolerance, (int, float)) or not 0.0 <= tolerance <= MOST_TOLERANCE:
        rule = f"must be from 0 (all numbers as they are) to {MOST_TOLERANCE:g}"
        raise ModelError(Problem("M31", "tolerance", rule, value=f"{tolerance!r}"[:80]))


def check_choice(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is none of those allowed."""
    if value not in allowed:
        rule = f"is none of {', '.join(repr(word) for word in allowed)}"
        raise ModelError(Problem("S03", what, rule, value=repr(value)))


def check_certify(certify: bool | str | None) -> None:
    """Refuse a word for when to compare a run with a second one that is none."""
    if isinstance(certify, str) and certify != "short":
        rule = "must be True, False, None or 'short'"
        raise ModelError(Problem("S03", "certify", rule, repr(certify)[:80]))


def refuse_stable(stable: bool) -> None:
    """Refuse to go down in energy where a steady motion is asked for."""
    if stable:
        rule = "goes down in energy, which a steady motion does not"
        action = "leave it out; `stable` of the result says whether small motions grow"
        raise ModelError(Problem("S30", "stable=True", rule, action=action))


def has_text(value: Any) -> bool:
    """Tell whether a law is given as text, or in parts of which some are."""
    if isinstance(value, str) or getattr(value, "has_text", False):
        return True
    return isinstance(value, (list, tuple)) and any(isinstance(part, str) for part in value)


def is_plain_name(text: str) -> bool:
    """Tell whether a text is a name with dots, so that it is no formula."""
    return text.replace(".", "_").replace(":", "_").isidentifier()


def laws_until(laws: Any, end: float | None) -> Any:
    """Return laws by name for a run until a time; those that need it (`over`) as curves."""
    if end is None or not isinstance(laws, Mapping) or not any(map(_needs_end, laws.values())):
        return laws
    return {name: _law_until(law, float(end)) for name, law in laws.items()}


def _needs_end(law: Any) -> bool:
    if isinstance(law, (tuple, list)):
        return any(map(_needs_end, law))
    return callable(getattr(law, "over", None))


def _law_until(law: Any, end: float) -> Any:
    if isinstance(law, (tuple, list)) and _needs_end(law):
        return tuple(_law_until(part, end) for part in law)
    return law.over(end) if _needs_end(law) else law


def laws_with_text_read(
    system: System,
    efforts: Any,
    driven: Mapping[str, Any] | None,
    events: tuple[Any, ...] = (),
) -> tuple[Mapping[str, Any], Mapping[str, Any], tuple[Any, ...]]:
    """Return laws and events with all text read, as that of model files is."""
    from sarrus.system.simulation.events.event import Event

    if efforts is not None and not (isinstance(efforts, Mapping) and not efforts):
        from sarrus.system.simulation.shared_controllers import laws_by_name

        efforts = laws_by_name(system, efforts)
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


def drive_laws_with_text_read(
    system: System, laws: Mapping[str, Any], efforts: Mapping[str, Any], points: tuple[Any, ...]
) -> Any:
    """Return laws, efforts and points of a drive with all text read, as that of model files is."""
    from sarrus.study.python_laws import laws_of_drive

    return laws_of_drive(system, laws, efforts, points)


def open_rows(loops: Loops, phi: np.ndarray, slip: np.ndarray) -> list[Problem]:
    """Return what is open, per row, in the units of the row."""
    return [
        Problem(
            "M13",
            f"loop row '{name}'",
            f"is open by {phi[k]:.3g} {unit} and moves apart at {slip[k]:.3g} {unit}/s",
            action="use assemble() to get a consistent state",
        )
        for k, (name, unit) in enumerate(zip(loops.row_names, loops.row_units, strict=True))
        if abs(loops.row_scale[k] * phi[k]) > 1e-8 or abs(loops.row_scale[k] * slip[k]) > 1e-8
    ]


def impossible_start(off: float) -> Problem:
    """Return the problem of initial velocities that joints and loops do not allow."""
    return Problem(
        "M13",
        "initial velocities",
        f"differ by {off:.3g} (m/s or rad/s) from all that joints and loops allow",
        action="give consistent velocities, or use assemble(rates=...)",
    )


def massless_problems(notices: list[Problem], layout: Layout, free: set[int]) -> list[Problem]:
    """Return the notices of massless bodies whose joints are free to move, as errors."""
    found = []
    for notice in notices:
        named = [j for j in layout.v_slice if f"'{j}'" in str(notice)]
        places = {k for j in named for k in range(layout.v_slice[j].start, layout.v_slice[j].stop)}
        if not named or places & free:
            found.append(replace(notice, severity="error"))
    return found


def closed_mechanism(name: str, what: str) -> Problem:
    """Return the problem of asking a closed mechanism for what only a tree has."""
    return Problem(
        "S01",
        f"model '{name}'",
        f"has closed loops, whose forces decide the {what.replace('_', ' ')} with the drives",
        action="use accelerations(state, driven=...), drive(), wrenches(state), reactions(state);"
        " of mimic joints that shall move on their own, load the file with mimic=False",
    )


def check_following(
    compiled: CompiledModel, q: Any, v: Any, vdot: Any, keywords: Mapping[str, Any]
) -> None:
    """Refuse rows of q, v and vdot in which coordinates do not follow others as couplers ask."""
    if compiled.followers is None:
        return
    from sarrus.dynamics.model_numbers import coupler_with

    values = compiled.given_numbers(keywords.get("parameters"))
    layout, problems = compiled.layout, []
    for coupler in compiled.model.couplers:
        given = coupler_with(coupler, values)
        worst = []
        for what, rows, places, offset in (
            ("", q, layout.q_slice, given.offset),
            ("/s", v, layout.v_slice, 0.0),
            ("/s^2", vdot, layout.v_slice, 0.0),
        ):
            array = np.asarray(rows, dtype=float)
            columns = [places[t.joint].start + t.index for t in given.terms]
            if not array.ndim or array.shape[-1] <= max(columns):
                return  # of another size: the kernel says so
            parts = [t.factor * array[..., k] for t, k in zip(given.terms, columns, strict=True)]
            gap = np.abs(sum(parts) - offset)
            size = np.max(np.abs([*map(np.asarray, parts), np.broadcast_to(offset, gap.shape)]), 0)
            if np.any(gap > FOLLOWING * (1.0 + size)):
                worst.append(f"{float(np.max(gap)):.3g} {coupler.unit}{what}")
        if worst:
            problems.append(
                Problem(
                    "M13",
                    f"coupler '{coupler.name}'",
                    f"is not kept by the motion given: it is off by {', '.join(worst)}",
                    cause="a coordinate that follows others (mimic) was given a value of its own",
                    action="use assemble() to get consistent q and v; for joints that shall move on"
                    " their own, load the file with mimic=False",
                )
            )
    if problems:
        raise ModelError(problems)


def neither_state_nor_motion(part: str, value: Any) -> Problem:
    """Return the problem of asking for loads at what is neither a state nor a motion."""
    rule = "must be a state or a motion; or q, followed by v and vdot"
    return Problem("M31", f"{part} / at_state", rule, repr(value)[:80])


def fixed_base_problem(name: str) -> Problem:
    """Return the problem of moving a base that is fixed."""
    return Problem(
        "S04",
        f"model '{name}' / base",
        "is fixed, so that its motion cannot be given",
        action="call prescribe_base() before build()",
    )


def _no_numbers(what: str, value: Any, size: int | None) -> Problem:
    count = "numbers" if size is None else "1 number" if size == 1 else f"{size} numbers"
    return Problem("M25", what, f"must be {count}, all finite", value=repr(value)[:80])
