"""What identifies the equations of a model whose numbers are kernel inputs.

Numbers that are inputs are not in the code: models that differ in these only have the same
kernels. Neither are shapes, poses of the drawing, limits and velocities of the start.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any

import numpy as np

from sarrus.dynamics.model_numbers import ARMATURE, PLACES
from sarrus.formats.model_record import CLASSES
from sarrus.formats.plain import CLASS, comparable, record_of
from sarrus.model import Body, Joint, Model
from sarrus.model.body import Frame
from sarrus.model.coupler import Coupler
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.formula import Formula
from sarrus.model.joints.joint_type import input_numbers
from sarrus.model.pose import Pose
from sarrus.system.quantities.parameters import number_entries

ROTATION, EXPONENT, FORMULA = "rotation", ".exponent", "Formula"
INITIAL = "initial_"
NOTHING = (0.0, 0.0, 0.0)


def plain_inputs(model: Model) -> list[str]:
    """Return the numbers of a model that become inputs at little cost, by full names.

    Axes stay in the code, where most are those of the drawing; so do numbers of joint types, and
    powers: one that is an input has no derivative at negative numbers.
    """
    left = {
        f"joint:{joint.name}.{name}"
        for joint in model.joints
        for name in input_numbers(type(joint.type))
    }
    left |= {
        f"force:{element.name}.{field.name}"
        for element in model.forces
        for field in fields(element)  # type: ignore[arg-type]
        if _has_power(getattr(element, field.name))
    }
    listed = dict(number_entries(model))
    return [n for n in listed if n not in left and not n.endswith((ROTATION, EXPONENT))]


def turns(model: Model) -> dict[str, np.ndarray]:
    """Return the rotations of frames in a model by full names, which may be inputs too."""
    return {name: value for name, value in number_entries(model) if name.endswith(ROTATION)}


def code_hash(model: Model, names: Collection[str], length: float, mass: float) -> str:
    """Return the SHA-256 of all that the equations of a model depend on, but for its inputs.

    names: the full names of these; length [m], mass [kg]: by which rows of loops are scaled in the
    code, the mass where some bodies have none. Which masses and constants of force elements are
    zero takes part too, for equations leave out what is not there.
    """
    bare = replace(
        model,
        gravity=NOTHING if "gravity" in names else model.gravity,
        bodies=tuple(_body(body, names) for body in model.bodies),
        joints=tuple(_joint(joint, names) for joint in model.joints),
        forces=(),
        couplers=tuple(_coupler(coupler, names) for coupler in model.couplers),
        frames=tuple(_frame(frame, names) for frame in model.frames),
        start=(),
    )
    forces = [_force(element, names) for element in model.forces]
    zeros = [
        name for name, value in number_entries(model) if name in names and _is_off(name, value)
    ]
    weightless = any(body.mass == 0.0 for body in model.bodies)
    parts = [bare.content_hash, forces, zeros, length, mass if weightless else 0.0]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _is_off(name: str, value: np.ndarray) -> bool:
    """Whether a mass, an inertia or a number of a force element is zero."""
    owned = name.startswith("force:") or name.endswith((".mass", ".inertia"))
    return owned and not np.any(value)


def _body(body: Body, names: Collection[str]) -> Body:
    own = f"body:{body.name}."
    mass = 0.0 if f"{own}mass" in names else body.mass
    com = NOTHING if f"{own}com" in names else body.com
    inertia = (NOTHING,) * 3 if f"{own}inertia" in names else body.inertia
    return Body(body.name, mass, com, inertia)


def _joint(joint: Joint, names: Collection[str]) -> Joint:
    own = f"joint:{joint.name}."
    on_parent = _pose(joint.on_parent, f"{own}parent_point", f"{own}parent_rotation", names)
    on_child = _pose(joint.on_child, f"{own}child_point", f"{own}child_rotation", names)
    armature = 0.0 if f"{own}{ARMATURE}" in names else joint.armature
    kept = (joint.name, joint.type, joint.parent, joint.child, on_parent, on_child)
    return Joint(*kept, armature=armature)


def _frame(frame: Frame, names: Collection[str]) -> Frame:
    own = f"frame:{frame.name}."
    return replace(frame, pose=_pose(frame.pose, f"{own}position", f"{own}rotation", names))


def _pose(pose: Pose, position: str, rotation: str, names: Collection[str]) -> Pose:
    return Pose(
        NOTHING if position in names else pose.position,
        (NOTHING,) * 3 if rotation in names else pose.rotation,
    )


def _coupler(coupler: Coupler, names: Collection[str]) -> Coupler:
    own = f"coupler:{coupler.name}."
    terms = coupler.terms
    if f"{own}factors" in names:
        terms = tuple(replace(term, factor=0.0) for term in terms)
    return replace(coupler, terms=terms, offset=0.0 if f"{own}offset" in names else coupler.offset)


def _force(element: ForceElement, names: Collection[str]) -> Any:
    """Return the record of a force element without the numbers that are inputs."""
    record = record_of(element, CLASSES, lambda value: {"text": repr(value)})
    own = {field.name for field in fields(element)}  # type: ignore[arg-type]
    for name in names:
        owner, _, what = name.rpartition(".")
        if owner != f"force:{element.name}":
            continue
        if what == PLACES:
            record["points"] = [(point, body) for point, body, _ in element.points]  # type: ignore[attr-defined]
        elif what in own:
            record[what] = _without_numbers(getattr(element, what))
        elif "parameters" in own:  # of a law of the user: (name, value, unit)
            listed = [[n, None if n == what else x, unit] for n, x, unit in record["parameters"]]
            record["parameters"] = listed
            if what.startswith(INITIAL):
                record["memory"] = [
                    [n, None if f"{INITIAL}{n}" == what else x, *more]
                    for n, x, *more in record["memory"]
                ]
    return comparable(record)


def _without_numbers(value: Any) -> Any:
    """Return what is left of a number, of numbers, or of a formula or a road without its numbers.

    Which fields of a road have numbers is part of its form.
    """
    if not hasattr(value, "with_numbers"):
        return list(np.shape(value))
    bare = value.with_numbers([float("nan")] * len(value.numbers))
    found = record_of(bare, CLASSES, lambda part: {"text": repr(part)})
    return [_without_names(found), list(getattr(value, "input_fields", ()))]


def _without_names(record: Any) -> Any:
    """Return a record without the names of its formulas, which may be their text."""
    if isinstance(record, list):
        return [_without_names(part) for part in record]
    if not isinstance(record, dict):
        return record
    kept = {key: _without_names(part) for key, part in record.items()}
    return {**kept, "name": ""} if record.get(CLASS) == FORMULA else kept


def _has_power(value: Any) -> bool:
    return isinstance(value, Formula) and value.has_power
