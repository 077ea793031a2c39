"""What is proved to have inertia enough by bounds has no direction without it by recursion."""

from __future__ import annotations

import random

import pytest

import sarrus
from sarrus.model.validation.massless import (
    _has_ample_inertia,
    _leaves,
    _scattered_numbers,
    _singular,
)

KINDS = ("revolute", "prismatic", "weld", "spherical", "cylindrical", "universal", "planar", "free")


def tree(seed: int) -> sarrus.Mechanism:
    """Return a tree of bodies, some of them with very little inertia."""
    rng = random.Random(seed)
    m = sarrus.Mechanism("tree")
    for i in range(rng.randint(1, 12)):
        mass = rng.choice([1.0, 1.0, 10.0 ** rng.uniform(-9, 4)])
        size = rng.choice([0.1, 0.1, 10.0 ** rng.uniform(-9, 2)])
        moment = mass * size * size
        far = rng.choice([0.0, 0.0, 2.0])
        com = [rng.choice([0.0, rng.uniform(-far, far)]) for _ in range(3)]
        m.body(f"b{i}", mass=mass, com=com, inertia=[moment, moment, 1.5 * moment])
        kind = KINDS[min(int(rng.expovariate(0.5)), len(KINDS) - 1)]
        parent = rng.choice(["ground", *[f"b{k}" for k in range(i)], f"b{max(i - 1, 0)}"])
        parent = parent if parent != f"b{i}" else "ground"
        place = [rng.uniform(-far, far) for _ in range(3)]
        axes = (
            {"axis": "xyz"[rng.randrange(3)]} if kind not in ("weld", "spherical", "free") else {}
        )
        if kind == "universal":
            axes = {"axis": "x", "axis2": "y"}
        m.joint(kind, f"J{i}", parent, f"b{i}", **({} if kind == "free" else {"at": place}), **axes)
    return m


def test_a_proof_is_never_wrong() -> None:
    proved = weak = 0
    for seed in range(300):
        model = tree(seed).build()
        leaves = list(_leaves(model))
        assert len(leaves) == len(model.joints)
        found = _singular(model, leaves, _scattered_numbers())[0]
        weak += bool(found)
        if _has_ample_inertia(model, leaves):
            proved += 1
            assert not found, seed
    assert proved > 100 and weak >= 8, (proved, weak)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_a_body_without_inertia_is_found_after_all(kind: str) -> None:
    m = sarrus.Mechanism("weak")
    m.body("a", mass=1.0, inertia=[1, 1, 1])
    m.body("b", mass=0.0)
    m.revolute("J", "ground", "a", at=(0, 0, 0), axis="z")
    m.joint(kind, "K", "a", "b", at=(1, 0, 0), axis="z")
    assert [notice.code for notice in m.build().notices] == ["M01"]


@pytest.mark.parametrize("far", [1e-300, 1e-170, 1e-160, 1e160, 1e300])
def test_lengths_whose_squares_are_no_numbers(far: float) -> None:
    """Bodies whose centre of mass is so near or far are built or refused, by no foreign error."""
    for kind in ("revolute", "spherical"):
        m = sarrus.Mechanism("odd")
        m.body("a", mass=1.0, com=(far, 0, 0), inertia=[1, 1, 1])
        m.joint(kind, "J", "ground", "a", at=(0, 0, 0), **({"axis": "z"} if kind[0] == "r" else {}))
        try:
            assert len(m.build().bodies) == 1
        except sarrus.ModelError as error:
            assert error.problems


def test_an_arm_too_short_to_be_squared() -> None:
    """Its square is zero in double precision; the bound is that of a body at its joint."""
    for arm in (0.0, 1e-200, 1e-170):
        m = sarrus.Mechanism("short")
        m.body("a", mass=1.0, com=(arm, 0.0, 0.0), inertia=[1, 1, 1])
        m.spherical("J", "ground", "a", at=(0, 0, 0))
        model = m.build()
        assert _has_ample_inertia(model, list(_leaves(model))) and not model.notices
