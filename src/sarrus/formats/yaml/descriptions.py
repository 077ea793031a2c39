"""Docstrings as editors show them."""

from __future__ import annotations


def summary(text: str) -> str:
    """Return the first sentence of a docstring."""
    return " ".join(text.partition("\n\n")[0].split())


def whole(text: str) -> str:
    """Return a docstring with its lines joined, paragraph by paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
