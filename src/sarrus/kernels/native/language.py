"""The words that native functions may use, and how to get them in machine code.

    @native
    def total(x: Floats, n: int) -> float:
        found = 0.0
        for i in range(n):
            found += x[i]
        return found

Arguments are numbers (`int` of 64 bits, `float`), arrays (`Floats`, `Ints`, `Pointers`) and records
(`records`). Statements: assignment, `if`, `while`, `for` over `range` of one or two bounds,
`break`, `return`; expressions: arithmetic of numbers of the same kind, comparisons, `and`, `or`,
`not`, `a if test else b`, subscripts, fields, `abs`, `min`, `max`, `int`, `float`, `sqrt`,
`copysign`, the words below, and calls of other native functions, which may return several values
(`a, b = f(x)`). Everything else is refused (`Untranslatable`), and so is a variable that may have
no value where it is read, or a function that may end without its result.

Not as in Python, and for whoever writes a native function to keep in mind:

- all parts of an expression are evaluated, of `and`, `or` and `a if test else b` too; in which
  order several calls in one expression are made is left to the target;
- indices, counts, and operands of `//`, `%` and `>>` are not negative, and nothing looks whether
  they are, nor whether an index is inside its array;
- a quotient of floats by zero is no error but infinite, or not a number; one of integers ends the
  process;
- integers beyond 64 bits wrap around, and `int` of a float beyond them is any number;
- a product of floats may be added to another number without being rounded first, unless the
  function is `exact`: there every operation is rounded but `fma`, and all targets give the same
  bits;
- numbers of the module are taken when the function is compiled.

An exact function of floats and tables can also be lowered for many numbers at once (lanes). Then a
`while` goes on until its test fails for all of them, and changes nothing of those for which it has
failed; an `if` may only depend on what all of them share.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.cache import Cache, source_version
from sarrus.kernels.digest import hex_digest
from sarrus.kernels.native.tree import BOOL, FLOAT, INT, NONE, RecordKind

if TYPE_CHECKING:
    from sarrus.kernels.targets.target import Target

Floats = np.ndarray
"""Doubles, one after the other."""
Ints = np.ndarray
"""Integers of 64 bits, one after the other."""
Pointers = np.ndarray
"""Addresses, one after the other."""
Code = int
"""The address of a kernel, or in Python a function of (ins, outs, work)."""

_C: dict[Any, Any] = {FLOAT: ctypes.c_double, INT: ctypes.c_int64, NONE: None}


def native(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as one that can be compiled."""
    function.__native__ = True  # type: ignore[attr-defined]
    return function


def exact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a native function whose every operation is rounded, so that bits agree everywhere."""
    function.__exact__ = True  # type: ignore[attr-defined]
    return native(function)


def compact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a native function whose loops are short, with all that it calls.

    Its code is kept small, not written out for many turns at once, and made in a third of the time.
    """
    function.__compact__ = True  # type: ignore[attr-defined]
    return native(function)


def run_kernel(f: Any, *parts: Any) -> None:
    """Evaluate a kernel of a record, or one given by its code, inputs, outputs and work.

    In Python, the code is a function of (ins, outs, work).
    """
    code, *arguments = (f, *parts) if parts else f.arguments
    code(*arguments)


def send_output(kernel: Any, k: int, array: np.ndarray) -> None:
    """Let output number k of a kernel of a record go to an array from now on."""
    kernel.arguments[2][k] = array


def at(array: np.ndarray, k: int) -> np.ndarray:
    """Return the array from its k-th entry on."""
    return array[k:]


def copy(target: np.ndarray, source: np.ndarray, n: int) -> None:
    """Copy n entries."""
    target[:n] = source[:n]


def root(x: float, n: float) -> float:
    """Return x^(1/n) for x > 0."""
    return float(x ** (1.0 / n))


def floor(x: float) -> float:
    """Return the largest integer that is not beyond x, as a float."""
    return float(math.floor(x)) if x != 0.0 and math.isfinite(x) else x


def bits(x: float) -> int:
    """Return the integer with the bits of a float."""
    return int(struct.unpack("<q", struct.pack("<d", x))[0])


def number(k: int) -> float:
    """Return the float with the bits of an integer."""
    return float(struct.unpack("<d", struct.pack("<Q", k & (2**64 - 1)))[0])


def fma(a: float, b: float, c: float) -> float:
    """Return a b + c, rounded once where the processor can; in Python always."""
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return a * b + c
    from fractions import Fraction  # for Python's own answer only

    exactly = Fraction(a) * Fraction(b) + Fraction(c)
    if exactly == 0:  # the sign of zero is that of the sum of the rounded product
        return math.copysign(0.0, a) * math.copysign(1.0, b) + c if a * b == 0.0 else 0.0
    try:
        return float(exactly)
    except OverflowError:
        return math.inf if exactly > 0 else -math.inf


def polynomial(x: float, coefficients: Sequence[float]) -> float:
    """Return c_0 + c_1 x + c_2 x^2 + ..., in pairs, pairs of pairs, ... (Estrin).

    The coefficients are a tuple of the module.
    """
    terms = list(coefficients)
    power = x
    while len(terms) > 1:
        pairs = [fma(power, terms[k + 1], terms[k]) for k in range(0, len(terms) - 1, 2)]
        terms = [*pairs, *terms[2 * len(pairs) :]]
        power = power * power
    return terms[0]


def horner(x: float, coefficients: Sequence[float]) -> float:
    """Return c_0 + x (c_1 + x (c_2 + ...)); the coefficients are a tuple of the module."""
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = fma(total, x, c)
    return total


@cache
def compile_function(
    function: Callable[..., Any], target: Target | None = None
) -> Callable[..., Any]:
    """Return a native function in machine code; arrays are passed by their addresses (integers).

    target: whose code it is, that of this processor unless given. The call releases the
    interpreter lock.
    """
    from sarrus.kernels.targets import host

    chosen = target or host()
    arguments, result, code = object_code(function, chosen)
    loaded = chosen.load(code)
    kinds = [_C.get(kind, ctypes.c_void_p) for kind in arguments]
    call = ctypes.CFUNCTYPE(_C[result], *kinds)(loaded.address(symbol_of(function)))
    call.code = loaded  # type: ignore[attr-defined]
    return call


def address_of(function: Any) -> int:
    """Return where the code of a compiled function begins."""
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def symbol_of(function: Callable[..., Any]) -> str:
    """Return the name under which a compiled function is found."""
    return f"{function.__module__}.{function.__qualname__}"


def object_code(function: Callable[..., Any], target: Target) -> tuple[list[str], str, bytes]:
    """Return kinds of arguments and result, and the code, from the user's cache if there."""
    symbol = symbol_of(function)
    parts = ("native", symbol, source_version(), target.identity())
    key = hex_digest("\0".join(parts))
    kept = Cache.default() if function.__module__.startswith("sarrus.") else Cache(None)
    found = kept.load(key)
    if found is not None and _is_whole(found[0], key):
        return found[0]["arguments"], found[0]["result"], found[1]
    arguments, result = _signature(function)
    code = target.function_code(function)
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


def _signature(function: Callable[..., Any]) -> tuple[list[str], str]:
    from sarrus.kernels.native.source import source_of

    source = source_of(function)
    line = source.tree.lineno
    if source.result not in _C:
        raise source.refusal(line, f"{source.result} cannot be returned to Python")
    for name, kind in source.arguments.items():
        if kind == BOOL:
            raise source.refusal(line, f"'{name}' cannot be of kind bool")
    kinds = source.arguments.values()
    named = ["record" if isinstance(kind, RecordKind) else kind for kind in kinds]
    return named, str(source.result)
