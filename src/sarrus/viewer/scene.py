"""A history as the page shows it: what the mechanism is, and how it moves, in one JSON text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.output_units import OutputUnits
from sarrus.system.channels.orientations import quaternions
from sarrus.system.history import Channel, History
from sarrus.system.history.channels import read as read_channels
from sarrus.viewer import beams, elements, joints, modal_surfaces
from sarrus.viewer.acting import acting_names, acting_of, pack_acting
from sarrus.viewer.channels import chosen_channels, first_plots, pack_channels
from sarrus.viewer.embedding import Packer
from sarrus.viewer.ghosts import continuous, ghosts_of, pack_ghost_channels, pack_ghosts
from sarrus.viewer.links import numbers
from sarrus.viewer.points import link_length, points_of, world_points
from sarrus.viewer.roads import roads_of
from sarrus.viewer.sampling import history_at_frames, history_of
from sarrus.viewer.shapes import bodies_of

FORMAT = 1
"""Version of the text that page and package agree on."""
TURN_STEP = 2e-7
"""Step of the components of quaternions."""
LENGTH_STEP = 1e-7
"""Step of positions, as part of the size of the mechanism."""
LOOKED_AT = 25
"""Frames that tell how much room a mechanism needs."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What the page needs: `static` describes the mechanism, `data` holds its motion as base64."""

    static: dict[str, Any]
    data: str

    @property
    def title(self) -> str:
        """The title of the page."""
        return str(self.static["title"])

    def text(self) -> str:
        """Return the scene as JSON that can stand inside a page: it holds no markup."""
        whole = {**self.static, "data": self.data}
        text = json.dumps(whole, allow_nan=False, separators=(",", ":"))
        for mark in "<>&":
            text = text.replace(mark, f"\\u{ord(mark):04x}")
        return text


def scene_of(
    result: Any,
    *,
    channels: Sequence[str] | str | None = None,
    title: str | None = None,
    times: Sequence[float] = (),
    ghost: Any = None,
    doubts: bool = True,
    frames: int | None = None,
) -> Scene:
    """Return the scene of a run, a drive or a history.

    channels: names to take along for the plots, with * and ?; by default those of the joints. The
    motion is sampled at 60 frames per second, more where bodies turn fast, at most 3600 frames,
    and at the given times [s], so that nothing is interpolated there. ghost: another result that
    is drawn translucent beside it, and dashed in the plots; a list of them, or {name: result}.
    doubts: whether what is not certain of the answers is looked for, which takes a second run.
    frames: how many of the frames are kept, where they only tell how large everything becomes.
    """
    whole = history_of(result)
    history = history_at_frames(whole, times)
    model = history.system.model
    packer = Packer(kept=None if frames is None else _spread(len(history), frames))
    taken = chosen_channels(history, channels)
    pushed = acting_of(model, history)
    names = list(dict.fromkeys([*_names(history), *acting_names(pushed)]))
    si = history.in_units("SI").definitions(names)
    values = read_channels(history.part, [*si, *taken])
    read = dict(zip(names, values, strict=False))
    shown = dict(zip((d.full_name for d in taken), values[len(names) :], strict=True))
    asked = history.definitions(history.outputs if channels is None else [])
    named = len(taken) if channels is not None else len({d.full_name for d in asked})
    poses = _poses(model, len(history), read)
    points = points_of(model)
    others = ghosts_of(ghost, _poses_of)
    room = Room.of(model, points, poses)
    for other in others:
        room = room.around(Room.of(other.model, points_of(other.model), other.poses))
    radius = rod_radius(link_length(model, points, room.size), room.size)
    packer.add_doubles("times", packer.frames(history.t))
    pack_poses(packer.frames(poses), room, packer)
    bodies, notices = bodies_of(model, points, radius, room.size, packer)
    largest = joints.pack_loads(model, read, packer)
    acting = pack_acting(model, pushed, read, poses, packer)
    listed = pack_channels(taken, shown, named, packer)
    steps = (LENGTH_STEP, TURN_STEP)
    ghosts = pack_ghosts(others, room.middle, room.size, steps, packer, rod_radius)
    pack_ghost_channels(others, listed, history, packer)
    static = {
        **mechanism_of(model, room, radius, bodies, read, title),
        "ghosts": ghosts,
        "acting": acting["acting"],
        "turning": acting["turning"],
        "roads": roads_of(model, poses, history.t, room.size),
        "largest": {**largest, **acting["largest"]},
        "channels": listed,
        "plots": first_plots(listed, named, room.travels),
        "units": unit_table(history.units),
        "events": _events(whole),
        "notices": [str(problem) for problem in [*notices, *(_doubts(whole) if doubts else [])]],
        "arrays": packer.table,
    }
    return Scene(static, packer.text())


def _spread(count: int, wanted: int) -> np.ndarray:
    """Return numbers of frames from the first to the last, at most as many as are wanted."""
    return np.unique(np.linspace(0, count - 1, wanted).round().astype(int))


def mechanism_of(
    model: Model,
    room: Room,
    radius: float,
    bodies: list[dict[str, Any]],
    read: dict[str, Any],
    title: str | None,
) -> dict[str, Any]:
    """Return what a mechanism is, without its motion; read: values of travels and loads by name."""
    number = joints.body_numbers(model)
    return {
        "format": FORMAT,
        "title": title or model.name,
        "name": model.name,
        "up": _up(model),
        "origin": numbers(room.middle),
        "room": [numbers(room.low), numbers(room.high)],
        "size": room.size,
        "radius": radius,
        "travels": room.travels,
        "bodies": bodies,
        "joints": joints.joints_of(model, read),
        "frames": [
            {
                "name": f.name,
                "body": number[f.body],
                "at": numbers(f.pose.position),
                "axes": numbers(np.array(f.pose.rotation).ravel()),
            }
            for f in model.frames
        ],
        "lines": elements.lines_of(model),
        "bushings": elements.bushings_of(model),
        "wheels": elements.wheels_of(model),
        "tracks": elements.tracks_of(model),
        "beams": beams.beams_of(model, read),
        "surfaces": modal_surfaces.surfaces_of(model, read),
        "forces": elements.force_list(model),
    }


