"""The entries of the mass matrix from axes and forces of all velocities, to be compiled.

See `sarrus.dynamics.shared.mass_matrix`. Velocities that follow one another on the way to ground
and stand side by side in v are one run, over which the loop has no branch: in a chain, all.
"""

from __future__ import annotations

import numpy as np

from sarrus.kernels.native import Floats, Pointers, at, native
from sarrus.kernels.shared.sweep_call import SweepCall

BLOCK = 16
"""Rows and columns that are copied across the diagonal at a time."""


@native
def mass_entries(c: SweepCall, ins: Pointers, outs: Pointers, work: Floats) -> None:
    """Fill M; the places of the call are those of `column_runs`.

    Two numbers of its table say, if above 0, that some entries are zero, and that both halves are
    wanted; else what stands above the diagonal means nothing.
    """
    n = c.width
    M = outs[0]
    axes = at(work, c.columns)
    if c.table[0] > 0.0:  # entries that no path reaches
        for k in range(n * n):
            M[k] = 0.0
    for i in range(c.count):
        begin = c.places[4 * i]
        end = c.places[4 * i + 1]
        for a in range(begin, end):
            row = at(M, a * n)
            link = i
            last = a + 1
            while link >= 0:
                first = c.places[4 * link + 2]
                run_products(axes, row, n, a, first, last)
                if first > a:  # a joint nearer to ground that was declared later
                    for b in range(first, last):
                        M[b * n + a] = row[b]
                link = c.places[4 * link + 3]
                if link >= 0:
                    last = c.places[4 * link + 1]
    if c.table[1] > 0.0:
        mirror(M, n)


@native
def run_products(axes: Floats, row: Floats, n: int, a: int, first: int, last: int) -> None:
    """Put l_b . f_a + w_b . (n_a + (o_a - o_b) x f_a) into the row, for b from first to last."""
    f0 = axes[9 * n + a]
    f1 = axes[10 * n + a]
    f2 = axes[11 * n + a]
    n0 = axes[12 * n + a]
    n1 = axes[13 * n + a]
    n2 = axes[14 * n + a]
    x = axes[6 * n + a]
    y = axes[7 * n + a]
    z = axes[8 * n + a]
    for b in range(first, last):
        r0 = x - axes[6 * n + b]
        r1 = y - axes[7 * n + b]
        r2 = z - axes[8 * n + b]
        along = axes[b] * f0 + axes[n + b] * f1 + axes[2 * n + b] * f2
        m0 = n0 + (r1 * f2 - r2 * f1)
        m1 = n1 + (r2 * f0 - r0 * f2)
        m2 = n2 + (r0 * f1 - r1 * f0)
        about = axes[3 * n + b] * m0 + axes[4 * n + b] * m1 + axes[5 * n + b] * m2
        row[b] = along + about


@native
def mirror(M: Floats, n: int) -> None:
    """Copy the lower half across the diagonal."""
    blocks = (n + BLOCK - 1) // BLOCK
    for k in range(blocks):
        top = k * BLOCK
        bottom = min(n, top + BLOCK)
        for m in range(k + 1):
            left = m * BLOCK
            for i in range(top, bottom):
                for j in range(left, min(i, left + BLOCK)):
                    M[j * n + i] = M[i * n + j]


def column_runs(parent: np.ndarray, v: np.ndarray, nv: np.ndarray) -> np.ndarray:
    """Return for every link: its velocities, from and to, the start of its run, and the link after.

    The run of a link goes on with that of its parent where their velocities stand side by side.
    """
    begin, end = v.tolist(), (v + nv).tolist()
    rows: list[tuple[int, int, int, int]] = []
    for i, p in enumerate(parent.tolist()):
        together = p >= 0 and end[p] == begin[i]
        first, after = (rows[p][2], rows[p][3]) if together else (begin[i], p)
        rows.append((begin[i], end[i], first, after))
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def has_zeros(runs: np.ndarray, nv: int) -> bool:
    """Whether some velocities do not move the bodies of each other, in either direction."""
    lengths: list[int] = []
    entries = 0
    for begin, end, first, after in runs.tolist():
        lengths.append(end - first + (lengths[after] if after >= 0 else 0))
        own = end - begin
        entries += own * (2 * lengths[-1] - own)
    return entries < nv * nv
