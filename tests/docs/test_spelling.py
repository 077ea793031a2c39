"""Every word of the pages is in the list of words, and the list has no other."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from project_program import project_program


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return project_program("tools/docs_spelling.py")


def test_every_word_is_listed(tool: ModuleType) -> None:
    listed = tool.known()
    wrong = [place for page in tool.checked_pages() for place in tool.unknown(page, listed)]
    assert not wrong, "correct them, or add them to docs/words.txt: " + "; ".join(wrong[:20])


def test_list_is_sorted_and_plain(tool: ModuleType) -> None:
    lines = tool.LIST.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == "" and lines == sorted(set(lines))
    assert all(word == word.lower() and len(word) >= 3 for word in lines)


def test_misspelling_is_found(tool: ModuleType, tmp_path: Path,
                              monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# The mechanism\n\nA joint `reactoin`, $\\lambada$ and a [wrnog](wrnog_link.md) link.\n"
        "```python\nmispelt = 1\n```\nThe joints' axiss\n",
        encoding="utf-8",
    )
    assert tool.unknown(page, tool.known()) == ["page.md:3: wrnog", "page.md:7: axiss"]
