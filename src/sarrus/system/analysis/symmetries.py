"""Coordinates on which the motion does not depend: symmetries of the equations.

A generator moves a state along a field w(q) of the tangent and turns velocities along with it,

    dtheta = w(q) de,   dv = G v de,   G = dw/dtheta + (turning of the tangent along w), constant.

It is a symmetry of vdot = f(q, v) if the same motion goes on from the moved state, which is so when
the bracket of both fields vanishes:

    f_theta w + f_v G v - G f = 0,   Phi_v w = 0,   Phi_v G v + d(Phi_v v)/dtheta w = 0.

Generators that are tried: shifts of every coordinate; of ball and free joints the motions of the
child in the axes of the parent and in its own; and turns of pairs of shifts (heading). Which of
their combinations are symmetries is linear algebra: the null space of these rows at several states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import motion_cross
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.names import unknown

if TYPE_CHECKING:
    from sarrus.model.joint import Joint
    from sarrus.system.system import System

EXACT = 1e-8
"""Part of what usually changes that counts as no change."""
SLOW = 1e-2
"""Part of the accelerations that gravity and velocities usually make, by which rows are measured
in which there is nothing larger."""
WEAK = 1e-4
"""A row whose entries are below this part of the largest is measured by that part."""


@dataclass(frozen=True, eq=False)
class Generator:
    """One field of motion; field: w(q), all nv entries; turn: G; size: of w, for scaling.

    means: names of coordinates, velocities or joints that stand for it; kind: how it is called.
    """

    joint: str
    kind: str
    axis: int
    field: Callable[[np.ndarray], np.ndarray]
    turn: np.ndarray
    size: float
    means: frozenset[str]
    name: str


SHIFT, SPIN, TRAVEL, TURN, HEADING, SLIDE = "shift", "spin", "travel", "turn", "heading", "slide"
ORDER = (SHIFT, SPIN, TRAVEL, TURN, HEADING, SLIDE)
"""Kinds in the order in which symmetries are named after them."""


def generators(system: System) -> list[Generator]:
    """Return all generators that are tried, in the order of their kinds."""
    found: list[Generator] = []
    for joint in system.compiled.layout.joints:
        if joint.type.nv:
            turns = joint.type.quaternion_at is not None
            found += _of_group(system, joint) if turns else _of_shifts(system, joint)
    found += _headings(system)
    return sorted(found, key=lambda one: ORDER.index(one.kind))


def _of_shifts(system: System, joint: Joint) -> list[Generator]:
    """Return the shifts of the coordinates of a joint, whose rates are its velocities."""
    place, scale = system.compiled.layout.v_slice[joint.name], system.compiled.loops.column_scale
    still = np.zeros((system.nv, system.nv))
    found = []
    for k, name in enumerate(joint.coordinate_names):
        at = place.start + k
        unit = np.eye(system.nv)[at]
        means = frozenset((joint.name, name, joint.velocity_names[k]))
        found.append(Generator(joint.name, SHIFT, k, partial(_constant, unit), still,
                               float(scale[at]), means, name))  # fmt: skip
    return found


def _of_group(system: System, joint: Joint) -> list[Generator]:
    """Return the motions of the child of a ball or free joint: in axes of the parent, and its own.

    In those of the parent, velocities in child axes stay as they are; in its own they turn.
    """
    layout, kind, length = system.compiled.layout, joint.type, system.compiled.loops.length
    at, place = layout.q_slice[joint.name], layout.v_slice[joint.name]
    S = np.asarray(kind.subspace(kind.neutral()), dtype=float)
    back = np.linalg.pinv(S)
    free = np.linalg.matrix_rank(S[0:3]) == 3  # it shifts as well

    def whole(part: np.ndarray) -> np.ndarray:
        found = np.zeros(system.nv)
        found[place] = part
        return found

    def change_by_group(a: np.ndarray, q: np.ndarray) -> np.ndarray:
        return whole(back @ np.asarray(kind.pose(q[at]).motion(a), dtype=float))

    found = []
    for k, a in enumerate(np.eye(6)):
        turns, axis = k >= 3, "xyz"[k % 3]
        if not turns and not free:
            continue
        rates = [n for n in joint.velocity_names if n.endswith(axis)]
        own = [n for n in (*joint.coordinate_names, *rates) if n.endswith(f".{axis}")]
        named = [n for n in rates if ("omega" in n) == turns]
        means = frozenset((joint.name, *(named if turns else (*own, *named))))
        size = 1.0 if turns else length
        ad = np.column_stack([motion_cross(a, column) for column in np.eye(6)])
        spun = np.zeros((system.nv, system.nv))
        spun[place, place] = -back @ ad @ S
        inner, outer = partial(_constant, whole(back @ a)), partial(change_by_group, a)
        words = ("turn about", "spin about") if turns else (".", "slide along")
        outer_name, own_name = (f"{joint.name} {word} {axis}".replace(" . ", ".") for word in words)
        still = np.zeros((system.nv, system.nv))
        kinds = (TURN, SPIN) if turns else (TRAVEL, SLIDE)
        found.append(Generator(joint.name, kinds[0], k % 3, outer, still, size, means, outer_name))
        found.append(Generator(joint.name, kinds[1], k % 3, inner, spun, size, means, own_name))
    return found


def _constant(w: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return a field that is the same everywhere."""
    return w


