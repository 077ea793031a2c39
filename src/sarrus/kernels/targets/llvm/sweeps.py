"""Sweeps over elements as LLVM text.

    void sweep(const int64_t *call, const double **in, double **out, double *work)

`call` holds the words `shared.sweep.WORDS`. The loop over the elements and the program of one of
them are one function: numbers of the element are read from its row of the table and from records in
the work array.
"""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.kernels.contraction import fused_sums
from sarrus.kernels.program import LEAVES
from sarrus.kernels.schedule import schedule_of
from sarrus.kernels.shared.sweep import (
    ANGLE,
    COLUMN,
    CONTEXT,
    COSINE,
    OWN,
    ROW,
    SINE,
    UP,
    WORDS,
    Place,
    Sweep,
)
from sarrus.kernels.targets.llvm.functions import functions_of, library_declarations, sines
from sarrus.kernels.targets.llvm.lanes import ONE, widest
from sarrus.kernels.targets.llvm.native import declarations
from sarrus.kernels.targets.llvm.operations import operation_declarations
from sarrus.kernels.targets.llvm.programs import _Body, _Writer

PLACES = {"q": 0, "v": 1, "angle": 2, "parent": 3}


def sweeps_text(sweeps: Mapping[str, Sweep]) -> str:
    """Return the module of some sweeps, each a public function under its name."""
    used = {op for sweep in sweeps.values() for op in sweep.program.counts}
    functions = functions_of(ONE, used)
    bodies = [line for name, sweep in sweeps.items() for line in _sweep(name, sweep)]
    return "\n".join([*operation_declarations(ONE), *functions, *bodies, "!0 = !{}", ""])


def driver_text() -> str:
    """Return the module of `kernel`, which runs the list of calls at the address CONTEXT.

    The list begins with a count of its runs, and the number of calls. In the object code, the
    address of a list takes the place of CONTEXT, before it is loaded: code in memory is not
    written to.
    """
    return "\n".join(
        [
            f"@context = global i64 {CONTEXT}",
            "define void @kernel(ptr %in, ptr %out, ptr %work) {",
            "start:",
            "  %list = load ptr, ptr @context",
            "  %runs = load i64, ptr %list",
            "  %runs.more = add i64 %runs, 1",
            "  store i64 %runs.more, ptr %list",
            "  %n.at = getelementptr i64, ptr %list, i64 1",
            "  %n = load i64, ptr %n.at",
            "  br label %next",
            "next:",
            "  %k = phi i64 [ 0, %start ], [ %k.next, %call ]",
            "  %more = icmp slt i64 %k, %n",
            "  br i1 %more, label %call, label %end",
            "call:",
            f"  %offset = mul i64 %k, {len(WORDS)}",
            "  %at = add i64 %offset, 2",
            "  %entry = getelementptr i64, ptr %list, i64 %at",
            "  %code = load ptr, ptr %entry",
            "  call void %code(ptr %entry, ptr %in, ptr %out, ptr %work)",
            "  %k.next = add i64 %k, 1",
            "  br label %next",
            "end:",
            "  ret void",
            "}",
            "",
        ]
    )


def turns_text() -> str:
    """Return the module of `turns`, the call that takes sines and cosines of all angles at once."""
    return "\n".join(
        [
            *declarations(),
            *declarations(widest()),
            *library_declarations(),
            sines(widest().width),
            "define void @turns(ptr %call, ptr %in, ptr %out, ptr %work) {",
            *_words("angles", "turns"),
            "  %from = getelementptr double, ptr %work, i64 %angles",
            "  %to.sine = getelementptr double, ptr %from, i64 %turns",
            "  %to.cosine = getelementptr double, ptr %to.sine, i64 %turns",
            "  call void @sines(ptr %from, ptr %to.sine, ptr %to.cosine, i64 %turns)",
            "  ret void",
            "}",
            "!0 = !{}",
            "",
        ]
    )


