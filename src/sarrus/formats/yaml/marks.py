"""Where the values and keys of a file stand, kept as a tree, so that deep files stay small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sarrus.errors import Location
from sarrus.formats.located_json import Path
from sarrus.formats.source_text import SourceText

Span = tuple[int, int]
"""The first character, and the one after the last."""


@dataclass(slots=True)
class Spans:
    """The span of a map or list, of the values in it, and of its keys."""

    whole: Span
    values: dict[str | int, Span | Spans] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)


@dataclass(frozen=True)
class Marks(Mapping[Path, Location]):
    """The location of every value by its path, worked out when it is asked for.

    Text of several lines is not repeated in a location.
    """

    source: SourceText
    root: Spans

    def __getitem__(self, path: Path) -> Location:
        span = self._span(path)
        if span is None:
            raise KeyError(path)
        start, end = span
        return self.source.place(start, start if "\n" in self.source.text[start:end] else end)

    def __contains__(self, path: object) -> bool:
        return isinstance(path, tuple) and self._span(path) is not None

    def __iter__(self) -> Iterator[Path]:
        yield ()
        left: list[tuple[Path, Spans]] = [((), self.root)]
        while left:
            path, spans = left.pop()
            for key, inner in spans.values.items():
                yield (*path, key)
                if isinstance(inner, Spans):
                    left.append(((*path, key), inner))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def key(self, path: Path) -> Location:
        """Return the location of the key of a value, or of the value where it has none."""
        around = self._mark(path[:-1])
        span = around.keys.get(str(path[-1])) if path and isinstance(around, Spans) else None
        return self[path] if span is None else self.source.place(*span)

    def span(self, path: Path) -> Span:
        """Return the first character of a value, and the one after its last."""
        found = self._span(path)
        if found is None:
            raise KeyError(path)
        return found

    def with_names(self, names: Mapping[str, str]) -> Marks:
        """Return the marks of a document whose first keys have other names, as far as these say."""
        values = {names.get(str(key), key): inner for key, inner in self.root.values.items()}
        keys = {names.get(key, key): span for key, span in self.root.keys.items()}
        return Marks(self.source, Spans(self.root.whole, values, keys))

    def _span(self, path: Path) -> Span | None:
        found = self._mark(path)
        return found.whole if isinstance(found, Spans) else found

    def _mark(self, path: Path) -> Span | Spans | None:
        found: Span | Spans | None = self.root
        for part in path:
            found = found.values.get(part) if isinstance(found, Spans) else None
        return found
