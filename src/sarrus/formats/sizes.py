"""How much a file may hold: bounds against files that nobody means, which users can raise."""

from __future__ import annotations

import os

MOST = 100_000
"""Elements of one document, if nobody says otherwise."""
VARIABLE = "SARRUS_MOST_ELEMENTS"


def most_elements() -> int:
    """Return how many elements a document may have: SARRUS_MOST_ELEMENTS where it is a number."""
    text = os.environ.get(VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else MOST


def too_many(what: str, most: int) -> tuple[str, str]:
    """Return the rule that a document with too many of something breaks, and what to do (F02)."""
    rule = f"has more than {most:,} {what}, which is the limit"
    return rule, f"split it, or set {VARIABLE} to a larger number"
