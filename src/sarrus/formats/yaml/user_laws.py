"""Force laws of the user in the file: loads whose values are expressions of the motion."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.element_laws import expression_of, function_with_name, table
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.parts import PART_KEYS, Parts, read_parts
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import Reader, name, names, number, text
from sarrus.late_dataclass import dataclass
from sarrus.model.building.fmus import output_name
from sarrus.model.building.references import nearest
from sarrus.model.expressions import Expression, ExpressionError, Value
from sarrus.model.expressions.dimensions import ratio
from sarrus.model.expressions.expression import Reading, Units
from sarrus.model.expressions.grammar import Step
from sarrus.model.forces.user_motion import Motion
from sarrus.model.options import Kind
from sarrus.model.quantity import QuantityError
from sarrus.model.units import Dimension, si_unit, without_cycles

LOADS = ("force", "moment", "effort")
LOAD_UNITS = {"force": ("N",), "moment": ("N*m",), "effort": ("N*m", "N")}
POWER_UNITS = {"energy": "J", "dissipation": "W", "supply": "W"}
READ_UNITS = {
    "position": "m",
    "velocity": "m/s",
    "angular_velocity": "rad/s",
    "axis": "dimensionless",
    "distance": "m",
    "distance_rate": "m/s",
}
"""Units of what is read of points and bodies."""
COMPONENTS = {"x": 0, "y": 1, "z": 2}
TIME = "t"
VECTORS = ("position", "velocity", "angular_velocity")
PAIRS = ("distance", "distance_rate")
WRITTEN = ("parameter", "state")
PURE = "dimensionless"
SINGLES = ("coordinate", "rate", "parameter", "state")
FURTHER = ("ohm", "H", "m^3", "m^3/s")
COMMON = (
    "m",
    "kg",
    "s",
    "N",
    "N*m",
    "N/m",
    "N*s/m",
    "N*m*s",
    "W",
    "Pa",
    "m/s",
    "1/s",
    "A",
    "V",
    *FURTHER,
)
BASE = {"length": "m", "mass": "kg", "time": "s", "temperature": "K", "current": "A"}
USAGE = {
    "position": "position(point, x)",
    "velocity": "velocity(point, x)",
    "angular_velocity": "angular_velocity(body, x)",
    "axis": "axis(body, z, x), the x component of the axis z",
    "distance": "distance(point, point)",
    "distance_rate": "distance_rate(point, point)",
    "coordinate": "coordinate(A.angle)",
    "rate": "rate(A)",
    "parameter": "parameter(k)",
    "state": "state(i)",
}


@dataclass(frozen=True)
class Law:
    """An expression of the motion, with the constants that it may use."""

    expression: Expression
    scope: Scope
    units: Units = field(default_factory=dict)
    """Units of parameters, states, coordinates and rates, as far as they are known."""

    @property
    def outside(self) -> list[str]:
        """The names that are no constants: time, parameters and coordinates."""
        return [n for n in self.expression.names if n not in self.scope]

    def check(self, unit: tuple[str, ...] = ()) -> None:
        """Raise `ExpressionError` if something is wrong that shows without a motion.

        unit: those that the value may have, any if there is none.
        """
        units = {**self.units, TIME: "s"}
        units.update({r: READ_UNITS[r[0]] for r in self.expression.readers if r[0] in READ_UNITS})
        self.expression.function(self.outside, self.scope, _nothing, unit, units)

    def value(self, motion: Motion) -> Any:
        """Return the value for a motion."""
        law = self.expression.function(self.outside, self.scope, lambda *r: _read(motion, *r))
        return law(*[_parameter_or_state(motion, n) for n in self.outside])


def _nothing(reader: str, names: tuple[str, ...]) -> float:
    return 0.0


def _parameter_or_state(motion: Motion, called: str) -> Any:
    """Return a parameter, a state, the time, or a coordinate or rate."""
    if called in motion.parameters:
        return motion.parameter(called)
    if called in motion.states:
        return motion.state(called)
    if called == TIME:
        return motion.time
    of_rates = called in motion.rates and called not in motion.coordinates
    return motion.rate(called) if of_rates else motion.coordinate(called)


def _read(motion: Motion, reader: str, names: tuple[str, ...]) -> Any:
    """Return what a reader such as position(tip, x) reads."""
    if reader in VECTORS:
        return getattr(motion, reader)(names[0])[COMPONENTS[names[1]]]
    if reader == "axis":
        return motion.axes(names[0])[COMPONENTS[names[2]], COMPONENTS[names[1]]]
    return getattr(motion, reader)(*names)


def loads(at: At, raw: Any, kind: Kind) -> Any:
    """Return the function of a motion that makes the loads of a list, or {loads: ..., name: ...}.

    The name is that of the law in records of the model.
    """
    called = "loads"
    if isinstance(raw, Mapping) and "loads" in raw:
        if not at.mapping(raw, ("loads", "name")):
            return BROKEN
        called = str(text(at.key("name"), raw.get("name", called)))
        at, raw = at.key("loads"), raw["loads"]
    listed = raw if isinstance(raw, (list, tuple)) else [raw]
    found = [_load(at.key(i) if listed is raw else at, item) for i, item in enumerate(listed)]
    if not found:
        return at.refuse(raw, "must be one load or more")
    if None in found:
        return BROKEN

    def function(motion: Motion) -> Any:
        return [make(motion) for make in found if make is not None]

    return function_with_name(function, called)


def _load(at: At, raw: Any) -> Callable[[Motion], Any] | None:
    """Return what makes one load {force | moment | effort: name, value: ...}."""
    if not at.mapping(raw, (*LOADS, *PART_KEYS, "value"), ("value",)):
        at.page.broken.add(at.where)
        return None
    kinds = [key for key in LOADS if key in raw]
    if len(kinds) != 1:
        at.report("M28", f"needs one of {', '.join(LOADS)}: what the load acts on")
        return None
    kind = kinds[0]
    target = _target(at.key(kind), raw[kind], kind)
    parts = read_parts(at, raw, table, _check_part)
    if target is BROKEN or parts is None:
        return None
    unit = LOAD_UNITS[kind]
    if kind == "effort":
        unit = at.page.names.motion.effort_units(target) or unit
    values = _values(at.key("value"), raw["value"], kind, unit, parts)
    if values is None:
        return None

    def make(motion: Motion) -> Any:
        read = [law.value(motion) for law in values]
        return getattr(motion, kind)(target, read[0] if kind == "effort" else read)

    return make


def _target(at: At, raw: Any, kind: str) -> Any:
    """Return the point, body or coordinate that a load acts on."""
    found = name(at, raw)
    names = at.page.names
    known = {"force": _points(at), "moment": names.bodies}.get(
        kind, {*names.joints, *names.motion.coordinates, *names.motion.velocities}
    )
    if found is BROKEN or found in known:
        return found
    what = {"force": "point or frame", "moment": "body"}.get(kind, "coordinate")
    rule = f"is not the name of a {what}"
    return at.report("M09", rule, value=f"'{found}'", action=lambda: nearest(found, sorted(known)))


def _points(at: At) -> set[str]:
    """Return the names of the points of a force law, and of the frames."""
    own = at.page.raw(at.path[:2]).get("points")
    return {*at.page.names.frames, *(own if isinstance(own, Mapping) else ())}


def _check_part(at: At, part: Expression) -> None:
    """Raise `ExpressionError` if something is wrong with a part of an expression."""
    Law(part, at.scope, _units(at, part)).check()
    check_names(at, part)


def _values(at: At, raw: Any, kind: str, unit: tuple[str, ...], parts: Parts) -> list[Law] | None:
    count = 1 if kind == "effort" else 3
    listed = raw if isinstance(raw, (list, tuple)) else [raw]
    if len(listed) != count:
        at.refuse(raw, "must be one expression" if count == 1 else "must be three expressions")
        return None
    places = [at.key(i) if listed is raw else at for i in range(count)]
    found = [_law(there, item, unit, parts) for there, item in zip(places, listed, strict=True)]
    return None if None in found else [law for law in found if law is not None]


def _law(at: At, raw: Any, unit: tuple[str, ...], parts: Parts | None = None) -> Law | None:
    expression = expression_of(at, raw, parts)
    if expression is None:
        return None
    law = Law(expression, at.scope, _units(at, expression))
    try:
        law.check(unit)
        check_names(at, expression)
    except ExpressionError as error:
        at.expression_problem(str(raw), error)
        return None
    return law


def _units(at: At, expression: Expression) -> Units:
    """Return the units of the parameters, states, coordinates and rates that an expression has.

    Those of parameters and states count where somebody wrote them; in a file that was written from
    Python, k: [10, N/m] with parameter(k), numbers may stand for quantities and the unit is told
    only. A number without unit may have any.
    """
    found: dict[str | Reading, str | Dimension] = {}
    own = {word: at.page.raw(at.path[:2]).get(f"{word}s") for word in WRITTEN}
    if _is_fmu(at):  # its parameters are no names of expressions
        own = {}
    motion = at.page.names.motion
    for name_ in expression.names:
        word = next((w for w, raw in own.items() if isinstance(raw, Mapping) and name_ in raw), "")
        if word:
            written = _written_dimension(at, own[word][name_])
            found |= {} if written is None else {name_: written}
        else:
            units = motion.coordinate_units(name_) or motion.rate_units(name_) or ()
            found |= {name_: units[0] or PURE} if len(units) == 1 else {}
    for call in expression.readers:
        reader, name_ = call[0], "".join(call[1][:1])
        listed = own.get(reader)
        if isinstance(listed, Mapping) and not isinstance(listed.get(name_), (list, tuple)):
            written = _written_dimension(at, listed.get(name_))
            found |= {} if written is None else {call: written}
        elif reader in ("coordinate", "rate"):
            of_rate = reader == "rate"
            units = (motion.rate_units if of_rate else motion.coordinate_units)(name_) or ()
            found |= {call: units[0] or PURE} if len(units) == 1 else {}
    return found


def _written_dimension(at: At, raw: Any) -> Dimension | None:
    """Return the dimension of a parameter or a start value; None for numbers and what is wrong.

    What is wrong is reported where the value is read.
    """
    try:
        if isinstance(raw, Mapping):
            return _written_dimension(at, raw.get("start"))
        if isinstance(raw, (list, tuple)):
            return si_unit(raw[1])[1] if len(raw) > 1 and isinstance(raw[1], str) else None
        return at.scope.value(raw).dimension if isinstance(raw, str) else None
    except (ExpressionError, QuantityError):
        return None


def check_names(at: At, expression: Expression) -> None:
    """Raise `ExpressionError` (M09) for a name that neither document nor force law has."""
    own = at.page.raw(at.path[:2]).get("parameters")
    parameters = [*own] if isinstance(own, Mapping) and not _is_fmu(at) else []
    kept = at.page.raw(at.path[:2]).get("states")
    states = [*kept] if isinstance(kept, Mapping) else []
    if _is_fmu(at):
        states = _states_of_fmu(at)
    points, names = [*_points(at)], at.page.names
    values = {*names.joints, *names.motion.coordinates, *names.motion.velocities}
    for step in expression.steps:
        if step.operation == "name" and step.content not in at.scope:
            known = [TIME, *parameters, *states, *values]
            _check(step, step.content, known, "parameter or coordinate")
        elif step.operation == "read":
            reader, read = step.content
            _check_reader(step, reader, read)
            on_body = reader in ("axis", "angular_velocity")
            known = [*names.bodies] if on_body else points
            known = parameters if reader == "parameter" else known
            known = states if reader == "state" else known
            known = [*values] if reader in ("coordinate", "rate") else known
            what = "body" if on_body else reader if reader in SINGLES else "point"
            for name_ in read if reader in PAIRS else read[:1]:
                _check(step, name_, known, what)


def _is_fmu(at: At) -> bool:
    return bool(at.page.raw(at.path[:2]).get("type") == "fmu")


def _states_of_fmu(at: At) -> list[str]:
    """Return the names by which loads read the outputs of an FMU."""
    raw = at.page.raw(at.path[:2]).get("outputs")
    found: list[str] = []
    for variable in raw if isinstance(raw, (Mapping, list, tuple)) else ():
        found.append(output_name(str(variable), found))
    return found


def _check(step: Step, found: str, known: list[str], what: str) -> None:
    if found not in known:
        reason = f"names '{found}', which is not a {what}"
        raise ExpressionError(reason, step.at, lambda: nearest(found, known), "M09")


def _check_reader(step: Step, reader: str, names: tuple[str, ...]) -> None:
    wanted = 3 if reader == "axis" else 1 if reader in SINGLES else 2
    components = names[1:] if reader in (*VECTORS, "axis") else ()
    if len(names) != wanted or any(c not in COMPONENTS for c in components):
        reason = f"has {reader}({', '.join(names)})"
        raise ExpressionError(reason, step.at, f"write {USAGE[reader]}")


def power(at: At, raw: Any, kind: Kind) -> Any:
    """Return the function of a motion for an energy or a dissipation."""
    unit = (POWER_UNITS[str(at.path[-1])],)
    if not isinstance(raw, Mapping):
        law = _law(at, raw, unit)
        return BROKEN if law is None else function_with_name(law.value, str(raw))
    if not at.mapping(raw, ("expression", *PART_KEYS), ("expression",)):
        return BROKEN
    parts = read_parts(at, raw, table, _check_part)
    law = None if parts is None else _law(at.key("expression"), raw["expression"], unit, parts)
    return BROKEN if law is None else function_with_name(law.value, str(raw["expression"]))


def row(at: At, raw: Any, kind: Kind) -> Any:
    """Return the function of a motion of a row of velocities, or {expression: ..., name: ...}."""
    unit, called = ("m/s", "rad/s"), "row"
    if not isinstance(raw, Mapping):
        law = _law(at, raw, unit)
        return BROKEN if law is None else function_with_name(law.value, called)
    if not at.mapping(raw, ("expression", "name", *PART_KEYS), ("expression",)):
        return BROKEN
    called = str(text(at.key("name"), raw.get("name", called)))
    parts = read_parts(at, raw, table, _check_part)
    law = None if parts is None else _law(at.key("expression"), raw["expression"], unit, parts)
    return BROKEN if law is None else function_with_name(law.value, called)


def fmu_file(at: At, raw: Any, kind: Kind) -> Any:
    """Return the path of an FMU, which a relative name gives from the folder of the model file."""
    name_ = text(at, raw, "the name of a file")
    if name_ is BROKEN:
        return BROKEN
    return beside(at, name_)


def beside(at: At, name_: str) -> str:
    """Return a path that begins in the folder of the model file."""
    folder = os.path.dirname(at.place.file) if at.place is not None else ""
    return os.path.join(folder, name_)


def fmu_inputs(at: At, raw: Any, kind: Kind) -> Any:
    """Return what variables of an FMU are told: numbers, names, two points, or functions."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be variables of the FMU", "write {u: A.angle}")
    found = {}
    for key, item in raw.items():
        here = at.key(key)
        unit = _unit_of_variable(at, str(key))
        if isinstance(item, Mapping):
            item = _expression_of_input(here, item, unit)
        elif isinstance(item, str) and at.scope.is_for_the_builder(item):
            pass  # a number with its unit
        elif isinstance(item, str) and item.strip() not in _values_of_motion(at):
            law = _law(here, item, unit)
            item = BROKEN if law is None else function_with_name(law.value, item)
        elif not isinstance(item, (str, list, tuple)):
            item = number(here, item)
        found[key] = item
    return BROKEN if any(value is BROKEN for value in found.values()) else found


