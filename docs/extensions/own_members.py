"""Leaves out of the reference what our errors inherit from Python's own."""

from __future__ import annotations

from typing import Any

PYTHONS = (OSError, BaseException)


def inherited(app: Any, what: str, name: str, item: Any, skip: bool, options: Any) -> bool | None:
    """Return whether a member is left out; None leaves that to autodoc."""
    if any(getattr(error, name, None) is item for error in PYTHONS):
        return True
    return None


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("autodoc-skip-member", inherited)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