def inner_call_text() -> str:
    """Return the module of `inner_call`; see `SweepTarget.inner_call_code`."""
    return "\n".join(
        [
            "define void @inner_call(ptr %call, ptr %in, ptr %out, ptr %work) {",
            "start:",
            *_words("first", "count", "places", "table", "record"),
            "  %pointers = getelementptr double, ptr %work, i64 %record",
            "  br label %next",
            "next:",
            "  %k = phi i64 [ 0, %start ], [ %k.next, %put ]",
            "  %more = icmp slt i64 %k, %count",
            "  br i1 %more, label %put, label %call.it",
            "put:",
            "  %pair = mul i64 %k, 2",
            "  %port.at = getelementptr i64, ptr %places, i64 %pair",
            "  %port = load i64, ptr %port.at",
            "  %offset.at = getelementptr i64, ptr %port.at, i64 1",
            "  %offset = load i64, ptr %offset.at",
            "  %is.given = icmp sge i64 %port, 0",
            "  %any = select i1 %is.given, i64 %port, i64 0",
            "  %given.at = getelementptr ptr, ptr %in, i64 %any",
            "  %given = load ptr, ptr %given.at",
            "  %own = getelementptr double, ptr %work, i64 %offset",
            "  %input = select i1 %is.given, ptr %given, ptr %own",
            "  %is.result = icmp sle i64 %port, -2",
            "  %number = sub i64 -2, %port",
            "  %some = select i1 %is.result, i64 %number, i64 0",
            "  %result.at = getelementptr ptr, ptr %out, i64 %some",
            "  %result = load ptr, ptr %result.at",
            "  %pointer = select i1 %is.result, ptr %result, ptr %input",
            "  %to = getelementptr ptr, ptr %pointers, i64 %k",
            "  store ptr %pointer, ptr %to",
            "  %k.next = add i64 %k, 1",
            "  br label %next",
            "call.it:",
            "  %outputs = getelementptr ptr, ptr %pointers, i64 %first",
            "  %space = getelementptr ptr, ptr %pointers, i64 %count",
            "  call void %table(ptr %pointers, ptr %outputs, ptr %space)",
            "  ret void",
            "}",
            "!0 = !{}",
            "",
        ]
    )


def _words(*names: str) -> list[str]:
    """Return the lines that read words of a call; addresses are read as such."""
    lines = []
    for name in names:
        kind = "ptr" if name in ("code", "places", "table") else "i64"
        lines += [
            f"  %{name}.at = getelementptr i64, ptr %call, i64 {WORDS.index(name)}",
            f"  %{name} = load {kind}, ptr %{name}.at, !invariant.load !0",
        ]
    return lines


def _sweep(name: str, sweep: Sweep) -> list[str]:
    """Return the function of one sweep."""
    body = _SweepBody(sweep)
    body.write()
    step = -1 if sweep.inward else 1
    return [
        f'define void @"{name}"(ptr %call, ptr %in, ptr %out, ptr %work) {{',
        "start:",
        *_words(*WORDS[1:]),
        "  %end = add i64 %first, %count",
        "  %last = sub i64 %end, 1",
        *body.head,
        "  br label %again",
        "again:",
        "  %done = phi i64 [ 0, %start ], [ %done.next, %element ]",
        f"  %i = phi i64 [ {'%last' if sweep.inward else '%first'}, %start ], "
        "[ %i.next, %element ]",
        "  %more = icmp slt i64 %done, %count",
        "  br i1 %more, label %element, label %leave",
        "element:",
        *body.places,
        *body.lines,
        "  %done.next = add i64 %done, 1",
        f"  %i.next = add i64 %i, {step}",
        "  br label %again",
        "leave:",
        "  ret void",
        "}",
        "",
    ]


