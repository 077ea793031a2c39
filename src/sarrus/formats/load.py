"""`load`: a model from a file or from a dict."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from sarrus.formats.file_access import read_bytes, refused
from sarrus.formats.located_json import parse
from sarrus.formats.neutral import read_neutral
from sarrus.formats.urdf.loading import load_urdf, refuse_xacro
from sarrus.model.model import Model


def load(source: str | os.PathLike[str] | Mapping[str, Any], **options: Any) -> Model:
    """Return the model of a file, or of a dict in the neutral format.

    The ending of the file name tells its format: `.json` is the neutral format of the
    reference problems, as a `model` object or a case that holds one; `.urdf` is a robot file,
    see `load_urdf` for its options. Options of all: `strict=True` makes warnings errors, `name`
    names the model. Raises ModelError with every problem found.
    """
    if isinstance(source, Mapping):
        return read_neutral(source, **options)
    path = os.fspath(source)
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".xacro":
        refuse_xacro(path)
    if suffix not in READERS:
        rule = f"has the ending {suffix!r}, which no reader knows"
        raise refused(path, "F20", rule, f"supported are {', '.join(READERS)}, or a dict")
    return READERS[suffix](path, **options)


def _json(path: str, **options: Any) -> Model:
    value, marks = parse(read_bytes(path), path)
    options.setdefault("name", "" if _named(value) else os.path.basename(path)[: -len(".json")])
    return read_neutral(value, marks, path, **options)


def _named(value: Any) -> bool:
    return isinstance(value, dict) and ("id" in value or "name" in value)


READERS: dict[str, Callable[..., Model]] = {".json": _json, ".urdf": load_urdf}
"""The readers by the ending of the file name."""
