"""Positions of a mechanism that are no history: steps of a rig, samples of a task, vibrations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.model.pose import Pose
from sarrus.system import System
from sarrus.system.results import BodyMotion
from sarrus.viewer.embedding import Packer
from sarrus.viewer.points import link_length, points_of
from sarrus.viewer.roads import roads_of
from sarrus.viewer.scene import (
    Room,
    Scene,
    mechanism_of,
    pack_poses,
    rod_radius,
    unit_table,
)
from sarrus.viewer.shapes import bodies_of

MOST_SHOWN = 3
"""Plots that are open at first."""


@dataclass(frozen=True, eq=False)
class Curve:
    """A quantity at every position: its values in a unit, with a description."""

    name: str
    values: np.ndarray
    unit: str
    description: str = ""
    unique: bool = True


@dataclass(frozen=True)
class Pace:
    """What stands in the place of the time: its name and unit, shown as factor times the value.

    seconds: that all of it takes at speed 1; swings: whether it comes back the same way.
    """

    name: str
    unit: str
    seconds: float
    factor: float = 1.0
    swings: bool = False


def poses_at(
    system: System, q: np.ndarray, keywords: Mapping[str, Any] | None = None
) -> np.ndarray:
    """Return the poses of ground and the bodies at rows of coordinates: rows x bodies x 3 x 4."""
    names = [body.name for body in system.model.bodies]
    found = np.zeros((len(q), 1 + len(names), 3, 4))
    found[:, 0, :, :3] = np.eye(3)
    for k, row in enumerate(q):
        motions = system.poses(row, **(keywords or {}))
        for i, name in enumerate(names):
            found[k, i + 1, :, :3] = motions[name].rotation
            found[k, i + 1, :, 3] = motions[name].position
        if GROUND in motions:
            found[k, 0, :, :3] = motions[GROUND].rotation
            found[k, 0, :, 3] = motions[GROUND].position
    return found


def still_scene(
    model: Model,
    poses: Mapping[str, BodyMotion | Pose],
    *,
    title: str | None = None,
    t: float = 0.0,
    units: OutputUnits = IN_SI,
) -> Scene:
    """Return the scene of a mechanism that stands still, without loads and channels.

    poses: X_WB of bodies by name, those of the drawing for the others; ground stands at rest.
    """
    found = np.zeros((1, len(model.bodies) + 1, 3, 4))
    found[0, 0, :, :3] = np.eye(3)
    for k, body in enumerate(model.bodies):
        X_WB = poses.get(body.name, body.pose)
        found[0, k + 1, :, :3], found[0, k + 1, :, 3] = X_WB.rotation, X_WB.position
    more = {"units": unit_table(units)}
    return scene_of_positions(model, np.array([t]), found, title=title, more=more)


def scene_of_positions(
    model: Model,
    t: np.ndarray,
    poses: np.ndarray,
    *,
    curves: Sequence[Curve] = (),
    shown: Sequence[str] = (),
    title: str | None = None,
    pace: Pace | None = None,
    travels: Mapping[str, np.ndarray] | None = None,
    packer: Packer | None = None,
    more: Mapping[str, Any] | None = None,
) -> Scene:
    """Return the scene of positions over an increasing number t, without loads.

    poses: t x (ground and bodies) x 3 x 4. curves: to plot over t; shown: names of those that are
    open at first. pace: what t is, seconds by default. travels: displacements of joints that slide,
    by channel. packer, more: arrays and entries of the scene that are added to it.
    """
    packer = Packer() if packer is None else packer
    points = points_of(model)
    room = Room.of(model, points, poses)
    radius = rod_radius(link_length(model, points, room.size), room.size)
    packer.add_doubles("times", np.asarray(t, dtype=float))
    pack_poses(poses, room, packer)
    bodies, notices = bodies_of(model, points, radius, room.size, packer)
    listed = _pack_curves(curves, packer)
    first = [k for k, curve in enumerate(curves) if curve.name in shown]
    static = {
        **mechanism_of(model, room, radius, bodies, dict(travels or {}), title),
        "ghosts": [],
        "acting": [],
        "turning": [],
        "roads": roads_of(model, poses, np.asarray(t, dtype=float), room.size),
        "largest": {},
        "channels": listed,
        "plots": _groups(curves, first)[:MOST_SHOWN],
        "units": {},
        "events": [],
        "notices": [str(problem) for problem in notices],
        **(more or {}),
    }
    if pace is not None:
        static["pace"] = {
            "name": pace.name, "unit": pace.unit, "seconds": pace.seconds,
            "factor": pace.factor, "swings": pace.swings,
        }  # fmt: skip
    return Scene({**static, "arrays": packer.table}, packer.text())


def _pack_curves(curves: Sequence[Curve], packer: Packer) -> list[dict[str, Any]]:
    if curves:
        packer.add_floats("channels", np.array([curve.values for curve in curves], dtype=float))
    return [
        {
            "name": curve.name,
            "kind": "",
            "unit": curve.unit,
            "description": curve.description,
            "line": k,
            "components": [""],
            "units": [curve.unit],
            "unique": [curve.unique],
        }
        for k, curve in enumerate(curves)
    ]


def _groups(curves: Sequence[Curve], chosen: Sequence[int]) -> list[list[int]]:
    """Return the curves of one unit together."""
    groups: dict[str, list[int]] = {}
    for k in chosen:
        groups.setdefault(curves[k].unit, []).append(k)
    return list(groups.values())
