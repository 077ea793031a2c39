"""Properties of xacro: text that is worked out when it is first asked for, and scopes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import field
from typing import Any

from sarrus.formats.xacro.expressions import MISSING, ExpressionMistake, Namespace
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass

_TRUE, _FALSE = ("true", "True"), ("false", "False")
_START = re.compile(r"\$\$+[{(]|\$[{(]")


def literal(value: Any) -> Any:
    """Return the number, truth value or text that a property stands for."""
    if not isinstance(value, str):
        return value
    if len(value) >= 2 and value[0] == value[-1] == "'":
        return value[1:-1]
    if "_" in value:
        return value
    number = _number(value)
    if number is not None:
        return number
    return True if value in _TRUE else False if value in _FALSE else value


def _number(text: str) -> int | float | None:
    """Return the whole number, else the number that a text is; None for other texts."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return None


def truth(value: Any) -> bool:
    """Return whether a condition holds: true, 1 and numbers but 0, or false and 0."""
    if not isinstance(value, str):
        return bool(value)
    word = value.strip()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    try:
        return bool(int(word))
    except ValueError:
        raise ExpressionMistake(f"is '{value[:80]}', neither true nor false") from None


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text: ("text", ...), ("${", expression) or ("$(", substitution)."""
    at = 0
    while match := _START.search(text, at):
        if match.start() > at:
            yield "text", text[at : match.start()]
        if match[0].startswith("$$"):  # $${ stands for ${
            yield "text", match[0][1:]
            at = match.end()
            continue
        closing = "}" if match[0] == "${" else ")"
        end = _end(text, match.end(), closing)
        if end < 0:
            raise ExpressionMistake(f"has no '{closing}' for '{text[match.start() :][:40]}'")
        yield match[0], text[match.end() : end]
        at = end + 1
    if at < len(text):
        yield "text", text[at:]


def _end(text: str, start: int, closing: str) -> int:
    """Return where an expression ends: brackets and quotes inside of it are passed over."""
    opening = {"}": "{", ")": "("}[closing]
    depth, quote = 0, ""
    for i in range(start, len(text)):
        c = text[i]
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"" and closing == "}":
            quote = c
        elif c == opening:
            depth += 1
        elif c == closing:
            if not depth:
                return i
            depth -= 1
    return -1


@dataclass(eq=False)
class Macro:
    """A macro: names of its parameters, their defaults, and the element that holds its body.

    A default is (property of the caller that is taken, text); either may be None.
    """

    name: str
    parameters: tuple[str, ...]
    defaults: dict[str, tuple[str | None, str | None]]
    body: Element
    folder: str


@dataclass(eq=False)
class Scope:
    """Properties, blocks and macros; what is not here is in the scope around it."""

    outer: Scope | None = None
    values: dict[str, Any] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)
    """Properties whose text is not worked out yet."""
    blocks: dict[str, list[Element]] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    spaces: dict[str, Scope] = field(default_factory=dict)
    """Scopes of included files with a name of their own."""
    under_way: list[str] = field(default_factory=list)
    is_space: bool = False

    def home(self, name: str) -> Scope | None:
        """Return the scope that has a property."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values or name in scope.spaces:
                return scope
            scope = scope.outer
        return None

    @property
    def outermost(self) -> Scope:
        """The scope of the whole file."""
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        return scope

    def set(self, name: str, value: Any, waits: bool) -> None:
        """Give a property a value, or a text that is worked out when it is asked for."""
        self.values[name] = literal(value)
        self.waiting.discard(name)
        if waits and isinstance(self.values[name], str):
            self.waiting.add(name)

    def value(self, name: str, work_out: Callable[[str, Scope], Any]) -> Any:
        """Return the value of a property; MISSING for one that there is not."""
        scope = self.home(name)
        if scope is None:
            return MISSING
        if name in scope.spaces:
            space = scope.spaces[name]
            return Namespace({key: space.value(key, work_out) for key in space.values})
        if name in scope.waiting:
            if name in scope.under_way:
                way = " -> ".join([*scope.under_way[scope.under_way.index(name) :], name])
                raise ExpressionMistake(f"is defined by itself: {way[:200]}")
            scope.under_way.append(name)
            try:
                scope.values[name] = literal(work_out(scope.values[name], scope))
                scope.waiting.discard(name)
            finally:
                scope.under_way.remove(name)
        return scope.values[name]

    def block(self, name: str) -> tuple[list[Element], bool] | None:
        """Return the elements of a block, and whether they are its content alone."""
        for key, inside in ((f"**{name}", True), (f"*{name}", False)):
            scope: Scope | None = self
            while scope is not None:
                if key in scope.blocks:
                    return scope.blocks[key], inside
                scope = scope.outer
        return None

    def macro(self, name: str) -> tuple[Macro, Scope] | None:
        """Return a macro and the scope in which it works: that of the caller, or of its name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.macros:
                return scope.macros[name], self
            space, dot, rest = name.partition(".")
            if dot and space in scope.spaces:
                found = scope.spaces[space].macro(rest)
                if found is not None:
                    return found
            scope = scope.outer
        return None

    def macro_names(self) -> list[str]:
        """Return the names of all macros in reach."""
        found: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            found += scope.macros
            scope = scope.outer
        return found
