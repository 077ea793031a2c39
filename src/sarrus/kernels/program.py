"""Straight-line programs: what a trace yields and what targets translate.

A program is a list of instructions in single-assignment form; instruction i defines value
i. Values are made through `Builder`, which shares equal subexpressions, folds constants
and moves signs outward so that a*b and (-a)*b are one product.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from sarrus.kernels.table import LOOK_UPS, ORDERS, Table
from sarrus.late_dataclass import dataclass

Instruction = tuple  # (operation, operand, ...): operands are value numbers, or see LEAVES

LEAVES = ("const", "input", "table")
"""Operations without operands: ("const", number), ("input", port, index), ("table", table)."""


@dataclass(frozen=True)
class Port:
    """A named array that enters or leaves a kernel, in row-major order."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Program:
    """Instructions with their inputs, and for every output the values that it holds."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    instructions: tuple[Instruction, ...]
    results: tuple[tuple[int, ...], ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How often each arithmetic operation occurs; a look-up in a table counts as one."""
        return dict(Counter(i[0] for i in self.instructions if i[0] not in LEAVES))

    @cached_property
    def result_uses(self) -> dict[int, int]:
        """How many numbers of the outputs each value is."""
        return dict(Counter(value for result in self.results for value in result))

    @property
    def structural_zeros(self) -> list[list[int]]:
        """For each output the numbers of it that are zero whatever the inputs."""
        zeros = {i for i, x in enumerate(self.instructions) if x == ("const", 0.0)}
        return [[k for k, value in enumerate(some) if value in zeros] for some in self.results]

    @property
    def operations(self) -> int:
        """Number of arithmetic operations."""
        return sum(self.counts.values())


UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda a: -a,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "not": lambda a: float(not a),
    "sign": lambda a: a if a != a else float((a > 0) - (a < 0)),
}
BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": math.pow,
    "atan2": math.atan2,
    "min": lambda a, b: math.nan if a != a or b != b else min(a, b),
    "max": lambda a, b: math.nan if a != a or b != b else max(a, b),
    "copysign": math.copysign,
    "mod": math.fmod,
    "hypot": math.hypot,
    "lt": lambda a, b: float(a < b),
    "le": lambda a, b: float(a <= b),
    "eq": lambda a, b: float(a == b),
    "ne": lambda a, b: float(a != b),
    "and": lambda a, b: float(bool(a) and bool(b)),
    "or": lambda a, b: float(bool(a) or bool(b)),
    "when": lambda a, b: b if a else 0.0,
}
COMMUTATIVE = frozenset({"add", "mul", "min", "max", "eq", "ne", "and", "or", "hypot"})


