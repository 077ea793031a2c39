"""Other runs drawn translucent beside the one that is shown, to compare variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.system.channels.orientations import quaternions
from sarrus.system.history import History
from sarrus.system.history.channels import read as read_channels
from sarrus.viewer.embedding import Packer
from sarrus.viewer.points import link_length, points_of
from sarrus.viewer.sampling import history_at_frames, history_of
from sarrus.viewer.shapes import bodies_of

MOST = 4
"""Ghosts of a page: more cannot be told apart."""


@dataclass(frozen=True, eq=False)
class Ghost:
    """A run beside the one that is shown: its name, its history at frames and its poses."""

    name: str
    history: History
    poses: np.ndarray

    @property
    def model(self) -> Model:
        """What is drawn."""
        return self.history.system.model


def named_results(value: Any) -> dict[str, Any]:
    """Return results by name: of one, of several, or of a mapping that names them."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        found = {str(name): result for name, result in value.items()}
    else:
        several = list(value) if isinstance(value, (list, tuple)) else [value]
        names = [history_of(result).system.model.name for result in several]
        count = len(several)
        found = {
            name if count == 1 else f"{name} ({k + 2})": result
            for k, (name, result) in enumerate(zip(names, several, strict=True))
        }
    if len(found) > MOST:
        rule = f"are {len(found)}; at most {MOST} can be told apart"
        raise ModelError(Problem("S03", "viewer / ghosts", rule))
    return found


def ghosts_of(value: Any, poses_of: Any) -> list[Ghost]:
    """Return the ghosts of what a user gives; poses_of: a history to frames x bodies x 3 x 4."""
    found = []
    for name, result in named_results(value).items():
        history = history_at_frames(history_of(result))
        found.append(Ghost(name, history, poses_of(history)))
    return found


def continuous(turns: np.ndarray) -> np.ndarray:
    """Return quaternions over time with the signs that make them continuous; frames first."""
    products = np.sum(turns[1:] * turns[:-1], axis=-1)
    signs = np.cumprod(np.where(products < 0.0, -1.0, 1.0), axis=0)
    return np.concatenate([turns[:1], turns[1:] * signs[..., None]])


def pack_ghosts(
    ghosts: Sequence[Ghost],
    middle: np.ndarray,
    size: float,
    steps: tuple[float, float],
    packer: Packer,
    rod_radius: Any,
) -> list[dict[str, Any]]:
    """Add the motions of ghosts; return their names and bodies.

    middle, size: of the room of the scene [m]; steps: of lengths, as a part of size, and of turns;
    rod_radius: radius of rods by the length of links and the size.
    """
    listed = []
    for k, ghost in enumerate(ghosts):
        points = points_of(ghost.model)
        radius = rod_radius(link_length(ghost.model, points, size), size)
        bodies, _ = bodies_of(ghost.model, points, radius, size, packer)
        n, count = ghost.poses.shape[:2]
        turns = quaternions(ghost.poses[..., :3].reshape(n * count, 3, 3)).reshape(n, count, 4)
        packer.add_doubles(f"ghost{k}.times", ghost.history.t)
        shifts = ghost.poses[..., 3] - middle
        packer.add_steps(f"ghost{k}.positions", shifts, steps[0] * size)
        packer.add_steps(f"ghost{k}.turns", continuous(turns), steps[1])
        listed.append({"name": ghost.name, "bodies": bodies})
    return listed


def pack_ghost_channels(
    ghosts: Sequence[Ghost], listed: Sequence[Mapping[str, Any]], shown: History, packer: Packer
) -> None:
    """Add the channels of ghosts in the lines and units of the run shown, and at its times."""
    count = max((c["line"] + len(c["components"]) for c in listed), default=0)
    for k, ghost in enumerate(ghosts):
        lines = np.full((count, len(shown)), np.nan)
        history = ghost.history.in_units(*shown.units.names or ("SI",))
        own = [c for c in listed if c["name"] in history]
        values = read_channels(history.part, history.definitions([c["name"] for c in own]))
        for c, channel in zip(own, values, strict=True):
            flat = np.asarray(channel, dtype=float).reshape(len(history), -1)
            for i, row in enumerate(flat.T[: len(c["components"])]):
                lines[c["line"] + i] = _at_times(shown.t, history.t, row)
        if count:
            packer.add_floats(f"ghost{k}.channels", lines)


def _at_times(times: np.ndarray, own: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return values at other times, none where there are none."""
    if len(own) < 2:
        return np.where(np.isclose(times, own[0]), values[0], np.nan)
    return np.interp(times, own, values, left=np.nan, right=np.nan)
