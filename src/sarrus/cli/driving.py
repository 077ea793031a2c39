"""Driving a mechanism through prescribed motions: what `run` and `drive` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.cli.files import size_text, writable_path
from sarrus.cli.mechanism_account import count, mechanism_data, mechanism_rows, title
from sarrus.cli.run_account import extremes, print_extremes
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    from sarrus.study import Study


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
         f"{r['peak_power']:.6g}")
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


def peak_efforts(found: Any) -> list[dict[str, Any]]:
    """Return peak effort, its time, RMS effort and peak power of every drive."""
    import numpy as np

    rows = []
    for name in found.motions[0].efforts:
        effort, power = found[f"{name}.effort"], found[f"{name}.power"]
        values = np.asarray(effort, dtype=float)
        k = int(np.argmax(np.abs(values)))
        rows.append(
            {
                "drive": name,
                "unit": effort.unit,
                "peak": float(values[k]),
                "at": float(found.t[k]),
                "rms": float(np.sqrt(np.mean(values**2))),
                "peak_power": float(np.asarray(power)[int(np.argmax(np.abs(power)))]),
            }
        )
    return rows
