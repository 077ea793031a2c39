"""Drives: a motor and a gear on a joint."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.gear import DIRECT, Gear
from sarrus.robotics.motors.motor import MOTOR, Motor


@with_checks
@dataclass(frozen=True)
class Drive:
    """A motor with rotor inertia J behind a gear of ratio N and efficiency eta.

        w = N qd,    T = (J + J_gear) N qdd + tau/N x (1/eta driving, eta driven)

    The rotor turns about an axis that is fixed in the link that carries the motor. gyroscopic:
    whether what its spin does to that link counts too, and what turns of that link do to the rotor
    (of order N, where the term above is of order N^2 at the joint); see `rotors.py`. carrier: that
    link, the joint's parent unless given; axis: of the rotor, in the axes of the carrier, that of
    the joint unless given; in its sense the rotor turns where the joint's rate is positive.
    """

    motor: Motor
    gear: Gear = DIRECT
    gyroscopic: bool = field(default=False, kw_only=True)
    carrier: str = field(default="", kw_only=True)
    axis: tuple[float, float, float] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.gyroscopic or not (self.carrier or self.axis is not None):
            return
        value = "carrier" if self.carrier else "axis"
        rule = "is given, but a drive that is not gyroscopic has no place on the robot"
        action = "add gyroscopic=True, or leave it out"
        raise ModelError(Problem(MOTOR, f"drive '{self.name}' / {value}", rule, action=action))

    def with_gyroscopic_rotor(self, gyroscopic: bool = True) -> Drive:
        """Return the drive with gyroscopic moments of its rotor, if wanted or if it has them."""
        return replace(self, gyroscopic=True) if gyroscopic else self

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

    def torque(self, effort: Any, qd: Any, qdd: Any, turning: Any = 0.0) -> Any:
        """Return the torque [N m] of the motor for an effort of the joint and its motion.

        qd: of which only the sign counts, that of the motion to come or just over where the joint
        stops for a moment; 0: the gear stands and loses nothing. turning [rad/s^2]: the angular
        acceleration of the link that carries the motor, about the axis of the rotor.
        """
        tau = np.asarray(effort, dtype=float)
        power = tau * np.asarray(qd, dtype=float)
        share = passed_share(self.gear.efficiency, np.sign(power))
        own = self.gear.ratio * np.asarray(qdd) + np.asarray(turning)
        return tau / share / self.gear.ratio + self.inertia * own

    def limit(self, qd: Any, against: Any = False) -> Any:
        """Return the largest motor torque times N at a rate of the joint; against: while it brakes.

        What the rotor needs for its own acceleration and what the gear loses is still in it.
        """
        w = self.speed(qd)
        return self.gear.ratio * np.where(
            against, self.motor.braking_torque_at(w), self.motor.peak_torque_at(w)
        )


def passed_share(efficiency: Any, sense: Any) -> Any:
    """Return what a gear passes on of the effort at its motor's side: eta^sense.

    sense: 1 where the motor drives the joint (eta), -1 where the joint drives the motor (1/eta), 0
    where the gear stands and loses nothing; between, a smooth passage.
    """
    return np.asarray(efficiency, dtype=float) ** np.asarray(sense, dtype=float)
