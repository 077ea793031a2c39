"""A force law of the user as loads whose values are expressions of the motion."""

from __future__ import annotations

import dataclasses
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.writing.draft_values import name_with_braces, plain
from sarrus.formats.writing.formula_text import formula_text
from sarrus.formats.writing.law_records import Plain, parts_record
from sarrus.model.building.drawing import drawn_points
from sarrus.model.building.references import Scope
from sarrus.model.forces import Fmu, Formula, Nonholonomic, UserForce, UserStateForce
from sarrus.model.forces.user_motion import Read

COMPONENTS = "xyz"
PATIENCE = 60.0
"""The usual patience with an FMU [s]."""
UNNAMED = "loads"
UNNAMED_ROW = "row"
"""The names that laws of a file have if they are given none."""


def user_force_record(scope: Scope, element: UserForce) -> dict[str, Plain]:
    """Return points, parameters, loads, energy and dissipation of a force law of the user."""
    names = [_reading(element, read) for read in element.reads]
    found = _named_values(scope, element)
    if isinstance(element, UserStateForce):
        found |= _states(element)
    loads: list[Plain] = []
    at = 0
    for kind, target in element.acts:
        size = 1 if kind == "effort" else 3
        let, values = _values(element, names, range(at, at + size))
        value: Any = values[0] if kind == "effort" else values
        loads.append({kind: name_with_braces(target), **let, "value": value})
        at += size
    name = element.formula.name
    found["loads"] = loads if name == UNNAMED else {"loads": loads, "name": name}
    for flag, word in ((element.has_energy, "energy"), (element.has_dissipation, "dissipation")):
        if flag:
            let, values = _values(element, names, range(at, at + 1))
            found[word] = {**let, "expression": values[0]} if let else values[0]
            at += 1
    return found


def fmu_record(scope: Scope, element: Fmu) -> dict[str, Plain]:
    """Return the file of an FMU, what its variables are told and do, and the rest of its options.

    Its loads stand as expressions of its outputs, whatever the form in which they were given.
    """
    names = [_reading(element, read) for read in element.state_reads]
    told: dict[str, Plain] = {}
    for k, (variable, *_) in enumerate(element.told):
        let, values = _results(element, element.state_formula, names, range(k, k + 1))
        told[variable] = {**let, "expression": values[0]} if let else values[0]
    shown: dict[str, Plain] = {variable: None for variable, *_ in element.shown}
    found: dict[str, Plain] = {"file": element.file, "kind": element.kind}
    found |= {"inputs": told} if told else {}
    found |= {"outputs": shown} if shown else {}
    found |= {"parameters": dict(element.written)} if element.written else {}
    found |= {"every": element.every} if element.every else {}
    found |= {"patience": element.patience} if element.patience != PATIENCE else {}
    law = user_force_record(scope, loads_of_fmu(element))
    return found | {key: law[key] for key in ("points", "loads") if law.get(key)}


def loads_of_fmu(element: Fmu) -> UserForce:
    """Return the loads of an FMU as a law of its own."""
    names = [f.name for f in dataclasses.fields(UserForce)]
    return UserForce(**{name: getattr(element, name) for name in names})


def _states(element: UserStateForce) -> dict[str, Plain]:
    """Return states with their start values, their rates, and the power from outside."""
    starts: dict[str, Plain] = {}
    for name, start, unit, scale in element.memory:
        written = unit.replace(" ", "*") or "dimensionless"
        starts[name] = [start, written] if scale is None else [start, written, scale]
    names = [_reading(element, read) for read in element.state_reads]
    texts: list[Plain] = []
    for k in range(len(element.state_formula.results)):
        let, values = _results(element, element.state_formula, names, range(k, k + 1))
        texts.append({**let, "expression": values[0]} if let else values[0])
    n = len(element.memory)
    found: dict[str, Plain] = {"states": starts}
    found["rates"] = dict(zip(starts, texts[:n], strict=True))
    return found | ({"supply": texts[n]} if element.has_supply else {})


def row_record(scope: Scope, element: Nonholonomic) -> dict[str, Plain]:
    """Return points, parameters and expression of a row of velocities alone."""
    names = [_reading(element, read) for read in element.reads]
    let, values = _values(element, names, range(1))
    name = element.formula.name
    told = {} if name == UNNAMED_ROW else {"name": name}
    record: Plain = {**let, "expression": values[0], **told} if let or told else values[0]
    return {**_named_values(scope, element), "row": record}


def _named_values(scope: Scope, element: UserForce) -> dict[str, Plain]:
    """Return the points and parameters that a law has of its own."""
    found: dict[str, Plain] = {}
    points = _points(scope, element)
    if points:
        found["points"] = points
    if element.parameters:
        found["parameters"] = {
            name: [number, unit] if unit else number for name, number, unit in element.parameters
        }
    return found


def _values(
    element: UserForce, names: list[str], places: range
) -> tuple[dict[str, Plain], list[str]]:
    """Return some results of the formula, and the parts that they use."""
    return _results(element, element.formula, names, places)


def _results(
    element: UserForce, formula: Formula, names: list[str], places: range
) -> tuple[dict[str, Plain], list[str]]:
    """Return some results of a formula of a law, and the parts that they use."""
    results = tuple(formula.results[k] for k in places)
    formula = dataclasses.replace(formula, results=results)
    taken = {name for name, _, _ in element.parameters}
    if isinstance(element, UserStateForce):
        taken |= {name for name, *_ in element.memory}
    text = formula_text(formula, names, taken)
    return parts_record(text), list(text.values)


def _points(scope: Scope, element: UserForce) -> Plain:
    """Return the points that are no named frames: in the drawing if that is exact."""
    found = {}
    for name, body, place in element.points:
        frame = scope.frames.get(name)
        if frame is not None and (frame.body, frame.pose.position) == (body, place):
            continue
        drawn = next(drawn_points(scope, body, place), None)
        where = {"on": plain("", place)} if drawn is None else {"at": plain("", drawn)}
        found[name] = {"body": name_with_braces(body), **where}
    return found


def _reading(element: UserForce, read: Read) -> str:
    """Return how an expression reads a number of the motion."""
    kind, target, k = read
    if kind == "time":
        return "t"
    if kind in ("parameter", "coordinate", "rate", "state"):
        return f"{kind}({_name(element, target)})"
    name = _name(element, target)
    if kind.startswith("axis "):
        return f"axis({name}, {kind[-1]}, {COMPONENTS[k]})"
    return f"{kind.replace(' ', '_')}({name}, {COMPONENTS[k]})"


def _name(element: UserForce, name: str) -> str:
    """Return a name as an expression has it: parts that are no words stand in backquotes."""
    if "`" in name or "\n" in name:
        rule = "reads a name with a backquote, which no expression can have"
        raise ModelError(Problem("F19", f"force '{element.name}'", rule, value=repr(name)))
    parts = name.split(".")
    if all(part.isidentifier() for part in parts):
        return name
    return ".".join(part if part.isidentifier() else f"`{part}`" for part in parts)
