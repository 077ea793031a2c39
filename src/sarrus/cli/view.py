"""`sarrus view`: animated 3-D view of a result, or of the run of a model, in the browser."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from sarrus.cli.completion import any_files
from sarrus.cli.ending import DONE, code_of
from sarrus.cli.files import existing_path, size_text, writable_path
from sarrus.cli.options import AllowFmu, Force, Json, Out, Quiet, Set, Units
from sarrus.cli.progress import progress
from sarrus.cli.results_reading import history_in, is_model, open_result
from sarrus.cli.screen import Screen
from sarrus.cli.serving import Port, serve
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.errors import Problem

Shown = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A result (.sarrus), or a model, which is simulated first.",
        autocompletion=any_files,
    ),
]
Others = Annotated[
    list[str] | None,
    typer.Argument(metavar="[OTHER]...", help="Results or models to compare with, as ghosts."),
]


Ghost = Annotated[
    list[str] | None,
    typer.Option(
        "--ghost",
        metavar="FILE",
        help="A result or model to draw translucent beside it. May be repeated.",
    ),
]


def view(
    file: Shown,
    others: Others = None,
    ghost: Ghost = None,
    out: Out = None,
    port: Port = 0,
    show: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the browser, or only print the address."),
    ] = True,
    live: Annotated[
        bool,
        typer.Option("--live", help="Let the mechanism run on the page, with the file's sliders."),
    ] = False,
    units: Units = None,
    values: Set = None,
    force: Force = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Open an animated 3-D view in the browser, until Ctrl-C.

    Only browsers on this machine can open the page, and only by the printed one-time link. With
    --out, write the page as one self-contained file instead, which can be sent by mail. With
    --live the mechanism runs on the page itself, with a slider for each number of the section
    `sliders`: lengths, masses and torques change while it moves. Further
    files, or --ghost, are drawn translucent beside the first and dashed in its plots; --set changes
    the first alone, so that a model can be compared with itself.

    Example:
      sarrus view four_bar.sarrus
      sarrus view light.sarrus heavy.sarrus
      sarrus view four_bar.yaml --set crank.mass=2kg --ghost four_bar.yaml
      sarrus view four_bar.yaml --set crank.mass=2kg
      sarrus view four_bar.sarrus --units mm,deg -o four_bar.html
      sarrus view four_bar.yaml --live -o machine.html
    """
    screen = Screen(json, quiet, "view")
    screen.listen()
    target = None if out is None else writable_path(out, force)
    if live:
        _show_live(screen, file, [*(others or ()), *(ghost or ())], settings(values), target, port,
                   show)  # fmt: skip
        return
    result, problems, code = result_of(screen, file, settings(values))
    ghosts: dict[str, Any] = {}
    for other in (*(others or ()), *(ghost or ())):
        ghosts[_ghost_name(other, ghosts)] = result_of(screen, other, {})[0]
    result = history_in(result, units)
    if target is not None:
        from sarrus.viewer import write_html

        write_html(result, target, overwrite=True, ghost=ghosts)
        screen.say(f"{target} written ({size_text(target)})")
        screen.answer(code, problems, file=target)
        return
    _serve(screen, result, ghosts, port, show, problems, code)


def _show_live(
    screen: Screen,
    file: str,
    others: list[str],
    changed: dict[str, Any],
    target: Any,
    port: int,
    show: bool,
) -> None:
    """Write or serve the page on which the mechanism of a file runs."""
    from sarrus.viewer import live

    if others:
        raise typer.BadParameter("a page with --live shows one mechanism; leave out the others.")
    source: Any
    if is_model(existing_path(file)):
        source = load_study(file, changed)
        screen.problems(source.model.notices)
    elif changed:
        raise typer.BadParameter("results cannot be changed; use --set with models only.")
    else:
        source = open_result(screen, file)
    page = live(source)
    if not page.sliders:
        screen.note("The page has no sliders; name numbers in the section 'sliders' of the model.")
    if target is None:
        _serve(screen, page.scene, {}, port, show, [], DONE)
        return
    page.write(target, overwrite=True)
    if page.size_note:
        screen.note(page.size_note)
    screen.say(f"{target} written ({size_text(target)})")
    screen.answer(DONE, [], file=target, sliders=[slider.name for slider in page.sliders])


def _ghost_name(file: str, known: dict[str, Any]) -> str:
    """Return what a ghost is called on the page: its file, numbered where that is there twice."""
    name = os.path.basename(file)
    return name if name not in known else f"{name} ({len(known) + 1})"


def result_of(screen: Screen, file: str, changed: dict[str, Any]) -> tuple[Any, list[Problem], int]:
    """Return what is shown: the run of a file, or that of a model; with problems and exit code."""
    if not is_model(existing_path(file)):
        if changed:
            raise typer.BadParameter("results cannot be changed; use --set with models only.")
        run = open_result(screen, file)
        return run, list(run.notices), DONE
    from sarrus.system.simulation.recording import Stopped

    study = load_study(file, changed)
    screen.problems(study.model.notices)
    problems = list(study.model.notices)
    try:
        with progress(screen, study.model.name[:40]) as show:
            found: Any = study.run(progress=show)
    except Stopped as stop:
        if stop.run is None or not len(stop.run):
            raise
        screen.problems(stop.problems)
        return stop.run, [*problems, *stop.problems], code_of(stop)
    screen.problems(found.notices)
    return found, [*problems, *found.notices], DONE


def _serve(
    screen: Screen,
    result: Any,
    ghosts: dict[str, Any],
    port: int,
    show: bool,
    problems: list[Problem],
    code: int,
) -> None:
    """Serve the page until Ctrl-C."""
    from sarrus.viewer.server import Server

    with Server(result, port=port, ghost=ghosts) as server:
        serve(screen, server, port, show, problems)
    if code:
        raise typer.Exit(code)
