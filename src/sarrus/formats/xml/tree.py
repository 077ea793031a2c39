"""XML elements that know where they were written.

Expat reads one file and nothing else: a document type, and with it every entity of its own, is
refused where it starts, and so are nesting, sizes and numbers of elements beyond the limits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, NoReturn
from xml.parsers import expat

from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.located import LaterPlaces
from sarrus.formats.sizes import MOST_LEVELS, most_parts, too_many
from sarrus.formats.source_text import SourceText
from sarrus.late_dataclass import dataclass

MOST_CHARACTERS = 10_000
"""Of one attribute, where a format does not say otherwise."""
SHOWN = 60

_ATTRIBUTE = re.compile(r"""\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_MACRO = re.compile(r"\$\{|\$\((?:find|arg|eval|env|optenv|dirname|anon)\b")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_DECLARATION = re.compile(r"\A\s+<\?xml[^>]*\?>")
_PLAIN_ENCODINGS = ("utf-8", "utf8", "us-ascii", "ascii")


@dataclass(eq=False)
class Element:
    """One element: its tag, attributes, children and the character where it starts."""

    tag: str
    attributes: dict[str, str]
    source: SourceText
    start: int
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    text_at: int | None = None
    """Where text that is not blank starts."""
    text: str = ""
    """All text between its tags that is not in a child."""

    def all(self, tag: str) -> list[Element]:
        """Return the children with a tag."""
        return [child for child in self.children if child.tag == tag] if self.children else []

    @cached_property
    def path(self) -> str:
        """The element in words, for messages, such as `link 'arm' / inertial / mass`."""
        steps: list[str] = []
        element: Element | None = self
        while element is not None and (element.parent is not None or not steps):
            name, tag = element.attributes.get("name"), element.tag[:SHOWN]
            steps.append(tag if name is None else f"{tag} '{name[:SHOWN]}'")
            element = element.parent
        return " / ".join(reversed(steps))

    def short_name(self, what: str = "") -> str:
        """The element, or one of its attributes, in lists of what is left out."""
        return f"<{self.tag[:40]} {what}>" if what else f"<{self.tag[:40]}>"

    @cached_property
    def place(self) -> Location:
        """Where the element starts."""
        return self.source.place(self.start)

    @property
    def places(self) -> Mapping[str, Location]:
        """Where the values of the attributes stand, and each of several numbers, as `xyz[1]`."""
        return LaterPlaces(self._all_places)

    def _all_places(self) -> Mapping[str, Location]:
        found = {"": self.place}
        at = self.start + 1 + len(self.tag)
        while match := _ATTRIBUTE.match(self.source.text, at):
            group = 2 if match[2] is not None else 3
            found |= self._value(match[1], match.start(group), match.end(group))
            at = match.end()
        return found

    def _value(self, name: str, start: int, end: int) -> dict[str, Location]:
        found = {name: self.source.place(start, end)}
        words = list(re.finditer(r"\S+", self.source.text[start:end]))
        if 1 < len(words) <= 9:
            for i, word in enumerate(words):
                place = self.source.place(start + word.start(), start + word.end())
                found[f"{name}[{i}]"] = place
        return found


