"""Which products of a program are rounded together with their sum.

A fused multiply-add is quicker than a product and a sum, and rounds once. If every compiler chose
by itself which products to fuse, digits would differ between targets; so it is decided here, on
the instruction list, and targets do what is listed. A product is fused if it has no other use in
its part: then it never has to be computed twice, or kept. Of two products in one sum, that with
fewer uses is fused, the first of equals.
"""

from __future__ import annotations

from sarrus.kernels.program import Program
from sarrus.kernels.schedule import Part, Schedule, schedule_of
from sarrus.late_dataclass import dataclass

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


def all_fused_sums(program: Program) -> dict[int, Fused]:
    """Return the sums and differences of a program that take a product into them."""
    plan = schedule_of(program, PART_SIZE)
    return {i: x for part in plan.parts for i, x in fused_sums(program, plan, part).items()}


def fused_sums(program: Program, plan: Schedule, part: Part) -> dict[int, Fused]:
    """Return the sums and differences of a part that take a product into them."""
    instructions = program.instructions
    uses = _uses(program, plan, part)
    found: dict[int, Fused] = {}

    for i in part.instructions:
        instruction = instructions[i]
        op = instruction[0]
        if op != "add" and op != "sub":
            continue
        _, a, b = instruction
        # how often a product of this part is used, 0 for all else
        first = uses.get(a, 0) if instructions[a][0] == "mul" else 0
        second = uses.get(b, 0) if instructions[b][0] == "mul" else 0
        if first == 1:
            taken, other = a, b
        elif second == 1:
            taken, other = b, a
        else:
            continue
        _, x, y = instructions[taken]
        minus = op == "sub"
        found[i] = Fused(taken, x, y, other, minus and taken == b, minus and taken == a)
    return found


def _uses(program: Program, plan: Schedule, part: Part) -> dict[int, int]:
    """Return how often values of a part are read in it or kept beyond it."""
    slots, results, instructions = plan.slots, program.result_uses, program.instructions
    uses = {i: (i in slots) + results.get(i, 0) for i in part.instructions}
    for i in part.instructions:
        for a in instructions[i][1:]:
            if a in uses:
                uses[a] += 1
    for a in part.angles:
        if a in uses:
            uses[a] += 1
    return uses
