"""From the user's description to a body: shapes, mass, centre of mass and inertia."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.body import Body, PlacedShape
from sarrus.model.building.drafts import BodyDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import matrix_of_axes, product
from sarrus.model.building.references import Scope, nearest
from sarrus.model.building.shapes import Carrier, link_shapes, read_shapes
from sarrus.model.mass_properties import ZERO, MassProperties, inertia_at_com, of_solid, together
from sarrus.model.materials import DENSITIES, material_density
from sarrus.model.pose import Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.model.shapes import Mesh
from sarrus.spatial.tracking import TAPE

NO_INERTIA: Matrix3 = (ZERO, ZERO, ZERO)


def read_body(scope: Scope, draft: BodyDraft, carrier: Carrier) -> Body:
    """Return the body, where it stands in the drawing."""
    entry = scope.entry("body", draft.name, draft.source)
    shapes = read_shapes(scope, entry, draft.shapes, carrier)
    if draft.density is not None and draft.mass is None and not draft.shapes + draft.solids:
        shapes = link_shapes(entry, carrier)
    of_mass = read_shapes(scope, entry, draft.solids, carrier) if draft.solids else shapes
    solids = _solids(entry, draft, of_mass)
    mass = _mass(entry, draft, solids, len(of_mass) < max(len(draft.solids or draft.shapes), 1))
    own = _of_solids(entry, solids, mass)
    com = own.com if own else ZERO
    if draft.com is not None:
        com = carrier.point(entry, "com", draft.com) or ZERO
    inertia = _inertia(entry, draft, mass, com, own, carrier)
    moments = matrix3([[x + 0.0 for x in row] for row in inertia or NO_INERTIA])  # -0 is 0
    place = vector3([x + 0.0 for x in com])
    return Body(draft.name, mass or 0.0, place, moments, scope.pose_of(draft.name), tuple(shapes))


def _solids(entry: Entry, draft: BodyDraft, shapes: list[PlacedShape]) -> list[PlacedShape]:
    """Return the shapes that have a volume; meshes only where nothing else has one.

    Meshes are read where their mass is asked for: by a density, or by a mass without inertia.
    """
    if not shapes:
        return []
    simple = [placed for placed in shapes if placed.shape.volume]
    meshes = [placed for placed in shapes if isinstance(placed.shape, Mesh)]
    by_density = draft.density is not None and draft.mass is None
    by_mass = draft.mass is not None and draft.inertia is None
    if not meshes or not (by_density or by_mass) or (simple and not draft.solids):
        return simple
    for placed in meshes:
        solid = _mesh_solid(entry, placed, "error" if by_density else "warning")
        if solid is not None:
            simple.append(solid)
    return simple


def _mesh_solid(entry: Entry, placed: PlacedShape, severity: str) -> PlacedShape | None:
    """Return the solid that a mesh bounds, about its centre; None after a problem."""
    from sarrus.model.mesh_solids import enclosed_solid  # for meshes only

    if not isinstance(placed.shape, Mesh):
        return None
    value = f"the mesh '{placed.shape.file[-80:]}'"
    try:
        solid = enclosed_solid(placed.shape)
    except ModelError as error:
        first = error.problems[0]
        rule = first.rule + ("; the body is a point mass" if severity == "warning" else "")
        entry.report(first.code, "", rule, value=value, action=first.action, severity=severity)
        return None
    for notice in solid.notices:
        entry.report("F10", "", notice, value=value, severity="warning")
    return PlacedShape(solid, product(placed.pose, Pose(solid.center)), placed.color)


def _mass(entry: Entry, draft: BodyDraft, solids: list[PlacedShape], refused: bool) -> float | None:
    density = None
    if draft.density is not None:
        density = _density(entry, draft.density)
    if draft.mass is not None:
        return entry.number("mass", draft.mass, "kg", least=0.0)
    if density is None:
        return 0.0
    meshes = any(isinstance(shape.shape, Mesh) for shape in draft.solids or draft.shapes)
    if not solids and (refused or meshes):
        return None  # what the shape lacks is reported
    if not solids:
        rule = "is given, but the body has no shape with a volume"
        entry.report("M04", "density", rule, action="add a Box, Cylinder, Sphere, Capsule or Mesh")
        return None
    return density * sum(placed.shape.volume or 0.0 for placed in solids)


def _density(entry: Entry, raw: Any) -> float | None:
    """Return a density, given as a number or as the name of a material."""
    known = material_density(raw) if isinstance(raw, str) else None
    if known is not None:
        return known
    if isinstance(raw, str) and not any(c.isdigit() for c in raw):
        action = f"{nearest(raw, DENSITIES)} Or give a number, as '7850 kg/m^3'"
        value = entry.literal("density", raw)
        entry.report("M09", "density", "is not a known material", value=value, action=action)
        return None
    return entry.number("density", raw, "kg/m^3", least=0.0)


def _of_solids(
    entry: Entry, solids: list[PlacedShape], mass: float | None
) -> MassProperties | None:
    """Return the mass properties of uniform solids that have the given mass together."""
    volume = sum(placed.shape.volume or 0.0 for placed in solids) if solids else 0.0
    if not mass or not volume:
        return None
    try:
        return together(
            of_solid(placed.shape, mass * (placed.shape.volume or 0.0) / volume, placed.pose)
            for placed in solids
        )
    except OverflowError:
        rule = "is larger than numbers of the computer"
        action = "check the sizes of the shapes and their units"
        entry.report("M04", "inertia of the shapes", rule, action=action)
        return None


def _inertia(
    entry: Entry,
    draft: BodyDraft,
    mass: float | None,
    com: Vector3,
    own: MassProperties | None,
    carrier: Carrier,
) -> Matrix3 | None:
    if draft.inertia is None:
        return own.inertia if own else NO_INERTIA
    value = read_inertia(entry, draft.inertia)
    about = None
    if draft.inertia_about is not None:
        about = carrier.point(entry, "inertia_about", draft.inertia_about)
    axes = None
    if draft.inertia_axes is not None:
        axes = matrix_of_axes(entry, "inertia_axes", draft.inertia_axes)
    if value is None or mass is None:
        return None
    return inertia_at_com(value, mass, com, about, axes)


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
    if TAPE.get() is None and read == tuple(zip(*read, strict=True)):
        return read  # as most are
    a = np.array(read)
    gap = np.abs(a - a.T)
    i, j = (int(k) for k in np.unravel_index(int(np.argmax(gap)), (3, 3)))
    if gap[i, j] > 1e-9 * np.max(np.abs(a)):
        pair = ("xyz"[i] + "xyz"[j], "xyz"[j] + "xyz"[i])
        rule = f"is not symmetric: {pair[0]} = {a[i, j]:.6g}, {pair[1]} = {a[j, i]:.6g} kg m^2"
        entry.report("M03", "inertia", rule, action="give xy = yx, yz = zy and xz = zx")
        return None
    return matrix3((a + a.T) / 2)
