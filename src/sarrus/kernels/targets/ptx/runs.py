"""Whole runs on a device: the native loop of `loops.lane_run` around programs, as one kernel.

The record of the loop, its arrays and the tables of addresses that kernels are called with stand in
the memory of the thread; after inlining nothing of them is left but registers, as long as a model
is small. Steps that are too large for that are stages around one slope (`StagedStep`), or cut into
functions, with their work space in the memory of the thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sarrus.kernels.contraction import all_fused_sums
from sarrus.kernels.loops.lane_run import LaneRun, run_lane
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import INT, KERNEL, Function
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.native import function_text
from sarrus.kernels.targets.ptx.functions import device_declarations, device_functions
from sarrus.kernels.targets.ptx.numbers import DOUBLE, SINGLE
from sarrus.kernels.targets.ptx.programs import (
    LANE,
    RUN_PIECE,
    THREAD_DECLARATIONS,
    TRACED,
    Body,
    Plan,
    Room,
    near_address,
    near_lines,
    near_memory,
    own_addresses,
    plan_of,
    port_arguments,
    run_room,
    tables_of,
)
from sarrus.late_dataclass import dataclass

AGAIN = 'call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %lane)'
"""A copy of the number of the lane that the compiler does not know to be one."""
THREAD_MEMORY, DEVICE_MEMORY = "addrspace(5)", "addrspace(1)"
"""Said of addresses, so that what a thread has of its own is read through its cache."""
SLOPES = ("slope_1", "slope_2", "slope_3")
"""Inputs of the last stage: the slopes of those before."""
STAGE, PART, WATCHES = "stage_slope", "stage_part", "watches"
"""Inputs of stages: the slope by which they go from y, and how far, as a part of the step; of the
last one the watches of those before."""
OWN = ("y", "t", "h", STAGE, PART, *SLOPES, WATCHES)
"""Inputs of kernels that the loop sets; all others are given, for all lanes or for each."""
NUMBERS = ("t0", "h", "limit", "first", "last", "every", "begins", "closings", "room", "kept")
"""Numbers of the record that all lanes share, in the order of the kernel's arguments."""
CARRIED = ("lowest", "ended", "reached", "why")
"""Numbers of the record of each lane, in and out."""


