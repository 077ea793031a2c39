"""Steps of variable order and size by Adams formulas: predict, evaluate, correct, evaluate (PECE).

The method of L. F. Shampine and M. K. Gordon (Computer Solution of Ordinary Differential Equations,
1975) on modified divided differences (`differences`). A step of order k, 1 to 12, predicts with k
differences, evaluates the slope there, corrects with one difference more, so that the result is of
order k + 1, puts the state back on its constraints and evaluates the slope again. The two slopes
tell the error of the step, and what steps of the orders below and above would have had: the order
goes where the error is least, and steps stay equal unless they can be doubled or must be shortened,
since only equal steps tell of the order above.

A start, and every jump of slope or state, begins with order 1 and a short step; order and size then
grow with every step until the first that would not gain from it. Errors are root mean squares in
units of the tolerance, as in the other methods. To be compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.control import (
    CROSSED,
    DONE,
    FULL,
    HUGE,
    LOW,
    PAUSED,
    ROOM,
    ROUNDING,
    SHRINKING,
    SHRUNK,
    TINY,
    TOO_SMALL,
    first_step,
    output,
    usual,
)
from sarrus.kernels.loops.differences import (
    HIGHEST,
    ROWS,
    Differences,
    new_differences,
    set_coefficients,
)
from sarrus.kernels.loops.event_search import end_at_switch, happens, look, reach_switch
from sarrus.kernels.loops.loop_state import FIRST, UNKNOWN, LoopState
from sarrus.kernels.loops.stages import put_back
from sarrus.kernels.native import Floats, at, copy, native, root, run_kernel, send_output

LOW_ORDER, STIFF, MANY = 6, 0.5, 500
"""Steps up to this order with more than this h |df/dy|, by the slopes at the predicted and the
corrected state, count as limited by stability: where accuracy limits them, orders are higher or
steps shorter. So many of them, beyond those that are not, tell that the equations are stiff."""


@native
def evaluate_slope(s: LoopState, t: float, out: Floats) -> float:
    """Evaluate the slope at `trial`, to `out`; return the watch."""
    s.time[0] = t
    send_output(s.slope, 0, out)
    run_kernel(s.slope)
    s.evaluations += 1
    return s.watched[0]


@native
def least(a: float, b: float) -> float:
    """Return the lesser of two watches; one that is not a number is less than all others."""
    return b if b < a or b != b else a


@native
def begin(s: LoopState, d: Differences) -> None:
    """Forget the differences: order 1 from here, with a first step that is safe at that order.

    An Euler step of size h errs by about h^2 |f|: a quarter of the root keeps that small.
    """
    n = s.n
    h = first_step(s)
    copy(d.phi, s.slopes, n)
    size = 0.0
    for i in range(n):
        part = s.slopes[i] / (s.atol[i] + s.rtol * abs(s.y[i]))
        size += part * part
        for r in range(1, ROWS):
            d.phi[r * n + i] = 0.0
        d.carry[i] = 0.0
    size = sqrt(size / float(n))
    if 16.0 * size * h * h > 1.0:
        h = max(0.25 / sqrt(size), 4.0 * ROUNDING * abs(s.t))
    s.h = h
    for i in range(ROWS):
        d.psi[i] = 0.0
    d.order = 1
    d.last_order = 0
    d.equal = 0
    d.held = 0.0
    d.starting = 1
    d.failures = 0
    s.fresh = FIRST


@native
def attempt(s: LoopState, d: Differences) -> float:
    """Predict a step `tried` from (t, y), and return its error in units of the tolerance.

    The predicted state is left in `trial`. Negative: it is not finite. Errors of the order of the
    step and of the one below are left with the differences, and whether the order should fall.
    """
    n = s.n
    k = d.order
    h = s.tried
    set_coefficients(d, h)
    size = 0.0
    for i in range(n):
        scale = s.atol[i] + s.rtol * abs(s.y[i])
        d.weight[i] = scale
        size += s.y[i] / scale * (s.y[i] / scale)
        total = 0.0
        first = 0.0
        for j in range(k):
            r = k - 1 - j  # the small terms first
            part = d.beta[r] * d.phi[r * n + i]
            total += d.g[r] * part
            first += part
        move = h * total - d.carry[i]
        s.trial[i] = s.y[i] + move
        d.lost[i] = (s.trial[i] - s.y[i]) - move
        d.first[i] = first
    # a tolerance below rounding of the state would never be met
    d.allowed = max(1.0, 4.0 * ROUNDING * sqrt(size / float(n)))
    s.watch = least(1.0, evaluate_slope(s, s.t + h, d.slope))
    own = 0.0
    lower = 0.0
    lowest = 0.0
    off = 0.0
    share = h * (d.g[k - 1] - d.g[k])
    for i in range(n):
        change = d.slope[i] - d.first[i]
        off += change - change
        part = change / d.weight[i]
        s.errors[i] = abs(share * part)
        own += part * part
        before = d.beta[k - 1] * d.phi[(k - 1) * n + i]
        part = (before + change) / d.weight[i]
        lower += part * part
        if k > 1:
            before += d.beta[k - 2] * d.phi[(k - 2) * n + i]
            part = (before + change) / d.weight[i]
            lowest += part * part
    d.own = 0.0
    d.lower = 0.0
    d.lowers = 0
    if off != 0.0 or not own + lower + lowest < HUGE:
        return -1.0
    own = h * sqrt(own / float(n))
    d.own = own * d.sigma[k] * d.moulton[k - 1]
    if k > 1:
        d.lower = h * d.sigma[k - 1] * d.moulton[k - 2] * sqrt(lower / float(n))
    if k == 2 and d.lower <= 0.5 * d.own:
        d.lowers = 1
    if k > 2:
        far = h * d.sigma[k - 2] * d.moulton[k - 3] * sqrt(lowest / float(n))
        if max(d.lower, far) <= d.own:
            d.lowers = 1
    return own * (d.g[k - 1] - d.g[k])


@native
def correct(s: LoopState, d: Differences) -> int:
    """Correct the predicted state, put it back and evaluate again; 0 where that is not finite.

    The state is left in `top`, its slope in `found`.
    """
    n = s.n
    h = s.tried
    push = h * d.g[d.order]
    for i in range(n):
        move = push * (d.slope[i] - d.first[i]) - d.lost[i]
        d.top[i] = s.trial[i] + move
        d.lost[i] = (d.top[i] - s.trial[i]) - move
    d.t = s.t + h
    if h == s.end - s.t:
        d.t = s.end
    change = 0.0
    for i in range(n):
        part = (d.top[i] - s.trial[i]) / d.weight[i]
        change += part * part
    put_back(s, d.t, d.top)
    copy(s.trial, d.top, n)
    s.watch = least(s.watch, evaluate_slope(s, d.t, d.found))
    grown = 0.0
    off = 0.0
    for i in range(n):
        part = (d.found[i] - d.slope[i]) / d.weight[i]
        grown += part * part
        off += d.found[i] - d.found[i] + (d.top[i] - d.top[i])
    if off != 0.0:
        return 0
    limited = d.order <= LOW_ORDER and d.starting == 0 and h * h * grown > STIFF * STIFF * change
    d.stiff_steps = d.stiff_steps + 1 if limited else max(d.stiff_steps - 1, 0)
    return 1


@native
def accept(s: LoopState, d: Differences) -> None:
    """Go to the corrected state: differences follow, and the order and size of the next step."""
    n = s.n
    k = d.order
    h = s.tried
    place = at(s.trail, (s.trailed % ROOM) * (n + 2))
    place[0] = s.t
    place[1] = h
    copy(at(place, 2), s.y, n)
    s.trailed += 1
    copy(s.y0, s.y, n)
    copy(s.y, d.top, n)
    s.start = s.t
    s.taken = h
    s.t = d.t
    s.is_dense = 1
    d.active = 1
    s.steps += 1
    s.largest_step = max(s.largest_step, h)
    s.lowest = least(s.lowest, s.watch)
    d.used[k] = d.used[k] + 1
    if d.stiff_steps >= MANY and d.stiff_at < 0.0:
        d.stiff_at = s.t
    if h != d.held:
        d.equal = 0
    if d.equal <= d.last_order:
        d.equal += 1
    higher = 0.0
    for i in range(n):
        change = d.found[i] - d.first[i]
        further = change - d.phi[k * n + i]  # of equal steps only
        total = 0.0
        for j in range(k):
            r = k - 1 - j
            total += d.beta[r] * d.phi[r * n + i]
            d.phi[r * n + i] = total + change
        d.phi[k * n + i] = change
        d.phi[(k + 1) * n + i] = further
        part = further / d.weight[i]
        higher += part * part
        # what is put back on constraints has no rounding left of its sum
        d.carry[i] = d.lost[i] if s.projects == 0 else 0.0
    for i in range(ROWS):
        d.psi[i] = d.ahead[i]
    d.held = h
    d.last_order = k
    d.failures = 0
    choose(s, d, h * d.moulton[k] * sqrt(higher / float(n)))


@native
def choose(s: LoopState, d: Differences, higher: float) -> None:
    """Choose order and size of the next step; higher: error that order k + 1 would have had.

    Steps are doubled where the error would stay below a half of the tolerance, and otherwise kept;
    where it would not, they are shortened to between 0.5 and 0.9 of themselves.
    """
    k = d.order
    h = s.tried
    error = d.own
    if d.lowers > 0 or k == HIGHEST:
        d.starting = 0
    following = k
    if d.starting > 0:
        following = k + 1
    elif d.lowers > 0:
        following = k - 1
    elif k + 1 <= d.equal:
        if k == 1:
            if higher < 0.5 * error:
                following = 2
        elif d.lower <= min(error, higher):
            following = k - 1
        elif higher < error and k < HIGHEST:
            following = k + 1
    if following > k:
        error = higher
    if following < k:
        error = d.lower
    d.order = following
    half = 0.5 * d.allowed
    doubled = error  # of a step twice as long: 2^(order + 1) times
    for _ in range(following + 1):
        doubled = 2.0 * doubled
    s.h = h
    if d.starting > 0 or half >= doubled:
        s.h = 2.0 * h
    elif half < error:
        s.h = h * max(0.5, min(0.9, root(half / error, float(following + 1))))


@native
def retreat(s: LoopState, d: Differences) -> None:
    """Shorten a step that failed; the third time the differences are not to be trusted: order 1."""
    d.starting = 0
    d.failures += 1
    factor = 0.5
    if d.failures > 3 and d.allowed < 0.5 * d.own:
        factor = sqrt(0.5 * d.allowed / d.own)
    if d.failures >= 3:
        d.order = 1
    elif d.lowers > 0:
        d.order = d.order - 1
    s.h = s.tried * factor


@native
def advance(s: LoopState) -> int:
    """Step until something is to be decided outside, as `control.advance` does."""
    return go_on(s, s.differences)


@native
def go_on(s: LoopState, d: Differences) -> int:
    """Step with the differences of a loop."""
    budget = s.steps + s.budget
    while s.t < s.end or s.pending > 0:
        if s.pending > 0:
            if output(s, s.t) > 0:
                return FULL
            s.pending = 0
            if not s.watch >= s.limit:
                return LOW
            if s.steps >= budget:
                return PAUSED
            if not s.t < s.end:
                return DONE
        if s.fresh == UNKNOWN:
            begin(s, d)
        rest = s.end - s.t
        h = min(min(s.h, s.most), rest)
        s.tried = h
        if not h > 0.0 or (h < rest and h < 10.0 * ROUNDING * abs(s.t) + TINY):
            return TOO_SMALL
        error = attempt(s, d)
        good = 0
        if error >= 0.0 and error <= d.allowed:
            good = correct(s, d)
        if good == 0:
            s.rejected += 1
            s.crossed_by = s.t + h
            if s.watch < s.near and h < SHRUNK * usual(s):
                return SHRINKING
            retreat(s, d)
            if reach_switch(s, h) > 0:
                s.fresh = UNKNOWN
                s.pending = 1
        else:
            accept(s, d)
            if s.n_events > 0:  # noqa: SIM102 - both sides of an `and` are evaluated
                if look(s) > 0:
                    s.fresh = UNKNOWN
                    if happens(s) > 0:
                        return CROSSED
                    end_at_switch(s)
            s.pending = 1
    return DONE


class PeceLoop(AdaptiveLoop):
    """The loop of `AdaptiveLoop` with Adams steps of variable order.

    Its table of a Runge-Kutta pair is there for single steps: those across singular positions.
    """

    advancing: ClassVar[Any] = staticmethod(advance)

    def differences(self, n: int) -> Differences:
        """Return differences of its own."""
        return new_differences(n)

    @property
    def orders(self) -> np.ndarray:
        """How many steps were of order 1 to 12."""
        return np.asarray(self.state.differences.used[1:])

    @property
    def stiff_at(self) -> float | None:
        """When many steps in a row were limited by stability first, None if never."""
        t = self.state.differences.stiff_at
        return None if t < 0.0 else t

    def leap(self, t: float, y: np.ndarray, h: float, y1: np.ndarray) -> None:
        """Go to y1 at t + h by a Runge-Kutta step, whatever its error."""
        self.state.differences.active = 0
        super().leap(t, y, h, y1)

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here, by name."""
        d = self.state.differences
        own = {"numbers": d.numbers, **{name: getattr(d, name).copy() for name in KEPT}}
        return {**super().memory(), "differences": own}

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Go on exactly from where `memory` was taken; orders count from here."""
        super().remember(memory)
        d, known = self.state.differences, memory["differences"]
        d.restore(known["numbers"])
        for name in KEPT:
            getattr(d, name)[...] = known[name]


KEPT = ("psi", "phi", "top", "carry")
"""Arrays of the differences that later steps need; the others are made anew by each."""
