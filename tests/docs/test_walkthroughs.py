"""The four tasks of the walkthroughs: every command runs in an empty folder, and prints what the
page shows, numbers within a part of 2,000."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from cli.conftest import Command, folder, sarrus
from docs.pages import DOCS
from project_program import project_program

__all__ = ["folder", "sarrus"]
PAGES = sorted((DOCS / "walkthroughs").glob("*.md"))
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
QUICK = {"shaper"}
NEAR = 5e-4
"""Part of a number by which what is printed may differ from the page."""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """What reads the blocks of pages."""
    return project_program("tools/docs_blocks.py")


def is_shown(line: str, printed: str) -> bool:
    """Whether a line of the page is (the beginning of) one that was printed."""
    words, other = NUMBER.split(line.strip()), NUMBER.split(printed.strip())
    mine, yours = NUMBER.findall(line.strip()), NUMBER.findall(printed.strip())
    if len(mine) > len(yours):
        return False
    ended = words[-1].split()
    last = other[len(words) - 1].split()[: len(ended)]
    if last != ended or any(
        a.split() != b.split() for a, b in zip(words[:-1], other, strict=False)
    ):
        return False
    return all(
        abs(float(a) - float(b)) <= NEAR * max(abs(float(a)), 1e-3)
        for a, b in zip(mine, yours, strict=False)
    )


def test_a_wrong_number_is_seen() -> None:
    assert is_shown("crank  N m  452.916  0.24", "crank  N m    452.917  0.24  280.5  2845.75")
    assert not is_shown("crank  N m  451.9  0.24", "crank  N m    452.917  0.24  280.5  2845.75")
    assert not is_shown("crank  N m  452.9", "lever  N m    452.917  0.24")


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page.stem in QUICK else pytest.mark.slow, id=page.stem)
        for page in PAGES
    ],
)
def test_commands_print_what_the_page_shows(tool: ModuleType, page: Path, sarrus: Command) -> None:
    for block in tool.blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.kind != "console":
            continue
        printed: list[str] = []
        for line in block.text.splitlines():
            if line.startswith("$ "):
                printed = _printed(line[2:], tool.EXIT, sarrus)
            elif line.strip() != "...":
                assert any(is_shown(line, other) for other in printed), (
                    f"{block.place}: {line!r} is not printed:\n" + "\n".join(printed)
                )


def _printed(words: str, ending: re.Pattern[str], sarrus: Command) -> list[str]:
    """Run a command, which must end as the page says; return the lines that it prints."""
    code = ending.search(words)
    bare = ending.sub("", words)
    if not bare.startswith("sarrus "):
        done = subprocess.run(["sh", "-c", bare], capture_output=True, text=True, check=True)
        return done.stdout.splitlines()
    ended = sarrus(*shlex.split(bare)[1:])
    assert ended.code == (int(code[1]) if code else 0), f"{bare}\n{ended.out}{ended.err}"
    return (ended.out + ended.err).splitlines()
