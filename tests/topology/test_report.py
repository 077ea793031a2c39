"""The report names everything and draws the tree."""

from __future__ import annotations

from sarrus.topology import analyze

from .test_spanning_tree import mechanism, random_mechanisms, rssr

RSSR_TREE = """\
Tree
  ground
  ├── 1  by A (revolute: angle)
  │   └── 2  by B (spherical: quat_w, quat_x, quat_y, quat_z)
  └── 3  by D (revolute: angle)
"""


def test_report_of_the_rssr():
    text = analyze(rssr()).report()
    assert RSSR_TREE in text
    assert "ground ─A─ 1 ─B─ 2 ═C═ 3 ─D─ ground" in text
    assert "5 tree coordinates - 3 loop equations = 2 degrees of freedom" in text


def test_report_of_a_tree_has_no_loops():
    text = analyze(mechanism(["a"], [("revolute", "r", "a", "ground")])).report()
    assert "no loop" in text and "Cut" not in text
    assert "1 tree coordinate = 1 degree of freedom" in text
    assert "traversed child -> parent" in text


def test_report_mentions_every_name():
    for model in random_mechanisms(10):
        text = analyze(model).report()
        assert all(part.name in text for part in (*model.bodies, *model.joints))
