"""Tasks of robots: joints over time, and torque over speed against the curves of motors."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, DASHES, INK, PALE

if TYPE_CHECKING:
    from sarrus.robotics.limits import LimitCheck
    from sarrus.robotics.report_plots import Line, Plot
    from sarrus.robotics.sizing import DriveCheck
    from sarrus.robotics.task_result import TaskResult

MOTOR = {"peak": INK, "rated": PALE}
DOTS = 400
"""Dots nearer to each other than this part of the picture are drawn once."""


def torque_speed(
    what: TaskResult | DriveCheck,
    joint: str | None = None,
    *,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of torque over speed: of a joint of a task, or of a motor and its curves.

    what: the result of a task, of which the joint whose torque varies most is taken if none is
    named (paper 3); or a drive on a joint, whose motor is shown within its rated and peak torque.

    Example:
        plots.torque_speed(result, "q2")
    """
    from sarrus.robotics.report_plots import joint_scatter, motor_scatter
    from sarrus.robotics.sizing import DriveCheck

    if isinstance(what, DriveCheck):
        return figure_of([panel_of(motor_scatter(what))], path=path)
    chosen = what.most_varied if joint is None else joint
    return figure_of([panel_of(joint_scatter(what, chosen))], path=path)


def task_plots(
    result: TaskResult,
    checks: Sequence[LimitCheck] = (),
    *,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of angles, torques and powers of a task; exceeded limits are shaded.

    Example:
        plots.task_plots(result, path="task.png")
    """
    from sarrus.robotics.report_plots import over_time

    return figure_of([panel_of(plot) for plot in over_time(result, checks)], path=path)


def plots_figure(listed: Sequence[Plot], *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a Figure of plots of a report, one below the other."""
    return figure_of([panel_of(plot) for plot in listed], path=path)


def image_element(plot: Plot) -> str:
    """Return a plot of a report as an <img> element that holds the whole picture."""
    stream = BytesIO()
    figure_of([panel_of(plot)]).savefig(stream, format="svg")
    data = b64encode(stream.getvalue()).decode()
    return f'<img alt="{escape(plot.label)}" src="data:image/svg+xml;base64,{data}">'


def panel_of(plot: Plot) -> Panel:
    """Return a plot of a report as a panel."""
    curves = [_curve(line, k) for k, line in enumerate(plot.lines)]
    named = len({curve.label for curve in curves}) > 1
    timed = plot.x_label.startswith("time")
    return Panel(curves, plot.x_label, plot.y_label, title=plot.title, shaded=plot.shaded,
                 legend=named, height=2.3 if timed else 3.2,
                 room=0.0 if timed else 0.04)  # fmt: skip


def _curve(line: Line, k: int) -> Curve:
    if line.dots:
        x, y = _apart(line.x, line.y)
        return Curve(line.label, x, y, COLORS[0], "", ".", 0, over=2)
    if line.dashed:
        dash = "-" if line.label == "peak" else DASHES[1]
        return Curve(line.label, line.x, line.y, MOTOR.get(line.label, line.color), dash)
    return Curve(line.label, line.x, line.y, line.color or COLORS[k % len(COLORS)])


def _apart(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points, one of those that fall together in a picture."""
    cells = []
    for values in (x, y):
        low, high = float(np.min(values)), float(np.max(values))
        cells.append(np.round(DOTS * (values - low) / max(high - low, 1e-300)))
    kept = np.sort(np.unique(np.stack(cells), axis=1, return_index=True)[1])
    return x[kept], y[kept]
