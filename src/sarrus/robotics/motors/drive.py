"""Drives: a motor and a gear on a joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.gear import DIRECT, Gear
from sarrus.robotics.motors.motor import MOTOR, Motor


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

    def check_joint(self, joint: str, unit: str) -> None:
        """Refuse a gear of slides on a joint that turns, or the other way round (unit: m or rad).

        Its ratio would be in another unit, radians for a metre or for a radian, and so its torques.
        """
        if self.gear.slide == (unit == "m"):
            return
        kinds = ("turning joints", "rad of the motor per rad"), ("slides", "rad of the motor per m")
        own, ratio = kinds[self.gear.slide]
        raise ModelError(
            Problem(
                MOTOR,
                f"drive of joint '{joint}' / gear '{self.gear.name}'",
                f"is for {own}, and the joint {'slides' if unit == 'm' else 'turns'}",
                f"ratio {self.gear.ratio:g} {ratio}",
                action="take a gear with slide: true (a screw, rack or belt)"
                if unit == "m"
                else "take a gear without slide: true",
            )
        )

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
        share = passed_share(self.gear.efficiency, np.sign(power))
        return tau / share / self.gear.ratio + self.inertia * self.gear.ratio * np.asarray(qdd)

    def limit(self, qd: Any, against: Any = False) -> Any:
        """Return the largest motor torque times N at a rate of the joint; against: while it brakes.

        What the rotor needs for its own acceleration and what the gear loses is still in it.
        """
        w = self.speed(qd)
        return self.gear.ratio * np.where(against, self.motor.braking(w), self.motor.peak(w))


def passed_share(efficiency: Any, sense: Any) -> Any:
    """Return what a gear passes on of the effort at its motor's side: eta^sense.

    sense: 1 where the motor drives the joint (eta), -1 where the joint drives the motor (1/eta), 0
    where the gear stands and loses nothing; between, a smooth passage.
    """
    return np.asarray(efficiency, dtype=float) ** np.asarray(sense, dtype=float)
