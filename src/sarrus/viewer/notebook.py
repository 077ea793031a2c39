"""The page inside a notebook: a frame that holds all of it and may run nothing else."""

from __future__ import annotations

import html
from typing import Any

from sarrus.viewer.html import page_of
from sarrus.viewer.scene import scene_of

HEIGHT = 600
"""Height of the frame in a notebook [pixels]."""
MOST = 16 * 2**20
"""Characters of a page that a notebook takes."""


def notebook_frame(result: Any, height: int = HEIGHT) -> str:
    """Return the page of a run, a drive or a history as an element of a notebook.

    A result without states, and one too large for a notebook, is described in a line of text.
    """
    if not len(result):
        return _line(result)
    page = page_of(scene_of(result))
    if len(page) > MOST:
        return _line(result, "; too large for a notebook, see sarrus.viewer.write_html")
    style = f"width:100%;height:{height}px;border:1px solid #d8dde3;border-radius:6px"
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads" '
        f'title="{html.escape(repr(result))}" style="{style}"></iframe>'
    )


def _line(result: Any, more: str = "") -> str:
    return f"<p>{html.escape(repr(result) + more)}</p>"
