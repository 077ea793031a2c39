"""Many states through a kernel of lanes, as LLVM text.

    void rows(ptr in, ptr out, ptr work, ptr given, ptr results, ptr layout,
              ptr taken, i64 piece, i64 count)

Threads share the states: each takes the next `piece` of them, counted in `taken`, until all `count`
are taken; a piece is a multiple of the lanes. A block of as many states as there are lanes is
brought into the columns of the kernel, evaluated, and brought back. Rows are read and written as
whole vectors and turned in registers, in log2(width) rounds of exchanges; the rest of a row that
fills no vector is masked, as are rows beyond the last. Where the states of a number stand side by
side in memory (columns), nothing is turned: vectors are copied. Lanes beyond the last state repeat
it, and write nothing. The arrays of a block have room for whole squares of width x width numbers.

`layout` holds words of 64 bits, for each input `INPUT_WORDS`, then for each output `OUTPUT_WORDS`:

- step: from state to state, in numbers; 0 for an input that all share;
- places: the address of a table, for columns; 0 for rows. Of an input: where each of its numbers
  begins; of an output: pairs, the number's place in the kernel's result and where it begins; all in
  bytes;
- of outputs: count, of the numbers that are wanted; chosen: the address of a table of their places
  in the kernel's result, 0 for all; room: the address of a block for these; stream: whether columns
  are written past the cache, for which they must begin at multiples of a vector.
"""

from __future__ import annotations

from sarrus.kernels.batch import INPUT_WORDS, OUTPUT_WORDS
from sarrus.kernels.program import Program
from sarrus.kernels.targets.llvm.lanes import Lanes

TOGETHER = 4
"""Columns that are copied between two looks at their number."""


def rows_text(program: Program, lanes: Lanes, kernel: str = "kernel") -> str:
    """Return the function `rows` around the function of a program."""
    into = [(p, port.size) for p, port in enumerate(program.inputs) if port.size]
    out_of = [p for p, port in enumerate(program.outputs) if port.size]
    first = INPUT_WORDS * len(program.inputs)
    lines = [
        "define void @rows(ptr %in, ptr %out, ptr %work, ptr %given, ptr %results, ptr %layout, "
        "ptr %taken, i64 %piece, i64 %count) {",
        "entry:",
        *[line for p, _ in into for line in _input_places(p)],
        *[line for p in out_of for line in _output_places(p, first)],
        "  br label %take",
        "take:",
        "  %first = atomicrmw add ptr %taken, i64 %piece monotonic",
        "  %stop = add i64 %first, %piece",
        "  %last = call i64 @llvm.smin.i64(i64 %stop, i64 %count)",
        "  %some = icmp slt i64 %first, %count",
        "  br i1 %some, label %next, label %done",
        "next:",
        "  %start = phi i64 [ %first, %take ], [ %end, %written ]",
        f"  %end = add i64 %start, {lanes.width}",
        "  %more = icmp slt i64 %start, %last",
        "  br i1 %more, label %block, label %take",
        "block:",
        "  %begins = icmp eq i64 %start, %first",
        *[line for p, size in into for line in _column_lines(p, size)],
        "  br label %evaluated",
        "evaluated:",
        f"  call void @{kernel}(ptr %in, ptr %out, ptr %work)",
        *[line for p in out_of for line in _result_lines(p)],
        "  br label %written",
        "written:",
        "  br label %next",
        "done:",
        "  fence seq_cst",
        "  ret void",
        "}",
        "",
    ]
    functions = [_into(lanes), _out_of(lanes), *_columns_in(lanes), *_columns_out(lanes)]
    return "\n".join([*_declarations(lanes), *functions, *_choice_function(lanes), *lines])


def _input_places(p: int) -> list[str]:
    return [
        *_entry("ptr", f"block{p}", "%in", p),
        *_entry("ptr", f"source{p}", "%given", p),
        *_entry("i64", f"stride{p}", "%layout", INPUT_WORDS * p),
        *_entry("ptr", f"begins{p}", "%layout", INPUT_WORDS * p + 1),
        f"  %varies{p} = icmp ne i64 %stride{p}, 0",
        f"  %rows{p} = icmp eq ptr %begins{p}, null",
    ]


def _output_places(p: int, first: int) -> list[str]:
    at = first + OUTPUT_WORDS * p
    return [
        *_entry("ptr", f"found{p}", "%out", p),
        *_entry("ptr", f"result{p}", "%results", p),
        *_entry("i64", f"step{p}", "%layout", at),
        *_entry("ptr", f"pairs{p}", "%layout", at + 1),
        *_entry("i64", f"count{p}", "%layout", at + 2),
        *_entry("ptr", f"chosen{p}", "%layout", at + 3),
        *_entry("ptr", f"room{p}", "%layout", at + 4),
        *_entry("i64", f"stream{p}", "%layout", at + 5),
        f"  %turns{p} = icmp eq ptr %pairs{p}, null",
        f"  %every{p} = icmp eq ptr %chosen{p}, null",
        f"  %from{p} = select i1 %every{p}, ptr %found{p}, ptr %room{p}",
        f"  %past{p} = icmp ne i64 %stream{p}, 0",
    ]


