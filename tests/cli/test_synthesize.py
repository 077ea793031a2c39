"""`sarrus synthesize`: tables in, linkages as tables, model files and pictures out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command

POSES = "x [mm], y [mm], angle [deg]\n0, 1000, 0\n800, 1200, 20\n1400, 900, 60\n"


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "function.csv").write_text("input [deg], output [deg]\n45, 0\n65, 35\n100, 80\n")
    (tmp_path / "points.csv").write_text("# a path\n0,0\n0.3,0.12\n0.5,0.1\n0.4,-0.05\n")
    (tmp_path / "poses.csv").write_text(POSES)
    return tmp_path


def test_function_as_json_and_file(sarrus: Command, tables: Path) -> None:
    done = sarrus("synthesize", "function", "function.csv", "--json", "-o", "best.yaml")
    found = json.loads(done.out)
    assert done.code == 0 and found["complete"] and len(found["solutions"]) == 1
    assert found["solutions"][0]["error"] < 1e-9
    assert sarrus("check", "best.yaml").code == 0
    assert sarrus("synthesize", "function", "function.csv", "-o", "best.yaml").code != 0


@pytest.mark.slow
def test_path_and_constants_of_the_file_that_it_writes(sarrus: Command, tables: Path) -> None:
    words = ("synthesize", "path", "points.csv", "--starts", "20")
    done = sarrus(*words, "-o", "best.yaml")
    assert done.code == 0 and "best.yaml written" in done.out
    done = sarrus(*words, "-m", "best.yaml", "--vary", "a,b", "--follow", "tracer", "--starts", "1",
                  "-o", "new.yaml")  # fmt: skip
    assert done.code == 0 and "before" in done.out


def test_poses_as_a_table(sarrus: Command, tables: Path) -> None:
    done = sarrus("synthesize", "motion", "poses.csv", "--no-defects", "-o", "all.csv")
    assert done.code == 0
    head, *rows = (tables / "all.csv").read_text().splitlines()
    assert head.startswith("Ax,Ay,Dx") and len(rows) > 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("circle", "points.csv"), "none of path, function, motion"),
        (("motion", "points.csv"), "a motion needs x, y, angle"),
        (("path", "points.csv", "--mechanism", "fore-bar"), "four-bar"),
        (("path", "points.csv", "--box", "1:2"), "XMIN:YMIN:XMAX:YMAX"),
        (("path", "points.csv", "-o", "x.doc"), "extensions"),
        (("path", "points.csv", "--fixed", "Ax"), "NAME=VALUE"),
        (("path", "points.csv", "--fixed", "Ax=0,Ex=1"), "is no dimension"),
        (("path", "points.csv", "--proof"), "no count that is proven"),
        (("function", "function.csv", "--proof"), "closed forms"),
        (("path", "none.csv"), "not found"),
        (("function", "function.csv", "--transmission", "89deg"), "nearest"),
    ],
)
def test_mistakes(words: tuple[str, ...], said: str, sarrus: Command, tables: Path) -> None:
    done = sarrus("synthesize", *words)
    assert done.code != 0 and said in done.err


def test_path_in_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sarrus: Command) -> None:
    """Points with z belong to the spatial four-bar; for others they are a wrong command."""
    monkeypatch.chdir(tmp_path)
    Path("points.csv").write_text("x [m],y [m],z [mm]\n0,0,0\n1,0.2,300\n1.5,1,500\n1.2,1.6,400\n")
    words = ("synthesize", "path", "points.csv", "--starts", "8")
    done = sarrus(*words, "--mechanism", "rssr", "--json", "-o", "best.yaml")
    assert done.code == 0, done.err
    found = json.loads(done.out)["solutions"][0]
    assert found["error"] < 1e-9 and {"x", "rx", "p"} <= set(found)
    assert "[e3x, e3y, e3z]" in Path("best.yaml").read_text()
    assert "only rssr and model files have z" in sarrus(*words).err
