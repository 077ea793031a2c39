"""M01: joints that could move without inertia are all named, and no others."""

from __future__ import annotations

import dataclasses

import pytest

from random_trees import random_tree
from sarrus.errors import Problem
from sarrus.model import GROUND, Body, Mechanism, Model
from sarrus.model.validation.physics import check_model

MOVING = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "helical")


def findings(model: Model) -> list[Problem]:
    return [p for p in check_model(model, Mechanism(), {}) if p.code == "M01"]


def without_mass(model: Model, *names: str) -> Model:
    bodies = [Body(b.name, 0.0, pose=b.pose) if b.name in names else b for b in model.bodies]
    return dataclasses.replace(model, bodies=tuple(bodies))


def outboard_joint(model: Model) -> dict[str, str]:
    """Return the joint that holds each body; `random_tree` numbers them alike."""
    return {f"b{i}": f"j{i}" for i in range(len(model.bodies))}


def leaves(model: Model) -> list[str]:
    ends = [name for joint in model.joints for name in (joint.parent, joint.child)]
    return [b.name for b in model.bodies if ends.count(b.name) == 1]


@pytest.mark.parametrize("seed", range(40))
def test_massless_leaves_are_named(seed: int) -> None:
    model = random_tree(seed, 2 + seed % 12, MOVING)
    assert findings(model) == []
    for leaf in leaves(model):
        found = findings(without_mass(model, leaf))
        assert [p.element for p in found] == [f"joint '{outboard_joint(model)[leaf]}'"]
        assert f"'{leaf}'" in str(found[0]) and "mass 0 kg" in str(found[0])


@pytest.mark.parametrize("seed", range(40))
def test_massless_interiors_are_silent(seed: int) -> None:
    """M02: revolute joints about axes in general position pass the inertia on."""
    model = random_tree(seed, 2 + seed % 9, ("revolute", "prismatic"))
    inner = [b.name for b in model.bodies if b.name not in leaves(model)]
    for name in inner:
        assert findings(without_mass(model, name)) == []


def test_a_massless_branch_is_named_from_end_to_end() -> None:
    model = random_tree(7, 6, ("revolute",), chain=True)
    found = findings(without_mass(model, "b3", "b4", "b5"))
    assert sorted(p.element for p in found) == ["joint 'j3'", "joint 'j4'", "joint 'j5'"]


def test_all_free_directions_of_a_mass_matrix() -> None:
    """A joint is named exactly if the mass matrix of the chain is singular."""
    for seed in range(10):
        model = random_tree(seed, 4, ("revolute",), chain=True, reversals=False)
        for k in range(4):
            light = without_mass(model, f"b{k}")
            assert bool(findings(light)) == (k == 3)


def chain(*bodies: tuple[float, tuple[float, float, float]], axes: str) -> Mechanism:
    m = Mechanism()
    previous = m.ground
    for i, ((mass, inertia), axis) in enumerate(zip(bodies, axes, strict=True)):
        body = m.body(f"b{i}", mass, (0, 0, 0), inertia)
        m.revolute(f"j{i}", previous, body, at=(0, 0, 0), axis=axis)
        previous = body
    return m


def test_collinear_axes_with_nothing_between_share_one_inertia() -> None:
    twice = chain((0, (0, 0, 0)), (1, (1, 1, 1)), axes="zz").build()
    assert [p.code for p in twice.notices] == ["M01"]
    crossed = chain((0, (0, 0, 0)), (1, (1, 1, 1)), axes="xz").build()
    assert crossed.notices == ()


def test_a_point_mass_on_the_axis_is_named_despite_round_off() -> None:
    m = Mechanism()
    m.body("bob", 3.0, (0.3, 0.7, 0.1))
    m.revolute("A", m.ground, "bob", at=(0.1, 0.3, -0.9), axis=(0.2, 0.4, 1.0))
    assert [p.code for p in m.build().notices] == ["M01"]
    m.body("load", 1e-3, (9, 9, 0), (1e-9, 1e-9, 1e-9))
    m.weld("B", "bob", "load")
    assert [p for p in m.build().notices if p.code == "M01"] == []


def test_a_small_rotor_is_no_mistake() -> None:
    m = Mechanism()
    m.body("rotor", 1.0, (5, 5, 0), (1e-9, 1e-9, 2e-9))
    m.revolute("B", m.ground, "rotor", at=(5, 5, 0), axis="z")
    assert [p for p in m.build().notices if p.code == "M01"] == []


def test_loops_are_never_named() -> None:
    m = Mechanism()
    for name in ("a", "b"):
        m.body(name)
    m.body("c", 1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    m.revolute("B", "a", "b", at=(1, 0, 0), axis="y")
    m.revolute("C", "b", "c", at=(1, 0, 1), axis="y")
    m.revolute("D", m.ground, "c", at=(0, 0, 1), axis="y")
    assert m.build().notices == ()


def test_the_puma_builds_with_warnings_only() -> None:
    m = Mechanism("puma560")
    m.body("L1", 0, inertia=(0, 0.35, 0), rpy=("90 deg", 0, 0))
    m.body("L2", 17.4, (0.068, 0.006, 0.2275), (0.13, 0.524, 0.539), rpy=("90 deg", 0, 0))
    m.revolute("q1", GROUND, "L1", at=(0, 0, 0), axis="z")
    m.revolute("q2", "L1", "L2", at=(0, 0, 0.67), axis="-y")
    assert {(p.code, p.severity) for p in m.build().notices} == {
        ("M03", "warning"),
        ("M04", "warning"),
    }


def test_the_direction_is_given_in_the_drawing() -> None:
    m = Mechanism()
    m.body("tip", at=(1, 0, 0), rpy=("90 deg", 0, 0))
    m.revolute("elbow", m.ground, "tip", at=(1, 0, 0), axis="y")
    text = str(m.build().notices[0])
    assert "joint 'elbow' can turn about (0, 1, 0) (elbow.rate)" in text
    assert "give 'tip' mass" in text.replace("Give", "give") and "weld" in text
