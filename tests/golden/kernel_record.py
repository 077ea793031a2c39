"""Which kernels a piece of work asks for, as traced programs, without compiling any of them.

Inside `recording()`, `KernelFactory.make` traces as always, but what it returns evaluates the
program in Python, also for native loops, which call it through a C function pointer. A record knows
programs only: not the key, the function or the module that a kernel was made from, so that it
survives every renaming.
"""

from __future__ import annotations

import ctypes
import hashlib
import math
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Kernel, KernelFactory
from sarrus.kernels.interpreter import _table_value, interpret, value_of
from sarrus.kernels.program import BINARY, LEAVES, UNARY, Program
from sarrus.kernels.table import ORDERS
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Pieces

DIGITS = 12
FEW = 8
"""Evaluations after which a program is turned into a function."""
SIGNS = {"add": "+", "sub": "-", "mul": "*"}
TINY = 1e-13
"""Constants below this are taken for what rounding leaves of a zero."""


@dataclass(frozen=True)
class Fingerprint:
    """What a program is compared by.

    exact: digest of shapes, instructions, constants to the last bit, and results; rounded: the same
    with constants of eleven digits, for machines whose NumPy rounds sines and products of matrices
    otherwise. label: names of inputs and outputs, for the reader only.
    """

    operations: int
    exact: str
    rounded: str
    label: str

    @staticmethod
    def of(program: Program) -> Fingerprint:
        """Return the fingerprint of a program."""
        ins, outs = (",".join(p.name for p in ports) for ports in (program.inputs, program.outputs))
        exact, rounded = (digest(program, text) for text in (float.hex, rounded_text))
        return Fingerprint(program.operations, exact, rounded, f"{ins} -> {outs}")


def rounded_text(number: float) -> str:
    """Return a number with eleven digits."""
    return "tiny" if 0.0 < abs(number) < TINY else f"{number:.10e}"


def digest(program: Program, text: Callable[[float], str]) -> str:
    """Return the digest of all that a program computes; names of ports do not count."""
    found = hashlib.sha256()
    for ports in (program.inputs, program.outputs):
        found.update(f"{[port.shape for port in ports]}\n".encode())
    for op, *operands in program.instructions:
        if op == "const":
            operands = [text(float(operands[0]))]
        elif op == "table":
            table = operands[0]
            rows = table.knots if isinstance(table, Pieces) else table.x
            numbers = [*np.ravel(rows), *np.ravel(table.pieces)]
            operands = [text(float(x)) for x in numbers]
        found.update(f"{op} {operands}\n".encode())
    found.update(f"{program.results}".encode())
    return found.hexdigest()[:DIGITS]


def arithmetic() -> str:
    """Return what decides how NumPy rounds: its version and the features of the processor."""
    from numpy._core._multiarray_umath import __cpu_features__ as features

    present = hashlib.sha256(repr(sorted(k for k, on in features.items() if on)).encode())
    return f"numpy {np.__version__} {platform.machine()} {present.hexdigest()[:8]}"


@dataclass
class Record:
    """The programs that were asked for, each once, in order."""

    programs: list[Program] = field(default_factory=list)

    def since(self, start: int) -> list[Fingerprint]:
        """Return the fingerprints of the programs from a number on, each once, sorted."""
        found = {Fingerprint.of(program) for program in self.programs[start:]}
        return sorted(found, key=lambda f: (f.operations, f.exact))


@contextmanager
def recording() -> Iterator[Record]:
    """Record the programs of all kernels that are made meanwhile, instead of compiling them."""
    record = Record()

    def make(
        self: KernelFactory,
        key: str,
        function: Callable[..., Mapping[str, Any]],
        inputs: Mapping[str, tuple[int, ...]],
        outputs: Sequence[str] | None = None,
        defaults: Mapping[str, np.ndarray] | None = None,
        refused: Any = None,
        keep: bool = True,
        seldom: bool = False,
    ) -> Kernel:
        program = trace(function, inputs, outputs)
        record.programs.append(program)
        return Interpreted(program, dict(defaults or {})).kernel

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KernelFactory, "make", make)
        yield record


