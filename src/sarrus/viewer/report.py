"""The report of a run or a prescribed motion: one page to read, to print and to send."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem, count, printable
from sarrus.model import GROUND
from sarrus.results.effort_account import effort_channels, peak_efforts
from sarrus.results.html_page import page, pairs, picture, pictures, table
from sarrus.results.mechanism_account import mechanism_rows, name_list, title
from sarrus.results.run_account import extremes, run_rows
from sarrus.system.driven.driving import Drive
from sarrus.system.simulation.run import Run
from sarrus.viewer.html import check_free, page_of, write_new
from sarrus.viewer.sampling import history_of
from sarrus.viewer.scene import scene_of

if TYPE_CHECKING:
    from sarrus.system.history import Channel, History

PICTURES = 4
"""Pictures of the mechanism, at equally spaced times."""
MOST_BODIES = 100
"""Bodies and joints that are listed; of more, the first ones."""
MOST_FIGURES = 12
"""Bodies up to which the mechanism is drawn as lines at several times."""
ROUNDING = 1e-12
"""Part of the largest load of a report below which a load is shown as zero."""
PLANES = {"x": "yz", "y": "xz", "z": "xy"}
"""Planes of pictures by the axis of the world that they are normal to."""


def write_report(
    result: Any,
    path: str | os.PathLike[str],
    *,
    channels: Sequence[str] | str | None = None,
    title: str | None = None,
    notices: Sequence[Problem] = (),
    view: bool = True,
    overwrite: bool = False,
) -> Path:
    """Write the report of a run, a drive or a history as one page that needs no network.

    It has what was noticed, the mechanism with pictures, efforts of drives, plots and extremes of
    the channels (by default the `outputs` of the model file, else all coordinates), the largest
    reactions of all joints, labelled where loops do not decide them, bodies and joints, and how
    the run was made, in the units of the history. notices: more of them, such as those of the
    model's file; view: with the 3-D view, which a printer leaves out.

    Example:
        sarrus.viewer.write_report(run, "report.html", channels=["A.rate"], overwrite=True)
    """
    target = Path(path)
    check_free(target, overwrite)
    text = report_page(result, channels, title, notices, view)
    write_new(target, text.encode("utf-8"), overwrite)
    return target


def report_page(
    result: Any,
    channels: Sequence[str] | str | None = None,
    title: str | None = None,
    notices: Sequence[Problem] = (),
    view: bool = True,
) -> str:
    """Return the whole page as text; see `write_report`."""
    history = history_of(result)
    made = source_result(history)
    names = [channels] if isinstance(channels, str) else list(channels or history.outputs)
    heading = printable(title or history.system.model.name, 200)
    seen = list({str(p): p for p in (*notices, *made.notices)}.values())
    parts = [
        f"<h1>{escape(heading)}</h1>",
        f'<p class="note">{escape(_kind(made))}</p>',
        *_notice_lines(seen),
        "<h2>The mechanism</h2>",
        pairs(_mechanism(history)),
        *_pictures(history),
        *(_view(history) if view else []),
        *_efforts(made, history),
        *_results(history, names, made),
        *_reactions(history),
        "<h2>Bodies and joints</h2>",
        *_model_tables(history),
        *_account(made, history),
    ]
    return page(heading, parts)


def source_result(history: History) -> Any:
    """Return the run or drive that a history is of."""
    source: Any = history.part.source
    base = getattr(source, "base", source)
    found = getattr(base, "run", None)
    return getattr(base, "drive", None) if found is None else found


def _kind(made: Any) -> str:
    span = f"{made.t[0]:g} to {made.t[-1]:g} s"
    if isinstance(made, Drive):
        driven = name_list(list(made.motions[0].efforts)) or "nothing"
        return f"Prescribed motion, {span}, {count(len(made), 'instant')}; driven: {driven}."
    return f"Simulation, {span}, {count(len(made), 'state')}."


def _notice_lines(problems: Sequence[Problem]) -> list[str]:
    """Return errors, warnings and notices, or that there are none."""
    if not problems:
        return ['<div class="verdict pass">No errors, no warnings.</div>']
    kinds = [p.severity for p in problems]
    worst = "fail" if "error" in kinds else "open" if "warning" in kinds else "pass"
    items = "".join(f"<li>{escape(printable(str(p), 2000))}</li>" for p in problems)
    return [f'<div class="verdict {worst}"><ul>{items}</ul></div>']


def _mechanism(history: History) -> list[tuple[str, str]]:
    system = history.system
    made = source_result(history)
    rows = mechanism_rows(system, system.mobility(made.state(0)))
    mass = sum(body.mass for body in system.model.bodies)
    _, _, counts = title(system).rpartition(": ")
    head = [("contents", counts), ("total mass", _with_unit(mass, "kg", history))]
    return [*head, *((label or "", text) for label, text in rows)]


def _with_unit(value: float, unit: str, history: History) -> str:
    return f"{history.units.factor(unit) * value:.6g} {history.units.shown_unit(unit)}"


# --- pictures -----------------------------------------------------------------------------------


def _pictures(history: History) -> list[str]:
    """Return the mechanism as lines at several times, in its plane; none of large ones."""
    from sarrus.results.plots import stills
    from sarrus.results.plots.sketch import show_lengths_in

    if not 0 < len(history.system.model.bodies) <= MOST_FIGURES:
        return []
    times = list(dict.fromkeys(np.linspace(history.t[0], history.t[-1], PICTURES).tolist()))
    states = [float(history.t[int(np.argmin(np.abs(history.t - t)))]) for t in times]
    plane = _plane(history, states[0])
    how = "Isometric view" if plane == "isometric" else f"In the plane {plane[0]}, {plane[1]}"

    def draw() -> list[str]:
        figure = stills(history, states, plane=plane)
        show_lengths_in(figure, history.units.factor("m"), history.units.shown_unit("m"))
        return [picture(figure, f"The mechanism at {len(states)} times", f"{how}.")]

    return pictures(draw)


def _plane(history: History, t: float) -> str:
    """Return the plane of a picture: that of a planar mechanism, else the isometric one."""
    from sarrus.results.plots import at_times

    axes = [p.axis for p in at_times(history, [t])[0].joints.values() if not p.slides]
    for k, axis in enumerate("xyz"):
        if axes and all(abs(abs(found[k]) - 1.0) < 1e-6 for found in axes):
            return PLANES[axis]
    return "isometric"


def _view(history: History) -> list[str]:
    """Return the 3-D view in a frame that may run nothing else."""
    shown = escape(page_of(scene_of(history)))
    name = escape(history.system.model.name)
    return [
        f'<div class="screen"><iframe srcdoc="{shown}" sandbox="allow-scripts allow-downloads" '
        f'title="3-D view of {name}"></iframe></div>'
    ]


# --- numbers ------------------------------------------------------------------------------------


def _efforts(made: Any, history: History) -> list[str]:
    """Return what the drives of a prescribed motion have to give, as plots and a table."""
    if not isinstance(made, Drive) or not made.motions[0].efforts:
        return []
    time, power = (history.units.shown_unit(unit) for unit in ("s", "W"))
    head = ["drive", "unit", "peak effort", f"at [{time}]", "RMS", f"peak power [{power}]"]
    rows = [
        [r["drive"], r["unit"], f"{r['peak']:.5g}", f"{r['at']:.5g}", f"{r['rms']:.5g}",
         "-" if r["peak_power"] is None else f"{r['peak_power']:.5g}"]
        for r in peak_efforts(made, history.units)
    ]  # fmt: skip
    parts = ["<h2>Efforts of the drives</h2>", table([head, *rows])]
    return parts + _plots(history, effort_channels(made))


def _results(history: History, names: Sequence[str], made: Any) -> list[str]:
    names = list(names) or history.coordinates()
    if not names:
        return []
    errors = made.error if isinstance(made, Run) and made.companion is not None else None
    found = extremes(history, names, errors)
    time = history.units.shown_unit("s")
    head = ["channel", "unit", "start", "end"]
    if errors is not None:
        head.append("+-")
    head += ["min", f"at [{time}]", "max", f"at [{time}]"]
    rows = []
    for row, (low, high) in zip(found, _times_of_extremes(history, names), strict=True):
        off = [] if errors is None else [f"{row['error']:.1g}"]
        rows.append(
            [row["channel"], row["unit"], f"{row['start']:.5g}", f"{row['end']:.5g}", *off,
             f"{row['min']:.5g}", f"{low:.5g}", f"{row['max']:.5g}", f"{high:.5g}"]
        )  # fmt: skip
    return ["<h2>Results</h2>", *_plots(history, names), table([head, *rows])]


def _times_of_extremes(history: History, names: Sequence[str]) -> list[tuple[float, float]]:
    """Return the times of least and largest value of every component, in the unit of times."""
    found = []
    t = history.units.factor("s") * history.t
    for name in names:
        values = np.asarray(history[name], dtype=float).reshape(len(t), -1)
        for column in values.T:
            known = np.flatnonzero(np.isfinite(column))
            if not len(known):
                found.append((np.nan, np.nan))
                continue
            low, high = known[np.argmin(column[known])], known[np.argmax(column[known])]
            found.append((float(t[low]), float(t[high])))
    return found


def _plots(history: History, names: Sequence[str]) -> list[str]:
    """Return a figure for each unit."""
    from sarrus.results.plots import plot

    units: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        units.setdefault(history[name].unit, []).append(name)
    return pictures(
        lambda: [picture(plot(history, *some), ", ".join(some)) for some in units.values()]
    )


def _reactions(history: History) -> list[str]:
    """Return the largest reaction force and moment of every joint, and whether they are unique."""
    joints = [joint.name for joint in history.system.model.joints if joint.type.n_rows]
    if not joints:
        return []
    shown = joints[:MOST_BODIES]
    forces = history.read(*(f"{name}.reaction.force" for name in shown))
    moments = history.read(*(f"{name}.reaction.moment" for name in shown))
    time = history.units.shown_unit("s")
    units = [next(iter(some.values())).unit for some in (forces, moments)]
    head = ["joint", f"peak force [{units[0]}]", f"at [{time}]", f"peak moment [{units[1]}]",
            f"at [{time}]", "not decided by the loops"]  # fmt: skip
    tops = [max(_peak(c, history)[0] for c in some.values()) for some in (forces, moments)]
    arms = [float(np.linalg.norm(j.on_parent.position)) for j in history.system.model.joints]
    by_force = max(arms) * history.units.factor("N m") / history.units.factor("N")
    tops[1] = max(tops[1], by_force * tops[0])  # moments of rounded forces are no moments
    rows = []
    for name, force, moment in zip(shown, forces.values(), moments.values(), strict=True):
        cells = []
        for channel, top in zip((force, moment), tops, strict=True):
            size, at = _peak(channel, history)
            none = size <= ROUNDING * top
            cells += ["0" if none else f"{size:.5g}", "" if none else f"{at:.5g}"]
        rows.append([name, *cells, _open_components(force, moment)])
    return [
        "<h2>Reactions of the joints</h2>",
        '<p class="note">Sizes of the force and of the moment on the child of each joint, at its '
        "point. A component that the loops do not decide has the value of smallest norm.</p>",
        table([head, *rows]),
    ]


def _peak(channel: Channel, history: History) -> tuple[float, float]:
    """Return the largest size of a vector over time, and its time in the unit of times."""
    sizes = np.linalg.norm(np.nan_to_num(np.asarray(channel, dtype=float)), axis=1)
    k = int(np.argmax(sizes))
    return float(sizes[k]), float(history.units.factor("s") * history.t[k])


def _open_components(force: Channel, moment: Channel) -> str:
    """Return the components that redundant constraints leave open."""
    found = []
    for what, channel in (("force", force), ("moment", moment)):
        unique = np.broadcast_to(np.atleast_1d(np.asarray(channel.unique)), 3)
        open_ones = [part for part, known in zip("xyz", unique, strict=True) if not known]
        if open_ones:
            found.append(f"{what} {', '.join(open_ones)}")
    return "; ".join(found)


# --- the model, and how it was computed ---------------------------------------------------------


def _model_tables(history: History) -> list[str]:
    model, units = history.system.model, history.units
    (kg, a_kg), (m, a_m) = ((units.shown_unit(u), units.factor(u)) for u in ("kg", "m"))
    bodies = [["body", f"mass [{kg}]", f"centre of mass in its frame [{m}]"]]
    for body in model.bodies[:MOST_BODIES]:
        place = ", ".join(f"{0.0 if abs(a_m * x) < 1e-9 else a_m * x:.5g}" for x in body.com)
        bodies.append([body.name, f"{a_kg * body.mass:.5g}", f"({place})"])
    joints = [["joint", "type", "parent", "child"]]
    for joint in model.joints[:MOST_BODIES]:
        names = (joint.parent, joint.child)
        ends = ["ground" if name == GROUND else name for name in names]
        joints.append([joint.name, joint.type.type_name, *ends])
    parts = [table(bodies), "<p></p>", table(joints)]
    left = max(len(model.bodies), len(model.joints)) - MOST_BODIES
    if left > 0:
        parts.append(f"<p>The first {MOST_BODIES} of each are listed.</p>")
    return parts


def _account(made: Any, history: History) -> list[str]:
    """Return how it was computed, and how accurate it is."""
    parts = ["<h2>How it was computed</h2>"]
    if isinstance(made, Run):
        return [*parts, pairs(run_rows(made, history.units))]
    least = float(min(made.watch, default=1.0))
    rows = [("method", "positions, efforts and reactions at each instant; nothing is integrated"),
            ("least singular value", f"{least:.3g} of the loop equations, relative")]  # fmt: skip
    return [*parts, pairs(rows)]
