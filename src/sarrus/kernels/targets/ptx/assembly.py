"""From LLVM text to PTX, by LLVM's own target: no toolkit is needed."""

from __future__ import annotations

import re
from typing import Any

from sarrus.kernels.background import compiling
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.targets.llvm.cross import prepare_targets

TRIPLE = "nvptx64-nvidia-cuda"
LEAST = 70
"""The least compute capability times ten; drivers assemble its PTX for all later ones."""
VERSIONS = {70: 64, 75: 64, 80: 70, 86: 71, 89: 78, 90: 78, 100: 86, 103: 88, 120: 87}
"""The PTX version for each compute capability: the oldest that has what is used and knows it."""


def _machine(capability: int) -> Any:
    import llvmlite.binding as llvm

    prepare_targets()
    known = max(c for c in VERSIONS if c <= capability)
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError as problem:
        raise KernelError(
            f"this LLVM has no target for NVIDIA's GPUs: {problem}",
            "install llvmlite from its wheels, which have it",
        ) from problem
    return target.create_target_machine(cpu=f"sm_{known}", features=f"+ptx{VERSIONS[known]}", opt=3)


def ptx_text(text: str, capability: int = LEAST) -> str:
    """Return the PTX of LLVM text, after the usual simplifications."""
    import llvmlite.binding as llvm

    with compiling:
        machine = _machine(capability)
        head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
        module = llvm.parse_assembly(head + text)
        for _ in range(2):  # kernels of loops are known by name, and inlined, after the first
            options = llvm.create_pipeline_tuning_options(speed_level=3)
            options.loop_vectorization = options.slp_vectorization = False
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        found = str(machine.emit_assembly(module))
        del module, machine
    return re.sub(r"^//.*\n", "", found, flags=re.MULTILINE)
