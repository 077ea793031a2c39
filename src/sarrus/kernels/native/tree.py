"""Native functions as trees with kinds, checked, which targets lower.

A tree says what is computed, statement by statement, and nothing about how: no register, no
label, no address. Loops and branches are structured, so that targets without jumps can lower them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from sarrus.late_dataclass import dataclass

FLOAT, INT, BOOL, NONE = "float", "int", "bool", "none"
FLOATS, INTS, POINTERS, CODE = "floats", "ints", "pointers", "code"
NUMBERS = (FLOAT, INT)
ELEMENT = {FLOATS: FLOAT, INTS: INT, POINTERS: FLOATS}
"""What the entries of arrays are; what an address leads to is an array of floats."""

Function = Callable[..., Any]


KERNEL = "kernel"
"""A field that holds a kernel with its arrays, in four parts."""
PARTS = {"code": CODE, "ins": POINTERS, "outs": POINTERS, "work": FLOATS}
WORDS: dict[Any, int] = {KERNEL: len(PARTS)}


@dataclass(frozen=True)
class RecordKind:
    """The kind of a record: its fields by name, each a word of 8 bytes or, of a kernel, four.

    The parts of a kernel are fields too: "slope.code", "slope.ins", "slope.outs", "slope.work".
    """

    name: str
    fields: tuple[tuple[str, str | RecordKind], ...]

    def __str__(self) -> str:
        return self.name

    def kind_of(self, name: str) -> str | RecordKind | None:
        """Return the kind of a field, None if there is none."""
        return dict(self.fields).get(name)

    def offset(self, name: str) -> int:
        """Return where a field begins, in words."""
        whole, _, part = name.partition(".")
        names = [field_name for field_name, _ in self.fields]
        before = self.fields[: names.index(whole)]
        words = sum(WORDS.get(kind, 1) for _, kind in before)
        return words + (list(PARTS).index(part) if part else 0)


Kind = str | RecordKind
Result = Kind | tuple[str, ...]
"""What a function returns: one value, or several."""


@dataclass(frozen=True)
class Expression:
    """A value of a kind."""

    kind: Kind


@dataclass(frozen=True)
class Number(Expression):
    """A constant: a float, an int or a bool."""

    value: float | int | bool


@dataclass(frozen=True)
class Variable(Expression):
    """A variable or argument."""

    name: str


@dataclass(frozen=True)
class Operation(Expression):
    """An operation of numbers: one of OPERATIONS, all operands evaluated in order.

    loose: a product and its sum may be rounded once instead of twice.
    """

    op: str
    operands: tuple[Expression, ...]
    loose: bool = False


@dataclass(frozen=True)
class Element(Expression):
    """An entry of an array."""

    array: Expression
    index: Expression


@dataclass(frozen=True)
class Field(Expression):
    """A field of a record."""

    record: Expression
    name: str


@dataclass(frozen=True)
class From(Expression):
    """An array from an entry on."""

    array: Expression
    index: Expression


@dataclass(frozen=True)
class Call(Expression):
    """A call of another native function that returns one value, or nothing."""

    function: Function
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Library(Expression):
    """A call of a function of the C library, of floats."""

    name: str
    arguments: tuple[Expression, ...]


OPERATIONS = {
    FLOAT: {
        "add", "sub", "mul", "div", "neg", "abs", "sqrt", "floor", "copysign", "fma",
        "min", "max", "choose", "float", "number",
    },
    INT: {
        "add", "sub", "mul", "div", "mod", "neg", "and", "or", "xor", "shl", "shr",
        "min", "max", "choose", "int", "bits",
    },
    BOOL: {"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "choose", "nonzero"},
}  # fmt: skip
"""By the kind of the result. `fma(a, b, c)` is a b + c rounded once where the processor can, else
twice; `choose(test, a, b)`; `float` and `int` convert, `int` towards zero; `bits` and `number`
exchange a float and the integer with the same 64 bits; `shr` shifts zeros in; `min` and `max` are
Python's: the first, unless the second is beyond it; integers wrap around."""


@dataclass(frozen=True)
class Statement:
    """Something that is done."""


@dataclass(frozen=True)
class Assign(Statement):
    """Give a variable a value."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Unpack(Statement):
    """Give variables the results of a function that returns several; None takes no name."""

    names: tuple[str, ...]
    call: Call


@dataclass(frozen=True)
class Store(Statement):
    """Write an entry of an array or a field of a record."""

    place: Element | Field
    value: Expression


@dataclass(frozen=True)
class Update(Statement):
    """Change an entry or a field by an operation; its place is evaluated once."""

    place: Element | Field
    op: str
    value: Expression
    loose: bool = False


@dataclass(frozen=True)
class Copy(Statement):
    """Copy entries of an array; source and target may overlap."""

    target: Expression
    source: Expression
    count: Expression


@dataclass(frozen=True)
class Run(Statement):
    """Evaluate a kernel: code, inputs, outputs, work."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Do(Statement):
    """Call a function for what it does."""

    call: Expression


@dataclass(frozen=True)
class If(Statement):
    """Do one of two things."""

    test: Expression
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


@dataclass(frozen=True)
class While(Statement):
    """Repeat as long as a test holds; None: until a break or return."""

    test: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class For(Statement):
    """Repeat for a variable from first to last - 1, which are evaluated once."""

    name: str
    first: Expression
    last: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Break(Statement):
    """Leave the innermost loop."""


@dataclass(frozen=True)
class Return(Statement):
    """End the function with its results: none, one, or several."""

    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Tree:
    """A native function: arguments by name, result, statements, and the kinds of all variables.

    exact: every operation is rounded, so that the same function gives the same bits everywhere.
    """

    function: Function
    arguments: dict[str, Kind]
    result: Result
    body: tuple[Statement, ...]
    kinds: dict[str, Kind]
    exact: bool
    called: tuple[Function, ...] = field(default=())

    @property
    def symbol(self) -> str:
        """The name of the function and of its module."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


class Untranslatable(TypeError):
    """A native function that uses what cannot be compiled."""
