"""What a loop with error control knows: places in arrays `a` (addresses), `x` (numbers), `k`."""

from __future__ import annotations

(
    Y,
    Y0,
    TRIAL,
    TIME,
    WATCHED,
    TABLE,
    NODES,
    SLOPES,
    FIVE,
    THREE,
    WEIGHTS,
    DENSE,
    TRAIL,
    GRID,
    STORE,
    CLOSED_IN,
    CLOSED_TIME,
    CLOSED_OUT,
    EVENT_Y,
    EVENT_TIME,
    EVENTS,
    BEFORE,
    ERRORS,
    LOOKS,
    ATOL,
) = range(25)
(
    T,
    H,
    END,
    RTOL,
    NEAR,
    MOST,
    TRY,
    WATCH,
    LOWEST,
    LIMIT,
    FROM,
    AT,
    START,
    TAKEN,
    LARGEST_STEP,
) = range(15)
(
    N,
    STAGES,
    EXTENDED,
    FRESH,
    STEPS,
    REJECTED,
    EVALUATIONS,
    BUDGET,
    NEXT,
    OUTPUTS,
    BASE,
    WINDOW,
    PENDING,
    TRAILED,
    PROJECTS,
    N_EVENTS,
    IS_DENSE,
    BEGINS,
    SWITCHES,
) = range(19)

UNKNOWN, FIRST, LAST = range(3)
"""FRESH, where the slope at the start of the next step is: to be taken, in the first row of the
slopes, or in the last row of the step before."""
