"""Positions and velocities that meet all rows of a mechanism, to be compiled.

Newton's iteration on rows that a kernel evaluates: of loops, of drives and locks, and of
coordinates that are wanted at values. Redundant rows do no harm: each step is the smallest one that
closes the rows, in lengths of the model and radians. Usually it comes from A A^T, factored with
exchanges, which is quick; where that cannot tell small from zero, or does not lead to the end, from
the singular values of A (`least_squares`).
"""

from __future__ import annotations

from math import sqrt

from sarrus.kernels.loops.least_squares import make_orthogonal, smallest_solution
from sarrus.kernels.loops.linear import dot
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    copy,
    floor,
    native,
    record,
    run_kernel,
)

MOST_STEPS = 60
CLOSED = 1e-12
SETTLED, STALLED = 1e-11, 1e-8
"""Steps below which a closed position is taken, before and after the step."""
LONGEST = 0.3
"""Steps are shortened to this [rad, lengths of the model]."""
HUGE = 1e300
TOLERANCE = 1e-9
"""Singular values below this part of the largest count as zero."""
WHOLE = 6.283185307179586
CLEAR, NOTHING = 1e-9, 1e-13
"""Pivots of A A^T that count, and that are rounding, as parts of the largest."""


@native
def put_scaled_rows(
    Phi: Floats, row_scale: Floats, column_scale: Floats, m: int, n: int, A: Floats
) -> None:
    """Put diag(row_scale) Phi diag(column_scale), of m rows of n numbers, in A."""
    for i in range(m):
        for j in range(n):
            A[i * n + j] = row_scale[i] * Phi[i * n + j] * column_scale[j]


@native
def put_unit_rows(places: Ints, m: int, n: int, A: Floats) -> None:
    """Put m rows of n numbers in A that are 1 at their places, and 0 elsewhere."""
    for i in range(m):
        for j in range(n):
            A[i * n + j] = 1.0 if j == places[i] else 0.0


@native
def factor_gram(A: Floats, C: Floats, order: Ints, m: int, n: int) -> int:
    """Factor A A^T = P L L^T P^T, of m rows of n numbers; return the rank, or -1 if not clear.

    L stands in the lower half of C, whose upper half mirrors what is left.
    """
    for i in range(m):
        order[i] = i
        for j in range(i + 1):
            C[i * m + j] = dot(at(A, i * n), at(A, j * n), n)
            C[j * m + i] = C[i * m + j]
    top = 1.0
    for i in range(m):
        top = max(top, C[i * m + i])
    for k in range(m):
        best = k
        for i in range(k + 1, m):
            if C[i * m + i] > C[best * m + best]:
                best = i
        pivot = C[best * m + best]
        if not pivot > CLEAR * top:
            return k if pivot < NOTHING * top else -1
        if best != k:
            row = order[k]
            order[k] = order[best]
            order[best] = row
            for j in range(m):
                kept = C[k * m + j]
                C[k * m + j] = C[best * m + j]
                C[best * m + j] = kept
            for i in range(m):
                kept = C[i * m + k]
                C[i * m + k] = C[i * m + best]
                C[i * m + best] = kept
        root = sqrt(pivot)
        C[k * m + k] = root
        for i in range(k + 1, m):
            C[i * m + k] = C[i * m + k] / root
        for i in range(k + 1, m):
            part = C[i * m + k]
            for j in range(k + 1, i + 1):
                C[i * m + j] = C[i * m + j] - part * C[j * m + k]
                C[j * m + i] = C[i * m + j]
    return m


@native
def add_from_gram(
    A: Floats, C: Floats, order: Ints, b: Floats, x: Floats, z: Floats, rank: int, m: int, n: int
) -> None:
    """Add to x the smallest change after which the rows that have pivots yield b; z: m numbers."""
    for i in range(rank):
        row = order[i]
        rest = b[row] - dot(at(A, row * n), x, n)
        for j in range(i):
            rest = rest - C[i * m + j] * z[j]
        z[i] = rest / C[i * m + i]
    for r in range(rank):
        i = rank - 1 - r
        rest = z[i]
        for j in range(i + 1, rank):
            rest = rest - C[j * m + i] * z[j]
        z[i] = rest / C[i * m + i]
    for i in range(rank):
        row = order[i]
        for j in range(n):
            x[j] = x[j] + A[row * n + j] * z[i]