def _headings(system: System) -> list[Generator]:
    """Return the turns of pairs of shifts: of one joint, and of joints that follow each other."""
    layout, length = system.compiled.layout, system.compiled.loops.length
    shifts: list[tuple[Joint, int, int, str]] = []
    for joint in layout.joints:
        if joint.type.quaternion_at is None:
            q0, v0 = layout.q_slice[joint.name].start, layout.v_slice[joint.name].start
            shifts += [(joint, q0 + k, v0 + k, joint.coordinate_names[k])
                       for k, c in enumerate(joint.type.coordinates) if c.unit == "m"]  # fmt: skip
    found = []
    for i, (a, qa, va, first) in enumerate(shifts):
        for b, qb, vb, second in shifts[i + 1 :]:
            if a is not b and not {a.parent, a.child} & {b.parent, b.child}:
                continue

            def field(q: np.ndarray, qa: int = qa, qb: int = qb, va: int = va, vb: int = vb) -> Any:
                w = np.zeros(system.nv)
                w[va], w[vb] = -q[qb], q[qa]
                return w

            turn = np.zeros((system.nv, system.nv))
            turn[va, vb], turn[vb, va] = -1.0, 1.0
            means = frozenset((first, second))
            name = f"heading of ({first}, {second})"
            found.append(Generator(a.name, HEADING, 0, field, turn, length, means, name))
    return found


@dataclass(frozen=True, eq=False)
class Symmetries:
    """Independent combinations of generators that the equations do not feel.

    nv: number of velocities; weights: one column for each; names: of what they move.
    """

    nv: int
    parts: tuple[Generator, ...]
    weights: np.ndarray
    names: tuple[str, ...]

    def __len__(self) -> int:
        return self.weights.shape[1]

    def fields(self, q: np.ndarray) -> np.ndarray:
        """Return w of every symmetry at a position, nv x count."""
        return fields(self.parts, q, self.nv) @ self.weights

    @cached_property
    def _turns(self) -> np.ndarray:
        stacked = np.array([part.turn for part in self.parts]).reshape(-1, self.nv, self.nv)
        return np.tensordot(self.weights.T, stacked, axes=1)

    def turn(self, c: np.ndarray) -> np.ndarray:
        """Return G of a motion with the rates c."""
        return np.asarray(np.tensordot(c, self._turns, axes=1))

    def velocities_of_symmetries(self, v: np.ndarray) -> np.ndarray:
        """Return G v of every symmetry, nv x count."""
        return np.asarray((self._turns @ v).T)

    @cached_property
    def sizes(self) -> np.ndarray:
        """Of the fields, for scaling."""
        return np.array([self.parts[int(np.argmax(np.abs(w)))].size for w in self.weights.T])

    def broken(self, d: Differentials) -> int | None:
        """Return the number of a symmetry that does not hold at a state, None where all do."""
        if not len(self):
            return None
        rows = _rows(d, self.parts)
        left = np.linalg.norm(rows @ (self.weights / self.sizes), axis=0)
        worst = int(np.argmax(left))
        return worst if left[worst] > 100.0 * EXACT else None


