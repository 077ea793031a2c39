"""Loads of joints: force and moment, on either side, in any axes, about any point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import (
    UNIQUE,
    XYZ,
    Definition,
    Equation,
    Labelling,
    uniqueness,
)
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.markers import JointMarker, Marker, marker_of
from sarrus.system.channels.view import LabelledView, StateView
from sarrus.system.checks import check_choice, numbers

if TYPE_CHECKING:
    from sarrus.system.system import System

WHAT = {
    "wrench": "all that passes through joint",
    "reaction": "constraint part of what passes through joint",
}


@dataclass(frozen=True)
class Form:
    """How a joint's load is asked for: part, side, axes and point of reference.

    part: "wrench" or "reaction"; on: "child" or "parent"; axes: "joint", "body", "world" or the
    name of a frame; at: a point in world coordinates, or one that moves with a body, the joint's
    own where None; frame: what `axes` names where it is none of the three words.
    """

    part: str = "reaction"
    on: str = "child"
    axes: str = "joint"
    at: tuple[float, float, float] | Marker | JointMarker | None = None
    frame: Marker | JointMarker | None = None

    @property
    def description(self) -> str:
        """Side, axes and point in words."""
        side = {"child": "on the child by the parent", "parent": "on the parent by the child"}
        axes = (
            f"the axes of {self.frame.description}"
            if self.frame is not None
            else f"{self.axes} axes"
        )
        if self.at is None:
            point = "the joint's point"
        else:
            point = f"{self.at} m" if isinstance(self.at, tuple) else self.at.description
        return f"{side[self.on]}, in {axes}, at {point}"

    @property
    def moves(self) -> bool:
        """Whether point or axes are those of something that moves, other than the joint."""
        return self.frame is not None or not (self.at is None or isinstance(self.at, tuple))


SIDES = ("child", "parent")
AXES = ("joint", "body", "world")


def form_of(
    system: System, part: str, on: str = "child", axes: str = "joint", at: Any = None
) -> Form:
    """Return the form of a load as users ask for it; what is none is refused.

    axes: "joint", "body", "world", or the name of a body, frame or joint whose axes are taken; at:
    a point in world coordinates [m], or one that moves: the name of a body, frame or joint, or
    (body or frame, point in its axes).
    """
    check_choice("part", part, ("wrench", "reaction"))
    check_choice("on", on, SIDES)
    frame = None if axes in AXES else _frame(system, axes)
    return Form(part, on, axes, _place(system, at), frame)


def _frame(system: System, axes: Any) -> Marker | JointMarker:
    """Return the frame whose axes are meant."""
    try:
        return marker_of(system, axes)
    except ModelError as error:
        words = ", ".join(repr(word) for word in AXES)
        rule = f"is none of {words}, nor the name of a body, frame or joint"
        near = error.problems[0].action
        raise ModelError(Problem("S03", "axes", rule, value=repr(axes)[:80], action=near)) from None


def _place(system: System, at: Any) -> tuple[float, float, float] | Marker | JointMarker | None:
    if at is None or isinstance(at, (Marker, JointMarker)):
        return at
    pair = isinstance(at, (tuple, list)) and len(at) == 2 and isinstance(at[0], str)
    if isinstance(at, str) or pair:
        return marker_of(system, at)
    x, y, z = numbers("at", at, 3).ravel().tolist()
    return x, y, z


def load_definitions(joint: str, form: Form, name: str) -> Iterator[Definition]:
    """Go through force and moment of a joint in one form, under names that start with `name`."""
    for k, (part, unit) in enumerate((("force", "N"), ("moment", "N m"))):
        yield Definition(
            "joint",
            f"{name}.{part}",
            unit,
            f"{part}: {WHAT[form.part]} '{joint}', {form.description}",
            _part(joint, form, k),
            shape=(3,),
            components=XYZ,
            labels=_labels(joint, form, k),
            solved=True,
        )


def load_uniqueness(joint: str, form: Form, name: str) -> Definition:
    """Return whether force and moment of a joint in one form are unique, `name`.unique."""

    def both(at: LabelledView) -> Labels:
        return at.load_labels(joint, form, 0).beside(at.load_labels(joint, form, 1))

    text = f"force and moment: {WHAT[form.part]} '{joint}', {form.description}"
    whole = Definition("joint", name, "", text, _part(joint, form, 0), solved=True)
    return uniqueness(whole, both)


def point_definition(joint: str, form: Form, name: str) -> Definition:
    """Return the point that a joint's load refers to."""
    text = f"point that the load of joint '{joint}' refers to, world coordinates"
    equation = _part(joint, form, 2)
    return Definition(
        "joint", f"{name}.at", "m", text, equation, shape=(3,), components=XYZ, in_world=True
    )


