"""The force elements of the builder."""

from __future__ import annotations

from sarrus.model.building.entry import Source
from sarrus.model.forces import ForceElement
from sarrus.model.methods.bearings import BearingMethods
from sarrus.model.methods.contacts import ContactMethods
from sarrus.model.methods.joint_forces import JointForceMethods
from sarrus.model.methods.line_forces import LineForceMethods


class ForceMethods(LineForceMethods, JointForceMethods, BearingMethods, ContactMethods):
    """Methods of `Mechanism` that add force elements, one per type."""

    def add(self, element: ForceElement, *, source: Source | None = None) -> None:
        """Add a ready force element, such as one of the user's own type."""
        self._force("element", getattr(element, "name", None), source, element=element)