def fields(parts: Sequence[Generator], q: np.ndarray, nv: int) -> np.ndarray:
    """Return w of generators at a position, nv x count."""
    return np.array([part.field(q) for part in parts]).reshape(len(parts), nv).T


def _rows(d: Differentials, parts: Sequence[Generator]) -> np.ndarray:
    """Return what must vanish for a symmetry, a column for each generator, in comparable units."""
    system, v = d.sim.system, d.state.v
    W = fields(parts, d.state.q, system.nv)
    GW = np.column_stack([part.turn @ v for part in parts])
    by_theta, by_v = d.along("vdot")
    turns, vdot = [part.turn for part in parts], d.found["vdot"]
    size = np.array([part.size for part in parts])
    left = by_theta @ W + by_v @ GW - np.column_stack([turn @ vdot for turn in turns])
    usual = np.abs(by_theta) @ np.abs(W) + np.abs(by_v) @ np.abs(GW)
    usual += np.column_stack([np.abs(turn) @ np.abs(vdot) for turn in turns])
    loops = system.compiled.loops
    rate = float(np.max(np.abs(v / loops.column_scale), initial=0.0))
    gravity = float(np.linalg.norm(system.model.gravity))
    least = SLOW * max(1.0, gravity / loops.length, rate**2)
    balance = _in_parts(left, usual / size, loops.column_scale, least)
    if d.sim.nz:  # states of force elements stay as they are, and so must their rates
        by_theta, by_v = d.along("zdot")
        usual = np.abs(by_theta) @ np.abs(W) + np.abs(by_v) @ np.abs(GW)
        left = by_theta @ W + by_v @ GW
        states = _in_parts(left, usual / size, system.compiled.state_scales, SLOW)
        balance = np.vstack([balance, states])
    m = system.compiled.loops.m if system.closed else 0
    if not m:
        return balance
    scale = d.row_sizes[:m, None]
    rate = max(rate, 1.0)
    closed = (scale * (d.rows[:m] @ W))[system.compiled.loops.holonomic]
    follows = scale * (d.rows[:m] @ GW + d.slip_along[:m] @ W) / rate
    return np.vstack([balance, closed, follows])


def _in_parts(left: np.ndarray, usual: np.ndarray, scale: np.ndarray, least: float) -> np.ndarray:
    """Return what is left of sums, each row as a part of what is usually added up there."""
    most = np.max(usual, axis=1, initial=0.0) / scale
    least = max(WEAK * float(np.max(most, initial=0.0)), least)
    return np.asarray(left / (scale * np.maximum(most, least))[:, None])


def symmetries(
    states: Sequence[Differentials], named: Iterable[str] | None = None
) -> tuple[Symmetries, tuple[Problem, ...]]:
    """Return the symmetries that hold at all of some states; and what is named that is none.

    named: coordinates, velocities or joints that are set aside; None: whatever is found.
    """
    system = states[0].sim.system
    parts = generators(system)
    asked = None if named is None else list(dict.fromkeys(named))
    if asked is not None:
        parts = _generators_of_names(system, parts, asked)
    else:  # a coordinate that is locked does not run on, whether it matters or not
        held = {d.v for d in states[0].sim.driven if d.law is None and d.cut is None}
        q = states[0].state.q
        parts = [p for p in parts if p.kind != SHIFT or int(np.argmax(p.field(q))) not in held]
    if not parts:
        return Symmetries(system.nv, (), np.zeros((0, 0)), ()), ()
    size = np.array([part.size for part in parts])
    rows = np.vstack([_rows(d, parts) / size for d in states])
    kept = _null_space(rows)
    # two generators may be the same field: what moves nothing is no symmetry
    moved = np.vstack([fields(parts, d.state.q, system.nv) / size for d in states]) @ kept
    _, s, vt = np.linalg.svd(moved, full_matrices=False)
    kept = kept @ vt[s > EXACT].T
    kept, pivots = _echelon(kept)
    weights = kept / size[:, None] * size[pivots]
    near = np.round(weights)
    weights = np.where(np.abs(weights - near) < EXACT, near, weights)
    names = tuple(_name(parts, weights[:, k], p) for k, p in enumerate(pivots))
    used = np.any(weights != 0.0, axis=1)
    problems = () if asked is None else _that_matter(system, states, parts, weights, asked)
    chosen = tuple(part for part, use in zip(parts, used, strict=True) if use)
    return Symmetries(system.nv, chosen, weights[used], names), problems


