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

    leaving: values that are to be read from memory when they are next used; stored: of these, such
    as are not there yet, with their slots; n_slots: how many slots serve.
    """

    leaving: Mapping[int, Sequence[int]]
    stored: Mapping[int, Sequence[tuple[int, int]]]
    n_slots: int


def residence_of(
    order: Sequence[int], reads: Mapping[int, Sequence[int]], kept: Collection[int], count: int
) -> Residence:
    """Return where the values of a function are.

    order: its instructions; reads: the values that each of them needs in a register; kept: values
    that it stores elsewhere as soon as they are there; count: of the registers.
    """
    own = set(order)
    uses: dict[int, list[int]] = {}
    for place in range(len(order) - 1, -1, -1):
        for value in reads[order[place]]:
            uses.setdefault(value, []).append(place)
    held: dict[int, int] = {}
    slots: dict[int, int] = {}
    free: list[int] = []
    n_slots = 0
    leaving: dict[int, list[int]] = {}
    stored: dict[int, list[tuple[int, int]]] = {}
    for place, i in enumerate(order):
        for value in (*reads[i], i):
            later = uses.get(value, [])
            while later and later[-1] <= place:
                later.pop()
            if later:
                held[value] = later[-1]
                continue
            held.pop(value, None)
            if value in slots:
                free.append(slots.pop(value))
        while len(held) > count:
            value = max(held, key=held.__getitem__)
            del held[value]
            leaving.setdefault(i, []).append(value)
            if value in own and value not in kept and value not in slots:
                slots[value] = free.pop() if free else n_slots
                n_slots = max(n_slots, slots[value] + 1)
                stored.setdefault(i, []).append((value, slots[value]))
    return Residence(leaving, stored, n_slots)
