"""Native functions that fill the records of links."""

from __future__ import annotations

from sarrus.kernels.native import Floats, Pointers, native
from sarrus.kernels.shared.sweep_call import SweepCall


@native
def clear_loads(c: SweepCall, ins: Pointers, outs: Pointers, work: Floats) -> None:
    """Put zeros where loads go; the table tells where in a record, and in which array."""
    offset = c.record + int(c.table[0])
    for i in range(c.count):
        for k in range(6):
            work[offset + i * c.size + k] = 0.0
    column = c.columns + int(c.table[1]) * c.width
    for k in range(c.width):
        work[column + k] = 0.0


@native
def copy_rows(c: SweepCall, ins: Pointers, outs: Pointers, work: Floats) -> None:
    """Copy the table into the records of the elements; the places tell where in a record."""
    stride = c.stride // c.count
    for i in range(c.count):
        to = c.record + i * c.size + c.places[i]
        for k in range(stride):
            work[to + k] = c.table[i * stride + k]
