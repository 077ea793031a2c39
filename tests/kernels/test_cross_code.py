"""Object code of other processors: every operation, run under an emulator, against C here."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path

import pytest

from sarrus.kernels.program import BINARY, UNARY, Builder, Port, Program, needed_program
from sarrus.kernels.targets.c.arithmetic import Arithmetic
from sarrus.kernels.targets.c.programs import c_function, includes, support
from sarrus.kernels.targets.llvm.cross import PROCESSORS, object_code

EMULATED = {
    "aarch64": ("aarch64-linux-gnu-gcc", ["qemu-aarch64"]),
    "cortex-m7": ("arm-linux-gnueabihf-gcc", ["qemu-arm", "-cpu", "max"]),
    "cortex-m4f": ("arm-linux-gnueabihf-gcc", ["qemu-arm", "-cpu", "max"]),
    "riscv64": ("riscv64-linux-gnu-gcc", ["qemu-riscv64"]),
}
ARGUMENTS = [
    (0.3, -0.7), (2.5, 0.1), (-4.0, -1.0), (0.0, -0.0), (-0.0, 0.0), (1.0, 1.0), (7.0, 2.0),
    (-1e-3, 5.0), (12.5, -3.0), (0.5, 0.25), (80.0, 0.5), (1e4, 3.0), (math.inf, 1.0),
    (-math.inf, 2.0), (math.nan, 1.0), (1.0, math.nan), (3e5, 1e-20), (2.0, 100.0),
]  # fmt: skip


def every_operation() -> Program:
    build = Builder()
    a, b = build.entry(0, 0), build.entry(0, 1)
    values = [build.plain_operation(op, (a,)) for op in UNARY]
    values += [build.plain_operation(op, (a, b)) for op in BINARY]
    product = build.binary("mul", a, b)
    values.append(build.binary("add", product, build.constant(0.1)))
    ports = (Port("x", (2,)),), (Port("y", (len(values),)),)
    return needed_program(*ports, build.instructions, [values])


def main_text(real: str, n: int, work: int) -> str:
    rows = ", ".join(f"{{{_c(a)}, {_c(b)}}}" for a, b in ARGUMENTS)
    return (
        "#include <stdio.h>\n#include <math.h>\n"
        f"void f(const {real} *x, {real} *y, {real} *work);\n"
        f"static const {real} at[][2] = {{{rows}}};\n"
        f"int main(void) {{\n    static {real} work[{work + 64}], y[{n}];\n"
        f"    for (int i = 0; i < {len(ARGUMENTS)}; ++i) {{\n        f(at[i], y, work);\n"
        f"        for (int j = 0; j < {n}; ++j)\n"
        '            if (y[j] != y[j]) printf("nan\\n"); else printf("%a\\n", (double)y[j]);\n'
        "    }\n    return 0;\n}\n"
    )


def _c(value: float) -> str:
    if math.isnan(value):
        return "NAN"
    return repr(value) if math.isfinite(value) else ("INFINITY" if value > 0 else "-INFINITY")


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize(
    "target",
    [
        pytest.param(target, marks=() if target == "cortex-m7" else pytest.mark.slow)
        for target in EMULATED
    ],
)
def test_every_operation(tmp_path: Path, target: str, precision: str) -> None:
    compiler, emulator = EMULATED[target]
    for tool in ("gcc", compiler, emulator[0]):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here")
    program = every_operation()
    arithmetic = Arithmetic(single=precision == "single", library=False)
    made = c_function(program, "f", arithmetic)
    code = "\n".join([includes(arithmetic), support(made.used, arithmetic), made.text])
    (tmp_path / "f.c").write_text(code)
    main = main_text(arithmetic.real, program.outputs[0].size, made.work_size)
    (tmp_path / "main.c").write_text(main)
    fused = precision in PROCESSORS[target].fused
    how = ["-std=c99", "-O1", "-w", "-ffp-contract=off", *([] if fused else ["-DSARRUS_UNFUSED"])]
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    sources = [str(tmp_path / name) for name in ("main.c", "f.c")]
    subprocess.run(["gcc", *how, *sources, "-lm", "-o", here], check=True)
    found = object_code({"f": program}, target, precision)
    (tmp_path / "f.o").write_bytes(found.code)
    if target.startswith("cortex-m"):  # what says that it is for microcontrollers alone
        tool = compiler.replace("gcc", "objcopy")
        subprocess.run([tool, "-R", ".ARM.attributes", str(tmp_path / "f.o")], check=True)
    sources = [str(tmp_path / name) for name in ("main.c", "f.o")]
    subprocess.run([compiler, "-static", "-w", *sources, "-lm", "-o", there], check=True)
    texts = [
        subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=60
        ).stdout.split()
        for command in ([here], [*emulator, there])
    ]
    names = [*UNARY, *BINARY, "fused"]
    odd = [
        (names[k % len(names)], ARGUMENTS[k // len(names)], one, other)
        for k, (one, other) in enumerate(zip(*texts, strict=True))
        if one != other
    ]
    assert not odd
