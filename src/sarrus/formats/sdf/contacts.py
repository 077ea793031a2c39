"""What may touch in an SDF file: the collisions of links."""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.formats.contacts import NO_PAIR, NOT_MADE, Hull
from sarrus.formats.sdf.frames import Frame, Graph
from sarrus.formats.sdf.parts import Contents
from sarrus.formats.sdf.values import SdfReading
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.model.body import GROUND
from sarrus.model.building.orientation import product
from sarrus.model.pose import Pose
from sarrus.model.shapes import Shape

FRICTION = 1.0
"""Of a collision that says none."""


def note_contacts(reading: SdfReading, contents: Contents) -> None:
    """Note the contacts that nobody asked for: surfaces, and collisions where two can meet."""
    collisions = [(link, e) for link in contents.links for e in link.element.all("collision")]
    meeting = len({_family(link.frame) for link, _ in collisions}) > 1
    for _, collision in collisions:
        if meeting:
            reading.unread.note(NOT_MADE, collision)
        else:
            for tag in ("surface", "max_contacts"):
                for child in collision.all(tag):
                    reading.unread.note(NOT_MADE, child)


def contact_hulls(
    reading: SdfReading, graph: Graph, contents: Contents, names: Mapping[int, str]
) -> list[Hull]:
    """Return the collisions of all links; names: of bodies by their frames."""
    found = []
    for link in contents.links:
        fixed = link.frame.static
        body = GROUND if fixed else names[id(link.frame)]
        at = graph.pose(link.frame)
        parts: list[tuple[Shape | None, Pose, Element]] = []
        parts += [(s.shape, s.pose, s.element) for s in link.hulls]
        parts += [(None, pose, element) for pose, element in link.planes]
        known = {id(element) for _, _, element in parts}
        for collision in link.element.all("collision"):
            if id(collision) not in known:
                reading.unread.note(NO_PAIR, collision)
        for shape, pose, element in parts:
            name = element.attributes.get("name", "").strip()
            found.append(
                Hull(
                    body, shape, product(at, pose) if fixed else pose, element,
                    f"{link.frame.name}_{name}" if name else link.frame.name,
                    _friction(reading, element), family=_family(link.frame),
                )
            )  # fmt: skip
    return found


def _family(link: Frame) -> str:
    """Return the outermost model of a link, whose links do not touch unless it says so."""
    owner = link.scope.owner
    outermost = owner
    while owner is not None and owner.kind == "model":
        outermost, owner = owner, owner.scope.owner
    if outermost is None or outermost.kind != "model":
        return ""
    words = [child.text.strip().lower() for child in outermost.element.all("self_collide")]
    return "" if words in (["true"], ["1"]) else f"{outermost.name} {id(outermost)}"


def _friction(reading: SdfReading, collision: Element) -> float:
    """Return the friction of a collision, by ODE's numbers or those of Drake."""
    for surface in collision.all("surface"):
        for friction in surface.all("friction"):
            for ode in friction.all("ode"):
                return reading.child_number(ode, "mu", NO_UNIT, FRICTION)
    return FRICTION
