"""The report: one call, the verdict, a valid page with the plots of paper 3."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import sarrus
from robotics.puma_task import INERTIA, LAW, QA, QB, puma_model, puma_task, swing_arm
from sarrus.results.plots.panel import figure_of
from sarrus.results.plots.tasks import image_element, panel_of
from sarrus.robotics import (
    Catalogue,
    ComputedTorque,
    Drive,
    Gear,
    JointLimits,
    Move,
    Report,
    Sequence,
    ServoMotor,
    Task,
    TaskResult,
    compare_robots,
    joint_move,
    report_task,
    track,
)
from sarrus.robotics.report_plots import Line, Plot

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Reads a page and insists that every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(self.texts)


@pytest.fixture(scope="module")
def result() -> TaskResult:
    return puma_task(name="pick and place").run()


def plots(html: str) -> list[tuple[str, ElementTree.Element]]:
    """Return the plots of a page, each as its label and the parsed picture."""
    found = re.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)">', html)
    return [(unescape(label), ElementTree.fromstring(b64decode(data))) for label, data in found]


def told(result: TaskResult, **given: object) -> tuple[Report, str]:
    out = io.StringIO()
    found = report_task(result, stream=out, **given)
    return found, out.getvalue()


def test_one_call_prints_the_verdict_and_writes_the_page(
    result: TaskResult, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    found = report_task(result, file)
    printed = capsys.readouterr().out
    assert printed.startswith("Task 'pick and place' (3 s): feasible\n")
    assert found.feasible and found.word == "feasible"
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert "Task 'pick and place' (3 s): feasible" in page.texts
    for word in ("Steps", "Joints", "Limits", "Plots", "A-B", "B-C", "C-A", "11.08 rpm"):
        assert word in page.texts
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)
    assert "<script" not in text
    assert page.tags.count("iframe") == 1  # the moving robot


def test_plots_of_paper_3(result: TaskResult) -> None:
    found, _ = told(result)
    labels = [label for label, _ in plots(found.html)]
    assert labels == [plot.label for plot in found.plots]
    assert labels[:2] == [
        "Joint angles: angle [deg] over time [s]",
        "Joint torques: torque [N m] over time [s]",
    ]
    assert "Torque over speed of joint2: torque [N m] over speed [rpm]" in labels
    for plot, values in zip(found.plots, (np.degrees(result.q), result.efforts), strict=False):
        (axes,) = figure_of([panel_of(plot)]).axes
        assert len(axes.lines) == 6
        for line, expected in zip(axes.lines, values.T, strict=True):
            np.testing.assert_array_equal(line.get_xdata(), result.t)
            np.testing.assert_allclose(line.get_ydata(), expected, rtol=1e-15)


def test_units_of_the_report(result: TaskResult) -> None:
    found, _ = told(result, units="rad, lbf, in, ms")
    labels = [plot.label for plot in found.plots]
    assert labels[:2] == [
        "Joint angles: angle [rad] over time [ms]",
        "Joint torques: torque [lbf in] over time [ms]",
    ]
    np.testing.assert_allclose(found.plots[0].lines[0].x, 1e3 * result.t, rtol=1e-15)
    np.testing.assert_allclose(found.plots[0].lines[0].y, result.q[:, 0], rtol=1e-15)
    texts = " ".join(found._tables())
    assert "from [ms]" in texts and "lbf in" in texts and "N m" not in texts and "rpm" in texts


def test_without_matplotlib_the_page_says_why_there_are_no_plots(
    result: TaskResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named '{name}'")

    monkeypatch.setattr("sarrus.results.plots.style.import_module", missing)
    found, _ = told(result)
    assert not plots(found.html)
    assert "pip install matplotlib" in Page(found.html).text


def test_violations_are_in_the_verdict_and_shaded(result: TaskResult) -> None:
    found, printed = told(result, limits={"joint2": JointLimits(torque=40.0)})
    assert not found.feasible
    assert printed.startswith("Task 'pick and place' (3 s): NOT feasible\n")
    assert "joint 'joint2' / torque" in printed
    assert "0.75 to 2.25 s" in printed
    page = Page(found.html)
    assert "0.75 to 2.25 s" in page.texts
    assert 'class="verdict fail"' in found.html
    torques = found.plots[1]
    ((begin, end),) = torques.shaded
    assert (begin, end) == pytest.approx((0.75, 2.25), abs=1e-3)
    (axes,) = figure_of([panel_of(torques)]).axes
    (shade,) = axes.patches
    assert shade.get_extents().transformed(axes.transData.inverted()).width == pytest.approx(
        end - begin
    )


def test_names_are_escaped(tmp_path: Path) -> None:
    evil = "<script>alert('&\"')</script>"
    moving = Sequence([Move(joint_move(QA, QB, LAW), f"move {evil}")])
    task = Task(puma_model(), moving, name=evil)
    found = report_task(task.run(0.1), tmp_path / "r.html", stream=io.StringIO())
    page = Page(found.html)
    assert "script" not in page.tags
    assert evil in page.text
    assert f"move {evil}" in page.texts
    element = image_element(Plot(evil, evil, evil, [Line(evil, np.arange(2.0), np.arange(2.0))]))
    assert "<script" not in element
    assert [label for label, _ in plots(element)] == [f"{evil}: {evil} over {evil}"]


def test_choice_of_drives_comparison_and_tracking(result: TaskResult) -> None:
    tracking = track(result.task, ComputedTorque(100.0, 20.0), rate=100.0)
    comparison = compare_robots({"one": result.task, "two": result.task}, step=0.05)
    found, printed = told(
        result, drives=Catalogue.generic(), tracking=tracking, comparison=comparison
    )
    page = Page(found.html)
    assert "lightest of" in printed
    for word in ("Choice of drives", "Robots", "Tracking", "one", "two"):
        assert word in page.texts
    labels = [label for label, _ in plots(found.html)]
    assert sum("motor torque [N m] over motor speed [rpm]" in label for label in labels) == 6
    assert "Tracking errors: error [deg] over time [s]" in labels


def test_drives_that_fail_make_the_task_fail() -> None:
    motor = ServoMotor(
        "tiny", rated_torque=0.01, peak_torque=0.02, base_speed=10, max_speed=20, rotor_inertia=0
    )
    task = Task(swing_arm(), Sequence([joint_move([0.0], [1.0], LAW)]))
    found, printed = told(task.run(), drives={"hinge": Drive(motor, Gear("g", 2.0))})
    assert not found.feasible
    assert "hinge: tiny + g: fail: peak torque" in printed
    assert f"{INERTIA * 16 / 3 / 2:.4g} N m" in printed
    assert "FAIL" in Page(found.html).texts


def test_without_limits_the_verdict_says_so() -> None:
    task = Task(swing_arm(), Sequence([joint_move([0.0], [1.0], LAW)]))
    found, printed = told(task.run())
    assert printed.startswith("Task 'swing' (1 s): not decided\n")
    assert "neither a torque limit nor a motor is given for hinge" in printed
    assert not found.feasible and not found.faults and found.reasons == found.gaps
    assert 'class="verdict open"' in found.html


def test_a_place_that_cannot_be_written(result: TaskResult, tmp_path: Path) -> None:
    with pytest.raises(sarrus.EnvironmentProblem, match="cannot be written"):
        report_task(result, tmp_path / "none" / "r.html", stream=io.StringIO())
