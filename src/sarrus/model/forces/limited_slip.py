"""What locks a differential in part: friction by preload and torque, or a viscous fluid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import element_name, joint_coordinate, number, other_joint
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.shaft import ShaftElement, check_turning
from sarrus.model.forces.sticking import check_named, friction_part, grip_rate
from sarrus.model.options import NO_UNIT, REQUIRED
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.reading import Reading

ROUND = 1.0
"""Torque [N m] below which the size of the driving torque is rounded."""


@element(kw_only=True)
class LimitedSlip(ForceElement):
    """Locks two wheels to each other in part: the plates or the fluid of a differential.

        slip = w_joint - w_other,   torque = (preload + ramp |T_drive|) grip + viscous slip

    T_drive: the torque on both wheels of the element `driven_by`, a motor, engine or gearbox; ramp
    is that of a Salisbury differential, the same for driving and braking. Torque goes from the faster wheel to
    the slower one. An open differential needs none of it; `gear` with the ratio 1 locks it wholly.
    """  # noqa: E501

    name: str
    joint: str = joint_coordinate(position=False)
    other: str = other_joint("the second wheel", default=REQUIRED)
    preload: float = number("N*m", "friction without torque", default=0.0, at_least=0.0)
    ramp: float = number(NO_UNIT, "friction by driving torque", default=0.0, at_least=0.0)
    driven_by: str = element_name(
        "the motor, engine or gearbox that drives both wheels", default=None
    )
    viscous: float = number("N*m*s/rad", "torque by slip, of a fluid", default=0.0, at_least=0.0)
    initial_grip: float = number(NO_UNIT, "at the start, between -1 and 1", default=0.0)
    index: int = 0

    positional = ("joint", "other")
    states = (ElementState("grip", "", "friction over its largest value"),)

    def check(self, reading: Reading) -> None:
        check_turning(self, reading)
        entry = reading.entry
        if self.other == self.joint:
            entry.report("M28", "other", "is the same joint", value=f"'{self.other}'")
        if self.ramp and not self.driven_by:
            entry.report("M28", "ramp", "is given, and driven_by is not", action="name the motor")
        if not (self.preload or self.ramp or self.viscous):
            rule = "is 0, as ramp and viscous are: nothing locks"
            entry.report("M28", "preload", rule, action="give one of them, or leave it out")

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        noun = "electric_motor, engine, clutch or gearbox"
        check_named(self, "driven_by", others, ShaftElement, noun, entry)

    @property
    def joints(self) -> tuple[str, ...]:
        return self.joint, self.other

    def slip(self, scene: Scene) -> Scalar:
        """Return how much faster the first wheel turns [rad/s]."""
        return scene.rate(self.joint, self.index) - scene.rate(self.other, 0)

    def torque(self, scene: Scene) -> Scalar:
        """Return the torque from the first wheel to the second [N m]."""
        slip, most = self.slip(scene), scene.value(self, "preload")
        unit = scene.element(self.driven_by) if self.driven_by else None
        if isinstance(unit, ShaftElement):
            drive = unit.axle_torque(scene)
            size = drive * drive / (drive * drive + ROUND * ROUND) ** 0.5
            most = most + scene.value(self, "ramp") * size
        part = friction_part(slip, scene.state(self, "grip"))
        return most * part + scene.value(self, "viscous") * slip

    def loads(self, scene: Scene) -> Sequence[Load]:
        torque = self.torque(scene)
        first = CoordinateLoad(self.joint, self.index, -torque)
        return first, CoordinateLoad(self.other, 0, torque)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return (grip_rate(self.slip(scene), scene.state(self, "grip")),)

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power that leaves the mechanism; the plates may give back a little."""
        return self.torque(scene) * self.slip(scene)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (Measure("torque", "N*m", "from the first wheel to the second"),)

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return (self.torque(scene),)
