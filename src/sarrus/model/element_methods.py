"""The methods of the builder that add elements, one for every type; made of the fields.

Editors and type checkers see them in `element_methods.pyi`, which
`python -m sarrus.model.stub` writes.
"""

from __future__ import annotations

from typing import Any

from sarrus.model.building.drafts import ForceDraft
from sarrus.model.entry_points import load_entry_points


class ElementMethods:
    """Methods of `Mechanism` that `sarrus.model.registry` makes of the classes of elements."""

    forces: list[ForceDraft]

    def __getattr__(self, name: str) -> Any:
        """Return the method of an element that a package brings, and that nobody imported yet."""
        if not name.startswith("_"):
            load_entry_points()
            if hasattr(type(self), name):  # of a force element or of a joint type
                return getattr(self, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
