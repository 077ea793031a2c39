"""Mechanisms in the plane of a picture: links and joints at given times, and layouts of vehicles.

Every line has a `gid`, "link:crank" or "joint:A", by which it can be found in the figure.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model import GROUND
from sarrus.results.plots import outlines
from sarrus.results.plots.outlines import Outline
from sarrus.results.plots.poses import JointPlace, Placement, at_times, placement_of
from sarrus.results.plots.projection import View, view_of
from sarrus.results.plots.style import (
    COLORS,
    INK,
    PALE,
    WIDTH,
    library,
    new_figure,
    save_figure,
    shown_name,
    style,
)

if TYPE_CHECKING:
    from sarrus.system.history import History

MOST_NAMED = 10
"""Bodies that a legend names; more share one color."""
MARGIN = 0.09
BESIDE = 1.5
"""Width beside pictures, of the labels of their axis and of the legend [inch]."""
MARKERS = {"circle": "o", "square": "s", "cross": "+"}
"""What matplotlib calls the marks of joints."""
TALLEST = 4.6
"""Height of pictures above each other [inch]."""


def stills(
    history: History,
    times: Sequence[float],
    *,
    plane: str | Sequence[Any] = "xz",
    names: bool = False,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of the mechanism at given times [s], a picture for each.

    plane: axes of the world to the right and up, such as "xz", "isometric", or two directions.
    names: of the joints, beside them. The numbers that are drawn: `at_times(history, times)`.

    Example:
        plots.stills(history, [0.0, 0.05, 0.1], plane="xy")
    """
    return _pictures(at_times(history, times), view_of(plane), names, True, path)


def sketch(
    what: Any,
    state: Any = None,
    *,
    plane: str | Sequence[Any] = "xz",
    names: bool = True,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of links and joints: of a model as drawn, or of a system at a state.

    Example:
        plots.sketch(model, plane="xy", path="bar.svg")
    """
    return _pictures([placement_of(what, state)], view_of(plane), names, False, path)


def show_lengths_in(figure: Any, factor: float, unit: str) -> None:
    """Label the axes of pictures in another unit of length; factor: the number of them in 1 m."""
    ticker = library("matplotlib.ticker")
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{factor * x:.4g}"))
            axis.set_label_text(axis.get_label_text().replace("[m]", f"[{unit}]"))


def _pictures(placed: Sequence[Placement], view: View, names: bool, timed: bool, path: Any) -> Any:
    box = _extent(placed, view, 0.17 if names else MARGIN)
    with style():
        columns = min(len(placed), 2 if len(placed) in (2, 4) else 3)
        rows = -(-len(placed) // columns)
        shape = float(box[1][1] / box[1][0])
        tall = min((WIDTH - BESIDE) / columns * shape, TALLEST / rows)
        wide = tall / shape
        figure = new_figure(columns * wide + BESIDE, rows * (tall + 0.28) + 0.35, fixed=True)
        for k, each in enumerate(placed):
            axes = figure.add_subplot(rows, columns, k + 1)
            _draw(axes, each, view, box, names)
            if not view.flat and k == 0:
                _triad(axes, view, _emptiest(placed, view, box))
            if timed:
                axes.set_title(f"t = {each.t:g} s")
            left, below = k % columns == 0, k + columns >= len(placed)
            axes.tick_params(labelleft=left, labelbottom=below)
            axes.set_ylabel(view.y_label if left else "")
            axes.set_xlabel(view.x_label if below else "")
        _legend(figure.axes[columns - 1], placed[0])
    return save_figure(figure, path)


def _extent(
    placed: Sequence[Placement], view: View, margin: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the middle and the size of what is drawn at all times [m]."""
    found = [line.points for p in placed for line in outlines.links(p, view)]
    found += [view.of([j.on_parent, j.on_child]) for p in placed for j in p.joints.values()]
    rows = np.concatenate([np.zeros((0, 2)), *found])
    low, high = np.min(rows, axis=0), np.max(rows, axis=0)
    size = high - low
    size = size + 2.0 * margin * max(float(np.max(size)), 1e-9)
    return 0.5 * (low + high), np.maximum(size, 0.2 * np.max(size))


def _draw(axes: Any, placed: Placement, view: View, box: Any, names: bool) -> None:
    middle, size = box
    _frame(axes, middle, size)
    colors = body_colors(placed)
    for line in outlines.links(placed, view):
        _link(axes, line, colors[line.name])
    span = float(np.max(size))
    for line in outlines.elements(placed, view, span):
        _element(axes, line)
    for place in placed.joints.values():
        _joint(axes, place, view, colors, 0.11 * span)
    if names:
        _names(axes, placed, view, 1e-3 * span)


def _frame(axes: Any, middle: np.ndarray, size: np.ndarray) -> None:
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlim(middle[0] - 0.5 * size[0], middle[0] + 0.5 * size[0])
    axes.set_ylim(middle[1] - 0.5 * size[1], middle[1] + 0.5 * size[1])
    ticker = library("matplotlib.ticker")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(ticker.MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))


