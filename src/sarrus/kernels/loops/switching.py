"""Ending steps where the slope has a kink, to be compiled."""

from __future__ import annotations

from sarrus.kernels.loops.crossing import crossed
from sarrus.kernels.loops.looking import evaluate
from sarrus.kernels.loops.places import (
    AT,
    BEFORE,
    EVENT_Y,
    EVENTS,
    FROM,
    N_EVENTS,
    START,
    SWITCHES,
    TAKEN,
    N,
    T,
    Y,
)
from sarrus.kernels.native import Code, Floats, Ints, Pointers, copy, native

HALVED = 60
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
    first = n - k[SWITCHES]
    low = x[FROM]
    high = x[AT]
    for _ in range(HALVED):
        middle = 0.5 * (low + high)
        if not (low < middle and middle < high):
            break
        evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, middle)
        off = 0
        for i in range(first, n):
            if a[BEFORE][i] * a[EVENTS][i] <= 0.0 and a[BEFORE][i] != 0.0:
                off = 1
        if off > 0:
            high = middle
        else:
            low = middle
    high = min(max(high, x[START] + NEAR * x[TAKEN]), x[AT])
    evaluate(g, ins, outs, work, e, event_ins, event_outs, event_work, a, x, k, high)
    copy(a[BEFORE], a[EVENTS], n)
    if high < x[T]:
        copy(a[Y], a[EVENT_Y], k[N])
        x[T] = high
