"""A strict reader of YAML that remembers where every value stands.

Of YAML it takes lists, maps and plain or quoted text; tags, anchors, aliases, merge keys,
directives and further documents are refused. Numbers are those of JSON, so that `010`, `1_000`,
`1:30` or `yes` are text, which the builder then refuses where a number is wanted. It follows the
events of the parser with a stack of its own, so that no nesting can exhaust Python's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from sarrus.errors import MOST_PROBLEMS, ModelError, Problem
from sarrus.formats.located_json import NUMBER
from sarrus.formats.sizes import LONGEST_NUMBER, MOST_LEVELS
from sarrus.formats.source_text import SourceText
from sarrus.formats.yaml.marks import Marks, Span, Spans
from sarrus.formats.yaml.syntax_errors import syntax_mistake

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser; without libyaml that of Python, which is some ten times slower."""
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
WORDS = {"true": True, "false": False, "null": None, "": None}
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff\ufeff"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Control characters, line ends that editors do not show, and marks that turn the direction."""


def parse(text: str | bytes, file: str) -> tuple[Any, Marks]:
    """Return the value of a YAML text, and the location of every value by its path.

    A path is a tuple of keys and positions, () for the whole. Keys are text; `true`, `false`,
    `null` and numbers as JSON writes them are values of their kind, all else is text. A number
    too large for a float is kept as inf, one too small as the smallest float.
    Raises ModelError: F01 broken or cut off, F03 too deep, F05 not allowed in model files, F06 a
    key given twice or a number too long, F07 encoding.
    """
    source = SourceText(text, file) if isinstance(text, str) else SourceText.of_bytes(text, file)
    reader = _Reader(source, 1 if source.text.startswith(BYTE_ORDER_MARK) else 0)
    value = reader.document()
    if reader.problems:
        raise ModelError(reader.problems)
    return value, Marks(source, reader.root)


@dataclass(slots=True)
class _Open:
    """A map or list whose end has not come yet; `key` is the one that waits for its value."""

    value: Any
    spans: Spans
    flow: bool
    is_map: bool
    key: str | None = None

    @property
    def wants_key(self) -> bool:
        return self.key is None and self.is_map


