"""Steps of an embedded Runge-Kutta pair with error control and dense output, to be compiled.

All that a loop knows stands in three arrays, whose places are named in `places`: `a` (addresses
of arrays), `x` (numbers) and `k` (counts).
"""

from __future__ import annotations

from math import sqrt

from sarrus.kernels.loops.dense import interpolate, prepare_dense, put_back
from sarrus.kernels.loops.looking import look
from sarrus.kernels.loops.places import (
    AT,
    ATOL,
    BASE,
    BUDGET,
    DENSE,
    END,
    ERRORS,
    EVALUATIONS,
    EXTENDED,
    FIRST,
    FIVE,
    FRESH,
    GRID,
    IS_DENSE,
    LARGEST_STEP,
    LAST,
    LIMIT,
    LOWEST,
    MOST,
    N_EVENTS,
    NEAR,
    NEXT,
    NODES,
    OUTPUTS,
    PENDING,
    PROJECTS,
    REJECTED,
    RTOL,
    SLOPES,
    STAGES,
    START,
    STEPS,
    STORE,
    TABLE,
    TAKEN,
    THREE,
    TIME,
    TRAIL,
    TRAILED,
    TRIAL,
    TRY,
    UNKNOWN,
    WATCH,
    WATCHED,
    WINDOW,
    Y0,
    H,
    N,
    T,
    Y,
)
from sarrus.kernels.loops.stages import stages
from sarrus.kernels.loops.switching import end_at_switch, happens, reach_switch
from sarrus.kernels.native import Code, Floats, Ints, Pointers, at, copy, native, root, run_kernel

DONE, PAUSED, TOO_SMALL, SHRINKING, LOW, CROSSED, FULL = range(7)
"""Why a loop came back: at the end; after its budget of steps; the step is too small; the steps
shrink while the watch falls; the watch is below the limit or not a number; events were crossed;
there is no room for more outputs, and they are to be taken before it goes on."""

ROOM = 400
"""Accepted steps that are remembered."""
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 8.0
NEAR_SINGULAR, SHRUNK = 1e-2, 1e-2
"""Steps that shrink to the part SHRUNK while the watch is below NEAR, at first NEAR_SINGULAR, are
reported."""
ORDER = 8.0
ROUNDING = 2.220446049250313e-16
TINY = 1e-100
"""The least step at t = 0, where none is small beside the time."""
HUGE = 1e300
"""Sums of squares beyond this are as good as infinite."""


@native
def attempt(
    f: Code, ins: Pointers, outs: Pointers, work: Floats, a: Pointers, x: Floats, k: Ints
) -> float:
    """Take a step TRY from (T, Y) and return its error in units of the tolerance.

    The result is left in TRIAL. Negative: it is not finite.
    """
    n = k[N]
    last = k[STAGES]
    h = x[TRY]
    K = a[SLOPES]
    if k[FRESH] == LAST:
        copy(K, at(K, last * n), n)
        k[FRESH] = FIRST
    first = k[FRESH]
    x[WATCH] = stages(
        f, ins, outs, work, a[Y], a[TRIAL], a[TIME], a[WATCHED], a[TABLE], a[NODES], K,
        x[T], h, n, first, last + 1, k[EXTENDED],
    )  # fmt: skip
    k[EVALUATIONS] += last + 1 - first
    k[FRESH] = FIRST
    five = 0.0
    three = 0.0
    off = 0.0
    for i in range(n):
        e5 = 0.0
        e3 = 0.0
        for j in range(last + 1):
            e5 += a[FIVE][j] * K[j * n + i]
            e3 += a[THREE][j] * K[j * n + i]
        new = a[TRIAL][i]
        off += new - new
        scale = a[ATOL][i] + x[RTOL] * max(abs(a[Y][i]), abs(new))
        e5 = e5 / scale
        e3 = e3 / scale
        a[ERRORS][i] = abs(h * e5)
        five += e5 * e5
        three += e3 * e3
    if off != 0.0 or not five + three < HUGE:
        return -1.0
    if five == 0.0 and three == 0.0:
        return 0.0
    return abs(h) * five / sqrt((five + 0.01 * three) * float(n))