class Interpreted:
    """A program that is called like a kernel, from Python and from native code."""

    def __init__(self, program: Program, given: dict[str, np.ndarray]) -> None:
        self.program = program
        self._last = [given[port.name] for port in program.inputs if port.name in given]
        self._known: dict[bytes, list[np.ndarray]] = {}
        self._count = 0
        self._native = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(self._on_memory)

    @property
    def kernel(self) -> Kernel:
        """It as a kernel."""
        program, counts = self.program, self.program.counts
        address = ctypes.cast(self._native, ctypes.c_void_p).value or 0
        sizes = (program.operations, counts, 1, address)
        ways = (self.call, OneByOne(), lambda: program, self.call)
        return Kernel(program.inputs, program.outputs, *sizes, *ways, keeps=(self,))

    def _evaluated(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        """Return the outputs; histories ask for the same ones again and again."""
        key = b"".join(array.tobytes() for array in arrays)
        if key not in self._known:
            self._count += 1
            many = self._count > FEW
            found = self._function(arrays) if many else interpret(self.program, arrays)
            self._known[key] = found
        return self._known[key]

    @cached_property
    def _function(self) -> Callable[[list[np.ndarray]], list[np.ndarray]]:
        return python_function(self.program)

    def call(self, *arrays: Any) -> Any:
        """Evaluate; last inputs may be left out, and one may give rows of states."""
        ports = self.program.inputs
        if len(arrays) == len(ports) - len(self._last):
            arrays = (*arrays, *self._last)
        values = [np.asarray(array, dtype=float) for array in arrays]
        extra = [v.ndim > len(p.shape) for v, p in zip(values, ports, strict=True)]
        if any(extra):
            pairs = list(zip(values, extra, strict=True))
            n = next(len(v) for v, more in pairs if more)
            rows = [self._evaluated([v[k] if more else v for v, more in pairs]) for k in range(n)]
            found = [np.array(column) for column in zip(*rows, strict=True)]
        else:
            found = self._evaluated(values)
        return found[0] if len(found) == 1 else tuple(found)

    def _on_memory(self, ins: int, outs: int, work: int) -> None:
        arrays = [_array(ins, k, port.shape) for k, port in enumerate(self.program.inputs)]
        found = self._evaluated(arrays)
        for k, (port, value) in enumerate(zip(self.program.outputs, found, strict=True)):
            _array(outs, k, port.shape)[...] = value


def python_function(program: Program) -> Callable[[list[np.ndarray]], list[np.ndarray]]:
    """Return a program as a Python function, ten times as fast as the interpreter."""
    functions = {f"function_{op}": function for op, function in {**UNARY, **BINARY}.items()}
    names: dict[str, Any] = {"value_of": value_of, "look_up": look_up, **functions}
    lines = ["def evaluate(x):"]
    for i, (op, *operands) in enumerate(program.instructions):
        v = [f"v{a}" for a in operands] if op not in LEAVES else []
        if op == "const":
            text = repr(operands[0]) if math.isfinite(operands[0]) else f"float('{operands[0]}')"
        elif op == "input":
            text = f"x[{operands[0]}][{operands[1]}]"
        elif op == "table":
            names[f"table{i}"], text = operands[0], f"table{i}"
        elif op == "piece" or op in ORDERS:
            text = f"look_up({op!r}, {', '.join(v)})"
        elif op in SIGNS:
            text = f"{v[0]} {SIGNS[op]} {v[1]}"
        else:
            text = f"-{v[0]}" if op == "neg" else f"value_of(function_{op}, {', '.join(v)})"
        lines.append(f" v{i} = {text}")
    results = [f"[{', '.join(f'v{value}' for value in result)}]" for result in program.results]
    lines.append(f" return [{', '.join(results)}]")
    exec("\n".join(lines), names)
    shapes = [port.shape for port in program.outputs]

    def function(arrays: list[np.ndarray]) -> list[np.ndarray]:
        values = names["evaluate"]([array.ravel().tolist() for array in arrays])
        pairs = zip(values, shapes, strict=True)
        return [np.array(value, dtype=float).reshape(shape) for value, shape in pairs]

    return function


def look_up(op: str, table: Any, *operands: float) -> float:
    """Return what is looked up in a table."""
    return _table_value(op, table, list(operands))


class OneByOne:
    """In place of a kernel of many states: never worth its compilation."""

    def __call__(self) -> Any:
        """Refuse."""
        raise NotImplementedError("a recorded program has no kernel of many states")

    def worth(self, rows: int) -> bool:
        """Return False."""
        return False


def _array(pointers: int, k: int, shape: tuple[int, ...]) -> np.ndarray:
    size = math.prod(shape)
    if not size:
        return np.zeros(shape)
    address = ctypes.cast(pointers, ctypes.POINTER(ctypes.c_void_p))[k]
    return np.ctypeslib.as_array((ctypes.c_double * size).from_address(address)).reshape(shape)
