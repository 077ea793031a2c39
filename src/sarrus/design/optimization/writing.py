"""The numbers of a design written back into the model file, in the units in which they stand."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from sarrus.design.optimization.space import DesignSpace
from sarrus.design.optimization.variables import CONSTANT, INPUT, PARAMETER, RATE, START, Variable
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.records import Path as Place
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.marks import Marks
from sarrus.model.units import in_si, parts_of
from sarrus.storage.new_file import new_file
from sarrus.study.edits import path_of_name

DIGITS = 12
"""Significant digits of numbers that are written."""
NO_FILE = "E-FILE"


def write_design(
    space: DesignSpace, x: np.ndarray, path: str | os.PathLike[str], overwrite: bool
) -> Path:
    """Write the file of the study with the numbers of a design; comments and layout stay."""
    from sarrus.studio.text_edits import TextEdit, apply_edits

    study = space.study
    if study is None or not study.path or study.document() is None:
        rule = "has no model file in YAML that its numbers could be written into"
        action = "optimize a study, or use the numbers of `design`"
        raise ModelError(Problem("M09", "optimum", rule, action=action))
    target = Path(path)
    if target.exists() and not overwrite:
        rule = "exists"
        raise EnvironmentProblem(
            Problem(NO_FILE, f"file '{target.name}'", rule, action="give overwrite=True")
        )
    value, marks = parse(read_bytes(study.path), study.path)
    if not isinstance(value, dict) or not isinstance(marks, Marks):
        raise ModelError(Problem("M09", "optimum", "has no model file in YAML"))
    edits = []
    for v, number in zip(space.variables, x, strict=True):
        place = _place(value, v)
        start, end = marks.span(place)
        edits.append(
            TextEdit(start, end, _number_text(marks.source.text[start:end], float(number), v))
        )
    text = apply_edits(marks.source.text, edits)
    with new_file(str(target), overwrite, "E01") as part:
        Path(part).write_text(text, encoding="utf-8", newline="")
    return target


def _place(document: dict[str, object], v: Variable) -> Place:
    """Return where the number of a variable stands in the file."""
    if v.kind == CONSTANT:
        return ("constants", v.full)
    sections = {START: "assembly.wanted", RATE: "assembly.rates", INPUT: "inputs"}
    if v.kind in sections:
        return path_of_name(document, f"{sections[v.kind]}.{v.full}")
    name = v.full.partition(":")[2] or v.full
    found = path_of_name(document, name)
    value: object = document
    for key in found:
        value = value[key] if isinstance(value, (dict, list)) else None  # type: ignore[index]
    if v.kind == PARAMETER and v.place is not None and isinstance(value, list):
        return (*found, v.place)
    return found


def _number_text(literal: str, value: float, v: Variable) -> str:
    """Return the text of a number, in the unit of the text that it replaces."""
    quote = literal[:1] if literal[:1] in "\"'" else ""
    parts = parts_of(literal.strip("\"'"))
    unit = v.unit.replace(" ", "*") if parts is None else parts[1]
    scale = in_si("1", unit) if unit else 1.0
    number = f"{value / scale:.{DIGITS}g}"
    return f"{quote}{number}{f' {unit}' if unit else ''}{quote}"
