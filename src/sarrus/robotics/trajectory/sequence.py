"""Sequences: moves, waiting, gripping and releasing, one after the other."""

from __future__ import annotations

from collections.abc import Sequence as Listed
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.robotics.trajectory.checking import JOINED
from sarrus.robotics.trajectory.joined import JoinedPose, Motion, distance, joined_joints, still
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.piecewise import distinct
from sarrus.robotics.trajectory.pose_move import PoseMove
from sarrus.robotics.trajectory.steps import Grip, Move, Release, Step
from sarrus.spatial.arrays import Scalar

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Span:
    """One step with its times [s] and what is held meanwhile."""

    step: Step
    start: float
    end: float
    held: MassProperties | None

    @property
    def label(self) -> str:
        """The label of the step."""
        return self.step.label


@dataclass(frozen=True)
class Boundary:
    """What happens at a time [s]: "start" or "end" of a step, "grip" or "release"; what is held."""

    time: float
    what: str
    label: str
    held: MassProperties | None


@dataclass(frozen=True, init=False, eq=False)
class Sequence:
    """Steps one after the other: moves (bare, or `Move` with a label), `Wait`, `Grip`, `Release`.

    All moves are of joints, or all of a pose; each must start where the one before ends (within
    1e-9 rad or m). Robots start and end at rest: where the velocity jumps, at both ends, between
    steps or in a move, there is a warning in `notices`. t [s] counts from the start;
    `sequence(t)`, `rate(t)`, `acceleration(t)`, `jet(t)` and `sequence["A"]` are as those of the
    moves.
    """

    spans: tuple[Span, ...]
    motion: JointMove | JoinedPose
    notices: tuple[Problem, ...]

    def __init__(self, steps: Listed[Any]) -> None:
        if not isinstance(steps, (list, tuple)):
            rule = "needs a list of steps"
            raise ModelError(Problem(JOINED, "sequence", rule, repr(steps)[:80]))
        listed = [Move(step) if isinstance(step, JointMove | PoseMove) else step for step in steps]
        _check_kinds(listed)
        spans = _spans(listed)
        parts = _motions(spans)
        object.__setattr__(self, "spans", spans)
        object.__setattr__(self, "motion", _joined_motion(parts))
        object.__setattr__(self, "notices", tuple(_jump(self, t) for t in self.steps_of_velocity))

    def __call__(self, t: Any) -> Any:
        """Return the joints, or the pose, at t."""
        return self.motion(t)

    def rate(self, t: Any) -> Any:
        """Return the velocity at t."""
        return self.motion.rate(t)

    def acceleration(self, t: Any) -> Any:
        """Return the acceleration at t; at a knot, that after it (at the end, that before it)."""
        return self.motion.acceleration(t)

    def jet(self, t: Any) -> tuple[Any, Any, Any]:
        """Return position, velocity and acceleration at t."""
        return self.motion.jet(t)

    def __getitem__(self, joint: str | int) -> Any:
        return self._joints[joint]

    @property
    def drives(self) -> dict[str, Any]:
        """The motion of every joint by its name, as `system.drive` takes them."""
        return dict(self._joints.drives)

    @property
    def _joints(self) -> JointMove:
        if isinstance(self.motion, JointMove):
            return self.motion
        rule = "moves a pose; it has no joints"
        action = "find the joints by inverse kinematics"
        raise ModelError(Problem(JOINED, "sequence", rule, action=action))

    @property
    def duration(self) -> float:
        """The time [s] that all steps take."""
        return self.spans[-1].end

    @property
    def knots(self) -> tuple[float, ...]:
        """Times [s] where a derivative jumps, those between steps among them."""
        between = [span.start for span in self.spans]
        return distinct([*self.motion.knots, *between, self.duration])

    def switches(self, t: Scalar) -> tuple[Scalar, ...]:
        """Return functions of t that change sign at the knots, for the finder of events."""
        return tuple(t - knot for knot in self.knots)

    def span(self, t: float) -> Span:
        """Return the step at a time [s]; between two, the later one that takes time."""
        lasting = [span for span in self.spans if span.end > span.start]
        later = [span for span in lasting if t < span.end]
        return later[0] if later else lasting[-1]

    def payload_at(self, t: float) -> MassProperties | None:
        """Return the payload at a time [s]: from the end of a grip to the start of a release."""
        now = None
        for boundary in self.boundaries:
            if boundary.time <= t and boundary.what in ("grip", "release"):
                now = boundary.held
        return now

    @property
    def boundaries(self) -> tuple[Boundary, ...]:
        """What happens between steps, in order: starts and ends of moves, grips and releases."""
        found = []
        for span in self.spans:
            step = span.step
            if isinstance(step, Grip):
                payload = step.load
                found.append(Boundary(span.end, "grip", span.label, payload))
            elif isinstance(step, Release):
                found.append(Boundary(span.start, "release", span.label, None))
            else:
                found.append(Boundary(span.start, "start", span.label, span.held))
                found.append(Boundary(span.end, "end", span.label, span.held))
        return tuple(found)

    def velocity_step(self, t: float) -> float:
        """Return the largest jump of a velocity [rad/s or m/s] at a time; rest is around it all."""
        after = self.rate(t) if t < self.duration else 0.0
        before = self.rate(np.nextafter(t, -np.inf)) if t > 0.0 else 0.0
        return float(np.max(np.abs(np.asarray(after) - np.asarray(before))))

    @property
    def steps_of_velocity(self) -> tuple[float, ...]:
        """The times [s] at which the velocity jumps, which no finite effort can do."""
        speed = max(float(np.max(np.abs(self.rate(t)))) for t in self.knots)
        return tuple(t for t in self.knots if self.velocity_step(t) > TOLERANCE * (1.0 + speed))


