"""What may touch in a robot file: the collisions of links, and the floor."""

from __future__ import annotations

from sarrus.formats.contacts import NO_PAIR, Hull
from sarrus.formats.urdf.parts import Robot
from sarrus.formats.xml.unread import Unread
from sarrus.model.body import GROUND
from sarrus.model.pose import Pose

FLOOR = "floor"


def contact_hulls(robot: Robot, ground: str | None, unread: Unread) -> list[Hull]:
    """Return the collisions of all links, and the plane z = 0 of the world; ground: its link."""
    found = [Hull(GROUND, None, Pose(), robot.element, FLOOR)]
    for link in robot.links:
        body = GROUND if link.name == ground else link.name
        read = {id(part.element) for part in link.hulls}
        for collision in link.element.all("collision"):
            if id(collision) not in read:
                unread.note(NO_PAIR, collision)
        for i, part in enumerate(link.hulls):
            own = part.element.attributes.get("name", "").strip()
            name = own or (link.name if len(link.hulls) == 1 else f"{link.name}_{i + 1}")
            found.append(Hull(body, part.shape, part.pose, part.element, name))
    return found
