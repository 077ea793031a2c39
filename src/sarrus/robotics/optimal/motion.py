"""Optimal motions of mechanisms, by direct collocation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.model import Model
from sarrus.robotics.optimal.bounds import (
    Drives,
    Ends,
    Knot,
    Limits,
    Range,
    Sizes,
    channel_names,
    usual_controls,
)
from sarrus.robotics.optimal.goals import ASKED, Goals
from sarrus.robotics.optimal.mechanism import Mechanism
from sarrus.robotics.optimal.result import OptimalMotion
from sarrus.robotics.optimal.searches import chosen_mesh, chosen_search, failure_problem
from sarrus.robotics.workplace import Workplace
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.collocation.solution import solve_on_meshes
from sarrus.solvers.collocation.transcription import Condition, Conditions
from sarrus.system import System
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.state import State

LONGEST, SHORTEST = 1e3, 1e-3
"""Bounds of a free duration, over its first guess."""
BEGINNINGS = (0.5, 0.25, 0.75)
"""Shares of the ranges of efforts in guesses: the next where the search from one has failed."""


@with_checks
def optimal_motion(
    robot: Workplace | Model | System,
    start: Any,
    end: Any,
    *,
    efforts: Any = None,
    minimize: Any = "time",
    limits: Mapping[str, Any] | None = None,
    duration: float | tuple[float, float] | None = None,
    via: Sequence[Mapping[str, Any]] = (),
    rest: bool = True,
    method: str = "hermite-simpson",
    intervals: int = 20,
    tolerance: float = 1e-4,
    most: int = 400,
    guess: Any = None,
    inputs: Mapping[str, Any] | None = None,
    search: str = "own",
    **keywords: Any,
) -> OptimalMotion:
    """Return the motion from start to end that makes an objective smallest within limits.

    robot: a system, model or workplace; start: a state, coordinates and velocities by name (others
    as drawn, at rest), or a row of coordinates; end: the same, or values and ranges (low, high) of
    coordinates, velocities and channels; what is not named is free, velocities are 0 unless `rest`
    is False. efforts: which joints or velocities have drives, and how strong they are ({"cart":
    20.0}, (low, high), or None as the model says); by default those of the workplace. minimize:
    "time", "effort" (squares over limits), "energy" (power where positive), "acceleration"
    (squares), a channel or function of (t, state) whose integral counts, or weights of such by
    name. limits: by joint `JointLimits`, by name of a coordinate, velocity or channel a magnitude
    or (low, high). duration [s]: fixed, in a range, or free; via: values that are passed on the
    way, each at a time that is found. method: "hermite-simpson" or "trapezoid"; intervals: of the
    first mesh, in each phase, which is refined until the equations of motion agree with it to
    `tolerance`, in usual sizes of coordinates and velocities, or it has `most` intervals. guess: a
    motion found before, from which the search begins; inputs: laws of other efforts, as in
    `simulate`; search: "own", or "ipopt" with CasADi.

    Example:
        found = robotics.optimal_motion(swing, {"A": 0.0}, {"A": 1.0}, efforts={"A": 60.0})
    """
    work = robot if isinstance(robot, Workplace) else Workplace(robot)
    asked = _Asked(work, start, end, efforts, minimize, dict(limits or {}), duration, tuple(via),
                   rest, inputs, keywords)  # fmt: skip
    mesh = chosen_mesh(method, intervals, most, tolerance, asked.phases)
    find = chosen_search(search)
    conditions = asked.conditions

    def independent_states(mesh: Mesh, w: np.ndarray) -> np.ndarray:
        return asked.mechanism.independent_states(mesh, w, np.zeros(len(w)))

    if guess is None:
        guesses = [asked.guess(mesh, share) for share in BEGINNINGS]
    else:
        guesses = [asked.guess_of(guess, mesh)]
    found = solve_on_meshes(
        asked.mechanism.functions,
        mesh,
        conditions,
        independent_states,
        guesses,
        1,
        tolerance,
        most,
        find,
    )
    if not found.closed:
        raise ModelError(failure_problem(found, asked.worst_condition(found)))
    said = str(asked.goals), tolerance
    return OptimalMotion(found, *said, work, asked.mechanism, inputs or {}, keywords)


class _Asked:
    """What is asked for, as conditions of a transcription."""

    def __init__(self, work: Workplace, start: Any, end: Any, efforts: Any, minimize: Any,
                 limits: dict[str, Any], duration: Any, via: tuple[Mapping[str, Any], ...],
                 rest: bool, inputs: Mapping[str, Any] | None, keywords: Mapping[str, Any],
                 ) -> None:  # fmt: skip
        self.work, self.system, self.rest = work, work.system, rest
        system = self.system
        self.drives = Drives.of(work, efforts)
        self.limits = Limits.of(system, limits)
        self.goals = Goals.of(minimize, channel_names(system))
        ends = Ends(system, keywords)
        first = ends.start(start)
        self.knots: list[Knot] = [Knot(first, {}, True)]
        for k, value in enumerate((*via, end)):
            where = "end" if k == len(via) else f"via[{k}]"
            self.knots.append(ends.knot(where, value, self.knots[-1].state))
        self.duration = self._duration(duration)
        self.start = first
        sim = Analysis(system, inputs, keywords=keywords).simulator(first.q)
        self.sizes = Sizes(system, self.drives, self.knots, self.limits, self.duration)
        wanted: dict[str, Any] = {n: n for n in self._asked_names}
        for k, name in enumerate(self.goals.asked):
            wanted[f"goal {k}"] = name
        v = np.array([self._speed_of(k) for k in self.drives.places])
        self.mechanism = Mechanism(
            sim, self.drives.names, self.drives.places, self.sizes.efforts,
            self.sizes.efforts * v / self.sizes.T, self.goals, Outputs(wanted), first,
        )  # fmt: skip

    def _speed_of(self, place: int) -> float:
        nv = self.system.nv
        return float(self.sizes.v_of_q[place]) if place < nv else 1.0

    @property
    def phases(self) -> int:
        """How many phases there are."""
        return len(self.knots) - 1

    @property
    def _asked_names(self) -> list[str]:
        """Channels with limits, or with values at places, each once."""
        names = list(self.limits.of_channels)
        for knot in self.knots:
            for name in knot.values:
                located = self.system.compiled.locate(name)
                if located is None or located[0] not in ("q", "v", "z"):
                    names.append(name)
        return list(dict.fromkeys(names))

    def _duration(self, value: Any) -> Range | None:
        if value is None:
            if self.goals.time <= 0.0 and not any(n == "time" for n, _ in self.goals.weights):
                rule = (
                    "is free, and the objective has no time in it: the best motion takes for ever"
                )
                action = "give duration=... [s], a range, or a weight of 'time'"
                raise ModelError(Problem(ASKED, "duration", rule, action=action))
            return None
        low, high = (value, value) if np.ndim(value) == 0 else (float(x) for x in value)
        if not 0.0 < low <= high < np.inf:
            rule = "must be positive, or a range of such"
            raise ModelError(Problem(ASKED, "duration", rule, repr(value)[:60]))
        return float(low), float(high)

    # --- conditions -----------------------------------------------------------------------------

    @cached_property
    def conditions(self) -> Conditions:
        """Bounds, limits and conditions at places."""
        m, p = self.mechanism, self.mechanism.parts
        lower, upper = np.full(m.nw, -np.inf), np.full(m.nw, np.inf)
        for (kind, k), (low, high) in self.limits.of_w.items():
            lower[p[kind].start + k], upper[p[kind].start + k] = low, high
        lower[p["u"]], upper[p["u"]] = self._effort_range
        names = self._columns
        ranges = [self.limits.of_channels.get(n, (-np.inf, np.inf)) for n, _ in names]
        least, most = np.array(ranges).reshape(-1, 2).T
        T = self.sizes.T
        durations = [self.duration or (SHORTEST * T, LONGEST * T)] * self.phases
        if self.phases > 1 and self.duration is not None:
            durations = [(1e-3 * self.duration[1], self.duration[1])] * self.phases
        places = tuple(c for k in range(len(self.knots)) for c in self._at(k))
        self._check_places(places, lower, upper)
        return Conditions(
            lower, upper, least, most, tuple(durations), places, self.scale, self.goals.time,
            self.start.t,
        )  # fmt: skip

    @cached_property
    def _effort_range(self) -> tuple[np.ndarray, np.ndarray]:
        low, high = self.drives.low.copy(), self.drives.high.copy()
        for name, most in self.limits.of_drives.items():
            if name not in self.drives.names:
                rule = "has no drive, so that its torque has no limit"
                raise ModelError(Problem(ASKED, f"limits / '{name}' / torque", rule))
            k = self.drives.names.index(name)
            low[k], high[k] = max(low[k], -most), min(high[k], most)
        return low, high

    @cached_property
    def _columns(self) -> list[tuple[str, int]]:
        """The channel of each asked number, and which of its numbers it is."""
        _ = self.mechanism.functions  # which finds the names
        found: list[tuple[str, int]] = []
        for label in self.mechanism.asked.names[: self.mechanism.functions.n_asked]:
            name, _, rest = label.partition("[")
            found.append((name, int(rest[:-1]) if rest else 0))
        return found

    @cached_property
    def scale(self) -> np.ndarray:
        """Sizes of usual values of w."""
        m, p, T = self.mechanism, self.mechanism.parts, self.sizes.T
        found = np.ones(m.nw)
        found[p["q"]] = self.sizes.q
        found[p["v"]] = self.sizes.v_of_q / T
        found[p["vdot"]] = self.sizes.v_of_q / T**2
        if m.sim.nz:
            found[p["z"]] = self.system.compiled.state_scales
        found[p["u"]] = self.sizes.efforts
        found[p["lam"]] = max(float(np.max(self.sizes.efforts)), 1e-9)
        return found

    def _at(self, place: int) -> list[Condition]:
        """Return the conditions at a knot."""
        m, knot = self.mechanism, self.knots[place]
        nq = m.parts["q"].start
        w = self._w_of(knot.state)
        found: list[Condition] = []
        located = {name: self.system.compiled.locate(name) for name in knot.values}
        exact = {"q": {}, "v": {}}  # type: dict[str, dict[int, float]]
        for name, (low, high) in knot.values.items():
            where = located[name]
            if where is not None and where[0] in ("q", "v", "z"):
                for k in range(where[1].start, where[1].stop):
                    if low == high and where[0] in exact:
                        exact[where[0]][k] = low
                    else:
                        at = m.parts[where[0]].start + k
                        found.append(Condition(place, at, low, high))
            else:
                for column, (own, _) in enumerate(self._columns):
                    if own == name:
                        found.append(Condition(place, column, low, high, asked=True))
        whole = knot.whole
        last = place == len(self.knots) - 1
        for kind, values in (("q", knot.state.q), ("v", knot.state.v)):
            if whole:
                chosen = self._independent(w, kind, [])
                wanted = {k: float(values[k]) for k in chosen}
            else:
                wanted = dict(exact[kind])
                rest = kind == "v" and self.rest and last
                chosen = self._independent(w, kind, list(wanted))
                known = [k for k in chosen if k in wanted]
                cut = [n for n in knot.values if (located[n] or ("",))[0] == "cut_q"]
                if kind == "q" and cut and len(known) + len(cut) >= len(chosen):
                    found = [
                        c for c in found if not c.asked or self._columns[c.index][0] not in cut
                    ]
                    wanted = {k: float(values[k]) for k in chosen}
                elif rest:
                    wanted = {k: wanted.get(k, 0.0) for k in chosen}
                else:
                    wanted = {k: wanted[k] for k in known}
            start = m.parts[kind].start + (nq if kind == "q" else 0)
            found += [Condition(place, start + k, value, value) for k, value in wanted.items()]
        if place == 0 and m.sim.nz:
            z = self.knots[0].state.z
            found += [Condition(0, m.parts["z"].start + k, x, x) for k, x in enumerate(z)]
        return found

    def _independent(self, w: np.ndarray, kind: str, first: list[int]) -> list[int]:
        m = self.mechanism
        if not m.constrained:
            size = m.parts[kind].stop - m.parts[kind].start
            return [*first, *[k for k in range(size) if k not in first]]
        return m.independent(w, self.start.t, first, kind)

    def _check_places(
        self, places: tuple[Condition, ...], lower: np.ndarray, upper: np.ndarray
    ) -> None:
        """Refuse values at places that are outside of the limits."""
        problems = []
        names = [*self.system.coordinates, *self.system.velocities]
        for c in places:
            if c.asked or c.index >= len(names):
                continue
            low, high = lower[c.index], upper[c.index]
            slack = 1e-9 * max(1.0, abs(low) if np.isfinite(low) else 0.0)
            if c.high < low - slack or c.low > high + slack:
                where = "start" if c.place == 0 else "end" if c.place == self.phases else "via"
                rule = f"is outside of its limits, {low:.6g} to {high:.6g}"
                action = "widen the limits, or choose another posture"
                value = f"{c.low:.6g}"
                problems.append(Problem(ASKED, f"{where} / '{names[c.index]}'", rule, value,
                                        action=action))  # fmt: skip
        if problems:
            raise ModelError(problems)

    # --- guesses --------------------------------------------------------------------------------

    def _w_of(self, state: State, share: float = 0.5) -> np.ndarray:
        m, p = self.mechanism, self.mechanism.parts
        w = np.zeros(m.nw)
        w[p["q"]], w[p["v"]] = state.q, state.v
        if m.sim.nz:
            w[p["z"]] = state.z
        low, high = self._effort_range
        w[p["u"]] = usual_controls(low, high, share)
        return w

    def guess(self, mesh: Mesh, share: float) -> tuple[np.ndarray, np.ndarray]:
        """Return w on the straight way from knot to knot, and durations.

        share: of the ranges of efforts, at which these are.
        """
        p, T = self.mechanism.parts, self.sizes.T
        T = T / self.phases if self.duration is not None else T
        w = np.tile(self._w_of(self.start, share), (mesh.nodes, 1))
        shares = mesh.shares
        for k in range(self.phases):
            a, b = self.knots[k].state, self.knots[k + 1].state
            way = self.system.difference(b.q, a.q)
            first, last = mesh.places[k], mesh.places[k + 1]
            for j in range(first, last + 1):
                s = shares[j, k]
                w[j, p["q"]] = self.system.add(a.q, s * way)
                w[j, p["v"]] = way / T
        w[0, p["v"]] = self.start.v
        return w, np.full(self.phases, T)

    def guess_of(self, before: Any, mesh: Mesh) -> tuple[np.ndarray, np.ndarray]:
        """Return w and durations of a motion found before."""
        if not isinstance(before, OptimalMotion) or before.mechanism.nw != self.mechanism.nw:
            rule = "must be an optimal motion of the same mechanism with as many drives"
            raise ModelError(Problem(ASKED, "guess", rule, repr(before)[:60]))
        if before.solution.mesh.phases != mesh.phases:
            rule = "has another number of phases"
            raise ModelError(Problem(ASKED, "guess", rule, str(before.solution.mesh.phases)))
        return before.solution.on(mesh), before.solution.T.copy()

    def worst_condition(self, found: Any) -> str:
        """Return what is least kept where a search has failed, in words."""
        m = self.mechanism
        tr = found.transcription
        w, t = found.w, found.times
        F = m.functions.values(w, t)
        L, G, phase = tr._defects
        defects = np.abs(L @ w.ravel() + found.T[phase] * (G @ F.ravel()))
        where = "the equations of motion between nodes"
        off = float(np.max(defects, initial=0.0))
        nx, low, high = m.nx, self.conditions.low, self.conditions.high
        asked = F[:, nx + m.functions.n_rows : -1]
        for k, (name, _) in enumerate(self._columns):
            over = float(
                np.max(np.maximum(low[k] - asked[:, k], asked[:, k] - high[k]), initial=0.0)
            )
            if over > off:
                off, where = over, f"the limit of '{name}'"
        return f"{where} (missed by {off:.2g})"
