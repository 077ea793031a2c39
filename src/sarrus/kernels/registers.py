"""Which values of a long function stay in registers, and which wait in memory.

Straight code of some thousand operations has more live values than a processor has registers. What
compilers do about it depends on heuristics made for loops; here it is decided on the instruction
list: the value whose next use is farthest away leaves the registers (Belady, 1966, "A study of
replacement algorithms for a virtual-storage computer"). A value that is in memory already, such
as an input or a sine, is read again there; another one is first stored in a slot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class Residence:
    """What happens after instructions, by their number.

    leaving: values that are to be read from memory when they are next used; stored: values that are
    put into slots; slots: of each value that is; n_slots: how many serve, as they are used again.
    """

    leaving: Mapping[int, Sequence[int]]
    stored: Mapping[int, Sequence[int]]
    slots: Mapping[int, int]
    n_slots: int


def residence_of(
    functions: Sequence[Sequence[int]],
    reads: Mapping[int, Sequence[int]],
    kept: Collection[int],
    count: int,
) -> Residence:
    """Return where the values of functions are that run one after the other.

    functions: the instructions of each; reads: the values that an instruction needs in a register;
    kept: values that are in memory as soon as they are there, without a slot; count: of registers.
    Between two functions nothing is in a register.
    """
    uses: dict[int, list[int]] = {}
    place = sum(map(len, functions))
    for function in reversed(functions):
        for i in reversed(function):
            place -= 1
            for value in reads[i]:
                uses.setdefault(value, []).append(place)
    made: set[int] = set()
    slots: dict[int, int] = {}
    free: list[int] = []
    n_slots = 0
    leaving: dict[int, list[int]] = {}
    stored: dict[int, list[int]] = {}

    def store(value: int, after: int) -> None:
        nonlocal n_slots
        if value not in made or value in kept or value in slots:
            return
        slots[value] = free.pop() if free else n_slots
        n_slots = max(n_slots, slots[value] + 1)
        stored.setdefault(after, []).append(value)

    for function in functions:
        end = place + len(function)
        held: dict[int, int] = {}
        for i in function:
            made.add(i)
            for value in (*reads[i], i):
                later = uses.get(value, [])
                while later and later[-1] <= place:
                    later.pop()
                if later and later[-1] < end:
                    held[value] = later[-1]
                else:
                    held.pop(value, None)
                if not later and value in slots and value in made:
                    made.discard(value)
                    free.append(slots[value])
            if (own := uses.get(i)) and own[0] >= end:
                store(i, i)
            while len(held) > count:
                value = max(held, key=held.__getitem__)
                del held[value]
                leaving.setdefault(i, []).append(value)
                store(value, i)
            place += 1
    return Residence(leaving, stored, slots, n_slots)
