"""Object code for other processors: programs as functions of a C library, by LLVM alone.

    void NAME(const real *in0, ..., real *out0, ..., real *work)

The text is that of `programs`, for one state; functions beyond their range are those of
`functions.beyond`, so that no C library is needed, but for what a processor has no instruction for:
`ObjectCode.needs` lists such symbols. In single precision every number of the text is one of 32
bits, and the functions are those of `functions.single`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.background import compiling
from sarrus.kernels.functions import LIBRARY, PAIRS, TURN
from sarrus.kernels.functions.beyond import BEYOND, angle
from sarrus.kernels.functions.single import SINGLE, sine_cosine
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import FLOAT, Function
from sarrus.kernels.program import Program
from sarrus.kernels.schedule import TURNS
from sarrus.kernels.targets.llvm.functions import (
    functions_of,
    library_symbol,
    sines,
    symbol,
)
from sarrus.kernels.targets.llvm.lanes import ONE, exact
from sarrus.kernels.targets.llvm.native import Value, Writer, declarations, function_text
from sarrus.kernels.targets.llvm.programs import program_text
from sarrus.kernels.targets.ptx.numbers import single
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class Processor:
    """A processor that code is made for, as LLVM names it.

    fused: precisions in which it rounds a b + c once by an instruction, and is quick; floors:
    whether it rounds to integers by an instruction; abi: of RISC-V.
    """

    triple: str
    cpu: str
    features: str
    fused: tuple[str, ...]
    text: str
    floors: bool = True
    abi: str = ""


BOTH = ("single", "double")
PROCESSORS: dict[str, Processor] = {
    "cortex-m4f": Processor(
        "thumbv7em-unknown-none-eabihf", "cortex-m4", "+vfp4d16sp", ("single",),
        "ARM Cortex-M4F, floating point in single precision", floors=False,
    ),
    "cortex-m7": Processor(
        "thumbv7em-unknown-none-eabihf", "cortex-m7", "+fp-armv8d16", BOTH,
        "ARM Cortex-M7, floating point in both precisions",
    ),
    "cortex-m33": Processor(
        "thumbv8m.main-unknown-none-eabihf", "cortex-m33", "+fp-armv8d16sp", ("single",),
        "ARM Cortex-M33, floating point in single precision",
    ),
    "cortex-a7": Processor(
        "armv7a-unknown-none-eabihf", "cortex-a7", "+vfp4d16", BOTH,
        "ARM Cortex-A7 and others of ARMv7-A", floors=False,
    ),
    "aarch64": Processor("aarch64-unknown-none-elf", "generic", "", BOTH, "ARM of 64 bits"),
    "riscv32": Processor(
        "riscv32-unknown-none-elf", "generic-rv32", "+m,+a,+f,+d,+c", BOTH,
        "RISC-V RV32GC", False, "ilp32d",
    ),
    "riscv64": Processor(
        "riscv64-unknown-none-elf", "generic-rv64", "+m,+a,+f,+d,+c", BOTH,
        "RISC-V RV64GC", True, "lp64d",
    ),
}  # fmt: skip
"""The processors by the names that users give.

Triples have four parts: of three, LLVM takes the last for a system, and passes numbers elsewhere.
"""


@dataclass(frozen=True)
class FunctionSize:
    """A public function of object code: its name, and the instructions of it and what it calls."""

    name: str
    instructions: int


@dataclass(frozen=True)
class ObjectCode:
    """An object file for a processor.

    functions: how many instructions each has with its parts; shared: those of functions that
    several call; needs: symbols that a library must have; text, data: bytes of code and constants;
    work_size: numbers of work space.
    """

    code: bytes
    functions: tuple[FunctionSize, ...]
    shared: int
    needs: tuple[str, ...]
    text: int
    data: int
    work_size: int


@cache
def prepare_targets() -> None:
    """Make LLVM know all its targets."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def object_code(programs: Mapping[str, Program], processor: str, precision: str) -> ObjectCode:
    """Return the object code of programs under the names of their functions."""
    import llvmlite.binding as llvm

    wanted = PROCESSORS[processor]
    fused = precision in wanted.fused
    lowered = {name: _program(name, p, precision, fused) for name, p in programs.items()}
    with compiling:
        prepare_targets()
        try:
            target = llvm.Target.from_triple(wanted.triple)
        except RuntimeError as problem:
            raise KernelError(
                f"this LLVM has no target for {processor} ({wanted.triple}): {problem}",
                "install llvmlite from its wheels, which have it",
            ) from problem
        machine = target.create_target_machine(
            cpu=wanted.cpu, features=wanted.features, opt=2, reloc="static"
        )
        head = f'target triple = "{wanted.triple}"\ntarget datalayout = "{machine.target_data}"\n'
        texts = [text for text, _ in lowered.values()]
        texts.append(_common_functions(programs.values(), precision, fused))
        text = "\n".join([head, *_declarations(precision), *texts, *_flags(wanted)])
        text = _with_extremes(text, precision)
        if not (fused and wanted.floors):
            text = _with_floors(text, precision)
        module = llvm.parse_assembly(text)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=1)
        options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
        llvm.create_pass_builder(machine, options).getModulePassManager().run(
            module, llvm.create_pass_builder(machine, options)
        )
        assembly = str(machine.emit_assembly(module))
        code = bytes(machine.emit_object(module))
        del module, machine
    counts = _instructions(assembly)
    own = {name: _of_function(name, counts) for name in programs}
    sections = _sections(code)
    work = max((size for _, size in lowered.values()), default=1)
    return ObjectCode(
        code,
        tuple(FunctionSize(name, count) for name, count in own.items()),
        sum(counts.values()) - sum(own.values()),
        _foreign_symbols(code, sections),
        sum(x.size for x in sections if x.kind == PROGRAM and x.flags & CODE),
        sum(
            x.size
            for x in sections
            if x.kind == PROGRAM and x.flags & LOADED and not x.flags & CODE
        ),
        max(1, work),
    )


