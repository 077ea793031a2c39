"""An optimal motion: what drives do, how good it is, and how the mechanism follows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, number_from_start
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.optimal.goals import ASKED
from sarrus.robotics.optimal.mechanism import Mechanism
from sarrus.robotics.optimal.search_result import SearchResult
from sarrus.robotics.report_plots import Line, Plot
from sarrus.robotics.workplace import Workplace
from sarrus.system import System
from sarrus.system.state import State

ROWS = 20
"""Rows of the tables of efforts in each interval."""


@dataclass(frozen=True, eq=False, repr=False)
class OptimalMotion(SearchResult):
    """A motion of a mechanism that makes an objective smallest.

    mechanism: its equations at nodes; given, keywords: laws of other efforts, and values of inputs.
    t: the nodes; q, v, vdot, efforts: there.
    """

    work: Workplace
    mechanism: Mechanism
    given: Mapping[str, Any]
    keywords: Mapping[str, Any]

    @property
    def system(self) -> System:
        """The system that moves."""
        return self.mechanism.system

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the velocities with drives."""
        return self.mechanism.drives

    @property
    def q(self) -> np.ndarray:
        """Coordinates at the nodes, rows over coordinates."""
        return self.solution.w[:, self.mechanism.parts["q"]]

    @property
    def v(self) -> np.ndarray:
        """Velocities at the nodes."""
        return self.solution.w[:, self.mechanism.parts["v"]]

    @property
    def vdot(self) -> np.ndarray:
        """Accelerations at the nodes."""
        return self.solution.w[:, self.mechanism.parts["vdot"]]

    @property
    def efforts(self) -> np.ndarray:
        """Efforts of the drives at the nodes [N m or N], rows over drives."""
        return self.solution.w[:, self.mechanism.parts["u"]]

    @with_checks
    def state(self, k: int) -> State:
        """Return the state at node number k, from the end where it is negative.

        Example:
            found.state(-1)
        """
        k = number_from_start(k, len(self.t), "state", "the motion")
        y = np.concatenate([self.solution.w[k, : self.mechanism.nx], np.zeros(3)])
        m = self.mechanism
        angles = m._angles
        nqv = self.system.nq + self.system.nv
        y = np.concatenate([y[:nqv], angles, y[nqv:]])
        return m.sim.state_of(y, float(self.t[k]))

    @with_checks
    def at(self, t: Any) -> Mapping[str, np.ndarray]:
        """Return q, v, vdot and efforts at a time, or rows of them at times [s].

        Example:
            halfway = found.at(0.5 * found.duration)["q"]
        """
        times = np.atleast_1d(np.asarray(t, dtype=float))
        w, p = self.solution.at(times), self.mechanism.parts
        names = {"q": "q", "v": "v", "vdot": "vdot", "efforts": "u"}
        found = {name: w[:, p[part]] for name, part in names.items()}
        return found if np.ndim(t) else {name: rows[0] for name, rows in found.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate, velocity, or "drive.effort" at the nodes."""
        drive = name.removesuffix(".effort").removesuffix(".torque").removesuffix(".force")
        if drive != name:
            names = self.system.compiled.rate_names(drive)
            columns = [self.drives.index(n) for n in names if n in self.drives]
            if columns:
                return (
                    self.efforts[:, columns[0]] if len(columns) == 1 else self.efforts[:, columns]
                )
        located = self.system.compiled.locate(name)
        if located is None or located[0] not in ("q", "v", "z"):
            known = [*self.system.coordinates, *self.system.velocities]
            known += [f"{d}.effort" for d in self.drives]
            rule = "is not a coordinate or velocity of the tree, nor the effort of a drive"
            action = f"{nearest(name, known)} `simulation.history` has all channels"
            raise ModelError(Problem(ASKED, f"'{name}'", rule, action=action))
        part, place = located
        rows = self.solution.w[:, self.mechanism.parts[part]][:, place]
        return rows[:, 0] if rows.shape[1] == 1 else rows

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            self[name]
        except ModelError:
            return False
        return True

    # --- simulated and tracked ------------------------------------------------------------------

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The efforts as tables over time, for `simulate`."""
        s = np.linspace(0.0, 1.0, ROWS, endpoint=False)
        ends = self.t[:: self.solution.mesh.method.steps]
        times = np.append((ends[:-1, None] + np.diff(ends)[:, None] * s).ravel(), ends[-1])
        u = self.solution.at(times)[:, self.mechanism.parts["u"]]
        own = {name: (times, u[:, k]) for k, name in enumerate(self.drives)}
        return {**self.given, **own}

    @cached_property
    def simulation(self) -> Any:
        """The run of the mechanism with these efforts alone, from the same start."""
        return self.system.simulate(
            self.state(0), times=self.t, inputs=self.inputs,
            rtol=1e-8, atol=1e-10, **self.keywords,
        )  # fmt: skip

    @property
    def difference(self) -> float:
        """How far the simulation ends from the motion, in usual sizes of coordinates.

        An unstable mechanism leaves any motion without feedback: see `track`.
        """
        return self._off(self.simulation)

    def _off(self, run: Any) -> float:
        last = run.state(len(run.t) - 1).q
        size = self.solution.transcription.conditions.scale[self.mechanism.parts["v"]]
        size = size * self.solution.T[0] if len(size) else size
        return float(np.max(np.abs(self.system.difference(last, self.q[-1])) / size, initial=0.0))

    @with_checks
    def track(self, Q: Any = 1.0, R: Any = None, *, start: State | None = None) -> Any:
        """Return the run in which feedback keeps the mechanism on the motion (`tracking_lqr`).

        Q, R: weights of states and efforts; R by default so that an effort at its limit counts as
        a state that is 1 off. start: another state to begin in.

        Example:
            run = found.track(10.0)
        """
        from sarrus.system.analysis.control import tracking_lqr

        weights = dict(zip(self.drives, 1.0 / self.mechanism.sizes**2, strict=True))
        law = tracking_lqr(
            self.system, self, list(self.drives), Q, weights if R is None else R, **self.keywords
        )
        return self.system.simulate(
            self.state(0) if start is None else start, times=self.t,
            inputs={**self.given, **law.inputs}, **self.keywords,
        )  # fmt: skip

    # --- shown ----------------------------------------------------------------------------------

    @property
    def plots(self) -> list[Plot]:
        """Efforts of the drives and coordinates over time."""
        ends = self.t[:: self.solution.mesh.method.steps]
        t = np.unique(np.concatenate([np.linspace(a, b, 9) for a, b in pairwise(ends)]))
        found, plots = self.at(t), []
        layout = self.system.compiled.layout
        for k, name in enumerate(self.drives):
            line = Line(name, t, found["efforts"][:, k])
            plots.append((self._effort_unit(name), line))
        grouped = [
            Plot("Efforts of the drives", "time [s]", f"effort [{unit}]",
                 [line for own, line in plots if own == unit])
            for unit in dict.fromkeys(unit for unit, _ in plots)
        ]  # fmt: skip
        lines = [
            (unit, Line(name, t, found["q"][:, k]))
            for k, (name, unit) in enumerate(zip(layout.q_names, layout.q_units, strict=True))
        ]
        for unit in dict.fromkeys(unit for unit, _ in lines):
            own = [line for u, line in lines if u == unit]
            grouped.append(Plot("Coordinates", "time [s]", f"coordinate [{unit}]", own))
        return grouped

    def _effort_unit(self, name: str) -> str:
        joint = next(j for j in self.system.model.joints if name in j.velocity_names)
        unit = joint.type.velocities[joint.velocity_names.index(name)].unit
        return "N" if unit == "m/s" else "N m"

    def plot(self, **how: Any) -> Any:
        """Return a Figure of efforts and coordinates; path: a file that it is written to.

        Example:
            found.plot(path="motion.svg")
        """
        from sarrus.results.plots.tasks import plots_figure

        return plots_figure(self.plots, **how)

    def __repr__(self) -> str:
        return f"<OptimalMotion '{self.work.title}': {self.duration:.6g} s>"

    def __str__(self) -> str:
        lines = self.account(f" of '{self.work.title}'")
        for k, name in enumerate(self.drives):
            u = self.efforts[:, k]
            lines.append(
                f"  {name}: effort {u.min():.5g} to {u.max():.5g} {self._effort_unit(name)}"
            )
        return "\n".join(lines)
