"""`load`: a model from a file or from a dict."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sarrus.arguments import path_text
from sarrus.file_access import file_error
from sarrus.formats.known_formats import FORMATS, format_of
from sarrus.garbage import few_collections
from sarrus.model.model import Model


def load(source: str | os.PathLike[str] | Mapping[str, Any], **options: Any) -> Model:
    """Return the model of a file, or of a dict in the neutral format.

    The ending of the file name tells its format. `.yaml` or `.yml` is a model file, whose
    constants may be replaced: constants={"r": "80 mm"}. `.json` is the neutral format of the
    reference problems, as a `model` object or a case that holds one; `.urdf` or `.xacro` is a
    robot file, see `load_urdf` for its options; `.xml` or `.mjcf` one of MuJoCo, see `load_mjcf`;
    `.sdf` or `.world` one of Gazebo, see `load_sdf`; `.adm` a dataset of Adams, see `load_adams`.
    YAML and JSON files may also hold a table of Denavit and Hartenberg, under `dh`. Options of
    all: `strict=True` makes warnings errors, `name` names the model. Raises ModelError with every
    problem found.

    Example:
        model = sarrus.load("four_bar.yaml")
    """
    with few_collections():
        return (
            _of_mapping(source, options)
            if isinstance(source, Mapping)
            else _of_file(source, options)
        )


def _of_mapping(source: Mapping[str, Any], options: Mapping[str, Any]) -> Model:
    from sarrus.formats.dh_file import is_dh, read_dh
    from sarrus.formats.neutral import read_neutral

    return read_dh(source, **options) if is_dh(source) else read_neutral(source, **options)


def _of_file(source: str | os.PathLike[str], options: Mapping[str, Any]) -> Model:
    path = path_text(source)
    suffix = os.path.splitext(path)[1].lower()
    found = format_of(path)
    if found is None or found.read is None:
        rule = f"has the ending {suffix!r}, which no reader knows"
        known = ", ".join(e for e, f in FORMATS.items() if f.read and f.name != "dh")
        from sarrus.limits import limit_of_ending  # for mistakes only

        lacking = limit_of_ending(path)
        action = f"supported are {known}, or a dict" if lacking is None else lacking.advice
        raise file_error(path, "F20", rule, action)
    return found.read(path, **options)
