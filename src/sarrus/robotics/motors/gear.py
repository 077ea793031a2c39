"""Gears between a motor and a joint."""

from __future__ import annotations

from dataclasses import field

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.motor import MOTOR, settle_ratings

EFFORT = ""
"""Unit of efforts in the fields: N*m on joints that turn, N on slides."""


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
    ratio: float = field(
        metadata=number("", "radians of the motor per rad, or m, of the joint", above=0.0)
    )
    slide: bool = field(default=False, kw_only=True)
    efficiency: float = field(
        default=1.0, kw_only=True, metadata=number("", "of the power passed on", above=0.0)
    )
    inertia: float = field(
        default=0.0, kw_only=True, metadata=number("kg*m^2", "at the motor's side", at_least=0.0)
    )
    rated_torque: float = field(
        default=float("inf"),
        kw_only=True,
        metadata=number(EFFORT, "at the joint's side", above=0.0),
    )
    peak_torque: float = field(
        default=float("inf"),
        kw_only=True,
        metadata=number(EFFORT, "at the joint's side", above=0.0),
    )
    max_input_speed: float = field(
        default=float("inf"),
        kw_only=True,
        metadata=number("rad/s", "of the motor's side", above=0.0),
    )
    mass: float = field(
        default=0.0, kw_only=True, metadata=number("kg", "of the gear", at_least=0.0)
    )

    def __post_init__(self) -> None:
        where = f"gear '{self.name}'"
        settle_ratings(self, where)
        if self.efficiency > 1.0:
            rule = "must not be above 1: a gear gives no power of its own"
            value = f"{self.efficiency:g}"
            raise ModelError(Problem(MOTOR, f"{where} / efficiency", rule, value))


DIRECT = Gear("direct", 1.0)
"""No gear: the motor sits on the joint."""
