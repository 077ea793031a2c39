"""Expressions in model files: a small safe grammar with units, and what it computes."""

from sarrus.model.expressions.expression import READERS, Expression, parse_expression
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.value import Value

__all__ = ["READERS", "Expression", "ExpressionError", "Value", "parse_expression"]
