"""`history.plot`: what is drawn, what is written beside it, and what stays as it was."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

from events.machines import ball
from sarrus import EnvironmentProblem, Event, Mechanism, ModelError
from sarrus.results import plots
from sarrus.results.plots import style
from sarrus.system import Run
from sarrus.system.simulation.events import Bounce


def curves(axes: Any) -> dict[str, Any]:
    """The named lines of a panel."""
    return {n: line for line in axes.lines if (n := line.get_label()) and n[0] != "_"}


def texts(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


@pytest.fixture(scope="module")
def bouncing() -> Run:
    system = ball().compile(kernels=())
    floor = Event("J", direction="down", do=Bounce(0.8), name="floor")
    return system.simulate(system.state([1.0], [0.0]), until=1.5, events=[floor], every=0.01)


def kept_points(line: Any, run: Run) -> np.ndarray:
    """Return which points of a line are states of the run; others stand where it would bend."""
    return np.isin(np.asarray(line.get_xdata()), run.t)


def test_one_panel_for_each_unit(four_bar_run: Run) -> None:
    history = four_bar_run.history
    figure = history.plot("A.angle", "coupler.velocity", "D.angle", "A.rate", "energy.kinetic")
    assert isinstance(figure, Figure)
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == ["angle [rad]", "coupler.velocity [m/s]", "A.rate [rad/s]",
                      "energy.kinetic [J]"]  # fmt: skip
    assert [axes.get_xlabel() for axes in figure.axes] == ["", "", "", "time [s]"]
    angles = curves(figure.axes[0])
    assert list(angles) == ["A.angle", "D.angle"] == texts(figure.axes[0])
    for name, line in angles.items():
        t, kept = np.asarray(line.get_xdata()), kept_points(line, four_bar_run)
        assert np.all(np.diff(t) > 0.0) and np.array_equal(t[kept], four_bar_run.t)
        assert np.array_equal(np.asarray(line.get_ydata())[kept], four_bar_run[name])
    assert len({line.get_color() for line in angles.values()}) == 2


def test_vectors_have_a_line_for_each_component(four_bar_run: Run) -> None:
    axes = four_bar_run.history.plot("coupler.position", "crank.position").axes[0]
    found = curves(axes)
    assert list(found) == [f"{b}.position {x}" for b in ("coupler", "crank") for x in "xyz"]
    for k, name in enumerate("xyz"):
        line = found[f"coupler.position {name}"]
        drawn = np.asarray(line.get_ydata())[kept_points(line, four_bar_run)]
        assert np.array_equal(drawn, four_bar_run["coupler.position"][:, k])
    for body in ("coupler", "crank"):  # a color for each component, a style for each vector
        lines = [found[f"{body}.position {x}"] for x in "xyz"]
        assert len({line.get_color() for line in lines}) == 3
        assert len({str(line._unscaled_dash_pattern) for line in lines}) == 1
    both = [found[f"{body}.position x"] for body in ("coupler", "crank")]
    assert len({str(line._unscaled_dash_pattern) for line in both}) == 2
    assert len({line.get_color() for line in both}) == 1


def test_components_of_one_vector_differ_in_print_too(four_bar_run: Run) -> None:
    lines = list(curves(four_bar_run.history.plot("coupler.position").axes[0]).values())
    assert len({line.get_color() for line in lines}) == 3
    assert len({str(line._unscaled_dash_pattern) for line in lines}) == 3


def test_what_loops_do_not_determine_is_called_so(four_bar_run: Run) -> None:
    channel = four_bar_run["C.reaction.force"]
    assert channel.unique != True and any(channel.unique)  # noqa: E712
    axes = four_bar_run.history.plot("C.reaction.force").axes[0]
    for unique, label in zip(channel.unique, texts(axes), strict=True):
        assert unique != label.endswith("(not unique)")
    one = four_bar_run.history.plot("C.reaction.force.z").axes[0]
    assert channel.unique[2] or one.get_ylabel() == "C.reaction.force.z (not unique) [N]"


def test_events_are_thin_lines(bouncing: Run) -> None:
    figure = bouncing.history.plot("J", "J.speed")
    times = [event.t for event in bouncing.events]
    assert len(times) == 2
    for axes in figure.axes:
        upright = [line for line in axes.lines if line.get_label().startswith("_child")]
        assert [float(line.get_xdata()[0]) for line in upright] == times
        assert all(line.get_linewidth() < 1.0 for line in upright)
    assert [text.get_text() for text in figure.axes[0].texts] == ["floor"] * 2
    part = bouncing.history[0.0:0.6].plot("J").axes[0]
    assert len([line for line in part.lines if line.get_label().startswith("_child")]) == 1


def test_groups(four_bar_run: Run) -> None:
    history = four_bar_run.history
    names = ("A.angle", "B.angle", "C.angle")
    assert len(history.plot(*names).axes) == 1
    assert len(history.plot(*names, together=False).axes) == 3
    figure = history.plot(*names, together=[("A.angle", "C.angle")])
    assert [list(curves(axes)) for axes in figure.axes] == [["A.angle", "C.angle"], ["B.angle"]]
    with pytest.raises(ModelError, match="different units"):
        history.plot(together=[("A.angle", "A.rate")])


def test_against_another_channel(four_bar_run: Run) -> None:
    axes = four_bar_run.history.plot("D.rate", against="D.angle").axes[0]
    assert axes.get_xlabel() == "D.angle [rad]" and axes.get_ylabel() == "D.rate [rad/s]"
    drawn = np.asarray(axes.lines[0].get_xdata())
    assert np.all(np.isin(four_bar_run["D.angle"], drawn)) and len(drawn) >= len(four_bar_run.t)
    with pytest.raises(ModelError, match=r"coupler\.position\.x"):
        four_bar_run.history.plot("D.rate", against="coupler.position")


def test_unknown_names_are_told_together(four_bar_run: Run) -> None:
    with pytest.raises(ModelError) as caught:
        four_bar_run.history.plot("A.angel", "B.angel")
    assert len(caught.value.problems) == 2


def test_without_names_all_coordinates(four_bar_run: Run) -> None:
    shown = [n for axes in four_bar_run.history.plot().axes for n in curves(axes)]
    assert shown == [n for j in four_bar_run.system.model.joints for n in j.coordinate_names]


def test_very_small_numbers_have_their_power_on_the_axis(four_bar_run: Run) -> None:
    history = four_bar_run.history[0.0:0.1]
    history.measure("small", lambda x: 1e-7 * x["A.angle"] + 2e-6, unit="m")
    axes = history.plot("small").axes[0]
    assert axes.get_ylabel() == "small [10⁻⁶ m]"
    assert axes.yaxis.get_major_formatter()(2e-6, 0) == "2"


def test_legends_cover_no_curve_and_nothing_leaves_the_page(arm_run: Run) -> None:
    """Also with many and long names."""
    history = arm_run.history
    listed = [e.name for e in history.channels() if not e.shape][:14]
    bodies = [b.name for b in arm_run.system.model.bodies]
    vectors = [f"body:{b}.{x}" for b in bodies for x in ("position", "rotation")]
    for names in (listed, vectors, vectors[:1]):
        figure = history.plot(*names)
        figure.draw_without_rendering()
        page = figure.bbox
        for axes in figure.axes:
            inside, legend = axes.get_window_extent(), axes.get_legend()
            box = axes.get_tightbbox()
            assert box.x0 >= page.x0 - 1 and box.y0 >= page.y0 - 1
            assert box.x1 <= page.x1 + 1 and box.y1 <= page.y1 + 1
            assert legend is None or not legend.get_window_extent().overlaps(inside)


def test_titles_stand_above_legends_of_any_rows() -> None:
    x = np.linspace(0.0, 1.0, 5)
    for count in (2, 6, 12):
        listed = [plots.Curve(f"a_rather_long_joint_{k}", x, k * x) for k in range(count)]
        figure = plots.figure_of([plots.Panel(listed, "t [s]", "torque [N m]", title="Torques")])
        figure.draw_without_rendering()
        (axes,) = figure.axes
        title, legend = axes._left_title.get_window_extent(), axes.get_legend()
        assert not title.overlaps(legend.get_window_extent())
        assert title.y1 <= figure.bbox.y1 + 1


def test_dots_that_fall_together_are_drawn_once() -> None:
    """The page of a task with thousands of samples stays small."""
    from sarrus.results.plots.tasks import panel_of
    from sarrus.robotics import report_plots

    x = np.concatenate([np.linspace(0.0, 1.0, 100_000), [5.0]])
    dots = report_plots.Line("motor", x, np.sin(x), dots=True)
    (curve,) = panel_of(report_plots.Plot("motor", "speed [rpm]", "torque", [dots])).curves
    assert len(curve.x) < 1000 and curve.x[0] == 0.0 and curve.x[-1] == 5.0
    assert np.max(np.diff(curve.x[:-1])) < 5.0 / 300


# Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_files_and_their_bytes(four_bar_run: Run, tmp_path: Path, ending: str, head: bytes) -> None:
    """The same figure is the same file, whatever the user's settings are."""
    path = tmp_path / f"figure.{ending}"
    figure = four_bar_run.history.plot("A.angle", path=path)
    written = path.read_bytes()
    assert written.startswith(head) and [p.name for p in tmp_path.iterdir()] == [path.name]
    with matplotlib.rc_context({"font.size": 30.0, "savefig.dpi": 20, "axes.grid": False,
                                "savefig.bbox": "tight", "lines.linewidth": 9.0}):  # fmt: skip
        again = four_bar_run.history.plot("A.angle")
        again.savefig(path)
        assert path.read_bytes() == written
        figure.savefig(path)
        assert _without_names(path.read_bytes()) == _without_names(written)
    if ending == "png":
        width, height = np.frombuffer(written[16:24], ">u4")
        assert (width, height) == tuple(np.round(300 * figure.get_size_inches()))


