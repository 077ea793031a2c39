"""A brake on a joint: torque by pressure, which holds at rest, with anti-lock control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import element_name, joint_coordinate, number, time_law
from sarrus.model.forces.commands import Commands, commands_of
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.shaft import check_turning
from sarrus.model.forces.shaping import smooth_step
from sarrus.model.forces.sticking import check_named, friction_part, grip_rate
from sarrus.model.forces.tyre import TyreContact
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.reading import Reading


@element
class Brake(ForceElement):
    """A brake on a joint that turns, such as a hub: torque gain p against the rotation.

        lag dp/dt = asked - p,   asked = pressure(t), or full_pressure times the pedal of a driver
        d(grip)/dt = (w - |w| grip)/(0.02 rad + 0.01 s |w|),   torque = -gain p (grip + damping)

    The grip is 1 while the wheel turns forward, and at rest the deflection of the linings: a load
    below the largest torque is held without creep. bias: part of the pressure that reaches this
    wheel. antilock: the tyre of the wheel; where it slips by more than slip_limit, pressure is let
    go within the time `release`, wholly at twice that slip, and not below low_speed.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    gain: float = number("N*m/Pa", "torque by pressure", above=0.0)
    pressure: float = time_law("Pa", "a law of time", law="pressure_law", default=0.0, kept=0.0)
    driver: str = element_name("the driver whose pedal it obeys, instead of pressure", default=None)
    full_pressure: float = number("Pa", "with the pedal down", default=1e7, above=0.0)
    bias: float = number(NO_UNIT, "part of the pressure at this wheel", default=1.0, at_least=0.0)
    lag: float = number("s", "in which pressure builds up", default=0.03, above=0.0)
    antilock: str = element_name(
        "the tyre whose slip is kept, no anti-lock control if not given", default=None
    )
    release: float = number("s", "in which anti-lock control lets go", default=0.01, above=0.0)
    slip_limit: float = number(NO_UNIT, "slip from which on it acts", default=0.12, above=0.0)
    low_speed: float = number("m/s", "below which it does not act", default=1.5, above=0.0)
    initial_pressure: float = number("Pa", "at the start", default=0.0, at_least=0.0)
    initial_grip: float = number(NO_UNIT, "at the start, between -1 and 1", default=0.0)
    pressure_law: Curve | Formula | None = None
    index: int = 0

    positional = ("joint", "gain")
    states = (
        ElementState("pressure", "Pa", "pressure at the wheel", 1e6),
        ElementState("grip", "", "friction over its largest value"),
    )

    def check(self, reading: Reading) -> None:
        check_turning(self, reading)
        if self.driver and (self.pressure or self.pressure_law is not None):
            rule = "and pressure are both given"
            reading.entry.report("M28", "driver", rule, action="give one of them")

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        check_named(self, "driver", others, Commands, "driver", entry)
        check_named(self, "antilock", others, TyreContact, "tyre", entry)

    def asked_pressure(self, scene: Scene) -> Scalar:
        """Return the pressure that is asked for, before anti-lock control [Pa]."""
        driver = commands_of(scene, self.driver)
        if driver is not None:
            asked = scene.value(self, "full_pressure") * driver.brake_pedal(scene)
        elif self.pressure_law is not None:
            asked = law_value(self.pressure_law, scene.time)
        else:
            asked = scene.value(self, "pressure")
        return scene.value(self, "bias") * asked

    def taken_back(self, scene: Scene) -> Scalar:
        """Return the part of the pressure that anti-lock control takes back."""
        tyre = scene.element(self.antilock) if self.antilock else None
        if not isinstance(tyre, TyreContact):
            return 0.0
        at = tyre.rolling(scene)
        limit, slow = scene.value(self, "slip_limit"), scene.value(self, "low_speed")
        slip = abs(tyre.slips(scene, at)[0])
        return smooth_step(slip / limit - 1.0, 1.0) * smooth_step(abs(at.V_x) / slow - 1.0, 1.0)

    def torque(self, scene: Scene) -> Scalar:
        """Return the torque against the rotation [N m]."""
        rate = scene.rate(self.joint, self.index)
        most = scene.value(self, "gain") * scene.state(self, "pressure")
        return most * friction_part(rate, scene.state(self, "grip"))

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, -self.torque(scene)),)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        pressure, back = scene.state(self, "pressure"), self.taken_back(scene)
        rate = (1.0 - back) * (self.asked_pressure(scene) - pressure) / scene.value(self, "lag")
        if self.antilock:
            rate = rate - back * pressure / scene.value(self, "release")
        turning = scene.rate(self.joint, self.index)
        return rate, grip_rate(turning, scene.state(self, "grip"))

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power that leaves the mechanism; the linings may give back a little."""
        return self.torque(scene) * scene.rate(self.joint, self.index)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("torque", "N*m", "torque against the rotation"),
            Measure("taken_back", "", "part of the pressure that anti-lock control takes back"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return self.torque(scene), self.taken_back(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return law_switches(self.pressure_law, scene.time)
