"""The solver in absolute coordinates: what the user calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.cartesian import answers, entries
from sarrus.cartesian.counts import Counts, counts
from sarrus.cartesian.equations import CartesianEquations, model_length
from sarrus.cartesian.evaluation import Evaluation, Terms
from sarrus.cartesian.explicit import ExplicitMotion
from sarrus.cartesian.implicit import ImplicitMotion
from sarrus.cartesian.motion import Motion
from sarrus.cartesian.native import FORMULAS, NativeMotion, native_methods
from sarrus.cartesian.null_space import RANK, accelerations, independent_rows
from sarrus.cartesian.projection import closed_positions, consistent_velocities, reversed_joints
from sarrus.cartesian.run import CartesianRun
from sarrus.cartesian.scene import starts
from sarrus.cartesian.state import (
    BodyAcceleration,
    BodyState,
    CartesianEnergy,
    CartesianState,
    Rank,
    Reaction,
)
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.background import chosen_policy
from sarrus.model import Model
from sarrus.model.armature import with_wheels
from sarrus.model.outside_code import refuse_outside_code

Loading = Mapping[str, Any] | Callable[[float], Mapping[str, Any]] | None
"""Values by name, or a function of time that returns them."""


class CartesianSystem:
    """A model in absolute coordinates: the independent check of `System` (the papers' DADS).

    Seven coordinates for every moving body, the constraint equations of every joint and their
    multipliers; no joint is cut and nothing is a tree. Ground is fixed. Armatures of joints are
    wheels on ground here, behind the bodies of the model (`elbow_rotor`), which turn with them.

    length [m]: turns angles into lengths where ranks and norms are taken, by default the
    largest distance between joints on one body. cache: folder of compiled kernels, None for
    none, by default the user's; compiled=False evaluates the equations in Python.

    efforts of a call: by joint name, a number or one per velocity coordinate [N m, N]; loads: by
    body name, (force [N] at the origin of the body frame, moment [N m]) in world axes.
    """

    def __init__(
        self,
        model: Model,
        *,
        length: float | None = None,
        cache: Cache | Path | str | None = "user",
        compiled: bool = True,
    ) -> None:
        entries.check_model(model)
        refuse_outside_code(model, "the independent solver", "it asks no programs of others")
        _refuse_rolling(model)
        self.rotors = [joint.name for joint in model.joints if joint.armature]
        model = with_wheels(model)
        self.model = model
        self.length = model_length(model) if length is None else float(length)
        store = cache if isinstance(cache, Cache) else Cache(cache)
        factory = KernelFactory(
            Cache.default() if cache == "user" else store, policy=chosen_policy()
        )
        self.evaluation = Evaluation(
            CartesianEquations(model, self.length), factory if compiled else None
        )

    @cached_property
    def joint_places(self) -> dict[str, slice]:
        """Where the coordinates of each joint stand in `CartesianState.near`."""
        at = starts(self.model, "nq")
        return {j.name: slice(at[j.name], at[j.name] + j.type.nq) for j in self.model.joints}

    # --- states -----------------------------------------------------------------------------

    def drawing_state(self) -> CartesianState:
        """Return the state of the drawing, with the model's initial velocities."""
        return self.state({}, entries.start_velocities(self.model))

    def state(
        self,
        poses: Mapping[str, Any],
        velocities: Mapping[str, Any] | None = None,
        *,
        time: float = 0.0,
        near: Mapping[str, Any] | None = None,
    ) -> CartesianState:
        """Return the state of given body frames: poses by name, (R_WB, position) in the world.

        velocities: (velocity of the frame's origin, angular velocity), world axes; zero where not
        given. A body without a pose stands as in the drawing. near: rough coordinates of joints
        that are turned by more than half a turn. Nothing is projected.
        """
        y, Y = entries.coordinates_of(self.model, poses, velocities or {})
        rough = entries.by_joint(self.model, near or {}, "nq")
        if self.rotors:
            measured = self.evaluation.joint_measures(y, Y, rough)
            entries.turn_rotors(self.model, self.rotors, y, Y, *measured[0:2])
            rough = measured[0]
        counted = self.evaluation.joint_measures(y, Y, rough)[0]
        return CartesianState(float(time), y, Y, counted)

    def project(self, state: CartesianState) -> CartesianState:
        """Return a consistent state near an approximate one: positions, then velocities."""
        y, jacobian = closed_positions(self.evaluation, state.y, state.near)
        if reversed_joints(self.evaluation, y):
            raise SimulationStopped(entries.reversed_axis(self.model.name))
        Y = consistent_velocities(self.evaluation, jacobian, state.Y)
        near = self.evaluation.joint_measures(y, Y, state.near)[0]
        return CartesianState(state.time, y, Y, near)

    def bodies(self, state: CartesianState) -> dict[str, BodyState]:
        """Return pose and velocity of every body frame."""
        return answers.body_states(self.model, state)

    def coordinates(self, state: CartesianState) -> dict[str, np.ndarray]:
        """Return the coordinates of every joint, measured between its two frames."""
        found = self.evaluation.joint_measures(state.y, state.Y, state.near)[0]
        return {name: found[place] for name, place in self.joint_places.items()}

    def rates(self, state: CartesianState) -> dict[str, np.ndarray]:
        """Return the velocity coordinates of every joint."""
        found, at = self.evaluation.joint_measures(state.y, state.Y, state.near)[1], 0
        rates = {}
        for joint in self.model.joints:
            rates[joint.name] = found[at : at + joint.type.nv]
            at += joint.type.nv
        return rates

    # --- constraints ------------------------------------------------------------------------

    def constraint_error(self, state: CartesianState) -> float:
        """Return the largest |Phi| [m]; angles are multiplied by `length`."""
        return float(
            np.max(np.abs(self.evaluation.constraints(state.y, state.near)[0]), initial=0.0)
        )

    def velocity_error(self, state: CartesianState) -> float:
        """Return the largest |Phi_Y Y| [m/s]."""
        jacobian = self.evaluation.constraints(state.y, state.near)[1]
        return float(np.max(np.abs(jacobian @ (state.Y / self.evaluation.scale)), initial=0.0))

    def rank(self, state: CartesianState) -> Rank:
        """Return rows, rank, redundant rows and degrees of freedom of Phi_Y."""
        jacobian = self.evaluation.constraints(state.y, state.near)[1]
        rows, columns = jacobian.shape
        rank = int(np.linalg.matrix_rank(jacobian, rtol=RANK)) if jacobian.size else 0
        return Rank(rows, rank, rows - rank, columns - rank)

    def counts(self) -> Counts:
        """Return coordinates and equations in the ways of the papers."""
        return counts(self.model, self.evaluation.n_joint_rows)

    # --- dynamics ---------------------------------------------------------------------------

    def accelerations(
        self,
        state: CartesianState,
        *,
        efforts: Mapping[str, Any] | None = None,
        loads: Mapping[str, Any] | None = None,
    ) -> dict[str, BodyAcceleration]:
        """Return the accelerations of all bodies."""
        Ydot = self._solution(state, efforts, loads)[1] * self.evaluation.scale
        return answers.body_accelerations(self.model, state, Ydot)

    def reactions(
        self,
        state: CartesianState,
        *,
        efforts: Mapping[str, Any] | None = None,
        loads: Mapping[str, Any] | None = None,
    ) -> dict[str, Reaction]:
        """Return the constraint force and moment of every joint on its child, by joint name.

        Where constraints are redundant: the multipliers of minimum norm, that is the smallest sum
        of |force|^2 + |moment / length|^2 over all joints, at the child's joint points.
        """
        terms, Ydot = self._solution(state, efforts, loads)
        return answers.reactions(self.evaluation, state, terms, Ydot)

    def coupler_efforts(
        self,
        state: CartesianState,
        *,
        efforts: Mapping[str, Any] | None = None,
        loads: Mapping[str, Any] | None = None,
    ) -> dict[str, float]:
        """Return the effort of every coupler: a coordinate feels its factor times it [N m, N]."""
        return answers.coupler_efforts(self.evaluation, *self._solution(state, efforts, loads))

    def energy(self, state: CartesianState) -> CartesianEnergy:
        """Return kinetic energy and the energies of gravity and force elements."""
        found = self.evaluation.energy(state.y, state.Y, state.near, state.time)
        return CartesianEnergy(*map(float, found[0:3]))

    def dissipation(self, state: CartesianState) -> float:
        """Return the power that the force elements turn into heat [W]."""
        return float(self.evaluation.energy(state.y, state.Y, state.near, state.time)[3])

    def _solution(
        self,
        state: CartesianState,
        efforts: Mapping[str, Any] | None,
        loads: Mapping[str, Any] | None,
    ) -> tuple[Terms, np.ndarray]:
        value = (
            entries.by_joint(self.model, efforts or {}, "nv"),
            entries.wrenches_of(self.model, loads or {}),
        )
        terms = self.evaluation.terms(state.y, state.Y, state.near, *value, state.time)
        return terms, accelerations(terms, independent_rows(terms.jacobian))

    # --- simulation -------------------------------------------------------------------------

    def simulate(
        self,
        state: CartesianState,
        until: float,
        *,
        method: str = "explicit",
        rtol: float = 1e-9,
        atol: float = 1e-10,
        step: float | None = None,
        times: Sequence[float] | None = None,
        efforts: Loading = None,
        loads: Loading = None,
        baumgarte: float = 0.0,
    ) -> CartesianRun:
        """Return the motion from a state, which is projected first, until a time [s].

        method: stepped from Python, "explicit" (DOP853 on all coordinates, projected after every
        step), "implicit" (BDF on independent coordinates, the others by Newton) or "radau" (Radau
        IIA likewise); in native code, by the integrators of `System.simulate`, "auto" and "pece"
        (error control) or with equal steps of size `step` [s] "rk4", "ab3", "abm4". times: when
        results are wanted, by default after every step. efforts, loads: as above, or functions of
        time that return them. Joints are kept closed after every step; in native code a rate
        `baumgarte` [1/s] lets gaps only decay instead, for comparison.
        """
        entries.check_times(state.time, until, times)
        self._check_settings(method, step, baumgarte)
        start = self.project(state)
        if method in native_methods():
            how = (method, rtol, atol, step, baumgarte)
            native = NativeMotion(self.evaluation, efforts, loads, *how)
            return self._run(native, native.states(start, until, times))
        moving = self._motion(method, rtol, atol, efforts, loads)
        return self._run(moving, moving.states(start, until, times))

    def _check_settings(self, method: str, step: float | None, baumgarte: float) -> None:
        """Refuse settings that a method does not have."""
        values = {"step": step is not None and method not in FORMULAS,
                 "baumgarte": bool(baumgarte) and method not in native_methods()}  # fmt: skip
        problems = [entries.unused_setting(name, method) for name, wrong in values.items() if wrong]
        if step is not None and not 0.0 < step < np.inf:
            problems.append(Problem("S08", "step", "must be above 0", f"{step:g} s"))
        if not 0.0 <= baumgarte < np.inf:
            problems.append(Problem("S08", "baumgarte", "must not be below 0", f"{baumgarte:g}"))
        if problems:
            raise ModelError(problems)

    def _run(self, moving: Motion | NativeMotion, states: list[CartesianState]) -> CartesianRun:
        energy = np.array([self.energy(found).total for found in states])
        choices = getattr(moving, "choices", 0)
        cost = (moving.watch, moving.steps, moving.evaluations, choices)
        run = CartesianRun(states, energy, *cost, self.joint_places, self.bodies)
        if not isinstance(moving, NativeMotion):
            return run
        counted = moving.operations
        return replace(run, rejected=moving.rejected, wall=moving.wall, operations=counted)

    def _motion(
        self, method: str, rtol: float, atol: float, efforts: Loading, loads: Loading
    ) -> Motion:
        def inputs(t: float) -> tuple[np.ndarray, np.ndarray]:
            return (
                entries.by_joint(self.model, entries.at_time(efforts, t), "nv"),
                entries.wrenches_of(self.model, entries.at_time(loads, t)),
            )

        value = (self.evaluation, entries.constant_or_function(inputs, efforts, loads), rtol, atol)
        formulas = {"implicit": "BDF", "radau": "Radau"}
        if method in formulas:
            return ImplicitMotion(*value, formula=formulas[method])
        if method != "explicit":
            known = ["explicit", *formulas, *native_methods()]
            raise ModelError(entries.unknown_method(method, known))
        return ExplicitMotion(*value)


def _refuse_rolling(model: Model) -> None:
    """Refuse joints with rows of velocities alone, which are no conditions of positions."""
    problems = [
        Problem(
            "T06",
            f"joint '{joint.name}'",
            f"is a {joint.type.type_name} contact, whose rows are of velocities alone; the solver "
            "in absolute coordinates knows conditions of positions only",
            action="use the system that model.compile() returns",
        )
        for joint in model.joints
        if not all(joint.type.holonomic)
    ]
    if problems:
        raise ModelError(problems)
