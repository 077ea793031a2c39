"""Changes of a text at places of it, in the positions that browsers count."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sarrus.late_dataclass import dataclass

BEYOND = 0x10000
"""Characters from here on are two units of UTF-16."""


@dataclass(frozen=True)
class TextEdit:
    """The characters from start to end, replaced by others."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Sequence[TextEdit]) -> str:
    """Return a text with edits of its own positions; those at one place keep their order."""
    found, at = [], 0
    for edit in sorted(edits, key=lambda one: one.start):
        found += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*found, text[at:]])


@dataclass(frozen=True)
class Positions:
    """Positions in a text: characters as Python counts them, and units of UTF-16 as browsers do."""

    text: str

    @cached_property
    def _wide(self) -> list[int]:
        return [k for k, c in enumerate(self.text) if ord(c) >= BEYOND]

    def browser(self, at: int) -> int:
        """Return the position in units of UTF-16."""
        return at + bisect.bisect_left(self._wide, at)

    def python(self, at: int) -> int:
        """Return the position in characters; inside a character, that of the character."""
        found = at
        for k, place in enumerate(self._wide):
            if place + k >= at:
                break
            found = at - k - 1
        return min(max(found, 0), len(self.text))

    def changes(self, edits: Sequence[TextEdit]) -> list[dict[str, Any]]:
        """Return edits as the editor of the page takes them."""
        ordered = sorted(edits, key=lambda one: one.start)
        return [
            {"from": self.browser(e.start), "to": self.browser(e.end), "insert": e.text}
            for e in ordered
        ]