def _entry(kind: str, name: str, array: str, k: int) -> list[str]:
    """Return the lines that load %name = array[k]."""
    return [
        f"  %{name}.at = getelementptr {kind}, ptr {array}, i64 {k}",
        f"  %{name} = load {kind}, ptr %{name}.at",
    ]


def _column_lines(p: int, size: int) -> list[str]:
    """Return the lines that bring an input into columns, if it varies or is not there yet."""
    place = f"ptr %source{p}, ptr %block{p}, i64 %start, i64 %last"
    return [
        f"  %fill{p} = or i1 %varies{p}, %begins",
        f"  br i1 %fill{p}, label %bring{p}, label %brought{p}",
        f"bring{p}:",
        f"  br i1 %rows{p}, label %turn{p}, label %copy{p}",
        f"turn{p}:",
        f"  call void @rows.in({place}, i64 %stride{p}, i64 {size})",
        f"  br label %brought{p}",
        f"copy{p}:",
        f"  call void @columns.in({place}, ptr %begins{p}, i64 {size})",
        f"  br label %brought{p}",
        f"brought{p}:",
    ]


def _result_lines(p: int) -> list[str]:
    """Return the lines that write an output: its rows turned, its columns as they are."""
    place = f"ptr %result{p}, i64 %start, i64 %last"
    columns = f"(ptr %found{p}, {place}, ptr %pairs{p}, i64 %count{p})"
    return [
        f"  br i1 %turns{p}, label %choose{p}, label %write{p}",
        f"choose{p}:",
        f"  br i1 %every{p}, label %back{p}, label %gather{p}",
        f"gather{p}:",
        f"  call void @chosen(ptr %found{p}, ptr %room{p}, ptr %chosen{p}, i64 %count{p})",
        f"  br label %back{p}",
        f"back{p}:",
        f"  call void @rows.out(ptr %from{p}, {place}, i64 %step{p}, i64 %count{p})",
        f"  br label %out{p}",
        f"write{p}:",
        f"  br i1 %past{p}, label %stream{p}.yes, label %stream{p}.no",
        f"stream{p}.yes:",
        f"  call void @columns.stream{columns}",
        f"  br label %out{p}",
        f"stream{p}.no:",
        f"  call void @columns.out{columns}",
        f"  br label %out{p}",
        f"out{p}:",
    ]


def _loop(
    name: str,
    count: str,
    before: str,
    after: str,
    body: list[str],
    step: int = 1,
    first: str = "0",
) -> list[str]:
    """Return a loop of %name up to a count, from the block `before` to `after`."""
    return [
        f"{name}.loop:",
        f"  %{name} = phi i64 [ {first}, %{before} ], [ %{name}.next, %{name}.body.end ]",
        f"  %{name}.more = icmp slt i64 %{name}, {count}",
        f"  br i1 %{name}.more, label %{name}.body, label %{after}",
        f"{name}.body:",
        *body,
        f"  br label %{name}.body.end",
        f"{name}.body.end:",
        f"  %{name}.next = add i64 %{name}, {step}",
        f"  br label %{name}.loop",
    ]


def _columns_in(lanes: Lanes) -> list[str]:
    """Return the function that reads columns as they are; of the last block, state by state."""
    width, real = lanes.width, lanes.real
    vectors = [
        "  %{v}.begin.at = getelementptr i64, ptr %begins, i64 %{v}",
        "  %{v}.begin = load i64, ptr %{v}.begin.at",
        "  %{v}.source = getelementptr i8, ptr %there, i64 %{v}.begin",
        f"  %{{v}}.x = load {real}, ptr %{{v}}.source, align 8",
        f"  %{{v}}.low = mul i64 %{{v}}, {width}",
        "  %{v}.to = getelementptr double, ptr %block, i64 %{v}.low",
        f"  store {real} %{{v}}.x, ptr %{{v}}.to, align 8",
    ]
    single = [
        "  %wanted = add i64 %start, %k",
        "  %row = call i64 @llvm.smin.i64(i64 %wanted, i64 %final)",
        "  %s.source = getelementptr double, ptr %s.column, i64 %row",
        "  %s.x = load double, ptr %s.source, align 8",
        "  %s.place = add i64 %s.low, %k",
        "  %s.to = getelementptr double, ptr %block, i64 %s.place",
        "  store double %s.x, ptr %s.to, align 8",
    ]
    states = [
        "  %s.begin.at = getelementptr i64, ptr %begins, i64 %s",
        "  %s.begin = load i64, ptr %s.begin.at",
        "  %s.column = getelementptr i8, ptr %source, i64 %s.begin",
        f"  %s.low = mul i64 %s, {width}",
        "  br label %k.loop",
        *_loop("k", str(width), "s.body", "s.end", single),
        "s.end:",
    ]
    return [
        "define internal void @columns.in(ptr %source, ptr %block, i64 %start, i64 %last, "
        "ptr %begins, i64 %size) noinline {",
        "entry:",
        f"  %end = add i64 %start, {width}",
        "  %full = icmp sle i64 %end, %last",
        "  %final = sub i64 %last, 1",
        "  %there = getelementptr double, ptr %source, i64 %start",
        *_unrolled_lines("%size", "%full", vectors),
        *_loop("s", "%size", "entry", "done", states),
        "done:",
        "  ret void",
        "}",
        "",
    ]


