"""`sarrus singularities`: dead points, branch points, singular curves and surfaces."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sarrus.cli.files import PICTURES, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.errors import count as numbered
from sarrus.results.mechanism_account import title


def singularities(
    model: ModelPath,
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="NAME[=LOW:HIGH]",
            help="Coordinate with its range: A=0:360deg; as many as there are freedoms. An angle "
            "without a range goes through a whole turn.",
        ),
    ],
    driven: Annotated[
        list[str] | None,
        typer.Option(
            "--driven", "-d", metavar="NAME", help="Driven coordinate; by default those of --over."
        ),
    ] = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="NAME", help="Coordinate of what is moved."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--count", min=3, help="Nodes of the grid over each of several coordinates."),
    ] = None,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find dead points and other singular positions.

    They are where a mechanism cannot be driven, or where branches meet.

    Over one coordinate of a mechanism with one freedom these are points, over two curves, over
    three surfaces; -o draws them (.png, .svg, .pdf).

    Example:
      sarrus singularities four_bar.yaml --over A --driven D
      sarrus singularities five.yaml --over A=0:90deg --over B=0:90deg -o map.png
    """
    from sarrus.design.singular_positions.singularities import singularities as singular_positions
    from sarrus.model.output_units import OutputUnits
    from sarrus.system.text_numbers import units_of

    screen = Screen(json, quiet, "singularities")
    screen.listen()
    target = None if out is None else target_path(out, force, PICTURES)
    ranges = dict(_range(text) for text in over)
    study = load_study(model, settings(values), strict, units)
    system = study.system
    screen.problems(system.notices)
    found = singular_positions(
        system, ranges, driven=driven or None, output=output or None, count=count,
        start=study.start(),
    )  # fmt: skip
    screen.say(title(system))
    rows: list[dict[str, Any]] = [
        {
            "kind": p.kind,
            "name": p.name,
            "at": p.at,
            "circuit": p.circuit + 1,
            "certified": p.certified,
        }
        for p in found.points
    ]
    circuits = numbered(found.motions, "circuit")
    if not found.sets and not rows:
        screen.say(f"  no singular point of {found.over[0]} on {circuits}")
    elif not found.sets:
        shown = OutputUnits.of(study.units)
        unit = (units_of(system.model, "coordinate", found.over[0]) or ("",))[0]
        lines = [
            (
                r["kind"],
                r["name"],
                f"{shown.factor(unit) * r['at']:.12g}",
                str(r["circuit"]),
                _yes(r["certified"]),
            )
            for r in rows
        ]
        place = f"{found.over[0]} [{shown.shown_unit(unit)}]>" if unit else f"{found.over[0]}>"
        head = ("kind", "coordinate", place, "circuit>", "certified")
        screen.table(head, lines, f"\nSingular points on {circuits}")
    curves = {kind: [line.tolist() for line in zero.lines] for kind, zero in found.sets.items()
              if len(found.over) == 2}  # fmt: skip
    sizes = [(kind, str(len(zero.points)), str(len(zero.cells)))
             for kind, zero in found.sets.items()]  # fmt: skip
    if sizes:
        screen.table(("kind", "points>", "pieces>"), sizes, "\nSingular sets")
    if found.edge:
        screen.note(found.edge)
    if target is not None:
        found.plot(target)
        screen.say(f"\n{target} written ({size_text(target)})")
    screen.answer(
        0, system.notices, over=list(found.over), points=rows, curves=curves,
        **({} if target is None else {"file": target}),
    )  # fmt: skip


def _yes(certified: bool) -> str:
    return "yes" if certified else "no"


def _range(text: str) -> tuple[str, tuple[str, str] | None]:
    """Return a name with the ends of its range, as text."""
    name, equals, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    if not name.strip() or (equals and not (low.strip() and colon and high.strip())):
        rule = f"{text!r} is not of the form NAME=LOW:HIGH, such as A=0:360deg."
        raise typer.BadParameter(rule, param_hint="'--over'")
    return name.strip(), (low.strip(), high.strip()) if equals else None
