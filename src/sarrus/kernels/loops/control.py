"""Steps of an embedded Runge-Kutta pair with error control and dense output, to be compiled.

All that a loop knows stands in one record, `LoopState`.
"""

from __future__ import annotations

from math import sqrt

from sarrus.kernels.loops.event_search import end_at_switch, happens, look, reach_switch
from sarrus.kernels.loops.loop_state import FIRST, LAST, UNKNOWN, LoopState
from sarrus.kernels.loops.stages import interpolate_step, prepare_dense, put_back, stages
from sarrus.kernels.native import at, copy, native, root, run_kernel, send_output

DONE, PAUSED, TOO_SMALL, SHRINKING, LOW, CROSSED, FULL = range(7)
"""Why a loop came back: at the end; after its budget of steps; the step is too small; the steps
shrink while the watch falls; the watch is below the limit or not a number; events were crossed;
there is no room for more outputs, and they are to be taken before it goes on."""

ROOM = 400
"""Accepted steps that are remembered."""
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 8.0
"""A new step is the old one times SAFETY error^(-1/order), within these bounds (Hairer, Norsett and
Wanner, Solving Ordinary Differential Equations I, II.4): a step that was barely accepted is not
tried again, and one lucky step does not make the next too long."""
NEAR_SINGULAR, SHRUNK = 1e-2, 1e-2
"""Steps that shrink to the part SHRUNK while the watch is below `near`, at first NEAR_SINGULAR, are
reported."""
ROUNDING = 2.220446049250313e-16
TINY = 1e-100
"""The least step at t = 0, where none is small beside the time."""
HUGE = 1e300
"""Sums of squares beyond this are as good as infinite."""


@native
def attempt(s: LoopState) -> float:
    """Take a step `tried` from (t, y) and return its error in units of the tolerance.

    The result is left in `trial`. Negative: it is not finite.
    """
    n = s.n
    last = s.stages
    h = s.tried
    K = s.slopes
    if s.fresh == LAST:  # the slope at the end of the last step is the first of this one
        copy(K, at(K, last * n), n)
        s.fresh = FIRST
    first = s.fresh
    s.watch = stages(s, s.y, s.t, h, first, last + 1)
    s.evaluations += last + 1 - first
    s.fresh = FIRST
    five = 0.0
    three = 0.0
    off = 0.0
    for i in range(n):
        e5 = 0.0
        e3 = 0.0
        for j in range(last + 1):
            e5 += s.five[j] * K[j * n + i]
            e3 += s.three[j] * K[j * n + i]
        new = s.trial[i]
        off += new - new  # 0, or not a number where `new` is none or infinite: no branch needed
        scale = s.atol[i] + s.rtol * max(abs(s.y[i]), abs(new))
        e5 = e5 / scale
        e3 = e3 / scale
        s.errors[i] = abs(h * e5)
        five += e5 * e5
        three += e3 * e3
    if off != 0.0 or not five + three < HUGE:
        return -1.0
    if five == 0.0 and three == 0.0:
        return 0.0
    # err = err5^2 / sqrt(err5^2 + 0.01 err3^2): of order 8 where the estimate of order 3 is the
    # larger one, and never above that of order 5 (DOP853 of Hairer and Wanner)
    return abs(h) * five / sqrt((five + 0.01 * three) * float(n))


@native
def first_step(s: LoopState) -> float:
    """Return a first step by the size of the state, its slope and its curvature.

    Zero where the slope is infinite. The rule, with its 0.01, 1e-5, 1e-6 and 1e-15, is that of
    Hairer, Norsett and Wanner, II.4: an Euler step changes the state by a hundredth, and shows
    how fast the slope bends.
    """
    n = s.n
    K = s.slopes
    h = 0.0
    stages(s, s.y, s.t, h, 0, 1)
    size = 0.0
    slope = 0.0
    for i in range(n):
        scale = s.atol[i] + s.rtol * abs(s.y[i])
        size += s.y[i] / scale * (s.y[i] / scale)
        slope += K[i] / scale * (K[i] / scale)
    size = sqrt(size / float(n))
    slope = sqrt(slope / float(n))
    h = 1e-6
    if size >= 1e-5 and slope >= 1e-5:
        h = 0.01 * size / slope
    h = min(h, s.end - s.t)
    s.evaluations += 1
    s.fresh = FIRST
    if not h > 0.0:
        return 0.0
    for i in range(n):
        s.trial[i] = s.y[i] + h * K[i]
    s.time[0] = s.t + h
    send_output(s.slope, 0, at(K, n))
    run_kernel(s.slope)
    bend = 0.0
    for i in range(n):
        scale = s.atol[i] + s.rtol * abs(s.y[i])
        change = (K[n + i] - K[i]) / scale
        bend += change * change
    bend = sqrt(bend / float(n)) / h
    s.evaluations += 1
    worst = max(slope, bend)
    other = max(1e-6, h * 1e-3)
    if worst > 1e-15 and worst < HUGE:
        other = root(0.01 / worst, s.order)
    return min(min(100.0 * h, other), s.end - s.t)


