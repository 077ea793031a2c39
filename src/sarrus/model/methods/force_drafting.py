"""What all methods that add force elements share."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.drafts import BodyHandle, ForceDraft
from sarrus.model.building.entry import Source

BodyName = BodyHandle | str


class ForceDrafting:
    """Keeps what the user has said about force elements until the model is built.

    A point of a body is given in the drawing (`at...`, world coordinates [m]) or in the body
    frame (`on...` [m], or a named frame of that body).
    """

    def __init__(self) -> None:
        self.forces: list[ForceDraft] = []

    def _force(self, type_name: str, name: Any, source: Source | None, **options: Any) -> None:
        given = {key: value for key, value in options.items() if value is not None}
        self.forces.append(ForceDraft(type_name, name, given, source or {}))
