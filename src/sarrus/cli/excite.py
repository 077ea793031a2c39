"""`sarrus excite`: motions with which numbers of a model are measured best."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sarrus.cli.files import PICTURES, size_text, target_path
from sarrus.cli.identify import By
from sarrus.cli.options import DriveJoints, Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study


def excite(
    model: ModelPath,
    by: By = None,
    joint: DriveJoints = None,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="WHAT=VALUE", help="Of all driven joints or of one: "
                     "speed=2, A.acceleration=10rad/s^2, A.position=-30deg:30deg, A.torque=5N*m. "
                     "May be repeated; on top of those of the model."),
    ] = None,
    period: Annotated[
        float, typer.Option("--period", metavar="S", help="Period of the motion [s].")
    ] = 10.0,
    harmonics: Annotated[
        int, typer.Option("--harmonics", metavar="N", help="Harmonics of the Fourier series.")
    ] = 5,
    rate: Annotated[
        float, typer.Option("--rate", metavar="HZ", help="Rows per second of the table.")
    ] = 100.0,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", help="Steps of the search.")
    ] = 15,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed.")] = 0,
    out: Annotated[
        list[str] | None,
        typer.Option("--out", "-o", metavar="FILE", help="A table of the motion (.csv) or a "
                     "picture (.png, .svg, .pdf); repeatable."),
    ] = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Find motions with which parameters are identified best.

    Periodic motions of the drives, Fourier series within the limits of position, speed,
    acceleration and effort, and with closed loops, whose columns are best conditioned. Printed are
    the condition number beside that of random motions, and the laws as the section `drives` of a
    model file takes them. Options that are not given are read from the section `identify` of the
    file.

    Example:
      sarrus excite arm.yaml --limit speed=2rad/s -o motion.csv
      sarrus excite press.yaml --joint A --limit A.position=-25deg:25deg
    """
    screen = Screen(json, quiet, "excite")
    screen.listen()
    targets = [target_path(name, force, (".csv", *PICTURES)) for name in out or ()]
    study = load_study(model, settings(values), strict, None)
    screen.problems([*study.system.notices])
    how: dict[str, Any] = {
        "period": period, "harmonics": harmonics, "rate": rate, "rounds": rounds, "seed": seed,
    }  # fmt: skip
    if by:
        how["by"] = by
    if joint:
        how["joints"] = joint
    from sarrus import identification

    limits = [limit_entry(text) for text in limit or ()]
    found = identification.excite_file(study, limits=limits, **how)
    screen.say(repr(found))
    screen.say("\ndrives:")
    for name, law in found.laws.items():
        screen.say(f'  {name}: "{_with_units(law, found, name)}"')
    for target in targets:
        if target.lower().endswith(".csv"):
            found.to_csv(target, overwrite=True)
        else:
            found.plot(path=target)
        screen.say(f"{target} written ({size_text(target)})")
    best, middle = found.random
    screen.answer(
        0, [*study.system.notices], condition=found.condition, random_best=best,
        random_median=middle, laws=found.laws, within=found.within, base=found.base.combinations,
        files=[str(target) for target in targets] or None,
    )  # fmt: skip


def limit_entry(text: str) -> tuple[str, str, Any]:
    """Return (joint or "", what, value) of --limit."""
    from sarrus.cli.sweep import number

    name, sign, value = text.partition("=")
    joint, _, what = name.strip().rpartition(".")
    parts = [number(part) for part in value.split(":")]
    known = ("position", "speed", "acceleration", "torque")
    size = 2 if what == "position" else 1
    if not sign or what not in known or len(parts) != size or not all(
        isinstance(part, float) for part in parts
    ):  # fmt: skip
        raise typer.BadParameter(
            f"{text!r} is not of the form speed=2, A.torque=5N*m or A.position=-30deg:30deg.",
            param_hint="'--limit'",
        )
    return joint, what, tuple(parts) if size == 2 else parts[0]


def _with_units(law: str, found: Any, coordinate: str) -> str:
    """Return a law with the units that formulas of model files want."""
    joint = coordinate.rpartition(".")[0]
    unit = found.system.model.joint(joint).type.coordinates[0].unit
    return f"({law.replace('*t)', ' [1/s]*t)')})*(1 [{unit}])"
