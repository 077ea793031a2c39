"""`sarrus calibrate`: lengths, zeros of joints and frames from measured poses."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import existing_path
from sarrus.cli.identify import targets_of, write_all
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study


def calibrate(
    model: ModelPath,
    poses: Annotated[str, typer.Argument(metavar="POSES", help="A table: .csv or .parquet.")],
    frame: Annotated[
        str,
        typer.Option("--frame", metavar="NAME", help="The frame or body that was measured; by "
                     "default the frame `tool`, else the last body."),
    ] = "",
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="What is sought: base, tool, offsets, frames, a "
                     "joint, or one number (A.offset, A.x). May be repeated; all by default."),
    ] = None,
    check: Annotated[
        str | None, typer.Option("--check", metavar="FILE", help="Other poses, to compare with.")
    ] = None,
    out: Annotated[
        list[str] | None,
        typer.Option("--out", "-o", metavar="FILE", help="The calibrated model (.yaml, .urdf, "
                     ".xml, .sdf), a table (.csv) or a picture (.png, .svg, .pdf); repeatable."),
    ] = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Find errors of lengths and of zeros from measured poses.

    Columns of the table: joints with encoders (`q1 [deg]`), and of the frame x, y, z; rx, ry, rz (a
    rotation vector); or distance. Mechanisms with loops stay closed. Printed are the displacements
    with their 95 % intervals, and those that cannot be determined.

    Example:
      sarrus calibrate arm.yaml poses.csv --frame tool -o calibrated.yaml
      sarrus calibrate arm.yaml poses.csv --by offsets -o errors.png
    """
    screen = Screen(json, quiet, "calibrate")
    screen.listen()
    targets = targets_of(out, force)
    path = existing_path(poses)
    other = None if check is None else existing_path(check)
    study = load_study(model, settings(values), strict, None)
    screen.problems([*study.system.notices])
    from sarrus import identification

    how = {"by": by} if by else {}
    found = identification.calibrate_file(study, path, frame=frame, check=other, **how)
    screen.say(str(found))
    written = write_all(screen, found, targets)
    rows = [{"name": n, "value": x, "interval": e, "unit": u} for n, x, e, u in found.rows]
    screen.answer(
        0, [*study.system.notices, *found.notices], displacements=rows, unseen=found.unseen,
        merged=found.merged, held=found.held, unexcited=found.unexcited,
        condition=found.condition, before=found.before.tolist(), after=found.after.tolist(),
        checked=None if found.checked is None else found.checked.tolist(), files=written or None,
    )  # fmt: skip