class _SweepBody(_Body):
    """The body of a sweep: its arrays begin where the element's numbers are."""

    def __init__(self, sweep: Sweep) -> None:
        plan = schedule_of(sweep.program, 10**9)
        super().__init__(_Writer(sweep.program, plan, ONE))
        self.sweep = sweep
        self.places: list[str] = []
        self._arrays: dict[tuple[str, str], str] = {}
        self._read: set[str] = set()

    def write(self) -> None:
        """Write the instructions of the program, and its outputs."""
        program, writer = self.sweep.program, self.writer
        for part in writer.plan.parts:
            sums = fused_sums(program, writer.plan, part)
            taken = {fused.product for fused in sums.values()}
            for i in part.instructions:
                if i in taken:
                    continue
                self.instruction(i, sums.get(i))
                for place in writer.places.get(i, ()):
                    self.output(i, place)
        for value, places in writer.places.items():
            if program.instructions[value][0] in LEAVES:
                for place in places:
                    self.output(value, place)

    def output(self, value: int, place: tuple[int, int]) -> None:
        """Store a value in an output, or add it to what is there."""
        port, index = place
        at = self.sweep.outputs[port]
        begin = self._array(at, self.sweep.program.outputs[port].size)
        address = self._address(begin, at.offset + index)
        found = self.operand(value)
        if at.adds:
            before = self.line(f"load double, ptr {address}, align 8")
            found = self.line(f"fadd double {before}, {found}")
        self.lines.append(f"  store double {found}, ptr {address}, align 8")

    def _operand(self, value: int) -> str:
        op, *operands = self.writer.program.instructions[value]
        if op != "input":
            return super()._operand(value)
        at = self.sweep.inputs[operands[0]]
        note = ", !invariant.load !0" if at.array == ROW or at.array.startswith("in") else ""
        begin = self._array(at, self.sweep.program.inputs[operands[0]].size)
        return self._load(begin, at.offset + operands[1], note)

    def _array(self, at: Place, size: int) -> str:
        """Return where the numbers of the element begin in an array; size: of the port."""
        name = self._arrays.get((at.array, at.by))
        if name is None:
            name = self._arrays[at.array, at.by] = f"%at.{at.array}.{at.by}"
            self.places += self._beginning(at, name, size)
        return name

    def _beginning(self, at: Place, name: str, size: int) -> list[str]:
        array, by = at.array, at.by

        def offset_pointer(base: str, index: str) -> str:
            return f"  {name} = getelementptr double, ptr {base}, i64 {index}"

        if array == ROW:
            return [f"  {name}.k = mul i64 %i, %stride", offset_pointer("%table", f"{name}.k")]
        if array == OWN:
            return [
                f"  {name}.n = mul i64 %i, %size",
                f"  {name}.k = add i64 {name}.n, %record",
                offset_pointer("%work", f"{name}.k"),
            ]
        if array == UP:
            return [*self._place("parent"), offset_pointer("%work", "%place.parent")]
        if array in (ANGLE, SINE, COSINE):
            times = (ANGLE, SINE, COSINE).index(array)
            return [
                *self._place("angle"),
                f"  {name}.s = mul i64 %turns, {times}",
                f"  {name}.a = add i64 {name}.s, %angles",
                f"  {name}.k = add i64 {name}.a, %place.angle",
                offset_pointer("%work", f"{name}.k"),
            ]
        if array.startswith(COLUMN):
            return [
                *self._place("v"),
                f"  {name}.w = mul i64 %width, {array.removeprefix(COLUMN)}",
                f"  {name}.c = add i64 {name}.w, %columns",
                f"  {name}.k = add i64 {name}.c, %place.v",
                offset_pointer("%work", f"{name}.k"),
            ]
        if by == "element":
            begin = self._pointer(*_port(array))
            return [f"  {name}.k = mul i64 %i, {size}", offset_pointer(begin, f"{name}.k")]
        begin, place = self._pointer(*_port(array)), f"%place.{by}"
        if at.times == 1:
            return [*self._place(by), offset_pointer(begin, place)]
        scaled = f"  {name}.k = mul i64 {place}, {at.times}"
        return [*self._place(by), scaled, offset_pointer(begin, f"{name}.k")]

    def _place(self, which: str) -> list[str]:
        """Return the lines that read one of the places of the element, unless it was read."""
        if which in self._read:
            return []
        self._read.add(which)
        lines = [] if "i" in self._read else ["  %i.places = mul i64 %i, 4"]
        self._read.add("i")
        return [
            *lines,
            f"  %place.{which}.k = add i64 %i.places, {PLACES[which]}",
            f"  %place.{which}.at = getelementptr i64, ptr %places, i64 %place.{which}.k",
            f"  %place.{which} = load i64, ptr %place.{which}.at, !invariant.load !0",
        ]


def _port(array: str) -> tuple[str, int]:
    return ("%in", int(array[2:])) if array.startswith("in") else ("%out", int(array[3:]))