@native
def first_step(
    f: Code, ins: Pointers, outs: Pointers, work: Floats, a: Pointers, x: Floats, k: Ints
) -> float:
    """Return a first step by the size of the state, its slope and its curvature.

    Zero where the slope is infinite.
    """
    n = k[N]
    K = a[SLOPES]
    h = 0.0
    stages(
        f, ins, outs, work, a[Y], a[TRIAL], a[TIME], a[WATCHED], a[TABLE], a[NODES], K,
        x[T], h, n, 0, 1, k[EXTENDED],
    )  # fmt: skip
    size = 0.0
    slope = 0.0
    for i in range(n):
        scale = a[ATOL][i] + x[RTOL] * abs(a[Y][i])
        size += a[Y][i] / scale * (a[Y][i] / scale)
        slope += K[i] / scale * (K[i] / scale)
    size = sqrt(size / float(n))
    slope = sqrt(slope / float(n))
    h = 1e-6
    if size >= 1e-5 and slope >= 1e-5:
        h = 0.01 * size / slope
    h = min(h, x[END] - x[T])
    k[EVALUATIONS] += 1
    k[FRESH] = FIRST
    if not h > 0.0:
        return 0.0
    for i in range(n):
        a[TRIAL][i] = a[Y][i] + h * K[i]
    a[TIME][0] = x[T] + h
    outs[0] = at(K, n)
    run_kernel(f, ins, outs, work)
    bend = 0.0
    for i in range(n):
        scale = a[ATOL][i] + x[RTOL] * abs(a[Y][i])
        change = (K[n + i] - K[i]) / scale
        bend += change * change
    bend = sqrt(bend / float(n)) / h
    k[EVALUATIONS] += 1
    worst = max(slope, bend)
    other = max(1e-6, h * 1e-3)
    if worst > 1e-15 and worst < HUGE:
        other = root(0.01 / worst, ORDER)
    return min(min(100.0 * h, other), x[END] - x[T])


@native
def usual(a: Pointers, k: Ints) -> float:
    """Return the largest of the remembered step sizes."""
    found = 0.0
    wide = k[N] + 2
    for j in range(min(k[TRAILED], ROOM)):
        found = max(found, a[TRAIL][j * wide + 1])
    return found


@native
def accept(a: Pointers, x: Floats, k: Ints, error: float, grow: float) -> None:
    """Go to the end of the step tried: TRIAL becomes Y, which is not yet projected."""
    n = k[N]
    h = x[TRY]
    place = at(a[TRAIL], (k[TRAILED] % ROOM) * (n + 2))
    place[0] = x[T]
    place[1] = h
    copy(at(place, 2), a[Y], n)
    k[TRAILED] += 1
    copy(a[Y0], a[Y], n)
    copy(a[Y], a[TRIAL], n)
    for i in range(n):
        a[DENSE][i] = a[Y][i] - a[Y0][i]
    x[START] = x[T]
    x[TAKEN] = h
    k[IS_DENSE] = 0
    k[STEPS] += 1
    x[LARGEST_STEP] = max(x[LARGEST_STEP], h)
    if x[WATCH] < x[LOWEST] or x[WATCH] != x[WATCH]:
        x[LOWEST] = x[WATCH]
    if h == x[END] - x[T]:
        x[T] = x[END]
    else:
        x[T] = x[T] + h
    if h >= x[H] * (1.0 - 1e-12):
        factor = SAFETY / root(max(error, 1e-10), ORDER)
        x[H] = h * min(grow, max(SMALLEST, factor))


