"""Accelerations, multipliers and driving efforts of a mechanism, open or closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.constrained import (
    ConstrainedMotion,
    MasslessDirection,
    constrained_motion,
)
from sarrus.solvers.rank import ScaledMatrix
from sarrus.summaries import with_summary
from sarrus.system.checks import efforts_on, one_or_each
from sarrus.system.quantities.loops import ClosedTerms
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.driven.instant import PointDrive
    from sarrus.system.system import System

CONTRADICTION = 1e-7


@with_summary
@dataclass(frozen=True, eq=False)
class Motion:
    """What happens at a state.

    vdot: accelerations of the tree's velocity coordinates; cut_vdot: of the cut joints; efforts:
    driving efforts by name, those given and those found; lam: multipliers of all rows; A: the
    constraint rows, those of drives last; ext: wrenches on the bodies; driven_cuts: where the
    efforts of driven cut joints stand among the multipliers; bearing: loads of bearings with
    friction; tau, tau_cut: all efforts on the velocities of the tree and of the cut joints;
    drive_tau, drive_tau_cut: those of them that drives have found.
    """

    state: State
    vdot: np.ndarray
    cut_vdot: np.ndarray
    efforts: dict[str, np.ndarray]
    unique_efforts: dict[str, bool]
    lam: np.ndarray
    tau_cut: np.ndarray
    A: ScaledMatrix
    ext: np.ndarray
    driven_cuts: tuple[tuple[int, int], ...] = ()
    bearing: np.ndarray = field(default_factory=lambda: np.zeros(0))
    tau: np.ndarray = field(default_factory=lambda: np.zeros(0))
    drive_tau: np.ndarray = field(default_factory=lambda: np.zeros(0))
    drive_tau_cut: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def with_vdot_in(self, out: Any) -> Motion:
        """Return the same with vdot in a given array; out: None to leave it where it is."""
        if out is None:
            return self
        state, put = self.state, self.state.system.compiled.in_layout
        vdot = put("accelerations", self.vdot, out, "K", (state.q, state.v))
        return replace(self, vdot=vdot)

    def __getitem__(self, name: str) -> Any:
        """Return the acceleration of a named velocity coordinate, or of all of a joint."""
        vector, place = self.state.system.compiled.located_rate(name)
        part = (self.vdot if vector == "v" else self.cut_vdot)[place]
        return float(part[0]) if part.size == 1 else part.copy()


@dataclass(frozen=True)
class _Drives:
    """Rows of driven rates, their accelerations, and whom they belong to."""

    names: list[str]
    rows: np.ndarray
    wanted: np.ndarray
    owner: list[str]
    places: list[tuple[str, int] | None]
    """The vector and place of each driven velocity; None for those of points."""

    def cut_places(self, m: int) -> tuple[tuple[int, int], ...]:
        """Return (place among the multipliers, among the cut velocities) of driven cut joints."""
        return tuple(
            (m + k, place[1])
            for k, place in enumerate(self.places)
            if place is not None and place[0] == "cut_v"
        )


def motion(
    state: State,
    efforts: Mapping[str, Any],
    driven: Mapping[str, Any],
    locked: Iterable[str],
    external: np.ndarray,
    share: bool,
    last: tuple[np.ndarray, ...] = (),
    points: Sequence[PointRow] = (),
    lagged: Mapping[int, float] | None = None,
) -> Motion:
    """Return accelerations and the efforts of the driven joints.

    lagged: loads of bearings that are known, by their numbers.
    """
    system = state.system
    terms = system.compiled.loops.terms(state.q, state.v, *last)
    tau, tau_cut = given_efforts(system, efforts)
    h = terms.h + tau + terms.C.T @ tau_cut
    if np.any(external):
        h = h + system.compiled.loops.external_efforts(state.q, external, *last)
    drives = _drives(system, terms, driven, locked, points)
    A = system.compiled.loops.scaled_matrix(terms.Phi, drives.rows)
    b = np.concatenate([terms.gamma, drives.wanted])
    found = _solution(system, terms, h, A, b)
    outside = partial(_outside, external, drives, points, system.compiled.loops.m)
    bearing = np.zeros(len(system.compiled.loops.bearings))
    if len(bearing):
        from sarrus.system.rows.bearing_motion import Bearings

        places = drives.cut_places(system.compiled.loops.m)
        bearings = Bearings(state, terms, A, places, outside, last, lagged or {})
        found = _solution(system, terms, h + bearings.efforts(bearings.known), A, b)
        total_cut = tau_cut + _cut_part(system, drives, found.mu)
        bearing = bearings.loads(found, total_cut)
        found = _solution(system, terms, h + bearings.efforts(bearing), A, b)
    scale = 1.0 + float(np.max(np.abs(A.rows * b), initial=0.0))
    if found.contradiction > CONTRADICTION * scale:
        raise ModelError(_contradiction(drives))
    mu, unique = _shared_efforts(A, found.mu, system.compiled.loops.m, drives, share)
    cut_vdot = terms.C @ found.a + terms.C_bias
    named = {name: np.atleast_1d(np.asarray(value, dtype=float)) for name, value in efforts.items()}
    for k, owner in enumerate(drives.owner):
        named[owner] = np.append(named.get(owner, np.zeros(0)), mu[system.compiled.loops.m + k])
    lam = mu[: system.compiled.loops.m]
    drive_tau = np.zeros(system.nv)
    for place, effort in zip(drives.places, mu[system.compiled.loops.m :], strict=True):
        if place is not None and place[0] == "v":
            drive_tau[place[1]] += effort
    drive_cut = _cut_part(system, drives, mu)
    return Motion(
        state, found.a, cut_vdot, named, unique, lam, tau_cut + drive_cut, A, outside(mu),
        drives.cut_places(system.compiled.loops.m), bearing, tau + drive_tau, drive_tau, drive_cut,
    )  # fmt: skip


def _outside(
    external: np.ndarray, drives: _Drives, points: Sequence[PointRow], m: int, mu: np.ndarray
) -> np.ndarray:
    """Return the wrenches on all bodies: those given, and of the forces that lead points."""
    found = external.copy()
    for point in points:
        if point.link >= 0:
            at = [m + k for k, owner in enumerate(drives.owner) if owner == point.name]
            found[point.link] += point.wrench(mu[at])
    return found


def _solution(
    system: System, terms: ClosedTerms, h: np.ndarray, A: ScaledMatrix, b: np.ndarray
) -> ConstrainedMotion:
    try:
        return constrained_motion(terms.M, h, A, b)
    except MasslessDirection as problem:
        raise ModelError(_massless(system, problem.direction)) from None


POINT = "point of "


@dataclass(frozen=True)
class PointRow:
    """A driven point: its name, the rows of its velocity, and what J vdot must be.

    link: the place of its body among the links, -1 for ground; axes: those that are prescribed;
    arm: from the origin of the body to it, in world axes.
    """

    name: str
    rows: np.ndarray
    wanted: np.ndarray
    link: int
    axes: tuple[int, ...]
    arm: np.ndarray

    def wrench(self, force: np.ndarray) -> np.ndarray:
        """Return the wrench of the force that leads it, at the origin of the body."""
        f = np.zeros(3)
        f[list(self.axes)] = force
        return np.concatenate([f, np.cross(self.arm, f)])


def point_rows(
    state: State,
    points: Sequence[tuple[PointDrive, np.ndarray]],
    keywords: Mapping[str, Any] | None = None,
) -> list[PointRow]:
    """Return the rows of driven points, in the components that are prescribed."""
    system, last = state.system, dict(keywords or {})
    found = []
    for k, (point, acceleration) in enumerate(points):
        axes = point.axes
        rows = system.jacobian(point.body, point.r, state.q, **last)[axes]
        still = system.point(point.body, point.r, state.q, state.v, np.zeros(system.nv), **last)
        wanted = np.asarray(acceleration, dtype=float)[axes] - np.asarray(still.acceleration)[axes]
        number = f" {k}" if k else ""
        name = f"{POINT}{point.body}{number}"
        link = system.topology.index.get(point.body, -1)
        arm = np.asarray(still.position) - np.asarray(
            system.poses(state.q, **last)[point.body].position
        )
        found.append(PointRow(name, rows, wanted, link, tuple(axes), arm))
    return found


def given_efforts(system: System, efforts: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return the efforts by name as vectors over the tree's and the cut joints' velocities."""
    tau, tau_cut = np.zeros(system.nv), np.zeros(system.compiled.loops.n_cut_v)
    for name, value in efforts.items():
        vector, place = system.compiled.located_rate(name)
        (tau if vector == "v" else tau_cut)[place] += efforts_on(system, name, value)
    return tau, tau_cut


