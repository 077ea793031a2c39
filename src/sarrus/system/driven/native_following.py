"""The positions of a driven mechanism at many instants in one native pass.

Each is predicted along the velocities of the one before and corrected by Newton's steps, as
`solvers.assembly` takes them: here for rows of loops that close positions and coordinates of the
tree that are prescribed. Where a step is not plainly good, the pass ends before its instant.
"""

from __future__ import annotations

from sarrus.kernels.loops.closing import put_scaled_rows, put_unit_rows
from sarrus.kernels.loops.least_squares import smallest_solution
from sarrus.kernels.native import Floats, Ints, KernelCall, Record, at, native, record, run_kernel
from sarrus.solvers.rank import TOLERANCE

MOST_STEPS = 25
CLOSED = 1e-13
SETTLED, STALLED = 1e-12, 1e-9
"""Steps below which a closed position is taken, before and after the step."""
LONGEST = 0.5


@record
class Following(Record):
    """The instants of a pass and what the mechanism has there.

    n: velocities of the tree, which are rates of its coordinates; m: rows of loops; d: driven
    coordinates, at `places`; count: instants; t; values, rates: of what is driven, a row for each
    instant; q, v: a row for each instant, the first given; done: instants that have been reached.
    """

    n: int
    m: int
    d: int
    count: int
    done: int
    t: Floats
    values: Floats
    rates: Floats
    places: Ints
    q: Floats
    v: Floats
    row_scale: Floats
    column_scale: Floats
    at_q: Floats
    at_t: Floats
    phi: Floats
    Phi: Floats
    A: Floats
    b: Floats
    x: Floats
    w: Floats
    closure: KernelCall


@native
def put_rows(f: Following) -> None:
    """Put the scaled rows of loops and of driven coordinates in A."""
    put_scaled_rows(f.Phi, f.row_scale, f.column_scale, f.m, f.n, f.A)
    put_unit_rows(f.places, f.d, f.n, at(f.A, f.m * f.n))


@native
def put_gaps(f: Following, k: int) -> float:
    """Evaluate the loops at the position tried, for instant k; return the largest gap."""
    run_kernel(f.closure)
    gap = 0.0
    for i in range(f.m):
        f.b[i] = -f.row_scale[i] * f.phi[i]
        gap = max(gap, abs(f.b[i])) if abs(f.b[i]) < 1e300 else 1e300
    for i in range(f.d):
        j = f.places[i]
        f.b[f.m + i] = (f.values[k * f.d + i] - f.at_q[j]) / f.column_scale[j]
    return gap


@native
def close(f: Following, k: int) -> int:
    """Bring the position tried to where instant k wants it; return 1, or 0 where it is not."""
    n = f.n
    rows = f.m + f.d
    gap = put_gaps(f, k)
    for _step in range(MOST_STEPS):
        if not gap < 1e300:
            return 0
        put_rows(f)
        smallest_solution(f.A, f.b, f.x, rows, n, TOLERANCE, 1.0, f.w)
        size = 0.0
        for j in range(n):
            size = max(size, abs(f.x[j]))
        if gap <= CLOSED and size <= SETTLED:
            return 1
        if not size <= LONGEST:
            return 0
        for j in range(n):
            f.at_q[j] = f.at_q[j] + f.column_scale[j] * f.x[j]
        before = gap
        gap = put_gaps(f, k)
        if not gap <= max(2.0 * before, 0.3):
            return 0
        if gap <= CLOSED and size < STALLED:
            put_rows(f)
            return 1
    return 0


@native
def follow(f: Following) -> int:
    """Go through the instants after the first as long as positions are found; return how many."""
    n = f.n
    f.done = 1
    while f.done < f.count:
        k = f.done
        h = f.t[k] - f.t[k - 1]
        here = at(f.q, (k - 1) * n)
        speed = at(f.v, (k - 1) * n)
        for j in range(n):
            f.at_q[j] = here[j] + h * speed[j]
        f.at_t[0] = f.t[k]
        if close(f, k) == 0:
            return k
        for i in range(f.m):
            f.b[i] = 0.0
        for i in range(f.d):
            f.b[f.m + i] = f.rates[k * f.d + i] / f.column_scale[f.places[i]]
        smallest_solution(f.A, f.b, f.x, f.m + f.d, n, TOLERANCE, 1.0, f.w)
        for j in range(n):
            f.q[k * n + j] = f.at_q[j]
            f.v[k * n + j] = f.column_scale[j] * f.x[j]
        f.done = k + 1
    return f.done
