"""The C target: programs and native functions as C99, run here through a C compiler."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.native.language import symbol_of
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import Result
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.c.arithmetic import DOUBLE
from sarrus.kernels.targets.c.native import c_name, function_texts, type_of
from sarrus.kernels.targets.c.programs import c_function, includes, support
from sarrus.kernels.targets.target import KernelCode, LoadedCode
from sarrus.programs import find_program

FLAGS = ("-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-w")
"""Rounding as written; what is fused says so."""


class CTarget:
    """C99 for any processor; see `targets.target.Target`.

    compiler: what `load` calls, with which options besides FLAGS; the text itself needs none.
    """

    def __init__(self, compiler: str = "cc", options: tuple[str, ...] = ()) -> None:
        self.compiler, self.options = compiler, options

    def identity(self) -> str:
        """Return the compiler and its options: the code is text, and the same everywhere."""
        return "|".join(["c99", self.compiler, *FLAGS, *self.options])

    def width(self) -> int:
        """Return 1: states are evaluated one by one."""
        return 1

    def kernel_code(self, program: Program, width: int = 1, seldom: bool = False) -> KernelCode:
        """Return the text of a program, with the function `kernel` around it."""
        if width != 1:
            raise KernelError("C evaluates one state at a time")
        numbered = replace(
            program,
            inputs=tuple(Port(f"in{k}", port.shape) for k, port in enumerate(program.inputs)),
            outputs=tuple(Port(f"out{k}", port.shape) for k, port in enumerate(program.outputs)),
        )
        made = c_function(numbered, "sarrus_program")
        inputs = [f"in[{k}]" for k in range(len(program.inputs))]
        outputs = [f"out[{k}]" for k in range(len(program.outputs))]
        entry = (
            "void kernel(const double **in, double **out, double *work)\n{\n"
            "    (void)in; (void)out;\n"
            f"    sarrus_program({', '.join([*inputs, *outputs, 'work'])});\n}}\n"
        )
        text = "\n".join([includes(), support(made.used), made.text, entry])
        return KernelCode(text.encode(), made.work_size)

    def function_code(self, function: Callable[..., Any]) -> bytes:
        """Return the text of a native function, with a public function around it."""
        tree = tree_of(function)
        names = [f"a{k}" for k in range(len(tree.arguments))]
        kinds = [_argument_type(kind) for kind in tree.arguments.values()]
        value = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, names, strict=True))
        casts = [
            f"({type_of(kind)}){name}"
            for kind, name in zip(tree.arguments.values(), names, strict=True)
        ]
        back = "" if tree.result == "none" else "return "
        entry = (
            f"{type_of(tree.result)} {_identifier(symbol_of(function))}({value or 'void'})\n"
            f"{{ {back}{c_name(tree)}({', '.join(casts)}); }}\n"
        )
        texts = [includes(), DOUBLE.support, *function_texts([function]), entry]
        return "\n".join(texts).encode()

    def load(self, code: bytes) -> LoadedCode:
        """Compile text and bring it into this process."""
        return _Library(code, self.compiler, self.options)

    def interpreter(self) -> None:
        """Return None: programs are compiled."""

    def python_function(
        self,
        address: int,
        inputs: tuple[Port, ...],
        outputs: tuple[Port, ...],
        work: int | np.ndarray,
        defaults: dict[str, np.ndarray],
        slow: Callable[..., Any],
        watch: Watch | None = None,
    ) -> Callable[..., Any] | None:
        """Return None: kernels are called the ordinary way."""
        return None


class _Library:
    """A shared library, compiled in a folder that is gone once it is loaded."""

    def __init__(self, code: bytes, compiler: str, options: tuple[str, ...]) -> None:
        program = find_program(compiler)
        if program is None:
            raise KernelError(f"there is no C compiler '{compiler}'")
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder, "kernel.c"), Path(folder, "kernel.so")
            source.write_bytes(code)
            command = [program, *FLAGS, *options, str(source), "-lm", "-o", str(library)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise KernelError(f"the C compiler refuses the code: {done.stderr[:2000]}")
            self._library = ctypes.CDLL(str(library))

    def address(self, symbol: str) -> int:
        """Return where a function of the code begins."""
        function = getattr(self._library, _identifier(symbol))
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def _argument_type(kind: Result) -> str:
    """Return the type of an argument as callers pass it: arrays and records by address."""
    text = type_of(kind)
    return "void *" if text.endswith("*") else text


def _identifier(symbol: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in symbol)
