"""Laws of time and state in a file: numbers, tables, curves and expressions, all of them data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.formats.yaml.element_laws import one_law
from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.user_laws import beside, fmu_parameters, unit_of, unit_of_variable
from sarrus.formats.yaml.values import in_unit, list_in_unit
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions import Expression, ExpressionError, parse_expression
from sarrus.model.expressions.dimensions import ANY, Implied
from sarrus.model.expressions.expression import Reading
from sarrus.model.expressions.law_text import unit_with_argument
from sarrus.model.forces import Formula
from sarrus.model.forces.recorder import NotTraceable, traced_formula
from sarrus.model.options import Kind
from sarrus.model.quantity import QuantityError
from sarrus.spatial.curve import FEWEST, Curve
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.system import FmuLaw, Sampled
from sarrus.system.channels.definition import XYZ
from sarrus.system.channels.traced_state import VECTORS
from sarrus.system.simulation.state_law import DISTANCE, Read, StateLaw

TIME = "t"
FMU_KEYS = ("fmu", "output", "inputs", "parameters", "every", "kind", "patience", "until")
FMU_KINDS = ("model_exchange", "co_simulation")
NO_READERS: tuple[str, ...] = ()
STATE_READERS = ("coordinate", "rate")
EVENT_READERS = (*STATE_READERS, *VECTORS, DISTANCE)


@dataclass(frozen=True)
class Visible:
    """What an expression may use besides t: names of the state, and readers."""

    names: Names
    known: Callable[[str], str | None]
    readers: tuple[str, ...]

    @staticmethod
    def to_efforts(names: Names) -> Visible:
        """Return what laws of effort see: coordinates and velocities."""
        return Visible(names, names.state_unit, STATE_READERS)

    @staticmethod
    def to_events(names: Names, channel: Callable[[str], str | None]) -> Visible:
        """Return what events see: all channels; channel: returns the unit of one."""
        return Visible(names, channel, EVENT_READERS)


def law(at: At, raw: Any, unit: str, sees: Visible | None = None) -> Any:
    """Return a law in a unit: a number, a table, a `Curve`, a `Formula` of t or a `StateLaw`.

    sees: what expressions may read of the state, nothing if it is not given.
    """
    if isinstance(raw, Mapping):
        if "times" in raw or "values" in raw:
            return _table(at, raw, unit)
        if "fmu" in raw:
            return _fmu_law(at, raw, unit)
        if ("every" in raw or "law" in raw) and sees is not None:
            return _sampled_controller(at, raw, unit, sees)
        return values.value_or_none(one_law(at, raw, Kind("law", (TIME,), x=("s",), y=(unit,))))
    if isinstance(raw, str):
        return expression_law(at, raw, unit, sees)
    return values.number(at, raw, unit)


def laws(at: At, raw: Any, units: tuple[str, ...], sees: Visible | None = None) -> Any:
    """Return the law of a joint: one, or constant numbers for each of its coordinates."""
    if len(units) == 1:
        return law(at, raw, units[0], sees)
    found = values.several(at, raw, units)
    return None if found is None else np.array(found)


def _table(at: At, raw: Mapping[str, Any], unit: str) -> Any:
    if not at.mapping(raw, ("times", "values", "smooth"), ("times", "values")):
        return None
    smooth = raw.get("smooth")
    if smooth is not None and (isinstance(smooth, bool) or smooth not in FEWEST):
        at.key("smooth", "smooth").refuse(smooth, f"is none of {', '.join(map(str, FEWEST))}")
        return None
    times = values.value_or_none(list_in_unit(at.key("times", "times"), raw["times"], "s"))
    numbers = values.value_or_none(list_in_unit(at.key("values", "values"), raw["values"], unit))
    if times is None or numbers is None:
        return None
    if len(times) != len(numbers) or len(times) < 2:
        at.report("N14", f"has {len(times)} times and {len(numbers)} values", value="the table")
        return None
    if any(late <= early for early, late in pairwise(times)):
        at.key("times", "times").report("N14", "must increase", value="the times")
        return None
    if smooth is None:
        return tuple(times), tuple(numbers)
    if len(times) < FEWEST[smooth]:
        at.report("N14", f"needs at least {FEWEST[smooth]} rows", value="the table")
        return None
    return Curve(np.array(times), np.array(numbers), smooth, "refuse")


def _fmu_law(at: At, raw: Mapping[str, Any], unit: str) -> FmuLaw | None:
    """Return {fmu: file, output: name, inputs, parameters, every, kind, patience, until}.

    until: by default that of the run of the file. Nothing of the FMU is run.
    """
    if not at.mapping(raw, FMU_KEYS, FMU_KEYS[:2]):
        return None
    found: dict[str, Any] = {}
    for key in ("fmu", "output"):
        found[key] = values.text(at.key(key, key), raw[key])
    for key in ("every", "patience", "until"):
        if key in raw:
            found[key] = values.number(at.key(key, key), raw[key], "s", above=0.0)
    if "kind" in raw:
        found["kind"] = values.word(at.key("kind", "kind"), raw["kind"], FMU_KINDS)
    if any(value is None for value in found.values()):
        return None
    file = beside(at, found.pop("fmu"))
    told = {}
    for name, value in values.named_values(
        at.key("inputs", "inputs"), raw.get("inputs", {})
    ).items():
        here = at.key("inputs", "inputs").key(name, str(name))
        told[str(name)] = law(here, value, unit_of_variable(file, str(name)) or values.PURE)
    set_ = values.value_or_none(
        fmu_parameters(at.key("parameters", "parameters"), raw.get("parameters", {}), Kind("law"))
    )
    if set_ is None or any(value is None for value in told.values()):
        return None
    found.setdefault("until", _end_of_run(at))
    try:
        made = FmuLaw(file, inputs=told, parameters=set_, of_file=True, **found)
    except ModelError as error:
        for p in error.problems:
            at.page.problems.append(replace(p, element=at.where, location=p.location or at.place))
        return None
    wrong = made.wrong_unit(unit)
    if wrong:
        at.key("output", "output").report("M05", wrong, value=found["output"])
        return None
    return made


def _end_of_run(at: At) -> float | None:
    """Return until when the file runs, None where it does not say so in a way that can be read."""
    run = at.page.raw(("run",))
    until = run.get("until") if isinstance(run, Mapping) else None
    if until is None:
        return 1.0
    here = At(Page({}), "run", (), at.scope)
    return values.number(here, until, "s", above=0.0)


def _sampled_controller(at: At, raw: Mapping[str, Any], unit: str, sees: Visible) -> Sampled | None:
    """Return a controller that is asked every so often: {law: expression, every: time}.

    delay: time by which its effort comes late.
    """
    if not at.mapping(raw, ("law", "every", "delay"), ("law", "every")):
        return None
    every = values.number(at.key("every", "every"), raw["every"], "s", above=0.0)
    delay: float | None = 0.0
    if "delay" in raw:
        delay = values.number(at.key("delay", "delay"), raw["delay"], "s")
    found = law(at.key("law", "law"), raw["law"], unit, sees)
    if every is None or found is None or delay is None:
        return None
    return Sampled(found if isinstance(found, StateLaw) else _of_state(found), every, delay)


def _of_state(found: Any) -> StateLaw:
    """Return a law of t, or a number, as one of (t, state)."""
    return StateLaw(
        found if isinstance(found, Formula) else traced_formula(lambda t: found, TIME), ()
    )


def expression_law(at: At, raw: str, unit: str | None, sees: Visible | None) -> Any:
    """Return the value of an expression, its `Formula` of t, or its `StateLaw`.

    unit: None where any will do.
    """
    mixed = unit_with_argument(raw, (TIME,))
    if mixed is not None:
        at.expression_problem(raw, mixed)
        return None
    try:
        expression = parse_expression(raw, sees.readers if sees else NO_READERS)
    except ExpressionError:  # text with a unit, or it is reported there
        return values.value_or_none(in_unit(at, raw, unit or values.PURE))
    outside = [name for name in expression.names if name not in at.scope and name != TIME]
    if TIME not in expression.names and not outside and not expression.readers:
        return values.value_or_none(in_unit(at, raw, unit or values.PURE))
    try:
        reads = [_name_read(expression, name, sees) for name in outside]
        reads += [_call_read(expression, call, sees) for call in expression.readers]
        formula = _formula(at, expression, tuple(outside), unit, sees)
    except ExpressionError as error:
        at.expression_problem(raw, error)
        return None
    except QuantityError as error:
        at.report(error.code, error.reason, value=at.literal(raw), action=error.action)
        return None
    except NotTraceable as error:
        at.report("M29", f"cannot be used as a law: {error.reason}", value=at.literal(raw))
        return None
    return StateLaw(formula, tuple(reads)) if reads else formula


def _units(
    expression: Expression, outside: tuple[str, ...], sees: Visible | None
) -> dict[str | Reading, str]:
    """Return the units of the time, of names of the state and of what readers read."""
    found: dict[str | Reading, str] = {TIME: "s"}
    if sees is None:
        return found
    channels: dict[str | Reading, str | None] = {name: name for name in outside}
    for call in expression.readers:
        reader, arguments = call
        if reader == DISTANCE:
            found[call] = "m"
        elif reader in VECTORS:
            channels[call] = f"{arguments[0]}.{reader}.{arguments[-1]}"
        else:
            channels[call] = _coordinate(sees.names, reader, arguments)
    for what, channel in channels.items():
        unit = None if channel is None else sees.known(channel)
        if unit is not None:
            found[what] = unit or values.PURE
    return found


def law_unit(at: At, raw: str, sees: Visible) -> str | None:
    """Return the SI unit of an expression of time and state; None where it may have any."""
    try:
        expression = parse_expression(raw, sees.readers)
        outside = tuple(n for n in expression.names if n not in at.scope and n != TIME)
        units = _units(expression, outside, sees)
        found = expression.dimension((TIME, *outside), at.scope, lambda *call: 0.0, units)
    except ExpressionError:
        return None  # it is reported where the law is read
    if found is None or found == ANY:
        return None
    return unit_of(found.dimension if isinstance(found, Implied) else found)


def _formula(
    at: At,
    expression: Expression,
    outside: tuple[str, ...],
    unit: str | None,
    sees: Visible | None,
) -> Formula:
    """Return the formula of t, of names of the state, and of what readers read."""
    calls = expression.readers
    own = (TIME, *outside)
    places = {call: len(own) + k for k, call in enumerate(calls)}
    entries: list[Any] = []

    def read(name: str, arguments: tuple[str, ...]) -> Any:
        return entries[places[name, arguments]]

    units = _units(expression, outside, sees)
    function = expression.function(own, at.scope, read, unit, units)

    def law_of_reads(*arguments: Any) -> Any:
        entries[:] = arguments
        return function(*arguments[: len(own)])

    labels = [f"{name}({', '.join(arguments)})" for name, arguments in calls]
    return replace(traced_formula(law_of_reads, *own, *labels), name=expression.text)


def _name_read(expression: Expression, name: str, sees: Visible | None) -> Read:
    """Return how a name is read from a state; one that is not known is refused."""
    if sees is not None and sees.known(name) is not None:
        return (name,)
    at = next(s.at for s in expression.steps if s.operation == "name" and s.content == name)
    if sees is None:
        reason = f"has the unknown name '{name}'"
        raise ExpressionError(reason, at, "only t and constants can be used here")
    hint = nearest(name, [TIME, *sees.names.coordinates, *sees.names.velocities])
    raise ExpressionError(f"has the unknown name '{name}'", at, hint, "M09")


def _call_read(expression: Expression, call: Reading, sees: Visible | None) -> Read:
    """Return how what a reader reads is read from a state."""
    name, arguments = call
    at = next(s.at for s in expression.steps if s.operation == "read" and s.content == call)
    if sees is None:
        raise ExpressionError(f"reads the motion with '{name}', which is not known here", at)
    if name in STATE_READERS:
        found = _coordinate(sees.names, name, arguments)
        if found is not None:
            return (found,)
        reason = f"has {name}(...) of what is not a coordinate of a joint"
        raise ExpressionError(reason, at, f"write {name}(A.angle), for instance", "M09")
    places = arguments if name == DISTANCE else arguments[:1]
    for place in places:
        if place not in sees.names.places:
            hint = nearest(place, sees.names.places)
            raise ExpressionError(f"has '{place}', no body or frame", at, hint, "M09")
    if name == DISTANCE and len(arguments) == 2:
        return (DISTANCE, *arguments)
    if name != DISTANCE and len(arguments) == 2 and arguments[1] in XYZ:
        return (f"{arguments[0]}.{name}.{arguments[1]}",)
    form = "distance(a, b)" if name == DISTANCE else f"{name}(body or frame, x)"
    raise ExpressionError(f"has a wrong {name}(...)", at, f"write {form}")


def _coordinate(names: Names, reader: str, arguments: tuple[str, ...]) -> str | None:
    """Return the channel of coordinate(...) or rate(...); None where there is no such."""
    if len(arguments) != 1:
        return None
    if reader == "rate":
        return names.velocity_of(arguments[0])
    units = names.coordinate_units(arguments[0])
    return arguments[0] if units is not None and len(units) == 1 else None
