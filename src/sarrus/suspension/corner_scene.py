"""A sweep of the rig as the page shows it: the moving corner beside its curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.suspension.sweep import SHOWN, Column, Sweep

if TYPE_CHECKING:
    from sarrus.viewer.positions import Curve, Pace
    from sarrus.viewer.scene import Scene

SECONDS = 3.0
"""That a sweep takes in the page, one way [s]."""
HEIGHT = 520
"""Height of the view in a report [pixels]."""
FIRST = ("camber", "toe", "half_track_change", "roll_center_height")
"""Columns whose curves are open at first."""


def corner_view(sweep: Sweep) -> str:
    """Return the moving corner as an element of a page."""
    from sarrus.viewer.notebook import page_frame

    return page_frame(corner_scene(sweep), f"The moving corner: {sweep.title}", HEIGHT)


def corner_scene(sweep: Sweep) -> Scene:
    """Return the corner at all rows of a sweep, with its columns as curves in mm and deg.

    Over the travel or the steer where that alone changes, else over the number of the row.
    """
    from sarrus.viewer.positions import poses_at, scene_of_positions

    if not sweep.positions:
        action = "write the page of a sweep that a rig has made: rig.travel(-0.1, 0.1)"
        rule = "has no positions to show"
        raise ModelError(Problem("S14", f"sweep '{sweep.title[:60]}'", rule, action=action))
    system = sweep.positions[0].kinematics.system
    t, pace = _axis(sweep)
    q = np.array([position.state.q for position in sweep.positions])
    curves = [_curve(c) for c in sweep.columns.values() if c.values.dtype.kind in "fiu"]
    loads = [name for name in sweep.names if name == "wheel_load"]
    return scene_of_positions(
        system.model,
        t,
        poses_at(system, q),
        curves=curves,
        shown=[*FIRST, *loads],
        title=f"{system.model.name}: {sweep.title}",
        pace=pace,
    )


def _axis(sweep: Sweep) -> tuple[np.ndarray, Pace]:
    """Return the increasing number that the rows are shown over, and what it is."""
    from sarrus.viewer.positions import Pace

    for name in ("travel", "steer"):
        if name in sweep and len(sweep) > 1 and np.all(np.diff(sweep[name]) > 0.0):
            unit, factor, _ = SHOWN.get(sweep.column(name).unit, (sweep.column(name).unit, 1.0, 4))
            return sweep[name], Pace(name.capitalize(), unit, SECONDS, factor, swings=True)
    return np.arange(len(sweep), dtype=float), Pace("Row", "", max(SECONDS, 0.2 * len(sweep)))


def _curve(column: Column) -> Curve:
    from sarrus.viewer.positions import Curve

    unit, factor, _ = SHOWN.get(column.unit, (column.unit, 1.0, 4))
    values = factor * np.asarray(column.values, dtype=float)
    return Curve(column.name, values, unit, column.description, bool(np.all(column.unique)))
