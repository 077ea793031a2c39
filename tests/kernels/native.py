"""Programs written by hand, run as machine code."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sarrus.kernels import Port, Program, llvm
from sarrus.kernels.batch import BatchKernel
from sarrus.kernels.calling import Buffers, native_function
from sarrus.kernels.lanes import Lanes
from sarrus.kernels.llvm_text import lowered
from sarrus.kernels.program import Builder, finished


def program(n_inputs: int, write: Callable[[Builder, list[int]], Sequence[int]]) -> Program:
    """Return the program over the input `x` whose output `y` holds the values of `write`."""
    builder = Builder()
    values = write(builder, [builder.entry(0, k) for k in range(n_inputs)])
    ports = [Port("x", (n_inputs,))], [Port("y", (len(values),))]
    return finished(*ports, builder.instructions, [list(values)])


def machine(of: Program) -> Callable[..., list[np.ndarray]]:
    """Return a function that evaluates the machine code of a program: arrays in, arrays out."""
    code, work = llvm.compiled(of)
    address, keeps = llvm.loaded(code, "kernel")
    buffers = Buffers(of.inputs, of.outputs, work)
    function = native_function(address)

    def run(*arrays: np.ndarray) -> list[np.ndarray]:
        for buffer, array in zip(buffers.inputs, arrays, strict=True):
            buffer[...] = array
        function(*buffers.arguments)
        return [output.copy() for output in buffers.outputs]

    run.keeps = keeps  # type: ignore[attr-defined]
    return run


def over_rows(
    of: Program, width: int, assembled: Callable[[str], bytes] = llvm.assembled
) -> BatchKernel:
    """Return the machine code of a program for so many rows at a time, called with rows."""
    module = lowered(of, Lanes(width))
    address, keeps = llvm.loaded(assembled(module.text), "kernel")
    return BatchKernel(of.inputs, of.outputs, width, module.work_size, address, {}, keeps)
