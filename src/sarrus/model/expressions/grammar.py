"""The grammar of arithmetic that languages of expressions share.

    sum      = product  { ("+" | "-") product }
    product  = signed   { ("*" | "/") signed }
    signed   = { "+" | "-" } power
    power    = primary  [ "**" signed ]

A language adds its words, what a primary is, and further signs of powers. The parser writes down
steps, each of which uses earlier ones; a long sum is a long list, not a deep tree.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, NamedTuple, Protocol

from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.problems import ExpressionError

MOST_LEVELS = 100

SUM = {"+": "add", "-": "sub"}
PRODUCT = {"*": "mul", "/": "div"}


class Token(Protocol):
    """A token of an expression: its kind, "end" behind the last one, its text and place."""

    @property
    def kind(self) -> str:
        """What it is."""
        ...

    @property
    def text(self) -> str:
        """How it is written."""
        ...

    @property
    def at(self) -> int:
        """Where it begins."""
        ...


class Step(NamedTuple):
    """An operation on the results of earlier steps; content: what it has besides."""

    operation: str
    operands: tuple[int, ...]
    at: int
    content: Any = None


@dataclass
class Arithmetic:
    """Reads the tokens of one expression."""

    tokens: list[Any]
    place: int = field(default=0, kw_only=True)
    level: int = field(default=0, kw_only=True)
    steps: list[Step] = field(default_factory=list, kw_only=True)

    powers: ClassVar[tuple[str, ...]] = ("**",)

    def primary(self) -> int:
        """Read what stands between operators."""
        raise self.unexpected_token()

    def unexpected_token(self) -> ExpressionError:
        """Return the error of a token that cannot stand there."""
        word = self.next
        if word.kind == "end":
            return ExpressionError("ends where a value is expected", word.at)
        return ExpressionError(f"has '{word.text[:40]}' where it makes no sense", word.at)

    def whole(self) -> tuple[Step, ...]:
        """Return the steps of the whole expression."""
        if self.next.kind == "end":
            raise ExpressionError("is empty", 0, "write a number or an expression")
        self.sum()
        if self.next.kind != "end":
            raise self.unexpected_token()
        return tuple(self.steps)

    @property
    def next(self) -> Any:
        """The token that comes next."""
        return self.tokens[self.place]

    def take(self) -> Any:
        """Return the next token and go on."""
        self.place += 1
        return self.tokens[self.place - 1]

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
        """Read a power with signs before it: -2**2 is -4."""
        signs = []
        while self.next.text in SUM:
            signs.append(self.take())
        found = self.power()
        for sign in reversed(signs):
            if sign.text == "-":
                found = self.note("neg", found, at=sign.at)
        return found

    def power(self) -> int:
        """Read a power; 2**3**2 is 2**9."""
        base = self.primary()
        if self.next.text not in self.powers:
            return base
        sign = self.take()
        self.level += 1
        if self.level > MOST_LEVELS:
            raise ExpressionError(f"has more than {MOST_LEVELS} powers of powers", sign.at)
        found = self.note("pow", base, self.signed_power(), at=sign.at)
        self.level -= 1
        return found

    def need_end(self, opening: Token) -> None:
        """Pass the end of a bracket."""
        if self.next.text == ")":
            self.take()
        elif self.next.kind == "end":
            raise ExpressionError("has a bracket that is not closed", opening.at)
        else:
            raise self.unexpected_token()

    def check_operands(self, word: Token, name: str, count: int, least: int, most: int) -> None:
        """Refuse a call with too few or too many operands."""
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            reason = f"gives {count} operands to {name}, which has {wanted}"
            raise ExpressionError(reason, word.at)
