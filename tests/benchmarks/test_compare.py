"""One command measures groups in processes of their own, and writes results and page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.conftest import FOLDER, Script
from sarrus.cli.bench import scripts

SARRUS = FOLDER.parent / "src"


def test_every_group_has_a_script_that_measures(script: Script) -> None:
    for name in script("compare").GROUPS.values():
        assert "\ndef measured(quick: bool = False) -> Group:\n" in (
            FOLDER / f"{name}.py"
        ).read_text(encoding="utf-8")


def test_a_group_that_crashes_loses_only_itself(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "good.py").write_text(
        "from rows import *\n"
        "def measured(quick): return Group('good', 'Good', [Row('t', 'x', ours=Time(1.0, 1.0))])\n",
        encoding="utf-8",
    )
    (tmp_path / "bad.py").write_text(
        "import os\ndef measured(quick): os.abort()\n", encoding="utf-8"
    )
    groups = {"good": "good", "bad": "bad"}
    start = f"import compare\ncompare.GROUPS = {groups}\n"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(SARRUS), str(FOLDER)]))
    compare = script("compare")
    monkeypatch.setattr(compare, "GROUPS", groups)
    monkeypatch.setattr(compare, "START", start)
    results = compare.compare(["bad", "good"], True, tmp_path)
    assert list(results.groups) == ["good", "bad"] and results.quick == ("bad", "good")
    assert results.groups["good"].rows[0].ours.median == 1.0 and not results.groups["good"].failed
    assert results.groups["bad"].failed.startswith("the process ended with -")


def test_an_unknown_group_is_refused(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        script("compare").main(["no_such"])
    assert stop.value.code == 2 and "there are trees," in capsys.readouterr().err


def test_figures_of_another_machine_are_not_kept(script: Script) -> None:
    same = script("compare").same_machine
    here = {"processor": "a", "cores": 2, "versions": {"numpy": "2"}, "date": "today"}
    assert same({**here, "date": "yesterday"}, here)
    assert not same({**here, "processor": "b"}, here)
    assert not same({**here, "versions": {"numpy": "1"}}, here)


@pytest.mark.slow
@pytest.mark.peer
def test_smoke_run_of_one_group(tmp_path: Path) -> None:
    command = [sys.executable, str(FOLDER / "compare.py"), "selected", "derivatives", "--quick"]
    done = subprocess.run(
        [*command, "--docs", str(tmp_path)], check=False, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(SARRUS)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    kept = json.loads((tmp_path / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    rows = [row for group in kept["groups"].values() for row in group["rows"]]
    assert len(rows) == 9 and all(row["ours"]["least"] > 0.0 for row in rows)
    assert "## Goals" in (tmp_path / "benchmarks.md").read_text(encoding="utf-8")


def test_the_command_line_offers_every_group_and_nothing_else(script: Script) -> None:
    """Files that only help a benchmark cannot be run by its name."""
    assert set(scripts()) == {*script("compare").GROUPS.values(), "compare"}
