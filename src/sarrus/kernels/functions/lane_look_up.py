"""Look-ups of vectors in tables, as LLVM text: the steps of `table_text`, all lanes at once.

What the lanes read lies apart, so that loads become gathers. All lanes read the same table, which
is searched the same way for all of them; halving goes on until the last lane has found its piece,
which changes nothing for the others. Each lane does the arithmetic of the look-up of one number.
"""

from __future__ import annotations

from collections.abc import Iterable

from sarrus.kernels.functions.look_up import HEAD, LARGEST, TERMS, WIDTH
from sarrus.kernels.table import ORDERS
from sarrus.kernels.targets.llvm.lanes import Lanes

TABLES = ("piece", *ORDERS)


def look_ups(lanes: Lanes, used: Iterable[str]) -> list[str]:
    """Return the look-ups of vectors that some operations call, and what they need."""
    found = [op for op in sorted(used) if op in TABLES]
    texts = [_piece(lanes) if op == "piece" else _look_up(lanes, op) for op in found]
    return [_declaration(lanes), *texts] if texts else []


def _gather(lanes: Lanes) -> str:
    return f"llvm.masked.gather.{lanes.suffix}.v{lanes.width}p0"


def _declaration(lanes: Lanes) -> str:
    given = f"<{lanes.width} x ptr>, {lanes.bit}, {lanes.real}"
    return f"declare {lanes.real} @{_gather(lanes)}({given})\n"


def _read(lanes: Lanes, name: str, base: str, index: str) -> list[str]:
    """Return the lines that read base[index] of every lane."""
    pointers = f"<{lanes.width} x ptr>"
    return [
        f"  %{name}.at = getelementptr double, ptr {base}, {lanes.whole} {index}",
        f"  %{name} = call {lanes.real} @{_gather(lanes)}({pointers} align 8 %{name}.at, "
        f"{lanes.bit} splat (i1 true), {lanes.real} poison)",
    ]


def _everywhere(lanes: Lanes, name: str, kind: str, value: str) -> list[str]:
    """Return the lines that put one value in every lane."""
    vector, width = f"<{lanes.width} x {kind}>", lanes.width
    return [
        f"  %{name}.one = insertelement {vector} poison, {kind} {value}, i64 0",
        f"  %{name} = shufflevector {vector} %{name}.one, {vector} poison, "
        f"<{width} x i32> zeroinitializer",
    ]


