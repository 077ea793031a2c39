"""Programs evaluated with every product rounded before it is added, by the functions in Python."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from sarrus.kernels import Program
from sarrus.kernels.functions import (
    LIBRARY,
    LOOK_UPS,
    PLAIN,
    RANGED,
    TURN,
    arcs,
    exponential,
    logarithm,
    look_up,
    pairs,
    remainder,
    tangent,
)
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.native import language

_C = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}
_TESTS = {"lt": np.less, "le": np.less_equal, "eq": np.equal, "ne": np.not_equal}
_PLAIN = {"neg": np.negative, "sqrt": np.sqrt, "abs": np.abs, "floor": np.floor, "ceil": np.ceil}
MODULES = (arcs, exponential, logarithm, look_up, pairs, remainder, tangent, language)


@contextmanager
def twice_rounded() -> Iterator[None]:
    """Let `fma` round its product."""
    kept = {module: module.fma for module in MODULES if hasattr(module, "fma")}
    for module in kept:
        module.fma = lambda a, b, c: a * b + c  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module, function in kept.items():
            module.fma = function  # type: ignore[attr-defined]


def evaluate(program: Program, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return the outputs of a program."""
    flat = [np.asarray(array, dtype=float).ravel() for array in inputs]
    values: list[Any] = []
    with twice_rounded(), np.errstate(all="ignore"):
        for op, *operands in program.instructions:
            if op == "const":
                values.append(np.float64(operands[0]))
            elif op == "input":
                values.append(flat[operands[0]][operands[1]])
            elif op == "table":
                values.append(table_numbers(operands[0]))
            else:
                values.append(_computed(op, [values[a] for a in operands]))
    return [
        np.array([values[value] for value in result]).reshape(port.shape)
        for port, result in zip(program.outputs, program.results, strict=True)
    ]


def _computed(op: str, x: list[Any]) -> Any:
    if op in _C:
        return _C[op](x[0], x[1])
    if op in _PLAIN:
        return _PLAIN[op](x[0])
    if op in _TESTS:
        return np.float64(_TESTS[op](x[0], x[1]))
    if op == "copysign":
        return np.copysign(x[0], x[1])
    if op in ("sin", "cos"):
        sine, cosine, fine = TURN(x[0])
        return (sine if op == "sin" else cosine) if fine else getattr(math, op)(x[0])
    if op in RANGED:
        found, fine = RANGED[op](*x)
        return found if fine else getattr(math, LIBRARY[op])(*x)
    if op in LOOK_UPS or op in PLAIN:
        return (LOOK_UPS | PLAIN)[op](*x)
    if op == "when":
        return x[1] if x[0] != 0.0 else 0.0
    if op == "not":
        return float(x[0] == 0.0)
    truths = [a != 0.0 for a in x]
    return float(all(truths) if op == "and" else any(truths))
