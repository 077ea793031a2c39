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
        """Where Jacobian and Hessian may have numbers; durations touch everything."""
        f, n, phases = self.functions, self.mesh.nodes, self.mesh.phases
        by_w = abs(self._of_nodes(np.ones((n, len(f.slope_places[0]))))[0])
        L, G, _ = self._defects
        rows = sparse.vstack([abs(L) + abs(G) @ by_w, by_w[self._direct[0]]])
        rows = sparse.hstack([rows, sparse.csr_matrix(np.ones((rows.shape[0], phases)))])
        inner = self._inner(np.ones((n, len(f.curvature_places[0]))))
        edge = sparse.csc_matrix(np.ones((n * f.nw, phases)))
        corner = sparse.csc_matrix(np.ones((phases, phases)))
        return rows.tocsc(), sparse.bmat([[inner, edge], [edge.T, corner]]).tocsc()

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
        by_w, by_t = self._of_nodes(D)
        by_T = by_t[:, None] * np.repeat(self.mesh.shares, self.n_values, axis=0)
        L, G, phase = self._defects
        weights = sparse.diags(T[phase]) @ G
        own = np.zeros((len(phase), self.mesh.phases))
        own[np.arange(len(phase)), phase] = G @ F.ravel()
        direct = self._direct[0]
        A = sparse.vstack(
            [
                sparse.hstack([L + weights @ by_w, sparse.csr_matrix(own + weights @ by_T)]),
                sparse.hstack([by_w[direct], sparse.csr_matrix(by_T[direct])]),
            ]
        )
        goals = self._quadrature
        at = np.zeros((self.mesh.nodes, self.n_values))
        at[:, -1] = T @ goals
        gradient = np.concatenate(
            [by_w.T @ at.ravel(), by_T.T @ at.ravel() + goals @ F[:, -1] + self.conditions.weight]
        )
        scale = self._scale(T)
        return gradient * scale, (A @ sparse.diags(scale)).tocsr()

    def _of_nodes(self, D: np.ndarray) -> tuple[sparse.csr_matrix, np.ndarray]:
        """Return the derivatives of all F by all w, and by the time of each."""
        f, n = self.functions, self.mesh.nodes
        rows, columns = f.slope_places
        of_w = columns < f.nw
        node = np.arange(n)[:, None]
        at = (node * self.n_values + rows[of_w]).ravel(), (node * f.nw + columns[of_w]).ravel()
        shape = (n * self.n_values, n * f.nw)
        by_w = sparse.csr_matrix((D[:, of_w].ravel(), at), shape=shape)
        by_t = np.zeros((n, self.n_values))
        by_t[:, rows[~of_w]] = D[:, ~of_w]
        return by_w, by_t.ravel()

    def _inner(self, H: np.ndarray) -> sparse.csc_matrix:
        """Return the second derivatives of nodes by w, as blocks."""
        f, n = self.functions, self.mesh.nodes
        rows, columns = f.curvature_places
        node = np.arange(n)[:, None]
        inner = (rows < f.nw) & (columns < f.nw)
        at = (node * f.nw + rows[inner]).ravel(), (node * f.nw + columns[inner]).ravel()
        return sparse.csc_matrix((H[:, inner].ravel(), at), shape=(n * f.nw, n * f.nw))

    def _curvature(self, z: np.ndarray, goal: float, y: np.ndarray) -> sparse.csc_matrix:
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
        of_w = self._inner(H)
        # derivatives by a duration: of the factor T_p of rates and goals, and of times
        F, D = f.slopes(w, t)
        by_w, by_t = self._of_nodes(D)
        mixed = (rows < f.nw) & (columns == f.nw)
        of_wt = np.zeros((n, f.nw))
        of_wt[:, rows[mixed]] = H[:, mixed]
        twice = (rows == f.nw) & (columns == f.nw)
        of_tt = H[:, twice].sum(axis=1)
        shares = self.mesh.shares
        edge, corner = np.zeros((n * f.nw, phases)), shares.T @ (of_tt[:, None] * shares)
        for p in range(phases):
            c = (G.T @ np.where(phase == p, own, 0.0)).reshape(n, self.n_values)
            c[:, -1] += goal * self._quadrature[p]
            edge[:, p] = by_w.T @ c.ravel() + (of_wt * shares[:, p : p + 1]).ravel()
            moved = (c.ravel() * by_t).reshape(n, -1).sum(axis=1) @ shares
            corner[p] += moved
            corner[:, p] += moved
            # by the logarithm of a duration: its slope once more
            slope = c.ravel() @ F.ravel() + goal * self.conditions.weight
            slope += ((m.ravel() * by_t).reshape(n, -1).sum(axis=1) @ shares)[p]
            corner[p, p] += slope / T[p]
        edge_ = sparse.csc_matrix(edge)
        whole = sparse.bmat([[of_w, edge_], [edge_.T, sparse.csc_matrix(corner)]])
        scale = sparse.diags(self._scale(T))
        return (scale @ whole @ scale).tocsc()
