"""Lowering of a program to C99: no allocation, no input or output, the C library's functions only.

    void NAME(const double *in0, ..., double *out0, ..., double *work)

No text of the user gets into the code: arguments are named after our own ports. Constants are
exact (hexadecimal). The code is cut into functions of modest size, so that compilers stay quick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.kernels.functions.look_up import inverse_distance
from sarrus.kernels.program import Program
from sarrus.kernels.schedule import Part, Schedule, scheduled
from sarrus.kernels.table import ORDERS, Table

PART_SIZE = 400
"""Instructions per function."""

OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
COMPARISONS = {"lt": "<", "le": "<=", "eq": "==", "ne": "!="}
LIBRARY = {
    "sqrt": "sqrt",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "asin": "asin",
    "acos": "acos",
    "atan": "atan",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "exp": "exp",
    "log": "log",
    "abs": "fabs",
    "floor": "floor",
    "ceil": "ceil",
    "pow": "pow",
    "atan2": "atan2",
    "mod": "fmod",
    "hypot": "hypot",
    "copysign": "copysign",
}
OWN = {"min": "sarrus_min", "max": "sarrus_max", "sign": "sarrus_sign"}

COMMON = """
static double sarrus_min(double a, double b) { return a != a || b != b ? a + b : (b < a ? b : a); }
static double sarrus_max(double a, double b) { return a != a || b != b ? a + b : (b > a ? b : a); }
static double sarrus_sign(double a) { return a != a ? a : (double)((a > 0.0) - (a < 0.0)); }
"""
"""Functions that the C library does not have, or not with our handling of NaN."""

TABLES = """
/* A table: number of rows, their inverse distance or 0, the rows, five numbers for each piece. */
static double sarrus_piece(const double *table, double x)
{
    const int n = (int)table[0];
    const double rate = table[1], *rows = table + 2;
    int low = 0, high = n - 1;
    if (!(x >= rows[0])) return 0.0;
    if (x > rows[n - 1]) return (double)n;
    if (rate > 0.0) {
        low = (int)((x - rows[0]) * rate);
        if (low > n - 2) low = n - 2;
        if (x < rows[low]) return (double)low;
        if (x >= rows[low + 1] && low < n - 2) ++low;
        return (double)(low + 1);
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (rows[middle] <= x) low = middle; else high = middle;
    }
    return (double)(low + 1);
}

