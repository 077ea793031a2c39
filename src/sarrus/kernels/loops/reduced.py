"""Equations of motion in independent velocities, constraints solved inside, to be compiled.

    M a = h + Phi^T lambda,   Phi a = gamma

with the velocities in two parts, independent ones and dependent ones w, as many as there are rows.
With X = Phi_w^+ Phi_v and all a = B a_v + c, B = (1; -X), c = (0; Phi_w^+ gamma):

    B^T M B a_v = B^T (h - M c),   lambda = (Phi_w^+)^T (M a - h)_w

Positions of dependent coordinates follow from the independent ones by Newton's iteration, which
begins at those that the state has: they are a guess and nothing more. Dependent velocities follow
by a linear equation. Which velocities are dependent is data, and may change at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.kernels.kernel import Kernel
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.inverse import BlockState, block, invert
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Pointers,
    Record,
    copy,
    native,
    record,
    run_kernel,
)

MOST = 12
"""Steps of Newton's iteration."""
CLOSED = 1e-14
"""Gaps, in lengths of the model and radians, that are closed."""
SMALL = 3e-8
"""A step of Newton's iteration after which nothing is left but rounding: its square is."""
FAR = 1.0
"""A step, in lengths of the model and radians, after which it may be another assembly."""
BALANCE_WORK = 3
"""The place of the work in the state, counted from its end."""


@record
class ClosureState(Record):
    """A state `whole` = (q, v, ...) whose dependent part is to be found.

    q, gap, Phi, rate, turned: outputs of the kernel `closure` of (whole, time, step), which moves q
    by a step in velocities and evaluates the constraints there; angles of cut joints `turned` stand
    behind v. closing: rows that close positions; block: of all rows and dependent velocities;
    closing_block: of those rows and as many of the coordinates; iterations: steps of Newton's
    iteration; closures: how often a state was closed.
    """

    nq: int
    nv: int
    n_rows: int
    n_closing: int
    n_dependent: int
    n_independent: int
    n_closing_dependent: int
    n_turned: int
    size: int
    iterations: int
    closures: int
    whole: Floats
    time: Floats
    step: Floats
    q: Floats
    gap: Floats
    Phi: Floats
    rate: Floats
    turned: Floats
    slip: Floats
    scale: Floats
    closing: Ints
    dependent: Ints
    independent: Ints
    closing_dependent: Ints
    closure: KernelCall
    block: BlockState
    closing_block: BlockState


@native
def close(s: ClosureState) -> float:
    """Put the dependent coordinates and velocities of `whole` where the constraints have them.

    Returns how far the block of dependent velocities is from singular (`invert`); 0 where it is, or
    where the iteration does not converge: then the velocities are as they were.
    """
    n = s.nv
    nq = s.nq
    whole = s.whole
    s.closures += 1
    for i in range(n):
        s.step[i] = 0.0
    last = 0
    closed = 0
    for _k in range(MOST):
        run_kernel(s.closure)
        copy(whole, s.q, nq)
        size = 0.0
        off = 0.0
        for i in range(s.n_closing):
            gap = s.gap[s.closing[i]]
            off += gap - gap
            size = max(size, abs(gap))
        if off != 0.0:
            return 0.0
        if size <= CLOSED or last > 0:
            closed = 1
            break
        if not invert(s.closing_block) > 0.0:
            return 0.0
        for i in range(n):
            s.step[i] = 0.0
        largest = 0.0
        for i in range(s.n_closing_dependent):
            total = 0.0
            for j in range(s.n_closing):
                total += s.closing_block.P[i * s.n_closing + j] * s.gap[s.closing[j]]
            k = s.closing_dependent[i]
            s.step[k] = -total
            off += total - total
            largest = max(largest, abs(total) / s.scale[k])
        s.iterations += 1
        if off != 0.0 or largest > FAR:
            return 0.0
        if largest <= SMALL:
            last = 1
    if closed == 0:
        return 0.0
    watch = invert(s.block)
    if not watch > 0.0:
        return 0.0
    for r in range(s.n_rows):
        total = s.rate[r]
        for i in range(s.n_independent):
            k = s.independent[i]
            total += s.Phi[r * n + k] * whole[nq + k]
        s.slip[r] = total
    for i in range(s.n_dependent):
        total = 0.0
        for r in range(s.n_rows):
            total += s.block.P[i * s.n_rows + r] * s.slip[r]
        whole[nq + s.dependent[i]] = -total
    return watch


