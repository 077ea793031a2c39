"""Native functions run twice: as they are in Python, and as machine code."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.kernels.native import compile_function


def in_python(function: Callable[..., Any], *arguments: Any) -> tuple[Any, list[Any]]:
    """Return the result and the arrays afterwards."""
    given = [copied(argument) for argument in arguments]
    kept = [list(argument) if isinstance(argument, list) else argument for argument in given]
    with np.errstate(all="ignore"):
        result = function(*given)
    return result, kept


def in_machine_code(function: Callable[..., Any], *arguments: Any) -> tuple[Any, list[Any]]:
    """Return the result and the arrays afterwards, of the compiled function."""
    given = [copied(argument) for argument in arguments]
    tables: list[np.ndarray] = []
    passed: list[Any] = []
    for argument in given:
        if isinstance(argument, list):
            tables.append(np.array([array.ctypes.data for array in argument], np.uint64))
            passed.append(tables[-1].ctypes.data)
        else:
            passed.append(argument.ctypes.data if isinstance(argument, np.ndarray) else argument)
    return compile_function(function)(*passed), given


def agree(function: Callable[..., Any], *arguments: Any) -> Any:
    """Check that both ways give the same bits, in the result and in all arrays; return it."""
    expected, arrays = in_python(function, *arguments)
    found, others = in_machine_code(function, *arguments)
    message = f"{function.__name__}{arguments}"
    assert bits(found) == bits(expected), f"{message}: {found}, in Python {expected}"
    for one, other in zip(others, arrays, strict=True):
        assert bits(one) == bits(other), f"{message}: {one}, in Python {other}"
    return found


def copied(argument: Any) -> Any:
    """Return an argument with memory of its own."""
    if isinstance(argument, list):
        return [array.copy() for array in argument]
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def bits(value: Any) -> Any:
    """Return what is equal for equal bits only; all that is not a number is one."""
    if isinstance(value, list):
        return [bits(entry) for entry in value]
    if isinstance(value, np.ndarray):
        return bits(value.tolist())
    if isinstance(value, (float, np.floating)):
        return "nan" if value != value else struct.pack("<d", value)
    return value if value is None else int(value)
