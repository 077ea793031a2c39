"""The implicit midpoint rule as one step, to be compiled.

    y1 = y0 + h f(t + h/2, (y0 + y1) / 2)

by Newton's iteration with the exact derivative df/dy. The iteration matrix I - h/2 df/dy stays as
long as it serves: it is made anew when the iteration is slow (paper 4). It may be multiplied by a
matrix W that makes it sparse (`NewtonMatrix`). Afterwards the state is put back on its constraints,
and velocities are scaled so that the energy ledger closes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np

from sarrus.kernels.kernel import Kernel
from sarrus.kernels.loops.bound import BoundKernel, Evaluated, Idle
from sarrus.kernels.loops.newton import DONE, G, NewtonMatrix, address_of
from sarrus.kernels.native import Floats, Pointers, compile_function, copy, native, run_kernel

(
    Y,
    TIME,
    SIZE,
    NEW,
    WATCH,
    X,
    TRIAL,
    SLOPE_TIME,
    SLOPE,
    SLOPE_WATCH,
    J_Y,
    J_TIME,
    NEWTON,
    CHANGE,
    LAST,
    LARGEST,
    CLOSED_IN,
    CLOSED_TIME,
    CLOSED_OUT,
    ENERGY_Q,
    ENERGY_V,
    ENERGY_TIME,
    ENERGY,
    F,
    F_IN,
    F_OUT,
    F_WORK,
    D,
    D_IN,
    D_OUT,
    D_WORK,
    C,
    C_IN,
    C_OUT,
    C_WORK,
    E,
    E_IN,
    E_OUT,
    E_WORK,
    FACTOR,
    FACTOR_IN,
    FACTOR_OUT,
    FACTOR_WORK,
    SOLVE,
    SOLVE_IN,
    SOLVE_OUT,
    SOLVE_WORK,
) = range(47)
(N, RTOL, ATOL, VALID, H_USED, PROJECTS, KEEPS, NQ, NV, LEDGER, STARTED, MATRICES, ITERATIONS) = (
    range(13)
)
MOST = 15
ENOUGH = 1e-5
"""Changes still to come, in tolerances, that are left: equations solved to rounding."""
FAST = 0.3
ROUNDED = 1e3
"""Changes, in tolerances, that may be left where rounding ends a convergence."""


@native
def iterate(a: Pointers, t: float, h: float, fresh: int) -> int:
    """Solve the step from Y, with NEW as a guess: 1 solved, 2 solved slowly, 0 not.

    Changes are weighed with the largest values so far. In stiff systems, rounding may keep them
    above the tolerance: a convergence that was fast, or of a fresh matrix, may end there.
    """
    x = a[X]
    n = int(x[N])
    y = a[Y]
    new = a[NEW]
    change = a[CHANGE]
    before = 0.0
    found = 0
    fast = fresh
    for k in range(MOST):
        for i in range(n):
            a[TRIAL][i] = 0.5 * (y[i] + new[i])
        a[SLOPE_TIME][0] = t + 0.5 * h
        run_kernel(a[F], a[F_IN], a[F_OUT], a[F_WORK])
        for i in range(n):
            change[i] = y[i] - new[i] + h * a[SLOPE][i]
        run_kernel(a[SOLVE], a[SOLVE_IN], a[SOLVE_OUT], a[SOLVE_WORK])
        x[ITERATIONS] += 1.0
        size = 0.0
        for i in range(n):
            new[i] = new[i] + change[i]
            a[LARGEST][i] = max(a[LARGEST][i], max(abs(y[i]), abs(new[i])))
            part = change[i] / (x[ATOL] + x[RTOL] * a[LARGEST][i])
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
def renew(a: Pointers, t: float, h: float) -> int:
    """Make the iteration matrix anew, in the middle of the step; 0 where it is singular."""
    x = a[X]
    n = int(x[N])
    for i in range(n):
        a[J_Y][i] = 0.5 * (a[Y][i] + a[NEW][i])
    a[J_TIME][0] = t + 0.5 * h
    run_kernel(a[D], a[D_IN], a[D_OUT], a[D_WORK])
    a[NEWTON][G] = 0.5 * h
    run_kernel(a[FACTOR], a[FACTOR_IN], a[FACTOR_OUT], a[FACTOR_WORK])
    x[MATRICES] += 1.0
    x[H_USED] = h
    return int(a[NEWTON][DONE])


@native
def balance(a: Pointers, t: float, y: Floats) -> float:
    """Return energy less work and booked, plus loss: what does not change along the motion."""
    x = a[X]
    nq = int(x[NQ])
    nv = int(x[NV])
    at = nq + nv
    copy(a[ENERGY_Q], y, nq)
    for i in range(nv):
        a[ENERGY_V][i] = y[nq + i]
    a[ENERGY_TIME][0] = t
    run_kernel(a[E], a[E_IN], a[E_OUT], a[E_WORK])
    stored = a[ENERGY][0] + a[ENERGY][1] + a[ENERGY][2]
    return stored - y[at] + y[at + 1] - y[at + 2]


@native
def midpoint(a: Pointers, outs: Pointers, work: Floats) -> None:
    """Take one step; the watch is -1 where the iteration does not converge."""
    x = a[X]
    n = int(x[N])
    t = a[TIME][0]
    h = a[SIZE][0]
    y = a[Y]
    new = a[NEW]
    wanted = 0.0
    if x[KEEPS] > 0.0:
        wanted = balance(a, t, y)
    done = 0
    for attempt in range(2):
        for i in range(n):
            new[i] = y[i]
            if x[STARTED] > 0.0:
                new[i] = y[i] + h * a[LAST][i]
        fresh = 0
        if x[VALID] == 0.0 or x[H_USED] != h:
            fresh = renew(a, t, h)
            x[VALID] = float(fresh)
        if x[VALID] == 0.0:
            break
        done = iterate(a, t, h, fresh)
        if done > 0:
            break
        x[VALID] = 0.0
        if attempt == 0:
            x[STARTED] = 0.0
    if done == 0:
        a[WATCH][0] = -1.0
    else:
        if done == 2:
            x[VALID] = 0.0
        copy(a[LAST], a[SLOPE], n)
        x[STARTED] = 1.0
        a[WATCH][0] = a[SLOPE_WATCH][0]
        if x[PROJECTS] > 0.0:
            copy(a[CLOSED_IN], new, n)
            a[CLOSED_TIME][0] = t + h
            run_kernel(a[C], a[C_IN], a[C_OUT], a[C_WORK])
            copy(new, a[CLOSED_OUT], n)
        if x[KEEPS] > 0.0:
            missing = wanted - balance(a, t + h, new)
            kinetic = a[ENERGY][0]
            ratio = 1.0 + missing / (kinetic + 1e-300)
            if ratio > 0.25 and ratio < 4.0:
                nq = int(x[NQ])
                for i in range(int(x[NV])):
                    new[nq + i] = new[nq + i] * sqrt(ratio)


class MidpointStep:
    """The implicit midpoint rule with the interface of a bound step kernel (y, t, h) to y_next.

    slope, slopes: (y, t) to ydot and to df/dy, full or as entries (`NewtonMatrix`); closing:
    (y, t) to y, or None; energy: (q, v, t) to the parts of the energy, kinetic first, or None where
    it is not kept.
    """

    def __init__(
        self,
        slope: Kernel,
        slopes: Kernel,
        closing: Kernel | None,
        energy: Kernel | None,
        given: Mapping[str, np.ndarray],
        nq: int,
        nv: int,
        tolerance: float = 1e-10,
    ) -> None:
        self._slope = BoundKernel(slope, given)
        n = self._slope.inputs["y"].size
        shared = {k: v for k, v in self._slope.inputs.items() if k not in ("y", "t")}
        self._slopes = BoundKernel(slopes, given, shared)
        self._closing: Evaluated = BoundKernel(closing, given, shared) if closing else Idle()
        self._energy: Evaluated = BoundKernel(energy, given, shared) if energy else Idle()
        self.inputs = {**shared, "y": np.zeros(n), "t": np.zeros(1), "h": np.zeros(1)}
        self.outputs = {"y_next": np.zeros(n), "watch": np.ones(1)}
        self.numbers = np.zeros(13)
        settings = {N: n, RTOL: tolerance, ATOL: 1e-2 * tolerance, NQ: nq, NV: nv}
        settings |= {PROJECTS: float(closing is not None), KEEPS: float(energy is not None)}
        for place, value in settings.items():
            self.numbers[place] = value
        self._slopes()  # where entries stand is known from the start
        self.newton = NewtonMatrix(self._slopes.outputs, np.zeros(n))
        self._arrays = self._made(n)
        codes = [k.arguments for k in (self._slope, self._slopes, self._closing, self._energy)]
        places = [array.ctypes.data for array in self._arrays]
        places += [int(part or 0) for arguments in codes for part in arguments]
        places += self.newton.arguments
        self._ins = np.array(places, dtype=np.uint64)
        self._code = compile_function(midpoint)
        address = address_of(self._code)
        self.arguments: tuple[Any, ...] = (address, self._ins.ctypes.data, 0, 0)

    def _made(self, n: int) -> list[np.ndarray]:
        nothing = np.zeros(n + 1)
        slope, slopes, closing, energy = self._slope, self._slopes, self._closing, self._energy
        arrays = [
            self.inputs["y"],
            self.inputs["t"],
            self.inputs["h"],
            self.outputs["y_next"],
            self.outputs["watch"],
            self.numbers,
            slope.inputs["y"],
            slope.inputs["t"],
            slope.outputs["ydot"],
            slope.outputs["watch"],
            slopes.inputs["y"],
            slopes.inputs["t"],
            self.newton.numbers,
            self.newton.vector,
            np.zeros(n),
            np.zeros(n),
            closing.inputs.get("y", nothing),
            closing.inputs.get("t", nothing),
            closing.outputs.get("y", nothing),
            energy.inputs.get("q", nothing),
            energy.inputs.get("v", nothing),
            energy.inputs.get("t", nothing),
            energy.outputs.get("energy", nothing),
        ]
        return arrays

    def update(self, given: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs; the iteration matrix is made anew."""
        for name, value in given.items():
            if name in self.inputs:
                self.inputs[name][...] = value
        self.numbers[VALID] = self.numbers[STARTED] = 0.0

    def __call__(self) -> None:
        """Take the step that the inputs describe."""
        self._code(self._ins.ctypes.data, 0, 0)

    @property
    def matrices(self) -> int:
        """How often the iteration matrix was made."""
        return int(self.numbers[MATRICES])

    @property
    def iterations(self) -> int:
        """Iterations of all steps."""
        return int(self.numbers[ITERATIONS])

    def memory(self) -> dict[str, np.ndarray]:
        """Return all that is needed to go on exactly."""
        return {name: part.copy() for name, part in self._kept.items()}

    def remember(self, memory: Mapping[str, np.ndarray]) -> None:
        """Go on exactly from where `memory` was taken; matrices and iterations count from here."""
        for name, part in self._kept.items():
            part[...] = memory[name]
        self.numbers[MATRICES] = self.numbers[ITERATIONS] = 0.0

    @property
    def _kept(self) -> dict[str, np.ndarray]:
        places = {"last": LAST, "largest": LARGEST}
        own = {name: self._arrays[k] for name, k in places.items()}
        return {"numbers": self.numbers, **self.newton.kept, **own}
