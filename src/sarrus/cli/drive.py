"""`sarrus drive`: the torques and forces that a prescribed motion needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import size_text, writable_path
from sarrus.cli.mechanism_account import mechanism_data, mechanism_rows, title
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.run_account import extremes, print_extremes
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_drive
from sarrus.errors import count

if TYPE_CHECKING:
    from sarrus.study import Study

Table = Annotated[
    str | None,
    typer.Option("--out", "-o", metavar="FILE", help="Export all channels: .csv, .nc, .mat, ..."),
]


def drive(
    model: ModelPath,
    out: Table = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compute the torques and forces that a prescribed motion needs.

    The mechanism follows the `drives` of the model (inverse dynamics); nothing is integrated.

    Example:
      sarrus drive robot_arm.yaml
      sarrus drive robot_arm.yaml --set run.until=2 -o efforts.csv
    """
    screen = Screen(json, quiet, "drive")
    screen.listen()
    drive_study(screen, load_drive(model, settings(values), strict), out, force)


def drive_study(screen: Screen, study: Study, out: str | None, force: bool) -> None:
    """Drive a study, print peak efforts, and export all channels if a file is given."""
    target = None if out is None else writable_path(out, force)
    system = study.system
    mobility = system.mobility(study.start())
    screen.problems(study.model.notices)
    screen.say(title(system))
    screen.pairs(mechanism_rows(system, mobility))
    found: Any = study.run()
    efforts = peak_efforts(found)
    screen.pairs([("time", f"{found.t[0]:g} to {found.t[-1]:g} s, {count(len(found), 'instant')}")])
    screen.say()
    rows = [
        (r["drive"], r["unit"], f"{r['peak']:.6g}", f"{r['at']:.6g}", f"{r['rms']:.6g}",
         "-" if r["peak_power"] is None else f"{r['peak_power']:.6g}")
        for r in efforts
    ]  # fmt: skip
    head = ("drive", "unit", "peak effort>", "at [s]>", "RMS>", "peak power [W]>")
    screen.table(head, rows)
    table = extremes(found.history, study.outputs)
    print_extremes(screen, table)
    screen.problems(found.notices)
    if target is not None:
        from sarrus.results.export import export_history

        export_history(found.history, target, overwrite=force)
        screen.say(f"\n{target} written ({size_text(target)})")
    screen.answer(
        0,
        [*study.model.notices, *found.notices],
        **mechanism_data(system, mobility),
        efforts=efforts,
        outputs=table,
        result=target,
    )


def _single_efforts(found: Any) -> list[str]:
    """Return the names of all drives; a joint that is driven as a whole has one per velocity."""
    from sarrus.system.rows.motion import POINT

    listed: list[str] = []
    compiled = found.system.compiled
    for name, values in found.motions[0].efforts.items():
        whole = len(values) > 1 and not name.startswith(POINT)
        listed += compiled.rate_names(name) if whole else [name]
    return listed


def peak_efforts(found: Any) -> list[dict[str, Any]]:
    """Return peak effort, its time, RMS effort and peak power of every drive."""
    import numpy as np

    from sarrus.system.rows.motion import POINT

    rows = []
    for name in _single_efforts(found):
        effort = found[f"{name}.effort"]
        values = np.asarray(effort, dtype=float)
        if values.ndim > 1:  # the force that leads a point
            values = np.linalg.norm(values, axis=1)
        power = None if name.startswith(POINT) else np.asarray(found[f"{name}.power"])
        k = int(np.argmax(np.abs(values)))
        rows.append(
            {
                "drive": name,
                "unit": effort.unit,
                "peak": float(values[k]),
                "at": float(found.t[k]),
                "rms": float(np.sqrt(np.mean(values**2))),
                "peak_power": None if power is None else float(power[np.argmax(np.abs(power))]),
            }
        )
    return rows