# --- other forms by name -------------------------------------------------------------------------

QUANTITIES = ("force", "moment", UNIQUE)
OPTIONS = {"at": "at", "in": "axes", "on": "on"}
"""Words in names of channels, and what they say: `C.reaction.at.tip.in.world.force`."""


def load_channel(system: System, name: str) -> Definition | None:
    """Return the load of a joint in a form that its name says; None where it says none.

    After `C.reaction` or `C.wrench`, in any order: `at.tip`, the body, frame or joint that it is
    referred to; `in.world`, the axes; `on.parent`, the side; then `force`, `moment` or `unique`.
    """
    whole, _, quantity = name.rpartition(".")
    if quantity not in QUANTITIES:
        return None
    for joint in sorted(system.compiled.loops.joints, key=len, reverse=True):
        for part in WHAT:
            start = f"{joint}.{part}."
            how = _options(whole[len(start) :].split(".")) if whole.startswith(start) else None
            if how is not None:
                form = form_of(system, part, **how)
                if quantity == UNIQUE:
                    return load_uniqueness(joint, form, whole)
                force, moment = load_definitions(joint, form, whole)
                return replace(force if quantity == "force" else moment, listed=False)
    return None


def _options(words: list[str]) -> dict[str, str] | None:
    """Return what the words of a name say, None where they are no options.

    A name may have dots; it ends where the next option begins.
    """
    found: dict[str, str] = {}
    option = ""
    for word in words:
        if word in OPTIONS and OPTIONS[word] not in found and (not option or found[option]):
            option = OPTIONS[word]
            found[option] = ""
        elif not option:
            return None
        else:
            found[option] = f"{found[option]}.{word}" if found[option] else word
    return found if all(found.values()) else None


def _part(joint: str, form: Form, k: int) -> Equation:
    return partial(joint_load, joint=joint, form=form, k=k)


def _labels(joint: str, form: Form, k: int) -> Labelling:
    return lambda at: at.load_labels(joint, form, k)


def joint_load(at: StateView, joint: str, form: Form, k: int) -> Array:
    """Return force (k = 0), moment (1) or point of reference (2) of a joint."""
    if joint not in at.system.compiled.loops.joints:  # a contact that has been separated
        return np.full((*np.shape(at.q)[:-1], 3), np.nan if k == 2 else 0.0)
    j = at.system.compiled.loops.joints.index(joint)
    point, turn, sign = seen_from(at, j, form)
    if k == 2:
        return point
    load = None if at.kept is None else at.kept.load(joint, form.part)
    if load is None:
        load = getattr(at.joint_loads, form.part)[..., j, :]
    return force_and_moment(sign * load, point, turn)[k]


def seen_from(at: StateView, j: int | slice, form: Form) -> tuple[Array, Array, float]:
    """Return the points and axes that loads are referred to, and their sign.

    j: number of a joint, or several in a row, which are then an axis after that of the states.
    """
    child = form.on == "child"
    side = 1 if child else 0
    frames = at.of_all("frames")
    point = frames["at_M" if child else "at_F"][..., j, :]
    lead = point.shape[:-1]
    if isinstance(form.at, tuple):
        point = np.broadcast_to(np.array(form.at, dtype=float), (*lead, 3))
    elif form.at is not None:
        point = _for_joints(form.at.position(at), j, lead, 1)
    if form.frame is not None:
        turn: Array = _for_joints(form.frame.rotation(at), j, lead, 2)
    elif form.axes == "world":
        turn = np.broadcast_to(np.eye(3), (*lead, 3, 3))
    else:
        turn = frames["frames" if form.axes == "joint" else "bodies"][..., j, side, :, :]
    return point, turn, 1.0 if child else -1.0


def _for_joints(values: Array, j: int | slice, lead: tuple[int, ...], axes: int) -> Array:
    """Return vectors (axes = 1) or matrices (2) that are the same for several joints."""
    if isinstance(j, int):
        return values
    return np.broadcast_to(np.expand_dims(values, values.ndim - axes), lead + (3,) * axes)


def force_and_moment(load: Array, point: Array, turn: Array) -> tuple[Array, Array]:
    """Return force and moment about a point, in other axes; components last."""
    force = load[..., 0:3]
    moment = load[..., 3:6] - np.cross(point, force)
    return vectors_in_axes(force, turn), vectors_in_axes(moment, turn)


def vectors_in_axes(values: Array, turn: Array) -> Array:
    """Return vectors in the axes of frames, turn^T values; rows of states first."""
    if values.ndim == turn.ndim - 1:
        return np.einsum("...i,...ij->...j", values, turn)
    return np.einsum("n...i,nij->n...j", values, turn)