def _with_extremes(text: str, precision: str) -> str:
    """Return text with the smaller and larger of two numbers by comparisons.

    Of two zeros that of the right sign is taken, and what is not a number stays that. Not all of
    LLVM's targets have these operations for numbers that their processors lack.
    """
    suffix = "f32" if precision == "single" else "f64"
    for name, test, zero in (("minimum", "olt", "%b"), ("maximum", "ogt", "%a")):
        if f"@llvm.{name}.{suffix}(" not in text:
            continue
        text = re.sub(rf"^declare \w+ @llvm\.{name}\..*$", "", text, flags=re.MULTILINE)
        text = text.replace(f"@llvm.{name}.{suffix}(", f"@compared.{name}(")
        made = f"""
define internal double @compared.{name}(double %a, double %b) {{
  %beyond = fcmp {test} double %b, %a
  %equal = fcmp oeq double %b, %a
  %sign = call double @llvm.copysign.f64(double {exact(1.0)}, double {zero})
  %minus = fcmp olt double %sign, {exact(0.0)}
  %zeros = and i1 %equal, %minus
  %other = or i1 %beyond, %zeros
  %found = select i1 %other, double %b, double %a
  %odd = fcmp uno double %a, %b
  %sum = fadd double %a, %b
  %result = select i1 %odd, double %sum, double %found
  ret double %result
}}
"""
        text += _in_single(made) if precision == "single" else made
    return text


def _with_floors(text: str, precision: str) -> str:
    """Return text that rounds to integers by adding a large number and taking it off again."""
    suffix = "f32" if precision == "single" else "f64"
    used = [name for name in ("floor", "ceil") if f"@llvm.{name}.{suffix}(" in text]
    for name in used:
        text = re.sub(rf"^declare \w+ @llvm\.{name}\..*$", "", text, flags=re.MULTILINE)
        text = text.replace(f"@llvm.{name}.{suffix}(", f"@rounded.{name}(")
    shift = 1.5 * (2.0**23 if precision == "single" else 2.0**52)
    limit = 2.0**22 if precision == "single" else 2.0**51
    made = f"""
define internal double @rounded.floor(double %x) {{
  %size = call double @llvm.fabs.f64(double %x)
  %small = fcmp olt double %size, {exact(limit)}
  %shifted = fadd double %x, {exact(shift)}
  %near = fsub double %shifted, {exact(shift)}
  %above = fcmp ogt double %near, %x
  %less = fsub double %near, {exact(1.0)}
  %found = select i1 %above, double %less, double %near
  %signed = call double @llvm.copysign.f64(double %found, double %x)
  %result = select i1 %small, double %signed, double %x
  ret double %result
}}
define internal double @rounded.ceil(double %x) {{
  %minus = fneg double %x
  %found = call double @rounded.floor(double %minus)
  %result = fneg double %found
  ret double %result
}}
"""
    return text + (_in_single(made) if precision == "single" else made) if used else text


def _flags(processor: Processor) -> list[str]:
    lines = ["!0 = !{}"]
    if processor.abi:
        lines += [
            "!llvm.module.flags = !{!8}",
            f'!8 = !{{i32 1, !"target-abi", !"{processor.abi}"}}',
        ]
    return lines


def _declarations(precision: str) -> list[str]:
    lines = [
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        *declarations(),
        "declare double @llvm.fma.f64(double, double, double)",
        "declare double @llvm.ceil.f64(double)",
        *(f"declare double @llvm.{x}.f64(double, double)" for x in ("minimum", "maximum")),
    ]
    return [_in_single(line) if precision == "single" else line for line in lines]


