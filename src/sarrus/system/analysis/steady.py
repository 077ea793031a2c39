"""Steady motion: what goes on as it is while coordinates that do not matter run on.

A state x moves steadily if its motion is that of a symmetry of the equations (`symmetries`) with
constant rates c, a relative equilibrium
(Marsden and Ratiu, Introduction to Mechanics and Symmetry):

    v = w_c(q),   vdot = G_c v          w_c = sum of c_j w_j,  G_c = sum of c_j G_j

Newton's iteration has as unknowns the independent coordinates that matter, the independent
velocities, c, and efforts or numbers of the model that hold the motion; as equations those above
and the conditions. Seen along the motion, small ones about it have constant coefficients: with the
linear equations xdot = A x of the tangent at x,

    xdot = (A - A_c) x,   A_c = [G_c, 0; 0, G_c]

and what only moves the steady motion as a whole, T = (w_j, G_j v), is no part of their states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped, count
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.equilibrium import Equilibrium, closed_state_at, closes
from sarrus.system.analysis.linearization import Linearization, linear_equations, position_name
from sarrus.system.analysis.symmetries import Symmetries
from sarrus.system.state import State

MOST = 80
SOLVED = 1e-9
"""How far the equations may be off where the iteration has come to its end, in scaled units."""
ROUNDING = 1e-15
FARTHEST = 0.5
"""Largest change of a coordinate in an iteration, in radians or model lengths."""
RANK = 1e-9
"""Part of the largest singular value from which on a direction counts."""
ROUNDED = 1e-12
"""Part of the largest row or column below which one counts as rounding errors."""
EQUALIZED = 6
"""Times that rows and columns are scaled; each takes the square root of how sizes differ."""
PARTS = 0.5 ** np.arange(0.0, 12.0)
"""Of Newton's step that are tried."""
DAMPINGS = 10.0 ** np.arange(-6.0, 5.0)
"""Of steps that are tried where none of these serves."""
OFF = 1e-6
"""How far equations may be off, in scaled units, where derivatives of a motion are taken."""
SHOWN = 6
"""Names that a message lists at most."""

Found = Callable[[State, np.ndarray], Differentials]
"""Differentials at a state with values of the unknown efforts and numbers; outputs: conditions."""


@with_checks
@dataclass(frozen=True, eq=False)
class SteadyMotion(Equilibrium):
    """A state that goes on as it is, while coordinates that do not matter run on.

    aside: these coordinates by name, with their rates; found: values of what was unknown, efforts
    and numbers of the model; moving: the conditions that it meets. `linearization`: small motions
    about it, in axes that go along, without the coordinates that are set aside.
    """

    aside: Mapping[str, float]
    found: Mapping[str, float]
    moving: Mapping[str, float]
    symmetries: Symmetries

    def __getitem__(self, name: str) -> Any:
        """Return a coordinate or velocity, the rate of what is set aside, or what was unknown."""
        if name in self.found:
            return self.found[name]
        return self.aside[name] if name in self.aside else self.state[name]

    @cached_property
    def linearization(self) -> Linearization:
        """Small motions about it."""
        return linearized_along(self.derivatives, self.symmetries, self.rates, [], ())

    @property
    def rates(self) -> np.ndarray:
        """The rates of what is set aside."""
        return np.array(list(self.aside.values()), dtype=float)

    def __repr__(self) -> str:
        word = "stable" if self.stable else "unstable"
        runs = ", ".join(f"{name} at {rate:.6g}/s" for name, rate in self.aside.items())
        held = "".join(f"; {name} = {value:.6g}" for name, value in self.found.items())
        return f"<SteadyMotion, {word}: {self.state!r}; aside: {runs or 'nothing'}{held}>"


@dataclass(frozen=True, eq=False)
class Change:
    """Derivatives by one unknown effort or number: of vdot, conditions g, tangent theta and v."""

    vdot: np.ndarray
    g: np.ndarray
    theta: np.ndarray
    v: np.ndarray
    zdot: np.ndarray
    """Of the rates of states of force elements."""


@dataclass(frozen=True, eq=False)
class SteadyProblem:
    """What is solved for: at: the differentials; targets: values of the conditions, by name.

    unknown: names of efforts and numbers; change: what one of them changes.
    """

    at: Found
    symmetries: Symmetries
    conditions: tuple[str, ...]
    targets: np.ndarray
    unknown: tuple[str, ...]
    change: Callable[[Differentials, str], Change]
    neutral: Symmetries | None = None
    """All symmetries, where only some of them may run on: the others stay where they are."""


