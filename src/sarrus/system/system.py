"""The object that the user calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, count
from sarrus.kernels import Cache
from sarrus.model import Model
from sarrus.public_names import LateModule, with_limits
from sarrus.system.call_examples import with_examples
from sarrus.system.call_keywords import with_keywords
from sarrus.system.checks import (
    STARTS,
    by_name,
    check_following,
    closed_state,
    impossible_start,
    laws_with_text_read,
    numbers,
    open_rows,
    refuse_stable,
)
from sarrus.system.compiled import USER_CACHE, CompiledModel
from sarrus.system.names import (
    body_motions,
    check_body,
    external_loads,
    ground_motion,
    momentum_of,
    start_velocity_rows,
    unknown,
    vector_of,
)
from sarrus.system.results import (
    BodyMotion,
    Energy,
    Momentum,
    Named,
    PointMotion,
    Wrench,
)
from sarrus.system.state import State
from sarrus.system.text_numbers import doubtful_angles
from sarrus.topology import Topology

if TYPE_CHECKING:
    from typing import Unpack

    from sarrus.kernels.layout import Order
    from sarrus.solvers import assembly
    from sarrus.sweeps import Sweep
    from sarrus.system import time_grids
    from sarrus.system.analysis import Equilibrium, Linearization
    from sarrus.system.analysis.analysis import Analysis
    from sarrus.system.channels.catalogue import Listing
    from sarrus.system.driven.driving import Drive
    from sarrus.system.driven.instant import PointDrive
    from sarrus.system.flow import base_motion, pose_law
    from sarrus.system.keyword_types import CallKeywords, Inputs, SweepKeywords, WrenchKeywords
    from sarrus.system.one_state import assembling, mobility
    from sarrus.system.one_state.mobility import Mobility
    from sarrus.system.one_state.proven_assemblies import Assemblies
    from sarrus.system.populations.population import Population
    from sarrus.system.realtime.realtime import RealtimeRun
    from sarrus.system.rows.motion import Motion
    from sarrus.system.run_files import ResultFile
    from sarrus.system.simulation.events.event import Event
    from sarrus.system.simulation.run import Run
else:
    assembly = LateModule("sarrus.solvers.assembly")
    time_grids = LateModule("sarrus.system.time_grids")
    base_motion = LateModule("sarrus.system.flow.base_motion")
    pose_law = LateModule("sarrus.system.flow.pose_law")
    assembling = LateModule("sarrus.system.one_state.assembling")
    mobility = LateModule("sarrus.system.one_state.mobility")

USUAL = ("inverse_dynamics", "forward_dynamics")
"""Kernels that are compiled at once, unless others are named."""


@with_keywords
@with_examples
@with_limits
@with_checks
class System:
    """A compiled model: kinematics, dynamics and joint wrenches at machine speed.

    parameters: numbers of the model that stay inputs ("crank.mass", "A.point", "S.k"); all others
    are folded into the code. weights, cut: see `sarrus.topology.analyze`. planar: of the loops of a
    planar machine, keep only the rows in its plane. tolerance: of the data, else that of the model:
    loops that close and rows that depend on others within so many radians, or parts of the length
    of their loop, are taken as exact, with a notice; 0 takes all numbers as they are. cache: folder
    of compiled kernels, None for none, by default the user's. kernels: what to make at once;
    everything else is made when it is first asked for. wait: whether kernels are machine code from
    their first call on; else those that are not on disk are interpreted, and compiled in the
    background when they have been called often, to the same bits.

    All calls take and return SI units; q and v are laid out as `coordinates` and `velocities`
    say. Keywords of every call: t [s], parameters (a mapping of values), base (`GroundMotion`, over
    time with laws of t, or `PoseLaw`), and where force elements have states, z, laid out as
    `states` says: in calls that take q and v, their start values by default.
    Arrays of many states have these first, (n, nq), in any order of memory: results have that of
    the inputs, or `order`, "C" (rows) or "F" (columns), or go to `out`, arrays that are given.
    More functions of a system are in `sarrus.analysis` and `sarrus.export`; the part `compiled`
    holds layout, loops and kernels.
    """

    compiled: CompiledModel
    """The part that holds layout, loops, catalogue and kernels."""
    model: Model
    """The model that was compiled."""
    topology: Topology
    """The tree of the mechanism, its cut joints and loops."""
    nq: int
    """Number of position coordinates."""
    nv: int
    """Number of velocity coordinates."""
    closed: bool
    """Whether the mechanism has loops or couplers."""

    def __init__(
        self,
        model: Model,
        *,
        parameters: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        cut: Sequence[str] = (),
        planar: bool = False,
        tolerance: float | None = None,
        cache: Cache | Path | str | None = USER_CACHE,
        kernels: Iterable[str] = USUAL,
        wait: bool = False,
    ) -> None:
        self.compiled = CompiledModel(
            self, model, parameters=parameters, weights=weights, cut=cut, planar=planar,
            tolerance=tolerance, cache=cache, wait=wait,
        )  # fmt: skip
        self.model, self.topology = model, self.compiled.topology
        self.nq, self.nv = self.compiled.layout.nq, self.compiled.layout.nv
        self.closed = self.compiled.closed
        if not self.closed:
            for name in kernels:
                if name != "forward_dynamics" or not self.compiled.massless():
                    self.compiled.kernel(name)

    def __reduce__(self) -> tuple[Callable[..., System], tuple[Any, ...]]:
        """Pickle the model and how it was compiled: kernels are found on disk, or made again."""
        return _compiled_again, (self.model, self.compiled.keywords)

    def __copy__(self) -> System:
        """A system never changes: its copy is itself."""
        return self

    def __deepcopy__(self, memo: Mapping[int, Any]) -> System:
        return self

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the entries of q."""
        return self.compiled.layout.q_names

    @property
    def velocities(self) -> tuple[str, ...]:
        """Names of the entries of v, vdot and tau."""
        return self.compiled.layout.v_names

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states of force elements, the entries of z: "motor.current"."""
        return self.compiled.state_names

    @property
    def notices(self) -> tuple[Problem, ...]:
        """Notices of the model, and what of its data was taken as exact within the tolerance."""
        aside = self.compiled.loops.set_aside if self.closed else None
        return self.model.notices if aside is None else (*self.model.notices, aside.notice)

    def channels(self, pattern: str = "") -> Listing:
        """Return name, unit and description of all channels: what states and runs can be asked for.

        pattern: only those whose name or description holds it, or whose name fits `*` and `?`.
        """
        return self.compiled.catalogue.listing(pattern)

    def __str__(self) -> str:
        from sarrus.system.report import report

        return report(self)

    def __repr__(self) -> str:
        bodies = count(len(self.model.bodies), "body", "bodies")
        rates = count(self.nv, "velocity coordinate")
        return f"<System '{self.model.name}': {bodies}, {rates}>"

    def _repr_html_(self) -> str:
        from sarrus.summaries import html_table

        rows = [(row.name, row.type, row.parent, row.child) for row in self.topology.joint_table]
        return html_table(repr(self).strip("<>"), ("joint", "type", "parent", "child"), rows)

    # --- coordinates ----------------------------------------------------------------------------

    def neutral(self) -> np.ndarray:
        """Return the q at which the frames of every joint coincide."""
        return self.compiled.layout.neutral()

    def drawing(self) -> np.ndarray:
        """Return the q of the drawing: neutral, but for bodies that were drawn away from it."""
        return self.compiled.drawn.copy()

    def add(self, q: Any, dv: Any) -> np.ndarray:
        """Return q, nq numbers, moved by the tangent increment dv, nv numbers."""
        return self.compiled.layout.add(numbers("q", q, self.nq), numbers("dv", dv, self.nv))

    def difference(self, q1: Any, q0: Any) -> np.ndarray:
        """Return the dv, nv numbers, with add(q0, dv) = q1; both of nq numbers."""
        layout = self.compiled.layout
        return layout.difference(numbers("q1", q1, self.nq), numbers("q0", q0, self.nq))

    def coordinates_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return q with the named coordinates or joints set, all others neutral."""
        self.compiled.check_coordinates_once("coordinate", values)
        read = by_name("coordinate", values, self.model)
        return vector_of(self.compiled.layout, "q", read, self.neutral())

    def velocities_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return v (or vdot, tau) with the named entries or joints set, all others zero."""
        self.compiled.check_once("velocity", values)
        read = by_name("velocity", values, self.model)
        return vector_of(self.compiled.layout, "v", read, np.zeros(self.nv))

    # --- kinematics -----------------------------------------------------------------------------

    def kinematics(
        self, q: Any, v: Any = None, vdot: Any = None, **keywords: Unpack[CallKeywords]
    ) -> dict[str, BodyMotion]:
        """Return the motion of all bodies and named frames; only what the arguments allow."""
        last = self.compiled.last_inputs(**keywords)
        columns = list(self.compiled.call("body_positions")(q, *last))
        if v is not None:
            columns += self.compiled.call("body_velocities")(q, v, *last)
        if v is not None and vdot is not None:
            columns += self.compiled.call("body_accelerations")(q, v, vdot, *last)

        def ground() -> BodyMotion:
            base = base_motion.at_instant(keywords.get("base"), keywords.get("t"))
            return ground_motion(base, len(columns), np.shape(q)[:-1])

        values = self.compiled.given_numbers(keywords.get("parameters"))
        return body_motions(self.model, self.topology, columns, ground, values)

    def poses(self, q: Any, **keywords: Unpack[CallKeywords]) -> dict[str, BodyMotion]:
        """Return positions and rotations of all bodies and named frames."""
        return self.kinematics(q, **keywords)

    def point(
        self,
        body: str,
        r: Any,
        q: Any,
        v: Any = None,
        vdot: Any = None,
        **keywords: Unpack[CallKeywords],
    ) -> PointMotion:
        """Return the motion of the point r (in the body frame) of a body, in world axes."""
        check_body(self.model, body)
        still = np.zeros(self.nv)
        call = self.compiled.body_call("point", body, ("q", "v", "vdot", "r"))
        found = call(
            q,
            still if v is None else v,
            still if vdot is None else vdot,
            numbers("r", r),
            *self.compiled.last_inputs(**keywords),
        )
        wanted = 1 if v is None else 2 if vdot is None else 3
        return PointMotion(*found[:wanted])

    def jacobian(self, body: str, r: Any, q: Any, *, out: Any = None, order: Order = "K",
                 **keywords: Unpack[CallKeywords]) -> np.ndarray:  # fmt: skip
        """Return J, 6 x nv: velocity of the point r of a body, then angular; world axes."""
        check_body(self.model, body)
        call = self.compiled.body_call("jacobian", body, ("q", "r"))
        if out is not None or order != "K":
            name, where = self.compiled.body_name("jacobian", body), (q, numbers("r", r))
            return self.compiled.evaluate(name, where, out, order, keywords)
        return call(q, numbers("r", r), *self.compiled.last_inputs(**keywords))

    # --- terms of the equations of motion -------------------------------------------------------

    def mass_matrix(
        self, q: Any, *, out: Any = None, order: Order = "K", **keywords: Unpack[CallKeywords]
    ) -> np.ndarray:
        """Return M(q), nv x nv."""
        if out is not None or order != "K":
            if self.compiled.writes_out_mass:
                return self.compiled.evaluate("mass_matrix", (q,), out, order, keywords)
            found = self.mass_matrix(q, **keywords)
            return self.compiled.in_layout("mass_matrix", found, out, order, (q,))
        if self.compiled.writes_out_mass:
            call = self.compiled.calls.get("mass_matrix") or self.compiled.call("mass_matrix")
            return call(q, *self.compiled.last_inputs(**keywords)) if keywords else call(q)
        if np.ndim(q) > 1:
            return np.stack([self.mass_matrix(row, **keywords) for row in q])
        product = self.compiled.call("inertia_product")
        columns = product(q, np.eye(self.nv), *self.compiled.last_inputs(**keywords))
        return np.ascontiguousarray(columns.T)

    def bias(
        self,
        q: Any,
        v: Any,
        *,
        out: Any = None,
        order: Order = "K",
        **keywords: Unpack[CallKeywords],
    ) -> np.ndarray:
        """Return c(q, v): Coriolis, centrifugal and gravity efforts."""
        if out is not None or order != "K":
            return self.compiled.evaluate("bias", (q, v), out, order, keywords)
        return self.compiled.call("bias")(q, v, *self.compiled.last_inputs(**keywords))

    def applied_efforts(
        self,
        q: Any,
        v: Any,
        *,
        out: Any = None,
        order: Order = "K",
        **keywords: Unpack[CallKeywords],
    ) -> np.ndarray:
        """Return f(t, q, v): the efforts of the force elements on the coordinates."""
        if out is not None or order != "K":
            return self.compiled.evaluate("applied_efforts", (q, v), out, order, keywords)
        return self.compiled.call("applied_efforts")(q, v, *self.compiled.last_inputs(**keywords))

    # --- energy ---------------------------------------------------------------------------------

    def energy(self, q: Any, v: Any, **keywords: Unpack[CallKeywords]) -> Energy:
        """Return kinetic energy and the energies of gravity and force elements.

        All bodies count, those welded to ground too, which other programs leave out.
        """
        found = self.compiled.call("energy")(q, v, *self.compiled.last_inputs(**keywords))[0]
        return Energy(*(map(float, found) if found.ndim < 2 else found.T))

    def momentum(self, q: Any, v: Any, **keywords: Unpack[CallKeywords]) -> Momentum:
        """Return mass, centre of mass, linear and angular momentum.

        All bodies count, those welded to ground too, which other programs leave out.
        """
        mass, moment, total = self.compiled.call("momentum")(
            q, v, *self.compiled.last_inputs(**keywords)
        )
        return momentum_of(float(mass.flat[0]), moment, total)

    # --- states ---------------------------------------------------------------------------------

    def assemble(
        self,
        wanted: Mapping[str, Any] | None = None,
        rates: Mapping[str, Any] | None = None,
        *,
        weights: Mapping[str, float] | None = None,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        t: float = 0.0,
        starts: int = STARTS,
        strict: bool = False,
        states: Mapping[str, Any] | None = None,
        **keywords: Unpack[Inputs],
    ) -> State:
        """Return the consistent state nearest to what is wanted.

        wanted: coordinates by name, met as nearly as the loops allow (exactly where they can be),
        or `PoseLaw`s of joints, whose pose and velocities at the time t are wanted;
        what is not met stands in `notices` of the state, with the nearest value, and with strict
        is refused; rates: velocities by name; weights: importance of either, 1 by default; guess:
        where to start (the drawing by default), which decides between several assemblies; states:
        those of force elements by name, by default as the model starts them, or as in a guess that
        is a state. Raises `AssemblyError` when the loops cannot be closed.
        """
        poses = pose_law.poses_among(wanted)
        plain = {n: x for n, x in wanted.items() if n not in poses} if wanted and poses else wanted
        values = by_name("coordinate", plain, self.model)
        speeds = by_name("rate", rates, self.model)
        doubts = doubtful_angles(self.model, "wanted", plain or {})
        there, rates_there, laws = pose_law.start_of_poses(self, poses, t)
        values, speeds = {**values, **there}, {**rates_there, **speeds}
        self.compiled.check_coordinates_once("coordinate", (*values, *(law.name for law in laws)))
        self.compiled.check_once("rate", speeds)
        of_values, of_rates = assembling.weights_of(self, weights or {}, values, speeds)
        target = assembling.Wanted(values, of_values, laws, t)
        last = self.compiled.last_inputs(**keywords)
        q0 = assembling.guess_with_values(self, guess, target, last)
        begin = partial(assembling.guess_with_values, self, guess, assembling.Wanted({}, {}))
        asked = assembling.Wanted(speeds, of_rates, laws, t)
        found = assembling.assemble(self, target, asked, q0, t, starts, last, strict, begin)
        if doubts:
            found = replace(found, notices=(*found.notices, *doubts))
        return self._with_states(found, states, keywords, guess) if self.states or states else found

    def _with_states(
        self, state: State, states: Mapping[str, Any] | None, keywords: Mapping[str, Any], near: Any
    ) -> State:
        """Return a state with those of force elements that are given by name, or as another has."""
        z: np.ndarray | None
        if keywords.get("z") is not None:
            z = numbers("z", keywords["z"], len(self.states))
        elif states:
            own = near.own_z if isinstance(near, State) else None
            last = self.compiled.last_inputs(**{**keywords, "z": own})
            z = self.compiled.states_of(by_name("state", states, self.model), last)
        else:
            z = near.own_z if isinstance(near, State) else None
        return replace(state, own_z=z)

    def assemblies(
        self,
        wanted: Mapping[str, Any] | None = None,
        *,
        tries: int = 60,
        proof: bool = False,
        **keywords: Unpack[CallKeywords],
    ) -> Assemblies:
        """Return the different assemblies that have the wanted coordinates, nearest first.

        They are searched for from `tries` starts; with proof, all of them are found by continuation
        in complex numbers, and `.proof` of what is returned says whether that is proven.
        """
        from sarrus.system.one_state import proven_assemblies

        values = by_name("coordinate", wanted, self.model)
        self.compiled.check_coordinates_once("coordinate", values)
        find = proven_assemblies.all_assemblies if proof else proven_assemblies.searched_assemblies
        return find(self, assembling.Wanted(values, {}), tries, keywords)

    def initial_state(
        self, t: float = 0.0, at: State | None = None, **keywords: Unpack[Inputs]
    ) -> State:
        """Return the state of the drawing, or `at` another, with the velocities of the model."""
        state = self.assemble(t=t, **keywords) if at is None else closed_state(self, at, keywords)
        if not self.model.start:
            return state
        _, Phi, _, C = self.compiled.loops.closure(state.q, *self.compiled.last_inputs(**keywords))
        rows, wanted = start_velocity_rows(self, state.q, keywords)
        # velocities [m/s] count by the model's length, so that small machines keep their digits
        scale = np.tile(np.repeat([1.0 / self.compiled.loops.length, 1.0], 3), len(rows) // 6)
        rows, wanted = scale[:, None] * rows, scale * wanted
        v = assembly.projected_velocity(self.compiled.loops.scaled_matrix(Phi), wanted, rows)
        gaps = np.abs(rows @ v - wanted)
        if np.max(gaps) > 1e-6 * np.max(np.abs(wanted)):
            raise ModelError(impossible_start(float(np.max(gaps / scale))))
        return State(
            self, state.q, v, t, state.cut_q, C @ v, notices=state.notices, own_z=state.own_z
        )

    def state(
        self,
        q: Any = None,
        v: Any = None,
        t: float = 0.0,
        *,
        poses: Mapping[str, Any] | None = None,
        states: Mapping[str, Any] | None = None,
        **keywords: Unpack[Inputs],
    ) -> State:
        """Return the state of given vectors, which must be consistent with the loops.

        poses: those of all bodies (or frames on them) in the world instead of q: what `poses` or
        `kinematics` return, a `Pose`, or (position [m], rotation matrix or quaternion wxyz).
        Joints that they open are refused with their gaps; with velocities, and without v, these
        give v. Angles are in (-pi, pi], or have the whole turns of a q that is given as well.
        states: those of force elements by name, or z: all of them; by default their start values.
        """
        if poses is not None:
            near = None if q is None else numbers("q", q, self.nq)
            from sarrus.system.one_state.body_poses import (
                coordinates_of_poses,
                velocities_of_motions,
            )

            q = coordinates_of_poses(self, poses, near)
            v = velocities_of_motions(self, poses, q) if v is None else v
        q = numbers("q", q, self.nq)
        v = np.zeros(self.nv) if v is None else numbers("v", v, self.nv)
        phi, Phi, y, C = self.compiled.loops.closure(q, *self.compiled.last_inputs(**keywords))
        if not self.compiled.loops.is_consistent(phi, Phi @ v, v):
            raise ModelError(open_rows(self.compiled.loops, phi, Phi @ v))
        found = State(self, q, v, t, y, C @ v)
        return self._with_states(found, states, keywords, None) if self.states or states else found

    # --- mobility -------------------------------------------------------------------------------

    def mobility(self, state: State | None = None, **keywords: Unpack[CallKeywords]) -> Mobility:
        """Return degrees of freedom, redundant and passive ones, at a state (or as assembled)."""
        here = self.assemble(**keywords) if state is None else closed_state(self, state, keywords)
        return mobility.mobility_at(self, here, self.compiled.last_inputs(**keywords))

    # --- dynamics -------------------------------------------------------------------------------

    def inverse_dynamics(self, q: Any, v: Any, vdot: Any, *, out: Any = None, order: Order = "K",
                         **keywords: Unpack[CallKeywords]) -> np.ndarray:  # fmt: skip
        """Return tau = M vdot + c - f, the efforts that the motion needs.

        Coordinates that couplers let follow others (mimic joints, rotors behind gears) must do so
        in q, v and vdot; they have no effort, those that lead them have all of it.
        """
        if self.closed:
            check_following(self.compiled, q, v, vdot, keywords)
        if out is not None or order != "K":
            return self.compiled.evaluate("inverse_dynamics", (q, v, vdot), out, order, keywords)
        call = self.compiled.calls.get("inverse_dynamics") or self.compiled.call("inverse_dynamics")
        if not keywords:
            return call(q, v, vdot)
        return call(q, v, vdot, *self.compiled.last_inputs(**keywords))

    def forward_dynamics(self, q: Any, v: Any, tau: Any, *, out: Any = None, order: Order = "K",
                         **keywords: Unpack[CallKeywords]) -> np.ndarray:  # fmt: skip
        """Return vdot from M vdot + c = tau + f (+ Phi_v^T lambda with loops).

        With redundant loops the equations mix rows: those that serve at the assembled position,
        or where these do not serve at q, others chosen there; never what an earlier call has left.
        """
        compiled = self.compiled
        if self.closed:
            dynamics = compiled.closed_dynamics
            if keywords:
                found = dynamics.accelerations(q, v, tau, compiled.last_inputs(**keywords))
            else:
                found = dynamics.forward(q, v, tau)
            if out is None and order == "K":
                return found
            return compiled.in_layout("forward_dynamics", found, out, order, (q, v, tau))
        if out is not None or order != "K":
            return compiled.evaluate("forward_dynamics", (q, v, tau), out, order, keywords)
        call = compiled.calls.get("forward_dynamics") or compiled.call("forward_dynamics")
        if not keywords:
            return call(q, v, tau)
        return call(q, v, tau, *compiled.last_inputs(**keywords))

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
        out: Any = None,
        **keywords: Unpack[CallKeywords],
    ) -> Motion:
        """Return what happens at a state: accelerations, multipliers, efforts of the drives.

        efforts: drives of known effort, by joint or velocity name; driven: accelerations that
        drives enforce; locked: rates kept at zero change; points: accelerations that points are
        made to have; loads: wrenches (force, moment) on bodies or named frames (end effectors) at
        their origin, world axes. With more drives than freedoms, share=True gives the
        distribution of smallest norm. lagged: loads of bearings that a step has left, by the name
        of the friction; all others are found. out: an array of nv numbers that gets vdot.
        """
        asked_for = efforts or driven or locked or len(points) or loads or lagged or keywords
        if not asked_for and type(state) is State and self.compiled.native_reactions is not None:
            found = self.compiled.native_reactions.motion(state)
            if found is not None:
                return found.with_vdot_in(out)
        ext = external_loads(self, loads or {}, closed_state(self, state, keywords).q, keywords)
        last = self.compiled.last_at(self.compiled.last_inputs(**keywords), state)

        from sarrus.system.rows.motion import motion, point_rows

        rows = point_rows(state, points, keywords)
        known = {
            k: float((lagged or {})[b.name])
            for k, b in enumerate(self.compiled.loops.bearings)
            if b.name in (lagged or {})
        }
        asked = (efforts or {}, driven or {}, list(locked))
        if len(asked[0]) > 1:
            self.compiled.check_once("effort", asked[0])
        if len(asked[1]) + len(asked[2]) > 1:
            self.compiled.check_once("drive or lock", (*asked[1], *asked[2]))
        return motion(state, *asked, ext, share, last, rows, known).with_vdot_in(out)

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
        deflections: bool = False,
        **keywords: Unpack[CallKeywords],
    ) -> Drive:
        """Return kinematics, driving efforts and reactions for prescribed motions.

        The motion is followed in the assembly of its start, however far apart the times are.
        motions: for coordinates of any joints, by name: a number, a function of t written with
        NumPy or as text ("30 [deg]*sin(3*t)"), three functions (value, rate, acceleration) or a
        table (times, values); for whole joints, such of all coordinates, or a `PoseLaw`. until,
        every: times from 0 [s], 201 by default; or `times`. points: `PointDrive`s; efforts: known
        efforts on other joints, numbers or functions of t; loads: wrenches on bodies as in
        `accelerations`, or a function of t that returns them; share: see `accelerations`; guess:
        where the first position is looked for (the drawing by default): its assembly is that of
        the guess, led from there to the first values; where it is another, or two are as near,
        `notices` of the drive say so. States of force elements are integrated along the motion,
        from z or those of a guess that is a state. Flexible links are held at rest (the rigid
        skeleton); deflections: they give way to the loads, at each time as if they stood still.
        """
        from sarrus.system.driven.driving import DriveOrder

        order = DriveOrder.of(
            self, motions, keywords, until=until, every=every, times=times, points=points,
            efforts=efforts, loads=loads, guess=guess, share=share, deflections=deflections,
        )  # fmt: skip
        return order.run()

    def simulate(
        self,
        start: State | Sequence[State],
        *,
        until: float | None = None,
        method: str = "auto",
        rtol: float = 1e-6,
        atol: float = 1e-8,
        step: float | None = None,
        every: float | None = None,
        times: Any = None,
        certify: bool | str | None = None,
        inputs: Any = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        events: Sequence[Event] = (),
        file: str | Path | ResultFile | None = None,
        progress: bool | Callable[[float], None] | None = None,
        baumgarte: float = 0.0,
        eps: float | None = None,
        independent: str | Sequence[str] | None = None,
        solve: str | None = None,
        keep: str | Sequence[str] = (),
        formulation: str = "auto",
        **keywords: Unpack[CallKeywords],
    ) -> Run:
        """Return the motion from a start state until a time [s].

        method: with error control (rtol, atol) "auto" (Runge-Kutta of order 8), "pece" (Adams of
        order 1 to 12, paper 4), "adams" and "bdf" (CVODE), "ida" (multipliers as unknowns), and in
        independent coordinates "reduced" (Runge-Kutta, paper 2) and "partitioned" (BDF, paper 4);
        or with equal steps of size `step`: "rk4", "abm4" (predictor-corrector of paper 1), "ab3"
        (paper 0), "euler" (semi-implicit). every: spacing of the states kept [s], which does not
        influence steps with error control; times: instants at which states are kept, exactly these
        (and those of events), in place of until and every;
        certify: True compares the run at once with a second, tighter one, so that `run.error`,
        report and file state its errors, and "short" so for runs below 5 s and with a looser one
        for others; None when `run.error` or the report is asked for, False in no report; inputs:
        efforts by joint or velocity name: numbers, tables (times, values), laws of (t) or (t,
        state) written with NumPy or as text ("-3*A.angle + sin(t)", see the manual of model files),
        or `Sampled` controllers in plain Python; by names in a tuple, or for all velocities in
        place of the mapping, such laws and controllers of several efforts in a row; driven:
        coordinates that follow a number, table or function of t, and joints that follow a
        `PoseLaw`; locked: joints or coordinates that stay; events: see `Event`; file: where to
        write the run while it goes on (`open_run`, `resume`,
        `rerun` read it); progress: True for a bar, or a function of the fraction done; keep: loads
        of joints, "A.reaction" or "A.wrench", that are recorded with the states, from the terms of
        the evaluations that steps are made of; formulation: of these, "state_vector" ((30) of paper
        0, by whose (15) equal steps of trees then go), "articulated" (of trees), "recursive" ((28))
        or "auto", the one with the fewest operations (see `run.account.kept`). Loops are
        kept closed in the mass norm, by two corrections of positions and velocities a step; eps: so
        many that the sum of corrections, and that of what is open, is below it (paper 1), in rad
        and lengths of the model, at least 1e-13; with a rate `baumgarte` [1/s] gaps only decay, for
        comparison. In independent coordinates the dependent ones are found in every evaluation;
        independent: names of velocities, coordinates or joints, those that pivoting finds by
        default, chosen anew where they are badly conditioned; solve: "elimination" or "svd", the
        pseudo-inverse by singular values. Raises `Stopped`, with the run so far, when it cannot go
        on; Ctrl-C returns the run so far. With a list of starts, or several values of a parameter,
        equal steps are taken side by side, and `ManyRuns` holds a run for each.
        """
        from sarrus.system.simulation.setup import simulation_of

        settings = {
            "method": method, "until": until, "rtol": rtol, "atol": atol, "step": step,
            "every": every, "times": times, "certify": certify, "baumgarte": baumgarte, "eps": eps,
            "independent": independent, "solve": solve, "keep": keep, "formulation": formulation,
        }  # fmt: skip
        laws = {"inputs": inputs, "driven": driven, "locked": locked, "events": events}
        made = simulation_of(self, start, settings, keywords, file=file, progress=progress, **laws)
        return made.run()  # type: ignore[return-value]

    def realtime(
        self,
        start: State,
        *,
        rate: float,
        read: Any = None,
        write: Any = None,
        efforts: Any = None,
        channels: Any = None,
        until: float | None = None,
        method: str = "rk4",
        substeps: int = 1,
        overrun: str = "slip",
        every: float | None = None,
        inputs: Any = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        events: Sequence[Event] = (),
        file: str | Path | ResultFile | None = None,
        progress: bool | Callable[[float], None] | None = None,
        baumgarte: float = 0.0,
        clock: Any = None,
        **keywords: Unpack[CallKeywords],
    ) -> RealtimeRun:
        """Return a run at the pace of the clock: `rate` samples a second, each on its deadline.

        At every sample the values of `channels` are written and the `efforts` read that hold until
        the next one; between two samples there are `substeps` equal native steps of a single-step
        method ("rk4", "euler", "midpoint"). read, write: functions, read(t) or read(t, state) to
        efforts by name and write(t, values by name), a port of this machine for datagrams (`Udp`),
        `SharedMemory` of `sarrus.realtime`, or other links. efforts: names of joints or velocities,
        or a mapping with the values that hold until the first are read (0 else); channels: names,
        by default coordinates and velocities. until: end [s], None until Ctrl-C or the other side
        ends it. overrun: what happens where a step is not done at its deadline: "slip" counts it
        and moves all later deadlines, "stop" ends the run (E-OVERRUN). clock: what tells the time,
        by default the machine's. The other keywords are those of `simulate`, inputs among them:
        laws of further efforts. Returns the run with the account of its time; results are kept when
        it stops or is interrupted.
        """
        from sarrus.system.realtime.realtime import realtime

        settings = {"rate": rate, "until": until, "method": method, "substeps": substeps,
                    "overrun": overrun, "every": every, "baumgarte": baumgarte}  # fmt: skip
        inputs, driven, events = laws_with_text_read(self, inputs, driven, tuple(events))
        if "parameters" in keywords:
            keywords["parameters"] = by_name("parameter", keywords["parameters"], self.model)
        laws = inputs, driven, tuple(locked), events
        links, names = (read, write), (efforts, channels)
        return realtime(self, start, settings, laws, links, names, file, progress, clock, keywords)

    def on(self, place: str, *, precision: str = "double", devices: Any = None) -> Population:
        """Return the system for rows of states and many runs on "gpu", or on "cpu".

        precision: of GPUs, "double", with the bits of this processor, "quick", which is double with
        sines to 1.5 units in the last place, or "single"; devices: numbers of GPUs, which share the
        rows, all by default. None is needed before the first evaluation, nor for `export`.
        """
        from sarrus.system.populations.population import Population

        return Population(self, place, precision, devices)

    # --- wrenches and reactions -----------------------------------------------------------------

    def wrenches(
        self, at_state: Any, v: Any = None, vdot: Any = None, **how: Unpack[WrenchKeywords]
    ) -> Named[Wrench]:
        """Return all that passes through the chosen joints, drives and joint forces included.

        Of a tree: `wrenches(q, v, vdot)`. Of any mechanism: `wrenches(state)`, with accelerations
        that follow from the keywords of `accelerations` (efforts, driven, locked, loads, share).

        joints: names, all by default; only these are computed. on: "child" (at its joint point) or
        "parent" (at its own); axes: "joint", "body", "world", or the name of a body, frame or joint
        whose axes are taken; at: another point of reference, in world coordinates [m], or one that
        moves: the name of a body, frame or joint, or (body or frame, r in its axes);
        formulation: "recursive", (28) of paper 0, over the links beyond the chosen joints, or
        "state_vector", its (30); "auto" is the first, which needs the fewest operations where
        accelerations are given (`simulate` has a `keep` of its own). Each component is labelled
        unique or not.
        """
        if v is None and type(at_state) is State:
            native = self.compiled.native_reactions
            found = None if native is None else native.wrenches("wrench", at_state, how)
            if found is not None:
                return found
        return self._loads("wrench", at_state, v, vdot, how)

    def reactions(
        self, at_state: Any, v: Any = None, vdot: Any = None, **how: Unpack[WrenchKeywords]
    ) -> Named[Wrench]:
        """Return the constraint part of `wrenches`, which does no work."""
        if v is None and type(at_state) is State:
            native = self.compiled.native_reactions
            found = None if native is None else native.wrenches("reaction", at_state, how)
            if found is not None:
                return found
        return self._loads("reaction", at_state, v, vdot, how)

    def _loads(self, part: str, at_state: Any, v: Any, vdot: Any, how: Any) -> Named[Wrench]:
        from sarrus.system.one_state.reactions import wrenches

        return wrenches(self, part, at_state, v, vdot, **how)

    def explain(
        self, name: str, state: State | None = None, **keywords: Unpack[CallKeywords]
    ) -> str:
        """Return in words why a joint is cut, what is redundant about it, what is not unique."""
        if name not in self.model.joint_index:
            raise ModelError(unknown("joint", name, list(self.model.joint_index)))
        here = self.assemble(**keywords) if state is None else closed_state(self, state, keywords)
        from sarrus.system.explaining import explanation

        return explanation(self, name, here, keywords)

    # --- analysis -------------------------------------------------------------------------------

    def _analysis(self, efforts: Any, driven: Any, locked: Any, value: Any,
                  span: tuple[float, float], names: Sequence[str] = ()) -> Analysis:  # fmt: skip
        from sarrus.system.analysis.analysis import Analysis

        efforts, driven, _ = laws_with_text_read(self, efforts, driven)
        return Analysis(self, efforts, driven, locked, value, names, span)

    def linearize(
        self,
        state: State | Equilibrium,
        inputs: Sequence[str] = (),
        outputs: Any = (),
        *,
        independent: Sequence[str] | None = None,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **keywords: Unpack[CallKeywords],
    ) -> Linearization:
        """Return small motions about a state: A, B, C, D, eigenvalues, vibrations, response.

        state: or what `equilibrium` has found; about a steady motion, coefficients are constant.
        inputs: joints whose efforts are the inputs; outputs: channels by name ("A.angle",
        "C.reaction.force.x", "tip.position") or functions of (t, state) written with NumPy;
        independent: the coordinates, chosen by pivoting where none are given; efforts, driven,
        locked: as in `simulate`; laws of the state take part in the derivatives.
        """
        from sarrus.system.analysis import Equilibrium, SteadyMotion
        from sarrus.system.analysis.analysis import unknown_numbers

        steady = state if isinstance(state, SteadyMotion) else None
        at = state.state if isinstance(state, Equilibrium) else state
        names = [] if steady is None else unknown_numbers(self, tuple(steady.found))
        analysis = self._analysis(efforts, driven, locked, keywords, (at.t, at.t), names)
        here = closed_state(self, at, keywords)
        if steady is not None:
            return analysis.about(steady, inputs, outputs, independent)
        return analysis.linearization(here, inputs, outputs, independent)

    def equilibrium(
        self,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        *,
        stable: bool = False,
        moving: Mapping[str, float] | None = None,
        aside: Sequence[str] | None = None,
        unknown: Sequence[str] = (),
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **keywords: Unpack[CallKeywords],
    ) -> Equilibrium:
        """Return where the mechanism stays at rest, near a guess, with reactions and stability.

        stable: go down in energy, to a stable one; otherwise the nearest, by Newton's iteration.

        moving: values of channels that a steady motion has ("chassis.vx": 20.0, "spin.rate",
        "nutation.angle"), {} for none: then a `SteadyMotion` is returned, in which coordinates on
        which nothing depends (distance, heading, spin) run on at constant rates. aside: these, by
        the names of coordinates or joints; None: they are found. unknown: efforts by joint, or
        numbers of the model ("S.k"), that are found so that the motion is held.
        """
        from sarrus.system.analysis.analysis import at_rest, moving_guess, unknown_numbers

        if moving is not None or aside is not None or len(unknown):
            conditions = by_name("condition", moving, self.model)
            refuse_stable(stable)
            numbers = unknown_numbers(self, unknown)
            start = moving_guess(self, guess, conditions, keywords)
            span = (start.t, start.t)
            analysis = self._analysis(efforts, driven, locked, keywords, span, numbers)
            return analysis.steady_motion(start, conditions, aside, tuple(unknown))
        start = at_rest(self, guess, keywords)
        analysis = self._analysis(efforts, driven, locked, keywords, (start.t, start.t))
        return analysis.equilibrium(start, stable=stable)

    def sweep(
        self, over: Mapping[str, Any], *, start: Any, measure: Any, **how: Unpack[SweepKeywords]
    ) -> Sweep:
        """Return a table of many runs with other numbers of the model: {"crank.mass": [1, 2]}.

        over: lists of values, of which all combinations are run, or distributions with a `plan`
        that draws (see `sarrus.sweeps`). start: a state, or coordinates by name with `rates`, from
        which each run is assembled. measure: words such as "max A.rate" (also min, mean, rms,
        range, peak, first, last), a list of them, or {name: words or function of the run}. how:
        keywords of `simulate`, and folder: of the ledger, with which the same call goes on where
        an earlier one has ended; workers: number of processes, 0 for none; limit: wall time of a
        run [s]; attempts: workers that a run may end before it is recorded as crashed; progress: a
        function of the fraction done; executor: a cluster, by its address ("tls://host:8786") or
        client; place: "gpu" or "cpu", all runs at once as lanes of a population (`System.on`).
        Equal steps are taken side by side, other methods in processes; functions of the user keep
        the runs in this process.
        """
        from sarrus.sweeps.public import sweep_of

        return sweep_of(self, over, start=start, measure=measure, **how)


def _compiled_again(model: Model, keywords: Mapping[str, Any]) -> System:
    """Return the system that was pickled."""
    return System(model, **keywords)
