"""Which instruction runs where: the angles first, then the rest in functions of modest size.

Targets that compile function by function need small ones (code generation is super-linear
in the length of a basic block), and sines and cosines are best evaluated together, several
at a time, before everything else. A schedule says so without knowing the target.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.kernels.program import LEAVES, Program

TURNS = ("sin", "cos")


@dataclass(frozen=True)
class Schedule:
    """The order of work.

    angles: values whose sines and cosines are taken first, computed by `before`;
    hoisted: value -> (operation, place among the angles); parts: the other instructions in
    functions; slots: value -> place in the work array, for values that outlive their part.
    """

    angles: tuple[int, ...]
    before: tuple[int, ...]
    hoisted: dict[int, tuple[str, int]]
    parts: tuple[tuple[int, ...], ...]
    slots: dict[int, int]
    n_slots: int


def scheduled(program: Program, part_size: int) -> Schedule:
    """Return the schedule of a program in parts of at most `part_size` instructions."""
    angles, before = _angles(program)
    place = {angle: k for k, angle in enumerate(angles)}
    hoisted = {
        i: (instruction[0], place[instruction[1]])
        for i, instruction in enumerate(program.instructions)
        if instruction[0] in TURNS and instruction[1] in place
    }
    rest = [
        i
        for i, instruction in enumerate(program.instructions)
        if instruction[0] not in LEAVES and i not in hoisted
    ]
    parts = tuple(tuple(rest[k : k + part_size]) for k in range(0, len(rest), part_size)) or ((),)
    slots, n_slots = _slots(program, parts)
    return Schedule(angles, before, hoisted, parts, slots, n_slots)


def _angles(program: Program) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the arguments of sines and cosines that need no sine or cosine, and their code."""
    late: set[int] = set()
    angles: dict[int, None] = {}
    for i, (op, *operands) in enumerate(program.instructions):
        if op in LEAVES:
            continue
        if op in TURNS and operands[0] not in late:
            angles[operands[0]] = None
        if op in TURNS or any(a in late for a in operands):
            late.add(i)
    needed = set(angles)
    for i in range(len(program.instructions) - 1, -1, -1):
        if i in needed and program.instructions[i][0] not in LEAVES:
            needed.update(program.instructions[i][1:])
    code = tuple(i for i in sorted(needed) if program.instructions[i][0] not in LEAVES)
    return tuple(angles), code


def _slots(program: Program, parts: tuple[tuple[int, ...], ...]) -> tuple[dict[int, int], int]:
    """Give every value that a later part reads a place in the work array, reusing places."""
    home = {i: k for k, part in enumerate(parts) for i in part}
    last: dict[int, int] = {}
    for k, part in enumerate(parts):
        for i in part:
            for a in program.instructions[i][1:]:
                if a in home and home[a] < k:
                    last[a] = k
    released: list[list[int]] = [[] for _ in range(len(parts) + 1)]
    slots: dict[int, int] = {}
    free: list[int] = []
    n_slots = 0
    for k, part in enumerate(parts):
        free.extend(released[k])
        for i in part:
            if i not in last:
                continue
            if free:
                slots[i] = free.pop()
            else:
                slots[i] = n_slots
                n_slots += 1
            released[min(last[i] + 1, len(parts))].append(slots[i])
    return slots, n_slots
