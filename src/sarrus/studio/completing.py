"""What may stand at a place of the text, and what stands there: from the schema of model files.

Text that is being typed is rarely whole, so places are found by a scanner that follows indents and
brackets and never fails; all else (keys, choices, descriptions) is read from the schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any

from sarrus.formats.yaml.schema import schema
from sarrus.late_dataclass import dataclass

KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#:"'{\[,-][^:#]*?|-[^\s:#][^:#]*?)\s*:(?=\s|$)\s*""")
WORD = re.compile(r"[\w./*-]*$")
MOST = 400
"""Proposals that are sent."""
Schema = Mapping[str, Any]

BODIES = ("parent", "child", "a", "b", "body", "carrier")
POINTS = ("place", "places", "named_point")
"""Definitions of the schema that points of the drawing may stand for."""
COORDINATES = (("assembly", "wanted"), ("assembly", "rates"), ("assembly", "guess"),
               ("inputs",), ("drives",))  # fmt: skip
"""Maps whose keys are names of joints and coordinates."""


@dataclass(eq=False)
class Node:
    """A map or list of the text: keys with the texts of their values, and the nodes in it."""

    column: int
    key: str | int | None = None
    values: dict[str, str] = field(default_factory=dict)
    inner: dict[str, Node] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Place:
    """Where something stands: the nodes around it, from the whole text on, and what is typed.

    key: of the value that is typed, None where a key or an item is.
    """

    nodes: tuple[Node, ...]
    typed: str
    key: str | None
    start: int

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys from the top, 0 for items of lists."""
        found = tuple(node.key for node in self.nodes[1:] if node.key is not None)
        return found if self.key is None else (*found, self.key)


NOTHING = Place((), "", None, 0)
"""Where nothing is proposed: in a comment."""


@dataclass(eq=False)
class _Scanner:
    """Follows a text up to its end, and notes what is around a position."""

    text: str
    at: int
    root: Node = field(default_factory=lambda: Node(-1))
    place: Place | None = None

    def scan(self) -> Place:
        self.open = [self.root]
        self.flow: list[list[Any]] = []
        start = 0
        for line in self.text.split("\n"):
            self._line(line, start)
            start += len(line) + 1
        return NOTHING if self.place is None else self.place

    def _line(self, line: str, start: int) -> None:
        end = start + len(line)
        here = start <= self.at <= end
        if self.flow:
            self._flow(line, 0, start)
            if here and self.place is None:
                self._note(self.text[self.at : self.at], None)
            return
        column = len(line) - len(line.lstrip(" "))
        rest = line[column:]
        if not rest or rest.startswith("#"):
            if here and rest and self.at > start + column:
                self.place = NOTHING
            elif here:
                self._close(self.at - start)
                self._note("", None)
            return
        self._close(column)
        while rest == "-" or rest.startswith("- "):
            item = Node(column, 0)
            self.open[-1].inner.setdefault("0", item)
            self.open.append(item)
            step = len(rest) - len(rest[1:].lstrip(" "))
            column, rest = column + step, rest[step:]
        found = KEY.match(rest)
        in_key = here and found is not None and self.at < start + column + found.end(1) + 1
        if in_key or (found is None and rest[:1] not in ("{", "[")):
            if here and self.at >= start + column:
                self._note(line[column : self.at - start], None)
            elif here:
                self._note("", None)
        if found is None:
            self._flow(line, column, start)
            return
        key = found[1].strip("\"'")
        inside = self.open[-1]
        inside.values[key] = rest[found.end() :].partition(" #")[0].strip()
        node = Node(column, key)
        inside.inner[key] = node
        self.open.append(node)
        self._flow(line, column + found.end(), start, key)

    def _close(self, column: int) -> None:
        """Leave the maps that a line of this indent does not belong to."""
        while len(self.open) > 1 and self.open[-1].column >= column:
            self.open.pop()

    def _note(self, typed: str, key: str | None, more: Sequence[Node] = ()) -> None:
        if self.place is None:
            nodes = (*self.open, *more)
            self.place = Place(nodes, typed, key, self.at - len(typed))

    def _flow(self, line: str, k: int, start: int, key: str | None = None) -> None:
        """Follow brackets from column k on; key: of the value that begins there, in a block."""
        text, quote = "", ""
        while True:
            if self.place is None and start + k == self.at:
                self._note_flow(text, key)
            if k >= len(line):
                return self._end_of_line(text)
            c = line[k]
            k += 1
            if quote:
                quote = "" if c == quote else quote
                text += c
            elif c in "\"'" and not text.strip():
                quote, text = c, text + c
            elif c == "#" and (k < 2 or line[k - 2] == " "):
                if self.place is None and start + k <= self.at <= start + len(line):
                    self.place = NOTHING
                return self._end_of_line(text)
            elif c in "{[" and not text.strip():
                self._enter(c)
                text = ""
            elif c in "}]" and self.flow:
                self._value(text)
                self.flow.pop()
                text = ""
            elif c == "," and self.flow:
                self._value(text)
                text = ""
            elif (
                c == ":" and self.flow and self.flow[-1][0] == "{" and line[k : k + 1] in (" ", "")
            ):
                self.flow[-1][2], text = text.strip().strip("\"'"), ""
            else:
                text += c

    def _enter(self, bracket: str) -> None:
        if self.flow:
            kind, node, key = self.flow[-1]
            inner = Node(0, key if kind == "{" else 0)
            node.inner[str(inner.key)] = inner
        else:
            inner = self.open[-1]
        self.flow.append([bracket, inner, None])

    def _value(self, text: str) -> None:
        kind, node, key = self.flow[-1]
        if kind == "{":
            if key is not None:
                node.values[key] = text.strip()
            elif text.strip():
                node.values[text.strip()] = ""
            self.flow[-1][2] = None

    def _end_of_line(self, text: str) -> None:
        if self.flow and text.strip() and self.flow[-1][0] == "{" and self.flow[-1][2] is not None:
            self._value(text)

    def _note_flow(self, text: str, key: str | None) -> None:
        typed = text.lstrip()
        if not self.flow:
            if key is not None:
                self.place = Place(tuple(self.open[:-1]), typed, key, self.at - len(typed))
            return
        nodes = [entry[1] for entry in self.flow]
        nodes = nodes[1:] if nodes[0] is self.open[-1] else nodes
        kind, _, inner = self.flow[-1]
        around = [*nodes, *([Node(0, 0)] if kind == "[" else [])]
        self._note(typed, inner, around)


# --- the schema ---------------------------------------------------------------------------------


@cache
def _whole() -> dict[str, Any]:
    return schema()


def _meanings(value: Schema, kind: str | None) -> Iterator[Schema]:
    """Go through the schemas that a schema may mean; kind: the value of `type` beside it."""
    if "$ref" in value:
        named = _whole()["$defs"][value["$ref"].rpartition("/")[2]]
        found = {**named, **{k: v for k, v in value.items() if k != "$ref"}}
        found["defined"] = value["$ref"].rpartition("/")[2]
        yield from _meanings(found, kind)
        return
    yield value
    for inner in value.get("anyOf", ()):
        yield from _meanings(inner, kind)
    for inner in value.get("allOf", ()):
        if inner.get("if", {}).get("properties", {}).get("type", {}).get("const") == kind and kind:
            yield from _meanings(inner["then"], kind)


def _below(found: Sequence[Schema], key: str | int, kind: str | None) -> list[Schema]:
    """Return the schemas of what stands under a key, or of an item."""
    inner: list[Schema] = []
    for one in found:
        if isinstance(key, int):
            if isinstance(one.get("items"), Mapping):
                inner.append(one["items"])
            continue
        if key in one.get("properties", {}):
            inner.append(one["properties"][key])
            continue
        inner += one.get("patternProperties", {}).values()
        if isinstance(one.get("additionalProperties"), Mapping):
            inner.append(one["additionalProperties"])
    return [e for one in inner for e in _meanings(one, kind)]


def _schemas(nodes: Sequence[Node]) -> list[Schema]:
    """Return the schemas of the innermost of nodes."""
    found = list(_meanings(_whole(), None))
    for node in nodes[1:]:
        if node.key is not None:
            found = _below(found, node.key, node.values.get("type"))
    return found


@dataclass(frozen=True)
class Names:
    """Names of the last text that could be read, beside those that the text itself has."""

    channels: tuple[tuple[str, str, str], ...] = ()
    coordinates: tuple[str, ...] = ()


def completions(text: str, at: int, names: Names) -> dict[str, Any]:
    """Return what may be typed at a position: {from, to, options} with label, detail and info."""
    scanner = _Scanner(text, at)
    place = scanner.scan()
    word = WORD.search(text[place.start : at])
    start = at - len(word[0]) if word else at
    if not place.nodes:
        return {"from": at, "options": []}
    options = list(_options(place, scanner.root, names))
    unique = {option["label"]: option for option in reversed(options)}
    return {"from": start, "options": list(reversed(unique.values()))[:MOST]}


def _options(place: Place, root: Node, names: Names) -> Iterator[dict[str, str]]:
    inside = place.nodes[-1]
    if place.key is None and (inside.key != 0 or inside.values or not place.typed):
        yield from _keys(place, inside, names)
    if place.key is not None:
        around = _schemas(place.nodes)
        yield from _values(_below(around, place.key, None), place.key, place, root, names)
    elif inside.key == 0 and not inside.values:
        yield from _values(_schemas(place.nodes), "", place, root, names)


def _keys(place: Place, inside: Node, names: Names) -> Iterator[dict[str, str]]:
    for one in _schemas(place.nodes):
        needed = one.get("required", ())
        for key, about in one.get("properties", {}).items():
            if key not in inside.values or place.typed == key:
                detail = "needed" if key in needed else ""
                yield _option(key, "property", detail, _text(about), ": ")
    if place.path in COORDINATES:
        yield from (_option(name, "variable", "", "", ": ") for name in names.coordinates)


def _values(
    found: Sequence[Schema], key: str, place: Place, root: Node, names: Names
) -> Iterator[dict[str, str]]:
    defined = {one.get("defined") for one in found}
    for one in found:
        for choice in [*one.get("enum", ()), *([one["const"]] if "const" in one else [])]:
            yield _option(str(choice), "enum", "", _choice_text(found, choice))
        if one.get("type") == "boolean":
            yield from (_option(word, "keyword") for word in ("true", "false"))
    if key in BODIES:
        yield from (
            _option(name, "class", "body") for name in ["ground", *_section(root, "bodies")]
        )
    if key == "joint":
        yield from (_option(name, "class", "joint") for name in _section(root, "joints"))
    if defined & set(POINTS):
        yield from (_option(name, "constant", "point") for name in _section(root, "points"))
    if place.path[:1] in (("outputs",), ("locked",)) or place.path[-2:-1] == ("keep",):
        yield from (_option(n, "variable", u, about) for n, u, about in names.channels)
    if defined & {"number", "numbers"} or place.path[:1] == ("constants",):
        node = root.inner.get("constants")
        for name, value in node.values.items() if node else ():
            yield _option(name, "constant", value)


def _option(
    label: str, kind: str, detail: str = "", info: str = "", after: str = ""
) -> dict[str, str]:
    values = {"label": label, "type": kind, "detail": detail, "info": info}
    found = {name: value for name, value in values.items() if value}
    return {**found, "apply": label + after} if after else found


def _section(root: Node, name: str) -> list[str]:
    node = root.inner.get(name)
    return list(node.values) if node else []


def _text(value: Schema) -> str:
    """Return the description of a schema, its own before that of what it refers to."""
    if "description" in value:
        return str(value["description"])
    found = (one.get("description", "") for one in _meanings(value, None))
    return next((str(text) for text in found if text), "")


def _choice_text(found: Sequence[Schema], choice: Any) -> str:
    """Return what a value of `type` stands for."""
    for one in found:
        for inner in one.get("allOf", ()):
            if inner.get("if", {}).get("properties", {}).get("type", {}).get("const") == choice:
                return _text(inner["then"]).partition("\n")[0]
    return ""


def hover(text: str, at: int) -> dict[str, Any] | None:
    """Return what is known of the word at a position: {from, to, title, text}; None for nothing."""
    start, end = at, at
    while start > 0 and re.match(r"[\w.]", text[start - 1]):
        start -= 1
    while end < len(text) and re.match(r"[\w.]", text[end]):
        end += 1
    if start == end:
        return None
    word = text[start:end]
    scanner = _Scanner(text, end)
    place = scanner.scan()
    if not place.nodes:
        return None
    told = ""
    inside = place.nodes[-1]
    if place.key is None and (inside.key != 0 or inside.values):
        around = _schemas(place.nodes)
        if word not in inside.values and f'"{word}"' not in inside.values:
            return None
        told = next((_text(s) for s in _below(around, word, None) if _text(s)), "")
    elif place.key == "type":
        nodes = [*place.nodes[:-1], Node(0, inside.key, {**inside.values, "type": word})]
        told = next((_text(s) for s in reversed(_schemas(nodes)) if _text(s)), "")
    if not told:
        constants = scanner.root.inner.get("constants")
        if constants and word in constants.values:
            told = f"constant: {constants.values[word]}"
    return {"from": start, "to": end, "title": word, "text": told} if told else None