@record
class Closing(Record):
    """The rows of a mechanism at a state y, and how far they are open.

    n: velocities; m: rows; wanted: coordinates, at q_places and v_places, that are to be at
    `values` with `rates`; turns: angles of cut joints that y holds from `turned_at` on. gap: the
    largest of all rows after the last step, of row number `worst`; moved: the largest sum of steps
    of one velocity; steps: those made. careful: whether singular values are taken, else A A^T, of
    that rank, is; begun: y as it was.

    rows: y to gaps, Phi, slip, turned; move: (y, change) to moved_y; both have the array y.
    """

    n: int
    nq: int
    m: int
    size: int
    wanted: int
    turns: int
    turned_at: int
    worst: int
    steps: int
    rank: int
    careful: int
    gap: float
    moved: float
    y: Floats
    begun: Floats
    change: Floats
    moved_y: Floats
    gaps: Floats
    Phi: Floats
    slip: Floats
    turned: Floats
    row_scale: Floats
    column_scale: Floats
    values: Floats
    rates: Floats
    q_places: Ints
    v_places: Ints
    A: Floats
    b: Floats
    x: Floats
    w: Floats
    C: Floats
    z: Floats
    order: Ints
    total: Floats
    rows: KernelCall
    move: KernelCall


@native
def put_gaps(s: Closing) -> float:
    """Evaluate the rows at y and put what is missing in b; return the largest gap."""
    run_kernel(s.rows)
    gap = 0.0
    s.worst = 0
    for i in range(s.m):
        s.b[i] = -s.row_scale[i] * s.gaps[i]
        off = abs(s.b[i]) if abs(s.b[i]) < HUGE else HUGE
        if off > gap:
            gap = off
            s.worst = i
    for i in range(s.wanted):
        off = (s.values[i] - s.y[s.q_places[i]]) / s.column_scale[s.v_places[i]]
        s.b[s.m + i] = off
        if not abs(off) <= gap:
            gap = abs(off) if abs(off) < HUGE else HUGE
            s.worst = s.m + i
    s.gap = gap
    return gap


@native
def put_matrix(s: Closing) -> None:
    """Put the scaled rows in A."""
    put_scaled_rows(s.Phi, s.row_scale, s.column_scale, s.m, s.n, s.A)
    put_unit_rows(s.v_places, s.wanted, s.n, at(s.A, s.m * s.n))


@native
def factor_rows(s: Closing) -> None:
    """Factor the rows for `solve_rows`, where that is clear."""
    put_matrix(s)
    s.rank = -1
    if s.careful == 0:
        s.rank = factor_gram(s.A, s.C, s.order, s.m + s.wanted, s.n)


@native
def solve_rows(s: Closing) -> None:
    """Put the smallest x with A x = b in its place, refined once."""
    m = s.m + s.wanted
    if s.rank < 0:
        smallest_solution(s.A, s.b, s.x, m, s.n, TOLERANCE, 1.0, s.w)
    else:
        for j in range(s.n):
            s.x[j] = 0.0
        for _repeat in range(2):
            add_from_gram(s.A, s.C, s.order, s.b, s.x, s.z, s.rank, m, s.n)


@native
def close_positions(s: Closing) -> int:
    """Bring y to where all rows are closed; return 1, or 0 where that does not succeed."""
    n = s.n
    s.moved = 0.0
    s.steps = 0
    for j in range(n):
        s.total[j] = 0.0
    gap = put_gaps(s)
    while s.steps < MOST_STEPS:
        if not gap < HUGE:
            return 0
        factor_rows(s)
        solve_rows(s)
        size = 0.0
        for j in range(n):
            size = max(size, abs(s.x[j]))
            if not abs(s.x[j]) < HUGE:
                return 0
        if gap <= CLOSED and size <= SETTLED:
            return 1
        part = LONGEST / size if size > LONGEST else 1.0
        for j in range(n):
            s.change[j] = part * s.column_scale[j] * s.x[j]
            s.total[j] = s.total[j] + part * s.x[j]
            s.moved = max(s.moved, abs(s.total[j]))
        run_kernel(s.move)
        copy(s.y, s.moved_y, s.size)
        s.steps += 1
        gap = put_gaps(s)
        if gap <= CLOSED and size < STALLED:
            factor_rows(s)
            return 1
    return 0


