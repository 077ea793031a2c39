"""Where a run is written.

Without --out, it is `<model>.sarrus` in the current folder: the latest run of that model. An older
one is replaced, unless it was interrupted and can be resumed. A name that was chosen with --out is
never replaced without --force.
"""

from __future__ import annotations

import os

import typer

from sarrus.cli.files import command_line, ending_of, writable_path
from sarrus.errors import EnvironmentProblem, Problem, SarrusError, printable

RESULT = ".sarrus"


def result_path(model: str, out: str | None, force: bool) -> str:
    """Return the path of a new result file, which may be written (and perhaps replaced)."""
    if out is not None:
        if ending_of(out) not in (RESULT, ""):
            raise typer.BadParameter(_other_format(out), param_hint="'--out'")
        return writable_path(out, force)
    path = f"{os.path.splitext(os.path.basename(model))[0]}.sarrus"
    if os.path.isdir(path):
        raise typer.BadParameter(f"{printable(path, 200)!r} is a folder; name a file with --out.")
    if os.path.lexists(path) and not force and not is_finished(path):
        raise EnvironmentProblem(_unfinished_problem(path))
    return path


def _other_format(out: str) -> str:
    """Return what to do where a run is to be written as a table, a picture or a page."""
    result = os.path.splitext(os.path.basename(out))[0] + RESULT
    line = command_line("sarrus", "export", printable(result, 200), "-o", printable(out, 200))
    return f"a result has the extension {RESULT}; write it to {result!r}, and then `{line}`."


def is_finished(path: str, whole: bool = False) -> bool:
    """Whether a file is a result that came to its end; others are not replaced unasked.

    whole: and whether no states of it are lost, for which every block is read.
    """
    from sarrus.storage import RunReader

    try:
        with RunReader.open(path, verify=whole) as reader:
            ended = reader.end is not None and not reader.end.get("interrupted", False)
            return ended and not (whole and reader.gaps)
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
