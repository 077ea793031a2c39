"""Synthesized linkages beside pylinkage, a second program: functions and coupler curves."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import synthesis
from sarrus.synthesis import Linkage

pylinkage = pytest.importorskip("pylinkage")
pytestmark = pytest.mark.peer


@pytest.mark.parametrize("seed", range(5))
def test_three_positions_of_a_function_give_the_same_four_bar(seed: int) -> None:
    from pylinkage.synthesis import function_generation

    rng = np.random.default_rng(seed)
    a, b, c = rng.uniform(0.5, 1.5, 3)
    linkage = Linkage.of("four-bar", a=a, b=b, c=c, Dx=1.0)
    angles = linkage.turn.angles[linkage.turn.closes]
    motion = linkage.motion(angles[[10, 40, 80]])
    found = synthesis.generate_function(motion.angles, motion.output)
    pairs = list(zip(motion.angles.tolist(), motion.output.tolist(), strict=True))
    theirs = function_generation(pairs, require_grashof=False).raw_solutions
    (other,) = theirs
    lengths = (other.crank_length, other.coupler_length, other.rocker_length)
    np.testing.assert_allclose(found.best.linkage.links[:3], lengths, rtol=1e-9)


def test_a_tracer_draws_the_same_curve() -> None:
    linkage = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
    start, steps = 0.5, 36
    motion = linkage.motion(start + 2.0 * np.pi / steps * np.arange(1, steps + 1))
    first = linkage.motion(start).points
    A, D = pylinkage.Ground(0.0, 0.0), pylinkage.Ground(1.0, 0.0)
    B = pylinkage.Crank(A, 0.4, 2.0 * np.pi / steps, start)
    C = pylinkage.RRRDyad(B, D, 1.1, 0.9, *first["C"][0])
    P = pylinkage.FixedDyad(B, C, float(np.hypot(0.6, 0.3)), float(np.arctan2(0.3, 0.6)))
    theirs = pylinkage.simulation.Linkage([A, D, B, C, P])
    path = np.array([positions[4] for positions in theirs.step(iterations=steps)])
    np.testing.assert_allclose(path, motion.points["P"], atol=1e-9)
