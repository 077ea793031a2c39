"""Draws the figures of the paper pages before they are read, if their scripts are newer."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

PAPERS = (4, 2, 1, 0, 3)
"""Those that take longest come first."""
SHARED = ("paper_figures.py",)


def draw(app: Any) -> None:
    """Write the figures of every paper into papers/out, unless they are newer than all scripts.

    As many scripts run at a time as there are processors.
    """
    folder = Path(app.srcdir) / "papers"
    scripts = [folder / f"paper{number}_figures.py" for number in PAPERS]
    old = [script for script in scripts if outdated(script, folder)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, old, [folder / "out"] * len(old)))  # raises if a script failed
    for picture in (folder / "out").glob("* *.png"):
        picture.replace(picture.with_name(picture.name.replace(" ", "_")))


def run(script: Path, folder: Path) -> None:
    """Let a script write its figures into a folder."""
    print(f"{script.stem} ...", flush=True)
    subprocess.run([sys.executable, str(script), str(folder)], check=True)


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
