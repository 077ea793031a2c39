"""A model as users describe it: drafts that are built into the same model."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from sarrus.formats.model_record import CLASSES
from sarrus.formats.plain import comparable, record_of
from sarrus.formats.writing.joint_drafts import is_two_sided, joint_draft
from sarrus.model.body import GROUND, Body, PlacedShape
from sarrus.model.building.drafts import READY, ForceDraft, JointDraft, PoseDraft, ShapeDraft
from sarrus.model.building.drawing import Options, pose_options, same
from sarrus.model.building.models import read_force
from sarrus.model.building.references import Scope
from sarrus.model.coupler import Coupler
from sarrus.model.forces.element import ForceElement
from sarrus.model.mass_properties import ZERO
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.registry import FORCES

ROUNDING = 1e-14
"""Relative size of what the builder may lose when it carries a direction into a turned body."""
NO_INERTIA = (ZERO, ZERO, ZERO)


def mechanism_of(model: Model, *, exact: bool = True) -> Mechanism:
    """Return a mechanism in readable words that `build` makes into the same model, bit for bit.

    Joints stand in the drawing where that gives the same numbers, else by frames on both bodies.
    A force element that no words give exactly, such as one of the user's own class, is kept
    ready, as by `Mechanism.add`. exact=False: joints stand in the drawing where that gives the same
    numbers but for round-off.
    """
    mechanism = Mechanism(model.name, model.gravity, tolerance=model.tolerance)
    mechanism.base = model.base
    scope = scope_of(model, mechanism)
    mechanism.joints = [joint_draft(scope, joint, exact) for joint in model.joints]
    hung = _bodies_placed_by_joints(mechanism.joints)
    for body in model.bodies:
        _add_body(mechanism, body, body.name in hung)
    mechanism.ground_shapes = [_shape(placed) for placed in model.ground_shapes]
    for frame in model.frames:
        mechanism.frame(frame.name, frame.body, **pose_options(frame.pose))
    mechanism.forces = [force_draft(scope, element) for element in model.forces]
    for coupler in model.couplers:
        _add_coupler(mechanism, model, coupler)
    for start in model.start:
        mechanism.start_velocity(start.body, start.velocity, start.angular_velocity)
    return mechanism


def scope_of(model: Model, mechanism: Mechanism) -> Scope:
    """Return the scope in which the builder would read the elements of a model."""
    return Scope(
        mechanism,
        body_names=set(model.body_index),
        poses={GROUND: Pose()} | {body.name: body.pose for body in model.bodies},
        frames={frame.name: frame for frame in model.frames},
        joints={joint.name: joint for joint in model.joints},
        joint_names=set(model.joint_index),
    )


def _bodies_placed_by_joints(joints: list[JointDraft]) -> set[str]:
    """Return the bodies that the builder would place by their joints."""
    ends = [(draft.parent, draft.child) for draft in joints if is_two_sided(draft)]
    return {body for pair in ends for body in pair}


def _add_body(mechanism: Mechanism, body: Body, hung: bool) -> None:
    words: Options = {"mass": body.mass}
    if body.com != ZERO or body.shapes:
        words["com"] = body.com
    if body.inertia != NO_INERTIA or body.shapes:
        words["inertia"] = _inertia(body)
    words |= pose_options(body.pose)
    if hung:
        words.setdefault("at", body.pose.position)
    mechanism.body(body.name, **words, shapes=[_shape(placed) for placed in body.shapes])


def _inertia(body: Body) -> Any:
    """Return three principal moments, six numbers, or the matrix if it is not symmetric."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = body.inertia
    if not same((xy, yz, xz), (yx, zy, zx)):
        return body.inertia
    products = (xy, yz, xz)
    return (xx, yy, zz) if same(products, ZERO) else (xx, yy, zz, *products)


def _shape(placed: PlacedShape) -> ShapeDraft:
    return ShapeDraft(placed.shape, PoseDraft(**pose_options(placed.pose)), placed.color)


def force_draft(scope: Scope, element: ForceElement) -> ForceDraft:
    """Return the draft that is read as a force element; a ready one if no words are exact."""
    for draft, read in _drafts(scope, element):
        if same(read, element):
            return draft
    return ForceDraft(READY, element.name, {"element": element}, {})


def nearest_draft(scope: Scope, element: ForceElement) -> ForceDraft | None:
    """Return a draft whose numbers differ from a force element by round-off; None without one."""
    for draft, read in _drafts(scope, element):
        if read is not None and _close(_record(read), _record(element)):
            return draft
    return None


def _drafts(
    scope: Scope, element: ForceElement
) -> Iterator[tuple[ForceDraft, ForceElement | None]]:
    """Yield drafts, the most readable first, each with what the builder reads."""
    if FORCES.get(element.type_name) is not type(element):
        return
    for method, options in element.descriptions(scope):
        draft = ForceDraft(method, element.name, options, {})
        yield draft, read_force(dataclasses.replace(scope, problems=[]), draft)


def _record(element: ForceElement) -> Any:
    return comparable(record_of(element, CLASSES, lambda other: {"class": repr(other)}))


def _close(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return a == b or abs(a - b) <= ROUNDING * max(1.0, abs(b))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_close(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_close(a[key], b[key]) for key in a)
    return bool(a == b)


def _add_coupler(mechanism: Mechanism, model: Model, coupler: Coupler) -> None:
    """Add a gear, where one coordinate follows another of the same unit, else all terms."""
    named = []
    for term in coupler.terms:
        kind = model.joint(term.joint).type
        name = f"{term.joint}.{kind.coordinates[term.index].name}"
        named.append((name, term.factor, kind.coordinates[term.index].unit))
    units = {unit for _, _, unit in named}
    if len(named) == 2 and named[0][1] == 1.0 and len(units) == 1:
        (driven, _, _), (driver, factor, _) = named
        mechanism.gear(coupler.name, driver, driven, -factor, offset=coupler.offset)
    else:
        terms = {name: factor for name, factor, _ in named}
        mechanism.couple(coupler.name, terms, offset=coupler.offset)
