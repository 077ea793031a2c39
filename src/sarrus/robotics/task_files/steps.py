"""Poses and steps of a task file, and the sequence that they make for a robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.values import in_unit, list_in_unit, name, pose, text
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.mass_properties import MassProperties
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.robotics.following import joints_at, out_of_reach
from sarrus.robotics.inverse_kinematics import reach
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.many_targets import at_goal
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.path_following import TOLERANCE
from sarrus.robotics.path_joints import joints_and_end
from sarrus.robotics.path_timing import FastestMotion, fastest
from sarrus.robotics.placement import valid_payload
from sarrus.robotics.redundancy import NullSpaceGoal
from sarrus.robotics.task_files.located_errors import attempt
from sarrus.robotics.task_files.timing import Timing, read_timing
from sarrus.robotics.trajectory.joint_move import JointMove, joint_move
from sarrus.robotics.trajectory.polynomial import Linear
from sarrus.robotics.trajectory.pose_move import PoseMove, arc_move, line_move, spline_move
from sarrus.robotics.trajectory.steps import Grip, Move, Release, Step, Wait
from sarrus.robotics.workplace import Workplace

NO_MOTORS = "D42"
"""A motion as fast as motors allow, without motors."""
KINDS = ("move", "line", "arc", "spline", "grip", "release", "wait")
PATHS = ("line", "arc", "spline")
TURN = 6.4
"""A turn [rad], rounded up."""


@dataclass(frozen=True)
class Place:
    """A named place of a task: a pose of the moved frame, or values of the driven joints."""

    name: str
    at: At
    pose: Pose | None = None
    joints: Mapping[str, Any] | list[Any] | None = None


@dataclass(frozen=True)
class FileStep:
    """One step as it is written: its kind, where it goes, how, and what it holds."""

    kind: str
    at: At
    to: str = ""
    via: Any = None
    turn: str = "axis-angle"
    timing: Timing | None = None
    payload: MassProperties | None = None
    duration: float = 0.0
    label: str = ""


def read_places(at: At, raw: Any) -> dict[str, Place]:
    """Return the places by name."""
    found: dict[str, Place] = {}
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be names with poses", "write A: {at: [x, y, z], rpy: [0, 0, 0]}")
        return found
    for key, value in raw.items():
        here = At(at.page, f"pose '{key}'", (*at.path, key), at.scope)
        if isinstance(value, Mapping) and "joints" in value:
            here.mapping(value, ("joints",))
            found[key] = Place(key, here.key("joints", "joints"), joints=value["joints"])
        else:
            X = pose(here, value)
            if isinstance(X, str):
                X = here.refuse(value, "must be a pose or joints", "write {at: [x, y, z], ...}")
            listed = isinstance(X, list)
            if listed:
                point = list_in_unit(here, value, "m", 3)
                X = BROKEN if point is BROKEN else Pose(vector3(point))
            found[key] = Place(key, here, pose=None if X is BROKEN else X)
    return found


def read_steps(at: At, raw: Any, places: Mapping[str, Place], usual: Any) -> list[FileStep]:
    """Return the steps; usual: the law of moves that have none of their own, with its place."""
    if raw is None:
        return []  # told as a missing key
    if not isinstance(raw, list) or not raw:
        at.refuse(raw, "must be a list of steps", "write - {move: B}")
        return []
    read = [_step(at, i, step, places, usual) for i, step in enumerate(raw)]
    return [step for step in read if step is not None]


def _step(top: At, i: int, raw: Any, places: Mapping[str, Place], usual: Any) -> FileStep | None:
    at = At(top.page, f"step {i + 1}", (*top.path, i), top.scope)
    if raw == "release":
        return FileStep("release", at)
    kinds = [kind for kind in KINDS if isinstance(raw, Mapping) and kind in raw]
    if len(kinds) != 1:
        at.refuse(raw, f"must be one of {', '.join(KINDS)}", "write {move: B}")
        return None
    kind = kinds[0]
    label = text(at.key("label", "label"), raw["label"]) if "label" in raw else ""
    if kind in ("move", *PATHS):
        return _move(at, kind, raw, places, usual, label)
    if kind == "wait":
        at.mapping(raw, ("wait", "label"))
        return FileStep(kind, at, duration=in_unit(at.key("wait", "wait"), raw["wait"], "s"),
                        label=label)  # fmt: skip
    at.mapping(raw, (kind, "duration", "label"))
    key = at.key("duration", "duration")
    rest = in_unit(key, raw["duration"], "s") if "duration" in raw else 0.0
    held = _payload(at.key("grip", "grip"), raw["grip"]) if kind == "grip" else None
    return FileStep(kind, at, payload=held, duration=rest, label=label)


def _move(
    at: At, kind: str, raw: Mapping[str, Any], places: Mapping[str, Place], usual: Any, label: str
) -> FileStep | None:
    at.mapping(raw, (kind, "law", "label", *(("via", "turn") if kind in PATHS else ())))
    to = name(at.key(kind, kind), raw[kind])
    if to is BROKEN:
        return None
    if to not in places:
        action = nearest(to, places)
        at.key(kind, kind).report("M09", "is not among the poses", value=repr(to), action=action)
        return None
    law_at, law = (at.key("law", "law"), raw["law"]) if "law" in raw else usual
    if law is None:
        at.missing("law", "give the step a law, or the task one for all moves")
        return None
    timing = read_timing(law_at, law, kind in PATHS)
    via = None
    if kind in ("arc", "spline"):
        if "via" not in raw:
            at.missing("via")
            return None
        via = _via(at.key("via", "via"), raw["via"], kind)
    turn = text(at.key("turn", "turn"), raw["turn"]) if "turn" in raw else "axis-angle"
    return None if timing is None or via is BROKEN else FileStep(
        kind, at, to, via, turn, timing, label=label
    )  # fmt: skip


def _via(at: At, raw: Any, kind: str) -> Any:
    if kind == "arc":
        return list_in_unit(at, raw, "m", 3)
    if not isinstance(raw, list):
        return at.refuse(raw, "must be a list of points")
    rows = [list_in_unit(at.key(i), point, "m", 3) for i, point in enumerate(raw)]
    return BROKEN if BROKEN in rows else rows


def _payload(at: At, raw: Any) -> MassProperties | None:
    """Return a payload: a mass, or {mass, com, inertia}."""
    values = raw if isinstance(raw, Mapping) else {"mass": raw}
    good = at.mapping(values, ("mass", "com", "inertia"), ("mass",))
    where = at.key("mass", "mass") if isinstance(raw, Mapping) else at
    mass = in_unit(where, values.get("mass", 0.0), "kg")
    com = list_in_unit(at.key("com", "com"), values.get("com", [0.0] * 3), "m", 3)
    moments = list_in_unit(
        at.key("inertia", "inertia"), values.get("inertia", [0.0] * 3), "kg*m^2", 3
    )
    if not good or BROKEN in (mass, com, moments):
        return None
    load = MassProperties(mass, vector3(com), matrix3(np.diag(moments)))
    return attempt(at, lambda: valid_payload(load))


@dataclass(frozen=True)
class Sequencer:
    """Makes the steps of a sequence for a robot: finds its joints where poses are given.

    fastest: the motions of steps as fast as limits allow, with their names, once they are made.
    """

    work: Workplace
    places: Mapping[str, Place]
    limits: Mapping[str, JointLimits] = field(default_factory=dict)
    motors: Catalogue | Mapping[str, Drive] | None = None
    fastest: list[tuple[str, FastestMotion]] = field(default_factory=list)

    def steps(self, first: Place, listed: list[FileStep]) -> list[Step]:
        """Return the steps from a first place on."""
        timed = any(step.timing is not None and step.timing.by_limits for step in listed)
        if timed or any(step.kind == "move" for step in listed):
            return self._of_joints(first, listed)
        return self._on_paths(first, listed)

    def _of_joints(self, first: Place, listed: list[FileStep]) -> list[Step]:
        q = self.whole(first, None)
        held: MassProperties | None = None
        found: list[Step] = []
        for step in listed:
            if step.kind not in ("move", *PATHS) or step.timing is None:
                found.append(_still(step))
                if step.kind in ("grip", "release"):
                    held = step.payload
                continue
            label = step.label or f"to {step.to}"
            if step.timing.by_limits:
                fast, q = self._fastest(step, q, held, label)
                found.append(Move(fast, label))
                continue
            if step.kind in PATHS:
                along, q = self._along(step, q, label)
                found.append(Move(along, label))
                continue
            here, q = self._driven(q), self.whole(self.places[step.to], q)
            move = joint_move(
                here,
                self._driven(q),
                step.timing.law,
                limits=step.timing.of_joints,
                names=self.work.drives,
            )
            found.append(Move(move, label))
        return found

    def _on_paths(self, first: Place, listed: list[FileStep]) -> list[Step]:
        X = self.pose(first)
        found: list[Step] = []
        for step in listed:
            if step.kind not in PATHS or step.timing is None:
                found.append(_still(step))
                continue
            found.append(Move(self._path(step, X), step.label or f"to {step.to}"))
            X = self.pose(self.places[step.to])
        return found

    def _path(self, step: FileStep, start: Any) -> PoseMove:
        """Return the move of the frame along the path of a step."""
        timing = step.timing or Timing()
        end = self.pose(self.places[step.to])
        how = {"turn": step.turn, "limits": timing.of_path}
        if step.kind == "line":
            return line_move(start, end, timing.law, **how)  # type: ignore[arg-type]
        kind = arc_move if step.kind == "arc" else spline_move
        return kind(start, step.via, end, timing.law, **how)  # type: ignore[arg-type]

    def _along(self, step: FileStep, q: np.ndarray, label: str) -> tuple[JointMove, np.ndarray]:
        """Return the drives along the path of a step from a position on, and q at its end."""
        work, path = self.work, self._path(step, self._moved_pose(q))
        drives = () if work.plain else work.drives
        found = attempt(
            step.at,
            lambda: joints_and_end(
                work.system,
                work.moved_frame,
                Move(path, label),
                q,
                work.drives,
                drives,
                work.follow,
                work.goal,
            ),
        )
        if found is None:
            raise ModelError([])
        return found

    def _fastest(
        self, step: FileStep, q: np.ndarray, held: MassProperties | None, label: str
    ) -> tuple[JointMove, np.ndarray]:
        """Return the fastest motion of the drives to the end of a step, and q there."""
        work = self.work
        here = Workplace(
            work.system, frame=work.moved_frame, grip=work.grip_frame, start=q, name=work.name,
            driven=() if work.plain else work.drives, follow=work.follow, goal=work.goal,
        )  # fmt: skip
        path: Any
        if step.kind in PATHS:
            path = self._path(replace(step, timing=Timing(Linear(1.0))), self._moved_pose(q))
        else:
            path = [self._driven(q), self._driven(self.whole(self.places[step.to], q))]
        drives = self._drives(step)
        found = attempt(
            step.at, lambda: fastest(here, path, self.limits, payload=held, drives=drives)
        )
        if found is None:
            raise ModelError([])
        self.fastest.append((label, found))
        return found.joint_motion, found.dynamics.q[-1]

    def _drives(self, step: FileStep) -> Mapping[str, Drive]:
        """Return the motors that a step asks for."""
        if step.timing is None or not step.timing.by_motors:
            return {}
        if isinstance(self.motors, Mapping) and self.motors:
            return self.motors
        step.at.report(
            NO_MOTORS,
            "is as fast as motors allow, and the task names none for its joints",
            action="name them, motors: {q1: {motor: servo-400W, gear: planetary-10}, ...}, or "
            "write {fastest: limits}",
        )
        raise ModelError([])

    def _moved_pose(self, q: np.ndarray) -> Any:
        """Return the pose of the moved frame at a position."""
        found = self.work.system.poses(q)[self.work.moved_frame]
        return np.vstack([np.column_stack([found.rotation, found.position]), [0, 0, 0, 1]])

    def whole(self, place: Place, near: np.ndarray | None) -> np.ndarray:
        """Return q of the whole robot at a place, nearest to another where there are several."""
        work = self.work
        if place.pose is None:
            return self.position(place, near)
        start = work.start if near is None else near
        frame, pose = work.moved_frame, place.pose
        if work.plain and work.follow == "pose":
            found_q = attempt(
                place.at, lambda: joints_at(work.system, frame, pose, start, f"of '{frame}'")
            )
            if found_q is None:
                raise ModelError([])
            return self._at_goal(place, found_q)
        target = pose if work.follow == "pose" else pose.position
        found = reach(work.system, {frame: target}, start=start, tolerance=TOLERANCE)
        if not found.success:
            at = tuple(float(x) for x in pose.position)
            problem = out_of_reach(work.system, at, found.reason, f"of '{frame}'")
            raise ModelError(replace(problem, element=place.at.where, location=place.at.place))
        return self._at_goal(place, found.q)

    def _at_goal(self, place: Place, q: np.ndarray) -> np.ndarray:
        """Return q with what joints to spare are used for, the frame being at its place."""
        work = self.work
        if work.goal is None or place.pose is None:
            return q
        target = place.pose if work.follow == "pose" else place.pose.position
        return at_goal(work.system, work.moved_frame, target, q, work.goal)

    def _driven(self, q: np.ndarray) -> np.ndarray:
        """Return the drives at a position of the whole robot."""
        if self.work.plain:
            return q
        state = self.work.system.state(q)
        joints = [self.work.model.joint(name) for name in self.work.drives]
        return np.array([state[joint.coordinate_names[0]] for joint in joints])

    def position(self, place: Place, near: np.ndarray | None = None) -> np.ndarray:
        """Return q of the whole robot at driven joints that are written down."""
        value = self._joint_values(place)
        if self.work.plain:
            return value
        wanted = dict(zip(self.work.drives, value, strict=True))
        return self.work.system.assemble(wanted, guess=near).q

    def _joint_values(self, place: Place) -> np.ndarray:
        """Return joints that are written down, in degrees or any unit."""
        work, raw = self.work, place.joints
        units = work.units
        keys: list[Any] = list(range(len(units)))
        if isinstance(raw, Mapping) and set(raw) == set(units):
            keys = list(units)
        elif not isinstance(raw, list) or len(raw) != len(units):
            self._report_joints(place, raw)
            raise ModelError([])
        named = zip(keys, units.items(), strict=True)
        read = [_joint_value(place.at.key(k, n), raw[k], unit) for k, (n, unit) in named]
        if BROKEN in read:
            raise ModelError([])
        return np.array(read)

    def _report_joints(self, place: Place, raw: Any) -> None:
        """Report joints that are not those of the drives."""
        names = list(self.work.units)
        if not isinstance(raw, Mapping):
            place.at.refuse(raw, f"must give each drive once: {', '.join(names)}")
            return
        absent = [n for n in names if n not in raw]
        for key in raw:
            if key not in names:
                place.at.key(key, key).report(
                    "M09", "is not a driven joint", value=repr(key), action=nearest(key, absent)
                )
        if absent and all(key in names for key in raw):
            place.at.refuse(raw, f"does not give {', '.join(absent)}")

    def pose(self, place: Place) -> Any:
        """Return the pose of the moved frame at a place."""
        if place.pose is not None:
            return place.pose
        return self._moved_pose(self.position(place))


def read_goal(at: At, raw: Any, work: Workplace, places: Mapping[str, Place]) -> NullSpaceGoal:
    """Return what joints to spare are used for; posture: joints, or the name of such a pose."""
    weights = {"limits": "dimensionless", "singularities": "dimensionless", "gain": "dimensionless"}
    if not at.mapping(raw, ("posture", *weights)):
        raise ModelError([])
    read = {k: in_unit(at.key(k, k), raw[k], unit) for k, unit in weights.items() if k in raw}
    posture = None
    if "posture" in raw:
        here = at.key("posture", "posture")
        place = Place("posture", here, joints=raw["posture"])
        if isinstance(raw["posture"], str):
            place = places.get(raw["posture"], place)
            if place.joints is None or isinstance(place.joints, str):
                named = [name for name, one in places.items() if one.joints is not None]
                here.report(
                    "M09", "is not a pose with joints", value=repr(raw["posture"]),
                    action=nearest(raw["posture"], named),
                )  # fmt: skip
                raise ModelError([])
        posture = Sequencer(work, places).position(place)
    if BROKEN in read.values():
        raise ModelError([])
    found = attempt(at, lambda: NullSpaceGoal(posture, **read))
    if found is None:
        raise ModelError([])
    return found


def _joint_value(at: At, raw: Any, unit: str) -> Any:
    """Return the value of a joint; an angle of more than a turn without a unit is a mistake."""
    bare = isinstance(raw, (int, float)) and not isinstance(raw, bool)
    if unit == "rad" and bare and abs(raw) > TURN:
        return at.report(
            "M05",
            "is more than a turn, as a number without a unit is in rad",
            value=f"{raw:g}",
            cause="degrees",
            action=f"write {raw:g} deg, or {raw:g} rad",
        )
    return in_unit(at, raw, unit)


def _still(step: FileStep) -> Step:
    if step.kind == "grip" and step.payload is not None:
        return Grip(step.payload, step.duration, step.label)
    return Wait(step.duration, step.label) if step.kind == "wait" else Release(
        step.duration, step.label
    )  # fmt: skip
