"""The implicit midpoint rule as one step, to be compiled.

    y1 = y0 + h f(t + h/2, (y0 + y1) / 2)

by Newton's iteration with the exact derivative df/dy. The iteration matrix I - h/2 df/dy stays as
long as it serves: it is made anew when the iteration is slow (paper 4). It may be multiplied by a
matrix W that makes it sparse (`NewtonMatrix`). Afterwards the state is put back on its constraints,
and velocities are scaled so that the energy balance closes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

import numpy as np

from sarrus.kernels.kernel import Kernel
from sarrus.kernels.loops.bound import BoundKernel, Evaluated, Idle
from sarrus.kernels.loops.newton import (
    NewtonMatrix,
    NewtonState,
    factor_newton,
    solve_newton,
)
from sarrus.kernels.native import (
    Floats,
    KernelCall,
    Pointers,
    Record,
    address_of,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)

MOST = 15
ENOUGH = 1e-5
"""Changes still to come, in tolerances, that are left: equations solved to rounding."""
FAST = 0.3
ROUNDED = 1e3
"""Changes, in tolerances, that may be left where rounding ends a convergence."""


@record
class MidpointState(Record):
    """One step of the implicit midpoint rule: y to y_next, of size `size` from `time` on.

    valid: whether the iteration matrix serves, made for steps h_used; started: whether `last`, the
    slope of the last step, makes a guess; largest: the largest values so far; projects, keeps:
    whether there are kernels `closing` and `energies`; matrices, iterations: how many there were.
    trial, slope_time, ydot, slope_watch: arrays of the kernel `slope`; J_y, J_time: of `slopes`.
    """

    rtol: float
    atol: float
    h_used: float
    n: int
    nq: int
    nv: int
    valid: int
    started: int
    projects: int
    keeps: int
    matrices: int
    iterations: int
    y: Floats
    time: Floats
    size: Floats
    y_next: Floats
    watch: Floats
    trial: Floats
    slope_time: Floats
    ydot: Floats
    slope_watch: Floats
    J_y: Floats
    J_time: Floats
    change: Floats
    last: Floats
    largest: Floats
    closed_in: Floats
    closed_time: Floats
    closed_out: Floats
    energy_q: Floats
    energy_v: Floats
    energy_time: Floats
    energy: Floats
    slope: KernelCall
    slopes: KernelCall
    closing: KernelCall
    energies: KernelCall
    newton: NewtonState


@native
def iterate(s: MidpointState, t: float, h: float, fresh: int) -> int:
    """Solve the step from y, with y_next as a guess: 1 solved, 2 solved slowly, 0 not.

    Changes are weighed with the largest values so far. In stiff systems, rounding may keep them
    above the tolerance: a convergence that was fast, or of a fresh matrix, may end there.
    """
    n = s.n
    y = s.y
    new = s.y_next
    change = s.change
    before = 0.0
    found = 0
    fast = fresh
    for k in range(MOST):
        for i in range(n):
            s.trial[i] = 0.5 * (y[i] + new[i])
        s.slope_time[0] = t + 0.5 * h
        run_kernel(s.slope)
        for i in range(n):
            change[i] = y[i] - new[i] + h * s.ydot[i]
        solve_newton(s.newton)
        s.iterations += 1
        size = 0.0
        for i in range(n):
            new[i] = new[i] + change[i]
            s.largest[i] = max(s.largest[i], max(abs(y[i]), abs(new[i])))
            part = change[i] / (s.atol + s.rtol * s.largest[i])
            size += part * part
        size = sqrt(size / float(n))
        if not size <= 1e100:
            return 0
        rate = 1.0 if k == 0 else min(1.0, size / (before + 1e-300))
        if size * rate <= ENOUGH:
            found = 2 if k > 5 else 1
            break
        if k > 0 and size > 0.9 * before:
            if fast > 0 and size <= ROUNDED:
                found = 1
            break
        if k > 0 and size < FAST * before:
            fast = 1
        before = size
    return found


@native
def renew(s: MidpointState, t: float, h: float) -> int:
    """Make the iteration matrix anew, in the middle of the step; 0 where it is singular."""
    n = s.n
    for i in range(n):
        s.J_y[i] = 0.5 * (s.y[i] + s.y_next[i])
    s.J_time[0] = t + 0.5 * h
    run_kernel(s.slopes)
    s.newton.g = 0.5 * h
    factor_newton(s.newton)
    s.matrices += 1
    s.h_used = h
    return s.newton.done


@native
def balance(s: MidpointState, t: float, y: Floats) -> float:
    """Return energy less work and corrections, plus loss: what does not change along the motion."""
    nq = s.nq
    nv = s.nv
    at = s.n - 3  # the energy balance is at the end
    copy(s.energy_q, y, nq)
    for i in range(nv):
        s.energy_v[i] = y[nq + i]
    s.energy_time[0] = t
    run_kernel(s.energies)
    stored = s.energy[0] + s.energy[1] + s.energy[2]
    return stored - y[at] + y[at + 1] - y[at + 2]


@native
def midpoint(s: MidpointState, outs: Pointers, work: Floats) -> None:
    """Take one step; the watch is -1 where the iteration does not converge."""
    n = s.n
    t = s.time[0]
    h = s.size[0]
    y = s.y
    new = s.y_next
    wanted = 0.0
    if s.keeps > 0:
        wanted = balance(s, t, y)
    done = 0
    for attempt in range(2):
        for i in range(n):
            new[i] = y[i]
            if s.started > 0:
                new[i] = y[i] + h * s.last[i]
        fresh = 0
        if s.valid == 0 or s.h_used != h:
            fresh = renew(s, t, h)
            s.valid = fresh
        if s.valid == 0:
            break
        done = iterate(s, t, h, fresh)
        if done > 0:
            break
        s.valid = 0
        if attempt == 0:
            s.started = 0
    if done == 0:
        s.watch[0] = -1.0
    else:
        if done == 2:
            s.valid = 0
        copy(s.last, s.ydot, n)
        s.started = 1
        s.watch[0] = s.slope_watch[0]
        if s.projects > 0:
            copy(s.closed_in, new, n)
            s.closed_time[0] = t + h
            run_kernel(s.closing)
            copy(new, s.closed_out, n)
        if s.keeps > 0:
            missing = wanted - balance(s, t + h, new)
            kinetic = s.energy[0]
            ratio = 1.0 + missing / (kinetic + 1e-300)
            if ratio > 0.25 and ratio < 4.0:
                nq = s.nq
                for i in range(s.nv):
                    new[nq + i] = new[nq + i] * sqrt(ratio)


class MidpointStep:
    """The implicit midpoint rule with the interface of a bound step kernel (y, t, h) to y_next.

    slope, slopes: (y, t) to ydot and to df/dy, full or as entries (`NewtonMatrix`); closing:
    (y, t) to y, or what makes such a call of shared inputs, or None; energy: (q, v, t) to the parts
    of the energy, kinetic first, or None where it is not kept.
    """

    def __init__(
        self,
        slope: Kernel,
        slopes: Kernel,
        closing: Kernel | Callable[[Mapping[str, np.ndarray]], Evaluated] | None,
        energy: Kernel | None,
        inputs: Mapping[str, np.ndarray],
        nq: int,
        nv: int,
        tolerance: float = 1e-10,
    ) -> None:
        self._slope = BoundKernel(slope, inputs)
        n = self._slope.inputs["y"].size
        shared = {k: v for k, v in self._slope.inputs.items() if k not in ("y", "t")}
        self._slopes = BoundKernel(slopes, inputs, shared)
        self._closing: Evaluated = Idle()
        if isinstance(closing, Kernel):
            self._closing = BoundKernel(closing, inputs, shared)
        elif closing is not None:
            self._closing = closing(shared)
        self._energy: Evaluated = BoundKernel(energy, inputs, shared) if energy else Idle()
        self.inputs = {**shared, "y": np.zeros(n), "t": np.zeros(1), "h": np.zeros(1)}
        self.outputs = {"y_next": np.zeros(n), "watch": np.ones(1)}
        self._slopes()  # where entries stand is known from the start
        self.newton = NewtonMatrix(self._slopes.outputs, np.zeros(n))
        self.state = MidpointState(
            rtol=tolerance, atol=1e-2 * tolerance, n=n, nq=nq, nv=nv,
            projects=int(closing is not None), keeps=int(energy is not None),
        )  # fmt: skip
        self._bind(n)
        self._code = compile_function(midpoint)
        self.arguments: tuple[Any, ...] = (address_of(self._code), self.state.address, 0, 0)

    def _bind(self, n: int) -> None:
        nothing = np.zeros(n + 1)
        slope, slopes, closing, energy = self._slope, self._slopes, self._closing, self._energy
        self.state.bind(
            y=self.inputs["y"],
            time=self.inputs["t"],
            size=self.inputs["h"],
            y_next=self.outputs["y_next"],
            watch=self.outputs["watch"],
            trial=slope.inputs["y"],
            slope_time=slope.inputs["t"],
            ydot=slope.outputs["ydot"],
            slope_watch=slope.outputs["watch"],
            J_y=slopes.inputs["y"],
            J_time=slopes.inputs["t"],
            change=self.newton.vector,
            last=np.zeros(n),
            largest=np.zeros(n),
            closed_in=closing.inputs.get("y", nothing),
            closed_time=closing.inputs.get("t", nothing),
            closed_out=closing.outputs.get("y", nothing),
            energy_q=energy.inputs.get("q", nothing),
            energy_v=energy.inputs.get("v", nothing),
            energy_time=energy.inputs.get("t", nothing),
            energy=energy.outputs.get("energy", nothing),
            slope=slope,
            slopes=slopes,
            closing=closing,
            energies=energy,
            newton=self.newton.state,
        )

    def update(self, inputs: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs; the iteration matrix is made anew."""
        for name, value in inputs.items():
            if name in self.inputs:
                self.inputs[name][...] = value
        self.state.valid = self.state.started = 0

    def __call__(self) -> None:
        """Take the step that the inputs describe."""
        self._code(self.state.address, 0, 0)

    @property
    def matrices(self) -> int:
        """How often the iteration matrix was made."""
        return self.state.matrices

    @property
    def iterations(self) -> int:
        """Iterations of all steps."""
        return self.state.iterations

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly, by name."""
        state = self.state
        own = {"last": state.last.copy(), "largest": state.largest.copy()}
        return {"numbers": state.numbers, **own, "newton": self.newton.memory()}

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Go on exactly from where `memory` was taken; matrices and iterations count from here."""
        self.state.restore(memory["numbers"])
        self.state.last[...], self.state.largest[...] = memory["last"], memory["largest"]
        self.newton.remember(memory["newton"])
        self.state.matrices = self.state.iterations = 0