@dataclass(frozen=True)
class StagedStep:
    """A step of the classical Runge-Kutta method whose slope is there twice instead of four times.

    stage: (y, t, h, stage_slope, stage_part, ...) to ydot and watch at y + part h slope; last: (y,
    t, h, slope_1, slope_2, slope_3, watches, ...) to y_next, watch. Fewer values are alive at a
    time, and fewer wait in memory. Sums are those of the step that is written out; products may be
    fused elsewhere, so that digits agree to rounding.
    """

    stage: Program
    last: Program

    @property
    def inputs(self) -> tuple[Port, ...]:
        """The inputs of the whole step."""
        inner = (STAGE, PART, *SLOPES, WATCHES)
        every = {port.name: port for port in (*self.last.inputs, *self.stage.inputs)}
        return tuple(port for name, port in every.items() if name not in inner)

    @property
    def outputs(self) -> tuple[Port, ...]:
        """The next state and the watch."""
        return self.last.outputs

    @property
    def counts(self) -> dict[str, int]:
        """How often each operation is done in a step."""
        found = dict(self.last.counts)
        for op, count in self.stage.counts.items():
            found[op] = found.get(op, 0) + len(SLOPES) * count
        return found

    @property
    def operations(self) -> int:
        """Number of arithmetic operations of a step."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class RunKernels:
    """The programs of a run; those that are not needed are None.

    step: (y, t, h, ...) to y_next, watch, whole or in stages; closing: (y, t, ...) to y; sample,
    extreme, event: (y, t, ...) to one output each. begin: in place of the first `starting` steps,
    where y has slopes of earlier steps behind it. directions: in which events count; fixed:
    numbers of y that nobody reads, sums of energies for instance, which stay as they are.
    """

    step: Program | StagedStep
    closing: Program | None = None
    sample: Program | None = None
    extreme: Program | None = None
    event: Program | None = None
    directions: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    begin: Program | None = None
    starting: int = 0

    @property
    def programs(self) -> dict[str, Program | StagedStep]:
        """The programs that there are, by the name of their field."""
        every: dict[str, Any] = {"step": self.step, "begin": self.begin, "closing": self.closing,
                 "sample": self.sample, "extreme": self.extreme, "event": self.event}  # fmt: skip
        return {name: program for name, program in every.items() if program is not None}

    @property
    def ports(self) -> tuple[Port, ...]:
        """The inputs that the caller gives, each once."""
        found: dict[str, Port] = {}
        for program in self.programs.values():
            found |= {port.name: port for port in program.inputs if port.name not in OWN}
        return tuple(found.values())

    @property
    def size(self) -> int:
        """Numbers of y."""
        return next(port.size for port in self.step.inputs if port.name == "y")

    def count(self, name: str) -> int:
        """Return how many numbers a program yields, 0 where there is none."""
        program = self.programs.get(name)
        return 0 if program is None else program.outputs[0].size


def run_plans(
    kernels: RunKernels, lanes: Lanes, piece: int = RUN_PIECE, room: Room | None = None
) -> dict[str, Plan]:
    """Return the plans of the programs of a run; of a step in stages there are two."""
    room = room or run_room(lanes, kernels.step.operations)
    plans = _step_plans(kernels, piece, lanes, room)
    alone = replace(room, pace=0)  # called by some threads of a block, and not by others
    for key, program in kernels.programs.items():
        if isinstance(program, Program) and key == "begin":
            plans[key] = _sliced_plan(program, kernels.fixed, True, piece, lanes, alone)
        elif isinstance(program, Program) and key != "step":
            holds = key != "sample"
            plans[key] = plan_of(program, piece, holds, room=alone, lanes=lanes)
    return plans


def run_text(kernels: RunKernels, plans: Mapping[str, Plan], lanes: Lanes) -> str:
    """Return the module of a run, by its plans: one kernel, called as `run_code` says."""
    texts = [*device_declarations(), *THREAD_DECLARATIONS]
    texts.append("declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)")
    used = {op for program in kernels.programs.values() for op in program.counts}
    turns = max(plan.turns for plan in plans.values())
    texts += device_functions(lanes, used, turns)
    staged = isinstance(kernels.step, StagedStep)
    texts += near_memory(plans.values(), lanes)
    for key, plan in plans.items():
        texts += _program_function(key, plan, lanes, staged and key in STAGES)
    texts += _staged_function() if staged else []
    texts += _loop_texts()
    texts += _entry(kernels, plans, lanes)
    return "\n".join([*texts, "!0 = !{}", ""])


STAGES = ("stage", "last")
"""Names of the plans of a step in stages."""


def _step_plans(kernels: RunKernels, piece: int, lanes: Lanes, room: Room) -> dict[str, Plan]:
    """Return the plans of the step, without what computes numbers that stay as they are."""
    step, fixed = kernels.step, kernels.fixed
    if isinstance(step, Program):
        return {"step": _sliced_plan(step, fixed, True, piece, lanes, room)}
    return {
        "stage": _sliced_plan(step.stage, fixed, False, piece, lanes, room),
        "last": _sliced_plan(step.last, fixed, True, piece, lanes, room),
    }


def _sliced_plan(
    program: Program, fixed: tuple[int, ...], state: bool, piece: int, lanes: Lanes, room: Room
) -> Plan:
    """Return the plan of a program whose first output stays y, or as a slope is 0, in some numbers.

    The others are rounded as if these were computed.
    """
    traced = 0 if lanes is SINGLE else TRACED
    instructions, first = list(program.instructions), list(program.results[0])
    port = [port.name for port in program.inputs].index("y")
    for k in fixed:
        first[k] = len(instructions)
        instructions.append(("input", port, k) if state else ("const", 0.0))
    results = (tuple(first), *program.results[1:])
    sliced = Program(program.inputs, program.outputs, tuple(instructions), results)
    sums = all_fused_sums(program)
    return plan_of(sliced, piece, True, sums, traced, room, lanes)


def _loop_texts() -> list[str]:
    """Return the loop and the native functions that it calls."""
    known: dict[Function, str] = {run_lane: "run_lane"}
    waiting: list[Function] = [run_lane]

    def symbol_of(one: Function) -> str:
        if one not in known:
            known[one] = f"loop.{one.__name__}"
            waiting.append(one)
        return known[one]

    texts = []
    while waiting:
        one = waiting.pop()
        note = " alwaysinline"
        texts.append(function_text(tree_of(one), known[one], symbol_of=symbol_of, note=note))
    return texts


class Tabled:
    """Ports behind tables of addresses, as the loop calls kernels.

    The table of inputs holds address and stride of each port, then the strides of the outputs;
    that of outputs their addresses. What the loop sets and reads are doubles of the thread; what is
    given, and the samples, are numbers of the kernel's precision in the memory of the device.
    """

    def __init__(self, plan: Plan, lanes: Lanes, outside: bool) -> None:
        self.plan, self.lanes, self.outside = plan, lanes, outside
        self.near = plan.near
        self.n_inputs = len(plan.program.inputs)

    def head(self) -> list[str]:
        """Return the lines that read the tables."""
        lines = near_lines(self.lanes.real, self.plan.threads) if self.near else []
        lines.append(f"  %far = addrspacecast ptr %work to ptr {THREAD_MEMORY}")
        for k in range(self.n_inputs):
            lines += [
                f"  %i{k}.at = getelementptr i64, ptr %in, i64 {2 * k}",
                f"  %i{k}.known = load ptr, ptr %i{k}.at",
                f"  %i{k}.seen = {self._opaque(k)}",
                f"  %i{k} = addrspacecast ptr %i{k}.seen to ptr {self._memory(k)}",
                f"  %i{k}.step.at = getelementptr i64, ptr %in, i64 {2 * k + 1}",
                f"  %i{k}.step = load i64, ptr %i{k}.step.at",
            ]
        for k in range(len(self.plan.program.outputs)):
            lines += [
                f"  %o{k}.at = getelementptr i64, ptr %out, i64 {k}",
                f"  %o{k}.known = load ptr, ptr %o{k}.at",
                f"  %o{k} = addrspacecast ptr %o{k}.known to ptr {self._results}",
                f"  %o{k}.step.at = getelementptr i64, ptr %in, i64 {2 * self.n_inputs + k}",
                f"  %o{k}.step = load i64, ptr %o{k}.step.at",
            ]
        return lines

    def _memory(self, k: int) -> str:
        """Return where a port stands: arrays of the loop are the thread's own."""
        own = self.plan.program.inputs[k].name in OWN
        return THREAD_MEMORY if own else DEVICE_MEMORY

    @property
    def _results(self) -> str:
        return DEVICE_MEMORY if self.outside else THREAD_MEMORY

    def _opaque(self, k: int) -> str:
        """Return the address of a port, of those given anew at each call.

        Their numbers are then read where they are used, instead of held in registers for all steps.
        """
        if self.plan.program.inputs[k].name in OWN:
            return f"getelementptr i8, ptr %i{k}.known, i64 0"
        return f'call ptr asm sideeffect "mov.b64 $0, $1;", "=l,l"(ptr %i{k}.known)'

    def load(self, body: Body, port: int, index: int) -> str:
        """Return the name of a number of an input."""
        own = self.plan.program.inputs[port].name in OWN
        kind = "double" if own else self.lanes.real
        note = "" if own else ", !invariant.load !0"
        kept = self._kept if own else ""
        memory, far = self._memory(port), self._far(body, "i", port, index)
        at = body.line(f"getelementptr {kind}, ptr {memory} %i{port}, i64 {far}")
        value = body.line(f"load {kept}{kind}, ptr {memory} {at}{note}")
        if kind == self.lanes.real:
            return value
        return body.line(f"fptrunc double {value} to {self.lanes.real}")

    def store(self, body: Body, port: int, index: int, value: str) -> None:
        """Put a value into an output."""
        kind = self.lanes.real if self.outside else "double"
        if kind != self.lanes.real:
            value = body.line(f"fpext {self.lanes.real} {value} to double")
        memory, far = self._results, self._far(body, "o", port, index)
        at = body.line(f"getelementptr {kind}, ptr {memory} %o{port}, i64 {far}")
        body.lines.append(f"  store {kind} {value}, ptr {memory} {at}")

    def fetch(self, body: Body, slot: int) -> str:
        """Return the name of a value of the work space."""
        if slot < self.near:
            at = near_address(body, slot)
            return body.line(f"load volatile {self.lanes.real}, ptr addrspace(3) {at}")
        return body.line(f"load {self._kept}{self.lanes.real}, {self._far_place(body, slot)}")

    def keep(self, body: Body, slot: int, value: str) -> None:
        """Put a value into the work space."""
        kind = self.lanes.real
        if slot < self.near:
            at = near_address(body, slot)
            body.lines.append(f"  store volatile {kind} {value}, ptr addrspace(3) {at}")
            return
        at = self._far_place(body, slot)
        body.lines.append(f"  store {self._kept}{kind} {value}, {at}")

    def _far_place(self, body: Body, slot: int) -> str:
        """Return a place in the memory of the thread."""
        kind = f"{self.lanes.real}, ptr {THREAD_MEMORY}"
        at = body.line(f"getelementptr {kind} %far, i64 {slot - self.near}")
        return f"ptr {THREAD_MEMORY} {at}"

    @property
    def _kept(self) -> str:
        """A word that keeps LLVM from holding values in registers after all."""
        return "volatile " if self.plan.dropped else ""

    def _far(self, body: Body, kind: str, port: int, index: int) -> str:
        return body.line(f"mul i64 %{kind}{port}.step, {index}")


