"""explain(): why this cut, why redundant, why not unique, in the words of the mechanism."""

from __future__ import annotations

import pytest

from loops import mechanisms
from sarrus import Mechanism, ModelError


def test_why_this_cut():
    system = mechanisms.rssr().compile()
    text = system.explain("C")
    assert "joint 'C' is cut" in text and "A - B - C - D" in text
    assert "weight is 3" in text and "3 equations" in text
    assert "No equation of the loops is redundant" in text
    assert "All components of its reaction are unique" in text
    assert "closed by 'C'" in system.explain("A") and "in the tree" in system.explain("A")


def test_why_redundant_and_not_unique():
    system = mechanisms.four_bar().compile()
    cut = system.topology.cuts[0].name
    text = system.explain(cut)
    assert "3 of 5 loop equations are redundant" in text
    assert f"{cut}.z" in text and f"{cut}.tilt_x" in text and f"{cut}.tilt_y" in text
    assert "the axes of the other joints" in text
    assert "Not unique in joint axes: force_z, moment_x, moment_y" in text
    assert f"'{cut}'" in text and "smallest together" in text
    tree = next(j for j in "ABCD" if j != cut)
    assert "Not unique in joint axes: force_z, moment_x, moment_y" in system.explain(tree)


def test_joint_outside_of_all_loops():
    m = Mechanism("pendulum")
    rod = m.body("rod", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, rod, at=(0, 0, 0), axis="y")
    text = m.build().compile().explain("A")
    assert "in no loop" in text and "always unique" in text


def test_unknown_joint():
    with pytest.raises(ModelError, match="joint 'X'"):
        mechanisms.four_bar().compile().explain("X")


def test_cut_by_the_user_is_told():
    text = mechanisms.four_bar().compile(cut=["A"]).explain("A")
    assert "joint 'A' is cut" in text and "chosen by name" in text and "lighter" not in text


def test_joints_that_carry_something_stay_in_the_tree():
    def more(m):
        m.joint_damper("friction", "C", 0.8)

    system = mechanisms.four_bar(more=more).compile()
    cut = system.topology.cuts[0].name
    assert cut != "C" and "'C' with forces" in system.explain(cut)


def test_distances_only_close_loops():
    m = Mechanism("string")
    ball = m.body("ball", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.free("loose", m.ground, ball)
    m.distance("string", m.ground, ball, at_a=(0, 0, 1), at_b=(0, 0, 0))
    assert "can only close loops" in m.build().compile().explain("string")
