"""The order of work: everything once, operands before use, no value overwritten while needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Program
from sarrus.kernels.program import LEAVES
from sarrus.kernels.schedule import Schedule, scheduled
from sarrus.kernels.trace import trace


def function(x: Any) -> dict[str, Any]:
    values = list(x)
    for k in range(60):
        a, b = values[-1], values[(5 * k) % len(values)]
        values.append(a * b + (np.sin(b) if k % 7 == 0 else 0.5 * a))
    return {"y": np.array(values[-3:])}


PROGRAM: Program = trace(function, {"x": (4,)})


@pytest.fixture(params=[1, 7, 40, 10_000])
def plan(request: pytest.FixtureRequest) -> Schedule:
    return scheduled(PROGRAM, request.param)


def test_every_instruction_runs_once(plan: Schedule) -> None:
    run = [i for part in plan.parts for i in part]
    rest = [i for i, (op, *_) in enumerate(PROGRAM.instructions) if op not in LEAVES]
    assert sorted([*run, *plan.hoisted]) == rest
    assert run == sorted(run)


def test_angles_come_first(plan: Schedule) -> None:
    """Sines of values that need no other sine are taken before everything else."""
    assert plan.angles
    for i, (op, place) in plan.hoisted.items():
        assert PROGRAM.instructions[i] == (op, plan.angles[place])
    assert not {PROGRAM.instructions[i][0] for i in plan.before} & {"sin", "cos"}


def test_values_survive_until_they_are_read(plan: Schedule) -> None:
    """Play the parts with the work array; locals are forgotten at the end of each part."""
    work: dict[int, int] = {}
    for part in plan.parts:
        own: set[int] = set()
        for i in part:
            for a in PROGRAM.instructions[i][1:]:
                known = a in own or a in plan.hoisted or PROGRAM.instructions[a][0] in LEAVES
                assert known or work[plan.slots[a]] == a
            own.add(i)
            if i in plan.slots:
                assert plan.slots[i] < plan.n_slots
                work[plan.slots[i]] = i


def test_places_are_used_again() -> None:
    plan = scheduled(PROGRAM, 7)
    assert 0 < plan.n_slots < len(plan.slots)
