"""MCAP: poses and shapes as Foxglove shows them, joints, reactions and channels, as JSON.

| topic | message | what it holds |
|---|---|---|
| /tf | foxglove.FrameTransforms | a frame for each body in `world`, and `joint/NAME` on children |
| /scene | foxglove.SceneUpdate | shapes of bodies, or lines between their joints, once |
| /joints | sarrus.JointStates | position, velocity and effort of joints by name, in SI units |
| /reactions | sarrus.Wrenches | force and moment on the child by joint, in frame `joint/NAME` |
| /channels | sarrus.Channels | the channels asked for, by name, with units in the schema |
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.model import GROUND
from sarrus.model.pose import Pose
from sarrus.model.shapes import Box, Capsule, Cylinder, Sphere
from sarrus.results.export.mcap_file import McapWriter
from sarrus.results.export.recording import (
    NANOSECONDS,
    WORLD,
    Moment,
    Recording,
    frame_of,
    joint_frame,
)
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_of

Json = dict[str, Any]
GRAY, STEEL = (0.55, 0.57, 0.6, 1.0), (0.27, 0.47, 0.67, 1.0)
"""Colors (r, g, b, a) of ground and of bodies without one."""
THIN = 0.004
"""Width of lines as part of the size of the mechanism."""


def write_mcap(recording: Recording, path: str) -> None:
    """Write the file, a state at a time."""
    with open(path, "wb") as stream:
        file = McapWriter(stream, f"Sarrus {import_module('sarrus').__version__}")
        _Topics(recording, file).write()
        file.close()


class _Topics:
    """The topics of one file."""

    def __init__(self, recording: Recording, file: McapWriter) -> None:
        self.recording, self.file = recording, file
        self.columns = recording.columns
        names = [column.name for column in self.columns]
        self.tf = self._topic("/tf", "foxglove.FrameTransforms", TRANSFORMS)
        self.scene = self._topic("/scene", "foxglove.SceneUpdate", SCENE)
        self.joints = self._topic("/joints", "sarrus.JointStates", _by_name(JOINT))
        self.reactions = self._topic("/reactions", "sarrus.Wrenches", _by_name(WRENCH))
        about = {c.name: c.unit or "1" for c in self.columns}
        numbers = {
            c.name: {"type": ["number", "null"], "unit": c.unit,
                     "description": f"{c.description} [{c.unit or '1'}]"}
            for c in self.columns
        }  # fmt: skip
        schema = {"type": "object", "properties": {"timestamp": TIME, **numbers}}
        self.channels = self._topic("/channels", "sarrus.Channels", schema, about) if names else 0

    def _topic(
        self, topic: str, name: str, schema: Json, about: Mapping[str, str] | None = None
    ) -> int:
        text = json.dumps({"title": name, **schema}, ensure_ascii=False)
        return self.file.channel(topic, self.file.schema(name, text), about)

    def _send(self, channel: int, time: int, message: Json) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        self.file.message(channel, time, text.encode())

    def write(self) -> None:
        first = True
        for moment in self.recording.moments():
            stamp = time_stamp(moment.time)
            if first:
                self._send(self.scene, moment.time, scene(self.recording, stamp))
                first = False
            self._send(self.tf, moment.time, {"transforms": self._transforms(moment, stamp)})
            joints = {
                name: dict(zip(("position", "velocity", "effort"), _plain(row), strict=True))
                for name, row in moment.joints.items()
            }
            self._send(self.joints, moment.time, {"timestamp": stamp, "values": joints})
            loads = {
                name: {"frame_id": joint_frame(name), "force": _xyz(row[:3]),
                       "moment": _xyz(row[3:])}
                for name, row in moment.loads.items()
            }  # fmt: skip
            self._send(self.reactions, moment.time, {"timestamp": stamp, "values": loads})
            if self.channels:
                values = zip(self.columns, _plain(moment.channels), strict=True)
                found = {column.name: value for column, value in values}
                self._send(self.channels, moment.time, {"timestamp": stamp, **found})
        attributes = self.recording.contents.attributes
        texts = {key: x if isinstance(x, str) else json.dumps(x, default=str)
                 for key, x in attributes.items()}  # fmt: skip
        self.file.note("sarrus", texts)
        self.file.note("sarrus.channels", {"channels": json.dumps(self._about(), default=str)})

    def _transforms(self, moment: Moment, stamp: Json) -> list[Json]:
        found = [
            _transform(stamp, WORLD, name, row[:3], row[3:]) for name, row in moment.poses.items()
        ]
        for joint in self.recording.loaded_joints:
            pose = joint.on_child
            turned = quaternion(pose)
            child = joint_frame(joint.name)
            found.append(
                _transform(stamp, frame_of(joint.child), child, np.array(pose.position), turned)
            )
        return found

    def _about(self) -> list[Json]:
        """Return what is known of the channels after reading: which are unique."""
        found = []
        for k, definition in enumerate(self.recording.contents.definitions):
            about = self.recording.reader.about(k)
            found.append({"name": definition.name, "unit": definition.unit,
                          "description": definition.description, "unique": about.unique,
                          "because": list(about.because)})  # fmt: skip
        return found


def time_stamp(time: int) -> Json:
    """Return a time [ns] as messages have it."""
    return {"sec": time // NANOSECONDS, "nsec": time % NANOSECONDS}


def quaternion(pose: Pose) -> np.ndarray:
    """Return the unit quaternion w, x, y, z of a pose."""
    return np.asarray(quaternion_of(np.array(pose.rotation, dtype=float)), dtype=float)


def _plain(values: Iterable[float]) -> list[float | None]:
    """Return numbers as JSON has them: null for what is none."""
    return [float(x) if math.isfinite(x) else None for x in values]


def _xyz(values: Iterable[float]) -> Json:
    return dict(zip("xyz", _plain(values), strict=True))


def _transform(stamp: Json, parent: str, child: str, r: np.ndarray, q: np.ndarray) -> Json:
    w, x, y, z = (float(part) for part in q)
    return {
        "timestamp": stamp, "parent_frame_id": parent, "child_frame_id": child,
        "translation": _xyz(r), "rotation": {"x": x, "y": y, "z": z, "w": w},
    }  # fmt: skip


# --- shapes -------------------------------------------------------------------------------------


def scene(recording: Recording, stamp: Json) -> Json:
    """Return the shapes of ground and all bodies, fixed to their frames."""
    model = recording.history.system.model
    size = float(recording.history.system.compiled.loops.length)
    entities = []
    for body in model.bodies:
        if body.name != GROUND:
            entities.append(_entity(body.name, body.shapes, stamp, STEEL))
            if not _drawn(body.shapes):
                entities[-1]["lines"] = _lines(recording, body.name, size)
    if model.ground_shapes:
        entities.append(_entity(GROUND, model.ground_shapes, stamp, GRAY))
    return {"deletions": [], "entities": entities}


def _drawn(shapes: Iterable[Any]) -> bool:
    return any(isinstance(placed.shape, (Box, Capsule, Cylinder, Sphere)) for placed in shapes)


def _entity(body: str, shapes: Iterable[Any], stamp: Json, usual: tuple[float, ...]) -> Json:
    found: Json = {
        "timestamp": stamp, "frame_id": frame_of(body), "id": body,
        "lifetime": {"sec": 0, "nsec": 0}, "frame_locked": True, "metadata": [],
        **{kind: [] for kind in KINDS},
    }  # fmt: skip
    for placed in shapes:
        color = dict(zip("rgba", _color(placed.color, usual), strict=True))
        shape, pose = placed.shape, placed.pose
        if isinstance(shape, Box):
            found["cubes"].append({"pose": _pose(pose), "size": _xyz(shape.size), "color": color})
        elif isinstance(shape, Sphere):
            found["spheres"].append(_ball(pose, shape.radius, color))
        elif isinstance(shape, (Cylinder, Capsule)):
            d = 2.0 * shape.radius
            found["cylinders"].append(
                {"pose": _pose(pose), "size": _xyz((d, d, shape.length)), "color": color,
                 "bottom_scale": 1.0, "top_scale": 1.0}
            )  # fmt: skip
            if isinstance(shape, Capsule):
                for side in (-0.5, 0.5):
                    end = pose.transform @ Transform.of(
                        np.eye(3), np.array([0.0, 0.0, side * shape.length])
                    )
                    found["spheres"].append(_ball(Pose.of(end), shape.radius, color))
    return found


def _ball(pose: Pose, radius: float, color: Json) -> Json:
    d = 2.0 * radius
    return {"pose": _pose(pose), "size": _xyz((d, d, d)), "color": color}


def _pose(pose: Pose) -> Json:
    w, x, y, z = quaternion(pose).tolist()
    return {"position": _xyz(pose.position), "orientation": {"x": x, "y": y, "z": z, "w": w}}


def _color(text: str, usual: tuple[float, ...]) -> tuple[float, ...]:
    """Return r, g, b, a of a color such as "#4477aa"."""
    if len(text) == 7 and text.startswith("#"):
        try:
            return (*(int(text[k : k + 2], 16) / 255.0 for k in (1, 3, 5)), 1.0)
        except ValueError:
            return usual
    return usual


def _lines(recording: Recording, body: str, size: float) -> list[Json]:
    """Return lines from the centre of mass of a body without shapes to its joints."""
    model = recording.history.system.model
    ends = [j.on_child.position for j in model.joints if j.child == body]
    ends += [j.on_parent.position for j in model.joints if j.parent == body]
    com = model.body(body).com
    points = [_xyz(p) for end in ends for p in (com, end)]
    color = dict(zip("rgba", STEEL, strict=True))
    return [{"type": 2, "pose": _pose(Pose()), "thickness": THIN * size, "scale_invariant": False,
             "points": points, "color": color, "colors": [], "indices": []}]  # fmt: skip


# --- schemas ------------------------------------------------------------------------------------

KINDS = ("arrows", "cubes", "spheres", "cylinders", "lines", "triangles", "texts", "models")


def _object(**properties: Any) -> Json:
    return {"type": "object", "properties": properties}


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


NUMBER = {"type": "number"}
MAYBE = {"type": ["number", "null"]}
TEXT = {"type": "string"}
TIME = _object(sec={"type": "integer"}, nsec={"type": "integer"})
VECTOR = _object(x=NUMBER, y=NUMBER, z=NUMBER)
ROTATION = _object(x=NUMBER, y=NUMBER, z=NUMBER, w=NUMBER)
POSE = _object(position=VECTOR, orientation=ROTATION)
COLOR = _object(r=NUMBER, g=NUMBER, b=NUMBER, a=NUMBER)
TRANSFORMS = _object(
    transforms=_list(
        _object(
            timestamp=TIME, parent_frame_id=TEXT, child_frame_id=TEXT, translation=VECTOR,
            rotation=ROTATION,
        )
    )
)  # fmt: skip
SOLID = _object(pose=POSE, size=VECTOR, color=COLOR)
ROUND = _object(pose=POSE, size=VECTOR, color=COLOR, bottom_scale=NUMBER, top_scale=NUMBER)
LINE = _object(
    type={"type": "integer"}, pose=POSE, thickness=NUMBER, scale_invariant={"type": "boolean"},
    points=_list(VECTOR), color=COLOR, colors=_list(COLOR), indices=_list({"type": "integer"}),
)  # fmt: skip
SCENE = _object(
    deletions=_list(_object(timestamp=TIME, type={"type": "integer"}, id=TEXT)),
    entities=_list(
        _object(
            timestamp=TIME, frame_id=TEXT, id=TEXT, lifetime=TIME,
            frame_locked={"type": "boolean"}, metadata=_list(_object(key=TEXT, value=TEXT)),
            cubes=_list(SOLID), spheres=_list(SOLID), cylinders=_list(ROUND), lines=_list(LINE),
            **{kind: _list({"type": "object"}) for kind in ("arrows", "triangles", "texts",
                                                           "models")},
        )
    ),
)  # fmt: skip
JOINT = _object(position=MAYBE, velocity=MAYBE, effort=MAYBE)
WRENCH = _object(
    frame_id=TEXT, force=_object(x=MAYBE, y=MAYBE, z=MAYBE),
    moment=_object(x=MAYBE, y=MAYBE, z=MAYBE),
)  # fmt: skip


def _by_name(item: Json) -> Json:
    return _object(timestamp=TIME, values={"type": "object", "additionalProperties": item})
