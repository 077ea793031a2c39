"""States inside the last step of a loop with error control, to be compiled."""

from __future__ import annotations

from sarrus.kernels.loops.places import (
    CLOSED_IN,
    CLOSED_OUT,
    CLOSED_TIME,
    DENSE,
    EVALUATIONS,
    EXTENDED,
    IS_DENSE,
    NODES,
    PROJECTS,
    SLOPES,
    STAGES,
    START,
    TABLE,
    TAKEN,
    TIME,
    TRIAL,
    WATCHED,
    WEIGHTS,
    Y0,
    N,
)
from sarrus.kernels.loops.stages import stages
from sarrus.kernels.native import Code, Floats, Ints, Pointers, copy, native, run_kernel

DENSE_ROWS = 7


@native
def prepare_dense(
    f: Code, ins: Pointers, outs: Pointers, work: Floats, a: Pointers, x: Floats, k: Ints
) -> None:
    """Take the further stages of the step from START of size TAKEN, and leave the polynomial.

    Its first row, the change in the step, is there already.
    """
    n = k[N]
    K = a[SLOPES]
    F = a[DENSE]
    h = x[TAKEN]
    last = k[STAGES]
    stages(
        f, ins, outs, work, a[Y0], a[TRIAL], a[TIME], a[WATCHED], a[TABLE], a[NODES], K,
        x[START], h, n, last + 1, k[EXTENDED], k[EXTENDED],
    )  # fmt: skip
    k[EVALUATIONS] += k[EXTENDED] - last - 1
    for i in range(n):
        step = F[i]
        F[n + i] = h * K[i] - step
        F[2 * n + i] = 2.0 * step - h * (K[last * n + i] + K[i])
        for r in range(DENSE_ROWS - 3):
            total = 0.0
            for j in range(k[EXTENDED]):
                total += a[WEIGHTS][r * k[EXTENDED] + j] * K[j * n + i]
            F[(3 + r) * n + i] = h * total
    k[IS_DENSE] = 1


@native
def interpolate(a: Pointers, x: Floats, k: Ints, t: float, out: Floats) -> None:
    """Put the state at a time inside the last step into `out`, not projected."""
    n = k[N]
    part = (t - x[START]) / x[TAKEN]
    rest = 1.0 - part
    for i in range(n):
        value = 0.0
        for r in range(DENSE_ROWS):
            row = DENSE_ROWS - 1 - r
            value += a[DENSE][row * n + i]
            value = value * part if r % 2 == 0 else value * rest
        out[i] = value + a[Y0][i]


@native
def put_back(
    g: Code, ins: Pointers, outs: Pointers, work: Floats, a: Pointers, k: Ints, t: float, y: Floats
) -> None:
    """Put a state back on the constraints, in place."""
    if k[PROJECTS] > 0:
        copy(a[CLOSED_IN], y, k[N])
        a[CLOSED_TIME][0] = t
        run_kernel(g, ins, outs, work)
        copy(y, a[CLOSED_OUT], k[N])
