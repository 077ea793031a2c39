"""Objectives and constraints as they are given: texts, functions of channels, or made already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sarrus.design.objectives.function import FunctionObjective, objective_of_function
from sarrus.design.objectives.objective import (
    CONSTRAINT,
    OBJECTIVE,
    Constraint,
    NamesInScope,
    Objective,
    constraints_of_text,
    objective_of_text,
    problem_of,
)
from sarrus.errors import ModelError, Problem
from sarrus.model.expressions.problems import ExpressionError

Row = Objective | FunctionObjective
"""What a number of a run is read as."""


def read_objective(wanted: Any, names: NamesInScope, still: bool = False) -> Row:
    """Return an objective from a text or function; still: of one instant, which needs no word."""
    if isinstance(wanted, (Objective, FunctionObjective)):
        return wanted
    if isinstance(wanted, str):
        try:
            return objective_of_text(wanted, names, still)
        except ExpressionError as error:
            raise problem_of("objective", wanted, error) from None
    if callable(wanted):
        return objective_of_function(wanted, _refusal_of(names))
    rule = "must be a text such as 'max abs A.effort', or a function of channels"
    raise ModelError(Problem(OBJECTIVE, "objective", rule, value=repr(wanted)[:80]))


def read_objectives(wanted: Any, names: NamesInScope) -> list[Row]:
    """Return objectives from a text or function, or several of them."""
    listed = list(wanted) if isinstance(wanted, (list, tuple)) else [wanted]
    if not listed:
        raise ModelError(Problem(OBJECTIVE, "objective", "is missing"))
    return [read_objective(one, names) for one in listed]


def _refusal_of(names: NamesInScope) -> Callable[[str], str]:
    def unit(name: str) -> str:
        try:
            return names.channel(name)
        except ExpressionError as error:
            raise problem_of("objective", f"x['{name}']", error) from None

    return unit


def read_constraints(wanted: Any, names: NamesInScope) -> list[Constraint]:
    """Return constraints from texts."""
    listed = [wanted] if isinstance(wanted, str) else list(wanted)
    found: list[Constraint] = []
    for one in listed:
        if isinstance(one, Constraint):
            found.append(one)
            continue
        if not isinstance(one, str):
            rule = "must be a text such as 'B.angle <= 60 deg'"
            raise ModelError(Problem(CONSTRAINT, "constraint", rule, value=repr(one)[:80]))
        try:
            found += constraints_of_text(one, names)
        except ExpressionError as error:
            raise problem_of("constraint", one, error) from None
    return found
