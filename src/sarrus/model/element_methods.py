"""The methods of the builder that add elements, one for every type; made of the fields.

Editors and type checkers see them in `element_methods.pyi`, which
`python -m sarrus.model.stub` writes.
"""

from __future__ import annotations

from typing import Any

from sarrus.entry_points import load_entry_points
from sarrus.model.building.drafts import (
    BeamDraft,
    BodyDraft,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    JointDraft,
    ModalBodyDraft,
    StartDraft,
)
from sarrus.public_names import missing_attribute


class WithOwnElements(type):
    """A class that has methods of force elements of the package, imported when one is named."""

    def __getattr__(cls, name: str) -> Any:
        if not name.startswith("_"):
            from sarrus.model.registry import FORCE_METHODS

            if name in FORCE_METHODS and name in vars(ElementMethods):
                return vars(ElementMethods)[name].__get__(None, cls)
        raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")

    def __dir__(cls) -> list[str]:
        from sarrus.model.registry import load_own_elements

        load_own_elements()
        return [*super().__dir__()]


class ElementMethods(metaclass=WithOwnElements):
    """Methods of `Mechanism` that `sarrus.model.registry` makes of the classes of elements."""

    bodies: list[BodyDraft]
    frames: list[FrameDraft]
    joints: list[JointDraft]
    couplers: list[CouplerDraft]
    forces: list[ForceDraft]
    starts: list[StartDraft]
    beams: list[BeamDraft]
    modal_bodies: list[ModalBodyDraft]

    def __getattr__(self, name: str) -> Any:
        """Return the method of a user's joint type, or of an element that nobody imported yet."""
        if not name.startswith("_"):
            from sarrus.model.registry import FORCE_METHODS

            if name not in FORCE_METHODS:  # which imports it, if it is one of the package
                load_entry_points()
            found = vars(ElementMethods).get(name) or _joint_of_user(name)
            if found is not None:
                return found.__get__(self)
        raise missing_attribute(self, name)

    def __dir__(self) -> list[str]:
        dir(type(self))
        return [*super().__dir__()]


def _joint_of_user(name: str) -> Any:
    """Return the method of a joint type that a user has registered; None if there is none."""
    from sarrus.model.described import joint_function

    return joint_function(name)
