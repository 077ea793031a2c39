"""The same motion by Sarrus and by the solver in absolute coordinates, and who is wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import sarrus
from random_mechanisms.absolute import Mechanism, Motion
from random_mechanisms.generator import Sample
from sarrus.errors import SarrusError

RTOL = 1e-9
NEAR, FALL = 1e-2, 0.1
"""A scaled singular value of the rows below the first, and below this part of what it usually is in
the motion, is near a singular position; away from there a run must go to its end."""
GROWTH = 200.0
"""How much a run may multiply the error of its steps."""

STEPS = 30

AGREES, WRONG, STOPPED, SINGULAR, UNDECIDED = "agrees", "wrong", "stopped", "singular", "undecided"


@dataclass(frozen=True)
class Verdict:
    """What came of a comparison.

    outcome: "agrees"; "wrong", finished but not where it should be; "stopped" although the motion
    is regular; "singular", stopped where that is allowed; "undecided", when the motion is so
    sensitive that no two ways to compute it agree, or the other solver did not reach the end.
    off, allowed: largest difference and what it may be, in units of the longest body; watch: see
    `Motion`.
    """

    family: str
    seed: int
    outcome: str
    off: float
    allowed: float
    watch: float
    message: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing is to be blamed."""
        return self.outcome not in (WRONG, STOPPED)


def compare(sample: Sample, *, rtol: float = RTOL, steps: int = STEPS) -> Verdict:
    """Run a mechanism by both and compare where its bodies end.

    rtol: tolerance of Sarrus; steps: of the other solver, after which a run may end early.
    """
    mechanism = Mechanism(sample.model, sample.lengths)
    known = mechanism.run(sample.until, most=steps)
    about = (sample.family, sample.seed)
    if not known.finished:
        return Verdict(*about, UNDECIDED, np.nan, np.nan, known.watch)
    allowed = GROWTH * rtol
    try:
        off = _difference(sample, mechanism, known, rtol)
    except SarrusError as error:
        near = known.watch < min(NEAR, FALL * known.usual)
        outcome = SINGULAR if near else STOPPED
        return Verdict(*about, outcome, np.nan, allowed, known.watch, str(error))
    if off > allowed:
        allowed += 50.0 * _sensitivity(mechanism, known, rtol)
    if allowed > 1e-2:
        return Verdict(*about, UNDECIDED, off, allowed, known.watch)
    outcome = AGREES if off <= allowed else WRONG
    return Verdict(*about, outcome, off, allowed, known.watch)


def _difference(sample: Sample, mechanism: Mechanism, known: Motion, rtol: float) -> float:
    """Return the largest difference of positions, in units of the longest body."""
    system = sarrus.load(sample.model).compile(kernels=())
    start = system.initial_state()
    atol = 0.1 * rtol * min(1.0, float(np.min(mechanism.length)))
    run = system.simulate(start, until=known.t, every=known.t, rtol=rtol, atol=atol)
    poses = system.poses(run.final.q)
    found = np.array([poses[f"b{k + 1}"].position for k in range(mechanism.n)])
    turned = np.array([poses[f"b{k + 1}"].rotation for k in range(mechanism.n)])
    arms = mechanism.length[:, None, None] * (turned - known.rotations)
    moved = np.max(np.abs(found - known.positions)), np.max(np.abs(arms))
    return float(max(moved)) / float(np.max(mechanism.length))


def _sensitivity(mechanism: Mechanism, known: Motion, rtol: float) -> float:
    """Return how far the end moves when start and steps are changed by the tolerance."""
    ends = [mechanism.run(known.t, rtol=rtol, shift=s) for s in (rtol, -rtol)]
    moved = [np.max(np.abs(end.positions - known.positions)) for end in ends if end.finished]
    return float(np.max(moved) / np.max(mechanism.length)) if len(moved) == 2 else np.inf
