"""Solving on one mesh after another, until the equations of motion agree between nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.collocation.transcription import Conditions, NodeFunctions, Transcription
from sarrus.solvers.interior_point import SparseOptimum, SparseProgram, interior_point

SUBSTEPS = 8
"""Steps of Runge and Kutta's method by which an interval is integrated for its error."""
MOST_PIECES = 4
"""Pieces into which an interval is cut at most."""
SECOND = 10.0
"""How much more weight bounds have in a second search, where the first has failed."""
REACHED = 1e-4
"""How near to a bound a number is at it, over its usual size."""
CLOSED = 1e-6
"""What conditions may be missed by, over their sizes, where a search has ended early."""
ROUNDS = 12
"""Most meshes."""
FIRST = 0.1
"""The first weight of the bounds."""
WARM = 1e-3
"""The first weight of the bounds where the solution on a coarser mesh is known."""

Kept = Callable[[Mesh, np.ndarray], np.ndarray]
Search = Callable[[SparseProgram, np.ndarray, float], SparseOptimum]


def own_search(program: SparseProgram, z: np.ndarray, barrier: float) -> SparseOptimum:
    """Return where the interior point method of this package ends."""
    found = interior_point(program, z, barrier=barrier)
    if found.met or found.violation <= CLOSED:
        return found
    again = interior_point(program, z, barrier=SECOND * barrier)  # farther from the bounds
    return again if again.met or again.violation < found.violation else found


@dataclass(frozen=True, eq=False)
class Round:
    """What one mesh has yielded: intervals, objective, largest error, steps of the search.

    change: of the objective from the mesh before, over its size.
    """

    intervals: int
    objective: float
    error: float
    change: float
    steps: int


