"""Expressions in model files: a small safe grammar with units, and what it computes."""

from sarrus.formats.expressions.expression import READERS, Expression, parse_expression
from sarrus.formats.expressions.problems import ExpressionError
from sarrus.formats.expressions.value import Value

__all__ = ["READERS", "Expression", "ExpressionError", "Value", "parse_expression"]
