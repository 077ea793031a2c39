"""Where a run is written.

Without --out, it is `<model>.sarrus` in the current folder: the latest run of that model. An older
one is replaced, unless it was interrupted and can be resumed. A name that was chosen with --out is
never replaced without --force.
"""

from __future__ import annotations

import os

import typer

from sarrus.cli.files import command_line, writable_path
from sarrus.errors import EnvironmentProblem, Problem, SarrusError, printable


def result_path(model: str, out: str | None, force: bool) -> str:
    """Return the path of a new result file, which may be written (and perhaps replaced)."""
    if out is not None:
        return writable_path(out, force)
    path = f"{os.path.splitext(os.path.basename(model))[0]}.sarrus"
    if os.path.isdir(path):
        raise typer.BadParameter(f"{printable(path, 200)!r} is a folder; name a file with --out.")
    if os.path.lexists(path) and not force and not is_finished(path):
        raise EnvironmentProblem(_unfinished_problem(path))
    return path


def is_finished(path: str) -> bool:
    """Whether a file is a result that came to its end; others are not replaced unasked."""
    from sarrus.storage import RunReader

    try:
        with RunReader.open(path) as reader:
            return reader.end is not None and not reader.end.get("interrupted", False)
    except SarrusError:
        return False


def _unfinished_problem(path: str) -> Problem:
    from sarrus.storage import writer_of

    who = writer_of(path)
    if who:
        rule = f"is being written by {who}"
        action = "wait for it to end, or choose another name with --out"
        return Problem("E17", "file", rule, repr(path), action=action)
    return Problem(
        "E-EXISTS",
        "file",
        "already exists and is not a finished run",
        repr(path),
        cause="an interrupted run, which can be resumed, or another kind of file",
        action=f"resume it with `{command_line('sarrus', 'resume', path)}`, choose another name "
        "with --out, or overwrite it with --force",
    )
