"""M06: what nothing connects to ground is found exactly."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.model import Mechanism
from sarrus.model.joints import Free


def components(n: int, edges: list[tuple[int, int]]) -> list[set[int]]:
    """Return the connected sets by plain search; ground is -1."""
    left, sets = set(range(-1, n)), []
    while left:
        group, front = set(), {left.pop()}
        while front:
            group |= front
            front = {b for e in edges for a, b in (e, e[::-1]) if a in front} - group
        left -= group
        sets.append(group)
    return sets


@pytest.mark.parametrize("seed", range(100))
def test_the_partition_of_random_forests(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 30))
    edges = [
        (int(rng.integers(-1, i)), i) for i in range(n) if rng.random() > rng.uniform(0.1, 0.5)
    ]
    m = Mechanism("forest")
    for i in range(n):
        m.body(f"b{i}", 1.0, (0.1, 0, 0), (1, 1, 1))
    for parent, i in edges:
        name = "ground" if parent < 0 else f"b{parent}"
        pair = (name, f"b{i}") if rng.random() < 0.5 else (f"b{i}", name)
        m.revolute(f"j{i}", *pair, at=(i, 0, 0), axis="z")
    model = m.build()
    expected = sorted(sorted(group) for group in components(n, edges) if -1 not in group)
    notices = [p for p in model.notices if p.code == "M06"]
    printed = sorted(sorted(int(name.strip("' b")) for name in p.value.split(",")) for p in notices)
    assert printed == expected
    free = model.joints[len(edges) :]
    assert sorted(j.child for j in free) == sorted(f"b{group[0]}" for group in expected)
    assert all(isinstance(j.type, Free) and j.name == f"{j.child}.free" for j in free)


def test_the_name_of_the_free_joint_is_never_taken() -> None:
    m = Mechanism()
    m.body("a", 1, inertia=(1, 1, 1))
    m.body("b", 1, inertia=(1, 1, 1))
    m.revolute("a.free", m.ground, "b", at=(0, 0, 0), axis="z")
    assert [j.name for j in m.build().joints] == ["a.free", "a.free_"]


def test_a_free_body_keeps_its_place_in_the_drawing() -> None:
    m = Mechanism()
    m.body("a", 1, inertia=(1, 1, 1), at=(1, 2, 3))
    model = m.build()
    joint = model.joints[0]
    X_FM = joint.on_parent.transform.inverse @ model.bodies[0].pose.transform
    assert list(joint.type.coordinates_of(X_FM)) == [1, 2, 3, 1, 0, 0, 0]
