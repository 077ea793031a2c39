"""The text of a model file, which knows the place of every character."""

from __future__ import annotations

import bisect
import codecs
from functools import cached_property

from sarrus.errors import Location, ModelError, Problem
from sarrus.late_dataclass import dataclass

MOST_SHOWN = 80


@dataclass(frozen=True)
class SourceText:
    """A decoded text and the name of its file; lines and columns are counted from 1."""

    text: str
    file: str

    @staticmethod
    def of_bytes(data: bytes, file: str) -> SourceText:
        """Return the text of UTF-8 bytes, or raise ModelError F07; a byte order mark is dropped."""
        for mark in (
            codecs.BOM_UTF32_LE,
            codecs.BOM_UTF32_BE,
            codecs.BOM_UTF16_LE,
            codecs.BOM_UTF16_BE,
        ):
            if data.startswith(mark):
                raise _encoding(Location(file, 1, 1), "is UTF-16 or UTF-32")
        try:
            source = SourceText(data.decode("utf-8-sig"), file)
        except UnicodeDecodeError as error:
            before = SourceText(data[: error.start].decode("utf-8-sig"), file)
            byte = f"the byte 0x{data[error.start]:02x} is not UTF-8"
            raise _encoding(before.place(len(before.text)), byte) from None
        nul = source.text.find("\0")
        if nul >= 0:
            raise _encoding(source.place(nul), "holds the character NUL")
        return source

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, at = [0], self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def place(self, start: int, end: int | None = None) -> Location:
        """Return the location of the character `start`, with the literal up to `end`."""
        line = bisect.bisect_right(self._line_starts, start)
        literal = self.text[start:end] if end is not None else ""
        if len(literal) > MOST_SHOWN:
            literal = literal[: MOST_SHOWN - 3] + "..."
        return Location(self.file, line, start - self._line_starts[line - 1] + 1, literal)


def _encoding(place: Location, value: str) -> ModelError:
    return ModelError(
        Problem(
            "F07",
            "file",
            "but model files are UTF-8",
            value=value,
            action="save the file as UTF-8",
            location=place,
        )
    )
