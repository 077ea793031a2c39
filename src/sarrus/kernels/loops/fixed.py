"""Equal steps: a step kernel (y, t, ...) to (y_next, watch), repeated without Python between."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.kernels.loops.bound import BoundKernel, Evaluated, Idle, PythonKernel
from sarrus.kernels.loops.corrections import CorrectedStep
from sarrus.kernels.loops.event_search import crossings
from sarrus.kernels.loops.midpoint import MidpointStep
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)

DONE, STOPPED, CROSSED = 0, 1, 2
"""Why a loop came back: all steps taken; watch too low or not finite; an event."""

Stepping = BoundKernel | CorrectedStep | MidpointStep


@record
class StepsState(Record):
    """Equal steps: numbers `first` to `last` of size h, counted from t0.

    limit, lowest: the watch below which the loop stops, and the least so far; every: steps between
    states kept in `store`; reached: the number reached. y, y_next, time, watch: arrays of the
    kernel `step`; event_y, with n_seen numbers, event_time, values: those of the kernel `event`,
    whose values before were `before`. Where n_more is not 0, steps from states that are kept are
    taken by the kernel `fuller`, whose further outputs of that state, n_more numbers `more`, go to
    `more_store`; filled: how many states have theirs there.
    """

    t0: float
    h: float
    limit: float
    lowest: float
    n: int
    first: int
    last: int
    every: int
    reached: int
    n_events: int
    n_seen: int
    n_more: int
    filled: int
    y: Floats
    y_next: Floats
    time: Floats
    watch: Floats
    store: Floats
    before: Floats
    event_y: Floats
    event_time: Floats
    values: Floats
    more: Floats
    more_store: Floats
    directions: Ints
    step: KernelCall
    event: KernelCall
    fuller: KernelCall


@native
def repeat(s: StepsState) -> int:
    """Take the steps and return why the loop came back."""
    y = s.y
    new = s.y_next
    n = s.n
    kept = 0
    step = s.first
    while step < s.last:
        s.time[0] = s.t0 + float(step) * s.h
        if s.n_more > 0 and step % s.every == 0:
            run_kernel(s.fuller)
            copy(at(s.more_store, s.filled * s.n_more), s.more, s.n_more)
            s.filled += 1
        else:
            run_kernel(s.step)
        watch = s.watch[0]
        if watch < s.lowest:
            s.lowest = watch
        total = 0.0
        for i in range(n):
            total += new[i] - new[i]
        if not watch >= s.limit or total != 0.0:
            s.reached = step
            return STOPPED
        if s.n_events > 0:
            copy(s.event_y, new, s.n_seen)
            s.event_time[0] = s.t0 + float(step + 1) * s.h
            run_kernel(s.event)
            if crossings(s.before, s.values, s.directions, s.n_events) > 0:
                s.reached = step
                return CROSSED
            copy(s.before, s.values, s.n_events)
        copy(y, new, n)
        step += 1
        if step % s.every == 0:
            copy(at(s.store, kept * n), y, n)
            kept += 1
    s.reached = step
    return DONE


class FixedLoop:
    """Repeats a step with inputs y, t and outputs y_next, watch.

    events: a kernel (y, t) to g, and the directions in which its values count when they cross
    zero: 1 upwards, -1 downwards, 0 both. fuller: the kernel of the same step with one more
    output of the state at its beginning, named `more`, for states that are kept; it shares the
    arrays of the step.
    """

    def __init__(
        self,
        step: Stepping,
        events: Evaluated | None = None,
        directions: np.ndarray | None = None,
        fuller: BoundKernel | CorrectedStep | None = None,
        more: str = "",
    ) -> None:
        self.step = step
        self.fuller: Stepping = fuller or step
        self._more = np.zeros(0) if fuller is None else fuller.outputs[more]
        self.found = np.zeros((0, *self._more.shape))
        """The further outputs of the states kept from which the last steps went out."""
        self.events: Evaluated = events or Idle()
        wanted = np.zeros(0) if directions is None else directions
        self.directions = np.ascontiguousarray(wanted, dtype=np.int64)
        self._check()
        self.before = np.zeros(len(self.directions))
        self.lowest = 1.0
        self._loop = compile_function(repeat)

    def _check(self) -> None:
        """Refuse events that the loop cannot evaluate, or not without leaving its arrays."""
        if isinstance(self.events, PythonKernel):
            raise ValueError("the loop runs in machine code, and so must its events")
        n = self.step.inputs["y"].size
        if self.events.inputs.get("y", np.zeros(0)).size > n:
            raise ValueError(f"events take states of more than {n} numbers")
        found = sum(array.size for array in self.events.outputs.values())
        if found != len(self.directions):
            raise ValueError(f"{found} events have {len(self.directions)} directions")

    @property
    def inputs(self) -> dict[str, np.ndarray]:
        """The values of all inputs of the step."""
        return self.step.inputs

    @property
    def inputs_but_state(self) -> dict[str, np.ndarray]:
        """The values of all inputs but the state, its time and the size of the step."""
        return {n: value for n, value in self.inputs.items() if n not in ("y", "t", "h")}

    def update(self, inputs: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs, of the events too."""
        self.step.update(inputs)
        self.events.update(inputs)

    def run(
        self,
        y: np.ndarray,
        t0: float,
        h: float,
        steps: tuple[int, int],
        every: int,
        limit: float,
    ) -> tuple[int, np.ndarray, int]:
        """Take steps number `steps[0]` to `steps[1]`; y is updated in place.

        Returns the number reached, y after every `every`-th step, and why: all steps taken; the
        watch fell below `limit` or a result was not finite; or an event is crossed by the next
        step. y is then the state before that step.
        """
        first, last = steps
        inputs, outputs = self.step.inputs, self.step.outputs
        if every < 1 or y.shape != inputs["y"].shape:
            raise ValueError(f"states of {y.size} numbers cannot be kept every {every} steps")
        kept = np.zeros((last // every - first // every, y.size))
        inputs["y"][...] = y
        event_y = self.events.inputs.get("y", inputs["y"])
        state = StepsState(
            t0=t0, h=h, limit=limit, lowest=self.lowest, n=y.size, first=first, last=last,
            every=every, n_events=len(self.before), n_seen=event_y.size, n_more=self._more.size,
        )  # fmt: skip
        found = np.zeros((last // every - first // every + 1, *self._more.shape))
        state.bind(
            y=inputs["y"],
            y_next=outputs["y_next"],
            time=inputs["t"],
            watch=outputs["watch"],
            store=kept,
            before=self.before,
            event_y=event_y,
            event_time=self.events.inputs.get("t", inputs["t"]),
            values=self.events.outputs.get("g", self.before),
            more=self._more,
            more_store=found,
            directions=self.directions,
            step=self.step,
            event=self.events,
            fuller=self.fuller,
        )
        why = self._loop(state.address)
        self.lowest, self.found = state.lowest, found[: state.filled]
        y[...] = inputs["y"]
        return state.reached, kept[: state.reached // every - first // every], int(why)
