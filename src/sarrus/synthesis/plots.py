"""A solution as a figure: the linkage with its path, or its function, and the errors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.synthesis.linkage import Linkage
from sarrus.synthesis.tasks import FUNCTION

if TYPE_CHECKING:
    from sarrus.synthesis.cams import Cam
    from sarrus.synthesis.solution import Solution

ERRORS = 1.5
"""Height of the panel of the errors [inch]."""


def solution_plot(solution: Solution, path: str | os.PathLike[str] | None) -> Any:
    """Return the figure; saved if a path is given."""
    from sarrus.results.plots.style import COLORS, PALE, WIDTH, new_figure, save_figure, style

    whole = Linkage(solution.family, solution.linkage.values, solution.branch)
    turns = whole.turns_round
    low, high = (0.0, 2.0 * np.pi) if turns else solution.span
    motion = whole.motion(np.linspace(low, high, 721))
    good = motion.closes
    with style():
        figure = new_figure(WIDTH, 0.8 * WIDTH + ERRORS)
        grid = figure.add_gridspec(2, 1, height_ratios=[0.8 * WIDTH, ERRORS])
        in_space = solution.family.placement is not None and solution.task.kind != FUNCTION
        how = {"projection": "3d"} if in_space else {}
        above, below = figure.add_subplot(grid[0], **how), figure.add_subplot(grid[1])
        if solution.task.kind == FUNCTION:
            _draw_function(above, solution, motion.driven[good], motion.output[good], COLORS)
        else:
            curve = motion.points[solution.family.tracer][good]
            above.plot(*curve.T, color=COLORS[0], label="path of the tracer")
            wanted = solution.task.points
            above.plot(*wanted.T, "o", color=COLORS[1], markersize=4, label="wanted")
            _draw_linkage(above, solution, COLORS, PALE)
            above.set(xlabel="x / m", ylabel="y / m", **({"zlabel": "z / m"} if in_space else {}))
            above.set_aspect("equal", **({} if in_space else {"adjustable": "datalim"}))
            above.legend(loc="best")
        kind = f"{solution.family.name}, {solution.kind}, defects: {solution.defects}"
        above.set_title(kind)
        below.bar(np.arange(1, len(solution.errors) + 1), solution.errors, color=COLORS[6])
        unit = "m" if solution.task.kind != FUNCTION or solution.family.slide else "rad"
        below.set(xlabel="position", ylabel=f"error / {unit}")
    return save_figure(figure, path)


def _draw_function(
    axes: Any, solution: Solution, driven: np.ndarray, output: np.ndarray, colors: Any
) -> None:
    order = np.argsort(driven)
    is_way = solution.family.slide is not None
    scale = 1.0 if is_way else 180.0 / np.pi
    y = output[order] if is_way else np.unwrap(output[order])
    axes.plot(np.degrees(driven[order]), scale * y, color=colors[0], label="output of the linkage")
    wanted = solution.task.angles
    near = np.interp(solution.motion.driven, driven[order], y)
    gap = solution.output_offset + wanted - near
    around = 0.0 if is_way else 2.0 * np.pi * np.round(gap / (2.0 * np.pi))
    axes.plot(np.degrees(solution.motion.driven), scale * (near + gap - around), "o",
              color=colors[1], markersize=4, label="wanted")  # fmt: skip
    axes.set(xlabel="input / deg", ylabel="output / m" if is_way else "output / deg")
    axes.legend(loc="best")


def _draw_linkage(axes: Any, solution: Solution, colors: Any, pale: str) -> None:
    """Draw the links at the first position, hinges as dots, ground pivots as triangles."""
    points = {name: xy[0] for name, xy in solution.motion.points.items()}
    for k, (body, names) in enumerate(solution.family.links.items()):
        shown = [*names, solution.family.tracer] if body == solution.family.carrier else [*names]
        if len(shown) > 2:
            shown.append(shown[0])
        axes.plot(*np.array([points[n] for n in shown]).T, "-o", color=colors[(k + 2) % 8],
                  linewidth=1.8, markersize=3)  # fmt: skip
    pivots = solution.family.ground or ("A", "D")
    ground = np.array([points[name] for name in pivots])
    axes.plot(*ground.T, "^", color=pale, markersize=7)


def cam_plot(cam: Cam, path: str | os.PathLike[str] | None) -> Any:
    """Return the figure of a cam; saved if a path is given."""
    from sarrus.results.plots.style import COLORS, PALE, WIDTH, new_figure, save_figure, style

    curve = cam.curve
    degrees = np.degrees(cam.angle - cam.angle[0])
    unit, factor = ("deg", np.degrees(1.0)) if curve.swings else ("mm", 1e3)
    with style():
        figure = new_figure(1.6 * WIDTH, 1.0 * WIDTH)
        grid = figure.add_gridspec(3, 2, width_ratios=[1.1, 1.0])
        drawn = figure.add_subplot(grid[:, 0])
        lift, pressure, bend = (figure.add_subplot(grid[k, 1]) for k in range(3))
        x, y = 1e3 * cam.points.T
        drawn.fill(x, y, color=PALE, alpha=0.4)
        drawn.plot(x, y, color=COLORS[0], label="profile")
        around = np.linspace(0.0, 2.0 * np.pi, 181)
        base = 1e3 * curve.base_radius
        drawn.plot(base * np.cos(around), base * np.sin(around), color=PALE, linewidth=0.8,
                   label="base circle")  # fmt: skip
        if curve.roller_radius:
            center = cam.points + curve.roller_radius * curve.normals(cam.angle)[:, :2]
            drawn.plot(*(1e3 * center.T), color=COLORS[1], linewidth=0.8, label="roller centre")
            r = 1e3 * curve.roller_radius
            a, b = 1e3 * center[0]
            drawn.plot(a + r * np.cos(around), b + r * np.sin(around), color=COLORS[1])
        drawn.set_aspect("equal", adjustable="datalim")
        drawn.set(xlabel="x / mm", ylabel="y / mm", title=f"{curve.follower}, {curve.law}")
        drawn.legend(loc="best")
        lift.plot(degrees, factor * cam.lift, color=COLORS[0])
        lift.set(ylabel=f"lift / {unit}")
        pressure.plot(degrees, np.degrees(cam.pressure_angle), color=COLORS[0])
        pressure.set(ylabel="pressure angle / deg")
        bend.plot(degrees, 1.0 / cam.radius, color=COLORS[0])
        if curve.roller_radius:
            bend.axhline(-1.0 / curve.roller_radius, color=COLORS[1], linewidth=0.8,
                         label="- 1/roller radius")  # fmt: skip
            bend.legend(loc="best")
        bend.set(xlabel="angle of the cam / deg", ylabel="curvature / (1/m)")
        for axes in (lift, pressure, bend):
            axes.set_xlim(0.0, 360.0)
            axes.set_xticks(range(0, 361, 60))
    return save_figure(figure, path)
