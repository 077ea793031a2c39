"""From the lines of a dataset to statements: names, numbers and arguments, each with its place.

A statement goes on in lines that begin with a comma, or after a line that ends with `&`. What
follows `!` is a comment; Adams View keeps the names of things in comments,
`! adams_view_name='crank'`, before the statement that has them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.adams.language import (
    EXPRESSIONS,
    STATEMENTS,
    WITHOUT_NUMBER,
    known_word,
)
from sarrus.formats.located import LaterPlaces
from sarrus.formats.sizes import most_parts, too_many
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.reading import Reading
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

MOST_CHARACTERS = 1_000_000
"""Of one statement, such as a spline."""
SHOWN = 60

_VIEW_NAME = re.compile(r"adams_view_name\s*=\s*'([^']*)'", re.IGNORECASE)
_HEAD = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:/\s*([0-9]+)?)?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ARGUMENT = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=")
_NUMBER = re.compile(r"[+-]?(?:[0-9]|\.[0-9])")
_GROUPED = re.compile(r"['\"()\\]")
"""What keeps commas together, and the other sign between parts."""
OPEN_ENDS = frozenset(",(+-*/=:\\")
"""Characters after which a comma at the start of a line is nothing but its mark."""


class Item(NamedTuple):
    """One of the values of an argument, as written; at: where in the text of the statement."""

    text: str
    at: int


@dataclass
class Argument:
    """An argument of a statement; no items: it stands alone, as REVOLUTE does."""

    name: str
    at: int
    items: list[Item] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All values, as written."""
        return ",".join(item.text for item in self.items)


@dataclass(eq=False)
class Statement:
    """A statement: its keyword, number and arguments; label: its name in Adams View, or ""."""

    keyword: str
    number: int
    arguments: list[Argument]
    label: str
    source: SourceText
    text: str
    starts: tuple[int, ...] = (0,)
    """Where the pieces of the text begin."""
    offsets: tuple[int, ...] = (0,)
    """Where the same pieces begin in the file."""

    @cached_property
    def path(self) -> str:
        """The statement in words, for messages."""
        shown = self.keyword if self.keyword in WITHOUT_NUMBER else f"{self.keyword}/{self.number}"
        return f"{shown} '{self.label[:SHOWN]}'" if self.label else shown

    @property
    def tag(self) -> str:
        """Its keyword."""
        return self.keyword

    def short_name(self, what: str = "") -> str:
        """The statement, or one of its arguments, in lists of what is left out."""
        return f"{self.keyword} {what}" if what else self.keyword

    def at(self, index: int, end: int | None = None) -> Location:
        """Return the place in the file of a character of the text of the statement."""
        start = self._offset(index)
        return self.source.place(start, None if end is None else start + end - index)

    def _offset(self, index: int) -> int:
        piece = bisect_right(self.starts, index) - 1
        return self.offsets[piece] + index - self.starts[piece]

    @cached_property
    def place(self) -> Location:
        """Where the statement starts."""
        return self.at(0)

    @property
    def places(self) -> Mapping[str, Location]:
        """Where the arguments stand, and each of several values, as `QP[1]`."""
        return LaterPlaces(self._all_places)

    def places_of(self, **arguments: str) -> Mapping[str, Location]:
        """Return the places of the builder's attributes, each given with its argument here."""
        return LaterPlaces(self._places_of, arguments)

    def _places_of(self, arguments: Mapping[str, str]) -> Mapping[str, Location]:
        here = self.places
        named = {own: here.get(name, self.place) for own, name in arguments.items()}
        return {"": self.place, **named}

    def _all_places(self) -> Mapping[str, Location]:
        found = {"": self.place}
        for argument in self.arguments:
            items = argument.items
            if not items:
                found.setdefault(argument.name, self.at(argument.at))
                continue
            place = self.at(items[0].at, items[0].at + len(items[0].text))
            found.setdefault(argument.name, place)
            for i, item in enumerate(items[:30]):
                there = self.at(item.at, item.at + len(item.text))
                found.setdefault(f"{argument.name}[{i}]", there)
        return found

    def get(self, name: str) -> Argument | None:
        """Return the first argument of a name."""
        for argument in self.arguments:
            if argument.name == name:
                return argument
        return None

    def all(self, name: str) -> list[Argument]:
        """Return the arguments of a name."""
        return [a for a in self.arguments if a.name == name]

    def has(self, name: str) -> bool:
        """Whether an argument is given."""
        return self.get(name) is not None

    @property
    def names(self) -> set[str]:
        """The names of its arguments."""
        return {argument.name for argument in self.arguments}


