"""What the gears of a robot pass on of the efforts of its motors, at one instant."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.drive import passed_share
from sarrus.robotics.rotors import Rotor, RotorTerms
from sarrus.system import System

SMOOTHING = 1e-3
"""Rate of a joint [rad/s or m/s] within which the losses of its gear build up, at least."""

ROUNDS = 20


@dataclass(frozen=True, eq=False)
class GearLosses:
    """Gears between motors and joints: rotors N^2 J [kg m^2 or kg] and efficiencies, by joint.

    With u, N times the torque of the motor, and s = eta where it drives, 1/eta where it is driven:

        M qdd + h = s (u - N^2 J qdd)

    with what gyroscopic rotors do (`spinning`, see `RotorTerms`) on both sides. step [s]: between
    samples. Within the rate that the losses could change in two samples they
    pass from one side to the other, so that a joint that stands is not thrown to and fro by them.
    """

    rotors: np.ndarray
    efficiencies: np.ndarray
    step: float
    spinning: tuple[Rotor, ...] = ()

    @property
    def lossless(self) -> bool:
        """Whether all gears pass on everything."""
        return bool(np.all(self.efficiencies == 1.0))

    def needed_efforts(
        self, model: System, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray
    ) -> np.ndarray:
        """Return N times the torques of the motors for accelerations qdd."""
        load = model.inverse_dynamics(q, qd, qdd)
        own = self.rotors * qdd
        if self.spinning:
            spin = RotorTerms.at(model, self.spinning, q, qd)
            load, own = load + spin.C @ qdd + spin.c, own + spin.C.T @ qdd + spin.b
        if not self.lossless:
            softness = self._softness(model.mass_matrix(q))
            load = load / passed_share(self.efficiencies, self._sense(load, qd, softness))
        return load + own

    def passed_efforts(
        self, model: System, q: np.ndarray, qd: np.ndarray, u: np.ndarray
    ) -> np.ndarray:
        """Return the efforts that move joints and rotors, less what the gears lose of u."""
        if self.lossless:
            return u
        M = model.mass_matrix(q)
        h = model.inverse_dynamics(q, qd, np.zeros_like(qd))
        rotors, bias = np.diag(self.rotors), np.zeros_like(qd)
        if self.spinning:
            spin = RotorTerms.at(model, self.spinning, q, qd)
            M, h, rotors, bias = M + spin.C, h + spin.c, rotors + spin.C.T, spin.b
        softness = self._softness(M)
        sense = np.zeros_like(qd)
        for _ in range(ROUNDS):
            s = passed_share(self.efficiencies, sense)
            qdd = np.linalg.solve(M + s[:, None] * rotors, s * (u - bias) - h)
            load = M @ qdd + h
            before, sense = sense, self._sense(load, qd, softness)
            if np.allclose(sense, before, rtol=0.0, atol=1e-12):
                break
        return load + rotors @ qdd + bias

    def _softness(self, M: np.ndarray) -> np.ndarray:
        """Return the rate of each joint that a unit effort makes in two samples."""
        return 2.0 * self.step * np.diag(np.linalg.inv(M + np.diag(self.rotors)))

    def _sense(self, load: np.ndarray, qd: np.ndarray, softness: np.ndarray) -> np.ndarray:
        """Return 1 where motors drive, -1 where they are driven, 0 at rest."""
        lost = np.abs(load) * -np.log(self.efficiencies)
        return np.clip(qd * np.sign(load) / np.maximum(SMOOTHING, lost * softness), -1.0, 1.0)
