"""Axes from point to point of the drawing, where a joint has its frames on both bodies."""

from __future__ import annotations

from typing import Any

import pytest

from sarrus import Mechanism
from sarrus.errors import ModelError


def crank(**how: Any) -> Mechanism:
    m = Mechanism("crank")
    m.point("O", (0, 0, 0))
    m.point("P", (0, 1, 0))
    body = m.body("crank", mass=1.0, inertia=(1, 1, 1), rpy=("0 deg", "0 deg", "90 deg"))
    m.revolute("A", m.ground, body, **how)
    return m


def test_axis_from_point_to_point_is_that_of_the_drawing() -> None:
    joint = crank(at="O", axis=("O", "P")).build().joint("A")
    on_parent, on_child = (
        pose.transform.matrix[:, 2] for pose in (joint.on_parent, joint.on_child)
    )
    assert on_parent == pytest.approx((0, 1, 0)) and on_child == pytest.approx((1, 0, 0))


@pytest.mark.parametrize("option", ["axis", "axis_parent", "axis_child", "x_axis"])
def test_it_is_refused_where_axes_are_those_of_the_bodies(option: str) -> None:
    ends = {"on_parent": (0, 0, 0), "on_child": (0, 0, 0), "axis": "z", option: ("O", "P")}
    with pytest.raises(ModelError) as caught:
        crank(**ends).build()
    (problem,) = [p for p in caught.value.problems if p.severity == "error"]
    assert problem.code == "M19" and "frames on both bodies" in problem.rule
    assert "`at`" in problem.action
