"""The page inside a notebook: a frame that holds all of it and may run nothing else."""

from __future__ import annotations

import html
from typing import Any

from sarrus.viewer.html import page_of
from sarrus.viewer.scene import Scene, scene_of

HEIGHT = 600
"""Height of the frame in a notebook [pixels]."""
MOST = 16 * 2**20
"""Characters of a page that a notebook takes."""


def notebook_frame(result: Any, height: int = HEIGHT) -> str:
    """Return the page of a run, a drive or a history as an element of a notebook.

    A result without states, and one too large for a notebook, is described in a line of text.
    """
    if not len(result):
        return _line(repr(result))
    return page_frame(scene_of(result), repr(result), height)


def page_frame(scene: Scene, about: str, height: int = HEIGHT) -> str:
    """Return the page of a scene as an element of another page; about: what it shows."""
    page = page_of(scene)
    if len(page) > MOST:
        return _line(about, "; too large for a notebook, see sarrus.viewer.write_html")
    style = f"width:100%;height:{height}px;border:1px solid #d8dde3;border-radius:6px"
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads" '
        f'title="{html.escape(about)}" style="{style}"></iframe>'
    )


def _line(about: str, more: str = "") -> str:
    return f"<p>{html.escape(about + more)}</p>"
