"""Efforts during a simulation: numbers, or functions of time and state that can be traced."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.cut_joints import CutVelocity
from sarrus.dynamics.kinematics import velocities
from sarrus.errors import ModelError, Problem
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.equations import Inputs

if TYPE_CHECKING:
    from sarrus.system.kinematic import KinematicModel


@dataclass(frozen=True)
class Reader:
    """What a law of effort sees: any coordinate or velocity by name."""

    system: KinematicModel
    inputs: Inputs

    def __getitem__(self, name: str) -> Scalar:
        vector, place = self.system.located(name, ("q", "v", "cut_q", "cut_v"))
        if vector in ("q", "v"):
            part = self.inputs.arrays[vector][place]
        else:
            part = self._measured(vector)[place]
        return part[0] if len(part) == 1 else part

    def _measured(self, vector: str) -> Array:
        speed = velocities(self.inputs.positions, self.inputs.arrays["v"])
        cuts = ClosedPositions(self.inputs.positions).cuts
        if vector == "cut_q":
            return np.concatenate([cut.coordinates for cut in cuts if cut.cut.type.nq])
        return np.concatenate([CutVelocity(cut, speed).rates for cut in cuts if cut.cut.type.nv])


@dataclass(frozen=True)
class Actuation:
    """Efforts by name: constants, and laws of (t) or (t, state)."""

    system: KinematicModel
    laws: Mapping[str, Any]

    @property
    def constant(self) -> bool:
        """Whether all efforts are numbers, which then are kernel inputs."""
        return not any(callable(law) for law in self.laws.values())

    def vectors(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the constants over the tree's and the cut joints' velocities."""
        tau, tau_cut = np.zeros(self.system.nv), np.zeros(self.system.loops.n_cut_v)
        for name, law in self.laws.items():
            if not callable(law):
                vector, place = self.system.located_rate(name)
                (tau if vector == "v" else tau_cut)[place] += law
        return tau, tau_cut

    def efforts(self, x: Inputs) -> tuple[Array, Array]:
        """Return the laws' efforts at a state, in numbers or symbols."""
        tau: list[Scalar] = [0.0] * self.system.nv
        tau_cut: list[Scalar] = [0.0] * self.system.loops.n_cut_v
        reader = Reader(self.system, x)
        for name, law in self.laws.items():
            if callable(law):
                vector, place = self.system.located_rate(name)
                target = tau if vector == "v" else tau_cut
                values = np.ravel(np.array(_evaluated(name, law, x.time, reader), dtype=object))
                for k, value in enumerate(values):
                    target[place.start + k] = target[place.start + k] + value
        return np.array(tau), np.array(tau_cut)


def _evaluated(name: str, law: Callable[..., Any], t: Scalar, reader: Reader) -> Any:
    """Call a law with what it asks for; what cannot be traced is refused with the reason."""
    takes_state = len(inspect.signature(law).parameters) > 1
    try:
        return law(t, reader) if takes_state else law(t)
    except ModelError:
        raise
    except Exception as problem:
        raise ModelError(
            Problem(
                "D08",
                f"effort on '{name}'",
                f"cannot be traced: {problem}",
                cause="the law branches on a value, or uses `math` or another library",
                action="use NumPy's functions and `select` from sarrus.spatial.arrays",
            )
        ) from problem
