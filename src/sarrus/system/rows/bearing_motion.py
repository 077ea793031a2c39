"""Friction that depends on the load, at one state: loads of bearings, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.bearing_loads import MARGIN, RESIDUAL, BearingLoads, Share, bearing_loads
from sarrus.dynamics.loads import TreeScene
from sarrus.dynamics.planar import in_plane
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces import BearingFriction
from sarrus.solvers.constrained import ConstrainedMotion, constrained_motion
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.quantities.loops import ClosedTerms
from sarrus.system.rows.motion import motion
from sarrus.system.rows.self_stress import UNIQUE
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops

COMPONENTS = ("force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z")
Cuts = tuple[tuple[int, int], ...]
"""Places among the multipliers, and among the velocities of cut joints, of driven cut joints."""


@dataclass(frozen=True, eq=False)
class Bearings:
    """The bearings of a system at a state, with the equations of motion there.

    A: the rows of loops and drives; driven_cuts: see `Motion`; outside: the wrenches on the bodies
    under given multipliers of these rows; lagged: loads that are known, by number.
    """

    state: State
    terms: ClosedTerms
    A: ScaledMatrix
    driven_cuts: Cuts
    outside: Callable[[np.ndarray], np.ndarray]
    last: tuple[np.ndarray, ...] = ()
    lagged: Mapping[int, float] = field(default_factory=dict)

    @property
    def known(self) -> np.ndarray:
        """The loads that are known, the others 0."""
        return np.array([self.lagged.get(i, 0.0) for i in range(len(self.loops.bearings))])

    @property
    def _unknown(self) -> list[int]:
        return [i for i in range(len(self.loops.bearings)) if i not in self.lagged]

    @property
    def loops(self) -> Loops:
        """The loops of the system."""
        return self.state.system.compiled.loops

    @cached_property
    def scene(self) -> TreeScene:
        """What the elements see."""
        compiler, state = self.state.system.compiled.compiler, self.state
        values = (
            dict(zip(compiler.defaults, self.last, strict=True)) if self.last else compiler.defaults
        )
        arrays = {"q": state.q, "v": state.v}
        t = float(values["t"][0])
        x = compiler.inputs(arrays, t, values.get("p"), values.get("base"))
        return TreeScene(x.velocities, t)

    def efforts(self, loads: np.ndarray) -> np.ndarray:
        """Return what friction under loads does on the velocities of the tree."""
        total = np.zeros(len(self.terms.h))
        for bearing, load in zip(self.loops.bearings, loads, strict=True):
            total -= float(bearing.slip(self.scene)) * load * self._column(bearing.joint)
        return total

    def _column(self, joint: str) -> np.ndarray:
        """Return the efforts on the tree of a unit effort on the rate of a joint."""
        vector, place = self.state.system.compiled.located_rate(joint)
        if vector == "cut_v":
            return np.asarray(self.terms.C[place.start])
        unit = np.zeros(len(self.terms.h))
        unit[place.start] = 1.0
        return unit

    def loads(self, free: ConstrainedMotion, tau_cut: np.ndarray) -> np.ndarray:
        """Return the loads of all bearings; free: the motion with those that are known."""
        refuse_loose(self.loops, self.state.q, self.A, self.driven_cuts, self.last)
        found = bearing_loads(self.shares(free, tau_cut))
        if not found.trusted:
            bearings = tuple(self.loops.bearings[i] for i in self._unknown)
            raise ModelError(no_unique_loads(bearings, found, self.state.t))
        every = self.known
        every[self._unknown] = found.loads
        return every

    def shares(self, free: ConstrainedMotion, tau_cut: np.ndarray) -> list[list[Share]]:
        """Return what the loads are made of."""
        bearings = [self.loops.bearings[i] for i in self._unknown]
        first = self._reactions(free.a, free.mu, tau_cut)
        columns = []
        for bearing in bearings:
            h, b = self._column(bearing.joint), np.zeros(len(self.A.A))
            moved = constrained_motion(self.terms.M, h, self.A, b)
            more = tau_cut.copy()
            vector, place = self.state.system.compiled.located_rate(bearing.joint)
            if vector == "cut_v":
                more[place.start] += 1.0
            for k, at in self.driven_cuts:
                more[at] += moved.mu[k]
            a, mu = free.a + moved.a, free.mu + moved.mu
            columns.append((self._reactions(a, mu, more) - first) * -bearing.slip(self.scene))
        found = []
        for i, bearing in zip(self._unknown, bearings, strict=True):
            parts = [(weight, list(where)) for weight, where in bearing.parts(self.scene)]
            found.append(
                [Share(w, first[i][at], tuple(c[i][at] for c in columns)) for w, at in parts]
            )
        return found

    def _reactions(self, a: np.ndarray, mu: np.ndarray, tau_cut: np.ndarray) -> np.ndarray:
        """Return the reactions on the children of all bearings, at M in M's axes."""
        loops, state = self.loops, self.state
        lam = mu[: loops.m].copy()
        value = (state.q, state.v, a, lam, tau_cut, self.outside(mu), self.known)
        reactions = loops.joint_loads(*value, *self.last)[1]
        return in_joint_axes(loops, state.q, reactions, self.last)


def friction_efforts(
    state: State, terms: ClosedTerms, efforts: Mapping[str, Any], last: tuple[np.ndarray, ...]
) -> np.ndarray:
    """Return what friction in all bearings does on the tree, at a state under given efforts."""
    ext = np.zeros((len(state.system.topology.branches), 6))
    found = motion(state, efforts, {}, [], ext, False, last)
    return Bearings(state, terms, found.A, (), lambda mu: ext, last).efforts(found.bearing)


