"""A leg with error control, by an explicit Runge-Kutta pair or by Adams steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.pece import PeceLoop
from sarrus.system.flow.controlled import CONTROLLED, MULTISTEP
from sarrus.system.simulation.methods.friction_locking import stop_reason
from sarrus.system.simulation.methods.leg import (
    Budget,
    Crossing,
    LegState,
    Pace,
    check_corrections,
    collapse_error,
    crossing_between,
)
from sarrus.system.simulation.methods.singular_passage import (
    Approach,
    confirm,
    nearest_in_step,
    pass_singular,
    stop_undecided,
)
from sarrus.system.simulation.native_loops import WATCH

STRICTER = 0.1
"""Errors of single steps are kept below this part of the tolerance, since they add up."""

TABLES = {"reduced": "auto"}
"""Methods that take their steps by the table of another."""


class AdaptiveLeg:
    """Steps of the size that the tolerance allows, across singular positions too."""

    keeps_slopes = False
    """Whether slopes do not depend on what closing a state changes."""
    loop_kind: type[AdaptiveLoop] = AdaptiveLoop
    """What takes the steps of a Runge-Kutta pair."""

    def __init__(self, here: LegState) -> None:
        self.here = here
        sim, plan = here.sim, here.order.plan
        slope, closing, shared = self._kernels()
        watch = here.watch
        events = watch.bound(sim, shared) if watch else None
        directions = watch.directions if watch else None
        rtol, atol = self._tolerances()
        kind = PeceLoop if plan.method in MULTISTEP else self.loop_kind
        self.loop: AdaptiveLoop = kind(
            CONTROLLED[TABLES.get(plan.method, plan.method)], slope, here.t, here.y, rtol, atol,
            closing, events, directions, watch.switches if watch else 0,
        )  # fmt: skip
        if self.keeps_slopes:
            self.loop.keep_slopes()
        if watch:
            self.loop.before[...] = watch.before
        if here.memory:
            self.loop.remember(here.memory["loop"])
            first = int(here.memory["loop"]["numbers"]["next_output"])
        else:
            first = int(np.searchsorted(plan.times, here.t, side="right"))
        self.loop.outputs(plan.times, first)
        self.loop.full = self._full
        self.limit = WATCH
        if sim.system.closed:
            self.loop.limit(self.limit)
        self.approach: Approach | None = None
        self.pace = Pace(plan.end, here.t)
        self.chosen = 0
        """Steps after which rows were chosen last."""
        self.full_at = -1
        """Steps after which there was no room for more outputs last."""
        self.counted = self._counts()
        self.orders = self.loop.orders.copy() if isinstance(self.loop, PeceLoop) else np.zeros(0)

    def _kernels(self) -> tuple[Any, Any, dict[str, np.ndarray]]:
        """Return what yields slopes, what puts states back on loops, and what they share."""
        here, sim = self.here, self.here.sim
        T = here.memory["T"] if here.memory else sim.choice(here.y)
        slope = sim.bound_slope(sim.inputs(T, here.record.held))
        shared = {name: array for name, array in slope.inputs.items() if name not in ("y", "t")}
        return slope, sim.bound_closing(shared) if sim.needs_projection else None, shared

    def _tolerances(self) -> tuple[float, np.ndarray]:
        """Return the relative tolerance of single steps, and the absolute one of every entry."""
        plan = self.here.order.plan
        return STRICTER * plan.rtol, self.here.sim.absolute_tolerances(STRICTER * plan.atol)

    def go(self) -> Crossing | None:
        """Go on to the next event or the end."""
        here, loop, budget = self.here, self.loop, Budget()
        period, record, end = here.sim.period, here.record, here.order.plan.end
        outside = here.sim.outside
        if outside is not None and not outside.is_continuous:
            outside = None
        while loop.t < end:
            stop = end
            if period:
                stop = min(end, here.order.plan.start + record.following * period)
            if outside is not None and outside.next_time > loop.t:
                stop = min(stop, outside.next_time)
            step_by_step = self.approach is not None or outside is not None
            loop.state.budget = 1 if step_by_step else budget.begin()
            why = loop.advance(stop)
            budget.end()
            if here.sim.tally is not None and here.sim.tally.failed:
                self._keep()
                check_corrections(here)
            if why == control.TOO_SMALL and self.approach is None:
                self._keep()
                value, h = loop.slope.inputs, loop.size_tried
                why_not = stop_reason(here.sim, loop.t, loop.y, h, value, self._underflow())
                raise here.record.stop_error(why_not)
            crossing = None
            if why in (control.SHRINKING, control.TOO_SMALL):
                self._keep()
                crossing = self._approach(stop, why == control.TOO_SMALL)
            elif self.approach is not None:
                if self.approach.follow(here.sim, loop):
                    self._past()
                elif self.approach.lost:
                    if not self.approach.vanished:
                        self._stop_undecided()
                    self._keep()
                    crossing = self._pass(stop, self.approach, loop.t)
            if why == control.CROSSED:
                crossing = self._crossing()
            self._keep(np.inf if crossing is None else crossing.t)
            if crossing is not None:
                self._past()
                return crossing
            if why == control.LOW:
                self._low()
            if outside is not None:
                crossing = self._due()
                if crossing is not None:
                    return crossing
            if period and here.order.plan.start + record.following * period <= loop.t < end:
                self._past()
                self._sample()
            step = self.pace.collapsed_step(loop.t, loop.steps)
            if step is not None:
                raise collapse_error(here, loop.t, loop.y, step)
            here.progress.at((loop.t - here.order.plan.start) / (end - here.order.plan.start))
            if loop.settled and self.approach is None:
                here.record.safe(self)
        self._past()
        return None

    def _sample(self) -> None:
        """Ask sampled controllers, and exchange with FMUs of Co-Simulation."""
        here, loop, record = self.here, self.loop, self.here.record
        y = None
        if here.sim.outside is not None:
            y = loop.y.copy()
            here.sim.outside.step(here.sim, loop.t, y)
            here.record.note_exchange(loop.t, y)
        record.following += 1
        state = here.sim.state_of(loop.y if y is None else y, loop.t)
        record.held = here.sim.held_efforts(state)
        here.record.note_sample(loop.t)
        loop.slope.update({"tau": record.held[0], "tau_cut": record.held[1]})
        if here.watch is not None:
            here.watch.hold(record.held)
        loop.renew(y)
        if y is not None and here.watch is not None:
            loop.before[...] = here.watch.values(loop.y, loop.t)

    def _due(self) -> Crossing | None:
        """Return the event that an FMU wants after the step that was taken, if it wants one."""
        here, loop = self.here, self.loop
        if here.sim.outside is None or here.watch is None:
            return None
        names = here.sim.outside.due(here.sim, loop.t, loop.y)
        if not names:
            return None
        self._past()
        return Crossing(loop.t, loop.y.copy(), here.watch.places_of(names))

    def _low(self) -> None:
        """Look at a step with a low watch: near a singular position, or rows that are badly chosen.

        Where it is neither, masses differ much, and a lower watch is usual.
        """
        here, loop = self.here, self.loop
        near = None if self.approach is not None else nearest_in_step(here.sim, loop)
        if near is not None and not near.vanished:
            self._go_back(near)
            return
        here.record.passes(loop.t, near is not None)
        if here.sim.mixing and self.chosen < loop.steps - 1:
            loop.slope.inputs["T"][...] = here.sim.choice(loop.y)
            here.record.account.choices += 1
            self.chosen = loop.steps
            loop.renew()
        elif near is None:
            loop.limit(min(self.limit, 0.1 * loop.watch))

    def _go_back(self, approach: Approach) -> None:
        """Go the last step again in small ones: it has jumped over what it should go along."""
        here, loop = self.here, self.loop
        loop.outputs_from(approach.t)
        here.record.back_to(approach.t)
        loop.renew(approach.y, approach.t)
        if here.watch is not None:
            loop.before[...] = here.watch.values(approach.y, approach.t)
        approach.follow(here.sim, loop)
        self.approach = approach

    def _approach(self, end: float, to_the_least: bool) -> Crossing | None:
        """Follow an approach to a singular position, or go across; return the event on the way."""
        sim, loop = self.here.sim, self.loop
        if self.approach is None:
            self.approach = Approach.of_loop(sim, loop)
        if self.approach is not None:
            self.approach.follow(sim, loop)
            if self.approach.vanished:
                return self._pass(end, self.approach, loop.tried)
            if to_the_least:
                self._stop_undecided()
        loop.tell_shrinking(0.1 * min(loop.watch, control.NEAR_SINGULAR))
        return None

    def _stop_undecided(self) -> None:
        """Stop: rounding has more influence on the motion than the equations."""
        if self.approach is not None:
            stop_undecided(self.here.record, self.loop, self.approach)

    def _past(self) -> None:
        """End an approach: the singular position lies behind."""
        if self.approach is not None:
            approach, self.approach = self.approach, None
            approach.leave(self.loop)
            confirm(self.here.sim, self.here.record, self.loop, approach)

    def _pass(self, end: float, approach: Approach, instant: float) -> Crossing | None:
        """Go across the singular position of an instant; return the event on the way, if any."""
        here, loop, self.approach = self.here, self.loop, None
        approach.leave(loop)
        pass_singular(here.sim, here.record, loop, end, approach, instant)
        if here.watch is None:
            return None
        start = loop.last_step[0]
        before = here.watch.values(loop.inside(start), start)
        found = crossing_between(here.watch, loop.inside, start, before, loop.t)
        loop.before[...] = here.watch.values(loop.y, loop.t)
        if found is not None:
            here.record.back_to(found.t)
        return found

    def _crossing(self) -> Crossing | None:
        """Return the event in the last step; None if it only seemed so, and the step stands."""
        here, loop = self.here, self.loop
        if here.watch is None:
            return None
        start, end = loop.crossed
        found = crossing_between(here.watch, loop.inside, start, loop.before.copy(), end)
        if found is None:  # a value that rounds to zero at the end of the interval
            loop.before[...] = here.watch.values(loop.inside(end), end)
            loop.go_back_to(end, loop.inside(end))
            return None
        return self._unless_switch(found)

    def _unless_switch(self, found: Crossing) -> Crossing | None:
        """Return a crossing; if it is only a kink of a force, let the step end there instead."""
        watch, loop = self.here.watch, self.loop
        if watch is None or not watch.only_switches(found.which):
            loop.output_until(found.t)
            return found
        loop.go_back_to(found.t, found.y)
        loop.before[...] = watch.before = watch.values(found.y, found.t)
        self.pace.kinks += 1
        return None

    def _keep(self, until: float = np.inf) -> None:
        """Hand over the outputs made so far, up to a time, and count."""
        here, loop = self.here, self.loop
        first, rows = loop.new_outputs()
        times = here.order.plan.times[first : first + len(rows)]
        wanted = times <= until
        if here.sim.tally is not None:  # a state that could not be closed is none
            wanted &= np.all(np.isfinite(rows), axis=1)
        here.record.keep(times[wanted], rows[wanted])
        account = here.record.account
        now = self._counts()
        more = now - self.counted
        account.steps += int(more[0])
        account.rejected += int(more[1])
        account.evaluations += int(more[2])
        self.counted = now
        account.smallest_watch = min(account.smallest_watch, loop.smallest_watch)
        if isinstance(loop, PeceLoop):
            self._count_orders(loop)

    def _count_orders(self, loop: PeceLoop) -> None:
        """Add the orders of the steps since the last time, and when they seemed stiff."""
        account, now = self.here.record.account, loop.orders.copy()
        known = account.orders or [0] * len(now)
        more = (now - self.orders).tolist()
        account.orders = [a + b for a, b in zip(known, more, strict=True)]
        self.orders = now
        if account.stiff_at is None:
            account.stiff_at = loop.stiff_at

    def _full(self) -> None:
        """Hand over the outputs made so far; the loop comes back behind this step if a file is due.

        Only there can a run go on. Of a step with more outputs than there is room for, those
        before go to the file without.
        """
        self._keep()
        self.here.progress.interrupts.check()
        if self.here.record.due and self.loop.settled and self.approach is None:
            if self.loop.steps == self.full_at:
                self.here.record.spill()
            self.loop.state.budget = 0
        self.full_at = self.loop.steps

    def _counts(self) -> np.ndarray:
        loop = self.loop
        return np.array([loop.steps, loop.rejected, loop.evaluations], np.int64)

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here."""
        return {"loop": self.loop.memory(), "T": self.loop.slope.inputs.get("T")}

    def _underflow(self) -> Problem:
        system = self.here.sim.system
        turned = ["turns of cut joints"] * len(system.compiled.loops.wrapped)
        motion = [*system.coordinates, *system.velocities, *turned, *system.states]
        names = [*motion, "work", "loss", "corrections"]
        worst = [names[k] for k in np.argsort(-self.loop.errors)[:3]]
        cause = "a discontinuous or singular force, or a singular position of the loops"
        if system.closed and system.compiled.closed_dynamics.massless:
            cause = "bodies without mass, which nothing slows down where those that have mass stand"
            cause += f" still (a dead point); or {cause}"
        return Problem(
            "E-STEP",
            f"t = {self.loop.t:.9g} s",
            f"the step size fell to {self.loop.size_tried:.3g} s; largest errors in "
            f"{', '.join(worst)}",
            cause=cause,
            action="look at these coordinates before this time, or loosen rtol",
        )
