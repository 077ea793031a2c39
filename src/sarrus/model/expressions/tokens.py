"""From the characters of an expression to its tokens."""

from __future__ import annotations

import math
import re

from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.problems import ExpressionError

LONGEST = 10_000
EXACT_DIGITS = 15
"""Integers of so many digits are exact as float, too."""

_PART = r"(?:[^\W\d]\w*|`[^`\n]+`)"
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    rf"|(?P<name>{_PART}(?:\.{_PART})*(?:@{_PART}(?:\.{_PART})*)?)"
    r"|(?P<unit>\[[^\[\]]*\])"
    r"|(?P<sign>\*\*|<=|>=|[-+*/^(),<>])"
)
_SPACE = re.compile(r"\s*")
_GLUED = re.compile(r"[\w.:]+")
_INSTEAD = {
    "=": "compare with <, <=, > or >=",
    "!": "compare with <, <=, > or >=",
    "&": "put one if(...) into another",
    "|": "put one if(...) into another, and take abs(...) for an absolute value",
    "%": "divide by 100",
    "'": "write names without quotes",
    '"': "write names without quotes",
    "{": "write (...) for brackets",
    "[": "close the bracket of the unit",
    "\N{MINUS SIGN}": "write -",
    "\N{MIDDLE DOT}": "write *",
    "\N{MULTIPLICATION SIGN}": "write *",
}


@dataclass(frozen=True)
class Token:
    """A word: its kind ("number", "name", "unit", "sign" or "end"), text and position."""

    kind: str
    text: str
    at: int

    @property
    def is_value(self) -> bool:
        """Whether a value starts with this word."""
        return self.kind in ("number", "name") or self.text == "("


def tokens(text: str) -> list[Token]:
    """Return the tokens of an expression, the last one of kind "end"."""
    if len(text) > LONGEST:
        raise ExpressionError(f"has {len(text)} characters; at most {LONGEST} are read", 0)
    found = []
    at = _after_space(text, 0)
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            action = _INSTEAD.get(text[at], "")
            raise ExpressionError(f"has {text[at]!r}, which no expression has", at, action)
        token = Token(str(match.lastgroup), match[0], at)
        if token.kind == "number":
            _check_number(token, text)
        found.append(token)
        at = _after_space(text, match.end())
    return [*found, Token("end", "", len(text))]


def number_of(token: Token) -> int | float:
    """Return the value of a number; short integers are exact."""
    if token.text.isdigit() and len(token.text) <= EXACT_DIGITS:
        return int(token.text)
    value = float(token.text)
    if math.isinf(value):
        raise ExpressionError("has a number too large for double precision", token.at, code="M04")
    if abs(value) < 1e-300 and re.search("[1-9]", re.split("[eE]", token.text)[0]):
        reason = "has a number that is not zero but below 1e-300"
        raise ExpressionError(reason, token.at, "write 0 if zero is meant", "M04")
    return value


def plain_name(text: str) -> str:
    """Return a name without the backquotes that may stand around its parts."""
    return text.replace("`", "")


def _check_number(token: Token, text: str) -> None:
    """Refuse numbers that other formats read differently, and letters that touch a number."""
    glued = _GLUED.match(text, token.at + len(token.text))
    literal = token.text + (glued[0] if glued else "")
    shown = literal if len(literal) <= 40 else literal[:37] + "..."
    if re.match("0[0-9]", token.text):
        action = f"write {float(token.text):g}"
        raise ExpressionError(f"has {shown}, which starts with 0", token.at, action, "M25")
    if glued is None:
        return
    if re.match("0[xXbBoO]", literal) or re.fullmatch(r"[0-9][0-9_:.]*", literal):
        reason = f"has {shown}, which is not a decimal number"
        digits = literal.replace("_", "")
        action = f"write {digits if digits.isdigit() else 'a number such as 0.001'}"
        raise ExpressionError(reason, token.at, action, "M25")
    action = f"write {token.text} [{glued[0]}] for a unit, {token.text}*{glued[0]} for a product"
    raise ExpressionError(f"has {shown}, a number and a name in one", token.at, action)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
