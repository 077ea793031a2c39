"""`sarrus view`: look at a result in the browser."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.files import checked_target, size_text
from sarrus.cli.options import Force, Json, Out, Quiet, ResultPath
from sarrus.cli.results_reading import opened
from sarrus.cli.screen import Screen


def view(
    result: ResultPath,
    out: Out = None,
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show a result in the browser, moving.

    The page is one file that needs nothing else: it can be sent by mail.

    Example:
      sarrus view four_bar.sarrus
      sarrus view four_bar.sarrus -o four_bar.html --no-open
    """
    screen = Screen(json, quiet, "view")
    screen.listen()
    run = opened(screen, result)
    from sarrus.viewer import write_html

    default = f"{os.path.splitext(os.path.basename(result))[0]}.html"
    target = default if out is None else checked_target(out, force)
    write_html(run, target, overwrite=True)
    screen.say(f"{target} written ({size_text(target)})")
    shown = show and _shown(target)
    if show and not shown:
        screen.note("no browser was found; open the file with yours")
    screen.answer(0, run.notices, file=target, opened=shown)


def _shown(path: str) -> bool:
    """Open a file in the user's browser, if there is a screen to show it on."""
    import webbrowser
    from pathlib import Path

    try:
        return webbrowser.open(Path(path).resolve().as_uri())
    except webbrowser.Error:
        return False
