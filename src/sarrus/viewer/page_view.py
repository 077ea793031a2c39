"""A page that is shown where one works: in a notebook, or in the browser."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from sarrus.programs import open_in_browser
from sarrus.viewer.html import page_of
from sarrus.viewer.modes import mode_scene
from sarrus.viewer.notebook import page_frame
from sarrus.viewer.scene import Scene


class PageView:
    """The page of a scene; as the last line of a cell it is shown there."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.path: Path | None = None

    def open(self) -> Path:
        """Open the page in the browser, from a file of the folder for temporary ones; return it."""
        if self.path is None:
            with tempfile.NamedTemporaryFile("wb", suffix=".html", delete=False) as file:
                file.write(page_of(self.scene).encode("utf-8"))
            self.path = Path(file.name)
        open_in_browser(self.path.as_uri())
        return self.path

    def __repr__(self) -> str:
        return f"<PageView of '{self.scene.title}'>"

    def _repr_html_(self) -> str:
        return page_frame(self.scene, repr(self))


def show_modes(shown: Any, **how: Any) -> PageView:
    """Show moving modes: in a notebook as the value of the cell, else in the browser."""
    found = PageView(mode_scene(shown, **how))
    if not in_notebook():
        found.open()
    return found


def in_notebook() -> bool:
    """Tell whether values of cells are shown as pages."""
    shell = sys.modules.get("IPython")
    here = None if shell is None else shell.get_ipython()
    return here is not None and hasattr(here, "kernel")
