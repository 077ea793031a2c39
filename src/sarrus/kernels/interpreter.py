"""The slow, obvious evaluation of a program, against which native code is tested."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sarrus.kernels.program import BINARY, UNARY, Program
from sarrus.kernels.table import ORDERS, Table


def interpret(
    program: Program, inputs: Sequence[np.ndarray], factors: Sequence[float] | None = None
) -> list[np.ndarray]:
    """Return the outputs of the program, evaluated instruction by instruction.

    factors: what the result of each instruction is multiplied by, for other roundings.
    """
    values = all_values(program, inputs, factors)
    return [
        np.array([values[value] for value in result]).reshape(port.shape)
        for port, result in zip(program.outputs, program.results, strict=True)
    ]


def all_values(
    program: Program, inputs: Sequence[np.ndarray], factors: Sequence[float] | None = None
) -> list[float]:
    """Return the value of every instruction."""
    flat = [np.asarray(array, dtype=float).ravel() for array in inputs]
    values: list[float] = []
    for k, (op, *operands) in enumerate(program.instructions):
        if op == "const":
            values.append(operands[0])
        elif op == "input":
            values.append(float(flat[operands[0]][operands[1]]))
        elif op == "table":
            values.append(0.0)  # it stands for no number
        elif op == "piece" or op in ORDERS:
            table = program.instructions[operands[0]][1]
            values.append(_table_value(op, table, [values[a] for a in operands[1:]]))
        else:
            value = _apply(op, [values[a] for a in operands])
            values.append(value if factors is None else value * factors[k])
    return values


def _table_value(op: str, table: Table, operands: list[float]) -> float:
    if op == "piece":
        return float(table.piece(operands[0]))
    return float(table.evaluated(ORDERS[op], operands[0], int(operands[1])))


def _apply(op: str, operands: list[float]) -> float:
    try:
        if len(operands) == 1:
            return float(UNARY[op](operands[0]))
        return float(BINARY[op](operands[0], operands[1]))
    except ZeroDivisionError:
        return math.copysign(math.inf, operands[0]) if operands[0] else math.nan
    except (ValueError, OverflowError):
        return math.nan
