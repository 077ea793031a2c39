"""From a function of the user to a force element."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.functions import report_untraceable
from sarrus.model.building.orientation import relative
from sarrus.model.building.reading import Reading
from sarrus.model.building.references import Scope
from sarrus.model.building.user_force_check import contradiction
from sarrus.model.forces.formula import in_order_of_use
from sarrus.model.forces.recorder import NotTraceable, attempt, check_derivatives, name_of
from sarrus.model.forces.user_force import NumberOf, UserForce
from sarrus.model.forces.user_motion import Act, Motion, Read, UserLoad
from sarrus.model.forces.user_state_force import Memory, UserStateForce
from sarrus.model.options import shown_unit
from sarrus.model.pose import Pose, Vector3
from sarrus.model.quantity import QuantityError
from sarrus.model.units import si_unit

Places = dict[str, tuple[str, Vector3]]
POWERS = ("energy", "dissipation")
CHANNELS = ("potential", "dissipation", "supply", "power", "effort", "force", "length")
"""Names of channels that every element may have."""
MOVING = ("velocity", "angular velocity", "rate", "time")
"""What a stored energy must not depend on."""


def read_user_force(reading: Reading) -> UserForce | None:
    """Return the element of a function that is traced; None after a problem."""
    scope, entry = reading.scope, reading.entry
    before = len(entry.problems)
    motion, parts = law_motion(reading)
    functions = {"function": reading.get("function")}
    functions |= {name: reading.get(name) for name in POWERS if reading.get(name) is not None}
    memory = _memory(entry, reading.get("states"), parts.parameters)
    with_states = _state_functions(entry, reading, memory)
    for name, function in {**functions, **with_states}.items():
        if not callable(function):
            value = entry.literal(name, function)
            entry.report("M25", name, "must be a function of the motion", value=value)
    if len(entry.problems) > before:
        return None
    motion = dataclasses.replace(motion, states=frozenset(name for name, *_ in memory))
    element = _element_of_formula(entry, reading.name, motion, functions)
    if element is not None and memory:
        element = _with_states(entry, element, motion, memory, with_states)
    if element is None:
        return None
    reads = [*motion.reads]
    if isinstance(element, UserStateForce):
        reads += element.state_reads
    element = dataclasses.replace(element, **named_parts(parts, reads, element.acts))
    if element.has_energy or element.has_dissipation:
        return element if _agrees(scope, entry, element) else None
    return element


@dataclass(frozen=True)
class LawParts:
    """What a law may name: points, coordinates, velocities and parameters, with their places."""

    points: Places
    coordinates: dict[str, tuple[str, int]]
    rates: dict[str, tuple[str, int]]
    parameters: dict[str, tuple[float, str]]


def law_motion(reading: Reading) -> tuple[Motion, LawParts]:
    """Return the motion that a function of the user is asked with, and all that it may name."""
    scope, entry = reading.scope, reading.entry
    parts = LawParts(
        _points(scope, entry, reading.get("points")),
        _names(scope, "coordinates"),
        _names(scope, "velocities"),
        _parameters(entry, reading.get("parameters")),
    )
    motion = Motion(
        {name: body for name, (body, _) in parts.points.items()},
        frozenset({*scope.body_names, "ground"}),
        {name: index for name, (_, index) in parts.coordinates.items()},
        {name: index for name, (_, index) in parts.rates.items()},
        frozenset(parts.parameters),
    )
    return motion, parts


def named_parts(parts: LawParts, reads: Sequence[Read], acts: Sequence[Act]) -> dict[str, Any]:
    """Return the attributes of an element for what its law names."""
    used = {(kind, target) for kind, target, _ in reads} | set(acts)
    named = {target for kind, target in used if kind in ("position", "velocity", "force")}
    return {
        "points": tuple((name, *place) for name, place in parts.points.items() if name in named),
        "coordinates": _used_names(parts.coordinates, used, "coordinate"),
        "rates": _used_names(parts.rates, used, "rate", "effort"),
        "parameters": tuple((name, *value) for name, value in parts.parameters.items()),
    }


def _points(scope: Scope, entry: Entry, raw: Any) -> Places:
    """Return body and place of the named frames, and of points given as (body, at)."""
    found: Places = {
        frame.name: (frame.body, frame.pose.position) for frame in scope.frames.values()
    }
    if not isinstance(raw, Mapping):
        if raw is not None:
            rule = "must be names with (body, point in the drawing)"
            entry.report("M25", "points", rule, value=entry.literal("points", raw))
        return found
    for name, place in raw.items():
        if not is_list(place) or len(place) != 2:
            rule = "must be (body, point in the drawing)"
            entry.report("M25", f"points {name!r}", rule, value=entry.literal("points", place))
            continue
        body = scope.body(entry, f"points {name!r}", place[0])
        named = isinstance(place[1], str) and place[1] in scope.points
        if isinstance(place[1], (str, Frame, FrameHandle)) and not named:
            pose = body and scope.frame(entry, f"points {name!r}", place[1], body)
            if body and pose:
                found[str(name)] = (body, pose.position)
            continue
        at = entry.vector(f"points {name!r}", place[1], "m")
        if body is not None and at is not None:
            found[str(name)] = (body, relative(scope.pose_of(body), Pose(at)).position)
    return found


def _parameters(entry: Entry, raw: Any) -> dict[str, tuple[float, str]]:
    """Return number and unit of parameters given as numbers or as (value, unit)."""
    found: dict[str, tuple[float, str]] = {}
    if raw is not None and not isinstance(raw, Mapping):
        rule = "must be names with numbers or (value, unit)"
        entry.report("M25", "parameters", rule, value=entry.literal("parameters", raw))
        return found
    for name, content in (raw or {}).items():
        attribute = f"parameters {name!r}"
        value, unit = (
            content if is_list(content) and len(content) == 2 else (content, "dimensionless")
        )
        taken = hasattr(UserForce, str(name)) or name in UserForce.__dataclass_fields__
        if not str(name).isidentifier() or taken:
            rule = "is not a name that a parameter may have"
            entry.report("M09", attribute, rule, action="choose another name")
            continue
        if not isinstance(unit, str):
            rule = "must be a number, or (value, unit) with the unit as text"
            entry.report("M25", attribute, rule, value=entry.literal("parameters", content))
            continue
        number = entry.number(attribute, value, unit) if _is_unit(entry, attribute, unit) else None
        if number is not None:
            found[str(name)] = (number, "" if unit == "dimensionless" else str(unit))
    return found


def _is_unit(entry: Entry, attribute: str, unit: str) -> bool:
    """Report a unit that is none; also where a plain number would not ask for it."""
    try:
        si_unit(unit)
    except QuantityError as error:
        entry.report(error.code, attribute, error.reason, action=error.action)
        return False
    return True


def _memory(entry: Entry, raw: Any, parameters: Mapping[str, Any]) -> tuple[Memory, ...]:
    """Return the states of a law, given as (start value, unit) or with their scale."""
    if raw is not None and not isinstance(raw, Mapping):
        rule = "must be names with (start value, unit)"
        entry.report("M25", "states", rule, value=entry.literal("states", raw))
        return ()
    found: list[Memory] = []
    for name, values in (raw or {}).items():
        attribute = f"states {name!r}"
        taken = hasattr(UserStateForce, str(name)) or name in UserStateForce.__dataclass_fields__
        taken = taken or name in parameters or str(name) in CHANNELS
        if not str(name).isidentifier() or taken:
            rule = "is not a name that a state may have"
            entry.report("M09", attribute, rule, action="choose another name")
            continue
        if not is_list(values) or len(values) not in (2, 3) or not isinstance(values[1], str):
            rule = "must have a start value and a unit"
            action = f"write states={{{name!r}: (0.0, 'A')}}, with 'dimensionless' for a number"
            entry.report("M25", attribute, rule, value=entry.literal("states", values),
                         action=action)  # fmt: skip
            continue
        unit = values[1]
        if not _is_unit(entry, attribute, unit):
            continue
        start = entry.number(attribute, values[0], unit)
        scale = entry.number(attribute, values[2], unit) if len(values) == 3 else None
        if scale is not None and scale <= 0.0:
            entry.report("M25", attribute, "must have a scale above 0", value=f"{scale:g}")
        elif start is not None:
            shown = "" if unit == "dimensionless" else shown_unit(unit)
            found.append((str(name), start, shown, scale))
    return tuple(found)


def _state_functions(
    entry: Entry, reading: Reading, memory: tuple[Memory, ...]
) -> dict[str, Callable[..., Any]]:
    """Return the functions that belong to states; report those that miss, or miss them."""
    values = {name: reading.get(name) for name in ("rates", "supply")}
    found = {name: function for name, function in values.items() if function is not None}
    if reading.get("states") is None:
        for name in found:
            rule = "is for laws with states, and there are none"
            entry.report("M25", name, rule, action="give states={'i': (0.0, 'A')}, or leave it out")
    elif "rates" not in found and memory:
        rule = f"must return the rates of {', '.join(repr(name) for name, *_ in memory)}"
        entry.report("M25", "rates", rule, action="give rates=function of the motion")
    return found


def _with_states(
    entry: Entry,
    element: UserForce,
    motion: Motion,
    memory: tuple[Memory, ...],
    functions: Mapping[str, Callable[..., Any]],
) -> UserStateForce | None:
    """Return the element with the formula of its states; None after a problem."""
    own = dataclasses.replace(motion, recorder=type(motion.recorder)(), reads=[])
    results: list[Any] = []
    for what, function in functions.items():
        try:
            found = attempt(function, function, own)
            results += [found] if what == "supply" else _rates(found, memory)
            formula = attempt(function, own.recorder.formula, name_of(function), results)
            check_derivatives(formula)
        except NotTraceable as problem:
            report_untraceable(entry, what, function, problem)
            return None
    formula = own.recorder.formula("rates", results)  # a file has no other name for it
    formula, used = in_order_of_use(formula)
    known = {f.name: getattr(element, f.name) for f in dataclasses.fields(element)}
    return UserStateForce(
        **known,
        memory=memory,
        state_reads=tuple(own.reads[k] for k in used),
        state_formula=formula,
        has_supply="supply" in functions,
    )


def _rates(found: Any, memory: tuple[Memory, ...]) -> list[Any]:
    names = [name for name, *_ in memory]
    if not isinstance(found, Mapping) or {*found} != {*names}:
        value = sorted(map(str, found)) if isinstance(found, Mapping) else type(found).__name__
        raise NotTraceable(f"it must return the rates of {names} by name, and returns {value}")
    return [found[name].item() if isinstance(found[name], np.ndarray) else found[name]
            for name in names]  # fmt: skip


def _names(scope: Scope, which: str) -> dict[str, tuple[str, int]]:
    """Return joint and number of every coordinate or velocity, by all its names.

    Coordinates whose rates are not velocity coordinates are left out: see points and axes instead.
    """
    found: dict[str, tuple[str, int]] = {}
    for joint in scope.joints.values():
        of_type = joint.type
        listed = getattr(of_type, which)
        if which == "coordinates" and of_type.quaternion_at is not None:
            continue
        if len(listed) == 1:
            found[joint.name] = (joint.name, 0)
        if which == "velocities" and of_type.nq == of_type.nv:
            for i, coordinate in enumerate(of_type.coordinates):
                found[f"{joint.name}.{coordinate.name}"] = (joint.name, i)
        for i, item in enumerate(listed):
            found[f"{joint.name}.{item.name}"] = (joint.name, i)
    return found


def _used_names(
    names: dict[str, tuple[str, int]], used: set[tuple[str, str]], *kinds: str
) -> tuple[NumberOf, ...]:
    return tuple((n, *place) for n, place in names.items() if any((k, n) in used for k in kinds))


def _element_of_formula(
    entry: Entry, name: str, motion: Motion, functions: Mapping[str, Callable[..., Any]]
) -> UserForce | None:
    """Return the element with its formula only; None after a problem."""
    results: list[Any] = []
    acts: list[tuple[str, str]] = []
    for what, function in functions.items():
        try:
            found = attempt(function, function, motion)
            if what == "function":
                acts = [load.act for load in _loads(found)]
                results += [x for load in _loads(found) for x in load.values]
            else:
                results.append(found)
            formula = attempt(function, motion.recorder.formula, name_of(function), results)
            check_derivatives(formula)
        except NotTraceable as problem:
            report_untraceable(entry, what, function, problem)
            return None
        if what == "energy" and _moves(entry, motion, function):
            return None
    formula = motion.recorder.formula(name_of(functions["function"]), results)
    return UserForce(
        name,
        points=(),
        coordinates=(),
        rates=(),
        reads=tuple(motion.reads),
        acts=tuple(acts),
        formula=formula,
        has_energy="energy" in functions,
        has_dissipation="dissipation" in functions,
    )


def _loads(found: Any) -> list[UserLoad]:
    listed = [found] if isinstance(found, UserLoad) else list(found or ())
    if not listed or not all(isinstance(load, UserLoad) for load in listed):
        raise NotTraceable("it must return what motion.force, moment or effort return, or a list")
    return listed


def _moves(entry: Entry, motion: Motion, energy: Callable[..., Any]) -> bool:
    """Report an energy that depends on velocities or time."""
    alone = dataclasses.replace(motion, recorder=type(motion.recorder)(), reads=[])
    energy(alone)
    moving = [kind for kind, _, _ in alone.reads if kind in MOVING]
    if moving:
        rule = f"depends on {moving[0]}; a stored energy depends on positions only"
        entry.report("M29", "energy", rule)
    return bool(moving)


def _agrees(scope: Scope, entry: Entry, element: UserForce) -> bool:
    """Report (M30) energy and dissipation that contradict the loads."""
    drawn = {
        name: scope.pose_of(body).transform.point(np.array(place))
        for name, body, place in element.points
    }
    found = contradiction(element, drawn)
    if found is None:
        return True
    what, rule, value = found
    cause = "a sign, a missing part, or loads that also bring in power"
    action = "correct it, or leave energy and dissipation out: the power then counts as supply"
    entry.report("M30", what, rule, value=value, cause=cause, action=action)
    return False