def body_colors(placed: Placement) -> dict[str, str]:
    """Return a color for each body; the same for all where there are many."""
    bodies = [body.name for body in placed.model.bodies]
    many = len(bodies) > MOST_NAMED
    return {name: "#5b7a99" if many else COLORS[k % len(COLORS)]
            for k, name in enumerate(bodies)}  # fmt: skip


def _link(axes: Any, line: Outline, color: str) -> None:
    x, y = line.points.T if len(line.points) else (np.zeros(0), np.zeros(0))
    if line.closed:
        axes.fill(x, y, facecolor=color, alpha=0.22, linewidth=0, zorder=2)
        x, y = np.append(x, x[0]), np.append(y, y[0])
    wide = 1.4 if line.closed else 3.0
    found = axes.plot(x, y, color=color, linewidth=wide, zorder=3, solid_joinstyle="round")
    found[0].set_gid(f"{line.kind}:{line.name}")


def _element(axes: Any, line: Outline) -> None:
    x, y = line.points.T
    if line.kind == "spring":
        axes.plot(x, y, color=INK, linewidth=0.8, zorder=3.2, gid=f"force:{line.name}")
    elif line.closed:
        x, y = np.append(x, x[0]), np.append(y, y[0])
        axes.plot(x, y, color=PALE, linewidth=0.9, zorder=2.2, gid=f"force:{line.name}")


def _joint(axes: Any, place: JointPlace, view: View, colors: dict[str, str], reach: float) -> None:
    """Draw a joint by its type: pin, ball, slider on its guide; and what is fixed to ground."""
    a, b = view.of(place.on_parent), view.of(place.on_child)
    axis = view.of(place.axis)
    edge = colors.get(place.joint.child, INK)
    kind = place.joint.type
    look: dict[str, Any] = {"linestyle": "none", "zorder": 5, "gid": f"joint:{place.name}"}
    if GROUND in (place.joint.parent, place.joint.child) and not place.slides:
        at = a if place.joint.parent == GROUND else b
        axes.plot(*at, marker=_foot(), markersize=13, color=INK, markerfacecolor="none",
                  markeredgewidth=0.7, linestyle="none", zorder=2.4)  # fmt: skip
    if kind.placement == "two points":
        axes.plot(*np.array([a, b]).T, color=INK, linewidth=0.9, zorder=3.1)
    if place.slides and np.linalg.norm(axis) > 1e-6 and kind.n_rows:
        unit = axis / np.linalg.norm(axis)
        ends = np.array([b - reach * unit, b + reach * unit])
        axes.plot(*ends.T, color=PALE, linewidth=0.7, linestyle=(0, (6, 2, 1, 2)), zorder=1.8)
        angle = float(np.degrees(np.arctan2(unit[1], unit[0])))
        look |= {"marker": _block(angle), "markersize": 10.0}
        axes.plot(*b, markerfacecolor="white", markeredgecolor=edge, markeredgewidth=1.3, **look)
    else:
        size = kind.mark.size
        axes.plot(*b, marker=MARKERS[kind.mark.outline], markersize=size, markerfacecolor="white",
                  markeredgecolor=INK, markeredgewidth=0.9, **look)  # fmt: skip
        if kind.mark.inner:
            inner = MARKERS[kind.mark.inner]
            axes.plot(*b, marker=inner, markersize=0.45 * size if inner == "o" else size - 1.5,
                      color=INK, markeredgewidth=0.7, linestyle="none", zorder=5.1)  # fmt: skip


