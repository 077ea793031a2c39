"""A model with its topology and native kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel
from sarrus.model import GROUND, Model
from sarrus.system import equations, requests
from sarrus.system.base_input import GroundMotion
from sarrus.system.compiler import Compiler
from sarrus.system.equations import Equation
from sarrus.system.parameters import chosen_parameters, parameter_names
from sarrus.system.report import report
from sarrus.system.results import (
    BodyMotion,
    Energy,
    HybridMotion,
    Momentum,
    Named,
    PointMotion,
    Wrench,
)
from sarrus.topology import analyse, layout

USUAL = ("inverse_dynamics", "forward_dynamics")
USER_CACHE = "user"
LARGE = 60
"""From this number of velocities on, the mass matrix is computed column by column."""


class System:
    """A compiled model: kinematics, dynamics and joint wrenches at machine speed.

    parameters: numbers of the model that stay inputs ("crank.mass", "A.point", "S.k"); all others
    are folded into the code. weights, cut: see `sarrus.topology.analyse`. cache: folder of
    compiled kernels, None for none, by default the user's. kernels: what to compile at once;
    everything else is compiled when it is first asked for.

    All calls take and return SI units; q and v are laid out as `coordinates` and `velocities`
    say. Keywords of every call: t [s], parameters (a mapping of values), base (`GroundMotion`).
    """

    def __init__(
        self,
        model: Model,
        *,
        parameters: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        cut: Sequence[str] = (),
        cache: Cache | Path | str | None = USER_CACHE,
        kernels: Iterable[str] = USUAL,
    ) -> None:
        self.model = model
        self.topology = analyse(model, weights=weights, cut=cut)
        self.layout = layout(self.topology)
        chosen, self._understood = chosen_parameters(model, parameters)
        self.compiler = Compiler(self.topology, self.layout, chosen, _cache(cache))
        self._kernels: dict[str, Kernel] = {}
        self._calls: dict[str, Callable[..., Any]] = {}
        if not self.topology.cuts:
            for name in kernels:
                if name != "forward_dynamics" or not self._massless():
                    self.kernel(name)

    # --- what the system is -----------------------------------------------------------------

    @property
    def nq(self) -> int:
        """Number of position coordinates."""
        return self.layout.nq

    @property
    def nv(self) -> int:
        """Number of velocity coordinates."""
        return self.layout.nv

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the entries of q."""
        return self.layout.q_names

    @property
    def velocities(self) -> tuple[str, ...]:
        """Names of the entries of v, vdot and tau."""
        return self.layout.v_names

    @property
    def parameter_names(self) -> list[str]:
        """Full names of all numbers of the model that may be made inputs."""
        return parameter_names(self.model)

    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels made so far."""
        return dict(self._kernels)

    def __str__(self) -> str:
        return report(self)

    def __repr__(self) -> str:
        bodies = len(self.model.bodies)
        return f"<System '{self.model.name}': {bodies} bodies, {self.nv} velocity coordinates>"

    # --- coordinates ------------------------------------------------------------------------

    def neutral(self) -> np.ndarray:
        """Return the q at which the frames of every joint coincide."""
        return self.layout.neutral()

    def add(self, q: np.ndarray, dv: np.ndarray) -> np.ndarray:
        """Return q moved by the tangent increment dv."""
        return self.layout.add(q, dv)

    def difference(self, q1: np.ndarray, q0: np.ndarray) -> np.ndarray:
        """Return the dv with add(q0, dv) = q1."""
        return self.layout.difference(q1, q0)

    def coordinates_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return q with the named coordinates or joints set, all others neutral."""
        return requests.vector_of(self.layout, "q", values, self.neutral())

    def velocities_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return v (or vdot, tau) with the named entries or joints set, all others zero."""
        return requests.vector_of(self.layout, "v", values, np.zeros(self.nv))

    # --- dynamics ---------------------------------------------------------------------------

    def inverse_dynamics(self, q: Any, v: Any, vdot: Any, **given: Any) -> np.ndarray:
        """Return tau = M vdot + c - f, the efforts that the motion needs."""
        call = self._calls.get("inverse_dynamics") or self._call("inverse_dynamics")
        if not given:
            return call(q, v, vdot)
        return call(q, v, vdot, *self._last(**given))

    def forward_dynamics(self, q: Any, v: Any, tau: Any, **given: Any) -> np.ndarray:
        """Return vdot from M vdot + c = tau + f."""
        call = self._calls.get("forward_dynamics") or self._call("forward_dynamics")
        return call(q, v, tau, *self._last(**given))

    def mass_matrix(self, q: Any, **given: Any) -> np.ndarray:
        """Return M(q), nv x nv."""
        last = self._last(**given)
        if self.nv < LARGE:
            return self._call("mass_matrix")(q, *last)
        product = self._call("inertia_product")
        return np.column_stack([product(q, column, *last) for column in np.eye(self.nv)])

    def bias(self, q: Any, v: Any, **given: Any) -> np.ndarray:
        """Return c(q, v): Coriolis, centrifugal and gravity efforts."""
        return self._call("bias")(q, v, *self._last(**given))

    def applied_efforts(self, q: Any, v: Any, **given: Any) -> np.ndarray:
        """Return f(t, q, v): the efforts of the force elements on the coordinates."""
        return self._call("applied_efforts")(q, v, *self._last(**given))

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
        accelerations = self.velocities_of(driven or {})
        chosen = requests.indices(self.layout, [*(driven or {}), *locked])
        name = f"hybrid_dynamics {chosen}"
        call = self._calls.get(name)
        if call is None:
            free = [k for k in range(self.nv) if k not in chosen]
            self._refuse_massless(free)
            equation = partial(equations.hybrid, driven=chosen)
            call = self._add(name, ("q", "v", "tau", "vdot"), equation)
        efforts = np.zeros(self.nv) if tau is None else tau
        return HybridMotion(*call(q, v, efforts, accelerations, *self._last(**given)))

    # --- kinematics -------------------------------------------------------------------------

    def kinematics(
        self, q: Any, v: Any = None, vdot: Any = None, **given: Any
    ) -> dict[str, BodyMotion]:
        """Return the motion of all bodies and named frames; only what the arguments allow."""
        last = self._last(**given)
        columns = list(self._call("body_positions")(q, *last))
        if v is not None:
            columns += self._call("body_velocities")(q, v, *last)
        if v is not None and vdot is not None:
            columns += self._call("body_accelerations")(q, v, vdot, *last)
        return requests.motions(self.model, self.topology, columns)

    def poses(self, q: Any, **given: Any) -> dict[str, BodyMotion]:
        """Return positions and rotations of all bodies and named frames."""
        return self.kinematics(q, **given)

    def point(
        self, body: str, r: Any, q: Any, v: Any = None, vdot: Any = None, **given: Any
    ) -> PointMotion:
        """Return the motion of the point r (in the body frame) of a body, in world axes."""
        requests.check_body(self.model, body)
        still = np.zeros(self.nv)
        call = self._body_call("point", body, ("q", "v", "vdot", "r"))
        found = call(
            q,
            still if v is None else v,
            still if vdot is None else vdot,
            np.asarray(r, dtype=float),
            *self._last(**given),
        )
        wanted = 1 if v is None else 2 if vdot is None else 3
        return PointMotion(*found[:wanted])

    def jacobian(self, body: str, r: Any, q: Any, **given: Any) -> np.ndarray:
        """Return J, 6 x nv: velocity of the point r of a body, then angular; world axes."""
        requests.check_body(self.model, body)
        call = self._body_call("jacobian", body, ("q", "r"))
        return call(q, np.asarray(r, dtype=float), *self._last(**given))

    # --- wrenches ---------------------------------------------------------------------------

    def wrenches(
        self,
        q: Any,
        v: Any,
        vdot: Any,
        *,
        joints: Sequence[str] | None = None,
        on: str = "child",
        axes: str = "joint",
        at: Any = None,
        **given: Any,
    ) -> dict[str, Wrench]:
        """Return all that passes through the chosen joints, drives and joint forces included.

        on: "child" (at its joint point) or "parent" (at its own); axes: "joint", "body" or "world";
        at: another point of reference, in world coordinates. Only the chosen joints are computed.
        """
        return self._wrenches("wrench", q, v, vdot, joints, on, axes, at, given)

    def reactions(
        self,
        q: Any,
        v: Any,
        vdot: Any,
        *,
        joints: Sequence[str] | None = None,
        on: str = "child",
        axes: str = "joint",
        at: Any = None,
        **given: Any,
    ) -> dict[str, Wrench]:
        """Return the constraint part of `wrenches`, which does no work."""
        return self._wrenches("reaction", q, v, vdot, joints, on, axes, at, given)

    def _wrenches(
        self,
        part: str,
        q: Any,
        v: Any,
        vdot: Any,
        joints: Sequence[str] | None,
        on: str,
        axes: str,
        at: Any,
        given: Mapping[str, Any],
    ) -> dict[str, Wrench]:
        names = requests.joints(self.layout, joints)
        requests.check_choice("on", on, ("child", "parent"))
        requests.check_choice("axes", axes, ("joint", "body", "world"))
        places = [self.compiler.tree.joint_index[name] for name in names]
        key = f"{part} {places} {on} {axes} {at is None}"
        call = self._calls.get(key)
        if call is None:
            equation = partial(
                equations.wrenches, joints=names, on=on, axes=axes, at=at is not None, part=part
            )
            inputs = ("q", "v", "vdot") if at is None else ("q", "v", "vdot", "at")
            call = self._add(key, inputs, equation)
        point = () if at is None else (np.asarray(at, dtype=float),)
        force, moment, where = call(q, v, vdot, *point, *self._last(**given))
        return Named(
            "joint",
            {n: Wrench(force[i], moment[i], where[i], on, axes) for i, n in enumerate(names)},
        )

    # --- energy -----------------------------------------------------------------------------

    def energy(self, q: Any, v: Any, **given: Any) -> Energy:
        """Return kinetic energy and the energies of gravity and force elements."""
        return Energy(*map(float, self._call("energy")(q, v, *self._last(**given))[0]))

    def dissipation(self, q: Any, v: Any, **given: Any) -> float:
        """Return the power that the force elements turn into heat [W]."""
        return float(self._call("energy")(q, v, *self._last(**given))[1][0])

    def momentum(self, q: Any, v: Any, **given: Any) -> Momentum:
        """Return mass, centre of mass, linear and angular momentum."""
        mass, moment, total = self._call("momentum")(q, v, *self._last(**given))
        return requests.momentum_of(float(mass[0]), moment, total)

    # --- kernels ----------------------------------------------------------------------------

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of a quantity, compiling it if need be."""
        self._call(name)
        return self._kernels[name]

    def _call(self, name: str) -> Callable[..., Any]:
        call = self._calls.get(name)
        if call is None:
            if name == "forward_dynamics":
                self._refuse_massless(range(self.nv))
            inputs, equation = requests.QUANTITIES[name]
            call = self._add(name, inputs, equation)
        return call

    def _body_call(self, kind: str, body: str, inputs: tuple[str, ...]) -> Callable[..., Any]:
        index = -1 if body == GROUND else self.topology.index[body]
        name = f"{kind} {index}"
        call = self._calls.get(name)
        if call is None:
            call = self._add(name, inputs, partial(getattr(equations, kind), body=body))
        return call

    def _add(self, name: str, inputs: tuple[str, ...], equation: Equation) -> Callable[..., Any]:
        self._refuse_loops()
        shapes = {key: requests.shape_of(key, self.nq, self.nv) for key in inputs}
        kernel = self.compiler.make(name, shapes, equation)
        self._kernels[name] = kernel
        self._calls[name] = kernel.call
        return kernel.call

    def _last(
        self,
        t: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        base: GroundMotion | None = None,
    ) -> tuple[np.ndarray, ...]:
        """Return the last inputs of a call, or nothing when all have their usual values."""
        if t is None and parameters is None and base is None:
            return ()
        last = dict(self.compiler.given)
        if t is not None:
            last["t"] = np.array([t], dtype=float)
        if parameters is not None:
            last["p"] = self.compiler.parameters.filled(parameters, self._understood)
        if base is not None:
            if not self.compiler.prescribed:
                raise ModelError(requests.fixed_base(self.model.name))
            last["base"] = base.flat
        return tuple(last.values())

    def _massless(self) -> list[Problem]:
        return [notice for notice in self.model.notices if notice.code == "M01"]

    def _refuse_massless(self, free: Iterable[int]) -> None:
        problems = requests.massless_among(self._massless(), self.layout, set(free))
        if problems:
            raise ModelError(problems)

    def _refuse_loops(self) -> None:
        if self.topology.cuts:
            raise ModelError(requests.closed(self.model.name, self.topology))


def _cache(choice: Cache | Path | str | None) -> Cache:
    if isinstance(choice, Cache):
        return choice
    return Cache.default() if choice == USER_CACHE else Cache(choice)
