"""The page on outputs, units and axes runs from top to bottom."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pages import DOCS, run


@pytest.mark.slow
def test_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = run(DOCS / "outputs.md")
    assert len(names["table"]) == 5