def _drives(
    system: System,
    terms: ClosedTerms,
    driven: Mapping[str, Any],
    locked: Iterable[str],
    points: Sequence[PointRow],
) -> _Drives:
    names, rows, wanted, owner = [], [np.zeros((0, system.nv))], [np.zeros(0)], []
    places: list[tuple[str, int] | None] = []
    for name, value in [*driven.items(), *((name, 0.0) for name in locked)]:
        row, target = rate_rows(system, name, value, terms.C)
        vector, place = system.compiled.located_rate(name)
        bias = terms.C_bias[place] if vector == "cut_v" else np.zeros(len(target))
        names.append(name)
        rows.append(row)
        wanted.append(target - bias)
        owner += [name] * len(target)
        places += [(vector, k) for k in range(place.start, place.stop)]
    for point in points:
        names.append(point.name)
        rows.append(point.rows)
        wanted.append(point.wanted)
        owner += [point.name] * len(point.wanted)
        places += [None] * len(point.wanted)
    return _Drives(names, np.vstack(rows), np.concatenate(wanted), owner, places)


def _cut_part(system: System, drives: _Drives, mu: np.ndarray) -> np.ndarray:
    """Return the efforts found for driven cut joints."""
    tau_cut = np.zeros(system.compiled.loops.n_cut_v)
    for k, place in drives.cut_places(system.compiled.loops.m):
        tau_cut[place] += mu[k]
    return tau_cut


