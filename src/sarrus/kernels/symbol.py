"""Symbols: scalars that write down the arithmetic done with them.

Symbols live in ordinary NumPy arrays of objects, so all of NumPy's indexing and `@` work on
them. What cannot be written down fails loudly: a symbol has no truth value, cannot be turned
into a float (so it cannot get lost in `np.zeros` or `math.sin`), and results that are known
numbers are floats at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.kernel import KernelError
from sarrus.kernels.program import Builder
from sarrus.kernels.table import Table

Operand = Any  # a Symbol or a real number


class Symbol:
    """A value of the program that `builder` is writing."""

    __slots__ = ("builder", "number")

    def __init__(self, builder: Builder, number: int) -> None:
        self.builder = builder
        self.number = number

    def __repr__(self) -> str:
        return f"<traced value {self.number}: {self.builder.instructions[self.number][0]}>"

    def __bool__(self) -> bool:
        raise KernelError(
            "a traced value was used as a condition; choose with `select(condition, a, b)`, or "
            "branch on the structure of the model"
        )

    def __float__(self) -> float:
        raise KernelError(
            "a traced value was turned into a number, by assigning it into an array of floats or "
            "by a function of `math`; build arrays with `vector` and `matrix`, and use NumPy"
        )

    def __hash__(self) -> int:
        return hash((id(self.builder), self.number))

    def select(self, a: Operand, b: Operand) -> Operand:
        """Return a where this condition holds, else b."""
        condition, builder = self.number, self.builder
        first = builder.binary("when", condition, _number(builder, a))
        second = builder.binary("when", builder.unary("not", condition), _number(builder, b))
        return result(builder, builder.binary("add", first, second))

    def look_up(self, table: Table, order: int) -> Operand:
        """Return the derivative of an order of a table at this value; -1 is its integral."""
        return result(self.builder, self.builder.look_up(order, table, self.number))

    def find(self, op: str, table: Table, operands: Sequence[Operand]) -> Operand:
        """Return the feature that an operation finds in a table of them; one operand is traced."""
        builder = self.builder
        return result(builder, builder.find(op, table, [_number(builder, x) for x in operands]))

    def __rpow__(self, base: Operand) -> Operand:
        return _binary("pow", base, self)

    def __pow__(self, power: Operand) -> Operand:
        if isinstance(power, Symbol):
            return _binary("pow", self, power)
        if isinstance(power, (int, float)) and power == int(power) and 0 <= power <= 8:
            out: Operand = 1.0
            for _ in range(int(power)):
                out = self * out
            return out
        if power == 0.5:
            return self.sqrt()  # type: ignore[attr-defined]
        return _binary("pow", self, power)

    def __neg__(self) -> Operand:
        return result(self.builder, self.builder.unary("neg", self.number))

    def __pos__(self) -> Operand:
        return self

    def __abs__(self) -> Operand:
        return result(self.builder, self.builder.unary("abs", self.number))


def _number(builder: Builder, operand: Operand) -> int:
    if isinstance(operand, Symbol):
        return operand.number
    if type(operand) is float:
        return builder.constant(operand)
    if not isinstance(operand, (int, float, np.number, np.bool_)):
        raise KernelError(f"{operand!r} is not a number that arithmetic can be traced with")
    return builder.constant(float(operand))


def result(builder: Builder, number: int) -> Operand:
    """Return a value as a symbol, or as the number that it is known to be."""
    instruction = builder.instructions[number]
    return instruction[1] if instruction[0] == "const" else Symbol(builder, number)


def _binary(op: str, a: Operand, b: Operand) -> Operand:
    builder: Builder = a.builder if isinstance(a, Symbol) else b.builder
    return result(builder, builder.binary(op, _number(builder, a), _number(builder, b)))


def _operator(op: str, reflected: bool = False) -> Callable[[Symbol, Operand], Operand]:
    def apply(self: Symbol, other: Operand) -> Operand:
        builder = self.builder
        if type(other) is Symbol:  # nearly always one of these two
            b = other.number
        elif isinstance(other, float):
            b = builder.constant(float(other))
        elif isinstance(other, np.ndarray) or hasattr(other, "parts"):
            return NotImplemented  # an array, or a dual number of symbols, says what is done
        else:
            b = _number(builder, other)
        a = self.number
        return result(builder, builder.binary(op, b, a) if reflected else builder.binary(op, a, b))

    return apply


def _comparison(op: str, swapped: bool = False) -> Callable[[Symbol, Operand], Operand]:
    def apply(self: Symbol, other: Operand) -> Operand:
        if hasattr(other, "parts"):
            return NotImplemented
        return _binary(op, other, self) if swapped else _binary(op, self, other)

    return apply


def _function(op: str) -> Callable[[Symbol], Operand]:
    def apply(self: Symbol) -> Operand:
        return result(self.builder, self.builder.unary(op, self.number))

    return apply


def _install() -> None:
    """Give `Symbol` Python's operators and the methods that NumPy's functions call."""
    for name, op in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div")):
        setattr(Symbol, f"__{name}__", _operator(op))
        setattr(Symbol, f"__r{name}__", _operator(op, reflected=True))
    for name, op, swapped in (
        ("lt", "lt", False),
        ("le", "le", False),
        ("gt", "lt", True),
        ("ge", "le", True),
        ("eq", "eq", False),
        ("ne", "ne", False),
    ):
        setattr(Symbol, f"__{name}__", _comparison(op, swapped))
    for name in (
        "sqrt",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "log",
        "floor",
        "ceil",
    ):
        setattr(Symbol, name, _function(name))
    for name, op in (("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("sign", "sign")):
        setattr(Symbol, name, _function(op))
    for name, op in (("arctan2", "atan2"), ("hypot", "hypot"), ("copysign", "copysign")):
        setattr(Symbol, name, _comparison(op))
    for name, op in (("maximum", "max"), ("minimum", "min")):
        setattr(Symbol, name, _comparison(op))


_install()
