"""Polar diagrams: the tip of a vector in a plane, such as a bearing force, with equal axes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.plots.style import (
    COLORS,
    FAINT,
    INK,
    PALE,
    WIDTH,
    library,
    new_figure,
    plain,
    save_figure,
    shown_name,
    shown_unit,
    style,
)
from sarrus.system.channels.definition import XYZ

if TYPE_CHECKING:
    from sarrus.system.history import Channel, History

MOST = 6
"""Diagrams that are drawn where none are named."""
PLANES = ("xy", "xz", "yz", "yx", "zx", "zy")
FEWEST = 721
"""States of a run that make a smooth curve; there are more between those kept."""
TURN = {"deg": 360.0, "rad": 2.0 * np.pi}
"""One turn: marks of further ones would cover those of the first."""
MARKS = 9
"""Values of time, or of another channel, that are marked along a curve at most."""
ROOM = np.array([17.0, 8.5])
"""Points between the labels of marks."""
STEPS = {"deg": [1, 1.5, 3, 4.5, 9, 10], "rad": [1, 2, 2.5, 5, 10]}
"""Steps of marks that are round in a unit, as factors of powers of ten."""


def polar(
    histories: Mapping[str, History] | History,
    channels: Sequence[str] | str = (),
    *,
    against: str | None = None,
    plane: str | None = None,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a figure of the tips of vectors in a plane, a diagram for each channel.

    histories: by label, drawn over each other, or one alone. channels: vectors, by default those
    that the model file asks for, or the reaction forces of the joints. plane: two of x, y, z, the
    first to the right; by default the two components that are largest, in joint axes of a hinge
    those normal to it. Values of `against` (a channel of numbers, such as the angle of a crank), or
    of the time, are marked along the curves.

    Example:
        plots.polar({"bar": history}, ["A.reaction.force@world"], against="A.angle")
    """
    if plane is not None and plane not in PLANES:
        rule = f"is not one of {', '.join(PLANES)}"
        raise ModelError(Problem("S03", "plane", rule, value=repr(plane)[:40]))
    by_label = histories if isinstance(histories, Mapping) else {"": histories}
    histories = {label: _fine(history) for label, history in by_label.items()}
    channels = [channels] if isinstance(channels, str) else channels
    first = next(iter(histories.values()))
    names = list(dict.fromkeys(channels)) or _usual(first)
    more = [against] if against else []
    read = {label: history.read(*names, *more) for label, history in histories.items()}
    for name in names:
        _check_vector(name, read[next(iter(read))][name])
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    wide = WIDTH if columns == 2 else 0.75 * WIDTH
    several = len(histories) > 1
    with style():
        tall = rows * (wide / columns + 0.1) + (0.25 if title else 0.0) + (0.3 if several else 0.0)
        figure = new_figure(wide, tall, fixed=True)
        for k, name in enumerate(names):
            axes = figure.add_subplot(rows, columns, k + 1)
            curves = {}
            for label, found in read.items():
                along = _along(histories[label], found, against)
                curves[label] = (found[name], along)
            chosen = plane or _plane([channel for channel, _ in curves.values()])
            _draw(axes, curves, chosen, ticks=9 - 3 * columns)
        if several:
            figure.legend(*_handles(figure.axes[0]), loc="outside upper left", ncols=3)
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _fine(history: History) -> History:
    """Return a history with enough states for smooth curves; a drive has its own alone."""
    if len(history) >= FEWEST or len(history) < 2 or history.t[-1] <= history.t[0]:
        return history
    try:
        return history.at(np.union1d(history.t, np.linspace(history.t[0], history.t[-1], FEWEST)))
    except ModelError:
        return history


def _usual(history: History) -> list[str]:
    """Return the vectors that the file asks for, or the reaction forces of the joints."""
    asked = [d.full_name for d in history.definitions(history.outputs) if d.components == XYZ]
    joints = [joint.name for joint in history.system.model.joints if joint.type.n_rows]
    found = asked or [f"joint:{name}.reaction.force" for name in joints]
    if not found:
        rule = "has no joints, whose reaction forces are drawn by default"
        raise ModelError(Problem("S03", "polar diagram", rule, action="name the vectors to draw"))
    return found[:MOST]


def _check_vector(name: str, channel: Channel) -> None:
    if channel.components == XYZ:
        return
    whole = name.rpartition(".")[0]
    rule = "is not a vector with components x, y, z, as a polar diagram needs"
    action = f"name a vector, such as '{whole or name}'" if name[-2:] in (".x", ".y", ".z") else ""
    action = action or "name a vector, such as 'A.reaction.force'"
    raise ModelError(Problem("S03", f"channel '{name}'", rule, action=action))


def _along(
    history: History, found: Mapping[str, Channel], against: str | None
) -> tuple[np.ndarray, str, str]:
    """Return what is marked along the curve: values, name and unit."""
    if against is None:
        unit = history.units.shown_unit("s")
        return history.units.factor("s") * history.t, "t", unit
    channel = found[against]
    if channel.ndim != 1:
        rule = "is not a number"
        raise ModelError(Problem("S03", f"against='{against}'", rule))
    return np.asarray(channel), channel.name, channel.unit


def _plane(channels: Sequence[Channel]) -> str:
    """Return the plane of the two largest components; that normal to z if they are equal."""
    sizes = np.max(
        [np.max(np.abs(np.nan_to_num(c)), axis=0, initial=0.0) for c in channels], axis=0
    )
    noise = 1e-9 * np.max(sizes)
    out = 2 if sizes[2] <= np.min(sizes) + noise else int(np.argmin(sizes))
    return "".join(axis for k, axis in enumerate(XYZ) if k != out)


