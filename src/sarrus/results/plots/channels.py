"""Channels of a history over time, or against each other: one panel for each unit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model.output_units import kind_of
from sarrus.model.quantity import QuantityError
from sarrus.results.plots.corners import finer
from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.polar import polar as polar_diagram
from sarrus.results.plots.style import COLORS, DASHES, shown_unit

if TYPE_CHECKING:
    from sarrus.system.history import Channel, History

TIME = "time ["
"""How the label of an axis of time begins."""
NOT_UNIQUE = " (not unique)"
QUANTITIES = {
    "rad": "angle",
    "rad/s": "angular velocity",
    "rad/s^2": "angular acceleration",
    "m": "length",
    "m/s": "velocity",
    "m/s^2": "acceleration",
    "N": "force",
    "N m": "moment",
    "J": "energy",
    "W": "power",
    "kg m/s": "momentum",
    "kg m^2/s": "angular momentum",
}
"""What is measured in a unit, where names do not say it."""
UNDECIDED = "not decided from here (W37)"
Together = bool | Sequence[Sequence[str]] | None


def plot(
    history: History,
    *channels: str,
    against: str | None = None,
    polar: bool | str = False,
    together: Together = None,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a matplotlib Figure of channels over time, one panel for each unit.

    channels: names; by default those that the model file asks for (its `outputs`), or all
    coordinates of the joints. Units are those of the history (`history.in_units`). against: a
    channel of numbers for the horizontal axis instead of time. polar: True for diagrams of vectors,
    such as the forces of bearings, with equal axes, or the plane of these, "xz"; see `polar`.
    together: False for one panel for each channel, or groups of names, each a panel. Components of
    vectors have a color and a style of line each; values that loops do not determine are
    called so. Events of a run are thin lines. Where states of a run are so far apart that curves
    would have corners, states between them are drawn too. path: where to save it, by its ending as
    PNG, SVG or PDF.

    Example:
        plots.plot(history, "A.rate", "D.reaction.force", path="bar.png")
    """
    if polar:
        plane = polar if isinstance(polar, str) else None
        return polar_diagram(
            {"": history}, channels, against=against, plane=plane, title=title, path=path
        )
    names = list(dict.fromkeys(channels or history.outputs or coordinates(history)))
    if not isinstance(together, bool) and together is not None:
        names = list(dict.fromkeys([*names, *(name for group in together for name in group)]))
    asked = [*names, *([against] if against else [])]
    found = history.read(*asked)
    drawn = finer(history, list(found.values()))
    if drawn is not history:
        history, found = drawn, drawn.read(*asked)
    x, x_label = horizontal(history, found, against)
    groups = panel_groups({name: found[name] for name in names}, together)
    lines = events(history) if against is None else []
    panels = [panel_of([found[n] for n in group], x, x_label, lines) for group in groups]
    return figure_of(panels, title=title, path=path)


def coordinates(history: History) -> list[str]:
    """Return the full names of all position coordinates of the joints."""
    joints = history.system.model.joints
    found = [f"joint:{name}" for joint in joints for name in joint.coordinate_names]
    if not found:
        rule = "has no joint coordinates, which are plotted by default"
        raise ModelError(Problem("S03", "plot", rule, action="name the channels to plot"))
    return found


def horizontal(
    history: History, found: Mapping[str, Channel], against: str | None
) -> tuple[np.ndarray, str]:
    """Return the values of the horizontal axis, and its label."""
    if against is None:
        return times(history)
    channel = found[against]
    if channel.ndim != 1:
        parts = ", ".join(f"'{against}.{part}'" for part in channel.components[:3])
        raise ModelError(
            Problem("S03", f"against='{against}'", "is not a number", action=f"take one of {parts}")
        )
    return np.asarray(channel), f"{channel.name} {shown_unit(channel.unit)}"


def channel_figure(channel: Channel) -> Any:
    """Return the figure of one channel over its times [s].

    Example:
        plots.channel_figure(history["A.rate"])
    """
    x = np.zeros(0) if channel.t is None else channel.t
    title = fill(channel.description, 84)
    return figure_of([panel_of([channel], x, "time [s]")], title=title)


def times(history: History) -> tuple[np.ndarray, str]:
    """Return the times in the unit chosen, and the label of their axis."""
    units = history.units
    return units.factor("s") * history.t, f"time [{units.shown_unit('s')}]"


