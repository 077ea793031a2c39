"""What reads one type of force element from the user's words."""

from __future__ import annotations

from collections.abc import Callable

from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import Scope
from sarrus.model.forces import ForceElement

Reader = Callable[[Scope, Entry, ForceDraft], ForceElement | None]
"""Returns the element; None after a problem, which it has reported."""
