"""A call of a sweep as native functions see it."""

from __future__ import annotations

from sarrus.kernels.native import Floats, Ints, Record, record


@record
class SweepCall(Record):
    """The words of a call, as native functions read them: those of `sweep.WORDS`."""

    code: int
    first: int
    count: int
    places: Ints
    table: Floats
    stride: int
    angles: int
    turns: int
    record: int
    size: int
    columns: int
    width: int
