"""The grammar of expressions of model files, on that of arithmetic (`grammar`).

    power    = primary  [ ("^" | "**") signed ]
    primary  = ( number | name | call | "(" sum ")" ) [ "[" unit "]" ]
    call     = function "(" sum { "," sum } ")"
             | "if" "(" sum comparison sum "," sum "," sum ")"
             | reader "(" name { "," name } ")"

Steps are of `OPERATIONS`, or "value" (content: a `Value`), "name" (content: the name), "read"
(content: reader and its names), "unit" (content: factor and dimension) or "apply" (content: a
function of one number, such as a curve).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions.grammar import Arithmetic, Step
from sarrus.model.expressions.operations import COMPARISONS, CONSTANTS, FUNCTIONS
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.tokens import Token, number_of, plain_name, tokens
from sarrus.model.expressions.value import Value
from sarrus.model.quantity import QuantityError
from sarrus.model.units import in_si, si_unit, written_dimension


@dataclass
class Parser(Arithmetic):
    """Reads the tokens of one expression; `readers` are the names that may be called with names."""

    tokens: list[Token]
    readers: Collection[str]

    powers: ClassVar[tuple[str, ...]] = ("^", "**")

    def primary(self) -> int:
        """Read a number, name, call or bracket, and a unit after it."""
        word = self.take()
        if word.kind == "number":
            return self.number(word)
        if word.kind == "name":
            found = self.call(word) if self.next.text == "(" else self.name(word)
        elif word.text == "(":
            found = self.sum()
            self.need_end(word)
        else:
            self.place -= 1
            raise self.unexpected_token()
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
        self.need_end(opening)
        self.check_operands(word, f"'{word.text}'", len(operands), *FUNCTIONS[word.text])
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
        self.need_end(opening)
        return self.note("read", at=word.at, content=(word.text, tuple(names)))

    def unexpected_token(self) -> ExpressionError:
        """Return the error of a token that cannot stand there."""
        word = self.next
        if word.text in COMPARISONS:
            reason = "compares outside of the first operand of 'if'"
            return ExpressionError(reason, word.at, "write if(a < b, value, other value)")
        before = self.tokens[self.place - 1]
        if word.is_value and self.place and (before.is_value or before.text in ("]", ")")):
            reason = f"has no operator before '{word.text[:40]}'"
            action = "write * for a product, and units in square brackets: 5 [mm]"
            return ExpressionError(reason, word.at, action)
        return super().unexpected_token()


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
