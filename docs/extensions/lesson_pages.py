"""Lessons: the mechanism of a model file, as a page that runs inside the page of the lesson.

    ```{lesson} four_bar
    ```

shows `lessons/four_bar.yaml`. The pages are written before the others are built, in
`_build/lessons`, and again only where the file or the viewer has changed. They are live, with the
sliders of the file, as `sarrus view four_bar.yaml --live` makes them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import sarrus

FOLDER = Path(__file__).parents[1] / "lessons"
WRITE = """
import sys
import sarrus

model, path = sys.argv[1:]
sarrus.live(model).write(path, overwrite=True)
"""


class Lesson(SphinxDirective):
    """The mechanism of a lesson in a frame, and its model file."""

    required_arguments = 1
    option_spec = None

    def run(self) -> list[nodes.Node]:
        """Return the frame."""
        name = self.arguments[0]
        self.env.note_dependency(str(FOLDER / f"{name}.yaml"))
        page = f"../lessons/{name}_page.html"
        frame = (
            f'<iframe class="lesson" src="{page}" loading="lazy" title="{name.replace("_", " ")}, '
            f'to touch" style="width:100%;height:560px;border:1px solid #d8dde3;border-radius:6px">'
            f'</iframe><p><a href="{page}">The mechanism alone</a>, in the whole window; '
            f'<a href="../lessons/{name}.yaml" download>its model file</a></p>'
        )
        return [nodes.raw("", frame, format="html")]


def record(app: Any) -> None:
    """Write the pages that are missing or older than what they show."""
    if app.builder.format != "html":
        return
    folder = Path(app.srcdir) / "_build" / "lessons"
    folder.mkdir(parents=True, exist_ok=True)
    models = sorted(FOLDER.glob("*.yaml"))
    old = [model for model in models if outdated(folder, model)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(write, old, [folder] * len(old)))
    for model in models:
        shutil.copy(model, folder)


def write(model: Path, folder: Path) -> None:
    """Write the page of a model file, in a process of its own, and what it was made of."""
    print(f"lesson {model.stem} ...", flush=True)
    page = folder / f"{model.stem}_page.html"
    subprocess.run([sys.executable, "-c", WRITE, str(model), str(page)], check=True)
    page.with_suffix(".key").write_text(fingerprint(model), encoding="utf-8")


def outdated(folder: Path, model: Path) -> bool:
    """Return whether a page is missing, or was made of another file or viewer."""
    page = folder / f"{model.stem}_page.html"
    key = page.with_suffix(".key")
    return not (page.is_file() and key.is_file() and key.read_text("utf-8") == fingerprint(model))


def fingerprint(model: Path) -> str:
    """Return a digest of what decides a page: model file, bundle of the viewer."""
    assets = Path(sarrus.__file__).parent / "viewer" / "assets"
    found = hashlib.sha256()
    for path in [model, *sorted(assets.rglob("*"))]:
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()


def publish(app: Any, error: Exception | None) -> None:
    """Copy the pages and model files beside the lessons."""
    if error is None and app.builder.format == "html":
        source = Path(app.srcdir) / "_build" / "lessons"
        only_pages = shutil.ignore_patterns("*.key")
        shutil.copytree(source, Path(app.outdir) / "lessons", ignore=only_pages, dirs_exist_ok=True)


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("lesson", Lesson)
    app.connect("builder-inited", record)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
