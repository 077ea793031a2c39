"""Driven mechanisms with flexible links: the rigid skeleton first, then how the links give way.

A drive prescribes as many coordinates as the rigid skeleton has freedoms; those of flexible links
are left over. Held at rest they make the skeleton: its motion, and the efforts e that would keep
the links straight. Without these efforts the links give way until their elasticity bears e: at each
time, for itself, the iteration

    q_e <- q_e - K_r^-1 e(q_e),    K_r = B^T K B at first, then with Broyden's changes,

finds where e vanishes, with the rates of q_e left out; K: stiffness of all elastic coordinates,
B: rates of all by those of the independent q_e. What the vibration of the links adds is about the
square of the ratio of the motion's frequency to their own: `simulate` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem, SimulationStopped
from sarrus.system.one_state.elastic_coordinates import (
    elastic_places,
    elastic_stiffness,
    independent_elastic,
    rates_by_elastic,
)

if TYPE_CHECKING:
    from sarrus.system.driven.driving import Drive
    from sarrus.system.driven.instant import PrescribedMotion
    from sarrus.system.state import State
    from sarrus.system.system import System

MOST = 60
"""Iterations for the deflection."""
FARTHEST = 0.3
"""Largest change of an elastic coordinate [rad or m] in one of them."""
SETTLED = 1e-9
"""Part of the efforts that keep the links straight which may be left at the end."""

Way = Callable[[Mapping[str, Any]], "Drive"]
"""From motions to the drive that has them, with all else as it was asked."""


def drive_links(
    way: Way, motions: Mapping[str, Any], motion: PrescribedMotion, guess: np.ndarray, bent: bool
) -> Drive:
    """Return a motion whose flexible links are held at rest, or are bent by its loads."""
    elastic = open_elastic(motion.system, motion, guess, motion.span[0])
    if not elastic:
        return way(motions)
    return bent_drive(way, motions, elastic, motion) if bent else rigid_drive(way, motions, elastic)


def open_elastic(
    system: System, motion: PrescribedMotion, q: np.ndarray, t: float
) -> tuple[str, ...]:
    """Return elastic coordinates that are not driven, as many as the drives leave open."""
    here = motion.at(t)
    _, Phi, _, C = system.compiled.loops.closure(q, *here.last)
    names = elastic_places(system)
    return tuple(names[k] for k in independent_elastic(system, Phi, here.rows(q, C)[0]))


def rigid_drive(way: Way, motions: Mapping[str, Any], elastic: Sequence[str]) -> Drive:
    """Return the motion with flexible links at rest, which says so."""
    found = way({**motions, **dict.fromkeys(elastic, 0.0)})
    rule = (
        f"are held at rest: {len(elastic)} elastic coordinates are driven with 0, and their "
        "efforts are what keeps the links straight"
    )
    action = "give deflections=True to see how they give way, or simulate to see them vibrate"
    told = Problem("W81", _links(elastic), rule, action=action, severity="notice")
    return replace(found, notices=(*found.notices, told))


def bent_drive(
    way: Way, motions: Mapping[str, Any], elastic: Sequence[str], motion: PrescribedMotion
) -> Drive:
    """Return the motion with links that give way to its loads, at each time for itself."""
    found = way({**motions, **dict.fromkeys(elastic, 0.0)})
    times, states = found.t, [found.state(k) for k in range(len(found.t))]
    q_e = np.zeros((len(times), len(elastic)))
    efforts = first = _efforts(found, elastic)
    inverses = [np.linalg.inv(_stiffness(motion, state, elastic)) for state in states]
    bound = SETTLED * max(float(np.max(np.abs(first))), 1e-300)
    for _ in range(MOST):
        if np.max(np.abs(efforts)) <= bound:
            break
        steps = np.array([_step(H, e) for H, e in zip(inverses, efforts, strict=True)])
        q_e = q_e + steps
        laws = {name: _still(times, q_e[:, i]) for i, name in enumerate(elastic)}
        found = way({**motions, **laws})
        before, efforts = efforts, _efforts(found, elastic)
        changes = efforts - before
        inverses = [_with_change(*x) for x in zip(inverses, steps, changes, strict=True)]
    left = np.max(np.abs(efforts), axis=1)
    if float(np.max(left)) > max(bound, 1e-6 * float(np.max(np.abs(first)))):
        raise SimulationStopped(_no_deflection(elastic, times, left, first))
    most = float(np.max(np.abs(q_e)))
    rule = (
        f"give way at each time as if they stood still in it, by up to {most:.3g} in the "
        "coordinate of a segment or mode; rates and accelerations are those without deflection"
    )
    action = "simulate the same motion for how they vibrate"
    told = Problem("W81", _links(elastic), rule, action=action, severity="notice")
    return replace(found, notices=(*found.notices, told))


def _links(elastic: Sequence[str]) -> str:
    owners = list(dict.fromkeys(name.rpartition(".")[0] for name in elastic))
    shown = ", ".join(f"'{name}'" for name in owners[:4])
    more = f" and {len(owners) - 4} more" if len(owners) > 4 else ""
    return f"flexible links {shown}{more}"


def _efforts(drive: Drive, elastic: Sequence[str]) -> np.ndarray:
    """Return the efforts of the drives of elastic coordinates, a row for each time."""
    return np.array(
        [[np.asarray(m.efforts[name]).item() for name in elastic] for m in drive.motions]
    )


Number = Callable[[float], float]


def _still(times: np.ndarray, values: np.ndarray) -> tuple[Number, Number, Number]:
    """Return a law that has values at times, without rate and acceleration."""
    return (partial(_between, times, values), _zero, _zero)


def _zero(t: float) -> float:
    return 0.0


def _between(times: np.ndarray, values: np.ndarray, t: float) -> float:
    return float(np.interp(t, times, values))


def _step(H: np.ndarray, efforts: np.ndarray) -> np.ndarray:
    """Return -H e, no part of it beyond FARTHEST."""
    step = -H @ efforts
    return np.asarray(step * min(1.0, FARTHEST / max(float(np.max(np.abs(step))), 1e-300)))


def _with_change(H: np.ndarray, step: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return the inverse stiffness that also says what a step has changed (Broyden 1965)."""
    moved = H @ change
    size = float(step @ moved)
    if abs(size) <= 1e-14 * float(np.linalg.norm(step) * np.linalg.norm(moved)):
        return H
    return np.asarray(H + np.outer(step - moved, step @ H) / size)


def _stiffness(motion: PrescribedMotion, state: State, elastic: Sequence[str]) -> np.ndarray:
    """Return the stiffness of the independent elastic coordinates where all else is prescribed."""
    system, here = motion.system, motion.at(state.t)
    places = [system.compiled.located_rate(name)[1].start for name in elastic]
    _, Phi, _, C = system.compiled.loops.closure(state.q, *here.last)
    B = rates_by_elastic(system, Phi, here.rows(state.q, C)[0], places)
    return elastic_stiffness(system, state.q, B, here.keywords)


def _no_deflection(
    elastic: Sequence[str], times: np.ndarray, left: np.ndarray, first: np.ndarray
) -> Problem:
    k = int(np.argmax(left))
    return Problem(
        "D27",
        f"{_links(elastic)} at t = {times[k]:.6g} s",
        f"do not come to rest under the loads: an effort of {left[k]:.3g} [N m or N] is left of "
        f"{np.max(np.abs(first[k])):.3g}",
        cause="loads beyond the buckling load, or links far too soft for the motion",
        action="simulate the motion with the same laws as driven, or drive it with rigid links",
    )
