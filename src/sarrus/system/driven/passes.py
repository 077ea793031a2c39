"""Driven instants by the hundred: one native pass for positions, arrays for all the rest.

A pass serves drives of coordinates of the tree in mechanisms whose coordinates are angles and
lengths. What it has found is judged instant by instant as `Continuation` judges its steps; from the
first instant that is not plainly good, `Continuation` goes on with that one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.kernels.native import compile_function
from sarrus.late_dataclass import dataclass
from sarrus.solvers.assembly import CLOSED
from sarrus.solvers.rank import TOLERANCE, ScaledMatrix
from sarrus.system.driven.continuation import (
    AT_ONCE,
    BEND,
    FIT,
    MOST_KEPT,
    RESOLUTION,
    Continuation,
)
from sarrus.system.driven.instant import MET, SINGULAR, Position, PrescribedMotion, effort_at
from sarrus.system.driven.native_following import Following, follow
from sarrus.system.quantities import loop_equations
from sarrus.system.rows.motion import CONTRADICTION, Motion, given_efforts
from sarrus.system.state import State

FIRST_LENGTH = 16
"""Instants of the first pass after one that a pass has not served; more where all are."""


@dataclass(frozen=True, eq=False)
class ClosedPositions:
    """Closed positions at the instants of a pass, the one before them first, and their rows.

    accelerations: of what is driven, without the instant before; good: instants that are plainly
    good, the first among them.
    """

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    y: np.ndarray
    C: np.ndarray
    A: np.ndarray
    svd: tuple[np.ndarray, np.ndarray, np.ndarray]
    rank: int
    smallest: np.ndarray
    good: int
    accelerations: np.ndarray


class Passes:
    """Native passes along one prescribed motion."""

    def __init__(self, motion: PrescribedMotion, efforts: Mapping[str, Any]) -> None:
        self.motion, self.system = motion, motion.system
        self.efforts = efforts
        self.length = 1 << 30
        compiled = self.system.compiled
        self.loops = compiled.loops
        self.names = list(motion.laws)
        self.places = np.array(
            [k for name in self.names for _, k in compiled.rate_places(name)], dtype=np.int64
        )
        self.owner = [name for name in self.names for _ in compiled.rate_places(name)]
        d, nv = len(self.places), self.system.nv
        self._no_efforts = np.zeros(nv), np.zeros(self.loops.n_cut_v)
        self.E = np.zeros((d, nv))
        self.E[np.arange(d), self.places] = 1.0
        columns = self.loops.column_scale
        self.rows = np.concatenate([self.loops.row_scale, 1.0 / columns[self.places]])

    @staticmethod
    def serve(motion: PrescribedMotion, loads: Any) -> bool:
        """Whether a motion is one that passes are made for."""
        native = None if loads is not None else motion.native
        return native is not None and native.coordinates(tuple(motion.laws)).served

    def positions(self, way: Continuation, times: np.ndarray) -> ClosedPositions:
        """Return closed positions at the first of some times; `way` is where the motion is now."""
        some = times[: self.length]
        values, rates, accelerations = self._jets(some)
        return self._closed_positions(way, some[: len(values)], values, rates, accelerations)

    def _jets(self, times: np.ndarray) -> list[np.ndarray]:
        """Return values, rates and accelerations of what is driven, as far as the laws tell."""
        d, laws = len(self.places), tuple(self.motion.laws.values())
        parts = [law.jets(times) for law in laws]
        some = [part for part in parts if part is not None]
        if len(some) == len(laws):
            every = np.concatenate(some, axis=2)
            every = every if every.shape[2] == d else every[:0, :, :d]
        else:
            every = self._jets_one_by_one(times)
        return [np.ascontiguousarray(every[:, k]) for k in range(3)]

    def _jets_one_by_one(self, times: np.ndarray) -> np.ndarray:
        d, laws = len(self.places), tuple(self.motion.laws.values())
        rows = []
        for t in times.tolist():
            try:
                jets = np.concatenate([law(t) for law in laws], axis=1)
            except (ModelError, ValueError):  # said by the instant that it is of
                break
            if jets.shape != (3, d):
                break
            rows.append(jets)
        return np.array(rows).reshape(-1, 3, d)

    def _closed_positions(
        self,
        way: Continuation,
        times: np.ndarray,
        values: np.ndarray,
        rates: np.ndarray,
        accelerations: np.ndarray,
    ) -> ClosedPositions:
        here, n = way.here, len(times) + 1
        t = np.concatenate([[here.instant.t], times])
        nv, m, d = self.system.nv, self.loops.m, len(self.places)
        q, v = np.zeros((n, nv)), np.zeros((n, nv))
        q[0], v[0] = here.q, here.v
        before = np.zeros((1, d))
        kernel = self.loops.closure_kernel
        bound = BoundKernel(kernel, self._given)
        pass_ = Following(n=nv, m=m, d=d, count=n)
        pass_.bind(
            t=t, values=np.concatenate([before, values]).ravel(), places=self.places,
            rates=np.concatenate([before, rates]).ravel(), q=q.reshape(-1), v=v.reshape(-1),
            row_scale=self.loops.row_scale.copy(), column_scale=self.loops.column_scale.copy(),
            at_q=bound.inputs["q"], at_t=bound.inputs["t"], phi=bound.outputs["phi"],
            Phi=bound.outputs["Phi"].reshape(-1), A=np.zeros((m + d) * nv), b=np.zeros(m + d),
            x=np.zeros(nv), w=np.zeros((m + d) * nv + nv * nv + nv), closure=bound,
        )  # fmt: skip
        done = int(compile_function(follow)(pass_.address))
        jets = values[: done - 1], rates[: done - 1], accelerations[: done - 1]
        return self._judged_positions(way, t[:done], q[:done], *jets)

    @property
    def _given(self) -> Mapping[str, np.ndarray]:
        """The last inputs of kernels by name, the time excepted."""
        return dict(zip(self.system.compiled.compiler.defaults, self.motion.usual, strict=True))

    def _judged_positions(
        self,
        way: Continuation,
        t: np.ndarray,
        q: np.ndarray,
        values: np.ndarray,
        rates: np.ndarray,
        accelerations: np.ndarray,
    ) -> ClosedPositions:
        """Return positions with their rows, and how many are as `Continuation` wants them."""
        loops, n = self.loops, len(t)
        rows = {"q": q, "t": t[:, None]}
        out = outputs_of_rows(loops.closure_kernel, rows, self._given)
        phi, y, C = out["phi"], out["y"], out["C"]
        A = np.concatenate([out["Phi"], np.broadcast_to(self.E, (n, *self.E.shape))], axis=1)
        columns = loops.column_scale
        U, s, Vt = np.linalg.svd(self.rows[:, None] * A * columns)
        ranks = np.sum(s > TOLERANCE * np.maximum(s[:, :1], 1.0), axis=1)
        r = way.here.A.rank
        smallest = s[:, r - 1] / s[:, 0]
        right = np.concatenate([np.zeros((n - 1, loops.m)), rates], axis=1)
        part = np.swapaxes(U[1:, :, :r], 1, 2) @ (self.rows * right)[..., None]
        v = np.empty((n, self.system.nv))
        v[0] = way.here.v
        weighted = part[..., 0] * s[1:, :r] / s[1:, :r] ** 2
        v[1:] = columns * (np.swapaxes(Vt[1:, :r], 1, 2) @ weighted[..., None])[..., 0]
        good = np.ones(n, dtype=bool)
        good[1:] &= np.max(np.abs(loops.row_scale * phi[1:]), axis=1, initial=0.0) <= CLOSED
        good[1:] &= np.max(np.abs(values - q[1:, self.places]), axis=1, initial=0.0) <= MET
        good &= ranks == r
        good[1:] &= ~self._flipped_axes(rows)[1:]
        regular = np.maximum.accumulate(np.concatenate([[way.regular], smallest[1:]]))
        good[1:] &= smallest[1:] >= SINGULAR * regular[:-1]
        h = np.diff(t)[:, None]
        d = np.diff(q, axis=0) / columns
        p_0, p_1 = h * v[:-1] / columns, h * v[1:] / columns
        size = np.max(np.abs(np.stack([d, p_0, p_1])), axis=(0, 2), initial=0.0)
        off = np.max(np.abs(d - 0.5 * (p_0 + p_1)), axis=1, initial=0.0)
        bend = np.max(np.abs(p_1 - p_0), axis=1, initial=0.0)
        good[1:] &= (size <= AT_ONCE) & (off <= np.maximum(FIT * size, RESOLUTION))
        good[1:] &= (bend <= np.maximum(BEND * size, RESOLUTION)) & (h[:, 0] != 0.0)
        left = np.swapaxes(U[:-1, :, :r], 1, 2) @ U[1:, :, :r]
        kept = Vt[:-1, :r] @ np.swapaxes(Vt[1:, :r], 1, 2)
        good[1:] &= np.linalg.slogdet(left)[0] * np.linalg.slogdet(kept)[0] > 0.0
        stop = n if good.all() else int(np.argmin(good))
        y = self._cut_turns(way.here.cut_q, y, C, h * v[:-1])
        return ClosedPositions(t, q, v, y, C, A, (U, s, Vt), r, smallest, stop, accelerations)

    def _flipped_axes(self, rows: Mapping[str, np.ndarray]) -> np.ndarray:
        """Return at which positions a cut joint has an axis turned round."""
        loops = self.loops
        if not loops.cuts:
            return np.zeros(len(rows["q"]), dtype=bool)
        kernel = loops.kernel("cut_poses", ("q",), loop_equations.cut_poses)
        off = np.abs(outputs_of_rows(kernel, rows, self._given)["off"])
        limit = CLOSED * max(1.0, loops.length)
        return np.max(off, axis=(1, 2), initial=0.0) > limit

    def motions(self, found: ClosedPositions) -> list[Motion]:
        """Return accelerations, efforts and multipliers, as far as there is no doubt about them.

        As `rows.motion`, for many states: M a = h + A^T mu, A a = b, by the null space of A.
        """
        if found.good <= 1:
            return []
        system, loops, stop = self.system, self.loops, found.good
        m, r, columns, rows = loops.m, found.rank, loops.column_scale, self.rows
        t, q, v, C = found.t[1:stop], found.q[1:stop], found.v[1:stop], found.C[1:stop]
        U, s, Vt = (part[1:stop] for part in found.svd)
        kernel = loops.kernel("closed_terms", ("q", "v"), loop_equations.closed_terms)
        out = outputs_of_rows(kernel, {"q": q, "v": v, "t": t[:, None]}, self._given)
        try:
            efforts = [self._efforts(x) for x in t.tolist()]
        except ModelError:
            return []  # said by the instant that it is of
        tau, tau_cut = (np.array([e[k] for e in efforts]).reshape(len(t), -1) for k in (1, 2))
        M, h = out["M"], out["h"] + tau + (np.swapaxes(C, 1, 2) @ tau_cut[..., None])[..., 0]
        b = np.concatenate([out["gamma"], found.accelerations[: stop - 1]], axis=1)
        part = (np.swapaxes(U, 1, 2) @ (rows * b)[..., None])[..., 0]
        a = columns * (np.swapaxes(Vt[:, :r], 1, 2) @ (part[:, :r] / s[:, :r])[..., None])[..., 0]
        good = np.linalg.norm(part[:, r:], axis=1) <= CONTRADICTION * (
            1.0 + np.max(np.abs(rows * b), axis=1, initial=0.0)
        )
        N = columns[:, None] * np.swapaxes(Vt[:, r:], 1, 2)
        if N.shape[2]:
            weights, directions = np.linalg.eigh(np.swapaxes(N, 1, 2) @ M @ N)
            heavy = np.trace(M, axis1=1, axis2=2) * 1e-12
            good &= weights[:, 0] > 1e-14 * np.maximum(weights[:, -1], heavy)
            left = np.swapaxes(N, 1, 2) @ (h - (M @ a[..., None])[..., 0])[..., None]
            with np.errstate(all="ignore"):
                share = (np.swapaxes(directions, 1, 2) @ left) / weights[..., None]
            a = a + (N @ (directions @ share))[..., 0]
        rest = columns * ((M @ a[..., None])[..., 0] - h)
        mu = (U[:, :, :r] @ ((Vt[:, :r] @ rest[..., None])[..., 0] / s[:, :r])[..., None])[..., 0]
        mu = rows * mu
        Z = np.abs(rows[:, None] * U[:, :, r:])
        scale = np.maximum(np.max(Z, axis=(1, 2), initial=0.0), 1e-300)
        good &= np.max(Z[:, m:], axis=(1, 2), initial=0.0) <= 1e-9 * scale
        count = len(t) if good.all() else int(np.argmin(good))
        y = found.y[1:stop]
        cut_v = (C @ v[..., None])[..., 0]
        cut_vdot = (C @ a[..., None])[..., 0] + out["C_bias"]
        drive_tau = np.zeros((len(t), system.nv))
        drive_tau[:, self.places] = mu[:, m:]
        ext, none = np.zeros((len(system.topology.branches), 6)), np.zeros(loops.n_cut_v)
        unique, motions = {name: True for name in self.names}, []
        for k in range(count):
            state = State(system, q[k], v[k], float(t[k]), y[k], cut_v[k])
            A = ScaledMatrix(found.A[k + 1], rows, columns)
            A.__dict__["_svd"] = (U[k], s[k], Vt[k])  # which it would find again
            named = dict(efforts[k][0])
            for place, owner in enumerate(self.owner):
                named[owner] = np.append(named.get(owner, none[:0]), mu[k, m + place])
            moved = (state, a[k], cut_vdot[k], named, dict(unique), mu[k, :m], tau_cut[k], A)
            drives = (tau[k] + drive_tau[k], drive_tau[k], none.copy())
            motions.append(Motion(*moved, ext.copy(), (), none[:0], *drives))
        return motions

    def _efforts(self, t: float) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]:
        """Return the known efforts at a time, by name and as vectors of the tree and the cuts."""
        if not self.efforts:
            return {}, *self._no_efforts
        now = {name: effort_at(name, effort, t) for name, effort in self.efforts.items()}
        named = {name: np.atleast_1d(np.asarray(x, dtype=float)) for name, x in now.items()}
        return named, *given_efforts(self.system, now)

    def _cut_turns(
        self, first: np.ndarray, y: np.ndarray, C: np.ndarray, moved: np.ndarray
    ) -> np.ndarray:
        """Return the coordinates of cut joints with the turns that they make on the way.

        first: those with which it begins; moved: displacements from each position to the next.
        """
        loops = self.loops
        if not loops.wrapped:
            return y
        at, turned = list(loops.wrapped), y.copy()
        rates = (C[:-1] @ moved[..., None])[..., 0][:, list(loops.wrapped_rates)]
        steps = np.rint((y[:-1, at] + rates - y[1:, at]) / loops.periods)
        start = np.rint((first[at] - y[0, at]) / loops.periods)
        turned[:, at] += loops.periods * np.cumsum(np.vstack([start, steps]), axis=0)
        return turned

    def lead(self, way: Continuation, found: ClosedPositions, n: int, left: int) -> None:
        """Let the continuation go on from the last of n instants that were served, of those left.

        The next pass is longer where all that this one tried were served.
        """
        self.length = 2 * self.length if n == min(left, self.length) else FIRST_LENGTH
        if 0 < n < left:
            places = [self._place(found, k) for k in range(max(1, n + 1 - MOST_KEPT), n + 1)]
            way.lead(places, float(np.max(found.smallest[1 : n + 1])))

    def _place(self, found: ClosedPositions, k: int) -> Position:
        A = ScaledMatrix(found.A[k], self.rows, self.loops.column_scale)
        A.__dict__["_svd"] = tuple(part[k] for part in found.svd)
        instant = self.motion.at(float(found.t[k]))
        return Position(instant, found.q[k], A, found.v[k], found.y[k], found.C[k])
