"""Programs as WebAssembly: every value an expression of its operands.

A value that is used once is written where it is used, on the stack; others get a local. Inputs,
constants and what earlier parts have left are loaded once in a part. Functions and look-ups are
those of `kernels.functions`. Products and sums are rounded one by one: there is no fused
multiply-add in the language, so the code gives the bits of other targets with contraction off.
"""

from __future__ import annotations

from collections import Counter

from sarrus.kernels.contraction import PART_SIZE
from sarrus.kernels.functions import LIBRARY, LOOK_UPS, PAIRS, PLAIN, RANGED, TURN
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.program import Program
from sarrus.kernels.schedule import Part, Schedule, schedule_of
from sarrus.kernels.targets.wasm.encoding import EMPTY, F64, I32, Code, FunctionType
from sarrus.kernels.targets.wasm.module import KERNEL, Module
from sarrus.kernels.targets.wasm.native import native_function

INSTRUCTIONS = {
    "add": "f64.add",
    "sub": "f64.sub",
    "mul": "f64.mul",
    "div": "f64.div",
    "neg": "f64.neg",
    "sqrt": "f64.sqrt",
    "abs": "f64.abs",
    "floor": "f64.floor",
    "ceil": "f64.ceil",
    "copysign": "f64.copysign",
    "min": "f64.min",
    "max": "f64.max",
}
"""Operations that the language has with every digit; its min and max are ours."""

COMPARISONS = {"lt": "f64.lt", "le": "f64.le", "eq": "f64.eq", "ne": "f64.ne"}

DEEPEST = 60
"""Values that stand on the stack inside of each other."""

INS, OUTS, WORK = range(3)
"""The parameters of a kernel."""


def program_function(module: Module, program: Program, symbol: str) -> tuple[int, int]:
    """Return the number of the kernel of a program in a module, and its need of work space."""
    plan = schedule_of(program, PART_SIZE)
    number = module.function(symbol, KERNEL, lambda: _kernel(module, program, symbol, plan))
    return number, max(1, 3 * plan.n_places + plan.n_slots)


def _kernel(module: Module, program: Program, symbol: str, plan: Schedule) -> bytes:
    """Return the body of a kernel: its parts one after the other, sines after each."""
    whole = Code(KERNEL[0])
    for k, part in enumerate(plan.parts):
        if part.instructions or part.angles:
            body = _Part(module, program, plan, part).body()
            number = module.function(f"{symbol} part {k}", KERNEL, lambda found=body: found)  # type: ignore[misc]
            for parameter in (INS, OUTS, WORK):
                whole.do("local.get", parameter)
            whole.do("call", number)
        if part.angles:
            _take_sines(module, whole, part, plan.n_places)
    _Part(module, program, plan, Part(()), whole).copy_results()
    return whole.body()


def _take_sines(module: Module, code: Code, part: Part, n_places: int) -> None:
    """Write the call that takes the sines and cosines of a part's angles."""
    code.do("local.get", WORK)
    code.constant(I32, 8 * part.first)
    code.do("i32.add")
    code.constant(I32, 8 * n_places)
    code.constant(I32, len(part.angles))
    code.do("call", module.function("sines", ((I32, I32, I32), ()), lambda: _sines(module)))


def _sines(module: Module) -> bytes:
    """Return the body of sines(angles, distance, count), count > 0.

    Sines stand `distance` bytes behind the angles, cosines as far behind the sines.
    """
    code = Code((I32, I32, I32))
    at, distance, left = range(3)
    sine, cosine, there = code.local(F64), code.local(F64), code.local(I32)
    turn = native_function(module, TURN)
    code.do("loop", EMPTY)
    code.do("local.get", at)
    code.memory("f64.load", 0)
    code.do("call", turn)
    code.do("local.set", there)
    code.do("local.set", cosine)
    code.do("local.set", sine)
    code.do("local.get", there)
    code.do("i32.eqz")
    code.do("if", EMPTY)
    for value, name in ((sine, "sin"), (cosine, "cos")):
        code.do("local.get", at)
        code.memory("f64.load", 0)
        code.do("call", module.library(name))
        code.do("local.set", value)
    code.do("end")
    code.do("local.get", at)
    code.do("local.set", there)
    for value in (sine, cosine):
        code.do("local.get", there)
        code.do("local.get", distance)
        code.do("i32.add")
        code.do("local.tee", there)
        code.do("local.get", value)
        code.memory("f64.store", 0)
    code.do("local.get", at)
    code.constant(I32, 8)
    code.do("i32.add")
    code.do("local.set", at)
    code.do("local.get", left)
    code.constant(I32, -1)
    code.do("i32.add")
    code.do("local.tee", left)
    code.do("br_if", 0)
    code.do("end")
    return code.body()


def _function_in_range(module: Module, op: str) -> int:
    """Return the function of an operation: ours in its range, the library's beyond."""
    count = 2 if op in PAIRS else 1
    kind: FunctionType = ((F64,) * count, (F64,))

    def body() -> bytes:
        code = Code(kind[0])
        fine, found = code.local(I32), code.local(F64)
        for k in range(count):
            code.do("local.get", k)
        code.do("call", native_function(module, RANGED[op]))
        code.do("local.set", fine)
        code.do("local.set", found)
        code.do("local.get", fine)
        code.do("i32.eqz")
        code.do("if", EMPTY)
        for k in range(count):
            code.do("local.get", k)
        code.do("call", module.library(LIBRARY[op]))
        code.do("return")
        code.do("end")
        code.do("local.get", found)
        return code.body()

    return module.function(f"own.{op}", kind, body)


