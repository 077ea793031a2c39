"""The text of an XML file, or a text itself, and the folder in which its other files may be."""

from __future__ import annotations

import os
import re

from sarrus.arguments import path_text
from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.source_text import SourceText

TEXT = "text"
"""The name of the file in messages about a text."""


def source_and_folder(source: str | os.PathLike[str]) -> tuple[SourceText, str]:
    """Return the text and the folder of its file; a text starts with '<'."""
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<"):
        try:
            return SourceText.of_bytes(source.encode("utf-8"), TEXT), ""
        except UnicodeEncodeError:
            place = Location(TEXT, 1, 1)
            rule = "holds half a surrogate pair, which is no character"
            raise ModelError(Problem("F07", "file", rule, location=place)) from None
    path = path_text(source)
    return SourceText.of_bytes(read_bytes(path), path), os.path.dirname(os.path.abspath(path))


def stem(file: str, otherwise: str) -> str:
    """Return the name of a file without folder and ending; of a text, another name."""
    return otherwise if file == TEXT else os.path.splitext(os.path.basename(file))[0]


def is_xacro(source: SourceText) -> bool:
    """Tell whether a text is to be expanded: by the ending of its file, or by its namespace."""
    named = source.file != TEXT and source.file.lower().endswith(".xacro")
    return named or re.search(r"<[^>]*\bxmlns:xacro\s*=", source.text) is not None
