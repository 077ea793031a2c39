"""Tasks of robots: what the joints have to do and to bear along a sequence (paper 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.model import Model
from sarrus.model.mass_properties import MassProperties
from sarrus.robotics.driven_task import run_driven
from sarrus.robotics.following import Jets, PoseFollower, check_robot, joint_jets
from sarrus.robotics.placing import (
    TOOL,
    carrying,
    checked_payload,
    last_body,
    place_on,
    placed,
    with_tool,
)
from sarrus.robotics.sampling import Samples, sampled
from sarrus.robotics.task_result import TaskResult
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.system import System
from sarrus.system.requests import check_positive


@dataclass(frozen=True, eq=False, repr=False)
class Task:
    """A robot, where it stands, what it holds, and the sequence that it shall run through.

    robot: a model or system. sequence: moves of its joints, or moves of the pose of `frame` in the
    world, with grips and releases. driven: the joints that have drives, where these are not all
    (robots with loops, passive joints); moves of joints are then moves of the drives. base: Z, the
    robot's base in the world, and tool: E, the frame "tool" on the last body; both as in the model
    unless given (P = Z T E, paper 3). grip: the frame or body in whose axes payloads are given,
    the tool by default, else the last body. start: q near which the joints of a first pose are
    sought. A payload is a rigid part of its carrier from the end of its grip to its release.
    """

    robot: Model | System
    sequence: Sequence
    base: Any = None
    tool: Any = None
    frame: str = ""
    grip: str = ""
    start: Any = None
    name: str = ""
    driven: tuple[str, ...] = ()
    _loaded: dict[MassProperties, System] = field(default_factory=dict, init=False, repr=False)

    def __repr__(self) -> str:
        return f"<Task '{self.title}': {self.sequence.duration:.4g} s>"

    @cached_property
    def model(self) -> Model:
        """The robot at its place, with its tool and without payload."""
        model = self.robot if isinstance(self.robot, Model) else self.robot.model
        if self.base is not None:
            model = placed(model, self.base)
        return model if self.tool is None else with_tool(model, self.tool)

    @cached_property
    def system(self) -> System:
        """The compiled robot without payload."""
        if isinstance(self.robot, System):
            unchanged = self.model is self.robot.model
            return self.robot if unchanged else self.robot.variant(self.model)
        return self.model.compile(kernels=())

    @cached_property
    def drives(self) -> tuple[str, ...]:
        """The joints that have drives, in the order of the columns of results."""
        if self.driven:
            return tuple(self.driven)
        joints = self.system.layout.joints
        single = not self.system.closed and all(j.type.nv <= 1 and j.type.nq <= 1 for j in joints)
        return tuple(j.name for j in joints if j.type.nv) if single else ()

    @property
    def plain(self) -> bool:
        """Whether every joint is a driven single turn or slide of a robot without loops."""
        moving = [j for j in self.system.layout.joints if j.type.nv]
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

    def holding(self, payload: MassProperties | None) -> System:
        """Return the robot with a payload in its grip."""
        if payload is None:
            return self.system
        load = checked_payload(payload)
        if load not in self._loaded:
            model = carrying(self.model, load, self.grip_frame)
            self._loaded[load] = self.system.variant(model)
        return self._loaded[load]

    @property
    def follows_pose(self) -> bool:
        """Whether the sequence moves a pose, so that the joints have to be found."""
        return not isinstance(self.sequence.motion, JointMove)

    def jets(self, t: np.ndarray, before: np.ndarray) -> Jets:
        """Return rows of q, qd and qdd; before: where the side before a knot is meant."""
        check_robot(self.system)
        if self.follows_pose:
            follower = PoseFollower(self.system, self.sequence, self.moved_frame, self.start)
            return follower.jets(t, before)
        return joint_jets(self.system, self.sequence, t, before)

    def run(self, step: float = 0.005) -> TaskResult:
        """Return motion, efforts, powers and reactions along the task.

        step: the longest spacing of samples [s]. Every knot is sampled on both of its sides, since
        accelerations and payloads jump there.
        """
        check_positive(step=step)
        samples = sampled(self.sequence.knots, step)
        spans = self._spans(samples)
        if not self.plain:
            return run_driven(self, samples, spans)
        q, qd, qdd = self.jets(samples.t, samples.last)
        held = [self.sequence.spans[k].held for k in spans]
        rows = zip(held, q, qd, qdd, strict=True)
        efforts = np.array([self.holding(load).inverse_dynamics(*row) for load, *row in rows])
        return TaskResult(self, samples, spans, q, qd, qdd, efforts)

    def _spans(self, samples: Samples) -> np.ndarray:
        """Return the number of the step that each sample belongs to."""
        order = {id(span): k for k, span in enumerate(self.sequence.spans)}
        found: list[int] = []
        first = 0
        for end in np.flatnonzero(samples.last).tolist():
            middle = 0.5 * float(samples.t[first] + samples.t[end])
            found += [order[id(self.sequence.span(middle))]] * (end + 1 - first)
            first = end + 1
        return np.array(found)
