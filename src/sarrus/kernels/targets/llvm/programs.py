"""Lowering of a program to the text of LLVM's intermediate representation.

    void kernel(const double **in, double **out, double *work)

With lanes, each number of an array is as many numbers side by side, one for every state, and a
second function `rows` evaluates rows of states (`row_text`).

No text of the user gets into the code: ports are numbers. Constants are exact (written as
the hexadecimal of their bits). Products that `contraction` lists are fused with their sum where the
processor can; no flag lets LLVM round otherwise than written, or changes the handling of NaN.
"""

from __future__ import annotations

from sarrus.kernels.contraction import PART_SIZE, Fused, all_fused_sums
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.program import Program
from sarrus.kernels.registers import Residence, residence_of
from sarrus.kernels.schedule import SINES, Part, Schedule, schedule_of
from sarrus.kernels.table import Table
from sarrus.kernels.targets.llvm.functions import functions_of, sines
from sarrus.kernels.targets.llvm.lanes import ONE, Lanes
from sarrus.kernels.targets.llvm.operations import Operations, operation_declarations
from sarrus.kernels.targets.llvm.rows import rows_text
from sarrus.late_dataclass import dataclass

MANY_ZEROS = 32
"""Numbers of an output that are always zero, from which on it is cleared as a whole first."""


@dataclass(frozen=True)
class Lowered:
    """The text of a module with one public function `kernel`, and its need of work space."""

    text: str
    work_size: int


