"""`sarrus assemblies` and `sarrus singularities`."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Command


def test_assemblies_and_singular_points_of_a_four_bar(sarrus: Command, tmp_path: Path) -> None:
    model = str(tmp_path / "four_bar.yaml")
    assert sarrus("new", "four-bar", "-o", model).code == 0
    table = str(tmp_path / "all.csv")
    told = sarrus("assemblies", model, "--wanted", "A=30deg", "--proof", "-o", table)
    assert told.code == 0
    assert "proven" in told.out and "all 2 paths" in told.out
    lines = Path(table).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("A.angle [rad],") and len(lines) == 3

    found = json.loads(sarrus("assemblies", model, "--tries", "3", "--json").out)
    assert not found["proven"]

    picture = str(tmp_path / "points.svg")
    dead = sarrus("singularities", model, "--over", "A", "--driven", "D", "-o", picture, "--json")
    points = json.loads(dead.out)["points"]
    assert len(points) == 4 and all(p["certified"] for p in points)
    assert Path(picture).stat().st_size > 1000
    wrong = sarrus("singularities", model, "--over", "A=3")
    assert wrong.code == 2 and "NAME=LOW:HIGH" in wrong.err
