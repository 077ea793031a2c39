"""`load`: a model from a file or from a dict."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from sarrus.arguments import path_text
from sarrus.formats.dh_file import is_dh, read_dh
from sarrus.formats.file_access import read_bytes, refused
from sarrus.formats.located_json import parse
from sarrus.formats.neutral import read_neutral
from sarrus.formats.urdf.loading import load_urdf, refuse_xacro
from sarrus.model.model import Model


def load(source: str | os.PathLike[str] | Mapping[str, Any], **options: Any) -> Model:
    """Return the model of a file, or of a dict in the neutral format.

    The ending of the file name tells its format. `.yaml` or `.yml` is a model file, whose
    constants may be replaced: constants={"r": "80 mm"}. `.json` is the neutral format of the
    reference problems, as a `model` object or a case that holds one; `.urdf` is a robot file,
    see `load_urdf` for its options. YAML and JSON files may also hold a table of Denavit and
    Hartenberg, under `dh`. Options of all: `strict=True` makes warnings errors, `name` names the
    model. Raises ModelError with every problem found.
    """
    if isinstance(source, Mapping):
        return read_dh(source, **options) if is_dh(source) else read_neutral(source, **options)
    path = path_text(source)
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".xacro":
        refuse_xacro(path)
    if suffix not in READERS:
        rule = f"has the ending {suffix!r}, which no reader knows"
        raise refused(path, "F20", rule, f"supported are {', '.join(READERS)}, or a dict")
    return READERS[suffix](path, **options)


def _json(path: str, **options: Any) -> Model:
    value, marks = parse(read_bytes(path), path)
    options.setdefault("name", "" if _named(value) else _stem(path))
    read = read_dh if is_dh(value) else read_neutral
    return read(value, marks, path, **options)


def _yaml(
    path: str, *, strict: bool = False, name: str = "", constants: Mapping[str, Any] | None = None
) -> Model:
    from sarrus.formats.yaml import located_yaml
    from sarrus.formats.yaml.model_file import read_document

    value, marks = located_yaml.parse(read_bytes(path), path)
    if is_dh(value):
        chosen = name or ("" if _named(value) else _stem(path))
        return read_dh(value, marks, path, name=chosen, strict=strict)
    found = read_document(
        value, marks, path, name or _stem(path), constants=constants, rename=bool(name)
    )
    return found.model(strict=strict)


def _named(value: Any) -> bool:
    return isinstance(value, dict) and ("id" in value or "name" in value)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


READERS: dict[str, Callable[..., Model]] = {
    ".yaml": _yaml,
    ".yml": _yaml,
    ".json": _json,
    ".urdf": load_urdf,
}
"""The readers by the ending of the file name."""
