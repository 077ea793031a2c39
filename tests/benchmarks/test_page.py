"""The page says what the results say: machine, goals, who is faster, what is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conftest import Script

MACHINE = {
    "processor": "Some Processor",
    "cores": 2,
    "memory": 8e9,
    "system": "Linux",
    "date": "2026-01-01",
    "load": 0.1,
    "versions": {"python": "3.11", "pin": "4.1", "mujoco-core": None},
}


def row(table: str, what: str, peer: str, ours: float, theirs: float | None, **more: Any) -> Any:
    times = [None if x is None else {"median": x, "least": 0.9 * x} for x in (ours, theirs)]
    given = {"table": table, "what": what, "peer": peer, "ours": times[0], "theirs": times[1]}
    return {**given, "case": "", "size": 0, "ratio": None, **more}


def record(*rows: Any, **more: Any) -> dict[str, Any]:
    group = {"name": "batches", "title": "Many states", "rows": list(rows), "notes": ["A note."]}
    return {"machine": MACHINE, "quick": [], "groups": {"batches": {**group, **more}}}


@pytest.fixture
def written(script: Script, tmp_path: Path) -> Any:
    """Write a page from a record, and return its text."""

    def text(kept: dict[str, Any]) -> str:
        folder = tmp_path / "benchmarks"
        folder.mkdir(exist_ok=True)
        (folder / "results.json").write_text(json.dumps(kept), encoding="utf-8")
        return script("write_page").write_page(tmp_path).read_text(encoding="utf-8")

    return text


def part(page: str, heading: str) -> str:
    """Return one section of a page."""
    return page.split(f"\n## {heading}\n")[1].split("\n## ")[0]


ROWS = (
    row("A state of many, one core against one core", "inverse dynamics", "Pinocchio, whole call",
        1e-7, 1.5e-6, case="7-dof arm", size=7),
    row("A state of many, one core against one core", "mass matrix", "Pinocchio", 2e-6, 1e-6,
        case="chain", size=300),
    row("A step of many four-bars, one core against one core", "rk4", "MuJoCo Euler", 3e-7, None,
        missing="not installed", error=1e-9),
)  # fmt: skip


def test_machine_and_versions(written: Any) -> None:
    text = part(written(record(*ROWS)), "Machine and versions")
    assert "Some Processor, 2 cores" in text and "| 8 GB |" in text
    assert "| Pinocchio (pin) | 4.1 |" in text and "| MuJoCo | not installed |" in text


def test_a_missed_goal_is_shown_as_missed(written: Any) -> None:
    lines = part(written(record(*ROWS)), "Goals").splitlines()
    (line,) = (x for x in lines if x.startswith("| 7-dof"))
    assert line.endswith("| inverse dynamics 15 (not measured) | **no** |")
    (line,) = (x for x in lines if x.startswith("| scaling"))
    assert line.endswith("| not measured | not measured |")
    ahead = {**ROWS[0], "theirs": {"median": 4.1e-6, "least": 4e-6}}
    lines = part(written(record(ahead)), "Goals").splitlines()
    (line,) = (x for x in lines if x.startswith("| 7-dof"))
    assert line.endswith("| inverse dynamics 41 (not measured) | yes |")


def test_a_missed_goal_says_why(written: Any) -> None:
    assert "- **7-dof inverse dynamics, batch, per core**: The" in written(record(*ROWS))
    ahead = {**ROWS[0], "theirs": {"median": 4.1e-6, "least": 4e-6}}
    assert "Why some are missed" not in written(record(ahead))


def test_a_faster_program_is_listed(written: Any) -> None:
    text = written(record(*ROWS))
    lines = [x for x in part(text, "Where others are faster").splitlines() if "times" not in x]
    (line,) = (x for x in lines if x.startswith("| Pinocchio"))
    assert "mass matrix" in line and line.endswith("| chain of 300: 2 |")
    assert "| 1 µs (**0.5**) |" in part(text, "Many states")
    assert "Nowhere in these figures." in written(record(ROWS[0]))


def test_a_missing_program_is_named(written: Any) -> None:
    text = part(written(record(*ROWS)), "Many states")
    (line,) = (x for x in text.splitlines() if x.startswith("| four-bars") or "| rk4 |" in x)
    assert "300 ns" in line and "not installed" in line


def test_a_group_that_failed_says_so(written: Any) -> None:
    text = written(record(failed="the process ended with -11"))
    assert "This comparison failed: `the process ended with -11`" in part(text, "Many states")


def test_a_smoke_run_is_marked(written: Any) -> None:
    kept = record(*ROWS)
    assert "smoke run (`--quick`)" not in written(kept)
    assert "smoke run (`--quick`)" in written({**kept, "quick": ["batches"]})


def test_pictures_are_drawn_and_shown(written: Any, tmp_path: Path) -> None:
    text = written(record(*ROWS))
    assert "(pictures/benchmark_batches.svg)" in text and "benchmark_scaling" not in text
    drawn = (tmp_path / "pictures" / "benchmark_batches.svg").read_bytes()
    written(record(*ROWS))
    assert (tmp_path / "pictures" / "benchmark_batches.svg").read_bytes() == drawn


def test_all_pictures(script: Script, tmp_path: Path) -> None:
    rows, titles = script("rows"), script("titles")
    one, ten = rows.Time(1.0, 1.0), rows.Time(10.0, 9.0)
    curve = {"program": "Sarrus", "method": "rk4", "seconds": [1.0, 2.0], "errors": [0.1, 0.01]}
    chain = {"case": "chain", "peer": "MuJoCo"}
    groups = {
        "simulate": rows.Group("simulate", "", curves={"arm": [curve]}),
        "scaling": rows.Group("scaling", "", [
            rows.Row("Inverse dynamics", "x", size=n, ours=one, theirs=ten, **chain)
            for n in (1, 10)
        ]),
        "compile": rows.Group("compile", "", [
            rows.Row(titles.COLD, "x", size=n, ours=ten, theirs=one, **chain) for n in (1, 10)
        ]),
    }  # fmt: skip
    made = script("pictures").draw(groups, tmp_path)
    names = {name for pictures in made.values() for name, _ in pictures}
    assert set(made) == set(groups) and names == {path.name for path in tmp_path.iterdir()}


def test_the_page_of_the_docs_is_that_of_its_results(script: Script) -> None:
    """Nobody edits figures by hand."""
    docs = script("write_page").DOCS
    results = script("write_page").read(docs)
    made: dict[str, list[tuple[str, str]]] = {}
    for name, (group, _, caption) in script("pictures").PICTURES.items():
        if (docs / "pictures" / name).exists():
            made.setdefault(group, []).append((name, caption))
    text = script("page").page(results, made)
    assert (docs / "benchmarks.md").read_text(encoding="utf-8") == text
