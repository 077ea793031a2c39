"""What reads one type of force element from the user's words."""

from __future__ import annotations

from collections.abc import Callable

from sarrus.model.drafts import ForceDraft
from sarrus.model.entry import Entry
from sarrus.model.forces import ForceElement
from sarrus.model.references import Scope

Reader = Callable[[Scope, Entry, ForceDraft], ForceElement | None]
"""Returns the element; None after a problem, which it has reported."""
