"""A strict JSON reader that remembers where every value stands.

The standard reader keeps no positions, lets the last of two equal keys win, and accepts
NaN; here each of these is an error with its place. The parser keeps its own stack, so
that no nesting can exhaust Python's.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.sizes import LONGEST_INTEGER, LONGEST_NUMBER, MOST_LEVELS
from sarrus.formats.source_text import SourceText
from sarrus.late_dataclass import dataclass

Path = tuple[str | int, ...]


SPACE = re.compile(r"[ \t\r\n]*+")
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\.)*+"', re.DOTALL)
BARE = re.compile(r'[^\s,:\[\]{}"]++')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][+-]?[0-9]++)?")
ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4})|(.))', re.DOTALL)
LETTERS = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WORDS = {"true": True, "false": False, "null": None}


def parse(text: str | bytes, file: str) -> tuple[Any, Marks]:
    """Return the value of a JSON text, and the location of every value by its path.

    A path is a tuple of keys and positions, () for the whole. Integers are `int`, other
    numbers `float`; one too large for a float is kept as inf, one too
    small as the smallest float, with the literal in the marks.
    Raises ModelError: F01 broken or cut off, F03 too deep, F06 not strict JSON, F07 encoding.
    """
    source = SourceText(text, file) if isinstance(text, str) else SourceText.of_bytes(text, file)
    value = _without_places(source)
    return (_parser_of(source).result if value is DOUBTFUL else value), Marks(source)


def _start(source: SourceText) -> int:
    """Return where the text begins, behind a byte order mark."""
    return 1 if source.text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0


def _parser_of(source: SourceText) -> _Parser:
    """Return the parser that has read a text and remembers all places in it."""
    parser = _Parser(source, _start(source))
    parser.result = parser.document()
    if parser.problems:
        raise ModelError(parser.problems)
    return parser


DOUBTFUL: Any = object()
"""Stands for the value of a text that the reader of the standard library may take otherwise."""


class _DoubtfulError(ValueError):
    """Something that needs the strict parser."""


def _without_places(source: SourceText) -> Any:
    """Return the value of a text, by the reader of the standard library, some ten times faster.

    DOUBTFUL where there is anything in it that is an error here, or may be one: the parser below
    then finds out, with places.
    """
    text = source.text[_start(source) :]
    if "\\u" in text:
        return DOUBTFUL  # half a surrogate pair, or the character NUL
    decoder = json.JSONDecoder(
        object_pairs_hook=_single_keys,
        parse_float=_real,
        parse_int=_integer,
        parse_constant=_no_constant,
    )
    try:
        value = decoder.decode(text)
    except (ValueError, RecursionError):
        return DOUBTFUL
    return value if _levels(value) <= MOST_LEVELS else DOUBTFUL


def _single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DoubtfulError
    return found


def _real(literal: str) -> float:
    found = float(literal)
    if (found == 0.0 and literal.strip("-0.eE+")) or len(literal) > LONGEST_NUMBER:
        raise _DoubtfulError
    return found


def _integer(literal: str) -> int:
    if len(literal) > LONGEST_INTEGER:
        raise _DoubtfulError
    return int(literal)


def _no_constant(literal: str) -> Any:
    raise _DoubtfulError


def _levels(value: Any) -> int:
    """Return how deep lists and objects stand in each other."""
    level, n = [value], 0
    while level := [x for x in level if type(x) is dict or type(x) is list]:
        n += 1
        level = [
            inner for x in level for inner in (x.values() if type(x) is dict else x)
        ] if n <= MOST_LEVELS else []  # fmt: skip
    return n


@dataclass(frozen=True)
class Marks(Mapping[Path, Location]):
    """The location of every value by its path, worked out when it is asked for."""

    source: SourceText

    @cached_property
    def spans(self) -> Mapping[Path, tuple[int, int]]:
        """Where values begin and end: the text is read again, as only messages need it."""
        return _parser_of(self.source).spans

    def __getitem__(self, path: Path) -> Location:
        return self.source.place(*self.spans[path])

    def __iter__(self) -> Iterator[Path]:
        return iter(self.spans)

    def __len__(self) -> int:
        return len(self.spans)

    def __bool__(self) -> bool:
        return True  # the whole has a place

    def __contains__(self, path: object) -> bool:
        return path in self.spans


@dataclass
class _Open:
    """An object or array whose end has not come yet; `keys` are the places of its keys."""

    value: dict[str, Any] | list[Any]
    path: Path
    start: int
    keys: dict[str, int] = field(default_factory=dict)

    @property
    def closing(self) -> str:
        return "}" if isinstance(self.value, dict) else "]"


@dataclass
class _Parser:
    source: SourceText
    at: int
    spans: dict[Path, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    result: Any = None

    def document(self) -> Any:
        value = self.value(())
        while self.open:
            self.element(self.open[-1])
        if self.peek():
            raise self.broken("the document has ended, but more text follows")
        return value

    def element(self, inside: _Open) -> None:
        """Read one member of an open object or array, or its end."""
        if self.peek() == inside.closing:
            self.at += 1
            self.spans[inside.path] = (inside.start, self.at)
            self.open.pop()
            return
        if inside.value:
            self.need(",", f"a comma or {inside.closing!r}")
            if self.peek() == inside.closing:
                raise self.broken("a comma must be followed by another entry")
        if isinstance(inside.value, list):
            inside.value.append(self.value((*inside.path, len(inside.value))))
        else:
            key = self.key(inside)
            inside.value[key] = self.value((*inside.path, key))

    def key(self, inside: _Open) -> str:
        if self.peek() != '"':
            raise self.broken("a key in double quotes is expected")
        start = self.at
        key = self.string()
        if key in inside.keys:
            first = self.source.place(inside.keys[key])
            self.refuse("F06", start, f"the key {key!r} is given twice", also=(first,))
        inside.keys.setdefault(key, start)
        self.need(":", "a colon")
        return key

    def value(self, path: Path) -> Any:
        first, start = self.peek(), self.at
        if first in ("{", "["):
            if len(self.open) >= MOST_LEVELS:
                raise self.broken(f"nesting is deeper than {MOST_LEVELS} levels", "F03")
            self.at += 1
            self.open.append(_Open({} if first == "{" else [], path, start))
            return self.open[-1].value
        value = self.string() if first == '"' else self.bare()
        self.spans[path] = (start, self.at)
        return value

    def bare(self) -> Any:
        """Read a number, true, false or null."""
        found = BARE.match(self.source.text, self.at)
        if not found:
            raise self.broken("a value is expected")
        start, literal, self.at = self.at, found[0], found.end()
        if literal in WORDS:
            return WORDS[literal]
        if len(literal) > LONGEST_NUMBER:
            self.refuse("F06", start, f"a literal of {len(literal)} characters is too long")
            return None
        number = NUMBER.fullmatch(literal)
        if not number:
            self.refuse("F06", start, "is not a JSON value", _advice(literal), literal=literal)
            return None
        real = float(literal)
        if real == 0.0 and re.search("[1-9]", re.split("[eE]", literal)[0]):
            return math.ulp(0.0)  # validation must not take 1e-400 for a zero
        return real if number[1] or number[2] or math.isinf(real) else int(literal)

    def string(self) -> str:
        found = STRING.match(self.source.text, self.at)
        if not found:
            raise self.no_end_of_string()
        start, self.at = self.at, found.end()
        body = found[0][1:-1]
        if "\\" in body:
            body = ESCAPE.sub(lambda m: self.escape_character(m, start + 1), body)
            body = self.joined_surrogates(body, start)
        return body

    def joined_surrogates(self, body: str, start: int) -> str:
        """Return the string with its surrogate pairs made one character."""
        try:
            return body.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            self.refuse("F06", start, "the string holds half a surrogate pair")
            return ""

    def escape_character(self, match: re.Match[str], offset: int) -> str:
        letter, code, other = match.groups()
        if letter:
            return LETTERS[letter]
        if other or int(code, 16) == 0:
            self.refuse(
                "F06", offset + match.start(), "is not allowed in a string", literal=match[0]
            )
            return ""
        return chr(int(code, 16))

    def no_end_of_string(self) -> ModelError:
        """Return the error of a string without an end, or with a control character."""
        rest = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\.)*+', re.DOTALL).match(
            self.source.text, self.at
        )
        end = rest.end() if rest else self.at
        if end < len(self.source.text) and self.source.text[end] != "\\":
            code = ord(self.source.text[end])
            self.at = end
            rule = "a line break" if code in (10, 13) else f"the control character U+{code:04X}"
            return self.broken(f"{rule} is not allowed inside a string", "F07")
        return self.broken("the string that starts here has no end")

    def peek(self) -> str:
        """Pass white space and return the next character, or "" at the end."""
        found = SPACE.match(self.source.text, self.at)
        self.at = found.end() if found else self.at
        return self.source.text[self.at : self.at + 1]

    def need(self, character: str, what: str) -> None:
        if self.peek() != character:
            raise self.broken(f"{what} is expected")
        self.at += 1

    def refuse(
        self,
        code: str,
        start: int,
        rule: str,
        action: str = "",
        literal: str = "",
        also: tuple = (),
    ) -> None:
        """Note a problem that does not keep us from reading on."""
        place = self.source.place(start)
        value = f"{literal[:60]!r}" if literal else ""
        self.problems.append(
            Problem(code, "JSON", rule, value, action=action, location=place, also=also)
        )

    def broken(self, rule: str, code: str = "F01") -> ModelError:
        """Return the error that ends the reading, with all that was noted before."""
        place = self.source.place(self.at)
        if self.at >= len(self.source.text):
            rule += "; the file ends here"
        return ModelError([*self.problems, Problem(code, "JSON", rule, location=place)])


def _advice(literal: str) -> str:
    """Return how a number that is not JSON should be written, if that is clear."""
    if literal.strip("+-").lower() in ("nan", "inf", "infinity"):
        return "write a finite number"
    try:
        meant = int(literal, 16) if literal.lower().startswith("0x") else float(literal)
    except ValueError:
        return "write a number, a string in double quotes, true, false or null"
    return f"write {meant!r}" if math.isfinite(meant) else ""
