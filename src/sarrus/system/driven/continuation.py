"""A driven motion followed from one position to the next, in the same assembly.

The closed positions that have the prescribed values are the solutions of

    F(q, t) = (Phi(q), y(q) - wanted(t)) = 0,    F_q = A = (Phi_v, E),

a curve q(t) where A is regular. Between two times it is followed by steps of its own: a predictor
along the tangent, p_0 = h v_0 with A_0 v_0 = (0, rates), and Newton's corrector; where rates are
given that are not those of the values, p_0 = A_0^+ (0, wanted_1 - wanted_0). A step counts if the
displacement is that of the mean tangent,

    |d - (p_0 + p_1) / 2| <= FIT |d|,    |p_1 - p_0| <= BEND |d|,

and if both ends are on one sheet: det(A_0) det(A_1) > 0, which for redundant rows is the sign of
det(U_0^T U_1) det(V_0^T V_1) with the singular vectors U, V. It is halved otherwise. Where a step
of RESOLUTION still changes the sheet, two assemblies meet within the digits of the data: the
motion passes along its tangent (a change point), and this is noted.

Where rows are of velocities alone (rolling), the prescribed values do not tell positions, which are
what the velocities have led to: A(q) v = (0, rates(t)) is integrated from one time to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.driven.instant import (
    SINGULAR,
    Instant,
    Position,
    PrescribedMotion,
    undecided_motion,
)
from sarrus.system.driven.rolled import position_by_rolling
from sarrus.system.flow.driven_rows import joint_state
from sarrus.system.rows.motion import Motion
from sarrus.system.state import State

LONGEST = 0.5
"""Largest displacement of a step between two times [rad or model lengths]."""
AT_ONCE = 1.0
"""Largest displacement from one time to the next without steps between."""
FIT = 0.1
BEND = 0.5
"""Largest difference of displacement and mean tangent, and of both tangents, as parts of it."""
RESOLUTION = 2e-3
"""Assemblies nearer to each other than this meet [rad or model lengths]."""
SMOOTH = 1e-4
"""How far the limit at a singular position may be from what is prescribed there."""
ASIDE = 0.03
"""Distance of the neighbours from which the values at a singular position follow."""
MOST_STEPS = 20000
MOST_KEPT = 60
"""Positions on the way that are kept, for their tangents."""

BOTH_SIDES = {-3: 0.05, -2: -0.3, -1: 0.75, 1: 0.75, 2: -0.3, 3: 0.05}
BEFORE = {-6: -1.0, -5: 6.0, -4: -15.0, -3: 20.0, -2: -15.0, -1: 6.0}
"""Weights of the values at neighbours in that between, or after them: polynomials of degree 5."""


@dataclass(frozen=True)
class _Step:
    """An attempt: the position reached, if it is closed; size of displacement and tangents; fit."""

    size: float
    position: Position | None = None
    off: float = np.inf
    bend: float = np.inf
    same_sheet: bool = False
    problem: ModelError | None = None

    @property
    def straight(self) -> bool:
        """Whether it has kept to the mean of the tangents at its ends, which are alike."""
        near = self.off <= FIT * self.size + 1e-6
        return near and self.bend <= max(BEND * self.size, 2.0 * RESOLUTION)

    @property
    def smooth(self) -> bool:
        """Whether it has turned by no more than a regular motion does over so short a way."""
        return self.straight and self.bend <= 2.0 * FIT * self.size


class Continuation:
    """Follows a prescribed motion; `here` is a regular position of it."""

    def __init__(self, motion: PrescribedMotion, here: Position) -> None:
        self.motion, self.here, self.first = motion, here, here.instant.t
        self.scale = here.instant.system.compiled.loops.column_scale
        self.crossings: list[float] = []
        self.jumps: list[float] = []
        self.lows: list[tuple[float, float]] = []
        """Least singular values on the way between two times, and when, but for change points."""
        self._rank, self._regular = here.A.rank, here.A.smallest
        self._approach = here
        self._trail = [(self.first, here)]

    def position(self, there: Instant) -> Position | None:
        """Return the position at a later instant, None where it is singular."""
        if there.system.compiled.rolls:
            found: Position | None = position_by_rolling(self.motion, self.here, there)
            if found is not None and self._is_singular(found.A):
                raise ModelError(
                    undecided_motion(there, "wheels and drives leave its way open there")
                )
        else:
            found = self._at_once(there) or self._position_after(there)
        if found is not None:
            self.here = found
            self._trail = [*self._trail[-MOST_KEPT:], (there.t, found)]
            self._regular = max(self._regular, found.A.smallest)
        return found

    @property
    def regular(self) -> float:
        """The largest of all least singular values so far."""
        return self._regular

    def lead(self, places: Sequence[Position], largest: float) -> None:
        """Go on from the last of some positions, found otherwise.

        largest: of the least singular values on the way there.
        """
        self.here = places[-1]
        self._trail = [*self._trail, *((p.instant.t, p) for p in places)][-MOST_KEPT - 1 :]
        self._regular = max(self._regular, largest)

    def _at_once(self, there: Instant) -> Position | None:
        """Return the position if one step along the velocities leads to it."""
        here, system = self.here, there.system
        h = there.t - here.instant.t
        try:
            q = system.add(here.q, h * here.v)
            found = there.position(q, here.cut_coordinates_after(h * here.v))
        except ModelError:
            return None
        d = system.difference(found.q, here.q) / self.scale
        p_0, p_1 = h * here.v / self.scale, h * found.v / self.scale
        size = float(np.max(np.abs([d, p_0, p_1]), initial=0.0))
        off = float(np.max(np.abs(d - 0.5 * (p_0 + p_1)), initial=0.0))
        bend = float(np.max(np.abs(p_1 - p_0), initial=0.0))
        fits = off <= max(FIT * size, RESOLUTION) and bend <= max(BEND * size, RESOLUTION)
        if size > AT_ONCE or not fits or self._is_singular(found.A):
            return None
        return found if same_sheet(here.A, found.A) else None

    def _is_singular(self, A: ScaledMatrix) -> bool:
        return A.rank < self._rank or A.smallest < SINGULAR * self._regular

    # --- steps between two times ----------------------------------------------------------------

    def _position_after(self, there: Instant) -> Position | None:
        start, end = self.here.instant.t, there.t
        if start == end:
            return self._position_after_jump(self.here, there)
        at = lambda t: there if t == end else self.motion.at(t)  # noqa: E731
        return self._way(self.here, start, end, at, by_time=True)

    def _way(
        self, here: Position, x: float, end: float, at: Callable[[float], Instant], by_time: bool
    ) -> Position | None:
        """Return the position at `end`, by steps from that at x; None where it is singular."""
        step, whole = end - x, abs(end - x)
        trail = [*(self._trail if by_time else []), (x, here)]
        low = (here.A.smallest, here.instant.t)
        for _ in range(MOST_STEPS):
            if x == end:
                self.lows += [low] if np.isfinite(low[0]) else []
                return here
            ahead = self._ahead(here, x, step, end, by_time)
            there = at(ahead)
            tried = self._trial_step(here, there)
            if self._fits(tried) and tried.position is not None:
                here, x, step = tried.position, ahead, 2.0 * (ahead - x)
                trail = [*trail[-MOST_KEPT:], (x, here)]
                low = min(low, (here.A.smallest, here.instant.t))
                continue
            step = 0.5 * (ahead - x)
            if tried.size <= RESOLUTION:
                passed = self._position_beyond(trail, 2.0 * step, end, at, tried)
                if passed is None:
                    return None
                x, here = passed
                trail, step = [*trail[-MOST_KEPT:], passed], end - x
                low = (-np.inf, x)  # what is near a change point is told there
            elif abs(step) <= 1e-9 * whole or x + step == x:
                if not by_time:
                    raise self._lost_motion(tried.problem, here)
                found = self._position_after_jump(here, there)
                if found is None:
                    return None
                here, x, step, trail = found, ahead, end - ahead, [(ahead, found)]
        raise ModelError(self._too_fast(here, at(end)))

    def _fits(self, tried: _Step) -> bool:
        """Whether a step has kept to its tangent, on one sheet and away from singular positions."""
        found = tried.position
        near = found is not None and tried.size <= LONGEST and not self._is_singular(found.A)
        return near and tried.straight and tried.same_sheet

    def _ahead(self, here: Position, x: float, step: float, end: float, by_time: bool) -> float:
        """Return where the next step leads: not beyond the end, nor too far at the speed here."""
        if by_time:
            speed = float(np.max(np.abs(here.v) / self.scale, initial=0.0))
            step = float(np.sign(step)) * min(abs(step), LONGEST / max(speed, 1e-300))
        return end if abs(end - x) <= abs(step) * (1.0 + 1e-9) else x + step

    def _trial_step(self, here: Position, there: Instant) -> _Step:
        """Return what a step along the tangent leads to: that of the rates if these are true."""
        system, h = there.system, there.t - here.instant.t
        change = there.change_since(here.instant, here.q)
        by_rates = there.has_rates_of(change, here.instant, here.q)
        all_rows = np.concatenate([np.zeros(system.compiled.loops.m), change])
        p_0 = h * here.v if by_rates else here.A.solve(all_rows)
        size = float(np.max(np.abs(p_0 / self.scale), initial=0.0))
        if size > AT_ONCE:
            return _Step(size)
        try:
            found = there.position(system.add(here.q, p_0), here.cut_coordinates_after(p_0))
        except ModelError as problem:
            return _Step(size, problem=problem)
        d = system.difference(found.q, here.q)
        p_1 = h * found.v if by_rates else found.A.solve(all_rows)
        off = float(np.max(np.abs(d - 0.5 * (p_0 + p_1)) / self.scale, initial=0.0))
        bend = float(np.max(np.abs(p_1 - p_0) / self.scale, initial=0.0))
        size = float(np.max(np.abs([p_0, p_1, d]) / self.scale, initial=0.0))
        return _Step(size, found, off, bend, same_sheet(here.A, found.A))

    # --- where steps of any size change the sheet -----------------------------------------------

    def _position_beyond(
        self,
        trail: list[tuple[float, Position]],
        step: float,
        end: float,
        at: Callable[[float], Instant],
        tried: _Step,
    ) -> tuple[float, Position] | None:
        """Return a position beyond a change point, and its place; None if `end` is at it.

        The tangent is that of a position before all that turns the motion within RESOLUTION, and
        the position is so far beyond that the assemblies are apart again.
        """
        x, here = trail[-1]
        x_base, base, size = self._before(trail)
        pace = (x - x_base) / size if size else step / max(tried.size, 1e-300)
        problem, leap = tried.problem, tried
        for far in (4.0, 8.0):
            ahead = x + far * RESOLUTION * pace
            beyond = abs(ahead - x) > abs(end - x) * (1.0 - 1e-9)
            for goal in (end, ahead) if beyond else (ahead,):
                leap = self._leap(base, at, goal)
                problem = problem or leap.problem
                if leap.position is None or not leap.smooth:
                    continue
                if (goal == ahead and beyond) or self._is_singular(leap.position.A):
                    self._approach = base
                    return None
                self.crossings.append(_between(here, leap.position))
                return goal, leap.position
        raise self._lost_motion(problem, here)

    def _before(self, trail: list[tuple[float, Position]]) -> tuple[float, Position, float]:
        """Return the last place whose tangent is not yet that of the singular one; how far off."""
        here, size = trail[-1][1], 0.0
        for x, place in reversed(trail):
            d = here.instant.system.difference(here.q, place.q) / self.scale
            size = float(np.max(np.abs(d), initial=0.0))
            if size >= 8.0 * RESOLUTION:
                return x, place, size
        return (*trail[0], size)

    def _leap(self, base: Position, at: Callable[[float], Instant], x: float) -> _Step:
        """Return the step along the tangent to a position on whatever sheet."""
        try:
            there = at(x)
        except ModelError:
            return _Step(np.inf)  # the laws end before
        found = self._trial_step(base, there)
        if found.position is None or found.position.A.rank == base.A.rank:
            return found
        d = there.system.difference(found.position.q, base.q) / self.scale
        size = float(np.max(np.abs(d), initial=0.0))
        # at the singular position itself there is no tangent to compare with
        off = 0.0 if abs(size - found.size) <= 0.3 * found.size else np.inf
        return replace(found, off=off, bend=off)

    def _position_after_jump(self, here: Position, there: Instant) -> Position | None:
        """Return the position after a jump of a law, along the straight way between its values."""
        a = here.instant
        at = lambda s: there if s == 1.0 else self.motion.between(a, there, s)  # noqa: E731
        found = self._way(here, 0.0, 1.0, at, by_time=False)
        if np.any(np.abs(there.change_since(a, here.q)) > RESOLUTION):
            self.jumps.append(there.t)
        return found

    def _lost_motion(self, problem: ModelError | None, last: Position) -> ModelError:
        """Return the error of a motion that cannot be followed beyond a position."""
        if problem is None:
            return ModelError(undecided_motion(last.instant, "no step leads past it"))
        until = f"; the motion can be followed until t = {last.instant.t:.6g} s"
        return ModelError([replace(p, rule=p.rule + until) for p in problem.problems])

    def _too_fast(self, here: Position, there: Instant) -> Problem:
        rule = f"needs more than {MOST_STEPS} steps from t = {here.instant.t:.6g} s"
        names = ", ".join(f"'{name}'" for name in there.names)
        action = "give finer times, or slower drives"
        return Problem("D07", f"drives {names}", rule, cause="they are too fast", action=action)

    # --- values at a singular position ----------------------------------------------------------

    def limit(
        self, there: Instant, efforts: Mapping[str, Any], loads: Any, share: bool
    ) -> tuple[Motion, float]:
        """Return what happens at a singular position on the way, and the least singular value.

        It is the limit of the motion on both sides, or on the side before where it ends there. A
        motion that comes near the position and returns is found there itself.
        """
        places = self._neighbors(there)
        weights = BOTH_SIDES if 1 in places else BEFORE
        near, regular = places[-1], places[-1].A.rank
        q = self._mean(places, weights)
        if 1 in places and same_sheet(near.A, places[1].A):
            direct = self._direct(there, q, near)
            if direct is not None and direct.A.rank == regular:
                self.here = direct
                return direct.motion(efforts, loads, share), direct.A.smallest
        sides = {k: place.motion(efforts, loads, share) for k, place in places.items()}
        found = _limit_motion(there, q, sides, weights)
        self._check_limit(there, found)
        self.crossings.append(there.t)
        self.here = places.get(1, near)
        values = found.A.singular_values
        return found, float(values[regular - 1] / values[0])

    def _neighbors(self, there: Instant) -> dict[int, Position]:
        """Return regular positions before and after a singular one, by number of their distance.

        Those before only, twice as many, where the motion does not go on beyond.
        """
        near, t = self._approach, there.t
        speed = float(np.max(np.abs(near.v) / self.scale, initial=0.0))
        aside = min(ASIDE / max(speed, 1e-300), (t - self.first) / 3.0)
        found = self._chain(near, t, [-k * aside for k in (1, 2, 3)])
        with suppress(ModelError):  # the laws, or the reach, may end here
            beyond = self._leap(found[0], self.motion.at, t + aside)
            if beyond.position is not None and beyond.smooth:
                after = self._chain(beyond.position, t, [k * aside for k in (1, 2, 3)])
                return dict(zip((-1, -2, -3, 1, 2, 3), found + after, strict=True))
        aside = min(aside, (t - self.first) / 6.0)
        found = self._chain(near, t, [-k * aside for k in range(1, 7)])
        return dict(zip(range(-1, -7, -1), found, strict=True))

    def _chain(self, here: Position, t: float, offsets: list[float]) -> list[Position]:
        """Return the positions at times t + offset, each followed from the one before."""
        found = []
        for offset in offsets:
            start, end = here.instant.t, t + offset
            there = None if start == end else self._way(here, start, end, self.motion.at, True)
            if there is None and start != end:
                raise ModelError(undecided_motion(here.instant, "the motion stops there"))
            here = there or here
            found.append(here)
        return found

    def _mean(self, places: Mapping[int, Position], weights: Mapping[int, float]) -> np.ndarray:
        """Return the position between or after others."""
        near = places[-1]
        system = near.instant.system
        d = [weights[k] * system.difference(place.q, near.q) for k, place in places.items()]
        return system.compiled.layout.with_unit_quaternions(system.add(near.q, np.sum(d, axis=0)))

    def _direct(self, there: Instant, q: np.ndarray, near: Position) -> Position | None:
        try:
            return there.position(q, near.cut_q)
        except ModelError:
            return None

    def _check_limit(self, there: Instant, found: Motion) -> None:
        """Refuse a limit that is not what is prescribed: laws that stop or have a kink there."""
        closure = there.closure(found.state.q)
        off = max(float(np.max(np.abs(closure.miss), initial=0.0)), closure.gap)
        for name, jet in there.jets.items():
            for raw, value in ((jet[1], found.state), (jet[2], found)):
                vector, place = there.system.compiled.located_rate(name)
                parts = {"v": ("v", "vdot"), "cut_v": ("cut_v", "cut_vdot")}[vector]
                part = getattr(value, parts[0 if value is found.state else 1])[place]
                off = max(off, float(np.max(np.abs(part - raw) / (1.0 + np.abs(raw)))))
        for law in there.joints:
            q, v = joint_state(there.system, law, found.state)
            off = max(off, float(np.max(np.abs(v[list(law.parts)] - law.rates(there.t, q)))))
        if not off <= SMOOTH:
            raise ModelError(undecided_motion(there, "its laws have a kink there, or stop"))


def _between(a: Position, b: Position) -> float:
    """Return about when the least singular value, which falls and rises again, is zero."""
    part = a.A.smallest / max(a.A.smallest + b.A.smallest, 1e-300)
    return a.instant.t + part * (b.instant.t - a.instant.t)


def _limit_motion(
    there: Instant, q: np.ndarray, sides: Mapping[int, Motion], weights: Mapping[int, float]
) -> Motion:
    """Return the motion at q whose values are weighted sums of those on the sides."""
    loops, near = there.system.compiled.loops, sides[-1]

    def mean(value: Callable[[Motion], np.ndarray]) -> np.ndarray:
        return np.sum([weights[k] * value(side) for k, side in sides.items()], axis=0)

    _, Phi, y, C = loops.closure(q, *there.last)
    v, cut_q = mean(lambda m: m.state.v), mean(lambda m: np.asarray(m.state.cut_q))
    y = loops.with_turns(y, cut_q)
    return replace(
        near,
        state=State(there.system, q, v, there.t, y, C @ v, note="limit at a singular position"),
        A=loops.scaled_matrix(Phi, there.rows(q, C)[0]),
        efforts={name: mean(partial(_effort, name)) for name in near.efforts},
        vdot=mean(lambda m: m.vdot),
        cut_vdot=mean(lambda m: m.cut_vdot),
        lam=mean(lambda m: m.lam),
        tau=mean(lambda m: m.tau),
        tau_cut=mean(lambda m: m.tau_cut),
        ext=mean(lambda m: m.ext),
        bearing=mean(lambda m: m.bearing),
        drive_tau=mean(lambda m: m.drive_tau),
        drive_tau_cut=mean(lambda m: m.drive_tau_cut),
    )


def _effort(name: str, motion: Motion) -> np.ndarray:
    return motion.efforts[name]


def same_sheet(a: ScaledMatrix, b: ScaledMatrix) -> bool:
    """Tell whether det(a) det(b) > 0, in the spaces of the rows and columns that count."""
    if a.rank != b.rank:
        return False
    (U_a, V_a), (U_b, V_b) = a.row_space, b.row_space
    return bool(np.linalg.slogdet(U_a.T @ U_b)[0] * np.linalg.slogdet(V_a.T @ V_b)[0] > 0.0)
