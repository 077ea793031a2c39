"""Look-ups of vectors, as LLVM text: lane by lane, through the look-up of one number.

`lanes.table_value` of eight numbers calls `table_value` eight times. Other functions have code of
their own for vectors (`functions`, `sine_text`).
"""

from __future__ import annotations

from collections.abc import Iterable

from sarrus.kernels.lanes import Lanes
from sarrus.kernels.table import ORDERS

TABLES = ("piece", *ORDERS)


def by_lane(lanes: Lanes, used: Iterable[str]) -> list[str]:
    """Return the look-ups of vectors for those of one number that a program uses."""
    return [_look_up(lanes, op, 1 if op == "piece" else 2) for op in sorted(used) if op in TABLES]


def _look_up(lanes: Lanes, op: str, operands: int) -> str:
    real = lanes.real
    names = [f"%x{k}" for k in range(operands)]
    head = ["ptr %table"]
    lines = [
        f"define internal {real} @lanes.{op}({', '.join([*head, *(f'{real} {n}' for n in names)])})"
        " noinline {"
    ]
    made = "poison"
    for i in range(lanes.width):
        lines += [f"  {n}.{i} = extractelement {real} {n}, i64 {i}" for n in names]
        given = ", ".join([*head, *(f"double {n}.{i}" for n in names)])
        lines.append(f"  %one.{i} = call double @{op}({given})")
        lines.append(f"  %all.{i} = insertelement {real} {made}, double %one.{i}, i64 {i}")
        made = f"%all.{i}"
    return "\n".join([*lines, f"  ret {real} {made}", "}", ""])
