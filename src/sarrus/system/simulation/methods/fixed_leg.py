"""A leg of equal steps in a native loop."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.formulations import STATE_VECTOR
from sarrus.errors import Problem
from sarrus.kernels.loops import fixed
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.corrections import CorrectedStep
from sarrus.kernels.loops.fixed import FixedLoop, Stepping
from sarrus.kernels.loops.midpoint import MidpointStep
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.methods.friction_locking import stop_reason
from sarrus.system.simulation.methods.leg import (
    Budget,
    Crossing,
    LegState,
    check_corrections,
    crossing_between,
)
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.simulation.recording import PASSAGE, Stopped

LOWEST = 1e-9
LOADS = "loads"
"""The output of steps that yield loads of joints."""
SINGLE = ("rk4", "midpoint")
"""Methods whose own steps look for events; the others leave that to Runge-Kutta steps."""


class FixedLeg:
    """Steps on the grid start + k h; a leg that begins between two of them first goes to one."""

    loop_kind: type[FixedLoop] = FixedLoop
    """What takes the steps."""

    def __init__(self, here: LegState) -> None:
        self.here = here
        sim, plan = here.sim, here.order.plan
        self.method = METHODS[plan.method]
        self.loop = self._loop(plan.method, plan.h)
        if self.method.history:
            sim.slope_kernel(), sim.step_kernel("rk4")  # they start the method
        if sim.period:
            self.stride = sim.sample_steps(plan.h, plan.method)
        else:
            self.stride = 0
        self.limit = WATCH if sim.mixing else LOWEST
        self.k = 0
        self.counted = (0, 0)
        self.y = here.y
        if here.memory:
            self._remember(here.memory)

    def _loop(self, method: str, h: float) -> FixedLoop:
        here = self.here
        values = here.sim.inputs(here.sim.choice(here.y), here.record.held)
        values["h"] = np.array([h])
        asked = here.order.settings
        self.keeps = "keep" in asked or "formulation" in asked
        step = here.sim.bound_step(method, values, self.keeps and self._is_composite(asked))
        fuller = self._fuller(step) if self.keeps else None
        if here.watch is None:
            return self.loop_kind(step, fuller=fuller, more=LOADS)
        events = here.watch.bound(here.sim, {})
        loop = self.loop_kind(step, events, here.watch.directions, fuller, LOADS)
        loop.events.update(values)
        loop.before[...] = here.watch.before
        return loop

    def _is_composite(self, asked: Mapping[str, Any]) -> bool:
        """Whether accelerations of a tree come from its mass matrix."""
        sim, keeping = self.here.sim, self.here.record.keeping
        if sim.system.closed:
            return False
        if keeping is not None and keeping.in_steps(sim, self.here.order.plan.method):
            return keeping.formulation_in(sim) == STATE_VECTOR
        return asked.get("formulation") == STATE_VECTOR

    def _fuller(self, step: Stepping) -> BoundKernel | CorrectedStep | None:
        """Return the step that yields loads of joints too, where these are kept."""
        sim, keeping, method = self.here.sim, self.here.record.keeping, self.here.order.plan.method
        if keeping is None or isinstance(step, MidpointStep) or not keeping.in_steps(sim, method):
            return None
        kernel = keeping.step_kernel(sim, method)
        return sim.corrected_step(method, BoundKernel(kernel, {}, step.inputs, step.outputs))

    def _note_loads(self, first: int) -> None:
        """Note the loads that steps from number `first` on have found."""
        here, plan = self.here, self.here.order.plan
        if len(self.loop.found):
            n = -(-first // plan.every)
            here.record.found_loads(*plan.wanted_states(n, self.loop.found))

    def _note_last_loads(self, t: float | None = None) -> None:
        """Note the loads at the state reached, from which no step has gone out yet.

        By the step that would: a run that goes on later must find the same bits.
        """
        here, fuller = self.here, self.loop.fuller
        if fuller is not self.loop.step:
            if isinstance(fuller, CorrectedStep):
                fuller = fuller.step
            fuller.inputs["y"][...], fuller.inputs["t"][...] = self.y, self._time(self.k)
            fuller()
            times = np.array([self._kept_time() if t is None else t])
            here.record.found_loads(times, fuller.outputs[LOADS][None])

    def _kept_time(self) -> float:
        """Return the time of the state reached as it is kept, NaN where it is not."""
        plan = self.here.order.plan
        times, _ = plan.wanted_states(self.k // plan.every, np.zeros((1, 0)))
        return float(times[0]) if len(times) and self.k % plan.every == 0 else np.nan

    def _time(self, k: int) -> float:
        return self.here.order.plan.start + k * self.here.order.plan.h

    def go(self) -> Crossing | None:
        """Go on to the next event or the end."""
        here, plan = self.here, self.here.order.plan
        if here.memory is None:
            crossing = self._begin()
            if crossing is not None:
                return crossing
        budget = Budget()
        while self.k < plan.steps:
            end = min(plan.steps, self.k + budget.begin())
            if self.stride:
                end = min(end, (self.k // self.stride + 1) * self.stride)
            if here.sim.lags:
                end = self.k + 1
            reached, rows, why = self.loop.run(
                self.y, plan.start, plan.h, (self.k, end), plan.every, self.limit
            )
            budget.end()
            here.record.keep(*plan.wanted_states(self.k // plan.every + 1, rows))
            if self.keeps:
                self._note_loads(self.k)
            self._count(reached - self.k)
            stuck, self.k = reached == self.k, reached
            if why == fixed.CROSSED:
                found = self._crossing()
                if found is not None:
                    return found
            elif why == fixed.STOPPED:
                self._choose_or_stop(stuck)
            else:
                self._keep_lagged_loads()
                self._sample()
            here.progress.at(self.k / plan.steps)
            if self.keeps and here.record.due:
                self._note_last_loads()
            here.record.safe(self)
        if plan.steps % plan.every and here.record.last_time < plan.end:
            here.record.keep(np.array([plan.end]), self.y[None, : here.sim.size])
        if self.keeps:
            self._note_last_loads(here.record.last_time)
        return None

    def _choose_or_stop(self, stuck: bool) -> None:
        """Choose the rows anew, or end the run where that has not helped.

        A low watch at a position that is not singular comes from masses that differ much, and is
        then usual.
        """
        here = self.here
        check_corrections(here)
        if stuck and self.limit <= LOWEST:
            low = float(self.loop.step.outputs["watch"][0])
            if not (self._is_finite() and 0.0 < low < self.limit and self._is_regular()):
                raise self._end(self._time(self.k), here.order.plan.h)
            self.limit = 0.1 * low
            return
        self.limit = min(self.limit, LOWEST) if stuck else WATCH
        here.record.account.choices += 1
        T = here.sim.choice(self.y)
        if T is not None:
            self.loop.update({"T": T})

    def _is_finite(self) -> bool:
        return bool(np.all(np.isfinite(self.loop.step.outputs["y_next"])))

    def _is_regular(self) -> bool:
        sim = self.here.sim
        return sim.system.closed and sim.regularity(self.y[: sim.size]) > PASSAGE * self.usual

    @cached_property
    def usual(self) -> float:
        """The regularity of the loops where the leg began."""
        return self.here.sim.regularity(self.here.y)

    def _end(self, t: float, h: float) -> Stopped:
        """Return the error of a step without a finite result."""
        here, value = self.here, self.loop.inputs_but_state
        reason = stop_reason(here.sim, t, self.y, h, value, _not_finite(self.k, t))
        return here.record.stop_error(reason)

    def _sample(self) -> None:
        """Ask the sampled controllers, if it is time."""
        here, plan = self.here, self.here.order.plan
        if self.stride and self.k % self.stride == 0 and self.k < plan.steps:
            record = here.record
            record.following = self.k // self.stride + 1
            lagged = record.held[-1] if here.sim.lags else None
            if here.sim.outside is not None:
                here.sim.outside.step(here.sim, self._time(self.k), self.y)
                here.record.note_exchange(self._time(self.k), self.y)
                if here.watch is not None:
                    here.watch.before = here.watch.values(self.y, self._time(self.k))
                    self.loop.before[...] = here.watch.before
            self._hold(here.sim.held_efforts(here.sim.state_of(self.y, self._time(self.k)), lagged))

    def _keep_lagged_loads(self) -> None:
        """Keep the loads of lagged bearings at the end of a step, for the next one."""
        here = self.here
        if here.sim.lags:
            value = self.loop.inputs_but_state
            loads = here.sim.following_loads(self.y, self._time(self.k), value)
            self._hold((*here.record.held[:2], loads))

    def _hold(self, held: tuple[np.ndarray, ...]) -> None:
        """Let other efforts and loads hold from here on."""
        here = self.here
        here.record.held = held
        here.record.note_sample(self._time(self.k))
        self.loop.update(here.sim.held_inputs(held))
        if here.watch is not None:
            here.watch.hold(held)

    def _count(self, steps: int) -> None:
        account = self.here.record.account
        account.steps += steps
        step = self.loop.step
        if isinstance(step, MidpointStep):
            account.evaluations += step.iterations - self.counted[0]
            account.jacobians += step.matrices - self.counted[1]
            self.counted = (step.iterations, step.matrices)
        account.evaluations += steps * self.method.evaluations
        account.smallest_watch = min(account.smallest_watch, self.loop.lowest)

    # --- the first steps ----------------------------------------------------------------------

    def _begin(self) -> Crossing | None:
        """Go to the grid, and fill the history of a multistep method."""
        here, plan = self.here, self.here.order.plan
        self.k = round((here.t - plan.start) / plan.h)
        if abs(self._time(self.k) - here.t) > 1e-9 * plan.h:
            self.k = int(np.floor((here.t - plan.start) / plan.h)) + 1
            found = self._single(here.t, self._time(self.k) - here.t)
            if found is not None:
                return found
            self._keep()
        record = here.record
        if self.stride and self.k % self.stride == 0 and record.following * self.stride <= self.k:
            self._sample()
        return self._fill_history()

    def _fill_history(self) -> Crossing | None:
        """Fill the history of a multistep method by Runge-Kutta steps; return an event in them."""
        here, plan, history = self.here, self.here.order.plan, self.method.history
        if not history:
            return None
        self.y = self.y[: here.sim.size]
        slopes: list[np.ndarray] = []
        left = plan.steps - self.k
        taken = history - 1 if self.method.current else history
        for j in range(min(history, left + 1)):
            slopes.insert(0, self._slope(self._time(self.k)))
            if j < min(taken, left):
                found = self._single(self._time(self.k), plan.h)
                if found is not None:
                    return found
                self.k += 1
                self._keep()
        missing = np.zeros(here.sim.size * (history - len(slopes)))
        self.y = np.concatenate([self.y[: here.sim.size], *slopes, missing])
        return None

    def _slope(self, t: float) -> np.ndarray:
        kernel = BoundKernel(self.here.sim.slope_kernel(), self.loop.inputs_but_state)
        kernel.inputs["y"][...] = self.y[: self.here.sim.size]
        kernel.inputs["t"][...] = t
        kernel()
        return kernel.outputs["ydot"].copy()

    def _single(self, t: float, h: float) -> Crossing | None:
        """Take one Runge-Kutta step of another size; return the event in it, if there is one."""
        found = self._between(t, h) if self.here.watch else None
        if found is not None:
            return found
        self.y = self._state_after(t, h)
        self.here.record.account.steps += 1
        self.here.record.account.evaluations += METHODS["rk4"].evaluations
        if self.here.watch:
            self.here.watch.before = self.here.watch.values(self.y, t + h)
            self.loop.before[...] = self.here.watch.before
        return None

    def _keep(self) -> None:
        """Keep the state at the grid point just reached, if it is one of those wanted.

        A step ends there.
        """
        plan, record = self.here.order.plan, self.here.record
        if self.k % plan.every == 0:
            record.keep(
                *plan.wanted_states(self.k // plan.every, self.y[None, : self.here.sim.size])
            )
        self._keep_lagged_loads()

    def _state_after(self, t: float, h: float) -> np.ndarray:
        """Return the state after a Runge-Kutta step from here."""
        method = self.here.order.plan.method if self.here.order.plan.method in SINGLE else "rk4"
        step = self.here.sim.bound_step(method, self.loop.inputs_but_state)
        step.inputs["y"][...] = self.y[: self.here.sim.size]
        step.inputs["t"][...], step.inputs["h"][...] = t, h
        step()
        check_corrections(self.here)
        if not np.all(np.isfinite(step.outputs["y_next"])):
            raise self._end(t, h)
        return step.outputs["y_next"].copy()

    # --- events -------------------------------------------------------------------------------

    def _crossing(self) -> Crossing | None:
        """Return the event in the next step; None if a step of higher accuracy has none there."""
        t = self._time(self.k)
        found = self._between(t, self._time(self.k + 1) - t)
        if found is not None:
            return found
        # only the loop's own formula crosses, by less than its error: go on with the better step
        end = self._time(self.k + 1)
        found = self._single(t, end - t)
        if found is not None:
            return found
        self.k += 1
        self._keep()
        self._sample()
        return self._fill_history()

    def _between(self, t: float, h: float) -> Crossing | None:
        watch = self.here.watch
        if watch is None:
            return None
        before = self.loop.before.copy()
        return crossing_between(watch, lambda s: self._state_after(t, s - t), t, before, t + h)

    # --- memory -------------------------------------------------------------------------------

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here."""
        return {
            "k": self.k,
            "y": self.y.copy(),
            "limit": self.limit,
            "before": self.loop.before.copy(),
            "lowest": self.loop.lowest,
            "T": self.loop.inputs.get("T"),
            "step": self.loop.step.memory() if isinstance(self.loop.step, MidpointStep) else None,
        }

    def _remember(self, memory: dict[str, Any]) -> None:
        self.k, self.y = int(memory["k"]), np.array(memory["y"])
        self.limit = float(memory["limit"])
        self.loop.before[...], self.loop.lowest = memory["before"], float(memory["lowest"])
        if memory["T"] is not None:
            self.loop.update({"T": memory["T"]})
        if isinstance(self.loop.step, MidpointStep):
            self.loop.step.remember(memory["step"])


def _not_finite(k: int, t: float) -> Problem:
    return Problem(
        "E-NONFINITE",
        f"step {k} at t = {t:.9g} s",
        "has no finite result, or the loops are singular there",
        cause="the step is too large for a stiff force, or the mechanism is at a dead point",
        action="use a smaller step, or method='auto' with error control",
    )