@native
def close_rates(s: Closing) -> int:
    """Change the velocities of y as little as possible so that all rows stay closed.

    To be called after `close_positions`, whose matrix it uses. Return 1, or 0 where they are not
    numbers.
    """
    n = s.n
    v = at(s.y, s.nq)
    for i in range(s.m):
        s.b[i] = -s.row_scale[i] * s.slip[i]
    for i in range(s.wanted):
        j = s.v_places[i]
        s.b[s.m + i] = (s.rates[i] - v[j]) / s.column_scale[j]
    solve_rows(s)
    for j in range(n):
        if not abs(s.x[j]) < HUGE:
            return 0
    for j in range(n):
        v[j] = v[j] + s.column_scale[j] * s.x[j]
    for k in range(s.turns):
        i = s.turned_at + k
        s.y[i] = s.turned[k] + WHOLE * floor((s.y[i] - s.turned[k]) / WHOLE + 0.5)
    return 1


@native
def close_state(s: Closing) -> int:
    """Bring positions and velocities of y to where all rows are met; return 1, or 0."""
    copy(s.begun, s.y, s.size)
    s.careful = 0
    if close_positions(s) == 0:
        copy(s.y, s.begun, s.size)
        s.careful = 1
        if close_positions(s) == 0:
            return 0
    return close_rates(s)


@record
class RowMixing(Record):
    """The choice T of independent mixtures of rows, `rank` of the `count` rows kept.

    T is that of `RowChoice.choice`: the left singular vectors of the rows, scaled.
    """

    n: int
    count: int
    rank: int
    kept: Ints
    Phi: Floats
    row_scale: Floats
    column_scale: Floats
    T: Floats
    w: Floats


@native
def mix_rows(s: RowMixing) -> None:
    """Choose T by the rows Phi as they were last evaluated."""
    n = s.n
    m = s.count
    V = at(s.w, m * n)
    squares = at(s.w, m * n + n * n)
    for i in range(m):
        row = s.kept[i]
        for j in range(n):
            s.w[i * n + j] = s.row_scale[row] * s.Phi[row * n + j] * s.column_scale[j]
    make_orthogonal(s.w, V, squares, m, n)
    for k in range(s.rank):
        best = 0
        for j in range(n):
            if squares[j] > squares[best]:
                best = j
        length = sqrt(squares[best])
        squares[best] = -1.0
        for i in range(m):
            s.T[k * m + i] = s.row_scale[s.kept[i]] * s.w[i * n + best] / length


@record
class Turn(Record):
    """A drive of one coordinate from `first` to `last` at a rate, in `count` positions.

    motor: value, rate and time of the law of the coordinate; state: of n_y numbers; found: n_found
    results of the kernel `observe` at each position, kept in `store` behind the state; mixes:
    whether rows are mixed; done: positions that were reached.
    """

    first: float
    last: float
    rate: float
    count: int
    done: int
    n_y: int
    n_found: int
    mixes: int
    motor: Floats
    time: Floats
    found: Floats
    store: Floats
    observe: KernelCall
    closing: Closing
    mixing: RowMixing


@native
def go_round(s: Turn) -> int:
    """Go through the positions as long as they are found; return how many there are."""
    step = (s.last - s.first) / float(s.count - 1) if s.count > 1 else 0.0
    width = s.n_y + s.n_found
    s.done = 0
    for k in range(s.count):
        if put_position(s, s.closing, s.mixing, s.first + float(k) * step, step if k > 0 else 0.0):
            s.done = k + 1
        else:
            return k
        run_kernel(s.observe)
        copy(at(s.store, k * width), s.closing.y, s.n_y)
        copy(at(s.store, k * width + s.n_y), s.found, s.n_found)
    return s.done


@native
def put_position(s: Turn, c: Closing, mixing: RowMixing, value: float, step: float) -> int:
    """Bring the state to a value of the coordinate, a step after the last; return 1, or 0."""
    s.motor[0] = value
    s.motor[1] = s.rate
    s.motor[2] = s.time[0]
    if s.rate != 0.0:
        for j in range(c.n):
            c.change[j] = c.y[c.nq + j] * (step / s.rate)
        run_kernel(c.move)
        copy(c.y, c.moved_y, c.size)
    if close_state(c) == 0:
        return 0
    if s.mixes > 0:
        mix_rows(mixing)
    return 1
