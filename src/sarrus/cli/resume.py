"""`sarrus resume`: resume an interrupted run."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import existing_path
from sarrus.cli.options import AllowFmu, Json, Quiet, ResultPath, Units
from sarrus.cli.run import run_report
from sarrus.cli.screen import Screen


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

    if block is None and is_finished(path, whole=True):
        screen.note(f"{path} is already finished; nothing to do")
    with run_report(screen, path, path[-40:], {}, units=units) as outcome:
        outcome.run = resumed(path, block=block, progress=outcome.progress)