def _program(name: str, program: Program, precision: str, fused: bool) -> tuple[str, int]:
    """Return the text of a program as a function of C, and its need of work space."""
    lowered = program_text(program)
    kept = []
    for definition in _definitions(lowered.text):
        if not definition.startswith(("declare", "define internal void @sines", "!")) and (
            not re.match(r'define internal double @"?own\.', definition)
        ):
            kept.append(definition)
    text = "\n".join(kept)
    text = re.sub(r"@(part|copies|table)(\d+)\b", rf"@{name}.\1\2", text)
    text = text.replace("define void @kernel(", f"define internal void @{name}.kernel(")
    ports = [f"ptr %p{k}" for k in range(len(program.inputs) + len(program.outputs))]
    n = len(program.inputs)
    lines = [f"define void @{name}({', '.join([*ports, 'ptr %work'])}) {{"]
    for array, first, count in (("in", 0, n), ("out", n, len(program.outputs))):
        lines.append(f"  %{array} = alloca [{max(count, 1)} x ptr]")
        for k in range(count):
            lines.append(f"  %{array}.{k} = getelementptr ptr, ptr %{array}, i32 {k}")
            lines.append(f"  store ptr %p{first + k}, ptr %{array}.{k}")
    lines += [f"  call void @{name}.kernel(ptr %in, ptr %out, ptr %work)", "  ret void", "}", ""]
    return _in_precision("\n".join([text, *lines]), precision, fused), lowered.work_size


