"""The motion of a system as a first-order equation, ydot = f(t, y), in numbers or symbols.

y = (q, v, turned, z, work, loss, corrections): coordinates, velocities, angles of cut joints that
no sum of coordinates tells (`Tree.wrapped`), with their whole turns, states of force elements
(`Tree.states`), and the energy balance: the work that efforts have done, the energy that force
elements have lost, and what projections on the loops have changed. With loops,
accelerations come from the Schur complement, whose factors also serve to project what a step has
left open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from sarrus.dynamics.bearing_loads import BearingLoads
from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.energy import (
    base_power,
    dissipation,
    element_energy,
    gravity_energy,
    kinetic_energy,
    supply,
)
from sarrus.dynamics.forward import hybrid_dynamics
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import accelerations, positions
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.among import bearings_among
from sarrus.spatial.arrays import Array, Scalar, join, minimum
from sarrus.system.flow.composite_dynamics import composite_dynamics
from sarrus.system.flow.driven_rows import Driven, Rows, RowsInMotion, jets_at, joint_laws
from sarrus.system.flow.load_friction import flow_loads, flow_reply, known_loads, unique_loads
from sarrus.system.quantities.compiler import Compiler
from sarrus.system.quantities.equations import Inputs
from sarrus.system.quantities.loop_equations import passive_efforts, tips_inward

ENERGY_BALANCE = 3
"""Entries of the energy balance at the end of y."""


RIDGE = 1e-10
"""What is added to S where all rows that close positions are corrected, as part of its mean.

