"""`sarrus gradient`: how an objective of a model file changes with its numbers."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import numbers
from sarrus.cli.files import size_text, writable_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.design import Gradient
    from sarrus.model.output_units import OutputUnits
    from sarrus.study import Study

PART = 0.01
"""Part of a number by which it grows in the last column."""


def gradient(
    model: ModelPath,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            "--objective",
            "-j",
            metavar="WORDS",
            help='What is differentiated, in place of the file: "max abs A.effort". May be '
            "repeated.",
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="NAME",
            autocompletion=numbers,
            help="Constant of the file, number of the model (crank.mass, B.point.x), start value "
            "(start:A.angle) or effort (input:A), in place of those of the file. May be repeated.",
        ),
    ] = None,
    of: Annotated[
        str,
        typer.Option(
            "--of", metavar="WHAT", help="run or drive of the file, equilibrium, or eigenvalue."
        ),
    ] = "run",
    mode: Annotated[
        int,
        typer.Option(
            "--mode",
            metavar="N",
            help="Eigenvalue, slowest first; --objective real, "
            "imaginary, frequency, natural_frequency or damping.",
        ),
    ] = 0,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Differentiate an objective by numbers of the model.

    One pass back through the run, drive or equilibrium of the file yields exact derivatives by all
    numbers that are named, in loops with the assembly that follows them. Objective and numbers are
    those of the section `optimize` unless options name others; without either, all constants of
    the file are taken. -o writes the table (.csv), in SI units.

    Example:
      sarrus gradient shaper.yaml -j "max abs A.effort"
      sarrus gradient four_bar.yaml -j "max A.rate" --by A.point.x --by rod.mass
      sarrus gradient swing.yaml --of eigenvalue -j frequency --by S.k
    """
    screen = Screen(json, quiet, "gradient")
    screen.listen()
    target = None if out is None else writable_path(out, force)
    if target is not None and os.path.splitext(target)[1].lower() != ".csv":
        raise typer.BadParameter("use the extension .csv.", param_hint="'--out'")
    from sarrus import design
    from sarrus.model.output_units import OutputUnits

    study = load_study(model, settings(values), strict, units)
    screen.problems([*study.system.notices])
    wanted = [str(one) for one in objective or study.plan.optimize.objective]
    names = [*dict.fromkeys(by or study.plan.optimize.by or _constants(study))]
    for named, option in ((wanted, "--objective"), (names, "--by")):
        if not named:
            rule = f"give it, or {option[2:]} in the section `optimize` of the file."
            raise typer.BadParameter(rule, param_hint=f"'{option}'")
    found = design.gradient(study, wanted, names, of=of, mode=mode)
    shown = OutputUnits.of(study.units)
    for text, one in zip(wanted, found, strict=True):
        _tell(screen, text, one, shown)
    if target is not None:
        _write(target, wanted, found)
        screen.say(f"\n{target} written ({size_text(target)})")
    notices = [*study.system.notices, *(p for one in found for p in one.notices)]
    screen.problems([p for one in found for p in one.notices])
    more = {} if target is None else {"file": target}
    screen.answer(
        0, notices, gradients=[_data(t, g) for t, g in zip(wanted, found, strict=True)], **more
    )


def _constants(study: Study) -> list[str]:
    """Return the constants of a file that are numbers of their own and can be varied."""
    return [] if study.document() is None else list(study.constants_map().names)


def _tell(screen: Screen, text: str, found: Gradient, units: OutputUnits) -> None:
    from sarrus.model.output_units import shown_number

    unit = found.unit
    value = shown_number(found.value, unit, units, 6).strip() if unit else f"{found.value:.6g}"
    rows = []
    for name, slope in found.items():
        own, now = found.units[name], found.at[name]
        factor = units.factor(unit) / units.factor(own)
        per = f"{units.shown_unit(unit) or '1'} per {units.shown_unit(own) or '1'}"
        change = units.factor(unit) * slope * PART * abs(now)
        rows.append((name, f"{units.factor(own) * now:.6g} {units.shown_unit(own)}".rstrip(),
                     f"{factor * slope:.6g}", per, f"{change:.4g}"))  # fmt: skip
    shown = f" [{units.shown_unit(unit)}]" if unit else ""
    head = ("by", "now>", "derivative>", "unit", f"change for 1 % more{shown}>")
    screen.table(head, rows, f"\n{text}: {value}")


def _data(text: str, found: Gradient) -> dict[str, Any]:
    return {
        "objective": text,
        "value": found.value,
        "unit": found.unit,
        "derivatives": dict(found),
        "at": dict(found.at),
        "units": dict(found.units),
    }


def _write(target: str, wanted: Sequence[str], found: Sequence[Gradient]) -> None:
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("objective", "value", "unit", "by", "now", "unit of by", "derivative"))
        for text, one in zip(wanted, found, strict=True):
            for name, slope in one.items():
                writer.writerow(
                    (text, one.value, one.unit, name, one.at[name], one.units[name], slope)
                )
