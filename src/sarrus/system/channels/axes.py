"""Vectors in other axes, by name: `A.reaction.force@world`, `crank.velocity@body`, `com@A`.

After @ stands `world`; `body`, the axes of the body that the vector belongs to; `joint`, those of
the joint, on its child (on its parent for loads `on.parent`); or the name of a body, frame or
joint. The vector stays what it is, also its point of reference; only its components change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import NORM, UNIQUE, XYZ, Definition, Labelling
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.loads import AXES, load_channel, vectors_in_axes
from sarrus.system.channels.markers import JointMarker, Marker, marker_of
from sarrus.system.channels.view import LabelledView, StateView

if TYPE_CHECKING:
    from sarrus.system.system import System

MARK = "@"
"""Stands between the name of a vector and the axes that it is wanted in."""
PARTS = (*XYZ, NORM, UNIQUE)

Turn = Callable[[Definition, str], "Definition | None"]
"""Returns a vector in the axes of a name; None where the name is none of axes."""


def in_axes(name: str, meant: Callable[[str], Definition | None], turn: Turn) -> Definition | None:
    """Return the channel of a name with axes, None where there is no such vector.

    A component may be named before or after the axes: `A.reaction.force.x@world`,
    `A.reaction.force@world.x`.
    """
    base, _, axes = name.partition(MARK)
    whole, part = meant(base), ""
    if whole is None or not whole.shape:
        vector, _, last = base.rpartition(".")
        owner = meant(vector) if vector and last in PARTS else None
        if owner is not None and owner.components == XYZ:
            whole, part = owner, last
    if whole is None:
        return None
    if whole.components != XYZ:
        rule = "is not a vector, so that it has no axes"
        raise ModelError(Problem("M09", f"channel '{name}'", rule, action=f"write '{base}'"))
    found = turn(whole, axes)
    if found is None and not part:
        other, _, part = axes.rpartition(".")
        found = turn(whole, other) if other and part in PARTS else None
    if found is None:
        raise ModelError(_no_axes(name, axes))
    return found.component(part) if part else found


def turned_vector(system: System, whole: Definition, axes: str) -> Definition | None:
    """Return a vector in the axes of a name; None where the name is none of axes."""
    if axes not in AXES and not _is_place(system, axes):
        return None
    name = f"{whole.name}{MARK}{axes}"
    if whole.kind == "joint" and not whole.in_world:
        load, _, quantity = whole.name.rpartition(".")
        found = load_channel(system, f"{load}.in.{axes}.{quantity}")
        return None if found is None else replace(found, name=name)
    if not whole.in_world:
        rule = "is a vector whose axes are not known"
        raise ModelError(Problem("M09", f"channel '{name}'", rule, action=f"write '{whole.name}'"))
    if axes == "world":
        return replace(whole, name=name, also=(), listed=False)
    return _in_frame(whole, name, _frame(system, whole, name, axes))


def _is_place(system: System, name: str) -> bool:
    try:
        marker_of(system, name)
    except ModelError:
        return False
    return True


def _frame(system: System, whole: Definition, name: str, axes: str) -> Marker | JointMarker:
    """Return the frame whose axes are meant."""
    model = system.model
    if axes == "joint" or (axes == "body" and not whole.body):
        known = [part.name for part in (model.joints if axes == "joint" else model.bodies)]
        rule = f"belongs to no {axes}, so that it is not said which {axes}'s axes are meant"
        action = f"name the {axes}: '{whole.name}{MARK}{[*known, GROUND][0]}'"
        raise ModelError(Problem("M09", f"channel '{name}'", rule, action=action))
    return marker_of(system, f"body:{whole.body}" if axes == "body" else axes)


def _in_frame(whole: Definition, name: str, frame: Marker | JointMarker) -> Definition:
    def equation(at: StateView) -> Array:
        return vectors_in_axes(whole.equation(at), frame.rotation(at))

    text, words = whole.description, f"axes of {frame.description}"
    text = text.replace("world axes", words) if "world axes" in text else f"{text}, {words}"
    return replace(
        whole,
        name=name,
        description=text,
        equation=equation,
        also=(),
        listed=False,
        labels=_labels_of_mixture(whole.labels),
    )


def _labels_of_mixture(labels: Labelling | None) -> Labelling | None:
    """Return the labels of components that depend on all components of before."""
    if labels is None:
        return None

    def joined_labels(at: LabelledView) -> Labels:
        both = labels(at).together
        return Labels(np.repeat(both.each, len(XYZ), axis=1), both.owners, both.blamed)

    return joined_labels


def _no_axes(name: str, axes: str) -> Problem:
    rule = (
        f"names the axes '{axes}', which are neither world, body or joint nor those of a body, "
        "frame or joint"
    )
    near = nearest(axes.partition(".")[0], list(AXES))
    return Problem("M09", f"channel '{name}'", rule, action=near)
