"""From the user's description to a body: pose, shapes, mass, centre of mass and inertia."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.body import Body, PlacedShape
from sarrus.model.building.drafts import BodyDraft, PoseDraft, ShapeDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import matrix_of_axes, rotation
from sarrus.model.building.references import Scope, nearest
from sarrus.model.mass_properties import ZERO, MassProperties, inertia_at_com, of_solid, together
from sarrus.model.pose import Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.model.shapes import TYPES, Shape

NO_INERTIA: Matrix3 = (ZERO, ZERO, ZERO)


def read_pose(entry: Entry, draft: PoseDraft) -> Pose:
    """Return the pose of a position [m] and a rotation; the identity where nothing is given."""
    position = ZERO if draft.at is None else entry.vector("at", draft.at, "m")
    turn = rotation(entry, draft.rotation, draft.quaternion_wxyz, draft.rpy)
    return Pose(position or ZERO, turn or Pose().rotation)


def read_body(scope: Scope, draft: BodyDraft) -> Body:
    """Return the body in its own frame; its pose in the drawing is set later."""
    entry = scope.entry("body", draft.name, draft.source)
    shapes = read_shapes(scope, entry, draft.shapes)
    solids = [placed for placed in shapes if placed.shape.volume]
    mass = _mass(entry, draft, solids)
    own = _of_solids(solids, mass)
    com = (own.com if own else ZERO) if draft.com is None else entry.vector("com", draft.com, "m")
    inertia = _inertia(entry, draft, mass, com or ZERO, own)
    moments = matrix3(np.array(inertia or NO_INERTIA) + 0.0)  # -0 is 0
    place = vector3(np.array(com or ZERO) + 0.0)
    return Body(draft.name, mass or 0.0, place, moments, shapes=tuple(shapes))


def read_shapes(scope: Scope, owner: Entry, drafts: list[ShapeDraft]) -> list[PlacedShape]:
    """Return the shapes of a body or of ground with their poses."""
    placed = []
    for draft in drafts:
        entry = Entry(f"{owner.element} / shape", draft.source or owner.source, scope.problems)
        if not isinstance(draft.shape, Shape):
            action = "give a Box, Cylinder, Sphere, Capsule or Mesh"
            if isinstance(draft.shape, str):
                action = nearest(draft.shape, TYPES)
            value = entry.literal("", draft.shape)
            entry.report("M09", "", "is not a shape", value=value, action=action)
            continue
        placed.append(PlacedShape(draft.shape, read_pose(entry, draft.pose), draft.color))
    return placed


def _mass(entry: Entry, draft: BodyDraft, solids: list[PlacedShape]) -> float | None:
    density = None
    if draft.density is not None:
        density = entry.number("density", draft.density, "kg/m^3", least=0.0)
    if draft.mass is not None:
        return entry.number("mass", draft.mass, "kg", least=0.0)
    if density is None:
        return 0.0
    if not solids:
        rule = "is given, but the body has no shape with a volume"
        entry.report("M04", "density", rule, action="add a Box, Cylinder, Sphere or Capsule")
        return None
    return density * sum(placed.shape.volume or 0.0 for placed in solids)


def _of_solids(solids: list[PlacedShape], mass: float | None) -> MassProperties | None:
    """Return the mass properties of uniform solids that have the given mass together."""
    volume = sum(placed.shape.volume or 0.0 for placed in solids)
    if not mass or not volume:
        return None
    return together(
        of_solid(placed.shape, mass * (placed.shape.volume or 0.0) / volume, placed.pose)
        for placed in solids
    )


def _inertia(
    entry: Entry, draft: BodyDraft, mass: float | None, com: Vector3, own: MassProperties | None
) -> Matrix3 | None:
    if draft.inertia is None:
        return own.inertia if own else NO_INERTIA
    given = read_inertia(entry, draft.inertia)
    about = None
    if draft.inertia_about is not None:
        about = entry.vector("inertia_about", draft.inertia_about, "m")
    axes = None
    if draft.inertia_axes is not None:
        axes = matrix_of_axes(entry, "inertia_axes", draft.inertia_axes)
    if given is None or mass is None:
        return None
    return inertia_at_com(given, mass, com, about, axes)


def read_inertia(entry: Entry, raw: Any) -> Matrix3 | None:
    """Return the symmetric 3x3 of 3 moments, (xx, yy, zz, xy, yz, xz), or 3x3 [kg m^2]."""
    unit = "kg*m^2"
    if is_list(raw) and len(raw) in (3, 6) and not is_list(raw[0]):
        values = entry.numbers("inertia", raw, unit, len(raw))
        if values is None:
            return None
        xx, yy, zz, xy, yz, xz = (*values, 0.0, 0.0, 0.0)[:6]
        return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
    if not is_list(raw) or len(raw) not in (3, 9):
        rule = "must be 3 principal moments, 6 numbers (xx, yy, zz, xy, yz, xz) or a 3x3 matrix"
        entry.report("M25", "inertia", rule, value=entry.literal("inertia", raw))
        return None
    read = entry.matrix("inertia", raw, unit)
    return None if read is None else _symmetric(entry, read)


def _symmetric(entry: Entry, read: Matrix3) -> Matrix3 | None:
    a = np.array(read)
    gap = np.abs(a - a.T)
    i, j = (int(k) for k in np.unravel_index(int(np.argmax(gap)), (3, 3)))
    if gap[i, j] > 1e-9 * np.max(np.abs(a)):
        pair = ("xyz"[i] + "xyz"[j], "xyz"[j] + "xyz"[i])
        rule = f"is not symmetric: {pair[0]} = {a[i, j]:.6g}, {pair[1]} = {a[j, i]:.6g} kg m^2"
        entry.report("M03", "inertia", rule, action="give xy = yx, yz = zy and xz = zx")
        return None
    return matrix3((a + a.T) / 2)
