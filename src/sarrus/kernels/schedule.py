"""Which instruction runs where: in rounds, each ended by its sines, in functions of modest size.

Targets that compile function by function need small ones (code generation is super-linear
in the length of a basic block), and sines and cosines are best evaluated together, several
at a time. The first round computes what needs no sine, the next what needs the sines of the
first round's angles, and so on: a kernel of one state has two rounds, a step of a Runge-Kutta
method two for every stage. A schedule says so without knowing the target.
"""

from __future__ import annotations

from sarrus.kernels.program import LEAVES, Program
from sarrus.late_dataclass import dataclass

TURNS = ("sin", "cos")

SINES = 4
"""Sines that are taken at a time, at least: kernels of one state collect their angles for it."""


@dataclass(frozen=True)
class Part:
    """Instructions of one function, and the angles whose sines are taken after it.

    first: the place of the first of these angles among those of the whole program; padded: how
    many places they take.
    """

    instructions: tuple[int, ...]
    angles: tuple[int, ...] = ()
    first: int = 0
    padded: int = 0


@dataclass(frozen=True)
class Schedule:
    """The order of work.

    parts: functions one after the other; hoisted: value of a sine or cosine -> (operation, place
    of its angle); n_places: of the angles of all parts; slots: value -> place in the work array,
    for values that outlive their part.
    """

    parts: tuple[Part, ...]
    hoisted: dict[int, tuple[str, int]]
    n_places: int
    slots: dict[int, int]
    n_slots: int


def schedule_of(program: Program, part_size: int, lanes: int = 1) -> Schedule:
    """Return the schedule of a program in parts of at most `part_size` instructions.

    lanes: how many sines are evaluated at a time; the places of a part's angles are padded to it.
    """
    rounds, angles = _rounds(program)
    parts: list[Part] = []
    place: dict[int, int] = {}
    at = 0
    for instructions, turned in zip(rounds, angles, strict=True):
        cuts = range(0, len(instructions), part_size)
        pieces = [tuple(instructions[k : k + part_size]) for k in cuts] or [()]
        padded = -(-len(turned) // lanes) * lanes
        parts += [Part(piece) for piece in pieces[:-1]]
        parts.append(Part(pieces[-1], tuple(turned), at, padded))
        place |= {angle: at + k for k, angle in enumerate(turned)}
        at += padded
    hoisted = {
        i: (instruction[0], place[instruction[1]])
        for i, instruction in enumerate(program.instructions)
        if instruction[0] in TURNS
    }
    slots, n_slots = _slots(program, parts)
    return Schedule(tuple(parts), hoisted, at, slots, n_slots)


def _rounds(program: Program) -> tuple[list[list[int]], list[list[int]]]:
    """Return the instructions of every round but sines and cosines, and the angles that end it."""
    earliest, turned = _earliest(program)
    latest = _latest(program, earliest, turned)
    rounds: list[list[int]] = [[] for _ in range(max(earliest, default=0) + 1)]
    for i, instruction in enumerate(program.instructions):
        op = instruction[0]
        if op not in LEAVES and op not in TURNS:
            rounds[latest[i]].append(i)
    angles: list[list[int]] = [[] for _ in rounds]
    for angle, k in turned.items():
        angles[k].append(angle)
    return rounds, angles


def _earliest(program: Program) -> tuple[list[int], dict[int, int]]:
    """Return the first round in which each value is available, and that of each angle."""
    earliest: list[int] = []
    turned: dict[int, int] = {}
    for instruction in program.instructions:
        op = instruction[0]
        if op in LEAVES:
            earliest.append(0)
            continue
        ready = 0
        for a in instruction[1:]:
            if earliest[a] > ready:
                ready = earliest[a]
        if op in TURNS:
            turned[instruction[1]] = ready
            ready += 1
        earliest.append(ready)
    return earliest, turned


def _latest(program: Program, earliest: list[int], turned: dict[int, int]) -> list[int]:
    """Return the round in which each value is first needed; results are made when they can be."""
    latest = [len(earliest)] * len(earliest)
    for angle, k in turned.items():
        latest[angle] = k
    results = {value for result in program.results for value in result}
    for i in range(len(earliest) - 1, -1, -1):
        instruction = program.instructions[i]
        op = instruction[0]
        if op in LEAVES:
            continue
        own = latest[i]
        if own == len(earliest) or i in results:
            own = latest[i] = earliest[i]
        if op not in TURNS:
            for a in instruction[1:]:
                if own < latest[a]:
                    latest[a] = own
    return latest


def _slots(program: Program, parts: list[Part]) -> tuple[dict[int, int], int]:
    """Give every value that a later part reads a place in the work array, reusing places."""
    home = {i: k for k, part in enumerate(parts) for i in part.instructions}
    last: dict[int, int] = {}
    for k, part in enumerate(parts):
        reads = [a for i in part.instructions for a in program.instructions[i][1:]]
        for a in (*reads, *part.angles):
            if a in home and home[a] < k:
                last[a] = k
    released: list[list[int]] = [[] for _ in range(len(parts) + 1)]
    slots: dict[int, int] = {}
    free: list[int] = []
    n_slots = 0
    for k, part in enumerate(parts):
        free.extend(released[k])
        for i in part.instructions:
            if i not in last:
                continue
            if free:
                slots[i] = free.pop()
            else:
                slots[i] = n_slots
                n_slots += 1
            released[min(last[i] + 1, len(parts))].append(slots[i])
    return slots, n_slots
