"""Cards of the gallery: a picture of each mechanism, which opens its recorded run.

    ```{gallery-cards} pendulum turntable_ball
    ```

shows the mechanisms from the first name to the last. Recorded pages are written before the others
are built, in `_build/gallery`, and again only where the mechanism or the viewer has changed.
"""

from __future__ import annotations

import hashlib
import html
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
from sarrus.gallery import EXAMPLES

RECORD = """
import sys
from sarrus.gallery import EXAMPLES
from sarrus.study import Study
from sarrus.viewer import write_html

name, path = sys.argv[1:]
example = EXAMPLES[name]
run = Study.of(example.model(), example.study_sections(), name).run()
write_html(run, path, channels=list(example.outputs), overwrite=True)
"""


class GalleryCards(SphinxDirective):
    """The mechanisms from one name to another, as cards."""

    required_arguments = 2
    option_spec = None

    def run(self) -> list[nodes.Node]:
        """Return the cards."""
        names = list(EXAMPLES)
        first, last = (names.index(name) for name in self.arguments)
        cards = "\n".join(card(name) for name in names[first : last + 1])
        return [nodes.raw("", f'<div class="gallery-cards">\n{cards}\n</div>', format="html")]


def card(name: str) -> str:
    """Return a card as HTML."""
    summary = html.escape(EXAMPLES[name].summary)
    return (
        f'<a class="gallery-card" href="gallery/{name}.html" id="{name}">'
        f'<img src="_static/{name}.webp" width="360" height="240" loading="lazy" alt="{summary}">'
        f"<strong>{name.replace('_', ' ')}</strong><span>{summary}</span>"
        f"<code>sarrus gallery {name}</code></a>"
    )


def record(app: Any) -> None:
    """Write the recorded pages that are missing or older than what they show."""
    if app.builder.format != "html":
        return
    folder = Path(app.srcdir) / "_build" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    old = [name for name in EXAMPLES if outdated(folder / f"{name}.html", name)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(write, old, [folder / f"{name}.html" for name in old]))


def write(name: str, path: Path) -> None:
    """Run a mechanism and write its page, in a process of its own, and what it was made of."""
    print(f"gallery {name} ...", flush=True)
    subprocess.run([sys.executable, "-c", RECORD, name, str(path)], check=True)
    path.with_suffix(".key").write_text(fingerprint(name), encoding="utf-8")


def outdated(page: Path, name: str) -> bool:
    """Return whether a page is missing, or was made of another mechanism or viewer."""
    key = page.with_suffix(".key")
    return not (page.is_file() and key.is_file() and key.read_text("utf-8") == fingerprint(name))


def fingerprint(name: str) -> str:
    """Return a digest of what decides a page: mechanism, run, bundle of the viewer."""
    example = EXAMPLES[name]
    module = sys.modules[example.build.__module__].__file__
    assets = Path(sarrus.__file__).parent / "viewer" / "assets"
    found = hashlib.sha256(repr(example.study_sections()).encode())
    for path in sorted([*assets.rglob("*"), *([Path(module)] if module else [])]):
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()


def publish(app: Any, error: Exception | None) -> None:
    """Copy the recorded pages beside those of the documentation."""
    if error is None and app.builder.format == "html":
        source = Path(app.srcdir) / "_build" / "gallery"
        only_pages = shutil.ignore_patterns("*.key")
        to = Path(app.outdir) / "gallery"
        shutil.copytree(source, to, ignore=only_pages, dirs_exist_ok=True)


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("gallery-cards", GalleryCards)
    app.connect("builder-inited", record)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
