"""`sarrus identify`: numbers of a model from measured motions and efforts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PICTURES, ending_of, existing_path, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.identification import Calibrated, Identified

MODELS = (".yaml", ".yml", ".urdf", ".xml", ".sdf", ".json")
SHOWN = 60
"""Base parameters that are printed."""

By = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="NAME", help="What is sought: inertia, friction, offset, rotor, "
                 "stiffness, a body, a body's number (arm.mass), a joint's (A.viscous), a "
                 "number of the model (spring.k). May be repeated."),
]  # fmt: skip
Outs = Annotated[
    list[str] | None,
    typer.Option("--out", "-o", metavar="FILE", help="The model with the numbers found (.yaml, "
                 ".urdf, .xml, .sdf), a table (.csv) or a picture (.png, .svg, .pdf); repeatable."),
]  # fmt: skip


def identify(
    model: ModelPath,
    measured: Annotated[
        list[str] | None,
        typer.Argument(metavar="MEASURED...", help="Tables or recordings: .csv, .parquet, .mcap."),
    ] = None,
    by: By = None,
    check: Annotated[
        list[str] | None,
        typer.Option("--check", metavar="FILE", help="Other measurements, to compare with."),
    ] = None,
    free: Annotated[
        bool, typer.Option("--free", help="Allow physically impossible inertias.")
    ] = False,
    cutoff: Annotated[
        float | None, typer.Option("--cutoff", metavar="HZ", help="Cutoff frequency of the filter "
                                   "[Hz].")
    ] = None,
    every: Annotated[
        int, typer.Option("--every", metavar="N", help="Keep one of N rows, 1 by default.")
    ] = 0,
    out: Outs = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Find inertias and friction from measured motions.

    Numbers of force elements and lengths too. Columns of the files are named after joints: `t [s],
    A.angle [deg], A.effort [N m]`; rates and accelerations are found from positions where they are
    missing. Printed are the base parameters with their 95 % intervals, and what cannot be
    identified. Options that are not given are read from the section `identify` of the file.

    Example:
      sarrus identify arm.yaml run.csv --by inertia -o new.yaml
      sarrus identify delta.yaml 1.csv 2.csv --check 3.csv -o fit.png
    """
    screen = Screen(json, quiet, "identify")
    screen.listen()
    targets = targets_of(out, force)
    files = [existing_path(name) for name in measured or ()]
    others = [existing_path(name) for name in check or ()]
    study = load_study(model, settings(values), strict, None)
    screen.problems([*study.system.notices])
    how: dict[str, Any] = {"by": by or None, "measured": files or None, "check": others or None,
                           "cutoff": cutoff, "every": every or None}  # fmt: skip
    if free:
        how["consistent"] = False
    from sarrus import identification

    given = {name: value for name, value in how.items() if value is not None}
    found = identification.identify_file(study, **given)
    _tell(screen, found)
    screen.problems(found.notices)
    written = write_all(screen, found, targets)
    rows = [
        {"name": name, "before": b, "value": x, "interval": e, "unit": unit}
        for name, b, x, e, unit in found.rows
    ]
    numbers = {p.name: float(x) for p, x in zip(found.parameters, found.values, strict=True)}
    screen.answer(
        0, [*study.system.notices, *found.notices], base=rows, numbers=numbers,
        unseen=found.unseen, unexcited=found.unexcited, condition=found.condition,
        error=found.agreement.error, error_before=found.agreement.error_before,
        checked=None if found.checked is None else found.checked.error, files=written or None,
    )  # fmt: skip


def targets_of(out: list[str] | None, force: bool) -> list[str]:
    """Return the files to be written, each of a known kind and free."""
    return [target_path(name, force, (*MODELS, ".csv", *PICTURES)) for name in out or ()]


def write_all(screen: Screen, found: Identified | Calibrated, targets: list[str]) -> list[str]:
    """Write a result as models, tables and pictures."""
    for target in targets:
        ending = ending_of(target)
        if ending in PICTURES:
            found.plot(path=target)
        elif ending == ".csv":
            found.to_csv(target, overwrite=True)
        else:
            found.save(target, overwrite=True)
        screen.say(f"{target} written ({size_text(target)})")
    return [str(target) for target in targets]


def _tell(screen: Screen, found: Identified) -> None:
    rows = [(f"{b:.6g}", f"{x:.6g}", f"{e:.2g}", unit, name) for name, b, x, e, unit in found.rows]
    screen.table(("before>", "value>", "+/->", "unit", "base parameter"), rows[:SHOWN])
    screen.say()
    screen.say(repr(found))