def _draw(
    axes: Any,
    curves: Mapping[str, tuple[Channel, tuple[np.ndarray, str, str]]],
    plane: str,
    ticks: int,
) -> None:
    places = [XYZ.index(letter) for letter in plane]
    axes.set_aspect("equal", adjustable="box")
    tips = [np.asarray(channel, dtype=float)[:, places] for channel, _ in curves.values()]
    _limits(axes, np.concatenate([np.zeros((1, 2)), *tips]))
    _rings(axes, ticks)
    for k, (label, tip) in enumerate(zip(curves, tips, strict=True)):
        channel, along = curves[label]
        unique = np.broadcast_to(np.atleast_1d(np.asarray(channel.unique)), 3)[places]
        look = {} if unique.all() else {"alpha": 0.6, "linewidth": 0.9}
        color = COLORS[k % len(COLORS)]
        axes.plot(*tip.T, color=color, label=shown_name(label), zorder=3, **look)
        _marks(axes, tip, along, color, named=k == 0)
    channel, (_, name, unit) = next(iter(curves.values()))
    for letter, say in zip(plane, (axes.set_xlabel, axes.set_ylabel), strict=True):
        open_ = "" if _is_unique(channel, letter) else " (not unique)"
        say(plain(f"{channel.name} {letter}{open_} {shown_unit(channel.unit)}"))
    axes.set_title(plain(f"marks: {name} {shown_unit(unit)}"), fontsize=7, color=PALE)


def _is_unique(channel: Channel, letter: str) -> bool:
    unique = channel.unique
    return unique if isinstance(unique, bool) else bool(unique[XYZ.index(letter)])


def _limits(axes: Any, points: np.ndarray) -> None:
    known = points[np.all(np.isfinite(points), axis=1)]
    low, high = np.min(known, axis=0), np.max(known, axis=0)
    half = 0.56 * float(np.max(high - low)) or 1.0
    middle = (low + high) / 2
    axes.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half))


def _rings(axes: Any, ticks: int) -> None:
    """Draw circles about the origin, and lines through it, in place of the grid."""
    axes.grid(False)
    locator = library("matplotlib.ticker").MaxNLocator(nbins=ticks, steps=[1, 2, 5, 10])
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(locator)
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    step = float(np.min(np.diff(locator.tick_values(left, right))))
    farthest = float(np.hypot(max(-left, right), max(-low, high)))
    circle = library("matplotlib.patches").Circle
    for k in range(1, int(farthest / step) + 1):
        axes.add_patch(
            circle((0.0, 0.0), k * step, fill=False, color=FAINT, linewidth=0.6, zorder=1)
        )
    axes.axhline(0.0, color=PALE, linewidth=0.6, zorder=1.5)
    axes.axvline(0.0, color=PALE, linewidth=0.6, zorder=1.5)


def _marks(
    axes: Any, tip: np.ndarray, along: tuple[np.ndarray, str, str], color: str, named: bool
) -> None:
    """Mark round values along a curve, each where it is first met."""
    values, _, unit = along
    known = np.all(np.isfinite(tip), axis=1) & np.isfinite(values)
    if not known.any():
        return
    low, high = float(np.min(values[known])), float(np.max(values[known]))
    high = min(high, low + TURN[unit] * (1.0 - 1e-9)) if unit in TURN else high
    steps = STEPS.get(unit, [1, 2, 2.5, 5, 10])
    ticks = (
        library("matplotlib.ticker").MaxNLocator(nbins=MARKS, steps=steps).tick_values(low, high)
    )
    middle = np.mean(tip[known], axis=0)
    taken: list[np.ndarray] = []
    for value in ticks[
        (ticks >= low - 1e-9 * (high - low)) & (ticks <= high + 1e-9 * (high - low))
    ]:
        at = _first_meeting(values, tip, float(value))
        if at is None:
            continue
        axes.plot(*at, marker="o", color=color, markersize=3.2, markerfacecolor="white", zorder=4)
        place = 72.0 / axes.figure.dpi * axes.transData.transform(at)
        free = not any(np.all(np.abs(place - other) < ROOM) for other in taken)
        if named and free:
            taken.append(place)
            out = np.sign(at - middle)
            axes.annotate(f"{value:g}", at, xytext=4.5 * out, textcoords="offset points",
                          ha="left" if out[0] >= 0 else "right",
                          va="bottom" if out[1] >= 0 else "top",
                          fontsize=6.5, color=INK, zorder=5)  # fmt: skip


def _first_meeting(values: np.ndarray, tip: np.ndarray, value: float) -> np.ndarray | None:
    """Return where a curve is when a value is first met."""
    off = values - value
    at = np.flatnonzero((off[:-1] * off[1:] <= 0.0) & (off[:-1] != off[1:]))
    if not len(at):
        return tip[0] if len(tip) and values[0] == value else None
    k = int(at[0])
    part = off[k] / (off[k] - off[k + 1])
    found = tip[k] + part * (tip[k + 1] - tip[k])
    return found if np.all(np.isfinite(found)) else None


def _handles(axes: Any) -> tuple[list[Any], list[str]]:
    lines, labels = axes.get_legend_handles_labels()
    return lines, labels
