"""Programs as data for an interpreter in machine code: no compiler is needed to run them.

A value has a slot in the work array: constants come first, then what is taken from the inputs, then
every other value in the order in which it is computed. The code is a list of words of 32 bits, in
groups of one operation:

    operation, count, then for every one of them the slots of its operands

Results go to the next slots, so that they need no word. The order of a program is free but for what
needs what: of the operations whose operands are known, the interpreter does next those that are
most, all in one group, since going from one operation to another costs more than the arithmetic.
What is rounded together is what `contraction` lists, as in all targets: the bits are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.kernels.contraction import PART_SIZE, Fused, fused_sums
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.program import BINARY, LEAVES, UNARY, Program
from sarrus.kernels.schedule import SINES, TURNS, Schedule, schedule_of
from sarrus.kernels.table import FINDERS, ORDERS
from sarrus.late_dataclass import dataclass

END, TAKE, GIVE, TURN = "end", "take", "give", "turn"
"""No more; numbers of an input; numbers of an output; sines and cosines of some angles."""
FUSED, LESS_PRODUCT, LESS_SUMMAND = "fused", "less_product", "less_summand"
"""a b + c, c - a b, a b - c, each rounded once."""

OPERATIONS = (
    END,
    TAKE,
    GIVE,
    TURN,
    FUSED,
    LESS_PRODUCT,
    LESS_SUMMAND,
    *(op for op in UNARY if op not in TURNS),
    *BINARY,
    "piece",
    *ORDERS,
    *FINDERS,
)
"""Operations by their number in the code."""
NUMBER = {op: k for k, op in enumerate(OPERATIONS)}
OPERANDS = (
    dict.fromkeys((FUSED, LESS_PRODUCT, LESS_SUMMAND), 3)
    | dict.fromkeys(UNARY, 1)
    | dict.fromkeys(BINARY, 2)
    | {"piece": 2}
    | dict.fromkeys(ORDERS, 3)
    | {op: 1 + count for op, count in FINDERS.items()}
)
"""Words of one operation of a group. The first of a look-up is where its table begins."""


@dataclass(frozen=True)
class Bytecode:
    """The code of a program, its constants, the numbers of its tables, and the work space."""

    code: np.ndarray
    constants: np.ndarray
    tables: np.ndarray
    work_size: int

    def __bytes__(self) -> bytes:
        sizes = [len(self.code), len(self.constants), len(self.tables), self.work_size]
        parts = (self.code, self.constants, self.tables)
        return b"".join(part.tobytes() for part in (np.array(sizes, dtype="<i8"), *parts))

    @classmethod
    def of_bytes(cls, data: bytes) -> Bytecode:
        """Return what `bytes` wrote."""
        n_code, n_constants, n_tables, work = np.frombuffer(data, dtype="<i8", count=4).tolist()
        code = np.frombuffer(data, dtype="<i4", count=n_code, offset=32)
        at = 32 + code.nbytes
        constants = np.frombuffer(data, dtype="<f8", count=n_constants, offset=at)
        tables = np.frombuffer(data, dtype="<f8", count=n_tables, offset=at + constants.nbytes)
        return cls(code.copy(), constants.copy(), tables.copy(), work)


def bytecode_of(program: Program) -> Bytecode:
    """Return the code of a program for the interpreter.

    The work space also suffices for the program as machine code, which may take its place.
    """
    plan = schedule_of(program, PART_SIZE, SINES)
    constants, taken, tables = _leaves(program)
    slots = {value: k for k, value in enumerate(constants)}
    words: list[int] = []
    for port, entries in taken.items():
        words += [NUMBER[TAKE], len(entries), port, *(index for index, _ in entries)]
        for _, value in entries:
            slots[value] = len(slots)
    starts, numbers = _tables(program, tables)
    size = _Groups(program, plan, slots, starts).write(words)
    for port, result in enumerate(program.results):
        if not result:
            continue
        words += [NUMBER[GIVE], len(result), port, *(slots[value] for value in result)]
    words.append(NUMBER[END])
    return Bytecode(
        np.array(words, dtype="<i4"),
        np.array([program.instructions[value][1] for value in constants], dtype="<f8"),
        numbers,
        max(size, 3 * plan.n_places + plan.n_slots),
    )


def _leaves(
    program: Program,
) -> tuple[list[int], dict[int, list[tuple[int, int]]], list[int]]:
    """Return constants, entries of inputs by port (index and value), and tables."""
    constants: list[int] = []
    taken: dict[int, list[tuple[int, int]]] = {}
    tables: list[int] = []
    for value, instruction in enumerate(program.instructions):
        op = instruction[0]
        if op == "const":
            constants.append(value)
        elif op == "input":
            taken.setdefault(instruction[1], []).append((instruction[2], value))
        elif op == "table":
            tables.append(value)
    return constants, taken, tables


def _tables(program: Program, tables: Sequence[int]) -> tuple[dict[int, int], np.ndarray]:
    """Return where the numbers of each table begin, and all of them."""
    starts: dict[int, int] = {}
    numbers: list[np.ndarray] = [np.zeros(0)]
    at = 0
    for value in tables:
        numbers.append(table_numbers(program.instructions[value][1]))
        starts[value] = at
        at += len(numbers[-1])
    return starts, np.concatenate(numbers)


class _Groups:
    """Puts the operations of a program in an order in which many of one kind follow each other."""

    def __init__(
        self, program: Program, plan: Schedule, slots: dict[int, int], starts: dict[int, int]
    ) -> None:
        self.slots, self.starts = slots, starts
        self.operands: dict[int, tuple[int, ...]] = {}
        self.kinds: dict[int, str] = {}
        self.turned: dict[int, list[tuple[str, int]]] = {}
        self._collect(program, plan)
        self.users: dict[int, list[int]] = {}
        self.missing: dict[int, int] = {}
        self.ready: dict[str, list[int]] = {}
        users, kinds = self.users, self.kinds
        for node, operands in self.operands.items():
            waits = 0
            for a in operands:
                if a not in slots and a not in starts:
                    waits += 1
                    users.setdefault(a, []).append(node)
            if waits:
                self.missing[node] = waits
            else:
                self.ready.setdefault(kinds[node], []).append(node)

    def _collect(self, program: Program, plan: Schedule) -> None:
        """List what is computed; the sines of an angle are the node -1 - angle."""
        sums: dict[int, Fused] = {}
        for part in plan.parts:
            sums |= fused_sums(program, plan, part)
        inside = {fused.product for fused in sums.values()}
        operands, kinds = self.operands, self.kinds
        for value, instruction in enumerate(program.instructions):
            op = instruction[0]
            if op in LEAVES or value in inside:
                continue
            if op in TURNS:
                angle = instruction[1]
                if angle not in self.turned:
                    operands[-1 - angle], kinds[-1 - angle] = (angle,), TURN
                self.turned.setdefault(angle, []).append((op, value))
                continue
            fused = sums.get(value)
            operands[value] = instruction[1:] if fused is None else fused.operands
            kinds[value] = op if fused is None else _fused_operation(fused)

    def write(self, words: list[int]) -> int:
        """Append the groups and return how many slots there are."""
        size = len(self.slots)
        while self.ready:
            sums = {op: len(nodes) for op, nodes in self.ready.items() if op != TURN}
            op = max(sums, key=sums.__getitem__) if sums else TURN
            nodes = self.ready.pop(op)
            if op == TURN:
                size = self._turn(words, nodes, size)
            else:
                size = self._group(words, op, nodes, size)
        return size

    def _group(self, words: list[int], op: str, nodes: list[int], size: int) -> int:
        """Write all operations of a kind that can be done, also those that can be on the way."""
        start = len(words)
        words += (NUMBER[op], 0)
        slots, starts, kinds, missing = self.slots, self.starts, self.kinds, self.missing
        operands, users = self.operands, self.users
        for node in nodes:  # it grows
            for a in operands[node]:
                words.append(slots[a] if a in slots else starts[a])
            slots[node] = size
            size += 1
            for user in users.get(node, ()):
                left = missing[user] = missing[user] - 1
                if not left:
                    kind = kinds[user]
                    (nodes if kind == op else self.ready.setdefault(kind, [])).append(user)
        words[start + 1] = len(nodes)
        return size

    def _turn(self, words: list[int], nodes: list[int], size: int) -> int:
        """Write sines and cosines of angles: as many as are taken at a time, or a multiple."""
        angles = [-1 - node for node in nodes]
        padded = -(-len(angles) // SINES) * SINES
        places = [self.slots[a] for a in angles]
        words += (NUMBER[TURN], padded, *places, *places[-1:] * (padded - len(places)))
        for k, angle in enumerate(angles):
            for op, value in self.turned[angle]:
                self.slots[value] = size + (1 + TURNS.index(op)) * padded + k
                for user in self.users.get(value, ()):
                    self.missing[user] -= 1
                    if not self.missing[user]:
                        self.ready.setdefault(self.kinds[user], []).append(user)
        return size + 3 * padded


def _fused_operation(fused: Fused) -> str:
    return LESS_PRODUCT if fused.minus_product else LESS_SUMMAND if fused.minus_c else FUSED
