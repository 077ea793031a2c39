"""Equal steps: a step kernel (y, t, ...) to (y_next, watch), repeated without Python between."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.kernels.loops.bound import BoundKernel, Evaluated, Idle, PythonKernel
from sarrus.kernels.loops.crossing import crossed
from sarrus.kernels.loops.midpoint import MidpointStep
from sarrus.kernels.native import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compile_function,
    copy,
    native,
    run_kernel,
)

DONE, STOPPED, CROSSED = 0, 1, 2
"""Why a loop came back: all steps taken; watch too low or not finite; an event."""

Y, NEW, TIME, WATCH, STORE, BEFORE, EVENT_Y, EVENT_TIME, EVENTS = range(9)
T0, H, LIMIT, LOWEST = range(4)
N, FROM, TO, EVERY, REACHED, N_EVENTS, NOW = range(7)


Stepping = BoundKernel | MidpointStep


@native
def repeated(
    f: Code,
    ins: Pointers,
    outs: Pointers,
    work: Floats,
    g: Code,
    event_ins: Pointers,
    event_outs: Pointers,
    event_work: Floats,
    a: Pointers,
    x: Floats,
    k: Ints,
    directions: Ints,
) -> int:
    """Take steps FROM to TO; what is in `a`, `x` and `k` is named above."""
    y = a[Y]
    new = a[NEW]
    store = a[STORE]
    n = k[N]
    kept = 0
    step = k[FROM]
    while step < k[TO]:
        a[TIME][0] = x[T0] + float(step) * x[H]
        run_kernel(f, ins, outs, work)
        watch = a[WATCH][0]
        if watch < x[LOWEST]:
            x[LOWEST] = watch
        total = 0.0
        for i in range(n):
            total += new[i] - new[i]
        if not watch >= x[LIMIT] or total != 0.0:
            k[REACHED] = step
            return STOPPED
        if k[N_EVENTS] > 0:
            copy(a[EVENT_Y], new, k[NOW])
            a[EVENT_TIME][0] = x[T0] + float(step + 1) * x[H]
            run_kernel(g, event_ins, event_outs, event_work)
            if crossed(a[BEFORE], a[EVENTS], directions, k[N_EVENTS]) > 0:
                k[REACHED] = step
                return CROSSED
            copy(a[BEFORE], a[EVENTS], k[N_EVENTS])
        copy(y, new, n)
        step += 1
        if step % k[EVERY] == 0:
            copy(at(store, kept * n), y, n)
            kept += 1
    k[REACHED] = step
    return DONE


class FixedLoop:
    """Repeats a step with inputs y, t and outputs y_next, watch.

    events: a kernel (y, t) to g, and the directions in which its values count when they cross
    zero: 1 upwards, -1 downwards, 0 both.
    """

    def __init__(
        self,
        step: Stepping,
        events: Evaluated | None = None,
        directions: np.ndarray | None = None,
    ) -> None:
        self.step = step
        self.events: Evaluated = events or Idle()
        wanted = np.zeros(0) if directions is None else directions
        self.directions = np.ascontiguousarray(wanted, dtype=np.int64)
        self._check()
        self.before = np.zeros(len(self.directions))
        self.lowest = 1.0
        self._loop = compile_function(repeated)

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

    def update(self, given: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs, of the events too."""
        self.step.update(given)
        self.events.update(given)

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
        arrays = [inputs["y"], outputs["y_next"], inputs["t"], outputs["watch"], kept, self.before]
        arrays += [event_y, self.events.inputs.get("t", inputs["t"])]
        arrays += [self.events.outputs.get("g", self.before)]
        a = np.array([array.ctypes.data for array in arrays], dtype=np.uint64)
        x = np.array([t0, h, limit, self.lowest])
        k = np.array([y.size, first, last, every, 0, len(self.before), event_y.size])
        places = [array.ctypes.data for array in (a, x, k, self.directions)]
        why = self._loop(*self.step.arguments, *self.events.arguments, *places)
        self.lowest = float(x[LOWEST])
        y[...] = inputs["y"]
        reached = int(k[REACHED])
        return reached, kept[: reached // every - first // every], int(why)
