"""Through singular positions of the loops, and past them.

Near a singular position the equations of motion are ill-conditioned, and error control shrinks the
steps. Pivots fall for other reasons too (a heavy slider behind a light rod), so that a position
counts as singular only by the rank of the loop rows, scaled, without masses: `regularity`.

Steps that shrink while the regularity falls are an *approach*. It is followed with errors kept
below the distance to the singular position, since other branches of the motion are as far away as
that. There are two ends:

- The mechanism passes beside the singular position, and the regularity rises again. The way is then
  computed once more with a tighter tolerance; where the two lead to different branches, the digits
  do not decide the motion, and the run stops.
- The regularity vanishes. The motion itself is smooth where the rows lose rank for an instant, only
  the equations are not defined there. The way through is to go back to where steps were of usual
  size and to take one step across, placed so that none of its stages falls too near. Of several
  such steps, the one whose energy balances best is taken, if the next best leads to the same
  branch. Otherwise the run stops with all its results.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.late_dataclass import dataclass
from sarrus.solvers import dormand_prince_8
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.simulation.methods.friction_locking import stop_reason
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.simulation.recording import PASSAGE, Recorder

SIZES = (1.0, 1.27, 0.79, 1.61, 2.05, 2.6, 0.62)
"""Steps across a singular position that are tried, in units of the usual one."""
FALLEN = 0.2
"""Part of its usual value below which the regularity has fallen, so that steps shrink for that."""
RISEN = 0.3
"""Part of its usual value above which it has risen again."""
VANISHED = 1e-6
"""Part of its usual value below which it counts as zero: the gaps of loops are known to 1e-12."""
LOOKS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Parts of a step at which its regularity is looked at."""
INSIDE = 1e-2
"""Errors of a step near a singular position, as part of the regularity."""
NEARER = 0.2
"""Steps near a singular position, as part of the distance to it."""
TIGHTER = 1e-2
"""Tolerance of the second way past a singular position, as part of that of the first."""
APART = 1e-2
"""Distance of two states, in radians and lengths of the model, that are on different branches."""
LONGEST = 600
"""Steps of an approach after which it is given up."""
MOST = 20_000
"""Steps of the second way."""


@dataclass
class Approach:
    """Steps that shrink towards a singular position: where they began, with which size.

    usual: the regularity there; rtol: the tolerance; lowest: the least regularity so far; steps: of
    the approach; was_near: whether the regularity has fallen; last: time and regularity before.
    """

    t: float
    y: np.ndarray
    h: float
    usual: float
    rtol: float
    lowest: float
    steps: int = 0
    was_near: bool = False
    last: tuple[float, float] = (np.inf, 0.0)

    @staticmethod
    def of_loop(sim: Simulator, loop: AdaptiveLoop) -> Approach | None:
        """Return the approach that the loop is in; None where steps shrink for other reasons."""
        t, y, h = loop.before_shrinking()
        usual, now = sim.regularity(y), sim.regularity(loop.y)
        if now > FALLEN * usual:
            return None
        return Approach(t, y, h, usual, loop.rtol, now)

    def follow(self, sim: Simulator, loop: AdaptiveLoop) -> bool:
        """Keep errors and steps below the distance; return whether the position is past.

        The rate at which the regularity changes tells the distance in time.
        """
        now, (t, before) = sim.regularity(loop.y), self.last
        self.last = loop.t, now
        self.steps += 1
        self.lowest = min(self.lowest, now)
        self.was_near = self.was_near or now <= FALLEN * self.usual
        near = max(self.lowest, VANISHED * self.usual)
        loop.tighten(min(self.rtol, INSIDE * near))
        distance, taken = max(now, near), loop.t - t
        if taken > 0.0:  # no more than twice the last step, or a part of the distance
            rate = abs(now - before) / taken
            loop.most(min(2.0 * taken, NEARER * distance / rate if rate else np.inf))
        else:
            loop.most(NEARER * distance / self.usual * self.h)
        return self.was_near and now > RISEN * self.usual

    @property
    def vanished(self) -> bool:
        """Whether the regularity is zero but for rounding."""
        return self.lowest <= VANISHED * self.usual

    @property
    def lost(self) -> bool:
        """Whether so many steps lead nowhere: error control sees rounding."""
        return self.steps > LONGEST

    def leave(self, loop: AdaptiveLoop) -> None:
        """Let the loop go on as before."""
        loop.tighten(self.rtol)
        loop.most(np.inf)
        loop.tell_shrinking(control.NEAR_SINGULAR)


