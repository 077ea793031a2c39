"""`save` and `convert`: a model as a file, in the format that the ending of its name tells."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from sarrus.arguments import with_checks
from sarrus.errors import Problem
from sarrus.file_access import file_error, read_bytes
from sarrus.formats.dh_file import is_dh
from sarrus.formats.known_formats import FORMATS, Format, format_of
from sarrus.formats.loading import load
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import ModelFile, read_document
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.storage.new_file import check_free, write_text


@with_checks
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
    the neutral format, .urdf a robot file, .xml one of MuJoCo, .dh.yaml and .dh.json a Denavit-
    Hartenberg table in the given convention. What a format cannot hold is refused, everything at
    once, or with drop=True left out. A file that is there already stays (E-EXISTS), unless
    overwrite=True.

    Example:
        sarrus.save(model, "copy.yaml")
    """
    target = os.fspath(path)
    known = written_format(target)
    check_free(target, overwrite)
    make = cast("Callable[..., tuple[str, Sequence[Problem]]]", known.text)
    if known.whole:
        text, problems = make(described, target, study=study)
    else:
        model = described if isinstance(described, Model) else described.build()
        text, problems = make(model, target, convention=convention, drop=drop)
    write_text(target, text, overwrite=overwrite)
    return list(problems)


@with_checks
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

    options: those of `load`. From YAML or a dataset of Adams to YAML the sections of the study are
    kept; into other formats they are lost, which is told. For the rest see `save`.

    Example:
        sarrus.convert("four_bar.yaml", "four_bar.json", drop=True)
    """
    here, there = os.fspath(source), os.fspath(target)
    whole = written_format(there).whole
    check_free(there, overwrite)
    known, study = format_of(here), _study(here)
    sections: Mapping[str, Any] = {} if study is None else study.sections
    described: Model | Mechanism
    if known is not None and known.study is not None:
        described, sections = known.study(here, **options)
    else:
        described = load(here, **options)
    if whole and study is not None and not options:
        described = study.mechanism  # in the words of the file
    lost = [] if whole else [_loss_problem(name) for name in sections]
    told = {"convention": convention, "drop": drop, "overwrite": overwrite}
    kept = {**_head(study), **sections} if whole else None
    return [*lost, *save(described, there, study=kept, **told)]  # type: ignore[arg-type]


def written_format(path: str) -> Format:
    """Return the format of a file by the ending of its name; raise ModelError F20 without one."""
    found = format_of(path)
    if found is None or found.text is None:
        ending = os.path.splitext(path)[1]
        rule = f"has the ending {ending!r}, which no writer knows"
        known = ", ".join(e for e, f in FORMATS.items() if f.text)
        from sarrus.limits import limit_of_ending  # for mistakes only

        lacking = limit_of_ending(path)
        action = f"supported are {known}" if lacking is None else lacking.advice
        raise file_error(path, "F20", rule, action)
    return found


def _study(path: str) -> ModelFile | None:
    """Return a model file in YAML, which may hold more than a model."""
    if not path.lower().endswith((".yaml", ".yml")):
        return None
    value, marks = parse(read_bytes(path), path)
    return None if is_dh(value) else read_document(value, marks, path, _stem(path))


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _head(study: ModelFile | None) -> dict[str, Any]:
    """Return what a model file holds besides its model and the sections of its study."""
    if study is None:
        return {}
    kept = ("description", "constants")
    return {key: study.document[key] for key in kept if key in study.document}


def _loss_problem(section: str) -> Problem:
    rule = "is not part of that format"
    return Problem("F21", f"section '{section}'", rule, severity="warning")
