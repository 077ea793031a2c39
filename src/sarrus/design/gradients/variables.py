"""What a gradient is taken by: parameters, constants of a file, the start, inputs and drives.

- "crank.mass", "B.point", "B.point[0]", "B.point.x": numbers of the model, as parameters are named;
- "length": a constant of the file, with `constants`;
- "start:A.angle", "start:A.rate": an independent coordinate or velocity of the start;
- "start:motor.current": a state of a force element at the start;
- "input:A": an effort that is a number, or a table of them; "input:A.gain": of a law that is a
  function, such as `lambda t, state, gain=2.0: ...`, the number of that name;
- "drive:A", "drive:A.gain": a prescribed motion, likewise.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import check_once
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system.quantities.parameters import chosen_parameters, full_names

if TYPE_CHECKING:
    from sarrus.system.system import System

Constants = Any
"""A map of the constants of a file: something with `names`, `outputs` and `derivatives()`."""
PARAMETER, CONSTANT, START, INPUT, DRIVE = "parameter", "constant", "start", "input", "drive"
CODE = "G10"
XYZ = ("x", "y", "z")


@dataclass(frozen=True)
class Variable:
    """One name of `by`: its kind, what it names, and which of its numbers, None for all.

    keyword: of a law that is a function, the name of its number.
    """

    name: str
    kind: str
    element: str
    part: tuple[int, ...] | None = None
    keyword: str = ""


def variables_of(
    system: System,
    by: Iterable[str],
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
    constants: Constants | None,
) -> list[Variable]:
    """Return what the names of `by` mean; names that mean nothing are refused, all at once."""
    names = [by] if isinstance(by, str) else [str(name) for name in by]
    check_once("name in by", [(name, (name,)) for name in names])
    found, problems = [], []
    known = _Known(system)
    for name in names:
        variable = _variable(known, name, inputs, driven, constants)
        if isinstance(variable, Problem):
            problems.append(variable)
        else:
            found.append(variable)
    if problems:
        raise ModelError(problems)
    return found


class _Known:
    """The parameters of a system by name; those that are inputs are found without a search."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.inputs = frozenset(system.compiled.compiler.parameters.names)

    @cached_property
    def full_names(self) -> dict[str, list[str]]:
        """The full names that each name of a number of the model may mean."""
        return full_names(self.system.model)

    def full(self, name: str) -> str | None:
        """Return the full name of a parameter, None where there is none of that name."""
        full = self.system.compiled.full_parameter(name) if self.inputs else name
        if full in self.inputs:
            return full
        found = self.full_names.get(name, [])
        if len(found) > 1:
            chosen_parameters(self.system.model, [name])  # refuses it, with what it may mean
        return found[0] if found else None

    def shape(self, full: str) -> tuple[int, ...]:
        """Return the shape of a parameter."""
        (default,) = chosen_parameters(self.system.model, [full])[0].defaults
        return tuple(np.shape(default))


def _law_variable(
    name: str, kind: str, element: str, laws: Mapping[str, Any]
) -> Variable | Problem:
    """Return a law, or one number of a law that is a function."""
    if element in laws:
        law = laws[element]
        return no_numbers(name, law) if is_function(law) else Variable(name, kind, element)
    whole, _, keyword = element.rpartition(".")
    if whole in laws and keyword in keyword_numbers(laws[whole]):
        return Variable(name, kind, whole, keyword=keyword)
    known = [f"{kind}:{n}" for n in laws]
    known += [f"{kind}:{n}.{k}" for n, law in laws.items() for k in keyword_numbers(law)]
    if known:
        return _unknown(name, known)
    what = "inputs" if kind == INPUT else "driven"
    rule = f"is a law that the run does not have: it has no {what}"
    return Problem(CODE, f"by '{name}'", rule, action=f"give {what}={{'{element}': 0.0}}")


def is_function(law: Any) -> bool:
    """Tell whether a law is a function of Python."""
    return callable(law) and hasattr(law, "__code__")


