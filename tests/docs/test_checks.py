"""The table of the 66 checks is in step with the tests, and every check has one."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from docs.pages import DOCS
from project_program import project_program
from sarrus.error_codes import codes


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return project_program("tools/write_check_table.py")


def test_there_are_66(tool: ModuleType) -> None:
    assert len(tool.CHECKS) == 66
    assert {check[4] for check in tool.CHECKS} == set(tool.GROUPS)


def test_every_check_has_a_test(tool: ModuleType) -> None:
    assert tool.missing(tool.collected()) == []


def test_page_is_in_step(tool: ModuleType) -> None:
    page = (DOCS / "checks.md").read_text(encoding="utf-8")
    assert page == tool.page(tool.reached_before()), "run `python tools/write_check_table.py`"


def test_every_check_has_a_figure(tool: ModuleType) -> None:
    reached = tool.reached_before()
    without = [check for check, tests in tool.collected().items() if not {*tests} & {*reached}]
    assert without == [], "run `python tools/write_check_table.py --run` with these"


def test_no_check_has_the_name_of_an_error_code(tool: ModuleType) -> None:
    """D08 is a code of an error, CHK-D08 a check; a test that shows a check says so in its name."""
    assert not {*tool.CHECKS} & {*codes()}
    assert all(re.fullmatch(r"CHK-[A-Z]\d\d", check) for check in tool.CHECKS)
    for tests in tool.collected().values():
        assert all("::test_CHK_" in test for test in tests)


def test_figures_of_the_page_are_read_back(tool: ModuleType, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    test = tool.collected()["CHK-T01"][0]
    page = tmp_path / "checks.md"
    page.write_text(tool.page({test: "1.0e-15 of 1.0e-12"}), encoding="utf-8")
    monkeypatch.setattr(tool, "PAGE", page)
    assert tool.reached_before() == {test: "1.0e-15 of 1.0e-12"}


def test_a_check_without_a_test_is_named(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "CHECKS", {**tool.CHECKS, "CHK-T99": "nothing at all"})
    assert tool.missing(tool.collected()) == ["CHK-T99"]
    assert "Without a test: CHK-T99." in tool.page({})