def program_text(program: Program, lanes: Lanes = ONE) -> Lowered:
    """Return the module of a program."""
    together = -(-SINES // lanes.width)
    plan = schedule_of(program, PART_SIZE, together)
    writer = _Writer(program, plan, lanes)
    arguments = "(ptr %in, ptr %out, ptr %work)"
    apart = lanes.width > 1 and bool(writer.cleared)
    body = [f"define {'internal ' * apart}void @{'values' if apart else 'kernel'}{arguments} {{"]
    functions: list[str] = [sines(together * lanes.width)] if plan.hoisted else []
    functions += functions_of(lanes, program.counts)
    functions += [_table_data(f"table{i}", table) for i, table in writer.tables.items()]
    clearing = [line for k in writer.cleared for line in writer.clearing_lines(k)]
    body += [] if apart else clearing
    for k, part in enumerate(plan.parts):
        functions += writer.part_function(k, part)
        body.append(f"  call void @part{k}(ptr %in, ptr %out, ptr %work)")
        if part.angles:
            body += writer.sines_call(k, part)
    for k, copies in enumerate(writer.copies()):
        functions += writer.copy_function(k, copies)
        body.append(f"  call void @copies{k}(ptr %in, ptr %out, ptr %work)")
    body += ["  ret void", "}", ""]
    if apart:  # zeros stay where they are in the block of `rows`
        body += [f"define void @kernel{arguments} {{", *clearing, f"  call void @values{arguments}"]
        body += ["  ret void", "}", ""]
    if lanes.width > 1:
        body.append(rows_text(program, lanes, "values" if apart else "kernel"))
    notes = ["!0 = !{}", *(["!1 = !{i32 1}"] if lanes.width > 1 else []), ""]
    text = "\n".join([*operation_declarations(lanes), *functions, *body, *notes])
    return Lowered(text, lanes.width * (3 * plan.n_places + writer.n_slots))


def _table_data(name: str, table: Table) -> str:
    """Return the constant array of a table."""
    content = table_numbers(table).tobytes()
    text = content.hex("\\")
    return f'@{name} = internal constant [{len(content)} x i8] c"\\{text}", align 64'


class _Writer:
    """Writes the functions of one program."""

    def __init__(self, program: Program, plan: Schedule, lanes: Lanes) -> None:
        self.program = program
        self.plan = plan
        self.lanes = lanes
        self.tables = {i: x[1] for i, x in enumerate(program.instructions) if x[0] == "table"}
        self.places: dict[int, list[tuple[int, int]]] = {}
        for k, result in enumerate(program.results):
            for j, value in enumerate(result):
                self.places.setdefault(value, []).append((k, j))
        self.sums = all_fused_sums(program)
        self.angles: dict[int, int] = {}
        zeros = {i for i, x in enumerate(program.instructions) if x == ("const", 0.0)}
        self.cleared = [
            k
            for k, result in enumerate(program.results)
            if sum(value in zeros for value in result) >= MANY_ZEROS
        ]
        for zero in zeros & self.places.keys():
            self.places[zero] = [at for at in self.places[zero] if at[0] not in self.cleared]
        self._decide_slots()

    def clearing_lines(self, k: int) -> list[str]:
        """Return the lines that fill an output with zeros, before other numbers are stored."""
        size = 8 * self.lanes.width * len(self.program.results[k])
        return [
            f"  %clear{k}.at = getelementptr ptr, ptr %out, i64 {k}",
            f"  %clear{k} = load ptr, ptr %clear{k}.at",
            f"  call void @llvm.memset.p0.i64(ptr align 8 %clear{k}, i8 0, i64 {size}, i1 false)",
        ]

    def part_function(self, k: int, part: Part) -> list[str]:
        """Return the k-th function, which also stores the angles whose sines come next."""
        body, angles = _Body(self), {a: j for j, a in enumerate(part.angles)}
        for i in self.order[k]:
            body.instruction(i, self.sums.get(i))
            if i in self.crossing:
                body.store(body.operand(i), "%work", self.slot(i))
            for place in self.places.get(i, ()):
                body.output(i, place)
            if i in angles:
                body.store(body.operand(i), "%work", part.first + angles.pop(i))
            for value in self.residence.stored.get(i, ()):
                body.store(body.operand(value), "%work", self.slot(value))
            for value in self.residence.leaving.get(i, ()):
                body.names.pop(value, None)
        for angle, j in angles.items():  # inputs, and values of earlier parts
            body.store(body.operand(angle), "%work", part.first + j)
        for j in range(len(part.angles), part.padded):
            body.store(self.lanes.number(0.0), "%work", part.first + j)
        return body.function(f"part{k}")

    def slot(self, value: int) -> int:
        """Return the place in the work array of a value that waits there."""
        return 3 * self.plan.n_places + self.slots[value]

    def _decide_slots(self) -> None:
        """Decide which values wait in the work array, and where.

        Short programs, and those of one state, are left to LLVM, which finds orders of them that
        need fewer registers; of long ones it keeps too much, a quarter more instructions.
        """
        instructions, plan = self.program.instructions, self.plan
        taken = {fused.product for fused in self.sums.values()}
        self.order = [[i for i in part.instructions if i not in taken] for part in plan.parts]
        self.residence = Residence({}, {}, {}, 0)
        self.crossing, self.slots, self.n_slots = set(plan.slots), plan.slots, plan.n_slots
        if self.lanes.width == 1 or len(instructions) <= PART_SIZE:
            return
        reads = {
            i: [
                a
                for a in (self.sums[i].operands if i in self.sums else instructions[i][1:])
                if instructions[a][0] not in ("const", "table")
            ]
            for some in self.order
            for i in some
        }
        made = [set(order) for order in self.order]
        everything = set().union(*made)
        self.angles = {
            a: part.first + j
            for part, own in zip(plan.parts, made, strict=True)
            for j, a in enumerate(part.angles)
            if a in own
        }
        after: int | None = None
        for part, order in zip(reversed(plan.parts), reversed(self.order), strict=True):
            if after is not None:  # angles of earlier parts are copied at the end of this one
                reads[after] += [a for a in part.angles if a in everything]
            after = order[0] if order else after
        kept = self.places.keys() | self.angles.keys()
        found = self.residence = residence_of(self.order, reads, kept, self.lanes.registers)
        self.crossing.clear()
        self.slots, self.n_slots = dict(found.slots), found.n_slots

    def sines_call(self, k: int, part: Part) -> list[str]:
        """Return the lines that take the sines and cosines of a part's angles."""
        n, width = self.plan.n_places, self.lanes.width
        starts = {"angle": part.first, "sin": n + part.first, "cos": 2 * n + part.first}
        places = [
            f"  %{name}{k} = getelementptr double, ptr %work, i64 {width * at}"
            for name, at in starts.items()
        ]
        return [
            *places,
            f"  call void @sines(ptr %angle{k}, ptr %sin{k}, ptr %cos{k}, "
            f"i64 {width * part.padded})",
        ]

    def copies(self) -> list[list[tuple[int, tuple[int, int]]]]:
        """Return outputs that are constants, inputs or sines as they are, in groups."""
        computed = {i for part in self.plan.parts for i in part.instructions}
        found = [
            (value, place)
            for value, places in self.places.items()
            if value not in computed
            for place in places
        ]
        return [found[k : k + PART_SIZE] for k in range(0, len(found), PART_SIZE)]

    def copy_function(self, k: int, copies: list[tuple[int, tuple[int, int]]]) -> list[str]:
        """Return the k-th function that only copies values to outputs."""
        body = _Body(self)
        for value, place in copies:
            body.output(value, place)
        return body.function(f"copies{k}")


class _Body(Operations):
    """The body of one function."""

    def __init__(self, writer: _Writer) -> None:
        super().__init__(writer.lanes)
        self.writer = writer
        self.head: list[str] = []
        self.names: dict[int, str] = {}
        self.pointers: dict[tuple[str, int], str] = {}

    def function(self, name: str) -> list[str]:
        """Return the finished function."""
        opening = f"define internal void @{name}(ptr %in, ptr %out, ptr %work) noinline {{"
        return [opening, *self.head, *self.lines, "  ret void", "}", ""]

    def operand(self, value: int) -> str:
        """Return the name of a value, loading it if another function made it."""
        name = self.names.get(value)
        if name is None:
            name = self.names[value] = self._operand(value)
        return name

    def instruction(self, i: int, fused: Fused | None) -> None:
        """Write instruction i, of which a product may be part."""
        if fused is not None:
            a, b, c = (self.operand(value) for value in fused.operands)
            self.names[i] = self.fused_product(a, b, c, fused.minus_product, fused.minus_c)
            return
        op, *operands = self.writer.program.instructions[i]
        self.names[i] = self.value(op, [self.operand(a) for a in operands])

    def output(self, value: int, place: tuple[int, int]) -> None:
        """Store a value in an output, given by port and index."""
        self.store(self.operand(value), self._pointer("%out", place[0]), place[1])

    def store(self, value: str, base: str, index: int) -> None:
        """Write base[index] = value."""
        address = self._address(base, index)
        self.lines.append(f"  store {self.lanes.real} {value}, ptr {address}, align 8")

    def _operand(self, value: int) -> str:
        plan = self.writer.plan
        op, *operands = self.writer.program.instructions[value]
        if op == "const":
            return self.lanes.number(operands[0])
        if op == "table":
            return f"@table{value}"
        if op == "input":
            return self._load(
                self._pointer("%in", operands[0]), operands[1], ", !invariant.load !0"
            )
        if value in plan.hoisted:
            turn, k = plan.hoisted[value]
            return self._load("%work", (1 if turn == "sin" else 2) * plan.n_places + k)
        if value in self.writer.slots:
            return self._load("%work", self.writer.slot(value))
        if value in self.writer.angles:
            return self._load("%work", self.writer.angles[value])
        port, index = self.writer.places[value][0]
        return self._load(self._pointer("%out", port), index)

    def _pointer(self, array: str, port: int) -> str:
        name = self.pointers.get((array, port))
        if name is None:
            name = f"%{array[1:]}{port}"
            self.head.append(f"  {name}.at = getelementptr ptr, ptr {array}, i64 {port}")
            self.head.append(f"  {name} = load ptr, ptr {name}.at, !invariant.load !0")
            self.pointers[array, port] = name
        return name

    def _load(self, base: str, index: int, note: str = "") -> str:
        return self.line(f"load {self.lanes.real}, ptr {self._address(base, index)}, align 8{note}")

    def _address(self, base: str, index: int) -> str:
        return self.line(f"getelementptr double, ptr {base}, i64 {self.lanes.width * index}")