def _expression_of_input(at: At, raw: Mapping[str, Any], unit: tuple[str, ...]) -> Any:
    """Return the function of a motion for {expression: ..., let: ...}."""
    if not at.mapping(raw, ("expression", *PART_KEYS), ("expression",)):
        return BROKEN
    parts = read_parts(at, raw, table, _check_part)
    law = None if parts is None else _law(at.key("expression"), raw["expression"], unit, parts)
    return BROKEN if law is None else function_with_name(law.value, str(raw["expression"]))


def _values_of_motion(at: At) -> set[str]:
    names = at.page.names
    return {*names.joints, *names.motion.coordinates, *names.motion.velocities}


def _unit_of_variable(at: At, variable: str) -> tuple[str, ...]:
    """Return the SI unit of a variable of the FMU of an element, where it says one."""
    raw = at.page.raw(at.path[:2]).get("file")
    unit = unit_of_variable(beside(at, raw), variable) if isinstance(raw, str) else ""
    return (unit,) if unit else ()


def unit_of_variable(file: str, variable: str) -> str:
    """Return the SI unit of a variable of an FMU; "" where it says none that we know."""
    from sarrus.formats.fmi.description import read_fmu

    try:
        found = read_fmu(file).by_name.get(variable)
    except ModelError:  # told where the file is read
        return ""
    dimension = None if found is None else found.unit.dimension
    return unit_of(dimension) if dimension else ""


