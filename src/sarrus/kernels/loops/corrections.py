"""Corrections of a state until their sum is below a tolerance, to be compiled (paper 1, 6.4).

The equations are factored once, at the state as a step has left it, and serve as a matrix G: a gap
of the rows is closed, in the mass norm, by the change -G gap. Positions and velocities are
corrected with it until the sum of the changes still to be made, and that of the gaps, are below
eps. Each correction leaves a gap smaller by the distance that the state has been moved, so that a
few do; where they do not, the equations are factored anew.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.kernels.kernel import Kernel
from sarrus.kernels.loops.bound import BoundFunction, BoundKernel
from sarrus.kernels.native import (
    Floats,
    KernelCall,
    Pointers,
    Record,
    copy,
    native,
    record,
    run_kernel,
)

MOST = 25
"""Corrections of one state after which it counts as one that cannot be closed."""
FROZEN = 5
"""Corrections after which the equations are factored anew."""
HUGE = 1e300


@record
class Tally(Record):
    """What the corrections of a run took.

    eps: the sum below which corrections end; states: those corrected; made: corrections of all of
    them; most: of a single one; residual: the largest sum of gaps left; failed: whether a state
    could not be closed, at the time failed_at, with corrections of the sum failed_by left.
    """

    eps: float
    residual: float
    failed_at: float
    failed_by: float
    states: int
    made: int
    most: int
    failed: int


@record
class CorrectionState(Record):
    """Corrections of states of n numbers: y to y_next, at `time`.

    matrix: (y, t) to G, of n_G entries, and y with quaternions of length one, with arrays matrix_y,
    matrix_time, placed; correct: (y, t, G) to y and the two sums, with arrays trial, trial_time,
    after, sums.
    """

    n: int
    n_G: int
    y: Floats
    time: Floats
    y_next: Floats
    matrix_y: Floats
    matrix_time: Floats
    G: Floats
    placed: Floats
    trial: Floats
    trial_time: Floats
    after: Floats
    sums: Floats
    matrix: KernelCall
    correct: KernelCall
    tally: Tally


@native
def factor(s: CorrectionState, y: Floats, t: float) -> None:
    """Factor the equations at a state, into G."""
    copy(s.matrix_y, y, s.n)
    s.matrix_time[0] = t
    run_kernel(s.matrix)


@native
def close(s: CorrectionState, tally: Tally, y: Floats, t: float) -> None:
    """Correct a state in place, with the factors in G; not a number where that has no end."""
    made = 0
    going = 1
    while going > 0:
        copy(s.trial, y, s.n)
        s.trial_time[0] = t
        run_kernel(s.correct)
        if s.sums[0] < tally.eps and s.sums[1] < tally.eps:
            going = 0
            tally.residual = max(tally.residual, s.sums[1])
        elif made == MOST or not s.sums[0] + s.sums[1] < HUGE:
            going = 0
            if tally.failed == 0:
                tally.failed = 1
                tally.failed_at = t
                tally.failed_by = s.sums[0]
            zero = 0.0
            for i in range(s.n):
                y[i] = zero / zero
        else:
            copy(y, s.after, s.n)
            made += 1
            if made % FROZEN == 0:
                factor(s, y, t)
    tally.states += 1
    tally.made += made
    tally.most = max(tally.most, made)


@native
def close_state(s: CorrectionState, outs: Pointers, work: Floats) -> None:
    """Put the state y, corrected, into y_next."""
    factor(s, s.y, s.time[0])
    copy(s.y_next, s.placed, s.n)
    close(s, s.tally, s.y_next, s.time[0])


class Corrections(BoundFunction):
    """Corrections in the place of a kernel (y, t) to y; shared: arrays of inputs to use."""

    def __init__(
        self, matrix: Kernel, correct: Kernel, tally: Tally, shared: Mapping[str, np.ndarray]
    ) -> None:
        first = BoundKernel(matrix, {}, shared)
        G = first.outputs["G"]
        rest = {k: v for k, v in first.inputs.items() if k not in ("y", "t")}
        second = BoundKernel(correct, {}, {**rest, "G": G})
        n = first.inputs["y"].size
        own, out = {"y": np.zeros(n), "t": np.zeros(1)}, {"y": np.zeros(n)}
        state = CorrectionState(n=n, n_G=G.size)
        state.bind(
            y=own["y"],
            time=own["t"],
            y_next=out["y"],
            matrix_y=first.inputs["y"],
            matrix_time=first.inputs["t"],
            G=G,
            placed=first.outputs["y"],
            trial=second.inputs["y"],
            trial_time=second.inputs["t"],
            after=second.outputs["y"],
            sums=second.outputs["sums"],
            matrix=first,
            correct=second,
            tally=tally,
        )
        super().__init__(close_state, state, {**rest, **own}, out)


@record
class CorrectedState(Record):
    """A step whose result is corrected: y, `time`, `size` to y_next, `watch`.

    y_next has n numbers and, behind them, slopes of a multistep method; renews: whether the first
    of these is the slope at y_next itself, which the kernel `slope` (slope_y, slope_time, ydot)
    gives; step_G: the factors of the step, with which its result is corrected.
    """

    n: int
    renews: int
    time: Floats
    size: Floats
    y_next: Floats
    watch: Floats
    step_G: Floats
    slope_y: Floats
    slope_time: Floats
    ydot: Floats
    step: KernelCall
    slope: KernelCall
    corrections: CorrectionState
    tally: Tally


@native
def corrected_step(s: CorrectedState, outs: Pointers, work: Floats) -> None:
    """Take a step and correct its result; the watch is -1 where that has no end."""
    run_kernel(s.step)
    correct_result(s, s.corrections)


@native
def correct_result(s: CorrectedState, c: CorrectionState) -> None:
    """Correct the result of the step just taken."""
    n = s.n
    t = s.time[0] + s.size[0]
    off = 0.0
    for i in range(n):
        off += s.y_next[i] - s.y_next[i]
    if off == 0.0:
        copy(c.G, s.step_G, c.n_G)
        close(c, s.tally, s.y_next, t)
        if s.tally.failed > 0:
            s.watch[0] = -1.0
        elif s.renews > 0:
            copy(s.slope_y, s.y_next, n)
            s.slope_time[0] = t
            run_kernel(s.slope)
            for i in range(n):
                s.y_next[n + i] = s.ydot[i]


class CorrectedStep(BoundFunction):
    """A step (y, t, h) to y_next and watch, whose kernel leaves the loops open, and corrections.

    step: the kernel, with the factors G as a further result; slope: that of the slope, where the
    method carries the slope at its result, else None; kernels: of factors and of one correction.
    """

    def __init__(
        self,
        step: BoundKernel,
        slope: Kernel | None,
        kernels: tuple[Kernel, Kernel],
        tally: Tally,
    ) -> None:
        self.step, none = step, np.zeros(1)
        shared = {k: v for k, v in step.inputs.items() if k not in ("y", "t", "h")}
        self.corrections = Corrections(*kernels, tally, shared)
        again = BoundKernel(slope, {}, shared) if slope else None
        state = CorrectedState(n=self.corrections.inputs["y"].size, renews=int(slope is not None))
        state.bind(
            time=step.inputs["t"],
            size=step.inputs["h"],
            y_next=step.outputs["y_next"],
            watch=step.outputs["watch"],
            step_G=step.outputs["G"],
            slope_y=again.inputs["y"] if again else none,
            slope_time=again.inputs["t"] if again else none,
            ydot=again.outputs["ydot"] if again else none,
            step=step,
            slope=again or step,
            corrections=self.corrections.state,
            tally=tally,
        )
        super().__init__(corrected_step, state, step.inputs, step.outputs)
