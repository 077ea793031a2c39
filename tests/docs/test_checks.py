"""The table of the 66 checks is in step with the tests, and every check has one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from docs.pages import DOCS


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    path = DOCS.parent / "tools" / "write_check_table.py"
    spec = importlib.util.spec_from_file_location("write_check_table", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_66(tool: ModuleType) -> None:
    assert len(tool.CHECKS) == 66
    assert {check[0] for check in tool.CHECKS} == set(tool.GROUPS)


def test_every_check_has_a_test(tool: ModuleType) -> None:
    assert tool.missing(tool.collected()) == []


def test_page_is_in_step(tool: ModuleType) -> None:
    page = (DOCS / "checks.md").read_text(encoding="utf-8")
    assert page == tool.page(tool.reached_before()), "run `python tools/write_check_table.py`"


def test_every_check_has_a_figure(tool: ModuleType) -> None:
    reached = tool.reached_before()
    without = [check for check, tests in tool.collected().items() if not {*tests} & {*reached}]
    assert without == [], "run `python tools/write_check_table.py --run` with these"


def test_tests_named_by_codes_of_errors_do_not_count(tool: ModuleType) -> None:
    """F01 and D08 are checks and codes of errors."""
    found = tool.collected()
    assert found["F-01"] and not any("formats/" in t or "urdf/" in t for t in found["F-01"])
    assert any(test.startswith("formats/") for test in found["T-08"])
    assert not any(test.startswith("events/") for each in found.values() for test in each)


def test_figures_of_the_page_are_read_back(tool: ModuleType, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    test = tool.collected()["T-01"][0]
    page = tmp_path / "checks.md"
    page.write_text(tool.page({test: "1.0e-15 of 1.0e-12"}), encoding="utf-8")
    monkeypatch.setattr(tool, "PAGE", page)
    assert tool.reached_before() == {test: "1.0e-15 of 1.0e-12"}


def test_a_check_without_a_test_is_named(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "CHECKS", {**tool.CHECKS, "T-99": "nothing at all"})
    assert tool.missing(tool.collected()) == ["T-99"]
    assert "Without a test: T-99." in tool.page({})
