"""Results as figures, tables and pages; models in other formats; the gallery."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sarrus as package
from cli.conftest import Command
from sarrus.gallery import EXAMPLES

MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


@pytest.fixture
def result(sarrus: Command, pendulum: str) -> str:
    """A result file."""
    assert sarrus("run", pendulum).code == 0
    return "pendulum.sarrus"


@pytest.mark.parametrize("kind", MAGIC)
def test_figures(kind: str, sarrus: Command, result: str) -> None:
    done = sarrus("plot", result, "A.angle", "A.reaction.force", "-o", f"x.{kind}")
    assert done.code == 0 and done.out.startswith(f"x.{kind} written")
    assert Path(f"x.{kind}").read_bytes().startswith(MAGIC[kind])
    assert sarrus("plot", result, "-o", f"x.{kind}").code == 5


def test_figures_of_several_results(sarrus: Command, result: str, pendulum: str) -> None:
    sarrus("run", pendulum, "--set", "rod.com=[0, 0, -0.6]", "-o", "long.sarrus")
    assert sarrus("plot", result, "long.sarrus", "A.rate", "--difference").code == 0
    assert Path("pendulum.png").exists()
    assert sarrus("plot", result, "A.rate", "--against", "A.angle").code == 0, "replaced"
    assert sarrus("plot", result, "long.sarrus", "A.rate", "--against", "A.angle").code == 0
    done = sarrus("plot", result, "long.sarrus", "--against", "A.angle", "--difference")
    assert done.code == 3 and "equal times" in done.err
    assert sarrus("plot", result, "-o", "x.jpg").code == 2


def test_misspelt_channel_is_named(sarrus: Command, result: str) -> None:
    done = sarrus("plot", result, "A.angel")
    assert done.code == 3 and "did you mean 'A.angle'?" in done.err.lower().replace(
        "a.angle", "A.angle"
    )
    assert not Path("pendulum.png").exists()


def test_table_has_the_numbers_of_the_run(sarrus: Command, result: str) -> None:
    assert sarrus("export", result, "A.angle,A.rate", "-o", "x.csv").code == 0
    with Path("x.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    run = package.open_run(result)
    assert rows[0] == ["t [s]", "A.angle [rad]", "A.rate [rad/s]"]
    numbers = np.array(rows[1:], dtype=float)
    assert np.array_equal(numbers[:, 1:], np.hstack([run.q, run.v]))


@pytest.mark.parametrize("ending", ["csv", "xlsx", "mat", "nc", "h5", "parquet", "html"])
def test_export_formats(ending: str, sarrus: Command, result: str) -> None:
    done = sarrus("export", result, "-o", f"x.{ending}", "--json")
    assert done.code == 0 and done.data["file"] == f"x.{ending}"
    assert Path(f"x.{ending}").stat().st_size > 500
    assert sarrus("export", result, "-o", f"x.{ending}").code == 5, "not replaced"
    assert sarrus("export", result, "-o", f"x.{ending}", "--force").code == 0


def test_unknown_format(sarrus: Command, result: str) -> None:
    done = sarrus("export", result, "-o", "x.xls")
    assert done.code == 3 and ".csv" in done.err and not Path("x.xls").exists()


@pytest.mark.parametrize("ending", ["urdf", "json"])
def test_convert_there_and_back(ending: str, sarrus: Command, pendulum: str) -> None:
    assert sarrus("convert", pendulum, f"x.{ending}").code == 0
    assert sarrus("convert", f"x.{ending}", "back.yaml").code == 0
    first, back = package.load(pendulum), package.load("back.yaml")
    assert back.body("rod").mass == first.body("rod").mass
    there = [
        sarrus("run", path, "--json", "--until", "0.2").data for path in (pendulum, "back.yaml")
    ]
    assert there[0]["mobility"] == there[1]["mobility"] == 1


def test_convert_refuses_to_lose_something(sarrus: Command) -> None:
    sarrus("new", "vehicle")
    done = sarrus("convert", "vehicle.yaml", "x.urdf")
    assert done.code == 3 and "suspension" in done.err and "--drop" in done.err
    assert not Path("x.urdf").exists()
    done = sarrus("convert", "vehicle.yaml", "x.urdf", "--drop", "--json")
    assert done.code == 0 and any("tyre" in p["element"] for p in done.data["problems"])
    assert len(package.load("x.urdf").joints) == 2


def test_size_says_whether_a_task_can_be_done(sarrus: Command) -> None:
    task = str(Path(__file__).parents[2] / "examples" / "tasks" / "pick_and_place.yaml")
    done = sarrus("size", task)
    assert done.code == 0 and done.out.startswith("Task 'pick and place' (") and done.err == ""
    report = package.robotics.size_file(task, stream=io.StringIO())
    data = sarrus("size", task, "-o", "report.html", "--json").data
    assert data["feasible"] is report.feasible and data["reasons"] == list(report.reasons)
    assert [d["joint"] for d in data["drives"]] == [c.joint for c in report.choices]
    assert Path("report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sarrus("size", task, "-o", "report.html").code == 5, "not replaced"


SCARA_TASK = """sarrus: 1
robot: scara.yaml
frame: tool
near: [-60 deg, 90 deg, 0.05, 0]
poses: {a: {at: [0.4, -0.2, 0.1], rpy: [180 deg, 0, 0]}, b: {at: [0.4, 0, 0], rpy: [180 deg, 0, 0]}}
law: {type: quintic, duration: 0.4 s}
steps: [{line: b}]
step: 50 ms
rank: cycle
compare: {far: {robot: scara.yaml, frame: tool, base: [-0.5, 0, 0]}}
"""


def test_size_ranks_robots(sarrus: Command) -> None:
    assert sarrus("gallery", "scara", "--file", "scara.yaml").code == 0
    Path("task.yaml").write_text(SCARA_TASK, encoding="utf-8")
    done = sarrus("size", "task.yaml")
    assert done.code == 0 and "robot 1: SCARA: suitable, cycle of 0.4 s" in done.out
    assert "robot 2: far: NOT suitable" in done.out and "out of reach by" in done.out
    robots = sarrus("size", "task.yaml", "--json").data["robots"]
    assert [(row["robot"], row["suitable"]) for row in robots] == [("SCARA", True), ("far", False)]
    assert 0.0 < robots[0]["shortest_cycle"] < 0.4 and robots[1]["cycle"] is None


def test_gallery_lists_every_mechanism(sarrus: Command) -> None:
    done = sarrus("gallery")
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == list(EXAMPLES)
    assert {"rssr", "quarter_vehicle", "double_wishbone"} <= set(EXAMPLES)
    assert all(len(words) > 20 for words in sarrus("gallery", "--json").data["mechanisms"].values())


def test_gallery_runs_and_writes(sarrus: Command) -> None:
    done = sarrus("gallery", "rssr", "--json", "--until", "0.2")
    assert done.code == 0 and done.data["mobility"] == 2 and done.data["passive"] == ["coupler"]
    assert package.open_run("rssr.sarrus").t[-1] == 0.2
    assert sarrus("gallery", "rssr", "--file", "rssr.yaml").code == 0
    data = sarrus("run", "rssr.yaml", "--json", "--until", "0.2", "-o", "x.sarrus").data
    run, again = package.open_run("rssr.sarrus"), package.open_run("x.sarrus")
    assert data["mobility"] == 2
    # axes by two points are rounded otherwise, and steps follow: within the error of the run
    assert np.allclose(again.q[-1], run.q[-1], rtol=0.0, atol=2e-10)
    assert np.allclose(again.q[0], run.q[0], rtol=0.0, atol=1e-15)


def test_bench_measures(sarrus: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from sarrus.cli import speed

    monkeypatch.setattr(speed, "ROUND", 1e-3)
    data = sarrus("bench", "--json").data
    assert len(data["calls"]) == 5 and all(0 < c["microseconds"] < 1e5 for c in data["calls"])
    assert "tree_dynamics" in data["scripts"]


def test_bench_without_a_source_tree(sarrus: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from sarrus.cli import bench

    monkeypatch.setattr(bench, "scripts", dict)
    done = sarrus("bench", "tree_dynamics", "--json")
    assert done.code == 5 and done.codes == ["E-SOURCE"]


def test_bench_compares_everything(
    sarrus: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sarrus.cli import bench

    assert "compare" in bench.scripts()
    Path("compare.py").write_text(
        "import sys\nopen('words', 'w').write(' '.join(sys.argv[1:]))", encoding="utf-8"
    )
    monkeypatch.setattr(bench, "scripts", lambda: {"compare": folder / "compare.py"})
    assert sarrus("bench", "--compare").code == 0 and Path("words").read_text() == ""
    assert sarrus("bench", "--compare", "--quick").code == 0
    assert Path("words").read_text() == "--quick"
    assert sarrus("bench", "compare", "--compare").code == 2
    assert sarrus("bench", "--quick").code == 2
    monkeypatch.setattr(bench, "scripts", dict)
    assert sarrus("bench", "--compare", "--json").codes == ["E-SOURCE"]


def test_bench_script_that_fails(
    sarrus: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sarrus.cli import bench

    Path("slow.py").write_text("raise SystemExit(9)", encoding="utf-8")
    monkeypatch.setattr(bench, "scripts", lambda: {"slow": folder / "slow.py"})
    assert sarrus("bench", "slow").code == 5
    Path("slow.py").write_text("x = 1", encoding="utf-8")
    assert sarrus("bench", "slow").code == 0


def test_as_a_module(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sarrus.cli", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("sarrus ")