class _Builder:
    """What expat calls while it reads."""

    def __init__(self, source: SourceText, data: bytes, longest: int, macros: bool) -> None:
        self.macros = macros
        self.longest = longest
        self.source = source
        self.data = data
        self.ascii = source.text.isascii()
        # whether there may be macros anywhere
        self.marked = "$" in source.text or "xacro:" in source.text
        self.shortest = min(longest, MOST_CHARACTERS)
        self.most = most_parts()
        self.open: list[Element] = []
        self.pieces: dict[int, list[str]] = {}
        self.root: Element | None = None
        self.count = 0
        self._at_byte = self._at_character = 0
        self.parser = expat.ParserCreate("utf-8")
        self.parser.XmlDeclHandler = self.declaration
        self.parser.StartDoctypeDeclHandler = self.document_type
        self.parser.EntityDeclHandler = self.document_type
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text

    def character(self, byte: int) -> int:
        """Return the number of the character at a byte; asked for in the order of the file."""
        if self.ascii:
            return byte
        if byte < self._at_byte:
            self._at_byte = self._at_character = 0
        between = self.data[self._at_byte : byte].decode("utf-8", "ignore")
        self._at_byte, self._at_character = byte, self._at_character + len(between)
        return self._at_character

    def position(self) -> int:
        """Return the number of the character that is being read."""
        return self.character(self.parser.CurrentByteIndex)

    def refuse(self, code: str, rule: str, at: int, value: str = "", action: str = "") -> NoReturn:
        """Raise the error of something that ends the reading."""
        element = self.open[-1].path if self.open else "file"
        place = self.source.place(at)
        raise ModelError(Problem(code, element, rule, value, action=action, location=place))

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() not in _PLAIN_ENCODINGS and not self.source.text.isascii():
            action = "save the file as UTF-8"
            value = f"the encoding '{encoding}'"
            self.refuse("F07", "is declared, but model files are UTF-8", 0, value, action)

    def document_type(self, *declared: Any) -> None:
        rule = "a document type (DTD) is not allowed in model files, nor are its entities"
        self.refuse("F04", rule, self.position(), action="remove the <!DOCTYPE ...> declaration")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        at = self.parser.CurrentByteIndex if self.ascii else self.position()
        around = self.open
        self.count += 1
        if len(around) >= MOST_LEVELS:
            self.refuse("F03", f"nesting is deeper than {MOST_LEVELS} levels", at)
        if self.count > self.most:
            rule, action = too_many("elements", self.most)
            self.refuse("F02", f"the file {rule}", at, action=action)
        if attributes or self.marked or len(tag) > self.shortest:
            self._check(tag, attributes, at)
        parent = around[-1] if around else None
        element = Element(tag, attributes, self.source, at, parent, [])
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        around.append(element)

    def _check(self, tag: str, attributes: dict[str, str], at: int) -> None:
        if (
            not self.marked
            and len("".join((tag, *attributes, *attributes.values()))) <= self.shortest
        ):
            return  # as it almost always is
        macro = None
        for written in (tag, *attributes, *attributes.values()):
            if len(written) > self.longest:
                rule = f"<{tag[:SHOWN]}> has {len(written)} characters in one name or value"
                self.refuse("F04", rule, at, action=f"at most {self.longest} are read")
            if "$" in written and _MACRO.search(written):
                macro = written
        if not self.macros and (tag.startswith("xacro:") or macro is not None):
            value = f"'{(macro or '<' + tag + '>')[:SHOWN]}'"
            rule = "is xacro, which is expanded in robot files of the ending .xacro only"
            action = 'rename the file, or write <robot xmlns:xacro="http://ros.org/wiki/xacro">'
            self.refuse("F17", rule, at, value, action)

    def end(self, tag: str) -> None:
        element = self.open.pop()
        if element.text_at is not None:
            pieces = self.pieces.pop(element.start, ())
            element.text = (element.text + "".join(pieces)).rstrip()

    def text(self, data: str) -> None:
        if not self.open:
            return
        element = self.open[-1]
        if element.text_at is None:
            if data.isspace():
                return
            # expat names the first character of a piece, which blanks may be
            element.text = data.lstrip()
            element.text_at = self.position() + len(data) - len(element.text)
        else:
            self.pieces.setdefault(element.start, []).append(data)


def outermost_tag(data: bytes) -> str:
    """Return the tag of the outermost element, "" where none is found; nothing is checked."""
    found = re.search(rb"<([A-Za-z_][^\s/>]*)", re.sub(rb"<!--.*?-->", b"", data, flags=re.DOTALL))
    return found[1].decode("ascii", "replace") if found else ""


def parse_xml(
    source: SourceText, longest: int = MOST_CHARACTERS, *, macros: bool = False
) -> Element:
    """Return the root element, or raise ModelError with the place where reading ended.

    longest: characters of an attribute; macros: whether there may be those of xacro. Comments with
    two hyphens in them, and blanks before <?xml, are read as other programs do, against the letter
    of XML: nothing of the model stands there.
    """
    try:
        return _root(source, source.text, longest, macros)
    except ModelError as error:
        plain = _COMMENT.sub(_blanks, _DECLARATION.sub(_blanks, source.text))
        if error.problems[0].code != "F01" or plain == source.text:
            raise
    return _root(source, plain, longest, macros)


def _blanks(found: re.Match[str]) -> str:
    """Return blanks in place of what has no meaning, so that all else stays where it is."""
    return re.sub(r"[^\n]", " ", found[0])


def _root(source: SourceText, text: str, longest: int, macros: bool) -> Element:
    data = text.encode("utf-8")
    builder = _Builder(source, data, longest, macros)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        at = builder.character(max(builder.parser.ErrorByteIndex, 0))
        words = expat.ErrorString(error.code) or "syntax error"
        code = "F04" if "entity" in words and "declaration" not in words else "F01"
        rule = f"is not well-formed XML: {words}"
        builder.refuse(code, rule, min(at, len(source.text)), "the file", _advice(words))
    if builder.root is None:  # expat reports a file without elements itself
        builder.refuse("F01", "holds no element", 0, "the file")
    return builder.root


def _advice(text: str) -> str:
    if "declaration not at start" in text:
        return "let the file begin with <?xml, without blanks or lines before it"
    if "entity" in text:
        return "write the text itself; only &lt; &gt; &amp; &quot; &apos; stand for characters"
    if "mismatched" in text:
        return "close every element with its own name"
    if "no element" in text or "unclosed" in text:
        return "the file seems to be cut off"
    return ""
