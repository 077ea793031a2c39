"""Integration with error control: one loop, in machine code or in Python.

The step size follows the error estimates of two orders; output on any grid comes from the dense
output, so that it does not influence the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.kernels.loops import control, dense, looking
from sarrus.kernels.loops import places as place
from sarrus.kernels.loops.bound import Evaluated, Idle, PythonKernel, in_python
from sarrus.kernels.native import compiled

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
        self.x, self.k = np.zeros(15), np.zeros(19, np.int64)
        self.K = np.zeros((table.EXTENDED, n))
        self.dense = np.zeros((dense.DENSE_ROWS, n))
        self._trail = np.zeros((control.ROOM, n + 2))
        self._grid, self._store = np.zeros(0), np.zeros((0, n))
        self._waiting: list[np.ndarray] = []
        self.full: Callable[[], None] = self._set_aside
        """Called when there is no room for more outputs, so that some may be taken."""
        tables = (table.A, table.C, table.E5, table.E3, table.D)
        self._tables = [np.ascontiguousarray(part, dtype=float) for part in tables]
        self.arrays = self._arrays(n)
        self.y[...] = y
        x, k = self.x, self.k
        x[place.T], x[place.RTOL], x[place.NEAR] = t, rtol, control.NEAR_SINGULAR
        self.arrays[place.ATOL][...] = atol
        x[place.MOST], x[place.LOWEST], x[place.WATCH], x[place.LIMIT] = np.inf, 1.0, 1.0, -np.inf
        k[place.N], k[place.STAGES], k[place.EXTENDED] = n, table.STAGES, table.EXTENDED
        k[place.BUDGET], k[place.PROJECTS] = BUDGET, int(closing is not None)
        k[place.N_EVENTS], k[place.SWITCHES] = len(self.directions), switches
        k[place.BEGINS] = 1
        self._places = np.array([array.ctypes.data for array in self.arrays], dtype=np.uint64)
        parts = (self._places, self.x, self.k, self.directions)
        self._addresses = [part.ctypes.data for part in parts]
        if not self._in_python:
            compiled(control.advance)

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

    def _arrays(self, n: int) -> list[np.ndarray]:
        slope, closing, events = self.slope, self.closing, self.events
        trial, time = slope.inputs["y"], slope.inputs["t"]
        A, C, E5, E3, D = self._tables
        nothing = np.zeros(max(n, len(self.directions), 1))
        arrays = [
            np.zeros(n),
            np.zeros(n),
            trial,
            time,
            slope.outputs["watch"],
            A,
            C,
            self.K,
            E5,
            E3,
            D,
            self.dense,
            self._trail,
            self._grid,
            self._store,
            closing.inputs.get("y", nothing),
            closing.inputs.get("t", nothing),
            closing.outputs.get("y", nothing),
            events.inputs.get("y", nothing),
            events.inputs.get("t", nothing),
            events.outputs.get("g", nothing),
            np.zeros(len(self.directions)),
            np.zeros(n),
            np.zeros((looking.INSIDE + 3) * len(self.directions)),
            np.zeros(n),
        ]
        return [np.reshape(array, -1) for array in arrays]

    # --- what it knows ----------------------------------------------------------------------

    @property
    def y(self) -> np.ndarray:
        """The state reached; change it only with `renew`."""
        return self.arrays[place.Y]

    @property
    def t(self) -> float:
        """The time reached."""
        return float(self.x[place.T])

    @property
    def h(self) -> float:
        """The size of the next step."""
        return float(self.x[place.H])

    @property
    def watch(self) -> float:
        """The least watch of the last step."""
        return float(self.x[place.WATCH])

    @property
    def rtol(self) -> float:
        """The relative tolerance of a step."""
        return float(self.x[place.RTOL])

    @property
    def steps(self) -> int:
        """Accepted steps."""
        return int(self.k[place.STEPS])

    @property
    def rejected(self) -> int:
        """Rejected steps."""
        return int(self.k[place.REJECTED])

    @property
    def evaluations(self) -> int:
        """Evaluations of the slope."""
        return int(self.k[place.EVALUATIONS])

    @property
    def smallest_watch(self) -> float:
        """The least watch of all steps."""
        return float(self.x[place.LOWEST])

    @property
    def errors(self) -> np.ndarray:
        """The weighted errors of the last step tried, entry by entry."""
        return self.arrays[place.ERRORS]

    @property
    def tried(self) -> float:
        """The end of the last step that was rejected."""
        return float(self.x[place.AT])

    @property
    def crossed(self) -> tuple[float, float]:
        """The interval of the last step in which an event was crossed first."""
        return float(self.x[place.FROM]), float(self.x[place.AT])

    @property
    def size_tried(self) -> float:
        """The size of the last step tried."""
        return float(self.x[place.TRY])

    def limit(self, watch: float) -> None:
        """Come back when the watch falls below this."""
        self.x[place.LIMIT] = watch

    def tell_shrinking(self, watch: float) -> None:
        """Come back when steps shrink while the watch is below this."""
        self.x[place.NEAR] = watch

    def most(self, h: float) -> None:
        """Take no step above this size."""
        self.x[place.MOST] = h

    def tighten(self, rtol: float) -> None:
        """Go on with another relative tolerance."""
        self.x[place.RTOL] = rtol

    # --- going on ---------------------------------------------------------------------------

    def outputs(self, times: np.ndarray, first: int = 0) -> None:
        """Keep states at these times, from number `first` on, until they are taken."""
        self._grid = np.ascontiguousarray(times, dtype=float)
        room = min(WINDOW, max(len(times) - first, 0))
        self._store, self._waiting = np.zeros((room, self.y.size)), []
        self._set(place.GRID, self._grid)
        self._set(place.STORE, self._store.reshape(-1))
        self.k[place.NEXT] = self.k[place.BASE] = first
        self.k[place.OUTPUTS], self.k[place.WINDOW] = len(times), room

    def _set(self, which: int, array: np.ndarray) -> None:
        self.arrays[which] = array
        self._places[which] = array.ctypes.data

    def outputs_from(self, t: float) -> None:
        """Forget the outputs after a time, which are made again."""
        self.outputs(self._grid, int(np.searchsorted(self._grid, t, side="right")))

    def taken(self) -> tuple[int, np.ndarray]:
        """Return the number of the first output that was not taken yet, and those made since."""
        self._set_aside()
        found = np.concatenate([self._store[:0], *self._waiting])
        self._waiting = []
        return int(self.k[place.BASE]) - len(found), found

    def _set_aside(self) -> None:
        """Make room for outputs; those made wait until they are taken."""
        base, following = int(self.k[place.BASE]), int(self.k[place.NEXT])
        if following > base:
            self._waiting.append(self._store[: following - base].copy())
            self.k[place.BASE] = following

    def advance(self, end: float) -> int:
        """Step towards `end` and return why the loop came back (see `loops.control`)."""
        if not self.t <= end < np.inf:
            raise ValueError(f"steps go from t = {self.t:.9g} to a later time, not to {end:.9g}")
        self.x[place.END] = end
        while True:
            why = int(self._run(control.advance, *self._kernels, directions=True))
            if why != control.FULL:
                return why
            self.full()

    @property
    def _kernels(self) -> tuple[Evaluated, ...]:
        return self.slope, self.closing, self.events

    def _run(self, function: Callable[..., Any], *kernels: Evaluated, directions: bool) -> Any:
        arguments = [part for kernel in kernels for part in kernel.arguments]
        if self._in_python:
            more = [self.directions] if directions else []
            with np.errstate(all="ignore"):  # as in machine code; the loop looks at its results
                return function(*arguments, self.arrays, self.x, self.k, *more)
        parts = self._addresses if directions else self._addresses[:3]
        return compiled(function)(*arguments, *parts)

    def renew(self, y: np.ndarray | None = None, t: float | None = None) -> None:
        """Go on from another state or time, or with other inputs of the kernels."""
        if y is not None:
            self.y[...] = y
        if t is not None:
            self.x[place.T] = t
        self.k[place.FRESH] = place.UNKNOWN
        self.k[place.TRAILED] = 0

    def restart(self) -> None:
        """Choose the size of the next step anew: the equations have changed."""
        self.renew()
        self.x[place.H] = 0.0

    def try_step(self, t: float, y: np.ndarray, h: float) -> tuple[np.ndarray, float]:
        """Return the result of one step whatever its error, and its watch; nothing is accepted."""
        saved = self.t, self.y.copy(), self.K.copy(), self.k[place.FRESH]
        found = self._tried(t, y, h)
        self.x[place.T], self.y[...], self.K[...], self.k[place.FRESH] = saved
        return found, self.watch

    def _tried(self, t: float, y: np.ndarray, h: float) -> np.ndarray:
        self.x[place.T], self.x[place.TRY], self.k[place.FRESH] = t, h, place.UNKNOWN
        self.y[...] = y
        self._run(control.attempt, self.slope, directions=False)
        return self.slope.inputs["y"].copy()

    def leap(self, t: float, y: np.ndarray, h: float, y1: np.ndarray) -> None:
        """Go to y1 at t + h, whatever the error of that step; outputs in it are kept."""
        self._tried(t, y, h)
        self.arrays[place.Y0][...], self.y[...], self.dense[0] = y, y1, y1 - y
        self.x[place.START], self.x[place.TAKEN], self.x[place.T] = t, h, t + h
        self.x[place.H] = h
        self.k[place.IS_DENSE] = self.k[place.TRAILED] = 0
        self.k[place.STEPS] += 1
        self.output_until(t + h)
        self.k[place.FRESH] = place.UNKNOWN

    @property
    def settled(self) -> bool:
        """Whether the last step was of usual size, so that there is no reason to go back."""
        n = min(int(self.k[place.TRAILED]), control.ROOM)
        return n == 0 or self.last_step[1] >= 0.3 * float(np.max(self._trail[:n, 1]))

    def go_back_to(self, t: float, y: np.ndarray) -> None:
        """Go on from a state inside the last step."""
        self.output_until(t)
        self.y[...] = y
        self.x[place.T] = t
        self.k[place.FRESH] = place.UNKNOWN

    def output_until(self, t: float) -> None:
        """Keep the outputs due in the last step up to a time."""
        before = self.x[place.T]
        arguments = [*self.slope.arguments, *self.closing.arguments]
        while True:
            if self._in_python:
                with np.errstate(all="ignore"):
                    full = control.output(*arguments, self.arrays, self.x, self.k, t)
            else:
                full = compiled(control.output)(*arguments, *self._addresses[:3], t)
            if not full:
                break
            self._set_aside()
        self.x[place.T] = before

    def before_shrinking(self) -> tuple[float, np.ndarray, float]:
        """Return the last accepted start (t, y) with a step h of usual size."""
        n = min(int(self.k[place.TRAILED]), control.ROOM)
        newest = int(self.k[place.TRAILED]) - 1
        order = [(newest - j) % control.ROOM for j in range(n)]
        usual = max((self._trail[j, 1] for j in order), default=0.0)
        j = next(j for j in order if self._trail[j, 1] >= 0.3 * usual)
        return float(self._trail[j, 0]), self._trail[j, 2:].copy(), float(self._trail[j, 1])

    # --- inside the last step -----------------------------------------------------------------

    @property
    def last_step(self) -> tuple[float, float]:
        """Start and size of the last step."""
        return float(self.x[place.START]), float(self.x[place.TAKEN])

    def inside(self, t: float) -> np.ndarray:
        """Return the state at a time inside the last step, put back on the constraints.

        For the equations of that step: to be asked before inputs of the kernels change.
        """
        if not self.k[place.IS_DENSE]:
            self._run(dense.prepare_dense, self.slope, directions=False)
        y = np.zeros(self.y.size)
        dense.interpolate(self.arrays, self.x, self.k, t, y)
        return self.closed(y, t)

    def closed(self, y: np.ndarray, t: float) -> np.ndarray:
        """Return a state put back on the constraints."""
        if not self.k[place.PROJECTS]:
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
        return self.arrays[place.BEFORE]

    # --- memory -------------------------------------------------------------------------------

    def memory(self) -> dict[str, np.ndarray]:
        """Return all that is needed to go on exactly from here."""
        k, row = self.k.copy(), 0
        if k[place.FRESH] == place.LAST:
            k[place.FRESH], row = place.FIRST, int(k[place.STAGES])
        return {
            "x": self.x.copy(),
            "k": k,
            "y": self.y.copy(),
            "slope": self.K[row].copy(),
            "trail": self._trail.copy(),
            "before": self.before.copy(),
            "dense": self.dense.copy(),
            "y0": self.arrays[place.Y0].copy(),
        }

    def remember(self, memory: Mapping[str, np.ndarray]) -> None:
        """Go on exactly from where `memory` was taken; outputs are to be asked for anew."""
        same = [place.N, place.STAGES, place.EXTENDED, place.PROJECTS]
        same += [place.N_EVENTS, place.SWITCHES]
        if not np.array_equal(self.k[same], memory["k"][same]):
            raise ValueError("the memory is of a loop of other sizes")
        self.x[...], self.k[...] = memory["x"], memory["k"]
        self.y[...], self.K[0] = memory["y"], memory["slope"]
        self._trail[...], self.before[...] = memory["trail"], memory["before"]
        self.dense[...], self.arrays[place.Y0][...] = memory["dense"], memory["y0"]
        self.k[place.PENDING] = 0
        self.outputs(np.zeros(0))