@dataclass(frozen=True, eq=False)
class Solution:
    """A motion on a mesh: w at the nodes, durations of the phases.

    rounds: what the meshes have yielded, the last one included. Errors of intervals are how far the
    motion integrated from the first node misses the last, in usual sizes of the states, or that of
    their part of the objective over the whole. others: objectives of worse motions to which other
    guesses have led, refined as well.
    """

    transcription: Transcription
    w: np.ndarray
    T: np.ndarray
    optimum: SparseOptimum
    rounds: tuple[Round, ...] = ()
    others: tuple[float, ...] = ()

    @property
    def mesh(self) -> Mesh:
        """The mesh."""
        return self.transcription.mesh

    @property
    def closed(self) -> bool:
        """Whether all conditions are met, if perhaps not by the best motion."""
        return self.optimum.met or self.optimum.violation <= CLOSED

    @property
    def times(self) -> np.ndarray:
        """The times of the nodes."""
        return self.transcription.times(self.T)

    @property
    def error(self) -> float:
        """The largest error of an interval."""
        return self.rounds[-1].error if self.rounds else np.inf

    def at(self, t: np.ndarray) -> np.ndarray:
        """Return w at times, rows over values: states by their rates, the rest by its stages."""
        t = np.asarray(t, dtype=float)
        mesh, nx = self.mesh, self.transcription.functions.nx
        ends = self.times[:: mesh.method.steps]
        k = np.clip(np.searchsorted(ends, t, side="right") - 1, 0, mesh.intervals - 1)
        length = ends[k + 1] - ends[k]
        s = (t - ends[k]) / np.where(length > 0.0, length, 1.0)
        nodes = self.w[mesh.of_interval[k]]
        found = np.einsum("ns,nsw->nw", mesh.method.weights(s), nodes)
        rates = self._rates[mesh.of_interval[k]]
        gathered = np.einsum("ns,nsw->nw", mesh.method.integrals(s), rates)
        found[:, :nx] = nodes[:, 0, :nx] + length[:, None] * gathered
        return found

    @property
    def _rates(self) -> np.ndarray:
        functions = self.transcription.functions
        return functions.values(self.w, self.times)[:, : functions.nx]

    def on(self, mesh: Mesh) -> np.ndarray:
        """Return w at the nodes of another mesh of the same phases."""
        return self.at(self.transcription.conditions.start + mesh.shares @ self.T)

    def errors(self) -> np.ndarray:
        """Return for each interval how far the motion integrated over it misses its end."""
        tr, mesh, nx = self.transcription, self.mesh, self.transcription.functions.nx
        nodes, t = self.w[mesh.of_interval], self.times
        first, length = t[mesh.of_interval[:, 0]], mesh.h * self.T[mesh.phase]

        def slope(s: float, x: np.ndarray) -> np.ndarray:
            w = np.einsum("s,nsw->nw", mesh.method.weights(np.array([s]))[0], nodes)
            w[:, :nx] = x
            return tr.functions.rates(w, first + s * length)

        x, h = nodes[:, 0, :nx].copy(), 1.0 / SUBSTEPS
        step = (h * length)[:, None]
        for k in range(SUBSTEPS):
            s = k * h
            a = slope(s, x)
            b = slope(s + 0.5 * h, x + 0.5 * step * a)
            c = slope(s + 0.5 * h, x + 0.5 * step * b)
            d = slope(s + h, x + step * c)
            x = x + step / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        off = np.abs(x - nodes[:, -1, :nx]) / tr.conditions.scale[:nx]
        found = np.maximum(np.max(off, axis=1, initial=0.0), self._goal_errors())
        return np.where(np.isfinite(found), found, np.inf)

    def kinks(self) -> np.ndarray:
        """Return which intervals have a bound or limit that is reached in a part of them only.

        There the best motion has a kink, which polynomials round off: not the equations, but the
        objective suffers from it.
        """
        tr, mesh = self.transcription, self.mesh
        nx, rows = tr.functions.nx, tr.functions.n_rows
        asked = tr.functions.values(self.w, self.times)[:, nx + rows : -1]
        c = tr.conditions
        parts = [
            (self.w, c.lower, c.upper, c.scale),
            (asked, c.low, c.high, np.max(np.abs(asked), axis=0, initial=1e-300)),
        ]
        found = np.zeros(mesh.intervals, dtype=bool)
        for values, low, high, size in parts:
            near = REACHED * size
            for reached in (values <= low + near, values >= high - near):
                own = reached[mesh.of_interval]
                found |= np.any(np.any(own, axis=1) & ~np.all(own, axis=1), axis=1)
        return found

    def _goal_errors(self) -> np.ndarray:
        """Return for each interval the error of its part of the objective, over the whole."""
        mesh, t = self.mesh, self.times
        nodes = t[mesh.of_interval]
        length = nodes[:, -1] - nodes[:, 0]
        functions = self.transcription.functions
        places = np.linspace(0.0, 1.0, SUBSTEPS + 1)
        simpson = np.array([1.0, *[4.0, 2.0] * (SUBSTEPS // 2 - 1), 4.0, 1.0]) / (3.0 * SUBSTEPS)
        inside = nodes[:, :1] + places * length[:, None]
        inside[:, -1] = np.nextafter(inside[:, -1], inside[:, 0])  # of this interval, not the next
        finer = functions.values(self.at(inside.ravel()), inside.ravel())[:, -1]
        of_stages = functions.values(self.w, t)[:, -1][mesh.of_interval]
        off = finer.reshape(inside.shape) @ simpson - of_stages @ np.array(mesh.method.F[0])
        whole = max(abs(self.optimum.objective), 1e-300)
        return np.asarray(np.abs(off) * length / whole)


def solve_on_meshes(
    functions: NodeFunctions,
    mesh: Mesh,
    conditions: Conditions,
    kept: Kept,
    guesses: Sequence[tuple[np.ndarray, np.ndarray]],
    enough: int,
    tolerance: float,
    most: int,
    search: Search = own_search,
) -> Solution:
    """Return the best solution, each on a mesh that is refined until errors are below a tolerance.

    kept: which states follow their rates, from w at the nodes of a mesh; guesses: w at the nodes of
    the first mesh, and durations, searched in turn until so many as `enough` have led to motions;
    most: intervals of the finest mesh.
    """

    def solution(mesh: Mesh, w: np.ndarray, T: np.ndarray, barrier: float) -> Solution:
        tr = Transcription(functions, mesh, conditions, kept(mesh, w))
        optimum = search(tr.program, tr.unknowns(w, T), barrier)
        return Solution(tr, *tr.parts(optimum.z), optimum)

    def refinement(now: Solution) -> Solution:
        rounds: list[Round] = []
        while True:
            tr, mesh, optimum = now.transcription, now.mesh, now.optimum
            chosen = kept(mesh, now.w)
            errors = now.errors()
            change = _change(optimum.objective, rounds)
            largest = float(np.max(errors))
            rounds.append(Round(mesh.intervals, optimum.objective, largest, change, optimum.steps))
            found = replace(now, rounds=tuple(rounds))
            pieces = _pieces(errors, tolerance, mesh.method.order)
            if change > tolerance:
                pieces = np.maximum(pieces, np.where(now.kinks(), 2, 1))
            again = not np.array_equal(chosen, tr.kept) and len(rounds) < 3
            done = int(np.sum(pieces)) == mesh.intervals and not again
            if done or not optimum.met or int(np.sum(pieces)) > most or len(rounds) >= ROUNDS:
                return found
            finer = mesh.with_pieces(pieces)
            now = solution(finer, found.on(finer), found.T, WARM)
            if not now.closed:
                return found

    first: list[Solution] = []
    for guess in guesses:
        first.append(solution(mesh, *guess, FIRST))
        if sum(one.closed for one in first) >= enough:
            break
    closed = _different([one for one in first if one.closed], tolerance)
    return _best([refinement(one) for one in closed], tolerance) if closed else first[0]


def _different(found: list[Solution], tolerance: float) -> list[Solution]:
    """Return the solutions whose objectives are those of none before."""
    kept: list[Solution] = []
    for one in found:
        f = one.optimum.objective
        if all(abs(f - other.optimum.objective) > tolerance * abs(f) for other in kept):
            kept.append(one)
    return kept


def _best(found: list[Solution], tolerance: float) -> Solution:
    """Return the best solution with the objectives of worse ones, the first of equal ones.

    What the equations of motion agree with comes before what they do not, whose objective may be
    too low; then a motion whose search has ended.
    """

    def rank(one: Solution) -> tuple[bool, bool, float]:
        return one.error > tolerance, not one.optimum.met, one.optimum.objective

    ordered = [min(found, key=rank)]
    trusted = [one for one in found if one.error <= tolerance and one.optimum.met]
    ordered = _different([*ordered, *sorted(trusted, key=rank)], tolerance)
    others = tuple(one.optimum.objective for one in ordered[1:])
    return replace(ordered[0], others=others)


def _change(objective: float, rounds: list[Round]) -> float:
    """Return by how much an objective differs from that of the mesh before, over its size."""
    if not rounds:
        return np.inf
    return abs(objective - rounds[-1].objective) / max(abs(objective), 1e-300)


def _pieces(errors: np.ndarray, tolerance: float, order: int) -> np.ndarray:
    """Return into how many pieces intervals are cut."""
    over = np.minimum(errors / (0.5 * tolerance), 1e12)
    found = np.ceil(over ** (1.0 / (order + 1))).astype(int)
    return np.where(errors <= tolerance, 1, np.clip(found, 2, MOST_PIECES))
