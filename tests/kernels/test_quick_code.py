"""Code generated at level 0, of large programs: nothing is called by stubs, which have no room."""

from __future__ import annotations

import ctypes

import numpy as np

from sarrus.kernels.targets.llvm import machine

CLEARS = """
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @clear(ptr %x) {
  call void @llvm.memset.p0.i64(ptr align 8 %x, i8 0, i64 2288, i1 false)
  ret void
}
"""


def test_arrays_are_cleared_without_a_stub() -> None:
    code = machine.object_code(CLEARS, quickly=True)
    assert b"memset" not in code
    loaded = machine.Loaded(code)
    x = np.ones(300)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(loaded.address("clear"))(x.ctypes.data)
    np.testing.assert_array_equal(x, np.repeat([0.0, 1.0], [286, 14]))
