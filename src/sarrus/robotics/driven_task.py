"""Tasks of any mechanism: drives on some joints, the others follow, open or in loops.

A parallel robot (delta, 3-RRR, Stewart platform) has fewer drives than joints. Moves are of its
drives, or of the pose of a frame, from which the position of all joints is sought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.following import FIT, one_sided_times
from sarrus.robotics.path_following import drive_columns
from sarrus.robotics.rotors import Rotor
from sarrus.robotics.sampling import Samples
from sarrus.robotics.task_result import TaskResult
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.system import State, System
from sarrus.system.results import Wrench
from sarrus.system.rows.motion import Motion

if TYPE_CHECKING:
    from sarrus.robotics.task import Task
    from sarrus.robotics.workplace import Workplace


@dataclass(frozen=True, eq=False, repr=False)
class DrivenResult(TaskResult):
    """Samples of a task whose columns are the drives; `motions` hold what all joints do.

    `result["elbow.reaction.force"]` answers for every joint, driven or not.
    """

    motions: tuple[Motion, ...] = ()

    @property
    def joints(self) -> tuple[str, ...]:
        """The driven joints in the order of the columns."""
        return self.task.drives

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units of the driven coordinates, rad or m."""
        return tuple(self.task.units.values())

    @property
    def bearing(self) -> tuple[str, ...]:
        """All joints that have reactions."""
        return tuple(joint.name for joint in self.task.model.joints)

    @cached_property
    def reactions(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Constraint force [N] and moment [N m] of every joint, on the child, in joint axes."""
        rows = [self._wrenches(k) for k in range(len(self.t))]
        return {
            name: (
                np.array([row[name].force for row in rows]),
                np.array([row[name].moment for row in rows]),
            )
            for name in self.bearing
        }

    @cached_property
    def unique(self) -> dict[str, bool]:
        """Whether the reaction of each joint is determined, at the start of the task."""
        return {name: wrench.unique for name, wrench in self._wrenches(0).items()}

    def _with_rotors(self, rotors: list[Rotor]) -> TaskResult:
        spins, motions = [], []
        for k, moving in enumerate(self.motions):
            spins.append(self._spin(rotors, k, moving.state, moving.vdot))
            loads = {
                body: np.append(np.zeros(3), moment) for body, moment in spins[-1].moments.items()
            }
            driven = dict(zip(self.joints, self.qdd[k], strict=True))
            motions.append(self._system(k).accelerations(moving.state, driven=driven, loads=loads))
        efforts = np.array([[float(m.efforts[d][0]) for d in self.joints] for m in motions])
        return replace(
            self, efforts=efforts, motions=tuple(motions), spins=self._spins(rotors, spins)
        )

    @cached_property
    def holding_efforts(self) -> np.ndarray:
        """Efforts that hold the robot still where it is at every sample [N m or N]."""
        still = dict.fromkeys(self.joints, 0.0)
        return np.array([self._efforts(k, self._state(k, 0.0), still) for k in range(len(self.t))])

    def _efforts(self, row: int, state: State, driven: Mapping[str, float]) -> list[float]:
        moving = self._system(row).accelerations(state, driven=driven)
        return [float(moving.efforts[name][0]) for name in self.joints]

    def _state(self, row: int, speed: float) -> State:
        """Return the state at a row with all velocities times a number."""
        there = self.motions[row].state
        return self._system(row).state(there.q, speed * there.v, there.t)

    def with_time_scale(self, factor: float) -> TaskResult:
        """Return the same path in a time that is `factor` times as long; exactly."""
        found = super().with_time_scale(factor)
        motions = []
        for k in range(len(self.t)):
            driven = dict(zip(self.joints, found.qdd[k], strict=True))
            loads = None if found.spins is None else found.spins.wrenches(k)
            state = self._state(k, 1.0 / factor)
            motions.append(self._system(k).accelerations(state, driven=driven, loads=loads))
        return replace(found, motions=tuple(motions))  # type: ignore[call-arg]

    def _wrenches(self, row: int) -> Mapping[str, Wrench]:
        return self._system(row).reactions(self.motions[row])

    @cached_property
    def inertias(self) -> np.ndarray:
        """What each drive feels, payload included, while the other drives stand still."""
        return np.array([self._felt_load(k) for k in range(len(self.t))])

    def _felt_load(self, row: int) -> np.ndarray:
        moving, system = self.motions[row], self._system(row)
        M = system.mass_matrix(moving.state.q)
        unit = np.zeros(moving.A.A.shape[0])
        found = []
        for k in range(len(self.joints)):
            unit[system.compiled.loops.m + k] = 1.0
            along = moving.A.solve(unit)
            unit[system.compiled.loops.m + k] = 0.0
            found.append(float(along @ M @ along))
        return np.array(found)

    def states(self, rows: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield q and v of the whole mechanism at some rows."""
        for k in rows:
            yield self.motions[k].state.q, self.motions[k].state.v


def run_driven(task: Task, samples: Samples, spans: np.ndarray) -> DrivenResult:
    """Return what the drives of a task have to do, and all joints have to bear."""
    check_drives(task)
    sided = one_sided_times(samples.t, samples.last)
    by_pose = task.follows_pose
    motions = _by_pose(task, spans, samples) if by_pose else _by_drives(task, spans, sided)
    efforts = np.array([[float(m.efforts[d][0]) for d in task.drives] for m in motions])
    joints = [task.model.joint(name) for name in task.drives]
    q = np.array([[m.state[j.coordinate_names[0]] for j in joints] for m in motions])
    qd = np.array([[m.state[j.velocity_names[0]] for j in joints] for m in motions])
    qdd = np.array([[m[j.velocity_names[0]] for j in joints] for m in motions])
    angles = np.array([unit == "rad" for unit in task.units.values()])
    q[:, angles] = np.unwrap(q[:, angles], axis=0)  # angles of cut joints jump by a turn
    return DrivenResult(task, samples, spans, q, qd, qdd, efforts, tuple(motions))


def check_drives(task: Workplace) -> None:
    """Refuse a robot whose drives are not given, or are no single turns and slides."""
    model = task.model
    if not task.drives:
        single = [j.name for j in model.joints if j.type.nv == 1]
        rule = "has loops, or joints that are not revolute or prismatic, and no drives are given"
        action = f"give driven=(...), some of {', '.join(single) or 'its joints'}"
        raise ModelError(Problem(FIT, f"robot '{model.name}'", rule, action=action))
    problems = []
    for name in task.drives:
        task.system.compiled.located_rate(name)
        if name not in model.joint_index or model.joint(name).type.nv != 1:
            rule = "cannot be a drive of a task: it is not a revolute or prismatic joint"
            problems.append(Problem(FIT, f"drive '{name}'", rule))
    if len(set(task.drives)) < len(task.drives):
        problems.append(Problem(FIT, "drives", "name a joint twice", ", ".join(task.drives)))
    if problems:
        raise ModelError(problems)


def _pieces(spans: np.ndarray) -> list[np.ndarray]:
    """Return the rows of every step."""
    return [np.flatnonzero(spans == k) for k in dict.fromkeys(spans.tolist())]


def _task_with_load(task: Task, spans: np.ndarray, rows: np.ndarray) -> System:
    return task.with_payload(task.sequence.spans[int(spans[rows[0]])].held)


def _by_drives(task: Task, spans: np.ndarray, sided: np.ndarray) -> list[Motion]:
    """Return the motions of a sequence that moves the drives."""
    motion = task.sequence.motion
    if not isinstance(motion, JointMove):
        raise ModelError(Problem(FIT, "sequence", "moves a pose, not joints"))
    names = motion.names or task.drives
    if len(motion) != len(task.drives) or sorted(names) != sorted(task.drives):
        rule = f"must move each drive once: {', '.join(task.drives)}"
        value = ", ".join(motion.names) or f"{len(motion)} joints"
        raise ModelError(Problem(FIT, "sequence", rule, value))
    laws = {
        name: tuple(lambda t, k=k, m=m: m.derivative(k, t) for k in range(3))
        for name, m in zip(names, motion.motions, strict=True)
    }
    found: list[Motion] = []
    guess = task.start
    for rows in _pieces(spans):
        system = _task_with_load(task, spans, rows)
        ordered = {name: laws[name] for name in task.drives}
        run = system.drive(ordered, times=sided[rows], guess=guess)
        found += run.motions
        guess = found[-1].state.q
    return found


def _by_pose(task: Task, spans: np.ndarray, samples: Samples) -> list[Motion]:
    """Return the motions of a sequence that moves the pose of a frame."""
    q, v, vdot = task.follower.jets(samples.t, samples.last)
    sided = one_sided_times(samples.t, samples.last)
    found: list[Motion] = []
    for rows in _pieces(spans):
        system = _task_with_load(task, spans, rows)
        for k in rows:
            columns = drive_columns(system, task.drives, q[k], v[k], vdot[k])
            driven = dict(zip(task.drives, columns[2], strict=True))
            state = system.state(q[k], v[k], float(sided[k]))
            found.append(system.accelerations(state, driven=driven))
    return found
