"""From the user's words to a force element."""

from __future__ import annotations

from sarrus.model.building.bearings import read_bearing_friction
from sarrus.model.building.contacts import CONTACT_READERS
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.joint_forces import JOINT_READERS
from sarrus.model.building.line_forces import LINE_READERS
from sarrus.model.building.references import Scope, find
from sarrus.model.forces import ForceElement


def read_force(scope: Scope, draft: ForceDraft) -> ForceElement | None:
    """Return the force element; None after a problem."""
    entry = scope.entry("force", draft.name, draft.source)
    return READERS[draft.type_name](scope, entry, draft)


def _ready(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    element = draft.get("element")
    if not isinstance(element, ForceElement):
        value = entry.literal("", element)
        entry.report("M09", "", "is not a ForceElement", value=value)
        return None
    bodies = [scope.body(entry, "bodies", name) for name in element.bodies]
    joints = [find(entry, "joints", name, scope.joint_names, "joint") for name in element.joints]
    return None if None in bodies or None in joints else element


READERS: dict[str, Reader] = {
    **LINE_READERS,
    **JOINT_READERS,
    **CONTACT_READERS,
    "bearing_friction": read_bearing_friction,
    "element": _ready,
}