@dataclass
class _Reader:
    source: SourceText
    skipped: int
    root: Spans = field(default_factory=lambda: Spans((0, 0)))
    problems: list[Problem] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    result: Any = None
    started: bool = False

    def document(self) -> Any:
        self.refuse_hidden()
        self.root.whole = (self.skipped, self.skipped)
        loader = LOADER(self.source.text[self.skipped :])
        try:
            while (event := loader.get_event()) is not None:
                self.event(event)
        except yaml.YAMLError as error:
            raise self.broken(error) from None
        finally:
            loader.dispose()
        return self.result

    def event(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            if event.anchor is not None or event.tag is not None:
                self.refuse_marks(event)
            inside = self.open[-1] if self.open else None
            if inside is not None and inside.is_map and inside.key is None:
                self.key(inside, event)
            else:
                self.add(self.scalar(event), self.span(event))
        elif kind is yaml.SequenceStartEvent or kind is yaml.MappingStartEvent:
            if event.anchor is not None or event.tag is not None:
                self.refuse_marks(event)
            self.start(event)
        elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
            self.end(event)
        elif isinstance(event, yaml.AliasEvent):
            self.refuse(event, "an alias (*) is not allowed in model files", _QUOTES)
            if self.open and self.open[-1].wants_key:
                self.open[-1].key = f"*{event.anchor}"
            else:
                self.add(None, self.span(event))
        elif isinstance(event, yaml.DocumentStartEvent):
            self.start_of_document(event)

    def start_of_document(self, event: Any) -> None:
        if self.started:
            raise self.stop(
                "F05", self.span(event)[0], "a second document is not allowed in model files"
            )
        self.started = True
        if event.version is not None or event.tags is not None:
            self.refuse(event, "a directive (%) is not allowed in model files")

    def start(self, event: Any) -> None:
        start, _ = self.span(event)
        if len(self.open) >= MOST_LEVELS:
            raise self.stop("F03", start, f"nesting is deeper than {MOST_LEVELS} levels")
        if self.open and self.open[-1].wants_key:
            raise self.stop("F05", start, "a list or map as a key is not allowed in model files")
        value: dict[str, Any] | list[Any]
        is_map = type(event) is yaml.MappingStartEvent
        value = {} if is_map else []
        spans = Spans((start, start), {}, {})
        self.add(value, spans)
        self.open.append(_Open(value, spans, bool(event.flow_style), is_map))

    def end(self, event: Any) -> None:
        """Close a map or list; the span of one in brackets reaches to its end."""
        done = self.open.pop()
        if done.flow:
            done.spans.whole = (done.spans.whole[0], self.skipped + event.end_mark.index)

    def key(self, inside: _Open, event: Any) -> None:
        key, span = event.value, self.span(event)
        if event.style:
            self.refuse_escapes(event)
        if key == "<<" and not event.style:
            self.refuse(event, "a merge key (<<) is not allowed in model files")
        keys = inside.spans.keys
        if key in keys:
            first = self.source.place(keys[key][0])
            self.refuse(event, f"the key {key!r} is given twice", code="F06", also=(first,))
        else:
            keys[key] = span
        inside.key = key

    def add(self, value: Any, span: Span | Spans) -> None:
        """Put a value where it belongs."""
        if not self.open:
            self.result = value
            self.root = span if isinstance(span, Spans) else Spans(span)
            return
        inside = self.open[-1]
        place: str | int
        if inside.is_map:
            place = inside.key or ""
            inside.value[place] = value
            inside.key = None
        else:
            place = len(inside.value)
            inside.value.append(value)
        inside.spans.values[place] = span

    def scalar(self, event: Any) -> Any:
        """Return the value of a scalar; what is quoted is text."""
        text: str = event.value
        if event.style:
            self.refuse_escapes(event)
            return text
        if text in WORDS:
            return WORDS[text]
        if text[0] not in "-0123456789":
            return text
        if len(text) == 1 and text != "-":
            return int(text)
        number = NUMBER.fullmatch(text)
        if not number:
            return text
        if len(text) > LONGEST_NUMBER:
            rule = f"a literal of {len(text)} characters is too long"
            self.refuse(event, rule, code="F06")
            return None
        real = float(text)
        if real == 0.0 and re.search("[1-9]", re.split("[eE]", text)[0]):
            return math.ulp(0.0)  # validation must not take 1e-400 for a zero
        return real if number[1] or number[2] or math.isinf(real) else int(text)

    def refuse_marks(self, event: Any) -> None:
        if event.anchor is not None:
            self.refuse(event, "an anchor (&) is not allowed in model files", _QUOTES)
        if event.tag is not None:
            self.refuse(event, "a tag (!) is not allowed in model files", _QUOTES)

    def refuse_hidden(self) -> None:
        for found in HIDDEN.finditer(self.source.text, self.skipped):
            rule = f"the character U+{ord(found[0]):04X} is not allowed in model files"
            self.note(Problem("F07", "YAML", rule, location=self.source.place(found.start())))
        if self.problems:
            raise ModelError(self.problems)

    def refuse_escapes(self, event: Any) -> None:
        if event.style == '"' and (found := HIDDEN.search(event.value)):
            rule = f"the character U+{ord(found[0]):04X} is not allowed in model files"
            self.refuse(event, rule, code="F07")

    def span(self, event: Any) -> Span:
        return self.skipped + event.start_mark.index, self.skipped + event.end_mark.index

    def refuse(
        self, event: Any, rule: str, action: str = "", code: str = "F05", also: tuple = ()
    ) -> None:
        """Note a problem that does not keep us from reading on."""
        place = self.source.place(self.skipped + event.start_mark.index)
        self.note(Problem(code, "YAML", rule, action=action, location=place, also=also))

    def note(self, problem: Problem) -> None:
        """Keep a problem; after a great many of them the reading ends."""
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise ModelError(self.problems)

    def stop(self, code: str, at: int, rule: str, action: str = "", also: tuple = ()) -> ModelError:
        """Return the error that ends the reading, with all that was noted before."""
        place = self.source.place(at)
        found = Problem(code, "YAML", rule, action=action, location=place, also=also)
        return ModelError([*self.problems, found])

    def broken(self, error: yaml.YAMLError) -> ModelError:
        """Return the error of a text that is not YAML."""
        found = syntax_mistake(error, self.source.text[self.skipped :])
        rule = found.rule + ("; the file ends here" if found.at_end else "")
        also = () if found.opened is None else (self.source.place(self.skipped + found.opened),)
        return self.stop(found.code, self.skipped + found.at, rule, found.action, also)


_QUOTES = "put text that starts so in quotes"


def plain_data(text: str, tags: Mapping[str, Callable[[str], Any]]) -> Any:
    """Return what a YAML file of another program holds: plain data, by the rules of YAML 1.1.

    tags: what a tag such as !degrees makes of the text behind it; any other tag is refused. Anchors
    and aliases are followed, and of a key given twice the last counts. Raises ModelError F01.
    """

    class Loader(yaml.SafeLoader):
        """The safe loader, with the tags of this call."""

    def value_of_tag(loader: Any, node: Any) -> Any:
        return tags[node.tag](str(node.value))

    for tag in tags:
        Loader.add_constructor(tag, value_of_tag)
    loader = Loader(text)
    try:
        return loader.get_single_data()
    except (yaml.YAMLError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else "it is damaged"
        raise ModelError(Problem("F01", "YAML", f"cannot be read: {first[:120]}")) from None
    finally:
        loader.dispose()
