"""`sarrus manoeuvre`: a vehicle through the manoeuvres of the standards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PAGES, PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.vehicles import ManoeuvreResult


def manoeuvre(
    name: Annotated[
        str,
        typer.Argument(
            metavar="MANOEUVRE",
            help="steady-circle, step-steer, frequency-response, lane-change, braking-in-turn, "
            "straight-braking, sine-with-dwell, ride; or a name of the section manoeuvres.",
        ),
    ],
    model: ModelPath,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Report (.html) or curves (.png, .svg, .pdf)."
        ),
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            "-w",
            metavar="NAME=VALUE",
            help="A number of the manoeuvre: speed=80km/h, radius=60m, part=2, width=1.8m. May be "
            "repeated.",
        ),
    ] = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Drive a vehicle through a manoeuvre of the standards.

    The model needs a driver, tyres and a body that moves freely over the ground. Reported are the
    results that the standard asks for: understeer gradient, response times, gains, the entry speed
    of a lane change that is held, stopping distance, comfort.

    Example:
      sarrus manoeuvre step-steer car.yaml --with speed=80km/h -o step.html
      sarrus manoeuvre lane-change car.yaml --with part=2 -o moose.html
      sarrus manoeuvre steady-circle car.yaml --with radius=60m -o circle.png

    A car to begin with: sarrus gallery simple_car --file car.yaml
    """
    screen = Screen(json, quiet, "manoeuvre")
    screen.listen()
    target = None if out is None else target_path(out, force, (*PAGES, *PICTURES))
    study = load_study(model, settings(values))
    screen.problems(study.model.notices)
    result = _result(study, name, value or [])
    screen.say(result.report())
    if target is not None:
        if ending_of(target) in PAGES:
            result.write_report(target, overwrite=True, notices=study.model.notices)
        else:
            result.plot(path=target)
        screen.say(f"{target} written ({size_text(target)})")
    rows = {row.name: row.value for row in (*result.conditions, *result.values)}
    screen.answer(
        0,
        list(study.model.notices),
        manoeuvre=result.name,
        standard=result.standard,
        passed=result.passed,
        verdict=result.verdict,
        values=rows,
        file=target,
    )


def _result(study: Study, name: str, values: list[str]) -> ManoeuvreResult:
    """Return the result of a manoeuvre by its name, or by that which the file gives it."""
    from sarrus.vehicles.manoeuvres.list import planned_manoeuvre

    planned = dict(study.plan.manoeuvres)
    kind = planned[name].type if name in planned else name
    return planned_manoeuvre(study, name, **dict(_pair(kind, text) for text in values))


def _pair(kind: str, text: str) -> tuple[str, Any]:
    """Return a keyword of a kind of manoeuvre and its value in SI units, of name=value."""
    from sarrus.cli.sweep import number
    from sarrus.model.quantity import QuantityError
    from sarrus.model.units import from_text, parts_of
    from sarrus.vehicles.manoeuvres.list import unit_of

    keyword, equals, value = text.partition("=")
    if not equals or not value:
        raise typer.BadParameter(
            f"{text!r} is not of the form NAME=VALUE, such as speed=80km/h.", param_hint="'--with'"
        )
    keyword = keyword.strip().replace("-", "_")
    unit = "m" if keyword in ("width", "length") else unit_of(kind, keyword)
    try:
        parts = [
            number(part) if unit is None or parts_of(part) is None else from_text(part, unit)
            for part in value.split(",")
        ]
    except QuantityError as error:
        raise typer.BadParameter(f"{text!r} {error}.", param_hint="'--with'") from None
    return keyword, parts[0] if len(parts) == 1 else tuple(parts)
