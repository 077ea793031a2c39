"""Rows of states through a kernel of lanes, as LLVM text.

    void rows(ptr in, ptr out, ptr work, ptr given, ptr results, ptr strides, i64 first, i64 last)

A block of as many rows as there are lanes is turned into columns, evaluated, and turned back. Rows
are read and written as whole vectors and turned in registers, in log2(width) rounds of exchanges;
the rest of a row that fills no vector is masked, as are rows beyond the last. A stride of 0 is an
input that all rows share.
Lanes beyond the last row repeat it, and write nothing. The arrays of a block have room for whole
squares of width x width numbers.
"""

from __future__ import annotations

from sarrus.kernels.program import Program
from sarrus.kernels.targets.llvm.lanes import Lanes


def rows_text(program: Program, lanes: Lanes) -> str:
    """Return the function `rows` around the function `kernel` of a program."""
    into = [(p, port.size) for p, port in enumerate(program.inputs) if port.size]
    out_of = [(p, port.size) for p, port in enumerate(program.outputs) if port.size]
    lines = [
        "define void @rows(ptr %in, ptr %out, ptr %work, ptr %given, ptr %results, ptr %strides, "
        "i64 %first, i64 %last) {",
        "entry:",
        *[line for p, _ in into for line in _input_places(p)],
        *[line for p, _ in out_of for line in _output_places(p)],
        "  br label %next",
        "next:",
        "  %start = phi i64 [ %first, %entry ], [ %end, %evaluated ]",
        f"  %end = add i64 %start, {lanes.width}",
        "  %more = icmp slt i64 %start, %last",
        "  br i1 %more, label %block, label %done",
        "block:",
        "  %begins = icmp eq i64 %start, %first",
        *[line for p, size in into for line in _column_lines(p, size)],
        "  br label %evaluated",
        "evaluated:",
        "  call void @kernel(ptr %in, ptr %out, ptr %work)",
        *[
            f"  call void @rows.out(ptr %found{p}, ptr %result{p}, i64 %start, i64 %last, "
            f"i64 {size})"
            for p, size in out_of
        ],
        "  br label %next",
        "done:",
        "  ret void",
        "}",
        "",
    ]
    return "\n".join([*_declarations(lanes), _into(lanes), _out_of(lanes), *lines])


def _input_places(p: int) -> list[str]:
    return [
        *_entry("ptr", f"block{p}", "%in", p),
        *_entry("ptr", f"source{p}", "%given", p),
        *_entry("i64", f"stride{p}", "%strides", p),
        f"  %varies{p} = icmp ne i64 %stride{p}, 0",
    ]


def _output_places(p: int) -> list[str]:
    return [*_entry("ptr", f"found{p}", "%out", p), *_entry("ptr", f"result{p}", "%results", p)]


def _entry(kind: str, name: str, array: str, k: int) -> list[str]:
    """Return the lines that load %name = array[k]."""
    return [
        f"  %{name}.at = getelementptr {kind}, ptr {array}, i64 {k}",
        f"  %{name} = load {kind}, ptr %{name}.at",
    ]


def _column_lines(p: int, size: int) -> list[str]:
    """Return the lines that turn an input into columns, if it varies or is not there yet."""
    return [
        f"  %fill{p} = or i1 %varies{p}, %begins",
        f"  br i1 %fill{p}, label %turn{p}, label %turned{p}",
        f"turn{p}:",
        f"  call void @rows.in(ptr %source{p}, ptr %block{p}, i64 %start, i64 %last, "
        f"i64 %stride{p}, i64 {size})",
        f"  br label %turned{p}",
        f"turned{p}:",
    ]


def _declarations(lanes: Lanes) -> list[str]:
    real, bit, end = lanes.real, lanes.bit, lanes.suffix
    return [
        f"declare {real} @llvm.masked.load.{end}.p0(ptr, i32, {bit}, {real})",
        f"declare void @llvm.masked.store.{end}.p0({real}, ptr, i32, {bit})",
        "declare i64 @llvm.smin.i64(i64, i64)",
    ]


def _into(lanes: Lanes) -> str:
    """Return the function that writes rows as columns, square by square."""
    lines = [
        "define internal void @rows.in(ptr %source, ptr %block, i64 %start, i64 %last, "
        "i64 %stride, i64 %size) noinline {",
        "entry:",
        "  %final = sub i64 %last, 1",
        f"  %whole = and i64 %size, -{lanes.width}",
    ]
    for k in range(lanes.width):
        lines += [
            f"  %wanted{k} = add i64 %start, {k}",
            f"  %row{k} = call i64 @llvm.smin.i64(i64 %wanted{k}, i64 %final)",
            f"  %skip{k} = mul i64 %row{k}, %stride",
            f"  %at{k} = getelementptr double, ptr %source, i64 %skip{k}",
        ]
    lines += _squares(lanes, _square_in(lanes, "plain"), _square_in(lanes, "rest"))
    return "\n".join(lines)


def _square_in(lanes: Lanes, way: str) -> list[str]:
    """Return the lines that turn a square of rows %at0, %at1, ... into columns of %block."""
    width, real = lanes.width, lanes.real
    lines = []
    for k in range(width):
        place = f"%{way}.from{k}"
        lines.append(f"  {place} = getelementptr double, ptr %at{k}, i64 %{way}.c")
        load = f"load {real}, ptr {place}, align 8"
        if way == "rest":
            load = (
                f"call {real} @llvm.masked.load.{lanes.suffix}.p0(ptr {place}, i32 8, "
                f"{lanes.bit} %mask, {real} zeroinitializer)"
            )
        lines.append(f"  %{way}.x{k} = {load}")
    turned, exchanges = _transposition_lines(lanes, f"%{way}.x")
    lines += [*exchanges, f"  %{way}.low = mul i64 %{way}.c, {width}"]
    for k, name in enumerate(turned):
        lines += [
            f"  %{way}.place{k} = add i64 %{way}.low, {k * width}",
            f"  %{way}.to{k} = getelementptr double, ptr %block, i64 %{way}.place{k}",
            f"  store {real} {name}, ptr %{way}.to{k}, align 8",
        ]
    return lines


