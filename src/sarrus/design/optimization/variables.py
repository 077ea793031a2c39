"""What is varied: constants of a file, numbers of a model, values of the start, efforts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.model.expressions.value import Value
from sarrus.sweeps.units import si_text, written_si_unit
from sarrus.system.constants.constants_map import Constant, ConstantsMap, constant_value
from sarrus.system.quantities.parameters import (
    chosen_parameters,
    is_parameter,
    parameter_names,
    parameter_units,
)
from sarrus.system.text_numbers import holds_text, in_unit, units_of

VARIED = "G21"
"""The code of what cannot be varied, or not between these bounds."""
CONSTANT, PARAMETER, START, RATE, INPUT = "constant", "parameter", "start", "rate", "input"
SECTIONS = {"start": START, "rates": RATE, "inputs": INPUT, "input": INPUT}
"""What a name begins with that is none of the model: start.A.angle, rates.A, inputs.A; with a colon
they are those of gradients: start:A.angle, start:A.rate, input:A."""
PARTS = {"x": 0, "y": 1, "z": 2}
_PLACE = re.compile(r"(.*)(?:\[(\d+)\]|\.([xyz]))$")


@dataclass(frozen=True)
class Variable:
    """A number that is varied from low to high, in SI units; start: its value now.

    kind: "constant" of the file, "parameter" of the model, "start" (a coordinate), "rate" (a
    velocity at the start) or "input" (a constant effort). full: its name there; place: which
    number of several it is.
    """

    name: str
    kind: str
    low: float
    high: float
    start: float
    unit: str
    full: str
    place: int | None = None

    @property
    def span(self) -> float:
        """The width of its range."""
        return self.high - self.low


@dataclass(frozen=True)
class Nominal:
    """What numbers have now: model, constants of the file by name, values of the start, efforts."""

    model: Model
    constants: Mapping[str, Constant]
    known: ConstantsMap | None
    start: Mapping[str, Any]
    rates: Mapping[str, Any]
    inputs: Mapping[str, Any]


def read_variables(by: Any, nominal: Nominal, within: bool = True) -> tuple[Variable, ...]:
    """Return what is varied; by: names with (low, high), or names alone.

    Without bounds a number goes from half of its value to twice that. within: whether the value
    that a search begins with must be between them.
    """
    if isinstance(by, str):
        by = [by]
    if not isinstance(by, (Mapping, list, tuple)) or not by:
        rule = "must be names with bounds, such as {'crank.mass': (1, 2)}"
        raise ModelError(Problem(VARIED, "by", rule, value=repr(by)[:80]))
    values = dict(by) if isinstance(by, Mapping) else dict.fromkeys(by)
    found, problems = [], []
    for name, bounds in values.items():
        try:
            found.append(_variable(str(name), bounds, nominal, within))
        except SarrusError as error:
            problems += error.problems
    if problems:
        raise ModelError(problems)
    twice = [v for k, v in enumerate(found) for w in found[:k] if _overlap(v, w)]
    if twice:
        raise ModelError([Problem(VARIED, f"by '{v.name}'", "is varied twice") for v in twice])
    return tuple(found)


def _overlap(a: Variable, b: Variable) -> bool:
    return (a.kind, a.full) == (b.kind, b.full) and (a.place is None or a.place == b.place)


def _variable(name: str, bounds: Any, nominal: Nominal, within: bool) -> Variable:
    kind, full, place, value, unit = _meaning(name, nominal)
    name = full if kind == CONSTANT else name.removeprefix("parameters.")
    if kind == CONSTANT:
        constant = nominal.constants[full]
        read = lambda raw: constant_value(constant, raw)  # noqa: E731
        unit = unit or (si_text(tuple(constant.dimension)) if constant.dimension else "")
    else:
        read = lambda raw: _number(name, raw, unit)  # noqa: E731
    low, high = _bounds(name, bounds, value, read)
    if not low < high:
        ends = f"{low:g} to {high:g} {unit}".rstrip()
        rule = f"goes from {ends}, which leaves nothing between"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, action="give (low, high)"))
    if within and not low <= value <= high:
        away, bound = (low - value, low) if value < low else (value - high, high)
        side = "below the lower" if value < low else "above the upper"
        now, far, end = (f"{x:g} {unit}".rstrip() for x in (value, away, bound))
        rule = f"starts at {now}, {far} {side} bound of {end}"
        action = "widen the bounds, or start from a value between them"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, action=action))
    return Variable(name, kind, low, high, value, unit, full, place)


def _bounds(name: str, raw: Any, value: float, read: Any) -> tuple[float, float]:
    """Return the ends of a range, which texts may have units; of nothing, half and twice."""
    if raw is None:
        if value == 0.0:
            rule, action = "is 0, of which no range follows", "give (low, high)"
            raise ModelError(Problem(VARIED, f"by '{name}'", rule, action=action))
        ends = sorted((0.5 * value, 2.0 * value))
        return ends[0], ends[1]
    if isinstance(raw, Mapping) and {*raw} == {"from", "to"}:
        raw = (raw["from"], raw["to"])
    if not isinstance(raw, (tuple, list, np.ndarray)) or len(raw) != 2:
        rule = "must have two bounds, such as (0.1, 0.3) or ('100 mm', '300 mm')"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, value=repr(raw)[:80]))
    try:
        low, high = (float(read(end)) for end in raw)
    except (ValueError, TypeError) as error:
        reason = getattr(error, "reason", "must have two numbers as bounds")
        action = getattr(error, "action", "")
        raise ModelError(
            Problem(VARIED, f"by '{name}'", reason, value=repr(raw)[:80], action=action)
        ) from None
    if not (np.isfinite(low) and np.isfinite(high)):
        raise ModelError(Problem(VARIED, f"by '{name}'", "must have finite bounds", repr(raw)[:80]))
    return low, high


def _number(name: str, raw: Any, unit: str) -> float:
    if isinstance(raw, Value):
        return raw.si(unit or "dimensionless")
    return float(in_unit(f"by '{name}'", raw, (unit,)) if holds_text(raw) else raw)


Meant = tuple[str, str, int | None, float, str]


def _meaning(name: str, nominal: Nominal) -> Meant:
    """Return kind, full name, place, value and unit of what a name means."""
    bare = name.removeprefix("constants.")
    if bare in nominal.constants:
        return _constant(name, bare, nominal)
    section, colon, rest = name.partition(":")
    if colon and section in ("start", "input"):
        rate = section == "start" and units_of(nominal.model, "coordinate", rest) is None
        return _of_motion(name, RATE if rate else SECTIONS[section], rest, nominal)
    section, _, rest = name.partition(".")
    if section in SECTIONS and rest:
        return _of_motion(name, SECTIONS[section], rest, nominal)
    plain = name.removeprefix("parameters.")
    found = _PLACE.match(plain)
    if found is not None and not is_parameter(nominal.model, plain):
        place = int(found[2]) if found[2] is not None else PARTS[found[3]]
        return _parameter(name, found[1], place, nominal)
    return _parameter(name, plain, None, nominal)


def _constant(name: str, bare: str, nominal: Nominal) -> Meant:
    known, constant = nominal.known, nominal.constants[bare]
    if known is not None and bare in known.cannot:
        action = "vary another number, or sweep over it: every value then has a model of its own"
        rule = "cannot be varied in one system"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, cause=known.cannot[bare],
                                 action=action))  # fmt: skip
    return CONSTANT, bare, None, constant.value, _si(constant.unit)


def _si(unit: str) -> str:
    return written_si_unit(f"1 {unit}") if unit else ""


def _of_motion(name: str, kind: str, rest: str, nominal: Nominal) -> Meant:
    values = {START: nominal.start, RATE: nominal.rates, INPUT: nominal.inputs}[kind]
    words = {START: "coordinate", RATE: "rate", INPUT: "effort"}[kind]
    units = units_of(nominal.model, words, rest)
    value = values.get(rest)
    if units is None or len(units) != 1 or not isinstance(value, (int, float)):
        rule = f"is no {words} with a number of its own at the start"
        hint = nearest(rest, [k for k, x in values.items() if isinstance(x, (int, float))])
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, action=hint))
    return kind, rest, None, float(value), units[0]


def _parameter(name: str, plain: str, place: int | None, nominal: Nominal) -> Meant:
    try:
        found, understood = chosen_parameters(nominal.model, [plain])
    except ModelError as error:
        known = [n.partition(":")[2] or n for n in parameter_names(nominal.model)]
        hint = nearest(name, [*nominal.constants, *known])
        raise ModelError(
            [Problem(p.code, f"by '{name}'", p.rule, action=hint or p.action)
             for p in error.problems]
        ) from None  # fmt: skip
    (default,) = found.defaults
    full, unit = understood[plain], parameter_units(nominal.model, understood[plain])[0]
    unit = "" if unit == "1" else unit.replace("*", " ")
    if place is None and default.shape:
        labels = [f"{plain}.{c}" for c in "xyz"] if default.shape == (3,) else [f"{plain}[0]"]
        rule, action = f"has {default.size} numbers", f"vary one of them: {', '.join(labels)}"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule, action=action))
    if place is not None and place >= default.size:
        rule = f"has no number {place} among its {default.size}"
        raise ModelError(Problem(VARIED, f"by '{name}'", rule))
    value = float(default.ravel()[place or 0])
    return PARAMETER, full, place, value, unit


def parameter_defaults(model: Model, variables: Sequence[Variable]) -> dict[str, np.ndarray]:
    """Return the numbers of a model some of which are varied, by full names, as they are."""
    names = list(dict.fromkeys(v.full for v in variables if v.kind == PARAMETER))
    found, _ = chosen_parameters(model, names)
    return {n: np.array(d, dtype=float) for n, d in zip(names, found.defaults, strict=True)}


def parameter_values(
    defaults: Mapping[str, np.ndarray], variables: Sequence[Variable], x: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the numbers of a model that are varied, by full names, at a design."""
    values = {name: value.copy() for name, value in defaults.items()}
    for v, value in zip(variables, x, strict=True):
        if v.kind == PARAMETER:
            values[v.full].reshape(-1)[v.place or 0] = value
    return values
