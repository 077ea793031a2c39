"""Programs written by hand, run as machine code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.kernels import Port, Program
from sarrus.kernels.calling import Buffers, aligned_array, native_function, pointers
from sarrus.kernels.program import Builder, needed_program
from sarrus.kernels.targets import Target, host
from sarrus.kernels.targets.llvm import machine as llvm
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.programs import program_text


def program(n_inputs: int, write: Callable[[Builder, list[int]], Sequence[int]]) -> Program:
    """Return the program over the input `x` whose output `y` holds the values of `write`."""
    builder = Builder()
    values = write(builder, [builder.entry(0, k) for k in range(n_inputs)])
    ports = [Port("x", (n_inputs,))], [Port("y", (len(values),))]
    return needed_program(*ports, builder.instructions, [list(values)])


def machine(of: Program, target: Target | None = None) -> Callable[..., list[np.ndarray]]:
    """Return a function that evaluates the code of a program: arrays in, arrays out.

    target: whose code it is, this processor's unless given.
    """
    chosen = target or host()
    code = chosen.kernel_code(of)
    keeps = chosen.load(code.code)
    buffers = Buffers(of.inputs, of.outputs, code.work_size)
    function = native_function(keeps.address("kernel"))

    def run(*arrays: np.ndarray) -> list[np.ndarray]:
        for buffer, array in zip(buffers.inputs, arrays, strict=True):
            buffer[...] = array
        function(*buffers.arguments)
        return [output.copy() for output in buffers.outputs]

    run.keeps = keeps  # type: ignore[attr-defined]
    return run


def over_rows(
    of: Program, width: int, object_code: Callable[[str], bytes] = llvm.object_code
) -> Callable[..., Any]:
    """Return a function of rows by the machine code of a program for so many at a time.

    Blocks are filled here, so that one number at a time will do too.
    """
    module = program_text(of, Lanes(width))
    keeps = llvm.Loaded(object_code(module.text))
    function = native_function(keeps.address("kernel"))
    ins = [np.zeros((port.size, width)) for port in of.inputs]
    outs = [np.zeros((port.size, width)) for port in of.outputs]
    work = aligned_array(module.work_size)
    places = [pointers(ins), pointers(outs), work.ctypes.data]

    def run(*arrays: np.ndarray, threads: int = 1) -> Any:
        n = max(len(a) for a, p in zip(arrays, of.inputs, strict=True) if a.ndim > len(p.shape))
        found = [np.empty((n, *port.shape)) for port in of.outputs]
        for first in range(0, n, width):
            lanes = np.minimum(np.arange(first, first + width), n - 1)
            for block, array, port in zip(ins, arrays, of.inputs, strict=True):
                rows = array if array.ndim > len(port.shape) else np.stack([array] * n)
                block[...] = rows[lanes].reshape(width, port.size).T
            function(*places)
            for block, results, port in zip(outs, found, of.outputs, strict=True):
                count = min(width, n - first)
                results[first : first + count] = block.T[:count].reshape(count, *port.shape)
        return found[0] if len(found) == 1 else tuple(found)

    run.keeps = keeps, work  # type: ignore[attr-defined]
    return run
