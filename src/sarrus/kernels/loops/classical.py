"""A step of the classical Runge-Kutta method around a kernel of the slope, to be compiled.

A step that is one kernel has the slope written out four times. From some size on its code no longer
fits the caches of a processor, and this one, which calls one slope four times, is quicker; its sums
are in the same order.
"""

from __future__ import annotations

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


@record
class ClassicalStep(Record):
    """One step of states of n numbers: y, `time`, `size` to y_next, `watch`.

    slope: (trial, trial_time) to ydot and `watched`; projects: whether the result is put back on
    the constraints by the kernel `closing`, (closed_in, closed_time) to closed_out. sum, middle: of
    n numbers each.
    """

    n: int
    projects: int
    y: Floats
    time: Floats
    size: Floats
    y_next: Floats
    watch: Floats
    trial: Floats
    trial_time: Floats
    ydot: Floats
    watched: Floats
    sum: Floats
    middle: Floats
    closed_in: Floats
    closed_time: Floats
    closed_out: Floats
    slope: KernelCall
    closing: KernelCall


@native
def evaluate(s: ClassicalStep, t: float) -> None:
    """Evaluate the slope at the trial state; the least watch stays, or one that is no number."""
    s.trial_time[0] = t
    run_kernel(s.slope)
    if s.watched[0] < s.watch[0] or s.watched[0] != s.watched[0]:
        s.watch[0] = s.watched[0]


@native
def classical_step(s: ClassicalStep, outs: Pointers, work: Floats) -> None:
    """Take a step."""
    n = s.n
    t = s.time[0]
    h = s.size[0]
    half = 0.5 * h
    s.watch[0] = 1.0
    copy(s.trial, s.y, n)
    evaluate(s, t)
    copy(s.sum, s.ydot, n)
    for i in range(n):
        s.trial[i] = s.y[i] + half * s.ydot[i]
    evaluate(s, t + half)
    copy(s.middle, s.ydot, n)
    for i in range(n):
        s.trial[i] = s.y[i] + half * s.ydot[i]
    evaluate(s, t + half)
    for i in range(n):
        s.middle[i] = s.middle[i] + s.ydot[i]
        s.trial[i] = s.y[i] + h * s.ydot[i]
    evaluate(s, t + h)
    sixth = h / 6.0
    for i in range(n):
        s.y_next[i] = s.y[i] + sixth * (s.sum[i] + 2.0 * s.middle[i] + s.ydot[i])
    if s.projects > 0:
        copy(s.closed_in, s.y_next, n)
        s.closed_time[0] = t + h
        run_kernel(s.closing)
        copy(s.y_next, s.closed_out, n)
