"""`sarrus rig`: a corner of a suspension over wheel travel and steer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PAGES, PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.suspension import Sweep

TABLES = (".csv", ".xlsx")
LOADS = {"roll": "-4deg:4deg:9", "lateral": "-3kN:3kN:13", "longitudinal": "-3kN:3kN:13",
         "aligning": "-100N*m:100N*m:9"}  # fmt: skip
"""How a corner with bushings is rolled and loaded, where the command does not say it."""


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
        str,
        typer.Option(
            "--wheel",
            metavar="BODY",
            help="The body that turns on the hub; of an axle two, left.wheel,right.wheel.",
        ),
    ] = "wheel",
    bar: Annotated[
        str | None,
        typer.Option(
            "--bar", metavar="ELEMENT", help="The spring of the anti-roll bar of an axle."
        ),
    ] = None,
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
    roll: Annotated[
        str | None,
        typer.Option("--roll", metavar="LOW:HIGH:COUNT", help="Roll of the vehicle: -4deg:4deg:9."),
    ] = None,
    lateral: Annotated[
        str | None,
        typer.Option("--lateral", metavar="LOW:HIGH:COUNT", help="Lateral force at the tyre."),
    ] = None,
    longitudinal: Annotated[
        str | None,
        typer.Option("--longitudinal", metavar="LOW:HIGH:COUNT", help="Force along the road."),
    ] = None,
    aligning: Annotated[
        str | None,
        typer.Option("--aligning", metavar="LOW:HIGH:COUNT", help="Moment about the vertical."),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare",
            metavar="NAME=VALUE,..",
            help="Other values, whose curves are drawn over those of the file; repeatable.",
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
    A model with bushings stands on a pad in equilibrium, and is also rolled and loaded at its tyre:
    compliance by lateral and longitudinal force and aligning moment. Two wheels are an axle: it
    travels and rolls as a whole, with its roll stiffness, roll centre, roll steer and roll camber.

    Example:
      sarrus rig suspension.yaml --steer rack --axis lower_ball,upper_ball
      sarrus rig suspension.yaml --steer rack --travel=-60mm:80mm:15 -o all.html
      sarrus rig suspension.yaml --steer rack --steering=-60mm:60mm:13 -o all.html
      sarrus rig suspension.yaml --steer rack --set upper_ball_z=0.5m -o curve.png
      sarrus rig corner.yaml --steer rack --lateral=-3kN:3kN:13 -o kc.html
      sarrus rig corner.yaml --steer rack --compare upper_ball_z=0.53m -o kc.html
      sarrus rig axle.yaml --wheel left.wheel,right.wheel --bar bar -o roll.html
    """
    screen = Screen(json, quiet, "rig")
    screen.listen()
    target = None if out is None else target_path(out, force, (*PAGES, *PICTURES, *TABLES))
    study = load_study(model, settings(values))
    screen.problems(study.model.notices)
    asked = {"roll": roll, "lateral": lateral, "longitudinal": longitudinal, "aligning": aligning}
    spans = {name: text for name, text in asked.items() if text is not None}
    points = None if axis is None else [part.strip() for part in axis.split(",")]
    _check_options(wheel, points, bar)

    def swept_of(one: Study) -> tuple[Any, list[Sweep]]:
        if "," in wheel:
            return _axle_swept(one, wheel, steer, bar, travel, steering, spans)
        return _swept(one, wheel, steer, points, travel, steering, spans)

    from sarrus.suspension.curves import UNITS

    found, swept = swept_of(study)
    variants = {text: swept_of(_variant(model, values, text))[1] for text in compare or ()}
    shown = units.split(",") if units is not None else study.units or UNITS
    for sweep in swept:
        screen.say(sweep.report() if units is None else sweep.in_units(shown).report())
        screen.say()
    if target is not None:
        _write(target, found, swept, shown, variants)
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
        variants={
            name: [
                {"title": one.title, "columns": {n: one[n].tolist() for n in one.names}}
                for one in others
            ]
            for name, others in variants.items()
        },
        file=target,
    )


def _variant(model: str, values: list[str] | None, text: str) -> Study:
    """Return the study of the file with the numbers of a variant."""
    return load_study(model, settings([*(values or ()), *text.split(",")]))


