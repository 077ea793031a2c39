"""Optimal control of equations of one's own: dx/dt = f(t, x, u)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, message_of
from sarrus.kernels import Kernel, KernelFactory
from sarrus.kernels.background import BACKGROUND
from sarrus.kernels.digest import sha256
from sarrus.kernels.program_record import record_of
from sarrus.kernels.trace import trace
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.optimal.bounds import Range, range_of, usual_controls
from sarrus.robotics.optimal.goals import ASKED
from sarrus.robotics.optimal.node_kernels import NodeKernels, bodies
from sarrus.robotics.optimal.search_result import SearchResult
from sarrus.robotics.optimal.searches import chosen_mesh, chosen_search, failure_problem
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.collocation.solution import solve_on_meshes
from sarrus.solvers.collocation.transcription import Condition, Conditions
from sarrus.spatial.arrays import Array, join

LEAST = 1e-3
"""Least size of a number, over that of the others, where nothing tells it."""
LONGEST, SHORTEST = 1e3, 1e-3
"""Bounds of a free duration, over its first guess."""
BEGINNINGS = ((0.5, 1.0), (0.25, 4.0), (0.75, 4.0))
"""Guesses: shares of the ranges of controls, and durations over the usual one."""


@dataclass(frozen=True, eq=False, repr=False)
class OptimalControl(SearchResult):
    """The controls of equations that make an objective smallest; names: of states and controls."""

    names: tuple[str, ...]

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a state or control at the nodes."""
        return self.solution.w[:, self._place(name)]

    @with_checks
    def at(self, t: Any) -> Mapping[str, np.ndarray]:
        """Return all states and controls by name, at a time or in rows of times [s].

        Example:
            halfway = found.at(0.5 * found.duration)["angle"]
        """
        rows = self.solution.at(np.atleast_1d(np.asarray(t, dtype=float)))
        found = rows if np.ndim(t) else rows[0]
        return {name: found[..., k] for k, name in enumerate(self.names)}

    def _place(self, name: str) -> int:
        if name not in self.names:
            rule = "is neither a state nor a control"
            action = nearest(name, self.names)
            raise ModelError(Problem(ASKED, f"'{name}'", rule, action=action))
        return self.names.index(name)

    def __repr__(self) -> str:
        return f"<OptimalControl: {self.duration:.6g} s>"

    def __str__(self) -> str:
        return "\n".join(self.account(""))


@with_checks
def optimal_control(
    rates: Callable[..., Any],
    states: Sequence[str],
    controls: Any,
    start: Mapping[str, Any],
    end: Mapping[str, Any],
    *,
    minimize: Any = "time",
    limits: Mapping[Any, Any] | None = None,
    duration: float | tuple[float, float] | None = None,
    guess: Mapping[str, Any] | None = None,
    method: str = "hermite-simpson",
    intervals: int = 20,
    tolerance: float = 1e-5,
    most: int = 1000,
    search: str = "own",
) -> OptimalControl:
    """Return the controls u(t) of dx/dt = rates(t, x, u) that make an objective smallest.

    rates: a function of time, rows of states and controls, written with NumPy, that returns a row
    of rates; states: their names in order; controls: names, or ranges (low, high) by name; start,
    end: values or ranges by name, what is not named is free. minimize: "time", a function (t, x, u)
    whose integral counts, or weights of such. limits: ranges by name, or of functions (t, x, u).
    duration: fixed, in a range, or free. guess: of states and controls by name, numbers or rows
    that are spread over the duration, and "time"; where there is none, states go straight from
    start to end, controls stay at the middle, a quarter and three quarters of their ranges, and the
    best motion is returned. Other arguments as in `optimal_motion`.

    Example:
        def slide(t, x, u):
            return [x[2] * np.sin(u[0]), -x[2] * np.cos(u[0]), 9.81 * np.cos(u[0])]
        ends = {"x": 0.0, "y": 0.0, "v": 0.0}, {"x": 10.0, "y": -6.0}
        angle = {"angle": (0.0, np.pi)}
        found = robotics.optimal_control(slide, ["x", "y", "v"], angle, *ends)
    """
    asked = _Asked(rates, tuple(states), controls, start, end, minimize, dict(limits or {}),
                   duration, dict(guess or {}))  # fmt: skip
    mesh = chosen_mesh(method, intervals, most, tolerance)
    find = chosen_search(search)

    def independent_states(mesh: Mesh, w: np.ndarray) -> np.ndarray:
        return np.ones((mesh.intervals, len(asked.states)), dtype=bool)

    guesses = asked.guesses(mesh)
    found = solve_on_meshes(
        asked.functions, mesh, asked.conditions, independent_states, guesses, len(guesses),
        tolerance, most, find,
    )  # fmt: skip
    if not found.closed:
        worst = f"rows missed by {found.optimum.violation:.2g}"
        raise ModelError(failure_problem(found, worst))
    return OptimalControl(found, asked.minimized, tolerance, asked.names)


