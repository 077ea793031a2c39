"""The times at which the page shows a history: close enough for the eye, few enough for a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.driven.driving import Drive
from sarrus.system.history import History
from sarrus.system.history.drive_source import DriveSource
from sarrus.system.history.resampling import lost_times

RATE = 60.0
"""Frames per second of the history."""
TURN = 0.2
"""Angle that a body turns at most between two frames [rad], while there are frames left."""
FEWEST, MOST = 240, 3600
"""Frames of a history, where its states do not say otherwise."""
MOST_POSES = 60_000
"""Poses of bodies in a file at which fast turning gets no more frames."""


def history_of(result: Any) -> History:
    """Return the history of a run or drive, in the units of its file; a history as it is."""
    found = result if isinstance(result, History) else getattr(result, "history", None)
    if found is not None and found is not result and isinstance(found, History):
        found = found.in_units()
    if not isinstance(found, History):
        raise ModelError(
            Problem(
                "S03",
                "viewer",
                "shows a run, a drive or a history",
                value=repr(result)[:60],
                action="simulate first: run = system.simulate(start, until=1.0)",
            )
        )
    if not len(found):
        raise ModelError(Problem("S14", f"history of '{found.system.model.name}'", "has no states"))
    return found


def history_at_frames(history: History, times: Sequence[float] = ()) -> History:
    """Return the history at the times of the frames; times: more of them, where a run has any."""
    source = history.part.source
    if isinstance(source, DriveSource):
        return _thin_drive(history, source.drive)
    t = history.t
    span = float(t[-1] - t[0])
    if span <= 0.0:
        return history.between(t[-1], t[-1])
    frames = np.linspace(t[0], t[-1], frame_count(history, span) + 1)
    wanted = np.union1d(frames, np.clip(times, t[0], t[-1]))
    return history.at(wanted[~lost_times(wanted, history.lost)])


def frame_count(history: History, span: float) -> int:
    """Return how many intervals the time is divided into."""
    bodies = max(len(history.system.model.bodies), 1)
    wanted = max(RATE * span, FEWEST)
    turning = _fastest(history) * span / TURN
    more = min(turning, max(MOST_POSES / bodies, wanted))
    return int(min(np.ceil(max(wanted, more)), MOST))


def _fastest(history: History) -> float:
    """Return the largest angular speed of a body [rad/s]."""
    names = [f"body:{body.name}.angular_velocity" for body in history.system.model.bodies]
    found = history.read(*names).values()
    speeds = [np.linalg.norm(np.nan_to_num(np.asarray(w)), axis=1).max() for w in found]
    return float(max(speeds, default=0.0))


def _thin_drive(history: History, drive: Drive) -> History:
    """Return a drive, which is known at its own times only, at no more of them than needed."""
    n = len(history)
    if n <= MOST:
        return history
    first = history.part.first
    rows = [first + int(k) for k in np.unique(np.linspace(0, n - 1, MOST).round().astype(int))]
    chosen = Drive(
        drive.system,
        drive.t[rows],
        tuple(drive.motions[k] for k in rows),
        drive.watch[rows],
        drive.notices,
        drive.keywords,
        drive.shown,
    )
    return History(chosen, catalogue=history.catalogue, units=history.units)
