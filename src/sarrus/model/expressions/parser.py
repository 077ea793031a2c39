"""The grammar of expressions.

    sum      = product  { ("+" | "-") product }
    product  = signed   { ("*" | "/") signed }
    signed   = { "+" | "-" } power
    power    = primary  [ ("^" | "**") signed ]
    primary  = ( number | name | call | "(" sum ")" ) [ "[" unit "]" ]
    call     = function "(" sum { "," sum } ")"
             | "if" "(" sum comparison sum "," sum "," sum ")"
             | reader "(" name { "," name } ")"

The parser writes down steps, each of which uses earlier ones; a long sum is a long list, not a
deep tree.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from typing import Any, NamedTuple

from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions.operations import COMPARISONS, CONSTANTS, FUNCTIONS
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.tokens import Token, number_of, plain_name, tokens
from sarrus.model.expressions.value import Value
from sarrus.model.quantity import QuantityError
from sarrus.model.units import in_si, si_unit, written_dimension

MOST_LEVELS = 100

SUM = {"+": "add", "-": "sub"}
PRODUCT = {"*": "mul", "/": "div"}


class Step(NamedTuple):
    """An operation on the results of earlier steps.

    operation: of `OPERATIONS`, or "value" (content: a `Value`), "name" (content: the name),
    "read" (content: reader and its names), "unit" (content: factor and dimension) or "apply"
    (content: a function of one number, such as a curve).
    """

    operation: str
    operands: tuple[int, ...]
    at: int
    content: Any = None


@dataclass
class Parser:
    """Reads the words of one expression; `readers` are the names that may be called with names."""

    words: list[Token]
    readers: Collection[str]
    place: int = 0
    level: int = 0
    steps: list[Step] = field(default_factory=list)

    def whole(self) -> tuple[Step, ...]:
        """Return the steps of the whole expression."""
        if self.next.kind == "end":
            raise ExpressionError("is empty", 0, "write a number or an expression")
        self.sum()
        if self.next.kind != "end":
            raise self.unexpected_word()
        return tuple(self.steps)

    @property
    def next(self) -> Token:
        """The word that comes next."""
        return self.words[self.place]

    def take(self) -> Token:
        """Return the next word and go on."""
        self.place += 1
        return self.words[self.place - 1]

    def note(self, operation: str, *operands: int, at: int, content: Any = None) -> int:
        """Write down a step and return its place."""
        self.steps.append(Step(operation, operands, at, content))
        return len(self.steps) - 1

    def sum(self) -> int:
        """Read a sum."""
        self.level += 1
        if self.level > MOST_LEVELS:
            raise ExpressionError(f"is nested deeper than {MOST_LEVELS} levels", self.next.at)
        left = self.product()
        while self.next.text in SUM:
            sign = self.take()
            left = self.note(SUM[sign.text], left, self.product(), at=sign.at)
        self.level -= 1
        return left

    def product(self) -> int:
        """Read a product."""
        left = self.signed_power()
        while self.next.text in PRODUCT:
            sign = self.take()
            left = self.note(PRODUCT[sign.text], left, self.signed_power(), at=sign.at)
        return left

    def signed_power(self) -> int:
        """Read a power with signs before it: -2^2 is -4."""
        signs = []
        while self.next.text in SUM:
            signs.append(self.take())
        found = self.power()
        for sign in reversed(signs):
            if sign.text == "-":
                found = self.note("neg", found, at=sign.at)
        return found

    def power(self) -> int:
        """Read a power; 2^3^2 is 2^9."""
        base = self.primary()
        if self.next.text not in ("^", "**"):
            return base
        sign = self.take()
        self.level += 1
        if self.level > MOST_LEVELS:
            raise ExpressionError(f"has more than {MOST_LEVELS} powers of powers", sign.at)
        found = self.note("pow", base, self.signed_power(), at=sign.at)
        self.level -= 1
        return found

    def primary(self) -> int:
        """Read a number, name, call or bracket, and a unit after it."""
        word = self.take()
        if word.kind == "number":
            return self.number(word)
        if word.kind == "name":
            found = self.call(word) if self.next.text == "(" else self.name(word)
        elif word.text == "(":
            found = self.sum()
            self.need(")", word)
        else:
            self.place -= 1
            raise self.unexpected_word()
        if self.next.kind == "unit":
            unit = self.take()
            found = self.note("unit", found, at=unit.at, content=_unit(unit))
        return found

    def number(self, word: Token) -> int:
        """Read a number; one with a unit is exact to the last digit."""
        value = Value(number_of(word))
        if self.next.kind == "unit":
            value = _quantity(word, self.take())
        return self.note("value", at=word.at, content=value)

    def name(self, word: Token) -> int:
        """Read a constant or a name."""
        if word.text in CONSTANTS:
            return self.note("value", at=word.at, content=Value(CONSTANTS[word.text]))
        if word.text in FUNCTIONS:
            reason = f"has the function '{word.text}' without its operands"
            raise ExpressionError(reason, word.at, f"write {word.text}(...)")
        return self.note("name", at=word.at, content=plain_name(word.text))

    def call(self, word: Token) -> int:
        """Read a call of a function or of a reader."""
        opening = self.take()
        if word.text in self.readers:
            return self.reading(word, opening)
        if word.text not in FUNCTIONS:
            action = nearest(word.text, [*FUNCTIONS, *self.readers])
            raise ExpressionError(f"has the unknown function '{word.text}'", word.at, action)
        operands = [self.condition(word) if word.text == "if" else self.sum()]
        while self.next.text == ",":
            self.take()
            operands.append(self.sum())
        self.need(")", opening)
        least, most = FUNCTIONS[word.text]
        if not least <= len(operands) <= most:
            count = str(least) if least == most else f"{least} to {most}"
            reason = f"gives {len(operands)} operands to '{word.text}', which has {count}"
            raise ExpressionError(reason, word.at)
        return self.note(word.text, *operands, at=word.at)

    def condition(self, word: Token) -> int:
        """Read the comparison that an `if` starts with."""
        left = self.sum()
        sign = self.take()
        if sign.text not in COMPARISONS:
            reason = "has an 'if' that does not start with a comparison"
            raise ExpressionError(reason, word.at, "write if(a < b, value, other value)")
        return self.note(COMPARISONS[sign.text], left, self.sum(), at=sign.at)

    def reading(self, word: Token, opening: Token) -> int:
        """Read a call such as position(tip, x)."""
        names = []
        while True:
            name = self.take()
            if name.kind != "name":
                reason = f"has '{word.text}' without the names that it reads"
                raise ExpressionError(reason, name.at, f"write {word.text}(name, ...)")
            names.append(plain_name(name.text))
            if self.next.text != ",":
                break
            self.take()
        self.need(")", opening)
        return self.note("read", at=word.at, content=(word.text, tuple(names)))

    def need(self, text: str, opening: Token) -> None:
        """Pass the end of a bracket."""
        if self.next.text == text:
            self.take()
        elif self.next.kind == "end":
            raise ExpressionError("has a bracket that is not closed", opening.at)
        else:
            raise self.unexpected_word()

    def unexpected_word(self) -> ExpressionError:
        """Return the error of a word that cannot stand there."""
        word = self.next
        if word.kind == "end":
            return ExpressionError("ends where a value is expected", word.at)
        if word.text in COMPARISONS:
            reason = "compares outside of the first operand of 'if'"
            return ExpressionError(reason, word.at, "write if(a < b, value, other value)")
        before = self.words[self.place - 1]
        if word.is_value and self.place and (before.is_value or before.text in ("]", ")")):
            reason = f"has no operator before '{word.text[:40]}'"
            action = "write * for a product, and units in square brackets: 5 [mm]"
            return ExpressionError(reason, word.at, action)
        return ExpressionError(f"has '{word.text[:40]}' where it makes no sense", word.at)


def steps_of(text: str, readers: Collection[str]) -> tuple[Step, ...]:
    """Return the steps of an expression, or raise `ExpressionError`."""
    return Parser(tokens(text), readers).whole()


def _quantity(number: Token, unit: Token) -> Value:
    """Return the value of a number with a unit."""
    _, dimension = _unit(unit)
    try:
        return Value(in_si(number.text, unit.text[1:-1].strip()), dimension)
    except QuantityError as error:
        raise ExpressionError(error.reason, number.at, error.action, error.code) from None


def _unit(word: Token) -> tuple[float, Any]:
    """Return factor and dimension of a unit in square brackets."""
    text = word.text[1:-1].strip()
    try:
        return si_unit(text)[0], written_dimension(text)
    except QuantityError as error:
        raise ExpressionError(error.reason, word.at, error.action, error.code) from None
