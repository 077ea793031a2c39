"""Looking for events inside the last step of a loop with error control, to be compiled.

Values are looked at in a few points of each step. Where one comes near zero and goes away again
between three looks, its extremum is searched, so that two crossings between two looks are seen.
"""

from __future__ import annotations

from sarrus.kernels.loops.crossing import crossed
from sarrus.kernels.loops.dense import interpolate, put_back
from sarrus.kernels.loops.places import (
    AT,
    BEFORE,
    BEGINS,
    EVENT_TIME,
    EVENT_Y,
    EVENTS,
    FROM,
    LOOKS,
    N_EVENTS,
    START,
    TAKEN,
    T,
)
from sarrus.kernels.native import Code, Floats, Ints, Pointers, at, copy, native, run_kernel

INSIDE = 4
"""Points inside a step at which events are looked at, besides its end."""
SEARCHED = 60
"""How often the interval in which a value is nearest to zero is made smaller."""
GOLDEN = 0.381966
FLAT = 0.02
"""A value that changes by less than this part of itself between three points will not be zero."""
BESIDE = 1e-3
"""Part of the interval between two looks in which the way of a value is seen."""


@native
def evaluate(
    g: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    e: Code,
    event_ins: Pointers,
    event_outs: Pointers,
    event_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
    t: float,
) -> None:
    """Put the values of all events at a time of the last step into EVENTS."""
    interpolate(a, x, k, t, a[EVENT_Y])
    put_back(g, ins, outs, work, a, k, t, a[EVENT_Y])
    a[EVENT_TIME][0] = t
    run_kernel(e, event_ins, event_outs, event_work)


@native
def moment(x: Floats, j: int, looks: int) -> float:
    """Return the time of look number j of the last step."""
    t = x[START] + x[TAKEN] * float(j) / float(looks)
    if j == looks:
        t = x[T]
    return t


@native
def nearest(
    g: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    e: Code,
    event_ins: Pointers,
    event_outs: Pointers,
    event_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
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
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, t)
        value = sign * a[EVENTS][i]
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
    g: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    e: Code,
    event_ins: Pointers,
    event_outs: Pointers,
    event_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
    directions: Ints,
) -> int:
    """Tell whether events cross zero in the last step, first between FROM and AT.

    BEFORE are then the values at FROM, else those at the end of the step.
    """
    n = k[N_EVENTS]
    seen = a[LOOKS]
    looks = INSIDE + 1
    if not x[START] + x[TAKEN] / float(looks) > x[START]:
        looks = 1
    last = looks
    hits = 0
    given = at(seen, (INSIDE + 2) * n)
    copy(given, a[BEFORE], n)
    copy(seen, a[BEFORE], n)
    for j in range(1, looks + 1):
        t = moment(x, j, looks)
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, t)
        copy(at(seen, j * n), a[EVENTS], n)
        if crossed(at(seen, (j - 1) * n), a[EVENTS], directions, n) > 0:
            hits = 1
            last = j
            break
    if k[BEGINS] > 0:
        # of what has just happened, values at the start are those of a moment later
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, x[START])
        for i in range(n):
            seen[i] = a[EVENTS][i] if a[EVENTS][i] * seen[i] > 0.0 else 0.0
    best = x[T] + 1.0
    for i in range(n):
        for j in range(last + 1):
            # three neighbours, at the ends of the step one of them very near
            left = moment(x, max(j - 1, 0), looks)
            middle = moment(x, j, looks)
            right = moment(x, min(j + 1, last), looks)
            at_left = seen[max(j - 1, 0) * n + i]
            at_middle = seen[j * n + i]
            at_right = seen[min(j + 1, last) * n + i]
            near = at_middle != 0.0 and at_left / at_middle >= 1.0 and at_right / at_middle >= 1.0
            if near and last > 0 and (j == 0 or j == last):
                beside = BESIDE * (right - left)
                t = left + beside if j == 0 else right - beside
                evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, t)
                value = a[EVENTS][i]
                near = left < t and t < right and value / at_middle < 1.0
                middle = t
                at_middle = value
            if near and at_middle / at_left <= 0.0:
                best = min(best, middle)
            elif near and (at_left / at_middle > 1.0 or at_right / at_middle > 1.0):
                t = nearest(
                    g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, i,
                    left, middle, right, at_left, at_middle, at_right,
                )  # fmt: skip
                if t < right:
                    best = min(best, t)
    if best < moment(x, last, looks):
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, best)
        p = 0
        while p < last - 1 and moment(x, p + 1, looks) < best:
            p += 1
        x[FROM] = moment(x, p, looks)
        x[AT] = best
        if p > 0:
            copy(a[BEFORE], at(seen, p * n), n)
        if crossed(a[BEFORE], a[EVENTS], directions, n) > 0:
            return 1
        x[FROM] = best
        x[AT] = moment(x, p + 1, looks)
        copy(a[BEFORE], a[EVENTS], n)
        if crossed(a[BEFORE], at(seen, (p + 1) * n), directions, n) > 0:
            return 1
    if hits > 0:
        x[FROM] = moment(x, last - 1, looks)
        x[AT] = moment(x, last, looks)
        last -= 1
    copy(a[BEFORE], at(seen, last * n) if last > 0 else given, n)
    k[BEGINS] = 0
    return hits
