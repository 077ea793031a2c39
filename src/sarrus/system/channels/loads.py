"""Loads of joints: force and moment, on either side, in any axes, about any point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import XYZ, Definition, Equation, Labelling
from sarrus.system.channels.view import StateView

WHAT = {
    "wrench": "all that passes through joint",
    "reaction": "constraint part of what passes through joint",
}


@dataclass(frozen=True)
class Form:
    """How a joint's load is asked for: part, side, axes and point of reference.

    part: "wrench" or "reaction"; on: "child" or "parent"; axes: "joint", "body" or "world"; at: a
    point in world coordinates, the joint's own where None.
    """

    part: str = "reaction"
    on: str = "child"
    axes: str = "joint"
    at: tuple[float, float, float] | None = None

    @property
    def words(self) -> str:
        """Side, axes and point in words."""
        side = {"child": "on the child by the parent", "parent": "on the parent by the child"}
        axes = {"joint": "joint axes", "body": "body axes", "world": "world axes"}
        point = "the joint's point" if self.at is None else f"{self.at} m"
        return f"{side[self.on]}, in {axes[self.axes]}, at {point}"


def load_definitions(joint: str, form: Form, name: str) -> Iterator[Definition]:
    """Go through force and moment of a joint in one form, under names that start with `name`."""
    for k, (part, unit) in enumerate((("force", "N"), ("moment", "N m"))):
        yield Definition(
            "joint",
            f"{name}.{part}",
            unit,
            f"{part}: {WHAT[form.part]} '{joint}', {form.words}",
            _part(joint, form, k),
            shape=(3,),
            components=XYZ,
            labels=_labels(joint, form, k),
            solved=True,
        )


def point_definition(joint: str, form: Form, name: str) -> Definition:
    """Return the point that a joint's load refers to."""
    text = f"point that the load of joint '{joint}' refers to, world coordinates"
    equation = _part(joint, form, 2)
    return Definition("joint", f"{name}.at", "m", text, equation, shape=(3,), components=XYZ)


def _part(joint: str, form: Form, k: int) -> Equation:
    return lambda at: joint_load(at, joint, form)[k]


def _labels(joint: str, form: Form, k: int) -> Labelling:
    return lambda at: at.load_labels(joint, form, k)


def joint_load(at: StateView, joint: str, form: Form) -> tuple[Array, Array, Array]:
    """Return force, moment and point of reference of a joint."""
    j = at.system.compiled.loops.joints.index(joint)
    point, turn, sign = seen_from(at, j, form)
    force, moment = seen(sign * at.loads(form.part)[..., j, :], point, turn)
    return force, moment, point


def seen_from(at: StateView, j: int, form: Form) -> tuple[Array, Array, float]:
    """Return the points and axes that a load is referred to, and its sign."""
    child = form.on == "child"
    side = 1 if child else 0
    frames, rows = at.of_all("frames"), np.shape(at.q)[:-1]
    point = frames["at_M" if child else "at_F"][..., j, :]
    if form.at is not None:
        point = np.broadcast_to(np.array(form.at, dtype=float), (*rows, 3))
    if form.axes == "world":
        turn: Array = np.broadcast_to(np.eye(3), (*rows, 3, 3))
    else:
        turn = frames["frames" if form.axes == "joint" else "bodies"][..., j, side, :, :]
    return point, turn, 1.0 if child else -1.0


def seen(load: Array, point: Array, turn: Array) -> tuple[Array, Array]:
    """Return force and moment about a point, in other axes; components last."""
    force = load[..., 0:3]
    moment = load[..., 3:6] - np.cross(point, force)
    return turned(force, turn), turned(moment, turn)


def turned(values: Array, turn: Array) -> Array:
    """Return vectors in the axes of frames, turn^T values; rows of states first."""
    if values.ndim == turn.ndim - 1:
        return np.einsum("...i,...ij->...j", values, turn)
    return np.einsum("n...i,nij->n...j", values, turn)
