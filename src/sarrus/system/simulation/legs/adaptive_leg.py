"""A leg with error control, by the Runge-Kutta method of order 8."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.solvers import dormand_prince_8
from sarrus.system.simulation.legs.jamming import stop_reason
from sarrus.system.simulation.legs.leg import Budget, Crossing, Here, located, seen
from sarrus.system.simulation.legs.passing import passed
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.simulation.recording import PASSAGE

STRICTER = 0.1
"""Errors of single steps are kept below this part of the tolerance, since they add up."""


class AdaptiveLeg:
    """Steps of the size that the tolerance allows, across singular positions too."""

    def __init__(self, here: Here) -> None:
        self.here = here
        sim, plan = here.sim, here.plan
        T = here.memory["T"] if here.memory else sim.choice(here.y)
        slope = sim.bound_slope(sim.given(T, here.samples.held))
        shared = {name: array for name, array in slope.inputs.items() if name not in ("y", "t")}
        closing = sim.bound_closing(shared) if sim.needs_projection else None
        watch = here.watch if here.watch and here.watch.native else None
        events = watch.bound(sim, shared) if watch else None
        directions = watch.directions if watch else None
        rtol, atol = STRICTER * plan.rtol, STRICTER * plan.atol
        self.loop = AdaptiveLoop(
            dormand_prince_8, slope, here.t, here.y, rtol, atol, closing, events, directions,
            watch.switches if watch else 0,
        )  # fmt: skip
        if watch:
            self.loop.before[...] = watch.before
        self.slowly = here.watch is not None and watch is None
        """Whether events are looked at in Python, after every step."""
        if here.memory:
            self.loop.remember(here.memory["loop"])
            first = int(here.memory["loop"]["numbers"]["next_output"])
        else:
            first = int(np.searchsorted(plan.times, here.t, side="right"))
        self.loop.outputs(plan.times, first)
        self.loop.full = self._full
        if sim.system.closed:
            self.loop.limit(WATCH if sim.mixing else PASSAGE)
        self.counted = self._counts()

    def go(self) -> Crossing | None:
        """Go on to the next event or the end."""
        here, loop, budget = self.here, self.loop, Budget()
        period, samples, end = here.sim.actuation.period, here.samples, here.plan.end
        while loop.t < end:
            stop = end
            if period:
                stop = min(end, here.plan.start + samples.following * period)
            loop.state.budget = 1 if self.slowly else budget.begin()
            why = loop.advance(stop)
            budget.end()
            if why == control.TOO_SMALL:
                self._keep()
                given, h = loop.slope.inputs, loop.size_tried
                why_not = stop_reason(here.sim, loop.t, loop.y, h, given, self._underflow())
                raise here.record.stopped(why_not)
            crossing = None
            if why == control.SHRINKING:
                self._keep()
                crossing = self._passed(stop)
            if why == control.CROSSED:
                crossing = self._crossing()
            if self.slowly and why in (control.PAUSED, control.DONE, control.LOW):
                crossing = self._looked()
            self._keep(np.inf if crossing is None else crossing.t)
            here.record.watched(loop.t, loop.watch)
            if crossing is not None:
                return crossing
            if why == control.LOW and here.sim.mixing:
                loop.slope.inputs["T"][...] = here.sim.choice(loop.y)
                here.record.account.choices += 1
                loop.renew()
            if period and stop <= loop.t < end:
                samples.following += 1
                samples.held = here.sim.held(here.sim.state_of(loop.y, loop.t))
                here.record.sampled(loop.t)
                loop.slope.update({"tau": samples.held[0], "tau_cut": samples.held[1]})
                if here.watch is not None:
                    here.watch.hold(samples.held)
                loop.renew()
            here.progress.at((loop.t - here.plan.start) / (end - here.plan.start))
            if loop.settled:
                here.record.safe(self)
        return None

    def _passed(self, end: float) -> Crossing | None:
        """Go across a singular position; return the event on the way, if there is one."""
        here, loop = self.here, self.loop
        passed(here.sim, here.record, loop, end)
        if here.watch is None:
            return None
        start = loop.last_step[0]
        before = here.watch.values(loop.inside(start), start)
        found = located(here.watch, loop.inside, start, before, loop.t)
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
        found = located(here.watch, loop.inside, start, loop.before.copy(), end)
        if found is None:  # a value that rounds to zero at the end of the interval
            loop.before[...] = here.watch.values(loop.inside(end), end)
            loop.go_back_to(end, loop.inside(end))
            return None
        return self._unless_switch(found)

    def _looked(self) -> Crossing | None:
        """Return the event in the last step, for events that only Python can evaluate."""
        watch, loop = self.here.watch, self.loop
        if watch is None:
            return None
        found = seen(watch, loop.inside, loop.last_step[0], loop.t)
        return None if found is None else self._unless_switch(found)

    def _unless_switch(self, found: Crossing) -> Crossing | None:
        """Return a crossing; if it is only a kink of a force, let the step end there instead."""
        watch, loop = self.here.watch, self.loop
        if watch is None or not watch.only_switches(found.which):
            loop.output_until(found.t)
            return found
        loop.go_back_to(found.t, found.y)
        loop.before[...] = watch.before = watch.values(found.y, found.t)
        return None

    def _keep(self, until: float = np.inf) -> None:
        """Hand over the outputs made so far, up to a time, and count."""
        here, loop = self.here, self.loop
        first, rows = loop.taken()
        times = here.plan.times[first : first + len(rows)]
        wanted = times <= until
        here.record.keep(times[wanted], rows[wanted])
        account = here.record.account
        now = self._counts()
        more = now - self.counted
        account.steps += int(more[0])
        account.rejected += int(more[1])
        account.evaluations += int(more[2])
        self.counted = now
        account.smallest_watch = min(account.smallest_watch, loop.smallest_watch)

    def _full(self) -> None:
        """Hand over the outputs of a step that has many; those behind it can go to the file."""
        self._keep()
        self.here.progress.interrupts.check()
        if self.loop.settled:
            self.here.record.spill()

    def _counts(self) -> np.ndarray:
        loop = self.loop
        return np.array([loop.steps, loop.rejected, loop.evaluations], np.int64)

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here."""
        return {"loop": self.loop.memory(), "T": self.loop.slope.inputs.get("T")}

    def _underflow(self) -> Problem:
        system = self.here.sim.system
        names = [*system.coordinates, *system.velocities, "work", "loss", "booked"]
        worst = [names[k] for k in np.argsort(-self.loop.errors)[:3]]
        return Problem(
            "E-STEP",
            f"t = {self.loop.t:.9g} s",
            f"the step size fell to {self.loop.size_tried:.3g} s; largest errors in "
            f"{', '.join(worst)}",
            cause="a discontinuous or singular force, or a singular position of the loops",
            action="look at these coordinates before this time, or loosen rtol",
        )
