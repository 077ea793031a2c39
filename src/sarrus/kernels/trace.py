"""Tracing: a Python function over arrays becomes a `Program`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.kernel import KernelError
from sarrus.kernels.program import Builder, Port, Program, needed_program
from sarrus.kernels.symbol import Symbol, result
from sarrus.kernels.table import FINDERS, ORDERS


def trace(
    function: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, tuple[int, ...]],
    outputs: Sequence[str] | None = None,
) -> Program:
    """Return the program of `function(**arrays) -> {name: array}`.

    Of the outputs, those named are kept (all by default, in the order of the function), and
    what only the others need is not computed. An input of shape () enters as a scalar.
    """
    builder = Builder()
    arrays = {
        name: _symbols(builder, port, shape) for port, (name, shape) in enumerate(inputs.items())
    }
    produced = dict(function(**arrays))
    chosen = list(produced) if outputs is None else list(outputs)
    missing = [name for name in chosen if name not in produced]
    if missing:
        raise KernelError(f"'{_name(function)}' has no output {missing}; it has {list(produced)}")
    values = {name: np.asarray(produced[name]) for name in chosen}
    results = [[_value(builder, x, name, function) for x in values[name].flat] for name in chosen]
    return needed_program(
        [Port(name, tuple(shape)) for name, shape in inputs.items()],
        [Port(name, values[name].shape) for name in chosen],
        builder.instructions,
        results,
    )


def results_of(program: Program, inputs: Sequence[Any]) -> list[Any]:
    """Return the outputs of a program for arrays of symbols of one trace, as part of that trace."""
    flat = [np.asarray(array, dtype=object).ravel() for array in inputs]
    builder = next(x.builder for array in flat for x in array if isinstance(x, Symbol))
    places: list[int] = []
    for op, *operands in program.instructions:
        if op == "const":
            places.append(builder.constant(operands[0]))
        elif op == "input":
            places.append(_value(builder, flat[operands[0]][operands[1]], op, results_of))
        elif op in ORDERS:
            table = program.instructions[operands[0]][1]
            places.append(builder.look_up(ORDERS[op], table, places[operands[1]]))
        elif op in ("table", "piece"):
            places.append(0)  # look-ups make their own
        elif op in FINDERS:
            table = program.instructions[operands[0]][1]
            places.append(builder.find(op, table, [places[a] for a in operands[1:]]))
        elif len(operands) == 1:
            places.append(builder.unary(op, places[operands[0]]))
        else:
            places.append(builder.binary(op, places[operands[0]], places[operands[1]]))
    found = []
    for port, values in zip(program.outputs, program.results, strict=True):
        array = np.empty(len(values), dtype=object)
        array[:] = [result(builder, places[value]) for value in values]
        found.append(array.reshape(port.shape))
    return found


def _symbols(builder: Builder, port: int, shape: tuple[int, ...]) -> Any:
    entries = [Symbol(builder, builder.entry(port, k)) for k in range(math.prod(shape))]
    if not shape:
        return entries[0]
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    return array.reshape(shape) if entries else np.zeros(shape)


def _value(builder: Builder, x: Any, name: str, function: Callable[..., Any]) -> int:
    if isinstance(x, Symbol):
        if x.builder is not builder:
            raise KernelError(f"output '{name}' of '{_name(function)}' belongs to another trace")
        return x.number
    number = float(x)
    if math.isnan(number):
        raise KernelError(f"output '{name}' of '{_name(function)}' is the constant NaN")
    return builder.constant(number)


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", repr(function))
