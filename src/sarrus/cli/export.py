"""`sarrus export`: export results for other programs."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.files import size_text, writable_path
from sarrus.cli.options import Force, Json, Quiet, ResultPath
from sarrus.cli.results_reading import names_of, open_result
from sarrus.cli.screen import Screen


def export(
    result: ResultPath,
    channels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CHANNEL",
            help="Channels to export; by default the usual ones.",
            autocompletion=channel_names,
        ),
    ] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out", "-o", metavar="FILE",
            help="Output file; the extension is the format: .csv, .nc, .h5, .mat, .parquet, .html.",
        ),
    ] = "",
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Export channels of a result for other programs.

    Units and descriptions are included.

    Example:
      sarrus export four_bar.sarrus -o four_bar.csv
      sarrus export four_bar.sarrus A.angle C.reaction.force -o forces.mat
      sarrus export four_bar.sarrus -o four_bar.html      a page with an animated 3-D view
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
    if os.path.splitext(target)[1].lower() in (".html", ".htm"):
        from sarrus.viewer import write_html

        write_html(run, target, channels=names or None, overwrite=True)
    else:
        from sarrus.results.export import export_history

        export_history(run.history, target, names or None, overwrite=force)
    screen.say(f"{target} written ({size_text(target)})")
    screen.answer(0, run.notices, file=target, states=len(run), channels=names or None)
