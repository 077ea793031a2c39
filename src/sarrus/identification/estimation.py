"""Numbers of a model from measured motions and efforts, of open chains and of closed ones.

The efforts that are needed on the independent rates are linear in the inertia parameters and in the
numbers of joints, tau = tau_0 + W (theta - theta_0), whatever the loops do (`motion`). Of them base
parameters can be told (`base`); they follow by least squares, each joint with the weight of its own
noise, and of all inertias with these base parameters those are taken that bodies can have
(`consistent`). Other numbers of the model join by steps of Gauss and Newton.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.identification.base import (
    BaseParameters,
    base_parameters,
    inertia_order,
    weak_directions,
)
from sarrus.identification.consistent import cones_of, nearest_consistent
from sarrus.identification.identified import Agreement, Identified
from sarrus.identification.measured import Measured, joined_parts
from sarrus.identification.motion import Follower, Motion
from sarrus.identification.new_model import with_number
from sarrus.identification.parameters import (
    JOINT,
    NUMBER,
    Parameter,
    columns,
    joint_law,
    parameters_of,
)
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.system import System
from sarrus.system.analysis.matrices import inertia_parameters

NOTHING_SEEN = "I03"
"""Measured motions that tell nothing of what is asked for."""
UNEXCITED = "I11"
"""Numbers that could be seen, but not in the motions that were measured."""
INCONSISTENT = "I12"
"""Data that want inertias which no body has."""
WEAK = 1e-7
"""Singular values of scaled columns below which the motion does not excite a direction."""
WEIGHINGS = 4
"""How often the noise of each joint is estimated from what the fit leaves."""
FLOOR = 1e-10
"""Least noise, over the size of the efforts: joints without noise do not outweigh all others."""
TOLD = 2.0
"""Standard deviations by which consistent inertias must be off the best ones to be spoken of."""
SETTLED = 1e-10
"""Part of the misfit that a step must gain for another one to follow."""
STEPS = 30
"""Steps of Gauss and Newton."""
DIFFERENCE = 1e-3
"""Part of a number by which it is moved for its column; differences are of the fourth order."""


@with_checks
def identify(
    system: System | Model,
    measured: Measured | str | os.PathLike[str] | Sequence[Any],
    *,
    by: Sequence[str] | str = ("inertia", "friction"),
    start: Any = None,
    consistent: bool = True,
    noise: Mapping[str, float] | None = None,
    check: Measured | str | os.PathLike[str] | Sequence[Any] | None = None,
    cutoff: float | None = None,
    every: int = 1,
    seed: int = 0,
) -> Identified:
    """Return numbers of a mechanism, found from motions and efforts that were measured.

    measured: a `Measured`, a file (.csv, .parquet, .mcap) or several of them; positions of as many
    joints as there are freedoms, of the tree or of loops, and the efforts of the drives. by: what
    is sought,

    - "inertia": all ten numbers of all bodies, "forearm" of one, "forearm.mass" one of them;
    - "friction" ("coulomb" and "viscous"), "offset", "rotor", "stiffness" of the measured joints,
      "elbow.viscous" of one, measured or not;
    - any number of the model, such as "spring.k" or "A.parent_point[0]".

    start: q near which the loops are closed first. consistent: whether inertias shall be such as
    bodies have, and friction and rotors not below zero. noise: standard deviations of the efforts
    by joint [N m or N], estimated from the fit by default. check: further measurements that the
    result is compared with, and that have no part in it. cutoff [Hz], every: see
    `Measured.with_derivatives`. seed: of the states by which it is told what can be seen at all.

    Example:
        found = identify(arm, "measured.csv", by=["inertia", "friction", "rotor"])
    """
    compiled = system if isinstance(system, System) else system.compile(kernels=())
    data = _rows_of(compiled, measured, cutoff, every)
    known = inertia_parameters(compiled)
    with_drive = [j for j in data.q if j in data.tau] or list(data.q)
    parameters = parameters_of(compiled.model, by, with_drive, known)
    problem = _Identification.of(compiled, data, parameters, known, start, seed)
    found = problem.solve(noise or {}, consistent)
    if check is None:
        return found
    other = _rows_of(compiled, check, cutoff, every)
    return replace(found, checked=_agreement(found, problem, other))


def _rows_of(system: System, measured: Any, cutoff: float | None, every: int) -> Measured:
    """Return measured rows as one, with rates and accelerations."""
    from sarrus.identification.files import read_measurements

    listed = [measured] if isinstance(measured, (Measured, str, os.PathLike)) else list(measured)
    if not listed:
        raise ModelError(Problem("I01", "measured", "holds nothing"))
    parts = []
    for one in listed:
        whole = one if isinstance(one, Measured) else read_measurements(one, system.model)
        if not whole.tau:
            rule = "has no efforts of joints: masses and friction show in nothing else"
            action = "give columns such as 'A.effort [N m]', or tau={...}"
            raise ModelError(Problem("I01", whole.name, rule, action=action))
        parts.append(whole.with_derivatives(cutoff=cutoff, every=every))
    return joined_parts(parts)


@dataclass(frozen=True, eq=False)
class _Equations:
    """tau - tau_0 = W (theta - theta_0): rows, with the joint that each is of."""

    W: np.ndarray
    r: np.ndarray
    group: np.ndarray
    measured: np.ndarray


@dataclass(frozen=True, eq=False)
class _Identification:
    """Measured states of a system, and the numbers that are sought."""

    system: System
    follower: Follower
    data: Measured
    parameters: Sequence[Parameter]
    known: Mapping[str, float]
    seed: int
    closed: dict[int, np.ndarray] = field(default_factory=dict)

    @staticmethod
    def of(
        system: System,
        data: Measured,
        parameters: Sequence[Parameter],
        known: Mapping[str, float],
        start: Any,
        seed: int,
    ) -> _Identification:
        numbers = list(dict.fromkeys(p.owner for p in parameters if p.kind == NUMBER))
        for p in parameters:
            if p.kind == NUMBER:  # refused here where it could not be put back
                with_number(system.model, p.owner, {p.index: p.value})
        if numbers:
            system = system.compiled.variant(parameters=numbers)
        first = {j: float(x[0]) for j, x in data.q.items()}
        follower = Follower(system, list(data.q), start, first)
        for j in data.tau:
            follower.check_joints([j])
        return _Identification(system, follower, data, parameters, known, seed)

    @property
    def numbers(self) -> list[int]:
        """Places of numbers of the model among the parameters."""
        return [k for k, p in enumerate(self.parameters) if p.kind == NUMBER]

    @property
    def others(self) -> list[str]:
        """Joints whose rates are needed beside those that are measured."""
        owners = [p.owner for p in self.parameters if p.kind == JOINT]
        return list(dict.fromkeys((*self.data.tau, *owners)))

    def put(self, theta: np.ndarray) -> None:
        """Let the system have the values of numbers of the model."""
        if not self.numbers:
            return
        values: dict[str, Any] = {}
        for k in self.numbers:
            p = self.parameters[k]
            if p.owner not in values:
                values[p.owner] = np.array(self._own(p.owner), dtype=float)
            values[p.owner][p.index] = theta[k]
        given = {name: float(x) if not x.shape else x for name, x in values.items()}
        self.follower.put(given)

    def _own(self, full: str) -> np.ndarray:
        parameters = self.system.compiled.compiler.parameters
        return parameters.defaults[parameters.names.index(full)]

    def motion(self, data: Measured) -> Motion:
        """Return the motion of measured rows; loops are closed near where they were before."""
        led, u, udot = (
            np.stack([getattr(data, kind)[j] for j in self.follower.independent], axis=1)
            for kind in ("q", "v", "a")
        )
        before = self.closed.get(id(data))
        q = (
            self.follower.positions(led)
            if before is None
            else self.follower.closed_near(before, led)
        )
        if self.follower.closes:
            self.closed[id(data)] = q
        return self.follower.motion_of(q, u, udot, self.others)

    def efforts(self, motion: Motion, theta: np.ndarray) -> np.ndarray:
        """Return what is needed on the independent rates with values of numbers of joints."""
        found = motion.efforts.copy()
        for k, p in enumerate(self.parameters):
            if p.kind == JOINT and theta[k] != p.value:
                found += (
                    (theta[k] - p.value) * motion.share(p.owner) * joint_law(motion, p)[:, None]
                )
        return found

    def table(self, make: Any, theta: np.ndarray) -> tuple[Motion, np.ndarray]:
        """Return the motion that `make` yields, and W at theta with all its columns."""
        self.put(theta)
        motion = make()
        W = columns(self.follower, motion, self.parameters)
        for k in self.numbers:
            size = max(abs(theta[k]), self._usual(self.parameters[k]))
            h = DIFFERENCE * size
            total = np.zeros(motion.efforts.shape)
            for weight, step in ((1.0, -2.0), (-8.0, -1.0), (8.0, 1.0), (-1.0, 2.0)):
                moved = theta.copy()
                moved[k] += step * h
                self.put(moved)
                total += weight / (12.0 * h) * self.efforts(make(), moved)
            W[:, :, k] = total
        self.put(theta)
        return motion, W

    def _usual(self, p: Parameter) -> float:
        return self.follower.loops.length if p.unit == "m" else 1.0

    def equations(self, data: Measured, theta: np.ndarray) -> _Equations:
        """Return the equations of measured states about theta."""
        motion, W = self.table(lambda: self.motion(data), theta)
        tau = measured_efforts(motion, data)
        r, W = data.smooth_rows(tau - self._about(motion, theta)), data.smooth_rows(W)
        r, W, tau = (rows[:: data.every] for rows in (r, W, tau))
        known = np.isfinite(r)
        n, k = r.shape
        group = np.broadcast_to(np.arange(k), (n, k))
        return _Equations(W[known], r[known], group[known], tau[known])

    def _about(self, motion: Motion, theta: np.ndarray) -> np.ndarray:
        """Return the efforts at theta: of numbers of joints and of inertias by their columns."""
        found = self.efforts(motion, theta)
        first = np.array([p.value for p in self.parameters])
        inertial = [
            k for k, p in enumerate(self.parameters) if p.kind not in (JOINT, NUMBER)
            and theta[k] != first[k]
        ]  # fmt: skip
        if inertial:
            chosen = [self.parameters[k] for k in inertial]
            found = found + columns(self.follower, motion, chosen) @ (theta - first)[inertial]
        return found

    def base(self, theta: np.ndarray) -> BaseParameters:
        """Return what can be told at all, by random states."""
        independent = len(self.follower.independent)
        count = max(30, int(np.ceil(3.0 * len(self.parameters) / independent)))
        self.put(theta)
        rows = _spread(len(self.data.t), 10)
        led = np.stack([self.data.q[j][rows] for j in self.follower.independent], axis=1)
        near = self.follower.positions(led)
        q, u, udot = self.follower.walk(count, self.seed, near)
        joints = [p.owner for p in self.parameters if p.kind == JOINT]

        def make() -> Motion:
            led = self.follower.leading(q)
            return self.follower.motion_of(self.follower.near(q, led), u, udot, joints)

        _, W = self.table(make, theta)
        rows = W.reshape(-1, len(self.parameters))
        return base_of(self.system, rows, self.parameters)

    def solve(self, noise: Mapping[str, float], consistent: bool) -> Identified:
        """Return the result."""
        theta0 = np.array([p.value for p in self.parameters])
        base = self.base(theta0)
        theta = theta0.copy()
        groups = self.follower.independent
        given = np.array([float(noise.get(j, 0.0)) for j in groups])
        for j in noise:
            if j not in groups or not noise[j] > 0.0:
                rule = f"must be above zero, by joints that lead the motion: {', '.join(groups)}"
                raise ModelError(Problem("S02", f"noise '{j}'", rule, f"{noise[j]:.4g}"))
        first = self.equations(self.data, theta)
        fit = self._fit(first, base, groups, given)
        if self.numbers:
            theta, base, fit = self._after_iteration(theta, base, fit, groups, given)
        B = base.B
        beta0 = B @ theta0
        beta = B @ theta + fit.change
        loose = theta.copy()
        loose[list(base.base)] += fit.change
        notices = list(self.data.notices)
        if consistent:
            beta, zero = _without_signs(beta, fit, base, self.parameters)
            lost = [base.names[base.base[k]] for k in np.flatnonzero(~np.isfinite(fit.deviation))]
            cones = cones_of(self.parameters, self.known, fit.size, {*lost, *zero})
            rounding = 1e-9 * np.maximum(np.abs(beta), np.max(np.abs(beta)) * 1e-3)
            weight = np.linalg.pinv(fit.covariance + np.diag(rounding**2), hermitian=True)
            loose, _ = nearest_consistent(base, beta, weight, theta, cones)
            beta = B @ loose
            notices += _inconsistent(fit, beta - B @ theta - fit.change, base)
        if fit.unexcited:
            notices.append(_unexcited_notice(fit.unexcited))
        self.put(loose)
        motion = self.motion(self.data)
        predicted, tau = self._about(motion, loose), measured_efforts(motion, self.data)
        self.put(theta0)
        before = self._about(self.motion(self.data), theta0)
        agreement = Agreement.of(groups, self.data.t, tau, predicted, before)
        return Identified(
            self.system, tuple(self.parameters), loose, base, beta, beta0, fit.deviation,
            fit.covariance, fit.freedom, fit.condition, tuple(fit.unexcited), dict(self.known),
            agreement, None, tuple(notices),
        )  # fmt: skip

    def _fit(
        self, equations: _Equations, base: BaseParameters, groups: Sequence[str], given: np.ndarray
    ) -> _Fit:
        return _fit(equations, base, groups, given, self.parameters, self.data.independent)

    def _after_iteration(
        self,
        theta: np.ndarray,
        base: BaseParameters,
        fit: _Fit,
        groups: Sequence[str],
        given: np.ndarray,
    ) -> tuple[np.ndarray, BaseParameters, _Fit]:
        """Return theta about which the last step of Gauss and Newton is nearly nothing."""
        first = self.equations(self.data, theta)
        cost = float(np.sum((first.r / fit.sigma[first.group]) ** 2))
        for _ in range(STEPS):
            step = np.zeros(len(theta))
            step[list(base.base)] = fit.change
            part, tried = 1.0, None
            while part > 1e-6:
                try:
                    there = self.equations(self.data, theta + part * step)
                    tried = float(np.sum((there.r / fit.sigma[there.group]) ** 2))
                except ModelError:  # the loops do not close with such lengths
                    tried = None
                if tried is not None and tried <= cost * (1.0 + 1e-9):
                    break
                part *= 0.5
            if tried is None or part <= 1e-6:
                break
            theta = theta + part * step
            settled = cost - tried <= SETTLED * cost
            fit = self._fit(there, base, groups, given)
            cost = float(np.sum((there.r / fit.sigma[there.group]) ** 2))
            if settled or float(np.max(np.abs(fit.change) / fit.scale, initial=0.0)) < SETTLED:
                break
        return theta, self.base(theta), fit


@dataclass(frozen=True, eq=False)
class _Fit:
    """The change of base parameters, with its covariance; sigma: noise by joint."""

    change: np.ndarray
    covariance: np.ndarray
    deviation: np.ndarray
    sigma: np.ndarray
    freedom: int
    condition: float
    unexcited: list[str]
    scale: np.ndarray
    size: float


def _fit(
    equations: _Equations,
    base: BaseParameters,
    groups: Sequence[str],
    given: np.ndarray,
    parameters: Sequence[Parameter], independent: float,
) -> _Fit:  # fmt: skip
    """Return the base parameters by weighted least squares, with the noise that the fit leaves."""
    if not base.count:
        names = ", ".join(p.name for p in parameters[:6])
        rule = "do not change the measured efforts, whatever the motion"
        raise ModelError(Problem(NOTHING_SEEN, "by", rule, names))
    W, r = equations.W[:, list(base.base)], equations.r
    if len(r) < base.count + 1:
        rule = f"are too few: {base.count} base parameters are sought"
        action = "measure longer, or ask for fewer numbers"
        raise ModelError(
            Problem(NOTHING_SEEN, "measured efforts", rule, str(len(r)), action=action)
        )
    sizes = np.linalg.norm(W, axis=0)
    if not np.any(sizes > 0.0):
        names = ", ".join(base.combinations[:4])
        rule = "do not determine the parameters sought: the motion does not excite them"
        action = "move the joints, faster and further (`excite`)"
        raise ModelError(Problem(NOTHING_SEEN, "measured motions", rule, names, action=action))
    scale = np.where(sizes > 0.0, sizes, 1.0)
    scaled = W / scale
    unexcited = weak_directions(W, base.combinations, WEAK)
    counts = np.bincount(equations.group, minlength=len(groups))
    size = np.array(
        [np.sqrt(np.mean(equations.measured[equations.group == g] ** 2)) if counts[g] else 1.0
         for g in range(len(groups))]
    )  # fmt: skip
    sigma = np.where(given > 0.0, given, np.maximum(size, FLOOR))
    if not np.any(given > 0.0):
        sigma = np.full(len(groups), float(np.mean(size)) or 1.0)
    share = base.count / len(r)
    change = np.zeros(base.count)
    for _ in range(WEIGHINGS):
        weight = 1.0 / sigma[equations.group]
        U, s, Vt = np.linalg.svd(scaled * weight[:, None], full_matrices=False)
        kept = s > 1e-2 * WEAK * s[0]
        x = Vt[kept].T @ ((U[:, kept].T @ (weight * r)) / s[kept])
        left = r - scaled @ x
        change = x / scale
        for g in range(len(groups)):
            own = left[equations.group == g]
            if given[g] <= 0.0 and len(own):
                spread = np.sqrt(own @ own / max(len(own) * (1.0 - share), 1.0))
                sigma[g] = max(float(spread), FLOOR * max(float(size[g]), 1e-12))
    weight = 1.0 / sigma[equations.group]
    _, s, Vt = np.linalg.svd(scaled * weight[:, None], full_matrices=False)
    kept = s > 1e-2 * WEAK * s[0]
    factor = Vt[kept].T / s[kept] / scale[:, None]
    covariance = factor @ factor.T / independent  # filtered rows tell less than their number
    deviation = np.sqrt(np.diag(covariance))
    lost = np.sqrt(np.sum(Vt[~kept] ** 2, axis=0)) > 0.1
    deviation = np.where(lost, np.inf, deviation)
    bare = np.linalg.svd(scaled, compute_uv=False)
    condition = float(bare[0] / bare[-1]) if bare[-1] > 0.0 else float("inf")
    freedom = max(int(independent * len(r)) - base.count, 1)
    return _Fit(
        change, covariance, deviation, sigma, freedom, condition, unexcited, 1.0 / scale,
        float(np.max(size)) or 1.0,
    )  # fmt: skip


def _without_signs(
    beta: np.ndarray, fit: _Fit, base: BaseParameters, parameters: Sequence[Parameter]
) -> tuple[np.ndarray, list[str]]:
    """Return base parameters without friction, stiffness or rotors below zero; and which are zero.

    The worst one is set to zero, the others follow along their covariance, until none is left:
    least squares with these numbers at their bounds.
    """
    beta, C = beta.copy(), fit.covariance.copy()
    alone = np.array(base.alone)
    signed = [
        k
        for k in range(base.count)
        if alone[k] and parameters[base.base[k]].positive and np.isfinite(fit.deviation[k])
    ]
    zero: list[int] = []
    while True:
        left = [k for k in signed if k not in zero and beta[k] <= 0.0]
        if not left:
            return beta, [base.names[base.base[k]] for k in zero]
        k = min(left, key=lambda k: beta[k] / max(float(fit.deviation[k]), 1e-300))
        if C[k, k] > 0.0:
            beta -= C[:, k] * (beta[k] / C[k, k])
            C -= np.outer(C[:, k], C[k]) / C[k, k]
        beta[k] = 0.0
        zero.append(k)


def measured_efforts(motion: Motion, data: Measured) -> np.ndarray:
    """Return V^T E^T tau: measured efforts on the independent rates, NaN where one is unknown."""
    found = np.zeros((len(motion), motion.V.shape[2]))
    for joint, tau in data.tau.items():
        share = motion.share(joint)
        with np.errstate(invalid="ignore"):
            product = share * tau[:, None]
        unknown = ~np.isfinite(tau)[:, None] & (np.abs(share) > 1e-12)
        found += np.where(unknown, np.nan, np.nan_to_num(product))
    return found


def _agreement(found: Identified, problem: _Identification, data: Measured) -> Agreement:
    """Return how well efforts of other measurements are predicted."""
    problem.put(found.values)
    motion = problem.motion(data)
    predicted = problem._about(motion, found.values)
    first = np.array([p.value for p in problem.parameters])
    problem.put(first)
    before = problem._about(problem.motion(data), first)
    tau = measured_efforts(motion, data)
    return Agreement.of(problem.follower.independent, data.t, tau, predicted, before)


def base_of(system: System, rows: np.ndarray, parameters: Sequence[Parameter]) -> BaseParameters:
    """Return the base parameters of columns, named as the tree of a system suggests."""
    axes = _axes(system)
    order = [inertia_order(p, axes) for p in parameters]
    return base_parameters(rows, [p.name for p in parameters], [p.unit for p in parameters], order)


def _axes(system: System) -> dict[str, tuple[int, int]]:
    """Return by body how many joints it is from ground, and the axis nearest to its joint's."""
    found: dict[str, tuple[int, int]] = {}
    for k, branch in enumerate(system.topology.branches):
        joint = branch.joint
        pose = joint.on_parent if branch.reversed else joint.on_child
        axis = np.array(pose.rotation)[:, 2]
        found[branch.outboard] = (k, int(np.argmax(np.abs(axis))))
    return found


def _spread(count: int, most: int) -> np.ndarray:
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(int))


def _unexcited_notice(names: Sequence[str]) -> Problem:
    shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return Problem(
        UNEXCITED, "measured motions", f"do not excite {shown}: they stay near the model's values",
        cause="joints that stood still, moved alone, or always moved in the same proportion",
        action="measure other motions; `excite` finds good ones", severity="warning",
    )  # fmt: skip


def _inconsistent(fit: _Fit, off: np.ndarray, base: BaseParameters) -> list[Problem]:
    part = np.abs(off) / np.where(fit.deviation > 0.0, fit.deviation, 1.0)
    k = int(np.argmax(part))
    if part[k] < TOLD:
        return []
    found = Problem(
        INCONSISTENT, "measured efforts",
        "fit best with inertias that no body has; the nearest that bodies can have are taken: "
        f"{base.names[base.base[k]]} is moved by {part[k]:.3g} standard deviations",
        cause="noise, friction of another law, wrong lengths, or a joint whose effort is scaled",
        action="look at the plot of efforts; where it is good nothing need be done",
        severity="warning",
    )  # fmt: skip
    return [found]
