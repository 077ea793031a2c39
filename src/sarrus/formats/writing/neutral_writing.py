"""A model in the neutral format of the reference problems: a drawing in world coordinates."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.neutral import JOINT_NEEDS
from sarrus.formats.writing.numbers import number_text
from sarrus.model.body import GROUND, Body
from sarrus.model.building.orientation import product
from sarrus.model.forces import JointDamper, JointTorque, SpringDamper, Torque
from sarrus.model.forces.element import ForceElement
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.model.pose import Pose, Vector3, vector3

CLOSED = 1e-9
"""Gap [m and rad] of the two frames of a joint in the drawing below which they coincide."""

Plain = dict[str, Any]


def neutral_record(model: Model, *, drop: bool = False) -> tuple[Plain, tuple[Problem, ...]]:
    """Return the neutral `model` object of a model, and what it does not hold.

    What the format has no words for and the motion depends on is refused, everything at once
    (F19); drop=True leaves it out with warnings. Shapes, frames and limits are left out always.
    Joints stand where the drawing has them; a body's frame moves to its centre of mass.
    """
    return _Writer(model).record(drop)


def neutral_text(model: Model, *, drop: bool = False) -> tuple[str, tuple[Problem, ...]]:
    """Return the neutral format of a model as JSON, one element on a line; see `neutral_record`."""
    record, problems = neutral_record(model, drop=drop)
    lines = []
    for key, value in record.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n".join(f"    {_json(item)}" for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n", problems


def _json(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {_json(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_json(item) for item in value) + "]"
    return json.dumps(value) if isinstance(value, str) else number_text(value)


class _Writer:
    """One model on its way to the neutral format, and what does not fit."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.problems: list[Problem] = []
        self.written: set[str] = set()
        self.poses = {GROUND: Pose()} | {body.name: body.pose for body in model.bodies}

    def record(self, drop: bool) -> tuple[Plain, tuple[Problem, ...]]:
        """Return the record and the problems; raise those that are errors."""
        model = self.model
        found: Plain = {
            "name": model.name,
            "gravity": list(model.gravity),
            "bodies": [self.body(body) for body in model.bodies],
            "joints": [r for joint in model.joints if (r := self.joint(joint))],
            "loads": [r for force in model.forces if (r := self.load(force))],
        }
        for coupler in model.couplers:
            self.refuse(f"coupler '{coupler.name}'", "is a coupler")
        if model.base != "fixed":
            self.refuse("base", "is prescribed")
        self.note_left_out()
        errors = [p for p in self.problems if p.severity == "error"]
        if errors and not drop:
            raise ModelError(errors)
        return found, tuple(replace(p, severity="warning") for p in self.problems)

    def refuse(self, element: str, what: str) -> None:
        """Report something that the motion depends on and the format cannot hold."""
        rule = f"{what}, which the neutral format cannot hold"
        action = "write YAML, or leave it out with drop=True"
        self.problems.append(Problem("F19", element, rule, action=action))

    def note_left_out(self) -> None:
        """Report what is left out without a change of the motion."""
        limited = [joint.name for joint in self.model.joints if _limits(joint)]
        shaped = [body.name for body in self.model.bodies if body.shapes]
        shaped += [GROUND] if self.model.ground_shapes else []
        frames = [frame.name for frame in self.model.frames]
        rotors = [joint.name for joint in self.model.joints if joint.armature]
        left = {"limits": limited, "armatures": rotors, "shapes": shaped, "frames": frames}
        for what, names in left.items():
            if names:
                listed = ", ".join(repr(name) for name in names[:8])
                more = f" and {len(names) - 8} more" if len(names) > 8 else ""
                rule = f"are no part of the neutral format: {listed}{more}"
                self.problems.append(Problem("F21", what, rule, severity="warning"))

    def body(self, body: Body) -> Plain:
        """Return a body with its frame at its centre of mass."""
        found: Plain = {
            "name": body.name,
            "mass": body.mass,
            "com": list(product(body.pose, Pose(body.com)).position),
            "R": _rows(body.pose.rotation),
            "inertia_com_body": _rows(body.inertia),
        }
        for start in self.model.start:
            if start.body == body.name:
                found["v_com"] = list(start.velocity)
                found["omega_world"] = list(start.angular_velocity)
        return found

    def point(self, body: str, point: Vector3) -> list[float]:
        """Return a point of a body in the drawing."""
        return list(product(self.poses[body], Pose(point)).position)

    def joint(self, joint: Joint) -> Plain | None:
        """Return a joint of the drawing; None after a problem."""
        kind, element = joint.type.type_name, f"joint '{joint.name}'"
        if kind not in JOINT_NEEDS:
            self.refuse(element, f"is a {kind} joint")
            return None
        found: Plain = {"name": joint.name, "type": kind, "a": joint.parent, "b": joint.child}
        if joint.type.placement == "two points":
            found["point_a"] = self.point(joint.parent, joint.on_parent.position)
            found["point_b"] = self.point(joint.child, joint.on_child.position)
            return {**found, **joint.type.parameters}
        X_WF = product(self.poses[joint.parent], joint.on_parent)
        X_WM = product(self.poses[joint.child], joint.on_child)
        if joint.type.n_rows and not _coincide(X_WF, X_WM):
            self.refuse(element, "does not stand at zero in the drawing")
            return None
        x, y, z = (list(vector3(column)) for column in np.array(X_WF.rotation).T)
        places = {"point": list(X_WF.position), "axis": z, "axis_a": x, "axis_b": y}
        self.written.add(joint.name)
        return found | {key: places[key] for key in JOINT_NEEDS[kind].values()}

    def load(self, force: ForceElement) -> Plain | None:
        """Return a load; None after a problem."""
        makers: dict[type, Callable[[Any], Plain | None]] = {
            SpringDamper: self.spring_damper,
            Torque: self.torque,
            JointTorque: self.joint_torque,
            JointDamper: self.joint_damper,
        }
        make = makers.get(type(force))
        found = None if make is None else make(force)
        if found is None:
            kind = getattr(force, "type_name", type(force).__name__)
            self.refuse(f"force '{force.name}'", f"is a {kind}")
        return found

    def spring_damper(self, e: SpringDamper) -> Plain:
        """Return a spring and damper in line."""
        a, b = self.point(e.body_a, e.point_a), self.point(e.body_b, e.point_b)
        ends = {"a": e.body_a, "point_a": a, "b": e.body_b, "point_b": b}
        law = {"k": e.k, "c": e.c, "L0": e.free_length}
        return {"name": e.name, "type": "spring_damper", **ends, **law}

    def torque(self, e: Torque) -> Plain:
        """Return a torque between two bodies."""
        axis = self._turned_axis(e.body_a, e.axis)
        ends = {"a": e.body_a, "b": e.body_b}
        return {"name": e.name, "type": "joint_torque", **ends, "axis": axis, "tau": e.torque}

    def joint_torque(self, e: JointTorque) -> Plain | None:
        """Return an effort on a hinge as the torque between its bodies."""
        joint = self.model.joint(e.joint)
        if not joint.type.is_hinge:
            return None
        axis = vector3(np.array(joint.on_parent.rotation)[:, 2])
        ends = {"a": joint.parent, "b": joint.child, "axis": self._turned_axis(joint.parent, axis)}
        return {"name": e.name, "type": "joint_torque", **ends, "tau": e.effort}

    def joint_damper(self, e: JointDamper) -> Plain | None:
        """Return the damping of a joint with one coordinate."""
        single = e.joint in self.written and self.model.joint(e.joint).type.nv == 1
        found = {"name": e.name, "type": "joint_damper", "joint": e.joint, "d": e.d}
        return found if single else None

    def _turned_axis(self, body: str, axis: Vector3) -> list[float]:
        turned = self.poses[body].transform.rotation.apply(np.array(axis))
        return [float(x) + 0.0 for x in turned]


def _rows(matrix: Any) -> list[list[float]]:
    return [list(row) for row in matrix]


def _limits(joint: Joint) -> bool:
    values = [x for pair in joint.limits for x in pair]
    return any(math.isfinite(x) for x in (*values, *joint.speed_limits, *joint.effort_limits))


def _coincide(a: Pose, b: Pose) -> bool:
    shift = np.max(np.abs(np.subtract(a.position, b.position)))
    turn = np.max(np.abs(np.subtract(a.rotation, b.rotation)))
    return bool(max(shift, turn) <= CLOSED)