class Builder:
    """Makes values, each once."""

    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self._numbers: dict[Instruction, int] = {}
        self._constants: dict[float, int] = {}

    def constant(self, number: float) -> int:
        """Return the value of a number; -0.0 and 0.0 are the same."""
        known = self._constants.get(number)
        if known is None:
            known = self._constants[number] = self._value(("const", number + 0.0))
        return known

    def entry(self, port: int, index: int) -> int:
        """Return the value of one element of an input."""
        return self._value(("input", port, index))

    # Every operation of a trace comes through here: what one of these methods can see for itself
    # it does not ask another.

    def unary(self, op: str, a: int) -> int:
        """Return op(a), simplified."""
        instruction = self.instructions[a]
        if instruction[0] == "const":
            return self.constant(UNARY[op](instruction[1]))
        if op == "neg":
            return self._negative(a)
        if instruction[0] == "neg":
            if op == "cos":
                return self.unary("cos", instruction[1])
            if op == "sin":
                return self._negative(self.unary("sin", instruction[1]))
        return self._value((op, a))

    def binary(self, op: str, a: int, b: int) -> int:
        """Return op(a, b), simplified."""
        first, second = self.instructions[a], self.instructions[b]
        x = first[1] if first[0] == "const" else None
        y = second[1] if second[0] == "const" else None
        if x is not None and y is not None:
            return self.constant(BINARY[op](x, y))
        if op == "add":
            return self._sum(a, b, x, y)
        if op == "mul":
            return self._product(a, b, x, y)
        if op == "sub":
            return self._sum(a, self._negative(b), x, None if y is None else -y)
        if op == "div":
            return self._quotient(a, b, x, y)
        return self._value((op, min(a, b), max(a, b)) if op in COMMUTATIVE else (op, a, b))

    def plain_operation(self, op: str, operands: Sequence[int]) -> int:
        """Return an operation as it is, not simplified."""
        return self._value((op, *operands))

    def look_up(self, order: int, table: Table, a: int) -> int:
        """Return the derivative of an order of a table at a, the integral being of order -1."""
        if order not in LOOK_UPS:
            return self.constant(0.0)
        known = self.instructions[a][1] if self.instructions[a][0] == "const" else None
        if known is not None:
            return self.constant(float(table.value_in_piece(order, known, table.piece(known))))
        leaf = self._value(("table", table))
        return self._value((LOOK_UPS[order], leaf, a, self._value(("piece", leaf, a))))

    def find(self, op: str, table: Table, operands: Sequence[int]) -> int:
        """Return the feature that an operation of `FINDERS` finds in a table of them."""
        return self._value((op, self._value(("table", table)), *operands))

    def slope(self, i: int) -> int:
        """Return the derivative of the look-up i by its argument."""
        op, leaf, a, _ = self.instructions[i]
        return self.look_up(ORDERS[op] + 1, self.instructions[leaf][1], a)

    def _sum(self, a: int, b: int, x: float | None, y: float | None) -> int:
        if x == 0.0:
            return b
        if y == 0.0:
            return a
        first, second = self.instructions[a], self.instructions[b]
        if first[0] == "neg":
            if second[0] == "neg":
                return self._negative(self.binary("add", first[1], second[1]))
            a, b, second = b, a, first
        if second[0] == "neg":
            minus = second[1]
            return self.constant(0.0) if minus == a else self._value(("sub", a, minus))
        return self._value(("add", a, b) if a < b else ("add", b, a))

    def _product(self, a: int, b: int, x: float | None, y: float | None) -> int:
        if x is not None:
            a, b, x, y = b, a, y, x
        if y is not None:
            if y == 0.0:
                return b
            if y == 1.0:
                return a
            if y < 0.0:
                return self._negative(self.binary("mul", a, self.constant(-y)))
        first, second = self.instructions[a], self.instructions[b]
        if first[0] == "neg":
            return self._negative(self.binary("mul", first[1], b))
        if second[0] == "neg":
            return self._negative(self.binary("mul", a, second[1]))
        return self._value(("mul", a, b) if a < b else ("mul", b, a))

    def _quotient(self, a: int, b: int, x: float | None, y: float | None) -> int:
        if x == 0.0:
            return a
        if y == 1.0:
            return a
        first, second = self.instructions[a], self.instructions[b]
        if first[0] == "neg":
            return self._negative(self.binary("div", first[1], b))
        if second[0] == "neg":
            return self._negative(self.binary("div", a, second[1]))
        if y is None and x != 1.0:
            # one reciprocal serves all quotients by b
            return self.binary("mul", a, self.binary("div", self.constant(1.0), b))
        return self._value(("div", a, b))

    def _negative(self, a: int) -> int:
        instruction = self.instructions[a]
        op = instruction[0]
        if op == "const":
            return self.constant(-instruction[1])
        if op == "neg":
            return int(instruction[1])
        if op == "sub":
            return self._value(("sub", instruction[2], instruction[1]))
        return self._value(("neg", a))

    def _value(self, instruction: Instruction) -> int:
        new = len(self.instructions)
        number = self._numbers.setdefault(instruction, new)
        if number == new:
            self.instructions.append(instruction)
        return number


def needed_program(
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    instructions: Sequence[Instruction],
    results: Sequence[Sequence[int]],
) -> Program:
    """Return the program without the values that no output needs."""
    needed = bytearray(len(instructions))
    for result in results:
        for value in result:
            needed[value] = 1
    for i in range(len(instructions) - 1, -1, -1):
        if needed[i] and instructions[i][0] not in LEAVES:
            for a in instructions[i][1:]:
                needed[a] = 1
    renamed = [-1] * len(instructions)
    kept: list[Instruction] = []
    for i, instruction in enumerate(instructions):
        if not needed[i]:
            continue
        renamed[i] = len(kept)
        if instruction[0] not in LEAVES:
            instruction = (instruction[0], *[renamed[a] for a in instruction[1:]])
        kept.append(instruction)
    return Program(
        tuple(inputs),
        tuple(outputs),
        tuple(kept),
        tuple(tuple(renamed[value] for value in result) for result in results),
    )
