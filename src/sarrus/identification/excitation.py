"""Motions that show what is to be identified: Fourier series, best conditioned within limits.

Each measured joint moves by

    q = c + alpha sum_l (a_l sin(l w t) - b_l cos(l w t))/(l w),   w = 2 pi/period,

periodic, so that it can be repeated and averaged, and known with its derivatives to the last digit
(Swevers et al. 1997). sum a_l = 0 and sum l b_l = 0 let it begin at rest. alpha is the largest with
which the joint stays within its limits, and c lies where it fits. The coefficients minimize

    1/2 log (tr(W^T W) tr((W^T W)^-1))

of the columns of the base parameters, each scaled to length 1: a smooth bound of the condition
number. Efforts above their limits, and positions at which loops do not
close, cost so much that the motion turns back from them.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.identification.base import BaseParameters
from sarrus.identification.estimation import base_of
from sarrus.identification.measured import Measured
from sarrus.identification.motion import Follower, Motion
from sarrus.identification.parameters import JOINT, Parameter, columns, parameters_of
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.robotics.limits import JointLimits
from sarrus.system import System
from sarrus.system.analysis.matrices import inertia_parameters
from sarrus.system.checks import check_positive

NO_MOTION = "I05"
"""Limits within which no motion excites anything."""
MARGIN = 0.98
"""Part of limits that is used."""
GRID = 8
"""Instants for each harmonic in a period while the search goes on."""
STRICT = 1e3
"""Cost of the square of the part by which an effort is above its limit."""
FAR = 60.0
"""Cost of a motion that cannot be followed."""
SHRINKS = 40


@dataclass(frozen=True, eq=False, repr=False)
class Excitation:
    """Periodic motions of joints for identification, and how well they are conditioned.

    laws: formulas by coordinate, for `System.drive` and the section `drives` of model files;
    measured: a period of the motion with the efforts of the model, as it would be measured;
    condition: of the scaled columns; random: of random motions within the same limits, of which
    the best and the median are told; within: the largest part of each limit that is used.
    """

    system: System
    period: float
    joints: tuple[str, ...]
    center: np.ndarray
    sine: np.ndarray
    cosine: np.ndarray
    base: BaseParameters
    condition: float
    random: tuple[float, float]
    within: Mapping[str, float]
    rate: float

    @property
    def laws(self) -> dict[str, str]:
        """The motions as formulas of t by coordinate: {"A.angle": "0.1 + 0.2*sin(...)"}."""
        found = {}
        w = 2.0 * np.pi / self.period
        for k, joint in enumerate(self.joints):
            text = f"{self.center[k]:.9g}"
            for n, (a, b) in enumerate(zip(self.sine[k], self.cosine[k], strict=True), 1):
                text += f" {a:+.9g}*sin({n * w:.12g}*t) {b:+.9g}*cos({n * w:.12g}*t)"
            coordinate = self.system.model.joint(joint).coordinate_names[0]
            found[coordinate] = text.replace(" +", " + ").replace(" -", " - ")
        return found

    def positions(self, t: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return positions, rates and accelerations of the joints at times, (n, joints) each."""
        return _series(np.asarray(t, dtype=float), self.period, self.center, self.sine, self.cosine)

    @cached_property
    def measured(self) -> Measured:
        """One period, as it would be measured, with the efforts that the model needs."""
        t = np.arange(0.0, self.period, 1.0 / self.rate)
        q, v, a = self.positions(t)
        follower = Follower(
            self.system, self.joints, None, dict(zip(self.joints, q[0], strict=True))
        )
        motion = follower.motion_of(follower.positions(q), v, a)
        tau = motion.efforts
        return Measured(
            t, dict(zip(self.joints, q.T, strict=True)), v=dict(zip(self.joints, v.T, strict=True)),
            a=dict(zip(self.joints, a.T, strict=True)),
            tau=dict(zip(self.joints, tau.T, strict=True)), name="excitation",
        )  # fmt: skip

    def __repr__(self) -> str:
        best, middle = self.random
        used = ", ".join(f"{name} {100 * part:.3g} %" for name, part in self.within.items())
        return (
            f"<Excitation: {self.base.count} base parameters, {self.period:g} s, condition "
            f"{self.condition:.4g}; random motions: best {best:.4g}, median {middle:.4g}>\n"
            f"  used of the limits: {used or 'none given'}"
        )

    def to_csv(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write a period of positions, rates and accelerations, with names and units.

        Example:
            motion.to_csv("excitation.csv")
        """
        from sarrus.storage.new_file import write_text

        data, model = self.measured, self.system.model
        heads, rows = ["t [s]"], [data.t]
        for joint in self.joints:
            unit = model.joint(joint).type.coordinates[0].unit
            names = (model.joint(joint).coordinate_names[0], model.joint(joint).velocity_names[0])
            heads += [f"{names[0]} [{unit}]", f"{names[1]} [{unit}/s]"]
            heads += [f"{names[0]}_acceleration [{unit}/s^2]"]
            rows += [data.q[joint], data.v[joint], data.a[joint]]
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(heads)
        table.writerows([f"{x:.12g}" for x in row] for row in np.array(rows).T)
        write_text(os.fspath(path), out.getvalue(), overwrite=overwrite)

    def plot(self, *, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a Figure of positions, rates, accelerations and efforts over a period.

        Example:
            motion.plot(path="excitation.png")
        """
        from sarrus.results.plots.identification import excitation_plot

        return excitation_plot(self, path=path)


def _series(
    t: np.ndarray, period: float, center: np.ndarray, sine: np.ndarray, cosine: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n = np.arange(1, sine.shape[1] + 1)
    w = 2.0 * np.pi / period * n
    S, C = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q = center + S @ sine.T + C @ cosine.T
    v = (C * w) @ sine.T - (S * w) @ cosine.T
    return q, v, -(S * w**2) @ sine.T - (C * w**2) @ cosine.T


@with_checks
def excite(
    system: System | Model,
    *,
    by: Sequence[str] | str = ("inertia", "friction"),
    joints: Sequence[str] | None = None,
    limits: Mapping[str, JointLimits] | None = None,
    period: float = 10.0,
    harmonics: int = 5,
    rate: float = 100.0,
    start: Any = None,
    starts: int = 8,
    rounds: int = 15,
    seed: int = 0,
) -> Excitation:
    """Return periodic motions of the drives that are well conditioned for an identification.

    by: what will be identified, as for `identify`. joints: those that are driven, by default all
    of an open chain. limits: by joint, on top of those of the model: position, speed, acceleration
    and torque are kept. period [s] and harmonics of the Fourier series; rate: samples per second of
    `measured`. start: q near which loops are closed. starts: random motions, the best of which is
    improved by `rounds` steps of a quasi-Newton method.

    Example:
        motion = excite(arm, limits={"A": JointLimits(position=(-1, 1), speed=2, acceleration=8)})
    """
    check_positive(period=period, rate=rate)
    compiled = system if isinstance(system, System) else system.compile(kernels=())
    drives = list(joints) if joints is not None else drives_of(compiled)
    if harmonics < 2:
        raise ModelError(Problem("S02", "harmonics", "must be at least 2", str(harmonics)))
    known = inertia_parameters(compiled)
    follower = Follower(compiled, drives, start)
    for k in [p for p in parameters_of(compiled.model, by, drives, known) if p.kind == "number"]:
        rule = "is a number whose column depends on its value; excite for the others"
        raise ModelError(Problem("M09", f"by '{k.name}'", rule))
    search = _Search.of(follower, parameters_of(compiled.model, by, drives, known), limits or {},
                        period, harmonics, seed)  # fmt: skip
    return search.best(max(starts, 1), rounds, rate)


def drives_of(system: System) -> list[str]:
    """Return the joints of an open chain that have drives; refuse other mechanisms."""
    from sarrus.robotics.workplace import Workplace

    found = list(Workplace(system).drives)
    if not found:
        names = ", ".join(j.name for j in system.model.joints if j.type.nv == 1)
        rule = "has loops, or joints of several coordinates: it must be said which are driven"
        action = f"give joints=[...], some of {names}"
        raise ModelError(Problem(NO_MOTION, f"model '{system.model.name}'", rule, action=action))
    return found


@dataclass(frozen=True, eq=False)
class _Search:
    """A search for motions of a follower's joints within limits."""

    follower: Follower
    parameters: Sequence[Parameter]
    base: BaseParameters
    low: np.ndarray
    high: np.ndarray
    speed: np.ndarray
    acceleration: np.ndarray
    effort: np.ndarray
    period: float
    harmonics: int
    seed: int

    @staticmethod
    def of(
        follower: Follower, parameters: Sequence[Parameter], given: Mapping[str, JointLimits],
        period: float, harmonics: int, seed: int,
    ) -> _Search:  # fmt: skip
        model = follower.system.model
        for joint in given:
            if joint not in follower.joints:
                rule = f"is not among the joints that move: {', '.join(follower.joints)}"
                raise ModelError(Problem("M09", f"limits of '{joint}'", rule))
        found = [
            given.get(j, JointLimits()).over(JointLimits.of(model.joint(j)))
            for j in follower.independent
        ]
        low, high = follower.ranges()
        for k, limits in enumerate(found):
            if limits.position is not None:
                low[k], high[k] = limits.position
            elif follower.closes and not model.joint(follower.independent[k]).limits:
                rule = "needs a range: how far the loops let it move is not known"
                action = f"give limits={{'{follower.independent[k]}': JointLimits(position=(...))}}"
                raise ModelError(
                    Problem(NO_MOTION, f"joint '{follower.independent[k]}'", rule, action=action)
                )

        def bound(name: str) -> np.ndarray:
            return np.array(
                [np.inf if getattr(x, name) is None else getattr(x, name) for x in found]
            )

        near = follower.start[None]
        q, u, udot = follower.walk(_count(parameters, follower), seed, near)
        owners = [p.owner for p in parameters if p.kind == JOINT]
        W = columns(follower, follower.motion_of(q, u, udot, owners), parameters)
        rows = W.reshape(-1, len(parameters))
        base = base_of(follower.system, rows, parameters)
        speed = bound("speed")
        if not np.all(np.isfinite(speed) | np.isfinite(bound("acceleration"))):
            k = int(np.argmin(np.isfinite(speed)))
            rule = "has neither a speed nor an acceleration limit: the search would have no bound"
            action = "give both limits of the machine"
            raise ModelError(
                Problem(NO_MOTION, f"joint '{follower.independent[k]}'", rule, action=action)
            )
        return _Search(
            follower, parameters, base, low, high, speed, bound("acceleration"),
            bound("torque"), period, harmonics, seed,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """Numbers of a motion: for each joint two less for each harmonic, and where it lies."""
        return len(self.follower.independent) * (2 * self.harmonics - 1)

    def coefficients(self, x: np.ndarray, shrink: float = 1.0) -> tuple[np.ndarray, ...]:
        """Return center, sines and cosines of the motions, as large as limits allow."""
        H, n = self.harmonics, len(self.follower.independent)
        rows = x.reshape(n, 2 * H - 1)
        a = np.concatenate([rows[:, : H - 1], -np.sum(rows[:, : H - 1], axis=1, keepdims=True)], 1)
        l = np.arange(1, H + 1)
        b = rows[:, H - 1 : 2 * H - 2]
        b = np.concatenate([b, -(b @ l[:-1])[:, None] / H], axis=1)
        w = 2.0 * np.pi / self.period * l
        sine, cosine = a / w, -b / w
        t = np.linspace(0.0, self.period, 40 * H, endpoint=False)
        q, v, acc = _series(t, self.period, np.zeros(n), sine, cosine)
        top, bottom = np.max(q, axis=0), np.min(q, axis=0)
        width = np.maximum(top - bottom, 1e-12)
        with np.errstate(divide="ignore"):
            scale = np.minimum(
                (self.high - self.low) / width,
                np.minimum(
                    self.speed / np.max(np.abs(v), axis=0),
                    self.acceleration / np.max(np.abs(acc), axis=0),
                ),
            )
        scale = MARGIN * shrink * scale
        room = np.maximum(self.high - self.low - scale * width, 0.0)
        place = 0.5 + 0.5 * shrink * np.tanh(rows[:, -1])
        center = self.low + room * place - scale * bottom
        if self.follower.closes:  # shrinking goes to where the mechanism is drawn
            now = np.clip(self.follower.leading(self.follower.start[None])[0], self.low, self.high)
            middle = center + scale * 0.5 * (top + bottom)
            center = center + (1.0 - shrink) * (now - middle)
        return center, scale[:, None] * sine, scale[:, None] * cosine

    def motion(self, x: np.ndarray, count: int, shrink: float = 1.0) -> Motion:
        """Return the motion of the mechanism at some instants of the period."""
        t = np.linspace(0.0, self.period, count, endpoint=False)
        q, v, a = _series(t, self.period, *self.coefficients(x, shrink))
        owners = [p.owner for p in self.parameters if p.kind == JOINT]
        return self.follower.motion_of(self.follower.positions(q), v, a, owners)

    def singular_values(self, motion: Motion) -> np.ndarray:
        """Return those of the columns of the base parameters, scaled to length 1."""
        W = columns(self.follower, motion, [self.parameters[k] for k in self.base.base])
        rows = W.reshape(-1, self.base.count)
        sizes = np.maximum(np.linalg.norm(rows, axis=0), 1e-300)
        return np.linalg.svd(rows / sizes, compute_uv=False)

    def cost(self, x: np.ndarray, count: int, shrink: float) -> float:
        """Return the logarithm of the condition, and what too large efforts cost."""
        try:
            motion = self.motion(x, count, shrink)
        except ModelError:
            return FAR
        s = np.maximum(self.singular_values(motion), 1e-12)
        over = np.maximum(np.abs(motion.efforts) / (MARGIN * self.effort) - 1.0, 0.0)
        stretched = max(0.0, float(np.log10(np.max(np.abs(motion.V)) / 1e3)))
        condition = 0.5 * float(np.log(np.sum(s**2) * np.sum(s**-2.0)))
        return min(condition + STRICT * float(np.mean(over**2)) + STRICT * stretched, FAR)

    def best(self, starts: int, rounds: int, rate: float) -> Excitation:
        """Return the best motion that is found."""
        from scipy.optimize import minimize

        rng = np.random.default_rng(self.seed)
        count = max(
            GRID * self.harmonics, 2 * self.base.count // len(self.follower.independent) + 4
        )
        tried = [0.5 * rng.standard_normal(self.size) for _ in range(starts)]
        sizes = [self._shrink(x, count) for x in tried]
        costs = [self.cost(x, count, size) for x, size in zip(tried, sizes, strict=True)]
        k = int(np.argmin(costs))
        x, size = tried[k], sizes[k]
        if rounds:
            found = minimize(
                self.cost, x, args=(count, size), method="L-BFGS-B",
                options={"maxiter": rounds, "eps": 1e-5},
            )  # fmt: skip
            x = found.x if found.fun < costs[k] else x
        many = max(4 * count, 200)
        final = [self._shrink(y, many, part) for y, part in zip(tried, sizes, strict=True)]
        random = [self._condition(y, many, part) for y, part in zip(tried, final, strict=True)]
        shrink = self._shrink(x, many, size)
        if self._condition(x, many, shrink) > min(random):  # the bound is none of the least
            k = int(np.argmin(random))
            x, shrink = tried[k], final[k]
        random.sort()
        motion = self.motion(x, many, shrink)
        center, sine, cosine = self.coefficients(x, shrink)
        s = self.singular_values(motion)
        return Excitation(
            self.follower.system, self.period, self.follower.independent, center, sine, cosine,
            self.base, float(s[0] / s[-1]), (random[0], random[len(random) // 2]),
            self._within(motion, center, sine, cosine), rate,
        )  # fmt: skip

    def _condition(self, x: np.ndarray, count: int, shrink: float) -> float:
        s = self.singular_values(self.motion(x, count, shrink))
        return float(s[0] / max(s[-1], 1e-300))

    def _shrink(self, x: np.ndarray, count: int, shrink: float = 1.0) -> float:
        """Return by how much a motion has to be smaller to keep all limits at many instants."""
        for _ in range(SHRINKS):
            try:
                motion = self.motion(x, count, shrink)
                if np.all(np.abs(motion.efforts) <= self.effort):
                    return shrink
                reason = "of effort"
            except ModelError:
                reason = "within which the loops close"
            shrink *= 0.85
        names = ", ".join(self.follower.independent)
        rule = f"leave no motion within the limits {reason}, however small"
        action = "move the ranges, or raise the limits of torque above what gravity takes"
        raise ModelError(Problem(NO_MOTION, f"limits of {names}", rule, action=action))

    def _within(
        self, motion: Motion, center: np.ndarray, sine: np.ndarray, cosine: np.ndarray
    ) -> dict[str, float]:
        t = np.linspace(0.0, self.period, 2000)
        q, v, a = _series(t, self.period, center, sine, cosine)
        reach = np.max(np.abs(q - 0.5 * (self.low + self.high)), axis=0)
        parts = {
            "position": np.max(reach / (0.5 * (self.high - self.low))),
            "speed": np.max(np.max(np.abs(v), axis=0) / self.speed),
            "acceleration": np.max(np.max(np.abs(a), axis=0) / self.acceleration),
            "torque": np.max(np.abs(motion.efforts) / self.effort),
        }
        return {name: float(part) for name, part in parts.items() if part > 0.0}


def _count(parameters: Sequence[Parameter], follower: Follower) -> int:
    return max(30, int(np.ceil(3.0 * len(parameters) / len(follower.independent))))