@native
def advance(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    g: Code,
    closed_ins: Pointers,
    closed_outs: Pointers,
    closed_work: Floats,
    e: Code,
    event_ins: Pointers,
    event_outs: Pointers,
    event_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
    directions: Ints,
) -> int:
    """Step until something is to be decided outside: see the reasons above.

    Outputs at the times of GRID are stored on the way, projected. With events, a step that
    crosses one is accepted but for its outputs, and the loop comes back.
    """
    grow = LARGEST
    budget = k[STEPS] + k[BUDGET]
    if x[H] == 0.0 and x[T] < x[END]:
        x[H] = first_step(f, ins, outs, work, a, x, k)
    while x[T] < x[END] or k[PENDING] > 0:
        if k[PENDING] > 0:
            if (
                output(f, ins, outs, work, g, closed_ins, closed_outs, closed_work, a, x, k, x[T])
                > 0
            ):
                return FULL
            k[PENDING] = 0
            finish(g, closed_ins, closed_outs, closed_work, a, x, k)
            if not x[WATCH] >= x[LIMIT]:
                return LOW
            if k[STEPS] >= budget:
                return PAUSED
            if not x[T] < x[END]:
                return DONE
        rest = x[END] - x[T]
        h = min(min(x[H], x[MOST]), rest)
        x[TRY] = h
        if not h > 0.0 or (h < rest and h < 10.0 * ROUNDING * abs(x[T]) + TINY):
            return TOO_SMALL
        error = attempt(f, ins, outs, work, a, x, k)
        if error < 0.0 or error > 1.0:
            k[REJECTED] += 1
            grow = 1.0
            x[AT] = x[T] + h
            if x[WATCH] < x[NEAR] and h < SHRUNK * usual(a, k):
                return SHRINKING
            factor = SMALLEST
            if error > 1.0:
                factor = SAFETY / root(error, ORDER)
            x[H] = h * max(SMALLEST, min(factor, 0.9))
            if reach_switch(g, closed_ins, closed_outs, closed_work, e, event_ins, event_outs,
                            event_work, a, x, k, directions, h) > 0:  # fmt: skip
                k[FRESH] = UNKNOWN
                k[PENDING] = 1
        else:
            accept(a, x, k, error, grow)
            grow = LARGEST
            if k[N_EVENTS] > 0:
                prepare_dense(f, ins, outs, work, a, x, k)
                if look(g, closed_ins, closed_outs, closed_work, e, event_ins, event_outs,
                        event_work, a, x, k, directions) > 0:  # fmt: skip
                    k[FRESH] = UNKNOWN
                    if happens(g, closed_ins, closed_outs, closed_work, e, event_ins, event_outs,
                               event_work, a, x, k, directions) > 0:  # fmt: skip
                        return CROSSED
                    end_at_switch(g, closed_ins, closed_outs, closed_work, e, event_ins,
                                  event_outs, event_work, a, x, k)  # fmt: skip
            k[PENDING] = 1
    return DONE


@native
def output(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    g: Code,
    closed_ins: Pointers,
    closed_outs: Pointers,
    closed_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
    until: float,
) -> int:
    """Store the states at the times of GRID in the last step up to a time.

    Returns 1 where there is no room for all.
    """
    n = k[N]
    end = until + 4.0 * ROUNDING * abs(until)
    while k[NEXT] < k[OUTPUTS]:
        t = a[GRID][k[NEXT]]
        if t > end:
            break
        if k[NEXT] - k[BASE] >= k[WINDOW]:
            return 1
        if k[IS_DENSE] == 0:
            prepare_dense(f, ins, outs, work, a, x, k)
        row = at(a[STORE], (k[NEXT] - k[BASE]) * n)
        interpolate(a, x, k, t, row)
        put_back(g, closed_ins, closed_outs, closed_work, a, k, t, row)
        k[NEXT] += 1
    return 0


@native
def finish(
    g: Code, ins: Pointers, outs: Pointers, work: Floats, a: Pointers, x: Floats, k: Ints
) -> None:
    """Project the state at the end of a step, whose slope is then taken anew."""
    if x[T] == x[START] + x[TAKEN] or x[T] == x[END]:
        k[FRESH] = LAST
    if k[PROJECTS] > 0:
        put_back(g, ins, outs, work, a, k, x[T], a[Y])
        k[FRESH] = UNKNOWN
