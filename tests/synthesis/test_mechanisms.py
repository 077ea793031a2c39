"""The model file of a linkage is the linkage: driven by Sarrus, all points are where they were."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.synthesis import FAMILIES, Linkage, Solution
from sarrus.synthesis.tasks import Task
from synthesis.driven import driven_channels

QUICK = ("slider-crank", "stephenson-2")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in FAMILIES]
)
def test_driven_mechanism_has_the_path_of_the_linkage(name: str) -> None:
    family = FAMILIES[name]
    rng = np.random.default_rng(1)
    while True:  # a linkage that closes over a good part of a turn
        sizes = {n: rng.uniform(0.5, 2.0) if n in family.lengths else rng.uniform(-1.0, 1.0)
                 for n in family.sizes}  # fmt: skip
        signs = tuple(int(sign) for sign in rng.choice([-1, 1], len(family.dyads)))
        linkage = Linkage(family, sizes | {"a": 0.4}, signs)
        if linkage.turn.closes[:100].all() and linkage.worst_cosine_over(0.0, 0.9) < 0.95:
            break
    angles = np.array([0.0, 0.1, 0.3, 0.5, 0.8])
    motion = linkage.motion(angles)
    task = Task("path", points=motion.points["P"])
    solution = Solution(task, linkage, angles, np.tile(signs, (5, 1)))
    (position,) = driven_channels(solution, "tracer.position")
    np.testing.assert_allclose(position[:, :2], task.points, atol=1e-9)
