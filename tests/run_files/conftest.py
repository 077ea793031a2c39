"""Files that runs hold open are closed after every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sarrus.storage import RunReader


@pytest.fixture(autouse=True)
def closed_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test has opened; `test_warnings` shows what happens without this."""
    opened: list[RunReader] = []
    begin = RunReader.__init__

    def noted(self: RunReader, *given: Any) -> None:
        begin(self, *given)
        opened.append(self)

    monkeypatch.setattr(RunReader, "__init__", noted)
    yield
    for reader in opened:
        reader.close()
