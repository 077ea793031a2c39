"""A kernel over many states: a native loop that moves along the rows of its inputs and outputs."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels import llvm
from sarrus.kernels.calling import aligned, pointers
from sarrus.kernels.kernel import Kernel

_MAP = """
define void @map(ptr %f, ptr %in, ptr %out, ptr %work, i64 %n,
                 ptr %in.step, i64 %ins, ptr %out.step, i64 %outs) {
entry:
  br label %row
row:
  %k = phi i64 [ 0, %entry ], [ %k1, %moved ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %run, label %end
run:
  call void %f(ptr %in, ptr %out, ptr %work)
  call void @move(ptr %in, ptr %in.step, i64 %ins)
  call void @move(ptr %out, ptr %out.step, i64 %outs)
  br label %moved
moved:
  %k1 = add i64 %k, 1
  br label %row
end:
  ret void
}
define internal void @move(ptr %places, ptr %steps, i64 %n) {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %one ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %one, label %end
one:
  %at = getelementptr ptr, ptr %places, i64 %i
  %s.at = getelementptr i64, ptr %steps, i64 %i
  %p = load ptr, ptr %at
  %s = load i64, ptr %s.at
  %moved = getelementptr i8, ptr %p, i64 %s
  store ptr %moved, ptr %at
  %i1 = add i64 %i, 1
  br label %next
end:
  ret void
}
"""

_POINTER = ctypes.c_void_p


@cache
def _native() -> tuple[Any, Any]:
    address, code = llvm.loaded(llvm.assembled(_MAP), "map")
    kinds = [_POINTER] * 4 + [ctypes.c_int64, _POINTER, ctypes.c_int64, _POINTER, ctypes.c_int64]
    return ctypes.CFUNCTYPE(None, *kinds)(address), code


def mapped(
    kernel: Kernel, rows: Mapping[str, np.ndarray], given: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the outputs of a kernel for many rows of some inputs, the others being `given`.

    rows: arrays (n, *shape) of the inputs that vary; the result has arrays (n, *shape) for every
    output. The kernel sees the memory of the rows itself; nothing is copied where it lies well.
    """
    n = len(next(iter(rows.values())))
    arrays, steps = [], []
    for port in kernel.inputs:
        varies = port.name in rows
        shape = (n, *port.shape) if varies else port.shape
        source = np.asarray(rows[port.name] if varies else given[port.name], dtype=float)
        arrays.append(np.ascontiguousarray(source.reshape(shape)))
        steps.append(arrays[-1].nbytes // n if varies and n else 0)
    outputs = {port.name: np.zeros((n, *port.shape)) for port in kernel.outputs}
    if not n:
        return outputs
    ins, outs = pointers(arrays), pointers(list(outputs.values()))
    in_steps = np.array(steps, dtype=np.int64)
    out_steps = np.array([a.nbytes // n for a in outputs.values()], dtype=np.int64)
    work = aligned(kernel.work_size)
    call, _ = _native()
    call(
        kernel.address,
        ctypes.addressof(ins),
        ctypes.addressof(outs),
        work.ctypes.data,
        n,
        in_steps.ctypes.data,
        len(arrays),
        out_steps.ctypes.data,
        len(outputs),
    )
    return outputs
