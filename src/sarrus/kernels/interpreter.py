"""The slow, obvious evaluation of a program, against which native code is tested."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from sarrus.kernels.program import BINARY, UNARY, Instruction, Program
from sarrus.kernels.table import FINDERS, ORDERS, Table


def interpret(
    program: Program, inputs: Sequence[np.ndarray], factors: Sequence[float] | None = None
) -> list[np.ndarray]:
    """Return the outputs of the program, evaluated instruction by instruction.

    factors: what the result of each instruction is multiplied by, for other roundings.
    """
    return outputs_among(program, all_values(program, inputs, factors))


def outputs_among(program: Program, values: Sequence[float]) -> list[np.ndarray]:
    """Return the outputs of the program, from the value of every instruction."""
    return [
        np.array([values[value] for value in result]).reshape(port.shape)
        for port, result in zip(program.outputs, program.results, strict=True)
    ]


def all_values(
    program: Program, inputs: Sequence[np.ndarray], factors: Sequence[float] | None = None
) -> list[float]:
    """Return the value of every instruction."""
    flat = [np.asarray(array, dtype=float).ravel().tolist() for array in inputs]
    values: list[float] = []
    for k, instruction in enumerate(program.instructions):
        op = instruction[0]
        if op in BINARY:
            value = value_of(BINARY[op], values[instruction[1]], values[instruction[2]])
        elif op in UNARY:
            value = value_of(UNARY[op], values[instruction[1]])
        else:
            values.append(_leaf(program, instruction, flat, values))
            continue
        values.append(value if factors is None else value * factors[k])
    return values


def _leaf(
    program: Program, instruction: Instruction, flat: list[list[float]], values: list[float]
) -> float:
    """Return the value of an instruction that is no arithmetic."""
    op, *operands = instruction
    if op == "const":
        return float(operands[0])
    if op == "input":
        return flat[operands[0]][operands[1]]
    if op == "table":
        return 0.0  # it stands for no number
    table = program.instructions[operands[0]][1]
    return _table_value(op, table, [values[a] for a in operands[1:]])


def _table_value(op: str, table: Table, operands: list[float]) -> float:
    if op in FINDERS:
        from sarrus.kernels.functions import features, look_up  # many modules, for these alone

        return float(features.FEATURES[op](look_up.table_numbers(table), *operands))
    if op == "piece":
        return float(table.piece(operands[0]))
    return float(table.value_in_piece(ORDERS[op], operands[0], int(operands[1])))


def value_of(function: Callable[..., float], *operands: float) -> float:
    """Return a function of `BINARY` or `UNARY` at some numbers, NaN or infinite at its poles."""
    try:
        return float(function(*operands))
    except ZeroDivisionError:
        return math.copysign(math.inf, operands[0]) if operands[0] else math.nan
    except (ValueError, OverflowError):
        return math.nan
