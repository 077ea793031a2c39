"""`sarrus tolerances`: what the spread of a model's numbers makes of its outputs."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.completion import settable
from sarrus.cli.files import PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.design import Tolerances
    from sarrus.model.output_units import OutputUnits


def tolerances(
    model: ModelPath,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="NAME=WIDTH",
            autocompletion=settable,
            help="Number or constant, with its width above and below: r=0.1mm. May be repeated.",
        ),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="CHANNEL", help="Channel to look at. May be repeated."),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples", metavar="N", help="Monte Carlo samples, the next power of 2; 0 for none."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Random seed.")] = None,
    sobol: Annotated[
        int | None, typer.Option("--sobol", metavar="N", help="Points of Sobol indices.")
    ] = None,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compute how tolerances of dimensions spread the outputs.

    By the section `tolerances` of the file, along its driven motion: worst case and
    three standard deviations by exact derivatives, and a Monte Carlo run beside them. -o writes the
    contributions as a table (.csv) or a picture (.png, .svg, .pdf).

    Example:
      sarrus tolerances shaper.yaml
      sarrus tolerances shaper.yaml --vary r=1mm --output guide.displacement
      sarrus tolerances shaper.yaml --sobol 512 -o tolerances.png
    """
    screen = Screen(json, quiet, "tolerances")
    screen.listen()
    target = None if out is None else target_path(out, force, (".csv", *PICTURES))
    from sarrus import design
    from sarrus.model.output_units import OutputUnits

    study = load_study(model, settings(values), strict, units)
    screen.problems([*study.system.notices])
    varied = None if vary is None else settings(vary, "--vary")
    found = design.tolerances(study, varied, outputs, samples=samples, seed=seed, sobol=sobol)
    shown = OutputUnits.of(study.units)
    _tell(screen, found, shown)
    if target is not None:
        if ending_of(target) in PICTURES:
            found.plot(path=target)
        else:
            _write(found, target, shown)
        screen.say(f"\n{target} written ({size_text(target)})")
    more = {} if target is None else {"file": target}
    screen.answer(0, [*study.system.notices], **found.to_dict(), **more)


def _tell(screen: Screen, found: Tolerances, units: OutputUnits) -> None:
    screen.say(f"Tolerances of '{found.model}'")
    rows = [
        (
            name,
            units.shown_unit(unit),
            f"{t:.6g}",
            *(f"{units.factor(unit) * x:.6g}" for x in numbers),
        )
        for name, unit, t, *numbers in found.rows()
    ]
    head = ("output", "unit", "t [s]>", "nominal>", "worst>", "3 sigma>", "samples 3 sigma>")
    screen.table(head, rows)
    for m, (name, unit) in enumerate(zip(found.outputs, found.units, strict=True)):
        rows, factor, shown = [], units.factor(unit), units.shown_unit(unit)
        for c in found.contributions(name):
            i = found.names.index(c.name)
            more = () if found.sobol is None else (f"{found.sobol.first[i, m]:.3f}",
                                                   f"{found.sobol.total[i, m]:.3f}")  # fmt: skip
            rows.append((c.name, f"{factor * c.worst:.4g}", f"{factor * c.deviation:.4g}",
                         f"{100 * c.share:.1f} %", *more))  # fmt: skip
        heads = ["number", f"worst [{shown}]>", f"deviation [{shown}]>", "share>"]
        heads += [] if found.sobol is None else ["Sobol first>", "total>"]
        screen.table(heads, rows, f"\n{name}")
    drawn = found.monte_carlo
    if drawn is not None:
        screen.pairs([("samples", drawn.drawn_text)])


def _write(found: Tolerances, target: str, units: OutputUnits) -> None:
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("output", "number", "slope [SI]", "unit", "worst", "deviation", "share"))
        for name, unit in zip(found.outputs, found.units, strict=True):
            factor, shown = units.factor(unit), units.shown_unit(unit)
            for c in found.contributions(name):
                spread = (factor * c.worst, factor * c.deviation)
                writer.writerow((name, c.name, c.slope, shown, *spread, c.share))