@dataclass
class Piecewise:
    """The text of a statement that is being collected, and where its pieces stand in the file."""

    label: str
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    size: int = 0
    goes_on: bool = False

    def add(self, text: str, offset: int) -> None:
        """Add the text of a line that begins at a place of the file."""
        self.texts.append(text)
        self.starts.append(self.size)
        self.offsets.append(offset)
        self.size += len(text)

    @property
    def last(self) -> str:
        """The last line that is not blank."""
        return next((text for text in reversed(self.texts) if text.strip()), "")


def statements_of(source: SourceText, reading: Reading) -> list[Statement]:
    """Return the statements of a dataset up to END; what is wrong is reported."""
    found: list[Statement] = []
    ended, most = False, most_parts()
    for collected in _texts(source, reading):
        statement = _statement(collected, source, reading)
        if statement is None:
            continue
        if statement.keyword == "END":
            ended = True
            break
        found.append(statement)
        if len(found) > most:
            rule, action = too_many("statements", most)
            raise ModelError(Problem("F02", "file", rule, action=action, location=statement.place))
    if not ended:
        place = source.place(max(len(source.text.rstrip()) - 1, 0))
        rule = "is missing: the dataset ends without it, and may be cut off"
        problem = Problem("M09", "dataset", rule, "END", severity="warning", location=place)
        reading.problems.append(problem)
    return found


def _texts(source: SourceText, reading: Reading) -> Iterator[Piecewise]:
    """Yield the text of one statement after another; the first line is the title."""
    current: Piecewise | None = None
    label, offset, title = "", 0, True
    for line in source.text.split("\n"):
        start, offset = offset, offset + len(line) + 1
        code, comment = _without_comment(line)
        name = _VIEW_NAME.search(comment) if comment else None
        if title:
            title = False
            _check_title(line, source, start, reading)
            continue
        if name is not None:
            label = name[1].strip()
        if not code.strip():
            continue
        on = code.lstrip().startswith(",")
        if current is not None and not on and not current.goes_on:
            yield current
            current = None
        if current is None:
            current, label = Piecewise(label), ""
        _add_line(current, code, start, on and current.size > 0)
        if current.size > MOST_CHARACTERS:
            rule = f"has more than {MOST_CHARACTERS:,} characters"
            where = source.place(current.offsets[0])
            raise ModelError(Problem("F02", "statement", rule, location=where))
    if current is not None:
        yield current


def _add_line(current: Piecewise, code: str, start: int, on: bool) -> None:
    """Add a line; its first comma counts only where something stands before and after it."""
    body = code.rstrip()
    glued = current.goes_on
    current.goes_on = body.endswith("&")
    if current.goes_on:
        body = body[:-1]
    begin = 0
    if on and not glued:
        begin = len(body) - len(body.lstrip())
        if current.last.rstrip()[-1:] in OPEN_ENDS:
            begin += 1
    elif not glued and current.size:
        body = " " + body
        start -= 1
    current.add(body[begin:], start + begin)


def _without_comment(line: str) -> tuple[str, str]:
    """Return a line in two: what counts, and its comment; `!` in quotes starts none."""
    if "!" not in line:
        return line.rstrip("\r"), ""
    quote = ""
    for i, c in enumerate(line):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"" and line.find(c, i + 1) > 0:
            quote = c
        elif c == "!":
            return line[:i], line[i:]
    return line.rstrip("\r"), ""


