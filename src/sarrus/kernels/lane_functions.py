"""Functions of vectors, as LLVM text: lane by lane, through the function of one number.

`lanes.tanh` of eight numbers calls `tanh` eight times; look-ups in tables likewise. Sines and
cosines have code of their own for vectors (`sine_text`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from sarrus.kernels.lanes import Lanes
from sarrus.kernels.table import ORDERS

TABLES = ("piece", *ORDERS)


def by_lane(
    lanes: Lanes, used: Iterable[str], library: Mapping[str, str], pairs: Container[str]
) -> list[str]:
    """Return the functions of vectors for those of one number that a program uses."""
    found = []
    for op in sorted(used):
        if op in TABLES:
            found.append(_function(lanes, op, op, 1 if op == "piece" else 2, table=True))
        elif op in library and op not in ("sin", "cos"):
            found.append(_function(lanes, op, library[op], 2 if op in pairs else 1))
    return found


def _function(lanes: Lanes, op: str, symbol: str, operands: int, table: bool = False) -> str:
    real = lanes.real
    names = [f"%x{k}" for k in range(operands)]
    head = ["ptr %table"] if table else []
    lines = [
        f"define internal {real} @lanes.{op}({', '.join([*head, *(f'{real} {n}' for n in names)])})"
        " noinline {"
    ]
    made = "poison"
    for i in range(lanes.width):
        lines += [f"  {n}.{i} = extractelement {real} {n}, i64 {i}" for n in names]
        given = ", ".join([*head, *(f"double {n}.{i}" for n in names)])
        lines.append(f"  %one.{i} = call double @{symbol}({given})")
        lines.append(f"  %all.{i} = insertelement {real} {made}, double %one.{i}, i64 {i}")
        made = f"%all.{i}"
    return "\n".join([*lines, f"  ret {real} {made}", "}", ""])
