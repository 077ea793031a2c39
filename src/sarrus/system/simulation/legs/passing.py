"""Through singular positions of the loops.

The motion itself is smooth where the rows of the loops lose rank for an instant, only the
equations are not defined there: error control shrinks the steps without end. The way through is
to go back to where steps were of usual size and to take one step across, placed so that none of
its stages falls too near. Of several such steps, the one whose energy balances best is taken; if
none does, the run stops with all its results.
"""

from __future__ import annotations

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.system.simulation.legs.jamming import stop_reason
from sarrus.system.simulation.recording import Recorder
from sarrus.system.simulation.simulator import Simulator

SIZES = (1.0, 1.27, 0.79, 1.61, 2.05, 2.6, 0.62)


def passed(sim: Simulator, record: Recorder, loop: AdaptiveLoop, end: float) -> None:
    """Take the loop across the singular instant that its steps shrink towards, or stop the run."""
    t, y, h = loop.before_shrinking()
    instant, before = loop.tried, _energy(sim, y)
    best: tuple[float, float, np.ndarray] | None = None
    for size in SIZES:
        step = size * h
        if t + step <= instant + 0.05 * h or t + step > end:
            continue
        y1, watch = loop.try_step(t, y, step)
        if not np.all(np.isfinite(y1)) or not watch > 0.0:
            continue
        y1 = loop.closed(y1, t + step)
        off = abs(_energy(sim, y1) - before)
        if np.isfinite(off) and (best is None or off < best[0]):
            best = (off, step, y1)
    allowed = max(1e3 * loop.rtol, 1e-10) * _scale(sim, y)
    if best is None or best[0] > allowed:
        otherwise = _no_way(instant, None if best is None else best[0])
        raise record.stopped(stop_reason(sim, t, y, h, loop.slope.inputs, otherwise))
    loop.outputs_from(t)
    record.back_to(t)
    loop.leap(t, y, best[1], best[2])
    record.account.passages.append(instant)


def _energy(sim: Simulator, y: np.ndarray) -> float:
    """Return energy, less work and what was booked, plus loss: constant along the motion."""
    nq, nv = sim.system.nq, sim.system.nv
    q, v = y[:nq].copy(), y[nq : nq + nv].copy()
    total = sim.system.energy(q, v, **sim.kept_given).total
    work, loss, booked = y[nq + nv :]
    return total - work + loss - booked


def _scale(sim: Simulator, y: np.ndarray) -> float:
    nq, nv = sim.system.nq, sim.system.nv
    q, v = y[:nq].copy(), y[nq : nq + nv].copy()
    return max(sim.system.energy(q, v, **sim.kept_given).kinetic, 1e-300)


def _no_way(t: float, off: float | None) -> Problem:
    found = "no step across it is finite" if off is None else f"energy would change by {off:.3g} J"
    return Problem(
        "E-SINGULAR",
        f"t = {t:.9g} s",
        f"the loops become singular and no way through is found: {found}",
        cause="a change point whose branch the state does not decide, or a dead point",
        action="go on from run.final with another rtol, or perturb the state to choose a branch",
    )