def _shared_efforts(
    A: ScaledMatrix, mu: np.ndarray, m: int, drives: _Drives, share: bool
) -> tuple[np.ndarray, dict[str, bool]]:
    """Tell which driving efforts are unique; share the others by smallest norm when asked."""
    Z = A.left_null_space[m:]
    scale = np.max(np.abs(A.left_null_space), initial=1e-300)
    loose = (
        np.max(np.abs(Z), axis=1, initial=0.0) > 1e-9 * scale
        if Z.size
        else np.zeros(len(drives.owner), bool)
    )
    unique = {name: True for name in drives.names}
    for k, owner in enumerate(drives.owner):
        unique[owner] = unique[owner] and not bool(loose[k])
    if not np.any(loose):
        return mu, unique
    if not share:
        raise ModelError(_over_actuation([n for n in drives.names if not unique[n]]))
    z = np.linalg.lstsq(Z, -mu[m:], rcond=1e-10)[0]
    return mu + A.left_null_space @ z, unique


def _over_actuation(names: list[str]) -> Problem:
    return Problem(
        "D01",
        f"drives {', '.join(repr(name) for name in names)}",
        "share their work in infinitely many ways: there are more drives than freedoms",
        cause="the loops already prescribe the motion of one of them from the others",
        action="leave one out, or ask for the distribution of smallest norm with share=True",
    )


def _contradiction(drives: _Drives) -> Problem:
    if not drives.names:
        return Problem(
            "D10",
            "velocities of the state",
            "are those of no motion: no acceleration keeps the loops closed",
            cause="a singular position, where the loops allow them for an instant only",
            action="start at rest, from another position, or with other velocities",
        )
    return Problem(
        "D03",
        f"drives {', '.join(repr(name) for name in drives.names)}",
        "contradict each other or the loops: no acceleration meets them all",
        cause="more coordinates are driven than the mechanism has freedoms",
        action="drive fewer coordinates, or make their motions consistent",
    )


def _massless(system: System, direction: np.ndarray) -> Problem:
    part = np.abs(direction / system.compiled.loops.column_scale)
    names = [system.velocities[k] for k in np.argsort(-part)[:3] if part[k] > 0.1 * part.max()]
    return Problem(
        "M01",
        f"coordinates {', '.join(names)}",
        "can move without moving any mass, so that their acceleration is not defined",
        action="give the bodies mass, lock the coordinates, or drive them",
    )


def rate_rows(
    system: System, name: str, value: Any, C: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows that give a named rate (or those of a joint) from v, and its value."""
    vector, place = system.compiled.located_rate(name)
    rows = np.eye(system.nv)[place] if vector == "v" else C[place]
    wanted = one_or_each(f"rate or acceleration '{name}'", value, len(rows))
    return rows, np.broadcast_to(wanted, (len(rows),)).copy()
