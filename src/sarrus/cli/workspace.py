"""`sarrus workspace`: where a robot can work, and how well, over a grid of places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import typer

from sarrus.cli.excite import limit_entry
from sarrus.cli.files import PAGES, PICTURES, size_text, target_path
from sarrus.cli.options import DriveJoints, Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

RANGE = "LOW:HIGH:COUNT or one place, in the axes of the world, with units or in m."


def workspace(
    model: ModelPath,
    x: Annotated[str, typer.Option("--x", metavar="PLACES", help=RANGE)],
    y: Annotated[str, typer.Option("--y", metavar="PLACES", help="The same along y.")],
    z: Annotated[str, typer.Option("--z", metavar="PLACES", help="The same along z.")],
    frame: Annotated[
        str,
        typer.Option("--frame", metavar="NAME", help="The frame or body that goes there; the last "
                     "body by default."),
    ] = "",
    joint: DriveJoints = None,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="WHAT=VALUE", help="Of all driven joints or of one: "
                     "torque=50N*m, A.speed=2rad/s. May be repeated; for payload and speed."),
    ] = None,
    stiffness: Annotated[
        float | None,
        typer.Option("--stiffness", metavar="K", help="Of all drives [N m/rad, N/m]."),
    ] = None,
    error: Annotated[
        float | None, typer.Option("--error", metavar="E", help="Of all drives [rad, m].")
    ] = None,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="WHAT=WEIGHT", help="What joints to spare are used for: to "
                     "keep away from limits=0.1 or singularities=1. May be repeated."),
    ] = None,
    quantity: Annotated[
        str, typer.Option("--quantity", metavar="NAME", help="What pictures and pages show first.")
    ] = "reached",
    out: Annotated[
        list[str] | None,
        typer.Option("--out", "-o", metavar="FILE", help="A page (.html), a picture (.png, .svg, "
                     ".pdf) or a table (.csv); repeatable."),
    ] = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Find where a robot can work, and how well.

    Over a grid of places: which of them a frame reaches, and there manipulability, isotropy, and
    with limits, stiffness and errors of the drives the speed, payload, stiffness and error of the
    frame. A page shows the robot amid its places in colors, and goes to them.

    Example:
      sarrus workspace arm.yaml --x 0:1:9 --y -0.5:0.5:9 --z 0.2 -o map.html
      sarrus workspace arm.yaml --x 0:1:5 --y 0 --z 0 --limit torque=8N*m
      sarrus workspace arm.yaml --x 0:1:5 --y 0 --z 0 --goal singularities=1
    """
    screen = Screen(json, quiet, "workspace")
    screen.listen()
    targets = [target_path(name, force, (".csv", *PAGES, *PICTURES)) for name in out or ()]
    axes = [_places(option, text) for option, text in (("--x", x), ("--y", y), ("--z", z))]
    study = load_study(model, settings(values), strict, None)
    screen.problems([*study.system.notices])
    from sarrus import robotics

    work = robotics.Workplace(study.system, frame=frame, driven=tuple(joint or ()))
    own = dict.fromkeys(work.drives, stiffness) if stiffness is not None else {}
    off = dict.fromkeys(work.drives, error) if error is not None else {}
    found = robotics.work_map(
        work, *axes, limits=_limits(limit or (), work.drives), stiffness=own, errors=off,
        goal=_goal(goal or ()),
    )  # fmt: skip
    found[quantity]  # refuses a quantity that the map does not have, before files are written
    screen.say(repr(found))
    ranges = {}
    for name, grid in found.values.items():
        known = grid[(found["reached"] > 0.0) & np.isfinite(grid)]
        if known.size and name != "reached":
            ranges[name] = [float(known.min()), float(known.max())]
            unit = found.units[name]
            screen.say(f"  {name}: {known.min():.4g} to {known.max():.4g} {unit}".rstrip())
    for target in targets:
        _write(found, quantity, target)
        screen.say(f"{target} written ({size_text(target)})")
    screen.answer(
        0, [*study.system.notices], places=int(found["reached"].size),
        reached=int(np.sum(found["reached"])), volume=found.volume, ranges=ranges,
        files=[str(target) for target in targets] or None,
    )  # fmt: skip


def _write(found: Any, quantity: str, target: str) -> None:
    ending = target.lower()
    if ending.endswith(PAGES):
        from sarrus.viewer.html import write_page
        from sarrus.viewer.work_maps import map_scene

        write_page(map_scene(found, quantity=quantity), target, overwrite=True)
    elif ending.endswith(".csv"):
        found.to_csv(target, overwrite=True)
    else:
        found.plot(quantity, path=target)


def _places(option: str, text: str) -> np.ndarray:
    """Return the places along an axis [m]."""
    from sarrus.cli.sweep import number

    parts = text.split(":")
    read = [number(part) for part in parts[:2]]
    ends = [end for end in read if isinstance(end, float)]
    count = int(parts[2]) if len(parts) == 3 and parts[2].isdigit() else 0
    if len(parts) not in (1, 3) or len(ends) != len(read) or (len(parts) == 3 and count < 1):
        raise typer.BadParameter(
            f"{text!r} is not of the form 0.2:0.8:7 or 0.5.", param_hint=f"'{option}'"
        )
    return np.linspace(ends[0], ends[-1], count) if count else np.array(ends)


def _goal(texts: Sequence[str]) -> Any:
    """Return what joints to spare are used for, None where nothing is said."""
    from sarrus import robotics
    from sarrus.cli.sweep import number

    found: dict[str, float] = {}
    for text in texts:
        what, _, value = text.partition("=")
        weight = number(value)
        if what.strip() not in ("limits", "singularities") or not isinstance(weight, float):
            rule = "is not of the form limits=0.1 or singularities=1."
            raise typer.BadParameter(f"{text!r} {rule}", param_hint="'--goal'")
        found[what.strip()] = weight
    return robotics.NullSpaceGoal(**found) if found else None


def _limits(texts: Any, drives: Any) -> dict[str, Any]:
    """Return the limits of the drives, of each joint together."""
    from sarrus import robotics

    found: dict[str, dict[str, Any]] = {}
    for joint, what, value in map(limit_entry, texts):
        for name in [joint] if joint else drives:
            found.setdefault(name, {})[what] = value
    return {name: robotics.JointLimits(**own) for name, own in found.items()}
