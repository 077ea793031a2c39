"""A kernel of one state over rows of states, without Python between."""

from __future__ import annotations

from functools import cache
from typing import Any

from sarrus.kernels.native import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compile_function,
    native,
    run_kernel,
)


@native
def run_rows(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    steps: Ints,
    work: Floats,
    n_ins: int,
    n_outs: int,
    count: int,
) -> None:
    """Evaluate so many rows; steps: numbers from one row of an array to the next, inputs first."""
    for _ in range(count):
        run_kernel(f, ins, outs, work)
        for k in range(n_ins):
            ins[k] = at(ins[k], steps[k])
        for k in range(n_outs):
            outs[k] = at(outs[k], steps[n_ins + k])


@cache
def row_function() -> Any:
    """Return the loop in machine code."""
    return compile_function(run_rows)
