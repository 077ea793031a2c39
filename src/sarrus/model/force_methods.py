"""The force elements of the builder."""

from __future__ import annotations

from sarrus.model.bearing_methods import BearingMethods
from sarrus.model.contact_methods import ContactMethods
from sarrus.model.entry import Source
from sarrus.model.forces import ForceElement
from sarrus.model.joint_force_methods import JointForceMethods
from sarrus.model.line_force_methods import LineForceMethods


class ForceMethods(LineForceMethods, JointForceMethods, BearingMethods, ContactMethods):
    """Methods of `Mechanism` that add force elements, one per type."""

    def add(self, element: ForceElement, *, source: Source | None = None) -> None:
        """Add a ready force element, such as one of the user's own type."""
        self._force("element", getattr(element, "name", None), source, element=element)