def _out_of(lanes: Lanes) -> str:
    """Return the function that writes columns as rows, square by square."""
    lines = [
        "define internal void @rows.out(ptr %found, ptr %result, i64 %start, i64 %last, "
        "i64 %size) noinline {",
        "entry:",
        f"  %end = add i64 %start, {lanes.width}",
        "  %full = icmp sle i64 %end, %last",
        f"  %columns = and i64 %size, -{lanes.width}",
        "  %whole = select i1 %full, i64 %columns, i64 0",
    ]
    for k in range(lanes.width):
        lines += [
            f"  %row{k} = add i64 %start, {k}",
            f"  %real{k} = icmp slt i64 %row{k}, %last",
            f"  %skip{k} = mul i64 %row{k}, %size",
            f"  %at{k} = getelementptr double, ptr %result, i64 %skip{k}",
        ]
    lines += _squares(lanes, _square_out(lanes, "plain"), _square_out(lanes, "rest"))
    return "\n".join(lines)


def _square_out(lanes: Lanes, way: str) -> list[str]:
    """Return the lines that turn a square of columns of %found into rows %at0, %at1, ..."""
    width, real, bit = lanes.width, lanes.real, lanes.bit
    lines = [f"  %{way}.low = mul i64 %{way}.c, {width}"]
    for k in range(width):
        lines += [
            f"  %{way}.place{k} = add i64 %{way}.low, {k * width}",
            f"  %{way}.from{k} = getelementptr double, ptr %found, i64 %{way}.place{k}",
            f"  %{way}.x{k} = load {real}, ptr %{way}.from{k}, align 8",
        ]
    turned, exchanges = _transposition_lines(lanes, f"%{way}.x")
    lines += exchanges
    for k, name in enumerate(turned):
        place = f"%{way}.to{k}"
        lines.append(f"  {place} = getelementptr double, ptr %at{k}, i64 %{way}.c")
        if way == "plain":
            lines.append(f"  store {real} {name}, ptr {place}, align 8")
            continue
        lines += [
            f"  %keep{k} = select i1 %real{k}, {bit} %mask, {bit} zeroinitializer",
            f"  call void @llvm.masked.store.{lanes.suffix}.p0({real} {name}, ptr {place}, i32 8, "
            f"{bit} %keep{k})",
        ]
    return lines


def _squares(lanes: Lanes, plain: list[str], rest: list[str]) -> list[str]:
    """Return the loops over squares: plain ones below number %whole of a row, the rest masked."""
    width, numbers = lanes.width, f"<{lanes.width} x i64>"
    steps = "<" + ", ".join(f"i64 {k}" for k in range(width)) + ">"
    spread = f"<{width} x i32> zeroinitializer"
    return [
        f"  %size.one = insertelement {numbers} poison, i64 %size, i64 0",
        f"  %size.all = shufflevector {numbers} %size.one, {numbers} poison, {spread}",
        "  br label %plain",
        "plain:",
        "  %plain.c = phi i64 [ 0, %entry ], [ %plain.next, %plain.square ]",
        "  %plain.more = icmp ult i64 %plain.c, %whole",
        "  br i1 %plain.more, label %plain.square, label %rest",
        "plain.square:",
        *plain,
        f"  %plain.next = add i64 %plain.c, {width}",
        "  br label %plain",
        "rest:",
        "  %rest.c = phi i64 [ %whole, %plain ], [ %rest.next, %rest.square ]",
        "  %rest.more = icmp ult i64 %rest.c, %size",
        "  br i1 %rest.more, label %rest.square, label %done",
        "rest.square:",
        f"  %c.one = insertelement {numbers} poison, i64 %rest.c, i64 0",
        f"  %c.all = shufflevector {numbers} %c.one, {numbers} poison, {spread}",
        f"  %number = add {numbers} %c.all, {steps}",
        f"  %mask = icmp ult {numbers} %number, %size.all",
        *rest,
        f"  %rest.next = add i64 %rest.c, {width}",
        "  br label %rest",
        "done:",
        "  ret void",
        "}",
        "",
    ]


def _transposition_lines(lanes: Lanes, rows: str) -> tuple[list[str], list[str]]:
    """Return the names of the columns of rows 0, 1, ... and the lines that make them.

    A round exchanges, between every two rows at a distance d, the numbers whose index has the bit
    d against those that have not.
    """
    width, real = lanes.width, lanes.real
    names = [f"{rows}{k}" for k in range(width)]
    lines = []
    d = 1
    while d < width:
        low = [k if not k & d else width + k - d for k in range(width)]
        high = [k + d if not k & d else width + k for k in range(width)]
        made = list(names)
        for k in range(width):
            if k & d:
                continue
            for at, picks in ((k, low), (k + d, high)):
                made[at] = f"{rows}{at}.{d}"
                chosen = ", ".join(f"i32 {pick}" for pick in picks)
                lines.append(
                    f"  {made[at]} = shufflevector {real} {names[k]}, {real} {names[k + d]}, "
                    f"<{width} x i32> <{chosen}>"
                )
        names = made
        d *= 2
    return names, lines
