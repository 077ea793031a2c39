"""`sarrus optimal-motion`: the best motion from the start of a model to an end."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from sarrus.cli.files import PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.results.mechanism_account import title

if TYPE_CHECKING:
    from sarrus.robotics import OptimalMotion

TABLES, RUNS = (".csv",), (".sarrus",)


def optimal_motion(
    model: ModelPath,
    end: Annotated[
        list[str] | None,
        typer.Option(
            "--to",
            metavar="NAME=VALUE",
            help="Where the motion ends: a coordinate, velocity or channel. May be repeated.",
        ),
    ] = None,
    efforts: Annotated[
        list[str] | None,
        typer.Option(
            "--effort",
            metavar="JOINT=VALUE",
            help="Drive with its largest effort: cart=20N. May be repeated.",
        ),
    ] = None,
    minimize: Annotated[
        str | None,
        typer.Option("--minimize", help="time, effort, energy, acceleration, or a channel."),
    ] = None,
    duration: Annotated[
        str | None, typer.Option("--duration", metavar="TIME", help="Fixed duration: 2.5s.")
    ] = None,
    out: Out = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the best motion to an end within limits.

    Limits are those of drives and joints, and those of the section `optimal_motion`, unless options
    replace them. The efforts found are simulated; the difference at the end is reported. -o writes
    efforts and coordinates as a picture (.png, .svg, .pdf) or table (.csv), or the simulated run
    (.sarrus).

    Example:
      sarrus optimal-motion crane.yaml --to cart=2m --to rope=0 --effort cart=20N
      sarrus optimal-motion crane.yaml --minimize effort --duration 3s -o a.png
    """
    screen = Screen(json, quiet, "optimal-motion")
    screen.listen()
    target = None if out is None else target_path(out, force, (*PICTURES, *TABLES, *RUNS))
    section: dict[str, Any] = {}
    if end:
        section["end"] = settings(end, "--to")
    if efforts:
        section["efforts"] = settings(efforts, "--effort")
    if minimize is not None:
        section["minimize"] = minimize
    if duration is not None:
        section["duration"] = duration
    study = load_study(model, settings(values), strict)
    screen.problems(study.model.notices)
    found = study.optimal_motion(section)
    screen.say(title(study.system))
    for line in str(found).splitlines():
        screen.say(line)
    difference = found.difference
    screen.say(f"  simulated with these efforts alone, it ends {difference:.2g} away (usual sizes)")
    if target is not None:
        _write(found, target)
        screen.say(f"{target} written ({size_text(target)})")
    screen.answer(
        0,
        list(study.model.notices),
        duration=found.duration,
        objective=found.objective,
        minimized=found.minimized,
        error=found.error,
        refined=found.is_refined,
        difference=difference,
        intervals=found.rounds[-1].intervals,
        efforts={
            name: {"least": float(np.min(u)), "most": float(np.max(u))}
            for name, u in zip(found.drives, found.efforts.T, strict=True)
        },
        file=target,
    )


def _write(found: OptimalMotion, target: str) -> None:
    ending = ending_of(target)
    if ending in PICTURES:
        found.plot(path=target)
        return
    if ending in RUNS:
        found.simulation.save(target, overwrite=True)
        return
    names = ["t", *found.system.coordinates, *found.system.velocities]
    names += [f"{drive}.effort" for drive in found.drives]
    rows = np.column_stack([found.t, found.q, found.v, found.efforts])
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows.tolist())
