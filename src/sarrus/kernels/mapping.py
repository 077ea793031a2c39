"""A kernel over many states, by whichever way is at hand.

Few rows are evaluated one by one, in a native loop that moves along the rows of inputs and outputs;
many in vectors and threads (`batch`), once that kernel is there or worth its compilation. Both
give the same bits.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

import numpy as np

from sarrus.kernels.calling import aligned_array, pointers
from sarrus.kernels.kernel import Kernel
from sarrus.kernels.layout import new_results
from sarrus.kernels.loops.row_by_row import row_function


def outputs_of_rows(
    kernel: Kernel, rows: Mapping[str, np.ndarray], inputs: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the outputs of a kernel for many rows of some inputs, the others in `inputs`.

    rows: arrays (n, *shape) of the inputs that vary; the result has arrays (n, *shape) for every
    output. The kernel sees the memory of the rows itself; nothing is copied where it lies well.
    """
    n = len(next(iter(rows.values())))
    arrays, steps = [], []
    for port in kernel.inputs:
        varies = port.name in rows
        shape = (n, *port.shape) if varies else port.shape
        source = np.asarray(rows[port.name] if varies else inputs[port.name], dtype=float)
        arrays.append(np.ascontiguousarray(source.reshape(shape)))
        steps.append(arrays[-1].size // n if varies and n else 0)
    shapes = [(n, *port.shape) for port in kernel.outputs]
    names = [port.name for port in kernel.outputs]
    outputs = dict(zip(names, new_results(shapes, "C"), strict=True))
    if not n:
        return outputs
    if kernel.many.worth(n):
        kernel.many()(*arrays, out=list(outputs.values()))
        return outputs
    ins, outs = pointers(arrays), pointers(list(outputs.values()))
    steps += [a.size // n for a in outputs.values()]
    moves = np.array(steps, dtype=np.int64)
    work = aligned_array(kernel.work_size)
    row_function()(
        kernel.address,
        ctypes.addressof(ins),
        ctypes.addressof(outs),
        moves.ctypes.data,
        work.ctypes.data,
        len(arrays),
        len(outputs),
        n,
    )
    return outputs
