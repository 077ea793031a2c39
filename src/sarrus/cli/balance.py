"""`sarrus balance`: counterweights, disks and springs that balance a mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.design import Balance
    from sarrus.model.output_units import OutputUnits

MODELS = (".yaml", ".yml", ".json")


def balance(
    model: ModelPath,
    shaking_force: Annotated[
        bool | None,
        typer.Option("--shaking-force/--no-shaking-force", help="Cancel the shaking force."),
    ] = None,
    moment: Annotated[
        bool | None, typer.Option("--moment/--no-moment", help="Cancel the shaking moment.")
    ] = None,
    gravity: Annotated[
        bool | None, typer.Option("--gravity/--no-gravity", help="Cancel the weight.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="WHAT",
            help="What may be added: a body that gets a counterweight, disk=BODY, "
            "counter_rotation=JOINT; springs stand in the file. May be repeated.",
        ),
    ] = None,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Balance a mechanism by counterweights, disks and springs.

    The report says what remains of shaking force, shaking moment and weight.

    By the section `balance` of the file; without one, counterweights on the bodies that hinges
    hold on ground, and disks that turn against them. A file that drives the mechanism is balanced
    over this motion, others for every motion as far as that is possible. -o writes the balanced
    mechanism (.yaml, .json), or a picture of what shakes before and after (.png, .svg, .pdf).

    Example:
      sarrus balance four_bar.yaml
      sarrus balance four_bar.yaml --no-moment --by crank --by rocker -o b.yaml
      sarrus balance slider_crank.yaml -o shaking.png
    """
    screen = Screen(json, quiet, "balance")
    screen.listen()
    target = None if out is None else target_path(out, force, (*MODELS, *PICTURES))
    from sarrus import design
    from sarrus.model.output_units import OutputUnits

    study = load_study(model, settings(values), strict, units)
    screen.problems([*study.system.notices])
    additions = None if by is None else [_addition(text) for text in by]
    found = design.balance(study, force=shaking_force, moment=moment, gravity=gravity, by=additions)
    _tell(screen, found, OutputUnits.of(study.units))
    if target is not None:
        if ending_of(target) in PICTURES:
            found.plot(path=target)
        else:
            found.write(target, overwrite=True)
        screen.say(f"\n{target} written ({size_text(target)})")
    more = {} if target is None else {"file": target}
    screen.answer(0, [*study.system.notices], **found.to_dict(), **more)


def _addition(text: str) -> Any:
    """Return what a text names."""
    from sarrus.design.shaking.additions import KINDS

    kind, equals, name = text.partition("=")
    if not equals:
        return text
    if kind not in KINDS or kind == "spring" or not name:
        rule = f"{text!r} is none of BODY, disk=BODY, counter_rotation=JOINT."
        raise typer.BadParameter(rule, param_hint="'--by'")
    return KINDS[kind](name)


def _tell(screen: Screen, found: Balance, units: OutputUnits) -> None:
    from sarrus.design.shaking.result import UNITS, part_text
    from sarrus.model.output_units import shown_number
    from sarrus.system.text_numbers import units_of

    screen.say(f"Balance of '{found.system.model.name}'")
    rows = []
    for aim, how, *numbers in found.rows():
        factor, unit = units.factor(UNITS[aim]), units.shown_unit(UNITS[aim])
        rows.append((aim, how, unit, *(f"{factor * x:.5g}" for x in numbers)))
    head = ("aim", "balanced", "unit", "rms before>", "after>", "peak before>", "after>")
    screen.table(head, rows)
    screen.table(("added", "what"), [(p.name, part_text(p, units)) for p in found.parts], "\nAdded")
    pairs = [("added mass", shown_number(found.added_mass, "kg", units, 6))]
    after = found.after.effort_peaks()
    for name, peak in found.before.effort_peaks().items():
        unit = (units_of(found.system.model, "effort", name) or ("",))[0].replace("*", " ")
        factor = units.factor(unit)
        change = f"{factor * peak:.5g} -> {factor * after.get(name, 0.0):.5g}"
        pairs.append((f"peak effort of {name}", f"{change} {units.shown_unit(unit)}".rstrip()))
    if found.unbalanced:
        pairs.append(("not balanced by these", ", ".join(found.unbalanced)))
    screen.pairs(pairs)
