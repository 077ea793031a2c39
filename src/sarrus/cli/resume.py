"""`sarrus resume`: resume an interrupted run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.ending import code_of
from sarrus.cli.files import existing_path
from sarrus.cli.options import AllowFmu, Json, Quiet, ResultPath, Units
from sarrus.cli.progress import progress
from sarrus.cli.run import finish, leave, may_go_on
from sarrus.cli.screen import Screen
from sarrus.errors import EnvironmentProblem

if TYPE_CHECKING:
    from sarrus.system import Run


def resume(
    result: ResultPath,
    block: Annotated[
        int | None,
        typer.Option(
            "--block",
            metavar="N",
            help="Resume after this block, even of a finished run.",
        ),
    ] = None,
    units: Units = None,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Resume an interrupted run.

    The run may have been interrupted or killed. The result is the same, bit for bit, as without the
    interruption (with CVODE and IDA: within the tolerances). A finished run is only shown. Where
    blocks are damaged, the run goes on before them, and what is lost is computed again.

    Example:
      sarrus resume four_bar.sarrus
    """
    screen = Screen(json, quiet, "resume")
    screen.listen()
    path = existing_path(result)
    from sarrus.cli.result_paths import is_finished
    from sarrus.system import resume as resumed
    from sarrus.system.simulation.recording import Stopped

    if block is None and is_finished(path, whole=True):
        screen.note(f"{path} is already finished; nothing to do")
    problems, code = [], 0
    try:
        with progress(screen, path[-40:]) as show:
            run: Run | None = resumed(path, block=block, progress=show)
    except Stopped as stop:
        run, code, problems = stop.run, code_of(stop), list(stop.problems)
    except EnvironmentProblem as stop:
        raise type(stop)([*stop.problems, *may_go_on(path, stop.problems)]) from None
    except KeyboardInterrupt:
        leave(screen, path)
    try:
        finish(screen, run, path, problems, code, {}, units)
    except KeyboardInterrupt:
        leave(screen, path)
