"""All numbers of a model by name, and models that differ in numbers only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sarrus.model.body import GROUND, PlacedShape
from sarrus.model.forces.formula import Formula
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import input_numbers
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.shapes import Capsule, Cylinder, Sphere
from sarrus.spatial.tracking import is_tracked
from sarrus.system.quantities.parameters import number_entries

Named = tuple[str, np.ndarray]
TOLERANCE = 1e-12
"""Part of the size of numbers by which two ways to compute them may differ."""
SMALL = 1e-3
"""Numbers below this differ by as much as one of this size may."""
SAMPLES = 3
"""Arguments at which two formulas are compared."""


def kernel_numbers(model: Model) -> dict[str, np.ndarray]:
    """Return the numbers that may become kernel inputs, by full names; each once.

    What others say already (the point of a joint in the drawing) is not among them.
    """
    return dict(number_entries(model))


def drawing_numbers(model: Model) -> dict[str, np.ndarray]:
    """Return the numbers that no kernel has: poses in the drawing, shapes, limits."""
    return dict(_drawing(model))


def _drawing(model: Model) -> Iterator[Named]:
    for body in model.bodies:
        yield from _pose(f"body:{body.name}", body.pose)
        yield from _shapes(f"body:{body.name}", body.shapes)
    yield from _shapes(GROUND, model.ground_shapes)
    for joint in model.joints:
        for what in ("limits", "speed_limits", "effort_limits"):
            yield f"joint:{joint.name}.{what}", np.array(getattr(joint, what))
    for start in model.start:
        yield f"start:{start.body}.velocity", np.array(start.velocity)
        yield f"start:{start.body}.angular_velocity", np.array(start.angular_velocity)


def _pose(name: str, pose: Pose) -> Iterator[Named]:
    yield f"{name}.position", np.array(pose.position)
    yield f"{name}.rotation", np.array(pose.rotation)


def _shapes(owner: str, shapes: tuple[PlacedShape, ...]) -> Iterator[Named]:
    for i, placed in enumerate(shapes):
        name = f"{owner}.shapes[{i}]"
        yield from _pose(name, placed.pose)
        for field in dataclasses.fields(placed.shape):  # type: ignore[arg-type]
            value = getattr(placed.shape, field.name)
            if not isinstance(value, str):
                yield f"{name}.{field.name}", np.array(value)


def unnamed_numbers(model: Model) -> Iterator[tuple[str, Any]]:
    """Go through tracked numbers that have no name: where they are, and the number.

    They are part of the code: what depends on them needs the file read anew.
    """
    for joint in model.joints:
        known = input_numbers(type(joint.type))
        yield from _fields(joint.type, f"joint {joint.name!r}", known)
    for element in model.forces:
        listed = {field.name: getattr(element, field.name) for field in dataclasses.fields(element)}  # type: ignore[arg-type]
        known = [name for name, value in listed.items() if isinstance(value, Formula)]
        known += [*element.units, "parameters", "points"]
        yield from _fields(element, f"force {element.name!r}", known)
    yield from tracked_leaves(model.tolerance, "the tolerance of the model")


def _fields(x: Any, where: str, known: list[str]) -> Iterator[tuple[str, Any]]:
    for field in dataclasses.fields(x):
        if field.name not in known:
            yield from tracked_leaves(getattr(x, field.name), f"{where} / {field.name}")


def tracked_leaves(x: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Go through the tracked numbers of something, with where they are."""
    if is_tracked(x):
        yield where, x
    elif isinstance(x, np.ndarray) and x.dtype == object:
        yield from tracked_leaves(x.tolist(), where)
    elif isinstance(x, (tuple, list)):
        for part in x:
            yield from tracked_leaves(part, where)
    elif isinstance(x, dict):
        for name, part in x.items():
            yield from tracked_leaves(part, f"{where} / {name}")
    elif dataclasses.is_dataclass(x) and not isinstance(x, type):
        name = getattr(x, "name", None)
        inner = f"{where} {name!r}" if isinstance(name, str) and name else where
        for field in dataclasses.fields(x):
            yield from tracked_leaves(getattr(x, field.name), f"{inner} / {field.name}")


def with_values(x: Any, value: Callable[[Any], float]) -> Any:
    """Return a model, or a part of one, with the value of each tracked number in its place."""
    if is_tracked(x):
        return value(x)
    if isinstance(x, np.ndarray):
        return np.array(with_values(x.tolist(), value)) if x.dtype == object else x
    if isinstance(x, (tuple, list)):
        found = [with_values(part, value) for part in x]
        same = all(a is b for a, b in zip(found, x, strict=True))
        return x if same else type(x)(found)
    if isinstance(x, dict):
        return {key: with_values(part, value) for key, part in x.items()}
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        own = [f.name for f in dataclasses.fields(x) if f.init]
        parts = {name: with_values(getattr(x, name), value) for name in own}
        changed = {name: new for name, new in parts.items() if new is not getattr(x, name)}
        return dataclasses.replace(x, **changed) if changed else x
    return x


