"""How much a file may hold: bounds against files that nobody means, which users can raise."""

from __future__ import annotations

import os

MOST = 100_000
"""Elements of one document, if nobody says otherwise."""
MOST_PARTS = 300_000
"""Elements of XML, or statements, of which several make one element of the mechanism."""
MOST_LEVELS = 200
"""How deep lists, maps and elements may stand in each other."""
LONGEST_NUMBER, LONGEST_INTEGER = 1000, 300
"""Characters of a literal that are read, and of an integer that is no larger than floats are."""
VARIABLE = "SARRUS_MOST_ELEMENTS"


def most_elements() -> int:
    """Return how many elements a document may have: SARRUS_MOST_ELEMENTS where it is a number."""
    text = os.environ.get(VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else MOST


def most_parts() -> int:
    """Return how many elements of XML, or statements, a document may have."""
    return max(MOST_PARTS, most_elements())


def too_many(what: str, most: int) -> tuple[str, str]:
    """Return the rule that a document with too many of something breaks, and what to do (F02)."""
    rule = f"has more than {most:,} {what}, which is the limit"
    return rule, f"split it, or set {VARIABLE} to a larger number"
