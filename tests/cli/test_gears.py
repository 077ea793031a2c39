"""Gears from a model file alone: what `sarrus info` says of them, and the force of a tooth."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from loops.test_gears import FILE

MESH = """\
  soft: {type: gear_mesh, a: pinion, b: wheel, at: [0, 0, 0], at2: [90 mm, 0, 0], axis: z,
    teeth_1: 20, teeth_2: 40, module: 3 mm, stiffness: 1 N/m}
drives:"""


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "pair.yaml"
    path.write_text(FILE.replace("drives:", MESH), encoding="utf-8")
    return path


def test_info_lists_the_meshes(pair: Path, sarrus: Any) -> None:
    lines = sarrus("info", "pair.yaml").out.splitlines()
    (row,) = (line for line in lines if line.startswith("teeth ") and " : " in line)
    assert row.split() == ["teeth", "spur_gears", "20", ":", "40", "0.003", "0.09", "20", "1.635"]
    found = json.loads(sarrus("info", "pair.yaml", "--json").out)["meshes"]
    assert [mesh["name"] for mesh in found] == ["teeth", "soft"]
    assert found[0]["contact_ratio"] == found[1]["contact_ratio"]


def test_the_force_of_a_tooth_without_python(pair: Path, sarrus: Any) -> None:
    """`sarrus run` and `sarrus export`: 12 N m on a radius of 60 mm, by tan(20 degrees)."""
    assert sarrus("run", "pair.yaml").code == 0
    names = ["teeth.tangential_force", "teeth.radial_force", "teeth.mesh_power"]
    assert sarrus("export", "pair.sarrus", *names, "-o", "teeth.csv").code == 0
    with Path("teeth.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = {name.split()[0]: float(x) for name, x in rows[-1].items()}
    assert last["teeth.tangential_force"] == pytest.approx(200.0, rel=1e-6)
    radial = 200.0 * math.tan(math.radians(20.0))
    assert last["teeth.radial_force"] == pytest.approx(radial, rel=1e-6)
    assert last["teeth.mesh_power"] == pytest.approx(180.0, rel=1e-6)


def test_drive_says_where_the_power_flows(pair: Path, sarrus: Any) -> None:
    """The pinion drives the wheel, against 12 N m at 15 rad/s."""
    lines = sarrus("drive", "pair.yaml").out.splitlines()
    (row,) = (line.split() for line in lines if line.startswith("teeth "))
    assert row[:3] == ["teeth", "pinion", "wheel"]
    flow = sarrus("drive", "pair.yaml", "--json").data["meshes"][0]
    assert flow["power"] == pytest.approx(180.0, rel=1e-6)
    assert flow["force"] == pytest.approx(200.0 / math.cos(math.radians(20.0)), rel=1e-6)
