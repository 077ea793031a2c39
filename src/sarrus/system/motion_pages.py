"""Motions as pages and films: what runs, drives and histories have in common."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sarrus.arguments import with_checks


@with_checks
class MotionPages:
    """A motion that can be looked at: as a page, as a film, in a notebook."""

    def film(self, path: str | os.PathLike[str], **how: Any) -> Path:
        """Write it as a film, .mp4, .webm or .gif; keywords as in `sarrus.viewer.film`.

        fps, size, speed, times, camera, labels, reactions, axes, clock, theme, ghost, overwrite.
        """
        from sarrus.viewer import film

        return film(self, path, **how)

    def write_html(self, path: str | os.PathLike[str], **how: Any) -> Path:
        """Write it as a page that any browser shows, without network; return the path.

        how: keywords of `sarrus.viewer.write_html`; live=True lets the mechanism run on the page,
        with sliders={...} for its numbers.

        Example:
            run.write_html("motion.html", overwrite=True)
        """
        from sarrus.viewer import write_html

        return write_html(self, path, **how)

    def _repr_html_(self) -> str:
        from sarrus.viewer import notebook_frame

        return notebook_frame(self)