def panel_groups(found: Mapping[str, Channel], together: Together) -> list[list[str]]:
    """Return which names share a panel."""
    if together is False:
        return [[name] for name in found]
    if together is None or together is True:
        units: dict[str, list[str]] = {}
        for name, channel in found.items():
            units.setdefault(channel.unit, []).append(name)
        return list(units.values())
    groups = [list(group) for group in together]
    for group in groups:
        units_of = {found[name].unit for name in group}
        if len(units_of) > 1:
            listed = ", ".join(sorted(shown_unit(unit) for unit in units_of))
            raise ModelError(
                Problem(
                    "S03",
                    f"together=({', '.join(group)})",
                    f"has channels in different units, {listed}, which share no axis",
                )
            )
    named = {name for group in groups for name in group}
    rest = {name: channel for name, channel in found.items() if name not in named}
    return [*groups, *panel_groups(rest, None)] if rest else groups


def panel_of(
    channels: Sequence[Channel],
    x: np.ndarray,
    x_label: str,
    lines: Sequence[tuple[float, str]] = (),
) -> Panel:
    """Return the panel of channels of one unit; one alone is named on the axis."""
    vectors = sum(2 <= len(channel.components) <= 3 for channel in channels)
    curves = [c for k, channel in enumerate(channels) for c in curves_of(channel, x, k, vectors)]
    alone = len(curves) == 1
    room = 0.0 if x_label.startswith(TIME) else 0.04
    return Panel(curves, x_label, y_label(channels), lines=lines, legend=not alone, room=room)


def curves_of(channel: Channel, x: np.ndarray, k: int, vectors: int = 1) -> Iterator[Curve]:
    """Go through the curves of a channel, number k of its panel: one for each component.

    Components of vectors have the colors of x, y and z, and a style each, so that they can be told
    in print; where there are several vectors, styles tell these. Numbers have the other colors
    there. More than three components have colors of their own.
    """
    rows = np.asarray(channel, dtype=float).reshape(len(x), -1)
    unique = np.broadcast_to(np.atleast_1d(np.asarray(channel.unique)), rows.shape[1])
    parts = channel.components or ("",)
    few = 2 <= len(parts) <= 3
    for i, part in enumerate(parts):
        label = f"{channel.name} {part}".rstrip() + ("" if unique[i] else NOT_UNIQUE)
        if few:
            color, dash = COLORS[i], DASHES[(i if vectors == 1 else k) % len(DASHES)]
        elif len(parts) == 1 and vectors:
            color, dash = COLORS[3 + k % (len(COLORS) - 3)], DASHES[0]
        else:
            color, dash = COLORS[(k + i) % len(COLORS)], DASHES[i // len(COLORS) % len(DASHES)]
        yield Curve(label, x, rows[:, i], color, dash, pale=not unique[i])


def y_label(channels: Sequence[Channel]) -> str:
    """Return what channels of one unit have in common, with the unit."""
    unit = channels[0].unit
    if len(channels) == 1:
        alone = channels[0].ndim == 1
        note = NOT_UNIQUE if alone and not channels[0].about.all_unique else ""
        return f"{channels[0].name}{note} {shown_unit(unit)}"
    endings = {channel.name.rpartition(".")[2] for channel in channels}
    what = endings.pop() if len(endings) == 1 else quantity(unit)
    return f"{what.replace('_', ' ')} {shown_unit(unit)}"


def quantity(unit: str) -> str:
    """Return what is measured in a unit, "value" where that is not said by it."""
    if unit in QUANTITIES:
        return QUANTITIES[unit]
    with suppress(QuantityError):
        kinds = {kind_of(known): what for known, what in QUANTITIES.items()}
        return kinds.get(kind_of(unit), "value")
    return "value"


def events(history: History) -> list[tuple[float, str]]:
    """Return times and names of the events of a run, those within the times of the history."""
    source: Any = history.part.source
    run = getattr(getattr(source, "base", source), "run", None)
    if run is None or not len(history):
        return []
    found = [(event.t, event.name) for event in run.events]
    if run.undecided_from is not None:
        found = sorted([*found, (run.undecided_from, UNDECIDED)])
    a_second = history.units.factor("s")
    within = [(t, name) for t, name in unlike(found) if history.t[0] <= t <= history.t[-1]]
    return [(a_second * t, name) for t, name in within]


def unlike(found: Iterable[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return what happened at one time once, with all names."""
    by_time: dict[float, list[str]] = {}
    for t, name in found:
        by_time.setdefault(t, []).append(name)
    return [(t, ", ".join(dict.fromkeys(names))) for t, names in sorted(by_time.items())]
