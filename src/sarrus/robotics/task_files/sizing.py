"""The motors that a task file needs: verdict and report in one call."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from sarrus.arguments import checked
from sarrus.robotics.report import Report, report_task
from sarrus.robotics.task_files.task_file import TaskFile, load_task
from sarrus.robotics.tracking import track


@checked
def size_file(
    source: str | Path | TaskFile, html: str | Path | None = None, *, stream: TextIO | None = None
) -> Report:
    """Return what a task asks of its robot, which limits it keeps and which motors it needs.

    source: a task file, or its content. html: where to write the report; stream: where the verdict
    goes, the standard output by default.
    """
    file = source if isinstance(source, TaskFile) else load_task(source)
    result = file.task.run(file.step)
    tracking = None
    if file.tracking is not None:
        tracking = track(file.task, **file.tracking)
    return report_task(
        result,
        html,
        limits=file.limits,
        drives=file.motors,
        margin=file.margin,
        comparison=file.comparison(),
        tracking=tracking,
        stream=stream,
    )
