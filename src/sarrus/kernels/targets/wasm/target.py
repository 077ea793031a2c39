"""The WebAssembly target: programs and native functions as modules, written without a tool.

A module of this target imports its functions beyond the range of ours from "math" (`module`), and
exports its memory, whose free part begins at "end". It runs where there is an engine for it: in a
browser or in node, not in this process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.native.language import symbol_of
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.target import KernelCode, LoadedCode
from sarrus.kernels.targets.wasm.module import Module
from sarrus.kernels.targets.wasm.native import native_function
from sarrus.kernels.targets.wasm.programs import program_function


class WasmTarget:
    """WebAssembly; see `targets.target.Target`. Products and sums are rounded one by one."""

    def identity(self) -> str:
        """Return the version of the language: the code is the same everywhere."""
        return "wasm 2.0"

    def width(self) -> int:
        """Return 1: states are evaluated one by one."""
        return 1

    def kernel_code(self, program: Program, width: int = 1, seldom: bool = False) -> KernelCode:
        """Return the module of a program, which exports the function "kernel"."""
        if width != 1:
            raise KernelError("WebAssembly evaluates one state at a time")
        module = Module()
        _, work_size = program_function(module, program, "kernel")
        module.export("kernel", "kernel")
        return KernelCode(module.code(), work_size)

    def function_code(self, function: Callable[..., Any]) -> bytes:
        """Return the module of a native function, which exports it under its symbol."""
        module = Module()
        native_function(module, function)
        module.export(symbol_of(function), tree_of(function).symbol)
        return module.code()

    def load(self, code: bytes) -> LoadedCode:
        """Refuse: there is no engine in this process."""
        raise KernelError("WebAssembly runs in a browser or in node, not in this process")

    def interpreter(self) -> None:
        """Return None: modules are compiled by whoever runs them."""

    def python_function(
        self,
        address: int,
        inputs: tuple[Port, ...],
        outputs: tuple[Port, ...],
        work_size: int,
        defaults: dict[str, np.ndarray],
        slow: Callable[..., Any],
        watch: Watch | None = None,
    ) -> Callable[..., Any] | None:
        """Return None: kernels are not called from Python."""
        return None