def in_joint_axes(
    loops: Loops, q: np.ndarray, reactions: np.ndarray, last: tuple[np.ndarray, ...]
) -> np.ndarray:
    """Return, of wrenches about the world's origin, those of all bearings at M in M's axes."""
    frames, _, _, at_M = loops.frames(q, *last)
    found = []
    for bearing in loops.bearings:
        j = loops.joints.index(bearing.joint)
        force, turn = reactions[j, 0:3], frames[j, 1].T
        moment = reactions[j, 3:6] - np.cross(at_M[j], force)
        wrench = np.concatenate([turn @ force, turn @ moment])
        normal = loops.compiler.tree.normals.get(bearing.joint)
        found.append(wrench if normal is None else in_plane(wrench, normal))
    return np.array(found).reshape(len(found), 6)


# --- refusals ------------------------------------------------------------------------------------


def refuse_loose(
    loops: Loops,
    q: np.ndarray,
    A: ScaledMatrix,
    driven_cuts: Cuts,
    last: tuple[np.ndarray, ...] = (),
) -> None:
    """Refuse bearings whose reactions redundant equations of the loops leave open."""
    loose: dict[str, tuple[set[str], set[str]]] = {}
    for z in A.left_null_space.T:
        tau_cut = np.zeros(loops.n_cut_v)
        for k, at in driven_cuts:
            tau_cut[at] += z[k]
        stress = loops.self_stress(q, z[: loops.m].copy(), tau_cut, *last)[1]
        seen = in_joint_axes(loops, q, stress, last)
        scale = np.repeat([1.0, 1.0 / loops.length], 3)
        size = max(float(np.max(np.abs(seen * scale))), *_sizes(loops, stress, q, last))
        for bearing, row in zip(loops.bearings, seen * scale, strict=True):
            used = {k for _, places in _structure(bearing) for k in places}
            open_ = {COMPONENTS[k] for k in used if abs(row[k]) > UNIQUE * size}
            if open_:
                parts, owners = loose.setdefault(bearing.name, (set(), set()))
                parts |= open_
                owners |= set(_owners(loops, z))
    if loose:
        named = {bearing.name: bearing for bearing in loops.bearings}
        raise ModelError([_not_unique(named[n], *found) for n, found in loose.items()])


def _structure(bearing: BearingFriction) -> Iterable[tuple[float, tuple[int, ...]]]:
    return bearing.parts(_Numbers())  # type: ignore[arg-type]


class _Numbers:
    """A scene in which elements have their own numbers."""

    def value(self, element: BearingFriction, parameter: str) -> float:
        return float(getattr(element, parameter))


def _sizes(
    loops: Loops, stress: np.ndarray, q: np.ndarray, last: tuple[np.ndarray, ...]
) -> Iterator[float]:
    """Go through the sizes of a self-stress in all joints, for telling its zeros."""
    at_M = loops.frames(q, *last)[3]
    for row, point in zip(stress, at_M, strict=True):
        moment = row[3:6] - np.cross(point, row[0:3])
        yield float(max(np.max(np.abs(row[0:3])), np.max(np.abs(moment)) / loops.length))


def _owners(loops: Loops, z: np.ndarray) -> Iterator[str]:
    size = np.abs(z[: loops.m]) / loops.row_scale
    for k in range(loops.m):
        if size[k] > UNIQUE * max(float(size.max()), 1e-300):
            yield loops.row_owner[k]


def _not_unique(bearing: BearingFriction, parts: set[str], owners: set[str]) -> Problem:
    loops = ", ".join(f"'{name}'" for name in sorted(owners))
    return Problem(
        "D13",
        f"bearing_friction '{bearing.name}'",
        f"needs {', '.join(sorted(parts))} of the reaction in joint '{bearing.joint}', which is "
        f"not unique: redundant equations of {loops} allow self-stress that changes it",
        cause="the joints of the loop forbid the same motion more than once",
        action="make one of them spherical or cylindrical, compile a planar machine with "
        "planar=True, leave out pivot or length, or use joint_friction",
    )


def no_unique_loads(
    bearings: tuple[BearingFriction, ...], found: BearingLoads, t: float
) -> Problem:
    """Return why loads cannot be found at a state."""
    G = np.asarray(found.growth, dtype=float)
    if not np.all(np.isfinite(G)):
        worst, rho = 0, float("inf")
    else:
        values, vectors = np.linalg.eig(G)
        first = int(np.argmax(np.abs(values)))
        worst, rho = int(np.argmax(np.abs(vectors[:, first]))), float(np.abs(values[first]))
    bearing = bearings[worst]
    element = f"bearing_friction '{bearing.name}' at t = {t:.9g} s"
    if found.margin > MARGIN and not found.residual < RESIDUAL:
        return Problem(
            "D14",
            element,
            f"has no load that was found: {found.residual:.3g} of it is left after the iteration, "
            f"more than {RESIDUAL:g}",
            cause=f"friction feeds back by {rho:.4g} of the load that causes it, almost 1",
            action="use less friction, or lagged friction",
        )
    code = "E-PAINLEVE" if bearing.by_events else "D14"
    return Problem(
        code,
        element,
        f"has no single solution: with mu = {bearing.mu:g} in joint '{bearing.joint}' friction "
        f"raises the load that causes it by {rho:.4g} times, and {1.0 - MARGIN:g} is the most",
        cause="self-locking or jamming (with one bearing there is no solution or two, the paradox "
        "of Painleve): rigid bodies with this friction do not move on from here",
        action="use less friction, another geometry or more clearance of load (length, radius), "
        "or an elastic joint (a bushing with contact friction)",
    )
