"""Lowering of a program to LLVM text for a device: one thread a state, values in registers.

A kernel takes the number of states and, for each port, an address and two strides, those of the
numbers of a state and of states, counted in numbers: columns, rows and values that all states share
are the same code. Products are fused as `contraction` lists, functions are those of all targets, so
that digits are the processor's. Programs that are too large for registers are cut into several
kernels that run one after the other; what outlives one of them waits in a work space of columns.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Protocol

from sarrus.kernels.contraction import Fused, all_fused_sums
from sarrus.kernels.functions import LOOK_UPS, RANGED
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.program import LEAVES, Program
from sarrus.kernels.schedule import TURNS
from sarrus.kernels.targets.llvm.functions import symbol
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.operations import Operations
from sarrus.kernels.targets.ptx.functions import (
    TURN_NAME,
    known_angle,
    quotient,
    small_angle,
    small_angles,
    smaller,
)
from sarrus.kernels.targets.ptx.numbers import DOUBLE, QUICK, SINGLE
from sarrus.late_dataclass import dataclass

PIECE = 6000
"""Instructions of a program from which on it is cut, and of the kernels that it is cut into: larger
ones take the assembler longer than they save (it needs more than linear time), and spill as much as
the work space costs."""
RUN_PIECE = 20_000
"""The same for programs of runs, whose values wait in memory by our own choice."""
TRACED = 70
"""Numbers in double that are alive at a time up to which the order of the trace fits the registers
(255 of half a number each; the loop, addresses and functions need a hundred)."""


THREADS = 32
"""Threads of a block where values wait in its own memory."""
NEAR = 49_152
"""Bytes of that memory that every device has."""


@dataclass(frozen=True)
class Room:
    """Where the values of a thread are.

    registers: how many values are in registers at most; bytes: of the memory of a block, in which
    others wait; threads: of a block then; limit: registers that the assembler may use, 0 for all;
    ahead: how many instructions before its use a value is asked for that waits in the memory of the
    block, and one in that of the thread; pace: instructions of a step after which the threads of a
    block wait for each other, so that they read the same code, 0 for never.
    """

    registers: int
    bytes: int = NEAR
    threads: int = THREADS
    limit: int = 0
    ahead: tuple[int, int] = (0, 0)
    pace: int = 0

    def places(self, lanes: Lanes) -> int:
        """Return how many values of each thread the memory of its block holds."""
        return self.bytes // (self.threads * (8 if lanes is not SINGLE else 4))


WAIT = 'call void asm sideeffect "barrier.sync 0;", ""()'
"""All threads of a block wait for each other."""
EVALUATION_ROOM = {
    DOUBLE.real: Room(100, bytes=57_344, ahead=(20, 0)),
    SINGLE.real: Room(230),
}
RUN_ROOM = {DOUBLE.real: Room(110, threads=64), SINGLE.real: Room(230, threads=64)}
LARGE_RUN_ROOM = {
    DOUBLE.real: Room(100, threads=64, ahead=(8, 60)),
    SINGLE.real: Room(230, threads=64),
}
"""Rooms of evaluations, of runs, and of runs with more than LARGE operations a step, as measured on
an H200 (`benchmarks/gpu.py variants`). With more values in registers the assembler would choose
which ones wait in memory, and moves ten times as many; of runs, more threads have their turn."""
LARGE = 20_000
STATIC = ("const", "table")
"""Operations whose values are part of the code."""


class Memory(Protocol):
    """Where the numbers of ports stand: writes the lines that load and store one of them."""

    def load(self, body: Body, port: int, index: int) -> str:
        """Return the name of a number of an input."""
        ...

    def store(self, body: Body, port: int, index: int, value: str) -> None:
        """Put a value into an output."""
        ...

    def fetch(self, body: Body, slot: int) -> str:
        """Return the name of a value of the work space."""
        ...

    def keep(self, body: Body, slot: int, value: str) -> None:
        """Put a value into the work space."""
        ...


@dataclass(frozen=True)
class Piece:
    """Instructions that one function computes."""

    instructions: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A program in pieces; slots: values that wait in memory, and where.

    places: of the numbers of outputs that a value is, by port and index; dropped: by instruction,
    the values that leave the registers after it, and are read from memory when needed again;
    most_near: places that the memory of the block has for these; threads: of a block; ahead, pace:
    as in `Room`.
    """

    program: Program
    sums: dict[int, Fused]
    pieces: tuple[Piece, ...]
    slots: dict[int, int]
    places: dict[int, tuple[tuple[int, int], ...]]
    dropped: dict[int, list[int]]
    most_near: int = 0
    threads: int = THREADS
    ahead: tuple[int, int] = (0, 0)
    pace: int = 0

    @property
    def n_slots(self) -> int:
        """Places of the work space."""
        return max(self.slots.values(), default=-1) + 1

    @property
    def near(self) -> int:
        """How many of these places are in the memory of the block."""
        return min(self.n_slots, self.most_near) if self.dropped else 0

    @property
    def turns(self) -> int:
        """How many angles have their sines taken."""
        return len({x[1] for x in self.program.instructions if x[0] in TURNS})

    def operands(self, i: int) -> tuple[int, ...]:
        """Return the values that instruction i reads."""
        return self.sums[i].operands if i in self.sums else self.program.instructions[i][1:]