def keyword_numbers(law: Any) -> dict[str, float]:
    """Return the numbers of a law that is a function: its keywords with numbers as defaults."""
    if not is_function(law):
        return {}
    values = inspect.signature(law).parameters.values()
    return {p.name: float(p.default) for p in values
            if isinstance(p.default, Real) and not isinstance(p.default, bool)}  # fmt: skip


def no_numbers(name: str, law: Any) -> Problem:
    """Return the problem of a law by which nothing can be differentiated."""
    rule = "is a law without numbers of its own, by which to differentiate"
    action = (
        "give a number, a table (times, values), a Curve, or a function with numbers, such as "
        f"lambda t, a=2.0: a*np.sin(3*t), and name them: '{name}.a'"
    )
    named = keyword_numbers(law)
    if named:
        rule = "is a function with several numbers"
        action = f"name them: {', '.join(f'{name}.{k}' for k in named)}"
    return Problem(CODE, f"by '{name}'", rule, action=action)


def _variable(
    known: _Known,
    name: str,
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
    constants: Constants | None,
) -> Variable | Problem:
    kind, colon, element = name.partition(":")
    system = known.system
    if colon and kind == START:
        located = system.compiled.locate(element)
        if located is None:
            return _unknown(name, [f"start:{n}" for n in system.compiled.names()])
        if located[0] in ("cut_q", "cut_v"):
            rule = "belongs to a cut joint, which has no coordinate of its own in the equations"
            action = "name a coordinate of the tree, or compile with another cut"
            return Problem(CODE, f"by '{name}'", rule, action=action)
        return Variable(name, START, element)
    if colon and kind in (INPUT, DRIVE):
        return _law_variable(name, kind, element, inputs if kind == INPUT else driven)
    if constants is not None and name in constants.names:
        return Variable(name, CONSTANT, name)
    whole = known.full(name)
    if whole is not None:
        return Variable(name, PARAMETER, whole)
    base, part = _name_and_place(name)
    whole = known.full(base)
    if part is not None and whole is not None:
        shape = known.shape(whole)
        if len(part) == len(shape) and all(k < n for k, n in zip(part, shape, strict=True)):
            return Variable(name, PARAMETER, whole, part)
        rule = f"names no number of '{base}', whose shape is {shape}"
        return Problem(CODE, f"by '{name}'", rule, action="count from 0")
    more = [] if constants is None else list(constants.names)
    return _unknown(name, [*known.full_names, *more])


def _name_and_place(name: str) -> tuple[str, tuple[int, ...] | None]:
    """Return what one number belongs to, and its place: "B.point[0]" or "B.point.x"."""
    base, bracket, rest = name.partition("[")
    if bracket and re.fullmatch(r"\d+(,\d+)*\]", rest):
        return base, tuple(int(k) for k in rest.rstrip("]").split(","))
    base, _, axis = name.rpartition(".")
    return (base, (XYZ.index(axis),)) if axis in XYZ else (name, None)


def _unknown(name: str, known: list[str]) -> Problem:
    rule = "is no parameter, constant, start value, input or drive of this system"
    return Problem(CODE, f"by '{name}'", rule, action=nearest(str(name), known))


def parameter_names(variables: Iterable[Variable], constants: Constants | None) -> list[str]:
    """Return the full names of the parameters that must be inputs."""
    found = [v.element for v in variables if v.kind == PARAMETER]
    if constants is not None and any(v.kind == CONSTANT for v in variables):
        found += list(constants.outputs)
    return list(dict.fromkeys(found))


def system_with(system: System, names: Iterable[str]) -> System:
    """Return the system whose inputs have some parameters among them; names: full ones."""
    known = frozenset(system.compiled.compiler.parameters.names)
    missing = tuple(name for name in names if name not in known)
    if not missing:
        return system
    make = partial(system.compiled.variant, parameters=missing)
    return system.compiled.variants.get(missing, make)


def by_constants(constants: Constants, p_bar: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Return derivatives by the constants of a file from those by the numbers of its model."""
    total = np.zeros(len(constants.names))
    for name, slopes in constants.derivatives().items():
        bar = np.asarray(p_bar.get(name, 0.0))
        if np.any(bar):
            total += np.tensordot(bar, slopes, axes=bar.ndim)
    return dict(zip(constants.names, total.tolist(), strict=True))
