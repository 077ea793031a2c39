"""Values that wait in memory: always found again, never more in registers than there are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sarrus.kernels.registers import residence_of


def random_functions(
    seed: int, count: int, functions: int
) -> tuple[list[list[int]], dict[int, list[int]], set[int]]:
    """Return instructions that read inputs (below 10) and earlier ones, and values kept apart."""
    random = np.random.default_rng(seed)
    numbers = list(range(10, 10 + count))
    reads = {i: random.integers(0, i, random.integers(1, 4)).tolist() for i in numbers}
    cuts = np.linspace(0, count, functions + 1).astype(int)
    kept = {i for i in numbers if random.random() < 0.1}
    return [numbers[a:b] for a, b in pairwise(cuts)], reads, kept


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("registers", [4, 9, 30])
@pytest.mark.parametrize("functions", [1, 4])
def test_values_are_where_they_are_read(seed: int, registers: int, functions: int) -> None:
    order, reads, kept = random_functions(seed, 300, functions)
    plan = residence_of(order, reads, kept, registers)
    memory: dict[int, int] = {}  # slot to value
    known = set(range(10))
    for function in order:
        held: set[int] = set()
        last = {value: i for i in function for value in reads[i]}
        for i in function:
            for value in reads[i]:
                if value not in held:
                    slot = plan.slots.get(value)
                    assert value in known or memory[slot] == value
                    held.add(value)
            held.add(i)
            known |= {i} & kept
            for value in plan.stored.get(i, ()):
                assert value in held
                memory[plan.slots[value]] = value
            held -= set(plan.leaving.get(i, ()))
            held = {value for value in held if last.get(value, -1) > i}
            assert len(held) <= registers
    assert all(slot < plan.n_slots for slot in plan.slots.values())


def test_slots_are_used_again() -> None:
    order, reads, _ = random_functions(1, 300, 1)
    plan = residence_of(order, reads, (), 4)
    assert plan.n_slots < len(plan.slots)


def test_enough_registers_need_no_memory() -> None:
    order, reads, kept = random_functions(2, 50, 1)
    plan = residence_of(order, reads, kept, 1000)
    assert not plan.leaving and not plan.stored and plan.n_slots == 0
