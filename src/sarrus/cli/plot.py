"""`sarrus plot`: plot channels of results."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import channels, results_and_channels
from sarrus.cli.files import PICTURES, size_text, target_path
from sarrus.cli.options import Force, Json, Quiet, Set, Units
from sarrus.cli.results_reading import ENDING, history_in, names_of
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.view import result_of

if TYPE_CHECKING:
    from sarrus.system.history import History


def plot(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT [CHANNEL]",
            autocompletion=results_and_channels,
            help="Result files (.sarrus), or models, which are run first, and channel names; "
            "without names, the outputs of the model file.",
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
    polar: Annotated[
        bool,
        typer.Option(
            "--polar",
            help="Polar diagrams of vectors, such as bearing forces, with equal axes; --against "
            "then marks its values along the curves.",
        ),
    ] = False,
    plane: Annotated[
        str | None,
        typer.Option(
            "--plane", metavar="XY", help="Plane of --polar: xy, xz, yz; found if none is given."
        ),
    ] = None,
    difference: Annotated[
        bool, typer.Option("--difference", help="Also plot the differences from the first result.")
    ] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Title above the figure.")
    ] = None,
    units: Units = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Plot channels of one or more results over time.

    Example:
      sarrus plot four_bar.sarrus
      sarrus plot four_bar.sarrus A.angle C.reaction.force -o forces.svg
      sarrus plot four_bar.sarrus A.rate --against A.angle --units deg,rpm
      sarrus plot four_bar.sarrus A.reaction.force@world --polar --against A.angle
      sarrus plot heavy.sarrus light.sarrus A.rate        both in one figure
      sarrus plot four_bar.yaml A.rate --set crank.mass=2kg --title "Heavy crank"
    """
    screen = Screen(json, quiet, "plot")
    screen.listen()
    paths = [word for word in arguments if word.endswith(ENDING) or os.path.exists(word)]
    names = names_of([word for word in arguments if word not in paths])
    if not paths:
        raise typer.BadParameter(f"no result file ({ENDING}) given.")
    if plane is not None and not polar:
        raise typer.BadParameter("is the plane of --polar; give both.", param_hint="'--plane'")
    stem = os.path.splitext(os.path.basename(paths[0]))[0]
    target = f"{stem}.png" if out is None else target_path(out, force, PICTURES)
    changed = settings(values)
    runs = {path: result_of(screen, path, changed)[0] for path in paths}
    histories = {_stem(path): history_in(run, units) for path, run in runs.items()}
    how = {"against": against, "polar": plane or polar, "path": target, "title": title or ""}
    _draw(histories, names, difference, how)
    first = next(iter(histories.values()))
    usual = "reaction forces" if polar else "all coordinates"
    shown = ", ".join(names or first.outputs) or usual
    screen.say(f"{target} written ({size_text(target)}): {shown}")
    screen.answer(0, [p for r in runs.values() for p in r.notices], file=target, channels=names)


def _stem(path: str) -> str:
    return os.path.splitext(path)[0]


def _draw(
    histories: dict[str, History], names: list[str], difference: bool, how: dict[str, Any]
) -> None:
    """Draw one history, or several over each other, into a file."""
    from sarrus.results.plots import compare
    from sarrus.results.plots import plot as plotted

    if len(histories) == 1:
        plotted(next(iter(histories.values())), *names, **how)
        return
    compare(histories, *names, difference=difference, **how)
