"""The motors that a task file needs: verdict and report in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from sarrus.arguments import with_checks
from sarrus.errors import ModelError
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.report import Report, report_task
from sarrus.robotics.sizing import Choice, choose_drives, chosen_drives
from sarrus.robotics.task_files.task_file import TaskFile, load_task
from sarrus.robotics.tracking import LOST_CONTROL, track


@with_checks
def size_file(
    source: str | Path | TaskFile,
    html: str | Path | None = None,
    *,
    units: str | Sequence[str] | None = None,
    stream: TextIO | None = None,
) -> Report:
    """Return what a task asks of its robot, which limits it keeps and which motors it needs.

    source: a task file, or its content. html: where to write the report; units: of its tables and
    plots, "mm, kN", in place of those of the file (deg, mm, rpm, others in SI); stream: where the
    verdict goes, the standard output by default. Control is simulated with the motors that are
    given or chosen.

    Example:
        robotics.size_file("task.yaml", "task.html", units="mm, deg")
    """
    file = source if isinstance(source, TaskFile) else load_task(source)
    result = file.task.run(file.step)
    motors: Mapping[str, Drive] | Sequence[Choice] | None
    if isinstance(file.motors, Catalogue):
        motors = choose_drives(result, file.motors, margin=file.margin, gyroscopic=file.gyroscopic)
        drives = chosen_drives(motors)
    else:
        motors, drives = file.motors, dict(file.motors or {})
    tracking, lost = None, None
    if file.tracking is not None:
        try:
            tracking = track(file.task, drives=drives, **file.tracking)
        except ModelError as error:
            lost = error.problems[0]
            if lost.code != LOST_CONTROL:
                raise
    return report_task(
        result,
        html,
        limits=file.limits,
        drives=motors,
        margin=file.margin,
        comparison=file.comparison(),
        tracking=tracking,
        lost=lost,
        units=file.units if units is None else units,
        stream=stream,
    )
