"""The text of an XML file, or a text itself, and the folder in which its other files may be."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from sarrus.arguments import path_text
from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.source_text import SourceText

TEXT = "text"
"""The name of the file in messages about a text."""


def is_xml(source: str) -> bool:
    """Tell whether a source is a text of XML and no file name: it starts with '<'."""
    return source.lstrip("\ufeff \t\r\n").startswith("<")


def source_and_folder(
    source: str | os.PathLike[str], is_text: Callable[[str], bool] = is_xml
) -> tuple[SourceText, str]:
    """Return the text and the folder of its file; is_text: tells a text from a file name."""
    if isinstance(source, str) and is_text(source):
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
