"""Draws the figures of the paper pages before they are read, if their scripts are newer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

PAPERS = range(5)
SHARED = ("paper_figures.py", "paper_models.py")


def draw(app: Any) -> None:
    """Write the figures of every paper into papers/out, unless they are newer than all scripts."""
    folder = Path(app.srcdir) / "papers"
    for number in PAPERS:
        script = folder / f"paper{number}_figures.py"
        if outdated(script, folder):
            print(f"drawing the figures of paper {number} ...", flush=True)
            subprocess.run([sys.executable, str(script), str(folder / "out")], check=True)
    for picture in (folder / "out").glob("* *.png"):
        picture.replace(picture.with_name(picture.name.replace(" ", "_")))


def outdated(script: Path, folder: Path) -> bool:
    """Return whether a script or what it shares with others is newer than its figures."""
    found = list((folder / "out").glob(f"{script.stem[:6]}_fig*.png"))
    sources = [script, *(folder / name for name in SHARED)]
    written = max(path.stat().st_mtime for path in sources)
    return not found or min(path.stat().st_mtime for path in found) < written


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", draw)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