def _check_title(line: str, source: SourceText, start: int, reading: Reading) -> None:
    head = _HEAD.match(line)
    if head is None or "/" not in head[0] or head[1].upper() not in STATEMENTS:
        return
    rule = "is the first line, which is the title of the dataset and no statement: it is not read"
    action = "put a line with a title before it"
    value = f"'{line.strip()[:SHOWN]}'"
    reading.problems.append(
        Problem("M09", "title", rule, value, "", action, "warning", source.place(start))
    )


def _statement(collected: Piecewise, source: SourceText, reading: Reading) -> Statement | None:
    text = "".join(collected.texts)
    blank = len(text) - len(text.lstrip())
    statement = Statement(
        "", 0, [], collected.label, source, text, tuple(collected.starts), tuple(collected.offsets)
    )
    head = _HEAD.match(text)
    if head is None:
        rule = "is no statement: it starts with no keyword"
        value = f"'{text.strip()[:SHOWN]}'"
        reading.problems.append(
            Problem("F01", "dataset", rule, value, location=statement.at(blank))
        )
        return None
    means = known_word(head[1], STATEMENTS)
    if len(means) != 1:
        near = nearest(head[1].upper(), list(STATEMENTS))
        rule = "is no statement that is known" if not means else f"may mean {', '.join(means[:6])}"
        place = statement.at(head.start(1), head.end(1))
        value = f"'{head[1][:SHOWN]}'"
        left_out = not means and "/" in head[0]
        rule += "; it is left out" if left_out else ""
        severity = "warning" if left_out else "error"
        element = f"{head[1][:SHOWN]}/{head[2] or ''}"
        problem = Problem("M09", element, rule, value, "", near, severity, place)
        reading.problems.append(problem)
        return None
    statement.keyword = means[0]
    if head[2] is not None and len(head[2]) > 9:
        rule, value = "is too large a number", f"'{head[2][:SHOWN]}'"
        statement.number = 0
        reading.report(statement, "M25", rule, value=value)
        return None
    statement.number = int(head[2] or 0)
    if means[0] not in WITHOUT_NUMBER and not statement.number:
        reading.report(
            statement, "M09", "has no number",
            value=means[0], action=f"write {means[0]}/1 or another number that is free",
        )  # fmt: skip
        return None
    _read_arguments(statement, head.end(), reading)
    return statement


def _read_arguments(statement: Statement, at: int, reading: Reading) -> None:
    """Read the arguments; words that are not known are told once for each kind."""
    known = STATEMENTS[statement.keyword]
    if not known:
        return
    if statement.keyword == "STRING":
        _read_string(statement, at)
        return
    current: Argument | None = None
    text = statement.text
    for start, end in _pieces(text, at):
        piece = text[start:end]
        name = _ARGUMENT.match(piece) if "=" in piece else None
        if name is not None:
            current = _argument(statement, name[1], start + name.start(1), known, reading)
            _add_item(current, text, start + name.end(), end)
            continue
        word = piece.strip()
        if not word:
            continue
        more = current is not None and current.items and current.name not in EXPRESSIONS
        if current is not None and more and ":" not in word and not word[0].isalpha():
            current.items.append(Item(word, start + piece.index(word)))  # as almost all are
            continue
        inside = current is not None and current.name in EXPRESSIONS and current.items
        if current is not None and inside and word.upper() not in known:
            # a comma at a new line within an expression: it goes on
            first = current.items[0]
            before = first.text.ljust(start - 1 - first.at)
            joined = f"{before} {piece.rstrip()}"
            current.items[0] = Item(joined, first.at)
            continue
        means = known_word(word, known) if _WORD.fullmatch(word) else ()
        if means and not (current and _takes_words(statement.keyword, current.name)):
            blank = len(piece) - len(piece.lstrip())
            current = _argument(statement, word, start + blank, known, reading)
        elif current is not None and (current.items or _NUMBER.match(word)):
            _add_item(current, text, start, end)
        else:
            rule = f"in {statement.keyword} is not read"
            place = statement.at(start + len(piece) - len(piece.lstrip()))
            near = nearest(word.upper(), list(known))
            shown = f"'{word[:SHOWN]}'"
            reading.note_unused(statement, shown, rule, place, near)
    for argument in statement.arguments:
        if argument.name in EXPRESSIONS:
            argument.items[:] = [Item(_joined_lines(i.text), i.at) for i in argument.items]


