"""Name spaces: bodies, joints and force elements may share their names."""

from __future__ import annotations

KINDS = ("joint", "body", "frame", "force", "coupler", "system", "measure")


def split_kind(name: str) -> tuple[str, str]:
    """Return the name space that a name starts with, "" for none, and the rest."""
    kind, colon, bare = name.partition(":")
    return (kind, bare) if colon and kind in KINDS else ("", name)
