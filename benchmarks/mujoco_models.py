"""Our mechanisms in MuJoCo's language, from our numbers: trees of hinges, and loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus import Model, System
from sarrus.model import GROUND


def mjcf(model: Model, integrator: str) -> str:
    """Return a tree of hinges in MuJoCo's language; bodies have our frames."""
    gravity = _words(model.gravity)
    return (
        f'<mujoco><compiler angle="radian" autolimits="false"/>'
        f'<option integrator="{integrator}" gravity="{gravity}">'
        f'<flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{_outboard(model, GROUND)}</worldbody></mujoco>"
    )


def _outboard(model: Model, parent: str) -> str:
    text = ""
    for joint in model.joints:
        if joint.parent != parent:
            continue
        if joint.type.type_name != "revolute":
            raise ValueError(f"joint '{joint.name}' is no hinge")
        body = model.body(joint.child)
        F, M = joint.on_parent, joint.on_child
        R = np.array(F.rotation) @ np.array(M.rotation).T
        position = np.array(F.position) - R @ np.array(M.position)
        I = np.array(body.inertia)
        inertia = I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        text += (
            f'<body name="{body.name}" pos="{_words(position)}" '
            f'xyaxes="{_words([*R[:, 0], *R[:, 1]])}">'
            f'<joint name="{joint.name}" type="hinge" pos="{_words(M.position)}" '
            f'axis="{_words(np.array(M.rotation)[:, 2])}"/>'
            f'<inertial mass="{body.mass!r}" pos="{_words(body.com)}" '
            f'fullinertia="{_words(inertia)}"/>'
            f"{_outboard(model, body.name)}</body>"
        )
    return text


def _words(values: Any) -> str:
    return " ".join(repr(float(value)) for value in values)


def loop_mjcf(system: System, springs: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return a mechanism of hinges, slides and Cardan joints with its cuts as `connect`s.

    A cut hinge is two balls on its axis; one where the mechanism is planar, which keeps the rest.
    springs: spring-dampers of the drawing, between points in world coordinates at the start.
    """
    model = system.model
    closed = ""
    for joint in system.topology.cuts:
        R, p = np.array(joint.on_child.rotation), np.array(joint.on_child.position)
        hinge = (0.0,) if system.compiled.compiler.planar else (-0.5, 0.5)
        shifts = {"spherical": (0.0,), "revolute": hinge}[joint.type.type_name]
        for shift in shifts:
            anchor = p + shift * R[:, 2]
            other = "world" if joint.parent == GROUND else joint.parent
            closed += (
                f'<connect body1="{joint.child}" body2="{other}" anchor="{_words(anchor)}" '
                f'solimp="0.9999 0.9999 0.001 0.5 2"/>'
            )
    return (
        f'<mujoco><compiler angle="radian" autolimits="false"/>'
        f'<option integrator="RK4" gravity="{_words(model.gravity)}" tolerance="1e-14" '
        f'iterations="100"><flag contact="disable"/></option>'
        f"<worldbody>{_sites(system, GROUND, springs)}{_carried(system, -1, springs)}</worldbody>"
        f"<equality>{closed}</equality><tendon>{_tendons(springs)}</tendon></mujoco>"
    )


def _sites(system: System, body: str, springs: Sequence[Mapping[str, Any]]) -> str:
    """Return the ends of springs on a body."""
    text = ""
    for k, spring in enumerate(springs):
        for end in "ab":
            if spring[end] != body:
                continue
            point = np.array(spring[f"point_{end}"])
            if body != GROUND:
                X = system.model.body(body).pose.transform
                point = X.matrix.T @ (point - np.array(X.position))
            text += f'<site name="spring{k}{end}" pos="{_words(point)}"/>'
    return text


def _tendons(springs: Sequence[Mapping[str, Any]]) -> str:
    return "".join(
        f'<spatial springlength="{spring["L0"]!r}" stiffness="{spring["k"]!r}" '
        f'damping="{spring["c"]!r}"><site site="spring{k}a"/><site site="spring{k}b"/></spatial>'
        for k, spring in enumerate(springs)
    )


def _carried(system: System, parent: int, springs: Sequence[Mapping[str, Any]]) -> str:
    text = ""
    for i, branch in enumerate(system.topology.branches):
        if system.topology.parent[i] != parent:
            continue
        body = system.model.body(branch.outboard)
        X = body.pose.transform
        if parent >= 0:
            inboard = system.topology.branches[parent].outboard
            X = system.model.body(inboard).pose.transform.inverse @ X
        R, I = X.matrix, np.array(body.inertia)
        inertia = I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        text += (
            f'<body name="{body.name}" pos="{_words(X.position)}" '
            f'xyaxes="{_words([*R[:, 0], *R[:, 1]])}">{_axes(branch)}'
            f'<inertial mass="{body.mass!r}" pos="{_words(body.com)}" '
            f'fullinertia="{_words(inertia)}"/>{_sites(system, body.name, springs)}'
            f"{_carried(system, i, springs)}</body>"
        )
    return text


def _axes(branch: Any) -> str:
    """Return the axes of a joint in the frame of the outboard body, as in the drawing."""
    kind, name = branch.joint.type.type_name, branch.joint.name
    M = branch.on_outboard
    R, sign = np.array(M.rotation), -1.0 if branch.reversed else 1.0
    axes = {"revolute": [2], "prismatic": [2], "universal": [0, 1]}[kind]
    word = "slide" if kind == "prismatic" else "hinge"
    return "".join(
        f'<joint name="{name}.{k}" type="{word}" pos="{_words(M.position)}" '
        f'axis="{_words(sign * R[:, axis])}"/>'
        for k, axis in enumerate(axes)
    )
