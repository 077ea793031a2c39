"""The outcome of a simulation: states on a grid of times, by name, and an account of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem
from sarrus.system.actuation import Actuation, Sampled
from sarrus.system.motion import Motion
from sarrus.system.prescribed import scalar_law
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass
class Account:
    """What a simulation took and how well it kept its laws.

    smallest_watch: least pivot watch of the loops; choices: how often their rows were chosen anew;
    allowed: energy error above which the run says so (0: it is not looked at).
    """

    method: str
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    wall: float = 0.0
    preparation: float = 0.0
    smallest_watch: float = 1.0
    choices: int = 0
    passages: list[float] = field(default_factory=list)
    jacobians: int = 0
    traced_inputs: bool = True
    allowed: float = 0.0


@dataclass(frozen=True, eq=False)
class Run:
    """States at `t`: rows of q and v, and the energy ledger up to each [J].

    work: done by efforts and supplied by elements; loss: turned into heat; booked: changed by
    projections on the loops.

    `run["A.angle"]` reads any coordinate or velocity of any joint over time.
    """

    system: System
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    work: np.ndarray
    loss: np.ndarray
    booked: np.ndarray
    account: Account
    notices: tuple[Problem, ...] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)
    laws: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, name: str) -> np.ndarray:
        vector, place = self.system.located(name, ("q", "v", "cut_q", "cut_v"))
        if vector in ("q", "v"):
            values = (self.q if vector == "q" else self.v)[:, place]
        else:
            values = np.array([self._measured(k)[vector][place] for k in range(len(self.t))])
        values = values[:, 0] if values.shape[1] == 1 else values
        if vector == "cut_q" and values.ndim == 1 and self._turns(vector, place):
            return np.unwrap(values)
        return values

    def _turns(self, vector: str, place: slice) -> bool:
        joint, within = self.system.joint_at(vector, place)
        return self.system.model.joint(joint).type.coordinates[within.start].unit == "rad"

    @cached_property
    def _last(self) -> tuple[np.ndarray, ...]:
        return self.system.last_inputs(**self.given)

    def _measured(self, k: int) -> dict[str, np.ndarray]:
        _, _, y, C = self.system.loops.closure(self.q[k], *self._last)
        return {"cut_q": y, "cut_v": C @ self.v[k]}

    def state(self, k: int) -> State:
        """Return the state number k (negative from the end)."""
        k = range(len(self.t))[k]
        here = self._measured(k)
        return State(
            self.system, self.q[k], self.v[k], float(self.t[k]), here["cut_q"], here["cut_v"]
        )

    def motion(self, k: int) -> Motion:
        """Return accelerations, multipliers and efforts of the drives at state number k.

        Sampled controllers are asked anew at that state.
        """
        state = self.state(k)
        numbers = {
            name: law.function(state.t, state) if isinstance(law, Sampled) else law
            for name, law in self.inputs.items()
            if not callable(law)
        }
        inputs = self.system.compiler.inputs({"q": state.q, "v": state.v}, state.t)
        tau, tau_cut = Actuation(self.system, self.inputs).efforts(inputs)
        cut = [name for joint in self.system.topology.cuts for name in joint.velocity_names]
        laws = dict(zip([*self.system.velocities, *cut], [*tau, *tau_cut], strict=True))
        efforts = {name: value for name, value in laws.items() if value != 0.0}
        efforts |= {name: numbers[name] + efforts.get(name, 0.0) for name in numbers}
        driven = {name: scalar_law(name, law)(state.t)[2] for name, law in self.laws.items()}
        return self.system.accelerations(state, efforts=efforts, driven=driven, **self.given)

    @property
    def final(self) -> State:
        """The last state."""
        return self.state(-1)

    @cached_property
    def energy(self) -> np.ndarray:
        """Total energy at every time [J]."""
        return np.array(
            [
                self.system.energy(q, v, t=float(t), **self.given).total
                for t, q, v in zip(self.t, self.q, self.v, strict=True)
            ]
        )

    @property
    def imbalance(self) -> np.ndarray:
        """Energy that no work, loss or projection explains, since the start [J]."""
        explained = self.work - self.loss + self.booked
        return (self.energy - self.energy[0]) - (explained - explained[0])

    @property
    def energy_error(self) -> float:
        """The largest imbalance, as part of the energy exchanged."""
        kinetic = np.array(
            [
                self.system.energy(q, v, **self.given).kinetic
                for q, v in zip(self.q, self.v, strict=True)
            ]
        )
        throughput = max(
            float(np.max(kinetic)), float(np.ptp(self.work)), float(np.ptp(self.loss)), 1e-300
        )
        return float(np.max(np.abs(self.imbalance))) / throughput

    @cached_property
    def momentum(self) -> np.ndarray:
        """Linear momentum [kg m/s] and angular momentum about the world's origin, world axes."""
        found = [
            self.system.momentum(q, v, **self.given) for q, v in zip(self.q, self.v, strict=True)
        ]
        return np.array([np.concatenate([m.linear, m.angular_about_origin]) for m in found])

    @cached_property
    def smallest_singular_value(self) -> float:
        """The least singular value of the loops that counts, relative, over the states kept."""
        loops = self.system.loops
        rows = (loops.closure(q, *self._last)[1] for q in self.q)
        return min((loops.scaled(Phi).smallest for Phi in rows), default=1.0)

    @property
    def drift(self) -> float:
        """The largest opening of the loops, in model lengths or radians."""
        scale = self.system.loops.row_scale
        gaps = [
            np.max(np.abs(scale * self.system.loops.closure(q, *self._last)[0]), initial=0.0)
            for q in self.q
        ]
        return float(max(gaps, default=0.0))

    def report(self) -> str:
        """Return the account of the run as text."""
        a = self.account
        lines = [
            f"{self.system.model.name}: {self.t[0]:g} to {self.t[-1]:g} s, {len(self.t)} states "
            f"by {a.method}",
            f"  steps {a.steps}, rejected {a.rejected}, evaluations {a.evaluations}, "
            f"{1e3 * a.wall:.3g} ms (and {1e3 * a.preparation:.3g} ms to prepare)",
            f"  energy error {self.energy_error:.2g} of the energy exchanged; work "
            f"{self.work[-1]:.4g}, loss {self.loss[-1]:.4g}, by projection {self.booked[-1]:.2g} J",
        ]
        if self.system.closed:
            lines.append(
                f"  loops open by at most {self.drift:.2g}, smallest singular value "
                f"{self.smallest_singular_value:.2g}, pivot watch {a.smallest_watch:.2g}, "
                f"rows chosen {a.choices} times"
            )
        if not a.traced_inputs:
            lines.append("  laws of effort ran in Python, not in native code")
        lines += [f"  {notice}" for notice in self.notices]
        return "\n".join(lines)

    def with_notices(self, notices: list[Problem]) -> Run:
        """Return the run with more notices."""
        return replace(self, notices=(*self.notices, *notices)) if notices else self

    def __repr__(self) -> str:
        return f"<Run of '{self.system.model.name}': {len(self.t)} states to {self.t[-1]:g} s>"


def run_of(
    system: System,
    t: np.ndarray,
    rows: np.ndarray,
    account: Account,
    inputs: Mapping[str, Any],
    laws: Mapping[str, Any],
    given: Mapping[str, Any],
) -> Run:
    """Return the run of rows of y, with a word where energy is missing."""
    nq, nv = system.nq, system.nv
    q, v = rows[:, :nq], rows[:, nq : nq + nv]
    work, loss, booked = rows[:, nq + nv :].T
    run = Run(system, t, q, v, work, loss, booked, account, inputs=inputs, laws=laws, given=given)
    if not account.allowed or run.energy_error <= account.allowed:
        return run
    return replace(run, notices=(_unbalanced(run),))


def _unbalanced(run: Run) -> Problem:
    return Problem(
        "E-ENERGY",
        "energy ledger",
        f"does not close: {run.energy_error:.2g} of the energy exchanged is not accounted for",
        cause="steps too large, a wrong branch at a singular position, or an element whose "
        "potential, loss and supply do not add up to its power",
        action="repeat with a smaller rtol or step and compare",
        severity="warning",
    )
