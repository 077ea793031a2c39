"""`sarrus report`: the report of a run or of a prescribed motion, as one page."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.completion import results_and_channels
from sarrus.cli.files import existing_path, size_text, writable_path
from sarrus.cli.options import Force, Json, Quiet, Set, Units
from sarrus.cli.results_reading import history_in, names_of
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.view import result_of

ENDINGS = (".html", ".htm")


def report(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            autocompletion=results_and_channels,
            help="A result (.sarrus), or a model, which is simulated or driven first.",
        ),
    ],
    channels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CHANNEL]...",
            autocompletion=results_and_channels,
            help="Channels to report; by default the outputs of the model file.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The page; <file>_report.html by default."
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Title; the model's name if none.")
    ] = None,
    view: Annotated[
        bool, typer.Option("--view/--no-view", help="With the 3-D view, or without (700 kB less).")
    ] = True,
    units: Units = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a report of a run, or of a model, as one page.

    The page needs no network and can be printed. It lists warnings and notes, draws the mechanism,
    plots and tabulates channels and efforts, and lists the largest reaction of every joint, marked
    where the loops do not determine it.

    Example:
      sarrus report four_bar.sarrus
      sarrus report four_bar.sarrus A.rate C.reaction.force@world --units kN,rpm
      sarrus report shaper.yaml --set r=120mm -o short.html --title "Short crank"
    """
    screen = Screen(json, quiet, "report")
    screen.listen()
    stem = os.path.splitext(os.path.basename(existing_path(file)))[0]
    target = f"{stem}_report.html" if out is None else writable_path(out, force)
    if os.path.splitext(target)[1].lower() not in ENDINGS:
        rule = f"a report is a page: use the extension {ENDINGS[0]}; a browser prints it as PDF."
        raise typer.BadParameter(rule, param_hint="'--out'")
    result, problems, code = result_of(screen, file, settings(values))
    history = history_in(result, units)
    from sarrus.viewer import write_report

    names = names_of(channels)
    write_report(
        history, target, channels=names, title=title, notices=problems, view=view, overwrite=True
    )
    shown = ", ".join(names or history.outputs) or "all coordinates"
    screen.say(f"{target} written ({size_text(target)}): {shown}")
    from sarrus.results.html_page import missing_pictures

    screen.problems(missing_pictures())
    screen.answer(code, problems, file=target, channels=names or list(history.outputs))