def nearest_in_step(sim: Simulator, loop: AdaptiveLoop) -> Approach | None:
    """Return the approach that the last step was, all of it; None where it met nothing singular.

    The stages of a step may lie on both sides of a singular position, so that its error is small
    though the motion turns there.
    """
    t0, h = loop.last_step
    y0 = loop.inside(t0)
    usual = max(sim.regularity(y0), sim.regularity(loop.inside(t0 + h)))
    low = np.array([sim.regularity(loop.inside(t0 + h * part)) for part in LOOKS])
    k = int(np.argmin(low))
    if low[k] > FALLEN * usual:
        return None
    from scipy.optimize import minimize_scalar  # takes longer than all else that a run imports

    around = (0.0, *LOOKS, 1.0)
    found = minimize_scalar(
        lambda part: sim.regularity(loop.inside(t0 + h * part)),
        bounds=(around[k], around[k + 2]),
        method="bounded",
        options={"xatol": 1e-9, "maxiter": 60},
    )
    return Approach(t0, y0, h, usual, loop.rtol, min(float(found.fun), float(low[k])))


def confirm(sim: Simulator, record: Recorder, loop: AdaptiveLoop, approach: Approach) -> None:
    """Go the way past a singular position again with a tighter tolerance; stop if they differ."""
    rtol = TIGHTER * min(approach.rtol, INSIDE * approach.lowest)
    again = _state_at(sim, loop, approach.t, approach.y, loop.t, max(rtol, 1e-13))
    if again is not None and _distance(sim, again, loop.y) > APART:
        stop_undecided(record, loop, approach)
    if approach.lowest < PASSAGE * approach.usual:
        record.account.passages.append(0.5 * (approach.t + loop.t))


def stop_undecided(record: Recorder, loop: AdaptiveLoop, approach: Approach) -> None:
    """Stop the run where an approach began: what comes after it is not decided by the digits."""
    loop.outputs_from(approach.t)
    record.back_to(approach.t)
    part = approach.lowest / approach.usual
    found = f"it comes to {part:.1g} of the usual distance from a singular position"
    raise record.stop_error(_undecided_motion(approach.t, found))


def pass_singular(
    sim: Simulator,
    record: Recorder,
    loop: AdaptiveLoop,
    end: float,
    approach: Approach,
    instant: float,
) -> None:
    """Take the loop across the singular instant that its steps shrink towards, or stop the run."""
    t, y, h = approach.t, approach.y, approach.h
    allowed = max(1e3 * approach.rtol, 1e-10) * _scale(sim, y, t)
    found = sorted(_steps_across(sim, loop, end, approach, instant), key=lambda c: c[0])
    if not found or found[0][0] > allowed:
        otherwise = _no_way(instant, found[0][0] if found else None)
        raise record.stop_error(stop_reason(sim, t, y, h, loop.slope.inputs, otherwise))
    others = [c for c in found[1:] if c[0] <= allowed]
    if others and not _agree(sim, loop, t, found[0], others[0]):
        record.back_to(t)
        raise record.stop_error(_undecided_motion(instant, "steps of two sizes across it differ"))
    _, step, y1 = found[0]
    loop.outputs_from(t)
    record.back_to(t)
    loop.leap(t, y, step, y1)
    record.account.passages.append(instant)


Across = tuple[float, float, np.ndarray]
"""A step across: what its energy is off, its size, the state behind it."""


