"""ROS bags, of ROS 1 (.bag) and ROS 2 (a folder .rosbag2): no ROS is needed, but `rosbags` is.

| topic | message | what it holds |
|---|---|---|
| /tf | tf2_msgs/TFMessage | a frame for each body in `world`, and `joint/NAME` on children |
| /joint_states | sensor_msgs/JointState | position, velocity and effort of joints, in SI units |
| /reactions/NAME | geometry_msgs/WrenchStamped | force and moment on the child, in `joint/NAME` |
| /channels/NAME | std_msgs/Float64 | each number of the channels that were asked for |
"""

from __future__ import annotations

import os
import re
import shutil
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.results.export.mcap import quaternion
from sarrus.results.export.recording import (
    NANOSECONDS,
    WORLD,
    Moment,
    Recording,
    frame_of,
    joint_frame,
)

TF = "tf2_msgs/msg/TFMessage"


def write_bag(recording: Recording, path: str) -> None:
    """Write a bag of ROS 1."""
    module = import_module("rosbags.rosbag1")
    _write(recording, module.Writer(path), "ROS1_NOETIC", "serialize_ros1")


def write_rosbag2(recording: Recording, path: str) -> None:
    """Write a bag of ROS 2 into an empty folder: SQLite, with its description in YAML."""
    module = import_module("rosbags.rosbag2")
    inside = os.path.join(path, "bag")
    _write(recording, module.Writer(inside, version=9), "ROS2_HUMBLE", "serialize_cdr")
    for name in os.listdir(inside):
        shutil.move(os.path.join(inside, name), os.path.join(path, name))
    os.rmdir(inside)


def _write(recording: Recording, writer: Any, store: str, serialize: str) -> None:
    types = import_module("rosbags.typesys")
    known = types.get_typestore(types.Stores[store])
    if TF not in known.types:  # that of ROS 1 comes without it
        text = "geometry_msgs/TransformStamped[] transforms\n"
        known.register(types.get_types_from_msg(text, TF))
    with writer:
        topics = _Topics(recording, writer, known, getattr(known, serialize))
        for moment in recording.moments():
            topics.send(moment)


class _Topics:
    """The connections of one bag."""

    def __init__(self, recording: Recording, writer: Any, store: Any, serialize: Any) -> None:
        self.recording, self.writer, self.store, self.serialize = (
            recording, writer, store, serialize,
        )  # fmt: skip
        self.count = 0
        self.tf = self._topic("/tf", TF)
        self.joints = self._topic("/joint_states", "sensor_msgs/msg/JointState")
        self.loads = {
            joint.name: self._topic(
                f"/reactions/{topic_name(joint.name)}", "geometry_msgs/msg/WrenchStamped"
            )
            for joint in recording.loaded_joints
        }
        self.channels = [
            self._topic(f"/channels/{topic_name(column.name)}", "std_msgs/msg/Float64")
            for column in recording.columns
        ]

    def _topic(self, name: str, kind: str) -> Any:
        return self.writer.add_connection(name, kind, typestore=self.store)

    def _new(self, kind: str, *values: Any) -> Any:
        return self.store.types[kind](*values)

    def _send(self, to: Any, kind: str, moment: Moment, *values: Any) -> None:
        data = self.serialize(self._new(kind, *values), kind)
        self.writer.write(to, moment.time, data)

    def _header(self, moment: Moment, frame: str) -> Any:
        stamp = self._new(
            "builtin_interfaces/msg/Time", moment.time // NANOSECONDS, moment.time % NANOSECONDS
        )
        kind = "std_msgs/msg/Header"
        numbered = "seq" in self.store.types[kind].__dataclass_fields__  # of ROS 1
        return self._new(kind, *([self.count] if numbered else []), stamp, frame)

    def _vector(self, row: np.ndarray) -> Any:
        return self._new("geometry_msgs/msg/Vector3", *(float(x) for x in row))

    def _transform(
        self, moment: Moment, parent: str, child: str, r: np.ndarray, q: np.ndarray
    ) -> Any:
        w, x, y, z = (float(part) for part in q)
        turn = self._new("geometry_msgs/msg/Quaternion", x, y, z, w)
        pose = self._new("geometry_msgs/msg/Transform", self._vector(r), turn)
        kind = "geometry_msgs/msg/TransformStamped"
        return self._new(kind, self._header(moment, parent), child, pose)

    def send(self, moment: Moment) -> None:
        """Write all messages of a time."""
        found = [self._transform(moment, WORLD, name, row[:3], row[3:])
                 for name, row in moment.poses.items()]  # fmt: skip
        for joint in self.recording.loaded_joints:
            pose = joint.on_child
            found.append(
                self._transform(moment, frame_of(joint.child), joint_frame(joint.name),
                                np.array(pose.position), quaternion(pose))
            )  # fmt: skip
        self._send(self.tf, TF, moment, found)
        rows = np.array(list(moment.joints.values())).reshape(-1, 3)
        self._send(
            self.joints, "sensor_msgs/msg/JointState", moment, self._header(moment, WORLD),
            list(moment.joints), *(np.ascontiguousarray(column) for column in rows.T),
        )  # fmt: skip
        for name, row in moment.loads.items():
            wrench = self._new(
                "geometry_msgs/msg/Wrench", self._vector(row[:3]), self._vector(row[3:])
            )
            header = self._header(moment, joint_frame(name))
            kind = "geometry_msgs/msg/WrenchStamped"
            self._send(self.loads[name], kind, moment, header, wrench)
        for to, value in zip(self.channels, moment.channels, strict=True):
            self._send(to, "std_msgs/msg/Float64", moment, float(value))
        self.count += 1


def topic_name(text: str) -> str:
    """Return a name as topics may have it: letters, digits, _ and /, no digit at the start."""
    parts = [re.sub(r"[^A-Za-z0-9_]", "_", part) or "_" for part in text.split(".")]
    return "/".join(f"_{part}" if part[0].isdigit() else part for part in parts)
