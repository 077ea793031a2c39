"""The words that native functions may use, and how to get them in machine code.

    @native
    def total(x: Floats, n: int) -> float:
        found = 0.0
        for i in range(n):
            found += x[i]
        return found

Arguments are numbers (`int` of 64 bits, `float`) and arrays (`Floats`, `Ints`, `Pointers`).
Statements: assignment, `if`, `while`, `for` over `range` of one or two bounds, `break`, `return`;
expressions: arithmetic of numbers of the same kind, comparisons, `and`, `or`, `not`,
`a if test else b`, subscripts, `abs`, `min`, `max`, `int`, `float`, `sqrt`, the words below, and
calls of other native functions. Everything else is refused (`Untranslatable`), and so is a variable
that may have no value where it is read, or a function that may end without its result.

Not as in Python, and for whoever writes a native function to keep in mind:

- all parts of an expression are evaluated, of `and`, `or` and `a if test else b` too;
- indices, counts, and operands of `//` and `%` are not negative, and nothing looks whether they
  are, nor whether an index is inside its array;
- a quotient of floats by zero is no error but infinite, or not a number; one of integers ends the
  process;
- integers beyond 64 bits wrap around, and `int` of a float beyond them is any number;
- a product of floats may be added to another number without being rounded first;
- numbers of the module are taken when the function is compiled.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.cache import Cache, source_version

Floats = np.ndarray
"""Doubles, one after the other."""
Ints = np.ndarray
"""Integers of 64 bits, one after the other."""
Pointers = np.ndarray
"""Addresses, one after the other."""
Code = int
"""The address of a kernel, or in Python a function of (ins, outs, work)."""

_C: dict[str, Any] = {"double": ctypes.c_double, "i64": ctypes.c_int64, "void": None}


def native(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as one that can be compiled."""
    function.__native__ = True  # type: ignore[attr-defined]
    return function


def run_kernel(f: Any, ins: Any, outs: Any, work: Any) -> None:
    """Evaluate a kernel; in Python, `f` is a function of (ins, outs, work)."""
    f(ins, outs, work)


def at(array: np.ndarray, k: int) -> np.ndarray:
    """Return the array from its k-th entry on."""
    return array[k:]


def copy(target: np.ndarray, source: np.ndarray, n: int) -> None:
    """Copy n entries."""
    target[:n] = source[:n]


def root(x: float, n: float) -> float:
    """Return x^(1/n) for x > 0."""
    return float(x ** (1.0 / n))


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a native function in machine code; arrays are passed by their addresses (integers).

    The call releases the interpreter lock.
    """
    from sarrus.kernels import llvm

    arguments, result, text = _object_code(function)
    address, code = llvm.loaded(text, _symbol(function))
    kinds = [_C.get(kind, ctypes.c_void_p) for kind in arguments]
    call = ctypes.CFUNCTYPE(_C[result], *kinds)(address)
    call.code = code  # type: ignore[attr-defined]
    return call


def _symbol(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _object_code(function: Callable[..., Any]) -> tuple[list[str], str, bytes]:
    """Return kinds of arguments and result, and the object code, from the user's cache if there."""
    from sarrus.kernels import llvm

    symbol = _symbol(function)
    parts = ("native", symbol, source_version(), llvm.identity())
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    kept = Cache.default() if function.__module__.startswith("sarrus.") else Cache(None)
    found = kept.load(key)
    if found is not None and _is_whole(found[0], key):
        return found[0]["arguments"], found[0]["result"], found[1]
    arguments, result, text = _translated(function, symbol)
    code = llvm.optimised(text)
    kept.store(key, {"key": key, "arguments": arguments, "result": result}, code)
    return arguments, result, code


def _is_whole(description: dict[str, Any], key: str) -> bool:
    arguments = description.get("arguments")
    return (
        description.get("key") == key
        and isinstance(arguments, list)
        and all(isinstance(kind, str) for kind in arguments)
        and description.get("result") in _C
    )


def _translated(function: Callable[..., Any], symbol: str) -> tuple[list[str], str, str]:
    from sarrus.kernels.native.source import source_of
    from sarrus.kernels.native.translation import module_of

    source = source_of(function)
    if source.result not in _C:
        raise source.refused(source.tree.lineno, f"{source.result} cannot be returned to Python")
    return list(source.arguments.values()), source.result, module_of(function, symbol)
