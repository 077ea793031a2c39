"""The order of work: everything once, operands before use, no value overwritten while needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Program
from sarrus.kernels.program import LEAVES
from sarrus.kernels.schedule import TURNS, Schedule, schedule_of
from sarrus.kernels.trace import trace


def mixed(x: Any) -> dict[str, Any]:
    """Sines of sums of sines: many rounds, with values that wait for later ones."""
    values = list(x)
    for k in range(60):
        a, b = values[-1], values[(5 * k) % len(values)]
        values.append(a * b + (np.sin(b) if k % 7 == 0 else 0.5 * a))
    return {"y": np.array(values[-3:])}


def two_rounds(x: Any) -> dict[str, Any]:
    """What one state of a mechanism needs: angles, their sines, the rest."""
    s, c = np.sin(x[:3]), np.cos(x[:3] + x[3])
    return {"y": s * c + x[3], "angles": x[:3] + x[3]}


def nested(x: Any) -> dict[str, Any]:
    """Sines of sines, some of them results themselves."""
    first = np.sin(x[0])
    second = np.cos(first)
    third = np.sin(second * x[1])
    return {"y": np.array([first, second, third, np.cos(x[0]), third * first])}


def straight(x: Any) -> dict[str, Any]:
    """No sine at all."""
    return {"y": np.array([(x[0] + x[1]) * x[2], x[3] * x[0] - x[1]])}


def untouched(x: Any) -> dict[str, Any]:
    """Nothing to compute."""
    return {"y": np.array([x[1], x[0]]), "zero": np.zeros(2)}


FUNCTIONS: dict[str, Callable[[Any], dict[str, Any]]] = {
    function.__name__: function for function in (mixed, two_rounds, nested, straight, untouched)
}
PROGRAMS = {name: trace(function, {"x": (4,)}) for name, function in FUNCTIONS.items()}


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    return PROGRAMS[request.param]


@pytest.fixture(params=[1, 7, 40, 10_000])
def size(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(params=[1, 8])
def lanes(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture
def plan(program: Program, size: int, lanes: int) -> Schedule:
    return schedule_of(program, size, lanes)


def instructions(plan: Schedule) -> list[int]:
    return [i for part in plan.parts for i in part.instructions]


def test_every_instruction_runs_once(program: Program, plan: Schedule) -> None:
    rest = [i for i, (op, *_) in enumerate(program.instructions) if op not in LEAVES]
    assert sorted([*instructions(plan), *plan.hoisted]) == rest


def test_parts_are_of_modest_size(plan: Schedule, size: int) -> None:
    assert all(len(part.instructions) <= size for part in plan.parts)


def test_sines_are_taken_between_parts(program: Program, plan: Schedule) -> None:
    """Every sine is hoisted, and stands for the sine of the angle at its place."""
    turns = [i for i, (op, *_) in enumerate(program.instructions) if op in TURNS]
    assert sorted(plan.hoisted) == turns
    angle_at = {part.first + k: angle for part in plan.parts for k, angle in enumerate(part.angles)}
    for i, (op, place) in plan.hoisted.items():
        assert program.instructions[i] == (op, angle_at[place])


def test_every_angle_is_taken_once(plan: Schedule) -> None:
    angles = [angle for part in plan.parts for angle in part.angles]
    assert len(angles) == len(set(angles))


def test_places_of_angles_are_padded_and_apart(plan: Schedule, lanes: int) -> None:
    """Sines are evaluated several at a time, in memory that no other round uses."""
    taken: list[int] = []
    for part in plan.parts:
        assert part.padded % lanes == 0
        assert 0 <= part.padded - len(part.angles) < lanes
        taken += range(part.first, part.first + part.padded)
    assert taken == list(range(plan.n_places))


def test_operands_come_before_use(program: Program, plan: Schedule) -> None:
    """Play the rounds: a value is known once its part has run, a sine after its round's end."""
    known = {i for i, (op, *_) in enumerate(program.instructions) if op in LEAVES}
    for part in plan.parts:
        for i in part.instructions:
            assert known.issuperset(program.instructions[i][1:])
            known.add(i)
        assert known.issuperset(part.angles)
        places = {part.first + k for k in range(len(part.angles))}
        known |= {i for i, (_, place) in plan.hoisted.items() if place in places}
    assert known == set(range(len(program.instructions)))


def test_rounds_are_as_few_as_sines_of_sines(program: Program, plan: Schedule) -> None:
    """A sine is taken in the first round in which its angle is known, so none waits for nothing."""
    depth: list[int] = []
    for op, *operands in program.instructions:
        deepest = 0 if op in LEAVES else max(depth[a] for a in operands)
        depth.append(deepest + (op in TURNS))
    deepest = max((depth[i] for i in plan.hoisted), default=0)
    with_angles = [part for part in plan.parts if part.angles]
    assert len(with_angles) == deepest
    for k, part in enumerate(with_angles):
        assert {depth[angle] for angle in part.angles} == {k}


def test_values_survive_until_they_are_read(program: Program, plan: Schedule) -> None:
    """Play the parts with the work array; locals are forgotten at the end of each part."""
    work: dict[int, int] = {}
    for part in plan.parts:
        own: set[int] = set()

        def read(a: int, own: set[int] = own) -> None:
            known = a in own or a in plan.hoisted or program.instructions[a][0] in LEAVES
            assert known or work[plan.slots[a]] == a

        for i in part.instructions:
            for a in program.instructions[i][1:]:
                read(a)
            own.add(i)
            if i in plan.slots:
                assert 0 <= plan.slots[i] < plan.n_slots
                work[plan.slots[i]] = i
        for angle in part.angles:
            read(angle)


def test_only_what_outlives_its_part_has_a_place(program: Program, plan: Schedule) -> None:
    home = {i: k for k, part in enumerate(plan.parts) for i in part.instructions}
    outlive = set()
    for k, part in enumerate(plan.parts):
        reads = [a for i in part.instructions for a in program.instructions[i][1:]]
        outlive |= {a for a in (*reads, *part.angles) if home.get(a, k) < k}
    assert set(plan.slots) == outlive


@pytest.mark.parametrize("size", [3, 7])
def test_places_are_used_again(size: int) -> None:
    plan = schedule_of(PROGRAMS["mixed"], size)
    assert 0 < plan.n_slots < len(plan.slots)


def test_one_state_has_two_rounds() -> None:
    """The first has what angles need and nothing else that could wait."""
    program = PROGRAMS["two_rounds"]
    plan = schedule_of(program, 10_000, 8)
    first, second = plan.parts
    assert len(first.angles) == 6 and first.padded == plan.n_places == 8
    assert {program.instructions[i][0] for i in first.instructions} == {"add"}
    assert not second.angles and second.instructions


def test_results_that_are_sines_need_a_round_but_no_instruction() -> None:
    plan = schedule_of(trace(lambda x: {"y": np.sin(x)}, {"x": (4,)}), 40, 8)
    assert instructions(plan) == [] and len(plan.hoisted) == 4
    assert len(plan.parts[0].angles) == 4


def test_nothing_to_do() -> None:
    plan = schedule_of(PROGRAMS["untouched"], 40, 8)
    assert instructions(plan) == [] and not plan.hoisted
    assert (plan.n_places, plan.n_slots) == (0, 0)