def _step_name(k: int, step: Any) -> str:
    label = getattr(step, "label", "")
    return f"sequence / step {k}" + (f" '{label}'" if label else "")


def _check_kinds(steps: list[Any]) -> None:
    """Refuse what is no step, and moves of joints and poses together, all at once."""
    problems = []
    for k, step in enumerate(steps):
        if not isinstance(step, Step) or (
            isinstance(step, Move) and not isinstance(step.motion, JointMove | PoseMove)
        ):
            rule = "is not a move, Wait, Grip or Release"
            problems.append(Problem(JOINED, _step_name(k, step), rule, repr(step)[:80]))
    moves = [(k, step.motion) for k, step in enumerate(steps) if isinstance(step, Move)]
    if not problems and not moves:
        rule = "needs a move, which says where it waits"
        problems.append(Problem(JOINED, "sequence", rule))
    for k, motion in moves if not problems else []:
        problems += _misfits(_step_name(k, steps[k]), motion, moves[0][1])
    if problems:
        raise ModelError(problems)


def _misfits(where: str, motion: Any, first: Any) -> list[Problem]:
    """Return why a move cannot follow the first one."""
    if type(motion) is not type(first):
        rule = "moves a pose among moves of joints, or the other way round"
        action = "turn moves of a pose into those of joints by inverse kinematics"
        return [Problem(JOINED, where, rule, action=action)]
    if isinstance(motion, PoseMove):
        return []
    if len(motion) != len(first):
        return [Problem(JOINED, where, f"moves {len(motion)} joints, the first {len(first)}")]
    if motion.names and first.names and motion.names != first.names:
        return [Problem(JOINED, where, f"names other joints than {first.names}", str(motion.names))]
    return []


def _spans(steps: list[Step]) -> tuple[Span, ...]:
    """Return the steps with their times; grips with full and releases with empty hands refused."""
    found: list[Span] = []
    problems = []
    now, held = 0.0, None
    for k, step in enumerate(steps):
        end = now + float(step.duration)
        if isinstance(step, Grip) and held is not None:
            rule = "grips while something is held already"
            problems.append(Problem(JOINED, _step_name(k, step), rule, action="release it before"))
        if isinstance(step, Release) and held is None:
            rule = "releases while nothing is held"
            problems.append(
                Problem(JOINED, _step_name(k, step), rule, action="grip something before")
            )
        if isinstance(step, Release):
            held = None
        found.append(Span(step, now, end, held))
        if isinstance(step, Grip):
            held = step.load
        now = end
    if problems:
        raise ModelError(problems)
    return tuple(found)


def _motions(spans: tuple[Span, ...]) -> list[tuple[int, Motion]]:
    """Return the motion of every step that takes time; rests stay where they are."""
    moves = [span.step.motion for span in spans if isinstance(span.step, Move)]
    at: Any = moves[0].start
    found: list[tuple[int, Motion]] = []
    problems = []
    for k, span in enumerate(spans):
        if not isinstance(span.step, Move):
            if span.end > span.start:
                found.append((k, still(at, span.end - span.start, moves[0])))
            continue
        motion = span.step.motion
        gap = distance(at, motion.start)
        if gap > TOLERANCE:
            rule = "does not start where the step before it ends"
            value = f"{gap:.3g} rad or m"
            action = "let it start at the end of the move before"
            problems.append(Problem(JOINED, _step_name(k, span.step), rule, value, action=action))
        at = motion.end
        found.append((k, motion))
    if problems:
        raise ModelError(problems)
    return found


def _jump(sequence: Sequence, t: float) -> Problem:
    """Return the warning about a jump of the velocity at a time."""
    lasting = [k for k, span in enumerate(sequence.spans) if span.end > span.start]
    later = [k for k in lasting if t < sequence.spans[k].end]
    k = later[0] if later else lasting[-1]
    span = sequence.spans[k]
    if t >= sequence.duration:
        rule = "ends the sequence in motion: to be at rest then, the velocity must jump"
    elif t <= 0.0:
        rule = "begins the sequence in motion: from rest, the velocity must jump"
    elif t <= span.start:
        rule = "starts with another velocity than the step before it ends with"
    else:
        rule = "has a jump of velocity"
    return Problem(
        "W50",
        _step_name(k, span.step),
        f"{rule}, at t = {t:.6g} s",
        f"{sequence.velocity_step(t):.3g} rad/s or m/s",
        action="use laws that start and end at rest, or a spline through the points",
        severity="warning",
    )


def _joined_motion(parts: list[tuple[int, Motion]]) -> JointMove | JoinedPose:
    motions = [motion for _, motion in parts]
    joints = [motion for motion in motions if isinstance(motion, JointMove)]
    if joints:
        return joined_joints(joints)
    return JoinedPose(tuple(motion for motion in motions if isinstance(motion, PoseMove)))
