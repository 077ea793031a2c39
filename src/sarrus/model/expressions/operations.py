"""The operations of expressions, for numbers and for everything that is traced."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from sarrus.model.expressions.dimensions import (
    Known,
    alike,
    in_radians,
    power,
    product,
    pure,
)
from sarrus.spatial.arrays import Scalar, minimum, select
from sarrus.spatial.tracking import is_tracked, plain

MANY = 100
"""More operands than min and max can have."""

FUNCTIONS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("sqrt", "exp", "log", "abs", "tanh"), (1, 1)),
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan"), (1, 1)),
    "atan2": (2, 2),
    "min": (2, MANY),
    "max": (2, MANY),
    "if": (3, 3),
}
"""Every function of expressions, with the least and the most of its operands."""

CONSTANTS = {"pi": math.pi}
COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def least(*operands: Scalar) -> Scalar:
    """Return the smallest operand."""
    found = operands[0]
    for other in operands[1:]:
        found = minimum(found, other)
    return found


def most(*operands: Scalar) -> Scalar:
    """Return the largest operand."""
    found = operands[0]
    for other in operands[1:]:
        found = select(found < other, other, found)
    return found


def angle_of(y: Scalar, x: Scalar) -> Scalar:
    """Return the angle of the point (x, y); NumPy's own needs a traced y where x is traced."""
    if not isinstance(y, Real) or isinstance(x, Real):
        return np.arctan2(y, x)
    if y == 0:
        return select(x < 0.0, math.pi, 0.0)
    return math.copysign(0.5 * math.pi, float(y)) - np.arctan(x / y)


def exponential(a: Scalar, b: Scalar) -> Scalar:
    """Return a^b for an exponent that moves; the base must be positive."""
    return np.exp(b * np.log(a))


OPERATIONS: dict[str, Callable[..., Scalar]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "abs": abs,
    "min": least,
    "max": most,
    "if": select,
    "atan2": angle_of,
    **{name: getattr(np, name) for name in ("sqrt", "exp", "log", "tanh", "sin", "cos", "tan")},
    **{f"a{name}": getattr(np, f"arc{name}") for name in ("sin", "cos", "tan")},
}
"""What every operation does."""


def dimension_after(op: str, dimensions: list[Known], numbers: list[Any]) -> Known:
    """Return the dimension of a result; raises `DimensionError` where operands do not fit."""
    if op in ("mul", "div"):
        a, b = in_radians(dimensions, numbers) if op == "mul" else dimensions
        return product(a, b, 1 if op == "mul" else -1)
    if op == "pow":
        pure(dimensions[1])
        exponent = plain(numbers[1])
        exponent = exponent if isinstance(exponent, (int, float)) else None
        if dimensions[0] and exponent is not None:
            return power(dimensions[0], Fraction(exponent).limit_denominator(1000))
        pure(dimensions[0])
        return dimensions[0]
    if op == "sqrt":
        return power(dimensions[0], Fraction(1, 2))
    if op == "if":
        return alike(dimensions[1:])
    if op in ("add", "sub", "neg", "abs", "min", "max"):
        return alike(dimensions)
    if op in ("lt", "le", "gt", "ge", "atan2"):
        alike(dimensions)
    else:
        pure(dimensions[0])
    return None


def result_of(op: str, operands: list[Any]) -> int | float:
    """Return the result for plain numbers; raises `ArithmeticError` where there is none.

    Integers stay integers as long as they are exact.
    """
    if any(map(is_tracked, operands)):
        return _tracked_result(op, operands)
    if op == "pow":
        return _power(*operands)
    with np.errstate(all="ignore"):
        try:
            found = OPERATIONS[op](*operands)
        except ZeroDivisionError:
            raise ArithmeticError("divides by zero") from None
    if isinstance(found, int) and abs(found) < 2**53:
        return found
    return _finite(found)


def _tracked_result(op: str, operands: list[Any]) -> Any:
    """Return the result for numbers that follow constants; see `result_of`."""
    result_of(op, [plain(x) for x in operands])  # refuses what has no value
    if op in COMPARED:
        a, b = operands if op in ("lt", "le") else reversed(operands)
        first = a if is_tracked(a) else b
        return first.condition(COMPARED[op], b if first is a else a, swapped=first is b)
    if op == "max":
        return -least(*[-x for x in operands])
    return OPERATIONS[op](*operands)


COMPARED = {"lt": "lt", "le": "le", "gt": "lt", "ge": "le"}


def _power(base: float, exponent: float) -> int | float:
    """Return a power, without ever making the digits of a huge integer."""
    if base == 0 and exponent < 0:
        raise ArithmeticError("divides by zero")
    with np.errstate(all="ignore"):
        found = _finite(np.power(float(base), float(exponent)))
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0 and abs(found) < 2**53:
        return int(base**exponent)
    return found


def _finite(found: Any) -> float:
    number = float(found)
    if math.isnan(number):
        raise ArithmeticError("has no value (it is not a number)")
    if math.isinf(number):
        raise ArithmeticError("is infinite, or too large for a number of double precision")
    return number
