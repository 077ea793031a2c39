"""Follow every link of the built pages that leads to another page, a file or a place in a page.

    python tools/docs_links.py docs/_build/html     # ends with code 1 if one leads nowhere

Links to other hosts are not followed: pages are built and checked without network.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEFT_OUT = {"_static", "gallery"}
"""Files of the theme, and recorded pages of the viewer, which load nothing."""


class Page(HTMLParser):
    """The places of a page, and what it refers to with the lines."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[tuple[int, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the names and the references of an element."""
        for key, value in attrs:
            if key in ("id", "name") and value:
                self.places.add(value)
            if key in ("href", "src") and value:
                self.links.append((self.getpos()[0], value))


@cache
def page(path: Path) -> Page:
    """Return a page that was read."""
    return Page(path.read_text(encoding="utf-8"))


def built(folder: Path) -> list[Path]:
    """Return the built pages."""
    found = sorted(folder.rglob("*.html"))
    return [path for path in found if not LEFT_OUT & set(path.relative_to(folder).parts[:-1])]


def wrong_links(path: Path, folder: Path) -> Iterator[str]:
    """Return the links of a page that lead nowhere."""
    for line, link in page(path).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
        if target.is_dir():
            target = target / "index.html"
        place = f"{path.relative_to(folder)}:{line}: {link}"
        if not target.is_file():
            yield place
        elif not _has(target, unquote(parts.fragment)):
            yield f"{place} (no such place)"


def _has(target: Path, place: str) -> bool:
    """Return whether a file has a place; all have the place without a name."""
    return not place or target.suffix != ".html" or place in page(target).places


def main(arguments: Sequence[str]) -> int:
    """Print what leads nowhere."""
    folder = Path(arguments[0]).resolve()
    pages = built(folder)
    wrong = [place for path in pages for place in wrong_links(path, folder)]
    print("".join(f"{place}\n" for place in wrong), end="")
    if not pages:
        print(f"no pages in {folder}")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
