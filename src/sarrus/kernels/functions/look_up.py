"""Look-ups in tables, as LLVM text: the data of each table once, and the routines that read them.

The rows of a table are numbers in a constant array: how many rows there are, the inverse of their
distance if they are about equally far from each other (else 0), the rows, then five numbers for
each piece. `piece` finds where x lies, by its distance from the first row or by halving; the
others evaluate the polynomial there. A NaN lies in piece 0 and gives NaN; the distance of an
infinite x is cut to a finite one, so that a constant end stays constant.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np

from sarrus.kernels.table import ORDERS, Table
from sarrus.kernels.targets.llvm.numbers import exact

HEAD = 2
"""Words before the rows: their number and their inverse distance."""

WIDTH = 5
"""Numbers of a piece."""

EVEN = 0.25
"""How far, as a part of their mean distance, rows may lie from equal ones to be found directly."""

LARGEST = 2.0**1023

_PIECE = f"""
define internal double @piece(ptr %table, double %x) noinline {{
start:
  %n = load i64, ptr %table
  %rate.at = getelementptr double, ptr %table, i64 1
  %rate = load double, ptr %rate.at
  %rows = getelementptr double, ptr %table, i64 {HEAD}
  %end = sub i64 %n, 1
  %inner = sub i64 %n, 2
  %first = load double, ptr %rows
  %last.at = getelementptr double, ptr %rows, i64 %end
  %last = load double, ptr %last.at
  %reached = fcmp oge double %x, %first
  br i1 %reached, label %not.before, label %before
before:
  ret double 0.0
not.before:
  %beyond = fcmp ogt double %x, %last
  br i1 %beyond, label %after, label %within
after:
  %n.number = sitofp i64 %n to double
  ret double %n.number
within:
  %even = fcmp ogt double %rate, 0.0
  br i1 %even, label %direct, label %halve
direct:
  %distance = fsub double %x, %first
  %steps = fmul double %distance, %rate
  %floor = fptosi double %steps to i64
  %too.far = icmp sgt i64 %floor, %inner
  %guess = select i1 %too.far, i64 %inner, i64 %floor
  %guess.at = getelementptr double, ptr %rows, i64 %guess
  %guessed = load double, ptr %guess.at
  %next = add i64 %guess, 1
  %next.at = getelementptr double, ptr %rows, i64 %next
  %following = load double, ptr %next.at
  %less = fcmp olt double %x, %guessed
  %passed = fcmp oge double %x, %following
  %room = icmp slt i64 %guess, %inner
  %more = and i1 %passed, %room
  %down = sext i1 %less to i64
  %up = zext i1 %more to i64
  %corrected = add i64 %next, %down
  %direct.piece = add i64 %corrected, %up
  %direct.number = sitofp i64 %direct.piece to double
  ret double %direct.number
halve:
  %low = phi i64 [ 0, %within ], [ %low.next, %closer ]
  %high = phi i64 [ %end, %within ], [ %high.next, %closer ]
  %width = sub i64 %high, %low
  %apart = icmp sgt i64 %width, 1
  br i1 %apart, label %closer, label %found
closer:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %middle.at = getelementptr double, ptr %rows, i64 %middle
  %row = load double, ptr %middle.at
  %right = fcmp ole double %row, %x
  %low.next = select i1 %right, i64 %middle, i64 %low
  %high.next = select i1 %right, i64 %high, i64 %middle
  br label %halve
found:
  %low.piece = add i64 %low, 1
  %low.number = sitofp i64 %low.piece to double
  ret double %low.number
}}
"""

TERMS: dict[int, tuple[tuple[int, float], ...]] = {
    -1: ((4, 1.0), (0, 1.0), (1, 1.0 / 2.0), (2, 1.0 / 3.0), (3, 1.0 / 4.0)),
    0: ((0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)),
    1: ((1, 1.0), (2, 2.0), (3, 3.0)),
    2: ((2, 2.0), (3, 6.0)),
    3: ((3, 6.0),),
}
"""By order: place of the coefficient of each power of d in a piece, and its factor."""


def routines(operations: Iterable[str]) -> list[str]:
    """Return the functions that some operations call."""
    used = sorted(set(operations) & {"piece", *ORDERS})
    return [_PIECE if name == "piece" else _look_up(name) for name in used]


def data(name: str, table: Table) -> str:
    """Return the constant array of a table."""
    rows, pieces = np.asarray(table.x, dtype=float), np.asarray(table.pieces, dtype=float)
    head = struct.pack("=qd", len(rows), inverse_distance(rows))
    content = head + rows.tobytes() + pieces.tobytes()
    text = content.hex("\\")
    return f'@{name} = internal constant [{len(content)} x i8] c"\\{text}", align 64'


def inverse_distance(rows: np.ndarray) -> float:
    """Return rows per unit where each row is at most one place from where it would be, else 0."""
    steps = len(rows) - 1
    with np.errstate(over="ignore"):
        rate = steps / (rows[-1] - rows[0])
        places = (rows - rows[0]) * rate
    if not np.isfinite(rate) or np.any(np.abs(places - np.arange(len(rows))) > EVEN):
        return 0.0
    return float(rate)


def _look_up(name: str) -> str:
    """Return the function (table, x, piece) that evaluates the polynomial of a piece."""
    lines = [
        f"define internal double @{name}(ptr %table, double %x, double %piece) noinline {{",
        "  %n = load i64, ptr %table",
        "  %k = fptosi double %piece to i64",
        "  %back = sub i64 %k, 1",
        "  %none = icmp slt i64 %back, 0",
        "  %row = select i1 %none, i64 0, i64 %back",
        f"  %rows = getelementptr double, ptr %table, i64 {HEAD}",
        "  %start.at = getelementptr double, ptr %rows, i64 %row",
        "  %start = load double, ptr %start.at",
        "  %pieces = getelementptr double, ptr %rows, i64 %n",
        f"  %place = mul i64 %k, {WIDTH}",
        "  %c = getelementptr double, ptr %pieces, i64 %place",
        f"  %high = fcmp ogt double %x, {exact(LARGEST)}",
        f"  %x.high = select i1 %high, double {exact(LARGEST)}, double %x",
        f"  %low = fcmp olt double %x.high, {exact(-LARGEST)}",
        f"  %x.cut = select i1 %low, double {exact(-LARGEST)}, double %x.high",
        "  %d = fsub double %x.cut, %start",
    ]
    total = "0.0"
    for k, (place, factor) in enumerate(reversed(TERMS[ORDERS[name]])):
        lines += [
            f"  %at{k} = getelementptr double, ptr %c, i64 {place}",
            f"  %c{k} = load double, ptr %at{k}",
            f"  %term{k} = fmul contract double %c{k}, {exact(factor)}",
            f"  %product{k} = fmul contract double {total}, %d",
            f"  %sum{k} = fadd contract double %product{k}, %term{k}",
        ]
        total = f"%sum{k}"
    return "\n".join([*lines, f"  ret double {total}", "}", ""])
