"""What SUNDIALS calls: compiled functions through the adapters, Python functions through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_double, c_int, c_void_p
from typing import Any

import numpy as np

from sarrus.solvers.sundials.binding import Binding
from sarrus.solvers.sundials.errors import TryShorterStep
from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.native import NativeFunction
from sarrus.solvers.sundials.options import Function

AGAIN, FAILED = 1, -1

# For every callback: its C type, and which of its arguments are t, cj, y, yp and the value.
_p, _d = c_void_p, c_double
_KINDS: dict[str, tuple[Any, dict[str, int]]] = {
    "cvode_rhs": (CFUNCTYPE(c_int, _d, _p, _p, _p), {"t": 0, "y": 1, "value": 2}),
    "cvode_jacobian": (CFUNCTYPE(c_int, _d, *[_p] * 7), {"t": 0, "y": 1, "matrix": 3}),
    "cvode_roots": (CFUNCTYPE(c_int, _d, _p, _p, _p), {"t": 0, "y": 1, "plain": 2}),
    "ida_residual": (CFUNCTYPE(c_int, _d, _p, _p, _p, _p), {"t": 0, "y": 1, "yp": 2, "value": 3}),
    "ida_jacobian": (
        CFUNCTYPE(c_int, _d, _d, *[_p] * 8),
        {"t": 0, "cj": 1, "y": 2, "yp": 3, "matrix": 5},
    ),
    "ida_roots": (CFUNCTYPE(c_int, _d, _p, _p, _p, _p), {"t": 0, "y": 1, "yp": 2, "plain": 3}),
}
_SLOTS = {"rhs": 2, "residual": 2, "jacobian": 3, "roots": 4}


class Callbacks:
    """The functions of one integrator, as addresses and as `user_data`."""

    def __init__(self, library: Library, solver: str, n: int) -> None:
        self._library = library
        self._solver = solver
        self._n = n
        self._parts: list[Any] = []
        self._python: list[PythonCallback] = []
        self._bindings: list[Binding] = []
        self._user_data = (c_void_p * 5)(
            library.address("N_VGetArrayPointer"), library.address("SUNDenseMatrix_Data")
        )

    @property
    def user_data(self) -> int:
        """The address that SUNDIALS hands to every callback."""
        return ctypes.addressof(self._user_data)

    def add(self, what: str, function: Function, shape: tuple[int, ...]) -> int:
        """Return the address of the callback for a function whose value has a shape."""
        kind = f"{self._solver}_{what}"
        if isinstance(function, NativeFunction):
            binding = Binding(what, function, self._n, int(np.prod(shape)))
            self._bindings.append(binding)
            self._user_data[_SLOTS[what]] = binding.address
            self._parts.append(function)
            return function.adapters.addresses[kind]
        if not callable(function):
            raise TypeError(f"{what} must be a function")
        made = PythonCallback(self._library, kind, function, self._n, shape)
        c_function = _KINDS[kind][0](made.answer)
        self._python.append(made)
        self._parts.append(c_function)
        return ctypes.cast(c_function, c_void_p).value or 0

    @property
    def refused(self) -> int:
        """How often a value was not finite."""
        native = sum(binding.refused for binding in self._bindings)
        return native + sum(callback.refused for callback in self._python)

    def raise_pending(self) -> None:
        """Raise again what a Python function raised while SUNDIALS was calling it."""
        for callback in self._python:
            error, callback.error = callback.error, None
            if error is not None:
                raise error


class PythonCallback:
    """A Python function in the shape of a C callback; errors wait in `error`."""

    def __init__(
        self,
        library: Library,
        kind: str,
        function: Callable[..., Any],
        n: int,
        shape: tuple[int, ...],
    ) -> None:
        self.error: BaseException | None = None
        self.refused = 0
        self._function, self._shape, self._n = function, shape, n
        self._numbers = int(np.prod(shape))
        self._vector_data = library["N_VGetArrayPointer"]
        self._matrix_data = library["SUNDenseMatrix_Data"]
        self._places = _KINDS[kind][1]

    def answer(self, *arguments: Any) -> int:
        """Answer SUNDIALS: 0, or that a shorter step is needed, or that all is lost."""
        try:
            return self._evaluate(arguments)
        except TryShorterStep:
            return AGAIN
        except BaseException as problem:  # it must not pass through C; see raise_pending
            self.error = problem
            return FAILED

    def _evaluate(self, arguments: tuple[Any, ...]) -> int:
        at = self._places
        values = [arguments[at["t"]], self._state(arguments[at["y"]])]
        if "yp" in at:
            values.append(self._state(arguments[at["yp"]]))
        if "cj" in at:
            values.append(arguments[at["cj"]])
        value = np.asarray(self._function(*values), dtype=float)
        if value.shape != self._shape:
            raise ValueError(
                f"the value of a function has shape {value.shape}, {self._shape} is needed"
            )
        if "matrix" in at:
            value, place = value.T, self._matrix_data(arguments[at["matrix"]])
        elif "value" in at:
            place = self._vector_data(arguments[at["value"]])
        else:
            place = arguments[at["plain"]]
        _numbers(place, self._numbers)[:] = value.ravel()
        if np.isfinite(value).all():
            return 0
        self.refused += 1
        return AGAIN

    def _state(self, vector: int) -> np.ndarray:
        """Return a copy: the function may keep it longer than SUNDIALS keeps its vectors."""
        return _numbers(self._vector_data(vector), self._n).copy()


def _numbers(address: int, size: int) -> np.ndarray:
    """Return the doubles at an address as an array, without copying them."""
    block: Any = (c_double * size).from_address(address)
    return np.frombuffer(block, dtype=float)
