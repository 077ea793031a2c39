"""PART, POINT_MASS, MARKER and GRAPHICS: bodies, frames, shapes and velocities at the start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.formats.adams.deck import Deck, Marker, PartOfDeck
from sarrus.formats.adams.statements import Statement
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.orientation import axis_frame, clean, product
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, Vector3, matrix3, vector3
from sarrus.model.shapes import Box, Cylinder, Shape, Sphere

ROUND = 1e-6
"""Relative difference of radii that counts as none."""
Drawn = tuple[Marker, Shape, Pose]
"""The marker that carries a shape, the shape, and its pose from the marker."""


def add_bodies(deck: Deck, mechanism: Mechanism) -> None:
    """Add all parts with their masses, frames and shapes."""
    shapes = _shapes(deck)
    mechanism.ground_shapes += shapes.get(GROUND, [])
    for part in (*deck.parts.values(), *deck.points.values()):
        if not part.is_ground:
            _add_body(deck, mechanism, part, shapes.get(part.name, []))
    for marker in deck.markers.values():
        mechanism.frame(
            marker.name,
            marker.part.name,
            marker.pose.position,
            marker.pose.rotation,
            source=marker.statement.places_of(),
        )


def _add_body(deck: Deck, mechanism: Mechanism, part: PartOfDeck, shapes: list[ShapeDraft]) -> None:
    statement, numbers = part.statement, deck.numbers
    mass = numbers.one(statement, "MASS", "mass", 0.0)
    cm = _own_marker(deck, part, "CM")
    if mass and cm is None and not statement.has("CM"):
        rule = "is missing, while MASS is given"
        deck.reading.report(statement, "M09", rule, attribute="CM")
    im = _own_marker(deck, part, "IM") or cm
    com: Vector3 = (0.0, 0.0, 0.0) if cm is None else cm.pose.position
    options: dict[str, Any] = {}
    read = numbers.all(statement, "IP", "inertia", 3, 6)
    if read is not None and len(read) not in (3, 6):
        rule = f"must be 3 or 6 numbers, not {len(read)}"
        deck.reading.report(statement, "M25", rule, attribute="IP")
        read = None
    if read is not None and im is not None:
        xx, yy, zz, xy, xz, yz = [*read, 0.0, 0.0, 0.0][:6]
        # products of Adams are integrals of x y dm; those of the tensor have the other sign
        tensor = ((xx, -xy, -xz), (-xy, yy, -yz), (-xz, -yz, zz))
        options["inertia"] = matrix3([[x + 0.0 for x in row] for row in tensor])
        if im.pose.position != com:
            options["inertia_about"] = im.pose.position
        if im.pose.rotation != Pose().rotation:
            options["inertia_axes"] = im.pose.rotation
    source = statement.places_of(mass="MASS", com="CM", inertia="IP")
    inertia = options.pop("inertia", (0.0, 0.0, 0.0))
    mechanism.body(
        part.name,
        mass or 0.0,
        com,
        inertia,
        at=part.pose.position,
        rotation=part.pose.rotation,
        shapes=shapes,
        source=source,
        **options,
    )
    _add_velocity(deck, mechanism, part, cm)


def _own_marker(deck: Deck, part: PartOfDeck, attribute: str) -> Marker | None:
    """Return a marker of a part that it names itself; None without it, or after a problem."""
    marker = deck.marker(part.statement, attribute, needed=False)
    if marker is not None and marker.part is not part:
        rule = f"names {marker.statement.path}, which is on {marker.part.statement.path}"
        deck.reading.report(part.statement, "M08", rule, attribute=attribute)
        return None
    return marker


def _add_velocity(deck: Deck, mechanism: Mechanism, part: PartOfDeck, cm: Marker | None) -> None:
    """Add the velocities at the start: in the axes of VM or the world, of WM or the marker CM."""
    statement = part.statement
    names = ("VX", "VY", "VZ"), ("WX", "WY", "WZ")
    if statement.names.isdisjoint((*names[0], *names[1])):
        return
    read = []
    for group, quantity in zip(names, ("velocity", "angular velocity"), strict=True):
        found = [deck.numbers.one(statement, name, quantity, 0.0) for name in group]
        read.append(np.array([value or 0.0 for value in found]))
    v, w = read
    vm, wm = (deck.marker(statement, name, needed=False) for name in ("VM", "WM"))
    if vm is not None:
        v = np.array(vm.world.rotation) @ v
    axes = wm or cm
    if axes is not None:
        w = np.array(axes.world.rotation) @ w
    source = {"": statement.place}
    mechanism.start_velocity(part.name, vector3(clean(v)), vector3(clean(w)), source=source)


def _shapes(deck: Deck) -> dict[str, list[ShapeDraft]]:
    """Return what GRAPHICS draw, by body."""
    found: dict[str, list[ShapeDraft]] = {}
    for statement in deck.all("GRAPHICS"):
        drawer = next((make for word, make in DRAWN.items() if statement.has(word)), None)
        if drawer is None:
            deck.unread.note("what is not drawn", statement, _kind(statement))
            continue
        try:
            drawn = drawer(deck, statement)
        except ModelError as error:
            deck.reading.report(statement, error.problems[0].code, error.problems[0].rule)
            continue
        if drawn is None:
            continue
        marker, shape, pose = drawn
        placed = product(marker.pose, pose)
        draft = ShapeDraft(
            shape, PoseDraft(placed.position, placed.rotation), source={"": statement.place}
        )
        found.setdefault(marker.part.name, []).append(draft)
    return found


def _kind(statement: Statement) -> str:
    return next((a.name for a in statement.arguments if not a.items), "")


def _size(deck: Deck, statement: Statement, name: str) -> float | None:
    """Return a length above 0; None after a problem."""
    found = deck.numbers.one(statement, name, "length")
    if found is None or found > 0.0:
        return found
    deck.reading.report(statement, "M04", "must be above 0 to be drawn", attribute=name)
    return None


def _cylinder(deck: Deck, statement: Statement) -> Drawn | None:
    """A cylinder from its marker along z."""
    marker = deck.marker(statement, "CM")
    length = deck.numbers.one(statement, "LENGTH", "length")
    radius = _size(deck, statement, "RADIUS")
    if marker is None or length is None or radius is None:
        return None
    if not length:
        deck.reading.report(statement, "M04", "is 0", attribute="LENGTH")
        return None
    return marker, Cylinder(radius, abs(length)), Pose((0.0, 0.0, length / 2.0))


def _frustum(deck: Deck, statement: Statement) -> Drawn | None:
    """A frustum from its marker along z, drawn as a cylinder of its mean radius."""
    marker = deck.marker(statement, "CM")
    length = _size(deck, statement, "LENGTH")
    top, bottom = (deck.numbers.one(statement, name, "length") for name in ("TOP", "BOTTOM"))
    if marker is None or length is None or top is None or bottom is None:
        return None
    radius = (top + bottom) / 2.0
    if radius <= 0.0:
        deck.reading.report(statement, "M04", "has no radius", attribute="TOP")
        return None
    if abs(top - bottom) > ROUND * radius:
        deck.unread.note("cones are drawn as cylinders", statement)
    return marker, Cylinder(radius, length), Pose((0.0, 0.0, length / 2.0))


def _box(deck: Deck, statement: Statement) -> Drawn | None:
    """A box from a marker at its corner along x, y and z."""
    marker = deck.marker(statement, "CORNER")
    sizes = [deck.numbers.one(statement, name, "length") for name in "XYZ"]
    if marker is None or any(size is None for size in sizes):
        return None
    edges = [float(size) for size in sizes if size is not None]
    if not all(edges):
        deck.reading.report(statement, "M04", "has an edge of length 0")
        return None
    middle = vector3([edge / 2.0 for edge in edges])
    return marker, Box(vector3([abs(edge) for edge in edges])), Pose(middle)


def _ellipsoid(deck: Deck, statement: Statement) -> Drawn | None:
    """An ellipsoid about its marker; one that is no sphere is not drawn."""
    marker = deck.marker(statement, "CM")
    sizes = [_size(deck, statement, f"{axis}SCALE") for axis in "XYZ"]
    if marker is None or any(size is None for size in sizes):
        return None
    x, y, z = (float(size) for size in sizes if size is not None)
    if max(abs(y - x), abs(z - x)) > ROUND * x:
        deck.unread.note("what is not drawn", statement, "ELLIPSOID")
        return None
    return marker, Sphere(x / 2.0), Pose()


def _outline(deck: Deck, statement: Statement) -> Drawn | None:
    """A line between two markers of one part, drawn as a thin rod."""
    argument = statement.get("OUTLINE")
    numbers = deck.numbers.numbers_of(statement, "OUTLINE") if argument and argument.items else []
    if numbers is None:
        return None
    markers = [deck.markers.get(number) for number in numbers]
    ends = [m for m in markers if m is not None]
    if len(ends) != 2 or len(ends) != len(markers) or ends[0].part is not ends[1].part:
        deck.unread.note("what is not drawn", statement, "OUTLINE")
        return None
    a, b = (np.array(m.pose.position) for m in ends)
    length = float(np.linalg.norm(b - a))
    if not length:
        return None
    R = np.array(ends[0].pose.rotation)
    axis = vector3(clean(R.T @ (b - a) / length))
    middle = vector3(R.T @ (b - a) / 2.0)
    return ends[0], Cylinder(length / 60.0, length), Pose(middle, axis_frame(axis))


DRAWN: dict[str, Callable[[Deck, Statement], Drawn | None]] = {
    "CYLINDER": _cylinder,
    "FRUSTUM": _frustum,
    "BOX": _box,
    "ELLIPSOID": _ellipsoid,
    "OUTLINE": _outline,
}
"""Graphics that have a shape here."""
