"""Rows of the loops and of driven coordinates, together.

A coordinate that follows a law is a row like those of the loops, with an effort as its
multiplier:  value = law(t),  rate = law'(t),  acceleration = law''(t).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.inverse import as_vector
from sarrus.errors import ModelError, Problem
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.prescribed import scalar_law

if TYPE_CHECKING:
    from sarrus.system.state import State
    from sarrus.system.system import System

START, START_RATE = 1e-6, 1e-3
"""How far driven coordinates may be from their laws at the start, in SI units."""

Law = Callable[[Scalar], tuple[Scalar, Scalar, Scalar]]


@dataclass(frozen=True)
class Driven:
    """A coordinate that follows a law, or one that is held where it is (law None).

    q, v: its places in the tree (q is -1 for parts of ball and free joints, which can be held
    only); or cut: the number of the cut joint and of its velocity; turns: whether it is an angle.
    """

    name: str
    q: int = -1
    v: int = -1
    law: Law | None = None
    cut: tuple[int, int] | None = None
    turns: bool = False


@dataclass(frozen=True)
class Rows:
    """All rows at given positions and time; hold: where held coordinates are."""

    closed: ClosedPositions
    driven: tuple[Driven, ...]
    t: Scalar
    hold: Array | None = None

    @property
    def count(self) -> int:
        """Number of all rows."""
        return self.closed.where.tree.n_rows + len(self.driven)

    @cached_property
    def jacobian(self) -> Array:
        """Phi_v, with a row for each driven coordinate at its end."""
        if not self.driven:
            return self.closed.jacobian
        return np.concatenate([self.closed.jacobian, self.driven_jacobian])

    @cached_property
    def driven_jacobian(self) -> Array:
        """A row for each driven coordinate, all of them."""
        rows = [self.row(d) for d in self.driven]
        return np.array(rows) if rows else np.zeros((0, self.closed.where.tree.nv))

    def row(self, d: Driven) -> Array:
        """Return the row that gives the rate of a driven coordinate from v."""
        if d.cut is not None:
            return self.closed.cut_rates(d.cut[0])[d.cut[1]]
        row = [0.0] * self.closed.where.tree.nv
        row[d.v] = 1.0
        return np.array(row)

    @property
    def gap(self) -> Array:
        """How far the loops are open, and driven coordinates from their laws."""
        if not self.driven:
            return self.closed.residual
        off = [self._off(k, d) for k, d in enumerate(self.driven)]
        return join(self.closed.residual, as_vector(off))

    def _off(self, k: int, d: Driven) -> Scalar:
        if d.law is None and d.cut is None and d.q < 0:
            return 0.0  # part of a ball joint, held by its velocity alone
        if d.cut is None:
            now: Scalar = self.closed.where.q[d.q]
        else:
            now = self.closed.cuts[d.cut[0]].coordinates[d.cut[1]]
        if d.law is not None:
            wanted = d.law(self.t)[0]
        else:
            wanted = 0.0 if self.hold is None else self.hold[k]
        off = now - wanted
        return np.sin(off) if d.cut is not None and d.turns else off

    def rates(self) -> Array:
        """Return the rates that the laws prescribe."""
        return as_vector([0.0 if d.law is None else d.law(self.t)[1] for d in self.driven])

    def slip(self, v: Array) -> Array:
        """How fast the loops open, and driven coordinates leave their laws."""
        found = self.jacobian @ v
        if not self.driven:
            return found
        still = len(found) - len(self.driven)
        return join(found[:still], found[still:] - self.rates())

    def power(self, multipliers: Array, v: Array) -> Scalar:
        """Return the power of the drives: efforts times rates."""
        total: Scalar = 0.0
        for k, d in enumerate(self.driven):
            if d.law is not None:
                effort = multipliers[len(multipliers) - len(self.driven) + k]
                total = total + effort * (self.row(d) @ v)
        return total


@dataclass(frozen=True)
class RowsInMotion:
    """All rows with velocities."""

    rows: Rows
    motion: ClosedVelocities

    @staticmethod
    def of(
        motion: ClosedVelocities, driven: tuple[Driven, ...], t: Scalar, hold: Array | None
    ) -> RowsInMotion:
        """Return the rows of loops in motion."""
        return RowsInMotion(Rows(motion.positions, driven, t, hold), motion)

    @property
    def gamma(self) -> Array:
        """The right side of Phi_v vdot = gamma."""
        if not self.rows.driven:
            return self.motion.gamma
        return join(self.motion.gamma, self.driven.gamma)

    @property
    def driven(self) -> DrivenRows:
        """The rows of driven coordinates alone, for derivatives."""
        every = self.rows.driven
        places = tuple(d.v if d.cut is None else d.cut for d in every)
        gamma = as_vector([self._wanted(d) for d in every])
        return DrivenRows(places, self.rows.driven_jacobian, gamma)

    def _wanted(self, d: Driven) -> Scalar:
        wanted: Scalar = 0.0 if d.law is None else d.law(self.rows.t)[2]
        if d.cut is None:
            return wanted
        return wanted - self.motion.cut_rate_bias(d.cut[0])[d.cut[1]]


def driven_coordinates(
    system: System, laws: Mapping[str, Any], locked: Iterable[str]
) -> tuple[Driven, ...]:
    """Return the coordinates of laws and those locked, by name; all that cannot be, at once."""
    found, problems = [], []
    for name, law in laws.items():
        try:
            found.append(_following(system, name, law))
        except ModelError as problem:
            problems += problem.problems
    for name in locked:
        found += _held(system, name)
    if problems:
        raise ModelError(problems)
    return tuple({(d.v, d.cut): d for d in found}.values())


def _following(system: System, name: str, law: Any) -> Driven:
    place = system.compiled.located_rate(name)[1]
    alone = place.stop - place.start == 1 and name not in system.velocities
    for d in _held(system, name) if alone else ():
        if d.q >= 0 or d.cut is not None:
            return replace(d, law=scalar_law(name, law))
    raise ModelError(_not_driven(name))


def _held(system: System, name: str) -> list[Driven]:
    vector, place = system.compiled.located_rate(name)
    slices = system.compiled.layout.v_slice if vector == "v" else system.compiled.loops.cut_v
    if place.start == place.stop:
        return []  # a weld is held anyway
    joint = next(j for j, p in slices.items() if p.start <= place.start < p.stop)
    kind, first = system.model.joint(joint).type, slices[joint].start
    found = []
    for k in range(place.start, place.stop):
        within, ball = k - first, kind.quaternion_at is not None
        turns = not ball and kind.coordinates[within].unit == "rad"
        if vector == "v":
            q = -1 if ball else system.compiled.layout.q_slice[joint].start + within
            found.append(Driven(name, q, k, turns=turns))
        elif ball:
            raise ModelError(_cut_ball(name))
        else:
            number = [cut.name for cut in system.topology.cuts].index(joint)
            found.append(Driven(name, cut=(number, within), turns=turns))
    return found


def started(system: System, driven: Iterable[Driven], state: State) -> None:
    """Refuse a start at which coordinates are not where their laws or locks have them."""
    problems = []
    for d in driven:
        q, v = _now(system, d, state)
        value, rate = (q, 0.0) if d.law is None else (float(x) for x in d.law(state.t)[:2])
        off = value - q
        if d.cut is not None and d.turns:
            off = float(np.arctan2(np.sin(off), np.cos(off)))
        if abs(off) > START * (1.0 + abs(value)) or abs(rate - v) > START_RATE * (1.0 + abs(rate)):
            problems.append(_off_start(d, (q, v), (value, rate), state.t))
    if problems:
        raise ModelError(problems)


def _now(system: System, d: Driven, state: State) -> tuple[float, float]:
    if d.cut is None:
        return float(state.q[d.q]) if d.q >= 0 else 0.0, float(state.v[d.v])
    joint = system.topology.cuts[d.cut[0]].name
    measured, rates = np.asarray(state.cut_q), np.asarray(state.cut_v)
    q = measured[system.compiled.loops.cut_q[joint].start + d.cut[1]]
    return float(q), float(rates[system.compiled.loops.cut_v[joint].start + d.cut[1]])


def _off_start(
    d: Driven, now: tuple[float, float], wanted: tuple[float, float], t: float
) -> Problem:
    what = "locked" if d.law is None else "driven"
    return Problem(
        "D11",
        f"{what} '{d.name}'",
        f"is at {now[0]:.9g} with rate {now[1]:.6g} at t = {t:g} s, and should be at "
        f"{wanted[0]:.9g} with rate {wanted[1]:.6g}",
        action="start from assemble() with this coordinate and rate, or change the law",
    )


def _not_driven(name: str) -> Problem:
    return Problem(
        "D09",
        f"drive '{name}'",
        "must be one angle or displacement",
        cause="this is a rate, a joint with several coordinates, or part of a ball or free joint",
        action="name one coordinate ('A.angle'), or use an effort law in inputs=",
    )


def _cut_ball(name: str) -> Problem:
    return Problem(
        "D09",
        f"lock '{name}'",
        "is a ball or free joint that closes a loop, which cannot be held",
        action="compile with cut=[...] naming another joint of the loop",
    )