def _definitions(text: str) -> list[str]:
    """Return the definitions of a module: functions, constants, declarations, notes."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        if inside:
            found[-1] += "\n" + line
            inside = line != "}"
        elif line.strip():
            found.append(line)
            inside = line.startswith("define") and line.rstrip().endswith("{")
    return found


def _in_precision(text: str, precision: str, fused: bool) -> str:
    """Return text in a precision, with products fused where the processor can."""
    text = re.sub(r"\b(f\w+) contract ", r"\1 ", text)  # every operation is rounded
    if fused:
        text = text.replace("@llvm.fmuladd.", "@llvm.fma.")
    return _in_single(text) if precision == "single" else text


def _in_single(text: str) -> str:
    """Return text whose numbers are of 32 bits."""

    def constant(found: re.Match[str]) -> str:
        (value,) = struct.unpack(">d", bytes.fromhex(found[0][2:]))
        return exact(single(value))

    def table(found: re.Match[str]) -> str:
        content = bytes.fromhex(found[2].replace("\\", ""))
        values = np.frombuffer(content, dtype="<f8")
        short = np.array([single(x) for x in values.tolist()], dtype="<f4").tobytes()
        shown = short.hex("\\")
        return f'{found[1]} = internal constant [{len(short)} x i8] c"\\{shown}"'

    def zeros(found: re.Match[str]) -> str:
        return f"i64 {int(found[1]) // 2}, i1 false"

    text = re.sub(r'(@[\w.]+) = internal constant \[\d+ x i8\] c"([^"]*)"', table, text)
    text = re.sub(r"\b0x[0-9A-F]{16}\b", constant, text)
    text = re.sub(r"i64 (\d+), i1 false", zeros, text)
    text = text.replace("align 8", "align 4").replace("double", "float").replace(".f64", ".f32")
    if "bitcast" in text:
        raise KernelError("a function takes the bits of a number apart")
    return text


def _common_functions(programs: Iterable[Program], precision: str, fused: bool) -> str:
    """Return the functions that programs call, and all that these call."""
    used = sorted({op for program in programs for op in program.counts})
    known: dict[Function, str] = {}
    waiting: list[Function] = []

    def symbol_of(one: Function) -> str:
        if one not in known:
            known[one] = f"{precision}.{one.__module__.rpartition('.')[2]}.{one.__name__}"
            waiting.append(one)
        return known[one]

    texts: list[str] = []
    if precision == "single":
        for op in used:
            if op in SINGLE and op not in ("min", "max", "sign"):
                texts.append(function_text(tree_of(SINGLE[op]), symbol(op), symbol_of=symbol_of))
        if set(used) & set(TURNS):
            texts.append(_single_sines(symbol_of))
    else:
        texts += functions_of(ONE, used)
        texts += [sines(1)] if set(used) & set(TURNS) else []
        text = "\n".join(texts)
        texts = []
        for op, name in {**LIBRARY, "sin": "sin", "cos": "cos"}.items():
            called = f"@{library_symbol(name)}("
            if called in text:
                text = text.replace(called, f"@library.{op}(")
                texts.append(_beyond(op, symbol_of))
        texts.append(text)
    while waiting:
        one = waiting.pop()
        made = function_text(tree_of(one), known[one], symbol_of=symbol_of, note=" noinline")
        texts.append(made)
    return _in_precision("\n".join(texts), precision, fused)


def _beyond(op: str, symbol_of: Any) -> str:
    """Return what stands for a function of the C library beyond the range of ours."""
    if op in TURNS:
        writer = Writer(symbol_of=symbol_of)
        reduced = writer.line(f'call double @"{symbol_of(angle)}"(double %x)')
        found = writer.inline(tree_of(TURN), [Value(FLOAT, reduced)])
        value = found[0 if op == "sin" else 1]
        return "\n".join([
            f"define internal double @library.{op}(double %x) noinline {{",
            "start:",
            *writer.lines,
            f"  ret double {value.name}",
            "}",
            "",
        ])  # fmt: skip
    names = [f"double %x{k}" for k in range(2 if op in PAIRS else 1)]
    arguments = ", ".join(names)
    return "\n".join([
        f"define internal double @library.{op}({arguments}) noinline {{",
        f'  %found = call double @"{symbol_of(BEYOND[op])}"({arguments})',
        "  ret double %found",
        "}",
        "",
    ])  # fmt: skip


def _single_sines(symbol_of: Any) -> str:
    """Return the function `sines(angles, sines, cosines, n)` of single precision."""
    writer = Writer(symbol_of=symbol_of)
    sine, cosine = writer.inline(tree_of(sine_cosine), [Value(FLOAT, "%x")])
    return "\n".join([
        "define internal void @sines(ptr %angles, ptr %sines, ptr %cosines, i64 %n) noinline {",
        "entry:",
        "  br label %start",
        "start:",
        "  %i.first = phi i64 [ 0, %entry ], [ %i.next, %start ]",
        "  %at = getelementptr double, ptr %angles, i64 %i.first",
        "  %at.sine = getelementptr double, ptr %sines, i64 %i.first",
        "  %at.cosine = getelementptr double, ptr %cosines, i64 %i.first",
        "  %x = load double, ptr %at, align 8",
        *writer.lines,
        f"  store double {sine.name}, ptr %at.sine, align 8",
        f"  store double {cosine.name}, ptr %at.cosine, align 8",
        "  %i.next = add i64 %i.first, 1",
        "  %i.more = icmp ult i64 %i.next, %n",
        "  br i1 %i.more, label %start, label %last",
        "last:",
        "  ret void",
        "}",
        "",
    ])  # fmt: skip


def _instructions(assembly: str) -> dict[str, int]:
    """Return how many instructions each function of an assembly listing has."""
    counts: dict[str, int] = {}
    name = ""
    for line in assembly.splitlines():
        label = re.match(r'^"?([\w.$ ]+)"?:', line)
        if label and not label[1].startswith((".L", "$")):
            name = label[1]
        elif name and re.match(r"^\s+[a-z]", line):
            counts[name] = counts.get(name, 0) + 1
    return {name: count for name, count in counts.items() if count}


def _of_function(name: str, counts: Mapping[str, int]) -> int:
    return sum(n for label, n in counts.items() if label == name or label.startswith(f"{name}."))


PROGRAM, SYMBOLS = 1, 2
"""Kinds of sections of ELF: content, and a table of symbols."""
LOADED, CODE = 2, 4
"""Their flags: in memory when the program runs, and code."""


@dataclass(frozen=True)
class _Section:
    kind: int
    flags: int
    offset: int
    size: int
    link: int


def _sections(code: bytes) -> list[_Section]:
    """Return the sections of an object file of ELF."""
    wide = code[4] == 2
    at, form = (40, "<Q") if wide else (32, "<I")
    start = struct.unpack_from(form, code, at)[0]
    size, count = struct.unpack_from("<HH", code, 58 if wide else 46)
    found = []
    for k in range(count):
        form = "<IIQQQQII" if wide else "<8I"
        _, kind, flags, _, offset, length, link, _ = struct.unpack_from(
            form, code, start + k * size
        )
        found.append(_Section(kind, flags, offset, length, link))
    return found


def _foreign_symbols(code: bytes, sections: list[_Section]) -> tuple[str, ...]:
    """Return the symbols that an object file takes from elsewhere."""
    wide, found = code[4] == 2, set()
    form = "<IBBHQQ" if wide else "<IIIBBH"
    for section in sections:
        if section.kind != SYMBOLS:
            continue
        names = sections[section.link].offset
        each = struct.calcsize(form)
        for at in range(section.offset, section.offset + section.size, each):
            entry = struct.unpack_from(form, code, at)
            place = entry[3] if wide else entry[5]
            if place == 0 and entry[0]:
                first = names + entry[0]
                found.add(code[first : code.index(b"\0", first)].decode("ascii", "replace"))
    return tuple(sorted(found))
