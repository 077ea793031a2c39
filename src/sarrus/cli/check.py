"""`sarrus check`: check model files."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import model_files
from sarrus.cli.ending import DONE, code_of
from sarrus.cli.options import AllowFmu, Json, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.errors import ModelError, Problem, SarrusError, count

if TYPE_CHECKING:
    from sarrus.study import Study

ModelPaths = Annotated[
    list[str],
    typer.Argument(
        metavar="MODEL...",
        help="Model files: .yaml, .urdf, .xml or .json.",
        autocompletion=model_files,
    ),
]


def check(
    models: ModelPaths,
    values: Set = None,
    strict: Strict = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check model files and report every problem.

    Reads the files and closes the loops; each problem names file, line and element.
    Nothing is simulated or written. Exit code 0: no errors; 3: errors.

    Example:
      sarrus check four_bar.yaml
      sarrus check robots/*.urdf --strict
    """
    screen = Screen(json, quiet, "check")
    screen.listen()
    changed = settings(values)
    code, everything, files = DONE, [], []
    for path in models:
        found, said, data = check_file(path, changed, strict)
        screen.problems(found)
        screen.say(f"{path}: {said}")
        worst = data.pop("exit")
        code = max(code, worst)
        everything += found
        files.append({"file": path, "ok": worst == DONE, **data})
    screen.answer(code, everything, files=files)


def check_file(
    path: str, values: dict[str, str], strict: bool
) -> tuple[list[Problem], str, dict[str, Any]]:
    """Return the problems of a file, a verdict in words, and data."""
    try:
        if is_task(path):
            return check_task(path)
        study = load_study(path, values, strict)
        at_start = start_notices(study)
    except SarrusError as error:
        return error.problems, f"rejected, {numbers(error.problems)}", {"exit": code_of(error)}
    model, notices = study.model, [*study.system.notices, *at_start]
    said = f"ok, {count(len(model.bodies), 'body', 'bodies')}, {count(len(model.joints), 'joint')}"
    if notices:
        said += f", {numbers(notices)}"
    return notices, said, {"exit": DONE, "bodies": len(model.bodies), "joints": len(model.joints)}


def start_notices(study: Study) -> list[Problem]:
    """Return the notices of the start; that it waits for the code of an FMU is one of them."""
    try:
        return list(study.start().notices)
    except ModelError as error:
        if any(p.code != "D22" for p in error.problems):
            raise
        return [replace(p, severity="notice") for p in error.problems]


def is_task(path: str) -> bool:
    """Tell whether a file is the task of a robot: it names one, and steps."""
    from sarrus.file_access import read_bytes
    from sarrus.formats.yaml.located_yaml import parse

    if not path.lower().endswith((".yaml", ".yml")) or not os.path.isfile(path):
        return False
    content, _ = parse(read_bytes(path), path)
    return isinstance(content, dict) and {"robot", "steps"} <= set(content)


def check_task(path: str) -> tuple[list[Problem], str, dict[str, Any]]:
    """Return the verdict on the task of a robot."""
    from sarrus.robotics import load_task

    task = load_task(path).task
    said = f"ok, a task of {task.sequence.duration:.4g} s for {count(len(task.drives), 'drive')}"
    return [], said, {"exit": DONE, "drives": list(task.drives)}


def numbers(problems: list[Problem]) -> str:
    """Return how many errors, warnings and notices there are, in words."""
    kinds = [p.severity for p in problems]
    return ", ".join(
        count(kinds.count(kind), kind) for kind in ("error", "warning", "notice") if kind in kinds
    )
