"""Lowering of a program to C99: no allocation, no input or output.

    void NAME(const double *in0, ..., double *out0, ..., double *work)

No text of the user gets into the code: arguments are named after our own ports. Constants are
exact (hexadecimal). The code is cut into functions of modest size, so that compilers stay quick.
Functions and look-ups are those of `kernels.functions`, products are fused as `contraction` lists:
compiled without fusing of its own (`-ffp-contract=off`), the code gives the bits of the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable

from sarrus.kernels.contraction import PART_SIZE, Fused, fused_sums
from sarrus.kernels.functions import LIBRARY, LOOK_UPS, PAIRS, PLAIN, RANGED, TURN
from sarrus.kernels.functions.beyond import BEYOND
from sarrus.kernels.functions.beyond import angle as near_angle
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.functions.single import SINGLE, sine_cosine
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import Function
from sarrus.kernels.program import Program
from sarrus.kernels.schedule import TURNS, Part, Schedule, schedule_of
from sarrus.kernels.table import Table
from sarrus.kernels.targets.c.arithmetic import DOUBLE, OF_LIBRARY, Arithmetic
from sarrus.kernels.targets.c.native import c_name, function_texts, type_of
from sarrus.late_dataclass import dataclass

OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
COMPARISONS = {"lt": "<", "le": "<=", "eq": "==", "ne": "!="}


def includes(arithmetic: Arithmetic = DOUBLE) -> str:
    """Return the headers that all code needs."""
    return arithmetic.includes


def support(used: Iterable[str], arithmetic: Arithmetic = DOUBLE, code: str | None = None) -> str:
    """Return the functions that some operations of programs call; they stand before the code.

    code: text after it, if only what that needs is wanted.
    """
    wanted = sorted(set(used))
    functions: list[Function] = []
    wrappers: list[str] = []
    for op in wanted:
        if op in RANGED and not arithmetic.single:
            functions += [RANGED[op], *([] if arithmetic.library else [BEYOND[op]])]
            wrappers.append(_function_in_range(op, arithmetic))
        elif op in SINGLE:
            functions.append(_function_of(op, arithmetic))
    if set(wanted) & set(TURNS):
        functions += _turn_functions(arithmetic)
        wrappers.append(_turn(arithmetic))
    texts = [*function_texts(functions, arithmetic), *wrappers]
    if code is None:
        return "\n".join([arithmetic.support, *texts])
    return "\n".join([arithmetic.needed_support("\n".join([*texts, code])), "", *texts])


def _function_of(op: str, arithmetic: Arithmetic) -> Function:
    """Return the function of an operation that has one for all arguments."""
    return SINGLE[op] if arithmetic.single else (LOOK_UPS | PLAIN)[op]


def _turn_functions(arithmetic: Arithmetic) -> list[Function]:
    if arithmetic.single:
        return [sine_cosine]
    return [TURN] if arithmetic.library else [TURN, near_angle]


def _function_in_range(op: str, arithmetic: Arithmetic) -> str:
    """Return the function of an operation: ours in its range, beyond it the C library's or ours."""
    tree = tree_of(RANGED[op])
    names = ("x", "y") if op in PAIRS else ("x",)
    value = ", ".join(f"double {name}" for name in names)
    passed = ", ".join(names)
    beyond = LIBRARY[op] if arithmetic.library else c_name(tree_of(BEYOND[op]))
    return (
        f"static double sarrus_{op}({value})\n{{\n"
        f"    const {type_of(tree.result)} found = {c_name(tree)}({passed});\n"
        f"    return found.v1 ? found.v0 : {beyond}({passed});\n}}\n"
    )


