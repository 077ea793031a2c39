"""Forward dynamics with loops in generated code: row selection, watches, and the way back.

The rows that enter the kernel are independent: either all (when none is redundant), or T times
all, with T chosen by pivoting at a state and chosen again when a watch falls too low. Where
there is no inertia in some coordinate, so that M cannot be factored alone, the dense solution
of `motion` is used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.solvers.rank import ScaledMatrix, row_lengths, vanishing_rows
from sarrus.system.checks import numbers
from sarrus.system.one_state.mobility import mobility_at, nearby_positions
from sarrus.system.quantities import loop_equations
from sarrus.system.rows.motion import motion
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.kernels import Kernel
    from sarrus.system.flow.driven_rows import Driven
    from sarrus.system.system import System

WATCH = 0.05
"""A watch below this asks for another choice of rows."""
REGULAR = 1e-9
"""A watch below this is that of a singular position: the state is solved densely."""


class ClosedDynamics:
    """The constrained accelerations of one system, natively where M can be factored."""

    def __init__(self, system: System) -> None:
        self.system = system

    def __reduce__(self) -> tuple[type, tuple[System]]:
        """Pickle the system alone: kernels and ranks are made again."""
        return type(self), (self.system,)

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """Rows that are not zero whatever the position, by trial at a few random positions."""
        return self.kept_with(())

    def kept_with(self, last: tuple[np.ndarray, ...]) -> tuple[int, ...]:
        """Return `kept` for values of the inputs."""
        system = self.system
        random = np.random.default_rng(1853)
        loops = system.compiled.loops
        size = np.zeros(loops.m)
        for _ in range(3):
            q = system.add(
                system.neutral(),
                random.uniform(-1, 1, system.nv) * system.compiled.loops.column_scale,
            )
            Phi = (
                np.abs(system.compiled.loops.closure(q, *last)[1])
                * system.compiled.loops.column_scale
            )
            size = np.maximum(
                size, system.compiled.loops.row_scale * np.max(Phi, axis=1, initial=0.0)
            )
        return tuple(int(k) for k in np.flatnonzero(size > 1e-12))

    @cached_property
    def rank(self) -> int:
        """Rank of the rows in general position."""
        return self.system.mobility().generic_rank

    @cached_property
    def is_drawn(self) -> bool:
        """Whether the drawing shows all loops closed, so that ranks can be told from it.

        Joints that are made on the way need not, and their frames are inputs.
        """
        return all(joint.type.is_drawn for joint in self.system.topology.holding)

    def rank_from(self, q: np.ndarray, last: tuple[np.ndarray, ...]) -> int:
        """Return `rank`, as it is seen from a position where the drawing does not tell it."""
        if self.is_drawn:
            return self.rank
        here = State(self.system, np.asarray(q, dtype=float), np.zeros(self.system.nv))
        return mobility_at(self.system, here, last).generic_rank

    @property
    def mixing(self) -> bool:
        """Whether there are more rows than their rank."""
        return len(self.kept) > self.rank

    @cached_property
    def kernel(self) -> Kernel:
        """The native kernel: (q, v, tau[, T]) to vdot, multipliers, watches."""
        system = self.system
        scale = tuple(float(s) for s in system.compiled.loops.row_scale)
        equation = partial(
            loop_equations.closed_forward, kept=self.kept, mixing=self.mixing, scale=scale
        )
        shapes: dict[str, tuple[int, ...]] = {
            "q": (system.nq,),
            "v": (system.nv,),
            "tau": (system.nv,),
        }
        if self.mixing:
            shapes["T"] = (self.rank, len(self.kept))
        name = f"closed_forward {self.kept} {self.rank}"
        return system.compiled.compiler.make(name, shapes, equation, finite=True)

    @cached_property
    def call(self) -> Callable[..., Any]:
        """The kernel as a function."""
        return self.kernel.call

    @cached_property
    def forward(self) -> Callable[..., np.ndarray]:
        """Vdot of (q, v, tau), in one native call where the rows in use serve.

        With last inputs: (q, v, tau, T, *last), T only where rows are mixed.
        """
        if self.massless or self.system.compiled.loops.bearings:
            return self._accelerations
        compiler = self.system.compiled.compiler
        rows = {"T": self.usual} if self.mixing else {}
        watch = Watch(2, WATCH if self.mixing else REGULAR)
        values = {**rows, **compiler.defaults}
        return compiler.factory.guarded_call(self.kernel, values, watch, self._accelerations)

    def _accelerations(self, q: Any, v: Any, tau: Any, *more: Any) -> np.ndarray:
        """Return vdot where the native call does not: of rows, of states that are not served."""
        rows, last = (more[0], more[1:]) if self.mixing and more else (None, more)
        return self.accelerations(q, v, tau, last, rows)

    def accelerations(
        self,
        q: Any,
        v: Any,
        tau: Any,
        last: tuple[np.ndarray, ...] = (),
        rows: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return vdot with the loops kept closed, of one state or of rows of states.

        rows: a `choice` to begin with. Which rows are mixed at a state depends on nothing but the
        arguments and the system, so that the same call gives the same bits, whatever was asked
        before, in any thread. A state that a choice does not serve has its own, and at singular
        positions the dense solution; the others of a call keep theirs.
        """
        if self.massless or self.system.compiled.loops.bearings:
            return self._each(self._dense, q, v, tau, last)
        least = REGULAR
        if not self.mixing:
            vdot, _, watch = self.call(q, v, tau, *last)
        else:
            least = WATCH
            T = self.usual if rows is None else rows
            vdot, _, watch = self.call(q, v, tau, T, *last)
        if watch.min(initial=least) >= least:
            return vdot
        served = np.min(watch, axis=-1) >= least
        return self._each(self._alone, q, v, tau, last, vdot, served)

    def _alone(self, q: Any, v: Any, tau: Any, last: tuple[np.ndarray, ...]) -> np.ndarray:
        """Return vdot of one state with a choice of rows of its own, or densely."""
        if self.mixing:
            vdot, _, watch = self.call(q, v, tau, self.choice(q, last), *last)
            if np.min(watch) >= REGULAR:
                return vdot
        return self._dense(q, v, tau, last)

    def _each(
        self,
        solve: Callable[..., np.ndarray],
        q: Any,
        v: Any,
        tau: Any,
        last: tuple[np.ndarray, ...],
        found: np.ndarray | None = None,
        served: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return vdot of one state, or of rows of which those that are served stay as found."""
        sizes = (self.system.nq, self.system.nv, self.system.nv)
        arrays = [np.asarray(x, dtype=float) for x in (q, v, tau)]
        lead = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
        if not lead:
            return solve(*arrays, last)
        for name, x, size in zip(("q", "v", "tau"), arrays, sizes, strict=True):
            numbers(f"{name} of a state", x.reshape(-1, x.shape[-1])[0], size)
        whole = [
            np.broadcast_to(x, (*lead, x.shape[-1])).reshape(-1, size)
            for x, size in zip(arrays, sizes, strict=True)
        ]
        count = len(whole[0])
        out = np.empty((count, self.system.nv)) if found is None else found.reshape(count, -1)
        open_ = range(count) if served is None else np.flatnonzero(~served.ravel())
        for k in open_:
            out[k] = solve(*(x[k] for x in whole), last)
        return out.reshape(*lead, self.system.nv)

    @cached_property
    def massless(self) -> bool:
        """Whether M is singular by itself: leaves without inertia that only loops hold."""
        M = self.system.mass_matrix(self.system.neutral())
        scaled = (
            self.system.compiled.loops.column_scale[:, None]
            * M
            * self.system.compiled.loops.column_scale
        )
        weights = np.linalg.eigvalsh(scaled)
        return bool(weights[0] <= 1e-13 * weights[-1])

    @cached_property
    def penalty(self) -> float:
        """The weight of Phi^T Phi that is added to a singular M, 0 where it is regular."""
        if not self.massless:
            return 0.0
        loops, q = self.system.compiled.loops, self.system.assemble().q
        rows = loops.row_scale[:, None] * loops.closure(q)[1]
        size = float(np.trace(self.system.mass_matrix(q))) or 1.0  # any, where nothing has mass
        return size / float(np.sum(rows * rows))

    @cached_property
    def usual(self) -> np.ndarray:
        """The choice of rows at the assembled position."""
        return self.choice(self.system.assemble().q)

    def choice(self, q: Any, last: tuple[np.ndarray, ...] = ()) -> np.ndarray:
        """Return T that picks well-conditioned independent rows at a position."""
        at = numbers("q", q, self.system.nq)
        Phi = self.system.compiled.loops.closure(at, *last)[1][list(self.kept)]
        scaled = (
            self.system.compiled.loops.row_scale[list(self.kept), None]
            * Phi
            * self.system.compiled.loops.column_scale
        )
        u = np.linalg.svd(scaled)[0][:, : self.rank]
        return np.ascontiguousarray(u.T * self.system.compiled.loops.row_scale[list(self.kept)])

    def _dense(self, q: Any, v: Any, tau: Any, last: tuple[np.ndarray, ...]) -> np.ndarray:
        system = self.system
        state = State(system, numbers("q", q, system.nq), numbers("v", v, system.nv))
        efforts = dict(zip(system.velocities, numbers("tau", tau, system.nv), strict=True))
        ext = np.zeros((len(system.topology.branches), 6))
        return motion(state, efforts, {}, [], ext, False, last).vdot


class RowChoice:
    """Which rows of the loops and of driven coordinates are in use, and how they are mixed.

    The rank is that of general position for the loops alone, and that at `q` with drives.
    """

    def __init__(
        self,
        dynamics: ClosedDynamics,
        driven: tuple[Driven, ...],
        q: np.ndarray,
        last: tuple[np.ndarray, ...] = (),
    ) -> None:
        self.dynamics, self.driven = dynamics, driven
        self._q, self._last = q, last
        loops = dynamics.system.compiled.loops
        extra = self._extra(q, last)
        norms = row_lengths(extra, loops.column_scale)
        # the rows of cut joints depend on q, and kernels are shared by positions: powers of two,
        # which round nothing, so that it does not matter whose they are
        moves = np.array([d.cut is not None for d in driven], dtype=bool)
        norms = np.where(moves, 2.0 ** np.round(np.log2(norms)), norms)
        self.scale = np.concatenate([loops.row_scale, 1.0 / norms])
        if driven:
            Phi = loops.closure(np.asarray(q, dtype=float), *last)[1]
            self.rank = loops.scaled_matrix(Phi, extra).rank
            if np.any(vanishing_rows(extra, loops.column_scale)):  # here, but perhaps not nearby
                near = nearby_positions(dynamics.system, q, loops.scaled_closing(Phi), last)
                ranks = [loops.scaled_matrix(*self._apart(x, last)).rank for x in near]
                self.rank = max([self.rank, *ranks])
        else:
            self.rank = dynamics.rank if dynamics.is_drawn else self._own_rank
        kept = dynamics.kept if dynamics.is_drawn else dynamics.kept_with(last)
        self.kept = (*kept, *range(loops.m, loops.m + len(driven)))

    @cached_property
    def _own_rank(self) -> int:
        """The rank of the loops alone, in general position."""
        return self.dynamics.rank_from(self._q, self._last)

    @property
    def mixing(self) -> bool:
        """Whether there are more rows than their rank."""
        return len(self.kept) > self.rank

    @cached_property
    def holonomic(self) -> tuple[bool, ...] | None:
        """Which rows in use close positions, None where all do; mixed ones do first."""
        every = self.closes_positions
        if np.all(every):
            return None
        if not self.mixing:
            return tuple(bool(closes) for closes in every)
        return (True,) * self._closing_rank + (False,) * (self.rank - self._closing_rank)

    @property
    def closes_positions(self) -> np.ndarray:
        """Whether each row that is kept, mixed or not, closes positions."""
        loops = self.dynamics.system.compiled.loops
        return np.concatenate([loops.holonomic, np.ones(len(self.driven), bool)])[list(self.kept)]

    @cached_property
    def closing(self) -> tuple[int, ...] | None:
        """The rows that close positions by themselves, where all rows are mixed; else None.

        With noise in the data, or without inertia, positions are closed by rows that are mixed.
        """
        loops = self.dynamics.system.compiled.loops
        if not self.mixing or self.holonomic is None:
            return None
        if loops.set_aside is not None or self.dynamics.massless:
            return None
        return tuple(np.array(self.kept)[self.closes_positions].tolist())

    @cached_property
    def _closing_rank(self) -> int:
        """The rank of the rows that close positions, where rows are mixed."""
        kept = np.array(self.kept)[self.closes_positions]
        columns = self.dynamics.system.compiled.loops.column_scale
        rows = self.all_rows(self._q, self._last)[kept]
        return ScaledMatrix(rows, self.scale[kept], columns).rank

    @cached_property
    def overdriven(self) -> bool:
        """Whether drives may be more than the freedoms that they move."""
        laws = sum(not d.is_held for d in self.driven)
        return laws > 0 and self.rank < self._own_rank + len(self.driven)

    def _extra(self, q: np.ndarray, last: tuple[np.ndarray, ...]) -> np.ndarray:
        system = self.dynamics.system
        rows = np.zeros((len(self.driven), system.nv))
        C = system.compiled.loops.closure(np.asarray(q, dtype=float), *last)[3]
        for k, d in enumerate(self.driven):
            if d.cut is None:
                rows[k, d.v] = 1.0
            else:
                joint = system.topology.cuts[d.cut[0]].name
                rows[k] = C[system.compiled.loops.cut_v[joint].start + d.cut[1]]
        return rows

    def _apart(self, q: np.ndarray, last: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Return Phi_v and the rows of driven coordinates."""
        return self.dynamics.system.compiled.loops.closure(q, *last)[1], self._extra(q, last)

    def all_rows(self, q: np.ndarray, last: tuple[np.ndarray, ...] = ()) -> np.ndarray:
        """Return Phi_v with a row for each driven coordinate at its end."""
        Phi = self.dynamics.system.compiled.loops.closure(np.asarray(q, dtype=float), *last)[1]
        return np.vstack([Phi, self._extra(q, last)])

    def choice(
        self, q: np.ndarray, last: tuple[np.ndarray, ...] = (), apart: bool = False
    ) -> np.ndarray:
        """Return T that picks well-conditioned independent rows at a position.

        apart: whether the first rows of T mix only those that close positions, as `holonomic`
        says. They may lose rank where all rows together do not, and the others then do not help.
        """
        kept = list(self.kept)
        columns = self.dynamics.system.compiled.loops.column_scale
        scaled = self.scale[kept, None] * self.all_rows(q, last)[kept] * columns
        if self.holonomic is not None and (apart or self.closing is None):
            return self._choice_apart(scaled)
        u = np.linalg.svd(scaled)[0][:, : self.rank]
        return np.ascontiguousarray(u.T * self.scale[kept])

    def choices(self, Phi: np.ndarray, C: np.ndarray) -> np.ndarray:
        """Return T of each of many positions, by Phi_v and the rows of cut joints' rates there.

        T of a position that is not finite is 0.
        """
        loops, kept = self.dynamics.system.compiled.loops, list(self.kept)
        extra = np.zeros((len(Phi), len(self.driven), Phi.shape[2]))
        for k, d in enumerate(self.driven):
            if d.cut is None:
                extra[:, k, d.v] = 1.0
            else:
                joint = loops.cuts[d.cut[0]].name
                extra[:, k] = C[:, loops.cut_v[joint].start + d.cut[1]]
        rows = np.concatenate([Phi, extra], axis=1)[:, kept]
        scaled = self.scale[kept, None] * rows * loops.column_scale
        finite = np.all(np.isfinite(scaled), axis=(1, 2))
        T = np.zeros((len(Phi), self.rank, len(kept)))
        if self.holonomic is not None and self.closing is None:
            T[finite] = [self._choice_apart(x) for x in scaled[finite]]
        elif np.any(finite):
            u = np.linalg.svd(scaled[finite])[0][:, :, : self.rank]
            T[finite] = np.swapaxes(u, 1, 2) * self.scale[kept]
        return T

    def _choice_apart(self, scaled: np.ndarray) -> np.ndarray:
        """Return T whose first rows mix those that close positions, and the rest the others.

        Of rows of velocities alone, what counts is what the others leave free.
        """
        first, scale = self.closes_positions, self.scale[list(self.kept)]
        u, _, vt = np.linalg.svd(scaled[first])
        others = np.linalg.svd(scaled[~first] @ vt[self._closing_rank :].T)[0]
        T = np.zeros((self.rank, len(self.kept)))
        T[: self._closing_rank, first] = u[:, : self._closing_rank].T * scale[first]
        T[self._closing_rank :, ~first] = (
            others[:, : self.rank - self._closing_rank].T * scale[~first]
        )
        return T
