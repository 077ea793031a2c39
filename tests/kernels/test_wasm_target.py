"""WebAssembly has the bits of C without fused products, operation by operation."""

from __future__ import annotations

import math
import shutil
from typing import Any

import numpy as np
import pytest

from kernels import wasm
from kernels.both_ways import bits
from kernels.functions import arguments
from kernels.native import machine, program
from sarrus.kernels import Program
from sarrus.kernels.functions import PAIRS, RANGED
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.targets.c.target import CTarget
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e5, 2e5, 1e-300, 1e300, 5e-324, math.inf, -math.inf]
SPECIAL += [math.nan]
UNFUSED = CTarget("gcc", ("-DSARRUS_UNFUSED",))
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


def same(of: Program, *states: np.ndarray) -> None:
    """Check that a program gives the bits of C, each product rounded before it is added."""
    theirs, ours = wasm.kernel(of), machine(of, UNFUSED)
    for state in states:
        assert bits(theirs(state)[0]) == bits(ours(state)[0]), state


@needs_gcc
def test_every_operation_has_the_same_bits() -> None:
    ops = [*UNARY, *BINARY]

    def write(b: Any, x: list[int]) -> list[int]:
        return [b.unary(op, x[0]) if op in UNARY else b.binary(op, x[0], x[1]) for op in ops]

    same(program(2, write), *(np.array([a, b]) for a in SPECIAL for b in SPECIAL))


@needs_gcc
@pytest.mark.parametrize("op", RANGED)
def test_functions_have_the_same_bits(op: str) -> None:
    n = 2 if op in PAIRS else 1
    of = program(n, lambda b, x: [b.binary(op, *x) if n == 2 else b.unary(op, *x)])
    same(of, *np.stack(arguments(op, 200), axis=1))


@needs_gcc
@pytest.mark.parametrize("rows", [[-1.0, 0.0, 0.3, 2.0], [0.0, 1.0], [0.0, 0.5, 1.0, 1.5, 2.0]])
def test_tables_have_the_same_bits(rows: list[float]) -> None:
    curve = Curve(rows, np.cos(np.array(rows) * 3.0), 1, "line")

    def body(x: Any) -> dict[str, Any]:
        return {"y": np.array([curve(x[0]), curve.slope(x[0])])}

    same(trace(body, {"x": (1,)}), *([x] for x in [*np.linspace(-2.0, 3.0, 41), *SPECIAL]))
