"""Events inside the last step of a loop with error control, and kinks at which steps end.

To be compiled. Values are looked at in a few points of each step. Where one comes near zero and
goes away again between three looks, its extremum is searched, so that two crossings between two
looks are seen.

A step that was accepted across a kink or a jump of the slope ends there instead. A step that
cannot be accepted because of a jump just ahead is not made smaller and smaller: the polynomial of
the step before is good for a little more than its own step, and goes on to the jump.
"""

from __future__ import annotations

from sarrus.kernels.loops.loop_state import LoopState
from sarrus.kernels.loops.stages import interpolate_step, put_back
from sarrus.kernels.native import Floats, Ints, at, copy, native, run_kernel

INSIDE = 4
"""Points inside a step at which events are looked at, besides its end."""
SEARCHED = 60
"""How often the interval in which a value is nearest to zero is made smaller."""
GOLDEN = 0.381966
FLAT = 0.02
"""A value that changes by less than this part of itself between three points will not be zero."""
BESIDE = 1e-3
"""Part of the interval between two looks in which the way of a value is seen."""

HALVED = 60
BEYOND, ROUNDING = 1e-12, 2e-15
"""How far behind a kink a step ends, as part of the step and of the time, so that kinks at the same
instant but for rounding are all behind it."""
AHEAD = 0.2
"""Part of the step before by which its polynomial may go on."""
NEAR = 1e-3
"""The least part of a step that stays, so that steps get on; a kink may then lie in it."""


@native
def crossings(before: Floats, now: Floats, directions: Ints, n: int) -> int:
    """Return how many values cross zero in a direction that counts: 1 up, -1 down, 0 both.

    A value that arrives at zero has crossed; one that starts from zero has not.
    """
    found = 0
    for i in range(n):
        if before[i] < 0.0 and now[i] >= 0.0 and directions[i] >= 0:
            found += 1
        if before[i] > 0.0 and now[i] <= 0.0 and directions[i] <= 0:
            found += 1
    return found


@native
def evaluate(
    s: LoopState,
    t: float,
) -> None:
    """Put the values of all events at a time of the last step into `values`."""
    interpolate_step(s, t, s.event_y)
    if s.projects < 3:
        put_back(s, t, s.event_y)
    s.event_time[0] = t
    run_kernel(s.event)


@native
def moment(s: LoopState, j: int, looks: int) -> float:
    """Return the time of look number j of the last step."""
    t = s.start + s.taken * float(j) / float(looks)
    if j == looks:
        t = s.t
    return t


@native
def nearest(
    s: LoopState,
    i: int,
    left: float,
    middle: float,
    right: float,
    at_left: float,
    at_middle: float,
    at_right: float,
) -> float:
    """Return a time at which event i has the other sign, right if there is none.

    It is nearest to zero at `middle` of the three, which lie inside the last step.
    """
    nowhere = right
    sign = 1.0 if at_middle > 0.0 else -1.0
    low = sign * at_middle
    fall = sign * at_left - low
    rise = sign * at_right - low
    for _ in range(SEARCHED):
        if fall < FLAT * low and rise < FLAT * low:
            return nowhere
        on_right = right - middle > middle - left
        t = middle + GOLDEN * (right - middle) if on_right else middle - GOLDEN * (middle - left)
        if not (left < t and t < right) or t == middle:
            return nowhere
        evaluate(s, t)
        value = sign * s.values[i]
        if value <= 0.0:
            return t
        if value < low:
            if on_right:
                left = middle
                fall = low - value
                rise = rise + low - value
            else:
                right = middle
                rise = low - value
                fall = fall + low - value
            middle = t
            low = value
        else:
            if on_right:
                right = t
                rise = value - low
            else:
                left = t
                fall = value - low
    return nowhere


