"""The files around the package: locks, links in the documents, examples."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.source import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = 60


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("lock", LOCKS, ids=name)
def test_lock_has_hashes_and_names_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    requirements = re.findall(r"^\S+==\S+.*(?:\n    .*)*", text, flags=re.MULTILINE)
    assert requirements
    assert all("--hash=sha256:" in requirement for requirement in requirements)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    missing = [link for link in local if not (document.parent / link).exists()]
    assert not missing


LONG = (
    "bearing_diagram",
    "bearing_loads",
    "bicycle",
    "choose_robot",
    "differential_drive",
    "fastest_motion",
    "grip",
    "independent_coordinates",
    "optimal_motion",
    "robot_task",
    "tracked_vehicle",
)
"""Examples that take two and a half seconds and more; their parts are tested elsewhere."""


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=[pytest.mark.slow] if e.stem in LONG else []) for e in EXAMPLES],
    ids=name,
)
def test_example_is_short_and_runs(
    example: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Run it elsewhere, with warnings as errors; the check at its end raises."""
    assert len(example.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_example_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    example = ROOT / "examples" / "quick_start.py"
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