def _piece(lanes: Lanes) -> str:
    """Return the function (table, x) that finds the pieces; lanes beyond the rows search the first.

    Where the rows begin and what lies beyond is decided last, by lane.
    """
    real, whole, bit, width = lanes.real, lanes.whole, lanes.bit, lanes.width
    zero, one = lanes.number(0.0), lanes.word(1)
    lines = [
        f"define internal {real} @lanes.piece(ptr %table, {real} %x.given) noinline {{",
        "start:",
        "  %count = load i64, ptr %table",
        "  %rate.at = getelementptr double, ptr %table, i64 1",
        "  %rate.number = load double, ptr %rate.at",
        f"  %rows = getelementptr double, ptr %table, i64 {HEAD}",
        "  %end.number = sub i64 %count, 1",
        "  %inner.number = sub i64 %count, 2",
        "  %first.number = load double, ptr %rows",
        "  %last.at = getelementptr double, ptr %rows, i64 %end.number",
        "  %last.number = load double, ptr %last.at",
        *_everywhere(lanes, "n", "i64", "%count"),
        *_everywhere(lanes, "end", "i64", "%end.number"),
        *_everywhere(lanes, "inner", "i64", "%inner.number"),
        *_everywhere(lanes, "rate", "double", "%rate.number"),
        *_everywhere(lanes, "first", "double", "%first.number"),
        *_everywhere(lanes, "last", "double", "%last.number"),
        f"  %reached = fcmp oge {real} %x.given, %first",
        f"  %beyond = fcmp ogt {real} %x.given, %last",
        f"  %not.beyond = xor {bit} %beyond, splat (i1 true)",
        f"  %inside = and {bit} %reached, %not.beyond",
        f"  %x = select {bit} %inside, {real} %x.given, {real} %first",
        "  %even = fcmp ogt double %rate.number, 0.0",
        "  br i1 %even, label %direct, label %halve",
        "direct:",
        f"  %distance = fsub {real} %x, %first",
        f"  %steps = fmul {real} %distance, %rate",
        f"  %floor = fptosi {real} %steps to {whole}",
        f"  %too.far = icmp sgt {whole} %floor, %inner",
        f"  %guess = select {bit} %too.far, {whole} %inner, {whole} %floor",
        *_read(lanes, "guessed", "%rows", "%guess"),
        f"  %next = add {whole} %guess, {one}",
        *_read(lanes, "following", "%rows", "%next"),
        f"  %less = fcmp olt {real} %x, %guessed",
        f"  %passed = fcmp oge {real} %x, %following",
        f"  %room = icmp slt {whole} %guess, %inner",
        f"  %more = and {bit} %passed, %room",
        f"  %down = sext {bit} %less to {whole}",
        f"  %up = zext {bit} %more to {whole}",
        f"  %corrected = add {whole} %next, %down",
        f"  %direct.piece = add {whole} %corrected, %up",
        "  br label %found",
        "halve:",
        f"  %low = phi {whole} [ zeroinitializer, %start ], [ %low.next, %closer ]",
        f"  %high = phi {whole} [ %end, %start ], [ %high.next, %closer ]",
        f"  %width = sub {whole} %high, %low",
        f"  %apart = icmp sgt {whole} %width, {one}",
        f"  %mask = bitcast {bit} %apart to i{width}",
        f"  %any = icmp ne i{width} %mask, 0",
        f"  %halved.piece = add {whole} %low, {one}",
        "  br i1 %any, label %closer, label %found",
        "closer:",
        f"  %sum = add {whole} %low, %high",
        f"  %middle = lshr {whole} %sum, {one}",
        *_read(lanes, "row", "%rows", "%middle"),
        f"  %right = fcmp ole {real} %row, %x",
        f"  %low.next = select {bit} %right, {whole} %middle, {whole} %low",
        f"  %high.next = select {bit} %right, {whole} %high, {whole} %middle",
        "  br label %halve",
        "found:",
        f"  %piece = phi {whole} [ %direct.piece, %direct ], [ %halved.piece, %halve ]",
        f"  %past = select {bit} %beyond, {whole} %n, {whole} %piece",
        f"  %number = sitofp {whole} %past to {real}",
        f"  %known = select {bit} %reached, {real} %number, {real} {zero}",
        f"  ret {real} %known",
        "}",
        "",
    ]
    return "\n".join(lines)


def _look_up(lanes: Lanes, name: str) -> str:
    """Return the function (table, x, piece) that evaluates the polynomials of pieces."""
    real, whole, bit = lanes.real, lanes.whole, lanes.bit
    high, low = lanes.number(LARGEST), lanes.number(-LARGEST)
    lines = [
        f"define internal {real} @lanes.{name}(ptr %table, {real} %x, {real} %piece) noinline {{",
        "  %n = load i64, ptr %table",
        f"  %k = fptosi {real} %piece to {whole}",
        f"  %back = sub {whole} %k, {lanes.word(1)}",
        f"  %none = icmp slt {whole} %back, zeroinitializer",
        f"  %row = select {bit} %none, {whole} zeroinitializer, {whole} %back",
        f"  %rows = getelementptr double, ptr %table, i64 {HEAD}",
        *_read(lanes, "start", "%rows", "%row"),
        "  %pieces = getelementptr double, ptr %rows, i64 %n",
        f"  %place = mul {whole} %k, {lanes.word(WIDTH)}",
        f"  %high = fcmp ogt {real} %x, {high}",
        f"  %x.high = select {bit} %high, {real} {high}, {real} %x",
        f"  %low = fcmp olt {real} %x.high, {low}",
        f"  %x.cut = select {bit} %low, {real} {low}, {real} %x.high",
        f"  %d = fsub {real} %x.cut, %start",
    ]
    total = lanes.number(0.0)
    for k, (place, factor) in enumerate(reversed(TERMS[ORDERS[name]])):
        lines += [
            f"  %at{k} = add {whole} %place, {lanes.word(place)}",
            *_read(lanes, f"c{k}", "%pieces", f"%at{k}"),
            f"  %term{k} = fmul contract {real} %c{k}, {lanes.number(factor)}",
            f"  %product{k} = fmul contract {real} {total}, %d",
            f"  %sum{k} = fadd contract {real} %product{k}, %term{k}",
        ]
        total = f"%sum{k}"
    return "\n".join([*lines, f"  ret {real} {total}", "}", ""])