class _Asked:
    """Equations and what is asked of them."""

    def __init__(self, rates: Callable[..., Any], states: tuple[str, ...], controls: Any,
                 start: Mapping[str, Any], end: Mapping[str, Any], minimize: Any,
                 limits: dict[Any, Any], duration: Any, guess: dict[str, Any]) -> None:  # fmt: skip
        self.rates, self.states = rates, states
        named = dict(controls) if isinstance(controls, Mapping) else dict.fromkeys(controls)
        self.names = (*states, *named)
        self.guess = guess
        problems = []
        if len(set(self.names)) < len(self.names) or not states:
            rule = "must be names, each once, at least one of a state"
            problems.append(Problem(ASKED, "states and controls", rule, ", ".join(self.names)))
        known = {"start": start, "end": end, "guess": guess,
                 "limits": [name for name in limits if isinstance(name, str)]}  # fmt: skip
        for where, listed in known.items():
            problems += [
                Problem(ASKED, f"{where} / '{name}'", "is neither a state nor a control",
                        action=nearest(name, self.names))
                for name in listed if name not in self.names and (where, name) != ("guess", "time")
            ]  # fmt: skip
        listed = dict(minimize) if isinstance(minimize, Mapping) else {minimize: 1.0}
        for name in listed:
            if name != "time" and not callable(name):
                rule = "is neither 'time' nor a function of (t, x, u)"
                problems.append(Problem(ASKED, f"minimize {name!r}", rule))
        if problems:
            raise ModelError(problems)
        self.weight = float(listed.pop("time", 0.0))
        self.goals: list[tuple[Any, float]] = list(listed.items())
        if duration is None and not self.weight:
            rule = "is free, and the objective has no time in it"
            raise ModelError(Problem(ASKED, "duration", rule, action="give one [s], or a range"))
        self.limits = {
            name: range_of(f"limits / '{name}'", value)
            for name, value in (*named.items(), *limits.items())
            if value is not None
        }
        self.asked: list[Any] = [name for name in self.limits if callable(name)]
        self.ends = [
            {
                name: range_of(f"{where} / '{name}'", value, both=False)
                for name, value in own.items()
            }
            for where, own in (("start", start), ("end", end))
        ]
        self.T = float(guess.get("time", 1.0))
        self.durations: Range = (SHORTEST * self.T, LONGEST * self.T)
        if duration is not None:
            pair = (duration, duration) if np.ndim(duration) == 0 else duration
            low, high = (float(x) for x in pair)
            if not 0.0 < low <= high < np.inf:
                rule = "must be positive, or a range of such"
                raise ModelError(Problem(ASKED, "duration", rule, repr(duration)[:60]))
            self.durations, self.T = (low, high), float(np.sqrt(low * high))
        words = [getattr(name, "__name__", "function") for name, _ in self.goals]
        self.minimized = " + ".join(["time"] * bool(self.weight) + words)
        self.functions = self._functions()

    def _values(self, w: Array, t: Any) -> Array:
        """Return F of a node."""
        nx = len(self.states)
        x, u = w[:nx], w[nx:]

        def row(what: str, function: Callable[..., Any]) -> Array:
            try:
                found = np.atleast_1d(np.asarray(function(t, x, u), dtype=object))
            except Exception as problem:  # whatever a function of the user does
                raise ModelError(
                    Problem("V03", what, f"cannot be traced: {message_of(problem)}",
                            cause="it branches on a value, or uses `math` or another library",
                            action="use NumPy's functions")
                ) from problem  # fmt: skip
            return found

        slopes = row("rates", self.rates)
        if slopes.shape != (nx,):
            rule = f"must return {nx} numbers, one for each state"
            raise ModelError(Problem(ASKED, "rates", rule, f"shape {slopes.shape}"))
        asked = [row("limits", function)[0] for function in self.asked]
        goal = sum((weight * row("minimize", term)[0] for term, weight in self.goals), 0.0)
        last = np.empty(len(asked) + 1, dtype=object)
        last[:] = [*asked, goal]
        return join(slopes, last)

    def _functions(self) -> NodeKernels:
        computed = bodies(self._values)

        def of(name: str) -> Callable[..., Mapping[str, Any]]:
            def function(t: Any, **arrays: Any) -> Mapping[str, Any]:
                return computed[name](arrays, t[0])

            return function

        # What the equations compute identifies them, so that they are compiled once.
        program = trace(of("F"), {"w": (len(self.names),), "t": (1,)})
        key, factory = sha256(record_of(program)).hexdigest(), KernelFactory(policy=BACKGROUND)

        def make(name: str, shapes: dict[str, tuple[int, ...]]) -> Kernel:
            return factory.make(f"given {key} {name}", of(name), {**shapes, "t": (1,)})

        nx = len(self.states)

        def slopes(w: np.ndarray, t: np.ndarray) -> np.ndarray:
            return made.values(w, t)[:, :nx]

        made = NodeKernels.of(
            (nx, len(self.names), 0, len(self.asked)), make, {}, slopes, slice(nx, len(self.names))
        )
        return made

    @property
    def conditions(self) -> Conditions:
        """Bounds, and values at the ends."""
        lower = np.array([self.limits.get(n, (-np.inf, np.inf))[0] for n in self.names])
        upper = np.array([self.limits.get(n, (-np.inf, np.inf))[1] for n in self.names])
        places = tuple(
            Condition(k, self.names.index(name), low, high)
            for k, own in enumerate(self.ends)
            for name, (low, high) in own.items()
        )
        ranges = [self.limits[name] for name in self.asked]
        low, high = (np.array([own[k] for own in ranges]) for k in (0, 1))
        return Conditions(lower, upper, low, high, (self.durations,), places, self._scale,
                          self.weight)  # fmt: skip

    def _row(self, name: str, share: float = 0.5) -> np.ndarray:
        """Return values that a state or control begins with, over the duration.

        share: of its range, at which a control is.
        """
        if name in self.guess:
            return np.atleast_1d(np.asarray(self.guess[name], dtype=float))
        known = [own[name] for own in self.ends if name in own]
        low, high = self.limits.get(name, (-np.inf, np.inf))
        if name in self.states:
            usual = float(np.clip(0.0, low, high))
        else:
            usual = float(usual_controls(np.array(low), np.array(high), share))
        middles = [float(np.clip(0.0, *pair)) if pair[0] < pair[1] else pair[0] for pair in known]
        return np.array(middles or [usual])

    @property
    def _scale(self) -> np.ndarray:
        found = []
        for name in self.names:
            row = self._row(name)
            known: Iterable[float] = [x for own in self.ends for x in own.get(name, ())]
            bounds = [x for x in self.limits.get(name, ()) if np.isfinite(x)]
            sizes = np.abs([*row, *[x for x in known if np.isfinite(x)], *bounds])
            found.append(float(np.max(sizes, initial=0.0)))
        largest = max([*found, LEAST])
        return np.array([size if size > LEAST * largest else min(1.0, largest) for size in found])

    def guesses(self, mesh: Mesh) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return w at nodes, and the duration, to begin with: what is given, or several."""
        s = mesh.shares[:, 0]
        found = []
        for share, longer in BEGINNINGS[: 1 if self.guess else None]:
            columns = []
            for name in self.names:
                row = self._row(name, share)
                columns.append(np.interp(s, np.linspace(0.0, 1.0, len(row)), row))
            T = np.clip(longer * self.T, *self.durations)
            found.append((np.column_stack(columns), np.array([T])))
        return found
