"""`sarrus drive`: the torques and forces that a prescribed motion needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.extremes_table import print_extremes
from sarrus.cli.files import PICTURES, ending_of, size_text, writable_path
from sarrus.cli.history_files import write_history
from sarrus.cli.options import AllowFmu, Force, Json, ModelPath, Quiet, Set, Strict, Units
from sarrus.cli.results_reading import ENDING
from sarrus.cli.run import print_mechanism
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_drive
from sarrus.errors import count
from sarrus.late_dataclass import dataclass
from sarrus.results.effort_account import effort_channels, peak_efforts
from sarrus.results.mesh_account import power_flow
from sarrus.results.run_account import extremes

if TYPE_CHECKING:
    from sarrus.study import Study

Table = Annotated[
    str | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="Export outputs, efforts and the motion: .csv, .xlsx, .nc, .mat, ..., or .html; "
        "plot outputs and efforts: .png, .svg, .pdf; keep it all: .sarrus.",
    ),
]


def drive(
    model: ModelPath,
    out: Table = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    allow_fmu: AllowFmu = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compute the forces that a prescribed motion needs.

    The mechanism follows the `drives` of the model (inverse dynamics); nothing is integrated.

    Example:
      sarrus drive robot_arm.yaml
      sarrus drive robot_arm.yaml --set run.until=2 -o efforts.csv
      sarrus drive robot_arm.yaml --units deg,kW -o efforts.xlsx
    """
    screen = Screen(json, quiet, "drive")
    screen.listen()
    study = load_drive(model, settings(values), strict)
    study = study if units is None else study.in_units(units)
    report = DriveReport.begin(screen, study, out, force)
    report.finish(study.run())


@dataclass(frozen=True)
class DriveReport:
    """The report of a driven motion; target: the file that is asked for; data: of the mechanism."""

    screen: Screen
    study: Study
    target: str | None
    force: bool
    data: dict[str, Any]

    @staticmethod
    def begin(screen: Screen, study: Study, out: str | None, force: bool) -> DriveReport:
        """Print the mechanism; a file that cannot be written is refused before any work."""
        target = None if out is None else writable_path(out, force)
        return DriveReport(screen, study, target, force, print_mechanism(screen, study))

    def finish(self, found: Any) -> None:
        """Print peak efforts of a motion, and export what is asked for if a file is given."""
        screen, target = self.screen, self.target
        history = found.history.in_units()
        efforts = peak_efforts(found, history.units)
        span = f"{found.t[0]:g} to {found.t[-1]:g} s"
        screen.pairs([("time", f"{span}, {count(len(found), 'instant')}")])
        screen.say()
        rows = [
            (r["drive"], r["unit"], f"{r['peak']:.6g}", f"{r['at']:.6g}", f"{r['rms']:.6g}",
             "-" if r["peak_power"] is None else f"{r['peak_power']:.6g}")
            for r in efforts
        ]  # fmt: skip
        time, power = (history.units.shown_unit(unit) for unit in ("s", "W"))
        head = ("drive", "unit", "peak effort>", f"at [{time}]>", "RMS>", f"peak power [{power}]>")
        screen.table(head, rows)
        flows = power_flow(found)
        if flows:
            screen.say()
            unit, force_unit = (history.units.shown_unit(x) for x in ("W", "N"))
            of_power, of_force = (history.units.factor(x) for x in ("W", "N"))
            peak = f"peak tooth force [{force_unit}]>"
            meshes = [
                (x["mesh"], x["from"], x["to"], f"{of_power * x['power']:.6g}",
                 f"{of_force * x['force']:.6g}")
                for x in flows
            ]  # fmt: skip
            screen.table(("mesh", "from", "to", f"mean power [{unit}]>", peak), meshes)
        table = extremes(history, history.outputs)
        print_extremes(screen, table)
        screen.problems(found.notices)
        if target is not None:
            names = list(dict.fromkeys([*history.outputs, *effort_channels(found)]))
            if ending_of(target) not in PICTURES:
                names += [name for name in history.coordinates() if name not in names]
            if target.lower().endswith(ENDING):
                found.save(target, overwrite=True)
            else:
                write_history(history, target, names, self.force)
            screen.say(f"\n{target} written ({size_text(target)})")
        screen.answer(
            0,
            [*self.study.model.notices, *found.notices],
            **self.data,
            efforts=efforts,
            meshes=flows,
            outputs=table,
            result=target,
        )
