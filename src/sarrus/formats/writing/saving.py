"""`save` and `convert`: a model as a file, in the format that the ending of its name tells."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sarrus.arguments import checked
from sarrus.errors import Problem
from sarrus.formats.dh_file import is_dh
from sarrus.formats.file_access import read_bytes, refused
from sarrus.formats.load import load
from sarrus.formats.urdf.saving import urdf_text
from sarrus.formats.writing.dh_table import dh_table
from sarrus.formats.writing.dh_text import dh_text
from sarrus.formats.writing.neutral_writing import neutral_text
from sarrus.formats.writing.yaml_text import yaml_text
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import ModelFile, read_document
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.storage.new_file import check_free, write_text

FORMATS = ("yaml", "neutral", "urdf", "dh")
ENDINGS = {
    ".dh.yaml": "dh",
    ".dh.yml": "dh",
    ".dh.json": "dh",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "neutral",
    ".urdf": "urdf",
}
"""The format by the ending of the file name, the longest ending first."""


@checked
def save(
    described: Model | Mechanism,
    path: str | os.PathLike[str],
    *,
    study: Mapping[str, Any] | None = None,
    convention: str = "classic",
    drop: bool = False,
    overwrite: bool = False,
) -> list[Problem]:
    """Write a model or a mechanism to a file and return what the file does not hold.

    The ending tells the format: .yaml holds everything (study: more sections for it), .json is
    the neutral format, .urdf a robot file, .dh.yaml and .dh.json a Denavit-Hartenberg table in
    the given convention. What a format cannot hold is refused, everything at once, or with
    drop=True left out. A file that is there already stays (E-EXISTS), unless overwrite=True.
    """
    target = os.fspath(path)
    kind = format_of(target)
    check_free(target, overwrite)
    problems: tuple[Problem, ...] = ()
    if kind == "yaml":
        text = yaml_text(described, study)
    else:
        model = described if isinstance(described, Model) else described.build()
        text, problems = _text(model, kind, target, convention, drop)
    write_text(target, text, overwrite=overwrite)
    return list(problems)


@checked
def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    convention: str = "classic",
    drop: bool = False,
    overwrite: bool = False,
    **options: Any,
) -> list[Problem]:
    """Write the model of one file in the format of another; return what was lost on the way.

    options: those of `load`. From YAML to YAML the sections of the study are kept; into other
    formats they are lost, which is told. For the rest see `save`.
    """
    here, there = os.fspath(source), os.fspath(target)
    kind = format_of(there)
    check_free(there, overwrite)
    described: Model | Mechanism = load(here, **options)
    study = _study(here)
    if kind == "yaml" and study is not None and not options:
        described = study.mechanism  # in the words of the file
    lost = [] if study is None or kind == "yaml" else [_not_kept(name) for name in study.sections]
    told = {"convention": convention, "drop": drop, "overwrite": overwrite}
    kept = _kept(study) if kind == "yaml" else None
    return [*lost, *save(described, there, study=kept, **told)]  # type: ignore[arg-type]


def format_of(path: str) -> str:
    """Return the format of a file by the ending of its name; raise ModelError F20 without one."""
    for ending, kind in ENDINGS.items():
        if path.lower().endswith(ending):
            return kind
    ending = os.path.splitext(path)[1]
    rule = f"has the ending {ending!r}, which no writer knows"
    raise refused(path, "F20", rule, f"supported are {', '.join(ENDINGS)}")


def _text(
    model: Model, kind: str, path: str, convention: str, drop: bool
) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of a model in a format that does not hold everything."""
    if kind == "neutral":
        return neutral_text(model, drop=drop)
    if kind == "urdf":
        return urdf_text(model, partial=drop)
    table = dh_table(model, convention, drop=drop)
    return dh_text(table, as_json=path.lower().endswith(".json")), table.notices


def _study(path: str) -> ModelFile | None:
    """Return a model file in YAML, which may hold more than a model."""
    if not path.lower().endswith((".yaml", ".yml")):
        return None
    value, marks = parse(read_bytes(path), path)
    return None if is_dh(value) else read_document(value, marks, path, _stem(path))


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _kept(study: ModelFile | None) -> dict[str, Any]:
    """Return what a model file holds besides its model."""
    if study is None:
        return {}
    head = {
        key: study.document[key] for key in ("description", "constants") if key in study.document
    }
    return {**head, **study.sections}


def _not_kept(section: str) -> Problem:
    rule = "is not part of that format"
    return Problem("F21", f"section '{section}'", rule, severity="warning")