def _staged_function() -> list[str]:
    """Return the step in stages; its table holds those of inputs and outputs of each stage."""
    lines = []
    for k, name in enumerate(("stage", "stage", "stage", "last")):
        for kind, place in (("in", 2 * k), ("out", 2 * k + 1)):
            lines += [
                f"  %{kind}{k}.at = getelementptr ptr, ptr %in, i64 {place}",
                f"  %{kind}{k} = load ptr, ptr %{kind}{k}.at",
            ]
        lines.append(f"  call void @kernel.{name}(ptr %in{k}, ptr %out{k}, ptr %work)")
    head = "define internal void @kernel.step(ptr %in, ptr %out, ptr %work) alwaysinline {"
    return [head, *lines, "  ret void", "}", ""]


def _program_function(name: str, plan: Plan, lanes: Lanes, apart: bool = False) -> list[str]:
    """Return the function of a program that the loop calls, and the functions of its pieces.

    apart: it stays a function, although it is one piece.
    """
    texts = tables_of(plan.program, f"{name}.")
    several = len(plan.pieces) > 1
    calls = []
    for k, piece in enumerate(plan.pieces):
        memory = Tabled(plan, lanes, name == "sample")
        body = Body(plan, lanes, memory, f"{name}.")
        body.write(piece, k == len(plan.pieces) - 1)
        symbol = f"{name}.piece{k}" if several else f"kernel.{name}"
        note = "noinline" if several or apart else "alwaysinline"
        texts += [
            f"define internal void @{symbol}(ptr %in, ptr %out, ptr %work) {note} {{",
            *memory.head(),
            *body.lines,
            "  ret void",
            "}",
            "",
        ]
        calls.append(f"  call void @{symbol}(ptr %in, ptr %out, ptr %work)")
    if several:
        texts += [
            f"define internal void @kernel.{name}(ptr %in, ptr %out, ptr %work) noinline {{",
            *calls,
            "  ret void",
            "}",
            "",
        ]
    return texts


