"""Contact elements of a model as solids that may touch, which is what robot files hold of them.

Their stiffness and damping have no words there; friction has in some. Who reads such a file gives
the numbers again, with the option `contacts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.orientation import axis_frame
from sarrus.model.forces.contact import Contact
from sarrus.model.model import Model
from sarrus.model.pose import Pose, matrix3
from sarrus.model.shapes import Shape


@dataclass(frozen=True)
class TouchingSolid:
    """A solid of contact elements, in the frame of its body.

    shape: None for what is below a plane, whose normal is z of the pose.
    """

    body: str
    shape: Shape | None
    pose: Pose

    @property
    def can_be_written(self) -> bool:
        """Whether robot files have it: their planes stand still."""
        return self.shape is not None or self.body == GROUND

    @property
    def is_floor(self) -> bool:
        """Whether it is all that is below the plane z = 0 of the world."""
        up = [row[2] for row in self.pose.rotation]
        return self.shape is None and up == [0.0, 0.0, 1.0] and self.pose.position[2] == 0.0


def touching_solids(contact: Contact) -> tuple[TouchingSolid, TouchingSolid]:
    """Return the solids of the body and of the base of a contact."""
    first = TouchingSolid(contact.body, contact.shape.shape, contact.shape.pose)
    base = contact.base_shape
    if base is not None:
        return first, TouchingSolid(contact.base, base.shape, base.pose)
    plane = Pose(contact.origin, matrix3(axis_frame(contact.up)))
    return first, TouchingSolid(contact.base, None, plane)


def solids_on_bodies(model: Model) -> dict[str, list[TouchingSolid]]:
    """Return the solids of all contacts by their bodies, each once."""
    found: dict[str, list[TouchingSolid]] = {}
    for contact in model.forces:
        if not isinstance(contact, Contact):
            continue
        for solid in touching_solids(contact):
            own = found.setdefault(solid.body, [])
            if solid not in own:
                own.append(solid)
    return found


def lost_numbers(contact: Contact, what: str, lost: Sequence[str]) -> str:
    """Return what becomes of a contact in a file, and the option that gives its numbers again."""
    numbers: dict[str, float | str] = {"k": contact.k}
    if contact.a:
        numbers["a"] = contact.a
    if contact.exponent != 1.0:
        numbers["exponent"] = contact.exponent
    if contact.mu and "mu" in lost:
        numbers["mu"] = contact.mu
    if GROUND not in (contact.body, contact.base):
        numbers["pairs"] = "all"
    *most, last = lost
    return f"is {what}; its {', '.join(most)} and {last} are lost: read it with contacts={numbers}"
