"""What recordings for robots hold: poses of bodies, joints, reactions, and channels, over time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND
from sarrus.model.joint import Joint
from sarrus.results.export.contents import Contents
from sarrus.system.channels.definition import Definition
from sarrus.system.history import History
from sarrus.system.history.reading import Reader

WORLD = "world"
"""The frame in which bodies move."""
NANOSECONDS = 1_000_000_000


@dataclass(frozen=True)
class Moment:
    """All that is known at one time [ns]: channels as listed, the rest by name, in SI units.

    poses: position and quaternion w, x, y, z of bodies; joints: position, velocity and effort, NaN
    where there is none; loads: force and moment on the child, in the joint's frame.
    """

    time: int
    channels: np.ndarray
    poses: dict[str, np.ndarray]
    joints: dict[str, np.ndarray]
    loads: dict[str, np.ndarray]


@dataclass(eq=False)
class Recording:
    """A history as a recording: reads all of it in one pass.

    contents: the channels that were asked for, in the units chosen.
    """

    history: History
    contents: Contents
    reader: Reader = field(init=False)
    _names: list[tuple[str, str, str]] = field(init=False)

    def __post_init__(self) -> None:
        own = self.history.in_units("SI")
        self._names, found = [], []
        for group, name, channel in self._channels():
            definition = _channel(own, channel)
            if definition is not None:
                self._names.append((group, name, channel.rpartition(".")[2]))
                found.append(definition)
        self.reader = Reader(self.contents.part, [*self.contents.definitions, *found])

    @property
    def bodies(self) -> list[str]:
        """The bodies, in the order of the model."""
        return [body.name for body in self.history.system.model.bodies if body.name != GROUND]

    @property
    def loaded_joints(self) -> list[Joint]:
        """The joints whose reactions are known."""
        names = {name for group, name, _ in self._names if group == "loads"}
        return [joint for joint in self.history.system.model.joints if joint.name in names]

    @property
    def coordinates(self) -> list[str]:
        """The coordinates of joints that are numbers of their own: angles and displacements."""
        return list(dict.fromkeys(name for group, name, _ in self._names if group == "position"))

    def _channels(self) -> Iterator[tuple[str, str, str]]:
        """Go through groups, names and channels of all that a recording holds."""
        for body in self.bodies:
            yield "poses", body, f"body:{body}.position"
            yield "poses", body, f"body:{body}.quat_wxyz"
        for joint in self.history.system.model.joints:
            kind = joint.type
            if kind.quaternion_at is None and kind.nq == kind.nv:
                for q, v in zip(joint.coordinate_names, joint.velocity_names, strict=True):
                    name = joint.name if kind.nv == 1 else q
                    effort = f"{joint.name}.effort" if kind.nv == 1 else f"{v}_effort"
                    yield "position", name, f"joint:{q}"
                    yield "velocity", name, f"joint:{v}"
                    yield "effort", name, f"joint:{effort}"
            yield "loads", joint.name, f"joint:{joint.name}.reaction.force"
            yield "loads", joint.name, f"joint:{joint.name}.reaction.moment"

    def moments(self) -> Iterator[Moment]:
        """Go through the states."""
        n = len(self.contents.definitions)
        coordinates = {name: np.full(3, np.nan) for name in self.coordinates}
        places = {"position": 0, "velocity": 1, "effort": 2}
        for t, values in self.reader:
            if len(t) and t[0] < 0.0:
                raise ModelError(_early(float(t[0])))
            sizes = [value.reshape(len(t), -1) for value in values]
            table = np.column_stack([np.zeros((len(t), 0)), *sizes[:n]])
            for i, time in enumerate(t):
                moment = Moment(
                    round(float(time) * NANOSECONDS), table[i], {}, {}, {}
                )  # fmt: skip
                moment.joints.update({name: row.copy() for name, row in coordinates.items()})
                for (group, name, _), value in zip(self._names, sizes[n:], strict=True):
                    if group in places:
                        moment.joints[name][places[group]] = value[i, 0]
                    else:
                        kept = moment.poses if group == "poses" else moment.loads
                        known = kept.get(name)
                        row = value[i]
                        kept[name] = row if known is None else np.concatenate([known, row])
                yield moment

    @property
    def columns(self) -> list[Definition]:
        """The scalars of the channels, in the order of `Moment.channels`."""
        return [scalar for d in self.contents.definitions for scalar in d.columns]


def _channel(history: History, channel: str) -> Definition | None:
    """Return a channel, None where there is no such; a name without its kind is tried too."""
    for name in (channel, channel.partition(":")[2]):
        try:
            return history.definitions([name])[0]
        except ModelError:
            continue
    return None


def joint_frame(joint: str) -> str:
    """Return the name of the frame in which the load of a joint is: M, on its child."""
    return f"joint/{joint}"


def frame_of(body: str) -> str:
    """Return the name of the frame of a body."""
    return WORLD if body == GROUND else body


def _early(t: float) -> Problem:
    rule = f"begins at t = {t:.6g} s; recordings of robots have times from 0 on"
    action = "let it begin at 0: times=..., or history.between(0, ...)"
    return Problem("F21", "history", rule, action=action)
