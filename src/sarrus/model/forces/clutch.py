"""A clutch between two joints, and a gearbox behind one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import Field, field, number, other_joint, time_law
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.shaft import ShaftElement
from sarrus.model.forces.shaping import smooth_step
from sarrus.model.forces.sticking import friction_part, grip_rate
from sarrus.model.options import NO_UNIT, NUMBERS, REQUIRED, Option, shown_unit
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


@element(kw_only=True)
class Clutch(ShaftElement):
    """A dry clutch between the joint `input` and a shaft on `joint`, or on two joints.

        slip = w_input - w_shaft,   torque = capacity engaged(t) (grip + damping)
        d(grip)/dt = (slip - |slip| grip)/(0.02 rad + 0.01 s |slip|)

    Below its capacity it holds without creep. The shaft turns `gear` times as fast as the joint; with
    `other` it drives both by an open differential.
    """  # noqa: E501

    input: str = other_joint("the joint that drives, such as a crankshaft", default=REQUIRED)
    capacity: float = number("N*m", "torque that it carries, engaged", above=0.0)
    engaged: float = time_law(
        NO_UNIT, "between 0 and 1, a law of time", law="engaged_law", default=1.0, kept=1.0
    )
    initial_grip: float = number(NO_UNIT, "at the start, between -1 and 1", default=0.0)
    engaged_law: Curve | Formula | None = None
    index: int = 0

    positional = ("input", "joint")
    states = (ElementState("grip", "", "friction over its largest value"),)

    def check(self, reading: Reading) -> None:
        super().check(reading)
        if self.input in (self.joint, self.other):
            rule, value = "is also the joint that it drives", f"'{self.input}'"
            reading.entry.report("M28", "input", rule, value=value)

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.input, *super().joints)

    def ratio(self, scene: Scene) -> Scalar:
        """Return the turns of the input for one of the shaft."""
        return 1.0

    def torque_limit(self, scene: Scene) -> Scalar:
        """Return the largest torque that is carried now [N m]."""
        value = scene.value(self, "engaged")
        engaged = value if self.engaged_law is None else law_value(self.engaged_law, scene.time)
        return scene.value(self, "capacity") * engaged

    def slip(self, scene: Scene) -> Scalar:
        """Return how much faster the input turns than what it drives [rad/s]."""
        return scene.rate(self.input, 0) - self.ratio(scene) * self.shaft_speed(scene)

    def torque(self, scene: Scene) -> Scalar:
        """Return the torque that passes, on the side of the input [N m]."""
        part = friction_part(self.slip(scene), scene.state(self, "grip"))
        return self.torque_limit(scene) * part

    def shaft_torque(self, scene: Scene) -> Scalar:
        return self.ratio(scene) * self.torque(scene)

    def loads(self, scene: Scene) -> Sequence[Load]:
        torque = self.torque(scene)
        on_input = CoordinateLoad(self.input, 0, -torque)
        return (on_input, *self.shaft_loads(scene, self.ratio(scene) * torque))

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return (grip_rate(self.slip(scene), scene.state(self, "grip")),)

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power that leaves the mechanism; the linings may give back a little."""
        return self.torque(scene) * self.slip(scene)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("torque", "N*m", "that passes, on the side of the input"),
            Measure("slip", "rad/s", "how much faster the input turns"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return self.torque(scene), self.slip(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return law_switches(self.engaged_law, scene.time)


class NumbersField(Field):
    """Some numbers in a unit, each above a bound."""

    unit: str
    text: str
    default: Any

    @property
    def input_unit(self) -> None:  # they shape the equations
        return None

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text, self.default, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None and self.default is not REQUIRED:
            return {}
        if not isinstance(raw, (list, tuple, np.ndarray)) or not len(raw):
            entry.report("M25", name, "must be a list of numbers", value=entry.literal(name, raw))
            return {}
        found = [entry.number(f"{name}[{k}]", x, self.unit) for k, x in enumerate(raw)]
        for k, x in enumerate(found):
            if x is not None and x <= 0.0:
                entry.report("M04", f"{name}[{k}]", "is not above 0", value=f"{x:g}")
        return {} if any(x is None for x in found) else {name: tuple(map(float, found))}  # type: ignore[arg-type]

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: list(found)} if found else {}


@element(kw_only=True)
class Gearbox(Clutch):
    """A gearbox with its clutch, between the joint `input` and a shaft on `joint`, or on two joints.

        slip = w_input - ratio(g) w_shaft,   shift_time dg/dt = gear - g

    gears: turns of the input for one of the shaft, of the first gear and so on. selected: the
    gear, a law of time, or a number that an event sets; 0 is neutral. With up_at, the gears are
    changed by the speed of the shaft: the second from its first number on, and so on, each over a
    tenth of it. While g is between two gears, so is the ratio; towards neutral the clutch opens.
    """  # noqa: E501

    gears: tuple[float, ...] = field(
        NumbersField(NO_UNIT, "turns of the input for one of the shaft, by gear", REQUIRED)
    )
    selected: float = time_law(
        NO_UNIT, "the gear, a law of time", law="selected_law", default=1.0, kept=1.0
    )
    up_at: tuple[float, ...] = field(
        NumbersField("rad/s", "speeds of the shaft at which it changes up by itself", None),
        default=(),
    )
    shift_time: float = number("s", "in which gears change", default=0.1, above=0.0)
    initial_gear: float = number(NO_UNIT, "at the start", default=1.0, at_least=0.0)
    selected_law: Curve | Formula | None = None
    index: int = 0

    states = (  # type: ignore[assignment]
        ElementState("grip", "", "friction over its largest value"),
        ElementState("gear", "", "the gear, between two while it changes"),
    )

    def check(self, reading: Reading) -> None:
        super().check(reading)
        entry = reading.entry
        if self.up_at and len(self.up_at) != len(self.gears) - 1:
            rule = f"has {len(self.up_at)} speeds, and there are {len(self.gears)} gears"
            entry.report("M28", "up_at", rule, action="give one speed less than gears")
        if any(b <= a for a, b in zip(self.up_at, self.up_at[1:], strict=False)):
            entry.report("M28", "up_at", "is not increasing", value=f"{self.up_at}")
        if self.selected_law is None and not 0.0 <= self.selected <= len(self.gears):
            rule = f"is not one of the gears 1 to {len(self.gears)}, or 0"
            entry.report("M04", "selected", rule, value=f"{self.selected:g}")

    def _gear(self, scene: Scene) -> Scalar:
        return scene.state(self, "gear")

    def ratio(self, scene: Scene) -> Scalar:
        found: Scalar = self.gears[0]
        for k in range(1, len(self.gears)):
            step = self.gears[k] - self.gears[k - 1]
            found = found + step * smooth_step(self._gear(scene) - k, 1.0)
        return found

    def torque_limit(self, scene: Scene) -> Scalar:
        return super().torque_limit(scene) * smooth_step(self._gear(scene), 1.0)

    def asked_gear(self, scene: Scene) -> Scalar:
        """Return the gear that is asked for, by time, by an event or by speed."""
        if self.up_at:
            speed, found = self.shaft_speed(scene), 1.0
            for up in self.up_at:
                found = found + smooth_step(10.0 * (speed / up - 1.0), 1.0)
            return found
        value = scene.value(self, "selected")
        return value if self.selected_law is None else law_value(self.selected_law, scene.time)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        rate = (self.asked_gear(scene) - self._gear(scene)) / scene.value(self, "shift_time")
        return (*super().state_rates(scene), rate)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return (*super().switches(scene), *law_switches(self.selected_law, scene.time))