@record
class ReducedState(Record):
    """The equations at the state of `closure`, once it is closed.

    y, M, h, gamma, rates, drive, base: of the kernel `terms`: rates is the slope of the state but
    for accelerations, whose part of the power is drive . lambda + base . a; B, c, product, mass,
    force, exchanged: to work in; a, lam: what was found.
    """

    n: int
    y: Floats
    time: Floats
    M: Floats
    h: Floats
    gamma: Floats
    rates: Floats
    drive: Floats
    base: Floats
    B: Floats
    c: Floats
    product: Floats
    mass: Floats
    force: Floats
    exchanged: Floats
    a: Floats
    lam: Floats
    terms: KernelCall
    closure: ClosureState


@native
def reduce(s: ReducedState, ydot: Floats) -> float:
    """Close the state and leave its slope; return the watch, 0 where there is none."""
    k = s.closure
    n = k.nv
    f = k.n_independent
    m = k.n_rows
    watch = close(k)
    if watch > 0.0:
        copy(s.y, k.whole, k.size)
        s.time[0] = k.time[0]
        run_kernel(s.terms)
        # c = (0; Phi_w^+ gamma), one row of B for each independent velocity
        for i in range(n):
            s.c[i] = 0.0
        for i in range(k.n_dependent):
            total = 0.0
            for r in range(m):
                total += k.block.P[i * m + r] * s.gamma[r]
            s.c[k.dependent[i]] = total
        for j in range(f):
            for i in range(n):
                s.B[j * n + i] = 0.0
            s.B[j * n + k.independent[j]] = 1.0
            for i in range(k.n_dependent):
                total = 0.0
                for r in range(m):
                    total += k.block.P[i * m + r] * k.Phi[r * n + k.independent[j]]
                s.B[j * n + k.dependent[i]] = -total
        # B^T M B, and B^T (h - M c)
        for j in range(f):
            for i in range(n):
                total = 0.0
                for r in range(n):
                    total += s.M[i * n + r] * s.B[j * n + r]
                s.product[i] = total
            for i in range(f):
                total = 0.0
                for r in range(n):
                    total += s.B[i * n + r] * s.product[r]
                s.mass[i * f + j] = total
        for i in range(n):
            total = s.h[i]
            for r in range(n):
                total -= s.M[i * n + r] * s.c[r]
            s.product[i] = total
        for j in range(f):
            total = 0.0
            for r in range(n):
                total += s.B[j * n + r] * s.product[r]
            s.force[j] = total
        if factor(s.mass, s.exchanged, f) == 0:
            watch = 0.0
    if not watch > 0.0:
        nothing = watch - watch
        for i in range(s.n):
            ydot[i] = nothing / nothing
        return 0.0
    solve(s.mass, s.exchanged, s.force, f)
    for i in range(n):
        total = s.c[i]
        for j in range(f):
            total += s.B[j * n + i] * s.force[j]
        s.a[i] = total
    for i in range(k.n_dependent):
        row = k.dependent[i]
        total = -s.h[row]
        for r in range(n):
            total += s.M[row * n + r] * s.a[r]
        s.product[i] = total
    for r in range(m):
        total = 0.0
        for i in range(k.n_dependent):
            total += k.block.P[i * m + r] * s.product[i]
        s.lam[r] = total
    copy(ydot, s.rates, s.n)
    power = 0.0
    for i in range(n):
        ydot[k.nq + i] = s.a[i]
        power += s.base[i] * s.a[i]
    for r in range(m):
        power += s.drive[r] * s.lam[r]
    place = s.n - BALANCE_WORK
    ydot[place] = ydot[place] + power
    return watch


@record
class SlopeState(Record):
    """A state y at a time, and the equations that yield its slope."""

    y: Floats
    time: Floats
    watch: Floats
    equations: ReducedState


@native
def reduced_slope(s: SlopeState, outs: Pointers, work: Floats) -> None:
    """Leave the slope of y in the first output, and the watch."""
    e = s.equations
    copy(e.closure.whole, s.y, e.n)
    e.closure.time[0] = s.time[0]
    s.watch[0] = reduce(e, outs[0])


@record
class ClosedState(Record):
    """A state y at a time, and what puts its dependent part in place."""

    y: Floats
    time: Floats
    closed: Floats
    closure: ClosureState


