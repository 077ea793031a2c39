"""Every relative link of every page leads to a file, and its anchor to a heading."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.pages import DOCS

ROOT = DOCS.parent
SKIPPED = {"_build", "out", "node_modules", ".venv"}
PAGES = sorted(ROOT.glob("*.md")) + sorted(
    page
    for folder in ("docs", "benchmarks", "examples", "tests", "viewer")
    for page in (ROOT / folder).rglob("*.md")
    if not SKIPPED & set(page.parts)
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^```\{(?:figure|image|include|literalinclude)\} (\S+)$", re.MULTILINE)
DRAWN = "out/"
"""Figures of the papers, which are drawn before the pages are built."""


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """Return the names of the headings, as GitHub and MyST make them."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    words = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
    return set(words)


def wrong_links(page: Path) -> list[str]:
    """Return the relative links of a page that lead nowhere, and the files that it cannot show."""
    wrong = []
    for link in LINK.findall(prose(page)):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    shown = SHOWN.findall(page.read_text(encoding="utf-8"))
    missing = [n for n in shown if not n.startswith(DRAWN) and not (page.parent / n).is_file()]
    return wrong + missing


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert not wrong_links(page)


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text("# Two *words*\n", encoding="utf-8")
    page.write_text(
        "# Here\n[a](other.md) [b](other.md#two-words) [c](#here) [d](https://x.org/y)\n"
        "[e](none.md) [f](other.md#three) [g](#there)\n"
        "```{figure} out/drawn.png\n```\n```{image} none.png\n```\n"
        "```python\nx = y[0](not_a_link)\n```\n",
        encoding="utf-8",
    )
    assert wrong_links(page) == ["none.md", "other.md#three", "#there", "none.png"]


def test_every_page_is_in_the_table_of_contents() -> None:
    trees = "\n".join(
        block
        for page in DOCS.rglob("*.md")
        if not SKIPPED & set(page.parts)
        for block in re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"),
                                re.MULTILINE | re.DOTALL)
    )  # fmt: skip
    listed = {line.strip() for line in trees.splitlines() if line and not line.startswith(":")}
    pages = {p.relative_to(DOCS).with_suffix("").as_posix() for p in PAGES if DOCS in p.parents}
    assert pages - listed == {"index"}
    assert listed <= pages


def test_map_names_files_that_are_there() -> None:
    text = (DOCS / "map.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(src/sarrus/\w+)`[^|]*\|[^|]*\| ([^|]*)\|$", text, re.MULTILINE)
    assert len(rows) >= 15
    for folder, first in rows:
        assert (ROOT / folder).is_dir(), folder
        for name in re.findall(r"`([\w/]+\.\w+)`", first):
            assert (ROOT / folder / name).is_file(), f"{folder}/{name}"
    mentioned = re.findall(r"`([a-z]+/[\w/]+\.py)`", text.partition("## A four-bar")[2])
    assert len(mentioned) >= 8
    missing = [name for name in mentioned if not (ROOT / "src" / "sarrus" / name).is_file()]
    assert not missing


def test_map_names_every_package() -> None:
    text = (DOCS / "map.md").read_text(encoding="utf-8")
    packages = {p.parent.name for p in (ROOT / "src" / "sarrus").glob("*/__init__.py")}
    missing = sorted(
        name for name in packages if f"/{name}`" not in text and f"`{name}`" not in text
    )
    assert not missing


def test_links_of_built_pages_are_followed(tmp_path: Path) -> None:
    """The tool of `make docs`, on two small pages."""
    (tmp_path / "a.html").write_text(
        '<h1 id="top">x</h1><a href="b.html#there">1</a><a href="#top">2</a>\n'
        '<a href="https://x.org">3</a><a href="b.html#gone">4</a><a href="none.html">5</a>\n'
        '<img src="none.png"><a href="#gone">6</a>',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<p id="there"></p><a href="a.html">7</a>', encoding="utf-8")
    command = [sys.executable, str(ROOT / "tools" / "docs_links.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line.split()[1] for line in done.stdout.splitlines()] == [
        "b.html#gone", "none.html", "none.png", "#gone",
    ]  # fmt: skip
