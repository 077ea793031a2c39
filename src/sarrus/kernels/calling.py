"""Calling native code from Python through ctypes, with buffers bound once per thread."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.kernels.program import Port


class Buffers:
    """Arrays for the inputs, outputs and work of one kernel, and the pointers to them."""

    def __init__(self, inputs: tuple[Port, ...], outputs: tuple[Port, ...], work: int) -> None:
        self.inputs = [np.zeros(port.shape) for port in inputs]
        self.outputs = [np.zeros(port.shape) for port in outputs]
        self.work = aligned(work)
        self.input_pointers = pointers(self.inputs)
        self.output_pointers = pointers(self.outputs)
        self.arguments = (
            ctypes.c_void_p(ctypes.addressof(self.input_pointers)),
            ctypes.c_void_p(ctypes.addressof(self.output_pointers)),
            ctypes.c_void_p(self.work.ctypes.data),
        )


def aligned(size: int) -> np.ndarray:
    """Return a work array that starts at a multiple of 64 bytes."""
    raw = np.zeros(size + 8)
    skip = (-raw.ctypes.data % 64) // 8
    return raw[skip : skip + max(size, 1)]


def pointers(arrays: list[np.ndarray]) -> Any:
    """Return the C array of the addresses of some arrays."""
    return (ctypes.c_void_p * max(len(arrays), 1))(*[array.ctypes.data for array in arrays])


def native_function(address: int) -> Any:
    """Return the kernel at an address as a ctypes function that releases the interpreter lock."""
    pointer = ctypes.c_void_p
    return ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(address)


def caller(
    address: int,
    inputs: tuple[Port, ...],
    outputs: tuple[Port, ...],
    work: int,
    given: dict[str, np.ndarray],
    code: Any,
    wide: Callable[[], Callable[..., Any]] | None = None,
) -> Callable[..., Any]:
    """Return a Python function that evaluates the kernel at an address; safe in threads.

    It takes one array for each input; those in `given`, which come last, may be left out.
    `code` is what keeps the machine code in memory; `wide` makes the function of many states, which
    is called where an array has a row for each of them.
    """
    function = native_function(address)
    function.code = code
    local = threading.local()
    last = tuple(np.array(given[port.name]) for port in inputs if port.name in given)

    def call(*arrays: Any) -> Any:
        try:
            buffers = local.buffers
        except AttributeError:
            buffers = local.buffers = Buffers(inputs, outputs, work)
        if len(arrays) == len(inputs) - len(last):
            arrays = (*arrays, *last)
        if wide is not None and has_rows(inputs, arrays):
            return wide()(*arrays)
        checked(inputs, arrays)
        for buffer, array in zip(buffers.inputs, arrays, strict=True):
            buffer[...] = array
        function(*buffers.arguments)
        if len(buffers.outputs) == 1:
            return buffers.outputs[0].copy()
        return tuple(output.copy() for output in buffers.outputs)

    return call


def has_rows(inputs: tuple[Port, ...], arrays: tuple[Any, ...]) -> bool:
    """Return whether some array has one dimension more than its input: a row for each state."""
    pairs = zip(inputs, arrays, strict=False)
    return any(np.ndim(array) == len(port.shape) + 1 for port, array in pairs)


def checked(inputs: tuple[Port, ...], arrays: tuple[Any, ...]) -> None:
    """Refuse arrays of another number or shape than the kernel's inputs."""
    if len(arrays) != len(inputs):
        names = ", ".join(port.name for port in inputs)
        raise TypeError(f"{len(inputs)} arrays are needed ({names}), {len(arrays)} were given")
    for port, array in zip(inputs, arrays, strict=True):
        if np.iscomplexobj(array):
            raise TypeError(f"'{port.name}' must be real, not complex")
        if np.shape(array) != port.shape:
            raise ValueError(f"'{port.name}' must have shape {port.shape}, not {np.shape(array)}")
