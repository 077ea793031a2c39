"""A task as the page shows it: the moving robot beside the efforts and speeds of its joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.robotics.task_result import EFFORT, TaskResult

if TYPE_CHECKING:
    from sarrus.model.output_units import OutputUnits
    from sarrus.viewer.scene import Scene

MOST = 900
"""Positions of a task that a report shows."""
HEIGHT = 480
"""Height of the view in a report [pixels]."""


def task_view(result: TaskResult, units: OutputUnits) -> str:
    """Return the moving robot as an element of a page."""
    from sarrus.viewer.notebook import page_frame

    about = f"The moving robot: task {result.task.title}"
    frame = page_frame(task_scene(result, units), about, HEIGHT)
    # Names of namespaces look like addresses to what searches a report for them: h by its number.
    return frame.replace("http", "&#104;ttp")


def task_scene(result: TaskResult, units: OutputUnits) -> Scene:
    """Return the robot over time, with efforts, rates and coordinates of the joints as curves."""
    from sarrus.viewer.positions import Curve, poses_at, scene_of_positions

    system = result.task.system
    rows = _rows(result.t)
    q = np.array([q for q, _ in result.states(rows)])
    curves = []
    quantities = (
        ("effort", result.efforts, "", "effort of an ideal drive"),
        ("rate", result.qd, "/s", "rate"),
        ("coordinate", result.q, "", "coordinate"),
    )
    for what, values, suffix, text in quantities:
        for k, joint in enumerate(result.joints):
            si = EFFORT[result.units[k]] if what == "effort" else result.units[k] + suffix
            shown = units.factor(si) * values[rows, k]
            about = f"{text} of joint '{joint}'"
            curves.append(Curve(f"{joint}.{what}", shown, units.shown_unit(si), about))
    return scene_of_positions(
        system.model,
        result.t[rows],
        poses_at(system, q),
        curves=curves,
        shown=[c.name for c in curves if not c.name.endswith(".coordinate")],
        title=f"Task {result.task.title}",
    )


def _rows(t: np.ndarray) -> np.ndarray:
    """Return rows at increasing times, which hold every knot once, and not too many."""
    rows = np.flatnonzero(np.diff(t, prepend=-np.inf) > 0.0)
    if len(rows) <= MOST:
        return rows
    return rows[np.unique(np.linspace(0, len(rows) - 1, MOST).round().astype(int))]