def difference(one: Any, other: Any, where: str = "") -> str:
    """Return where two models, or parts of them, are not the same, or nothing.

    Numbers may differ by rounding; formulas are compared by what they compute.
    """
    if one is other:
        return ""
    if isinstance(one, Joint) and isinstance(other, Joint) and _same_line(one, other):
        other = dataclasses.replace(other, on_parent=one.on_parent, on_child=one.on_child)
    if isinstance(one, PlacedShape) and isinstance(other, PlacedShape) and _same_round(one, other):
        other = dataclasses.replace(other, pose=one.pose)
    if isinstance(one, Formula) and isinstance(other, Formula):
        return "" if _compute_alike(one, other) else where or "a formula"
    if type(one) is not type(other) and not (_is_number(one) and _is_number(other)):
        return where or "an element"
    if isinstance(one, (tuple, list)):
        return _difference_of_lists(one, other, where)
    if isinstance(one, dict):
        return _difference_of_lists(list(one.items()), list(other.items()), where)
    if dataclasses.is_dataclass(one) and _has_parts(one):
        name = getattr(one, "name", None)
        kind = type(one).__name__.lower()
        inner = f"{kind} {name!r}" if isinstance(name, str) and kind != "model" else where
        for field in dataclasses.fields(one):
            if field.compare and field.name not in ("name", "notices"):
                at = f"{inner} / {field.name}" if inner else field.name
                found = difference(getattr(one, field.name), getattr(other, field.name), at)
                if found:
                    return found
        return ""
    if _is_number(one):
        return "" if _close([one], [other]) else where
    return "" if bool(np.all(one == other)) else where or "an element"


def _same_line(one: Joint, other: Joint) -> bool:
    """Whether the frames of two joints differ by a turn about their axis, the same for both.

    The file does not say where x points on an axis: readers choose the coordinate axis farthest
    from it, and constants that move the axis may change which this is.
    """
    if not one.type.axial or type(one.type) is not type(other.type):
        return False
    pairs = [(one.on_parent, other.on_parent), (one.on_child, other.on_child)]
    turns = [np.array(a.rotation).T @ np.array(b.rotation) for a, b in pairs]
    about_z = all(_near(turn[2], (0.0, 0.0, 1.0)) for turn in turns)
    same = all(_close(a.position, b.position) for a, b in pairs)
    return same and about_z and _near(turns[0], turns[1])


def _same_round(one: PlacedShape, other: PlacedShape) -> bool:
    """Whether two round solids stand at the same place; their turn about z cannot be seen."""
    if not isinstance(one.shape, (Cylinder, Capsule, Sphere)):
        return False
    axes = [np.array(placed.pose.rotation)[:, 2] for placed in (one, other)]
    return _close(one.pose.position, other.pose.position) and _near(*axes)


def _near(a: Any, b: Any) -> bool:
    return bool(np.max(np.abs(np.subtract(a, b))) <= TOLERANCE)


def _has_parts(x: Any) -> bool:
    """Whether something is compared part by part; curves are by what they hash to."""
    return not isinstance(x, type) and not hasattr(x, "digest")


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float, np.number)) and not isinstance(x, bool)


def _difference_of_lists(one: Any, other: Any, where: str) -> str:
    if len(one) != len(other):
        return where or "the number of elements"
    if one and all(map(_is_number, one)) and all(map(_is_number, other)):
        return "" if _close(one, other) else where
    for a, b in zip(one, other, strict=True):
        found = difference(a, b, where)
        if found:
            return found
    return ""


def _close(one: Any, other: Any) -> bool:
    a, b = np.array(one, dtype=float), np.array(other, dtype=float)
    finite = np.abs(np.where(np.isfinite(b), b, 0.0))
    with np.errstate(invalid="ignore"):
        near = np.abs(a - b) <= TOLERANCE * max(float(np.max(finite)), SMALL)
    return bool(np.all((a == b) | near))


def _compute_alike(one: Formula, other: Formula) -> bool:
    """Whether two formulas of the same arguments give the same results at some of them."""
    if one.arguments != other.arguments or len(one.results) != len(other.results):
        return False
    rng = np.random.default_rng(0)
    with np.errstate(all="ignore"):
        for _ in range(SAMPLES):
            value = rng.uniform(0.1, 1.0, len(one.arguments)).tolist()
            if not _alike(one.values(*value), other.values(*value)):
                return False
    return True


def _alike(one: Any, other: Any) -> bool:
    a, b = np.array(one, dtype=float), np.array(other, dtype=float)
    with np.errstate(invalid="ignore"):
        near = np.abs(a - b) <= 1e-9 * np.maximum(np.abs(b), SMALL)
    return bool(np.all(near | (a == b) | (np.isnan(a) & np.isnan(b))))
