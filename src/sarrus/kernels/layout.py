"""How arrays of many states lie in memory, and where results go.

Arrays have the states first, (n, ...). Rows: the numbers of a state stand side by side, NumPy's
order "C". Columns: the states of a number do, order "F", or the transpose of an array (..., n).
Both are read and written without copies. `order` is that of NumPy's functions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from sarrus.kernels.calling import Refusal
from sarrus.kernels.program import Port

Order: TypeAlias = Literal["K", "C", "F"]
"""As the inputs lie in memory, by rows or by columns; NumPy's words."""

ORDERS = ("C", "F", "K")
PAST_THE_CACHE = 1 << 22
"""Bytes of a result from which on it is written past the cache."""
MOST_WORK = 10_000
"""Steps that may be taken to find out whether two arrays share memory."""
LINE = 64


def is_columns(array: np.ndarray) -> bool:
    """Return whether the states of each number stand side by side."""
    return bool(
        len(array) > 1
        and array.strides[0] == array.itemsize
        and all(step % array.itemsize == 0 for step in array.strides)
    )


def input_layout(port: Port, array: np.ndarray) -> tuple[int, np.ndarray]:
    """Return the step from state to state, and of columns where each number begins, in bytes."""
    nothing = np.zeros(0, dtype=np.int64)
    if array.ndim == len(port.shape):
        return 0, nothing
    if port.size and is_columns(array):
        return 1, 8 * _begins(array)
    return array.strides[0] // 8 if len(array) > 1 else port.size, nothing


def _begins(array: np.ndarray) -> np.ndarray:
    """Return where each number of a state begins, in numbers from the first."""
    begins = np.zeros(1, dtype=np.int64)
    for size, step in zip(array.shape[1:], array.strides[1:], strict=True):
        begins = (begins[:, None] + np.arange(size, dtype=np.int64) * (step // 8)).ravel()
    return begins


def column_pairs(
    numbers: np.ndarray, array: np.ndarray, compressed: bool, width: int
) -> np.ndarray:
    """Return pairs of the place of a number in a block and where its column begins, in bytes.

    numbers: those that are wanted if the result is compressed; width: lanes of the block.
    """
    begins = _begins(array)
    places = numbers if compressed else np.arange(len(begins), dtype=np.int64)
    return np.ascontiguousarray(8 * np.stack([width * places, begins], axis=1).ravel())


def streams(array: np.ndarray, width: int) -> bool:
    """Return whether columns are written past the cache: large ones that begin at its lines."""
    if array.nbytes < PAST_THE_CACHE or not is_columns(array):
        return False
    line = 8 * width
    return array.ctypes.data % line == 0 and all(s % line == 0 for s in array.strides[1:])


def result_order(
    order: str, inputs: Sequence[Port], arrays: Sequence[np.ndarray], refused: Refusal
) -> str:
    """Return "C" or "F" for new results; "K" is the order of the inputs that have states."""
    check_order(order, refused)
    if order != "K":
        return order
    rows = [
        x
        for port, x in zip(inputs, arrays, strict=True)
        if x.ndim > len(port.shape) and port.size > 1
    ]
    return "F" if rows and all(map(is_columns, rows)) else "C"


def check_order(order: Any, refused: Refusal) -> None:
    """Refuse orders that there are not."""
    if order not in ORDERS:
        rule = f"must be one of {', '.join(map(repr, ORDERS))}, as of NumPy's functions"
        raise refused(ValueError, f"order {order!r}", rule)


def new_results(shapes: Sequence[tuple[int, ...]], order: str) -> list[np.ndarray]:
    """Return new arrays; columns begin at lines of the cache where their length allows it.

    What does not fit into the memory that is free is refused (E-MEM), before anything is computed.
    """
    numbers = sum(math.prod(shape) for shape in shapes)
    if 8 * numbers > PAST_THE_CACHE:
        from sarrus.resources import require_memory  # for large results only

        for_what = f"{numbers:,} numbers of {shapes[0][0]:,} states"
        action = "call it for fewer states at a time, or with out=, an array in a file (np.memmap)"
        require_memory("results", 8.0 * numbers, for_what, action)
    return [_new(shape, order) for shape in shapes]


def _new(shape: tuple[int, ...], order: str) -> np.ndarray:
    count = math.prod(shape)
    if order == "C" or 8 * count < PAST_THE_CACHE:
        return np.empty(shape, order="F" if order == "F" else "C")
    raw = np.empty(count + LINE // 8)
    skip = -raw.ctypes.data % LINE // 8
    return raw[skip : skip + count].reshape(shape, order="F")


def given_results(
    out: Any,
    shapes: Sequence[tuple[int, ...]],
    inputs: Sequence[np.ndarray],
    refused: Refusal,
) -> list[np.ndarray]:
    """Return the arrays that a caller gives for the results, checked."""
    several = isinstance(out, Sequence) and (len(shapes) > 1 or len(out) == 1)
    found = list(out) if several else [out]
    if len(found) != len(shapes):
        rule = f"must be {len(shapes)} arrays, one for each result, not {len(found)}"
        raise refused(ValueError, "out", rule)
    for k, (array, shape) in enumerate(zip(found, shapes, strict=True)):
        name = "out" if len(found) == 1 else f"out[{k}]"
        if not isinstance(array, np.ndarray):
            raise refused(TypeError, name, f"must be an array, not {type(array).__name__}")
        if array.shape != shape:
            raise refused(ValueError, name, f"must have shape {shape}, not {array.shape}")
        if array.dtype != np.float64:
            rule = f"must have the type float64, not {array.dtype}: results are not rounded"
            raise refused(TypeError, name, rule)
        if not array.flags.writeable:
            raise refused(ValueError, name, "must be writeable")
        if any(_overlap(array, other) for other in (*inputs, *found[:k])):
            rule = "must not share memory with an input, nor with another result"
            raise refused(ValueError, name, rule)
    return found


def _overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether two arrays share memory, or might as far as some work tells."""
    if not np.may_share_memory(a, b):
        return False
    try:
        return np.shares_memory(a, b, max_work=MOST_WORK)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def put(found: Any, out: Any, order: str, inputs: Sequence[Any], refused: Refusal) -> Any:
    """Return a result that was found elsewhere, in given arrays or in an order.

    inputs: all that it was found from, which must not share memory with these arrays.
    """
    single = isinstance(found, np.ndarray)
    parts = [found] if single else list(found)
    if out is None:
        check_order(order, refused)
        if order != "K":
            parts = [np.asarray(x, order=order) for x in parts]  # type: ignore[call-overload]
    else:
        arrays = [x for x in inputs if isinstance(x, np.ndarray)]
        results = given_results(out, [x.shape for x in parts], arrays, refused)
        for result, part in zip(results, parts, strict=True):
            result[...] = part
        parts = results
    return parts[0] if single else tuple(parts)
