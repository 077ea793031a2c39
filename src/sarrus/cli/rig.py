"""`sarrus rig`: a corner of a suspension over wheel travel and steer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.files import size_text, writable_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.suspension import Rig, Sweep

TABLES, PICTURES, PAGES = (".csv", ".xlsx"), (".png", ".svg", ".pdf"), (".html", ".htm")
USUAL = ("mm", "deg")
"""Units of suspensions, where neither the file nor the command says others."""


def rig(
    model: ModelPath,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Report (.html), curves (.png, .svg, .pdf), or all columns (.csv, .xlsx).",
        ),
    ] = None,
    wheel: Annotated[
        str, typer.Option("--wheel", metavar="BODY", help="The body that turns on the hub.")
    ] = "wheel",
    steer: Annotated[
        str | None,
        typer.Option("--steer", metavar="JOINT", help="The joint that steers, such as a rack."),
    ] = None,
    axis: Annotated[
        str | None,
        typer.Option(
            "--axis",
            metavar="JOINT,JOINT",
            help="The two joints of the steering axis, for caster, scrub radius and trail.",
        ),
    ] = None,
    travel: Annotated[
        str,
        typer.Option("--travel", metavar="LOW:HIGH:COUNT", help="Wheel travel from the drawing."),
    ] = "-80mm:80mm:17",
    steering: Annotated[
        str | None,
        typer.Option(
            "--steering",
            metavar="LOW:HIGH:COUNT",
            help="A second sweep, of the joint that steers: -60mm:60mm:13.",
        ),
    ] = None,
    units: Units = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Move a suspension corner through travel and steer.

    Reported are camber, toe, roll centre, motion ratios, and forces at the pickup points.
    The wheel of a model with the chassis as ground (x forward, y to the left, z up) goes up and
    down; with a spring, forces at all pickup points are those of the load that it carries there.

    Example:
      sarrus rig suspension.yaml --steer rack --axis lower_ball,upper_ball
      sarrus rig suspension.yaml --steer rack --travel=-60mm:80mm:15 -o all.html
      sarrus rig suspension.yaml --steer rack --steering=-60mm:60mm:13 -o all.html
      sarrus rig suspension.yaml --steer rack --set upper_ball_z=0.5m -o curve.png
    """
    screen = Screen(json, quiet, "rig")
    screen.listen()
    target = None if out is None else writable_path(out, force)
    if target is not None:
        _check_ending(target)
    study = load_study(model, settings(values))
    screen.problems(study.model.notices)
    from sarrus.suspension import ContactLoad, Rig
    from sarrus.suspension.corner import seats_on_axes

    found = Rig(
        study.system,
        wheel,
        steer=steer,
        steering_axis=None if axis is None else [part.strip() for part in axis.split(",")],
        seats=seats_on_axes(study.model),
    )
    load = None if found.carried_by is None else ContactLoad()
    swept = [found.travel(*_span(travel, "--travel"), load=load)]
    if steering is not None:
        swept.append(found.steer(*_span(steering, "--steering"), load=load))
    shown = units.split(",") if units is not None else study.units or USUAL
    for sweep in swept:
        screen.say(sweep.report() if units is None else sweep.in_units(shown).report())
        screen.say()
    if target is not None:
        _write(target, found, swept, shown)
        screen.say(f"{target} written ({size_text(target)})")
        if target.lower().endswith(PAGES):
            from sarrus.results.html_page import missing_pictures

            screen.problems(missing_pictures())
    screen.answer(
        0,
        list(study.model.notices),
        sweeps=[
            {"title": sweep.title, "columns": {n: sweep[n].tolist() for n in sweep.names}}
            for sweep in swept
        ],
        file=target,
    )


def _check_ending(target: str) -> None:
    known = (*PAGES, *PICTURES, *TABLES)
    if os.path.splitext(target)[1].lower() not in known:
        raise typer.BadParameter(
            f"use one of the extensions {', '.join(known)}.", param_hint="'--out'"
        )


def _span(text: str, option: str) -> tuple[float, float, int]:
    """Return two ends in SI units and a number of positions."""
    from sarrus.cli.sweep import number

    parts = [number(part) for part in text.split(":")]
    if len(parts) == 3 and all(isinstance(part, float) for part in parts):
        low, high, steps = (float(part) for part in parts)
        if steps == int(steps):
            return low, high, int(steps)
    raise typer.BadParameter(
        f"{text!r} is not of the form LOW:HIGH:COUNT, such as -80mm:80mm:17.",
        param_hint=f"'{option}'",
    )


def _write(target: str, rig: Rig, swept: list[Sweep], units: list[str] | tuple[str, ...]) -> None:
    """Write a report, curves of the last sweep, or tables, by the ending of the name."""
    ending = os.path.splitext(target)[1].lower()
    shown = [sweep.in_units(units) for sweep in swept]
    if ending in PAGES:
        from sarrus.suspension import write_report

        notices = rig.system.model.notices
        write_report(rig, target, *swept, units=units, notices=notices, overwrite=True)
    elif ending in PICTURES:
        shown[-1].plot(path=target)
    elif ending == ".xlsx":
        from sarrus.results.export.workbook import Sheet, write_workbook

        sheets = []
        for name, sweep in zip(("travel", "steer"), shown, strict=False):
            head = [column.label for column in sweep.columns.values()]
            rows = zip(*(c.values.tolist() for c in sweep.columns.values()), strict=True)
            sheets.append(Sheet(name, head, rows))
        write_workbook(target, sheets)
    else:
        shown[-1].to_csv(target)
