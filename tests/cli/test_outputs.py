"""Outputs as the user wrote them: units and channels of the file, in every command."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus as package
from cli.conftest import PENDULUM, Command
from sarrus.system import Drive

SHOWN = PENDULUM.replace("outputs: [A.angle]", "outputs: [A.reaction.force@world, A.rate]")
SHOWN += "units: mm, deg, kN, rpm\n"


@pytest.fixture
def model(folder: Path) -> str:
    Path("p.yaml").write_text(SHOWN, encoding="utf-8")
    return "p.yaml"


def head(path: str) -> list[str]:
    with Path(path).open(encoding="utf-8", newline="") as stream:
        return next(csv.reader(stream))


def test_outputs_and_units_go_with_the_result(sarrus: Command, model: str) -> None:
    done = sarrus("run", model, "--json")
    units = {row["channel"]: row["unit"] for row in done.data["outputs"]}
    force = [f"A.reaction.force@world.{axis}" for axis in "xyz"]
    assert units == {**dict.fromkeys(force, "kN"), "A.rate": "rpm"}
    run = package.open_run("p.sarrus")
    rate = next(row for row in done.data["outputs"] if row["channel"] == "A.rate")
    assert np.isclose(rate["min"], 30.0 / np.pi * np.min(run["A.rate"]), rtol=1e-12)
    assert run.shown.units == ("mm", "deg", "kN", "rpm") and run["A.rate"].unit == "rad/s"
    assert run.history.in_units()["A.rate"].unit == "rpm"

    text = sarrus("info", "p.sarrus").out
    assert "A.rate" in text and "rpm" in text and "kN mm" in text
    assert "rad/s" in sarrus("info", "p.sarrus", "--units", "SI", "--channels", "A.rate").out
    assert sarrus("export", "p.sarrus", "-o", "x.csv").code == 0
    assert head("x.csv") == [
        "t [s]", *(f"{name} [kN]" for name in force), "A.rate [rpm]", "A.angle [deg]",
    ]  # fmt: skip
    assert sarrus("export", "p.sarrus", "-o", "y.csv", "--units", "kN,ms").code == 0
    assert head("y.csv")[0] == "t [ms]" and head("y.csv")[-1] == "A.angle [rad]"
    assert "A.reaction.force@world, A.rate" in sarrus("plot", "p.sarrus").out
    assert sarrus("resume", "p.sarrus").out.count("rpm")


def test_page_shows_the_outputs_first(sarrus: Command, model: str) -> None:
    from sarrus.viewer.scene import scene_of

    assert sarrus("run", model).code == 0
    static = scene_of(package.open_run("p.sarrus")).static
    listed = [(c["name"], c["unit"]) for c in static["channels"]]
    assert listed[:2] == [("A.reaction.force@world", "kN"), ("A.rate", "rpm")]
    assert static["plots"] == [[0], [1]] and static["units"]["m"] == ("mm", 1000.0)
    si = scene_of(package.open_run("p.sarrus").history).static
    assert si["arrays"]["positions"] == static["arrays"]["positions"], "geometry stays in SI"
    assert si["channels"][1]["unit"] == "rad/s"


def test_polar_and_planes(sarrus: Command, model: str) -> None:
    assert sarrus("run", model).code == 0
    done = sarrus("plot", "p.sarrus", "--polar", "--against", "A.angle", "-o", "a.svg")
    assert done.code == 0 and Path("a.svg").stat().st_size > 1000
    assert sarrus("plot", "p.sarrus", "--plane", "xz").code == 2
    done = sarrus("plot", "p.sarrus", "A.rate", "--polar")
    assert done.code == 3 and "not a vector" in done.err


def test_drive_writes_the_efforts(sarrus: Command, model: str) -> None:
    words = ["drive", model, "--set", "drives.A=2*pi*t", "--units", "N mm,kW,deg"]
    done = sarrus(*words, "--json", "-o", "e.csv")
    assert done.code == 0 and done.data["efforts"][0]["unit"] == "N mm"
    columns = head("e.csv")
    assert "A.effort [N mm]" in columns and "A.power [kW]" in columns
    assert columns[1] == "A.reaction.force@world.x [N]" and "A.angle [deg]" in columns
    table = np.genfromtxt("e.csv", delimiter=",", skip_header=1)
    effort = table[:, columns.index("A.effort [N mm]")]
    assert np.isclose(np.max(np.abs(effort)), abs(done.data["efforts"][0]["peak"]), rtol=1e-12)
    assert "peak power [kW]" in sarrus(*words).out


@pytest.mark.parametrize("workers", ["0", "1"])
def test_sweep_keeps_every_run(sarrus: Command, model: str, workers: str) -> None:
    words = ["--over", "rod.mass=1kg,2kg,3kg", "-m", "max A.rate", "--workers", workers]
    done = sarrus("sweep", model, *words, "--folder", "d", "-o", "m.png", "--json")
    data: dict[str, Any] = json.loads(done.out)
    assert data["units"] == {"rod.mass": "kg", "max A.rate": "rpm"} and Path("m.png").exists()
    assert data["runs"] == [f"d/run_{k:03}.sarrus" for k in range(3)]
    assert head("d/table.csv") == ["rod.mass [kg]", "max A.rate [rpm]", "status"]
    heavy = package.open_run(data["runs"][2])
    assert heavy.system.model.body("rod").mass == 3.0, "the file is of the model of its point"
    top = np.max(heavy.history.in_units()["A.rate"])
    assert np.isclose(top, data["table"]["max A.rate"][2], rtol=1e-12)
    assert sarrus("info", data["runs"][1]).code == 0
    assert sarrus("plot", *data["runs"], "A.rate", "--against", "A.angle", "-o", "a.png").code == 0
    again = sarrus("sweep", model, *words, "--folder", "d", "--json")
    assert again.data["reused"] == 3 and len(again.data["runs"]) == 3


@pytest.mark.parametrize("workers", ["0", "1"])
def test_sweep_keeps_every_drive(sarrus: Command, model: str, workers: str) -> None:
    """Prescribed motions are result files too: efforts, units, plot, info, view, export."""
    text = Path(model).read_text(encoding="utf-8") + 'drives: {A: "2*pi*t"}\n'
    Path("d.yaml").write_text(text.replace("run: {", "run: {kind: drive, "), encoding="utf-8")
    words = ["--over", "rod.mass=1kg,2kg", "-m", "max A.effort", "--workers", workers]
    data = sarrus("sweep", "d.yaml", *words, "--folder", "d", "--json").data
    assert data["runs"] == ["d/run_000.sarrus", "d/run_001.sarrus"]
    heavy = package.open_run(data["runs"][1])
    assert isinstance(heavy, Drive) and heavy.system.model.body("rod").mass == 2.0
    assert np.max(heavy["A.effort"]) == data["table"]["max A.effort"][1]
    told = sarrus("info", data["runs"][1], "--json").data
    assert told["driven"] == ["A"] and "A.effort" in {c["name"] for c in told["channels"]}
    assert sarrus("info", data["runs"][1]).code == 0
    assert (
        sarrus("plot", *data["runs"], "A.effort", "--against", "A.angle", "-o", "a.png").code == 0
    )
    assert sarrus("view", data["runs"][0], "-o", "v.html").code == 0
    assert sarrus("export", data["runs"][0], "A.effort", "-o", "e.csv").code == 0
    assert sarrus("drive", "d.yaml", "-o", "one.sarrus").code == 0
    assert head("e.csv")[1] == "A.effort [kN mm]"
    assert sarrus("resume", "one.sarrus").code == 3


def test_wrong_units_are_told_before_anything_is_done(sarrus: Command, model: str) -> None:
    for words in (["run", model], ["info", model]):
        done = sarrus(*words, "--units", "mm,foo")
        assert done.code == 3 and "unit 'foo'" in done.err and not Path("p.sarrus").exists()
