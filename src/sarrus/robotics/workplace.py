"""Robots at work: where they stand, what they hold, which joints are driven."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.mass_properties import MassProperties
from sarrus.robotics.placement import (
    TOOL,
    last_body,
    place_on,
    robot_at,
    robot_with_payload,
    valid_payload,
    with_tool,
)
from sarrus.system import System


@dataclass(frozen=True, eq=False, repr=False)
class Workplace:
    """A robot, where it stands, what it may hold, and which of its joints are driven.

    robot: a model or system. base: Z, the robot's base in the world, and tool: E, the frame "tool"
    on the last body; both as in the model unless given (P = Z T E, paper 3). frame: whose poses are
    meant, the tool by default, else the last body. grip: the frame or body in whose axes payloads
    are given, the same by default. start: q near which the joints of a first pose are sought.
    driven: the joints that have drives, where these are not all (robots with loops, passive
    joints); moves of joints are then moves of the drives. follow: what of the frame is led along
    paths: its "pose", or its "position" alone, where the robot has no freedom to turn it (a
    five-bar) or its orientation does not matter. goal: what joints to spare are used for where
    poses and paths are followed: a posture q that they stay near, or a `NullSpaceGoal`.
    """

    robot: Model | System
    base: Any = field(default=None, kw_only=True)
    tool: Any = field(default=None, kw_only=True)
    frame: str = field(default="", kw_only=True)
    grip: str = field(default="", kw_only=True)
    start: Any = field(default=None, kw_only=True)
    name: str = field(default="", kw_only=True)
    driven: tuple[str, ...] = field(default=(), kw_only=True)
    follow: str = field(default="pose", kw_only=True)
    goal: Any = field(default=None, kw_only=True)
    _loaded: dict[MassProperties, System] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def model(self) -> Model:
        """The robot at its place, with its tool and without payload."""
        model = self.robot if isinstance(self.robot, Model) else self.robot.model
        if self.base is not None:
            model = robot_at(model, self.base)
        return model if self.tool is None else with_tool(model, self.tool)

    @cached_property
    def system(self) -> System:
        """The compiled robot without payload."""
        if isinstance(self.robot, System):
            unchanged = self.model is self.robot.model
            return self.robot if unchanged else self.robot.compiled.variant(self.model)
        return self.model.compile(kernels=())

    @cached_property
    def drives(self) -> tuple[str, ...]:
        """The joints that have drives, in the order of the columns of results.

        Unless they are given, all joints of a robot without loops, but for those that couplers (the
        mimic joints of a gripper) move along; none where that does not say it.
        """
        if self.driven:
            return tuple(self.driven)
        joints = self.system.compiled.layout.joints
        single = all(j.type.nv <= 1 and j.type.nq <= 1 for j in joints)
        if not single or self.system.topology.cuts:
            return ()
        following = set(self.system.compiled.followers or ())
        if self.system.closed and not following:
            return ()
        places = self.system.compiled.layout.v_slice
        return tuple(j.name for j in joints if j.type.nv and places[j.name].start not in following)

    @cached_property
    def units(self) -> dict[str, str]:
        """The driven joints with the units of their coordinates, rad or m."""
        joints = [self.model.joint(name) for name in self.drives]
        return {joint.name: joint.type.coordinates[0].unit for joint in joints}

    @property
    def plain(self) -> bool:
        """Whether every joint is a driven single turn or slide of a robot without loops."""
        moving = [j for j in self.system.compiled.layout.joints if j.type.nv]
        return not self.system.closed and tuple(j.name for j in moving) == self.drives

    @property
    def title(self) -> str:
        """The name of the task, that of the robot unless given."""
        return self.name or self.model.name

    @cached_property
    def grip_frame(self) -> str:
        """The frame or body in whose axes payloads are given."""
        name = self.grip or self._tool_or_last
        place_on(self.model, name)
        return name

    @cached_property
    def moved_frame(self) -> str:
        """The frame or body that moves of poses are about."""
        return self.frame or self._tool_or_last

    @property
    def _tool_or_last(self) -> str:
        has_tool = any(frame.name == TOOL for frame in self.model.frames)
        return TOOL if has_tool else last_body(self.model)

    def with_payload(self, payload: MassProperties | None) -> System:
        """Return the robot with a payload in its grip."""
        if payload is None:
            return self.system
        load = valid_payload(payload)
        if load not in self._loaded:
            model = robot_with_payload(self.model, load, self.grip_frame)
            self._loaded[load] = self.system.compiled.variant(model)
        return self._loaded[load]
