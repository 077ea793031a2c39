"""The equations of one mode: its rows, its flow, and how they become kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.loops.corrections import Tally
from sarrus.kernels.program import Program
from sarrus.kernels.trace import trace
from sarrus.late_dataclass import dataclass
from sarrus.model.forces import BearingFriction, Formula
from sarrus.spatial import Curve
from sarrus.system.flow.base_motion import BaseLaw
from sarrus.system.flow.driven_rows import (
    Driven,
    driven_coordinates,
    held_poses,
    jets_at,
    joint_laws,
)
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.flow.joint_law import JointLaw
from sarrus.system.quantities.equations import Inputs
from sarrus.system.rows.bearing_motion import refuse_loose
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.law_numbers import LAW_NUMBERS, LawNumbers
from sarrus.system.simulation.native_loops import RowChoice
from sarrus.system.simulation.state_law import StateLaw
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.simulation.fmus.exchange import Exchange
    from sarrus.system.system import System


COUNTED = 0.1
"""Error of a step [rad] that angles of cut joints in y may have, which only count whole turns."""
DATA = (int, float, tuple, Formula, StateLaw, Curve)
"""Laws that are data, whose text tells them from all others."""


@dataclass(frozen=True, eq=False)
class ModeEquations:
    """A system with laws of effort, driven and locked coordinates, and values of its inputs.

    laws: of driven coordinates, by name; last: values of time, parameters and base; kernels:
    those made with functions of the user, shared by modes of the same structure; q0: where the
    mode begins; lagging: whether lagged bearings take their loads from the last step; keeps:
    whether kernels keep what they were made from, laws of the user among it; base: the motion of
    ground over time, None where it is an input or at rest; tally: counts corrections that end
    below the user's eps, None where there is none. numbers: of laws that are inputs of kernels, and
    laws_text: what else tells these laws apart; None where numbers of laws are part of the code.
    outside: the FMUs of a run, None without any.
    """

    system: System
    actuation: Actuation
    last: tuple[np.ndarray, ...]
    laws: Mapping[str, Any] = field(default_factory=dict)
    baumgarte: float = 0.0
    kept_keywords: Mapping[str, Any] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    q0: np.ndarray | None = None
    kernels: dict[str, Kernel] = field(default_factory=dict)
    lagging: bool = False
    keeps: bool = True
    base: BaseLaw | None = None
    tally: Tally | None = None
    numbers: LawNumbers | None = None
    laws_text: str | None = None
    outside: Exchange | None = None

    @cached_property
    def size(self) -> int:
        """Length of y = (q, v, turned, z, work, loss, corrections)."""
        return self.system.nq + self.system.nv + len(self._wrapped) + self.nz + ENERGY_BALANCE

    @cached_property
    def nz(self) -> int:
        """Number of states of force elements."""
        return len(self.system.compiled.state_names)

    @cached_property
    def _wrapped(self) -> list[int]:
        return list(self.system.compiled.loops.wrapped)

    def cut_angles(self, y: np.ndarray) -> np.ndarray:
        """Return the angles of cut joints that y, or rows of it, hold."""
        return y[..., self.system.nq + self.system.nv : self.size - ENERGY_BALANCE - self.nz]

    def z(self, y: np.ndarray) -> np.ndarray:
        """Return the states of force elements that y, or rows of it, hold."""
        return y[..., self.size - ENERGY_BALANCE - self.nz : self.size - ENERGY_BALANCE]

    def measured_angles(self, q: np.ndarray) -> np.ndarray:
        """Return the angles of cut joints that y holds, in (-pi, pi], at a position."""
        return self.system.compiled.loops.closure(q, *self.last)[2][self._wrapped]

    def start(self, state: State) -> np.ndarray:
        """Return y of a state, with an empty energy balance."""
        return self.starts([state])[0]

    def starts(self, states: Sequence[State]) -> np.ndarray:
        """Return y of every state, with empty ledgers."""
        rows = [[state.q for state in states], [state.v for state in states]]
        if self._wrapped:
            rows.append([self._turned_at(state) for state in states])
        if self.nz:
            rows.append([self.system.compiled.states_at(state, self.last) for state in states])
        return np.concatenate(
            [*map(np.array, rows), np.zeros((len(states), ENERGY_BALANCE))], axis=1
        )

    def _turned_at(self, state: State) -> np.ndarray:
        """Return the angles of cut joints at a state, with the turns that it has counted."""
        loops = self.system.compiled.loops
        values = np.zeros(0) if state.cut_q is None else np.asarray(state.cut_q, dtype=float)
        if len(values) < loops.n_cut_q:  # of a system without the joints that events make
            values = np.concatenate([values, np.zeros(loops.n_cut_q - len(values))])
        known = values[self._wrapped]
        if state.cut_q is not None and np.all(np.isfinite(known)):
            return known
        return self.measured_angles(state.q)

    @property
    def mixing(self) -> bool:
        """Whether rows are mixed by a matrix that is chosen along the way."""
        return self.system.closed and self.row_choice.mixing

    @property
    def needs_projection(self) -> bool:
        """Whether states must be put back on loops or unit quaternions."""
        if self.system.closed or self.asks_outside:
            return True
        joints = self.system.compiled.layout.joints
        return any(j.type.quaternion_at is not None for j in joints)

    @property
    def asks_outside(self) -> bool:
        """Whether FMUs of a run that goes on are asked wherever the equations are evaluated."""
        return self.outside is not None and self.outside.is_continuous

    @property
    def period(self) -> float:
        """The time between samples of controllers and exchanges with FMUs, 0 without both."""
        own = self.actuation.period
        step = 0.0 if self.outside is None else self.outside.every
        if own and step and abs(own - step) > 1e-9 * step:
            rule = f"have the period {own:g} s, and FMUs are exchanged with every {step:g} s"
            action = "give both the same step"
            raise ModelError(Problem("D10", "sampled controllers", rule, action=action))
        return own or step

    @property
    def corrects(self) -> bool:
        """Whether loops are corrected until the sum of corrections is below the user's eps."""
        return self.tally is not None and self.system.closed

    @property
    def rows(self) -> int:
        """Number of constraint rows in use."""
        return self.row_choice.rank if self.system.closed else 0

    @property
    def _kept(self) -> tuple[int, ...]:
        return self.row_choice.kept if self.system.closed else ()

    @cached_property
    def _holds(self) -> bool:
        return self.system.closed and any(d.is_held for d in self.driven)

    def _flow(
        self,
        arrays: Mapping[str, Any],
        p: Any,
        base: Any,
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> Flow:
        def efforts(x: Inputs) -> tuple[Any, Any]:
            if laws is None:
                return arrays["tau"], arrays["tau_cut"]
            tau, tau_cut = laws(x)
            return tau + arrays["tau"], tau_cut + arrays["tau_cut"]

        last = {key: value for key, value in (("p", p), ("base", base)) if value is not None}
        closed = self.system.closed
        return Flow(
            self.system.compiled.compiler,
            efforts,
            self._kept,
            arrays.get("T"),
            last,
            self.row_choice.scale if closed else None,
            self.baumgarte,
            self.system.compiled.closed_dynamics.penalty if closed else 0.0,
            self.driven,
            arrays.get("hold"),
            arrays.get("lagged"),
            self.base,
            self.row_choice.holonomic if closed else None,
            self.row_choice.closing if closed else None,
        )

    def inputs_of(self, state: State) -> Inputs:
        """Return what the equations see at a state, in numbers."""
        last, t = self.last_values, state.t
        base = last.get("base") if self.base is None else np.asarray(self.base(t), dtype=float)
        arrays = {"q": state.q, "v": state.v}
        x = self.system.compiled.compiler.inputs(arrays, t, last.get("p"), base)
        return x.with_states(self.system.compiled.states_at(state, self.last)) if self.nz else x

    def flow_in_numbers(self) -> Flow:
        """Return the equations for numbers, without efforts."""
        nothing = {
            "tau": np.zeros(self.system.nv),
            "tau_cut": np.zeros(self.system.compiled.loops.n_cut_v),
        }
        last = self.last_values
        return self._flow(nothing, last.get("p"), last.get("base"), None)

    @cached_property
    def driven(self) -> tuple[Driven, ...]:
        """The coordinates that follow laws, then those that are held."""
        return driven_coordinates(self.system, self.laws, self.locked)

    @cached_property
    def row_choice(self) -> RowChoice:
        """Which rows of loops and drives are in use."""
        q = self.system.neutral() if self.q0 is None else self.q0
        return RowChoice(self.system.compiled.closed_dynamics, self.driven, q, self.last)

    def all_rows(self, q: np.ndarray) -> np.ndarray:
        """Return the rows of loops and drives at a position, all of them, without noise of data."""
        if self.system.closed:
            loops, rows = self.system.compiled.loops, self.row_choice.all_rows(q, self.last)
            if loops.set_aside is not None:
                rows[: loops.m] = loops.scaled_matrix(rows[: loops.m]).A
            return rows
        rows = np.zeros((len(self.driven), self.system.nv))
        for k, d in enumerate(self.driven):
            rows[k, d.v] = 1.0
        return rows

    def regularity(self, y: np.ndarray) -> float:
        """Return how far the rows of loops and drives are from losing rank, 0 where they do.

        The smallest singular value that counts in general position, relative to the largest, of
        all rows, scaled to lengths of the model and radians. Masses have no part in it: pivots of
        the equations of motion fall with the ratio of masses too.
        """
        choice = self.row_choice
        columns = self.system.compiled.loops.column_scale
        rows = choice.scale[:, None] * self.all_rows(y[: self.system.nq]) * columns
        if not choice.rank or not np.all(np.isfinite(rows)):
            return 1.0 if not choice.rank else 0.0
        values = np.linalg.svd(rows, compute_uv=False)
        return float(values[choice.rank - 1] / values[0])

    def absolute_tolerances(self, atol: float) -> np.ndarray:
        """Return the absolute tolerance of every entry of y.

        atol is meant in radians and in lengths of the model, in their rates, in the scales of the
        states of force elements, and in units of the energy that lifts the mechanism by its own
        length, so that a model in micrometres is computed as well as one in metres.
        """
        system, layout = self.system, self.system.compiled.layout
        length = system.compiled.loops.length
        size = {"m": length, "m/s": length}
        gravity = float(np.linalg.norm(system.model.gravity)) or 9.81
        mass = sum(body.mass for body in system.model.bodies) or 1.0
        units = [*layout.q_units, *layout.v_units]
        energies = [mass * gravity * length] * ENERGY_BALANCE
        scales = np.array([size.get(unit, 1.0) for unit in units] + energies)
        found = atol * scales
        if not self._wrapped and not self.nz:
            return found
        # turns are counted, and angles measured: a tenth of a radian is near enough
        turned = np.full(len(self._wrapped), COUNTED)
        own = atol * system.compiled.state_scales
        return np.concatenate([found[:-ENERGY_BALANCE], turned, own, found[-ENERGY_BALANCE:]])

    def all_rates(self, t: float, q: np.ndarray) -> np.ndarray:
        """Return what these rows must yield with v: 0 for loops, the rates of the laws."""
        loops = self.system.compiled.loops.m if self.system.closed else 0

        def motion(law: JointLaw) -> Any:
            return law.motion(t, self._joint_coordinates(law, q), np.zeros(law.kind.nv))

        laws = [float(rate) for rate, _ in jets_at(self.driven, t, motion)]
        return np.concatenate([np.zeros(loops), laws])

    def _joint_coordinates(self, law: JointLaw, q: np.ndarray) -> np.ndarray:
        if law.cut is None:
            return q[law.q]
        loops = self.system.compiled.loops
        return loops.closure(q, *self.last)[2][loops.cut_q[law.name]]

    def lawful(self, t: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the rows with driven coordinates exactly where their laws have them."""
        for d in self.driven:
            if d.law is not None and d.cut is None:
                jets = np.array([d.law(float(x))[:2] for x in t], dtype=float).reshape(len(t), 2)
                rows[:, d.q], rows[:, self.system.nq + d.v] = jets[:, 0], jets[:, 1]
        for law in joint_laws(self.driven):
            if law.cut is None and len(t):
                first = self.system.nq + law.v.start
                own = slice(first, first + law.kind.nv)
                q, v = law.rows(t, rows[:, law.q], rows[:, own])
                rows[:, law.q] = q
                rows[:, [first + k for k in law.parts]] = v[:, list(law.parts)]
        return rows

    @cached_property
    def hold(self) -> np.ndarray:
        """Where the held coordinates are, for all that are driven."""
        q = self.system.neutral() if self.q0 is None else self.q0
        cut_q = self.system.compiled.loops.closure(q, *self.last)[2]
        found = np.zeros(len(self.driven))
        for k, d in enumerate(self.driven):
            if d.q >= 0:
                found[k] = q[d.q]
            elif d.cut is not None and not d.posed and d.whole is None:
                joint = self.system.topology.cuts[d.cut[0]].name
                found[k] = cut_q[self.system.compiled.loops.cut_q[joint].start + d.cut[1]]
        cuts, places = self.system.topology.cuts, self.system.compiled.loops.cut_q
        poses = [cut_q[places[cuts[k].name]] for k in held_poses(self.driven)]
        return np.concatenate([found, *poses])

    @cached_property
    def last_values(self) -> dict[str, np.ndarray]:
        """Values of the last inputs of all kernels: time, parameters, motion of the base."""
        values = dict(self.system.compiled.compiler.defaults)
        return dict(zip(values, self.last, strict=True)) if self.last else values

    def rows_at(self, t: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
        """Return the last inputs of kernels that differ from row to row of y, at times t."""
        more = {} if self.base is None else {"base": self.base.rows(t)}
        if self.system.compiled.compiler.counts:
            more[TURNED] = np.nan_to_num(self.cut_angles(y))
        if self.nz:
            more[STATES] = self.z(y)
        return {"t": t[:, None], **more}

    def choice(self, y: np.ndarray, apart: bool = False) -> np.ndarray | None:
        """Return the mixing matrix for a state, None when there is none; apart: see `RowChoice`."""
        if not self.mixing:
            return None
        return self.row_choice.choice(y[: self.system.nq], self.last, apart)

    def state_of(self, y: np.ndarray, t: float) -> State:
        """Return the state of a row y."""
        nq, nv = self.system.nq, self.system.nv
        q, v = y[:nq].copy(), y[nq : nq + nv].copy()
        _, _, cut_q, C = self.system.compiled.loops.closure(q, *self.last)
        if self._wrapped:
            cut_q = cut_q.copy()
            cut_q[self._wrapped] = self.cut_angles(y)
        z = self.z(y).copy() if self.nz else None
        return State(self.system, q, v, t, cut_q, C @ v, own_z=z)

    @cached_property
    def checked_bearings(self) -> tuple[BearingFriction, ...]:
        """The bearings with friction; refused where their reactions are open as the mode begins."""
        loops = self.system.compiled.loops
        if not loops.bearings:
            return ()
        q = self.system.neutral() if self.q0 is None else self.q0
        A = loops.scaled_matrix(loops.closure(q, *self.last)[1], self.all_rows(q)[loops.m :])
        places = []
        for k, d in enumerate(self.driven):
            if d.cut is not None:
                at = loops.cut_v[loops.cuts[d.cut[0]].name].start + d.cut[1]
                places.append((loops.m + k, at))
        refuse_loose(loops, q, A, tuple(places), self.last)
        return loops.bearings

    @cached_property
    def lags(self) -> int:
        """How many bearings take their loads from the last step."""
        lagged = [bearing for bearing in self.checked_bearings if bearing.lagged]
        return len(lagged) if self.lagging else 0

    def inputs(
        self, T: np.ndarray | None, held: tuple[np.ndarray, ...] | None = None
    ) -> dict[str, np.ndarray]:
        """Return the values of all inputs that do not change during steps."""
        values = {**self.last_values, **self.held_inputs(held or self.actuation.vectors())}
        if T is not None:
            values["T"] = T
        if self._holds:
            values["hold"] = self.hold
        if self.numbers is not None:
            values |= self.numbers.inputs
        return values

    def held_inputs(self, held: tuple[np.ndarray, ...]) -> dict[str, np.ndarray]:
        """Return what holds for a while by the names of inputs: efforts, and loads of bearings."""
        values = {"tau": held[0], "tau_cut": held[1]}
        if self.lags:
            values["lagged"] = held[2] if len(held) > 2 else np.zeros(self.lags)
        return values

    def kernel(
        self,
        name: str,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
        private: bool = False,
        seldom: bool = False,
    ) -> Kernel:
        """Return the kernel of body(flow, t, arrays); with laws of the user, not kept on disk."""
        own = (
            bool(self.laws)
            or self.base is not None
            or (laws is not None and not self.actuation.constant)
        )
        told, private = private, private or own
        made = self.kernels if private else self.system.compiled.simulation_kernels
        name = f"{name} lagging" if self.lags else name
        if self.system.closed and self.row_choice.holonomic is not None:
            name = f"{name} closing {sum(self.row_choice.holonomic)}"
        known = f"{name}|{self.baumgarte}|{self.locked}|{self._kept}|{self.rows}"
        if known in made:
            return made[known]
        compiler = self.system.compiled.compiler
        key = f"{compiler.key}|{name}|{self._kept}|{self.baumgarte}|{list(self.driven_names)}"
        factory = compiler.factory
        if own and not told and self.shares_laws:
            key = f"{key}|{laws is not None} {self._laws_text}"
        elif private:
            factory = factory.private()
        last = self._last_shapes
        values = {name: compiler.defaults[name] for name in last}
        usual: dict[str, Any] = {"defaults": values, "keep": self.keeps, "seldom": seldom}
        inputs = {**self._inputs(shapes), **(self._number_shapes if own else {}), **last}
        kernel = factory.make(key, self._equation(body, laws), inputs, **usual)
        made[known] = kernel
        return kernel

    @cached_property
    def shares_laws(self) -> bool:
        """Whether kernels with laws are kept under the text of the laws."""
        return self.system.compiled.compiler.cache.shares_code and self._laws_text is not None

    @cached_property
    def _laws_text(self) -> str | None:
        """The laws that are in the code, where all are data; None where some are functions."""
        if self.base is not None:
            return None
        if self.numbers is not None:
            return self.laws_text
        listed = [*self.laws.items(), *self.actuation.laws.items()]
        if not all(isinstance(law, DATA) for _, law in listed):
            return None
        return repr(listed)

    def operations(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> int:
        """Return the operations of the kernel of body(flow, t, arrays), which is not made."""
        return self.program(shapes, body, laws).operations

    def program(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> Program:
        """Return the program of body(flow, t, arrays), for whoever needs no kernel of it."""
        inputs = {**self._inputs(shapes), **self._number_shapes, **self._last_shapes}
        return trace(self._equation(body, laws), inputs)

    @property
    def driven_names(self) -> tuple[str, ...]:
        """Names of the coordinates that follow laws, then of those that are held."""
        return tuple(d.name for d in self.driven)

    def _inputs(self, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the inputs of a kernel, those that all have included."""
        system = self.system
        inputs = {**shapes, "tau": (system.nv,), "tau_cut": (system.compiled.loops.n_cut_v,)}
        if self.mixing:
            inputs["T"] = (self.row_choice.rank, len(self.row_choice.kept))
        if self._holds:
            inputs["hold"] = (len(self.hold),)
        if self.lags:
            inputs["lagged"] = (self.lags,)
        return inputs

    @property
    def _last_shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the last inputs of kernels; states of elements are in y."""
        last = self.system.compiled.compiler.last_shapes
        last.pop(STATES, None)
        return last

    @property
    def _number_shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of the input with the numbers of laws."""
        return {} if self.numbers is None else self.numbers.shapes

    def _equation(
        self,
        body: Callable[..., Mapping[str, Any]],
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> Callable[..., Mapping[str, Any]]:
        def equation(
            t: Any, p: Any = None, base: Any = None, turned: Any = None, **arrays: Any
        ) -> Mapping[str, Any]:  # what angles of cut joints are near to is in y
            numbers = arrays.pop(LAW_NUMBERS, None)
            if self.numbers is None or numbers is None:
                return body(self._flow(arrays, p, base, laws), t[0], arrays)
            with self.numbers.at(numbers):
                return body(self._flow(arrays, p, base, laws), t[0], arrays)

        return equation
