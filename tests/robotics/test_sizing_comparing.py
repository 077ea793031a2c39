"""CHK-L05: several robots for one task, as a table with margins."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from closeness import assert_same
from robotics.puma_task import LAW, LINKS, PA, PAYLOAD, PB, PC, QA, puma_model, puma_rows
from sarrus.robotics import (
    Comparison,
    Grip,
    JointLimits,
    Release,
    Sequence,
    Task,
    compare_robots,
    joint_move,
    joints_at,
)


def pick_and_place(model: sarrus.Model) -> Task:
    """The same poses for every robot; each has its own joints for them."""
    system = model.compile(kernels=())
    q = [joints_at(system, "link6", PA, QA, "A")]
    for pose, label in ((PB, "B"), (PC, "C")):
        q.append(joints_at(system, "link6", pose, q[-1], label))
    legs = [joint_move(a, b, LAW) for a, b in zip(q, [*q[1:], q[0]], strict=True)]
    return Task(system, Sequence([legs[0], Grip(PAYLOAD), legs[1], Release(), legs[2]]))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    rows = puma_rows()
    rows[1] = rows[1] | {"effort_limit": 40.0}
    weak = sarrus.from_dh(rows, "classic", links=LINKS)
    return compare_robots(
        {
            "small": lambda: pick_and_place(puma_model(0.6)),
            "weak": lambda: pick_and_place(weak),
            "puma": lambda: pick_and_place(puma_model()),
        }
    )


def test_CHK_L05_table_of_robots(comparison: Comparison) -> None:
    assert [c.name for c in comparison.candidates] == ["puma", "weak", "small"]
    assert [c.feasible for c in comparison.candidates] == [True, False, False]
    assert comparison.best is comparison["puma"]
    puma, weak, small = comparison.candidates
    assert puma.result is not None
    worst = max(puma.result.peak_efforts / (97.6, 186.4, 89.4, 24.2, 20.1, 21.3))
    assert puma.margin("torque") == pytest.approx(1.0 - worst, rel=1e-12)
    assert weak.margin("torque") == pytest.approx(1.0 - 51.6633 / 40.0, abs=1e-4)
    assert "joint2 torque 51.66 N m at 1 s" in weak.reason
    assert small.result is None
    assert np.isnan(small.margin())
    assert "cannot be reached" in small.reason


def test_CHK_L05_table_as_text(comparison: Comparison) -> None:
    head, *rows = comparison.rows
    assert head == ["robot", "feasible", "position margin", "torque margin", "reason"]
    assert_same([row[:2] for row in rows], [["puma", "yes"], ["weak", "no"], ["small", "no"]])
    assert rows[2][2:4] == ["-", "-"]
    lines = str(comparison).split("\n")
    assert len(lines) == 4
    assert lines[1].startswith("puma")


def test_more_limits_by_robot() -> None:
    tasks = {"a": pick_and_place(puma_model()), "b": pick_and_place(puma_model())}
    found = compare_robots(tasks, limits={"a": {"joint1": JointLimits(speed=0.1)}}, step=0.05)
    assert [c.name for c in found.candidates] == ["b", "a"]
    assert found.rows[2][3] != "-"
