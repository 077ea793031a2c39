"""The LLVM target: programs and native functions as machine code of this processor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.llvm import machine
from sarrus.kernels.targets.llvm.entry import fast_caller
from sarrus.kernels.targets.llvm.lanes import Lanes, widest
from sarrus.kernels.targets.target import Interpreter, KernelCode, LoadedCode

if TYPE_CHECKING:
    from sarrus.kernels.shared.sweep import Sweep


class LlvmTarget:
    """See `targets.target.Target` and `SweepTarget`."""

    def identity(self) -> str:
        """Return LLVM, processor and settings."""
        return machine.identity()

    def width(self) -> int:
        """Return how many numbers a vector of this processor holds."""
        return widest().width

    def kernel_code(self, program: Program, width: int = 1, seldom: bool = False) -> KernelCode:
        """Return the object code of a program; no pass runs on it, it is simplified already."""
        from sarrus.kernels.targets.llvm.programs import program_text

        lowered = program_text(program, Lanes(width))
        operations = sum(program.counts.values())
        quickly = operations >= (machine.LARGE_SELDOM if seldom else machine.LARGE)
        return KernelCode(machine.object_code(lowered.text, False, quickly), lowered.work_size)

    def function_code(self, function: Callable[..., Any]) -> bytes:
        """Return the object code of a native function, optimized: it has loops."""
        from sarrus.kernels.targets.llvm.native import module_text

        return machine.object_code(module_text(function), optimize=True)

    def sweep_code(self, sweeps: Mapping[str, Sweep]) -> bytes:
        """Return the object code of sweeps."""
        from sarrus.kernels.targets.llvm.sweeps import sweeps_text

        return machine.object_code(sweeps_text(sweeps))

    def driver_code(self) -> bytes:
        """Return the object code of the kernel that runs a list of sweeps."""
        from sarrus.kernels.targets.llvm.sweeps import driver_text

        return machine.object_code(driver_text())

    def turns_code(self) -> bytes:
        """Return the object code of the sines and cosines of all angles."""
        from sarrus.kernels.targets.llvm.sweeps import turns_text

        return machine.object_code(turns_text())

    def inner_call_code(self) -> bytes:
        """Return the object code of the call of another kernel from a list of sweeps."""
        from sarrus.kernels.targets.llvm.sweeps import inner_call_text

        return machine.object_code(inner_call_text())

    def load(self, code: bytes) -> LoadedCode:
        """Bring object code into this process."""
        return machine.load(code)

    def interpreter(self) -> Interpreter | None:
        """Return the interpreter of this process."""
        from sarrus.kernels.targets.llvm.interpreter import host_interpreter

        return host_interpreter()

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
        """Return a CPython function in machine code, where memory is laid out as expected."""
        return fast_caller(address, inputs, outputs, work, defaults, slow, watch)
