"""The page of promises is in step with its table and its record, and every test of it is there."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from project_program import project_program
from promises import record

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return project_program("tools/write_promises_page.py")


def functions(file: str) -> dict[str, str]:
    """Return the tests of a file, with their source."""
    text = (ROOT / file).read_text(encoding="utf-8")
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.unparse(node) for node in found if node.name.startswith("test_")}


def test_every_promise_has_tests_that_are_there(tool: ModuleType) -> None:
    for promise in tool.promises():
        for test in (*promise["quick"], *promise.get("full", ())):
            file, _, name = test.partition("::")
            assert (name or next(iter(functions(file)))) in functions(file), test


def test_full_sizes_are_slow_and_count_what_they_try(tool: ModuleType) -> None:
    telling = 0
    for promise in tool.promises():
        for test in promise.get("full", ()):
            file, _, name = test.partition("::")
            source, whole = functions(file)[name], (ROOT / file).read_text(encoding="utf-8")
            assert "mark.slow" in source or "pytestmark = pytest.mark.slow" in whole, test
            telling += "tell(" in source
        assert ("goal" in promise) == ("full" in promise)
    assert telling >= 14


def test_quick_ones_run_in_make_test(tool: ModuleType) -> None:
    """At least one case of each is not slow."""
    for promise in tool.promises():
        for test in promise["quick"]:
            file, _, name = test.partition("::")
            whole = (ROOT / file).read_text(encoding="utf-8")
            assert not re.search(r"^pytestmark = (pytest\.mark\.)?slow", whole, re.MULTILINE), test
            for source in [functions(file)[name]] if name else []:
                head = source.partition("\ndef ")[0].splitlines()
                assert not {"@pytest.mark.slow", "@slow"} & set(head), test


def test_names_are_distinct_and_the_record_knows_no_other(tool: ModuleType) -> None:
    names = [promise["name"] for promise in tool.promises()]
    assert len(set(names)) == len(names)
    counted = {promise["name"] for promise in tool.promises() if "goal" in promise}
    assert set(tool.record()) <= counted
    for promise in tool.promises():
        for test in tool.record().get(promise["name"], {}):
            assert test.partition("[")[0] in promise["full"] + promise["quick"], test


def test_nothing_of_the_record_was_lost(tool: ModuleType) -> None:
    bad = ("lost", "wrong", "different", "again", "left_behind", "let_in")
    for tests in tool.record().values():
        for test, told in tests.items():
            assert not any(told["found"].get(key, 0) for key in bad), test


def test_the_page_is_in_step(tool: ModuleType) -> None:
    page = tool.PAGE.read_text(encoding="utf-8")
    assert page == tool.page(tool.record()), "run `python tools/write_promises_page.py`"


def test_what_tests_tell_becomes_the_record(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a test that ran twice, the last counts; of its parts, the sum."""
    file = tmp_path / "found.jsonl"
    monkeypatch.delenv(record.FILE, raising=False)
    record.tell("kills", 1)
    monkeypatch.setenv(record.FILE, str(file))
    record.tell("kills", 40, lost=0, states=7)
    record.tell("kills", 50, lost=0, states=9)
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/a.py::test_b[1] (call)")
    record.tell("kills", 5, lost=0, states=1)
    lines = file.read_text(encoding="utf-8").splitlines()
    found = tool.record_of(lines)
    assert len(lines) == 3 and len(found["kills"]) == 2
    assert sum(told["tried"] for told in found["kills"].values()) == 55
    page = tool.page(found)
    assert "Tried 55 of 500 kills, lost 0, states 10; version" in page
    assert "| [kills](#kills) | 55 | 500 kills |" in page
    assert json.loads(json.dumps(found)) == found


def test_what_did_not_run_again_keeps_its_version(tool: ModuleType) -> None:
    """An older record stays where no line takes its place, and the page says of which it is."""
    told = {"found": {"lost": 0}, "python": "3.11.7", "system": "Linux"}
    old = {"version": "0.1.0", "date": "2026-01-01", "tried": 30, **told}
    new = {"version": "0.2.0", "date": "2026-02-01", "tried": 40, **told}
    kept = {"kills": {"a": old, "b": old}, "power": {"c": old}}
    line = json.dumps({"promise": "kills", "test": "b", **new})
    found = tool.record_of([line], kept)
    assert found == {"kills": {"a": old, "b": new}, "power": {"c": old}}
    assert kept["kills"]["b"] is old
    page = tool.page(found)
    assert "Tried 70 of 500 kills, lost 0; 1 of 2 tests with version 0.2.0, 2026-02-01" in page
    assert "1 of 2 tests with version 0.1.0, 2026-01-01" in page
    assert tool.record_of([line]) == {"kills": {"b": new}}
