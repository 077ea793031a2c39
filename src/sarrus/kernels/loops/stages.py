"""Stages of an explicit Runge-Kutta method, whose table is data, and states inside its last step.

To be compiled.
"""

from __future__ import annotations

from sarrus.kernels.loops.differences import interpolate_differences
from sarrus.kernels.loops.loop_state import LoopState
from sarrus.kernels.native import Floats, at, copy, native, run_kernel, send_output

DENSE_ROWS = 7
"""Rows of the polynomial of a step."""


@native
def stages(s: LoopState, y: Floats, t: float, h: float, first: int, last: int) -> float:
    """Fill rows first to last of the slopes of a step h from (t, y); return the least watch.

    A watch that is not a number is less than all others.
    """
    low = 1.0
    n = s.n
    K = s.slopes
    for row in range(first, last):
        for i in range(n):
            total = 0.0
            for j in range(row):
                total += s.table[row * s.extended + j] * K[j * n + i]
            s.trial[i] = y[i] + h * total
        s.time[0] = t + s.nodes[row] * h
        send_output(s.slope, 0, at(K, row * n))
        run_kernel(s.slope)
        if s.watched[0] < low or s.watched[0] != s.watched[0]:
            low = s.watched[0]
    return low


@native
def prepare_dense(s: LoopState) -> None:
    """Take the further stages of the step from `start` of size `taken`, and leave the polynomial.

    Its first row, the change in the step, is there already.
    """
    n = s.n
    K = s.slopes
    F = s.dense
    h = s.taken
    last = s.stages
    stages(s, s.y0, s.start, h, last + 1, s.extended)
    s.evaluations += s.extended - last - 1
    for i in range(n):
        step = F[i]
        F[n + i] = h * K[i] - step
        F[2 * n + i] = 2.0 * step - h * (K[last * n + i] + K[i])
        for r in range(DENSE_ROWS - 3):
            total = 0.0
            for j in range(s.extended):
                total += s.weights[r * s.extended + j] * K[j * n + i]
            F[(3 + r) * n + i] = h * total
    s.is_dense = 1


@native
def interpolate(s: LoopState, t: float, out: Floats) -> None:
    """Put the state at a time inside the last step into `out`, not projected."""
    n = s.n
    part = (t - s.start) / s.taken
    rest = 1.0 - part
    for i in range(n):
        value = 0.0
        for r in range(DENSE_ROWS):
            row = DENSE_ROWS - 1 - r
            value += s.dense[row * n + i]
            value = value * part if r % 2 == 0 else value * rest
        out[i] = value + s.y0[i]


@native
def interpolate_step(s: LoopState, t: float, out: Floats) -> None:
    """Put the state at a time inside the last step into `out`, by the method of that step."""
    if s.differences.active > 0:
        interpolate_differences(s.differences, t, out, s.n)
    else:
        interpolate(s, t, out)


@native
def put_back(s: LoopState, t: float, y: Floats) -> None:
    """Put a state back on the constraints, in place."""
    if s.projects > 0:
        copy(s.closed_in, y, s.n)
        s.closed_time[0] = t
        run_kernel(s.closing)
        copy(y, s.closed_out, s.n)