def fmu_outputs(at: At, raw: Any, kind: Kind) -> Any:
    """Return where outputs of an FMU act: velocities, two points, or null: they are only shown."""
    if isinstance(raw, (list, tuple)):
        return {key: None for key in names(at, raw)}
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be variables of the FMU", "write {torque: A}")
    found = {}
    for key, item in raw.items():
        here = at.key(key)
        if isinstance(item, (list, tuple)):
            found[key] = names(here, item)
        else:
            found[key] = None if item is None else name(here, item)
    return BROKEN if any(value is BROKEN for value in found.values()) else found


def fmu_parameters(at: At, raw: Any, kind: Kind) -> Any:
    """Return values of variables of an FMU: numbers with units, true or false, text."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be variables of the FMU", "write {k: 10 N/m}")
    found = {}
    for key, item in raw.items():
        here = at.key(key)
        value = item
        if isinstance(item, str):
            try:
                value = at.scope.scalar(item)
            except (ExpressionError, QuantityError):
                value = item  # text, which the FMU may want; the builder says where it does not
        elif not isinstance(item, bool):
            value = number(here, item)
        found[key] = value
    return BROKEN if any(value is BROKEN for value in found.values()) else found


def parameters(at: At, raw: Any, kind: Kind) -> Any:
    """Return parameters of a law by name: numbers, text with a unit, or [number, unit]."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be names with numbers", "write {k: 10 N/m}")
    return {key: _parameter(at.key(key), item) for key, item in raw.items()}


