"""Accelerations, multipliers and efforts of many states at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.rows.motion import POINT, Motion

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True, eq=False)
class Solution:
    """What happens at n states, a row each.

    vdot: accelerations of the tree's velocities; lam: multipliers of all rows; tau, tau_cut:
    efforts of drives, given and found, on the velocities of the tree and of the cut joints; ext:
    wrenches on bodies in the order of the tree, at their origins, world axes; well: states whose
    rows have the rank that they have in general, as a watch on the pivots tells; drives: rows of
    driven rates, below those of the loops, and their scales; driven_cuts: where their multipliers
    stand and on which velocity of cut joints they act; drive_places: the vector ("v" or "cut_v")
    and place of each driven velocity; loose: at which states efforts on velocities are not unique,
    None where self-stresses must tell; flow: rates of work and loss, if known; failed:
    states where nothing could be found; points: forces that lead points, by name; bearing: loads of
    bearings with friction; null_spaces: of each state the left null space of its rows, those of
    drives last, where it is known.
    """

    vdot: np.ndarray
    lam: np.ndarray
    tau: np.ndarray
    tau_cut: np.ndarray
    ext: np.ndarray
    well: np.ndarray
    drives: np.ndarray
    drive_scale: np.ndarray
    bearing: np.ndarray
    driven_cuts: tuple[tuple[int, int], ...] = ()
    drive_places: tuple[tuple[str, int], ...] = ()
    loose: Mapping[tuple[str, int], np.ndarray] | None = None
    flow: np.ndarray | None = None
    failed: tuple[int, ...] = ()
    null_spaces: tuple[np.ndarray, ...] | None = None
    points: dict[str, np.ndarray] = field(default_factory=dict)


def nothing(system: System, n: int) -> Solution:
    """Return the solution of n states about which nothing is known."""
    nan = np.full
    return Solution(
        vdot=nan((n, system.nv), np.nan),
        lam=nan((n, system.compiled.loops.m), np.nan),
        tau=np.zeros((n, system.nv)),
        tau_cut=np.zeros((n, system.compiled.loops.n_cut_v)),
        ext=np.zeros((n, len(system.topology.branches), 6)),
        well=np.zeros(n, dtype=bool),
        drives=np.zeros((n, 0, system.nv)),
        drive_scale=np.zeros((n, 0)),
        bearing=nan((n, len(system.compiled.loops.bearings)), np.nan),
    )


def of_motions(system: System, motions: Sequence[Motion]) -> Solution:
    """Return the motions, found one by one, as rows."""
    loops = system.compiled.loops
    n, m = len(motions), loops.m
    branches = len(system.topology.branches)
    driven = len(motions[0].A.A) - m if motions else 0
    return Solution(
        vdot=np.array([x.vdot for x in motions]).reshape(n, system.nv),
        lam=np.array([x.lam for x in motions]).reshape(n, m),
        tau=np.array([x.tau for x in motions]).reshape(n, system.nv),
        tau_cut=np.array([x.tau_cut for x in motions]).reshape(n, loops.n_cut_v),
        ext=np.array([x.ext for x in motions]).reshape(n, branches, 6),
        well=np.zeros(n, dtype=bool),
        drives=np.array([x.A.A[m:] for x in motions]).reshape(n, driven, system.nv),
        drive_scale=np.array([x.A.rows[m:] for x in motions]).reshape(n, driven),
        bearing=np.array([x.bearing for x in motions]).reshape(n, len(loops.bearings)),
        driven_cuts=motions[0].driven_cuts if n else (),
        loose=_loose(system, motions),
        points=_points(motions),
        null_spaces=tuple(x.A.left_null_space for x in motions),
    )


def drive_efforts_of(system: System, motions: Sequence[Motion]) -> tuple[np.ndarray, np.ndarray]:
    """Return the efforts that drives and locks have found, on the tree and on cut joints."""
    n = len(motions)
    tau = np.array([m.drive_tau for m in motions]).reshape(n, system.nv)
    return tau, np.array([m.drive_tau_cut for m in motions]).reshape(
        n, system.compiled.loops.n_cut_v
    )


def _loose(system: System, motions: Sequence[Motion]) -> dict[tuple[str, int], np.ndarray]:
    """Return in which motions the driving efforts on velocities are not unique."""
    found: dict[tuple[str, int], np.ndarray] = {}
    for i, motion in enumerate(motions):
        for name, unique in motion.unique_efforts.items():
            if not unique and not name.startswith(POINT):
                vector, place = system.compiled.located_rate(name)
                for k in range(place.start, place.stop):
                    found.setdefault((vector, k), np.zeros(len(motions), dtype=bool))[i] = True
    return found


def _points(motions: Sequence[Motion]) -> dict[str, np.ndarray]:
    """Return the forces that lead driven points, by the names that motions give them."""
    names = [name for name in motions[0].efforts if name.startswith(POINT)] if motions else []
    return {name: np.array([x.efforts[name] for x in motions]) for name in names}