def _order(
    instructions: Sequence[int], reads: Mapping[int, tuple[int, ...]], held: Container[int]
) -> list[int]:
    """Return instructions in an order that keeps few values alive; held: those kept to the end.

    Of those that can be computed, the next is the one that ends the most values, the first of
    equals in the order of the trace: half of the registers of a step, and none spilled in small
    ones. The assembler keeps about this order.
    """
    own = set(instructions)
    operands = {i: tuple({a: None for a in reads[i] if a in own}) for i in instructions}
    users: dict[int, list[int]] = {i: [] for i in instructions}
    for i in instructions:
        for a in operands[i]:
            users[a].append(i)
    left = {i: len(users[i]) for i in instructions}
    missing = {i: len(operands[i]) for i in instructions}

    def cost(i: int) -> int:
        """Values alive after i less those before."""
        return (i in held or bool(users[i])) - sum(
            left[a] == 1 and a not in held for a in operands[i]
        )

    ready = [(cost(i), i) for i in instructions if not missing[i]]
    heapify(ready)
    order: list[int] = []
    done: set[int] = set()
    while ready:
        known, i = heappop(ready)
        if i in done:
            continue
        now = cost(i)
        if now > known:  # entries that have become better are there twice
            heappush(ready, (now, i))
            continue
        order.append(i)
        done.add(i)
        for a in operands[i]:
            left[a] -= 1
            if left[a] == 1:  # whoever reads it last now ends it
                for user in users[a]:
                    if user not in done and not missing[user]:
                        heappush(ready, (cost(user), user))
        for user in users[i]:
            missing[user] -= 1
            if not missing[user]:
                heappush(ready, (cost(user), user))
    return order


def _most_alive(
    order: Sequence[int], reads: Mapping[int, tuple[int, ...]], held: Container[int]
) -> int:
    """Return how many values an order keeps alive at most; held: those kept to the end."""
    last = {a: k for k, i in enumerate(order) for a in reads[i]}
    ends = [0] * len(order)
    alive = most = 0
    for k, i in enumerate(order):
        if i in held:
            alive += 1
        elif i in last:
            alive += 1
            ends[last[i]] += 1
        most = max(most, alive)
        alive -= ends[k]
    return most


def _last_uses(
    order: Sequence[int], reads: Mapping[int, tuple[int, ...]], registers: int
) -> dict[int, list[int]]:
    """Return the values that leave the registers after each instruction, inputs among them.

    Whenever there are too many, that leaves which is read again last (Belady's rule).
    """
    uses: dict[int, list[int]] = {}
    for k, i in enumerate(order):
        for a in dict.fromkeys(reads[i]):
            uses.setdefault(a, []).append(k)
    for some in uses.values():
        some.reverse()
    inside: dict[int, int] = {}
    latest: list[tuple[int, int]] = []
    found: dict[int, list[int]] = {}
    for k, i in enumerate(order):
        for a in (*dict.fromkeys(reads[i]), i):
            following = uses.get(a, [])
            while following and following[-1] <= k:
                following.pop()
            if following:
                inside[a] = following[-1]
                heappush(latest, (-following[-1], a))
            else:
                inside.pop(a, None)
        while len(inside) > registers:
            when, a = heappop(latest)
            if inside.get(a) == -when:
                del inside[a]
                found.setdefault(i, []).append(a)
    return found


