"""Workbooks, polar diagrams, several results over a channel, and pictures of sweeps."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import ModelError
from sarrus.results.export import workbook
from sarrus.results.plots import compare, plot, polar
from sarrus.sweeps.distributions import Uniform
from sarrus.sweeps.plans import MonteCarlo, points
from sarrus.sweeps.rows import DONE, Row, RowTable, failure_row
from sarrus.sweeps.table import Sweep
from sarrus.system import Run
from sarrus.system.history import History

NAMES = ["A.angle", "A.reaction.force", "energy"]


@pytest.fixture
def history(four_bar_run: Run) -> History:
    return History(four_bar_run)


def cells(path: Path, sheet: int) -> list[list[Any]]:
    """The rows of a sheet, read by nothing but the standard library."""
    with zipfile.ZipFile(path) as file:
        root = ElementTree.fromstring(file.read(f"xl/worksheets/sheet{sheet}.xml"))
    space = {"m": workbook.MAIN}
    found = []
    for row in root.iterfind(".//m:row", space):
        texts = []
        for cell in row.iterfind("m:c", space):
            text, number = cell.find("m:is/m:t", space), cell.find("m:v", space)
            plain = False if number is None else float(str(number.text))
            texts.append(plain if text is None else text.text)
        found.append(texts)
    return found


def test_workbook(history: History, tmp_path: Path) -> None:
    shown = history.in_units("deg", "kN")
    path = shown.export(tmp_path / "a.xlsx", NAMES)
    head, *rows = cells(path, 1)
    force = [f"A.reaction.force.{axis} [kN]" for axis in "xyz"]
    assert head == ["t [s]", "A.angle [deg]", *force, "energy.total [J]"]
    table = np.array(rows, dtype=float)
    assert np.array_equal(table[:, 1], shown["A.angle"]) and len(table) == len(history)
    about = cells(path, 2)
    told = {row[0]: row[1] for row in about if len(row) == 2}
    assert told["model"] == history.system.model.name and told["states"] == len(history)
    unique = {row[0]: row[3] for row in about if len(row) == 4}
    assert unique["A.angle"] == "yes" and unique["A.reaction.force.z"].startswith("no, because")
    with zipfile.ZipFile(path) as file:
        assert b'state="frozen"' in file.read("xl/worksheets/sheet1.xml")
    again = shown.export(tmp_path / "b.xlsx", NAMES)
    assert path.read_bytes() == again.read_bytes()


def test_workbook_is_opened_by_others(history: History, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    sheet = openpyxl.load_workbook(history.export(tmp_path / "a.xlsx", NAMES))["values"]
    assert sheet.freeze_panes == "B2" and sheet["A1"].value == "t [s]"
    assert sheet.max_row == len(history) + 1


def test_cells_that_are_no_numbers(tmp_path: Path) -> None:
    rows = [(1, float("nan"), float("inf")), (True, None, "<&\x00>")]
    workbook.write_workbook(str(tmp_path / "a.xlsx"), [workbook.Sheet("s", "abc", rows)])
    assert cells(tmp_path / "a.xlsx", 1)[1:] == [[1.0, False, "inf"], [1.0, False, "<&>"]]
    with pytest.raises(ModelError, match="at most 1,048,576 rows"):
        workbook.check_size(2**20, 3)


def test_polar_diagram_has_equal_axes(history: History) -> None:
    figure = history.in_units("kN", "deg").plot("A.reaction.force", polar=True, against="A.angle")
    (axes,) = figure.axes
    assert axes.get_aspect() == 1.0 and axes.get_xlabel() == "A.reaction.force x [kN]"
    assert axes.get_ylabel() == "A.reaction.force y [kN]", "z is along the pin"
    force = 1e-3 * np.asarray(history["A.reaction.force"])
    line = max(axes.lines, key=lambda one: len(one.get_xdata()))
    assert np.isclose(np.max(line.get_xdata()), np.max(force[:, 0]), rtol=1e-2)
    assert axes.get_title(loc="left") == "marks: A.angle [deg]"
    assert (
        polar({"": history}, ["A.reaction.force"], plane="zy")
        .axes[0]
        .get_xlabel()
        .startswith("A.reaction.force z (not unique)")
    )
    several = compare({"one": history, "two": history}, "A.reaction.force", polar=True)
    assert [text.get_text() for text in several.legends[0].get_texts()] == ["one", "two"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"channels": ["A.angle"]}, "not a vector"),
        ({"channels": ["A.reaction.force.x"]}, "such as 'A.reaction.force'"),
        ({"plane": "xx"}, "is not one of xy"),
        ({"against": "A.reaction.force"}, "not a number"),
    ],
)
def test_polar_diagrams_that_cannot_be(history: History, how: dict[str, Any], says: str) -> None:
    with pytest.raises(ModelError, match=re.escape(says)):
        polar({"": history}, **how)


def test_several_results_over_a_channel(history: History) -> None:
    figure = compare({"a": history.in_units("deg"), "b": history}, "A.rate", against="A.angle")
    assert figure.axes[0].get_xlabel() == "A.angle [deg]"
    assert figure.axes[0].get_ylabel() == "A.rate [deg/s]"
    x, y = (line.get_xdata() for line in figure.axes[0].lines[:2])
    assert np.array_equal(x, y), "all are in the units of the first"
    with pytest.raises(ModelError, match="equal times"):
        compare({"a": history, "b": history}, "A.rate", against="A.angle", difference=True)


def test_times_of_plots_are_in_their_unit(history: History) -> None:
    figure = plot(history.in_units("ms"), "A.angle")
    assert figure.axes[0].get_xlabel() == "time [ms]"
    assert np.array_equal(figure.axes[0].lines[0].get_xdata(), 1e3 * history.t)


def made(over: dict[str, Any], plan: Any = None) -> Sweep:
    """A sweep whose measure is known, with a run that failed."""
    found = points(over, plan)
    sums = [float(sum(found[i].values())) for i in range(len(found))]
    rows = RowTable(len(found), 2)
    for i, x in enumerate(sums[:-1]):
        rows.add(Row(i, DONE, (x, -x)))
    rows.add(failure_row(len(found) - 1, []))
    units = {**dict.fromkeys(over, "m"), "up": "m", "down": "rad"}
    return Sweep(found, ("up", "down"), rows, units=units)


GRID = np.linspace(0.1, 0.9, 9).tolist()


@pytest.mark.parametrize(
    ("sweep", "kind", "panels"),
    [
        (made({"a": GRID}), "lines", 2),
        (made({"a": GRID, "b": [1.0, 2.0]}), "family", 2),
        (made({"a": GRID, "b": GRID}), "map", 4),
        (made({"a": Uniform(0, 1), "b": Uniform(0, 1)}, MonteCarlo(20)), "dots", 4),
        (made({"a": [0.0, 1.0], "b": [1.0, 2.0], "c": [1.0, 3.0]}), "matrix", 15),
    ],
    ids=["line", "family", "map", "dots", "matrix"],
)
def test_pictures_of_sweeps(sweep: Sweep, kind: str, panels: int) -> None:
    figure = sweep.in_units("mm", "deg").plot()
    assert len(figure.axes) == panels  # maps have a bar of colors each
    axes = figure.axes[0]
    labels = {text for one in figure.axes for text in (one.get_xlabel(), one.get_ylabel())}
    assert {"matrix": "a\n[mm]"}.get(kind, "a [mm]") in labels
    if kind == "lines":
        assert np.nanmax(axes.lines[0].get_ydata()) == pytest.approx(800.0)
    if kind == "family":
        assert [t.get_text() for t in axes.get_legend().get_texts()] == [
            "b = 1000 mm",
            "b = 2000 mm",
        ]
    if kind == "map":
        assert axes.collections and np.ma.count_masked(axes.collections[0].get_array()) == 1


def test_sweeps_that_cannot_be_drawn() -> None:
    with pytest.raises(ModelError, match="varies nothing"):
        made({"a": [1.0]}).plot()
    with pytest.raises(ModelError, match="not a measure"):
        made({"a": GRID}).plot("sideways")


def test_tables_of_sweeps(tmp_path: Path) -> None:
    sweep = made({"a": GRID}).in_units("mm")
    text = sweep.export(tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()
    assert text[0] == "a [mm],up [mm],down [rad],status" and text[-1].endswith(",,,failed")
    head, *rows = cells(sweep.export(tmp_path / "a.xlsx"), 1)
    assert head == text[0].split(",") and rows[0][:2] == [100.0, 100.0]
    assert sweep["a"][0] == 100.0 and sweep.in_units("SI")["a"][0] == 0.1
    with pytest.raises(ModelError, match=r"\.csv, \.xlsx"):
        sweep.export(tmp_path / "a.doc")
