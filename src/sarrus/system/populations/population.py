"""A system for many states at once: the calls that users make of `system.on("gpu")`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.program import Program
from sarrus.kernels.targets.ptx.code import (
    DTYPES,
    DeviceCode,
    evaluation_code,
    run_code,
    write_kernels,
)
from sarrus.kernels.targets.ptx.runs import RunKernels
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.checks import (
    by_name,
    check_choice,
    check_positive,
    checked_states,
    is_plain_name,
    laws_with_text_read,
)
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.flow.steps import METHODS
from sarrus.system.names import check_body, shape_of
from sarrus.system.populations import programs
from sarrus.system.populations.arrays import foreign
from sarrus.system.populations.cpu import RunParts, first_output, run_here
from sarrus.system.populations.gpu import CANNOT, SLOW, GpuEvaluator, GpuRunner, Gpus
from sarrus.system.populations.random_numbers import uniform
from sarrus.system.populations.run import Kept, LaneResults, PopulationRun, RunRequest
from sarrus.system.populations.stepping import Stepper
from sarrus.system.quantities import equations
from sarrus.system.simulation.event_watch import EventWatch
from sarrus.system.simulation.events.actions import Stop
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.native_loops import REGULAR
from sarrus.system.simulation.simulation import modes_of, run_order
from sarrus.system.state import State
from sarrus.system.time_grids import fixed_grid

if TYPE_CHECKING:
    from sarrus.system.system import System

PLACES = ("gpu", "cpu")
CLOSINGS = 8
"""Projections of starts whose loops are not known to be closed."""
LOWEST = {"double": 1e-9, "quick": 1e-9, "single": 1e-6}
"""A watch below this ends a run: its equations have lost their digits."""
MIXED = 1e-6
"""The same where rows are mixed: those of the start serve as long as they can."""


class Population:
    """A system on a device, for rows of states: the same calls, one row for each state.

    Arrays of NumPy are brought to the device in parts and back; those of CuPy, PyTorch and JAX stay
    where they are, and results are of their kind.
    """

    def __init__(
        self,
        system: System,
        place: str,
        precision: str = "double",
        devices: Sequence[int] | None = None,
        library: Any = None,
    ) -> None:
        check_choice("place", place, PLACES)
        check_choice("precision", precision, tuple(DTYPES))
        if place == "cpu" and precision != "double":
            rule = "is that of GPUs; this processor computes in double"
            where = f"precision={precision!r}"
            raise ModelError(Problem(CANNOT, where, rule, action="leave it out"))
        reason = "its program runs in a process of its own, one motion at a time"
        refuse_outside_code(system.model, f"rows of states on '{place}'", reason)
        self.system, self.place, self.precision = system, place, precision
        self.dtype = DTYPES[precision]
        self._gpus = Gpus(library, devices)
        self._evaluate, self._run = GpuEvaluator(self._gpus), GpuRunner(self._gpus)
        self._codes: dict[str, DeviceCode] = {}
        self._made: dict[int, tuple[Kernel, DeviceCode]] = {}
        self._steppers: dict[str, Stepper] = {}

    def __repr__(self) -> str:
        return f"<Population of '{self.system.model.name}' on {self.place}, {self.precision}>"

    @property
    def devices(self) -> tuple[str, ...]:
        """The names of the devices; cards with slow double precision are told as such."""
        if self.place == "cpu":
            return ("cpu",)
        slow = [d.name for d in self._gpus.devices if d.slow_double > SLOW]
        return tuple(
            f"{d.name} (double is {d.slow_double} times slower than single)"
            if d.name in slow
            else d.name
            for d in self._gpus.devices
        )

    # --- quantities of states -----------------------------------------------------------------

    def inverse_dynamics(self, q: Any, v: Any, vdot: Any, **keywords: Any) -> Any:
        """Return tau = M vdot + c - f of each state, (n, nv)."""
        return self._quantity("inverse_dynamics", (q, v, vdot), keywords)

    def forward_dynamics(self, q: Any, v: Any, tau: Any, **keywords: Any) -> Any:
        """Return vdot of each state, (n, nv), with the loops kept closed.

        States near singular positions, where the rows of the assembled position do not serve, are
        solved one by one on this processor; of arrays on a device they are NaN.
        """
        if not self.system.closed:
            return self._quantity("forward_dynamics", (q, v, tau), keywords)
        return self._closed_forward(q, v, tau, keywords)

    def mass_matrix(self, q: Any, **keywords: Any) -> Any:
        """Return M of each state, (n, nv, nv)."""
        return self._quantity("mass_matrix", (q,), keywords)

    def bias(self, q: Any, v: Any, **keywords: Any) -> Any:
        """Return c(q, v) of each state: Coriolis, centrifugal and gravity efforts, (n, nv)."""
        return self._quantity("bias", (q, v), keywords)

    def inverse_derivatives(self, q: Any, v: Any, vdot: Any, **keywords: Any) -> Any:
        """Return tau and its derivatives by q, v and vdot of each state, as `sarrus.analysis`."""
        return self._quantity("inverse_derivatives", (q, v, vdot), keywords)

    def points(
        self, points: Sequence[tuple[str, Any]], q: Any, v: Any = None, **keywords: Any
    ) -> Any:
        """Return where points of bodies are, (n, points, 3) in world axes; with v also how fast.

        points: names of bodies, each with the point in its axes: [("tool", (0, 0, 0.1))].
        """
        for body, _ in points:
            check_body(self.system.model, body)
        chosen = tuple((body, tuple(float(x) for x in r)) for body, r in points)
        compiled = self.system.compiled
        names = ("q",) if v is None else ("q", "v")
        shapes = {n: shape_of(n, compiled.nq, compiled.nv) for n in names}
        equation = partial(equations.chosen_points, points=chosen)
        kernel = compiled.kernel_of(f"points {chosen} {names}", shapes, equation, finite=True)
        return self._kernel_of(f"points {chosen} {names}", kernel, (q, v)[: len(names)], keywords)

    def channels(self, names: Sequence[str], q: Any, v: Any, t: Any = 0.0, **keywords: Any) -> Any:
        """Return channels of each state by name, {name: (n, ...)}: reactions, efforts, energies.

        The channels are those of `system.channels()`; efforts of drives are zero.
        """
        shared = {key: value for key, value in keywords.items() if key != "parameters"}
        sim = self._simulator(self.system.assemble(**shared), "rk4", {}, {}, (), shared)
        y = self._states((q, v), sim, self._rows(keywords)[0])
        found = self._values(sim, tuple(names), y, np.asarray(t, dtype=float), keywords)
        return found

    def _values(
        self, sim: Simulator, names: tuple[str, ...], y: np.ndarray, t: Any,
        keywords: Mapping[str, Any], request: RunRequest | None = None,
    ) -> dict[str, np.ndarray]:  # fmt: skip
        """Return channels of rows y at times t."""
        kernel = programs.channel_kernel(sim, names)
        request = request or self._request(sim, y, keywords, 0.0, 1.0, 1, 0)
        if self.place == "cpu":
            found = first_output(kernel, y, t, request, slice(None))
        else:
            code = self._code(f"channels {names}", kernel.program, {})
            arrays: dict[str, Any] = {n: v for n, v in request.inputs.items()}
            arrays |= {"y": y, "t": np.broadcast_to(t, (len(y),)).reshape(-1, 1)}
            wanted = {p["name"] for p in code.layout["inputs"]}
            arrays = {n: v for n, v in arrays.items() if n in wanted}
            (found,) = self._evaluate("channels", code, arrays, len(y))
        return self._by_channel(names, found)

    def _by_channel(self, names: Sequence[str], found: np.ndarray) -> dict[str, np.ndarray]:
        """Return the numbers of channels, which stand side by side, by name."""
        values, at = {}, 0
        for name in names:
            shape = self.system.compiled.catalogue.find(name).shape
            size = int(np.prod(shape, dtype=int))
            values[name] = found[..., at : at + size].reshape(*found.shape[:-1], *shape)
            at += size
        return values

    def _quantity(self, name: str, arrays: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        return self._kernel_of(name, self.system.compiled.kernel(name), arrays, keywords)

    def _kernel_of(
        self, name: str, kernel: Kernel, arrays: tuple[Any, ...], keywords: Mapping[str, Any]
    ) -> Any:
        """Return the outputs of a kernel for rows of states."""
        _, last = self._rows(keywords)
        if self.place == "cpu":
            rows = [np.asarray(a, dtype=float) for a in arrays]
            last = {**self._given, **last} if last else {}  # all of them, in their order, or none
            return kernel.call(*[np.atleast_2d(a) for a in rows], *last.values())
        names = [port.name for port in kernel.inputs]
        named = {**dict(zip(names, arrays, strict=False)), **last}
        found = self._outputs(name, self._code(name, kernel.program, self._given), named)
        return found[0] if len(found) == 1 else found

    def _outputs(self, name: str, code: DeviceCode, arrays: Mapping[str, Any]) -> tuple[Any, ...]:
        n = self._count(name, code, arrays)
        return tuple(self._evaluate(name, code, arrays, n))

    def _count(self, name: str, code: DeviceCode, arrays: Mapping[str, Any]) -> int:
        """Return the number of states; arrays that do not fit are refused."""
        sizes: dict[str, int] = {}
        problems = []
        for port in code.layout["inputs"]:
            array = arrays.get(port["name"])
            if array is None:
                continue
            there = foreign(array)
            shape = np.shape(array) if there is None else there.shape
            wanted = tuple(port["shape"])
            if len(shape) == len(wanted) + 1 and shape[1:] == wanted:
                sizes[port["name"]] = shape[0]
            elif shape != wanted:
                rule = f"must be rows of {' x '.join(map(str, wanted))} numbers"
                element = f"{name.replace('_', ' ')} / {port['name']}"
                problems.append(Problem("M25", element, rule, f"shape {shape}"))
        if len(set(sizes.values())) > 1:
            rule = f"are of different numbers of states: {sizes}"
            problems.append(Problem("M25", f"{name.replace('_', ' ')} / arrays", rule))
        if problems:
            raise ModelError(problems)
        return next(iter(sizes.values()), 1)

    def _closed_forward(self, q: Any, v: Any, tau: Any, keywords: Mapping[str, Any]) -> Any:
        compiled, dynamics = self.system.compiled, self.system.compiled.closed_dynamics
        if self.place == "cpu":
            return self.system.forward_dynamics(*map(np.atleast_2d, (q, v, tau)), **keywords)
        if dynamics.massless or compiled.loops.bearings:
            what = (
                "bodies without mass that loops hold" if dynamics.massless else "bearing friction"
            )
            rule = f"with {what} is solved state by state"
            action = "use on('cpu'), or system.forward_dynamics"
            raise ModelError(Problem(CANNOT, "forward dynamics", rule, action=action))
        _, last = self._rows(keywords)
        named = {"q": q, "v": v, "tau": tau, **last}
        if dynamics.mixing:
            named["T"] = dynamics.usual
        least = MIXED if dynamics.mixing else REGULAR

        def program() -> Program:
            return programs.guarded_program(dynamics.kernel.program(), "watch", least)

        code = self._code("closed_forward", program, self._given)
        vdot = self._outputs("forward_dynamics", code, named)[0]
        if isinstance(vdot, np.ndarray):
            rows = [np.broadcast_to(np.asarray(x, float), vdot.shape[:1] + np.shape(x)[-1:])
                    for x in (q, v, tau)]  # fmt: skip
            for k in np.flatnonzero(~np.all(np.isfinite(vdot), axis=1)):
                own = {n: x[k] if np.ndim(x) > 1 else x for n, x in last.items()}
                here, speed, efforts = (x[k] for x in rows)
                vdot[k] = dynamics.accelerations(here, speed, efforts, tuple(own.values()))
        return vdot

    # --- runs ---------------------------------------------------------------------------------

    def simulate(
        self,
        starts: Any,
        *,
        until: float,
        step: float,
        every: float | None = None,
        keep: Sequence[str] = (),
        parameters: Mapping[str, Any] | None = None,
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Sequence[str] = (),
        events: Sequence[Event] = (),
        method: str = "rk4",
        seed: int = 0,
        close: bool | None = None,
        progress: Callable[[float], None] | None = None,
        **keywords: Any,
    ) -> PopulationRun:
        """Return whole runs of equal steps from each start, and of each only what is asked for.

        starts: a state, a list of them, or rows (q, v). every: spacing of samples [s], None for
        none. keep: channels that are sampled ("A.angle"), their extremes over all steps ("max
        A.rate", "min A.rate") and values at the end ("last A.angle"). parameters: one value for all
        runs, one for each, or a distribution (`sarrus.sweeps`), from which each run has its own, by
        seed and number of the run. inputs, driven, locked: as in `System.simulate`; events: those
        that `Stop` a run. method: "rk4", "ab3", "abm4" or "euler", with projection on the loops
        after each step; multistep methods begin with Runge-Kutta steps.
        close: project starts on the loops first; by default where parameters or rows are given.
        progress: a function of the fraction done.
        """
        began = time.perf_counter()
        check_positive(step=step, every=every)
        self._check_equal(method)
        efforts, laws, watched = laws_with_text_read(self.system, inputs, driven, tuple(events))
        _check_events(watched)
        n, varied = self._rows({"parameters": parameters} if parameters else {}, starts, seed)
        first = self._first(starts)
        sim = self._simulator(first, method, efforts, laws, tuple(locked), keywords)
        h, steps, stride = fixed_grid(first.t, until, step, every)
        stride = 0 if every is None else min(stride, steps)
        y = self._with_slopes(self._states(starts, sim, n), method)
        kept = Kept.of(keep)
        loose = self.system.closed and (bool(parameters) or not _are_states(starts))
        parts = self._parts(sim, method, kept, watched, loose if close is None else close)
        report = _reporter(progress, len(y), steps)
        closings = CLOSINGS if parts.closing else 0
        keywords_of_lanes = {**keywords, "p": varied.get("p")}
        request = self._request(
            sim, y, keywords_of_lanes, first.t, h, steps, stride, closings, report
        )
        found = LaneResults.empty(request, parts.size("sample"), parts.size("extreme"), self.dtype)
        if self.place == "cpu":
            run_here(parts, request, found)
        else:
            self._run(self._run_code(sim, method, parts, kept, watched), request, found)
        values: dict[str, np.ndarray] = self._by_channel(kept.samples, found.samples)
        for word, numbers in (("min", found.least), ("max", found.greatest)):
            some = self._by_channel(kept.extremes, numbers)
            wanted = {w for w in keep if w.partition(" ")[0] == word}
            values |= {f"{word} {n}": x for n, x in some.items() if f"{word} {n}" in wanted}
        if kept.last:
            ends = found.y[:, : sim.size].astype(float)
            last = self._values(sim, kept.last, ends, found.carried["ended"], keywords, request)
            values |= {f"last {name}": x for name, x in last.items()}
        t = first.t + h * stride * np.arange(request.kept)
        nq, nv = self.system.nq, self.system.nv
        c = found.carried
        wall = time.perf_counter() - began
        return PopulationRun(
            self.system, t, found.y[:, :nq], found.y[:, nq : nq + nv], c["ended"],
            c["why"].astype(int), c["lowest"], values, steps, wall,
        )  # fmt: skip

    # --- steps with derivatives ---------------------------------------------------------------

    def states(self, starts: Any) -> np.ndarray:
        """Return rows x = (q, v, turned, z) of starts, as steppers take them.

        starts: a state, a list of them, or rows (q, v); turned: angles of cut joints with their
        whole turns; z: states of force elements.
        """
        sim = self._simulator(self._first(starts), "rk4", {}, {}, (), {})
        return self._states(starts, sim, 1)[:, : sim.size - ENERGY_BALANCE]

    def stepper(
        self,
        *,
        step: float,
        steps: int = 1,
        inputs: Sequence[str] = (),
        parameters: Sequence[str] = (),
        channels: Sequence[str] = (),
        laws: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Sequence[str] = (),
        method: str = "rk4",
        start: State | None = None,
        **keywords: Any,
    ) -> Stepper:
        """Return the function (x, u, w) to x after `steps` steps of length `step` [s].

        x: rows of states (`states`); u: rows of efforts on the joints or velocities of `inputs`,
        which hold during the steps; w: rows of `parameters`, which `compile(parameters=...)` has
        left open. With arrays of PyTorch and JAX it has a gradient, that of the steps as they are
        computed. channels: what `read(x, u, w)` yields. laws: efforts that follow laws of time and
        state, as `inputs` of `System.simulate`; driven, locked, method: as there; locked
        coordinates are held where `start` (the assembled state by default) has them.
        """
        check_positive(step=step, steps=steps)
        self._check_single(method)
        efforts, driving, _ = laws_with_text_read(self.system, laws, driven, ())
        first = self.system.assemble(**keywords) if start is None else start
        for name in inputs:
            self.system.compiled.located_rate(name)
        for name in channels:
            self.system.compiled.catalogue.find(name)
        sim = self._simulator(first, method, efforts, driving, tuple(locked), keywords)
        limit = MIXED if sim.mixing else LOWEST[self.precision]
        return Stepper(
            self, sim, float(step), int(steps), method, tuple(inputs), tuple(parameters),
            tuple(channels), dict(sim.inputs(self._usual_rows(sim))), limit,
        )  # fmt: skip

    def step(self, x: Any, u: Any = None, w: Any = None, *, t: float = 0.0, **how: Any) -> Any:
        """Return rows of states some steps later; how: as in `stepper`, which is made once."""
        key = repr(sorted(how.items(), key=lambda item: item[0]))
        if key not in self._steppers:
            self._steppers[key] = self.stepper(**how)
        return self._steppers[key](x, u, w, t)

    def evaluate(
        self, name: str, kernel: Kernel, arrays: Mapping[str, Any], n: int
    ) -> tuple[Any, ...]:
        """Return the outputs of a kernel; arrays: by the name of the input, rows or for all."""
        if self.place == "cpu":
            found = kernel.call(*[np.asarray(arrays[p.name], dtype=float) for p in kernel.inputs])
            return found if isinstance(found, tuple) else (found,)
        if id(kernel) not in self._made:
            code = evaluation_code(kernel.program(), self.precision)
            self._made[id(kernel)] = (kernel, code)  # the kernel is kept: its number stays its own
        return tuple(self._evaluate(name, self._made[id(kernel)][1], arrays, n))

    def _check_equal(self, method: str) -> None:
        """Refuse methods that have no formula for equal steps."""
        if method not in METHODS or METHODS[method].step is None:
            known = [n for n, m in METHODS.items() if m.step is not None]
            rule = "is no method whose equal steps lanes could take together"
            action = f"use one of {', '.join(map(repr, known))}"
            raise ModelError(Problem(CANNOT, f"method {method!r}", rule, action=action))

    @staticmethod
    def _with_slopes(y: np.ndarray, method: str) -> np.ndarray:
        """Return rows with room for the slopes that a method carries along."""
        room = METHODS[method].history * y.shape[1]
        return np.concatenate([y, np.zeros((len(y), room))], axis=1) if room else y

    def _check_single(self, method: str) -> None:
        """Refuse methods that are not of single steps."""
        if method not in METHODS or METHODS[method].step is None or METHODS[method].history:
            single = [n for n, m in METHODS.items() if m.step is not None and not m.history]
            rule = "is no method of single steps"
            action = f"use one of {', '.join(map(repr, single))}"
            raise ModelError(Problem(CANNOT, f"method {method!r}", rule, action=action))

    def _first(self, starts: Any) -> State:
        """Return the state whose equations all runs share."""
        if isinstance(starts, State):
            return checked_states(self.system, [starts])[0]
        if _are_states(starts):
            return checked_states(self.system, list(starts))[0]
        q = np.asarray(starts[0], dtype=float)
        return self.system.assemble(guess=np.atleast_2d(q)[0])

    def _states(self, starts: Any, sim: Simulator, n: int) -> np.ndarray:
        """Return rows y of all runs."""
        system = self.system
        if isinstance(starts, State) or _are_states(starts):
            states = [starts] if isinstance(starts, State) else list(starts)
            y = sim.starts(checked_states(system, states))
        else:
            q, v = (np.atleast_2d(np.asarray(x, dtype=float)) for x in starts)
            if q.shape[1:] != (system.nq,) or v.shape[1:] != (system.nv,) or len(q) != len(v):
                rule = f"must be rows of {system.nq} coordinates and {system.nv} velocities"
                raise ModelError(
                    Problem("M25", "states / q, v", rule, f"shapes {q.shape} and {v.shape}")
                )
            y = np.tile(sim.start(self._first(starts)), (len(q), 1))
            y[:, : system.nq], y[:, system.nq : system.nq + system.nv] = q, v
            if sim.cut_angles(y).shape[1]:
                sim.cut_angles(y)[...] = [sim.measured_angles(row) for row in q]
        if len(y) not in (1, n) and n > 1:
            raise ModelError(_uneven(len(y), n))
        return np.repeat(y, n, axis=0) if len(y) == 1 else y

    def _simulator(
        self, start: State, method: str, efforts: Any, laws: Any, locked: tuple[str, ...],
        keywords: Mapping[str, Any],
    ) -> Simulator:  # fmt: skip
        settings = {"method": method, "until": start.t + 1.0, "step": 1.0, "every": None,
                    "times": None}  # fmt: skip
        mode = Mode.first(self.system, efforts, laws, locked)
        order = run_order(self.system, start, settings, mode, (), keywords, 0.0)
        return modes_of(order).simulator(order.mode, order.start.q)

    def _parts(
        self, sim: Simulator, method: str, kept: Kept, events: tuple[Event, ...], close: bool
    ) -> RunParts:
        watch = EventWatch(sim, events, range(len(events))) if events else None
        known = METHODS[method]
        return RunParts(
            sim.step_kernel(method),
            sim.project_kernel() if close and self.system.closed else None,
            programs.channel_kernel(sim, kept.samples) if kept.samples else None,
            programs.channel_kernel(sim, kept.extremes) if kept.extremes else None,
            watch.kernel if watch else None,
            tuple(event.sign for event in events),
            sim.beginning_kernel(method) if known.history else None,
            max(known.history - known.current, 0),
        )

    def _run_code(
        self, sim: Simulator, method: str, parts: RunParts, kept: Kept, events: tuple[Event, ...]
    ) -> DeviceCode:
        key = f"run {method} {kept} {[id(e) for e in events]} {parts.closing is not None}"
        key += f" {id(parts.step)}"
        if key not in self._codes:
            self._codes[key] = self._made_run(sim, parts, kept, events)
        return self._codes[key]

    def _made_run(
        self, sim: Simulator, parts: RunParts, kept: Kept, events: tuple[Event, ...]
    ) -> DeviceCode:
        def program(kernel: Kernel | None) -> Program | None:
            return None if kernel is None else kernel.program()

        kernels = RunKernels(
            parts.step.program(), program(parts.closing), program(parts.sample),
            program(parts.extreme), program(parts.event), parts.directions,
            self._unread(sim, kept, events, parts), program(parts.begin), parts.starting,
        )  # fmt: skip
        names = {"samples": kept.samples, "extremes": kept.extremes,
                 "events": [event.label for event in events]}  # fmt: skip
        return run_code(kernels, self.precision, sim.inputs(self._usual_rows(sim)), names)

    def _unread(
        self, sim: Simulator, kept: Kept, events: tuple[Event, ...], parts: RunParts
    ) -> tuple[int, ...]:
        """Return the numbers of y that only channels of energies over time would read."""
        find = self.system.compiled.catalogue.find
        names = [*kept.samples, *kept.extremes, *kept.last]
        if any(find(name).accumulates for name in names):
            return ()
        for event in events:
            plain = isinstance(event.when, (int, float))
            known = isinstance(event.when, str) and is_plain_name(event.when)
            if not plain and not (known and not find(str(event.when)).accumulates):
                return ()
        blocks = range(sim.size, parts.step.outputs[0].size + 1, sim.size)  # y, slopes behind it
        return tuple(k for end in blocks for k in range(end - ENERGY_BALANCE, end))

    def _usual_rows(self, sim: Simulator) -> np.ndarray | None:
        q = self.system.neutral() if sim.q0 is None else sim.q0
        return sim.choice(np.concatenate([q, np.zeros(sim.size - len(q))]))

    def _request(
        self, sim: Simulator, y: np.ndarray, keywords: Mapping[str, Any], t0: float, h: float,
        steps: int, every: int, closings: int = 0,
        report: Callable[[slice, int], None] = lambda rows, done: None,
    ) -> RunRequest:  # fmt: skip
        """Return what is asked of rows y: inputs that differ from row to row have rows."""
        values = dict(sim.inputs(self._usual_rows(sim)))
        varied = set()
        p = keywords.get("p")
        if p is None and keywords.get("parameters"):
            p = self._rows(keywords)[1].get("p")
        if p is not None:
            values["p"] = p
            if p.ndim > 1:
                varied.add("p")
        if sim.mixing:
            loops = self.system.compiled.loops
            last = [values[n] if n != "t" else np.zeros(1) for n in self._given]
            _, Phi, _, C = loops.closure(y[:, : self.system.nq], *last)
            values["T"] = sim.row_choice.choices(Phi, C)
            varied.add("T")
        if "hold" in values and len(y) > 1:
            values["hold"] = self._lock_values(sim, y)
            varied.add("hold")
        limit = MIXED if sim.mixing else LOWEST[self.precision]
        return RunRequest(
            y, values, frozenset(varied), t0, h, steps, every, limit, closings, report
        )

    def _lock_values(self, sim: Simulator, y: np.ndarray) -> np.ndarray:
        """Return where locked coordinates are held, for each row."""
        from dataclasses import replace

        return np.stack([replace(sim, q0=row[: self.system.nq]).hold for row in y])

    # --- numbers that differ ------------------------------------------------------------------

    @property
    def _given(self) -> dict[str, np.ndarray]:
        return self.system.compiled.compiler.defaults

    def _rows(
        self, keywords: Mapping[str, Any], starts: Any = None, seed: int = 0
    ) -> tuple[int, dict[str, Any]]:
        """Return the number of rows, and the last inputs of kernels, those that differ in rows."""
        compiled = self.system.compiled
        parameters = keywords.get("parameters")
        plain = {k: v for k, v in keywords.items() if k != "parameters"}
        last = compiled.last_inputs(**plain) if plain else ()
        found: dict[str, Any] = dict(zip(self._given, last, strict=True)) if last else {}
        sizes = set()
        if starts is not None and not isinstance(starts, State):
            sizes.add(len(starts) if _are_states(starts) else len(np.atleast_2d(starts[0])))
        if not parameters:
            return max(sizes, default=1), found
        spread = {n: x for n, x in parameters.items() if hasattr(x, "at")}
        rest = {n: x for n, x in parameters.items() if n not in spread}
        rest = by_name("parameter", rest, self.system.model) if rest else {}
        known = compiled.compiler.parameters
        shapes = {n: d.shape for n, d in zip(known.names, known.defaults, strict=True)}
        wide = {}
        for name, value in rest.items():
            array = np.asarray(value, dtype=float)
            if array.ndim > len(shapes.get(compiled.full_parameter(name), ())):
                wide[name] = array
                sizes.add(len(array))
        sizes.discard(1)
        if len(sizes) > 1:
            raise ModelError(_uneven(*sorted(sizes)))
        n = max(sizes, default=1)
        flat = compiled.last_inputs(parameters={k: v for k, v in rest.items() if k not in wide})
        shared = dict(zip(self._given, flat, strict=True)) if flat else dict(self._given)
        if "p" not in shared:
            compiled.last_inputs(parameters=dict.fromkeys([*wide, *spread], 0.0))
        p = shared["p"]
        if wide or spread:
            for draw, (name, law) in enumerate(spread.items()):
                wide[name] = _quantiles(law, uniform(range(n), draw, seed))
            p = np.tile(p, (n, 1))
            places = self.parameter_places()
            for name, array in wide.items():
                full = compiled.full_parameter(name)
                if full not in places:
                    compiled.last_inputs(parameters={name: array[0]})  # its refusal says why
                p[:, places[full]] = array.reshape(n, -1)
        found["p"] = p
        return n, found

    def parameter_places(self) -> dict[str, slice]:
        """Return where each parameter stands among all."""
        known, at, places = self.system.compiled.compiler.parameters, 0, {}
        for name, default in zip(known.names, known.defaults, strict=True):
            places[name] = slice(at, at + default.size)
            at += default.size
        return places

    # --- code ---------------------------------------------------------------------------------

    def _code(
        self, name: str, program: Callable[[], Program], inputs: Mapping[str, np.ndarray]
    ) -> DeviceCode:
        """Return the code of a program, made once."""
        if name not in self._codes:
            self._codes[name] = evaluation_code(program(), self.precision, inputs)
        return self._codes[name]

    def export(
        self,
        folder: str | Path,
        *,
        quantities: Sequence[str] | None = None,
        start: State | None = None,
        keep: Sequence[str] = (),
        method: str = "rk4",
        events: Sequence[Event] = (),
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Sequence[str] = (),
        **keywords: Any,
    ) -> Path:
        """Write PTX, layout, constants and a reader, which need Python, NumPy and a driver only.

        quantities: names of quantities of states, "inverse_dynamics" and "forward_dynamics" of a
        tree by default; besides, the kernel "run" takes whole runs from `start` (the assembled
        state by default), of which it keeps what `keep` says; the rest as in `simulate`. No GPU is
        needed for it.
        """
        if quantities is None:
            quantities = () if self.system.closed else ("inverse_dynamics", "forward_dynamics")
        codes = {}
        for name in quantities:
            kernel = self.system.compiled.kernel(name)
            codes[name] = self._code(name, kernel.program, self._given)
        efforts, laws, watched = laws_with_text_read(self.system, inputs, driven, tuple(events))
        _check_events(watched)
        self._check_equal(method)
        first = self.system.assemble(**keywords) if start is None else start
        sim = self._simulator(first, method, efforts, laws, tuple(locked), keywords)
        parts = self._parts(sim, method, Kept.of(keep), watched, True)
        codes["run"] = self._made_run(sim, parts, Kept.of(keep), watched)
        more = {
            "model": self.system.model.name,
            "coordinates": list(self.system.coordinates),
            "velocities": list(self.system.velocities),
            "parameters": list(self.system.compiled.compiler.parameters.names),
            "start": self._with_slopes(sim.start(first)[None], method)[0].tolist(),
        }
        return write_kernels(Path(folder), codes, more)


def _check_events(events: Sequence[Any]) -> None:
    """Refuse events that do more than to end a run."""
    for event in events:
        if not isinstance(event, Event):
            raise ModelError(Problem("V01", "events", "must be events", repr(event)[:80]))
        actions = event.actions
        if not actions or not all(isinstance(action, Stop) for action in actions):
            rule = "does more than to end a run, which is what events of a population do"
            action = "let it do Stop(), or simulate such runs one by one"
            raise ModelError(Problem(CANNOT, f"event '{event.label}'", rule, action=action))


def _are_states(starts: Any) -> bool:
    return not isinstance(starts, State) and len(starts) > 0 and isinstance(starts[0], State)


def _uneven(*sizes: int) -> Problem:
    rule = f"are of different numbers of runs: {', '.join(map(str, sizes))}"
    return Problem("S15", "starts and parameters", rule, action="give one for all, or one for each")


def _quantiles(law: Any, u: np.ndarray) -> np.ndarray:
    """Return the values of a distribution at fractions."""
    return np.array([law.at(x) for x in u.tolist()], dtype=float)


def _reporter(
    progress: Callable[[float], None] | None, n: int, steps: int
) -> Callable[[slice, int], None]:
    """Return what is told of rows and steps done, and tells the fraction of all."""
    done: dict[int, int] = {}

    def report(rows: slice, step: int) -> None:
        if progress is not None:
            done[rows.start] = step * (rows.stop - rows.start)
            progress(sum(done.values()) / (n * steps))

    return report
