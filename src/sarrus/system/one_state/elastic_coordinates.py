"""Coordinates of flexible links: which of them are independent, and how stiff these are.

With the rest of a mechanism held, the rates of all coordinates follow from those of independent
elastic ones, v = B dq_e/dt; so K_r = B^T K B is their stiffness and M_r = B^T M B their mass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sarrus.system.system import System

NUDGE = 1e-4
"""Change of elastic coordinates [rad] by which their stiffness is found; efforts are linear."""


def elastic_places(system: System) -> dict[int, str]:
    """Return the places of elastic velocities in the tree, with the names of the coordinates."""
    found = {}
    for element in system.model.forces:
        for name in element.elastic_coordinates:
            vector, place = system.compiled.located_rate(name)
            if vector == "v":
                found[place.start] = name
    return found


def independent_elastic(system: System, Phi: np.ndarray, held: np.ndarray) -> list[int]:
    """Return places of elastic velocities that loops and rows of what is held leave open."""
    A = system.compiled.loops.scaled_matrix(Phi, held)
    places = elastic_places(system)
    elastic = np.isin(np.arange(system.nv), list(places))
    dependent = set(A.dependent_columns(prefer=~elastic))
    return [k for k in sorted(places) if k not in dependent]


def rates_by_elastic(
    system: System, Phi: np.ndarray, held: np.ndarray, places: list[int]
) -> np.ndarray:
    """Return B: the rates of all coordinates by those of independent elastic ones."""
    A = system.compiled.loops.scaled_matrix(Phi, held)
    others = [k for k in range(system.nv) if k not in places]
    B = np.eye(system.nv)[:, places]
    rows = A.rows[:, None] * A.A
    B[others] = -np.linalg.lstsq(rows[:, others], rows @ B, rcond=None)[0]
    return B


def elastic_stiffness(
    system: System, q: np.ndarray, B: np.ndarray, keywords: dict[str, Any]
) -> np.ndarray:
    """Return B^T K B at a position, from the applied efforts beside it."""
    still = np.zeros(system.nv)

    def efforts(change: np.ndarray) -> np.ndarray:
        found = system.applied_efforts(system.add(q, change), still, **keywords)
        return np.asarray(found)

    columns = [
        (efforts(-NUDGE * column) - efforts(NUDGE * column)) / (2.0 * NUDGE) for column in B.T
    ]
    K = B.T @ np.stack(columns, axis=1)
    return np.asarray(0.5 * (K + K.T))