@native
def closed_state(s: ClosedState, outs: Pointers, work: Floats) -> None:
    """Leave y with its dependent part and the angles of cut joints in place.

    Where that cannot be, it is not a number.
    """
    k = s.closure
    copy(k.whole, s.y, k.size)
    k.time[0] = s.time[0]
    watch = close(k)
    copy(s.closed, k.whole, k.size)
    for i in range(k.n_turned):
        s.closed[k.nq + k.nv + i] = k.turned[i]
    if not watch > 0.0:
        nothing = watch - watch
        s.closed[0] = nothing / nothing


class Partition:
    """Which velocities are dependent, as arrays that native code reads; `set` changes them.

    rows: of all constraints; closing: those that close positions, by number.
    """

    def __init__(self, nv: int, rows: int, closing: np.ndarray, n_dependent: int, n_closed: int):
        self.nv, self.rows = nv, rows
        self.closing = np.ascontiguousarray(closing, dtype=np.int64)
        self.every = np.arange(rows, dtype=np.int64)
        self.dependent = np.zeros(n_dependent, dtype=np.int64)
        self.closing_dependent = np.zeros(n_closed, dtype=np.int64)
        self.independent = np.zeros(nv - n_dependent, dtype=np.int64)

    def set(self, dependent: Any, closing_dependent: Any) -> None:
        """Let other velocities be dependent; closing_dependent: those that close positions."""
        self.dependent[...] = dependent
        self.closing_dependent[...] = closing_dependent
        free = np.ones(self.nv, dtype=bool)
        free[self.dependent] = False
        self.independent[...] = np.flatnonzero(free)


class Closure:
    """The closure of states, with buffers of its own.

    kernel: (y, t, step) to q, gap, Phi, rate, turned; shared: arrays of the other inputs.
    """

    def __init__(
        self,
        kernel: Kernel,
        shared: Mapping[str, np.ndarray],
        partition: Partition,
        scale: np.ndarray,
        by_values: bool,
    ) -> None:
        bound = self.bound = BoundKernel(kernel, {}, shared)
        out, parts = bound.outputs, partition
        Phi, nv = out["Phi"], parts.nv
        scale = np.ascontiguousarray(scale, dtype=float)
        self.block = block(Phi, parts.every, parts.dependent, scale, by_values)
        self.closing_block = block(Phi, parts.closing, parts.closing_dependent, scale, by_values)
        self.state = ClosureState(
            nq=out["q"].size, nv=nv, n_rows=parts.rows, n_closing=len(parts.closing),
            n_dependent=len(parts.dependent), n_independent=len(parts.independent),
            n_closing_dependent=len(parts.closing_dependent), n_turned=out["turned"].size,
            size=bound.inputs["y"].size,
        )  # fmt: skip
        self.state.bind(
            whole=bound.inputs["y"],
            time=bound.inputs["t"],
            step=bound.inputs["step"],
            q=out["q"],
            gap=out["gap"],
            Phi=Phi.reshape(-1),
            rate=out["rate"],
            turned=out["turned"],
            slip=np.zeros(parts.rows + 1),
            scale=scale,
            closing=parts.closing,
            dependent=parts.dependent,
            independent=parts.independent,
            closing_dependent=parts.closing_dependent,
            closure=bound,
            block=self.block,
            closing_block=self.closing_block,
        )

    @property
    def iterations(self) -> int:
        """Steps of Newton's iteration so far."""
        return self.state.iterations


def equations(closure: Closure, terms: BoundKernel) -> ReducedState:
    """Return the record of the reduced equations; terms: (y, t) to M, h, gamma, rates, powers."""
    k, out = closure.state, terms.outputs
    n, f, size = k.nv, k.n_independent, out["rates"].size
    found = ReducedState(n=size)
    found.bind(
        y=terms.inputs["y"],
        time=terms.inputs["t"],
        M=out["M"].reshape(-1),
        h=out["h"],
        gamma=out["gamma"],
        rates=out["rates"],
        drive=out["drive"],
        base=out["base"],
        B=np.zeros(f * n + 1),
        c=np.zeros(n + 1),
        product=np.zeros(n + 1),
        mass=np.zeros(f * f + 1),
        force=np.zeros(f + 1),
        exchanged=np.zeros(f + 1),
        a=np.zeros(n + 1),
        lam=np.zeros(k.n_rows + 1),
        terms=terms,
        closure=k,
    )
    return found


