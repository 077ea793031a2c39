"""The grammar of objectives and constraints.

    objective   = [ "minimize" | "maximize" ] value
    value       = quantity | sum of brackets that hold quantities, names and numbers
    quantity    = word expression | expression "at" time
    word        = max | min | max abs | mean | rms | range | integral | final | initial
    constraint  = side comparison side [ comparison side ] [ "at" time ]
    comparison  = "<=" | ">=" | "<" | ">" | "=" | "=="
    side        = quantity | expression

Expressions are those of model files, of channels, of the time t, of constants and of what is
varied; a number may have its unit without brackets: 0.3 m. A side without a word holds at all
times. Positions in the text are kept, for errors at the column.
"""

from __future__ import annotations

import re

from sarrus.design.objectives.reductions import ALSO, WORDS, Reduction, at_time
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions.expression import Expression, Scope, parse_expression
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.quantity import QuantityError
from sarrus.model.units import si_unit

_WORD = re.compile(r"\s*(max\s+abs(?=[\s(])|[a-z]+)(?=[\s(])")
_GOAL = re.compile(r"\s*(minimize|maximize)(?=[\s(])")
_AT = re.compile(r"(?<![\w.@`])at(?![\w.@`(])")
_COMPARISON = re.compile(r"<=|>=|==|=|<|>")
_NUMBER = re.compile(r"(?<![\w.`@])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_PART = r"[^\W\d_]+(?:\^-?\d+)?"
_UNIT = re.compile(rf"\s*({_PART}(?:(?:\s*[*/]\s*|\s+){_PART})*)")
_NAME = "_{}"
"""The names of quantities in the expression around them, shorter than any bracket of one."""


@dataclass(frozen=True)
class Quantity:
    """A reduction of an expression over time; at: where it begins in the text."""

    reduction: Reduction
    expression: Expression
    at: int


@dataclass(frozen=True)
class Value:
    """A text as it is understood: an expression of quantities, by their names in it.

    maximize: whether the largest is wanted.
    """

    text: str
    outer: Expression
    quantities: dict[str, Quantity]
    maximize: bool = False


@dataclass(frozen=True)
class Comparison:
    """left <= right, or left = right; at: the time [s] at which it holds, where that is said."""

    text: str
    left: Value
    right: Value
    equal: bool
    at: float | None = None


def parse_objective(text: str, scope: Scope | None = None) -> Value:
    """Return what an objective says; raises `ExpressionError` with the position."""
    if not text.strip():
        raise ExpressionError("is empty", 0, "write, for instance, max abs A.effort")
    found = _COMPARISON.search(text)
    if found is not None and not _inside_call(text, found.start()):
        rule, action = f"has '{found[0]}', which makes it a constraint", "list it in constraints"
        raise ExpressionError(rule, found.start(), action)
    goal = _GOAL.match(text)
    if goal is None:
        return parse_value(text, scope or {})
    inner = parse_value(_blank(text, goal.end(), len(text)), scope or {})
    return Value(inner.text, inner.outer, inner.quantities, goal[1] == "maximize")


def parse_constraint(text: str, scope: Scope | None = None) -> list[Comparison]:
    """Return the comparisons of a constraint; raises `ExpressionError` with the position."""
    known = scope or {}
    signs = [m for m in _COMPARISON.finditer(text) if not _inside_call(text, m.start())]
    if not signs:
        action = "write, for instance, B.angle <= 60 deg"
        raise ExpressionError("has no comparison <=, >= or =", 0, action)
    if len(signs) > 2 or (len(signs) == 2 and any("=" in s[0] and len(s[0]) != 2 for s in signs)):
        raise ExpressionError("compares more than a lower and an upper limit", signs[-1].start())
    end, moment = len(text), None
    if not any(_depth(text, m.start()) == 0 for m in _AT.finditer(text[: signs[-1].start()])):
        # at the end, it is of both sides; before a comparison, of the side that it stands in
        end, moment = _moment(_blank(text, signs[-1].end(), len(text)), known)
    edges = [-1, *(s.start() for s in signs), end]
    ends = [0, *(s.end() for s in signs)]
    parts = [_blank(text, begin, stop) for begin, stop in zip(ends, edges[1:], strict=True)]
    sides = [parse_value(part, known) for part in parts]
    found = []
    for k, sign in enumerate(signs):
        left, right = sides[k], sides[k + 1]
        if sign[0].startswith(">"):
            left, right = right, left
        found.append(Comparison(text.strip(), left, right, sign[0] in ("=", "=="), moment))
    return found


def parse_value(text: str, scope: Scope) -> Value:
    """Return an expression of quantities; positions are those of the text."""
    whole = _quantity(text, 0, scope)
    name = _NAME.format(0)
    if whole is not None:
        return Value(text.strip(), parse_expression(name), {name: whole})
    quantities: dict[str, Quantity] = {}
    left = text
    for opening in [k for k, c in enumerate(text) if c == "("]:
        closing = _closing_bracket(text, opening)
        if closing is None or left[opening] != "(":
            continue
        inner = _blank(text, opening + 1, closing)
        found = _quantity(inner, opening, scope)
        if found is not None:
            name = _NAME.format(len(quantities))
            quantities[name] = found
            left = left[:opening] + name.ljust(closing + 1 - opening) + left[closing + 1 :]
    return Value(text.strip(), _parse(left), quantities)


def _quantity(text: str, opening: int, scope: Scope) -> Quantity | None:
    """Return the reduction that a text is; None if it is none.

    opening: where the bracket of the text stands, for a function max(a, b).
    """
    end, moment = _moment(text, scope)
    if moment is not None:
        inner = _blank(text, 0, end)
        word = _word(inner)
        if word is not None:
            rule = f"takes '{word[0]}' of one instant"
            raise ExpressionError(rule, word[1], "leave out the word, or 'at'")
        return Quantity(at_time(moment), _parse(inner), _first(inner))
    word = _word(text)
    if word is None:
        return None
    inner = _blank(text, word[2], len(text))
    if not inner.strip():
        rule = f"has '{word[0]}' without a quantity after it"
        raise ExpressionError(rule, word[1], f"write {word[0]} A.effort, for instance")
    return Quantity(WORDS[word[0]], _parse(inner), word[1])


def _word(text: str) -> tuple[str, int, int] | None:
    """Return the word that a text begins with, where it begins and where it ends."""
    found = _WORD.match(text)
    if found is None:
        return None
    word = re.sub(r"\s+", " ", found[1])
    rest = text[found.end() :]
    if word in ("max", "min") and rest.startswith("(") and _is_call(rest):
        return None  # the function max(a, b)
    if word in WORDS or word in ALSO:
        return ALSO.get(word, word), found.start(1), found.end()
    if rest.startswith("(") or not rest.strip() or rest.lstrip()[:1] in "+-*/^":
        return None  # a function, or a name in a sum
    hint = nearest(word, [*WORDS, *ALSO])
    raise ExpressionError(f"begins with '{word}', which is no word for it", found.start(1), hint)


def _is_call(rest: str) -> bool:
    """Whether a bracket holds several operands, as that of a function does."""
    closing = _closing_bracket(rest, 0)
    depth = 0
    for c in rest[: closing or len(rest)]:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 1:
            return True
    return False


def _closing_bracket(text: str, opening: int) -> int | None:
    """Return where a bracket is closed."""
    depth = 0
    for k in range(opening, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if depth == 0:
            return k
    return None


def _depth(text: str, at: int) -> int:
    return text.count("(", 0, at) - text.count(")", 0, at)


def _inside_call(text: str, at: int) -> bool:
    """Whether a comparison is that of an if(a < b, ...)."""
    return _depth(text, at) > 0


def _moment(text: str, scope: Scope) -> tuple[int, float | None]:
    """Return where "at" begins, outside of brackets, and the time after it; the end without it."""
    places = [m for m in _AT.finditer(text) if _depth(text, m.start()) == 0]
    if not places:
        return len(text), None
    last = places[-1]
    if not text[: last.start()].strip():
        raise ExpressionError("has 'at' without a quantity before it", last.start())
    expression = _parse(_blank(text, last.end(), len(text)))
    value = expression.value(scope)
    try:
        return last.start(), value.si("s")
    except QuantityError as error:
        raise ExpressionError(error.reason, last.end(), error.action, error.code) from None


def _first(text: str) -> int:
    return len(text) - len(text.lstrip())


def _blank(text: str, first: int, stop: int) -> str:
    """Return a part of a text at its own place: spaces stand before it."""
    return " " * first + text[first:stop]


def _parse(text: str) -> Expression:
    """Return an expression, of which numbers may have units without brackets."""
    written, moved = _with_brackets(text)
    try:
        found = parse_expression(written, ())
    except ExpressionError as error:
        place = error.position - sum(1 for k in moved if k < error.position)
        raise ExpressionError(error.reason, place, error.hint, error.code) from None
    steps = tuple(s._replace(at=s.at - sum(1 for k in moved if k < s.at)) for s in found.steps)
    return Expression(text.strip(), steps)


def _with_brackets(text: str) -> tuple[str, list[int]]:
    """Return a text with units in brackets, and where characters were put in."""
    found, at = "", 0
    moved: list[int] = []
    for number in _NUMBER.finditer(text):
        if number.start() < at:
            continue
        unit = _unit_after(text, number.end())
        if unit is None:
            continue
        first, stop = unit
        found += text[at:first]
        moved.append(len(found))
        found += f"[{text[first:stop]}]"
        moved.append(len(found) - 1)
        at = stop
    return found + text[at:], moved


def _unit_after(text: str, place: int) -> tuple[int, int] | None:
    """Return where a unit stands after a number, the longest text that is one."""
    match = _UNIT.match(text, place)
    if match is None:
        return None
    first = match.start(1)
    ends = [m.end() for m in re.finditer(_PART, match[1])]
    for end in reversed(ends):
        stop = first + end
        if text[stop : stop + 1] and text[stop] in "._(@`":
            continue
        try:
            si_unit(text[first:stop])
        except QuantityError:
            continue
        return first, stop
    return None
