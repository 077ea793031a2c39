"""`sarrus studio`: a model file in an editor, with the moving mechanism, in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.completion import model_files
from sarrus.cli.options import AllowFmu, Json, Quiet
from sarrus.cli.screen import Screen
from sarrus.cli.serving import Port, serve

Edited = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A model file (.yaml); one that does not exist is written when it is saved.",
        autocompletion=model_files,
    ),
]


def studio(
    file: Edited,
    port: Port = 0,
    show: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the browser, or only print the address."),
    ] = True,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Show only the mechanism, beside your own editor."),
    ] = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Edit a model file beside the moving mechanism.

    Mistakes are underlined while you type; what other editors save is shown at once. Points of the
    drawing can be dragged, bodies, joints and springs added by pointing. Only browsers on this
    machine can open the page, only by the printed one-time link, and the page reads and writes
    this file alone: never over a version that it has not shown.

    Example:
      sarrus studio four_bar.yaml
      sarrus studio new_machine.yaml
      sarrus studio four_bar.yaml --watch
      sarrus studio four_bar.yaml --no-browser --port 8123
    """
    screen = Screen(json, quiet, "studio")
    screen.listen()
    from sarrus.studio import Studio

    with Studio(file, port=port, watch=watch) as found:
        serve(screen, found, port, show)
