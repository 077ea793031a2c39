"""How the place where a mechanism rests moves with a parameter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.equilibrium import (
    LEVEL,
    At,
    Equilibrium,
    balanced,
    closed_state_at,
    closes,
)
from sarrus.system.analysis.rest_with_states import rest_by_parameters, rest_slopes, unrest

FEW, SHORTEST, MOST_TIMES = 12, 1e-4, 2.0
"""Iterations for a point of a branch; how much shorter than usual its steps may become, and how
much longer than their tangent they may be."""


@with_summary
@with_checks
@dataclass(frozen=True, eq=False)
class Branch:
    """Equilibria along a parameter; folds: where the parameter turns back, by their numbers.

    complete: whether the last value was reached; if not, the branch has turned back for good.
    """

    parameter: str
    values: np.ndarray
    points: tuple[Equilibrium, ...]
    folds: tuple[int, ...] = ()
    complete: bool = False

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate along the branch."""
        return np.array([point.state[name] for point in self.points])

    @property
    def stable(self) -> np.ndarray:
        """Which of the equilibria are stable."""
        return np.array([point.stable for point in self.points])


class BranchStopped(SimulationStopped):
    """A branch that cannot be followed further; `branch` holds its points up to there."""

    branch: Branch | None = None


def branch_of(
    at: At,
    parameter: str,
    first: Equilibrium,
    value: float,
    end: float,
    steps: int,
    finish: Callable[[Differentials, int], Equilibrium],
    column: int,
) -> Branch:
    """Follow an equilibrium from a value of a parameter to another, past folds.

    By the tangent in (coordinates, parameter) and Newton's iteration across it (pseudo-arc
    length), with shorter steps where that does not converge; column: of the parameter among those
    that were chosen.
    """
    path = _Path(at, end - value, column)
    length = longest = 1.0 / steps
    d, values, points, folds = first.derivatives, [value], [first], []
    direction = np.append(np.zeros(d.sim.system.nv + d.sim.nz), 1.0)
    reached = False
    while not reached and len(points) <= 20 * steps:
        tangent = path.tangent(d, direction)
        if len(points) > 1 and tangent[-1] * direction[-1] < 0.0:
            folds.append(len(points) - 1)
        direction, found = tangent, None
        while found is None:
            last = direction[-1] > 0.0 and (end - value) / path.span <= length * direction[-1]
            found = path.next_point(d, value, direction, length, end if last else None)
            length = 0.5 * length if found is None else min(longest, 1.5 * length)
            if length < SHORTEST * longest:
                problem = BranchStopped(_lost_branch(parameter, value, d))
                problem.branch = Branch(parameter, np.array(values), tuple(points), tuple(folds))
                raise problem
        (d, value), reached = found, last
        values.append(value)
        points.append(finish(d, 0))
        if not -1.0 <= (value - values[0]) / path.span <= 2.0:
            break
    return Branch(parameter, np.array(values), tuple(points), tuple(folds), reached)


@dataclass(frozen=True)
class _Path:
    """Steps along a branch; directions are of all coordinates and of the parameter, scaled."""

    at: At
    span: float
    column: int

    def _slopes(self, d: Differentials) -> tuple[np.ndarray, np.ndarray]:
        """Return the balance by (independent coordinates, parameter), and all that moves by them.

        In scaled coordinates and parameter.
        """
        scale, chosen = d.sim.system.compiled.loops.column_scale, list(d.independent)
        by_p = d.by_parameters("vdot")[chosen, self.column] * self.span
        balance = np.column_stack([d.by_independent("vdot")[0][chosen] * scale[chosen], by_p])
        moved = np.column_stack([d.B * scale[chosen], d.B_p[:, self.column] * self.span])
        unit = np.append(np.zeros(len(chosen)), 1.0)
        if d.sim.nz:
            return self._with_states(d, moved / scale[:, None])
        return balance, np.vstack([moved / scale[:, None], unit])

    def _with_states(self, d: Differentials, moved: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the same with the states of force elements between coordinates and parameter."""
        by_p = rest_by_parameters(d)[:, [self.column]] * self.span
        f, nz = len(d.independent), d.sim.nz
        every = np.zeros((len(moved) + nz + 1, f + nz + 1))
        every[: len(moved), :f], every[: len(moved), -1] = moved[:, :f], moved[:, -1]
        every[len(moved) :, f:] = np.eye(nz + 1)
        return np.hstack([rest_slopes(d), by_p]), every

    def tangent(self, d: Differentials, before: np.ndarray) -> np.ndarray:
        """Return the direction of the branch: of all that keep the balance, the one as before."""
        balance, moved = self._slopes(d)
        _, s, vt = np.linalg.svd(balance)
        rank = min(int(np.sum(s > LEVEL * max(s.max(initial=0.0), 1e-300))), len(s))
        kept = moved @ vt[rank:].T
        along = kept @ np.linalg.lstsq(kept, before, rcond=1e-10)[0]
        return np.asarray(along / np.linalg.norm(along))

    def next_point(
        self,
        d: Differentials,
        value: float,
        direction: np.ndarray,
        length: float,
        target: float | None,
    ) -> tuple[Differentials, float] | None:
        """Return the point one step along, or at the target value; None where it is not found."""
        system, q0 = d.sim.system, d.state.q
        scale = system.compiled.loops.column_scale
        factor = length if target is None else (target - value) / (self.span * direction[-1])
        nv, nz = system.nv, d.sim.nz
        each = np.append(scale, system.compiled.state_scales) if nz else scale
        shift, now = factor * direction[:-1] * each, value + factor * direction[-1] * self.span
        z0 = system.compiled.states_at(d.state, d.sim.last)
        for _ in range(FEW):
            now = now if target is None else target
            rest = self.at(d.state, now)  # the equations with the new value close the loops
            q = np.asarray(system.compiled.layout.add(d.state.q, shift[:nv]))
            z = d.sim.system.compiled.states_at(d.state, d.sim.last) + shift[nv:]
            d = self.at(replace(closed_state_at(rest, q, d.state.t), own_z=z if nz else None), now)
            if not closes(d):
                return None
            if balanced(d):
                gone = np.asarray(system.difference(d.state.q, q0)) / scale
                if nz:
                    gone = np.append(gone, (z - z0) / system.compiled.state_scales)
                far = np.hypot(np.linalg.norm(gone), (now - value) / self.span)
                return (d, now) if far <= MOST_TIMES * abs(factor) else None  # another branch
            balance, moved = self._slopes(d)
            across = direction @ moved if target is None else moved[-1]
            left = unrest(d) if nz else d.found["vdot"][list(d.independent)]
            off = np.append(-left, 0.0)
            step = np.linalg.lstsq(np.vstack([balance, across]), off, rcond=1e-12)[0]
            change = moved @ step
            if float(np.max(np.abs(change))) > 1.0:
                return None
            shift, now = change[:-1] * each, now + change[-1] * self.span
        return None


def _lost_branch(parameter: str, value: float, d: Differentials) -> Problem:
    return Problem(
        "E-NEWTON",
        f"equilibrium along '{parameter}'",
        f"is not found beyond {value:.9g}, where the state is {d.state!r}",
        cause="loops that cannot be closed any more, a stop, or a singular position",
        action="look at the points so far (`branch` of this error), or follow to a nearer value",
    )