def _doubts(history: History) -> list[Problem]:
    """Return the warning of a run whose answers are not decided to the end."""
    stated = getattr(getattr(history.part.source, "run", None), "stated_error", None)
    return [] if stated is None else stated.notices()


UNITS = ("kg", "m", "kg m^2", "N", "N m", "rad", "m/s", "rad/s")
"""SI units of what the page tells of bodies, joints and elements."""


def unit_table(units: OutputUnits) -> dict[str, tuple[str, float]]:
    """Return in which unit what is of an SI unit is told, and how many of it an SI unit is."""
    return {unit: (units.shown_unit(unit), units.factor(unit)) for unit in UNITS}


def _names(history: History) -> list[str]:
    """Return the channels that the picture itself needs."""
    model = history.system.model
    names = [*_pose_names(history), *joints.travel_names(model), *joints.load_names(model)]
    return [*names, *beams.stress_names(model), *modal_surfaces.coordinate_names(model)]


def _poses_of(history: History) -> np.ndarray:
    """Return the poses of ground and the bodies of a history."""
    names = _pose_names(history)
    values = read_channels(history.part, history.in_units("SI").definitions(names))
    return _poses(history.system.model, len(history), dict(zip(names, values, strict=True)))


def _pose_names(history: History) -> list[str]:
    """Return the channels of the poses of all bodies, and of ground where it moves."""
    names = [GROUND, *(body.name for body in history.system.model.bodies)]
    both = [f"body:{name}.{what}" for name in names for what in ("rotation", "position")]
    return [name for name in both if history.catalogue.definition_of(name) is not None]


def _poses(model: Model, n: int, read: dict[str, Channel]) -> np.ndarray:
    """Return the poses of ground and the bodies: frames x bodies x 3 x 4."""
    names = [GROUND, *(body.name for body in model.bodies)]
    found = np.zeros((n, len(names), 3, 4))
    found[:, 0, :, :3] = np.eye(3)
    for k, name in enumerate(names):
        if f"body:{name}.position" in read:
            found[:, k, :, :3] = read[f"body:{name}.rotation"]
            found[:, k, :, 3] = read[f"body:{name}.position"]
    return np.nan_to_num(found)


@dataclass(frozen=True, eq=False)
class Room:
    """The box that the mechanism needs [m], its middle and size; travels: it leaves its box."""

    low: np.ndarray
    high: np.ndarray
    middle: np.ndarray
    size: float
    travels: bool

    @staticmethod
    def of(model: Model, points: dict[str, Any], poses: np.ndarray) -> Room:
        """Return the room of a mechanism that moves."""
        frames = np.unique(np.linspace(0, len(poses) - 1, LOOKED_AT).astype(int))
        clouds = [world_points(model, points, poses[k]) for k in frames]
        first = np.array([np.min(clouds[0], axis=0), np.max(clouds[0], axis=0)])
        alone = float(np.linalg.norm(first[1] - first[0]))
        low = np.min([np.min(cloud, axis=0) for cloud in clouds], axis=0)
        high = np.max([np.max(cloud, axis=0) for cloud in clouds], axis=0)
        alone = alone if alone > 1e-9 else max(float(np.linalg.norm(high - low)), 1.0)
        middles = np.array([np.mean(cloud, axis=0) for cloud in clouds])
        travels = bool(np.max(np.ptp(middles, axis=0)) > 1.5 * alone)
        if travels:
            low, high = first
        size = max(float(np.linalg.norm(high - low)), alone) if not travels else alone
        return Room(low, high, (low + high) / 2, size, travels)

    def around(self, other: Room) -> Room:
        """Return the room of two mechanisms that are shown together."""
        if self.travels or other.travels:
            return self
        low, high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        size = max(float(np.linalg.norm(high - low)), self.size)
        return Room(low, high, (low + high) / 2, size, self.travels)


def rod_radius(length: float, size: float) -> float:
    """Return the radius of rods that suits links of a length in a mechanism of a size [m]."""
    return float(np.clip(0.048 * length, 0.008 * size, 0.017 * size))


def pack_poses(poses: np.ndarray, room: Room, packer: Packer) -> None:
    """Add positions and turns of all bodies, frames x bodies x 3 x 4."""
    n, k = poses.shape[:2]
    shifts = poses[..., 3] - room.middle
    packer.add_steps("positions", shifts, LENGTH_STEP * room.size)
    turns = quaternions(poses[..., :3].reshape(n * k, 3, 3)).reshape(n, k, 4)
    packer.add_steps("turns", continuous(turns), TURN_STEP)


def _up(model: Model) -> list[float]:
    """Return the direction against gravity where that is along an axis, else z."""
    g = np.array(model.gravity)
    size = float(np.linalg.norm(g))
    along = -g / size if size > 0.0 else np.array([0.0, 0.0, 1.0])
    return numbers(along.round() if np.max(np.abs(along)) > 0.999 else (0.0, 0.0, 1.0))


def _events(history: History) -> list[dict[str, Any]]:
    """Return the events of a run, for marks on the time line."""
    run = getattr(history.part.source, "run", None)
    return [{"name": e.name, "t": float(e.t)} for e in getattr(run, "events", ())[:1000]]