def states(at: At, raw: Any, kind: Kind) -> Any:
    """Return states of a law by name: start values with their units, or with a scale, too.

    {i: 0 A}, {p: {start: 50 bar, scale: 1 bar}} or {i: [0, A]}.
    """
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be names with start values", "write {i: 0 A}")
    found: dict[str, Any] = {}
    for key, item in raw.items():
        here = at.key(key)
        if isinstance(item, (list, tuple)):
            found[key] = tuple(item)
            continue
        scale = None
        if isinstance(item, Mapping):
            if not here.mapping(item, ("start", "scale"), ("start",)):
                return BROKEN
            item, scale = item["start"], item.get("scale")
        if item is None:
            rule = "has no start value"
            found[key] = here.report("M25", rule, action="write it with its unit: 0 A")
            continue
        start = _parameter(here, item)
        if start is BROKEN:
            return BROKEN
        pair = start if isinstance(start, tuple) else (start, "dimensionless")
        found[key] = pair if scale is None else (*pair, number(here, scale))
    return BROKEN if any(value is BROKEN for value in found.values()) else found


def rates(at: At, raw: Any, kind: Kind) -> Any:
    """Return the function of a motion for the rates of all states by name."""
    if not isinstance(raw, Mapping) or not raw:
        return at.refuse(raw, "must be names of states with expressions", "write {i: -i/T}")
    found: dict[str, Law] = {}
    for key, item in raw.items():
        here = at.key(key)
        parts: Parts | None = None
        if isinstance(item, Mapping):
            if not here.mapping(item, ("expression", *PART_KEYS), ("expression",)):
                return BROKEN
            parts = read_parts(here, item, table, _check_part)
            if parts is None:
                return BROKEN
            here, item = here.key("expression"), item["expression"]
        law = _law(here, item, _rate_unit(at, str(key)), parts)
        if law is None:
            return BROKEN
        found[str(key)] = law

    def function(motion: Motion) -> Any:
        return {name: law.value(motion) for name, law in found.items()}

    return function_with_name(function, "rates")