def port_names(kernels: RunKernels) -> list[str]:
    """Return the ports of the kernel of a run, each an address and two strides.

    y in and out; what is given; samples, extremes (least, then greatest), values of events; the
    numbers of CARRIED as doubles.
    """
    values = [f"g{k}" for k in range(len(kernels.ports))]
    return ["y", *values, "samples", "extremes", "before", "carried"]


STAGE_CALLS = ("stage0", "stage1", "stage2", "last")
"""Names of the tables of the calls of a step in stages."""


def _calls(plans: Mapping[str, Plan]) -> dict[str, Plan]:
    """Return the plans by the calls that have tables of their own: three of a stage."""
    found = {key: plan for key, plan in plans.items() if key != "stage"}
    if "stage" in plans:
        found |= {call: plans["stage"] for call in STAGE_CALLS[:-1]}
    return found


def _lay_out_stages(
    body: _Lines, size: int, where: dict[str, str], results: dict[str, dict[str, str]]
) -> None:
    """Set the arrays of stages, and say where each finds its own and puts its results."""
    for k in range(size):
        body.set("rest", k, "double 0.0")
    parts = [body.line(f"getelementptr double, ptr %a.parts, i64 {k}") for k in range(2)]
    for part, value in zip(parts, ("0.0", "0.5"), strict=True):
        body.lines.append(f"  store double {value}, ptr {part}")
    slopes = [f"%a.{name}" for name in ("rest", *SLOPES)]
    for k, call in enumerate(STAGE_CALLS[:-1]):
        where[f"{call}.{STAGE}"], where[f"{call}.{PART}"] = slopes[k], parts[min(k, 1)]
        watch = body.line(f"getelementptr double, ptr %a.{WATCHES}, i64 {k}")
        results[call] = {"ydot": slopes[k + 1], "watch": watch}
    where |= {name: f"%a.{name}" for name in (*SLOPES, WATCHES)}
    for k, call in enumerate(STAGE_CALLS):
        body.table("in.step", 2 * k, f"ptr %in.{call}")
        body.table("in.step", 2 * k + 1, f"ptr %out.{call}")


