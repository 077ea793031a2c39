"""`sarrus export`: export results for other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.files import size_text, writable_path
from sarrus.cli.history_files import write_history
from sarrus.cli.options import Force, Json, Quiet, ResultPath, Units
from sarrus.cli.results_reading import history_in, names_of, open_result
from sarrus.cli.screen import Screen


def export(
    result: ResultPath,
    channels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CHANNEL",
            help="Channels to export; by default the outputs of the file, then the coordinates.",
            autocompletion=channel_names,
        ),
    ] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out", "-o", metavar="FILE",
            help="Output file; the extension is the format: .csv, .xlsx, .nc, .h5, .mat, .parquet, "
            ".mcap, .bag, .rosbag2, .html.",
        ),
    ] = "",
    units: Units = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Export channels of a result for other programs.

    Units and descriptions are included; those of a .csv file are in a .csv-metadata.json beside it.

    Example:
      sarrus export four_bar.sarrus -o four_bar.csv
      sarrus export four_bar.sarrus C.reaction.force@world -o c.xlsx --units kN
      sarrus export four_bar.sarrus -o four_bar.mcap   a recording for Foxglove
      sarrus export four_bar.sarrus -o four_bar.html   a page with a 3-D view
    """
    screen = Screen(json, quiet, "export")
    screen.listen()
    if not out:
        raise typer.BadParameter(
            "name the output file, for example -o run.csv.", param_hint="'--out'"
        )
    run = open_result(screen, result)
    target = writable_path(out, force)
    names = names_of(channels)
    write_history(history_in(run, units), target, names or None, force)
    screen.say(f"{target} written ({size_text(target)})")
    screen.answer(0, run.notices, file=target, states=len(run), channels=names or None)
