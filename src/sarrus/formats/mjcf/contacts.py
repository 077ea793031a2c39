"""What may touch in a file of MuJoCo: geoms, and the pairs of <contact>."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.formats.contacts import NO_PAIR, Hull
from sarrus.formats.mjcf.document import Document
from sarrus.formats.mjcf.geoms import GeomPart
from sarrus.formats.mjcf.parts import Scene
from sarrus.formats.xml.reading import NO_UNIT

if TYPE_CHECKING:
    from sarrus.formats.mjcf.describing import Describer

FRICTION = 1.0
"""Of a geom that says none."""


def contact_parts(
    document: Document, scene: Scene, describer: Describer
) -> tuple[list[Hull], dict[frozenset[str], float], set[frozenset[str]]]:
    """Return the geoms that may touch, pairs of them that are named, and bodies that do not."""
    named = _pairs(document)
    wanted = {name for pair in named for name in pair}
    hulls = []
    for body in scene.bodies.values():
        for i, geom in enumerate(body.geoms):
            name = geom.element.attributes.get("name", "").strip()
            if not geom.collides and name not in wanted:
                continue
            shape, pose = geom.placed_shape
            if shape is None and geom.kind != "plane":
                document.unread.note(NO_PAIR, geom.element)
                continue
            usual = f"{body.name}_{geom.kind}{i + 1}"
            own = describer.name(body.name)
            hulls.append(
                Hull(
                    own,
                    shape,
                    pose,
                    geom.element,
                    name or usual,
                    _friction(document, geom),
                    geom.meets,
                )
            )
    return hulls, named, _pairs_of_bodies(document, describer)


def _friction(document: Document, geom: GeomPart) -> float:
    """Return the friction against sliding of a geom."""
    if document.reading.number(geom.element, "condim", NO_UNIT, 3.0) == 1.0:
        return 0.0
    read = None
    if "friction" in geom.element.attributes:
        read = document.reading.numbers(geom.element, "friction", NO_UNIT, 1, 3)
    return read[0] if read else FRICTION


def _pairs(document: Document) -> dict[frozenset[str], float]:
    """Return the <pair> elements by the names of their geoms, with their friction."""
    found: dict[frozenset[str], float] = {}
    for element in document.elements("contact"):
        if element.tag != "pair":
            continue
        pair = document.with_defaults(element)
        names = [pair.attributes.get(end, "").strip() for end in ("geom1", "geom2")]
        if "" in names:
            continue
        read = None
        if "friction" in pair.attributes:
            read = document.reading.numbers(pair, "friction", NO_UNIT, 1, 5)
        frictionless = document.reading.number(pair, "condim", NO_UNIT, 3.0) == 1.0
        found[frozenset(names)] = 0.0 if frictionless else (read[0] if read else FRICTION)
    return found


def _pairs_of_bodies(document: Document, describer: Describer) -> set[frozenset[str]]:
    """Return the pairs of bodies of <exclude>."""
    return {
        frozenset(
            describer.name(element.attributes.get(end, "").strip()) for end in ("body1", "body2")
        )
        for element in document.elements("contact")
        if element.tag == "exclude"
    }