def _unrolled_lines(count: str, full: str, body: list[str]) -> list[str]:
    """Return the way through so many columns if a block is full: `TOGETHER` at a time, the rest.

    body: lines for the column number {v}.
    """
    several = []
    for j in range(TOGETHER):
        several.append(f"  %u{j} = add i64 %u, {j}")
        several += [line.replace("{v}", f"u{j}") for line in body]
    return [
        f"  %whole = and i64 {count}, -{TOGETHER}",
        f"  br i1 {full}, label %u.loop, label %s.loop",
        *_loop("u", "%whole", "entry", "single", several, TOGETHER),
        "single:",
        "  br label %w.loop",
        *_loop("w", count, "single", "done", [x.replace("{v}", "w") for x in body], 1, "%whole"),
    ]


def _columns_out(lanes: Lanes) -> list[str]:
    """Return the functions that write columns as they are, through the cache and past it."""
    width, real = lanes.width, lanes.real
    pair = [
        "  %{v}.first = shl i64 %{v}, 1",
        "  %{v}.pair = getelementptr i64, ptr %pairs, i64 %{v}.first",
        "  %{v}.place = load i64, ptr %{v}.pair",
        "  %{v}.begin.at = getelementptr i64, ptr %{v}.pair, i64 1",
        "  %{v}.begin = load i64, ptr %{v}.begin.at",
        "  %{v}.found = getelementptr i8, ptr %found, i64 %{v}.place",
    ]
    single = [
        "  %s.one = getelementptr double, ptr %s.found, i64 %k",
        "  %s.x = load double, ptr %s.one, align 8",
        "  %s.to = getelementptr double, ptr %s.column, i64 %k",
        "  store double %s.x, ptr %s.to, align 8",
    ]
    states = [
        *[line.replace("{v}", "s") for line in pair],
        "  %s.column = getelementptr i8, ptr %there, i64 %s.begin",
        "  br label %k.loop",
        *_loop("k", "%left", "s.body", "s.end", single),
        "s.end:",
    ]
    lines: list[str] = []
    for name, note in (
        ("out", "align 8"),
        ("stream", f"align {8 * width}, !nontemporal !1"),
    ):
        vectors = [
            *pair,
            f"  %{{v}}.x = load {real}, ptr %{{v}}.found, align 8",
            "  %{v}.to = getelementptr i8, ptr %there, i64 %{v}.begin",
            f"  store {real} %{{v}}.x, ptr %{{v}}.to, {note}",
        ]
        lines += [
            f"define internal void @columns.{name}(ptr %found, ptr %result, i64 %start, i64 %last, "
            "ptr %pairs, i64 %count) noinline {",
            "entry:",
            "  %left = sub i64 %last, %start",
            f"  %full = icmp sge i64 %left, {width}",
            "  %there = getelementptr double, ptr %result, i64 %start",
            *_unrolled_lines("%count", "%full", vectors),
            *_loop("s", "%count", "entry", "done", states),
            "done:",
            "  ret void",
            "}",
            "",
        ]
    return lines


def _choice_function(lanes: Lanes) -> list[str]:
    """Return the function that puts the columns of chosen numbers side by side."""
    width, real = lanes.width, lanes.real
    body = [
        "  %v.number.at = getelementptr i64, ptr %chosen, i64 %v",
        "  %v.number = load i64, ptr %v.number.at",
        f"  %v.low = mul i64 %v.number, {width}",
        "  %v.from = getelementptr double, ptr %found, i64 %v.low",
        f"  %v.x = load {real}, ptr %v.from, align 8",
        f"  %v.place = mul i64 %v, {width}",
        "  %v.to = getelementptr double, ptr %room, i64 %v.place",
        f"  store {real} %v.x, ptr %v.to, align 8",
    ]
    return [
        "define internal void @chosen(ptr %found, ptr %room, ptr %chosen, i64 %count) noinline {",
        "entry:",
        "  br label %v.loop",
        *_loop("v", "%count", "entry", "done", body),
        "done:",
        "  ret void",
        "}",
        "",
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
        "i64 %step, i64 %size) noinline {",
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
            f"  %skip{k} = mul i64 %row{k}, %step",
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
