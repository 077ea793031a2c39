"""Gears between a motor and a joint."""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.errors import ModelError, Problem
from sarrus.robotics.motors.motor import MOTOR
from sarrus.robotics.trajectory.checking import number, positive


@dataclass(frozen=True)
class Gear:
    """A gear by what it does to speed, torque and power.

    ratio: turns of the motor for one of the joint; for a slide, radians of the motor for a metre
    (2 pi/pitch of a screw). slide: whether it moves a slide rather than a turning joint.
    efficiency: of the power passed on, 0 to 1; inertia [kg m^2] at the motor's side; rated_torque
    and peak_torque at the joint's side [N m or N]; max_input_speed of the motor's side [rad/s];
    mass [kg].
    """

    name: str
    ratio: float
    slide: bool = field(default=False, kw_only=True)
    efficiency: float = field(default=1.0, kw_only=True)
    inertia: float = field(default=0.0, kw_only=True)
    rated_torque: float = field(default=float("inf"), kw_only=True)
    peak_torque: float = field(default=float("inf"), kw_only=True)
    max_input_speed: float = field(default=float("inf"), kw_only=True)
    mass: float = field(default=0.0, kw_only=True)

    def __post_init__(self) -> None:
        where = f"gear '{self.name}'"
        object.__setattr__(self, "ratio", positive(f"{where} / ratio", self.ratio, ""))
        positive(f"{where} / efficiency", self.efficiency, "")
        if self.efficiency > 1.0:
            rule = "must not be above 1: a gear gives no power of its own"
            value = f"{self.efficiency:g}"
            raise ModelError(Problem(MOTOR, f"{where} / efficiency", rule, value))
        number(f"{where} / inertia", self.inertia, 0.0)
        number(f"{where} / mass", self.mass, 0.0)
        for name in ("rated_torque", "peak_torque", "max_input_speed"):
            value = getattr(self, name)
            if not isinstance(value, float) or value != float("inf"):
                positive(f"{where} / {name}", value, "")


DIRECT = Gear("direct", 1.0)
"""No gear: the motor sits on the joint."""
