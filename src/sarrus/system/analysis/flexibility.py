"""Whether segments, modes or rigid links suffice: a motion beside its flexible links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import eigh

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary
from sarrus.system.one_state.elastic_coordinates import (
    elastic_places,
    elastic_stiffness,
    independent_elastic,
    rates_by_elastic,
)

if TYPE_CHECKING:
    from sarrus.system.driven.driving import Drive
    from sarrus.system.simulation.run import Run
    from sarrus.system.system import System

RIGID, SOFT = 20.0, 3.0
"""Ratios of frequencies above which links are as good as rigid, and below which they vibrate."""
SMALL = 0.2
"""Bend of one segment [rad] up to which deformations are small enough for modes."""
LOOKED_AT = 5
"""States of a run at which the lowest frequency is sought."""


@with_summary
@dataclass(frozen=True)
class Flexibility:
    """How slow a motion is beside the lowest vibration of its flexible links.

    elastic: lowest natural frequency of the links with the rest held [rad/s], the least of some
    states; motion: that of the motion [rad/s], root mean square of the accelerations of the bodies
    over that of their velocities, each without its mean; ratio of the two; bend: largest
    coordinate of a segment or mode; advice: what suffices.
    """

    elastic: float
    motion: float
    ratio: float
    bend: float
    advice: str


def flexibility(run: Run | Drive) -> Flexibility:
    """Return how slow a run or drive is beside the vibrations of its flexible links.

    Vibrations that the run shows count as motion: take a drive, whose links do not vibrate, or a
    damped run, to judge a motion before it is simulated.

    Example:
        analysis.flexibility(system.drive({"crank": "60 [rad/s]*t"}, until=0.1)).advice
    """
    system = run.system
    places = elastic_places(system)
    if not places:
        raise ModelError(
            Problem(
                "S64",
                "flexibility",
                "asks for flexible links, and the mechanism has none",
                action="add a flexible_beam or a modal body, or use linearize for springs",
            )
        )
    states = [run.state(k) for k in range(len(run.t))]
    chosen = np.unique(np.linspace(0, len(states) - 1, LOOKED_AT).round().astype(int))
    elastic = min(_lowest_frequency(run, int(k)) for k in chosen)
    motion = _motion_frequency(run)
    ratio = elastic / motion if motion > 0.0 else np.inf
    bend = max(float(np.max(np.abs(state.q[_coordinates(system, places)]))) for state in states)
    return Flexibility(elastic, motion, ratio, bend, _advice(ratio, bend))


def _coordinates(system: System, places: Mapping[int, str]) -> list[int]:
    return [system.compiled.place_of(name, ("q",))[1].start for name in places.values()]


def _lowest_frequency(run: Run | Drive, k: int) -> float:
    """Return the lowest frequency of the links at a state, with the rigid skeleton held."""
    system, state = run.system, run.state(k)
    last = system.compiled.last_inputs(t=float(run.t[k]))
    loops = system.compiled.loops
    Phi = loops.closure(state.q, *last)[1]
    stiff = np.eye(system.nv)[sorted(elastic_places(system))]
    # with the links held, what is independent is the skeleton
    dependent = set(loops.scaled_matrix(Phi, stiff).dependent_columns())
    held = np.eye(system.nv)[[k for k in range(system.nv) if k not in dependent]]
    places = independent_elastic(system, Phi, held)
    B = rates_by_elastic(system, Phi, held, places)
    K = elastic_stiffness(system, state.q, B, {"t": float(run.t[k])})
    M = B.T @ system.mass_matrix(state.q) @ B
    return float(np.sqrt(max(eigh(K, M, eigvals_only=True)[0], 0.0)))


def _motion_frequency(run: Run | Drive) -> float:
    """Return the root mean square of accelerations over that of velocities, of all bodies."""
    t = np.asarray(run.t)
    if len(t) < 5:
        return 0.0
    fast = slow = 0.0
    for body in run.system.model.bodies:
        v = np.asarray(run[f"{body.name}.velocity"])
        a = np.gradient(v, t, axis=0)
        fast += body.mass * float(np.mean(np.sum((a - a.mean(axis=0)) ** 2, axis=1)))
        slow += body.mass * float(np.mean(np.sum((v - v.mean(axis=0)) ** 2, axis=1)))
    return float(np.sqrt(fast / slow)) if slow > 0.0 else 0.0


def _advice(ratio: float, bend: float) -> str:
    large = bend > SMALL
    if ratio > RIGID and not large:
        return (
            "rigid links suffice: vibrations add about "
            f"{100.0 / ratio**2:.2g} % to what static deflections are (drive with deflections=True)"
        )
    if ratio > SOFT and not large:
        return "modes, or segments: four over each length that bends"
    if large:
        return "segments: the links bend too far for modes; 8 to 16 over each length that bends"
    return "8 to 16 segments, or modes up to three times the motion's frequency: the links vibrate"
