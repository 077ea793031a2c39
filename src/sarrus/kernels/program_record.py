"""Programs as bytes: what has been traced can be compiled later, without its function."""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.kernels.functions import LOOK_UPS as FUNCTIONS
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.program import Port, Program
from sarrus.kernels.table import LOOK_UPS
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class KeptTable:
    """A table of which nothing but its numbers is known; see `table.Table`."""

    rows: tuple[float, ...]
    content: tuple[tuple[float, ...], ...]
    knots: np.ndarray = field(init=False, repr=False, compare=False)
    pieces: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "knots", np.array(self.rows))
        object.__setattr__(self, "pieces", np.array(self.content))

    def piece(self, x: Any) -> Any:
        """Return the piece in which a number lies."""
        return FUNCTIONS["piece"](table_numbers(self), float(x))

    def value_in_piece(self, order: int, x: Any, piece: Any) -> Any:
        """Return the derivative of an order, -1 being the integral, in a known piece."""
        return FUNCTIONS[LOOK_UPS[order]](table_numbers(self), float(x), float(piece))


def record_of(program: Program) -> bytes:
    """Return a program as bytes; numbers are exact."""
    sides = (program.inputs, program.outputs)
    ports = [[[port.name, port.shape] for port in side] for side in sides]
    instructions = [
        ["table", _rows(instruction[1])] if instruction[0] == "table" else instruction
        for instruction in program.instructions
    ]
    return json.dumps([*ports, instructions, program.results], separators=(",", ":")).encode()


def program_of(record: bytes) -> Program:
    """Return the program of a record."""
    inputs, outputs, instructions, results = json.loads(record)
    return Program(
        _ports(inputs),
        _ports(outputs),
        tuple(_instruction(*instruction) for instruction in instructions),
        tuple(tuple(result) for result in results),
    )


def _rows(table: Any) -> list[Any]:
    return [np.asarray(table.knots).tolist(), np.asarray(table.pieces).tolist()]


def _ports(found: list[Any]) -> tuple[Port, ...]:
    return tuple(Port(name, tuple(shape)) for name, shape in found)


def _instruction(op: str, *operands: Any) -> tuple[Any, ...]:
    if op == "table":
        knots, pieces = operands[0]
        return op, KeptTable(tuple(knots), tuple(map(tuple, pieces)))
    if op == "const":
        return op, float(operands[0])
    return op, *operands
