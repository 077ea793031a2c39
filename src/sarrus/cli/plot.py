"""`sarrus plot`: plot channels of results."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.completion import channels, results_and_channels
from sarrus.cli.files import size_text, writable_path
from sarrus.cli.options import Force, Json, Quiet
from sarrus.cli.results_reading import ENDING, names_of, open_result
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    from sarrus.system import Run

ENDINGS = (".png", ".svg", ".pdf")


def plot(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT [CHANNEL]",
            autocompletion=results_and_channels,
            help="Result files (.sarrus) and channel names; without names, the default channels.",
        ),
    ],
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Picture file: .png, .svg or .pdf; <result>.png by default.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="CHANNEL",
            help="Channel on the horizontal axis instead of time.",
            autocompletion=channels,
        ),
    ] = None,
    difference: Annotated[
        bool, typer.Option("--difference", help="Also plot the differences from the first result.")
    ] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Plot channels of one or more results over time.

    Example:
      sarrus plot four_bar.sarrus
      sarrus plot four_bar.sarrus A.angle C.reaction.force -o forces.svg
      sarrus plot four_bar.sarrus A.rate --against A.angle
      sarrus plot heavy.sarrus light.sarrus A.rate        both in one figure
    """
    screen = Screen(json, quiet, "plot")
    screen.listen()
    paths = [word for word in arguments if word.endswith(ENDING) or os.path.exists(word)]
    names = names_of([word for word in arguments if word not in paths])
    if not paths:
        raise typer.BadParameter(f"no result file ({ENDING}) given.")
    if against is not None and len(paths) > 1:
        raise typer.BadParameter("takes one result only.", param_hint="'--against'")
    stem = os.path.splitext(os.path.basename(paths[0]))[0]
    target = f"{stem}.png" if out is None else writable_path(out, force)
    if os.path.splitext(target)[1].lower() not in ENDINGS:
        from sarrus.limits import limit_of_ending  # for mistakes only

        lacking = limit_of_ending(target)
        more = "" if lacking is None else f" Note that {lacking.advice}."
        raise typer.BadParameter(
            f"use one of the extensions {', '.join(ENDINGS)}.{more}", param_hint="'--out'"
        )
    runs = {path: open_result(screen, path) for path in paths}
    _draw(runs, names, against, difference, target)
    shown = ", ".join(names) or "all coordinates"
    screen.say(f"{target} written ({size_text(target)}): {shown}")
    screen.answer(0, [p for r in runs.values() for p in r.notices], file=target, channels=names)


def _draw(
    runs: dict[str, Run], names: list[str], against: str | None, difference: bool, target: str
) -> None:
    """Draw one run, or several over each other, into a file."""
    from sarrus.results.plots import compare
    from sarrus.results.plots import plot as plotted

    if len(runs) == 1:
        run = next(iter(runs.values()))
        plotted(run.history, *names, against=against, path=target)
        return
    stems = {os.path.splitext(path)[0]: run for path, run in runs.items()}
    compare(stems, *names, difference=difference, path=target)
