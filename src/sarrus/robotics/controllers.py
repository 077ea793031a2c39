"""Controllers of joints: what efforts they ask for, at a sample."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from sarrus.arguments import array_of
from sarrus.late_dataclass import dataclass
from sarrus.robotics.gear_losses import GearLosses
from sarrus.system import System


@dataclass(frozen=True, eq=False)
class Sample:
    """What a controller sees: the joints, where they should be, and its model of the robot.

    q, qd: measured; wanted: q, qd and qdd of the task; model: the robot with the payload that is
    held; gears: the rotors and losses of the drives.
    """

    t: float
    q: np.ndarray
    qd: np.ndarray
    wanted: tuple[np.ndarray, np.ndarray, np.ndarray]
    model: System
    gears: GearLosses

    @property
    def error(self) -> np.ndarray:
        """What is missing to the wanted coordinates."""
        return self.wanted[0] - self.q

    @property
    def error_rate(self) -> np.ndarray:
        """What is missing to the wanted rates."""
        return self.wanted[1] - self.qd


class Controller(ABC):
    """Asks for the efforts of all motors at every sample."""

    @abstractmethod
    def efforts(self, sample: Sample) -> np.ndarray:
        """Return the efforts [N m or N]: N times the torques of the motors."""


@dataclass(frozen=True)
class PD(Controller):
    """tau = kp e + kd de/dt (+ the weight at the measured position).

    kp [N m/rad or N/m] and kd [N m s/rad or N s/m]: a number for all joints, or one for each.
    gravity: whether the weight is compensated; without it an offset e = tau_weight/kp remains.
    """

    kp: Any
    kd: Any
    gravity: bool = False

    def __post_init__(self) -> None:
        _check_gains(self.kp, self.kd)

    def efforts(self, sample: Sample) -> np.ndarray:
        tau = np.asarray(self.kp) * sample.error + np.asarray(self.kd) * sample.error_rate
        if self.gravity:
            still = np.zeros_like(sample.qd)
            tau = tau + sample.model.inverse_dynamics(sample.q, still, still)
        return tau


@dataclass(frozen=True)
class ComputedTorque(Controller):
    """tau = M (qdd_wanted + kd de/dt + kp e) + h, with M and h of the model at the measured state.

    With an exact model the errors obey d2e/dt2 + kd de/dt + kp e = 0: kp = w^2 [1/s^2] and kd =
    2 D w [1/s] for a frequency w and a damping D. The model has the rotors and the efficiencies of
    the drives, but no `Friction`.
    """

    kp: Any
    kd: Any

    def __post_init__(self) -> None:
        _check_gains(self.kp, self.kd)

    def efforts(self, sample: Sample) -> np.ndarray:
        pull = np.asarray(self.kp) * sample.error + np.asarray(self.kd) * sample.error_rate
        wanted = sample.wanted[2] + pull
        return sample.gears.needed_efforts(sample.model, sample.q, sample.qd, wanted)


def _check_gains(*gains: Any) -> None:
    """Refuse gains that are neither a number for all joints nor one for each."""
    for name, gain in zip(("kp", "kd"), gains, strict=True):
        array_of(f"controller / {name}", [gain] if np.isscalar(gain) else gain, (None,))