def _steps_across(
    sim: Simulator, loop: AdaptiveLoop, end: float, approach: Approach, instant: float
) -> Iterator[Across]:
    t, y, h = approach.t, approach.y, approach.h
    before = _energy(sim, y, t)
    for size in SIZES:
        step = size * h
        if t + step <= instant + 0.05 * h or t + step > end:
            continue
        y1, watch = loop.try_step(t, y, step)
        if not np.all(np.isfinite(y1)) or not watch > 0.0:
            continue
        y1 = loop.closed_state(y1, t + step)
        off = abs(_energy(sim, y1, t + step) - before)
        if np.isfinite(off):
            yield off, step, y1


def _agree(sim: Simulator, loop: AdaptiveLoop, t: float, one: Across, other: Across) -> bool:
    """Return whether two steps across lead to the same branch, where that can be told."""
    (_, short, y), (_, long, y1) = sorted((one, other), key=lambda c: c[1])
    later = _state_at(sim, loop, t + short, y, t + long, loop.rtol)
    return later is None or _distance(sim, later, y1) <= APART


def _state_at(
    sim: Simulator, loop: AdaptiveLoop, t: float, y: np.ndarray, end: float, rtol: float
) -> np.ndarray | None:
    """Return the state at `end` of a motion from (t, y), None where it cannot be computed."""
    mixed = loop.slope.inputs.get("T")
    before = None if mixed is None else mixed.copy()
    atol = sim.absolute_tolerances(rtol)
    other = AdaptiveLoop(dormand_prince_8, loop.slope, t, y, rtol, atol, loop.closing)
    other.tell_shrinking(0.0)
    if mixed is not None:
        mixed[...] = sim.choice(y)
        other.limit(WATCH)
    while other.t < end and other.steps < MOST:
        why = other.advance(end)
        if why == control.TOO_SMALL:
            break
        if why == control.LOW and mixed is not None:
            mixed[...] = sim.choice(other.y)
            other.limit(min(WATCH, 0.1 * other.watch))
            other.renew()
    if mixed is not None:
        mixed[...] = before
    return other.y.copy() if other.t >= end else None


def _distance(sim: Simulator, y0: np.ndarray, y1: np.ndarray) -> float:
    """Return how far apart the positions of two states are, in radians and lengths of the model."""
    nq = sim.system.nq
    apart = sim.system.difference(y1[:nq].copy(), y0[:nq].copy())
    return float(np.max(np.abs(apart / sim.system.compiled.loops.column_scale), initial=0.0))


def _energy(sim: Simulator, y: np.ndarray, t: float) -> float:
    """Return energy, less work and corrections, plus loss: constant along the motion."""
    nq, nv = sim.system.nq, sim.system.nv
    q, v = y[:nq].copy(), y[nq : nq + nv].copy()
    keywords = {**sim.kept_keywords, "t": t, "turned": sim.cut_angles(y)}
    if sim.nz:
        keywords["z"] = sim.z(y)
    total = sim.system.energy(q, v, **keywords).total
    work, loss, corrections = y[-ENERGY_BALANCE:]
    return total - work + loss - corrections


def _scale(sim: Simulator, y: np.ndarray, t: float) -> float:
    nq, nv = sim.system.nq, sim.system.nv
    q, v = y[:nq].copy(), y[nq : nq + nv].copy()
    return max(sim.system.energy(q, v, **{**sim.kept_keywords, "t": t}).kinetic, 1e-300)


def _no_way(t: float, off: float | None) -> Problem:
    found = "no step across it is finite" if off is None else f"energy would change by {off:.3g} J"
    return Problem(
        "E-SINGULAR",
        f"t = {t:.9g} s",
        f"the loops become singular and no way through is found: {found}",
        cause="a change point whose branch the state does not decide, or a dead point",
        action="go on from run.final with another rtol, or perturb the state to choose a branch",
    )


def _undecided_motion(t: float, found: str) -> Problem:
    return Problem(
        "E-SINGULAR",
        f"t = {t:.9g} s",
        f"the loops come so near to a singular position that the digits do not decide which branch "
        f"the motion takes: {found}",
        cause="links of a loop come into line: the smallest change of a length decides",
        action="change a length so that it does or does not pass, or tighten rtol",
    )
