"""What a user gives to the solver by name, checked and turned into arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.joints import OWN, has_leading_coordinates
from sarrus.cartesian.scene import starts, total
from sarrus.errors import ModelError, Problem
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.spatial.rotation import quaternion_of


def check_model(model: Model) -> None:
    """Refuse what absolute coordinates have no equations for."""
    problems = [
        Problem("S13", f"joint '{joint.name}'", _without_quaternion(joint.type.type_name))
        for joint in model.joints
        if joint.type.quaternion_at is not None
        and joint.type.type_name not in OWN
        and not has_leading_coordinates(joint.type)
    ]
    if model.base != "fixed":
        rule = "is prescribed; the Cartesian solver knows only a fixed ground"
        problems.append(Problem("S13", f"model '{model.name}' / base", rule))
    for element in model.forces:
        if element.states:
            rule = "has states of its own, which the Cartesian solver does not integrate"
            problems.append(Problem("S13", f"{element.type_name} '{element.name}'", rule))
    if problems:
        raise ModelError(problems)


def _without_quaternion(kind: str) -> str:
    rule = "the Cartesian solver knows quaternions of its own spherical and free joints only"
    return f"is a {kind} joint, whose coordinates contain a quaternion; {rule}"


def coordinates_of(
    model: Model, poses: Mapping[str, Any], velocities: Mapping[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Return y and Y of body frames (R_WB, position) and (velocity, angular velocity)."""
    _check("body", [*poses, *velocities], model.body_index)
    y, Y = np.zeros((len(model.bodies), POSITIONS)), np.zeros((len(model.bodies), VELOCITIES))
    for i, body in enumerate(model.bodies):
        drawn = (body.pose.transform.matrix, body.pose.transform.position)
        rotation, position = (np.asarray(a, dtype=float) for a in poses.get(body.name, drawn))
        v, w = (
            np.asarray(a, dtype=float)
            for a in velocities.get(body.name, (np.zeros(3), np.zeros(3)))
        )
        arm = rotation @ np.array(body.com)
        y[i] = np.concatenate([position + arm, quaternion_of(rotation)])
        Y[i] = np.concatenate([v + np.cross(w, arm), rotation.T @ w])
    return y.ravel(), Y.ravel()


def turn_rotors(
    model: Model, joints: Sequence[str], y: np.ndarray, Y: np.ndarray, q: np.ndarray, v: np.ndarray
) -> None:
    """Turn the wheels of armatures, the last bodies, as their joints have moved: q, v of all."""
    at_q, at_v = starts(model, "nq"), starts(model, "nv")
    first = len(model.bodies) - len(joints)
    for k, joint in enumerate(joints):
        half = 0.5 * float(q[at_q[joint]])
        i = POSITIONS * (first + k) + 3
        y[i : i + 4] = np.cos(half), 0.0, 0.0, np.sin(half)
        Y[VELOCITIES * (first + k) + 5] = v[at_v[joint]]
    # whole turns of the wheels are those of their joints
    q[len(q) - len(joints) :] = [q[at_q[joint]] for joint in joints]


def start_velocities(model: Model) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the model's initial velocities, moved from the centres of mass to the frames."""
    found = {}
    for start in model.start:
        body, w = model.body(start.body), np.array(start.angular_velocity)
        arm = body.pose.transform.matrix @ np.array(body.com)
        found[start.body] = (np.array(start.velocity) - np.cross(w, arm), w)
    return found


def by_joint(model: Model, entries: Mapping[str, Any], size: str, kind: type = float) -> np.ndarray:
    """Return values of all joints in the order of the model; size: "nq" or "nv" numbers each.

    kind: float, or object where values may be traced.
    """
    _check("joint", entries, model.joint_index)
    at = starts(model, size)
    values: np.ndarray = np.zeros(total(model, size), dtype=kind)
    for name, value in entries.items():
        values[at[name] : at[name] + getattr(model.joint(name).type, size)] = value
    return values


def wrenches_of(model: Model, loads: Mapping[str, Any], kind: type = float) -> np.ndarray:
    """Return force and moment on every body, n x 6; kind: as above."""
    _check("body", loads, model.body_index)
    values: np.ndarray = np.zeros((len(model.bodies), 6), dtype=kind)
    for name, (force, moment) in loads.items():
        values[model.body_index[name]] = [*force, *moment]
    return values


Arrays = tuple[np.ndarray, np.ndarray]


def at_time(value: Any, t: float) -> Mapping[str, Any]:
    """Return values by name, of a mapping or of a function of time."""
    found: Mapping[str, Any] = value(t) if callable(value) else value or {}
    return found


def constant_or_function(
    inputs: Callable[[float], Arrays], *values: Any
) -> Callable[[float], Arrays]:
    """Return the function itself, or its one value where nothing depends on time."""
    if any(callable(part) for part in values):
        return inputs
    constant = inputs(0.0)
    return lambda t: constant


def _check(kind: str, names: Iterable[str], known: Mapping[str, int]) -> None:
    problems = [
        Problem("M09", f"{kind} '{name}'", f"is not a {kind} here", action=nearest(name, known))
        for name in names
        if name not in known
    ]
    if problems:
        raise ModelError(problems)


def check_times(start: float, until: float, times: Sequence[float] | None) -> None:
    """Refuse times of results that are out of order or outside the simulation."""
    listed = [start, *(times if times is not None else ()), until]
    if not start < until or any(a > b for a, b in pairwise(listed)):
        rule = f"must rise from {start:g} s, where the state stands, to {until:g} s"
        raise ModelError(Problem("S03", "times", rule))


def reversed_axis(name: str) -> Problem:
    """Return the problem of a joint that closes with its axis the wrong way round."""
    rule = "closes with the axis of a joint reversed"
    action = "start from poses nearer to the wanted position"
    return Problem("S11", f"model '{name}'", rule, action=action)


def unknown_method(method: str, known: list[str]) -> Problem:
    """Return the problem of a method that does not exist."""
    rule = f"is none of {', '.join(repr(name) for name in known)}"
    return Problem("S03", "method", rule, value=repr(method))


def unused_setting(name: str, method: str) -> Problem:
    """Return the problem of a setting that a method does not have."""
    return Problem("S08", name, f"has no meaning for method {method!r}", action="leave it out")
