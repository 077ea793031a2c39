"""Integration with error control: one loop, in machine code or in Python.

The step size follows the error estimates of two orders; output on any grid comes from the dense
output, so that it does not influence the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from sarrus.kernels.loops import control, event_search, stages
from sarrus.kernels.loops.bound import Evaluated, Idle, PythonKernel, in_python
from sarrus.kernels.loops.differences import NONE, Differences
from sarrus.kernels.loops.loop_state import FIRST, LAST, UNKNOWN, LoopState
from sarrus.kernels.native import compile_function

BUDGET = 5_000
"""Steps after which the loop looks whether the user wants to interrupt."""
WINDOW = 4096
"""Outputs for which there is room before they are taken."""


class AdaptiveLoop:
    """One integration of ydot = f(t, y).

    slope: a kernel (y, t) to (ydot, watch); closing: (y, t) to y, puts a state back on its
    constraints; events: (y, t) to g, whose zeros count in the given directions; the last of them,
    as many as `switches`, are kinks of the slope, at which steps end. table: the
    method as data (`solvers.dormand_prince_8`). atol: one number, or one for each entry of y. The
    loop runs in Python if one of the kernels does.
    """

    advancing: ClassVar[Any] = staticmethod(control.advance)
    """The native function that takes the steps."""

    def __init__(
        self,
        table: Any,
        slope: Evaluated,
        t: float,
        y: np.ndarray,
        rtol: float,
        atol: float | np.ndarray,
        closing: Evaluated | None = None,
        events: Evaluated | None = None,
        directions: np.ndarray | None = None,
        switches: int = 0,
    ) -> None:
        kernels: list[Evaluated] = [slope, closing or Idle(), events or Idle()]
        self._in_python = any(isinstance(kernel, PythonKernel) for kernel in kernels)
        if self._in_python:
            kernels = [in_python(kernel) for kernel in kernels]
        self.slope, self.closing, self.events = kernels
        wanted = np.zeros(0) if directions is None else directions
        self.directions = np.ascontiguousarray(wanted, dtype=np.int64)
        n = y.size
        self._check(n)
        self.K = np.zeros((table.EXTENDED, n))
        self.dense = np.zeros((stages.DENSE_ROWS, n))
        self._trail = np.zeros((control.ROOM, n + 2))
        self._grid, self._store = np.zeros(0), np.zeros((0, n))
        self._waiting: list[np.ndarray] = []
        self.full: Callable[[], None] = self._set_aside
        """Called when there is no room for more outputs, so that some may be taken."""
        infinite = np.inf
        self.state = LoopState(
            t=t, rtol=rtol, most=infinite, lowest=1.0, watch=1.0, limit=-infinite,
            near=control.NEAR_SINGULAR, n=n, stages=table.STAGES, extended=table.EXTENDED,
            order=table.ORDER, budget=BUDGET, projects=int(closing is not None),
            n_events=len(self.directions), switches=switches, begins=1,
        )  # fmt: skip
        self._bind(table, n)
        self.y[...], self.state.atol[...] = y, atol
        self._advance = self._code(self.advancing)
        self._place: Any = self.state if self._in_python else self.state.address
        """What the code is given of the state."""

    def _code(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a native function as machine code, or as it is, quiet as machine code is."""
        if self._in_python:  # the loop looks at its results
            return np.errstate(all="ignore")(function)
        return compile_function(function)

    def _check(self, n: int) -> None:
        """Refuse kernels of other sizes than those of the arrays that the loop reads and writes."""
        slope, closing, events, wanted = self.slope, self.closing, self.events, len(self.directions)
        takes = [kernel.inputs["y"] for kernel in (slope, closing, events) if "y" in kernel.inputs]
        gives = [next(iter(slope.outputs.values())), *list(closing.outputs.values())[:1]]
        for array in (*takes, *gives):
            if array.size != n:
                raise ValueError(f"a kernel has states of {array.size}, not {n} numbers")
        found = sum(array.size for array in events.outputs.values())
        if found != wanted:
            raise ValueError(f"{found} events have {wanted} directions")

    def _bind(self, table: Any, n: int) -> None:
        """Let the state know its arrays and kernels."""
        slope, closing, events, count = self.slope, self.closing, self.events, len(self.directions)
        nothing = np.zeros(max(n, count, 1))
        method = {
            "table": table.A,
            "nodes": table.C,
            "five": table.E5,
            "three": table.E3,
            "weights": table.D,
        }
        arrays = {
            "y": np.zeros(n),
            "y0": np.zeros(n),
            "atol": np.zeros(n),
            "errors": np.zeros(n),
            "before": np.zeros(count),
            "looks": np.zeros((event_search.INSIDE + 3) * count),
            "slopes": self.K,
            "dense": self.dense,
            "trail": self._trail,
            "grid": self._grid,
            "store": self._store,
            "trial": slope.inputs["y"],
            "time": slope.inputs["t"],
            "watched": slope.outputs["watch"],
            "closed_in": closing.inputs.get("y", nothing),
            "closed_time": closing.inputs.get("t", nothing),
            "closed_out": closing.outputs.get("y", nothing),
            "event_y": events.inputs.get("y", nothing),
            "event_time": events.inputs.get("t", nothing),
            "values": events.outputs.get("g", nothing),
            **{name: np.ascontiguousarray(part, dtype=float) for name, part in method.items()},
        }
        flat = {name: array.reshape(-1) for name, array in arrays.items()}
        kernels = {"slope": slope, "closing": closing, "event": events}
        own = self.differences(n)
        self.state.bind(directions=self.directions, differences=own, **flat, **kernels)

    def differences(self, n: int) -> Differences:
        """Return the differences of a multistep method of n slopes, none here."""
        return NONE

    # --- what it knows ----------------------------------------------------------------------

    @property
    def y(self) -> np.ndarray:
        """The state reached; change it only with `renew`."""
        return self.state.y

    @property
    def t(self) -> float:
        """The time reached."""
        return self.state.t

    @property
    def h(self) -> float:
        """The size of the next step."""
        return self.state.h

    @property
    def watch(self) -> float:
        """The least watch of the last step."""
        return self.state.watch

    @property
    def rtol(self) -> float:
        """The relative tolerance of a step."""
        return self.state.rtol

    @property
    def steps(self) -> int:
        """Accepted steps."""
        return self.state.steps

    @property
    def rejected(self) -> int:
        """Rejected steps."""
        return self.state.rejected

    @property
    def evaluations(self) -> int:
        """Evaluations of the slope."""
        return self.state.evaluations

    @property
    def smallest_watch(self) -> float:
        """The least watch of all steps."""
        return self.state.lowest

    @property
    def errors(self) -> np.ndarray:
        """The weighted errors of the last step tried, entry by entry."""
        return self.state.errors

    @property
    def tried(self) -> float:
        """The end of the last step that was rejected."""
        return self.state.crossed_by

    @property
    def crossed(self) -> tuple[float, float]:
        """The interval of the last step in which an event was crossed first."""
        return self.state.crossed_after, self.state.crossed_by

    @property
    def size_tried(self) -> float:
        """The size of the last step tried."""
        return self.state.tried

    def limit(self, watch: float) -> None:
        """Come back when the watch falls below this."""
        self.state.limit = watch

    def tell_shrinking(self, watch: float) -> None:
        """Come back when steps shrink while the watch is below this."""
        self.state.near = watch

    def most(self, h: float) -> None:
        """Take no step above this size."""
        self.state.most = h

    def keep_slopes(self) -> None:
        """Take slopes as independent of what `closing` changes: none is taken anew after it."""
        self.state.projects = 2

    def look_without_projection(self) -> None:
        """Look at events in states inside a step that are not put back on the constraints."""
        self.state.projects = 3

    def tolerate(self, atol: np.ndarray) -> None:
        """Go on with other absolute tolerances; infinite ones leave entries out of the error."""
        self.state.atol[...] = atol

    def tighten(self, rtol: float) -> None:
        """Go on with another relative tolerance."""
        self.state.rtol = rtol

    # --- going on ---------------------------------------------------------------------------

    def outputs(self, times: np.ndarray, first: int = 0) -> None:
        """Keep states at these times, from number `first` on, until they are taken."""
        self._grid = np.ascontiguousarray(times, dtype=float)
        room = min(WINDOW, max(len(times) - first, 0))
        self._store, self._waiting = np.zeros((room, self.y.size)), []
        self.state.bind(grid=self._grid, store=self._store.reshape(-1))
        self.state.next_output = self.state.first_kept = first
        self.state.n_outputs, self.state.window = len(times), room

    def outputs_from(self, t: float) -> None:
        """Forget the outputs after a time, which are made again."""
        self.outputs(self._grid, int(np.searchsorted(self._grid, t, side="right")))

    def new_outputs(self) -> tuple[int, np.ndarray]:
        """Return the number of the first output that was not taken yet, and those made since."""
        self._set_aside()
        found = np.concatenate([self._store[:0], *self._waiting])
        self._waiting = []
        return self.state.first_kept - len(found), found

    def _set_aside(self) -> None:
        """Make room for outputs; those made wait until they are taken."""
        base, following = self.state.first_kept, self.state.next_output
        if following > base:
            self._waiting.append(self._store[: following - base].copy())
            self.state.first_kept = following

    def advance(self, end: float) -> int:
        """Step towards `end` and return why the loop came back (see `loops.control`)."""
        t = self.state.t
        if not t <= end < np.inf:
            raise ValueError(f"steps go from t = {t:.9g} to a later time, not to {end:.9g}")
        self.state.end = end
        while True:
            why = int(self._advance(self._place))
            if why != control.FULL:
                return why
            self.full()

    def renew(self, y: np.ndarray | None = None, t: float | None = None) -> None:
        """Go on from another state or time, or with other inputs of the kernels."""
        if y is not None:
            self.y[...] = y
        if t is not None:
            self.state.t = t
        self.state.fresh = UNKNOWN
        self.state.trailed = 0

    def restart(self) -> None:
        """Choose the size of the next step anew: the equations have changed."""
        self.renew()
        self.state.h = 0.0

    def try_step(self, t: float, y: np.ndarray, h: float) -> tuple[np.ndarray, float]:
        """Return the result of one step whatever its error, and its watch; nothing is accepted."""
        saved = self.t, self.y.copy(), self.K.copy(), self.state.fresh
        found = self._trial_state(t, y, h)
        self.state.t, self.y[...], self.K[...], self.state.fresh = saved
        return found, self.watch

    def _trial_state(self, t: float, y: np.ndarray, h: float) -> np.ndarray:
        self.state.t, self.state.tried, self.state.fresh = t, h, UNKNOWN
        self.y[...] = y
        self._code(control.attempt)(self._place)
        return self.slope.inputs["y"].copy()

    def leap(self, t: float, y: np.ndarray, h: float, y1: np.ndarray) -> None:
        """Go to y1 at t + h, whatever the error of that step; outputs in it are kept."""
        self._trial_state(t, y, h)
        self.state.y0[...], self.y[...], self.dense[0] = y, y1, y1 - y
        self.state.start, self.state.taken, self.state.t = t, h, t + h
        self.state.h = h
        self.state.is_dense = self.state.trailed = 0
        self.state.steps += 1
        self.output_until(t + h)
        self.state.fresh = UNKNOWN

    @property
    def settled(self) -> bool:
        """Whether the last step was of usual size, so that there is no reason to go back."""
        n = min(self.state.trailed, control.ROOM)
        return n == 0 or self.last_step[1] >= 0.3 * float(np.max(self._trail[:n, 1]))

    def go_back_to(self, t: float, y: np.ndarray) -> None:
        """Go on from a state inside the last step."""
        self.output_until(t)
        self.y[...] = y
        self.state.t = t
        self.state.fresh = UNKNOWN

    def output_until(self, t: float) -> None:
        """Keep the outputs due in the last step up to a time."""
        before = self.state.t
        while True:
            full = self._code(control.output)(self._place, t)
            if not full:
                break
            self._set_aside()
        self.state.t = before

    def before_shrinking(self) -> tuple[float, np.ndarray, float]:
        """Return the last accepted start (t, y) with a step h of usual size."""
        n = min(self.state.trailed, control.ROOM)
        newest = self.state.trailed - 1
        order = [(newest - j) % control.ROOM for j in range(n)]
        usual = max((self._trail[j, 1] for j in order), default=0.0)
        j = next(j for j in order if self._trail[j, 1] >= 0.3 * usual)
        return float(self._trail[j, 0]), self._trail[j, 2:].copy(), float(self._trail[j, 1])

    # --- inside the last step -----------------------------------------------------------------

    @property
    def last_step(self) -> tuple[float, float]:
        """Start and size of the last step."""
        return self.state.start, self.state.taken

    def inside(self, t: float) -> np.ndarray:
        """Return the state at a time inside the last step, put back on the constraints.

        For the equations of that step: to be asked before inputs of the kernels change.
        """
        if not self.state.is_dense:
            self._code(stages.prepare_dense)(self._place)
        y = np.zeros(self.y.size)
        stages.interpolate_step(self.state, t, y)
        return self.closed_state(y, t)

    def closed_state(self, y: np.ndarray, t: float) -> np.ndarray:
        """Return a state put back on the constraints."""
        if not self.state.projects:
            return y
        self.closing.inputs["y"][...] = y
        self.closing.inputs["t"][...] = t
        call: Any = self.closing
        call()
        return self.closing.outputs["y"].copy()

    def values_of_events(self, y: np.ndarray, t: float) -> np.ndarray:
        """Return the values of the event functions at a state."""
        self.events.inputs["y"][...] = y
        self.events.inputs["t"][...] = t
        call: Any = self.events
        call()
        return self.events.outputs["g"].copy()

    @property
    def before(self) -> np.ndarray:
        """Values of the events at the start of the interval that is looked at next."""
        return self.state.before

    # --- memory -------------------------------------------------------------------------------

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here, by name."""
        numbers, row = self.state.numbers, 0
        if self.state.fresh == LAST:
            numbers["fresh"], row = FIRST, self.state.stages
        return {
            "numbers": numbers,
            "y": self.y.copy(),
            "slope": self.K[row].copy(),
            "trail": self._trail.copy(),
            "before": self.before.copy(),
            "dense": self.dense.copy(),
            "y0": self.state.y0.copy(),
        }

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Go on exactly from where `memory` was taken; outputs are to be asked for anew."""
        known = memory["numbers"]
        for name in ("n", "stages", "extended", "projects", "n_events", "switches"):
            if known.get(name) != getattr(self.state, name):
                raise ValueError(f"the memory is of a loop of other sizes: {name}")
        self.state.restore(known)
        self.y[...], self.K[0] = memory["y"], memory["slope"]
        self._trail[...], self.before[...] = memory["trail"], memory["before"]
        self.dense[...], self.state.y0[...] = memory["dense"], memory["y0"]
        self.state.pending = 0
        self.outputs(np.zeros(0))
