"""Numbers of a model beside masses, joint frames and declared numbers of force elements.

They are parts of formulas, roads and tyres, points of laws, numbers of joint types, armatures,
factors of couplers. Each can be given by name, as a number or as a kernel input; the element is
then one with that number in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.coupler import Coupler
from sarrus.model.joints.joint_type import JointType, input_numbers
from sarrus.model.joints.reversed import Reversed
from sarrus.model.model import Model
from sarrus.spatial.tracking import reals

if TYPE_CHECKING:
    from sarrus.model.forces.element import ForceElement
    from sarrus.model.forces.user_force import UserForce

Values = Mapping[str, Any]
Element = TypeVar("Element", bound="ForceElement")
PLACES = "places"
"""The points of a law of the user, in body frames."""
ARMATURE = "armature"
"""The inertia of the rotor of a joint."""


def further_numbers(model: Model) -> Iterator[tuple[str, np.ndarray]]:
    """Go through the numbers by name, with their values."""
    for joint in model.joints:
        for name in input_numbers(type(joint.type)):
            yield f"joint:{joint.name}.{name}", np.array(getattr(joint.type, name))
        if joint.armature:
            yield f"joint:{joint.name}.{ARMATURE}", np.array(joint.armature)
    for frame in model.frames:
        yield f"frame:{frame.name}.position", np.array(frame.pose.position)
        yield f"frame:{frame.name}.rotation", np.array(frame.pose.rotation)
    for element in model.forces:
        for name, value in element_numbers(element):
            yield f"force:{element.name}.{name}", value
    for coupler in model.couplers:
        yield f"coupler:{coupler.name}.factors", reals([term.factor for term in coupler.terms])
        yield f"coupler:{coupler.name}.offset", np.array(coupler.offset)


def element_numbers(element: ForceElement) -> Iterator[tuple[str, np.ndarray]]:
    """Go through such numbers of a force element by name: of its formulas, and its places."""
    for field in fields(element):  # type: ignore[arg-type]
        value = getattr(element, field.name)
        if hasattr(value, "with_numbers") and value.numbers:
            yield field.name, reals(value.numbers)
    for name in element.further_inputs:
        yield name, reals(getattr(element, name))
    if has_places(element):
        yield PLACES, reals([place for _, _, place in element.points])


def has_places(element: ForceElement) -> TypeGuard[UserForce]:
    """Whether an element is a law of the user with points."""
    from sarrus.model.forces.user_force import UserForce

    return isinstance(element, UserForce) and bool(element.points)


def frame_with(frame: Frame, values: Values) -> tuple[Any, Any]:
    """Return position [m] and rotation of a frame in its body, with what is given for it."""
    own = f"frame:{frame.name}."
    position = values.get(f"{own}position")
    rotation = values.get(f"{own}rotation")
    return (
        np.array(frame.pose.position) if position is None else position,
        np.array(frame.pose.rotation) if rotation is None else rotation,
    )


def element_with(element: Element, values: Values) -> Element:
    """Return a force element with the numbers that are given for it."""
    own = f"force:{element.name}."
    entries = {k.removeprefix(own): x for k, x in values.items() if k.startswith(own)}
    changed: dict[str, Any] = {}
    for name, numbers in entries.items():
        kept: Any = getattr(element, name, None)
        if hasattr(kept, "with_numbers"):
            changed[name] = kept.with_numbers(np.asarray(numbers).tolist())
        elif name in element.further_inputs:
            changed[name] = numbers
        elif name == PLACES and has_places(element):
            listed = zip(element.points, numbers, strict=True)
            changed["points"] = tuple((point, body, place) for (point, body, _), place in listed)
    return replace(element, **changed) if changed else element  # type: ignore[type-var]


def type_with(kind: JointType, joint: str, values: Values) -> JointType:
    """Return a joint type with the numbers that are given for a joint of it."""
    if isinstance(kind, Reversed):
        return Reversed(type_with(kind.joint, joint, values))
    names = [name for name in input_numbers(type(kind)) if f"joint:{joint}.{name}" in values]
    if not names:
        return kind
    return replace(kind, **{name: values[f"joint:{joint}.{name}"] for name in names})  # type: ignore[type-var]


def coupler_with(coupler: Coupler, values: Values) -> Coupler:
    """Return a coupler with the factors and the offset that are given for it."""
    factors = values.get(f"coupler:{coupler.name}.factors")
    offset = values.get(f"coupler:{coupler.name}.offset", coupler.offset)
    if factors is None:
        return coupler if offset is coupler.offset else replace(coupler, offset=offset)
    listed = zip(coupler.terms, factors, strict=True)
    terms = tuple(replace(term, factor=factor) for term, factor in listed)
    return replace(coupler, terms=terms, offset=offset)
