"""Check the spelling of the documentation against a list of words that is part of it.

    python tools/docs_spelling.py           # print words that are not in the list: code 1
    python tools/docs_spelling.py --write   # add them, after a look at each; drop unused ones

Words of the list were looked at by someone; a new one is either a mistake or belongs in the list.
Code, formulas, links, names of files and words with digits or capitals inside are left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from docs_blocks import DOCS, FENCE, ROOT, pages

LIST = DOCS / "words.txt"
ALSO = ("CONTRIBUTING.md", "CHANGELOG.md")
LEFT_OUT = [
    FENCE,
    re.compile(r"\$\$.*?\$\$", re.DOTALL),
    re.compile(r"\$[^$\n]+(?:\n[^$\n]+)?\$"),
    re.compile(r"``.*?``|`[^`]*`", re.DOTALL),
    re.compile(r"<[^>\n]*>"),
    re.compile(r"\]\([^)\s]*\)"),
    re.compile(r"https?://\S+"),
]
WORD = re.compile(r"(?<![\w/.\-])[A-Za-z\u00c0-\u017f]+(?:['\u2019][a-z]+)?(?![\w/]|\.\w)")
PLAIN = re.compile(r"[A-Z]?[a-z\u00df-\u017f]{3,}(?:['\u2019][a-z]+)?")


def words(page: Path) -> Iterator[tuple[int, str]]:
    """Return the lines and words of a page, in small letters, that are words of a language."""
    text = page.read_text(encoding="utf-8")
    for pattern in LEFT_OUT:
        text = pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    for number, line in enumerate(text.splitlines(), 1):
        for found in WORD.findall(line):
            if PLAIN.fullmatch(found):
                yield number, found.lower().replace("\u2019", "'").removesuffix("'s")


def known() -> set[str]:
    """Return the words of the list."""
    return set(LIST.read_text(encoding="utf-8").split())


def checked_pages() -> list[Path]:
    """Return the pages whose spelling is checked."""
    return [*pages(), *(ROOT / name for name in ALSO)]


def unknown(page: Path, listed: set[str]) -> list[str]:
    """Return the places of words of a page that the list does not have."""
    name = page.relative_to(ROOT)
    return [f"{name}:{line}: {word}" for line, word in words(page) if word not in listed]


def main(arguments: Sequence[str]) -> int:
    """Print unknown words, or write the list anew."""
    if "--write" in arguments:
        every = {word for page in checked_pages() for _, word in words(page)}
        LIST.write_text("\n".join(sorted(every)) + "\n", encoding="utf-8")
        return 0
    listed = known()
    wrong = [place for page in checked_pages() for place in unknown(page, listed)]
    print("".join(f"{place}\n" for place in wrong), end="")
    if wrong:
        print(f"correct them, or add them to {LIST.relative_to(ROOT)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
