"""`sarrus assemblies`: all ways in which the loops of a mechanism close."""

from __future__ import annotations

import csv
import os
from typing import Annotated, Any

import typer

from sarrus.cli.files import size_text, writable_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.results.mechanism_account import title


def assemblies(
    model: ModelPath,
    wanted: Annotated[
        list[str] | None,
        typer.Option(
            "--wanted",
            "-w",
            metavar="NAME=VALUE",
            help="Coordinate that all assemblies have: A=30deg. May be repeated; by default those "
            "of the section `assembly`.",
        ),
    ] = None,
    proof: Annotated[
        bool,
        typer.Option("--proof", help="Find all of them, and say whether that is proven."),
    ] = False,
    tries: Annotated[
        int, typer.Option("--tries", min=1, help="Starts of the search, without --proof.")
    ] = 60,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List all assemblies of a mechanism at given coordinates.

    With --proof, the loops are solved as polynomials by continuation in complex numbers; "proven"
    means that every path of a bounding start system was tracked and every end certified. The number
    of an assembly is its `branch` in the section `assembly` of a model file. -o writes a table.

    Example:
      sarrus assemblies four_bar.yaml --wanted A=30deg
      sarrus assemblies stewart.yaml --proof
      sarrus assemblies four_bar.yaml --wanted A=30deg --proof -o all.csv
    """
    from sarrus.model.output_units import OutputUnits

    screen = Screen(json, quiet, "assemblies")
    screen.listen()
    target = None if out is None else writable_path(out, force)
    if target is not None and os.path.splitext(target)[1].lower() != ".csv":
        raise typer.BadParameter("use the extension .csv.", param_hint="'--out'")
    study = load_study(model, settings(values), strict, units)
    system = study.system
    chosen: dict[str, Any] = dict(settings(wanted, "--wanted")) if wanted else dict(
        study.plan.assembly.wanted)  # fmt: skip
    screen.problems(system.notices)
    found = system.assemblies(chosen, proof=proof, tries=tries)
    shown, layout = OutputUnits.of(study.units), system.compiled.layout
    pairs = list(zip(layout.q_names, layout.q_units, strict=True))
    rows = [
        {name: shown.factor(unit) * float(state[name]) for name, unit in pairs} for state in found
    ]
    known = found.proof
    screen.say(title(system))
    screen.pairs(
        [
            ("assemblies", str(len(found))),
            ("proven" if known.proven else "searched", known.reason),
            *([("bound", f"{known.bound} paths, {known.complex_count} complex solutions")]
              if known.bound else []),
            *([("idle", "; ".join(known.idle))] if known.idle else []),
        ]
    )  # fmt: skip
    head = ["coordinate", *(f"{k + 1}>" for k in range(len(rows)))]
    lines = [
        [
            f"{name} [{shown.shown_unit(unit)}]" if unit else name,
            *(f"{row[name]:.9g}" for row in rows),
        ]
        for name, unit in pairs
    ]
    screen.table(tuple(head), lines, "\nCoordinates")
    if target is not None:
        with open(target, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(
                [f"{name} [{shown.shown_unit(unit)}]" if unit else name for name, unit in pairs]
            )
            table.writerows([[repr(row[name]) for name, _ in pairs] for row in rows])
        screen.say(f"\n{target} written ({size_text(target)})")
    screen.answer(
        0,
        system.notices,
        count=len(found),
        proven=known.proven,
        reason=known.reason,
        bound=known.bound,
        complex_count=known.complex_count,
        idle=list(known.idle),
        assemblies=rows,
        **({} if target is None else {"file": target}),
    )
