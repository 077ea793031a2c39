"""`sarrus size`: check whether a robot can do a task, and size its drives."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.completion import model_files
from sarrus.cli.files import existing_path, writable_path
from sarrus.cli.options import Force, Json, Quiet, Units
from sarrus.cli.screen import Screen


def size(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="A task file (.yaml).", autocompletion=model_files)
    ],
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Write the report as .html.")
    ] = None,
    units: Units = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check whether a robot can do a task, and choose its drives.

    The verdict is "feasible", "NOT feasible" or "not decided", with reasons and assumptions. An
    infeasible task is an answer, not an error: the exit code is 0.

    Example:
      sarrus size pick_and_place.yaml
      sarrus size pick_and_place.yaml -o report.html --units mm,kW
    """
    screen = Screen(json, quiet, "size")
    screen.listen()
    path = existing_path(task)
    if os.path.splitext(path)[1].lower() not in (".yaml", ".yml"):
        raise typer.BadParameter(
            f"{task!r} is not a task file (.yaml with the keys `robot` and `steps`)."
        )
    if out is not None and os.path.splitext(out)[1].lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"the report must be an .html file, not {out!r}.")
    target = None if out is None else writable_path(out, force)
    from io import StringIO

    from sarrus.robotics import size_file

    report = size_file(path, target, units=units, stream=StringIO())
    screen.say(report.verdict)
    if target is not None:
        from sarrus.results.html_page import missing_pictures

        screen.say(f"{target} written")
        screen.problems(missing_pictures())
    drives = [{"joint": c.joint, "reason": c.reason} for c in report.choices]
    drives += [{"joint": c.joint, "reason": f"{c.drive.name}: {c.reason}"} for c in report.drives]
    screen.answer(
        verdict=report.word,
        feasible=report.feasible,
        reasons=report.reasons,
        basis=report.basis,
        drives=drives,
        robots=None if report.comparison is None else report.comparison.records,
        report=target,
    )
