"""A package of a user, written for one test, and taken out of the house at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sarrus.system.channels.catalogue import SOURCES
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.events.actions import ACTIONS

Package = Callable[[str], ModuleType]
TABLES: tuple[Any, ...] = (METHODS, CONTROLLED, ACTIONS, SOURCES)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Return what writes a module to a package, imports it, and forgets it at the end."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def imported(text: str) -> ModuleType:
        folder = tmp_path / "their_package"
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").write_text("", "utf-8")
        (folder / "parts.py").write_text(text, "utf-8")
        invalidate_caches()
        return import_module("their_package.parts")

    yield imported
    for table in TABLES:
        for name in set(table) - table.own:
            table.remove(name)
    for name in [name for name in sys.modules if name.split(".")[0] == "their_package"]:
        del sys.modules[name]
