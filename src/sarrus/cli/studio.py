"""`sarrus studio`: a model file in an editor, with the moving mechanism, in the browser."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from sarrus.cli.completion import model_files
from sarrus.cli.ending import DONE
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen
from sarrus.cli.view import Port, open_browser

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
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Edit a model file beside the moving mechanism, until Ctrl-C.

    Mistakes are underlined while you type; what other editors save is shown at once. Points of the
    drawing can be dragged, bodies, joints and springs added by pointing. Only browsers on this
    machine can open the page, only by the printed one-time link, and the page reads and writes
    this file alone: never over a version that it has not shown.

    Example:
      sarrus studio four_bar.yaml
      sarrus studio new_machine.yaml
      sarrus studio four_bar.yaml --no-browser --port 8123
    """
    screen = Screen(json, quiet, "studio")
    screen.listen()
    from sarrus.studio import Studio

    with Studio(file, port=port) as found:
        address = found.url
        if port not in (0, found.port):
            screen.note(f"Port {port} is in use; using {found.port}.")
        screen.say(f"{address}")
        shown = show and open_browser(address)
        if show and not shown:
            screen.note("No browser found; open the address in yours.")
        screen.note("This link works once, on this machine only. Press Ctrl-C to stop.")
        if screen.json:
            screen.answer(DONE, [], url=address, port=found.port, opened=shown)
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            while not found.wait(1.0):
                pass