def _turn(arithmetic: Arithmetic) -> str:
    """Return the function of sine and cosine, which are wanted together."""
    tree, real = tree_of(_turn_functions(arithmetic)[0]), arithmetic.real
    lines = [
        f"static void sarrus_turn({real} x, {real} *sine, {real} *cosine)",
        "{",
        f"    {type_of(tree.result, arithmetic)} found = {c_name(tree)}(x);",
    ]
    if not arithmetic.single and not arithmetic.library:
        lines.append(
            f"    if (!found.v2) found = {c_name(tree)}({c_name(tree_of(near_angle))}(x));"
        )
    if arithmetic.single or not arithmetic.library:
        lines += ["    *sine = found.v0;", "    *cosine = found.v1;"]
    else:
        lines += ["    *sine = found.v2 ? found.v0 : sin(x);"]
        lines += ["    *cosine = found.v2 ? found.v1 : cos(x);"]
    return "\n".join([*lines, "}", ""])


@dataclass(frozen=True)
class CFunction:
    """The text of one kernel: its prototype, its code, and its need of work space."""

    prototype: str
    text: str
    work_size: int
    used: frozenset[str]


def c_function(
    program: Program, name: str, arithmetic: Arithmetic = DOUBLE, work: str = ""
) -> CFunction:
    """Return the C code of a program under a name, which must be an identifier.

    work: an array of the file that it works in, instead of one of the caller.
    """
    writer = _Writer(program, name, schedule_of(program, PART_SIZE), arithmetic)
    real = arithmetic.real
    ports = [*writer.ports(), *([] if work else [f"{real} *work"])]
    prototype = f"void {name}({', '.join(ports)})"
    lines: list[str] = []
    for i, table in writer.tables.items():
        lines.append(_data(f"{name}_table{i}", table, arithmetic))
    body = [prototype, "{"]
    body += [f"    {real} *const work = {work};"] if work else []
    body += [f"    (void){port.name};" for port in program.inputs]
    body.append("    (void)work;")
    arguments = ", ".join([*(p.name for p in (*program.inputs, *program.outputs)), "work"])
    for k, part in enumerate(writer.plan.parts):
        lines += writer.part(k, part)
        body.append(f"    {name}_part{k}({arguments});")
        if part.angles:
            body += writer.turns(part)
    body += [*writer.copies(), "}", ""]
    size = max(1, 3 * writer.plan.n_places + writer.plan.n_slots)
    return CFunction(prototype, "\n".join([*lines, *body]), size, frozenset(program.counts))


def _data(name: str, table: Table, arithmetic: Arithmetic) -> str:
    texts = [arithmetic.number(float(value)) for value in table_numbers(table)]
    lines = [", ".join(texts[k : k + 4]) for k in range(0, len(texts), 4)]
    return f"static {arithmetic.real} {name}[] = {{\n    " + ",\n    ".join(lines) + "\n};\n"


