"""Runs in native code: loops and step formulas of the joint coordinates, around these equations.

`kernels.loops` repeats the steps, `system.flow.steps` has the formulas of equal steps, and
`system.flow.controlled` the tables with error control; states are projected in the mass norm after
every step, as there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.cartesian import entries
from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.evaluation import Evaluation
from sarrus.cartesian.flow import CartesianFlow, Loads, angle_places
from sarrus.cartesian.inertia import Inertia
from sarrus.cartesian.null_space import RANK, pivots_of
from sarrus.cartesian.run import Operations
from sarrus.cartesian.state import CartesianState
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.kernels import Kernel
from sarrus.kernels.loops import control, fixed
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.bound import BoundKernel, PythonKernel
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.kernels.loops.pece import PeceLoop
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.controlled import CONTROLLED, MULTISTEP
from sarrus.system.flow.steps import METHODS
from sarrus.system.time_grids import fixed_grid, steps_at

FORMULAS = ("rk4", "ab3", "abm4")
"""Methods of equal steps whose formulas ask for nothing but slopes and projections."""
STRICTER = 0.1
"""Errors of single steps are kept below this part of the tolerance, as in joint coordinates."""
WORN = 0.1
"""Rows are chosen again when the watch is below this part of what it was with the last choice."""
REGULAR = 1e-12
"""A watch below this is that of a singular position."""


def native_methods() -> list[str]:
    """Return the names of the methods that run here."""
    return [*CONTROLLED, *FORMULAS]


@dataclass
class NativeMotion:
    """One run; efforts, loads: by name, or functions of time; see `CartesianSystem.simulate`."""

    evaluation: Evaluation
    efforts: Any
    loads: Any
    method: str = "auto"
    rtol: float = 1e-9
    atol: float = 1e-10
    step: float | None = None
    baumgarte: float = 0.0
    watch: float = 1.0
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    choices: int = 0
    wall: float = 0.0
    rank: int = 0
    projections: int = 0

    # --- equations ----------------------------------------------------------------------------

    @cached_property
    def angles(self) -> tuple[int, ...]:
        """Places of the angles that z carries."""
        return angle_places(self.evaluation.model)

    def begin(self, start: CartesianState) -> None:
        """Choose rows and inertia at a consistent state."""
        jacobian = self.evaluation.constraints(start.y, start.near)[1]
        self.inertia = Inertia.of(self.evaluation, jacobian)
        self.use = self._row_choice(jacobian)
        self.choosing = bool(np.any(self.use == 0.0))
        self._check_forces(start)
        self._made: dict[str, Kernel] = {}

    def _row_choice(self, jacobian: np.ndarray) -> np.ndarray:
        """Return 1 for independent rows, as many as before at least, and 0 for the others."""
        pivots, order = pivots_of(jacobian)
        self.rank = max(int(np.count_nonzero(pivots > RANK)), self.rank)
        use = np.zeros(len(jacobian))
        use[order[: self.rank]] = 1.0
        return use

    def _check_forces(self, state: CartesianState) -> None:
        efforts, wrenches = self._loads_at(state.time)
        value = (state.y, state.Y, state.near, efforts, wrenches, state.time)
        self.inertia.check(self.evaluation.terms(*value).Q)

    def _loads_at(self, t: Any, kind: type = float) -> tuple[np.ndarray, np.ndarray]:
        model = self.evaluation.model
        efforts, loads = entries.at_time(self.efforts, t), entries.at_time(self.loads, t)
        return (
            entries.by_joint(model, efforts, "nv", kind),
            entries.wrenches_of(model, loads, kind),
        )

    def _flow(self, use: Any, loads: Loads) -> CartesianFlow:
        inertia = self.inertia
        return CartesianFlow(
            self.evaluation.equations, inertia.pattern, inertia.M, loads, use, inertia.weight,
            self.baumgarte,
        )  # fmt: skip

    @cached_property
    def changing(self) -> bool:
        """Whether efforts or loads are functions of time."""
        return callable(self.efforts) or callable(self.loads)

    @cached_property
    def traced(self) -> bool:
        """Whether functions of time could be traced into native code."""
        if not self.changing:
            return True
        try:
            self._kernel("flow", _slope, traced=True)
        except ModelError:
            raise
        except Exception:  # whatever a function of the user does with a time that is no number
            return False
        return True

    def _kernel(
        self,
        name: str,
        body: Callable[[CartesianFlow, Any, Mapping[str, Any]], Mapping[str, Any]],
        history: int = 0,
        traced: bool | None = None,
    ) -> Kernel:
        """Return the kernel of body(flow, t, arrays), made once."""
        own = self.changing and (self.traced if traced is None else traced)
        more = {"y": ((1 + history) * self.size,), "t": (1,)}
        if name.startswith("step"):
            more["h"] = (1,)
        if self.choosing:
            more["use"] = (len(self.use),)
        # what nobody gives costs nothing
        inputs = [
            key for key, some in (("efforts", self.efforts), ("wrenches", self.loads)) if some
        ]
        inputs = [] if own else inputs
        nothing = self._nothing

        def equation(**arrays: Any) -> Mapping[str, Any]:
            def loads(t: Any) -> tuple[Any, Any]:
                if own:
                    return self._loads_at(t, object)
                efforts, wrenches = (arrays.get(key, nothing[key]) for key in nothing)
                return efforts, wrenches

            flow = self._flow(arrays.get("use"), loads)
            return body(flow, arrays["t"][0], arrays)

        parts = (name, self.choosing, inputs, self.inertia.key, self.baumgarte)
        known = "|".join(map(str, parts))
        store = self._made if own else self.evaluation.kernels
        if known not in store:
            factory = self.evaluation.factory
            if factory is None:
                raise ModelError(_compilation_problem(self.method))
            factory = factory.private() if own else factory
            store[known] = self.evaluation.kernel(factory, known, equation, inputs, more)
        return store[known]

    @cached_property
    def _nothing(self) -> dict[str, np.ndarray]:
        sizes = self.evaluation.nv, self.evaluation.n_bodies
        return {"efforts": np.zeros(sizes[0]), "wrenches": np.zeros((sizes[1], 6))}

    @property
    def size(self) -> int:
        """Length of z."""
        return (POSITIONS + VELOCITIES) * self.evaluation.n_bodies + len(self.angles)

    def _inputs(self, t: float) -> dict[str, np.ndarray]:
        """Return the values of all inputs that hold during steps."""
        efforts, wrenches = self._loads_at(t)
        return {"use": self.use, "efforts": efforts, "wrenches": wrenches}

    def slope_kernel(self) -> Kernel:
        """Return the kernel of zdot = f(t, z)."""
        return self._kernel("flow", _slope)

    def closing_kernel(self) -> Kernel:
        """Return the kernel that closes the joints of a state."""
        return self._kernel("closed", _closed_arrays)

    def step_kernel(self, method: str) -> Kernel:
        """Return the kernel of one step of a method of equal steps."""
        chosen = METHODS[method]
        step: Any = chosen.step  # of any flow that has slopes and projections

        def body(flow: CartesianFlow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            following, watch = step(flow, arrays["y"], t, arrays["h"][0])
            return {"y_next": following, "watch": np.array([watch])}

        return self._kernel(f"step {method}", body, chosen.history)

    @property
    def operations(self) -> Operations:
        """What the equations of this run cost."""
        slope, closing = self.slope_kernel().operations, self.closing_kernel().operations
        if self.method in FORMULAS:
            return Operations(slope, closing, self.step_kernel(self.method).operations)
        whole = self.evaluations * slope + self.projections * closing
        return Operations(slope, closing, whole / max(self.steps, 1))

    # --- states -------------------------------------------------------------------------------

    def states(
        self, start: CartesianState, until: float, times: Sequence[float] | None
    ) -> list[CartesianState]:
        """Return the states at the given times, or at every step."""
        if self.evaluation.factory is None:
            raise ModelError(_compilation_problem(self.method))
        self.begin(start)
        z = np.concatenate([start.y, start.Y, start.near[list(self.angles)]])
        wanted = None if times is None else np.array([t for t in times if t > start.time])
        first = times is None or (wanted is not None and len(wanted) < len(times))
        run = self._equal_step_rows if self.method in FORMULAS else self._adaptive_rows
        found_times, rows = run(z, start.time, until, wanted)
        states = [start] if first else []
        states += [self._state(float(t), row) for t, row in zip(found_times, rows, strict=True)]
        if states:
            self._check_forces(states[-1])
        return states

    def _state(self, t: float, z: np.ndarray) -> CartesianState:
        evaluation, n = self.evaluation, self.evaluation.n_bodies
        y, Y = z[: POSITIONS * n].copy(), z[POSITIONS * n : (POSITIONS + VELOCITIES) * n].copy()
        near = np.zeros(evaluation.nq)
        near[list(self.angles)] = z[(POSITIONS + VELOCITIES) * n :]
        return CartesianState(t, y, Y, evaluation.joint_measures(y, Y, near)[0])

    # --- error control ------------------------------------------------------------------------

    def _adaptive_rows(
        self, z: np.ndarray, start: float, until: float, times: np.ndarray | None
    ) -> tuple[Sequence[float], Sequence[np.ndarray]]:
        slope = self._bound_slope(start)
        shared = {k: v for k, v in slope.inputs.items() if k not in ("y", "t")}
        closing = BoundKernel(self.closing_kernel(), {}, shared)
        kinks = BoundKernel(self._kernel("kinks", _kinks), {}, shared) if self.kinks else None
        kind = PeceLoop if self.method in MULTISTEP else AdaptiveLoop
        loop = kind(
            CONTROLLED[self.method], slope, start, z, STRICTER * self.rtol,
            STRICTER * self.atol * self._scales, closing, kinks, np.zeros(self.kinks), self.kinks,
        )  # fmt: skip
        if self.kinks:
            loop.look_without_projection()  # a step that ends at a kink is projected at its end
            loop.before[...] = loop.values_of_events(z, start)
        loop.tell_shrinking(-np.inf)
        self._limit = self._first_limit(slope, z, start)
        loop.limit(self._limit)
        loop.outputs(np.zeros(0) if times is None else times)
        each: list[tuple[float, np.ndarray]] = []
        if times is None:
            loop.state.budget = 1
        began = time.perf_counter()
        while loop.t < until:
            why = loop.advance(until)
            if why == control.TOO_SMALL:
                raise SimulationStopped(_stop_problem(loop.t, "the step size fell to nothing"))
            if times is None:
                each.append((loop.t, loop.y.copy()))
            if why == control.LOW:
                self._choose_again(loop.y, loop.t, loop.watch, slope.update)
                loop.limit(self._limit)
                loop.renew()
        self.wall = time.perf_counter() - began
        self.steps, self.rejected, self.evaluations = loop.steps, loop.rejected, loop.evaluations
        self.projections = self.steps + (0 if times is None else len(times))
        self.watch = min(self.watch, loop.smallest_watch)
        if times is None:
            return [t for t, _ in each], [row for _, row in each]
        return list(times), list(loop.new_outputs()[1])

    @cached_property
    def _scales(self) -> np.ndarray:
        """Sizes of the entries of z: lengths of the model, radians, and their rates."""
        n, L = self.evaluation.n_bodies, self.evaluation.equations.length
        y, Y = [L, L, L, 1.0, 1.0, 1.0, 1.0], [L, L, L, 1.0, 1.0, 1.0]
        return np.array([*(y * n), *(Y * n), *([1.0] * len(self.angles))])

    @cached_property
    def kinks(self) -> int:
        """Number of values at whose zeros force elements have kinks, where steps end."""
        n, equations = self.evaluation.n_bodies, self.evaluation.equations
        anywhere = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], n)
        return len(equations.switches(anywhere, np.zeros(6 * n), np.zeros(self.evaluation.nq), 0.0))

    def _bound_slope(self, t: float) -> BoundKernel | PythonKernel:
        bound = BoundKernel(self.slope_kernel(), self._inputs(t))
        if self.traced:
            return bound

        def with_loads(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            efforts, wrenches = self._loads_at(float(inputs["t"][0]))
            bound.update({"efforts": efforts, "wrenches": wrenches})
            bound()
            for name, value in bound.outputs.items():
                outputs[name][...] = value

        return PythonKernel(with_loads, bound.inputs, bound.outputs)

    # --- equal steps --------------------------------------------------------------------------

    def _equal_step_rows(
        self, z: np.ndarray, start: float, until: float, times: np.ndarray | None
    ) -> tuple[Sequence[float], Sequence[np.ndarray]]:
        h, last, _ = fixed_grid(start, until, self.step, self.step)
        every, picked = 1, np.arange(1, last + 1)
        if times is not None:
            _, picked = steps_at(start, np.append(times, until), h)
            every = int(np.gcd.reduce(picked)) or 1
            picked = picked[:-1]
        if not self.traced:
            raise ModelError(_tracing_problem())
        method = METHODS[self.method]
        loop = self._loop(self.method, h, start)
        single = self._loop("rk4", h, start) if method.history else loop
        slope = BoundKernel(self.slope_kernel(), self._inputs(start))
        self._limit = self._first_limit(slope, z, start)
        kept: dict[int, np.ndarray] = {}
        began = time.perf_counter()
        k, history = 0, list[np.ndarray]()
        taken = method.history - 1 if method.current else method.history
        for j in range(min(method.history, last + 1)):  # as `FixedLeg` does
            history.insert(0, _value(slope, z, start + k * h))
            if j < min(taken, last):
                k, rows = self._march(single, z, start, h, (k, k + 1), 1)
                kept[k] = rows[-1]
        if k < last:
            missing = np.zeros(self.size * (method.history - len(history)))
            whole = np.concatenate([z, *history, missing])
            first = k // every + 1
            _, rows = self._march(loop, whole, start, h, (k, last), every)
            kept |= {(first + i) * every: row[: self.size] for i, row in enumerate(rows)}
        self.wall = time.perf_counter() - began
        self.steps = self.projections = last
        begun = min(taken, last)
        self.evaluations = METHODS["rk4"].evaluations * begun + method.evaluations * (last - begun)
        self.watch = min(self.watch, loop.lowest, single.lowest)
        found_times = start + h * picked if times is None else times
        return list(found_times), [kept[int(n)] for n in picked]

    def _loop(self, method: str, h: float, t: float) -> FixedLoop:
        values = {**self._inputs(t), "h": np.array([h])}
        return FixedLoop(BoundKernel(self.step_kernel(method), values))

    def _march(
        self,
        loop: FixedLoop,
        z: np.ndarray,
        start: float,
        h: float,
        steps: tuple[int, int],
        every: int,
    ) -> tuple[int, np.ndarray]:
        """Take steps number steps[0] to steps[1], z in place; return the last and the states."""
        k, last = steps
        found = []
        loop.update({"use": self.use})
        while k < last:
            before = k
            k, rows, why = loop.run(z, start, h, (k, min(last, k + BUDGET)), every, self._limit)
            found.append(rows)
            if why == fixed.STOPPED:
                outputs = loop.step.outputs
                if not np.all(np.isfinite(outputs["y_next"])):
                    raise SimulationStopped(
                        _stop_problem(start + k * h, "the step has no finite result")
                    )
                watch = float(outputs["watch"][0])
                self._choose_again(z[: self.size], start + k * h, watch, loop.update, k == before)
        return k, np.concatenate(found)

    # --- redundant rows -----------------------------------------------------------------------

    def _first_limit(self, slope: BoundKernel | PythonKernel, z: np.ndarray, t: float) -> float:
        """Return the watch below which rows are to be chosen again."""
        _value(slope, z, t)
        watch = float(slope.outputs["watch"][0])
        if not np.isfinite(watch):
            raise SimulationStopped(_stop_problem(t, "the equations have no finite solution"))
        self._last_choice = t
        return max(WORN * watch, REGULAR) if self.choosing else REGULAR

    def _choose_again(
        self,
        z: np.ndarray,
        t: float,
        watch: float,
        update: Callable[[Mapping[str, np.ndarray]], None],
        stuck: bool = True,
    ) -> None:
        """Choose other rows, or be content with the watch where these are the best."""
        if not watch >= REGULAR:
            raise SimulationStopped(
                _stop_problem(t, "the conditions of the joints have become dependent")
            )
        state = self._state(t, z)
        best = self._row_choice(self.evaluation.constraints(state.y, state.near)[1])
        if self.choosing and not np.array_equal(best, self.use):
            self.use = best
            self.choices += 1
            update({"use": best})
            slope = BoundKernel(self.slope_kernel(), self._inputs(t))
            self._limit = self._first_limit(slope, z, t)
        elif stuck:
            self._limit = max(WORN * watch, REGULAR)


BUDGET = 100_000
"""Equal steps after which the loop looks whether the user wants to interrupt."""


def _slope(flow: CartesianFlow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    found = flow.slope(t, arrays["y"])
    return {"ydot": found.ydot, "watch": np.array([found.watch])}


def _closed_arrays(flow: CartesianFlow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"y": flow.closed_state(t, arrays["y"], flow.slope(t, arrays["y"]).factors)}


def _kinks(flow: CartesianFlow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"g": np.array(flow.equations.switches(*flow.parts(arrays["y"]), t))}


def _value(kernel: BoundKernel | PythonKernel, z: np.ndarray, t: float) -> np.ndarray:
    """Return zdot."""
    kernel.inputs["y"][...] = z
    kernel.inputs["t"][...] = t
    kernel()
    return kernel.outputs["ydot"].copy()


def _stop_problem(t: float, why: str) -> Problem:
    return Problem(
        "S12",
        "simulation",
        f"stops at t = {t:.9g} s: {why}",
        cause="a singular position, a step that is too large, or forces that change too fast",
        action="use a smaller step, method='auto', or method='implicit'",
    )


def _compilation_problem(method: str) -> Problem:
    return Problem(
        "S03",
        "method",
        "runs in native code, and this solver was made with compiled=False",
        value=repr(method),
        action="leave compiled=False out, or use method='explicit'",
    )


def _tracing_problem() -> Problem:
    return Problem(
        "D08",
        "efforts, loads",
        "are a function of time that cannot be traced, which a native loop of fixed steps needs",
        action="write it with NumPy's functions, or use method='auto', which calls it from Python",
    )