def _entry(kernels: RunKernels, plans: Mapping[str, Plan], lanes: Lanes) -> list[str]:
    """Return the kernel: it lays out the record and its arrays, runs the lane, stores what is."""
    kind, real = LaneRun.kind, lanes.real
    ports = port_names(kernels)
    numbers = [f"{'i64' if kind.kind_of(n) == INT else 'double'} %n.{n}" for n in NUMBERS]
    words = sum(4 if k == KERNEL else 1 for _, k in kind.fields)
    lines = [f"  %record = alloca [{words} x i64], align 8"]
    body = _Lines(lines, real)
    arrays = {
        "y": kernels.size, "y_next": kernels.step.outputs[0].size, "time": 1, "watch": 1, "size": 1,
        "closed_out": kernels.size, "shown": kernels.count("extreme"),
        "least": kernels.count("extreme"), "greatest": kernels.count("extreme"),
        "values": kernels.count("event"), "before": kernels.count("event"),
        "directions": len(kernels.directions),
    }  # fmt: skip
    for array, size in arrays.items():
        lines.append(f"  %a.{array} = alloca [{max(size, 1)} x i64], align 8")
    calls = _calls(plans)
    staged = isinstance(kernels.step, StagedStep)
    if staged:
        lines.append(f"  %in.step = alloca [{2 * len(STAGE_CALLS)} x i64], align 8")
        sizes = dict.fromkeys(("rest", *SLOPES), kernels.size) | {WATCHES: len(SLOPES), "parts": 2}
        lines += [f"  %a.{name} = alloca [{size} x i64], align 8" for name, size in sizes.items()]
    for key, plan in calls.items():
        n_in, n_out = len(plan.program.inputs), len(plan.program.outputs)
        lines.append(f"  %in.{key} = alloca [{2 * n_in + n_out} x i64], align 8")
        lines.append(f"  %out.{key} = alloca [{max(n_out, 1)} x i64], align 8")
    room = {key: 0 for key in kernels.programs}
    for key, plan in plans.items():
        user = "step" if key in STAGES else key
        room[user] = max(room[user], plan.n_slots - plan.near)
    for key, size in room.items():
        if size:
            lines.append(f"  %work.{key} = alloca [{size} x {real}], align 8")
    lines += own_addresses([p for p in ports if p != "carried"], real)
    lines += own_addresses(["carried"], "double")

    # the record
    for n in NUMBERS:
        body.put(n, f"{'i64' if kind.kind_of(n) == INT else 'double'} %n.{n}")
    for n, key in (("every", "sample"), ("closings", "closing")):
        if key not in plans:
            body.put(n, "i64 0")
    counts = {"n": kernels.size, "n_extremes": kernels.count("extreme"),
              "n_events": kernels.count("event"), "n_closed": kernels.count("closing"),
              "starting": kernels.starting,
              "paced": int(any(plan.pace for plan in plans.values()))}  # fmt: skip
    for n, count in counts.items():
        body.put(n, f"i64 {count}")
    for k, n in enumerate(CARRIED):
        value = body.read("carried", k, "double")
        if kind.kind_of(n) == INT:
            value = body.line(f"fptosi double {value} to i64")
            body.put(n, f"i64 {value}")
        else:
            body.put(n, f"double {value}")
    for array in arrays:
        if array not in ("size", "directions"):
            body.put(array, f"ptr %a.{array}")
    body.put("directions", "ptr %a.directions")
    store = body.line("addrspacecast ptr addrspace(1) %samples.own to ptr")
    body.put("store", f"ptr {store}")
    for key, size in room.items():
        outs = f"%out.{key}" if key in calls else "null"
        for part, value in {"code": f"@kernel.{key}", "ins": f"%in.{key}", "outs": outs,
                            "work": f"%work.{key}" if size else "null"}.items():  # fmt: skip
            body.put(f"{key}.{part}", f"ptr {value}")

    # arrays and tables
    for k, direction in enumerate(kernels.directions):
        body.set("directions", k, f"i64 {direction}")
    body.set("size", 0, "double %n.h")
    for k in range(kernels.size):
        body.set("y", k, f"double {body.wide(body.read('y', k, real))}")
    for first, array in ((0, "least"), (arrays["least"], "greatest")):
        for k in range(arrays[array]):
            body.set(array, k, f"double {body.wide(body.read('extremes', first + k, real))}")
    for k in range(arrays["before"]):
        body.set("before", k, f"double {body.wide(body.read('before', k, real))}")
    where = {"y": "%a.y", "t": "%a.time", "h": "%a.size"}
    steps = {name: "1" for name in where}
    for k, port in enumerate(kernels.ports):
        where[port.name] = body.line(f"addrspacecast ptr addrspace(1) %g{k}.own to ptr")
        steps[port.name] = f"%g{k}.next"
    results = {
        "step": {"y_next": "%a.y_next", "watch": "%a.watch"},
        "begin": {"y_next": "%a.y_next", "watch": "%a.watch"},
        "closing": {"": "%a.closed_out"},
        "sample": {"": store},
        "extreme": {"": "%a.shown"},
        "event": {"": "%a.values"},
    }
    if staged:
        results["last"] = results["step"]
        _lay_out_stages(body, kernels.size, where, results)
    for key, plan in calls.items():
        for k, port in enumerate(plan.program.inputs):
            own = where.get(f"{key}.{port.name}") or where[port.name]
            body.table(f"in.{key}", 2 * k, f"ptr {own}")
            body.table(f"in.{key}", 2 * k + 1, f"i64 {steps.get(port.name, '1')}")
        for k, port in enumerate(plan.program.outputs):
            known = results[key]
            body.table(f"out.{key}", k, f"ptr {known.get(port.name, known.get(''))}")
            apart = "%samples.next" if key == "sample" else "1"
            body.table(f"in.{key}", 2 * len(plan.program.inputs) + k, f"i64 {apart}")
    lines.append("  %why = call i64 @run_lane(ptr %record)")

    # what is left: addresses are found again, lest they are held in registers during the run
    body.lines.append(f"  %lane.again = {AGAIN}")
    body.again = True
    for p in ports:
        number = "double" if p == "carried" else real
        body.lines += [
            f"  %{p}.far.again = mul i64 %lane.again, %{p}.lane",
            f"  %{p}.again = getelementptr {number}, ptr addrspace(1) %{p}, i64 %{p}.far.again",
        ]
    for k in range(kernels.size):
        body.write("y", k, real, body.short(body.get("y", k)))
    for first, array in ((0, "least"), (arrays["least"], "greatest")):
        for k in range(arrays[array]):
            body.write("extremes", first + k, real, body.short(body.get(array, k)))
    for k in range(arrays["before"]):
        body.write("before", k, real, body.short(body.get("before", k)))
    for k, n in enumerate(CARRIED):
        at = body.line(f"getelementptr i64, ptr %record, i64 {kind.offset(n)}")
        if kind.kind_of(n) == INT:
            whole = body.line(f"load i64, ptr {at}")
            value = body.line(f"sitofp i64 {whole} to double")
        else:
            value = body.line(f"load double, ptr {at}")
        body.write("carried", k, "double", value)
    arguments = ", ".join(["i64 %n", *numbers, *port_arguments(ports)])
    held = [line for line in lines if " = alloca " in line]
    return [
        f"define ptx_kernel void @run({arguments}) {{",
        "start:",
        *held,  # where LLVM looks for what can be kept in registers
        *LANE,
        *[line for line in lines if " = alloca " not in line],
        "  br label %end",
        "end:",
        "  ret void",
        "}",
        "",
    ]


