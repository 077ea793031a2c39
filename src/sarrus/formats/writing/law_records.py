"""Functions and curves as they stand in a file: expressions, and rows of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.writing.formula_text import FormulaText, formula_text
from sarrus.model.expressions import ExpressionError, parse_expression
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.recorder import NotTraceable, name_of, traced_formula
from sarrus.spatial.curve import Curve

Plain = Any
"""What stands in a file: numbers, text, lists and mappings of such."""


def curve_record(curve: Curve) -> dict[str, Plain]:
    """Return the rows and options of a curve."""
    rows = [[float(x), float(y)] for x, y in zip(curve.x, curve.y, strict=True)]
    return {"curve": rows, "smooth": int(curve.smooth), "beyond": curve.beyond}


def function_record(where: str, function: Callable[..., Any], arguments: Sequence[str]) -> Plain:
    """Return a function as an expression of its arguments, which is read as the same formula.

    where: the element and attribute, for the error F19 of a function that cannot be traced.
    """
    if isinstance(function, Formula):
        formula = function
    else:
        try:
            formula = traced_formula(function, *arguments)
        except NotTraceable as problem:
            raise ModelError(untraceable(where, function, problem)) from None
    if _is_text_of(formula, formula.name, arguments):
        return formula.name
    return _words(formula_text(formula, arguments), formula.name)


def untraceable(where: str, function: Callable[..., Any], problem: NotTraceable) -> Problem:
    """Return the problem of a function that no expression can be written for."""
    return Problem(
        "F19",
        where,
        f"cannot be written as an expression: {problem.reason}",
        value=f"the function '{name_of(function)}'",
        action="write it with NumPy's functions and `select`, or keep the model in Python",
    )


def _words(text: FormulaText, name: str) -> dict[str, Plain]:
    """Return an expression with its name and the parts that it uses."""
    return {**parts_record(text), "expression": text.values[0], "name": name}


def parts_record(text: FormulaText) -> dict[str, Plain]:
    """Return the curves and the named parts of an expression."""
    found: dict[str, Plain] = {}
    if text.curves:
        found["curves"] = {name: curve_record(curve) for name, curve in text.curves.items()}
    if text.let:
        found["let"] = dict(text.let)
    return found


def _is_text_of(formula: Formula, text: str, arguments: Sequence[str]) -> bool:
    """Tell whether a text is an expression that is read as a formula."""
    try:
        law = parse_expression(text).function(tuple(arguments), {})
        return traced_formula(law, *arguments) == formula
    except (ExpressionError, NotTraceable):
        return False
