"""Fastest motions along a path, under limits of joints, drives' friction and of the tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.model.mass_properties import MassProperties
from sarrus.robotics.limits import OVER, JointLimits, rounding_of
from sarrus.robotics.motors import Drive, Motor
from sarrus.robotics.path_timing.law import FastestLaw, duration_of
from sarrus.robotics.path_timing.motor_rows import Row, motor_rows, motor_use
from sarrus.robotics.path_timing.path_dynamics import PathDynamics, Quantity, path_dynamics
from sarrus.robotics.path_timing.reachability import Profile, Rows, fastest_profile
from sarrus.robotics.path_timing.unit_path import Path, quintic_joints, unit_path
from sarrus.robotics.plant import Friction
from sarrus.robotics.report_plots import Line, Plot
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import EFFORT
from sarrus.robotics.trajectory.checking import LIMIT, positive
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.limits import PathLimits
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.trajectory.steps import Move
from sarrus.robotics.workplace import Workplace
from sarrus.system import System

FIRST, LAST = 100, 12800
"""Intervals of the first and of the finest grid."""
ROUNDS = 60
"""Most programmes that are solved on a grid until friction, power and reactions are met."""
FLOOR = 1e-8
"""Below this part of the largest x, square roots are followed by their tangents there."""
BETWEEN = 0.6
"""By how much limits are exceeded between stations, over that on half as many; 1/4 if smooth."""
LEAST = 1e-6
"""By how much limits are made smaller in any case, so that rounding does not exceed them."""
CAREFUL = (1.0, 1e-3, 1e-6)
"""Parts of the frictionless x from which programmes with friction begin, until one is possible."""
FORM = 1e-6
"""By how much efforts may miss the form of `path_dynamics`, over their size, without a notice."""

MOTORS = 1e-3
"""By how much motors may be used too much, over what they can give, without a notice."""
ROTORS, DOUBLE = "D41", "W65"
"""Drives of which only a part is known here; a rotor that counts twice."""


@dataclass(frozen=True, eq=False, repr=False)
class FastestMotion:
    """The fastest motion along a path.

    duration [s]; motion: a move like others, of joints or of a pose; error [s]: how far the
    duration may be from that of infinitely many stations, by those of a grid with half as many.
    h, x, u: stations, squares of dh/dt there, and d2h/dt2 between them; dynamics: of the path.
    shares: which limits decide for which part of the time, by their names. notices: what the
    equations do not hold of.
    """

    work: Workplace
    path: Path
    motion: Path
    law: FastestLaw
    error: float
    x: np.ndarray
    u: np.ndarray
    dynamics: PathDynamics
    shares: Mapping[str, float]
    notices: tuple[Problem, ...] = ()

    @property
    def duration(self) -> float:
        """The time that the motion takes [s]."""
        return self.law.duration

    @property
    def h(self) -> np.ndarray:
        """The stations of the path, from 0 to 1."""
        return self.dynamics.h

    @property
    def t(self) -> np.ndarray:
        """When the stations are passed [s]."""
        return self.law.times

    @cached_property
    def efforts(self) -> tuple[np.ndarray, np.ndarray]:
        """Efforts of the drives [N m or N] at the start and at the end of each interval.

        With friction of gears; rows over intervals.
        """
        e, x, u = self.dynamics.efforts, self.x, self.u
        first = Quantity(e.a[:-1], e.b[:-1], e.d[:-1], e.g[:-1]).at(x[:-1], u)
        return first, Quantity(e.a[1:], e.b[1:], e.d[1:], e.g[1:]).at(x[1:], u)

    @cached_property
    def joint_motion(self) -> JointMove:
        """The motion of the drives: itself, or quintics through all stations of a led frame."""
        if isinstance(self.motion, JointMove):
            return self.motion
        known, x, u = self.dynamics, self.x[:, None], self.u
        after, before = (
            known.rate * side[:, None] + known.curvature * x
            for side in (np.append(u, u[-1]), np.append(u[0], u))
        )
        rate = known.rate * np.sqrt(x)
        return quintic_joints(self.t, known.drives, rate, after, before, self.work.drives)

    def task(self, name: str = "") -> Task:
        """Return the motion as a task: its result, limits, drives, reports and control."""
        w = self.work
        return Task(
            w.robot, Sequence([Move(self.motion, "fastest")]), base=w.base, tool=w.tool,
            frame=w.frame, grip=w.grip, start=w.start, name=name or w.name, driven=w.driven,
            follow=w.follow, goal=w.goal, fastest=(("fastest", self),),
        )  # fmt: skip

    @property
    def plots(self) -> list[Plot]:
        """The efforts over time, and the rate along the path over the way."""
        t = np.repeat(self.t, 2)[1:-1]
        plots = []
        both = np.stack(self.efforts, axis=1)
        for unit in dict.fromkeys(self.work.units.values()):
            lines = [
                Line(name, t, both[:, :, k].ravel())
                for k, (name, own) in enumerate(self.work.units.items())
                if own == unit
            ]
            what = "torque" if unit == "rad" else "force"
            label = f"{what} [{EFFORT[unit]}]"
            plots.append(Plot(f"Joint {what}s", "time [s]", label, lines))
        line = Line("dh/dt", self.h, np.sqrt(self.x))
        plots.append(Plot("Rate along the path", "share of the way", "rate [1/s]", [line]))
        return plots

    def plot(self, **how: Any) -> Any:
        """Return a Figure of efforts and rate; path: a file that it is written to.

        Example:
            found.plot(path="fastest.png")
        """
        from sarrus.results.plots.tasks import plots_figure

        return plots_figure(self.plots, **how)

    def __repr__(self) -> str:
        return f"<FastestMotion '{self.work.title}': {self.duration:.6g} s>"

    def __str__(self) -> str:
        said = sorted(self.shares.items(), key=lambda item: -item[1])
        parts = [f"{name} for {100.0 * share:.3g} % of the time" for name, share in said[:6]]
        lines = [
            f"fastest motion of '{self.work.title}': {self.duration:.6g} s, by grids within "
            f"{self.error:.2g} s",
            f"  it is decided by {', '.join(parts)}",
            *(f"  {notice}" for notice in self.notices),
        ]
        return "\n".join(lines)


@with_checks
def fastest(
    robot: Workplace | Model | System,
    path: Any,
    limits: Mapping[str, JointLimits] | None = None,
    *,
    friction: Mapping[str, Friction] | None = None,
    drives: Mapping[str, Drive | Motor] | None = None,
    tool: PathLimits | None = None,
    payload: MassProperties | None = None,
    tolerance: float = 1e-3,
) -> FastestMotion:
    """Return the fastest motion along a path, from rest to rest, that keeps all limits.

    robot: a workplace, which says where a robot stands, which joints have drives (`driven`, with
    loops) and which frame is led; or a model or system. path: a move of joints or of a pose, whose
    own time does not matter, or rows of joints, through which a spline runs. limits: by joint, on
    top of those of the model: speed, acceleration, torque, power, and force and moment of the
    reaction of any joint. friction: of gears, by joint. drives: motors, with or without gears, by
    joint: what torque they can give at the speed that they have, driving and braking, their
    own rotors and what gears lose; highest speeds, and the peak torque of gears. tool: speeds and
    accelerations of the led frame. payload: what is held. tolerance: of the duration, over its
    size, by which the grid is refined.

    Friction proportional to the rate, powers and reactions are met by a sequence of linear
    programmes, each of which follows them by tangents at the motion before.

    Example:
        limits = {f"q{k}": robotics.JointLimits(torque=60.0, speed=3.0) for k in range(1, 7)}
        found = robotics.fastest(arm, [[0.0] * 6, [0.5, -0.6, 0.4, 0, 0.3, 0]], limits)
    """
    work = robot if isinstance(robot, Workplace) else Workplace(robot)
    motors = {k: Drive(d) if isinstance(d, Motor) else d for k, d in (drives or {}).items()}
    whole = unit_path(path)
    asked = _Asked(work, whole, dict(limits or {}), dict(friction or {}), motors, tool, payload)
    asked.check(positive("fastest / tolerance", tolerance, ""))
    n, before = FIRST, None
    while True:
        h = asked.stations(n)
        found = asked.solution(h, before, 0.05 * tolerance)
        T = duration_of(h, found.x)
        if before is not None:
            error, excess = abs(T - before[3]), asked.excess(*before[:3])
            if max(error / T, BETWEEN * excess) <= tolerance or n >= LAST:
                return asked.with_reserve(h, found, BETWEEN * excess, error, tolerance)
        before = (h, found.x, found.u, T)
        n *= 2


class _Asked:
    """A path with its limits, on any grid."""

    def __init__(
        self,
        work: Workplace,
        path: Path,
        limits: dict[str, JointLimits],
        friction: dict[str, Friction],
        motors: dict[str, Drive],
        tool: PathLimits | None,
        payload: MassProperties | None,
    ) -> None:
        self.work, self.path, self.given, self.friction = work, path, limits, friction
        self.motors, self.tool = motors, tool
        self.system = work.with_payload(payload)
        self.joints = {joint.name: joint for joint in work.model.joints}
        self._known: PathDynamics
        self._tool_at: tuple[PathDynamics, np.ndarray, np.ndarray] | None = None
        self.cuts: dict[tuple[str, str], list[np.ndarray]] = {}
        self.reserve = 0.0

    @cached_property
    def limits(self) -> list[JointLimits]:
        """The limits of the drives, in their order."""
        own = {n: self.given.get(n, JointLimits()) for n in self.work.drives}
        known = {n: own[n].over(JointLimits.of(self.joints[n])) for n in self.work.drives}
        return [_within_drive(limits, self.motors.get(n)) for n, limits in known.items()]

    @cached_property
    def reacting(self) -> tuple[str, ...]:
        """The joints whose reactions are limited."""
        return tuple(n for n, own in self.given.items() if own.force or own.moment)

    def check(self, tolerance: float) -> None:
        """Refuse names of no joints, limits that leave the motion open, and what cannot be."""
        problems = []
        names = self.work.drives
        for name, own in self.given.items():
            of_drives = [own.speed, own.acceleration, own.torque, own.power, own.position]
            if name not in self.joints:
                problems.append(_unknown("limits", name, list(self.joints)))
            elif name not in names and any(value is not None for value in of_drives):
                rule = "has no drive: only force and moment of its reaction can be limited"
                problems.append(Problem(LIMIT, f"fastest / limits / '{name}'", rule))
        problems += [_unknown("friction", n, list(names)) for n in self.friction if n not in names]
        problems += self._problems_of_motors()
        if tolerance >= 1.0:
            problems.append(
                Problem(LIMIT, "fastest / tolerance", "must be below 1", str(tolerance))
            )
        if isinstance(self.path, JointMove) and names and len(self.path) != len(names):
            rule = f"must have {len(names)} numbers in a row: {', '.join(names)}"
            problems.append(Problem(LIMIT, "fastest / path", rule, f"{len(self.path)} are given"))
        zero = [
            Problem(LIMIT, f"fastest / limits / '{name}' / {kind}", "is 0: nothing can move")
            for name, own in self.given.items()
            for kind in ("speed", "acceleration", "torque", "power", "force", "moment")
            if getattr(own, kind) == 0.0
        ]
        problems += zero
        if problems:
            raise ModelError(problems)
        bounded = any(
            own.acceleration is not None or own.torque is not None or name in self.motors
            for name, own in zip(names, self.limits, strict=True)
        ) or (self.tool is not None and self.tool.acceleration is not None)
        if not bounded and not self.reacting:
            rule = "leave the motion open: nothing limits how quickly it gathers speed"
            action = "give a torque or an acceleration of the joints, {'name': JointLimits(...)}"
            raise ModelError(Problem(LIMIT, "fastest / limits", rule, action=action))

    def _problems_of_motors(self) -> list[Problem]:
        """Return what is wrong with the drives, by their joints."""
        found, units = [], self.work.units
        for name, drive in self.motors.items():
            if name not in units:
                found.append(_unknown("drives", name, list(units)))
                continue
            try:
                drive.check_joint(name, units[name])
            except ModelError as error:
                found += error.problems
            if drive.gyroscopic:
                rule = "has gyroscopic moments, which fastest motions do not know"
                action = "give gyroscopic=False, and check the motion with robotics.DriveCheck"
                where = f"fastest / drives / '{name}'"
                found.append(Problem(ROTORS, where, rule, drive.name, action=action))
        return found

    def stations(self, n: int) -> np.ndarray:
        """Return n intervals, closer at the ends, where rates are low, and the knots of the path.

        So the square root of x grows evenly where the motion starts.
        """
        even = 0.5 - 0.5 * np.cos(np.pi * np.arange(n + 1) / n)
        knots = np.array([k for k in self.path.knots if 0.0 < k < 1.0])
        free = np.all(np.abs(even[:, None] - knots) > 0.2 / n**2, axis=1)
        free[[0, -1]] = True
        return np.sort(np.concatenate([even[free], knots]))

    # --- one grid ---------------------------------------------------------------------------------

    def solution(self, h: np.ndarray, before: Any, tolerance: float) -> Profile:
        """Return the fastest profile on a grid."""
        speeds = np.array([np.inf if own.speed is None else own.speed for own in self.limits])
        self._known = path_dynamics(
            self.work, self.path, h, self.system, self.friction, speeds, self.reacting
        )
        self.cuts = {}
        self._check_positions()
        self._check_rest()
        start = None if before is None else np.interp(h, before[0], before[1])
        curved = self._is_curved
        if start is None or not curved:
            first = fastest_profile(h, self.rows(None))
            if first.stuck >= 0:
                raise ModelError(self._stuck(first.stuck, None))
            if not curved:
                return first
            start = first.x if start is None else start
        for part in CAREFUL:
            found = self._profile_by_tangents(h, np.maximum(part * start, 0.0), tolerance)
            if found.stuck < 0:
                return found
        raise ModelError(self._stuck(found.stuck, part * start))

    def _profile_by_tangents(self, h: np.ndarray, x: np.ndarray, tolerance: float) -> Profile:
        """Return the limit of programmes that follow what is not linear by tangents."""
        last = np.inf
        found = Profile(x, np.zeros(len(h) - 1))
        for k in range(ROUNDS):
            found = fastest_profile(h, self.rows(x))
            if found.stuck >= 0:
                return found
            T = duration_of(h, found.x)
            new_cuts = self._cut(found, tolerance)
            if abs(T - last) <= tolerance * T and k and not new_cuts:
                return found
            last, x = T, found.x
        return found

    @property
    def _is_curved(self) -> bool:
        """Whether some limit is not linear in x and u."""
        known = self._known
        tool = self.tool is not None and (
            self.tool.acceleration is not None or self.tool.turn_acceleration is not None
        )
        powers = bool(self.motors) or any(own.power is not None for own in self.limits)
        return powers or bool(self.reacting) or tool or bool(np.any(known.efforts.d))

    @cached_property
    def labels(self) -> list[str]:
        """The names of the rows, filled when they are made."""
        return []

    def rows(self, x: np.ndarray | None) -> Rows:
        """Return the rows of all limits; x: where tangents are taken, None for what is linear."""
        known = self._known
        n = len(known.h)
        parts: list[Row] = []
        root, slope = np.zeros(n), np.zeros(n)
        if x is not None:
            low = np.maximum(x, FLOOR * max(float(np.max(x)), 1e-300))
            root, slope = 0.5 * np.sqrt(low), 0.5 / np.sqrt(low)  # sqrt(x) ~ root + slope x
        e = known.efforts
        for k, (name, own) in enumerate(zip(self.work.drives, self.limits, strict=True)):
            a, b = e.a[:, k], e.b[:, k] + e.d[:, k] * slope
            g = e.g[:, k] + e.d[:, k] * root
            p, pp = known.rate[:, k], known.curvature[:, k]
            if own.torque is not None and np.isfinite(own.torque):
                parts += _both(
                    f"torque of {name}", a, b, own.torque - g, own.torque + g, own.torque
                )
            if own.acceleration is not None and np.isfinite(own.acceleration):
                most = np.full(n, own.acceleration)
                parts += _both(f"acceleration of {name}", p, pp, most, most, own.acceleration)
            if own.speed is not None and np.isfinite(own.speed):
                # x <= (speed/q')^2; of the square, what is exceeded counts twice
                square = own.speed**2
                label = f"speed of {name}"
                parts.append((label, np.zeros(n), p**2, np.full(n, square), 2.0 * square))
            if own.power is not None and np.isfinite(own.power) and x is not None:
                # P/(|q'| sqrt(x)) ~ P/|q'| (1.5/sqrt(x0) - 0.5 x/x0^1.5)
                with np.errstate(divide="ignore", invalid="ignore"):
                    most = np.where(p == 0.0, np.inf, own.power / np.abs(p) * 3.0 * slope)
                    fall = np.where(p == 0.0, 0.0, own.power / np.abs(p) * slope / low)
                with np.errstate(divide="ignore"):
                    size = float(np.min(2.0 * own.power / np.abs(p) * slope))
                parts.append((f"power of {name}", a, b + fall, most - g, size))
                parts.append((f"power of {name}", -a, -b + fall, most + g, size))
            if name in self.motors:
                tangents = None if x is None else (root, slope)
                parts += motor_rows(name, self.motors[name], (p, pp), (a, b, g), tangents)
        parts += self._tool_rows(n)
        if x is not None:
            parts += self._cut_rows(root, slope)
        self.sizes[:] = [part[4] for part in parts]
        self.labels[:] = [part[0] for part in parts]
        alpha, beta, gamma = (np.stack([part[k] for part in parts], axis=1) for k in (1, 2, 3))
        return Rows(alpha, beta, gamma - self.reserve * np.array([part[4] for part in parts]))

    def excess(self, h: np.ndarray, x: np.ndarray, u: np.ndarray) -> float:
        """Return by how much, over its size, a profile of fewer stations exceeds a limit."""
        here = self._known.h
        k = np.clip(np.searchsorted(h, here, side="right") - 1, 0, len(u) - 1)
        there = np.maximum(x[k] + 2.0 * u[k] * (here - h[k]), 0.0)
        rows = self.rows(there if self._is_curved else None)
        over = rows.alpha * u[k][:, None] + rows.beta * there[:, None] - rows.gamma
        return max(0.0, float(np.max(np.nan_to_num(over, neginf=-1.0) / np.array(self.sizes))))

    def with_reserve(
        self, h: np.ndarray, found: Profile, excess: float, error: float, tolerance: float
    ) -> FastestMotion:
        """Return the motion whose limits are smaller by what is exceeded between stations."""
        self.reserve = max(excess, LEAST)
        start = found.x
        for part in CAREFUL if self._is_curved else (1.0,):
            again = (
                self._profile_by_tangents(h, part * start, 0.05 * tolerance)
                if self._is_curved
                else fastest_profile(h, self.rows(None))
            )
            if again.stuck < 0:
                slower = duration_of(h, again.x) - duration_of(h, start)
                return self.result(again, error + max(0.0, slower))
        self.reserve = 0.0
        return self.result(found, error)

    @cached_property
    def sizes(self) -> list[float]:
        """The sizes of the limits of the rows, filled when they are made."""
        return []

    # --- reactions and the tool -------------------------------------------------------------------

    @cached_property
    def _vectors_key(self) -> list[tuple[str, str, float]]:
        """Vectors with limited lengths: name, kind, limit."""
        found: list[tuple[str, str, float]] = []
        for name in self.reacting:
            own = self.given[name]
            if own.force:
                found.append((name, "force", own.force))
            if own.moment:
                found.append((name, "moment", own.moment))
        if self.tool is not None:
            for kind in ("acceleration", "turn_acceleration"):
                most = getattr(self.tool, kind)
                if most is not None and np.isfinite(most):
                    found.append(("", kind, positive(f"fastest / tool / {kind}", most, "")))
        return found

    def _vector(self, name: str, kind: str) -> Quantity:
        """Return a vector that is limited, (stations, 3)."""
        if name:
            part = slice(0, 3) if kind == "force" else slice(3, 6)
            whole = self._known.reactions[name]
            return Quantity(*(getattr(whole, c)[:, part] for c in "abdg"))
        first, second = self._tool_motion
        part = slice(0, 3) if kind == "acceleration" else slice(3, 6)
        none = np.zeros((len(first), 3))
        return Quantity(first[:, part], second[:, part], none, none)

    @property
    def _tool_motion(self) -> tuple[np.ndarray, np.ndarray]:
        """The first and second derivatives of the led frame by h: (stations, 6)."""
        known = self._known
        if self._tool_at is None or self._tool_at[0] is not known:
            motion = self.system.kinematics(known.q, known.first, known.second)
            now: Any = motion[self.work.moved_frame]
            first = np.hstack([now.velocity, now.angular_velocity])
            second = np.hstack([now.acceleration, now.angular_acceleration])
            self._tool_at = known, first, second
        return self._tool_at[1:]

    def _tool_rows(self, n: int) -> list[Row]:
        if self.tool is None:
            return []
        first, _ = self._tool_motion
        found = []
        for kind, part in (("speed", slice(0, 3)), ("turn_speed", slice(3, 6))):
            most = getattr(self.tool, kind)
            if most is not None and np.isfinite(most):
                square = positive(f"fastest / tool / {kind}", most, "") ** 2
                sizes = np.sum(first[:, part] ** 2, axis=1)
                label = f"{kind.replace('_', ' ')} of the tool"
                found.append((label, np.zeros(n), sizes, np.full(n, square), 2.0 * square))
        return found

    def _cut_rows(self, root: np.ndarray, slope: np.ndarray) -> list[Row]:
        """Return rows n . F <= limit in the directions n looked at so far: |F| is no less."""
        found = []
        for name, kind, most in self._vectors_key:
            F = self._vector(name, kind)
            label = f"{kind} in {name}" if name else f"{kind.replace('_', ' ')} of the tool"
            own = self.cuts.setdefault((name, kind), [])
            if not own:
                own += [np.tile(s * axis, (len(F.a), 1)) for axis in np.eye(3) for s in (1.0, -1.0)]
            for direction in own:
                a, b, d, g = (np.sum(getattr(F, c) * direction, axis=1) for c in "abdg")
                found.append((label, a, b + d * slope, most - g - d * root, most))
        return found

    def _cut(self, found: Profile, tolerance: float) -> bool:
        """Add the directions of vectors that are too long; tell whether there were any."""
        added = False
        for name, kind, most in self._vectors_key:
            F, x, u = self._vector(name, kind), found.x, found.u
            for side in (np.append(u, u[-1]), np.append(u[0], u)):
                values = F.at(x, side)
                size = np.linalg.norm(values, axis=1)
                if np.max(size) > most * (1.0 + max(tolerance, 1e-6)):
                    unit = values / np.maximum(size, 1e-300)[:, None]
                    self.cuts[name, kind].append(unit)
                    added = True
        return added

    # --- problems ---------------------------------------------------------------------------------

    def _place(self, k: int) -> str:
        return f"at {100.0 * self._known.h[k]:.4g} % of the way"

    def _check_positions(self) -> None:
        """Refuse a path that leaves the ranges of the drives."""
        known, problems = self._known, []
        for k, (name, own) in enumerate(zip(self.work.drives, self.limits, strict=True)):
            if own.position is None:
                continue
            low, high = own.position
            over = np.maximum(known.drives[:, k] - high, low - known.drives[:, k])
            worst = int(np.argmax(over))
            if over[worst] > rounding_of((low, high)):
                unit = self.work.units[name]
                rule = f"leaves the range of '{name}', {low:.6g} to {high:.6g} {unit}"
                value = f"{known.drives[worst, k]:.6g} {unit} {self._place(worst)}"
                action = "choose another path or posture; no time makes it possible"
                problems.append(Problem(OVER, "fastest / path", rule, value, action=action))
        if problems:
            raise ModelError(problems)

    def _check_rest(self) -> None:
        """Refuse limits that cannot even hold the robot at the ends of its path."""
        known, problems = self._known, []
        for k, (name, own) in enumerate(zip(self.work.drives, self.limits, strict=True)):
            if own.torque is None:
                continue
            for end in (0, len(known.h) - 1):
                needed = abs(float(known.efforts.g[end, k]))
                if needed > own.torque:
                    unit = EFFORT[self.work.units[name]]
                    rule = f"is too small to move it from rest {self._place(end)}"
                    value = f"{own.torque:g} {unit}, {needed:.4g} {unit} are needed"
                    cause = "the weight and friction alone need more"
                    action = "a stronger drive, a lighter payload, or another path"
                    where = f"fastest / limits / '{name}' / torque"
                    problems.append(Problem(OVER, where, rule, value, cause, action))
        if problems:
            raise ModelError(problems)

    def _stuck(self, k: int, x: np.ndarray | None) -> Problem:
        """Return the problem of a station that cannot be passed."""
        rows, known = self.rows(x), self._known
        worst, best = "", np.inf
        for label, gamma in zip(self.labels, rows.gamma[k], strict=True):
            if gamma < best and ("torque" in label or "force" in label or "moment" in label):
                worst, best = label, float(gamma)
        rule = f"cannot be kept {self._place(k)}, at any speed"
        cause = (
            f"{worst} leaves nothing there" if best < 0.0 else "they contradict each other there"
        )
        at = ", ".join(
            f"{name} {value:.4g}"
            for name, value in zip(self.work.drives, known.drives[k], strict=True)
        )
        action = "widen the limits, or choose another path or posture"
        return Problem(OVER, "fastest / limits", rule, f"the drives are at {at}", cause, action)

    # --- the result -------------------------------------------------------------------------------

    def result(self, found: Profile, error: float) -> FastestMotion:
        """Return the motion of a profile."""
        known = self._known
        law = FastestLaw.of(known.h, found.x)
        notices: tuple[Problem, ...] = ()
        if known.off > FORM:
            rule = (
                "are not quadratic in the rate along the path: those at half the rate differ from "
                f"what is assumed by {100.0 * known.off:.2g} %"
            )
            cause = "force elements other than springs, dampers and sliding friction"
            action = "run the motion as a task, and check its limits"
            notices = (
                Problem("W52", "fastest / efforts", rule, cause=cause, action=action,
                        severity="warning"),
            )  # fmt: skip
        whole = FastestMotion(
            self.work, self.path, self._motion(law, found), law, error, found.x, found.u, known,
            self._shares(found, law), notices,
        )  # fmt: skip
        return replace(whole, notices=(*notices, *self._notices_of_motors(whole)))

    def _notices_of_motors(self, found: FastestMotion) -> list[Problem]:
        """Return notices of rotors that count twice, and of motors that are used too much."""
        notices, known, x, u = [], self._known, found.x, found.u
        for name, drive in self.motors.items():
            where = f"fastest / drives / '{name}'"
            rotor = self.joints[name].armature
            if rotor and drive.inertia:
                value = f"{rotor:g} and {drive.reflected_inertia:g} kg m^2"
                rule = "has a rotor, and the joint an armature: both count"
                action = "leave the armature out of the model if it is that of this rotor"
                notices.append(
                    Problem(DOUBLE, where, rule, value, action=action, severity="warning")
                )
            k, worst = self.work.drives.index(name), 0.0
            for side, efforts in zip((slice(0, -1), slice(1, None)), found.efforts, strict=True):
                p, pp, y = known.rate[side, k], known.curvature[side, k], np.sqrt(x[side])
                qdd, sense = p * u + pp * x[side], np.sign(p)
                used = motor_use(drive, sense, np.abs(p) * y, qdd, efforts[:, k])
                worst = max(worst, float(np.max(used)))
            if worst > 1.0 + MOTORS:
                rule = "is used beyond its torque: its curve bends too much to be followed"
                action = "look at robotics.DriveCheck, and give the curve with fewer points"
                notices.append(
                    Problem(OVER, where, rule, f"{worst:.4g} of it", action=action,
                            severity="warning")
                )  # fmt: skip
        return notices

    def _motion(self, law: FastestLaw, found: Profile) -> Path:
        """Return the path with the law as a move."""
        path = self.path
        if not isinstance(path, JointMove):
            return replace(path, law=law)
        names = path.names or self.work.drives
        if all(len(m.coefficients) == 1 and len(m.coefficients[0]) <= 2 for m in path.motions):
            ways = zip(path.motions, path.start, path.end, strict=True)
            return JointMove(
                tuple(law.motion.with_gain(float(b - a), float(a), float(b)) for _, a, b in ways),
                tuple(names),
            )
        h, x, u = self._known.h, found.x, found.u
        sided = np.nextafter(h, -np.inf)
        first = path.rate(h)
        after, before = path.acceleration(h), path.acceleration(sided)
        rate, square = first * np.sqrt(x)[:, None], x[:, None]
        leaving = first * np.append(u, 0.0)[:, None] + after * square
        arriving = first * np.append(0.0, u)[:, None] + before * square
        return quintic_joints(law.times, path(h), rate, leaving, arriving, tuple(names))

    def _shares(self, found: Profile, law: FastestLaw) -> dict[str, float]:
        """Return for which part of the time each limit decides."""
        rows = self.rows(found.x if self._is_curved else None)
        shares: dict[str, float] = {}
        steps = np.diff(law.times) / law.duration
        tight = np.full(len(found.u), np.inf)
        which = np.zeros(len(found.u), dtype=int)
        for side in (slice(0, -1), slice(1, None)):
            with np.errstate(invalid="ignore", divide="ignore"):
                size = np.abs(rows.gamma[side]) + np.abs(rows.beta[side] * found.x[side, None])
                left = (
                    rows.gamma[side]
                    - rows.alpha[side] * found.u[:, None]
                    - rows.beta[side] * found.x[side, None]
                ) / np.maximum(size, 1e-300)
            left = np.where(np.isfinite(left), left, np.inf)
            own = np.argmin(left, axis=1)
            value = left[np.arange(len(own)), own]
            better = value < tight
            tight, which = np.where(better, value, tight), np.where(better, own, which)
        for k, step in zip(which, steps, strict=True):
            name = self.labels[k]
            shares[name] = shares.get(name, 0.0) + float(step)
        return shares


def _both(
    label: str, a: np.ndarray, b: np.ndarray, up: np.ndarray, down: np.ndarray, size: float
) -> list[Row]:
    """Return the rows of -down <= a u + b x <= up; size: of the limit."""
    return [(label, a, b, up, size), (label, -a, -b, down, size)]


def _within_drive(limits: JointLimits, drive: Drive | None) -> JointLimits:
    """Return the limits of a joint and those of its drive: speeds, and the torque of the gear."""
    if drive is None:
        return limits
    top = min(drive.motor.max_speed, drive.gear.max_input_speed) / drive.gear.ratio
    torque, gear = limits.torque, drive.gear.peak_torque
    least = min(gear, np.inf if torque is None else torque)
    return replace(
        limits,
        speed=top if limits.speed is None else min(top, limits.speed),
        torque=least if np.isfinite(least) else torque,
    )


def _unknown(what: str, name: str, known: list[str]) -> Problem:
    rule = "is not a joint of this robot" if what == "limits" else "is not a joint with a drive"
    return Problem("M09", f"fastest / {what} / '{name}'", rule, action=nearest(name, known))
