"""Notices of contacts that never close, and of those that leave their road."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.errors import Problem
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.model.forces import GroundContact
from sarrus.model.forces.element import ForceElement
from sarrus.road.combined import turns
from sarrus.spatial.arrays import vector
from sarrus.system.quantities.equations import Inputs, Outputs

if TYPE_CHECKING:
    from sarrus.system.simulation.run import Run


MANY = 4
"""Contacts of a kind that have notices of their own."""


def contacts(forces: tuple[ForceElement, ...]) -> list[GroundContact]:
    """Return the elements that may touch the ground."""
    return [element for element in forces if isinstance(element, GroundContact)]


def contact_notices(run: Run) -> list[Problem]:
    """Return a notice for every contact element that is above its ground at all states kept.

    Many of one kind share a notice, which names the nearest of them: the links of a track, of which
    most are in the air, tell nothing each by itself. The states are read piece by piece. A touch
    between two of them is not seen.
    """
    nearest: dict[str, tuple[float, float]] = {}
    for p in run.pieces():
        system = p.sim.system
        elements = contacts(system.model.forces)
        if not elements:
            continue
        kernel = system.compiled.loops.kernel("contact_gaps", ("q", "v"), _gaps)
        rows = {"q": p.q, "v": p.v, **p.sim.rows_at(p.t, p.y)}
        found = outputs_of_rows(kernel, rows, p.sim.last_values)
        for n, element in enumerate(elements):
            gaps = np.min(found[str(n)], axis=1)
            k = int(np.argmin(gaps))
            near = (float(gaps[k]), float(p.t[k]))
            nearest[element.name] = min(near, nearest.get(element.name, near))
    named = {element.name: element for element in contacts(run.system.model.forces)}
    never: dict[str, list[tuple[float, float, str]]] = {}
    for name, (gap, t) in nearest.items():
        if gap > 0.0 and name in named:
            never.setdefault(named[name].type_name, []).append((gap, t, name))
    notices = []
    for kind, every in never.items():
        shown = every if len(every) <= MANY else [min(every)]
        among = sum(element.type_name == kind for element in named.values())
        count = f"as {len(every)} of the {among} of its kind" if len(every) > MANY else ""
        notices += [_never(named[name], gap, t, len(run), count) for gap, t, name in shown]
    return notices


def _gaps(x: Inputs) -> Outputs:
    """Return the distances from the ground of every contact element, by its number."""
    scene = TreeScene(x.velocities, x.time)
    elements = contacts(tuple(x.tree.forces))
    return {str(n): vector(*element.gaps(scene)) for n, element in enumerate(elements)}


def _never(element: GroundContact, gap: float, t: float, states: int, count: str = "") -> Problem:
    kind = element.type_name.replace("_", " ")
    return Problem(
        "W34",
        f"{kind} '{element.name}'",
        f"touches its ground at none of the {states} states kept{count and ', ' + count}; it is "
        f"nearest at t = {t:.6g} s, {gap:.4g} m above",
        value=f"'{element.body}'",
        cause="the road is lower, or elsewhere, than the drawing of the body supposes",
        action="look at the start, the origin and directions of the ground, and the radius; if "
        "it may have touched between two states, keep more of them",
        severity="notice",
    )


def road_notices(run: Run) -> list[Problem]:
    """Return a warning for every contact element that passes the end of its road in a run.

    Where a vehicle starts before its road it drives onto it, which is no fault.
    """
    if not any(_ends(element) for element in contacts(run.system.model.forces)):
        return []
    last: dict[str, tuple[float, np.ndarray]] = {}
    found: dict[str, Problem] = {}
    for p in run.pieces():
        system = p.sim.system
        elements = contacts(system.model.forces)
        kernel = system.compiled.loops.kernel("contact_places", ("q", "v"), _places)
        rows = {"q": p.q, "v": p.v, **p.sim.rows_at(p.t, p.y)}
        places = outputs_of_rows(kernel, rows, p.sim.last_values)
        for n, element in enumerate(elements):
            if element.name in found or not _ends(element):
                continue
            t, x = p.t, places[str(n)]
            if element.name in last:
                before, at = last[element.name]
                t, x = np.append(before, t), np.vstack([at, x])
            last[element.name] = (float(t[-1]), x[-1])
            half = x.shape[1] // 2 if _has_sides(element) else x.shape[1]
            passed = _passage(t, x[:, :half], element.road.course)
            aside = _passage(t, x[:, half:], element.road.sides)
            if passed is not None and (aside is None or passed <= aside):
                found[element.name] = _left(element, *passed, run)
            elif aside is not None:
                found[element.name] = _left(element, *aside, run, end="side", of="y")
    return list(found.values())


def _ends(element: GroundContact) -> bool:
    """Tell whether the road of a contact has an end, or sides."""
    return bool(np.isfinite(element.road.course).any()) or _has_sides(element)


def _has_sides(element: GroundContact) -> bool:
    return bool(np.isfinite(element.road.sides).any())


def _places(x: Inputs) -> Outputs:
    """Return where on their roads the contact elements are, by number; then where across."""
    scene = TreeScene(x.velocities, x.time)
    found = {}
    for n, element in enumerate(contacts(tuple(x.tree.forces))):
        across = element.places_across(scene) if _has_sides(element) else ()
        found[str(n)] = vector(*element.places(scene), *across)
    return found


def _passage(
    t: np.ndarray, x: np.ndarray, course: tuple[float, float]
) -> tuple[float, float] | None:
    """Return the time [s] and the end x [m] at which a place first leaves the course, if it does.

    x: rows over time, columns over the places of one element.
    """
    first, end = course
    found = []
    for column in x.T:
        for limit, beyond in ((end, column > end), (first, column < first)):
            steps = np.flatnonzero(beyond[1:] & ~beyond[:-1])
            if len(steps):
                k = int(steps[0])
                share = (limit - column[k]) / (column[k + 1] - column[k])
                found.append((float(t[k] + share * (t[k + 1] - t[k])), float(limit)))
    return min(found, default=None)


def _left(
    element: GroundContact, t: float, x: float, run: Run, end: str = "end", of: str = "x"
) -> Problem:
    kind = element.type_name.replace("_", " ")
    rest = float(run.t[-1]) - t
    straight = not turns(element.road)
    name = of if straight else {"x": "s", "y": "n"}[of]
    return Problem(
        "W35",
        f"{kind} '{element.name}'",
        f"passes the {end} of its road, {name} = {x:.6g} m, at t = {t:.6g} s; for the {rest:.4g} s "
        "that follow the ground is level, as nothing is known of it",
        value=f"'{element.body}'",
        cause="the run is longer than the road, or the vehicle is faster than was thought"
        if end == "end"
        else "the road is narrower than the way of the vehicle",
        action=f"give a {'longer' if end == 'end' else 'wider'} road, end the run before, or judge "
        "the ride up to there only",
        severity="warning",
    )