Where some of them lose rank although all rows together do not (a coupling rod in its dead point,
whose wheels roll), gaps of rounding must not be divided by what is left: they are multiplied by
1/(2 sqrt(RIDGE)) at most. Elsewhere a correction leaves this part of a gap.
"""


class Correcting(Protocol):
    """Factors of the equations at a state, or what else tells how gaps are closed."""

    def correction(self, gap: Array) -> Array:
        """Return the smallest change in the mass norm that closes a gap."""

    def position_correction(self, gap: Array) -> Array:
        """Return the same for positions, and a gap of the rows that close them."""


Efforts = Callable[[Inputs], tuple[Array, Array]]
"""Efforts on the velocities of the tree and of the cut joints, at a state."""


@dataclass(frozen=True)
class Slope:
    """ydot, the least watch, and what solving has yielded.

    factors: for projections; lam: multipliers of the rows in use; efforts: of driven coordinates;
    bearing: loads of the bearings with friction, if there are any.
    """

    ydot: Array
    watch: Scalar
    factors: SchurFactors | None
    lam: Array | None = None
    efforts: Array | None = None
    bearing: Array | None = None


@dataclass(frozen=True)
class Openings:
    """Rows in use at a state: how far open, Phi_v, how fast they open; turned: of cut joints."""

    gap: Array
    Phi: Array
    slip: Array
    turned: Array


@dataclass(frozen=True)
class Terms:
    """M vdot = h + Phi^T lambda, Phi vdot = gamma, before they are solved.

    rates: ydot but for vdot, and for the power that depends on what is solved for, which is
    drive . lambda of drives and base . vdot of the moving ground.
    """

    M: Array
    h: Array
    gamma: Array
    rates: Array
    drive: Array
    base: Array


@dataclass(frozen=True)
class Flow:
    """The equations of one system, open or closed.

    kept: constraint rows in use; T: the matrix that mixes them, None when they are independent;
    scale: of the rows then, so that metres and radians are comparable; baumgarte: rate [1/s] at
    which gaps decay instead of being projected away, for comparison only; penalty: see
    `SchurFactors`; driven: coordinates that follow laws or are held, which in a tree are taken
    out of the equations and with loops are rows like the others; hold: where held ones are;
    lagged: loads of bearings that the last step has left, None where all are found; base: the
    motion of ground as a function of time, None where it is an input or at rest; holonomic: which
    of the rows in use close positions, None where all do; closing: the rows that close positions,
    where those in use are mixed of these and of rows of velocities alone; composite: whether
    accelerations of a tree come from its mass matrix, as those of loops do, not from articulated
    bodies; left: gets the factors of projections that are left to whoever evaluates the flow, None
    where they are made here.
    """

    compiler: Compiler
    efforts: Efforts
    kept: tuple[int, ...] = ()
    T: Array | None = None
    last: Mapping[str, Any] | None = None
    scale: np.ndarray | None = None
    baumgarte: float = 0.0
    penalty: float = 0.0
    driven: tuple[Driven, ...] = ()
    hold: Array | None = None
    lagged: Array | None = None
    base: Callable[[Scalar], Array] | None = None
    holonomic: tuple[bool, ...] | None = None
    closing: tuple[int, ...] | None = None
    composite: bool = False
    left: list[SchurFactors] | None = None

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return self.compiler.layout.nq

    @property
    def nv(self) -> int:
        """Number of velocities."""
        return self.compiler.layout.nv

    @property
    def size(self) -> int:
        """Length of y."""
        return self.nq + self.nv + len(self.compiler.tree.wrapped) + self.nz + ENERGY_BALANCE

    @property
    def nz(self) -> int:
        """Number of states of force elements."""
        return len(self.compiler.tree.states)

    def cut_angles(self, y: Array) -> Array:
        """Return the angles of cut joints that y holds."""
        return y[self.nq + self.nv : len(y) - ENERGY_BALANCE - self.nz]

    def z(self, y: Array) -> Array:
        """Return the states of force elements that y, or ydot their rates, holds."""
        return y[len(y) - ENERGY_BALANCE - self.nz : len(y) - ENERGY_BALANCE]

    def with_rest(self, x: Inputs, y: Array) -> Inputs:
        """Return inputs with what y holds beside q and v: turns of cut joints, states."""
        return x.with_turns(self.cut_angles(y)).with_states(self.z(y))

    def slope(self, t: Scalar, y: Array) -> Slope:
        """Return f(t, y)."""
        q, v, value = self._prescribed_motion(t, y)
        x = self.with_rest(self._inputs(q, v, t), y)
        if not x.bearings:
            return self.slope_of(x, t, value)
        return self.slope_with_bearings(x, t, value)[0]

    def slope_with_bearings(self, x: Inputs, t: Scalar, value: Array) -> tuple[Slope, BearingLoads]:
        """Return f with friction of bearings, and how their loads were found."""
        found = flow_loads(self, x, t, value)
        loads = as_vector(unique_loads(found, found.loads))
        slope = replace(self.slope_of(x.with_bearing_loads(loads), t, value), bearing=loads)
        return slope, found

    def bearings_at(self, t: Scalar, y: Array) -> tuple[Slope, BearingLoads]:
        """Return f with friction of bearings, and their loads, whether to be trusted or not."""
        q, v, value = self._prescribed_motion(t, y)
        x = self.with_rest(self._inputs(q, v, t), y)
        return self.slope_with_bearings(x, t, value)

    def slope_of(self, x: Inputs, t: Scalar, value: Array) -> Slope:
        """Return f at inputs, loads of bearings among them; value: vdot of driven coordinates."""
        layout = self.compiler.layout
        q, v = x.arrays["q"], x.arrays["v"]
        tau, tau_cut = self.efforts(x)
        work = tau @ v if self.nv else 0.0
        factors: SchurFactors | None = None
        lam: Array | None = None
        watch: Scalar = 1.0
        if self.closes:
            moving = self._rows_in_motion(x, t)
            rows = moving.rows
            tau, work = _with_cuts(rows.closed, tau, tau_cut, v, work)
            factors = self._factors_of(x, rows)
            gamma = self._combined_rows(moving.gamma)
            if self.baumgarte:
                slip, gap = self._combined_rows(rows.slip(v)), self._combined_rows(rows.gap)
                gamma = gamma - 2.0 * self.baumgarte * slip - self.baumgarte**2 * gap
            found = factors.solve(tau - passive_efforts(x), gamma)
            vdot, watch = found.vdot, minimum(found.watch_own, found.watch_mean)
            lam = found.lam
            multipliers = self.all_multipliers(lam, rows.count)
            efforts = multipliers[rows.count - len(self.driven) :]
            work = work + rows.power(multipliers, v)
        else:
            places = frozenset(d.v for d in self.driven)
            if self.composite:
                free = composite_dynamics(x, tau, value, sorted(places))
            else:
                free = hybrid_dynamics(x.velocities, x.loads, tau, value, places)
            vdot, work = free.vdot, free.tau @ v if self.nv else 0.0
            efforts = as_vector([free.tau[d.v] - tau[d.v] for d in self.driven])
        ydot = join(layout.rate(q, v), vdot, self._balance(x, work + self._base_power(x, vdot)))
        return Slope(ydot, watch, factors, lam, efforts)

    @property
    def closes(self) -> bool:
        """Whether there are loops, couplers or bare rows."""
        tree = self.compiler.tree
        return bool(self.compiler.topology.holding or tree.couplers or tree.bare)

    @property
    def has_bare_rows(self) -> bool:
        """Whether there are rows of velocities by formulas, which only the trace differentiates."""
        return bool(self.compiler.tree.bare)

    @property
    def rubs(self) -> bool:
        """Whether friction of bearings depends on reactions."""
        return bool(bearings_among(self.compiler.tree.forces))

    def all_multipliers(self, lam: Array, count: int) -> Array:
        """Return the multipliers of all rows from those of the rows in use."""
        if self.T is not None:
            part = self.T.T @ lam
        else:
            part = lam if self.scale is None else self.scale[list(self.kept)] * lam
        every: list[Scalar] = [0.0] * count
        for k, value in zip(self.kept, part, strict=True):
            every[k] = value
        return as_vector(every)

    def residual(self, t: Scalar, y: Array, yp: Array, lam: Array, mu: Array) -> Array:
        """Return what must vanish: paper 4, (4), with positions and velocities of the loops.

        qdot - rate(q, v + Phi^T mu), M vdot - h - Phi^T lambda, energy balance, Phi(q), Phi_v v.
        Rows of velocities alone push no positions: their mu must vanish, in the place of Phi(q).
        """
        layout = self.compiler.layout
        q, v, value = self._prescribed_motion(t, y, still=not self.closes)
        x = self.with_rest(self._inputs(q, v, t), y)
        tau, tau_cut = self.efforts(x)
        work = tau @ v if self.nv else 0.0
        qdot, vdot = yp[: self.nq], yp[self.nq : self.nq + self.nv]
        if x.bearings:
            loads = known_loads(x, flow_reply(self, x, vdot, lam, tau_cut))
            x = x.with_bearing_loads(unique_loads(flow_loads(self, x, t, value), loads))
        M = mass_matrix(x.positions)
        if not self.closes:
            force, more = self._driven_forces(v, vdot, value, M @ vdot - (tau - passive_efforts(x)))
            more = more + self._base_power(x, vdot)
            off = yp[self.nq + self.nv :] - self._balance(x, work + more)
            return join(qdot - layout.rate(q, v), force, off)
        rows = Rows(ClosedPositions(x.positions), self.driven, t, self.hold)
        tau, work = _with_cuts(rows.closed, tau, tau_cut, v, work)
        work = work + rows.power(self.all_multipliers(lam, rows.count), v)
        Phi = self._combined_rows(rows.jacobian)
        force = M @ vdot - (tau - passive_efforts(x)) - Phi.T @ lam
        off = yp[self.nq + self.nv :] - self._balance(x, work + self._base_power(x, vdot))
        rate = qdot - layout.rate(q, v + Phi.T @ self.position_multipliers(mu))
        gap = self._combined_rows(rows.gap)
        if self.holonomic is not None:
            pairs = zip(gap, mu, self.holonomic, strict=True)
            gap = as_vector([g if closes else u for g, u, closes in pairs])
        return join(rate, force, off, gap, self._combined_rows(rows.slip(v)))

    def position_multipliers(self, mu: Array) -> Array:
        """Return the multipliers that put positions back: 0 for rows of velocities alone."""
        if self.holonomic is None:
            return mu
        pairs = zip(mu, self.holonomic, strict=True)
        return as_vector([u if closes else 0.0 for u, closes in pairs])

    def _driven_forces(
        self, v: Array, vdot: Array, value: Array, force: Array
    ) -> tuple[Array, Scalar]:
        """Return a tree's residuals with those of driven coordinates, and the power of drives."""
        rows, power = list(force), 0.0
        for d in self.driven:
            power = power + force[d.v] * v[d.v]
            rows[d.v] = vdot[d.v] - value[d.v]
        return as_vector(rows), power

    def kinematic_slope(
        self, t: Scalar, y: Array, lam: Array | None = None, still: bool = True
    ) -> Array:
        """Return the part of f that needs no accelerations: qdot, and the energy balance.

        With loops, the multipliers lam tell the power of drives; in a tree, it is left out.
        still: locked velocities are 0 whatever they are in y.
        """
        q, v, _ = self._prescribed_motion(t, y, still)
        x = self.with_rest(self._inputs(q, v, t), y)
        tau, tau_cut = self.efforts(x)
        places = () if self.closes else [d.v for d in self.driven]
        work = sum((tau[k] * v[k] for k in range(self.nv) if k not in places), 0.0)
        if self.closes:
            rows = Rows(ClosedPositions(x.positions), self.driven, t, self.hold)
            _, work = _with_cuts(rows.closed, tau, tau_cut, v, work)
            if lam is not None:
                work = work + rows.power(self.all_multipliers(lam, rows.count), v)
        return join(self.compiler.layout.rate(q, v), self._balance(x, work))

    def row_matrix(self, closed: ClosedPositions) -> Array:
        """Return the matrix that makes the rows in use from all rows of loops and drives."""
        count = Rows(closed, self.driven, 0.0).count
        return self._combined_rows(np.eye(count))

    def given_accelerations(self, t: Scalar) -> dict[int, Scalar]:
        """Return the accelerations of driven and held velocities of a tree.

        Not of laws that depend on the state of their joint (`depends`).
        """
        jets = jets_at(self.driven, t, lambda law: law.without_state(t))
        return {d.v: jet[1] for d, jet in zip(self.driven, jets, strict=True)}

    @property
    def depends(self) -> bool:
        """Whether velocities are prescribed that depend on the state: of positions alone."""
        return any(law.depends for law in joint_laws(self.driven))

    def driven_rows(self, x: Inputs, t: Scalar) -> DrivenRows:
        """Return the rows of driven coordinates behind those of the loops."""
        return self._rows_in_motion(x, t).driven

    def inputs_at(self, t: Scalar, y: Array, still: bool = True) -> Inputs:
        """Return what defines the motion at a state; still: locked velocities are 0."""
        q, v, _ = self._prescribed_motion(t, y, still)
        return self.with_rest(self._inputs(q, v, t), y)

    def free_inputs_at(self, t: Scalar, y: Array) -> Inputs:
        """Return what defines the motion at a state, as if nothing were driven or locked."""
        q = self.compiler.layout.with_unit_quaternions(y[: self.nq])
        return self.with_rest(self._inputs(q, y[self.nq : self.nq + self.nv], t), y)

    def motion_at(self, t: Scalar, y: Array, still: bool = True) -> tuple[Inputs, Array]:
        """Return the same, and the accelerations that drives of a tree give."""
        q, v, value = self._prescribed_motion(t, y, still)
        return self.with_rest(self._inputs(q, v, t), y), value

    def _prescribed_motion(
        self, t: Scalar, y: Array, still: bool = True
    ) -> tuple[Array, Array, Array]:
        """Return q, v and vdot; in a tree, driven coordinates are where their laws have them."""
        q = list(self.compiler.layout.with_unit_quaternions(y[: self.nq]))
        v = list(y[self.nq : self.nq + self.nv])
        vdot: list[Scalar] = [0.0] * self.nv
        for d in self.driven:
            if d.is_held and d.v >= 0 and still:
                v[d.v] = 0.0
            elif d.law is not None and not self.closes:
                q[d.q], v[d.v], vdot[d.v] = d.law(t)
        for law in () if self.closes else joint_laws(self.driven):
            q[law.q], rate, more = law.motion(t, as_vector(q[law.q]), as_vector(v[law.v]))
            for k in law.parts:
                v[law.v.start + k], vdot[law.v.start + k] = rate[k], more[k]
        return as_vector(q), as_vector(v), as_vector(vdot)

    def _balance(self, x: Inputs, work: Scalar) -> Array:
        """Return the rates of all that y holds behind v: turns of cuts, states, energy balance."""
        brought = work + supply(x.velocities, x.time)
        balance = as_vector([brought, dissipation(x.velocities, x.time), 0.0])
        if x.tree.states:
            balance = join(x.state_rates, balance)
        if not x.tree.wrapped:
            return balance
        closed, v = ClosedPositions(x.positions), x.arrays["v"]
        return join(as_vector([closed.cut_rates(k)[j] @ v for k, j in x.tree.wrapped]), balance)

    def slope_with(self, t: Scalar, y: Array, near: Slope, repeats: int = 2) -> Slope:
        """Return f(t, y) with the factors of a state nearby, refined (paper 1, (30)).

        The residuals of the equations at y itself are driven to zero by `repeats` corrections, so
        that one factorisation serves a whole step. A tree is evaluated afresh, and friction of
        bearings too.
        """
        if near.factors is None or near.bearing is not None:
            return self.slope(t, y)
        layout = self.compiler.layout
        q, v = layout.with_unit_quaternions(y[: self.nq]), y[self.nq : self.nq + self.nv]
        x = self.with_rest(self._inputs(q, v, t), y)
        tau, tau_cut = self.efforts(x)
        moving = self._rows_in_motion(x, t)
        rows = moving.rows
        tau, work = _with_cuts(rows.closed, tau, tau_cut, v, tau @ v if self.nv else 0.0)
        M, Phi = mass_matrix(x.positions), self._combined_rows(rows.jacobian)
        h, gamma = tau - passive_efforts(x), self._combined_rows(moving.gamma)
        vdot = near.ydot[self.nq : self.nq + self.nv]
        lam: Array = near.lam
        for _ in range(repeats):
            missing = near.factors.solve(h - M @ vdot + Phi.T @ lam, gamma - Phi @ vdot)
            vdot, lam = vdot + missing.vdot, lam + missing.lam
        work = work + rows.power(self.all_multipliers(lam, rows.count), v)
        work = work + self._base_power(x, vdot)
        rate = join(layout.rate(q, v), vdot, self._balance(x, work))
        return Slope(rate, near.watch, near.factors, lam)

    def _base_power(self, x: Inputs, vdot: Array) -> Scalar:
        """Return the power of the forces that move the base."""
        if self.base is None:
            return 0.0
        return base_power(accelerations(x.velocities, vdot), x.loads, x.time)

    def base_at(self, t: Scalar) -> Array | None:
        """Return the motion of ground at a time, None where it is fixed."""
        return (self.last or {}).get("base") if self.base is None else self.base(t)

    def _inputs(self, q: Array, v: Array, t: Scalar, now: Scalar | None = None) -> Inputs:
        """Return what defines the motion; now: the time of the base, if it is not t."""
        p = (self.last or {}).get("p")
        base = self.base_at(t if now is None else now)
        return self.compiler.inputs({"q": q, "v": v}, t, p, base)

    def _combined_rows(self, rows: Array) -> Array:
        chosen = rows[list(self.kept)]
        if self.T is not None:
            return self.T @ chosen
        if self.scale is None:
            return chosen
        scale = self.scale[list(self.kept)]
        return scale[:, None] * chosen if chosen.ndim == 2 else scale * chosen

    def closed_state(
        self, t: Scalar, y: Array, factors: Correcting | None, repeats: int = 2
    ) -> Array:
        """Return y with quaternions of length one and the loops closed, in the mass norm.

        The factors may be those of a state nearby: each correction then leaves a gap smaller
        by the distance to it, and there are `repeats` of them for positions and velocities.
        """
        layout = self.compiler.layout
        q, v, rest = y[: self.nq], y[self.nq : self.nq + self.nv], y[self.nq + self.nv :]
        q = layout.with_unit_quaternions(q)
        if factors is None or self.baumgarte:
            return join(q, v, rest)
        if self.left is not None and isinstance(factors, SchurFactors):
            self.left.append(factors)
            return join(q, v, rest)
        balance = y[len(y) - ENERGY_BALANCE :]
        before = self.energy(q, v, t, y)
        for _ in range(0 if self.closing == () else repeats):
            gap = self.position_gap(q, t, y)
            q = layout.with_unit_quaternions(q + layout.rate(q, factors.position_correction(gap)))
        rows = self._rows(q, t, y)
        for _ in range(repeats):
            v = v + factors.correction(self._combined_rows(rows.slip(v)))
        corrections = balance[2] + (self.energy(q, v, t, y) - before)
        after = as_vector([balance[0], balance[1], corrections])
        after = join(self.z(y), after) if self.nz else after
        cuts = rows.closed.cuts
        counted = [cuts[k].coordinates[j] for k, j in self.compiler.tree.wrapped]
        return join(q, v, as_vector(counted), after) if counted else join(q, v, after)

    def factors(self, t: Scalar, y: Array) -> SchurFactors:
        """Return the factors of the equations with their loops at a state."""
        x = self.inputs_at(t, y)
        return self._factors_of(x, self.rows_of(x, t))

    def _factors_of(self, x: Inputs, rows: Rows) -> SchurFactors:
        jacobian = rows.jacobian
        Phi = self._combined_rows(jacobian)
        M, order = mass_matrix(x.positions), tips_inward(x)
        own: SchurFactors | None = None
        if self.closing:
            own = SchurFactors(M, self._closing_rows(jacobian), order, ridge=RIDGE)
        return SchurFactors(M, Phi, order, self.penalty, closing=own)

    def _closing_rows(self, rows: Array) -> Array:
        """Return the rows that close positions of all rows, or of numbers of all rows."""
        if self.closing is None:
            return self._combined_rows(rows)
        closing = list(self.closing)
        scale = np.ones(len(rows)) if self.scale is None else self.scale
        chosen = rows[closing]
        return scale[closing, None] * chosen if chosen.ndim == 2 else scale[closing] * chosen

    def energy(self, q: Array, v: Array, t: Scalar, y: Array) -> Scalar:
        """Return the energy that is stored at q and v; y: what else belongs to the state."""
        x = self.with_rest(self._inputs(q, v, 0.0, t), y)
        stored = gravity_energy(x.positions) + element_energy(x.velocities, 0.0)
        return kinetic_energy(x.velocities) + stored

    def rows_at(self, t: Scalar, y: Array) -> Rows:
        """Return the rows of loops and drives at a state."""
        return self.rows_of(self.inputs_at(t, y), t)

    def rows_of(self, x: Inputs, t: Scalar) -> Rows:
        """Return the same for what defines the motion."""
        return Rows(ClosedPositions(x.positions), self.driven, t, self.hold)

    def _rows_in_motion(self, x: Inputs, t: Scalar) -> RowsInMotion:
        return RowsInMotion.of(ClosedVelocities(x.velocities), self.driven, t, self.hold)

    def _rows(self, q: Array, t: Scalar, y: Array) -> Rows:
        x = self.with_rest(self._inputs(q, np.zeros(self.nv), 0.0, t), y)
        closed = ClosedPositions(positions(x.tree, q, x.base))
        return Rows(closed, self.driven, t, self.hold)

    def position_gap(self, q: Array, t: Scalar, y: Array) -> Array:
        """Return how far the rows that close positions are open at q; y: the rest of the state."""
        return self._closing_rows(self._rows(q, t, y).gap)

    def openings(self, q: Array, v: Array, t: Scalar, y: Array) -> Openings:
        """Return how far the rows in use are open at q, how fast with v, and their derivatives."""
        rows = self._rows(q, t, y)
        turned = [rows.closed.cuts[k].coordinates[j] for k, j in self.compiler.tree.wrapped]
        gap, Phi = self._combined_rows(rows.gap), self._combined_rows(rows.jacobian)
        return Openings(gap, Phi, self._combined_rows(rows.slip(v)), as_vector(turned))

    def terms(self, t: Scalar, y: Array, all_rows: bool = False) -> Terms:
        """Return the equations before they are solved; all_rows: redundant ones not mixed away."""
        x = self.inputs_at(t, y)
        if x.bearings:
            found = flow_loads(self, x, t, np.zeros(self.nv))
            x = x.with_bearing_loads(as_vector(unique_loads(found, found.loads)))
        own = self.with_mixing(None) if all_rows else self
        tau, tau_cut = self.efforts(x)
        v, moving = x.arrays["v"], self._rows_in_motion(x, t)
        rows, gamma = moving.rows, own._combined_rows(moving.gamma)
        tau, work = _with_cuts(rows.closed, tau, tau_cut, v, tau @ v if self.nv else 0.0)
        units = np.eye(len(gamma))
        drive = [rows.power(own.all_multipliers(unit, rows.count), v) for unit in units]
        still = self._base_power(x, np.zeros(self.nv))
        base: list[Scalar] = [0.0] * self.nv
        if self.base is not None:
            base = [self._base_power(x, unit) - still for unit in np.eye(self.nv)]
        rate = self.compiler.layout.rate(x.arrays["q"], v)
        rates = join(rate, np.zeros(self.nv), self._balance(x, work + still))
        M, h = mass_matrix(x.positions), tau - passive_efforts(x)
        return Terms(M, h, gamma, rates, as_vector(drive), as_vector(base))

    def with_mixing(self, T: Array | None) -> Flow:
        """Return the same flow with another mixing matrix."""
        return replace(self, T=T)


def _with_cuts(
    closed: ClosedPositions, tau: Array, tau_cut: Array, v: Array, work: Scalar
) -> tuple[Array, Scalar]:
    """Add the efforts on cut joints to those on the tree, and their power."""
    at = 0
    for k, cut in enumerate(closed.where.tree.cuts):
        for j in range(cut.type.nv):
            row = closed.cut_rates(k)[j]
            tau = tau + row * tau_cut[at + j]
            work = work + (row @ v) * tau_cut[at + j]
        at += cut.type.nv
    return tau, work
