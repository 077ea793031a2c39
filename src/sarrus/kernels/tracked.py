"""Numbers that carry their value and how they were computed, through code that needs values.

A `Symbol` stands for any value, so code that branches cannot be traced with it. A `TrackedNumber`
is a number like any other, with which arithmetic is written down as well: the code takes the way
that the value decides. Every comparison on this way is kept as a condition, a `Guard`: for other
inputs the program gives what the code would give, as long as all of them come out the same.

An equality of numbers that are computed differently counts as none, even where their values agree:
short cuts for special values, such as an identity matrix, are not taken, and the general formula
that is written down holds on both sides.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.program import BINARY, UNARY, Builder
from sarrus.kernels.symbol import Symbol, result
from sarrus.late_dataclass import dataclass

Number = Any  # a TrackedNumber or a real number


@dataclass(frozen=True)
class Guard:
    """A condition of the program, the value that it must have, and what was read there."""

    condition: int
    holds: bool
    where: str


class Tape:
    """What is written down of one reading: the program, the conditions, and where a trace ended.

    where: what is being read at present, for messages. ended: inputs whose influence on a number
    was not written down, each with what it was: a count, a table.
    """

    def __init__(self) -> None:
        self.builder = Builder()
        self.guards: dict[tuple[int, bool], Guard] = {}
        self.ended: dict[int, str] = {}
        self.where = ""

    def number(self, index: int, value: float) -> TrackedNumber:
        """Return the input of a number, at its value."""
        return TrackedNumber(self, value, Symbol(self.builder, self.builder.entry(0, index)))

    def decide(self, condition: Any, holds: bool) -> bool:
        """Keep a condition with its outcome, which is returned."""
        if isinstance(condition, Symbol):
            key = condition.number, holds
            self.guards.setdefault(key, Guard(condition.number, holds, self.where))
        return holds

    def end(self, number: TrackedNumber, reason: str) -> None:
        """Note that the trace of a number ends here; the inputs that it depends on are fixed."""
        for index in self.inputs_of(number.symbol.number):
            self.ended.setdefault(index, reason)

    def inputs_of(self, value: int) -> list[int]:
        """Return the inputs on which a value of the program depends."""
        needed, found = [value], set()
        seen: set[int] = set()
        while needed:
            i = needed.pop()
            if i in seen:
                continue
            seen.add(i)
            op, *operands = self.builder.instructions[i]
            if op == "input":
                found.add(operands[1])
            elif op not in ("const", "table"):
                needed.extend(operands)
        return sorted(found)


class TrackedNumber:
    """A number with its value and its place in the program of a tape."""

    __slots__ = ("symbol", "tape", "value")

    def __init__(self, tape: Tape, value: float, symbol: Symbol) -> None:
        self.tape = tape
        self.value = value
        self.symbol = symbol

    def __repr__(self) -> str:
        return f"{self.value!r} (tracked {self.symbol.number})"

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)

    def __float__(self) -> float:
        """Return the value alone; what is made of it does not follow the constants."""
        return self.value

    def __int__(self) -> int:
        self.tape.end(self, "it is used as a whole number, such as a count")
        return int(self.value)

    __index__ = __int__
    __trunc__ = __int__

    def __bool__(self) -> bool:
        """Tell that it is not zero: what is computed is written down where it is zero, too."""
        self._compared("ne", 0.0, self.value != 0.0)
        return True

    def __hash__(self) -> int:
        return hash((id(self.tape), self.symbol.number))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TrackedNumber) and other.symbol.number == self.symbol.number:
            return True
        if not isinstance(other, (int, float, np.number, TrackedNumber)):
            return NotImplemented
        different = self.value != _value(other)
        if different:
            self._compared("eq", other, False)
        return False

    def __ne__(self, other: object) -> bool:
        found = self.__eq__(other)
        return found if found is NotImplemented else not found

    def _compared(self, op: str, other: Number, holds: bool) -> bool:
        if not math.isfinite(_value(other)):
            return holds
        builder = self.tape.builder
        pair = self.symbol.number, _place(builder, other)
        if op in ("gt", "ge"):
            op, pair = {"gt": "lt", "ge": "le"}[op], pair[::-1]
        return self.tape.decide(result(builder, builder.binary(op, *pair)), holds)

    def select(self, a: Number, b: Number) -> Number:
        """Return a where this condition, 1 or 0, holds, else b."""
        builder = self.tape.builder
        chosen = self.symbol.select(_symbol(builder, a), _symbol(builder, b))
        return self._number(_value(a) if self.value else _value(b), chosen)

    def condition(self, op: str, other: Number, swapped: bool = False) -> Number:
        """Return a comparison as a number, 1 where it holds and else 0, and not as a guard."""
        a, b = (other, self) if swapped else (self, other)
        return self._result(op, a, b)

    def _result(self, op: str, a: Number, b: Number) -> Number:
        builder = self.tape.builder
        found = builder.binary(op, _place(builder, a), _place(builder, b))
        return self._number(float(BINARY[op](_value(a), _value(b))), result(builder, found))

    def _number(self, value: float, symbol: Any) -> Number:
        """Return a result; a plain number where it depends on nothing."""
        return TrackedNumber(self.tape, value, symbol) if isinstance(symbol, Symbol) else value

    def __pow__(self, power: Number) -> Number:
        value = self.value ** _value(power)
        return self._number(value, self.symbol ** _symbol(self.tape.builder, power))

    def __rpow__(self, base: Number) -> Number:
        return self._number(_value(base) ** self.value, _value(base) ** self.symbol)

    def __neg__(self) -> Number:
        return self._number(-self.value, -self.symbol)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return self._number(abs(self.value), abs(self.symbol))

    def __round__(self, digits: int | None = None) -> Any:
        self.tape.end(self, "it is rounded")
        return round(self.value, digits)

    def rint(self) -> float:
        """Return the nearest whole number, which is fixed from here on."""
        self.tape.end(self, "it is rounded")
        return float(np.rint(self.value))


def _value(x: Number) -> float:
    return x.value if isinstance(x, TrackedNumber) else float(x)


def _symbol(builder: Builder, x: Number) -> Any:
    return x.symbol if isinstance(x, TrackedNumber) else float(x)


def _place(builder: Builder, x: Number) -> int:
    return x.symbol.number if isinstance(x, TrackedNumber) else builder.constant(float(x))


def _operator(op: str, python: Callable[..., Any], swapped: bool = False) -> Any:
    def apply(self: TrackedNumber, other: Number) -> Number:
        if not isinstance(other, (int, float, np.number, TrackedNumber)):
            return NotImplemented
        a, b = (other, self) if swapped else (self, other)
        builder = self.tape.builder
        value = python(_value(a), _value(b))
        found = builder.binary(op, _place(builder, a), _place(builder, b))
        return self._number(value, result(builder, found))

    return apply


def _comparison(op: str, python: Callable[..., bool]) -> Any:
    def apply(self: TrackedNumber, other: Number) -> Any:
        if not isinstance(other, (int, float, np.number, TrackedNumber)):
            return NotImplemented
        return self._compared(op, other, python(self.value, _value(other)))

    return apply


def _function(op: str) -> Any:
    def apply(self: TrackedNumber) -> Number:
        builder = self.tape.builder
        found = builder.unary(op, self.symbol.number)
        return self._number(float(UNARY[op](self.value)), result(builder, found))

    return apply


def _pair(op: str) -> Any:
    def apply(self: TrackedNumber, other: Number) -> Number:
        return self._result(op, self, other)

    return apply


def _install() -> None:
    """Give `TrackedNumber` Python's operators and the methods that NumPy's functions call."""
    for name, op in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div")):
        python = getattr(operator, name)
        setattr(TrackedNumber, f"__{name}__", _operator(op, python))
        setattr(TrackedNumber, f"__r{name}__", _operator(op, python, swapped=True))
    for name in ("lt", "le", "gt", "ge"):
        setattr(TrackedNumber, f"__{name}__", _comparison(name, getattr(operator, name)))
    for name in ("sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log"):
        setattr(TrackedNumber, name, _function(name))
    for name, op in (("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("sign", "sign")):
        setattr(TrackedNumber, name, _function(op))
    for name, op in (("arctan2", "atan2"), ("hypot", "hypot"), ("copysign", "copysign")):
        setattr(TrackedNumber, name, _pair(op))
    for name, op in (("maximum", "max"), ("minimum", "min")):
        setattr(TrackedNumber, name, _pair(op))


_install()


def value_numbers(values: Sequence[Any], builder: Builder) -> list[int]:
    """Return the places of numbers, tracked or plain, in the program of a builder."""
    return [_place(builder, x) for x in values]