def plan_of(
    program: Program,
    size: int = PIECE,
    holds: bool = False,
    sums: Mapping[int, Fused] | None = None,
    traced: int = 0,
    room: Room | None = None,
    lanes: Lanes = DOUBLE,
    loads: bool = False,
) -> Plan:
    """Return a program in pieces of at most so many instructions.

    holds: results stay in registers, as those of a step in a loop do; sums: the products that are
    fused, where they are those of a program with more results; traced: up to how many values alive
    at a time the order of the trace stays, in which more instructions do not wait for each other;
    room: where the values are, without one that is left to the assembler; loads: where values wait
    in memory, inputs do so too: they are read at the begin, at once, and never again.
    """
    sums = dict(all_fused_sums(program) if sums is None else sums)
    taken = {fused.product for fused in sums.values()}
    every = program.instructions
    reads = {
        i: sums[i].operands if i in sums else x[1:]
        for i, x in enumerate(every)
        if x[0] not in LEAVES and i not in taken
    }
    needed = set(program.result_uses)
    for i in reversed(reads):
        if i in needed:
            needed.update(reads[i])
    computed = [i for i in reads if i in needed]
    held = program.result_uses if holds else ()
    fits = traced > 0 and _most_alive(computed, reads, held) <= traced
    order = computed if fits else _order(computed, reads, held)
    if loads and room:
        inputs = sorted({a for i in order for a in reads[i] if every[a][0] == "input"})
        if (
            _most_alive([*inputs, *order], {**reads, **dict.fromkeys(inputs, ())}, held)
            > room.registers
        ):
            order = [*inputs, *order]
            reads |= dict.fromkeys(inputs, ())
    count = max(1, -(-len(order) // size))
    each = max(1, -(-len(order) // count))
    pieces = tuple(Piece(tuple(order[k : k + each])) for k in range(0, len(order), each))
    places: dict[int, list[tuple[int, int]]] = {}
    for port, result in enumerate(program.results):
        for index, value in enumerate(result):
            places.setdefault(value, []).append((port, index))
    found = {value: tuple(some) for value, some in places.items()}
    values = {i: tuple(a for a in reads[i] if every[a][0] not in STATIC) for i in order}
    dropped = _last_uses(order, values, room.registers) if room else {}
    if all(every[a][0] in LEAVES for some in dropped.values() for a in some):
        dropped = {}
    pieces = pieces or (Piece(()),)
    if room is None:
        plan = Plan(program, sums, pieces, {}, found, dropped)
    else:
        plan = Plan(program, sums, pieces, {}, found, dropped, room.places(lanes), room.threads,
                    room.ahead if dropped else (0, 0), room.pace)  # fmt: skip
    plan.slots.update(_slots(plan, plan.most_near if dropped else 0))
    return plan


def _early_reads(plan: Plan, piece: Piece) -> dict[int, list[int]]:
    """Return the values that a piece asks memory for ahead of their use, by the place there.

    Not before they have left the registers, and at the earliest at the begin of the piece.
    """
    found: dict[int, list[int]] = {}
    if not any(plan.ahead):
        return found
    inside: set[int] = set()
    left: dict[int, int] = {}
    for k, i in enumerate(piece.instructions):
        for a in dict.fromkeys(plan.operands(i)):
            if a in inside or a not in plan.slots:
                continue
            inside.add(a)
            early = k - plan.ahead[plan.slots[a] >= plan.near]
            found.setdefault(max(early, left.get(a, 0)), []).append(a)
        inside.add(i)
        for a in plan.dropped.get(i, ()):
            inside.discard(a)
            left[a] = k + 1
    return found


def _slots(plan: Plan, near: int) -> dict[int, int]:
    """Return where values wait that outlive their piece or leave registers; places are used again.

    near: how many places are close; where these do not suffice, values that wait longest are far.
    """
    where = {i: k for k, piece in enumerate(plan.pieces) for i in piece.instructions}
    waiting = {a for some in plan.dropped.values() for a in some if a in where}
    last: dict[int, int] = {}
    for at, i in enumerate(where):
        for a in plan.operands(i):
            if a in where:
                last[a] = at
                if where[a] != where[i]:
                    waiting.add(a)
    spans = [(at, last[i], i) for at, i in enumerate(where) if i in waiting]
    far: list[int] = []
    inside: list[tuple[int, int]] = []
    for at, end, i in spans:
        inside = [x for x in inside if -x[0] > at]
        heapify(inside)
        heappush(inside, (-end, i))
        if len(inside) > near:
            far.append(heappop(inside)[1])
    outside = set(far)
    slots = _places([x for x in spans if x[2] not in outside], 0)
    first = min(near, len(set(slots.values())))
    return slots | _places([x for x in spans if x[2] in outside], first)


def _places(spans: Sequence[tuple[int, int, int]], first: int) -> dict[int, int]:
    """Return a place for each (begin, end, value), in the order of begin, from `first` on."""
    slots: dict[int, int] = {}
    free: list[int] = []
    ending: list[tuple[int, int]] = []
    count = first
    for begin, end, i in spans:
        while ending and ending[0][0] <= begin:  # read for the last time by this instruction
            heappush(free, heappop(ending)[1])
        if not free:
            heappush(free, count)
            count += 1
        slots[i] = heappop(free)
        heappush(ending, (end, slots[i]))
    return slots


def run_room(lanes: Lanes, operations: int) -> Room:
    """Return where values of a run are whose step has so many operations."""
    return (LARGE_RUN_ROOM if operations > LARGE else RUN_ROOM)[lanes.real]


def near_bytes(plans: Iterable[Plan], lanes: Lanes) -> int:
    """Return how much memory of a block is used."""
    count = max(plan.near * plan.threads for plan in plans)
    return count * (8 if lanes is not SINGLE else 4)


def near_memory(plans: Iterable[Plan], lanes: Lanes) -> list[str]:
    """Return the memory of a block in which values of its threads wait."""
    every = list(plans)
    count = max(plan.near * plan.threads for plan in every)
    if near_bytes(every, lanes) > NEAR:  # whoever launches it says how much
        return [f"@near = external addrspace(3) global [0 x {lanes.real}], align 8"]
    kind = f"[{count} x {lanes.real}]"
    return [f"@near = internal addrspace(3) global {kind} undef, align 8"] if count else []


def near_lines(real: str, threads: int) -> list[str]:
    """Return the lines that find the first place of this thread in the memory of its block."""
    return [
        "  %near.thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        f"  %near.in = urem i32 %near.thread, {threads}",
        f"  %near.own = getelementptr {real}, ptr addrspace(3) @near, i32 %near.in",
    ]


def near_address(body: Body, slot: int) -> str:
    """Return the address of a place of this thread in the memory of its block."""
    kind = body.lanes.real
    far = slot * body.plan.threads
    return body.line(f"getelementptr {kind}, ptr addrspace(3) %near.own, i64 {far}")


class Body(Operations):
    """The lines of one function that computes a piece of a program.

    overlaps: quotients, angles and extremes are written without branches, so that instructions of
    long programs overlap; short ones, of which many threads have their turn, need fewer registers
    with them.
    """

    def __init__(
        self, plan: Plan, lanes: Lanes, memory: Memory, prefix: str = "", overlaps: bool = True
    ) -> None:
        super().__init__(lanes)
        self.overlaps = overlaps
        self.plan, self.memory, self.prefix_of_tables = plan, memory, prefix
        self.names: dict[int, str] = {}
        self._read: set[int] = set()
        self._turns: dict[int, tuple[str, str]] = {}
        self._small: dict[int, str] = {}

    def write(self, piece: Piece, last: bool, early: bool = False) -> None:
        """Write a piece; the last one also stores results that are no instruction's.

        early: inputs are read before anything is computed, so that memory is waited for once.
        """
        if early:
            self._load_inputs(piece)
        for i in piece.instructions:
            if self.plan.program.instructions[i][0] == "input":
                self._operand(i)
        self._check_inputs(piece)
        asked = _early_reads(self.plan, piece)
        for k, i in enumerate(piece.instructions):
            if self.plan.pace and k % self.plan.pace == 0:
                self.lines.append(f"  {WAIT}")
            for a in asked.get(k, ()):
                self._operand(a)
            self._instruction(i)
            if i in self.plan.slots:
                self.memory.keep(self, self.plan.slots[i], self.names[i])
            for port, index in self.plan.places.get(i, ()):
                self.memory.store(self, port, index, self.names[i])
            for a in self.plan.dropped.get(i, ()):
                self.names.pop(a, None)
        if last:
            for value, places in self.plan.places.items():
                if self.plan.program.instructions[value][0] in LEAVES:
                    for port, index in places:
                        self.memory.store(self, port, index, self._operand(value))

    def value(self, op: str, x: list[str]) -> str:
        """Return the name of op(x), computed."""
        if op == "div" and self.overlaps:
            return quotient(self, x[0], x[1])
        if op in ("min", "max") and self.overlaps:
            return smaller(self, x[0], x[1], op == "max")
        if self.lanes is SINGLE and (op in LOOK_UPS or op in RANGED):
            raw = [f"ptr {x[0]}"] if op in LOOK_UPS else [f"float {x[0]}"]
            raw += [f"float {y}" for y in x[1:]]
            return self.line(f"call float @{symbol(op)}.single({', '.join(raw)})")
        return super().value(op, x)

    def _instruction(self, i: int) -> None:
        fused = self.plan.sums.get(i)
        if fused is not None:
            a, b, c = (self._operand(value) for value in fused.operands)
            self.names[i] = self.fused_product(a, b, c, fused.minus_product, fused.minus_c)
            return
        op, *operands = self.plan.program.instructions[i]
        if op == "input":
            self._operand(i)
        elif op in TURNS:
            self.names[i] = self._sine_and_cosine(operands[0])[TURNS.index(op)]
        else:
            self.names[i] = self.value(op, [self._operand(a) for a in operands])

    def _load_inputs(self, piece: Piece) -> None:
        """Read the inputs of a piece."""
        x = self.plan.program.instructions
        read = {a: None for i in piece.instructions for a in self.plan.operands(i)}
        for a in sorted(a for a in read if x[a][0] == "input"):
            self._operand(a)

    def _check_inputs(self, piece: Piece) -> None:
        """Look once whether all angles that are inputs are in range."""
        x = self.plan.program.instructions
        turned = {x[i][1]: None for i in piece.instructions if x[i][0] in TURNS}
        angles = [a for a in turned if x[a][0] == "input"]
        if angles and self.lanes is not QUICK:
            small = small_angles(self, [self._operand(a) for a in angles], "inputs")
            self._small = dict(zip(angles, small, strict=True))

    def _pair(self, name: str) -> tuple[str, str]:
        """Return sine and cosine of an angle in range."""
        real = self.lanes.real
        turn = TURN_NAME if self.lanes is not SINGLE else f"{TURN_NAME}.single"
        pair = f"{{{real}, {real}}}"
        both = self.line(f"call {pair} @{turn}({real} {name})")
        sine = self.line(f"extractvalue {pair} {both}, 0")
        return sine, self.line(f"extractvalue {pair} {both}, 1")

    def _sine_and_cosine(self, angle: int) -> tuple[str, str]:
        """Return sine and cosine of an angle, taken once."""
        if angle not in self._turns:
            if angle not in self._small:
                x = self._operand(angle)
                self._small[angle] = self._in_range(x, angle)
            self._turns[angle] = self._pair(self._small[angle])
        return self._turns[angle]

    def _in_range(self, x: str, angle: int) -> str:
        """Return an angle whose sines can be taken."""
        if self.lanes is QUICK:
            return known_angle(self, x)
        if self.overlaps:
            return small_angle(self, x)
        return small_angles(self, [x], f"turn{angle}")[0]

    def _operand(self, value: int) -> str:
        name = self.names.get(value)
        if name is None:
            name = self.names[value] = self._fetched_operand(value)
        return name

    def _fetched_operand(self, value: int) -> str:
        op, *operands = self.plan.program.instructions[value]
        if op == "const":
            return self.lanes.number(operands[0])
        if op == "table":
            return f"@{self.prefix_of_tables}table{value}"
        waits = value in self._read and value in self.plan.slots
        if op == "input" and not waits:
            self._read.add(value)
            return self.memory.load(self, operands[0], operands[1])
        return self.memory.fetch(self, self.plan.slots[value])


def tables_of(program: Program, prefix: str = "") -> list[str]:
    """Return the constant arrays of the tables of a program."""
    lines = []
    for i, (op, *rest) in enumerate(program.instructions):
        if op == "table":
            content = table_numbers(rest[0]).tobytes()
            text = content.hex("\\")
            lines.append(
                f'@{prefix}table{i} = internal constant [{len(content)} x i8] c"\\{text}", align 16'
            )
    return lines


class Strided:
    """Ports in the memory of the device, with strides; between kernels, a work space of columns."""

    def __init__(self, plan: Plan, lanes: Lanes) -> None:
        self.plan, self.lanes = plan, lanes
        self.near = plan.near

    def load(self, body: Body, port: int, index: int) -> str:
        """Return the name of a number of an input."""
        at = self._address(body, f"i{port}", index)
        real = self.lanes.real
        if self.near:  # read again where it was dropped
            return body.line(f"load volatile {real}, ptr addrspace(1) {at}")
        return body.line(f"load {real}, ptr addrspace(1) {at}, !invariant.load !0")

    def store(self, body: Body, port: int, index: int, value: str) -> None:
        """Put a value into an output."""
        at = self._address(body, f"o{port}", index)
        body.lines.append(f"  store {self.lanes.real} {value}, ptr addrspace(1) {at}")

    def fetch(self, body: Body, slot: int) -> str:
        """Return the name of a value of the work space."""
        kind = self.lanes.real
        if slot < self.near:
            at = near_address(body, slot)
            return body.line(f"load volatile {kind}, ptr addrspace(3) {at}")
        if self.near:
            return body.line(f"load volatile {kind}, ptr {self._far(body, slot)}")
        at = self._address(body, "w", slot)
        return body.line(f"load {kind}, ptr addrspace(1) {at}")

    def keep(self, body: Body, slot: int, value: str) -> None:
        """Put a value into the work space."""
        kind = self.lanes.real
        if slot < self.near:
            at = near_address(body, slot)
            body.lines.append(f"  store volatile {kind} {value}, ptr addrspace(3) {at}")
            return
        if self.near:
            body.lines.append(f"  store volatile {kind} {value}, ptr {self._far(body, slot)}")
            return
        at = self._address(body, "w", slot)
        body.lines.append(f"  store {kind} {value}, ptr addrspace(1) {at}")

    def _far(self, body: Body, slot: int) -> str:
        """Return the address of a place in the memory of the thread."""
        return body.line(f"getelementptr {self.lanes.real}, ptr %far, i64 {slot - self.near}")

    def _address(self, body: Body, port: str, index: int) -> str:
        distance = body.line(f"mul i64 %{port}.next, {index}")
        kind = self.lanes.real
        return body.line(f"getelementptr {kind}, ptr addrspace(1) %{port}.own, i64 {distance}")


LANE = [
    "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
    "  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()",
    "  %wide = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()",
    "  %tid.long = zext i32 %tid to i64",
    "  %block.long = zext i32 %block to i64",
    "  %wide.long = zext i32 %wide to i64",
    "  %earlier = mul i64 %block.long, %wide.long",
    "  %lane = add i64 %earlier, %tid.long",
    "  %inside = icmp ult i64 %lane, %n",
    "  br i1 %inside, label %go, label %end",
    "go:",
]
"""The lines that find which state a thread has."""
THREAD_DECLARATIONS = [
    f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}()" for name in ("tid.x", "ctaid.x", "ntid.x")
]


def port_arguments(names: Iterable[str]) -> list[str]:
    """Return the arguments of a kernel for some ports: address, two strides."""
    return [
        f"{kind} %{name}{part}"
        for name in names
        for kind, part in (("ptr addrspace(1)", ""), ("i64", ".next"), ("i64", ".lane"))
    ]


def own_addresses(names: Iterable[str], real: str) -> list[str]:
    """Return the lines that find where the numbers of this thread's state begin."""
    lines = []
    for name in names:
        lines += [
            f"  %{name}.far = mul i64 %lane, %{name}.lane",
            f"  %{name}.own = getelementptr {real}, ptr addrspace(1) %{name}, i64 %{name}.far",
        ]
    return lines


def kernel_texts(plan: Plan, lanes: Lanes, names: Sequence[str], early: bool = False) -> list[str]:
    """Return the kernels of a plan, one for each piece, under these names."""
    program = plan.program
    ports = [f"i{k}" for k in range(len(program.inputs))]
    ports += [f"o{k}" for k in range(len(program.outputs))]
    near = plan.near
    if plan.n_slots and not near:
        ports.append("w")
    far = max(plan.n_slots - near, 1)
    texts = [*near_memory([plan], lanes), *tables_of(program, f"{names[0]}.")]
    for k, (piece, name) in enumerate(zip(plan.pieces, names, strict=True)):
        body = Body(plan, lanes, Strided(plan, lanes), f"{names[0]}.", overlaps=not early)
        body.write(piece, k == len(plan.pieces) - 1, early)
        arguments = ", ".join(["i64 %n", *port_arguments(ports)])
        texts += [
            f"define ptx_kernel void @{name}({arguments}) {{",
            "start:",
            *([f"  %far = alloca [{far} x {lanes.real}], align 8"] if near else []),
            *LANE,
            *(near_lines(lanes.real, plan.threads) if near else []),
            *own_addresses(ports, lanes.real),
            *body.lines,
            "  br label %end",
            "end:",
            "  ret void",
            "}",
            "",
        ]
    return texts
