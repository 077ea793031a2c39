"""From an optimal motion on a mesh to a nonlinear programme.

Unknowns are w = (x, ...) at the nodes, states first, and the durations T of the phases, by their
logarithms. With
F = (rates, rows, asked, goal) at a node, all conditions and the objective have the form

    L w + sum_p T_p G_p F   or   F itself,

so that Jacobian and Hessian are sparse products of those of the nodes, which are exact.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from scipy import sparse

from sarrus.late_dataclass import dataclass
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.fixed_places import FixedPlaces
from sarrus.solvers.interior_point import SparseProgram

REACH = 0.5
"""The most by which the logarithm of a duration changes in a step of a search."""
Places = tuple[np.ndarray, np.ndarray]


class NodeFunctions(Protocol):
    """F(w, t) = (rates of the nx states, rows that vanish, asked values, goal), row by row.

    controls: which of w are free functions of time. Derivatives are by (w, t), at `slope_places`
    and `curvature_places` (rows, columns): the numbers that are not always 0.
    """

    @property
    def nx(self) -> int:
        """Number of states."""
        ...

    @property
    def nw(self) -> int:
        """Length of w."""
        ...

    @property
    def n_rows(self) -> int:
        """Number of rows that vanish."""
        ...

    @property
    def n_asked(self) -> int:
        """Number of asked values."""
        ...

    @property
    def controls(self) -> slice:
        """Where controls are in w."""
        ...

    @property
    def slope_places(self) -> Places:
        """Rows and columns of derivatives."""
        ...

    @property
    def curvature_places(self) -> Places:
        """Rows and columns of second derivatives."""
        ...

    def values(self, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return F, nodes over values."""
        ...

    def slopes(self, w: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return F and its derivatives, nodes over places."""
        ...

    def curvature(self, w: np.ndarray, t: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the second derivatives of y . F, nodes over places; both halves."""
        ...

    def rates(self, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return the rates of states that the equations give, solved for whatever else is in w."""
        ...


@dataclass(frozen=True)
class Condition:
    """Bounds at the place where phase `place` begins (or the last ends): of w or an asked value."""

    place: int
    index: int
    low: float
    high: float
    asked: bool = False


@dataclass(frozen=True)
class Conditions:
    """What a motion must keep: bounds of w, of asked values, of durations, and at places.

    weight: of the whole duration in the objective, beside the integral of the goal; start: the
    time at which the motion begins; scale: sizes of usual values of w.
    """

    lower: np.ndarray
    upper: np.ndarray
    low: np.ndarray
    high: np.ndarray
    durations: tuple[tuple[float, float], ...]
    places: tuple[Condition, ...]
    scale: np.ndarray
    weight: float = 0.0
    start: float = 0.0


@dataclass(frozen=True)
class Transcription:
    """A motion on a mesh as a programme.

    kept: which states follow from their rates on each interval, intervals over states: of others
    the rows decide.
    """

    functions: NodeFunctions
    mesh: Mesh
    conditions: Conditions
    kept: np.ndarray

    # --- unknowns -----------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return self.mesh.nodes * self.functions.nw + self.mesh.phases

    @property
    def n_values(self) -> int:
        """Number of values at a node."""
        f = self.functions
        return f.nx + f.n_rows + f.n_asked + 1

    def parts(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return w at the nodes and the durations."""
        phases = self.mesh.phases
        w = z[:-phases] * self._scale_of_w
        return w.reshape(self.mesh.nodes, -1), np.exp(z[-phases:])

    def unknowns(self, w: np.ndarray, T: np.ndarray) -> np.ndarray:
        """Return the unknowns: w over its usual size, and logarithms of durations.

        A duration cannot vanish so, where w would not matter any more.
        """
        return np.concatenate([w.ravel() / self._scale_of_w, np.log(T)])

    def times(self, T: np.ndarray) -> np.ndarray:
        """Return the times of the nodes."""
        return self.conditions.start + self.mesh.shares @ T

    @cached_property
    def _scale_of_w(self) -> np.ndarray:
        """Sizes of usual values of w at all nodes."""
        return np.tile(self.conditions.scale, self.mesh.nodes)

    def _scale(self, T: np.ndarray) -> np.ndarray:
        """Return how w and durations change with the unknowns."""
        return np.concatenate([self._scale_of_w, T])

    # --- conditions ---------------------------------------------------------------------------

    @cached_property
    def _defects(self) -> tuple[sparse.csr_matrix, sparse.csr_matrix, np.ndarray]:
        """L, G and the phase of each condition that states follow their rates."""
        mesh, f, method = self.mesh, self.functions, self.mesh.method
        k, state = np.nonzero(self.kept)
        columns = mesh.of_interval[k]
        n, stages = len(k), len(method.stages)
        left, right = [], []
        size = 1.0 / self.conditions.scale[state]
        for X, F in zip(method.X, method.F, strict=True):
            rows = np.repeat(np.arange(n), stages)
            of_w = (columns * f.nw + state[:, None]).ravel()
            of_F = (columns * self.n_values + state[:, None]).ravel()
            x = (size[:, None] * np.array(X)).ravel()
            h = (-size[:, None] * mesh.h[k][:, None] * np.array(F)).ravel()
            left.append(sparse.csr_matrix((x, (rows, of_w)), shape=(n, mesh.nodes * f.nw)))
            right.append(
                sparse.csr_matrix((h, (rows, of_F)), shape=(n, mesh.nodes * self.n_values))
            )
        phase = np.tile(mesh.phase[k], len(method.X))
        straight = self._straight
        left.append(straight)
        right.append(sparse.csr_matrix((straight.shape[0], mesh.nodes * self.n_values)))
        phase = np.concatenate([phase, np.zeros(straight.shape[0], dtype=int)])
        return sparse.vstack(left).tocsr(), sparse.vstack(right).tocsr(), phase

    @property
    def _straight(self) -> sparse.csr_matrix:
        """Rows by which controls go straight from one end of an interval to the other.

        So they do not swing between nodes where a state is held at its limit, and keep their own
        limits everywhere.
        """
        mesh, f = self.mesh, self.functions
        chosen = np.arange(f.nw)[f.controls]
        ends, columns, numbers = mesh.of_interval[:, [0, -1]], [], []
        for j, s in enumerate(mesh.method.stages[1:-1], 1):
            for u in chosen:
                nodes = np.column_stack([ends[:, 0], mesh.of_interval[:, j], ends[:, 1]])
                columns.append(nodes * f.nw + u)
                own = np.array([s - 1.0, 1.0, -s]) / self.conditions.scale[u]
                numbers.append(np.tile(own, (mesh.intervals, 1)))
        n = len(columns) * mesh.intervals
        if not n:
            return sparse.csr_matrix((0, mesh.nodes * f.nw))
        at = np.repeat(np.arange(n), 3), np.concatenate(columns).ravel()
        return sparse.csr_matrix(
            (np.concatenate(numbers).ravel(), at), shape=(n, mesh.nodes * f.nw)
        )

    @cached_property
    def _quadrature(self) -> np.ndarray:
        """Weights of the goal at the nodes, for each phase: phases over nodes."""
        mesh = self.mesh
        found = np.zeros((mesh.phases, mesh.nodes))
        share = mesh.h[:, None] * np.array(mesh.method.F[0])
        np.add.at(found, (mesh.phase[:, None], mesh.of_interval), share)
        return found

    @cached_property
    def _direct(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Places in F of values that have bounds themselves, and these."""
        f, n = self.functions, self.mesh.nodes
        low = np.full((n, self.n_values), -np.inf)
        high = np.full((n, self.n_values), np.inf)
        rows, asked = f.nx, f.nx + f.n_rows
        low[:, rows:asked] = high[:, rows:asked] = 0.0
        low[:, asked:-1], high[:, asked:-1] = self.conditions.low, self.conditions.high
        for c in self.conditions.places:
            if c.asked:
                at = self.mesh.places[c.place], asked + c.index
                low[at], high[at] = max(low[at], c.low), min(high[at], c.high)
        places = np.flatnonzero(np.isfinite(low) | np.isfinite(high))
        return places, low.ravel()[places], high.ravel()[places]

    @cached_property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Bounds of the unknowns."""
        c, n = self.conditions, self.mesh.nodes
        lower, upper = np.tile(c.lower, (n, 1)), np.tile(c.upper, (n, 1))
        for own in c.places:
            if not own.asked:
                at = self.mesh.places[own.place], own.index
                lower[at], upper[at] = max(lower[at], own.low), min(upper[at], own.high)
        T = np.array(c.durations)
        return self.unknowns(lower, T[:, 0]), self.unknowns(upper, T[:, 1])

    @cached_property
    def program(self) -> SparseProgram:
        """The programme."""
        L, _, _ = self._defects
        _, low, high = self._direct
        closed = np.zeros(L.shape[0])
        rows = np.concatenate([closed, low]), np.concatenate([closed, high])
        reach = np.full(self.size, np.inf)
        reach[-self.mesh.phases :] = REACH
        lower, upper = self.bounds
        return SparseProgram(
            lower, upper, *rows, self._values, self._slopes, self._curvature, self._places, reach
        )

    @property
    def _places(self) -> tuple[sparse.csc_matrix, sparse.csc_matrix]:
        """Where Jacobian and Hessian may have numbers."""
        listed = (self._slope_entries.places, self._curvature_entries[1])
        slopes, curvature = (own.matrix(np.ones(len(own.rows))).tocsc() for own in listed)
        return slopes, curvature

    # --- functions ----------------------------------------------------------------------------

    def _values(self, z: np.ndarray) -> tuple[float, np.ndarray]:
        w, T = self.parts(z)
        F = self.functions.values(w, self.times(T))
        L, G, phase = self._defects
        defects = L @ w.ravel() + T[phase] * (G @ F.ravel())
        goal = float(T @ (self._quadrature @ F[:, -1])) + self.conditions.weight * float(np.sum(T))
        return goal, np.concatenate([defects, F.ravel()[self._direct[0]]])

    def _slopes(self, z: np.ndarray) -> tuple[np.ndarray, sparse.csr_matrix]:
        w, T = self.parts(z)
        F, D = self.functions.slopes(w, self.times(T))
        at, nodes, scale = self._slope_entries, self.mesh.nodes, self._scale(T)
        _, G, phase = self._defects
        by_t = self._by_time(D)
        rates = T[phase][:, None] * (G @ (by_t.ravel()[:, None] * self._shares_of_values))
        rates[np.arange(len(phase)), phase] += G @ F.ravel()
        direct = by_t.ravel()[self._direct[0]][:, None] * self._shares_of_values[self._direct[0]]
        numbers = D.ravel()
        values = [at.constant, at.weights * T[at.phase] * numbers[at.of_rates], rates.ravel(),
                  numbers[at.of_direct], direct.ravel()]  # fmt: skip
        A = at.places.matrix(np.concatenate(values) * scale[at.places.columns])
        goals = self._quadrature
        weight = T @ goals
        own = self._of_goal
        by_w = np.zeros((nodes, self.functions.nw))
        by_w[:, own[1]] = weight[:, None] * D[:, own[0]]
        by_T = (by_t[:, -1] * weight) @ self.mesh.shares + goals @ F[:, -1]
        return np.concatenate([by_w.ravel(), by_T + self.conditions.weight]) * scale, A

    @cached_property
    def _of_goal(self) -> tuple[np.ndarray, np.ndarray]:
        """Which derivatives are those of the goal by w, and by which w."""
        rows, columns = self.functions.slope_places
        own = np.flatnonzero((rows == self.n_values - 1) & (columns < self.functions.nw))
        return own, columns[own]

    @cached_property
    def _shares_of_values(self) -> np.ndarray:
        """How the time of each value changes with each duration."""
        return np.repeat(self.mesh.shares, self.n_values, axis=0)

    def _by_time(self, D: np.ndarray) -> np.ndarray:
        """Return the derivatives of F by the time, nodes over values."""
        rows, columns = self.functions.slope_places
        of_t = columns == self.functions.nw
        found = np.zeros((self.mesh.nodes, self.n_values))
        found[:, rows[of_t]] = D[:, of_t]
        return found

    @cached_property
    def _slope_entries(self) -> _SlopeEntries:
        f, n, phases = self.functions, self.mesh.nodes, self.mesh.phases
        L, G, phase = self._defects
        L, G = L.tocoo(), G.tocoo()
        rows, columns = f.slope_places
        begins, chosen = _by_row(rows, np.flatnonzero(columns < f.nw), self.n_values)

        def of_values(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            """Which of the values, where their derivatives by w are, and their columns."""
            node, row = np.divmod(values, self.n_values)
            counts = begins[row + 1] - begins[row]
            which = np.repeat(np.arange(len(values)), counts)
            within = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
            place = chosen[np.repeat(begins[row], counts) + within]
            return which, node[which] * len(rows) + place, node[which] * f.nw + columns[place]

        m, direct = len(phase), self._direct[0]
        g, of_rates, g_columns = of_values(G.col)
        d, of_direct, d_columns = of_values(direct)
        last = n * f.nw + np.arange(phases)
        at_rows = [L.row, G.row[g], np.repeat(np.arange(m), phases), m + d,
                   np.repeat(m + np.arange(len(direct)), phases)]  # fmt: skip
        at_columns = [L.col, g_columns, np.tile(last, m), d_columns, np.tile(last, len(direct))]
        places = FixedPlaces(
            np.concatenate(at_rows), np.concatenate(at_columns), (m + len(direct), self.size)
        )
        return _SlopeEntries(places, L.data, G.data[g], phase[G.row[g]], of_rates, of_direct)

    @cached_property
    def _curvature_entries(self) -> tuple[np.ndarray, FixedPlaces]:
        """Which second derivatives are by w alone, and all places: theirs, edges, corner."""
        f, n, phases = self.functions, self.mesh.nodes, self.mesh.phases
        rows, columns = f.curvature_places
        inner = np.flatnonzero((rows < f.nw) & (columns < f.nw))
        node, size = np.arange(n)[:, None] * f.nw, n * f.nw
        first = (node + rows[inner]).ravel(), (node + columns[inner]).ravel()
        edge = np.repeat(np.arange(size), phases), np.tile(size + np.arange(phases), size)
        corner = np.divmod(np.arange(phases**2), phases)
        at_rows = [first[0], *edge, size + corner[0]]
        at_columns = [first[1], *edge[::-1], size + corner[1]]
        shape = (self.size, self.size)
        return inner, FixedPlaces(np.concatenate(at_rows), np.concatenate(at_columns), shape)

    @cached_property
    def _columns_of_slopes(self) -> np.ndarray:
        """1 where a derivative is by this w: derivatives over w."""
        columns = self.functions.slope_places[1]
        return np.asarray(columns[:, None] == np.arange(self.functions.nw), dtype=float)

    def _curvature(self, z: np.ndarray, goal: float, y: np.ndarray) -> sparse.csr_matrix:
        w, T = self.parts(z)
        f, n, phases = self.functions, self.mesh.nodes, self.mesh.phases
        t = self.times(T)
        _, G, phase = self._defects
        own = y[: len(phase)]
        m = (G.T @ (T[phase] * own)).reshape(n, self.n_values)
        m.ravel()[self._direct[0]] += y[len(phase) :]
        m[:, -1] += goal * (T @ self._quadrature)
        H = f.curvature(w, t, m)
        rows, columns = f.curvature_places
        # derivatives by a duration: of the factor T_p of rates and goals, and of times
        F, D = f.slopes(w, t)
        by_t, of_row = self._by_time(D), f.slope_places[0]
        mixed = (rows < f.nw) & (columns == f.nw)
        of_wt = np.zeros((n, f.nw))
        of_wt[:, rows[mixed]] = H[:, mixed]
        twice = (rows == f.nw) & (columns == f.nw)
        of_tt = H[:, twice].sum(axis=1)
        shares = self.mesh.shares
        edge, corner = np.zeros((n, f.nw, phases)), shares.T @ (of_tt[:, None] * shares)
        for p in range(phases):
            c = (G.T @ np.where(phase == p, own, 0.0)).reshape(n, self.n_values)
            c[:, -1] += goal * self._quadrature[p]
            edge[:, :, p] = (D * c[:, of_row]) @ self._columns_of_slopes
            edge[:, :, p] += of_wt * shares[:, p : p + 1]
            moved = (c * by_t).sum(axis=1) @ shares
            corner[p] += moved
            corner[:, p] += moved
            # by the logarithm of a duration: its slope once more
            slope = float(np.sum(c * F)) + goal * self.conditions.weight
            slope += ((m * by_t).sum(axis=1) @ shares)[p]
            corner[p, p] += slope / T[p]
        inner, places = self._curvature_entries
        values = np.concatenate([H[:, inner].ravel(), edge.ravel(), edge.ravel(), corner.ravel()])
        scale = self._scale(T)
        return places.matrix(values * scale[places.rows] * scale[places.columns])


@dataclass(frozen=True)
class _SlopeEntries:
    """Entries of the Jacobian: L, then G times slopes of rates, durations, and of direct values.

    constant: of L; weights, phase: of entries of G; of_rates, of_direct: which slope of F each is.
    """

    places: FixedPlaces
    constant: np.ndarray
    weights: np.ndarray
    phase: np.ndarray
    of_rates: np.ndarray
    of_direct: np.ndarray


def _by_row(rows: np.ndarray, chosen: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the chosen places ordered by their rows, and where each row begins."""
    order = chosen[np.argsort(rows[chosen], kind="stable")]
    counts = np.bincount(rows[order], minlength=count)
    return np.concatenate([[0], np.cumsum(counts)]), order
