"""Stages of an explicit Runge-Kutta method, whose table is data."""

from __future__ import annotations

from sarrus.kernels.native import Code, Floats, Pointers, at, native, run_kernel


@native
def stages(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    y: Floats,
    trial: Floats,
    time: Floats,
    watch: Floats,
    A: Floats,
    c: Floats,
    K: Floats,
    t: float,
    h: float,
    n: int,
    first: int,
    last: int,
    wide: int,
) -> float:
    """Fill rows first to last of K, the slopes of a step h from (t, y); return the least watch.

    trial and time are inputs of the kernel, whose first output is put into K. A watch that is not
    a number is less than all others.
    """
    low = 1.0
    for s in range(first, last):
        for i in range(n):
            total = 0.0
            for j in range(s):
                total += A[s * wide + j] * K[j * n + i]
            trial[i] = y[i] + h * total
        time[0] = t + c[s] * h
        outs[0] = at(K, s * n)
        run_kernel(f, ins, outs, work)
        if watch[0] < low or watch[0] != watch[0]:
            low = watch[0]
    return low