class _Lines:
    """Lines of the kernel that move numbers between the device, the record and its arrays."""

    def __init__(self, lines: list[str], real: str) -> None:
        self.lines, self.real, self.n = lines, real, 0
        self.again = False

    def line(self, code: str) -> str:
        """Write a line and return the name of its value."""
        self.n += 1
        self.lines.append(f"  %e{self.n} = {code}")
        return f"%e{self.n}"

    def put(self, field: str, value: str) -> None:
        """Set a field of the record."""
        self.table("record", LaneRun.kind.offset(field), value)

    def table(self, array: str, k: int, value: str) -> None:
        """Set a word of an array of the thread."""
        at = self.line(f"getelementptr i64, ptr %{array}, i64 {k}")
        self.lines.append(f"  store {value}, ptr {at}")

    def set(self, array: str, k: int, value: str) -> None:
        """Set an entry of an array of the record."""
        self.table(f"a.{array}", k, value)

    def get(self, array: str, k: int) -> str:
        """Return an entry of an array of the record."""
        at = self.line(f"getelementptr double, ptr %a.{array}, i64 {k}")
        return self.line(f"load double, ptr {at}")

    def read(self, port: str, k: int, kind: str) -> str:
        """Return a number of a port."""
        return self.line(f"load {kind}, ptr addrspace(1) {self._at(port, k, kind)}")

    def write(self, port: str, k: int, kind: str, value: str) -> None:
        """Put a number into a port."""
        self.lines.append(f"  store {kind} {value}, ptr addrspace(1) {self._at(port, k, kind)}")

    def wide(self, value: str) -> str:
        """Return a number of the kernel's precision as a double."""
        if self.real == DOUBLE.real:
            return value
        return self.line(f"fpext {self.real} {value} to double")

    def short(self, value: str) -> str:
        """Return a double in the kernel's precision."""
        if self.real == DOUBLE.real:
            return value
        return self.line(f"fptrunc double {value} to {self.real}")

    def _at(self, port: str, k: int, kind: str) -> str:
        far = self.line(f"mul i64 %{port}.next, {k}")
        own = f"%{port}.{'again' if self.again else 'own'}"
        return self.line(f"getelementptr {kind}, ptr addrspace(1) {own}, i64 {far}")
