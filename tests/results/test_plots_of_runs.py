"""Comparison of runs, tasks of robots, roads, work and precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from robotics.puma_task import puma_task
from sarrus import ModelError, gallery
from sarrus.results import plots
from sarrus.results.plots import Precision
from sarrus.road import CosineBump, Iso8608, SineRoad
from sarrus.robotics import Catalogue, TaskResult, choose_drive
from sarrus.system import Run


@pytest.fixture(scope="module")
def coarse(four_bar_run: Run) -> Run:
    """The same run by another method, at other times."""
    t, system = four_bar_run.t, four_bar_run.system
    return system.simulate(
        four_bar_run.state(0), until=float(t[-1]), method="rk4", step=1e-3, every=7e-3
    )


def values(line: Any) -> tuple[np.ndarray, np.ndarray]:
    x, y = line.get_data()
    return np.asarray(x), np.asarray(y)


def test_runs_over_each_other(four_bar_run: Run, coarse: Run) -> None:
    figure = plots.compare({"ours": four_bar_run, "rk4": coarse.history}, "A.angle", "D.rate")
    assert [axes.get_ylabel() for axes in figure.axes] == ["A.angle [rad]", "D.rate [rad/s]"]
    for axes, name in zip(figure.axes, ("A.angle", "D.rate"), strict=True):
        for line, run in zip(axes.lines, (four_bar_run, coarse), strict=True):
            assert np.array_equal(values(line), (run.t, run[name]))
        assert [text.get_text() for text in axes.get_legend().get_texts()] == ["ours", "rk4"]


def test_vectors_have_a_panel_for_each_component(four_bar_run: Run) -> None:
    figure = plots.compare({"a": four_bar_run, "b": four_bar_run}, "coupler.position")
    assert [a.get_ylabel() for a in figure.axes] == [f"coupler.position {x} [m]" for x in "xyz"]
    figure = plots.compare({"a": four_bar_run, "b": four_bar_run}, "C.reaction.force")
    unique = ("", "", " (not unique)")
    labels = [f"C.reaction.force {x}{y} [N]" for x, y in zip("xyz", unique, strict=True)]
    assert [a.get_ylabel() for a in figure.axes] == labels


def test_differences_are_taken_at_equal_times(four_bar_run: Run, coarse: Run) -> None:
    """The states of the other run are interpolated, not its values."""
    figure = plots.compare({"ours": four_bar_run, "rk4": coarse}, "D.angle", difference=True)
    x, gap = values(figure.axes[1].lines[0])
    assert figure.axes[1].get_ylabel().startswith("difference of\nD.angle [")
    shared = four_bar_run.t[four_bar_run.t <= coarse.t[-1]]
    assert np.array_equal(x, shared)
    expected = coarse.history.at(shared)["D.angle"] - four_bar_run["D.angle"][: len(shared)]
    np.testing.assert_allclose(gap, expected, rtol=0, atol=1e-15)
    straight = np.interp(shared, coarse.t, coarse["D.angle"]) - four_bar_run["D.angle"][: len(x)]
    assert np.max(np.abs(straight)) > 5.0 * np.max(np.abs(gap))


def test_drives_are_compared_at_their_own_times(four_bar_run: Run) -> None:
    system, t = four_bar_run.system, four_bar_run.t
    times = t[: len(t) // 4] + 1e-3
    angles = four_bar_run.history.at(times)["A.angle"]
    drive = system.drive({"A.angle": (times, np.asarray(angles))}, times=times,
                         guess=four_bar_run.state(0))  # fmt: skip
    figure = plots.compare({"run": four_bar_run, "drive": drive}, "D.angle", difference=True)
    x, gap = values(figure.axes[1].lines[0])
    assert np.array_equal(x, times) and np.max(np.abs(gap)) < 1e-7


def test_nothing_to_compare(four_bar_run: Run) -> None:
    with pytest.raises(ModelError, match="at least one run"):
        plots.compare({}, "A.angle")
    late = four_bar_run.history[1.0:1.0]
    early = four_bar_run.history[0.0:0.0]
    with pytest.raises(ModelError, match="no times in common"):
        plots.compare({"a": late, "b": early}, "A.angle", difference=True)


# Tasks ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def task() -> TaskResult:
    return puma_task().run()


def test_torque_over_speed_of_a_joint(task: TaskResult) -> None:
    axes = plots.torque_speed(task).axes[0]
    x, y = values(axes.lines[0])
    assert np.allclose(x, task.qd[:, 1] * 60.0 / (2.0 * np.pi), rtol=1e-14)
    assert np.array_equal(y, task.efforts[:, 1])
    assert axes.get_xlabel() == "speed [rpm]" and axes.get_ylabel() == "torque [N m]"
    other = plots.torque_speed(task, "joint1").axes[0]
    assert np.array_equal(values(other.lines[0])[1], task.efforts[:, 0])


def test_motor_within_its_curves(task: TaskResult) -> None:
    """The samples, both curves in both directions; what passes lies within the peak curve."""
    check = choose_drive(task, "joint2", Catalogue.generic()).chosen
    assert check is not None
    axes = plots.torque_speed(check).axes[0]
    lines: dict[str, list[Any]] = {}
    for line in axes.lines:
        lines.setdefault(line.get_label(), []).append(values(line))
    (dots,), peak, rated = lines["joint2"], lines["peak"], lines["rated"]
    assert np.all(np.isin(dots[1], check.torque)), "samples, of those in one place only one"
    low, high = np.min(check.torque), np.max(check.torque)
    apart = np.min(np.abs(check.torque[:, None] - dots[1]), axis=1)
    assert np.max(apart) <= (high - low) / 400.0
    assert len(peak) == len(rated) == 2
    motor = check.drive.motor
    assert max(np.max(np.abs(y)) for _, y in peak) == pytest.approx(motor.peak_torque)
    assert max(np.max(np.abs(y)) for _, y in rated) == pytest.approx(motor.rated_torque)
    upper = max(peak, key=lambda curve: float(np.mean(curve[1])))
    limit = np.interp(dots[0], upper[0], upper[1])
    assert np.all(dots[1] <= limit + 1e-9)


def test_task_over_time(task: TaskResult) -> None:
    figure = plots.task_plots(task)
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == ["angle [deg]", "torque [N m]", "power [W]"]
    _, q = values(figure.axes[0].lines[2])
    assert np.allclose(q, np.degrees(task.q[:, 2]), rtol=1e-14)


# Roads, work and precision -------------------------------------------------------------------


def test_road_and_what_a_wheel_feels() -> None:
    road = CosineBump(0.1, 2.0, at=5.0)
    axes = plots.road_profile(road, radii=(0.3,)).axes[0]
    x, h = values(axes.lines[0])
    assert x[0] == 3.5 and x[-1] == 6.5
    inside = np.abs(x - 5.0) < 1.0
    expected = np.where(inside, 0.05 * (1.0 + np.cos(np.pi * (x - 5.0))), 0.0)
    np.testing.assert_allclose(h, expected, atol=1e-12)
    felt = values(axes.lines[1])[1]
    assert np.all(felt >= h - 1e-5) and np.max(felt) == pytest.approx(0.1, abs=1e-5)
    assert np.max(felt - h) > 1e-3, "the disc bridges the foot of the bump"
    assert axes.get_xlabel() == "distance along the road [m]" and axes.get_ylabel() == "height [m]"


def test_roads_without_ends_need_them() -> None:
    with pytest.raises(ModelError, match="start and an end"):
        plots.road_profile(SineRoad(0.02, 3.0))
    axes = plots.road_profile(Iso8608("C", 50.0, seed=1), 0.0, 50.0).axes[0]
    assert np.ptp(values(axes.lines[0])[1]) > 1e-3


def test_work_and_precision() -> None:
    curves = [
        Precision("Sarrus", "auto", [1e-4, 2e-4, np.inf], [1e-3, 1e-6, 1e-9]),
        Precision("Sarrus", "rk4", [1e-4, 4e-4], [1e-2, 1e-5]),
        Precision("other", "rk4", [1e-3, 4e-3], [1e-2, 1e-5]),
    ]
    figure = plots.work_precision({"arm": curves, "loop": curves[:2]})
    axes = figure.axes[0]
    assert axes.get_xscale() == axes.get_yscale() == "log"
    assert [len(line.get_xdata()) for line in axes.lines] == [2, 2, 2]
    colors = [line.get_color() for line in axes.lines]
    assert colors[0] == colors[1] != colors[2]
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["Sarrus auto", "Sarrus rk4", "other rk4"]


def test_curves_have_no_corners_where_states_are_far_apart() -> None:
    """A pendulum kept every 0.2 s: lines turn by little, and go through the states kept."""
    from sarrus.results.plots.corners import TURN, corners, finer

    system = gallery.pendulum().compile()
    run = system.simulate(system.initial_state(), until=3.0, every=0.2)
    history = run.history
    (axis,) = history.plot("A.rate").axes
    x, y = axis.lines[0].get_data()
    assert len(x) > 3 * len(history) and np.all(np.diff(x) > 0.0)
    kept = np.isin(np.round(x, 9), np.round(history.t, 9))
    assert np.allclose(np.asarray(y)[kept], history["A.rate"], atol=1e-9)
    dense = system.simulate(system.initial_state(), until=3.0, every=0.025).history
    shared = np.isin(np.round(dense.t, 9), np.round(x, 9))
    where = np.isin(np.round(x, 9), np.round(dense.t, 9))
    assert shared.sum() > 60  # against states of another run, not interpolated
    assert np.allclose(np.asarray(y)[where], np.asarray(dense["A.rate"])[shared], atol=2e-3)
    assert corners(history.t, np.asarray(history["A.rate"])).sum() > 8 and TURN < 0.2
    smooth = run.history.at(np.linspace(0.0, 3.0, 7))
    assert finer(smooth, [smooth["A.rate"]]) is smooth  # times that were chosen stay
