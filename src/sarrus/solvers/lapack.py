"""LAPACK without the import of `scipy.linalg`, which takes longer than all else that a run needs.

The functions are those of SciPy's own extension module, loaded by itself; where that does not work
(another layout of SciPy, or an operating system where SciPy prepares its libraries first), they
come from `scipy.linalg.lapack`. Both are the same code and give the same digits.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

EXTENSION = "_flapack"


@cache
def lapack() -> Any:
    """Return a module with the functions of LAPACK in double precision."""
    try:
        return _extension_alone()
    except (ImportError, OSError, AttributeError):
        from scipy.linalg import lapack as whole

        return whole


def _extension_alone() -> Any:
    """Return SciPy's extension module, without the package around it."""
    from importlib.machinery import PathFinder
    from importlib.util import find_spec, module_from_spec

    scipy = find_spec("scipy")
    places = scipy.submodule_search_locations if scipy is not None else None
    found = PathFinder.find_spec(EXTENSION, [str(Path(p) / "linalg") for p in places or ()])
    if found is None or found.loader is None:
        raise ImportError(EXTENSION)  # the caller goes another way
    module = module_from_spec(found)
    found.loader.exec_module(module)
    if not callable(module.dgeqp3):
        raise AttributeError("dgeqp3")
    return module


def qr_pivots(A: np.ndarray) -> np.ndarray:
    """Return the columns of a matrix in the order in which QR with pivoting takes them."""
    finite = np.asarray_chkfinite(A)
    geqp3 = lapack().dgeqp3
    size = int(geqp3(finite, lwork=-1)[3][0])
    return np.asarray(geqp3(finite, lwork=size)[1]) - 1
