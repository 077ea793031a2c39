"""Drives: a motor and a gear on a joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.robotics.motors.gear import DIRECT, Gear
from sarrus.robotics.motors.motor import Motor


@checked
@dataclass(frozen=True)
class Drive:
    """A motor with rotor inertia J behind a gear of ratio N and efficiency eta.

        w = N qd,    T = (J + J_gear) N qdd + tau/N x (1/eta driving, eta driven)

    The rotor turns about an axis fixed in the link before; what its spin does to that link (of
    order N, where the term above is of order N^2 at the joint) is left out.
    """

    motor: Motor
    gear: Gear = DIRECT

    @property
    def name(self) -> str:
        """The names of motor and gear."""
        return self.motor.name if self.gear is DIRECT else f"{self.motor.name} + {self.gear.name}"

    @property
    def mass(self) -> float:
        """Mass of motor and gear [kg]."""
        return self.motor.mass + self.gear.mass

    @property
    def inertia(self) -> float:
        """Inertia [kg m^2] that turns with the rotor."""
        return self.motor.rotor_inertia + self.gear.inertia

    @property
    def reflected_inertia(self) -> float:
        """Inertia that the joint feels: N^2 J [kg m^2 or kg]."""
        return self.gear.ratio**2 * self.inertia

    def speed(self, qd: Any) -> Any:
        """Return the speed [rad/s] of the motor at a rate of the joint."""
        return self.gear.ratio * np.asarray(qd, dtype=float)

    def torque(self, effort: Any, qd: Any, qdd: Any) -> Any:
        """Return the torque [N m] of the motor for an effort of the joint and its motion.

        qd: of which only the sign counts, that of the motion to come or just over where the joint
        stops for a moment; 0: the gear stands and loses nothing.
        """
        tau = np.asarray(effort, dtype=float)
        power = tau * np.asarray(qd, dtype=float)
        eta = self.gear.efficiency
        share = np.where(power > 0.0, 1.0 / eta, np.where(power < 0.0, eta, 1.0))
        return share * tau / self.gear.ratio + self.inertia * self.gear.ratio * np.asarray(qdd)

    def limit(self, qd: Any, against: Any = False) -> Any:
        """Return the largest effort at the joint for a rate; against: while the motor brakes.

        Efficiency takes its part while driving, and helps while braking; what the rotor needs for
        its own acceleration is not taken off.
        """
        w = self.speed(qd)
        eta, ratio = self.gear.efficiency, self.gear.ratio
        forward, back = ratio * eta * self.motor.peak(w), ratio / eta * self.motor.braking(w)
        return np.where(against, back, forward)
