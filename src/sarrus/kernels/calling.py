"""Calling native code from Python through ctypes, with buffers bound once per thread."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.kernels.program import Port
from sarrus.late_dataclass import dataclass

Refusal = Callable[[type[Exception], str, str], Exception]
"""Makes the exception for something that is given, from its usual class, its name and the rule."""


def refusal(kind: type[Exception], what: str, rule: str) -> Exception:
    """Return the exception of a kernel that nobody else speaks for."""
    return kind(f"{what} {rule}")


MANY = 64
"""Numbers from which on a sum is quicker than a look at each."""


@dataclass(frozen=True)
class Watch:
    """An output that tells whether the others can be relied on: all entries are at least `least`.

    output: its number; returned: how many outputs, the first ones, a caller gets.
    """

    output: int
    least: float
    returned: int = 1


class Buffers:
    """Arrays for the inputs, outputs and work of one kernel, and the pointers to them.

    work: so many numbers, or the array itself.
    """

    def __init__(
        self, inputs: tuple[Port, ...], outputs: tuple[Port, ...], work: int | np.ndarray
    ) -> None:
        self.inputs = [np.zeros(port.shape) for port in inputs]
        self.outputs = [np.zeros(port.shape) for port in outputs]
        self.work = work if isinstance(work, np.ndarray) else aligned_array(work)
        self.input_pointers = pointers(self.inputs)
        self.output_pointers = pointers(self.outputs)
        self.arguments = (
            ctypes.c_void_p(ctypes.addressof(self.input_pointers)),
            ctypes.c_void_p(ctypes.addressof(self.output_pointers)),
            ctypes.c_void_p(self.work.ctypes.data),
        )


def aligned_array(size: int) -> np.ndarray:
    """Return a work array that starts at a multiple of 64 bytes."""
    raw = np.zeros(size + 8)
    skip = (-raw.ctypes.data % 64) // 8
    return raw[skip : skip + max(size, 1)]


def pointers(arrays: list[np.ndarray]) -> Any:
    """Return the C array of the addresses of some arrays."""
    found = [array.__array_interface__["data"][0] for array in arrays]
    return (ctypes.c_void_p * max(len(arrays), 1))(*found)


def native_function(address: int) -> Any:
    """Return the kernel at an address as a ctypes function that releases the interpreter lock."""
    pointer = ctypes.c_void_p
    return ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(address)


def caller(
    address: int,
    inputs: tuple[Port, ...],
    outputs: tuple[Port, ...],
    work: int,
    defaults: dict[str, np.ndarray],
    code: Any,
    wide: Callable[[], Callable[..., Any]] | None = None,
    refused: Refusal = refusal,
) -> Callable[..., Any]:
    """Return a Python function that evaluates the kernel at an address; safe in threads.

    It takes one array for each input; those with `defaults`, which come last, may be left out.
    Keywords of many states are those of `BatchKernel`, of which `out` serves one state too.
    `code` is what keeps the machine code in memory; `wide` makes the function of many states, which
    is called where an array has a row for each of them; `refused` makes the exception for arrays
    that do not fit, with an attribute `finite` that is true also for NaN and infinite numbers.
    """
    function = native_function(address)
    function.code = code
    finite = getattr(refused, "finite", False)
    local = threading.local()
    last = tuple(np.array(defaults[port.name]) for port in inputs if port.name in defaults)

    def call(*arrays: Any, out: Any = None, order: str = "K", compressed: bool = False) -> Any:
        try:
            buffers = local.buffers
        except AttributeError:
            buffers = local.buffers = Buffers(inputs, outputs, work)
        if len(arrays) == len(inputs) - len(last):
            arrays = (*arrays, *last)
        arrays = real_arrays(inputs, arrays, refused)
        if finite:
            check_finite(inputs, arrays, refused)
        if wide is not None and has_rows(inputs, arrays):
            return wide()(*arrays, out=out, order=order, compressed=compressed)
        check_shapes(inputs, arrays, refused)
        if wide is not None and compressed:
            found = wide()(arrays[0][None], *arrays[1:], compressed=True)
            return found[0] if isinstance(found, np.ndarray) else tuple(x[0] for x in found)
        for buffer, array in zip(buffers.inputs, arrays, strict=True):
            buffer[...] = array
        function(*buffers.arguments)
        if len(buffers.outputs) == 1:
            found = buffers.outputs[0].copy()
        else:
            found = tuple(output.copy() for output in buffers.outputs)
        if out is None and order == "K":
            return found
        from sarrus.kernels.layout import put

        return put(found, out, order, arrays, refused)

    return call


def real_arrays(
    inputs: tuple[Port, ...], arrays: tuple[Any, ...], refused: Refusal
) -> tuple[np.ndarray, ...]:
    """Return one array of real numbers for each input, or refuse what is given."""
    if len(arrays) != len(inputs):
        names = ", ".join(port.name for port in inputs)
        rule = f"arrays are needed ({names}), {len(arrays)} were given"
        raise refused(TypeError, f"{len(inputs)}", rule)
    return tuple(_real(port, array, refused) for port, array in zip(inputs, arrays, strict=True))


def _real(port: Port, value: Any, refused: Refusal) -> np.ndarray:
    try:
        array = np.asarray(value)
        if array.dtype.kind in "OiubV" and value is not None:
            array = array.astype(float)
    except (TypeError, ValueError, OverflowError):
        array = np.asarray("")
    if array.dtype.kind == "f":
        return array
    rule = "must be real, not complex" if array.dtype.kind == "c" else "must be numbers"
    raise refused(TypeError, f"'{port.name}'", rule)


def check_finite(
    inputs: tuple[Port, ...], arrays: tuple[np.ndarray, ...], refused: Refusal
) -> None:
    """Refuse arrays that hold NaN or an infinite number."""
    for port, array in zip(inputs, arrays, strict=True):
        if array.size > MANY and np.isfinite(_sum(array)):
            continue  # a sum is finite only if all numbers are
        if not np.isfinite(array).all():
            raise refused(ValueError, f"'{port.name}'", "must be finite numbers")


def _sum(array: np.ndarray) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        return float(np.sum(array))


def has_rows(inputs: tuple[Port, ...], arrays: tuple[np.ndarray, ...]) -> bool:
    """Return whether some array has one dimension more than its input: a row for each state."""
    pairs = zip(inputs, arrays, strict=True)
    return any(array.ndim == len(port.shape) + 1 for port, array in pairs)


def check_shapes(
    inputs: tuple[Port, ...], arrays: tuple[np.ndarray, ...], refused: Refusal
) -> None:
    """Refuse arrays of another shape than the kernel's inputs."""
    for port, array in zip(inputs, arrays, strict=True):
        if array.shape != port.shape:
            rule = f"must have shape {port.shape}, not {array.shape}"
            raise refused(ValueError, f"'{port.name}'", rule)
