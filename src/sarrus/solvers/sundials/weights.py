"""How much an error in each component weighs: 1 / (looseness (rtol |y| + atol))."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.options import Options

_KIND = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)
FAILED = -1


def weights(library: Library, options: Options, atol: np.ndarray, n: int) -> Any:
    """Return the function that SUNDIALS asks for the weights of a state of size n."""
    data = library["N_VGetArrayPointer"]
    looseness = np.ones(n) if options.looseness is None else options.looseness

    def numbers(vector: int) -> np.ndarray:
        block: Any = (ctypes.c_double * n).from_address(data(vector))
        return np.frombuffer(block, dtype=float)

    def fill(y: int, weight: int, _: int) -> int:
        allowed = looseness * (options.rtol * np.abs(numbers(y)) + atol)
        if not np.all(np.isfinite(allowed) & (allowed > 0.0)):
            return FAILED
        numbers(weight)[:] = 1.0 / allowed
        return 0

    return _KIND(fill)
