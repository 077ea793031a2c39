"""What one integrator allocates in SUNDIALS, given back in the reverse order, exactly once."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import numpy as np

from sarrus.solvers.sundials.errors import IntegrationError
from sarrus.solvers.sundials.library import Library


class Memory:
    """A context of SUNDIALS and what is made in it; released when dropped or closed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._owned: list[tuple[Any, int, bool]] = []
        self._kept: list[Any] = []
        self._finalizer = weakref.finalize(self, _release, self._owned, self._kept)
        self._finalizer.atexit = False
        context = ctypes.c_void_p()
        if library["SUNContext_Create"](0, ctypes.byref(context)) or not context.value:
            raise IntegrationError("SUNDIALS gives no context")
        self.context = context.value
        self._owned.append((library["SUNContext_Free"], self.context, True))
        library["SUNContext_ClearErrHandlers"](self.context)  # errors are reported by flags

    def keep(self, thing: Any) -> Any:
        """Keep something alive as long as the integrator; return it."""
        self._kept.append(thing)
        return thing

    def vector(self, array: np.ndarray) -> int:
        """Return a vector whose numbers are those of an array, which is kept."""
        self.keep(array)
        make = self._library["N_VMake_Serial"]
        return self._own("N_VDestroy", make(array.size, array.ctypes.data, self.context))

    def linear_solver(self, n: int, y: int) -> tuple[int, int]:
        """Return a dense linear solver and its n x n matrix."""
        matrix = self._own("SUNMatDestroy", self._library["SUNDenseMatrix"](n, n, self.context))
        solver = self._library["SUNLinSol_Dense"](y, matrix, self.context)
        return self._own("SUNLinSolFree", solver), matrix

    def fixed_point(self, y: int) -> int:
        """Return a nonlinear solver by functional iteration."""
        solver = self._library["SUNNonlinSol_FixedPoint"](y, 0, self.context)
        return self._own("SUNNonlinSolFree", solver)

    def integrator(self, free: str, pointer: int | None) -> int:
        """Take over an integrator that was created in this context."""
        return self._own(free, pointer, by_reference=True)

    def release(self) -> None:
        """Give everything back; nothing that was made here may be used afterwards."""
        self._finalizer()

    def _own(self, free: str, pointer: int | None, by_reference: bool = False) -> int:
        if not pointer:
            raise IntegrationError("SUNDIALS does not get the memory that it needs")
        self._owned.append((self._library[free], pointer, by_reference))
        return pointer


def _release(owned: list[tuple[Any, int, bool]], kept: list[Any]) -> None:
    while owned:
        free, pointer, by_reference = owned.pop()
        free(ctypes.byref(ctypes.c_void_p(pointer)) if by_reference else pointer)
    kept.clear()
