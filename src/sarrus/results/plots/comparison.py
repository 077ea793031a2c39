"""Several runs in one figure: by other methods, of other parameters, or of other programs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.plots.channels import NOT_UNIQUE, coordinates, horizontal
from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.polar import polar as polar_diagram
from sarrus.results.plots.style import COLORS, DASHES, shown_unit

if TYPE_CHECKING:
    from sarrus.system.history import Channel, History

MARKS = ("", "o", "s", "^", "D", "v")


def compare(
    runs: Mapping[str, History | Any],
    *channels: str,
    against: str | None = None,
    polar: bool | str = False,
    difference: bool = False,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a matplotlib Figure of the same channels of several runs, a panel for each.

    runs: histories, runs or drives by label; the first is drawn as a full line, the others with
    marks over it, so that equal curves can be seen to be equal. channels: names; by default those
    that the model file of the first asks for, or all coordinates of the joints, as far as all have
    them; vectors get a panel for each component. All are in the units of the first. against: a
    channel of numbers for the horizontal axis, of each run its own. polar: diagrams of vectors in a
    plane, see `polar`. difference: below each panel another one with what the others differ from
    the first by, where both have states; between its times the states of a run are interpolated.

    Example:
        plots.compare({"start": run, "again": other}, "A.rate", path="two.png")
    """
    histories = {label: getattr(run, "history", run) for label, run in runs.items()}
    if not histories:
        raise ModelError(Problem("S03", "compare", "needs at least one run"))
    first = next(iter(histories.values()))
    units = first.units.names or ("SI",)
    histories = {label: history.in_units(*units) for label, history in histories.items()}
    first = next(iter(histories.values()))
    if difference and (against is not None or polar):
        rule = "is taken at equal times, so that it has no other horizontal axis"
        raise ModelError(Problem("S03", "difference", rule, action="leave one of them out"))
    if polar:
        plane = polar if isinstance(polar, str) else None
        return polar_diagram(
            histories, channels, against=against, plane=plane, title=title, path=path
        )
    names = list(channels) or [
        name
        for name in first.outputs or coordinates(first)
        if all(name in h for h in histories.values())
    ]
    more = [against] if against else []
    read = {label: history.read(*names, *more) for label, history in histories.items()}
    axes = {label: horizontal(histories[label], read[label], against) for label in read}
    x_label = axes[next(iter(axes))][1]
    room = 0.0 if against is None else 0.04
    panels = []
    for name in names:
        each = {label: found[name] for label, found in read.items()}
        others = [
            common_samples(first, h, name) for h in list(histories.values())[1:] if difference
        ]
        for part in range(parts_of(each.values(), name)):
            curves = overlaid(
                {label: (axes[label][0], column(c, part)[1]) for label, c in each.items()}
            )
            y_label = label_of(each[next(iter(each))], part)
            panels.append(Panel(curves, x_label, y_label, room=room))
            if others:
                pairs = [(column(a, part), column(b, part)) for a, b in others]
                scale = first.units.factor("s")
                panels.append(differences(list(each), pairs, y_label, x_label, scale))
    return figure_of(panels, title=title, path=path)


def parts_of(channels: Iterable[Channel], name: str) -> int:
    """Return of how many components a channel is in all runs."""
    found = {max(len(channel.components), 1) for channel in channels}
    if len(found) > 1:
        rule = "does not have the same number of components in all runs"
        raise ModelError(Problem("S03", f"channel '{name}'", rule))
    return found.pop()


def common_samples(first: History, other: History, name: str) -> tuple[Channel, Channel]:
    """Return a channel of two histories at the same times, interpolated by their states."""
    if np.array_equal(first.t, other.t):
        return first[name], other[name]
    span = max(first.t[0], other.t[0]), min(first.t[-1], other.t[-1])
    mine, theirs = first.between(*span), other.between(*span)
    if not len(mine) or not len(theirs):
        rule = "have no times in common; their difference is not defined"
        raise ModelError(Problem("S08", "runs", rule))
    try:
        return mine[name], other.at(mine.t)[name]
    except ModelError:  # a drive, which has nothing between its times
        return first.at(theirs.t)[name], theirs[name]


def column(channel: Channel, part: int) -> tuple[np.ndarray, np.ndarray]:
    """Return times and values of one component."""
    t = np.zeros(0) if channel.t is None else channel.t
    return t, np.asarray(channel, dtype=float).reshape(len(t), -1)[:, part]


def label_of(channel: Channel, part: int) -> str:
    """Return the name of a component, with its unit."""
    size = max(len(channel.components), 1)
    unique = np.broadcast_to(np.atleast_1d(np.asarray(channel.unique)), size)
    name = f"{channel.name} {channel.components[part]}" if channel.components else channel.name
    return f"{name}{'' if unique[part] else NOT_UNIQUE} {shown_unit(channel.unit)}"


def overlaid(values: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> list[Curve]:
    """Return curves over each other: the first full, others dashed with a few marks."""
    curves = []
    for k, (label, (x, y)) in enumerate(values.items()):
        dash = "-" if k == 0 else DASHES[1 + (k - 1) % (len(DASHES) - 1)]
        mark, color = MARKS[k % len(MARKS)], COLORS[k % len(COLORS)]
        curves.append(Curve(label, np.asarray(x), np.asarray(y), color, dash, mark, 20, over=k))
    return curves


def differences(
    labels: Sequence[str],
    pairs: Sequence[tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]],
    y_label: str,
    x_label: str,
    scale: float = 1.0,
) -> Panel:
    """Return the panel of what the others differ from the first by; scale: of the times."""
    curves = [
        Curve(f"{label} - {labels[0]}", scale * x, theirs - mine, COLORS[k % len(COLORS)])
        for k, (label, ((x, mine), (_, theirs))) in enumerate(
            zip(labels[1:], pairs, strict=True), start=1
        )
    ]
    name, _, unit = y_label.rpartition(" [")
    return Panel(curves, x_label, f"difference of\n{name} [{unit}", height=1.8)