static double sarrus_look(const double *table, double x, double piece, int order)
{
    const int n = (int)table[0], k = (int)piece, row = k < 1 ? 0 : k - 1;
    const double largest = 0x1p+1023, *rows = table + 2, *c = rows + n + 5 * k;
    const double at = x > largest ? largest : (x < -largest ? -largest : x);
    const double d = at - rows[row];
    switch (order) {
    case -1: return c[4] + d * (c[0] + d * (c[1] / 2.0 + d * (c[2] / 3.0 + d * (c[3] / 4.0))));
    case 0: return c[0] + d * (c[1] + d * (c[2] + d * c[3]));
    case 1: return c[1] + d * (2.0 * c[2] + d * (3.0 * c[3]));
    case 2: return 2.0 * c[2] + d * (6.0 * c[3]);
    default: return 6.0 * c[3];
    }
}
"""
"""Look-ups in tables."""


@dataclass(frozen=True)
class CFunction:
    """The text of one kernel: its prototype, its code, and its need of work space."""

    prototype: str
    text: str
    work_size: int
    used: frozenset[str]


def number(value: float) -> str:
    """Return a number as C reads it without rounding."""
    if value != value:
        return "NAN"
    if value in (float("inf"), float("-inf")):
        return "INFINITY" if value > 0 else "(-INFINITY)"
    text = value.hex()
    return text if value >= 0.0 and not text.startswith("-") else f"({text})"


def c_function(program: Program, name: str) -> CFunction:
    """Return the C code of a program under a name, which must be an identifier."""
    writer = _Writer(program, name, scheduled(program, PART_SIZE))
    ports = [f"const double *{port.name}" for port in program.inputs]
    ports += [f"double *{port.name}" for port in program.outputs]
    prototype = f"void {name}({', '.join([*ports, 'double *work'])})"
    lines: list[str] = []
    for i, table in writer.tables.items():
        lines.append(_data(f"{name}_table{i}", table))
    body = [prototype, "{"]
    body += [f"    (void){port.name};" for port in program.inputs]
    arguments = ", ".join([*(p.name for p in (*program.inputs, *program.outputs)), "work"])
    for k, part in enumerate(writer.plan.parts):
        lines += writer.part(k, part)
        body.append(f"    {name}_part{k}({arguments});")
        if part.angles:
            body += writer.turns(part)
    body += [*writer.copies(), "}", ""]
    size = max(1, 3 * writer.plan.n_places + writer.plan.n_slots)
    return CFunction(prototype, "\n".join([*lines, *body]), size, frozenset(program.counts))


def _data(name: str, table: Table) -> str:
    rows, pieces = np.asarray(table.x, dtype=float), np.asarray(table.pieces, dtype=float)
    values = [float(len(rows)), inverse_distance(rows), *rows.tolist(), *pieces.ravel().tolist()]
    texts = [number(value) for value in values]
    lines = [", ".join(texts[k : k + 4]) for k in range(0, len(texts), 4)]
    return f"static const double {name}[] = {{\n    " + ",\n    ".join(lines) + "\n};\n"


class _Writer:
    """Writes the functions of one program."""

    def __init__(self, program: Program, name: str, plan: Schedule) -> None:
        self.program, self.name, self.plan = program, name, plan
        self.tables = {i: x[1] for i, x in enumerate(program.instructions) if x[0] == "table"}
        self.places: dict[int, list[str]] = {}
        for port, result in zip(program.outputs, program.results, strict=True):
            for j, value in enumerate(result):
                self.places.setdefault(value, []).append(f"{port.name}[{j}]")

    def part(self, k: int, part: Part) -> list[str]:
        """Return the k-th function."""
        program, known = self.program, dict[int, str]()
        ports = [f"const double *{port.name}" for port in program.inputs]
        ports += [f"double *{port.name}" for port in program.outputs]
        head = f"static void {self.name}_part{k}({', '.join([*ports, 'double *work'])})"
        lines = [head, "{"]
        lines += [f"    (void){port.name};" for port in (*program.inputs, *program.outputs)]
        lines.append("    (void)work;")
        for i in part.instructions:
            op, *operands = program.instructions[i]
            code = self._computed(op, [self._value(a, known) for a in operands])
            lines.append(f"    const double v{i} = {code};")
            known[i] = f"v{i}"
            slot = self.plan.slots.get(i)
            if slot is not None:
                lines.append(f"    work[{3 * self.plan.n_places + slot}] = v{i};")
            lines += [f"    {place} = v{i};" for place in self.places.get(i, ())]
        for j, angle in enumerate(part.angles):
            lines.append(f"    work[{part.first + j}] = {self._value(angle, known)};")
        read = {a for i in part.instructions for a in program.instructions[i][1:]}
        read |= {*self.plan.slots, *self.places, *part.angles}
        lines += [f"    (void)v{i};" for i in part.instructions if i not in read]
        return [*lines, "}", ""]

    def turns(self, part: Part) -> list[str]:
        """Return the lines that take the sines and cosines of a part's angles."""
        n = self.plan.n_places
        last = part.first + len(part.angles)
        return [
            f"    for (int i = {part.first}; i < {last}; ++i) {{",
            f"        work[{n} + i] = sin(work[i]);",
            f"        work[{2 * n} + i] = cos(work[i]);",
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
            return number(operands[0])
        if op == "table":
            return f"{self.name}_table{value}"
        if op == "input":
            return f"{self.program.inputs[operands[0]].name}[{operands[1]}]"
        if value in self.plan.hoisted:
            turn, k = self.plan.hoisted[value]
            return f"work[{(1 if turn == 'sin' else 2) * self.plan.n_places + k}]"
        return f"work[{3 * self.plan.n_places + self.plan.slots[value]}]"

    @staticmethod
    def _computed(op: str, x: list[str]) -> str:
        if op in OPERATORS:
            return f"{x[0]} {OPERATORS[op]} {x[1]}"
        if op == "neg":
            return f"-{x[0]}"
        if op in COMPARISONS:
            return f"(double)({x[0]} {COMPARISONS[op]} {x[1]})"
        if op == "not":
            return f"(double)({x[0]} == 0.0)"
        if op in ("and", "or"):
            sign = "&&" if op == "and" else "||"
            return f"(double)({x[0]} != 0.0 {sign} {x[1]} != 0.0)"
        if op == "when":
            return f"{x[0]} != 0.0 ? {x[1]} : 0.0"
        if op == "piece":
            return f"sarrus_piece({x[0]}, {x[1]})"
        if op in ORDERS:
            return f"sarrus_look({x[0]}, {x[1]}, {x[2]}, {ORDERS[op]})"
        return f"{OWN.get(op) or LIBRARY[op]}({', '.join(x)})"