class _Writer:
    """Writes the functions of one program."""

    def __init__(self, program: Program, name: str, plan: Schedule, arithmetic: Arithmetic) -> None:
        self.program, self.name, self.plan = program, name, plan
        self.arithmetic = arithmetic
        self.tables = {i: x[1] for i, x in enumerate(program.instructions) if x[0] == "table"}
        self.places: dict[int, list[str]] = {}
        for port, result in zip(program.outputs, program.results, strict=True):
            for j, value in enumerate(result):
                self.places.setdefault(value, []).append(f"{port.name}[{j}]")

    def part(self, k: int, part: Part) -> list[str]:
        """Return the k-th function."""
        program, known = self.program, dict[int, str]()
        real = self.arithmetic.real
        arguments = ", ".join([*self.ports(), f"{real} *work"])
        head = f"static void {self.name}_part{k}({arguments})"
        lines = [head, "{"]
        lines += [f"    (void){port.name};" for port in (*program.inputs, *program.outputs)]
        lines.append("    (void)work;")
        sums = fused_sums(program, self.plan, part)
        taken = {fused.product for fused in sums.values()}
        computed = [i for i in part.instructions if i not in taken]
        for i in computed:
            op, *operands = program.instructions[i]
            if i in sums:
                code = self._fused_product(sums[i], known)
            else:
                code = self._operation(op, [self._value(a, known) for a in operands])
            lines.append(f"    const {real} v{i} = {code};")
            known[i] = f"v{i}"
            slot = self.plan.slots.get(i)
            if slot is not None:
                lines.append(f"    work[{3 * self.plan.n_places + slot}] = v{i};")
            lines += [f"    {place} = v{i};" for place in self.places.get(i, ())]
        for j, angle in enumerate(part.angles):
            lines.append(f"    work[{part.first + j}] = {self._value(angle, known)};")
        read = {a for i in part.instructions for a in program.instructions[i][1:]}
        read |= {*self.plan.slots, *self.places, *part.angles}
        lines += [f"    (void)v{i};" for i in computed if i not in read]
        return [*lines, "}", ""]

    def ports(self) -> list[str]:
        """Return the declarations of inputs and outputs."""
        real = self.arithmetic.real
        inputs = [f"const {real} *{port.name}" for port in self.program.inputs]
        return [*inputs, *(f"{real} *{port.name}" for port in self.program.outputs)]

    def turns(self, part: Part) -> list[str]:
        """Return the lines that take the sines and cosines of a part's angles."""
        n = self.plan.n_places
        last = part.first + len(part.angles)
        return [
            f"    for (int i = {part.first}; i < {last}; ++i) {{",
            f"        sarrus_turn(work[i], &work[{n} + i], &work[{2 * n} + i]);",
            "    }",
        ]

    def copies(self) -> list[str]:
        """Return the lines of outputs that are constants, inputs or sines as they are."""
        computed = {i for part in self.plan.parts for i in part.instructions}
        return [
            f"    {place} = {self._value(value, {})};"
            for value, places in self.places.items()
            if value not in computed
            for place in places
        ]

    def _value(self, value: int, known: dict[int, str]) -> str:
        if value in known:
            return known[value]
        op, *operands = self.program.instructions[value]
        if op == "const":
            return self.arithmetic.number(operands[0])
        if op == "table":
            return f"{self.name}_table{value}"
        if op == "input":
            return f"{self.program.inputs[operands[0]].name}[{operands[1]}]"
        if value in self.plan.hoisted:
            turn, k = self.plan.hoisted[value]
            return f"work[{(1 if turn == 'sin' else 2) * self.plan.n_places + k}]"
        return f"work[{3 * self.plan.n_places + self.plan.slots[value]}]"

    def _fused_product(self, fused: Fused, known: dict[int, str]) -> str:
        a, b, c = (self._value(value, known) for value in fused.operands)
        a = f"-{a}" if fused.minus_product else a
        c = f"-{c}" if fused.minus_c else c
        return f"sarrus_fused({a}, {b}, {c})"

    def _operation(self, op: str, x: list[str]) -> str:
        real, zero = self.arithmetic.real, "0.0f" if self.arithmetic.single else "0.0"
        if op in OPERATORS:
            return f"{x[0]} {OPERATORS[op]} {x[1]}"
        if op == "neg":
            return f"-{x[0]}"
        if op in COMPARISONS:
            return f"({real})({x[0]} {COMPARISONS[op]} {x[1]})"
        if op == "not":
            return f"({real})({x[0]} == {zero})"
        if op in ("and", "or"):
            sign = "&&" if op == "and" else "||"
            return f"({real})({x[0]} != {zero} {sign} {x[1]} != {zero})"
        if op == "when":
            return f"{x[0]} != {zero} ? {x[1]} : {zero}"
        if op in OF_LIBRARY:
            return f"{self.arithmetic.function(op)}({', '.join(x)})"
        if op in SINGLE and (self.arithmetic.single or op not in RANGED):
            return f"{c_name(tree_of(_function_of(op, self.arithmetic)))}({', '.join(x)})"
        return f"sarrus_{op}({', '.join(x)})"