@native
def look(
    s: LoopState,
) -> int:
    """Tell whether events cross zero in the last step.

    The first ones do between crossed_after and crossed_by.
    `before` are then the values at the first, else those at the end of the step.
    """
    n = s.n_events
    seen = s.looks
    looks = INSIDE + 1
    if not s.start + s.taken / float(looks) > s.start:
        looks = 1
    last = looks
    hits = 0
    raw = at(seen, (INSIDE + 2) * n)
    copy(raw, s.before, n)
    copy(seen, s.before, n)
    for j in range(1, looks + 1):
        t = moment(s, j, looks)
        evaluate(s, t)
        copy(at(seen, j * n), s.values, n)
        if crossings(at(seen, (j - 1) * n), s.values, s.directions, n) > 0:
            hits = 1
            last = j
            break
    if s.begins > 0:
        # of what has just happened, values at the start are those of a moment later
        evaluate(s, s.start)
        for i in range(n):
            seen[i] = s.values[i] if s.values[i] * seen[i] > 0.0 else 0.0
    best = s.t + 1.0
    for i in range(n):
        for j in range(last + 1):
            # three neighbours, at the ends of the step one of them very near
            left = moment(s, max(j - 1, 0), looks)
            middle = moment(s, j, looks)
            right = moment(s, min(j + 1, last), looks)
            at_left = seen[max(j - 1, 0) * n + i]
            at_middle = seen[j * n + i]
            at_right = seen[min(j + 1, last) * n + i]
            near = at_middle != 0.0 and at_left / at_middle >= 1.0 and at_right / at_middle >= 1.0
            if near and last > 0 and (j == 0 or j == last):
                beside = BESIDE * (right - left)
                t = left + beside if j == 0 else right - beside
                evaluate(s, t)
                value = s.values[i]
                near = left < t and t < right and value / at_middle < 1.0
                middle = t
                at_middle = value
            if near and at_middle / at_left <= 0.0:
                best = min(best, middle)
            elif near and (at_left / at_middle > 1.0 or at_right / at_middle > 1.0):
                t = nearest(
                    s, i,
                    left, middle, right, at_left, at_middle, at_right,
                )  # fmt: skip
                if t < right:
                    best = min(best, t)
    if best < moment(s, last, looks):
        evaluate(s, best)
        p = 0
        while p < last - 1 and moment(s, p + 1, looks) < best:
            p += 1
        s.crossed_after = moment(s, p, looks)
        s.crossed_by = best
        if p > 0:
            copy(s.before, at(seen, p * n), n)
        if crossings(s.before, s.values, s.directions, n) > 0:
            return 1
        s.crossed_after = best
        s.crossed_by = moment(s, p + 1, looks)
        copy(s.before, s.values, n)
        if crossings(s.before, at(seen, (p + 1) * n), s.directions, n) > 0:
            return 1
    if hits > 0:
        s.crossed_after = moment(s, last - 1, looks)
        s.crossed_by = moment(s, last, looks)
        last -= 1
    copy(s.before, at(seen, last * n) if last > 0 else raw, n)
    s.begins = 0
    return hits


@native
def happens(
    s: LoopState,
) -> int:
    """Tell whether events other than kinks are crossed between crossed_after and crossed_by."""
    n = s.n_events - s.switches
    evaluate(s, s.crossed_by)
    return crossings(s.before, s.values, s.directions, n)


@native
def first_switch(
    s: LoopState,
    low: float,
    high: float,
) -> float:
    """Return a time behind the first kink between two times; `before` are the values at the first.

    There must be one.
    """
    for _ in range(HALVED):
        middle = 0.5 * (low + high)
        if not (low < middle and middle < high):
            break
        evaluate(s, middle)
        if crosses_switch(s) > 0:
            high = middle
        else:
            low = middle
    return high + BEYOND * s.taken + ROUNDING * abs(high)


@native
def crosses_switch(s: LoopState) -> int:
    """Tell whether one of the kinks in `values` lies on the other side than in `before`."""
    found = 0
    for i in range(s.n_events - s.switches, s.n_events):
        if s.before[i] * s.values[i] <= 0.0 and s.before[i] != 0.0:
            found = 1
    return found


@native
def end_at_switch(
    s: LoopState,
) -> None:
    """Let the last step end at its first kink, on the far side.

    The kink lies between crossed_after and crossed_by.
    `before` are then the values there.
    """
    n = s.n_events
    high = first_switch(s, s.crossed_after, s.crossed_by)
    high = min(max(high, s.start + NEAR * s.taken), s.crossed_by)
    evaluate(s, high)
    copy(s.before, s.values, n)
    if high < s.t:
        copy(s.y, s.event_y, s.n)
        s.t = high


@native
def reach_switch(
    s: LoopState,
    tried: float,
) -> int:
    """Go to a kink just ahead, within the step tried, by the polynomial of the step before.

    Returns 0, and does nothing, where there is none or another event comes before it.
    """
    if s.switches == 0 or s.is_dense == 0 or s.t != s.start + s.taken:
        return 0
    n = s.n_events
    high = s.t + min(tried, AHEAD * s.taken)
    if not (s.t < high and high < s.end):
        return 0
    evaluate(s, high)
    if crosses_switch(s) == 0:
        return 0
    at = first_switch(s, s.t, high)
    evaluate(s, at)
    if (
        not (s.t < at and at < s.end)
        or crossings(s.before, s.values, s.directions, n - s.switches) > 0
    ):
        return 0
    copy(s.before, s.values, n)
    copy(s.y, s.event_y, s.n)
    s.t = at
    s.h = AHEAD * s.taken
    s.steps += 1
    return 1
