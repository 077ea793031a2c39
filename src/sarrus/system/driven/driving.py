"""Kinematics, driving efforts and reactions of a mechanism whose motion is prescribed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, count, number_from_start
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.channels.loads import form_of
from sarrus.system.checks import drive_laws_with_text_read, has_text, laws_until
from sarrus.system.driven.continuation import Continuation
from sarrus.system.driven.driven_states import driven_states
from sarrus.system.driven.instant import PointDrive, Position, PrescribedMotion
from sarrus.system.driven.passes import Passes
from sarrus.system.flow.base_motion import BaseLaw
from sarrus.system.motion_pages import MotionPages
from sarrus.system.names import chosen_names
from sarrus.system.one_state.assembling import Wanted, branch_notices, guess_with_values
from sarrus.system.one_state.data_tolerance import no_freedom
from sarrus.system.one_state.reactions import wrenches_of
from sarrus.system.output_settings import OutputSettings
from sarrus.system.results import Wrench
from sarrus.system.rows.motion import POINT, Motion
from sarrus.system.state import State
from sarrus.system.text_numbers import doubtful_angles
from sarrus.system.time_grids import driving_times

if TYPE_CHECKING:
    from sarrus.system.history import History
    from sarrus.system.run_files import ResultFile
    from sarrus.system.system import System


@with_checks
@dataclass(frozen=True, eq=False)
class Drive(MotionPages):
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
    keywords: Mapping[str, Any] = field(default_factory=dict)
    shown: OutputSettings = field(default_factory=OutputSettings)

    def __len__(self) -> int:
        return len(self.t)

    @property
    def base(self) -> BaseLaw | None:
        """The motion of ground over time, None where it is at rest."""
        found = self.keywords.get("base")
        return found if isinstance(found, BaseLaw) else None

    @cached_property
    def history(self) -> History:
        """Every quantity of the drive over time, by name, with unit and description."""
        from sarrus.system.history import History

        return History(self)

    def __getitem__(self, name: str) -> Any:
        owner, _, what = name.rpartition(".")
        if what in ("effort", "power") and owner and not self._is_element(owner):
            self._driven(owner)
        return self.history[name]

    def _is_element(self, name: str) -> bool:
        """Whether a coupler or force element, such as a rope, has this name, and no joint."""
        model = self.system.model
        others = {coupler.name for coupler in model.couplers}
        others |= {force.name for force in model.forces}
        return name in others and name not in model.joint_index

    def __contains__(self, name: object) -> bool:
        owner, _, what = name.rpartition(".") if isinstance(name, str) else ("", "", "")
        try:
            return name in self.history and bool(
                what not in ("effort", "power")
                or not owner
                or self._is_element(owner)
                or self._driven(owner)
            )
        except ModelError:  # an effort that is no driving one
            return False

    def __repr__(self) -> str:
        what = f"<Drive of '{self.system.model.name}': {count(len(self), 'instant')}"
        if not len(self):
            return f"{what}>"
        driven = ", ".join(self.motions[0].efforts) or "nothing"
        return f"{what}, {self.t[0]:g} to {self.t[-1]:g} s; driven: {driven}>"

    def save(self, file: str | os.PathLike[str] | ResultFile, *, overwrite: bool = False) -> Path:
        """Write it to a result file, which `sarrus.open_run`, `plot`, `info` and `view` open.

        Example:
            run.save("driven.sarrus", overwrite=True)
        """
        from sarrus.system.run_files.drive_file import write_drive
        from sarrus.system.run_files.sink import ResultFile

        how = file if isinstance(file, ResultFile) else ResultFile(Path(file), overwrite=overwrite)
        write_drive(self, how)
        return Path(how.path)

    def _driven(self, name: str) -> str:
        """Return the drive that is meant: by its own name, or that of its joint or velocity."""
        efforts = self.motions[0].efforts
        if name in efforts:
            return name
        places = {*self.system.compiled.rate_places(name)}
        for other in efforts:
            if not other.startswith(POINT) and places & {*self.system.compiled.rate_places(other)}:
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
        chosen_names("joint", [joint], self.system.compiled.loops.joints)
        rows = DriveSource(self).chunks(0, len(self))
        return [wrench for some in rows for wrench in wrenches_of(some, joint, form)]

    def state(self, k: int) -> State:
        """Return state number k: coordinates, velocities and time; -1 for the last."""
        return self.motions[number_from_start(k, len(self), "state", "the drive")].state

    def body(self, name: str) -> list[Any]:
        """Return the motion of a body or frame at every time."""
        return [
            self.system.kinematics(m.state.q, m.state.v, m.vdot, **self.keywords, t=m.state.t)[name]
            for m in self.motions
        ]

    def point(self, body: str, r: Any) -> list[Any]:
        """Return position, velocity and acceleration of a point of a body at every time."""
        return [
            self.system.point(body, r, m.state.q, m.state.v, m.vdot, **self.keywords, t=m.state.t)
            for m in self.motions
        ]


@dataclass(frozen=True, eq=False)
class DriveOrder:
    """All that was asked for of a prescribed motion; `run` follows it.

    motions, points: what leads it; q0: where the first position is looked for; flexible: whether
    elastic coordinates of links are left over, which `flexible_links` leads; doubts: notices of
    numbers that look like degrees.
    """

    system: System
    motions: Mapping[str, Any]
    times: np.ndarray
    points: Sequence[PointDrive]
    efforts: Mapping[str, Any]
    loads: Any
    q0: np.ndarray
    share: bool
    deflections: bool
    keywords: Mapping[str, Any]
    flexible: bool = False
    doubts: tuple[Problem, ...] = ()

    @staticmethod
    def of(
        system: System,
        motions: Mapping[str, Any] | None,
        keywords: Mapping[str, Any],
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
    ) -> DriveOrder:
        """Return the order of a call, its laws read; arguments as in `System.drive`."""
        grid = driving_times(until, every, times)
        q0 = guess_with_values(system, guess, Wanted({}, {}))
        laws, known, led = motions or {}, efforts or {}, tuple(points)
        paths = [p.path for p in led if isinstance(p, PointDrive)] if led else ()
        if any(map(has_text, (*dict(laws).values(), *dict(known).values(), *paths))):
            laws, known, led = drive_laws_with_text_read(system, laws, known, led)
            laws, known = laws_until(laws, grid[-1]), laws_until(known, grid[-1])
        system.compiled.check_once("drive", laws)
        system.compiled.check_once("effort", known)
        if isinstance(guess, State) and guess.own_z is not None:
            keywords = {"z": guess.own_z, **keywords}
        flexible = any(map(attrgetter("elastic_coordinates"), system.model.forces))
        numbers_of = {n: x for n, x in laws.items() if isinstance(x, (int, float))}
        doubts = tuple(doubtful_angles(system.model, "drive", numbers_of))
        return DriveOrder(system, laws, grid, led, known, loads, q0, share, deflections, keywords,
                          flexible, doubts)  # fmt: skip

    def run(self) -> Drive:
        """Return the motion, efforts and loads at all times, followed in one assembly."""
        system, times = self.system, self.times
        span = (float(times[0]), float(times[-1]))
        lead = partial(PrescribedMotion, system, self.motions, self.points, self.keywords, span)
        if self.flexible:
            return self._with_flexible_links(lead())
        if (self.motions or self.points) and system.closed and system.compiled.is_structure:
            raise ModelError(no_freedom(system))
        reason = "a driven motion is not simulated"
        action = "simulate it with the same laws: system.simulate(driven=...)"
        refuse_outside_code(system.model, "drives", reason, action)
        motion = lead()
        efforts, loads, share = self.efforts, self.loads, self.share
        first = motion.at(float(times[0]))
        native = None if loads is not None else motion.native
        here = first.first_position(self.q0, native, efforts)
        notices = first.check(here)
        if system.closed and not self.points and not first.joints:
            seen = (system, here.state, first.wanted, first.last)
            way = None if native is None else native.way(first.last)
            notices += branch_notices(*seen, self.q0.copy, self.q0, way)
        found, watch = [here.motion(efforts, loads, share)], [here.A.smallest]
        places: list[Position | None] = [here]
        path = Continuation(motion, here)
        many = len(times) > 1 and Passes.serve(motion, loads)
        passes = Passes(motion, efforts) if many else None
        while len(found) < len(times):
            if passes is not None:
                left = times[len(found) :]
                closed = passes.positions(path, left)
                moved = passes.motions(closed)
                passes.lead(path, closed, len(moved), len(left))
                found += moved
                places += [None] * len(moved)
                watch += closed.smallest[1 : len(moved) + 1].tolist()
                if len(found) == len(times):
                    break
            there = motion.at(float(times[len(found)]))
            at = path.position(there)
            if at is None:
                moving, least = path.limit(there, efforts, loads, share)
            else:
                moving, least = at.motion(efforts, loads, share), at.A.smallest
            found.append(moving)
            places.append(at)
            watch.append(least)
        if system.states:
            z0 = system.compiled.states_of({}, system.compiled.last_inputs(**self.keywords))
            every = driven_states(system, found, z0, motion.keywords)
            for k, (at, z) in enumerate(zip(places, every, strict=True)):
                if at is not None:
                    found[k] = at.motion(efforts, loads, share, z)
        notices += _near_singular(np.array(watch), times, found, path)
        notices += _jumps(path.jumps)
        aside = system.compiled.loops.set_aside if system.closed else None
        notices += [] if aside is None else [aside.notice]
        told = (*notices, *self.doubts)
        return Drive(system, times, tuple(found), np.array(watch), told, motion.keywords)

    def _with_flexible_links(self, motion: PrescribedMotion) -> Drive:
        """Return the motion whose flexible links are held at rest, or are bent by its loads."""
        from sarrus.system.driven.flexible_links import drive_links

        def drive(motions: Mapping[str, Any]) -> Drive:
            return replace(self, motions=motions, flexible=False, doubts=()).run()

        found = drive_links(drive, self.motions, motion, self.q0, self.deflections)
        return replace(found, notices=(*found.notices, *self.doubts))


def _at_times(
    times: Sequence[float], what: str, code: str, rule: str, cause: str, action: str
) -> list[Problem]:
    """Return a warning of what happens at some times; none where there are no times."""
    if not times:
        return []
    more = f" and at {len(times) - 1} more times" if len(times) > 1 else ""
    where = f"{what} at t = {times[0]:.6g} s{more}"
    return [Problem(code, where, rule, cause=cause, action=action, severity="warning")]


def _jumps(times: Sequence[float]) -> list[Problem]:
    """Return a warning where laws jump from one value to another."""
    rule = "jump from one value to another; the mechanism is led along the straight way between"
    action = "give continuous motions; rates and efforts there mean nothing"
    return _at_times(times, "drives", "W43", rule, "a step in a law or a table", action)


def _change_points(times: Sequence[float]) -> list[Problem]:
    """Return a warning of positions where two assemblies meet, which the motion passes."""
    rule = "passes a change point, where two assemblies meet; it goes on with the same velocities"
    cause = "links whose lengths let them lie in one line"
    action = "a real machine needs a guide there; start away from it to follow the other branch"
    return _at_times(times, "motion", "W42", rule, cause, action)


NEAR = 0.02
PEAK = 3.0
ROUNDING = 1e-5
"""Accelerations below this part of the squared rates are those of rest."""


def _near_singular(
    watch: np.ndarray, times: np.ndarray, found: list[Motion], way: Continuation
) -> list[Problem]:
    """Return a warning when the loops come near a singular position on the way.

    The least singular value depends on the cut; where it has only halved, or where change points
    are passed, an acceleration that peaks there, in any joint, decides. Between the times, it must
    be low by any measure.
    """
    if len(watch) == 1:
        return []
    k = int(np.argmin(watch))
    typical, crossings = float(np.median(watch)), way.crossings
    least, t = min(way.lows, default=(np.inf, 0.0))
    if least < min(NEAR, 0.25 * typical, watch[k]):
        return [*_change_points(crossings), _singular_at(t, least, typical)]
    # a value that hardly changes belongs to the mechanism, not to a position
    falls = watch[k] < 0.5 * float(np.max(watch))
    low = (watch[k] < NEAR and falls) or watch[k] < 0.25 * typical
    if not (low and not crossings) and not (watch[k] < 0.5 * typical and _peaks(found, times, k)):
        return _change_points(crossings)
    return [*_change_points(crossings), _singular_at(float(times[k]), float(watch[k]), typical)]


def _singular_at(t: float, least: float, typical: float) -> Problem:
    return Problem(
        "W30",
        f"motion at t = {t:.6g} s",
        f"is near a singular position (singular value {least:.3g}, usually {typical:.3g})",
        cause="a dead point or a link that is almost too short",
        action="expect high accelerations and forces there",
        severity="warning",
    )


def _peaks(found: list[Motion], times: np.ndarray, k: int) -> bool:
    """Tell whether some acceleration at time k is far above its own root mean square."""
    vdot = np.array([np.concatenate([m.vdot, m.cut_vdot]) for m in found])
    spans = np.gradient(times) if len(times) > 1 else np.ones(1)
    usual = np.sqrt(np.average(vdot**2, axis=0, weights=spans))
    loops = found[k].state.system.compiled.loops
    pace = np.max(np.abs([m.state.v / loops.column_scale for m in found]), initial=0.0)
    rounding = ROUNDING * pace**2 * max(loops.length, 1.0)
    return bool(np.any(np.abs(vdot[k]) > PEAK * usual + rounding))
