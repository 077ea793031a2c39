"""Which products of a program are rounded together with their sum.

A fused multiply-add is quicker than a product and a sum, and rounds once. If every compiler chose
by itself which products to fuse, digits would differ between targets; so it is decided here, on
the instruction list, and targets do what is listed. A product is fused if it has no other use in
its part: then it never has to be computed twice, or kept. Of two products in one sum, that with
fewer uses is fused, the first of equals.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sarrus.kernels.program import Program
from sarrus.kernels.schedule import Part, Schedule

PART_SIZE = 1200
"""Instructions per function: larger ones compile slower than linearly and run no faster. It is the
same for all targets, since products are fused within a part."""


@dataclass(frozen=True)
class Fused:
    """a b + c, with the sign of the product and of the summand; product: the value a b."""

    product: int
    a: int
    b: int
    c: int
    minus_product: bool = False
    minus_c: bool = False

    @property
    def operands(self) -> tuple[int, ...]:
        """The values that are read."""
        return self.a, self.b, self.c


def fused_sums(program: Program, plan: Schedule, part: Part) -> dict[int, Fused]:
    """Return the sums and differences of a part that take a product into them."""
    inside = set(part.instructions)
    uses = _uses(program, plan, part)
    found: dict[int, Fused] = {}

    def product(value: int) -> bool:
        return value in inside and program.instructions[value][0] == "mul"

    for i in part.instructions:
        op, *operands = program.instructions[i]
        if op not in ("add", "sub"):
            continue
        a, b = operands
        swap = product(a) and product(b) and uses[a] > uses[b]
        for taken, other in ((b, a), (a, b)) if swap else ((a, b), (b, a)):
            if product(taken) and uses[taken] == 1:
                x, y = program.instructions[taken][1:]
                minus = op == "sub"
                found[i] = Fused(taken, x, y, other, minus and taken == b, minus and taken == a)
                break
    return found


def _uses(program: Program, plan: Schedule, part: Part) -> Counter[int]:
    """Return how often values are read in a part or kept beyond it."""
    uses: Counter[int] = Counter()
    for i in part.instructions:
        uses.update(program.instructions[i][1:])
        uses[i] += i in plan.slots
    uses.update(part.angles)
    for result in program.results:
        uses.update(result)
    return uses
