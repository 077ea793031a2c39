"""Which velocities of closed chains are independent: chosen by the user, or by pivots.

The rows of loops and drives at a position, scaled to lengths of the model and radians, leave the
velocities free that are not among as many columns as there are independent rows. A choice serves
the better, the farther the block of these columns is from singular. Rows of velocities alone
(rolling) make velocities dependent, but no positions: of the dependent velocities, those that
follow from rows that close positions are told apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.system.one_state.reducing import REGULAR, independent_positions, named_places
from sarrus.system.simulation.mode_kernels import Simulator


@dataclass(frozen=True)
class Choice:
    """Dependent velocities, and those of them that close positions; watch: 1 at best, 0 singular.

    The watch is n / (|A| |A^-1|) of the scaled block A of n dependent columns.
    """

    dependent: tuple[int, ...]
    closing: tuple[int, ...]
    watch: float

    def independent(self, nv: int) -> list[int]:
        """Return the places of the independent velocities."""
        return [k for k in range(nv) if k not in self.dependent]


@dataclass(frozen=True)
class ScaledRows:
    """The rows in use at a position, in comparable units; closes: which of them close positions."""

    sim: Simulator
    rows: np.ndarray
    closes: np.ndarray

    @staticmethod
    def at(sim: Simulator, y: np.ndarray) -> ScaledRows:
        """Return the rows at a state."""
        choice, system = sim.row_choice, sim.system
        kept = list(choice.kept)
        rows = choice.scale[kept, None] * sim.all_rows(y[: system.nq])[kept]
        return ScaledRows(sim, rows * system.compiled.loops.column_scale, choice.closes_positions)

    @property
    def closing_rank(self) -> int:
        """How many of the independent rows close positions."""
        choice = self.sim.row_choice
        if choice.holonomic is None:
            return self.sim.rows
        return sum(choice.holonomic)

    def watch(self, dependent: Sequence[int]) -> float:
        """Return how far the block of some columns is from singular."""
        block = self.rows[:, list(dependent)]
        if not block.shape[1]:
            return 1.0
        values = np.linalg.svd(block, compute_uv=False)
        if len(values) < block.shape[1] or not values[-1] > 0.0:
            return 0.0
        size, inverse = float(np.sum(values**2)), float(np.sum(values**-2.0))
        return float(len(values) / np.sqrt(size * inverse))

    def by_pivots(self) -> Choice:
        """Return the choice that pivoting finds."""
        rank = self.sim.rows
        first, free = self.rows[self.closes], np.arange(self.rows.shape[1])
        closing = _pivots(first, self.closing_rank)
        dependent = list(closing)
        if rank > len(closing):
            rest = [k for k in free if k not in closing]
            others = self.rows[~self.closes]
            led = np.linalg.lstsq(first[:, closing], first[:, rest], rcond=None)[0]
            left = others[:, rest] - others[:, closing] @ led
            dependent += [int(rest[k]) for k in _pivots(left, rank - len(closing))]
        return Choice(tuple(sorted(dependent)), tuple(closing), self.watch(dependent))

    def of(self, independent: Sequence[int]) -> Choice | None:
        """Return the choice of these velocities, None where they do not determine the motion."""
        nv = self.rows.shape[1]
        dependent = [k for k in range(nv) if k not in independent]
        if len(dependent) != self.sim.rows or self._rank(dependent) < len(dependent):
            return None
        closing = dependent
        if self.sim.row_choice.holonomic is not None:
            columns = self.sim.system.compiled.loops.column_scale
            first = self.rows[self.closes] / columns
            free = independent_positions(self.sim.system, first, independent)
            closing = [k for k in range(nv) if k not in free]
        return Choice(tuple(dependent), tuple(closing), self.watch(dependent))

    def _rank(self, columns: Sequence[int]) -> int:
        values = np.linalg.svd(self.rows[:, list(columns)], compute_uv=False)
        return int(np.sum(values > REGULAR * max(values.max(initial=0.0), 1e-300)))

    @property
    def is_regular(self) -> bool:
        """Whether as many rows are independent here as in general position."""
        return self._rank(range(self.rows.shape[1])) >= self.sim.rows


def _pivots(rows: np.ndarray, rank: int) -> list[int]:
    """Return the columns of a regular block of a rank, those that pivoting takes first."""
    from scipy.linalg import qr

    return sorted(int(k) for k in qr(rows, pivoting=True, mode="r")[1][:rank]) if rank else []


def first_choice(sim: Simulator, y: np.ndarray, names: Sequence[str] | None) -> Choice:
    """Return the choice with which a run begins; what cannot be is refused by name."""
    rows = ScaledRows.at(sim, y)
    if not rows.is_regular:
        raise ModelError(_singular(sim))
    if names is None:
        return rows.by_pivots()
    wanted = named_places(sim.system, names)
    found = rows.of(wanted)
    if found is None:
        raise ModelError(_refusal(sim, rows, wanted))
    return found


def later_choice(sim: Simulator, y: np.ndarray, names: Sequence[str] | None) -> Choice:
    """Return the choice after an event: that of the user where it still serves."""
    rows = ScaledRows.at(sim, y)
    best = rows.by_pivots()
    found = None if names is None else rows.of(named_places(sim.system, names))
    return best if found is None or found.watch < WORSE * best.watch else found


WORSE = 0.3
"""A choice is left for another where its watch falls below this part of the other's."""


def _names(sim: Simulator, places: Sequence[int]) -> str:
    return ", ".join(f"'{sim.system.velocities[k]}'" for k in places) or "none"


def _singular(sim: Simulator) -> Problem:
    return Problem(
        "S07",
        "independent coordinates",
        f"cannot be chosen at the start: fewer than {count(sim.rows, 'row')} of the loops and "
        "drives are independent there",
        cause="a singular position: links in line, or a freedom of an instant",
        action="start from another position, or use method='auto'",
    )


def _refusal(sim: Simulator, rows: ScaledRows, wanted: Sequence[int]) -> Problem:
    system = sim.system
    freedoms, good = system.nv - sim.rows, rows.by_pivots().independent(system.nv)
    driven = [k for k in wanted if k in {d.v for d in sim.driven if d.cut is None}]
    would = f"[{_names(sim, good)}]" if good else "independent=[]"
    if len(wanted) != freedoms:
        few = "too few" if len(wanted) < freedoms else "too many"
        rule = f"are {few}: {len(wanted)} for {count(freedoms, 'freedom')} in this run"
        cause = "drives and locks take freedoms away" if sim.driven else ""
    else:
        rule = "do not determine the motion at the start: the loops relate them to each other, or "
        rule += "leave others free"
        cause = "a dead point of this choice" if freedoms == 1 else "a choice within one loop"
    if driven:
        rule += f"; {_names(sim, driven)} follows its law or is held"
    return Problem(
        "S07",
        f"independent coordinates {_names(sim, wanted)}",
        rule,
        cause=cause,
        action=f"choose {would}, or leave the choice to pivoting",
    )


def not_all_of_tree(sim: Simulator, names: Sequence[str], free: Sequence[int]) -> Problem:
    """Return the problem of names that are not all free velocities of a mechanism without loops."""
    return Problem(
        "S07",
        f"independent coordinates {', '.join(map(repr, names)) or 'none'}",
        f"are not those of the mechanism, which has no loops: {_names(sim, free)}",
        cause="without loops all coordinates are independent that are neither driven nor held",
        action="choose all of these, or leave the choice out",
    )
