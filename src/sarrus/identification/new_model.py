"""The model with identified numbers: bodies, friction, offsets, springs and rotors of joints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.dynamics.regressor import PARAMETERS
from sarrus.errors import ModelError, Problem
from sarrus.identification.parameters import INERTIA, JOINT, Parameter, friction_of
from sarrus.model import Body, Joint, Model
from sarrus.model.armature import free_name, with_wheels
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.forces.joint_torque import JointTorque
from sarrus.model.pose import matrix3, vector3
from sarrus.topology import analyze

NO_BODY = "I04"
"""Identified numbers that no body can have."""


def model_with(
    model: Model, parameters: Sequence[Parameter], theta: np.ndarray, known: Mapping[str, float]
) -> Model:
    """Return the model with these values; known: inertia parameters of all bodies as they are."""
    values = dict(known)
    joints: dict[str, dict[str, tuple[Parameter, float]]] = {}
    numbers: dict[str, dict[tuple[int, ...], float]] = {}
    for p, value in zip(parameters, theta.tolist(), strict=True):
        if p.kind == INERTIA:
            values[p.name] = value
        elif p.kind == JOINT:
            joints.setdefault(p.owner, {})[p.what] = (p, value)
        else:
            numbers.setdefault(p.owner, {})[p.index] = value
    changed = dict.fromkeys(p.owner for p in parameters if p.kind == INERTIA)
    bodies = tuple(
        _body(body, np.array([values[f"{body.name}.{p}"] for p in PARAMETERS]))
        if body.name in changed
        else body
        for body in model.bodies
    )
    found = replace(model, bodies=bodies)
    for joint, own in joints.items():
        found = _with_joint(found, joint, own)
    for full, entries in numbers.items():
        found = with_number(found, full, entries)
    return found


def _body(body: Body, pi: np.ndarray) -> Body:
    m, h = float(pi[0]), pi[1:4]
    xx, xy, yy, xz, yz, zz = pi[4:]
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if m <= 0.0:
        if m == 0.0 and not np.any(h):
            return replace(body, inertia=matrix3(J))
        rule = "is not above zero: no body has such inertia"
        action = "identify with consistent=True, or with motions that excite more"
        raise ModelError(
            Problem(NO_BODY, f"body '{body.name}' / mass", rule, f"{m:.4g} kg", action=action)
        )
    c = h / m
    about_com = J - m * (c @ c * np.eye(3) - np.outer(c, c))
    return replace(body, mass=m, com=vector3(c), inertia=matrix3(about_com))


def _with_joint(model: Model, joint: str, own: Mapping[str, tuple[Parameter, float]]) -> Model:
    values = {what: value for what, (_, value) in own.items()}
    forces: list[Any] = list(model.forces)
    if "coulomb" in own or "viscous" in own:
        there = friction_of(model, joint)
        if there is not None:
            more = values.get("coulomb", there.sliding) - there.sliding
            new = replace(
                there, sliding=there.sliding + more, static=there.static + more,
                d=values.get("viscous", there.d),
            )  # fmt: skip
            forces[forces.index(there)] = new
        else:
            smoothing = next(iter(own.values()))[0].smoothing
            dry = values.get("coulomb", 0.0)
            forces.append(
                JointFriction(
                    free_name(model, f"{joint}_friction"), joint, dry, dry,
                    values.get("viscous", 0.0), smoothing, 10.0 * smoothing,
                )
            )  # fmt: skip
    if "stiffness" in own:
        name = free_name(model, f"{joint}_stiffness")
        preload = -values.get("offset", 0.0)
        forces.append(JointSpring(name, joint, values["stiffness"], 0.0, 0.0, preload))
    elif "offset" in own:
        name = free_name(model, f"{joint}_offset")
        forces.append(JointTorque(name, joint, -values["offset"]))
    found = replace(model, forces=tuple(forces))
    return _with_rotor(found, joint, values["rotor"]) if "rotor" in values else found


def _with_rotor(model: Model, name: str, inertia: float) -> Model:
    """Return the model with the inertia of the rotor of a joint; a cut one has it on a wheel."""
    joints = [replace(j, armature=inertia) if j.name == name else j for j in model.joints]
    found = replace(model, joints=tuple(joints))
    try:
        analyze(found)
    except ModelError:
        return with_wheels(found, (name,))
    return found


def with_number(model: Model, full: str, entries: Mapping[tuple[int, ...], float]) -> Model:
    """Return a model with other values of a number, by its full name and places in it."""
    kind, _, rest = full.partition(":")
    owner, _, what = rest.rpartition(".")

    def new_value(old: Any) -> Any:
        new = np.array(old, dtype=float)
        for place, value in entries.items():
            new[place] = value
        return float(new) if not new.shape else tuple(map(_plain, new.tolist()))

    if kind == "body":
        return replace(model, bodies=_with(model.bodies, owner, lambda b: _set(b, what, new_value)))
    if kind == "force":
        return replace(model, forces=_with(model.forces, owner, lambda f: _set(f, what, new_value)))
    if kind == "frame":
        return replace(
            model,
            frames=_with(
                model.frames, owner, lambda f: replace(f, pose=_set(f.pose, what, new_value))
            ),
        )
    if kind == "joint" and what in ("parent_point", "child_point"):
        side = "on_parent" if what == "parent_point" else "on_child"

        def with_move(joint: Joint) -> Joint:
            pose = _set(getattr(joint, side), "position", new_value)
            return replace(joint, **{side: pose})

        return replace(model, joints=_with(model.joints, owner, with_move))
    if full == "gravity":
        return _set(model, "gravity", new_value)
    rule = "is not among the numbers that can be identified: masses, centres, numbers of force "
    raise ModelError(
        Problem(
            "M09", f"by '{rest or full}'", f"{rule}elements, parent_point and child_point of joints"
        )
    )


def _with(parts: Iterable[Any], name: str, change: Any) -> tuple[Any, ...]:
    return tuple(change(part) if part.name == name else part for part in parts)


def _set(thing: Any, what: str, changed: Any) -> Any:
    return replace(thing, **{what: changed(getattr(thing, what))})


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
