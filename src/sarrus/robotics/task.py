"""Tasks of robots: what the joints have to do and to bear along a sequence (paper 3)."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.driven_task import run_driven
from sarrus.robotics.following import Jets, check_robot, joint_jets
from sarrus.robotics.path_following import PathFollower
from sarrus.robotics.placement import on_body
from sarrus.robotics.sampling import Samples, sample_times
from sarrus.robotics.task_result import TaskResult
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.workplace import Workplace
from sarrus.system.checks import check_positive
from sarrus.system.simulation.events import Attach, Detach, Event

if TYPE_CHECKING:
    from sarrus.robotics.path_timing.motion import FastestMotion


@dataclass(frozen=True, eq=False, repr=False)
class Task(Workplace):
    """A robot at its workplace, and the sequence that it shall run through.

    sequence: moves of its driven joints, or moves of the pose of `frame` in the world, with grips
    and releases. A payload is a rigid part of its carrier from the end of its grip to its release.
    fastest: those of its moves that are as fast as limits allow, with the names of their steps.
    """

    sequence: Sequence
    fastest: tuple[tuple[str, FastestMotion], ...] = field(default=(), kw_only=True)

    def __repr__(self) -> str:
        return f"<Task '{self.title}': {self.sequence.duration:.4g} s>"

    @property
    def follows_pose(self) -> bool:
        """Whether the sequence moves a pose, so that the joints have to be found."""
        return not isinstance(self.sequence.motion, JointMove)

    @property
    def follower(self) -> PathFollower:
        """What leads the frame along the path of the sequence."""
        return PathFollower(
            self.system, self.sequence, self.moved_frame, self.start, self.follow, self.drives,
            self.goal,
        )  # fmt: skip

    def jets(self, t: np.ndarray, before: np.ndarray) -> Jets:
        """Return rows of q, qd and qdd; before: where the side before a knot is meant."""
        check_robot(self.system)
        if self.follows_pose:
            return self.follower.jets(t, before)
        return joint_jets(self.system, self.sequence, t, before)

    def run(self, step: float = 0.005) -> TaskResult:
        """Return motion, efforts, powers and reactions along the task.

        step: the longest spacing of samples [s]. Every knot is sampled on both of its sides, since
        accelerations and payloads jump there.
        """
        check_positive(step=step)
        samples = sample_times(self.sequence.knots, step)
        spans = self._spans(samples)
        if not self.plain:
            return run_driven(self, samples, spans)
        q, qd, qdd = self.jets(samples.t, samples.last)
        held = [self.sequence.spans[k].held for k in spans]
        rows = zip(held, q, qd, qdd, strict=True)
        efforts = np.array([self.with_payload(load).inverse_dynamics(*row) for load, *row in rows])
        return TaskResult(self, samples, spans, q, qd, qdd, efforts)

    def payload_events(self, name: str = "payload") -> list[Event]:
        """Return the grips and releases as events of a simulation of `model`.

        Payloads are given in the axes of the grip frame, as everywhere in a task.
        """
        events: list[Event] = []
        body = ""
        for b in self.sequence.boundaries:
            if b.what == "grip" and b.held is not None:
                body, load = on_body(self.model, b.held, self.grip_frame)
                fixed = Attach(name, body, load.mass, load.com, load.inertia)
                events.append(Event(b.time, do=fixed, name=b.label or "grip"))
            elif b.what == "release":
                events.append(Event(b.time, do=Detach(name, body), name=b.label or "release"))
        return events

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
