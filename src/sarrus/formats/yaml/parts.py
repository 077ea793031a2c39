"""Named parts of expressions in the file: {let: {c1: sin(t)}, expression: c1 + c1^2}."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions import Expression, ExpressionError, parse_expression
from sarrus.model.expressions.joining import expression_with_parts, parse_with_curves
from sarrus.spatial.curve import Curve

PART_KEYS = ("let", "curves")

Check = Callable[[At, Expression], None]
"""Raises `ExpressionError` for names that a part must not use."""


@dataclass
class Parts:
    """The parts and curves that an expression may name."""

    let: dict[str, Expression] = field(default_factory=dict)
    curves: dict[str, Curve] = field(default_factory=dict)

    def parse(self, text: str) -> Expression:
        """Return the expression of a text, with the parts in the place of their names."""
        if not self.let and not self.curves:
            return parse_expression(text)
        return expression_with_parts(parse_with_curves(text), self.let, self.curves)


def read_parts(
    at: At, raw: Mapping[str, Any], read_curve: Callable[[At, Any], Any], check: Check
) -> Parts | None:
    """Return the parts of a record; None after a problem."""
    found = Parts()
    before = len(at.page.problems)
    for name, item in _named_items(at.key("curves", "curves"), raw.get("curves", {})):
        curve = read_curve(at.key("curves", "curves").key(name), item)
        if isinstance(curve, Curve):
            found.curves[name] = curve
    for name, item in _named_items(at.key("let", "let"), raw.get("let", {})):
        there = at.key("let", "let").key(name)
        text = repr(item) if isinstance(item, (int, float)) and item is not True else item
        if not isinstance(text, str):
            there.refuse(item, "is not an expression")
            continue
        try:
            whole = found.parse(text)
            check(there, whole)
        except ExpressionError as error:
            there.expression_problem(text, error)
            continue
        found.let[name] = parse_with_curves(text)
    if len(at.page.problems) == before:
        return found
    at.page.broken.add(at.where)
    return None


def _named_items(at: At, raw: Any) -> list[tuple[str, Any]]:
    """Return the items of a mapping whose keys can be names in expressions."""
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be names with values")
        return []
    for name in raw:
        if not isinstance(name, str) or not name.isidentifier():
            at.key(name).report("M25", "is not a name for a part", value=repr(name))
    return [(name, item) for name, item in raw.items() if str(name).isidentifier()]
