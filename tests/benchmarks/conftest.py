"""The modules of `benchmarks`, which is a folder of scripts and not a package."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"

Script = Callable[[str], ModuleType]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    """Import modules of the benchmarks by name, and forget them again."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(FOLDER))
    yield import_module
    names = {path.stem for path in FOLDER.glob("*.py")}
    for name in (set(sys.modules) - before) & names:
        del sys.modules[name]
