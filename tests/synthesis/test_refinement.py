"""A linkage refined with its forces: the task as constraints, at the times of the drive."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import synthesis
from sarrus.synthesis import Linkage, Solution
from sarrus.synthesis.refinement import position_times
from sarrus.synthesis.tasks import Task

CRANK = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
ROCKER = Linkage.of("four-bar", a=3.0, b=1.0, c=3.0, Dx=3.0, p=0.5, q=0.3)


@pytest.mark.parametrize(
    ("linkage", "angles"),
    [
        (CRANK, [0.2, 1.0, 2.5, 4.0]),
        (CRANK, [4.0, 2.5, 1.0, 0.2]),
        (ROCKER, [0.8, 0.9, 1.1, 1.3]),
    ],
)
def test_drive_of_the_model_file_is_at_the_positions_when_it_says_so(
    linkage: Linkage, angles: list[float]
) -> None:
    s = np.array(angles)
    task = Task("path", points=linkage.motion(s).points["P"])
    solution = Solution(task, linkage, s, np.ones((4, 1), dtype=int))
    study = solution.study()
    times = position_times(solution)
    laws = dict(study.plan.drives)
    found = study.system.drive(laws, times=times[np.argsort(times)], guess=study.start())
    position = np.asarray(found.history["tracer.position"])[np.argsort(np.argsort(times)), :2]
    np.testing.assert_allclose(position, task.points, atol=1e-9)


@pytest.mark.slow
def test_refined_linkage_needs_less_torque_and_still_passes_its_points(tmp_path: Path) -> None:
    s = np.array([0.2, 1.0, 2.5])
    task = Task("path", points=CRANK.motion(s).points["P"])
    solution = Solution(task, CRANK, s, np.ones((3, 1), dtype=int))
    best = synthesis.refine(
        solution, "max abs A.effort", tmp_path / "best.yaml", tolerance=0.02, by=["b", "c", "p"]
    )
    assert best.value < best.value_before