class _Part:
    """Writes the instructions of one part of a program."""

    def __init__(
        self,
        module: Module,
        program: Program,
        plan: Schedule,
        part: Part,
        code: Code | None = None,
    ) -> None:
        self.module, self.program, self.plan, self.part = module, program, plan, part
        self.code = code or Code(KERNEL[0])
        self.own = set(part.instructions)
        self.ports: dict[tuple[int, int], int] = {}
        """Locals that hold the addresses of inputs and outputs."""
        self.known: dict[int, int] = {}
        """Locals that hold values."""
        self.depth: dict[int, int] = {}
        """Of values that are written where they are used: how many stand inside of each other."""
        self.uses = self._uses()
        self.places: dict[int, list[tuple[int, int]]] = {}
        for k, result in enumerate(program.results):
            for j, value in enumerate(result):
                self.places.setdefault(value, []).append((k, j))

    def _uses(self) -> Counter[int]:
        """Return how often each value is read in the part."""
        instructions = self.program.instructions
        found = Counter(a for i in self.part.instructions for a in instructions[i][1:])
        found.update(self.part.angles)
        return found

    def body(self) -> bytes:
        """Return the part."""
        code = self.code
        for i in self.part.instructions:
            if self._is_inline(i):
                continue
            places, slot = self.places.get(i, ()), self.plan.slots.get(i)
            if self.uses[i] + len(places) + (slot is not None) > 1:
                self._compute(i)
                self.known[i] = code.local(F64)
                code.do("local.set", self.known[i])
            if slot is not None:
                self._store(WORK, 8 * (3 * self.plan.n_places + slot), i)
            for k, j in places:
                self._store(self._port(OUTS, k), 8 * j, i)
        for j, angle in enumerate(self.part.angles):
            self._store(WORK, 8 * (self.part.first + j), angle)
        return code.body()

    def copy_results(self) -> None:
        """Write the outputs that are constants, inputs or sines as they are."""
        computed = {i for part in self.plan.parts for i in part.instructions}
        for value, places in self.places.items():
            if value not in computed:
                for k, j in places:
                    self._store(self._port(OUTS, k), 8 * j, value)

    def _is_inline(self, i: int) -> bool:
        """Tell whether a value is written where it is used: it has one use, in this part."""
        if self.uses[i] != 1 or i in self.plan.slots or i in self.places:
            return False
        depths = [self.depth.get(a, 0) for a in self.program.instructions[i][1:]]
        self.depth[i] = 1 + max(depths, default=0)
        if self.depth[i] <= DEEPEST:
            return True
        del self.depth[i]
        self._compute(i)
        self.known[i] = self.code.local(F64)
        self.code.do("local.set", self.known[i])
        return True

    def _store(self, base: int, offset: int, value: int) -> None:
        self.code.do("local.get", base)
        self._value(value)
        self.code.memory("f64.store", offset)

    def _port(self, which: int, k: int) -> int:
        """Return the local with the address of an input or output."""
        if (which, k) not in self.ports:
            found = self.ports[which, k] = self.code.local(I32)
            self.code.do("local.get", which)
            self.code.memory("i32.load", 8 * k)
            self.code.do("local.set", found)
        return self.ports[which, k]

    def _value(self, i: int) -> None:
        """Write a value; it is then on the stack."""
        if i in self.known:
            self.code.do("local.get", self.known[i])
            return
        if i in self.own:
            self._compute(i)
            return
        self._load(i)
        if self.uses[i] > 1:  # the next one finds it in a local
            self.known[i] = self.code.local(F64)
            self.code.do("local.tee", self.known[i])

    def _load(self, i: int) -> None:
        """Write a constant, an input, a sine, or what an earlier part has left."""
        op, *operands = self.program.instructions[i]
        if op == "const":
            self.code.constant(F64, operands[0])
        elif op == "input":
            self.code.do("local.get", self._port(INS, operands[0]))
            self.code.memory("f64.load", 8 * operands[1])
        else:
            n = self.plan.n_places
            if i in self.plan.hoisted:
                turn, k = self.plan.hoisted[i]
                place = (1 if turn == "sin" else 2) * n + k
            else:
                place = 3 * n + self.plan.slots[i]
            self.code.do("local.get", WORK)
            self.code.memory("f64.load", 8 * place)

    def _compute(self, i: int) -> None:
        op, *operands = self.program.instructions[i]
        code = self.code
        if op in LOOK_UPS:
            numbers = table_numbers(self.program.instructions[operands[0]][1])
            code.constant(I32, self.module.constants(numbers))
            for a in operands[1:]:
                self._value(a)
            code.do("call", native_function(self.module, LOOK_UPS[op]))
            return
        if op == "when":
            self._value(operands[1])
            code.constant(F64, 0.0)
            self._truth(operands[0])
            code.do("select")
            return
        if op in ("and", "or"):
            for a in operands:
                self._truth(a)
            code.do(f"i32.{op}")
            code.do("f64.convert_i32_s")
            return
        for a in operands:
            self._value(a)
        if op in INSTRUCTIONS:
            code.do(INSTRUCTIONS[op])
        elif op in COMPARISONS:
            code.do(COMPARISONS[op])
            code.do("f64.convert_i32_s")
        elif op == "not":
            code.constant(F64, 0.0)
            code.do("f64.eq")
            code.do("f64.convert_i32_s")
        elif op in PLAIN:
            code.do("call", native_function(self.module, PLAIN[op]))
        else:
            code.do("call", _function_in_range(self.module, op))

    def _truth(self, i: int) -> None:
        """Write whether a value is not 0."""
        self._value(i)
        self.code.constant(F64, 0.0)
        self.code.do("f64.ne")
