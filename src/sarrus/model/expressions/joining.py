"""Expressions with named parts: the steps of several texts as those of one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sarrus.model.building.references import nearest
from sarrus.model.expressions.expression import READERS, Expression, parse_expression
from sarrus.model.expressions.grammar import Step
from sarrus.model.expressions.problems import ExpressionError
from sarrus.spatial.curve import Curve

CURVE_READERS = {"curve": 0, "slope": 1, "curvature": 2, "integral": -1}
"""What expressions look up in curves: curve(table, x), with the order of the derivative."""

Parts = Mapping[str, Expression]
"""Named parts in order; each may use those before it."""


def parse_with_curves(text: str) -> Expression:
    """Return the expression of a text that may look up curves; raises `ExpressionError`."""
    return parse_expression(text, (*READERS, *CURVE_READERS))


def expression_with_parts(
    expression: Expression, parts: Parts, curves: Mapping[str, Curve]
) -> Expression:
    """Return an expression in which the names of parts stand for the parts themselves.

    A part that several others use is computed once. Raises `ExpressionError` for a curve that
    there is not.
    """
    work = _Joining(curves)
    for name, part in parts.items():
        work.places[name] = work.place(part)
    last = work.place(expression)
    if last != len(work.steps) - 1:
        work.note(Step("min", (last,), 0))  # the smallest of one number is that number
    return Expression(expression.text, tuple(work.steps))


class _Joining:
    """Steps that are being put together; places: the results of the parts."""

    def __init__(self, curves: Mapping[str, Curve]) -> None:
        self.curves = curves
        self.steps: list[Step] = []
        self.places: dict[str, int] = {}

    def note(self, step: Step) -> int:
        """Add a step and return its place."""
        self.steps.append(step)
        return len(self.steps) - 1

    def place(self, expression: Expression) -> int:
        """Add the steps of an expression and return the place of its result."""
        local: list[int] = []
        for step in expression.steps:
            if step.operation == "name" and step.content in self.places:
                local.append(self.places[step.content])
            elif step.operation == "read" and step.content[0] in CURVE_READERS:
                local.append(self.look_up(step))
            else:
                operands = tuple(local[k] for k in step.operands)
                local.append(self.note(step._replace(operands=operands)))
        return local[-1]

    def look_up(self, step: Step) -> int:
        """Add the look-up of a curve at a named value."""
        reader, names = step.content
        if len(names) != 2:
            raise ExpressionError(f"has {reader}(...) with other than two names", step.at)
        table, argument = names
        if table not in self.curves:
            action = nearest(table, self.curves)
            raise ExpressionError(f"has the unknown curve '{table}'", step.at, action)
        at = self.places.get(argument)
        if at is None:
            at = self.note(Step("name", (), step.at, argument))
        look = partial(self.curves[table].derivative, CURVE_READERS[reader])
        return self.note(Step("apply", (at,), step.at, look))
