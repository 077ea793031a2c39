"""What a gradient is taken by: parameters, constants of a file, the start, inputs and drives.

- "crank.mass", "B.point", "B.point[0]": numbers of the model, by the names of parameters;
- "length": a constant of the file, with `constants`;
- "start:A.angle", "start:A.rate": an independent coordinate or velocity of the start;
- "start:motor.current": a state of a force element at the start;
- "input:A": an effort that is a number, or a table of them;
- "drive:A": a prescribed motion that is a number or a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import check_once
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system.quantities.parameters import chosen_parameters, is_parameter, number_entries

if TYPE_CHECKING:
    from sarrus.system.constants.constants_map import ConstantsMap
    from sarrus.system.system import System

PARAMETER, CONSTANT, START, INPUT, DRIVE = "parameter", "constant", "start", "input", "drive"
CODE = "G10"


@dataclass(frozen=True)
class Variable:
    """One name of `by`: its kind, what it names, and which of its numbers, None for all."""

    name: str
    kind: str
    element: str
    part: tuple[int, ...] | None = None


def variables_of(
    system: System,
    by: Iterable[str],
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
    constants: ConstantsMap | None,
) -> list[Variable]:
    """Return what the names of `by` mean; names that mean nothing are refused, all at once."""
    names = [by] if isinstance(by, str) else list(by)
    check_once("name in by", [(name, (name,)) for name in names])
    found, problems = [], []
    for name in names:
        variable = _variable(system, name, inputs, driven, constants)
        if isinstance(variable, Problem):
            problems.append(variable)
        else:
            found.append(variable)
    if problems:
        raise ModelError(problems)
    return found


def _variable(
    system: System,
    name: str,
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
    constants: ConstantsMap | None,
) -> Variable | Problem:
    kind, colon, element = str(name).partition(":")
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
        laws = inputs if kind == INPUT else driven
        if element not in laws:
            return _unknown(name, [f"{kind}:{n}" for n in laws])
        return Variable(name, kind, element)
    base, bracket, rest = str(name).partition("[")
    if constants is not None and name in constants.names:
        return Variable(name, CONSTANT, name)
    if is_parameter(system.model, base):
        part = tuple(int(k) for k in rest.rstrip("]").split(",")) if bracket else None
        full = chosen_parameters(system.model, [base])[1][base]
        return Variable(name, PARAMETER, full, part)
    known = [full.partition(":")[2] or full for full, _ in number_entries(system.model)]
    more = [] if constants is None else list(constants.names)
    return _unknown(name, [*known, *more])


def _unknown(name: str, known: list[str]) -> Problem:
    rule = "is no parameter, constant, start value, input or drive of this system"
    return Problem(CODE, f"by '{name}'", rule, action=nearest(str(name), known))


def parameter_names(variables: Iterable[Variable], constants: ConstantsMap | None) -> list[str]:
    """Return the full names of the parameters that must be inputs."""
    found = [v.element for v in variables if v.kind == PARAMETER]
    if constants is not None and any(v.kind == CONSTANT for v in variables):
        found += list(constants.outputs)
    return list(dict.fromkeys(found))


def by_constants(constants: ConstantsMap, p_bar: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Return derivatives by the constants of a file from those by the numbers of its model."""
    total = np.zeros(len(constants.names))
    for name, slopes in constants.derivatives().items():
        bar = np.asarray(p_bar.get(name, 0.0))
        if np.any(bar):
            total += np.tensordot(bar, slopes, axes=bar.ndim)
    return dict(zip(constants.names, total.tolist(), strict=True))