@dataclass(frozen=True, eq=False)
class _Equations:
    """Equations and their slopes at a state, in scaled units.

    Unknowns: independent coordinates but those that only say where the motion as a whole is,
    independent velocities, the rates c, unknown efforts and numbers, states z of force elements.
    Rows: rates, balance, rates of z, conditions.
    """

    d: Differentials
    problem: SteadyProblem
    c: np.ndarray
    p: np.ndarray

    @cached_property
    def rate(self) -> float:
        """What velocities are measured by, in radians or model lengths per second."""
        fast = np.abs(self.d.state.v / self._scale)
        return max(1.0, float(np.max(fast, initial=0.0)))

    @cached_property
    def hardness(self) -> float:
        """What accelerations are measured by, per second squared."""
        d, scale = self.d, self._scale
        by_theta, by_v = (
            d.by_independent_coordinates("vdot")[self._chosen],
            d.by_independent("vdot")[1][self._chosen],
        )
        mine = scale[self._chosen]
        terms = (by_theta * scale[self._places] / mine[:, None],
                 self.rate * by_v * mine / mine[:, None])  # fmt: skip
        gravity = float(np.linalg.norm(d.sim.system.model.gravity))
        length = d.sim.system.compiled.loops.length
        return max(1.0, gravity / length, *(float(np.max(np.abs(x), initial=0.0)) for x in terms))

    @property
    def _scale(self) -> np.ndarray:
        return self.d.sim.system.compiled.loops.column_scale

    @property
    def _chosen(self) -> list[int]:
        """Places of the independent velocities."""
        return list(self.d.independent)

    @property
    def _places(self) -> list[int]:
        """Places of the independent coordinates; with rolling, there are more of them."""
        return list(self.d.places)

    @cached_property
    def drives(self) -> np.ndarray:
        """The rows of driven and locked coordinates."""
        return drive_rows(self.d)

    @cached_property
    def W(self) -> np.ndarray:
        """Fields of the symmetries, nv x count."""
        return self.problem.symmetries.fields(self.d.state.q)

    @cached_property
    def _left(self) -> np.ndarray:
        """The equations in units of their own."""
        d, v, chosen = self.d, self.d.state.v, self._chosen
        past = v - self.W @ self.c
        balance = (d.found["vdot"] - self.problem.symmetries.turn(self.c) @ v)[chosen]
        conditions = d.found["g"] - self.problem.targets
        if d.sim.nz:
            balance = np.append(balance, d.found["zdot"])
        return np.concatenate([past[self._places], self.drives @ past, balance, conditions])

    @cached_property
    def _weights(self) -> np.ndarray:
        """What makes the equations comparable."""
        rates = np.concatenate([1.0 / self._scale[self._places], self._drive_sizes]) / self.rate
        balance = 1.0 / self._scale[self._chosen] / self.hardness
        if self.d.sim.nz:
            balance = np.append(balance, 1.0 / self._state_hardness)
        return np.concatenate([rates, balance, self._condition_sizes])

    @cached_property
    def _state_hardness(self) -> np.ndarray:
        """What the rates of states are measured by: what changes of usual size make of them."""
        d, scale = self.d, self._scale
        parts = (
            d.by_independent_coordinates("zdot") * scale[self._places],
            self.rate * d.by_independent("zdot")[1] * scale[self._chosen],
            d.by_states("zdot") * self._state_scales,
        )
        sums = np.sum([np.sum(np.abs(part), axis=1) for part in parts], axis=0)
        return np.where(sums > 0.0, sums, 1.0)

    @property
    def _state_scales(self) -> np.ndarray:
        return self.d.sim.system.compiled.state_scales

    @property
    def off(self) -> np.ndarray:
        """The equations: all vanish."""
        return self._weights * self._left

    @property
    def _drive_sizes(self) -> np.ndarray:
        return self.d.row_sizes[len(self.d.rows) - len(self.drives) :]

    @cached_property
    def _plain_slopes(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows of rates and balance, and of conditions, by all unknowns in units of their own."""
        d, v, chosen = self.d, self.d.state.v, self._chosen
        problem, n = self.problem, len(self.c)
        G = problem.symmetries.turn(self.c)
        carried = G - d.turn_of_tangent(self.W @ self.c)
        by_theta, by_v = d.by_independent_coordinates("vdot"), d.by_independent("vdot")[1]
        g_theta, g_v = d.by_independent_coordinates("g"), d.by_independent("g")[1]
        past = np.hstack([d.C_placed - carried @ d.B_placed, d.B, -self.W])
        turned = problem.symmetries.velocities_of_symmetries(v)
        balance = np.hstack([by_theta - G @ d.C_placed, by_v - G @ d.B, -turned])
        conditions = np.hstack([g_theta, g_v, np.zeros((len(g_v), n))])
        for name in problem.unknown:
            change = problem.change(d, name)
            past = np.column_stack([past, change.v - carried @ change.theta])
            balance = np.column_stack([balance, change.vdot - G @ change.v])
            conditions = np.column_stack([conditions, change.g])
        nz = d.sim.nz
        if nz:
            past = np.hstack([past, np.zeros((len(past), nz))])
            balance = np.hstack([balance, d.by_states("vdot")])
            conditions = np.hstack([conditions, d.by_states("g")])
        driven = self._drive_sizes[:, None] * (self.drives @ past)
        rates = np.vstack([past[self._places] / self._scale[self._places, None], driven])
        balance = balance[chosen] / self._scale[chosen, None] / self.hardness
        if nz:
            mixed = [problem.change(d, name).zdot[:, None] for name in problem.unknown]
            by_motion = [
                d.by_independent_coordinates("zdot"),
                d.by_independent("zdot")[1],
                np.zeros((nz, n)),
            ]
            states = np.hstack([*by_motion, *mixed, d.by_states("zdot")])
            balance = np.vstack([balance, states / self._state_hardness[:, None]])
        return np.vstack([rates / self.rate, balance]), conditions

    @cached_property
    def sizes(self) -> np.ndarray:
        """What the unknowns are measured by."""
        c = self.rate * self.problem.symmetries.sizes
        rates = self.rate * self._scale[self._chosen]
        known = np.concatenate([self._scale[self._places], rates, c])
        mixed = slice(len(known), len(known) + len(self.p))
        norms = np.linalg.norm(self._plain_slopes[0][:, mixed], axis=0)
        found = np.concatenate([known, 1.0 / np.where(norms > 0.0, norms, 1.0)])
        return np.append(found, self._state_scales) if self.d.sim.nz else found

    @property
    def output_sizes(self) -> np.ndarray:
        """What makes conditions comparable."""
        return self._condition_sizes

    @cached_property
    def _condition_sizes(self) -> np.ndarray:
        norms = np.linalg.norm(self._plain_slopes[1] * self.sizes, axis=1)
        return np.asarray(1.0 / np.where(norms > 0.0, norms, 1.0))

    @cached_property
    def slopes(self) -> np.ndarray:
        """The slopes of the equations by all unknowns, both in scaled units."""
        balance, conditions = self._plain_slopes
        return np.vstack([balance, self._condition_sizes[:, None] * conditions]) * self.sizes

    @cached_property
    def still(self) -> list[int]:
        """Places among the independent coordinates that only say where the motion is."""
        neutral = self.problem.neutral
        W = self.W if neutral is None else neutral.fields(self.d.state.q)
        return places_of_the_whole(self.d, W @ kept_with_drives(self.d, W))

    @cached_property
    def open(self) -> list[int]:
        """Places of the unknowns that are solved for."""
        return [k for k in range(self.slopes.shape[1]) if k not in self.still]

    @property
    def size(self) -> float:
        """How far the equations are off."""
        return float(np.linalg.norm(self.off))

    def step(self, damping: float) -> np.ndarray:
        """Return a step of all unknowns: Newton's, of smallest size, or damped."""
        return self._correction(self.off, damping) * self.sizes

    @cached_property
    def _singular(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Factors of rows and columns that make their sizes alike, and the singular values then."""
        slopes = self.slopes[:, self.open]
        rows, columns = equal_sizes(slopes)
        return rows, columns, *np.linalg.svd(rows[:, None] * slopes * columns, full_matrices=False)

    def _correction(self, off: np.ndarray, damping: float = 0.0) -> np.ndarray:
        """Return what would make equations vanish that are off, in scaled units."""
        rows, columns, u, s, vt = self._singular
        kept = s > RANK * max(float(np.max(s, initial=0.0)), 1e-300)
        inverse = np.where(kept, s / np.where(kept, s * s + damping, 1.0), 0.0)
        found = np.zeros(self.slopes.shape[1])
        found[self.open] = columns * (vt.T @ (inverse * (u.T @ (rows * -off))))
        return found

    def is_nearer(self, there: _Equations, part: float) -> bool:
        """Tell whether the correction that is left after a part of a step is smaller.

        The natural monotonicity test (Deuflhard, Newton Methods for Nonlinear Problems, 3.3),
        which stiff springs do not mislead, as the size of the equations does.
        """
        if (there.d.independent, there.d.places) != (self.d.independent, self.d.places):
            return there.size < self.size
        left = self._correction(self._weights * there._left)
        now = self._correction(self.off)
        return float(np.linalg.norm(left)) < (1.0 - 0.25 * part) * float(np.linalg.norm(now))

    def equations_after(self, step: np.ndarray) -> _Equations | None:
        """Return the equations after a step, which is shortened if it is too long."""
        d, system, f = self.d, self.d.sim.system, len(self.d.places)
        far = float(np.max(np.abs(step[:f] / self._scale[self._places]), initial=0.0))
        step = step * min(1.0, FARTHEST / max(far, 1e-300))
        first = f + len(d.independent)
        n = first + len(self.c)
        shift = d.B_placed @ step[:f]
        v = d.state.v + d.C_placed @ step[:f] + d.B @ step[f:first]
        c, p = self.c + step[first:n], self.p + step[n : n + len(self.p)]
        q = np.asarray(system.compiled.layout.add(d.state.q, shift))
        # numbers of the model that are unknown change the loops, too
        rest = d if not len(p) else self.problem.at(d.state, p)
        state = closed_state_at(rest, q, d.state.t, v)
        if d.sim.nz:
            z = system.compiled.states_at(d.state, d.sim.last) + step[n + len(self.p) :]
            state = replace(state, own_z=z)
        there = self.problem.at(state, p)
        return _Equations(there, self.problem, c, p) if closes(there) else None

    # --- what is free ---------------------------------------------------------------------------

    def freedoms(self, conditions: bool = True) -> np.ndarray:
        """Return the directions in which the motion may be changed and stays steady, all columns.

        In scaled units of coordinates, velocities and what is unknown; rates c are left out.
        """
        slopes = self.slopes if conditions else self._plain_slopes[0] * self.sizes
        slopes = slopes[:, self.open]
        rows, columns = equal_sizes(slopes)
        _, s, vt = np.linalg.svd(rows[:, None] * slopes * columns)
        s = np.concatenate([s, np.zeros(vt.shape[0] - len(s))])
        still = s <= 1e-8 * max(1.0, float(s[0])) if len(s) else np.zeros(0, dtype=bool)
        null = np.zeros((self.slopes.shape[1], int(np.sum(still))))
        null[self.open] = np.linalg.qr(columns[:, None] * vt[still].T)[0]
        first = len(self.d.places) + len(self.d.independent)
        places = [k for k in range(len(null)) if not first <= k < first + len(self.c)]
        kept = null[places]
        u, s, _ = np.linalg.svd(kept, full_matrices=False)
        return np.asarray(u[:, s > 1e-6])

    def names_of(self, directions: np.ndarray) -> list[str]:
        """Return the names of what takes part in directions, the largest first."""
        names = [position_name(self.d.sim.system, k) for k in self.d.places]
        names += [self.d.sim.system.velocities[k] for k in self.d.independent]
        names += [*self.problem.unknown, *self.d.sim.system.states]
        size = np.linalg.norm(directions, axis=1)
        order = [k for k in np.argsort(-size, kind="stable") if size[k] > 1e-6]
        return [names[k] for k in order]


def equal_sizes(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return factors of rows and columns that make their lengths alike, near 1.

    A rank does not depend on units; one that is read off singular values does: a truck's motor, whose
    torque is measured in newton metres, beside its leaf springs looks like a number that matters to
    nothing. Rows and columns of rounding errors stay as they are. After Ruiz, A Scaling Algorithm to Equilibrate
    Both Rows and Columns Norms in Matrices (2001).
    """  # noqa: E501
    rows, columns = np.ones(A.shape[0]), np.ones(A.shape[1])
    for _ in range(EQUALIZED):
        B = rows[:, None] * A * columns
        for factors, axis in ((rows, 1), (columns, 0)):
            norms = np.linalg.norm(B, axis=axis)
            counts = norms > ROUNDED * np.max(norms, initial=0.0)
            factors[counts] /= np.sqrt(norms[counts])
    return rows, columns


def drive_rows(d: Differentials) -> np.ndarray:
    """Return the rows of driven and locked coordinates."""
    system = d.sim.system
    return d.rows[system.compiled.loops.m if system.closed else 0 :]


def kept_with_drives(d: Differentials, W: np.ndarray) -> np.ndarray:
    """Return combinations of fields, in columns, that move nothing which is driven or locked."""
    rows = drive_rows(d)
    if not len(rows):
        return np.eye(W.shape[1])
    _, s, vt = np.linalg.svd(d.row_sizes[len(d.rows) - len(rows) :, None] * (rows @ W))
    return np.asarray(vt[int(np.sum(s > RANK)) :].T)


def places_of_the_whole(d: Differentials, W: np.ndarray) -> list[int]:
    """Return places among the independent coordinates that only say where the motion is."""
    scale = d.sim.system.compiled.loops.column_scale
    return pivot_rows((W / scale[:, None])[list(d.places)])


def pivot_rows(A: np.ndarray) -> list[int]:
    """Return as many rows as A has rank, the largest first that the others leave."""
    found: list[int] = []
    left = A.copy()
    first = float(np.max(np.linalg.norm(left, axis=1), initial=0.0))
    while len(found) < min(A.shape):
        norms = np.linalg.norm(left, axis=1)
        norms[found] = 0.0
        row = int(np.argmax(norms))
        if not norms[row] > 1e-8 * first:
            break
        found.append(row)
        along = left[row] / norms[row]
        left = left - np.outer(left @ along, along)
    return found


def steady_motion_near(
    problem: SteadyProblem,
    d: Differentials,
    p: np.ndarray,
    finish: Callable[[Differentials, int, np.ndarray, np.ndarray], SteadyMotion],
    alone: bool = True,
) -> SteadyMotion:
    """Return the steady motion near a state, whose loops are closed.

    alone: refuse one of many; a parameter that is followed passes through values with several.
    """
    symmetries = problem.symmetries
    c = _rates(symmetries, d)
    here, k = _Equations(d, problem, c, p), 0
    while k < MOST:
        better = _better(here)
        if better is None:
            break
        here, k = better, k + 1
    _refuse_what_is_not_solved(here, alone)
    d = here.d
    broken = symmetries.broken(d)
    if broken is not None:
        raise ModelError(_matters(symmetries.names[broken]))
    return finish(d, k, _rates(symmetries, d), here.p)


def _rates(symmetries: Symmetries, d: Differentials) -> np.ndarray:
    """Return c with w_c nearest to v; where two run about one axis, the first of them alone."""
    scale = d.sim.system.compiled.loops.column_scale[:, None]
    W = symmetries.fields(d.state.q) / scale * symmetries.sizes
    v = d.state.v / scale[:, 0]
    found = np.zeros(W.shape[1])
    columns: list[int] = []
    left = W.copy()
    for k in range(W.shape[1]):
        size = float(np.linalg.norm(left[:, k]))
        if size > 1e-8:
            columns.append(k)
            along = left[:, k] / size
            left = left - np.outer(along, along @ left)
    found[columns] = np.linalg.lstsq(W[:, columns], v, rcond=None)[0]
    return found * symmetries.sizes


def _better(here: _Equations) -> _Equations | None:
    """Return the equations one step on, None where no step makes them better."""
    if here.size < ROUNDING or not here.open:
        return None
    step = here.step(0.0)
    if here.size < SOLVED:
        there = here.equations_after(step)
        return there if there is not None and there.size < 0.5 * here.size else None
    for part in PARTS:
        there = here.equations_after(part * step)
        if there is not None and here.is_nearer(there, part):
            return there
    for damping in DAMPINGS:
        there = here.equations_after(here.step(damping))
        if there is not None and there.size < here.size:
            return there
    return None


def _refuse_what_is_not_solved(here: _Equations, alone: bool) -> None:
    """Refuse what is not steady, and what is one of many."""
    conditions = here.problem.conditions
    family = here.freedoms(conditions=False)
    if here.size > SOLVED:
        if len(conditions) > family.shape[1]:
            raise ModelError(_too_many(here, family))
        raise SimulationStopped(_search_problem(here))
    free = here.freedoms()
    if alone and free.shape[1]:
        raise ModelError(_too_few(here, free))


def _too_few(here: _Equations, free: np.ndarray) -> Problem:
    n = free.shape[1]
    names = here.names_of(free)
    listed = ", ".join(f"'{name}'" for name in names[:SHOWN])
    more = ", ..." if len(names) > SHOWN else ""
    value = ", ".join(f"'{name}'" for name in here.problem.conditions) or "nothing"
    known = [name for name in names if not name.endswith(" (turn)")] or names
    return Problem(
        "S30",
        "steady motion",
        f"is one of many, with {value} given: "
        f"{count(n, 'condition is', 'conditions are')} missing; free are {listed}{more}",
        cause="steady motions form families: over speed, spin, angle of lean",
        action=f"give {n} more in `moving`, for instance {{'{known[0]}': "
        f"{_value(here, known[0]):.6g}}}",
    )


def _value(here: _Equations, name: str) -> float:
    if name in here.problem.unknown:
        return float(here.p[here.problem.unknown.index(name)])
    try:
        return float(np.ravel(here.d.state[name])[0])
    except ModelError:
        return 0.0


def _too_many(here: _Equations, family: np.ndarray) -> Problem:
    n, conditions = family.shape[1], here.problem.conditions
    off = here.off[len(here.off) - len(conditions) :]
    worst = conditions[int(np.argmax(np.abs(off)))]
    g, wanted = here.d.found["g"], here.problem.targets
    k = conditions.index(worst)
    freedom = ", ".join(f"'{name}'" for name in here.names_of(family)[:SHOWN])
    return Problem(
        "S30",
        "steady motion",
        f"cannot meet {count(len(conditions), 'condition')}: {n or 'none'} can be chosen"
        + (f" (of {freedom})" if n else "")
        + f"; the nearest has '{worst}' = {g[k]:.6g} in place of {wanted[k]:.6g}",
        cause="more conditions than the family of steady motions has dimensions",
        action="leave some out, or let efforts or numbers be found (`unknown`)",
    )


def _search_problem(here: _Equations) -> Problem:
    names = [f"rate of {position_name(here.d.sim.system, k)}" for k in here.d.places]
    names += [f"rate of drive {d.name}" for d in here.d.sim.driven]
    names += [f"acceleration of {here.d.sim.system.velocities[k]}" for k in here.d.independent]
    names += [f"rate of {name}" for name in here.d.sim.system.states]
    names += [f"condition '{name}'" for name in here.problem.conditions]
    off = np.abs(here.off)
    worst = [names[k] for k in np.argsort(-off)[:3] if off[k] > 0.0]
    aside = ", ".join(here.problem.symmetries.names) or "nothing"
    return Problem(
        "E-NEWTON",
        "steady motion",
        f"is not found near the guess; most is left of {', '.join(worst)}; set aside: {aside}",
        cause="there is none near the guess, a force changes the speed, or a coordinate that runs "
        "on matters",
        action="give a nearer guess, other conditions, or the efforts that hold it as `unknown`",
    )


def _matters(name: str) -> Problem:
    return Problem(
        "S31",
        f"coordinate '{name}'",
        "cannot be set aside: accelerations depend on it where the motion would be steady",
        cause="an effort along fixed axes, or a force or road that is the same near the guess only",
        action="start from a nearer guess, or set others aside",
    )


# --- small motions about it -----------------------------------------------------------------------


def linearized_along(
    d: Differentials,
    symmetries: Symmetries,
    c: np.ndarray,
    inputs: list[tuple[str, int]],
    outputs: tuple[str, ...],
) -> Linearization:
    """Return the linear equations about a steady motion, without what only moves it as a whole."""
    plain = linear_equations(d, inputs, outputs)
    n = len(outputs)  # the conditions of the motion are outputs of its derivatives, and none here
    plain = replace(plain, C=plain.C[:n], D=plain.D[:n])
    if not len(symmetries):
        return plain
    chosen, placed, f = list(d.independent), list(d.places), len(d.places)
    G = symmetries.turn(c)
    A = plain.A.copy()
    m = f + len(chosen)
    A[:f, :f] -= (G @ d.B_placed)[placed]
    A[f:m, :f] -= (G @ d.C_placed)[chosen]
    A[f:m, f:m] -= (G @ d.B)[chosen]
    W = symmetries.fields(d.state.q)
    free = kept_with_drives(d, W)
    aside = places_of_the_whole(d, W @ free)
    T = np.vstack(
        [(W @ free)[placed], (symmetries.velocities_of_symmetries(d.state.v) @ free)[chosen]]
    )
    T = np.vstack([T, np.zeros((d.sim.nz, T.shape[1]))])
    kept = [k for k in range(len(A)) if k not in aside]
    along = np.linalg.lstsq(T[aside].T, T[kept].T, rcond=None)[0].T
    changes = plain.C @ T
    _refuse_what_is_aside(plain, changes, symmetries)
    A = A[np.ix_(kept, kept)] - along @ A[np.ix_(aside, kept)]
    names = tuple(plain.states[k] for k in kept)
    coordinates = plain.coordinates[:, [k for k in range(f) if k not in aside]]
    B = plain.B[kept] - along @ plain.B[aside]
    return replace(plain, A=A, B=B, C=plain.C[:, kept], states=names, coordinates=coordinates)


def _refuse_what_is_aside(
    plain: Linearization, changes: np.ndarray, symmetries: Symmetries
) -> None:
    """Refuse outputs that change with what is set aside: they are not constant."""
    if not changes.size:
        return
    size = np.maximum(np.linalg.norm(plain.C, axis=1), 1e-300)
    off = np.max(np.abs(changes), axis=1) / size
    problems = [
        Problem(
            "S31",
            f"output '{name}'",
            f"runs on with {', '.join(symmetries.names)}: it is not constant in the steady motion",
            action="ask for a quantity that does not depend on what is set aside",
        )
        for name, far in zip(plain.outputs, off, strict=True)
        if far > 1e-7
    ]
    if problems:
        raise ModelError(problems)


def steady_slopes(
    problem: SteadyProblem, d: Differentials, c: np.ndarray, p: np.ndarray, conditions: int
) -> np.ndarray:
    """Return how outputs change with numbers of the model while the motion stays steady.

    problem: its last unknowns are these numbers, as many as p has values less than it has unknowns
    found; its first `conditions` are kept, the others are the outputs. Raises where the equations
    do not hold, or what follows is not determined.
    """
    numbers = len(problem.unknown) - len(p)
    here = _Equations(d, problem, c, np.append(p, np.zeros(numbers)))
    kept = len(here.off) - len(problem.conditions) + conditions
    if float(np.linalg.norm(here.off[:kept])) > OFF:
        raise ModelError(_holding_problem(d))
    first = len(d.places) + len(d.independent) + len(c) + len(p)
    by = list(range(first, first + numbers))
    others = [k for k in here.open if k not in by]
    slopes = here.slopes
    moved = np.linalg.lstsq(slopes[:kept, others], -slopes[:kept, by], rcond=RANK)[0]
    left = np.abs(slopes[:kept][:, others] @ moved + slopes[:kept][:, by])
    if float(np.max(left, initial=0.0)) > OFF:
        worst = problem.unknown[len(p) + int(np.argmax(np.max(left, axis=0)))]
        raise ModelError(_no_slope(worst))
    outputs = slopes[kept:] / here.output_sizes[conditions:, None]
    return np.asarray((outputs[:, by] + outputs[:, others] @ moved) / here.sizes[by])


def _holding_problem(d: Differentials) -> Problem:
    rule = "is none here: rates or accelerations do not balance, or conditions are not met"
    cause = "it was found with other efforts, drives, locks or parameters"
    return Problem("S07", "steady motion", rule, cause=cause, action="give the same ones here")


def _no_slope(label: str) -> Problem:
    return Problem(
        "S07",
        f"steady motion by '{label}'",
        "has no derivative: it ceases to be steady as the number changes",
        cause="more conditions than can be kept, or a limit point",
        action="leave a condition out, or let an effort or a number be found (`unknown`)",
    )


def known_values(names: Sequence[str], values: np.ndarray) -> dict[str, float]:
    """Return values by name."""
    return {name: float(value) for name, value in zip(names, values, strict=True)}