@native
def usual(s: LoopState) -> float:
    """Return the largest of the remembered step sizes."""
    found = 0.0
    wide = s.n + 2
    for j in range(min(s.trailed, ROOM)):
        found = max(found, s.trail[j * wide + 1])
    return found


@native
def accept(s: LoopState, error: float, grow: float) -> None:
    """Go to the end of the step tried: `trial` becomes y, which is not yet projected."""
    n = s.n
    h = s.tried
    place = at(s.trail, (s.trailed % ROOM) * (n + 2))
    place[0] = s.t
    place[1] = h
    copy(at(place, 2), s.y, n)
    s.trailed += 1
    copy(s.y0, s.y, n)
    copy(s.y, s.trial, n)
    for i in range(n):
        s.dense[i] = s.y[i] - s.y0[i]
    s.start = s.t
    s.taken = h
    s.is_dense = 0
    s.steps += 1
    s.largest_step = max(s.largest_step, h)
    if s.watch < s.lowest or s.watch != s.watch:
        s.lowest = s.watch
    if h == s.end - s.t:
        s.t = s.end
    else:
        s.t = s.t + h
    if h >= s.h * (1.0 - 1e-12):  # one that the end has cut short tells nothing of the next
        factor = SAFETY / root(max(error, 1e-10), s.order)
        s.h = h * min(grow, max(SMALLEST, factor))


@native
def advance(s: LoopState) -> int:
    """Step until something is to be decided outside: see the reasons above.

    Outputs at the times of `grid` are stored on the way, projected. With events, a step that
    crosses one is accepted but for its outputs, and the loop comes back.
    """
    grow = LARGEST
    budget = s.steps + s.budget
    if s.h == 0.0 and s.t < s.end:
        s.h = first_step(s)
    while s.t < s.end or s.pending > 0:
        if s.pending > 0:
            if output(s, s.t) > 0:
                return FULL
            s.pending = 0
            finish(s)
            if not s.watch >= s.limit:
                return LOW
            if s.steps >= budget:
                return PAUSED
            if not s.t < s.end:
                return DONE
        rest = s.end - s.t
        h = min(min(s.h, s.most), rest)
        s.tried = h
        if not h > 0.0 or (h < rest and h < 10.0 * ROUNDING * abs(s.t) + TINY):
            return TOO_SMALL
        error = attempt(s)
        if error < 0.0 or error > 1.0:
            s.rejected += 1
            grow = 1.0  # the step after a rejection does not grow
            s.crossed_by = s.t + h
            if s.watch < s.near and h < SHRUNK * usual(s):
                return SHRINKING
            factor = SMALLEST
            if error > 1.0:
                factor = SAFETY / root(error, s.order)
            s.h = h * max(SMALLEST, min(factor, 0.9))
            if reach_switch(s, h) > 0:  # fmt: skip
                s.fresh = UNKNOWN
                s.pending = 1
        else:
            accept(s, error, grow)
            grow = LARGEST
            if s.n_events > 0:
                prepare_dense(s)
                if look(s) > 0:  # fmt: skip
                    s.fresh = UNKNOWN
                    if happens(s) > 0:  # fmt: skip
                        return CROSSED
                    end_at_switch(s)  # fmt: skip
            s.pending = 1
    return DONE


@native
def output(s: LoopState, until: float) -> int:
    """Store the states at the times of `grid` in the last step up to a time.

    Returns 1 where there is no room for all.
    """
    n = s.n
    end = until + 4.0 * ROUNDING * abs(until)
    while s.next_output < s.n_outputs:
        t = s.grid[s.next_output]
        if t > end:
            break
        if s.next_output - s.first_kept >= s.window:
            return 1
        if s.is_dense == 0:
            prepare_dense(s)
        row = at(s.store, (s.next_output - s.first_kept) * n)
        interpolate_step(s, t, row)
        put_back(s, t, row)
        s.next_output += 1
    return 0


@native
def finish(s: LoopState) -> None:
    """Project the state at the end of a step, whose slope is then taken anew."""
    if s.t == s.start + s.taken or s.t == s.end:
        s.fresh = LAST
    if s.projects > 0:
        put_back(s, s.t, s.y)
        if s.projects != 2:
            s.fresh = UNKNOWN
