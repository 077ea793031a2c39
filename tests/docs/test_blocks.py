"""Blocks of code of every page: of a known kind, run or marked why not; a few run here."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from docs.pages import DOCS

ROOT = DOCS.parent
QUICK = ("theory/rolling.md",)
"""Pages whose blocks take a second or two each; `make docs` runs those of all pages."""


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    path = ROOT / "tools" / "docs_blocks.py"
    spec = importlib.util.spec_from_file_location("docs_blocks", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_every_block_is_of_a_known_kind(tool: ModuleType) -> None:
    assert [place for page in tool.pages() for place in tool.unknown_blocks(page)] == []


def test_most_blocks_are_run(tool: ModuleType) -> None:
    """Those that are not say why, in words."""
    every = [block for page in tool.pages() for block in tool.blocks(page)]
    ours = [block for block in every if block.kind in tool.RUN]
    left = [block for block in ours if block.why_not]
    assert len(ours) > 90 and len(left) <= 0.15 * len(ours), [block.place for block in left]
    assert all(len(block.why_not.split()) >= 3 for block in left)


@pytest.mark.parametrize("name", QUICK)
def test_blocks_run(name: str, tool: ModuleType) -> None:
    python_only = [b for b in tool.blocks(DOCS / name) if b.kind == "python"]
    assert python_only
    page = DOCS / name
    assert [str(wrong) for wrong in tool.failures(page) if wrong.block.kind == "python"] == []


@pytest.mark.slow
def test_all_blocks_run(tool: ModuleType) -> None:
    assert [str(wrong) for page in tool.pages() for wrong in tool.failures(page)] == []


def test_what_fails_is_told_with_its_place(tool: ModuleType, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n```python\nx = 1\n```\n\n"
        "<!-- not run: it has no end -->\n```python\nwhile x:\n    pass\n```\n\n"
        "```python\n\nassert x == 2\n```\n\n```yaml\nbodiez: {}\n```\n\n"
        "```toml\na = \n```\n\n```sh\nfalse\n```\n\n"
        "```sh\nfalse  # exit 1\n```\n\n```basic\nGOTO 10\n```\n\ntext\n\n    indented\n",
        encoding="utf-8",
    )
    wrong = {one.block.line: one.what for one in tool.failures(page)}
    assert set(wrong) == {14, 19, 23, 27}
    assert "AssertionError" in wrong[14] and "line 15" in wrong[14]
    assert "bodiez" in wrong[19] and "ends with 1" in wrong[27]
    assert [place.partition(" ")[0] for place in tool.unknown_blocks(page)] == [
        "page.md:35",
        "page.md:40",
    ]
