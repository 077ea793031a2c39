"""Gradients where nothing is integrated: of a drive, of an equilibrium, of an eigenvalue.

A driven mechanism is closed at every instant by its loops and drives: what its start is to a run,
every instant is to a drive (`start`). At an equilibrium the unknowns u (independent coordinates,
states of force elements) follow r(u, x) = 0, accelerations and rates. With (r_u)^T rho = -u_bar,

    x_bar = J_x + rho . r_x,

both parts with the loops closed. A simple eigenvalue of df/dy with right and left vectors a and b,
b . a = 1, changes by

    d lambda = b^T d(df/dy) a,

where the equilibrium moves too; the product is the derivative of b . f along a, differentiated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels, products
from sarrus.design.gradients.backward import Totals
from sarrus.design.gradients.gradient import Gradient, Objective, value_and_weights
from sarrus.design.gradients.law_numbers import law_numbers
from sarrus.design.gradients.named import Derivatives
from sarrus.design.gradients.start import start_back, start_differentials
from sarrus.design.gradients.variables import START, parameter_names, system_with, variables_of
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.linearization import linear_equations
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.analysis.rest_with_states import rest_slopes, scales
from sarrus.system.checks import by_name, laws_with_text_read
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.step_gradients import adjoint_products, varied_inputs
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.driven.driving import Drive
    from sarrus.system.system import System

CODE, CLUSTER = "G10", "G12"
APART = 1e-6
"""Distance of eigenvalues, as part of the largest, below which they are one cluster."""


class InstantAdjoint:
    """States at instants, each found by itself: what drives and equilibria have in common."""

    def __init__(
        self,
        system: System,
        by: Iterable[str],
        inputs: Mapping[str, Any] | None,
        driven: Mapping[str, Any] | None,
        locked: Iterable[str],
        constants: Any,
        keywords: Mapping[str, Any] | None,
        span: tuple[float, float],
    ) -> None:
        keywords = dict(keywords or {})
        if "parameters" in keywords:
            keywords["parameters"] = by_name("parameter", keywords["parameters"], system.model)
        inputs, driven, _ = laws_with_text_read(system, inputs, driven, ())
        self.inputs, self.driven, self.keywords = dict(inputs or {}), dict(driven or {}), keywords
        self.locked = tuple(locked)
        self.variables = variables_of(system, by, self.inputs, self.driven, constants)
        self.constants = constants
        wrong = [v for v in self.variables if v.kind == START]
        if wrong:
            rule = "is a start value, which this analysis does not have"
            raise ModelError(Problem(CODE, f"by '{wrong[0].name}'", rule, action="leave it out"))
        names = parameter_names(self.variables, constants)
        self.system = system_with(system, names)
        # derivatives by all parameters at once, as `Analysis` has them, are not needed
        self.plain = Analysis(self.system, self.inputs, self.driven, locked, keywords, (), span)
        self.laws = law_numbers(self.system, self.variables, self.inputs, self.driven)
        self.kernels = AdjointKernels(True, self.laws)

    def simulator(self, q: np.ndarray) -> Simulator:
        """Return the equations at a position."""
        mode = Mode.first(self.system, self.inputs, self.driven, self.locked)
        return self.plain.modes.simulator(mode, q)

    def by_name(self, totals: Totals) -> dict[str, Any]:
        """Return derivatives by name from those by the inputs of kernels."""
        of = Derivatives(self.system, self.variables, self.inputs, self.constants, self.laws)
        return of.by_name(totals, None)


class DriveAdjoint(InstantAdjoint):
    """A prescribed motion whose channels can be differentiated, for any number of objectives."""

    def __init__(
        self,
        system: System,
        by: Iterable[str],
        times: np.ndarray,
        driven: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        guess: Any = None,
        constants: Any = None,
        keywords: Mapping[str, Any] | None = None,
        made: Drive | None = None,
    ) -> None:
        """Follow the motion; made: the drive of the same motion and numbers, if there is one."""
        span = (float(times[0]), float(times[-1]))
        super().__init__(system, by, inputs, driven, (), constants, keywords, span)
        if self.system.compiled.state_names:
            rule = "are integrated along a drive, of which there is no gradient"
            action = "take the gradient of a run with driven coordinates"
            names = ", ".join(repr(n) for n in self.system.compiled.state_names)
            raise ModelError(Problem(CODE, f"states {names}", rule, action=action))
        if made is None:
            own = guess if not isinstance(guess, State) else replace(guess, system=self.system)
            made = self.system.drive(self.driven, times=times, efforts=self.inputs, guess=own,
                                     **self.keywords)  # fmt: skip
        self.drive = made
        self.t = np.asarray(made.t)
        states = (motion.state for motion in made.motions)
        self.states = [
            s if s.system is self.system else replace(s, system=self.system) for s in states
        ]
        self.sim = self.simulator(self.states[0].q)
        self.rows = self.sim.starts(self.states)
        self._closed: dict[int, Differentials] = {}

    def kernel_rows(self) -> dict[str, np.ndarray]:
        """Return the inputs of kernels that differ from instant to instant."""
        own = {"y": self.rows, "t": self.t[:, None]}
        if self.sim.mixing:
            own["T"] = np.array([self.sim.choice(y) for y in self.rows])
        return own

    def _channel_outputs(
        self, kernel: Kernel, own: Mapping[str, np.ndarray], weights: np.ndarray
    ) -> dict[str, np.ndarray]:
        values = {**self.sim.inputs(None), "laws": np.zeros(len(self.laws or ()))}
        return outputs_of_rows(kernel, {**own, "w": weights}, values)

    def closing(self, k: int) -> Differentials:
        """Return how instant k is closed, computed once for all objectives."""
        if k not in self._closed:
            self._closed[k] = start_differentials(self.sim, self.states[k], None)
        return self._closed[k]

    def gradient(self, objective: Objective) -> Gradient:
        """Return the value of an objective and its derivatives by all names."""
        outputs = Outputs(list(objective.channels))
        kernel, own = self.kernels.channels(self.sim, outputs), self.kernel_rows()
        none = np.zeros((len(self.t), len(outputs.names)))
        samples = self._channel_outputs(kernel, own, none)["g"]
        value, weights = value_and_weights(objective, self.t, samples)
        found, totals = self._channel_outputs(kernel, own, weights), Totals(self.kernels)
        totals.add(self.sim, found["x_bar"].sum(axis=0))
        for k, w in enumerate(found["y_bar"] if self.system.closed else ()):
            if np.any(w):
                start_back(self.closing(k), w, totals)
        return Gradient(value, self.by_name(totals), self.drive)


class EquilibriumAdjoint(InstantAdjoint):
    """An equilibrium whose channels and eigenvalues can be differentiated."""

    def __init__(
        self,
        system: System,
        by: Iterable[str],
        guess: Any = None,
        inputs: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        stable: bool = False,
        constants: Any = None,
        keywords: Mapping[str, Any] | None = None,
    ) -> None:
        t = guess.t if isinstance(guess, State) else 0.0
        super().__init__(system, by, inputs, driven, locked, constants, keywords, (t, t))
        own = guess if not isinstance(guess, State) else replace(guess, system=self.system)
        self.equilibrium = self.system.equilibrium(
            own, efforts=self.inputs, driven=self.driven, locked=self.locked, stable=stable,
            **self.keywords,
        )  # fmt: skip
        self.state = replace(self.equilibrium.state, system=self.system)
        self.sim = self.simulator(self.state.q)
        self.y = self.sim.start(self.state)
        self.t = np.array([self.state.t])
        self.fixed = self.sim.inputs(self.sim.choice(self.y))

    def _channels(self, outputs: Outputs, weights: np.ndarray | None) -> dict[str, np.ndarray]:
        kernel = self.kernels.channels(self.sim, outputs)
        w = np.zeros(len(outputs.names)) if weights is None else weights[0]
        return products(kernel, self.fixed, y=self.y, t=self.t, w=w)

    def samples(self, channels: Sequence[str]) -> np.ndarray:
        """Return channels of the equilibrium, as a row."""
        return self._channels(Outputs(list(channels)), None)["g"][None, :].copy()

    def gradient(self, objective: Objective) -> Gradient:
        """Return the value of an objective of one sample and its derivatives by all names."""
        outputs = Outputs(list(objective.channels))
        value, weights = value_and_weights(objective, self.t, self.samples(objective.channels))
        found = self._channels(outputs, weights)
        return self._gradient_of_equilibrium(value, found["y_bar"].copy(), found["x_bar"].copy())

    def _gradient_of_equilibrium(self, value: float, w: np.ndarray, x_bar: np.ndarray) -> Gradient:
        """Return the gradient of a value with adjoints w, x_bar: the equilibrium follows."""
        totals, sim = Totals(self.kernels), self.sim
        totals.add(sim, x_bar)
        d = self.plain.at(self.state, Outputs([]))
        chosen = list(d.independent)
        apart = replace(d, sim=sim)
        at_rest = start_back(apart, w, Totals(self.kernels))
        u_bar = np.append([at_rest.theta[k] for k in chosen], at_rest.z if sim.nz else [])
        slope = d.by_independent("vdot")[0][chosen]
        if sim.nz:
            slope = rest_slopes(d) / scales(d)
        rho = np.linalg.lstsq(slope.T, -u_bar, rcond=1e-12)[0]
        left = np.abs(slope.T @ rho + u_bar)
        if np.max(left, initial=0.0) > 1e-6 * max(
            float(np.max(np.abs(u_bar), initial=0.0)), 1e-300
        ):
            raise ModelError(_loose(d))
        nq, back = sim.system.nq, np.zeros(sim.size)
        back[[nq + k for k in chosen]] = rho[: len(chosen)]
        if sim.nz:
            sim.z(back)[...] = rho[len(chosen) :]
        kernel = self.kernels.slope(sim)
        found = products(kernel, self.fixed, y=self.y, t=self.t, w=back)
        totals.add(sim, found["x_bar"])
        # the equilibrium has no start values of its own: its states are solved for
        start_back(replace(apart, state=replace(self.state, own_z=sim.z(self.y))),
                   w + found["y_bar"], totals)  # fmt: skip
        return Gradient(value, self.by_name(totals), self.equilibrium)

    def eigenvalue_gradient(self, quantity: str, mode: int) -> Gradient:
        """Return a quantity of an eigenvalue and its derivatives; see `QUANTITIES`."""
        d = self.plain.at(self.state, Outputs([]))
        known = linear_equations(d, [], ()).vibrations
        if quantity not in QUANTITIES:
            rule = f"is none of {', '.join(map(repr, QUANTITIES))}"
            raise ModelError(Problem(CODE, f"eigenvalue's {quantity!r}", rule))
        if not 0 <= mode < len(known):
            rule = f"is not there: the mechanism has modes 0 to {len(known) - 1}"
            raise ModelError(Problem(CODE, f"mode {mode}", rule))
        eigenvalue = known[mode].eigenvalue
        J = products(self.sim.slope_jacobian_kernel(), self.fixed, y=self.y, t=self.t)["J"]
        right, left = _vectors(J, eigenvalue, mode)
        value, by_real, by_imaginary = QUANTITIES[quantity](eigenvalue)
        kernel = _second_kernel(self.kernels, self.sim)
        w, x_bar = np.zeros(self.sim.size), np.zeros(self.kernels.sizes(self.sim).total)
        along = by_real * right.real + by_imaginary * right.imag
        across = -by_real * right.imag + by_imaginary * right.real
        for a, b in ((left.real, along), (left.imag, across)):
            found = products(kernel, self.fixed, y=self.y, t=self.t, a=a, b=b)
            w, x_bar = w + found["y_bar"], x_bar + found["x_bar"]
        return self._gradient_of_equilibrium(value, w, x_bar)


def _size(z: complex) -> tuple[float, float, float]:
    size = abs(z)
    return size / (2 * np.pi), z.real / size / (2 * np.pi), z.imag / size / (2 * np.pi)


def _ratio(z: complex) -> tuple[float, float, float]:
    size = abs(z)
    return -z.real / size, -(z.imag**2) / size**3, z.real * z.imag / size**3


QUANTITIES: dict[str, Any] = {
    "real": lambda z: (z.real, 1.0, 0.0),
    "imaginary": lambda z: (z.imag, 0.0, 1.0),
    "frequency": lambda z: (z.imag / (2 * np.pi), 0.0, 1.0 / (2 * np.pi)),
    "natural_frequency": _size,
    "damping": _ratio,
}
"""Quantities of an eigenvalue with their derivatives by its real and imaginary parts: in 1/s,
frequencies in Hz, the damping ratio."""


def _vectors(J: np.ndarray, eigenvalue: complex, mode: int) -> tuple[np.ndarray, np.ndarray]:
    """Return right and left eigenvectors whose product is 1; clusters are refused."""
    values, right = np.linalg.eig(J)
    size = max(float(np.max(np.abs(values), initial=0.0)), 1e-300)
    near = np.abs(values - eigenvalue)
    k = int(np.argmin(near))
    others = np.sort(np.delete(np.abs(values - values[k]), k))
    if near[k] > APART * size or (len(others) and others[0] <= APART * size):
        raise ModelError(
            Problem(
                CLUSTER,
                f"mode {mode}, eigenvalue {eigenvalue:.6g}",
                "has no derivative: others are the same but for rounding",
                cause="a symmetric mechanism, or a freedom without stiffness (eigenvalue 0)",
                action="take a function of all eigenvalues of the cluster, or break the symmetry",
            )
        )
    values_left, left = np.linalg.eig(J.T)
    b = left[:, int(np.argmin(np.abs(values_left - values[k])))]
    a = right[:, k]
    return a, b / (b @ a)


def _second_kernel(kernels: AdjointKernels, sim: Simulator) -> Kernel:
    """Return the kernel of the products with the derivatives of a . (df/dy) b."""

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
        y, a, b = arrays["y"], arrays["a"], arrays["b"]
        ydot = flow.slope(t, y).ydot
        total = sum((w * entry for w, entry in zip(a, ydot, strict=True)), 0.0)
        slopes = jacobian(total, y)
        value = sum((slope * entry for slope, entry in zip(slopes, b, strict=True)), 0.0)
        x = varied_inputs(flow, arrays)
        return adjoint_products(np.array([value]), np.ones(1), y, x, np.array([t]))

    n = sim.size
    shapes = {"y": (n,), "a": (n,), "b": (n,)}
    return kernels.make(sim, "eigenvalue", shapes, body)


def _loose(d: Differentials) -> Problem:
    return Problem(
        "S07",
        "equilibrium",
        "has no derivative: no stiffness holds a freedom that the objective depends on",
        cause="a freedom without force, or a limit point, where the equilibrium turns back",
        action="lock a free coordinate, or use another value",
    )