def _rate_unit(at: At, state: str) -> tuple[str, ...]:
    """Return the unit of the rate of a state, none if that of the state was not written."""
    states = at.page.raw(at.path[:2]).get("states")
    raw = states.get(state) if isinstance(states, Mapping) else None
    written = _written_dimension(at, raw)
    if written is None:
        return ()
    return (unit_of(ratio(written, si_unit("s")[1])),)


def _parameter(at: At, raw: Any) -> Any:
    """Return a number, or (number, unit), in SI units."""
    if isinstance(raw, (list, tuple)) and len(raw) == 2:
        return (number(at.key(0), raw[0]), raw[1])
    found = number(at, raw)
    if isinstance(found, str):
        try:
            found = at.scope.value(raw)
        except (ExpressionError, QuantityError) as error:
            return at.report(error.code, error.reason, value=at.literal(raw), action=error.action)
    if not isinstance(found, Value) or not found.dimension:
        return found
    return (found, unit_of(found.dimension))


def unit_of(dimension: Dimension) -> str:
    """Return the SI unit of a dimension, by a common name or in base units."""
    dimension = without_cycles(dimension)
    for unit in COMMON:
        if si_unit(unit) == (1.0, dimension):
            return unit
    above = [BASE.get(name, name) for name, p in dimension for _ in range(round(p))]
    below = [BASE.get(name, name) for name, p in dimension for _ in range(-round(p))]
    return "*".join(above or ["1"]) + "".join(f"/{unit}" for unit in below)


USER_LAWS: dict[str, Reader] = {
    "loads": loads,
    "power": power,
    "row": row,
    "parameters": parameters,
    "states": states,
    "rates": rates,
    "fmu_file": fmu_file,
    "fmu_inputs": fmu_inputs,
    "fmu_outputs": fmu_outputs,
    "fmu_parameters": fmu_parameters,
}
