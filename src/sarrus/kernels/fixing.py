"""Programs with some of their inputs fixed: what follows from these alone is computed once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from sarrus.kernels.program import BINARY, UNARY, Builder, Program, needed_program
from sarrus.kernels.table import FINDERS, ORDERS


def with_fixed_inputs(program: Program, port: str, fixed: Mapping[int, float]) -> Program:
    """Return a program in which entries of an input are numbers; the input stays as it is.

    Zeros and ones among them take their products and sums away, as if the equations had been
    traced with these numbers.
    """
    names = [p.name for p in program.inputs]
    if port not in names or not fixed:
        return program
    number, builder = names.index(port), Builder()
    values: list[int] = []
    for op, *operands in program.instructions:
        if op == "const":
            values.append(builder.constant(operands[0]))
        elif op == "input":
            known = fixed.get(operands[1]) if operands[0] == number else None
            values.append(builder.entry(*operands) if known is None else builder.constant(known))
        elif op in ("table", "piece"):
            values.append(-1)  # look-ups make theirs
        elif op in ORDERS:
            table = program.instructions[operands[0]][1]
            values.append(builder.look_up(ORDERS[op], table, values[operands[1]]))
        elif op in FINDERS:
            table = program.instructions[operands[0]][1]
            values.append(builder.find(op, table, [values[a] for a in operands[1:]]))
        else:
            values.append(_computed_operation(builder, op, [values[a] for a in operands]))
    results = [[values[value] for value in result] for result in program.results]
    return needed_program(program.inputs, program.outputs, builder.instructions, results)


def _computed_operation(builder: Builder, op: str, operands: list[int]) -> int:
    """Return an operation, computed here unless its numbers are outside of its range."""
    with suppress(ArithmeticError, ValueError):
        if op in UNARY:
            return builder.unary(op, operands[0])
        if op in BINARY:
            return builder.binary(op, operands[0], operands[1])
    return builder.plain_operation(op, operands)
