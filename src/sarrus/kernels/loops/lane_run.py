"""A whole run of equal steps of one state, to be compiled: for a thread of a device, or here.

Nothing is kept but what is asked for: samples of channels after every so many steps, their least
and greatest values over all steps, the last state. A run ends before its time where an event is
crossed, or where a step is singular or not finite; it can be taken in pieces, so that no call to a
device lasts long.
"""

from __future__ import annotations

from sarrus.kernels.loops.event_search import crossings
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    copy,
    fma,
    native,
    record,
    run_kernel,
    send_output,
)

DONE, STOPPED, CROSSED = 0, 1, 2
"""Why a run came back: all steps taken; watch too low or not finite; an event."""


@record
class LaneRun(Record):
    """Steps number `first` to `last` of size h, counted from t0, from a state y of n numbers.

    begins: whether this is the first piece; closings: how often the start is then projected on the
    constraints by the kernel `closing`, which yields the first n_closed numbers of it. limit: the
    watch below which it stops; lowest: the least so far. step: (y, time) to y_next and watch;
    begin: the same for steps below number `starting`, which fill the slopes behind y that multistep
    methods carry along. sample: (y, time) to channels that go to `store`, every so many steps (0:
    never), `room` numbers apart; kept: how many have. extreme: (y, time) to n_extremes numbers
    `shown`, of which the `least` and `greatest` are kept. event: (y, time) to n_events `values`,
    which were `before` at the step before. reached: the number of the last step; why: see above,
    where it is not DONE nothing more is done; ended: the time of the last state, or of the event.
    paced: whether the kernel of the step is called equally often in any case, since threads wait
    for each other in it.
    """

    t0: float
    h: float
    limit: float
    lowest: float
    ended: float
    n: int
    n_closed: int
    starting: int
    first: int
    last: int
    every: int
    begins: int
    closings: int
    room: int
    kept: int
    reached: int
    why: int
    n_extremes: int
    n_events: int
    paced: int
    y: Floats
    y_next: Floats
    time: Floats
    watch: Floats
    closed_out: Floats
    store: Floats
    shown: Floats
    least: Floats
    greatest: Floats
    values: Floats
    before: Floats
    directions: Ints
    step: KernelCall
    begin: KernelCall
    closing: KernelCall
    sample: KernelCall
    extreme: KernelCall
    event: KernelCall


@native
def run_lane(s: LaneRun) -> int:
    """Take the steps and return why the run came back."""
    before = s.why
    going = 1 if before == DONE else 0
    step = s.first
    left = s.last - s.first
    look = s.begins
    if going > 0 and look > 0:
        s.time[0] = fma(float(step), s.h, s.t0)
        for _i in range(s.closings):
            run_kernel(s.closing)
            copy(s.y, s.closed_out, s.n_closed)
    while going > 0 or (s.paced > 0 and left > 0):
        if going > 0:
            s.time[0] = fma(float(step), s.h, s.t0)
            if look > 0:
                going = observe(s, step)
            look = 1
            if step >= s.last:
                going = 0
        if left > 0 and (going > 0 or s.paced > 0):
            if s.last - left < s.starting:
                run_kernel(s.begin)
            else:
                run_kernel(s.step)
            left -= 1
            if going > 0:
                watch = s.watch[0]
                if watch < s.lowest:
                    s.lowest = watch
                total = 0.0  # finite where all numbers are
                for i in range(s.n):
                    total += s.y_next[i]
                if not watch >= s.limit or total - total != 0.0:
                    s.why = STOPPED
                    s.ended = s.time[0]
                    going = 0
                else:
                    copy(s.y, s.y_next, s.n)
                    step += 1
    if before == DONE:
        if s.why == DONE:
            s.ended = s.time[0]
        s.reached = step
    return s.why


@native
def observe(s: LaneRun, step: int) -> int:
    """Keep what is asked for of the state at a step; return 0 where an event is crossed there."""
    if s.every > 0 and step % max(s.every, 1) == 0:
        send_output(s.sample, 0, at(s.store, s.kept * s.room))
        run_kernel(s.sample)
        s.kept += 1
    if s.n_extremes > 0:
        run_kernel(s.extreme)
        for i in range(s.n_extremes):
            if s.shown[i] < s.least[i]:
                s.least[i] = s.shown[i]
            if s.shown[i] > s.greatest[i]:
                s.greatest[i] = s.shown[i]
    going = 1
    if s.n_events > 0:
        run_kernel(s.event)
        found = crossings(s.before, s.values, s.directions, s.n_events)
        if found > 0 and (s.begins == 0 or step > s.first):
            s.why = CROSSED
            s.ended = crossing_time(s)
            going = 0
        copy(s.before, s.values, s.n_events)
    return going


@native
def crossing_time(s: LaneRun) -> float:
    """Return when the first event of the last step was crossed, by a straight line."""
    part = 1.0
    for i in range(s.n_events):
        up = s.before[i] < 0.0 and s.values[i] >= 0.0 and s.directions[i] >= 0
        down = s.before[i] > 0.0 and s.values[i] <= 0.0 and s.directions[i] <= 0
        if up or down:
            part = min(part, s.before[i] / (s.before[i] - s.values[i]))
    return s.time[0] - (1.0 - part) * s.h
