"""Counts that continuation proves."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import synthesis
from sarrus.synthesis import Linkage
from sarrus.synthesis.burmester import Poses
from sarrus.synthesis.continuation import dyad_count, five_point_four_bars
from sarrus.synthesis.tasks import motion_task, path_task

FOUR_BAR = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
MOTION = FOUR_BAR.motion(np.array([0.3, 1.2, 2.4, 3.9, 5.1]))


def test_five_poses_have_four_dyads_proven() -> None:
    task = motion_task(np.column_stack([MOTION.points["P"], MOTION.coupler]))
    count = dyad_count(Poses.of(task))
    assert count.proven
    assert count.roots.count == 4
    assert count.roots.bound == 6
    fixed = count.roots.points[count.roots.is_real][:, 0]
    poses = Poses.of(task)
    for pivot in (0.0, 1.0):
        assert np.abs(poses.center + poses.scale * fixed - pivot).min() < 1e-8


@pytest.mark.slow
def test_five_points_with_given_pivots_have_36_four_bars() -> None:
    """Morgan and Wampler (1990): 36, complex ones too; among them the one that made the points."""
    found, count = five_point_four_bars(path_task(MOTION.points["P"]), 0j, 1.0 + 0j)
    assert count.proven
    assert count.roots.count == 36
    assert len(found) == int(count.roots.is_real.sum())
    assert min(abs(s.linkage.values["a"] - 0.4) for s in found) < 1e-9
    assert max(solution.error for solution in found) < 1e-9


def test_other_paths_have_no_count_that_is_proven() -> None:
    with pytest.raises(sarrus.ModelError, match="no count that is proven"):
        synthesis.generate_path(MOTION.points["P"], proof=True)


def test_points_of_a_line_are_searched_not_proven() -> None:
    """Families of four-bars pass them: the paths crowd together, and the search has an end."""
    points = [(0.0, 1.0), (0.2, 1.0), (0.4, 1.0), (0.6, 1.0), (0.8, 1.0)]
    _, count = five_point_four_bars(path_task(points), -0.5 + 0j, 0.5 + 0j, most_evaluations=300)
    assert not count.proven and count.roots.given_up
    assert count.reason.startswith("searched: ")
    assert "28,800 evaluations were made before all paths had come to an end" in count.reason
