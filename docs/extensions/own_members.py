"""Leaves out of the reference what errors inherit from Python's own, and channels from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

FOREIGN = (OSError, BaseException, np.ndarray)


def inherited(app: Any, what: str, name: str, item: Any, skip: bool, options: Any) -> bool | None:
    """Return whether a member is left out; None leaves that to autodoc."""
    if any(getattr(parent, name, None) is item for parent in FOREIGN):
        return True
    return None


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("autodoc-skip-member", inherited)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
