"""What a loop with error control knows, as one record."""

from __future__ import annotations

from sarrus.kernels.loops.differences import Differences
from sarrus.kernels.native import Floats, Ints, KernelCall, Record, record

UNKNOWN, FIRST, LAST = range(3)
"""`fresh`, where the slope at the start of the next step is: to be taken, in the first row of the
slopes, or in the last row of the step before."""


@record
class LoopState(Record):
    """A loop with error control: where it is, what it may do, and its arrays.

    t, y: time and state reached; h: size of the next step; end: where to step to; rtol, atol:
    tolerances, atol one for each entry of y; most: the largest step allowed. tried: size of the
    last step tried; start, taken, y0: start, size and first state of the last step accepted;
    largest_step: of all. watch, lowest: the least watch of the last step and of all; limit: below
    it the loop comes back; near: below it steps that shrink are reported. crossed_after,
    crossed_by: between them an event was crossed first.

    fresh: see above; budget: steps until the loop comes back; outputs n_outputs at the times of
    `grid`, of which next_output is the next, those from first_kept on in `store`, which has room
    for window of them; pending: whether a step is not finished; trailed: steps remembered in
    `trail`; projects: whether there is a kernel `closing`, 2 if slopes do not depend on what it
    changes, 3 if states inside a step, where events are looked at, are left as they are; switches:
    how many of the events, the last ones, are kinks; is_dense: whether `dense` holds the polynomial
    of the last step; begins: whether something has just happened.

    slope: (y, t) to its value and a watch, whose arrays are trial, time, watched; closing: (y, t)
    to y (closed_in, closed_time, closed_out); event: (y, t) to g (event_y, event_time, values).
    table, nodes, five, three, weights, order: the method; slopes: of all stages. before: values of
    events at the start of what is looked at next; looks: those of the points looked at; errors:
    weighted errors of the last step tried; differences: those of a multistep method (`pece`).
    """

    t: float
    h: float
    end: float
    rtol: float
    most: float
    tried: float
    watch: float
    lowest: float
    limit: float
    near: float
    crossed_after: float
    crossed_by: float
    start: float
    taken: float
    largest_step: float
    order: float
    n: int
    stages: int
    extended: int
    fresh: int
    steps: int
    rejected: int
    evaluations: int
    budget: int
    next_output: int
    n_outputs: int
    first_kept: int
    window: int
    pending: int
    trailed: int
    projects: int
    n_events: int
    switches: int
    is_dense: int
    begins: int
    y: Floats
    y0: Floats
    atol: Floats
    trial: Floats
    time: Floats
    watched: Floats
    table: Floats
    nodes: Floats
    slopes: Floats
    five: Floats
    three: Floats
    weights: Floats
    dense: Floats
    trail: Floats
    grid: Floats
    store: Floats
    closed_in: Floats
    closed_time: Floats
    closed_out: Floats
    event_y: Floats
    event_time: Floats
    values: Floats
    before: Floats
    looks: Floats
    errors: Floats
    directions: Ints
    slope: KernelCall
    closing: KernelCall
    event: KernelCall
    differences: Differences