def _generators_of_names(
    system: System, parts: list[Generator], names: Sequence[str]
) -> list[Generator]:
    """Return the generators that names stand for; a heading needs both of its shifts."""
    known = {name for part in parts for name in part.means}
    problems = [unknown("coordinate", name, sorted(known)) for name in names if name not in known]
    if problems:
        raise ModelError(problems)
    values = set(names)
    places = {joint.name: joint for joint in system.compiled.layout.joints}
    for name in names:
        if name in places:
            values |= {*places[name].coordinate_names, *places[name].velocity_names}
    return [
        part
        for part in parts
        if (part.means <= values if part.kind == HEADING else part.means & values)
    ]


def _null_space(rows: np.ndarray) -> np.ndarray:
    _, s, vt = np.linalg.svd(rows, full_matrices=True)
    s = np.concatenate([s, np.zeros(vt.shape[0] - len(s))])
    return np.asarray(vt[s <= EXACT].T)


def _echelon(basis: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Return the basis with a unit matrix in the first rows that allow it, and these rows."""
    pivots: list[int] = []
    left = basis.copy()
    while len(pivots) < basis.shape[1]:
        norms = np.linalg.norm(left, axis=1)
        row = int(np.argmax(norms > 0.3 * float(np.max(norms))))
        pivots.append(row)
        along = left[row] / norms[row]
        left = left - np.outer(left @ along, along)
    found = basis @ np.linalg.inv(basis[pivots]) if pivots else basis
    found[np.abs(found) < 10.0 * EXACT] = 0.0
    order = np.argsort(pivots)
    return found[:, order], [pivots[k] for k in order]


def _name(parts: Sequence[Generator], weights: np.ndarray, pivot: int) -> str:
    """Return what a symmetry moves, with the axis of a turn that is none of x, y, z."""
    first = parts[pivot]
    axis = np.zeros(3)
    for part, weight in zip(parts, weights, strict=True):
        if (part.joint, part.kind) == (first.joint, first.kind):
            axis[part.axis] += weight
    if first.kind not in (TURN, SPIN) or np.count_nonzero(axis) == 1:
        return first.name
    shown = ", ".join(f"{x:.4g}" for x in axis / np.linalg.norm(axis))
    return f"{first.name.rpartition(' ')[0]} ({shown})"


def _that_matter(
    system: System,
    states: Sequence[Differentials],
    parts: Sequence[Generator],
    weights: np.ndarray,
    names: Sequence[str],
) -> tuple[Problem, ...]:
    """Return what is named and is part of no symmetry, with what depends on it."""
    problems = []
    rated = [f"the acceleration of '{name}'" for name in system.velocities]
    rated += [f"the rate of '{name}'" for name in system.states]
    for name in names:
        own = [k for k, part in enumerate(parts) if name in part.means and part.kind != HEADING]
        if np.any(weights[own] != 0.0):
            continue
        worst, most = "", -1.0
        for d in states:
            part = _rows(d, [parts[k] for k in own])
            row = int(np.argmax(np.max(np.abs(part), axis=1)))
            size = float(np.max(np.abs(part[row])))
            if size > most:
                most = size
                worst = f"{rated[row]} depends on it" if row < len(rated) else "loops hold it"
        problems.append(
            Problem(
                "S31",
                f"coordinate '{name}'",
                f"cannot be set aside: {worst}",
                cause="a force, gravity or a joint that is not the same everywhere along it",
                action="leave it out; without `aside` those that do not matter are found",
            )
        )
    return tuple(problems)
