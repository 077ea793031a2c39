"""The LLVM target: program to object code, and object code to an address in this process."""

from __future__ import annotations

import os
import re
import sys
import threading
from functools import cache
from typing import Any

from sarrus.kernels.program import Program
from sarrus.kernels.targets.llvm.lanes import ONE, Lanes
from sarrus.kernels.targets.llvm.programs import lowered

OPTIMISATION = 1
"""Code generation level. No pass runs on the intermediate code: it is simplified already."""

NEAR = sys.platform == "linux" and os.uname().machine == "x86_64"
"""Whether code, constants and the way to other functions lie in one piece of memory.

Constants are then read where they are used, by their distance, instead of through an address of 64
bits each: vectors of a small kernel gain a third, and loading is quicker. The memory manager of
llvmlite keeps the pieces of an object together, whatever else is mapped in the process.
"""

_lock = threading.Lock()


@cache
def _prepared() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _machine() -> Any:
    """Return a new target machine: an engine takes the one that it is given for itself."""
    import llvmlite.binding as llvm

    _prepared()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=OPTIMISATION,
        reloc="pic",
        codemodel="small" if NEAR else "jitdefault",
    )


@cache
def identity() -> str:
    """Return what object code depends on besides the program: LLVM, processor, settings."""
    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    version = ".".join(str(part) for part in llvm.llvm_version_info)
    return "|".join(
        [
            llvm.get_default_triple(),
            llvm.get_host_cpu_name(),
            features,
            version,
            llvmlite.__version__,
            f"{OPTIMISATION} {NEAR}",
        ]
    )


def compiled(program: Program, lanes: Lanes = ONE) -> tuple[bytes, int]:
    """Return the object code of a program and the size of its work array."""
    module = lowered(program, lanes)
    return assembled(module.text), module.work_size


def _placed(text: str) -> str:
    """Return LLVM text whose calls of foreign functions go through a table of addresses.

    The table has its place in the memory of the object; the functions may be anywhere.
    """
    if not NEAR:
        return text
    foreign = re.sub(r"^(declare (?!.*@llvm\.).*\))$", r"\1 nonlazybind", text, flags=re.MULTILINE)
    return f'{foreign}\n!llvm.module.flags = !{{!9}}\n!9 = !{{i32 7, !"RtLibUseGOT", i32 1}}\n'


def assembled(text: str) -> bytes:
    """Return the object code of LLVM text."""
    import llvmlite.binding as llvm

    with _lock:
        machine = _machine()
        module = llvm.parse_assembly(_placed(text))
        return bytes(machine.emit_object(module))


def optimised(text: str) -> bytes:
    """Return the object code of LLVM text after the usual simplifications, for loops."""
    import llvmlite.binding as llvm

    with _lock:
        machine = _machine()
        module = llvm.parse_assembly(_placed(text))
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        return bytes(machine.emit_object(module))


def loaded(code: bytes, symbol: str) -> tuple[int, Any]:
    """Return the address of a function of object code, and what must live as long as it."""
    import llvmlite.binding as llvm

    with _lock:
        together = True if NEAR else None
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(), together)
        file = llvm.ObjectFileRef.from_data(code)
        engine.add_object_file(file)
        engine.finalize_object()
        return int(engine.get_function_address(symbol)), (engine, file, code)


def also(keeps: Any, symbol: str) -> int:
    """Return the address of another function of object code that is loaded."""
    return int(keeps[0].get_function_address(symbol))


def provide(symbol: str, address: int) -> None:
    """Let object code that is loaded later call a function of this process by name."""
    import llvmlite.binding as llvm

    llvm.add_symbol(symbol, address)
