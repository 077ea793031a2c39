"""The grammar of function expressions, on that of arithmetic.

    primary  = number | name | call | "(" sum ")"
    call     = name "(" [ sum { ("," | ":") sum } ] ")"

Names may be in small letters; a number with a D after it is in degrees. Steps are of arithmetic, or
"number" (content: the value), "name" (content: TIME or MODE), "call" (content: the function);
nothing is ever given to Python to run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions import ExpressionError
from sarrus.model.expressions.grammar import Arithmetic, Step

LONGEST = 20_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+|[dD][+-]?[0-9]+)?)"
    r"(?P<degrees>[dD](?![A-Za-z0-9_]))?"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>\*\s*\*|[-+*/(),:]))",
    re.ASCII,
)

CONSTANTS = {"PI": math.pi, "RTOD": 180.0 / math.pi, "DTOR": math.pi / 180.0}
VARIABLES = ("TIME", "MODE")


class Token(NamedTuple):
    """A token of an expression: its kind, text and place."""

    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class Expression:
    """A function expression as steps; the last one is its value."""

    text: str
    steps: tuple[Step, ...]

    def integer(self, place: int) -> int | None:
        """Return a step that is a whole number as it is written, such as that of a marker."""
        step = self.steps[place]
        if step.operation == "number" and float(step.content).is_integer():
            return int(step.content) if 0 <= step.content < 1e9 else None
        return None


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of an expression, the last one of kind "end"."""
    if len(text) > LONGEST:
        raise ExpressionError(f"has {len(text)} characters; at most {LONGEST} are read", 0)
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            shown = text[at:].lstrip()[:1]
            raise ExpressionError(f"has {shown!r}, which no expression has", at)
        kind = "degrees" if match["degrees"] else str(match.lastgroup)
        whole = match["number"] if kind == "degrees" else match[kind]
        start = match.start("number") if kind == "degrees" else match.start(kind)
        found.append(Token(kind, re.sub(r"\s", "", whole), start))
        at = match.end()
    return [*found, Token("end", "", end)]


@dataclass
class Parser(Arithmetic):
    """Reads the tokens of one expression; functions: the names that may be called."""

    tokens: list[Token]
    functions: Mapping[str, tuple[int, int]]
    refused: Mapping[str, str]

    def primary(self) -> int:
        """Read a number, a name, a call or a bracket."""
        word = self.take()
        if word.kind in ("number", "degrees"):
            value = float(word.text.replace("d", "e").replace("D", "e"))
            if not abs(value) < 1e300:
                reason = "has a number too large for double precision"
                raise ExpressionError(reason, word.at, code="M24")
            if word.kind == "degrees":
                value *= math.pi / 180.0
            return self.note("number", at=word.at, content=value)
        if word.kind == "name":
            return self.call(word) if self.next.text == "(" else self.name(word)
        if word.text == "(":
            found = self.sum()
            self.need_end(word)
            return found
        self.place -= 1
        raise self.unexpected_token()

    def name(self, word: Token) -> int:
        """Read a constant or a variable."""
        name = word.text.upper()
        if name in CONSTANTS:
            return self.note("number", at=word.at, content=CONSTANTS[name])
        if name in VARIABLES:
            return self.note("name", at=word.at, content=name)
        known = [*CONSTANTS, *VARIABLES]
        reason = f"has the unknown name '{word.text[:40]}'"
        action = nearest(name, known)
        if name in self.functions or name in self.refused:
            reason = f"has the function {name} without its operands"
            action = f"write {name}(...)"
        raise ExpressionError(reason, word.at, action, "M09")

    def call(self, word: Token) -> int:
        """Read a call of a function."""
        name, opening = word.text.upper(), self.take()
        operands = []
        if self.next.text != ")":
            operands.append(self.sum())
            while self.next.text in (",", ":"):
                if (self.next.text == ":") != (name == "IF" and len(operands) == 1):
                    break
                self.take()
                operands.append(self.sum())
        self.need_end(opening)
        if name in self.refused:
            raise ExpressionError(f"has {name}: {self.refused[name]}", word.at, code="F24")
        if name not in self.functions:
            reason = f"has the unknown function '{word.text[:40]}'"
            raise ExpressionError(reason, word.at, nearest(name, list(self.functions)), "M09")
        self.check_operands(word, name, len(operands), *self.functions[name])
        return self.note("call", *operands, at=word.at, content=name)

    def unexpected_token(self) -> ExpressionError:
        """Return the error of a token that cannot stand there."""
        word = self.next
        before = self.tokens[self.place - 1] if self.place else None
        value = word.kind not in ("sign", "end") or word.text == "("
        if value and before is not None and (before.kind != "sign" or before.text == ")"):
            return ExpressionError(f"has no operator before '{word.text[:40]}'", word.at)
        return super().unexpected_token()


def parse_expression(
    text: str, functions: Mapping[str, tuple[int, int]], refused: Mapping[str, str]
) -> Expression:
    """Return the steps of a function expression, or raise `ExpressionError`.

    functions: how many operands each may have, from least to most; refused: known functions that
    are not held, and why.
    """
    return Expression(text, Parser(tokens_of(text), functions, refused).whole())
