"""Which tests `make quick` takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from project_program import project_program


def _tool() -> Any:
    return project_program("tools/quick_tests.py")


def test_the_nearest_first_and_within_the_time() -> None:
    tool = _tool()
    seconds = {"tests/kernels/test_cache.py": 5.0}
    changed = ["src/sarrus/kernels/cache.py", "tests/kernels/test_elf.py", "README.md"]
    taken = tool.chosen_tests(changed, seconds, 60.0)
    assert taken[:3] == [*sorted(tool.ALWAYS), "tests/kernels/test_elf.py"]
    assert "tests/kernels/test_cache.py" in taken
    assert sum(seconds.get(name, tool.UNKNOWN) for name in taken) <= 60.0
    assert tool.chosen_tests([], seconds, 60.0) == sorted(tool.ALWAYS)
    few = tool.chosen_tests(changed, seconds, 3 * tool.UNKNOWN)
    assert few == taken[:3]


def test_durations_are_added_by_file(tmp_path: Path) -> None:
    tool = _tool()
    tool.SECONDS = tmp_path / "seconds.json"
    log = tmp_path / "log"
    log.write_text(
        "1.25s call     tests/a/test_x.py::test_one[a b]\n"
        "0.50s setup    tests/a/test_x.py::test_two\n"
        "0.01s call     tests/b/test_y.py::test\n",
        encoding="utf-8",
    )
    tool.record(log)
    assert json.loads(tool.SECONDS.read_text(encoding="utf-8")) == {
        "tests/a/test_x.py": 1.8,
        "tests/b/test_y.py": 0.1,
    }
