"""`sarrus film`: a result, or the run of a model, as a film."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from sarrus.cli.files import existing_path, size_text, target_path
from sarrus.cli.options import AllowFmu, Force, Json, Out, Quiet, Set, Units
from sarrus.cli.progress import progress
from sarrus.cli.results_reading import history_in, is_model
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.cli.view import Ghost, Shown, result_of

ENDINGS = (".mp4", ".webm", ".gif")


def film(
    file: Shown,
    out: Out = None,
    fps: Annotated[
        float | None, typer.Option("--fps", help="Pictures per second; 30 by default.")
    ] = None,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="WIDTHxHEIGHT", help="Size in pixels; 1280x720 by default."),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option("--speed", help="Seconds of motion in a second of film; 0.1 is slow motion."),
    ] = None,
    camera: Annotated[
        str | None, typer.Option("--camera", metavar="VIEW", help="iso, front, right or top.")
    ] = None,
    orbit: Annotated[
        str | None,
        typer.Option("--orbit", metavar="ANGLE", help="Turn of the camera over the film: 360deg."),
    ] = None,
    follow: Annotated[
        str | None, typer.Option("--follow", metavar="BODY", help="Body that the camera follows.")
    ] = None,
    zoom: Annotated[
        float | None, typer.Option("--zoom", help="Magnification: 2 is twice as large.")
    ] = None,
    plot: Annotated[
        list[str] | None,
        typer.Option(
            "--plot", metavar="CHANNEL", help="Channel to plot beside the film. May be repeated."
        ),
    ] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Show names.")] = False,
    reactions: Annotated[bool, typer.Option("--reactions", help="Show reaction forces.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="Dark background.")] = False,
    encoder: Annotated[
        str | None,
        typer.Option("--encoder", help="browser or ffmpeg; the browser's by default."),
    ] = None,
    ghost: Ghost = None,
    units: Units = None,
    values: Set = None,
    force: Force = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a result, or the run of a model, as a film.

    The extension is the format: .mp4, .webm or .gif; <file>.mp4 by default. A browser draws the
    pictures, without a window: chromium must be installed. Options that are not given are read from
    the section `film` of a model.

    Example:
      sarrus film four_bar.sarrus
      sarrus film four_bar.yaml -o four_bar.gif --fps 15 --size 640x360
      sarrus film four_bar.sarrus --plot A.angle --plot C.reaction.force
      sarrus film vehicle.sarrus --follow chassis --orbit 90deg --speed 0.25
    """
    screen = Screen(json, quiet, "film")
    screen.listen()
    own_name = f"{os.path.splitext(os.path.basename(file))[0]}.mp4"
    target = target_path(out or own_name, force, ENDINGS)
    changed = settings(values)
    own = load_study(file, changed).plan.film.keywords if is_model(existing_path(file)) else {}
    how: dict[str, Any] = {**own, "encoder": encoder}
    how |= {name: True for name, on in (("labels", labels), ("reactions", reactions)) if on}
    if plot:
        how["plots"] = plot
    if dark:
        how["theme"] = "dark"
    if fps is not None:
        how["fps"] = fps
    if size is not None:
        how["size"] = _size(size)
    if speed is not None:
        how["speed"] = speed
    path = {"view": camera, "orbit": orbit, "follow": follow, "zoom": zoom}
    path = {name: value for name, value in path.items() if value is not None}
    result, problems, code = result_of(screen, file, changed)
    others = {os.path.basename(name): result_of(screen, name, {})[0] for name in ghost or ()}
    if path:
        base = how.get("camera", "iso")
        how["camera"] = {**({"view": base} if isinstance(base, str) else base), **path}
    from sarrus.viewer import film as write_film

    with progress(screen, os.path.basename(target)[:40]) as show:
        told = show if callable(show) else None
        shown = history_in(result, units)
        write_film(shown, target, overwrite=True, progress=told, ghost=others or None, **how)
    screen.say(f"{target} written ({size_text(target)})")
    screen.answer(code, problems, file=target)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().replace("×", "x").partition("x")
    try:
        return int(width), int(height)
    except ValueError:
        rule = f"{text!r} is not of the form WIDTHxHEIGHT, such as 1280x720."
        raise typer.BadParameter(rule, param_hint="'--size'") from None