def _joined_lines(expression: str) -> str:
    """Return an expression without the commas that are marks of lines that go on.

    They stand in brackets that hold no arguments, or before the sign of a product.
    """
    if "," not in expression:
        return expression
    calls: list[bool] = []
    found = list(expression)
    for i, c in enumerate(expression):
        if c == "(":
            before = expression[:i].rstrip()[-1:]
            calls.append(before.isalnum() or before == "_")
        elif c == ")" and calls:
            calls.pop()
        elif c == "," and calls:
            product = expression[i + 1 :].lstrip()[:1] in ("*", "/")
            found[i] = " " if product or not calls[-1] else c
    return "".join(found)


def _takes_words(keyword: str, argument: str) -> bool:
    """Whether the values of an argument may be words: texts, names and letters."""
    texts = ("COMMENT", "TITLE", "CNAMES", "CUNITS", "RESULTS_NAME", "ROUTINE", "NAME", "FILE")
    return argument in texts or (keyword == "COUPLER" and argument == "TYPE")


def _argument(
    statement: Statement, word: str, at: int, known: Collection[str], reading: Reading
) -> Argument:
    means = known_word(word, known)
    name = means[0] if len(means) == 1 else word.upper()
    if len(means) > 1:
        rule = f"may mean {', '.join(means[:6])}"
        place = statement.at(at, at + len(word))
        problem = Problem("M09", statement.path, rule, f"'{word[:SHOWN]}'", location=place)
        reading.problems.append(problem)
    elif not means:
        rule = f"in {statement.keyword} is not read"
        near = nearest(name, list(known))
        place = statement.at(at)
        reading.note_unused(statement, f"'{word[:SHOWN]}'", rule, place, near)
    found = Argument(name, at)
    statement.arguments.append(found)
    return found


def _add_item(argument: Argument, text: str, start: int, end: int) -> None:
    """Add a value, or several with colons between them, to an argument."""
    whole = text[start:end]
    word = whole.strip()
    if word and ":" not in word:  # as almost all are
        argument.items.append(Item(word, start + whole.index(word)))
        return
    if argument.name in EXPRESSIONS or '"' in whole or "'" in whole or ":" not in whole:
        parts = [(start, end)]
    else:
        parts, begin = [], start
        for i in range(start, end + 1):
            if i == end or text[i] == ":":
                parts.append((begin, i))
                begin = i + 1
    for a, b in parts:
        word = text[a:b]
        blank = len(word) - len(word.lstrip())
        if word.strip() or argument.name in EXPRESSIONS:
            argument.items.append(Item(word.strip(), a + blank))


def _pieces(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts between commas and backslashes lie that are in no bracket or quote."""
    depth, quote, begin = 0, "", at
    if _GROUPED.search(text, at) is None:  # as almost all are
        while (i := text.find(",", begin)) >= 0:
            yield begin, i
            begin = i + 1
        yield begin, len(text)
        return
    for i in range(at, len(text)):
        c = text[i]
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"" and text.find(c, i + 1) > 0:
            quote = c
        elif c == "(":
            depth += 1
        elif c == ")":
            depth = max(depth - 1, 0)
        elif c == "\\" or (c == "," and not depth):
            yield begin, i
            begin, depth = i + 1, 0
    yield begin, len(text)


def _read_string(statement: Statement, at: int) -> None:
    """Read STRING=text, in which commas belong to the text."""
    found = re.compile(r"[\s,]*STRING\s*=\s*(.*)", re.IGNORECASE | re.DOTALL)
    match = found.match(statement.text, at)
    if match:
        item = Item(match[1].strip(), match.start(1))
        statement.arguments.append(Argument("STRING", match.start(1), [item]))
