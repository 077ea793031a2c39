"""Ending steps where the slope has a kink or a jump, to be compiled.

A step that was accepted across a kink ends there instead. A step that cannot be accepted because
of a jump just ahead is not made smaller and smaller: the polynomial of the step before is good for
a little more than its own step, and goes on to the jump.
"""

from __future__ import annotations

from sarrus.kernels.loops.crossing import crossed
from sarrus.kernels.loops.looking import evaluate
from sarrus.kernels.loops.places import (
    AT,
    BEFORE,
    END,
    EVENT_Y,
    EVENTS,
    FROM,
    IS_DENSE,
    N_EVENTS,
    START,
    STEPS,
    SWITCHES,
    TAKEN,
    H,
    N,
    T,
    Y,
)
from sarrus.kernels.native import Code, Floats, Ints, Pointers, copy, native

HALVED = 60
BEYOND, ROUNDING = 1e-12, 2e-15
"""How far behind a kink a step ends, as part of the step and of the time, so that kinks at the same
instant but for rounding are all behind it."""
AHEAD = 0.2
"""Part of the step before by which its polynomial may go on."""
NEAR = 1e-3
"""The least part of a step that stays, so that steps get on; a kink may then lie in it."""


@native
def happens(
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
    """Tell whether events other than kinks are crossed between FROM and AT."""
    n = k[N_EVENTS] - k[SWITCHES]
    evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, x[AT])
    return crossed(a[BEFORE], a[EVENTS], directions, n)


@native
def first_switch(
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
    low: float,
    high: float,
) -> float:
    """Return a time behind the first kink between two times; BEFORE are the values at the first.

    There must be one.
    """
    for _ in range(HALVED):
        middle = 0.5 * (low + high)
        if not (low < middle and middle < high):
            break
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, middle)
        if switched(a, k) > 0:
            high = middle
        else:
            low = middle
    return high + BEYOND * x[TAKEN] + ROUNDING * abs(high)


@native
def switched(a: Pointers, k: Ints) -> int:
    """Tell whether one of the kinks in EVENTS lies on the other side than in BEFORE."""
    found = 0
    for i in range(k[N_EVENTS] - k[SWITCHES], k[N_EVENTS]):
        if a[BEFORE][i] * a[EVENTS][i] <= 0.0 and a[BEFORE][i] != 0.0:
            found = 1
    return found


@native
def end_at_switch(
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
) -> None:
    """Let the last step end at the first kink between FROM and AT, on its far side.

    BEFORE are then the values there.
    """
    n = k[N_EVENTS]
    high = first_switch(
        g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, x[FROM], x[AT]
    )
    high = min(max(high, x[START] + NEAR * x[TAKEN]), x[AT])
    evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, high)
    copy(a[BEFORE], a[EVENTS], n)
    if high < x[T]:
        copy(a[Y], a[EVENT_Y], k[N])
        x[T] = high


@native
def reach_switch(
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
    tried: float,
) -> int:
    """Go to a kink just ahead, within the step tried, by the polynomial of the step before.

    Returns 0, and does nothing, where there is none or another event comes before it.
    """
    if k[SWITCHES] == 0 or k[IS_DENSE] == 0 or x[T] != x[START] + x[TAKEN]:
        return 0
    n = k[N_EVENTS]
    high = x[T] + min(tried, AHEAD * x[TAKEN])
    if not (x[T] < high and high < x[END]):
        return 0
    evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, high)
    if switched(a, k) == 0:
        return 0
    at = first_switch(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, x[T], high)
    evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, at)
    if (
        not (x[T] < at and at < x[END])
        or crossed(a[BEFORE], a[EVENTS], directions, n - k[SWITCHES]) > 0
    ):
        return 0
    copy(a[BEFORE], a[EVENTS], n)
    copy(a[Y], a[EVENT_Y], k[N])
    x[T] = at
    x[H] = AHEAD * x[TAKEN]
    k[STEPS] += 1
    return 1
