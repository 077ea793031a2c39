"""Kinematics, driving efforts and reactions of a mechanism whose motion is prescribed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem, count
from sarrus.solvers.assembly import Closure, assembled
from sarrus.system import requests
from sarrus.system.channels.loads import form_of
from sarrus.system.channels.orientations import nearest_turn
from sarrus.system.flow.base_motion import BaseLaw, base_law
from sarrus.system.flow.prescribed import Jet, Prescribed, check_drive, prescribed
from sarrus.system.one_state.assembling import (
    Wanted,
    closure_at,
    flipped,
    guessed,
    measured_state,
    reached,
    too_open,
)
from sarrus.system.one_state.data_tolerance import no_freedom, openings
from sarrus.system.one_state.reactions import wrenches_of
from sarrus.system.results import Wrench
from sarrus.system.rows.motion import POINT, Motion, motion, point_rows, rate_rows
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.history import History
    from sarrus.system.system import System


@checked
@dataclass(frozen=True)
class PointDrive:
    """A point r [m] of a body made to follow a path: a function of t giving its world position.

    The path may be three laws with text among them: ("0.1*sin(t)", 0, "5 mm").
    components: which of "xyz" are prescribed.
    """

    body: str
    r: Any
    path: Any
    components: str = "xyz"

    def __post_init__(self) -> None:
        if len(set(self.components) & set("xyz")) != len(self.components):
            rule = "must be letters of 'xyz', none of them twice"
            raise ModelError(Problem("M31", "PointDrive / components", rule, repr(self.components)))


@checked
@dataclass(frozen=True, eq=False)
class Drive:
    """The motions of a driven mechanism at a list of times, asked for by name.

    `run["A.angle"]`, `run["A.rate"]`: coordinates and velocities of any joint; `run["A.effort"]`,
    `run["A.power"]`: of a driven joint; `run.accelerations("A.rate")`; `run.reactions("C")`: one
    `Wrench` per time; `run.body("coupler")`. `watch`: least singular value of the loops, relative.
    """

    system: System
    t: np.ndarray
    motions: tuple[Motion, ...]
    watch: np.ndarray
    notices: tuple[Problem, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.t)

    @property
    def base(self) -> BaseLaw | None:
        """The motion of ground over time, None where it is at rest."""
        found = self.given.get("base")
        return found if isinstance(found, BaseLaw) else None

    @cached_property
    def history(self) -> History:
        """Every quantity of the drive over time, by name, with unit and description."""
        from sarrus.system.history import History

        return History(self)

    def __getitem__(self, name: str) -> Any:
        owner, _, what = name.rpartition(".")
        if what in ("effort", "power") and owner:
            self._driven(owner)
        return self.history[name]

    def _repr_html_(self) -> str:
        from sarrus.viewer import notebook_frame

        return notebook_frame(self)

    def _driven(self, name: str) -> str:
        """Return the drive that is meant: by its own name, or that of its joint or velocity."""
        efforts = self.motions[0].efforts
        if name in efforts:
            return name
        place = self.system.compiled.located_rate(name)
        for other in efforts:
            if not other.startswith(POINT) and self.system.compiled.located_rate(other) == place:
                return other
        driven = ", ".join(efforts) or "nothing"
        raise ModelError(
            Problem("M09", f"effort of '{name}'", f"is not known; driven are {driven}")
        )

    def accelerations(self, name: str) -> np.ndarray:
        """Return the accelerations of a named velocity, or of all of a joint."""
        return np.array([m[name] for m in self.motions])

    def reactions(
        self, joint: str, *, on: str = "child", axes: str = "joint", at: Any = None
    ) -> list[Wrench]:
        """Return the reaction of a joint at every time; keywords as in `System.reactions`."""
        from sarrus.system.history.drive_source import DriveSource

        form = form_of(self.system, "reaction", on, axes, at)
        requests.chosen("joint", [joint], self.system.compiled.loops.joints)
        rows = DriveSource(self).chunks(0, len(self))
        return [wrench for some in rows for wrench in wrenches_of(some, joint, form)]

    def state(self, k: int) -> State:
        """Return state number k: coordinates, velocities and time; -1 for the last."""
        if not -len(self) <= k < len(self):
            rule = f"is not there: the drive has {count(len(self), 'state')}"
            raise ModelError(Problem("S03", f"state {k}", rule))
        return self.motions[k].state

    def body(self, name: str) -> list[Any]:
        """Return the motion of a body or frame at every time."""
        return [
            self.system.kinematics(m.state.q, m.state.v, m.vdot, **self.given, t=m.state.t)[name]
            for m in self.motions
        ]

    def point(self, body: str, r: Any) -> list[Any]:
        """Return position, velocity and acceleration of a point of a body at every time."""
        return [
            self.system.point(body, r, m.state.q, m.state.v, m.vdot, **self.given, t=m.state.t)
            for m in self.motions
        ]


def drive(
    system: System,
    motions: Mapping[str, Any],
    times: np.ndarray,
    points: Sequence[PointDrive],
    efforts: Mapping[str, Any],
    loads: Any,
    guess: np.ndarray,
    share: bool,
    given: Mapping[str, Any],
) -> Drive:
    """Return the motion, efforts and loads at all times."""
    if system.closed or points:
        _check_geometry(system, given.get("parameters") or {})
    if (motions or points) and system.closed and system.compiled.is_structure:
        raise ModelError(no_freedom(system))
    for name, given_motion in motions.items():
        if name in system.model.joint_index:
            kind = system.model.joint(name).type
            check_drive(name, given_motion, kind.nq, kind.nv)
    laws = {name: prescribed(name, motion) for name, motion in motions.items()}
    paths = [prescribed(f"point of {p.body}", p.path) for p in points]
    for p in points:
        requests.check_body(system.model, p.body)
    system.compiled.last_inputs(**given)  # refuses what is no number
    q, given = guess, {name: value for name, value in given.items() if name != "t"}
    base = base_law(given.get("base"), (float(times[0]), float(times[-1])))
    given = given if base is None else {**given, "base": base}
    usual = system.compiled.last_inputs(**given, t=0.0)
    place = list(system.compiled.compiler.given).index("t")
    found: list[Motion] = []
    watch, notices = [], []
    for k, t in enumerate(times):
        # forces that depend on time have that of the instant
        last = (*usual[:place], np.array([float(t)]), *usual[place + 1 :])
        if base is not None:
            last = system.compiled.last_inputs(**given, t=float(t))
        frame = _Frame(system, laws, points, paths, float(t), last, {**given, "t": float(t)})
        q = frame.positions(q, first=k == 0)
        state = _counted(frame.state(q), found[-1].state if found else None, laws)
        if k == 0:
            notices += frame.check(q)
        found.append(frame.motion(state, efforts, loads, share))
        watch.append(found[-1].A.smallest)
        if k + 1 < len(times):
            q = system.add(q, (times[k + 1] - t) * state.v)
    notices += _near_singular(np.array(watch), times, found)
    aside = system.compiled.loops.set_aside if system.closed else None
    notices += [] if aside is None else [aside.notice]
    return Drive(system, times, tuple(found), np.array(watch), tuple(notices), given)


def _counted(state: State, before: State | None, laws: Mapping[str, Prescribed]) -> State:
    """Return the state with the turns that cut joints have made since the one before.

    Between the two, an angle changes about as the mean of its rates says; driven ones are as their
    laws have them.
    """
    compiled = state.system.compiled
    places = compiled.loops.wrapped
    if before is None or not places:
        return state
    spins = compiled.loops.wrapped_rates
    known = [place for name in laws for place in [compiled.located(name, ("q", "cut_q"))]]
    cut_q, earlier = np.array(state.cut_q, dtype=float), np.asarray(before.cut_q)
    h, v0, v1 = state.t - before.t, np.asarray(before.cut_v), np.asarray(state.cut_v)
    for at, rate in zip(places, spins, strict=True):
        if not any(v == "cut_q" and p.start <= at < p.stop for v, p in known):
            near = earlier[at] + 0.5 * h * (v0[rate] + v1[rate])
            cut_q[at] = nearest_turn(cut_q[at], near)
    return replace(state, cut_q=cut_q)


def _check_geometry(system: System, parameters: Mapping[str, Any]) -> None:
    """Refuse points and axes of joints as parameters: positions are those of the model."""
    joints = [
        name for name in system.compiled.compiler.parameters.names if name.startswith("joint:")
    ]
    moved = [n for n in parameters if n in joints or f"joint:{n}" in joints]
    if moved:
        raise ModelError(
            Problem(
                "D15",
                f"parameters {', '.join(repr(name) for name in moved)}",
                "would move joints, but positions are found with the numbers of the model",
                action="build the model with these numbers, or take `system.sensitivities`",
            )
        )


NEAR = 0.02
PEAK = 3.0


def _near_singular(watch: np.ndarray, times: np.ndarray, found: list[Motion]) -> list[Problem]:
    """Return a warning when the loops come near a singular position on the way.

    The least singular value depends on the cut; where it has only halved, an acceleration that
    peaks there, in any joint, decides.
    """
    k = int(np.argmin(watch))
    typical = float(np.median(watch))
    halved = watch[k] < 0.5 * typical and _peaks(found, times, k)
    # a value that is small all along is that of the lengths and units of the rows
    low = watch[k] < NEAR and watch[k] < 0.5 * float(np.max(watch))
    if not low and watch[k] >= 0.25 * typical and not halved:
        return []
    return [
        Problem(
            "W30",
            f"motion at t = {times[k]:.6g} s",
            f"is near a singular position (singular value {watch[k]:.3g}, usually {typical:.3g})",
            cause="a dead point or a link that is almost too short",
            action="expect high accelerations and forces there",
            severity="warning",
        )
    ]


def _peaks(found: list[Motion], times: np.ndarray, k: int) -> bool:
    """Tell whether some acceleration at time k is far above its own root mean square."""
    vdot = np.array([np.concatenate([m.vdot, m.cut_vdot]) for m in found])
    spans = np.gradient(times) if len(times) > 1 else np.ones(1)
    usual = np.sqrt(np.average(vdot**2, axis=0, weights=spans))
    return bool(np.any(np.abs(vdot[k]) > PEAK * usual))


@dataclass(frozen=True)
class _Frame:
    """One instant: all that is prescribed, with its rows."""

    system: System
    laws: Mapping[str, Prescribed]
    points: Sequence[PointDrive]
    paths: Sequence[Prescribed]
    t: float
    last: tuple[np.ndarray, ...]
    given: Mapping[str, Any]

    @cached_property
    def jets(self) -> dict[str, Jet]:
        """Value, rate and acceleration of every law: users' functions are called once."""
        return {name: law(self.t) for name, law in self.laws.items()}

    @cached_property
    def leads(self) -> list[tuple[PointDrive, Jet]]:
        """The driven points, with position, velocity and acceleration of their paths."""
        pairs = zip(self.points, self.paths, strict=True)
        return [(point, path(self.t)) for point, path in pairs]

    @cached_property
    def wanted(self) -> Wanted:
        return Wanted({name: _plain(jet[0]) for name, jet in self.jets.items()}, {})

    def positions(self, q: np.ndarray, first: bool) -> np.ndarray:
        """Return the closed position that has the prescribed values, starting from q."""
        system, wanted = self.system, self.wanted
        if first:
            q = reached(system, wanted, guessed(system, q, wanted), 24).q
        found = assembled(lambda x: self._closure(x, wanted), system.add, q)
        miss = float(np.max(np.abs(self._closure(found.q, wanted).miss), initial=0.0))
        if not found.closed or miss > 1e-9 or flipped(system, found.q) or too_open(system, found.q):
            raise ModelError(self._impossible(found.gaps[-1], miss, found.q))
        return system.compiled.layout.normalized(found.q)

    def _closure(self, q: np.ndarray, wanted: Wanted) -> Closure:
        here = closure_at(self.system, q, wanted)
        misses, rows = [here.miss], [here.Y]
        for p, jet in self.leads:
            axes = ["xyz".index(c) for c in p.components]
            at = self.system.point(p.body, p.r, q, **self.given).position[axes]
            misses.append(jet[0][axes] - at)
            rows.append(self.system.jacobian(p.body, p.r, q, **self.given)[axes])
        return Closure(here.phi, here.A, np.concatenate(misses), np.vstack(rows))

    def rows(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows of all prescribed rates and their values."""
        C = self.system.compiled.loops.closure(q)[3]
        rows, rates = [np.zeros((0, self.system.nv))], [np.zeros(0)]
        for name, jet in self.jets.items():
            row, rate = rate_rows(self.system, name, jet[1], C)
            rows.append(row)
            rates.append(rate)
        for p, jet in self.leads:
            axes = ["xyz".index(c) for c in p.components]
            rows.append(self.system.jacobian(p.body, p.r, q, **self.given)[axes])
            still = np.zeros(self.system.nv)
            carried = self.system.point(p.body, p.r, q, still, **self.given).velocity
            rates.append(jet[1][axes] - np.asarray(carried)[axes])
        return np.vstack(rows), np.concatenate(rates)

    def state(self, q: np.ndarray) -> State:
        """Return the state with the prescribed rates; freedoms left over stay at rest."""
        E, rates = self.rows(q)
        A = self.system.compiled.loops.scaled(self.system.compiled.loops.closure(q)[1], E)
        v = A.solve(np.concatenate([np.zeros(self.system.compiled.loops.m), rates]))
        return measured_state(self.system, q, v, self.t, self.wanted)

    def check(self, q: np.ndarray) -> list[Problem]:
        """Refuse drives that leave the mechanism free; passive freedoms are only noted."""
        system = self.system
        E, _ = self.rows(q)
        Phi = system.compiled.loops.closure(q)[1]
        left = system.nv - system.compiled.loops.scaled(Phi, E).rank
        if not left:
            return []
        passive = system.mobility(State(system, q, np.zeros(system.nv))).passive
        if left <= len(passive):
            listed = ", ".join(f"'{name}'" for name in passive)
            return [
                Problem(
                    "D06",
                    f"bodies {listed}",
                    "can move by themselves and are kept at rest",
                    severity="notice",
                )
            ]
        raise ModelError(
            Problem(
                "D02",
                "drives " + (", ".join(f"'{name}'" for name in self.laws) or "(none)"),
                f"leave {left} of the mechanism's freedoms open",
                cause="fewer coordinates are driven than the mechanism has degrees of freedom, or "
                "a joint that should close a loop is missing",
                action="drive more coordinates, lock them (a number), or simulate instead",
            )
        )

    def motion(self, state: State, efforts: Mapping[str, Any], loads: Any, share: bool) -> Motion:
        """Return accelerations, efforts and multipliers at the state."""
        now = {n: _value(f"effort '{n}'", effort, self.t) for n, effort in efforts.items()}
        on_bodies = {} if loads is None else _value("loads", loads, self.t)
        if not isinstance(on_bodies, Mapping):
            rule = "must be wrenches by the names of bodies"
            raise ModelError(Problem("M31", "drive / loads", rule, repr(on_bodies)[:80]))
        driven = {name: jet[2] for name, jet in self.jets.items()}
        led = [(p, jet[2]) for p, jet in self.leads]
        ext = requests.external(self.system, on_bodies, state.q, self.given)
        rows = point_rows(state, led, self.given)
        last = self.system.compiled.last_at(self.last, state)
        return motion(state, now, driven, (), ext, share, last, rows)

    def _impossible(self, gap: float, miss: float, q: np.ndarray) -> Problem:
        if gap > 1e-9 or too_open(self.system, q):
            loops = self.system.compiled.loops
            worst = max(openings(self.system, q), key=lambda o: max(o.gap / loops.length, o.tilt))
            rule = (
                f"cannot be closed at t = {self.t:.6g} s: joint '{worst.joint}' is open by {worst}"
            )
        else:
            rule = f"cannot be reached at t = {self.t:.6g} s: {miss:.3g} (m or rad) are left"
        return Problem(
            "D07",
            "drives " + ", ".join(f"'{name}'" for name in self.laws),
            rule,
            cause="the motion leaves the reach of the mechanism (a dead point or too short a link)",
            action="look at the motion up to this time, or change the drive or the lengths",
        )


def _plain(values: np.ndarray) -> Any:
    return float(values[0]) if values.size == 1 else values


def _value(what: str, law: Any, t: float) -> Any:
    """Return what is known, or what a function of the user says at a time."""
    if not callable(law):
        return law
    try:
        return law(t)
    except ModelError:
        raise
    except Exception as problem:
        rule = f"fails at t = {t:g} s: {type(problem).__name__}: {problem}"
        raise ModelError(Problem("D08", what, rule)) from problem