def _without_names(content: bytes) -> bytes:
    """What an SVG file draws: names of clips hash the last bits of the layout, made once more."""
    return re.sub(rb"#?\bp[0-9a-f]{10}\b", b"", content)


def test_files_that_cannot_be(four_bar_run: Run, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"\.png, \.svg or \.pdf"):
        four_bar_run.history.plot("A.angle", path=tmp_path / "figure.bmp")
    with pytest.raises(EnvironmentProblem, match="cannot be written"):
        four_bar_run.history.plot("A.angle", path=tmp_path / "nowhere" / "figure.png")
    assert not list(tmp_path.iterdir())


def test_names_are_text(tmp_path: Path) -> None:
    """What is in dollars is no formula, what begins with an underscore is shown, tags stay text."""
    m = Mechanism("odd")
    name = r"_$\frac{$<script>alert(1)</script>-->&"
    m.body(name, 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("$x$", m.ground, name, at=(0, 0, 0), axis="y")
    m.joint_damper("d", "$x$", 0.1)
    system = m.build().compile(kernels=())
    run = system.simulate(system.initial_state(), until=0.1, every=0.01)
    figure = run.history.plot(f"body:{name}.position", "$x$.angle", "$x$.rate", title="$a$ $b$")
    figure.savefig(tmp_path / "a.svg")
    plots.sketch(system.model, path=tmp_path / "b.svg")
    for file in ("a.svg", "b.svg"):
        tree = ElementTree.parse(tmp_path / file)
        assert not [e for e in tree.iter() if "script" in str(e.tag)]
    first = figure.axes[0].get_legend().get_texts()[0]
    assert first._preprocess_math(first.get_text())[0].strip().startswith("_$")
    assert "$x$" in figure.axes[1].yaxis.label._preprocess_math(figure.axes[1].get_ylabel())[0]


# What stays as it was ------------------------------------------------------------------------


def test_settings_are_those_of_the_user(four_bar_run: Run, tmp_path: Path) -> None:
    with matplotlib.rc_context({"font.size": 13.0}):
        before = dict(matplotlib.rcParams)
        figure = four_bar_run.history.plot("A.angle", path=tmp_path / "a.png")
        figure.savefig(tmp_path / "b.pdf")
        assert dict(matplotlib.rcParams) == before


def test_nothing_is_shown_and_pyplot_is_not_touched(tmp_path: Path) -> None:
    program = (
        "import sys, sarrus\n"
        "m = sarrus.Mechanism('p')\n"
        "m.body('bob', 1.0, (0, 0, -1), (0.1, 0.1, 0.1))\n"
        "m.revolute('A', m.ground, 'bob', at=(0, 0, 0), axis='y')\n"
        "s = m.build().compile(kernels=())\n"
        "run = s.simulate(s.state([1.0], [0.0]), until=0.1, every=0.01)\n"
        "assert 'matplotlib' not in sys.modules\n"
        "figure = run.history.plot('A.angle', path='a.png')\n"
        "figure._repr_png_()\n"
        "import matplotlib\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert matplotlib.get_backend(auto_select=False) is None\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_notebooks_show_a_picture(four_bar_run: Run) -> None:
    assert four_bar_run.history.plot("A.angle")._repr_png_().startswith(b"\x89PNG")


def test_without_matplotlib(four_bar_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(f"No module named '{name}'")

    monkeypatch.setattr(style, "import_module", missing)
    with pytest.raises(EnvironmentProblem, match="pip install matplotlib"):
        four_bar_run.history.plot("A.angle")


def test_long_labels_beside_a_panel_have_lines() -> None:
    from sarrus.results.plots.panel import lines_of

    assert lines_of("lateral acceleration [m/s^2]") == "lateral acceleration [m/s^2]"
    assert lines_of("corner.spring.motion_ratio [mm/mm]") == "corner.spring.motion_ratio\n[mm/mm]"
    long = "front.left.very.long.name.of.something.else.motion_ratio"
    assert lines_of(long).replace("\n", "") == long
    assert all(len(line) <= 30 for line in lines_of(long).split("\n"))
    assert lines_of("difference of\nD.angle [10⁻⁹ rad]") == "difference of\nD.angle [10⁻⁹ rad]"


def test_labels_that_fit_beside_their_panel_stay_on_one_line() -> None:
    name = "C.reaction.force.z (not unique) [N]"
    curve = plots.Curve("", np.arange(3.0), np.arange(3.0))
    for count, height, lines in ((1, 2.5, 1), (3, 2.5, 1), (4, 2.5, 2), (1, 1.8, 3)):
        panels = [plots.Panel([curve], "t [s]", name, height=height)] * count
        figure = plots.figure_of(panels)
        assert {len(a.get_ylabel().split("\n")) for a in figure.axes} == {lines}
        figure.draw_without_rendering()
        for axes in figure.axes:
            label = axes.yaxis.label.get_window_extent()
            slot = figure.bbox.height / count
            assert label.height < slot