def _names(axes: Any, placed: Placement, view: View, near: float) -> None:
    """Write the names of joints beside them, away from the links that meet there."""
    effects = library("matplotlib.patheffects")
    halo = [effects.withStroke(linewidth=2.2, foreground="white")]
    places: list[tuple[np.ndarray, list[str], list[np.ndarray]]] = []
    for place in placed.joints.values():
        at = view.of(place.on_child)
        bodies = (place.joint.parent, place.joint.child)
        ends = [view.of(c) for b in bodies if b != GROUND for c in placed.ends(b)]
        here = next((p for p in places if np.max(np.abs(p[0] - at)) < near), None)
        if here is None:
            places.append((at, [place.name], ends))
        else:
            here[1].append(place.name)
            here[2].extend(ends)
    for at, joints, ends in places:
        away = _away([_unit(end - at) for end in ends])
        across = "left" if away[0] > 0.3 else "right" if away[0] < -0.3 else "center"
        along = "bottom" if away[1] > 0.3 else "top" if away[1] < -0.3 else "center"
        axes.annotate(shown_name(", ".join(joints)), at, xytext=9.0 * away,
                      textcoords="offset points", fontsize=6.8, color=INK, zorder=6,
                      ha=across, va=along, path_effects=halo)  # fmt: skip


def _away(links: Sequence[np.ndarray]) -> np.ndarray:
    """Return a direction in which there is no link: against all, or across those in line."""
    total = np.sum([np.zeros(2), *links], axis=0)
    if np.linalg.norm(total) > 0.2:
        return -_unit(total)
    along = next((u for u in links if np.any(u)), np.array([1.0, -1.0]))
    across = _unit(np.array([-along[1], along[0]]))
    return across if across[1] >= 0.0 else -across


def _unit(vector: np.ndarray) -> np.ndarray:
    size = float(np.linalg.norm(vector))
    return vector / size if size > 1e-9 else np.zeros(2)


def _foot() -> Any:
    """Return the sign of what is fixed: a pedestal on hatched ground."""
    path = library("matplotlib.path").Path
    strokes = [((0, 0), (-0.5, -0.75)), ((-0.5, -0.75), (0.5, -0.75)), ((0.5, -0.75), (0, 0))]
    strokes += [((x, -0.75), (x - 0.22, -1.0)) for x in (-0.4, -0.1, 0.2, 0.5)]
    points = [p for stroke in strokes for p in stroke]
    return path(points, [path.MOVETO, path.LINETO] * len(strokes))


def _block(angle: float) -> Any:
    """Return the sign of a slider, along its guide [deg]."""
    path = library("matplotlib.path").Path
    turn = library("matplotlib.transforms").Affine2D().rotate_deg(angle)
    corners = [(-1.0, -0.55), (1.0, -0.55), (1.0, 0.55), (-1.0, 0.55), (-1.0, -0.55)]
    return path(corners, closed=True).transformed(turn)


def _emptiest(placed: Sequence[Placement], view: View, box: Any) -> tuple[float, float]:
    """Return the corner of the pictures, as parts of their size, that is the furthest from all."""
    middle, size = box
    found = [line.points for p in placed for line in outlines.links(p, view)]
    rows = (np.concatenate(found) - middle) / size + 0.5
    fine = np.linspace(rows[:-1], rows[1:], 9).reshape(-1, 2)
    corners = [(0.1, 0.14), (0.9, 0.14), (0.1, 0.86), (0.9, 0.86)]
    far = [float(np.min(np.linalg.norm(fine - corner, axis=1))) for corner in corners]
    return corners[int(np.argmax(far))]


def _triad(axes: Any, view: View, corner: tuple[float, float]) -> None:
    """Draw the axes of the world in a corner."""
    for name, unit in zip("xyz", np.eye(3), strict=True):
        tip = view.of(unit)
        for end, text in ((11.0 * tip, ""), (16.0 * tip, name)):
            line = {"arrowstyle": "-", "color": PALE, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
            axes.annotate(text, xy=corner, xycoords="axes fraction", xytext=end,
                          textcoords="offset points", fontsize=6.5, color=PALE, ha="center",
                          va="center", arrowprops=None if text else line)  # fmt: skip


def _legend(axes: Any, placed: Placement) -> None:
    """Name the bodies by their colors, where they are few."""
    bodies = [
        b.name for b in placed.model.bodies if b.mass > 0.0 or len(placed.corners(b.name)) > 1
    ]
    if len(placed.model.bodies) > MOST_NAMED or not bodies:
        return
    line = library("matplotlib.lines").Line2D
    colors = body_colors(placed)
    handles = [line([], [], color=colors[name], linewidth=3.0) for name in bodies]
    labels = [shown_name(name) for name in bodies]
    axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.03, 1.0))
