"""The object that the user calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError
from sarrus.kernels import Kernel
from sarrus.model import Model
from sarrus.system import requests
from sarrus.system.analysed import AnalysedModel
from sarrus.system.driven.driving import Drive, PointDrive, drive
from sarrus.system.events.event import Event
from sarrus.system.explaining import explanation
from sarrus.system.flow import load_friction
from sarrus.system.flow.steps import METHODS
from sarrus.system.given import by_name, checked_state, driving_times, numbers
from sarrus.system.one_state.assembling import Wanted
from sarrus.system.one_state.motion import Motion, motion, point_rows
from sarrus.system.one_state.reactions import JointLoads, joint_loads, named_wrenches
from sarrus.system.one_state.reducing import Reduced, projected, reduced
from sarrus.system.quantities import equations
from sarrus.system.recent import Recent
from sarrus.system.results import HybridMotion, Named, Wrench
from sarrus.system.simulation.many_runs import has_many, many, only
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.native_loops import ClosedDynamics
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.run import Run
from sarrus.system.simulation.simulating import SUNDIALS, Simulation, ordered
from sarrus.system.state import State
from sarrus.system.tools import Tools

if TYPE_CHECKING:
    from sarrus.system.run_files import ResultFile


@checked
class System(AnalysedModel, Tools):
    """A compiled model: kinematics, dynamics and joint wrenches at machine speed.

    parameters: numbers of the model that stay inputs ("crank.mass", "A.point", "S.k"); all others
    are folded into the code. weights, cut: see `sarrus.topology.analyse`. planar: of the loops of a
    planar machine, keep only the rows in its plane. cache: folder of
    compiled kernels, None for none, by default the user's. kernels: what to compile at once;
    everything else is compiled when it is first asked for.

    All calls take and return SI units; q and v are laid out as `coordinates` and `velocities`
    say. Keywords of every call: t [s], parameters (a mapping of values), base (`GroundMotion`).
    """

    # --- dynamics -------------------------------------------------------------------------------

    def inverse_dynamics(self, q: Any, v: Any, vdot: Any, **given: Any) -> np.ndarray:
        """Return tau = M vdot + c - f, the efforts that the motion needs."""
        call = self._calls.get("inverse_dynamics") or self._call("inverse_dynamics")
        if not given:
            return call(q, v, vdot)
        return call(q, v, vdot, *self._last(**given))

    def forward_dynamics(self, q: Any, v: Any, tau: Any, **given: Any) -> np.ndarray:
        """Return vdot from M vdot + c = tau + f (+ Phi_v^T lambda with loops).

        With redundant loops the equations mix rows: those that serve at the assembled position,
        or where these do not serve at q, others chosen there; never what an earlier call has left.
        """
        if self.closed:
            return self.closed_dynamics.accelerations(q, v, tau, self._last(**given))
        call = self._calls.get("forward_dynamics") or self._call("forward_dynamics")
        if not given:
            return call(q, v, tau)
        return call(q, v, tau, *self._last(**given))

    def hybrid_dynamics(
        self,
        q: Any,
        v: Any,
        *,
        tau: Any = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> HybridMotion:
        """Return vdot and tau when some coordinates are driven or locked and the rest are free.

        driven: accelerations by name; locked: names (acceleration zero; the caller gives them
        zero velocity); tau: efforts of the free coordinates, zero by default.
        """
        if self.closed:
            return self._closed_hybrid(q, v, tau, driven or {}, locked, given)
        accelerations = self.velocities_of(driven or {})
        chosen = requests.indices(self.layout, [*(driven or {}), *locked])
        name = f"hybrid_dynamics {chosen}"
        call = self._calls.get(name)
        if call is None:
            free = [k for k in range(self.nv) if k not in chosen]
            self._refuse_massless(free)
            found = load_friction.hybrid if self.loops.bearings else equations.hybrid
            equation = partial(found, driven=chosen)
            call = self._add(name, ("q", "v", "tau", "vdot"), equation)
        efforts = np.zeros(self.nv) if tau is None else tau
        return HybridMotion(*call(q, v, efforts, accelerations, *self._last(**given)))

    def _closed_hybrid(
        self,
        q: Any,
        v: Any,
        tau: Any,
        driven: Mapping[str, Any],
        locked: Iterable[str],
        given: Mapping[str, Any],
    ) -> HybridMotion:
        state = self.state(q, v)
        efforts = {} if tau is None else dict(zip(self.velocities, np.asarray(tau), strict=True))
        moving = self.accelerations(state, efforts=efforts, driven=driven, locked=locked, **given)
        found = np.zeros(self.nv) if tau is None else np.array(tau, dtype=float)
        for name in (*driven, *locked):
            vector, place = self.located_rate(name)
            if vector == "v":
                found[place] = moving.efforts[name]
        return HybridMotion(moving.vdot, found)

    @cached_property
    def simulation_kernels(self) -> dict[str, Kernel]:
        """Kernels of simulations made so far, those with laws of the user excepted."""
        return {}

    @cached_property
    def law_kernels(self) -> Recent[dict[str, Kernel]]:
        """Kernels of analyses with functions of the user, by what these compute."""
        return Recent(32)

    @cached_property
    def variants(self) -> Recent[System]:
        """Systems with more numbers of the model as inputs, by their names."""
        return Recent(32)

    @cached_property
    def closed_dynamics(self) -> ClosedDynamics:
        """Forward dynamics with loops in native code."""
        return ClosedDynamics(self)

    def accelerations(
        self,
        state: State,
        *,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        points: Sequence[tuple[PointDrive, np.ndarray]] = (),
        loads: Mapping[str, Any] | None = None,
        share: bool = False,
        lagged: Mapping[str, float] | None = None,
        **given: Any,
    ) -> Motion:
        """Return what happens at a state: accelerations, multipliers, efforts of the drives.

        efforts: drives of known effort, by joint or velocity name; driven: accelerations that
        drives enforce; locked: rates kept at zero change; points: accelerations that points are
        made to have; loads: wrenches (force, moment) on bodies or named frames (end effectors) at
        their origin, world axes. With more drives than freedoms, share=True gives the
        distribution of smallest norm. lagged: loads of bearings that a step has left, by the name
        of the friction; all others are found.
        """
        ext = requests.external(self, loads or {}, checked_state(self, state).q)
        last = self._last(**given)
        rows = point_rows(state, points)
        known = {
            k: float((lagged or {})[b.name])
            for k, b in enumerate(self.loops.bearings)
            if b.name in (lagged or {})
        }
        asked = (efforts or {}, driven or {}, list(locked))
        return motion(state, *asked, ext, share, last, rows, known)

    def drive(
        self,
        motions: Mapping[str, Any] | None = None,
        *,
        until: float = 1.0,
        every: float | None = None,
        times: Any = None,
        points: Sequence[PointDrive] = (),
        efforts: Mapping[str, Any] | None = None,
        loads: Any = None,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        share: bool = False,
        **given: Any,
    ) -> Drive:
        """Return kinematics, driving efforts and reactions for prescribed motions.

        motions: for coordinates of any joints, by name: a number, a function of t written with
        NumPy, three functions (value, rate, acceleration) or a table (times, values). until, every:
        times from 0 [s], 201 by default; or `times`. points: `PointDrive`s; efforts: known efforts
        on other joints, numbers or functions of t; loads: wrenches on bodies as in
        `accelerations`, or a function of t that returns them; share: see `accelerations`.
        """
        grid = driving_times(until, every, times)
        start = self.guessed(guess, Wanted({}, {}))
        laws, known = motions or {}, efforts or {}
        return drive(self, laws, grid, tuple(points), known, loads, start, share, given)

    def simulate(
        self,
        start: State | Sequence[State],
        *,
        until: float,
        method: str = "auto",
        rtol: float = 1e-6,
        atol: float = 1e-8,
        step: float | None = None,
        every: float | None = None,
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        events: Sequence[Event] = (),
        file: str | Path | ResultFile | None = None,
        progress: bool | Callable[[float], None] | None = None,
        baumgarte: float = 0.0,
        **given: Any,
    ) -> Run:
        """Return the motion from a start state until a time [s].

        method: with error control (rtol, atol) "auto" (Runge-Kutta of order 8), "adams" and "bdf"
        (CVODE), "ida" (multipliers as unknowns); or with equal steps of size `step`: "rk4", "abm4"
        (predictor-corrector of paper 1), "ab3" (paper 0), "euler" (semi-implicit). every: spacing
        of the states kept [s], which does not influence steps with error control; inputs: efforts
        by joint or velocity name: numbers, tables (times, values), laws of (t) or (t, state)
        written with NumPy, or `Sampled` controllers in plain Python; driven: coordinates that
        follow a number, table or function of t; locked: joints or coordinates that stay; events:
        see `Event`; file: where to write the run while it goes on (`open_run`, `resume`, `rerun`
        read it); progress: True for a bar, or a function of the fraction done. Loops are kept
        closed in the mass norm; with a rate `baumgarte` [1/s] their gaps only decay, for
        comparison. Raises `Stopped`, with the run so far, when it cannot go on; Ctrl-C returns the
        run so far. With a list of starts, or several values of a parameter, equal steps are taken
        side by side, and `ManyRuns` holds a run for each.
        """
        requests.check_choice("method", method, ("auto", *SUNDIALS, *METHODS))
        requests.check_positive(rtol=rtol, atol=atol, step=step, every=every)
        settings = {"method": method, "until": until, "rtol": rtol, "atol": atol,
                    "step": step, "every": every}  # fmt: skip
        mode = Mode(inputs or {}, driven or {}, tuple(locked))
        if "parameters" in given:
            given["parameters"] = by_name("parameter", given["parameters"])
        if has_many(self, start, given):
            return many(self, start, settings, mode, tuple(events), given, baumgarte)  # type: ignore[return-value]
        order = ordered(self, only(start), settings, mode, tuple(events), given, baumgarte)
        sink = None
        if file is not None:
            from sarrus.system.run_files import ResultFile
            from sarrus.system.run_files.opening import file_sink

            sink = file_sink(order, file if isinstance(file, ResultFile) else ResultFile(file))
        return Simulation(order, Progress(progress), sink).run()

    def variant(self, model: Model | None = None, parameters: Iterable[str] = ()) -> System:
        """Return the system of a model with the same bodies and joints, cut at the same joints.

        parameters: names of more numbers that become inputs; those of force elements that the
        model does not have are left out.
        """
        other = model or self.model
        kept = [f"force:{element.name}" for element in other.forces]
        names = [
            name
            for name in (*self.compiler.parameters.names, *parameters)
            if not name.startswith("force:") or name.rpartition(".")[0] in kept
        ]
        return System(other, parameters=names, **self.options)

    def reduced_equations(
        self,
        state: State,
        independent: Sequence[str] | None = None,
        *,
        efforts: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> Reduced:
        """Return the equations in independent coordinates: Mr vdot_v = Fr (paper 2, (44)).

        independent: names of velocities of the tree, chosen by pivoting where none are given.
        """
        return reduced(checked_state(self, state), independent, efforts or {}, self._last(**given))

    def project(self, q: Any, v: Any, *, eps: float = 1e-10, t: float = 0.0) -> State:
        """Return the consistent state nearest to q, v in the mass norm (paper 1, (23) to (29)).

        For states that are almost consistent, such as after an integration step: the equations
        are factored once, and |psi_1| + |psi_2| < eps at the end. Use `assemble` from afar.
        """
        requests.check_positive(eps=eps)
        return projected(self, numbers("q", q, self.nq), numbers("v", v, self.nv), eps, t)

    # --- wrenches and reactions -----------------------------------------------------------------

    def wrenches(self, at_state: Any, v: Any = None, vdot: Any = None, **how: Any) -> Named[Wrench]:
        """Return all that passes through the chosen joints, drives and joint forces included.

        Of a tree: `wrenches(q, v, vdot)`. Of any mechanism: `wrenches(state)`, with accelerations
        that follow from the keywords of `accelerations` (efforts, driven, locked, loads, share).

        joints: names, all by default; only these are computed. on: "child" (at its joint point) or
        "parent" (at its own); axes: "joint", "body" or "world"; at: another point of reference, in
        world coordinates. Each component is labelled unique or not.
        """
        return self._wrenches("wrench", at_state, v, vdot, **how)

    def reactions(
        self, at_state: Any, v: Any = None, vdot: Any = None, **how: Any
    ) -> Named[Wrench]:
        """Return the constraint part of `wrenches`, which does no work."""
        return self._wrenches("reaction", at_state, v, vdot, **how)

    @checked
    def _wrenches(
        self,
        part: str,
        first: Any,
        v: Any,
        vdot: Any,
        joints: Sequence[str] | None = None,
        on: str = "child",
        axes: str = "joint",
        at: Any = None,
        **given: Any,
    ) -> Named[Wrench]:
        requests.check_choice("on", on, ("child", "parent"))
        requests.check_choice("axes", axes, ("joint", "body", "world"))
        point = None if at is None else numbers("at", at, 3).ravel()
        if isinstance(first, (State, Motion)):
            last = {key: given.pop(key) for key in ("t", "parameters", "base") if key in given}
            moving = (
                first if isinstance(first, Motion) else self.accelerations(first, **given, **last)
            )
            return self.joint_reactions(
                moving, joints, part=part, on=on, axes=axes, at=point, **last
            )
        if v is None or vdot is None:
            raise ModelError(requests.no_motion(part, first))
        names = requests.joints(self.layout, joints)
        return self._tree_wrenches(part, (first, v, vdot), names, on, axes, point, given)

    def _tree_wrenches(
        self,
        part: str,
        motion: tuple[Any, Any, Any],
        names: tuple[str, ...],
        on: str,
        axes: str,
        at: np.ndarray | None,
        given: Mapping[str, Any],
    ) -> Named[Wrench]:
        places = [self.compiler.tree.joint_index[name] for name in names]
        key = f"{part} {places} {on} {axes} {at is None}"
        call = self._calls.get(key)
        if call is None:
            self._refuse_loops("wrenches")
            equation = partial(
                equations.wrenches, joints=names, on=on, axes=axes, at=at is not None, part=part
            )
            inputs = ("q", "v", "vdot") if at is None else ("q", "v", "vdot", "at")
            call = self._add(key, inputs, equation)
        point = () if at is None else (at,)
        force, moment, where = call(*motion, *point, *self._last(**given))
        rows = enumerate(names)
        return Named("joint", {n: Wrench(force[i], moment[i], where[i], on, axes) for i, n in rows})

    def loads(self, moving: Motion, **given: Any) -> JointLoads:
        """Return the loads of all joints in a motion, with what is not unique about them."""
        return joint_loads(moving, self._last(**given))

    def joint_reactions(
        self,
        moving: Motion | JointLoads,
        joints: Sequence[str] | None = None,
        *,
        part: str = "reaction",
        on: str = "child",
        axes: str = "joint",
        at: Any = None,
        **given: Any,
    ) -> Named[Wrench]:
        """Return reactions (or whole wrenches) of tree and cut joints, labelled unique or not."""
        requests.check_choice("part", part, ("wrench", "reaction"))
        requests.check_choice("on", on, ("child", "parent"))
        requests.check_choice("axes", axes, ("joint", "body", "world"))
        names = requests.chosen("joint", joints, self.loops.joints)
        found = moving if isinstance(moving, JointLoads) else self.loads(moving, **given)
        point = None if at is None else numbers("at", at, 3).ravel()
        return named_wrenches(found, names, part, on, axes, point, self._last(**given))

    def explain(self, name: str, state: State | None = None) -> str:
        """Return in words why a joint is cut, what is redundant about it, what is not unique."""
        if name not in self.model.joint_index:
            raise ModelError(requests.unknown("joint", name, list(self.model.joint_index)))
        return explanation(
            self, name, self.assemble() if state is None else checked_state(self, state)
        )