def _swept(
    study: Study, wheel: str, steer: str | None, axis: list[str] | None, travel: str,
    steering: str | None, spans: dict[str, str],
) -> tuple[Any, list[Sweep]]:  # fmt: skip
    """Return the rig of a corner and its sweeps; one with bushings is loaded as well."""
    from sarrus.model.forces import Bushing
    from sarrus.suspension import ContactLoad, ElasticRig, Rig
    from sarrus.suspension.corner import seats_on_axes

    has_bushings = any(isinstance(element, Bushing) for element in study.model.forces)
    if not has_bushings and not spans:
        found = Rig(study.system, wheel, steer=steer, steering_axis=axis,
                    seats=seats_on_axes(study.model))  # fmt: skip
        load = None if found.carried_by is None else ContactLoad()
        swept = [found.travel(*_span(travel, "--travel"), load=load)]
        if steering is not None:
            swept.append(found.steer(*_span(steering, "--steering"), load=load))
        return found, swept
    elastic = ElasticRig(study.system, wheel, steer=steer, steering_axis=axis)
    swept = [elastic.travel(*_span(travel, "--travel"))]
    if steering is not None:
        swept.append(elastic.steer(*_span(steering, "--steering")))
    for name, span in (spans or LOADS).items():
        ends = _span(span, f"--{name}")
        swept.append(elastic.roll(*ends) if name == "roll" else elastic.force(name, *ends))
    return elastic, swept


def _axle_swept(
    study: Study, wheels: str, steer: str | None, bar: str | None, travel: str,
    steering: str | None, spans: dict[str, str],
) -> tuple[Any, list[Sweep]]:  # fmt: skip
    """Return the rig of an axle and its sweeps; one with bushings is loaded as well."""
    from sarrus.model.forces import Bushing
    from sarrus.suspension import AxleRig

    left, right = (name.strip() for name in wheels.split(","))
    axle = AxleRig(study.system, left, right, steer=steer, bar=bar)
    swept = [axle.travel(*_span(travel, "--travel"))]
    if steering is not None:
        swept.append(axle.steer(*_span(steering, "--steering")))
    has_bushings = any(isinstance(element, Bushing) for element in study.model.forces)
    usual = LOADS if has_bushings else {"roll": LOADS["roll"]}
    for name, span in (spans or usual).items():
        ends = _span(span, f"--{name}")
        swept.append(axle.roll(*ends) if name == "roll" else axle.force(name, *ends))
    return axle, swept


def _check_options(wheel: str, points: list[str] | None, bar: str | None) -> None:
    """Refuse options that do not go together."""
    count = len(wheel.split(","))
    if count > 2:
        raise typer.BadParameter("give one wheel, or two of an axle.", param_hint="'--wheel'")
    if count == 2 and points is not None:
        raise typer.BadParameter("is for one corner, not for an axle.", param_hint="'--axis'")
    if count == 1 and bar is not None:
        raise typer.BadParameter(
            "is for an axle: --wheel left.wheel,right.wheel.", param_hint="'--bar'"
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


def _write(
    target: str, rig: Any, swept: list[Sweep], units: list[str] | tuple[str, ...],
    variants: dict[str, list[Sweep]],
) -> None:  # fmt: skip
    """Write a report, curves of the last sweep, or tables, by the ending of the name."""
    ending = ending_of(target)
    shown = [sweep.in_units(units) for sweep in swept]
    if ending in PAGES:
        from sarrus.suspension import write_report

        notices = rig.system.model.notices
        write_report(rig, target, *swept, units=units, notices=notices, variants=variants,
                     overwrite=True)  # fmt: skip
    elif ending in PICTURES:
        from sarrus.suspension import variants_figure

        others = {name: sweeps[-1].in_units(units) for name, sweeps in variants.items()}
        variants_figure({"as drawn": shown[-1], **others}, path=target) if others else shown[
            -1
        ].plot(path=target)
    elif ending == ".xlsx":
        from sarrus.results.export.workbook import Sheet, write_workbook

        sheets = []
        names = [next(iter(sweep.names)) for sweep in shown]
        names = [f"{n} {k}" if n in names[:k] else n for k, n in enumerate(names)]
        for name, sweep in zip(names, shown, strict=True):
            head = [column.label for column in sweep.columns.values()]
            rows = zip(*(c.values.tolist() for c in sweep.columns.values()), strict=True)
            sheets.append(Sheet(name, head, rows))
        write_workbook(target, sheets)
    else:
        shown[-1].to_csv(target)