@record
class PartState(Record):
    """The independent part y of a state at a time; its first fields are inputs of an integrator.

    part: places of its entries in the whole state; known: the whole state that was closed last,
    whose dependent part is where the closure begins; ydot: of the whole.
    """

    y: Floats
    time: Floats
    n: int
    part: Ints
    known: Floats
    ydot: Floats
    watch: Floats
    equations: ReducedState


@native
def part_slope(s: PartState, outs: Pointers, work: Floats) -> None:
    """Leave the slope of the independent part in the first output."""
    e = s.equations
    k = e.closure
    copy(k.whole, s.known, k.size)
    for i in range(s.n):
        k.whole[s.part[i]] = s.y[i]
    k.time[0] = s.time[0]
    s.watch[0] = reduce(e, s.ydot)
    value = outs[0]
    for i in range(s.n):
        value[i] = s.ydot[s.part[i]]
    if s.watch[0] > 0.0:
        copy(s.known, k.whole, k.size)


@record
class PartSlopes(Record):
    """The same for the derivative of the slope by the independent part.

    J, by_q, E, back: of the kernel `tangents` of (whole, whole_time); N: the change of the whole
    state with one entry of the part; theta, slip: to work in.
    """

    y: Floats
    time: Floats
    n: int
    part: Ints
    known: Floats
    whole: Floats
    whole_time: Floats
    J: Floats
    by_q: Floats
    E: Floats
    back: Floats
    N: Floats
    theta: Floats
    slip: Floats
    tangents: KernelCall
    closure: ClosureState


@native
def tangent(s: PartSlopes, place: int, row: Floats) -> None:
    """Put the change of the whole state with one of its independent entries into a row."""
    k = s.closure
    nq = k.nq
    nv = k.nv
    for i in range(k.size):
        row[i] = 0.0
    row[place] = 1.0
    if place >= nq + nv:
        return
    for r in range(k.n_rows):
        s.slip[r] = 0.0
    if place < nq:
        row[place] = 0.0
        for i in range(nv):
            s.theta[i] = s.back[i * nq + place]
        for i in range(k.n_closing_dependent):
            s.theta[k.closing_dependent[i]] = 0.0
        for r in range(k.n_closing):
            total = 0.0
            for i in range(nv):
                total += k.Phi[k.closing[r] * nv + i] * s.theta[i]
            s.slip[r] = total
        for i in range(k.n_closing_dependent):
            total = 0.0
            for r in range(k.n_closing):
                total += k.closing_block.P[i * k.n_closing + r] * s.slip[r]
            s.theta[k.closing_dependent[i]] = -total
        for i in range(nq):
            total = 0.0
            for j in range(nv):
                total += s.E[i * nv + j] * s.theta[j]
            row[i] = total
        for r in range(k.n_rows):
            total = 0.0
            for i in range(nq):
                total += s.by_q[r * nq + i] * row[i]
            s.slip[r] = total
    else:
        for r in range(k.n_rows):
            s.slip[r] = k.Phi[r * nv + place - nq]
    for i in range(k.n_dependent):
        total = 0.0
        for r in range(k.n_rows):
            total += k.block.P[i * k.n_rows + r] * s.slip[r]
        row[nq + k.dependent[i]] = -total


@native
def part_slopes(s: PartSlopes, outs: Pointers, work: Floats) -> None:
    """Leave the derivative of the slope of the independent part in the first output, row by row."""
    k = s.closure
    size = k.size
    copy(k.whole, s.known, size)
    for i in range(s.n):
        k.whole[s.part[i]] = s.y[i]
    k.time[0] = s.time[0]
    watch = close(k)
    if watch > 0.0 and k.n_closing < k.n_rows:
        watch = min(watch, invert(k.closing_block))
    if watch > 0.0:
        # one block serves both where all rows close positions
        if k.n_closing == k.n_rows:
            copy(k.closing_block.P, k.block.P, k.n_dependent * k.n_rows)
        copy(s.whole, k.whole, size)
        s.whole_time[0] = s.time[0]
        run_kernel(s.tangents)
    value = outs[0]
    nothing = watch - watch
    for j in range(s.n):
        tangent(s, s.part[j], s.N)
        for i in range(s.n):
            total = 0.0
            for r in range(size):
                total += s.J[s.part[i] * size + r] * s.N[r]
            value[i * s.n + j] = total if watch > 0.0 else nothing / nothing
